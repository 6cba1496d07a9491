// A table top with models. The letters in the data are explained in combatbox/play/frames.py.
// Models move by browser animations of `transform` alone, which need no script while they run. A
// model and its name have one animation each, because Chromium runs an animation inside an animated
// group on the main thread.
import { element, find, findAll } from "../common/dom.js";
import { svgElement } from "../common/svg.js";
import { TabletopScale } from "./tabletop-geometry.js";
import { isShown, placeNames, viewFor } from "./tabletop-layout.js";

// Close up: pixels in a unit of the drawing, and the scale of letters, which grow less than models.
const CLOSE = 1.2;
const LETTERS = 0.54;
const NAME = 13; // units by which the style sheet lowers a name
// Shares of the time of a step: first the fire, if any, then the movement.
const FIRE = 0.3;
const FLY = 0.62;
/** @type {Record<number, string>} Pips of a die, on nine spots from `a` to `i`. */
const PIPS = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi" };

/**
 * @typedef {object} Model
 * @property {HTMLElement} el
 * @property {HTMLElement} turn
 * @property {HTMLElement} label
 * @property {Element} name
 * @property {string} title
 * @property {HTMLElement} smoke
 * @property {number} length
 * @property {string} group
 * @property {number[][]} sectors
 * @property {number} puffs
 */

/** @param {HTMLElement} el @returns {Model} */
const modelOf = (el) => ({
  el,
  turn: /** @type {HTMLElement} */ (el.firstChild),
  label: /** @type {HTMLElement} */ (el.lastChild),
  name: find(/** @type {HTMLElement} */ (el.lastChild), "text"),
  title: el.dataset.name ?? "",
  smoke: find(el, ".cb-model__smoke"),
  length: Number(el.dataset.length),
  group: el.dataset.group ?? "",
  sectors: JSON.parse(el.dataset.sectors ?? "[]"),
  puffs: 0,
});

/** @param {number} low @param {number} high @param {number} value */
const between = (low, high, value) =>
  low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));

/** @param {number} face @param {string} group */
function drawDie(face, group) {
  const looks = { class: "cb-face", viewBox: "0 0 30 30", "data-group": group };
  const die = svgElement("svg", looks);
  svgElement("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }, die);
  for (const spot of PIPS[face] ?? "") {
    const n = "abcdefghi".indexOf(spot);
    const place = { cx: 7.5 + 7.5 * (n % 3), cy: 7.5 + 7.5 * Math.floor(n / 3), r: 2.6 };
    svgElement("circle", place, die);
  }
  return die;
}

/** @param {Model} model @param {number} puffs */
function drawSmoke(model, puffs) {
  if (model.puffs === puffs) return;
  const r = Math.max(4, model.length / 6);
  model.smoke.textContent = "";
  for (let n = 0; n < puffs; n++) {
    const cx = n % 2 ? r * 0.7 : -r * 0.7;
    const cy = model.length / 2 + r * (0.6 + n);
    svgElement("circle", { class: "cb-puff", cx, cy, r }, model.smoke);
  }
  model.puffs = puffs;
}

/** @param {Model} model @param {string} label */
function drawCoin(model, label) {
  const coin = model.el.querySelector(".cb-coin");
  if (coin && !label) coin.remove();
  if (coin || !label) return;
  const transform = `translate(${model.length / 2 + 14} -8)`;
  const group = svgElement("g", { class: "cb-coin", transform }, model.label);
  svgElement("circle", { r: 9 }, group);
  svgElement("text", {}, group, label);
}

export class TabletopView {
  /** @param {HTMLElement} root @param {SVGSVGElement} svg */
  constructor(root, svg) {
    this.root = root;
    this.svg = svg;
    this.scale = new TabletopScale(Number(svg.dataset.unit), Number(svg.dataset.far));
    this.box = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.fields = find(svg, ".cb-top__fields");
    this.ways = find(svg, ".cb-top__ways");
    this.aims = find(svg, ".cb-top__aims");
    // A drawing alone has no dice, map or controls, and shows all of its box.
    /** @type {HTMLElement | null} */
    this.dice = root.querySelector("[data-slot=dice]");
    /** @type {HTMLSelectElement | null} */
    this.viewSelect = root.querySelector("[data-action=view]");
    /** @type {HTMLSelectElement | null} */
    this.arcsSelect = root.querySelector("[data-action=fields]");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Record<string, Model>} */
    this.models = {};
    for (const el of findAll(svg, "[data-model]")) {
      this.models[el.dataset.model ?? ""] = modelOf(el);
    }
    /** @type {Frame} */
    this.frame = {};
    /** @type {Animation[]} */
    this.running = [];
    this.isPaused = false;
    /** @type {number[] | null} The visible area; null for the whole table. */
    this.view = null;
    this.letters = 1;
    /** @type {number[] | null} Width and height of the drawing in pixels. */
    this.pixels = null;
    /** @type {number[][]} Places that must be visible, for a move that is being planned. */
    this.wanted = [];
    this.wantedBy = ""; // the group of the model that is to move
    this.listen();
  }

  listen() {
    this.viewSelect?.addEventListener("change", () => {
      this.view = null;
      this.moveCamera();
    });
    this.arcsSelect?.addEventListener("change", () => this.showReach());
    new ResizeObserver(() => {
      this.pixels = null;
      this.moveCamera();
    }).observe(this.svg);
  }

  // ---- models

  /** @param {Model} model @param {ModelState | undefined} state */
  place(model, state) {
    model.el.style.display = state ? "" : "none";
    if (!state) return;
    const [, , heading, smoke, coin, looks] = state;
    model.label.style.transform = this.scale.shift(state);
    model.turn.style.transform = this.scale.turned(state, heading);
    model.el.setAttribute("data-state", looks);
    model.el.setAttribute("data-coin", coin);
    drawSmoke(model, smoke);
    drawCoin(model, coin);
  }

  // ---- fields of fire

  /** Return the models that move or fire in this step. */
  acting() {
    const { w = [], a = [], m = {} } = this.frame;
    const acting = new Set(w.map(([key]) => key));
    for (const [x, y] of a) {
      for (const [key, at] of Object.entries(m)) {
        const size = (this.scale.unit * this.models[key].length) / 1.9;
        if (Math.hypot(at[0] - x, at[1] - y) < size) acting.add(key);
      }
    }
    return [...acting];
  }

  showReach() {
    const value = this.arcsSelect?.value;
    const chosen = value ? [value] : [];
    this.fields.textContent = "";
    for (const key of value === "acting" ? this.acting() : chosen) {
      const at = this.frame.m?.[key];
      const { sectors, group } = this.models[key];
      if (!at) continue;
      for (const sector of sectors) this.scale.drawSector(sector, at, this.fields, group);
    }
  }

  // ---- the camera: close up, the view follows the action, and a small map shows where it is

  /** Return the places, in units of the drawing, where something happens. */
  spots() {
    const { w = [], a = [], m = {} } = this.frame;
    const spots = [
      ...w.flatMap(([, way]) => way.map((spot) => this.scale.point(spot))),
      ...a.flatMap((aim) => [this.scale.point(aim), this.scale.point(aim.slice(2))]),
      ...this.wanted,
    ];
    if (spots.length) return spots;
    const all = Object.values(m).map((at) => this.scale.point(at));
    const [left, top, width, height] = this.box;
    return all.length ? all : [[left + width / 2, top + height / 2]];
  }

  /** Return the places of all models: enemies of the acting model first, then by distance. */
  others() {
    const { w = [], m = {} } = this.frame;
    const acting = this.wantedBy || this.models[w[0]?.[0]]?.group;
    const [[x, y]] = this.spots();
    const others = Object.entries(m).map(([key, at]) => {
      const spot = this.scale.point(at);
      const isFriend = this.models[key].group === acting;
      return { spot, rank: Math.hypot(spot[0] - x, spot[1] - y) + (isFriend ? this.box[3] : 0) };
    });
    return others.sort((a, b) => a.rank - b.rank).map(({ spot }) => spot);
  }

  moveCamera() {
    const { svg, box } = this;
    this.pixels ??= [svg.clientWidth, svg.clientHeight];
    const usual = this.pixels.map((pixels) => pixels / CLOSE);
    const hasModels = Object.keys(this.frame.m ?? {}).length > 0;
    const isNarrower = usual[0] > 0 && usual[0] < box[2];
    const isClose = this.viewSelect?.value === "close" && hasModels && isNarrower;
    const wanted = isClose ? viewFor(this.spots(), this.others(), usual) : null;
    const size = usual.map((pixels) => pixels * (wanted?.zoom ?? 1));
    if (!wanted || (size[0] >= box[2] && size[1] >= box[3])) {
      this.view = null;
      this.setLetters(1);
      svg.setAttribute("viewBox", box.join(" "));
      return this.showMap(null);
    }
    const isSame = this.view && this.view[2] === size[0] && this.view[3] === size[1];
    const { edges, zoom } = wanted;
    if (!isSame || !this.view || !isShown(this.view, edges)) {
      const corner = [0, 1].map((n) => {
        const middle = (edges[n] + edges[n + 2]) / 2;
        const half = size[n] / 2;
        return between(box[n] + half, box[n] + box[n + 2] - half, middle) - half;
      });
      this.view = [...corner, ...size];
    }
    this.setLetters(LETTERS * zoom);
    svg.setAttribute("viewBox", this.view.map((n) => n.toFixed(1)).join(" "));
    this.showMap(this.view);
  }

  /** Set the scale of letters, and place the names. @param {number} letters */
  setLetters(letters) {
    if (this.letters !== letters) this.svg.style.setProperty("--near", letters.toFixed(3));
    this.letters = letters;
    const shown = Object.entries(this.frame.m ?? {});
    const models = shown.map(([key, at]) => {
      const [x, y] = this.scale.point(at);
      const { length, name } = this.models[key];
      return { x, y, length, name: name.textContent ?? "" };
    });
    placeNames(models, letters, this.view).forEach(([x, y], n) => {
      const { name } = this.models[shown[n][0]];
      name.setAttribute("x", x.toFixed(1));
      name.setAttribute("y", (y - NAME * letters).toFixed(1)); // the style sheet lowers it
    });
  }

  /** @param {number[] | null} view */
  showMap(view) {
    const map = find(this.root, ".cb-player__map");
    if (!map) return;
    const into = /** @type {Element} */ (map.lastChild);
    map.style.visibility = view ? "" : "hidden";
    into.textContent = "";
    if (!view) return;
    for (const [key, at] of Object.entries(this.frame.m ?? {})) {
      const [cx, cy] = this.scale.point(at);
      const { group, length } = this.models[key];
      svgElement("circle", { "data-group": group, cx, cy, r: length / 2 + 4 }, into);
    }
    const [x, y, width, height] = view;
    svgElement("rect", { x, y, width, height }, into);
  }

  // ---- dice, ways and fire

  showDice() {
    const dice = (this.frame.d ?? []).map(([face, added, label, group]) => {
      const sum = element("b", {}, added ? `+ ${added} = ${face + added}` : "");
      return element("p", {}, drawDie(face, group), sum, element("span", {}, label));
    });
    this.dice?.replaceChildren(...dice);
  }

  showWays() {
    this.ways.textContent = "";
    this.aims.textContent = "";
    for (const [key, way, to] of this.frame.w ?? []) {
      const looks = { "data-group": this.models[key].group };
      svgElement("path", { class: "cb-way", ...looks, d: this.scale.line(way) }, this.ways);
      if (!to) continue;
      const rest = this.scale.line([way[way.length - 1], to]);
      svgElement("path", { class: "cb-way cb-way--rest", ...looks, d: rest }, this.ways);
      const transform = `translate(${this.scale.coordinates(to)}) scale(${this.letters})`;
      const d = "M-5-5L5 5M5-5L-5 5";
      svgElement("path", { class: "cb-mark", ...looks, d, transform }, this.ways);
    }
    for (const aim of this.frame.a ?? []) {
      const [, , , , isHit, group] = aim;
      const d = this.scale.line([aim, aim.slice(2)]);
      const looks = `cb-aim${isHit ? " cb-aim--hit" : ""}`;
      svgElement("path", { class: looks, "data-group": group, d }, this.aims);
    }
  }

  /** @param {number} time */
  fly(time) {
    const { w = [], a = [] } = this.frame;
    const delay = a.length ? FIRE * time : 0;
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: FLY * time, delay, fill: "backwards", easing: "linear" };
    for (const [key, way] of w) {
      const model = this.models[key];
      if (!model || model.el.style.display) continue;
      const { shifts, turns } = this.scale.keyframes(way);
      this.running.push(model.label.animate(shifts, timing), model.turn.animate(turns, timing));
    }
    if (!delay) return;
    const fade = [{ opacity: 0 }, { opacity: 1 }];
    this.running.push(this.aims.animate(fade, { duration: delay / 2, easing: "ease-out" }));
  }

  /**
   * Move the camera so that places are visible.
   * @param {ArrayLike<number>[]} places
   * @param {string} group of the model that is to move
   */
  reveal(places, group) {
    this.wanted = places.map((place) => this.scale.point(place));
    this.wantedBy = group;
    this.moveCamera();
  }

  /** Mark the places where an option would put models. @param {ArrayLike<number>[]} places */
  showSpots(places) {
    const d = "M0-14L4-4 22 2V6L4 5 3 12 8 16H-8L-3 12-4 5-22 6V2L-4-4Z";
    const marks = places.map((place) => {
      const transform = `translate(${this.scale.coordinates(place)})`;
      return svgElement("path", { class: "cb-set", d, transform });
    });
    this.aims.replaceChildren(...marks);
  }

  /**
   * Show a frame.
   * @param {Frame} frame
   * @param {number} time duration of the movement in milliseconds; 0 for none
   */
  show(frame, time) {
    for (const animation of this.running.splice(0)) animation.cancel();
    this.frame = frame;
    this.wanted = [];
    this.wantedBy = "";
    this.isPaused = false;
    for (const [key, model] of Object.entries(this.models)) this.place(model, frame.m?.[key]);
    this.moveCamera();
    this.showWays();
    this.showReach();
    this.showDice();
    this.root.dispatchEvent(new Event("cb-shown"));
    if (time && !this.still.matches) this.fly(time);
  }

  pause() {
    const moving = this.running.filter(({ playState }) => playState === "running");
    this.isPaused = moving.length > 0;
    for (const animation of moving) animation.pause();
  }

  /** Go on with the movement; return the milliseconds that it still needs. */
  resume() {
    if (!this.isPaused) return 0;
    this.isPaused = false;
    const paused = this.running.filter(({ playState }) => playState === "paused");
    const rests = paused.map((animation) => {
      animation.play();
      const end = animation.effect?.getComputedTiming().endTime ?? 0;
      return Number(end) - Number(animation.currentTime ?? 0);
    });
    return Math.max(1, ...rests);
  }
}

/**
 * Return the view of the table top of a drawing; none where it has no table top.
 * @param {HTMLElement} root
 */
export function tabletopViews(root) {
  const drawing = "svg.cb-top[data-unit]";
  const svg = root.matches(drawing) ? root : root.querySelector(drawing);
  return svg ? [new TabletopView(root, /** @type {SVGSVGElement} */ (svg))] : [];
}
