// The drawing of the game: planes or a table top, and what may be chosen lit on it.

import { closest, find, findAll } from "../common/dom.js";
import { html, setMarkup } from "../common/html.js";
import { capital } from "../common/text.js";
import { FrameRenderer } from "../replay/frame-renderer.js";
import { applyStep } from "../replay/frames.js";
import { tabletopViews } from "../replay/tabletop.js";
import { pictureMarkup } from "./markup.js";
import { MoveDrag } from "./move-drag.js";
import { airMarkup, belowMarkup, updateGrown } from "./scene-markup.js";
import { isAway, lastEvent, seenOf, touchedBy } from "./state.js";

export class Board {
  /**
   * @param {HTMLElement} page
   * @param {HTMLElement} root the table
   * @param {PlayState} state
   * @param {(text: string) => void} answer takes an option
   */
  constructor(page, root, state, answer) {
    this.page = page;
    this.root = root;
    this.state = state;
    this.answer = answer;
    this.air = find(page, "[data-slot=air]");
    this.below = find(page, "[data-slot=below]");
    this.words = find(page, "[data-slot=words]");
    this.part = find(page, "[data-slot=part]");
    this.ask = find(page, "[data-slot=ask]");
    /** @type {FrameRenderer | null} */
    this.renderer = null;
    this.shape = 0; // the number that the engine gives what is put up; 0 for nothing
    /** @type {MoveDrag | null} */
    this.moveDrag = null;
    for (const name of ["focusin", "mouseover"]) {
      this.ask.addEventListener(name, (event) => {
        const { option } = closest(event, "[data-option]")?.dataset ?? {};
        if (option && !state.looksAt) this.showSpots(option);
      });
    }
  }

  clear() {
    this.shape = 0;
  }

  /**
   * Draw what the engine has come to.
   * @param {import("../engine/engine-client.js").EngineHandle} engine
   * @param {number} since the event that the page has the frames up to
   */
  async update(engine, since) {
    const { state } = this;
    state.touched = null;
    const drawn = await engine.call("drawn", { since, up: this.shape });
    if (!drawn) return setMarkup(this.air, pictureMarkup(await engine.call("picture")));
    state.frames = [...state.frames.slice(0, drawn.first - 1), ...drawn.frames];
    for (const n of state.wholeFrames) if (n >= drawn.first) state.wholeFrames.delete(n);
    state.wholeFrames.add(drawn.first);
    state.touched = drawn.touched;
    this.putUp(drawn.stage, drawn.shape);
  }

  /**
   * What is drawn in is put up anew only where it is another: with a new plane, zone or model. Else
   * it fills in.
   * @param {Stage} stage
   * @param {number} shape
   */
  putUp(stage, shape) {
    const { root, page, state } = this;
    if (shape === this.shape && state.stage) {
      updateGrown(root, state.stage, stage);
      Object.assign(state.stage, stage);
      return;
    }
    state.stage = stage;
    this.shape = shape;
    root.classList.toggle("cb-player--one", stage.planes.length === 1);
    root.classList.toggle("cb-player--many", stage.planes.length > 1);
    root.classList.toggle("cb-player--top", !!stage.top);
    setMarkup(this.air, airMarkup(root, page, stage));
    setMarkup(this.below, belowMarkup(stage));
    this.renderer = new FrameRenderer(root, tabletopViews(root));
    dispatchEvent(new Event("resize")); // wide tables are made regions then
    state.shownEvent = 0;
  }

  /**
   * Show the frame after an event, from the last whole one before it.
   * @param {number} event
   * @param {number} [time] milliseconds to move in
   */
  show(event, time = 0) {
    const { state, renderer } = this;
    const { frames, wholeFrames } = state;
    if (!frames.length || !renderer) return;
    const last = Math.max(1, Math.min(frames.length, event));
    let from = state.shownEvent < last ? state.shownEvent : 0;
    let whole = last;
    while (whole > from && !wholeFrames.has(whole)) whole--;
    if (wholeFrames.has(whole) && whole > from) {
      state.frame = {}; // nothing of what was before counts
      from = whole - 1;
    }
    for (const step of frames.slice(from, last)) applyStep(state.frame, step);
    state.shownEvent = last;
    renderer.show(state.frame, time);
    this.light();
  }

  /** The stop of the track that is reached, in words. */
  place() {
    const { stage, frame } = this.state;
    const stop = stage && frame.t && this.root.querySelector(`[data-stop='${frame.t}']`);
    if (!stop) return "";
    const words = stop.textContent ?? "";
    // A number is of something; a name stands by itself.
    if (!/^\d/.test(words.trim())) return words;
    return `${stop.parentElement?.getAttribute("aria-label")} ${words}`;
  }

  // ---- what may be chosen is lit: the same list as the options

  light() {
    const { state } = this;
    const { asked } = seenOf(state);
    for (const el of findAll(this.root, "[data-lit],[data-asks]")) {
      delete el.dataset.lit;
      delete el.dataset.asks;
    }
    if (this.renderer) this.setMoveDrag(null);
    const isNow = state.shownEvent === lastEvent(state) && !state.isRunning;
    if (!this.renderer || !asked || !isNow || isAway(state)) return;
    for (const name of asked.options.flatMap((option) => touchedBy(state, option))) {
      for (const el of this.drawn(name)) el.dataset.lit = name;
    }
    this.setMoveDrag(state.touched?.reach ?? null);
    this.showSpots(asked.default);
    for (const name of state.touched?.asks ?? []) {
      for (const el of this.drawn(name)) el.dataset.asks = "";
    }
  }

  /**
   * The move that is asked for now; nothing of an earlier one stays.
   * @param {Reach | null} reach
   */
  setMoveDrag(reach) {
    this.moveDrag?.remove();
    this.moveDrag = null;
    const top = this.tabletop();
    if (top && reach) this.moveDrag = new MoveDrag(top, reach, this.ask, this.answer);
  }

  /** The table top, where the game has one. */
  tabletop() {
    const view = this.renderer?.views[0];
    return /** @type {import("../replay/tabletop.js").TabletopView | undefined} */ (view);
  }

  /** Show where an option would set models down. @param {string} option */
  showSpots(option) {
    const spots = this.state.touched?.spots[option];
    if (spots) this.tabletop()?.showSpots(spots);
  }

  /** What of the drawing has a name. @param {string} name @returns {HTMLElement[]} */
  drawn(name) {
    const key = CSS.escape(name);
    const models = findAll(this.root, `[data-fighter='${key}'],[data-model='${key}']`);
    const parts = /** @type {HTMLElement[]} */ (this.renderer?.part(name) ?? []);
    return [...models, ...parts];
  }

  /**
   * Take the option that a lit part of the drawing is about, or show those that are.
   * @param {string} name
   */
  pick(name) {
    const { asked } = seenOf(this.state);
    const meant = (asked?.options ?? []).filter((o) => touchedBy(this.state, o).includes(name));
    if (meant.length === 1) return this.answer(meant[0].text);
    const texts = meant.map(({ text }) => text);
    for (const el of findAll(this.ask, "[data-option]")) {
      el.classList.toggle("cb-play__meant", texts.includes(el.dataset.option ?? ""));
    }
    find(this.ask, ".cb-play__meant")?.focus();
  }

  // ---- the board speaks: everything drawn has a sentence, in a list and under the finger

  /** @param {import("../engine/engine-client.js").EngineHandle} engine */
  async speak(engine) {
    const fold = /** @type {HTMLDetailsElement} */ (this.words.parentElement);
    if (this.root.classList.contains("cb-play--curtain")) {
      this.words.textContent = ""; // the player who holds the device must not see it
      this.part.textContent = "";
      return;
    }
    if (!fold.open) return;
    /** @type {{text: string, of: string}[]} */
    const sentences = await engine.call("speak");
    const items = sentences.map(({ text }) => html`<li>${text}</li>`);
    setMarkup(this.words, items.length ? items : html`<li>Everything is as new.</li>`);
  }

  /** @param {import("../engine/engine-client.js").EngineHandle} engine @param {HTMLElement} el */
  async speakPart(engine, el) {
    const owner = /** @type {HTMLElement} */ (el.closest("[data-plane]")).dataset.plane;
    const part = el.dataset.part ?? "";
    const plane = this.state.stage?.planes.find(({ key }) => key === owner);
    /** @type {{text: string, of: string}[]} */
    const sentences = await engine.call("speak");
    const words = sentences.filter(({ of }) => of === `${owner}/${part}`).map(({ text }) => text);
    const field = plane?.fields[part];
    if (field) words.push(field[1]);
    const name = plane?.parts[part] ?? "";
    const isNew = name && `${capital(name)}: as new.`;
    this.part.textContent = words.join(" ") || isNew;
  }
}
