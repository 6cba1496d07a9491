// The decision that the engine waits for: the question and its options, dice that the player
// throws, and the end of the game.
import { throwDice } from "../common/dice.js";
import { control, find, slot } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { loadExtras } from "./load-extras.js";
import * as markup from "./markup.js";
import { seenOf } from "./state.js";

const HELD = "cb-hold";
const FIRST_OPTION = ".cb-play__options [data-usual], .cb-play__options button, [type=text]";
const SETTING_UP = ".cb-play__door,.cb-play__setup";

export class Decision {
  /** @param {PlayTable} table */
  constructor(table) {
    const { page, data, state } = table;
    this.table = table;
    this.page = page;
    this.data = data;
    this.state = state;
    this.ask = slot(page, "ask");
  }

  /**
   * Replace the content.
   * @param {unknown} content markup
   * @param {string | null} focus selector of the element that gets the focus
   * @param {boolean} [isLook] whether the content is about an earlier step
   */
  set(content, focus, isLook = false) {
    this.ask.toggleAttribute("data-looks", isLook);
    setMarkup(this.ask, content);
    if (focus) queueMicrotask(() => this.settle(focus)); // when all is written, to lay it out once
  }

  /** Let go of what is shown. Afterwards the browser need not lay out the page to replace it. */
  leave() {
    const { activeElement } = document;
    if (this.ask.contains(activeElement)) /** @type {HTMLElement} */ (activeElement).blur();
    this.ask.scrollTop = 0;
  }

  /**
   * Move the focus to the decision, unless the player has put it elsewhere on the page.
   * @param {string} css
   */
  settle(css) {
    const active = document.activeElement;
    const isFree =
      !active ||
      active === document.body ||
      this.ask.contains(active) ||
      !this.page.contains(active) ||
      !active.isConnected ||
      active.closest(SETTING_UP);
    if (isFree) find(this.ask, css)?.focus({ preventScroll: true });
  }

  /** Show the question, the dice to throw, or the end of the game. */
  show() {
    const { state, data } = this;
    const seen = seenOf(state);
    const { asked, dice } = seen;
    state.faces = [];
    if (dice) {
      this.set(markup.throwMarkup(data, dice), ".cb-play__dice button");
      return this.showFaces(dice);
    }
    const turn = state.isNewTurn ? seen.turn : "";
    if (asked) {
      const held = readSetting(`${HELD}-${data.game}-${asked.place}`) === "on";
      return this.set(markup.questionMarkup(data, asked, seen, turn, held), FIRST_OPTION);
    }
    const last = state.lines.at(-1)?.text ?? "";
    this.set(markup.endMarkup(seen, last, state.stage?.facts ?? []), "button:not([hidden])");
    if (seen.result) loadExtras().then(({ showResult }) => showResult(this.table, seen));
  }

  /**
   * Whether the player wants the same answer given until something changes. It is the default when
   * the question is asked again, also in later games.
   */
  keepHold() {
    const box = /** @type {HTMLInputElement | null} */ (slot(this.ask, "hold"));
    const key = `${HELD}-${this.data.game}-${seenOf(this.state).asked?.place}`;
    if (box) writeSetting(key, box.checked ? "on" : null);
    return !!box?.checked;
  }

  showCurtain() {
    this.set(markup.curtainMarkup(seenOf(this.state).across), "button");
  }

  /** @param {Parameters<typeof markup.lookMarkup>[0]} step */
  showLook(step) {
    this.set(markup.lookMarkup(step), "[data-action=after]", true);
  }

  // ---- dice that the player throws

  /** @param {AskedDice} dice */
  showFaces({ count }) {
    const { faces } = this.state;
    setMarkup(slot(this.ask, "faces"), markup.facesMarkup(faces, count));
    const unface = /** @type {HTMLButtonElement} */ (control(this.ask, "unface"));
    unface.disabled = !faces.length;
    if (faces.length === count) this.table.call("throw", { faces: faces.splice(0) });
  }

  /** @param {number} face */
  addFace(face) {
    const { dice } = seenOf(this.state);
    if (!dice || face > (dice.sides || 6)) return;
    this.state.faces.push(face);
    this.showFaces(dice);
  }

  removeFace() {
    const { dice } = seenOf(this.state);
    this.state.faces.pop();
    if (dice) this.showFaces(dice);
  }

  rollFaces() {
    const { dice } = seenOf(this.state);
    const { faces } = this.state;
    if (!dice) return;
    faces.push(...throwDice(dice.count - faces.length, dice.sides || 6));
    this.showFaces(dice);
  }
}
