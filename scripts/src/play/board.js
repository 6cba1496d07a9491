// The drawing of a game, planes or a table top, with the options highlighted on it.

import { closest, find, findAll, slot } from "../common/dom.js";
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
  /** @param {PlayTable} table */
  constructor(table) {
    const { page, root, state } = table;
    this.page = page;
    this.root = root;
    this.state = state;
    this.answer = (/** @type {string} */ text) => table.answer(text);
    this.air = slot(page, "air");
    this.below = slot(page, "below");
    this.words = slot(page, "words");
    this.part = slot(page, "part");
    this.ask = slot(page, "ask");
    /** @type {FrameRenderer | null} */
    this.renderer = null;
    this.shape = 0; // the engine's number of the stage that is drawn; 0 for none
    /** @type {MoveDrag | null} */
    this.moveDrag = null;
    for (const name of ["focusin", "mouseover"]) {
      this.ask.addEventListener(name, (event) => {
        const { option } = closest(event, "[data-option]")?.dataset ?? {};
        if (!option || state.viewedEvent) return;
        this.showSpots(option);
        this.moveDrag?.showOption(option);
      });
    }
  }

  /**
   * Fetch the new frames from the engine and draw the stage.
   * @param {EngineHandle} engine
   * @param {number} since the last event whose frame the page has
   */
  async update(engine, since) {
    const { root, state } = this;
    state.touched = null;
    const drawn = await engine.call("drawn", { since, up: this.shape });
    if (!drawn) {
      // Nothing has happened yet. Only a game without drawings shows its picture in letters.
      const hasDrawings = this.page.querySelector("template[data-art]");
      const picture = !hasDrawings && pictureMarkup(await engine.call("picture"));
      root.classList.toggle("cb-player--bare", !!hasDrawings);
      return setMarkup(this.air, picture);
    }
    state.frames = [...state.frames.slice(0, drawn.first - 1), ...drawn.frames];
    for (const n of state.wholeFrames) if (n >= drawn.first) state.wholeFrames.delete(n);
    state.wholeFrames.add(drawn.first);
    state.touched = drawn.touched;
    this.setStage(drawn.stage, drawn.shape);
  }

  /**
   * Draw a stage. It is drawn again only where a plane, zone or model was added; otherwise its
   * lists grow.
   * @param {Stage} stage
   * @param {number} shape
   */
  setStage(stage, shape) {
    const { root, page, state } = this;
    if (shape === this.shape && state.stage) {
      updateGrown(root, state.stage, stage);
      Object.assign(state.stage, stage);
      return;
    }
    state.stage = stage;
    this.shape = shape;
    root.classList.remove("cb-player--bare");
    root.classList.toggle("cb-player--one", stage.planes.length === 1);
    root.classList.toggle("cb-player--many", stage.planes.length > 1);
    root.classList.toggle("cb-player--top", !!stage.top);
    setMarkup(this.air, airMarkup(root, page, stage));
    setMarkup(this.below, belowMarkup(stage));
    this.renderer = new FrameRenderer(root, tabletopViews(root));
    dispatchEvent(new Event("resize")); // makes wide tables scrollable regions
    state.shownEvent = 0;
  }

  /**
   * Show the frame after an event, computed from the last whole frame before it.
   * @param {number} event
   * @param {number} [time] duration of the movement in milliseconds
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
      state.frame = {}; // a whole frame replaces everything before it
      from = whole - 1;
    }
    for (const step of frames.slice(from, last)) applyStep(state.frame, step);
    state.shownEvent = last;
    renderer.show(state.frame, time);
    this.highlight();
  }

  /** Describe the stop of the track that was reached at an event. @param {number} [event] */
  place(event = this.state.shownEvent) {
    const { stage, frames } = this.state;
    const { t } = frames.slice(0, event).findLast((frame) => frame.t !== undefined) ?? {};
    const stop = stage && t && this.root.querySelector(`[data-stop='${t}']`);
    if (!stop) return "";
    const words = stop.textContent ?? "";
    // A number needs the label of its track; a name does not.
    if (!/^\d/.test(words.trim())) return words;
    return `${stop.parentElement?.getAttribute("aria-label")} ${words}`;
  }

  // ---- options on the drawing

  /** Highlight the parts of the drawing that an option is about. */
  highlight() {
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
   * Show the handle for the move that the engine asks for, in place of an earlier one.
   * @param {Reach | null} reach null for none
   */
  setMoveDrag(reach) {
    this.moveDrag?.remove();
    this.moveDrag = null;
    const top = this.tabletop();
    if (top && reach) this.moveDrag = new MoveDrag(top, reach, this.ask, this.answer);
  }

  /** Return the view of the table top; undefined in a game without one. */
  tabletop() {
    const view = this.renderer?.views[0];
    return /** @type {TabletopView | undefined} */ (view);
  }

  /** Mark the places where an option would put models. @param {string} option */
  showSpots(option) {
    const spots = this.state.touched?.spots[option];
    if (spots) this.tabletop()?.showSpots(spots);
  }

  /**
   * Return the elements of a model, fighter or part.
   * @param {string} name
   * @returns {HTMLElement[]}
   */
  drawn(name) {
    const key = CSS.escape(name);
    const models = findAll(this.root, `[data-fighter='${key}'],[data-model='${key}']`);
    const parts = /** @type {HTMLElement[]} */ (this.renderer?.part(name) ?? []);
    return [...models, ...parts];
  }

  /**
   * Choose the option of a highlighted part, or mark its options where it has several.
   * @param {string} name
   */
  pick(name) {
    const { asked } = seenOf(this.state);
    const matches = (asked?.options ?? []).filter((o) => touchedBy(this.state, o).includes(name));
    if (matches.length === 1) return this.answer(matches[0].text);
    const texts = matches.map(({ text }) => text);
    for (const el of findAll(this.ask, "[data-option]")) {
      el.classList.toggle("cb-play__meant", texts.includes(el.dataset.option ?? ""));
    }
    find(this.ask, ".cb-play__meant")?.focus();
  }

  // ---- descriptions: everything drawn has a sentence

  /**
   * List the descriptions of everything that is drawn, where the player has opened that list.
   * @param {EngineHandle} engine
   */
  async describe(engine) {
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

  /**
   * Describe the part of the drawing that was pressed.
   * @param {EngineHandle} engine
   * @param {HTMLElement} el
   */
  async describePart(engine, el) {
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
