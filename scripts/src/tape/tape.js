// The tape on the table top: two ends, each a model or a point, chosen by a tap or from a list. It
// follows the models as they move, and can be put away.
import { closest, find, findAll } from "../common/dom.js";
import { html, setMarkup } from "../common/html.js";
import { pointIn, svgElement } from "../common/svg.js";
import { ArcRules } from "../fire-arcs/rules.js";
import { measure, quarters } from "./measure.js";

/** @typedef {import("./measure.js").End} End */
/** @typedef {"from" | "to"} Which */

const INCH = 1000;
const STEP = 250; // thousandths of an inch between two places of a point
const FINGER = 22; // pixels around a tap in which a model is chosen
const POINT = "point";
/** @type {[Which, string][]} */
const ENDS = [
  ["from", "From"],
  ["to", "To"],
];

/** Round a coordinate to a place for a point. @param {number} value */
const toStep = (value) => Math.max(0, Math.round(value / STEP) || 0) * STEP;

/** @param {[Which, string]} end */
const endMarkup = ([which, label]) =>
  html`<label><span>${label}</span><select data-end="${which}"></select></label>
    <p data-point="${which}" hidden>${["across", "along"].map(
      (axis) => html`<label><span>${axis}</span>
        <input type="number" inputmode="decimal" min="0" step="0.25" data-axis="${axis}"></label>`,
    )}</p>`;

const panelMarkup = () =>
  html`<div class="cb-tape__ends">${ENDS.map(endMarkup)}
    <button type="button" data-tape="turn">Turn round</button>
    <button type="button" data-tape="close">Put away</button></div>
    <p class="cb-tape__words"></p><p class="cb-sr" role="status"></p>`;

/** Return the models on the table. @param {TabletopView} top */
const statesOf = (top) => top.frame.m ?? {};

/** @param {TabletopView} top @param {string} key @returns {End} */
function modelEnd(top, key) {
  const [x, y, h] = statesOf(top)[key];
  const { title: name, group } = top.models[key];
  return { name, group, kind: group === "ours" ? "bomber" : "fighter", x, y, h };
}

export class Tape {
  /**
   * @param {HTMLElement} button which takes the tape out
   * @param {() => TabletopView | undefined} top the table top, if one is drawn
   * @param {() => string[]} acting the models that act
   */
  constructor(button, top, acting) {
    this.button = button;
    this.top = top;
    this.acting = acting;
    this.root = /** @type {HTMLElement} */ (button.closest(".cb-player"));
    this.isOut = false;
    /** @type {Record<Which, string>} The key of a model, or `point`. */
    this.chosen = { from: "", to: "" };
    /** @type {Record<Which, number[]>} */
    this.points = { from: [0, 0], to: [0, 0] };
    this.next = /** @type {Which} */ ("from"); // the end that a tap sets
    this.panel = document.createElement("section");
    this.panel.className = "cb-tape";
    this.panel.setAttribute("aria-label", "Tape");
    setMarkup(this.panel, panelMarkup());
    button.after(this.panel);
    this.panel.hidden = true;
    /** @type {SVGElement | null} */
    this.layer = null;
    this.listen();
  }

  /** Return the view of the table top and its models; null while there is nothing to measure. */
  shown() {
    const top = this.top();
    return top?.svg.dataset.fire?.includes("reach")
      ? { top, keys: Object.keys(statesOf(top)) }
      : null;
  }

  // ---- taking it out and putting it away

  toggle() {
    this.isOut = !this.isOut;
    this.panel.hidden = !this.isOut;
    this.root.classList.toggle("cb-player--tape", this.isOut);
    this.button.setAttribute("aria-expanded", String(this.isOut));
    if (!this.isOut) {
      this.layer?.remove();
      return this.button.focus();
    }
    this.next = "from";
    this.draw();
    this.reveal();
    this.speak();
    find(this.panel, "select").focus({ preventScroll: true });
  }

  listen() {
    const { root, panel } = this;
    root.addEventListener("cb-shown", () => this.draw());
    // A tap measures in place of choosing an option of the decision.
    const air = find(root, ".cb-player__air");
    air.addEventListener("click", (event) => this.tap(event), { capture: true });
    panel.addEventListener("change", ({ target }) => {
      const { end, axis } = /** @type {HTMLElement} */ (target).dataset;
      if (end)
        this.set(/** @type {Which} */ (end), /** @type {HTMLSelectElement} */ (target).value);
      if (axis) this.setPoints();
    });
    panel.addEventListener("click", (event) => {
      const what = closest(event, "[data-tape]")?.dataset.tape;
      if (what === "close") this.toggle();
      if (what === "turn") this.turn();
    });
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
    });
  }

  /** @param {MouseEvent} event */
  tap(event) {
    const shown = this.shown();
    if (!this.isOut || !shown || closest(event, ".cb-model--ghost")) return;
    const { top, keys } = shown;
    if (!(event.target instanceof Node && top.svg.contains(event.target))) return;
    event.stopPropagation();
    const at = pointIn(top.svg, /** @type {PointerEvent} */ (event));
    const pixel = 1 / (top.svg.getScreenCTM()?.a ?? 1);
    const near = keys
      .map((key) => {
        const [x, y] = top.scale.point(statesOf(top)[key]);
        const room = Math.max(top.models[key].length / 2, FINGER * pixel);
        return { key, far: Math.hypot(x - at.x, y - at.y) / room };
      })
      .sort((a, b) => a.far - b.far)[0];
    const which = this.next;
    this.next = "to";
    if (near && near.far <= 1) return this.set(which, near.key);
    this.chosen[which] = POINT;
    this.points[which] = top.scale
      .placeAt(top.svg, /** @type {PointerEvent} */ (event))
      .map(toStep);
    this.set(which, POINT);
  }

  // ---- the ends

  /** @param {Which} which @param {string} key */
  set(which, key) {
    const before = this.chosen[which];
    const shown = this.shown();
    if (key === POINT && before !== POINT && shown) {
      const { x, y } = this.end(which, shown.top);
      this.points[which] = [x, y].map(toStep);
    }
    this.chosen[which] = key;
    this.draw();
    this.speak();
  }

  setPoints() {
    for (const [which] of ENDS) {
      const inputs = findAll(this.panel, `[data-point=${which}] input`);
      this.points[which] = inputs.map((el) =>
        toStep(Number(/** @type {HTMLInputElement} */ (el).value) * INCH),
      );
    }
    this.draw();
    this.speak();
  }

  turn() {
    const { chosen, points } = this;
    this.chosen = { from: chosen.to, to: chosen.from };
    this.points = { from: points.to, to: points.from };
    this.draw();
    this.speak();
  }

  /**
   * Choose models for ends without one: the model that acts, and the nearest enemy.
   * @param {NonNullable<ReturnType<Tape["shown"]>>} shown
   */
  fill({ top, keys }) {
    const { chosen } = this;
    const isKnown = (/** @type {string} */ key) => key === POINT || keys.includes(key);
    if (!isKnown(chosen.from)) {
      chosen.from = this.acting().find(isKnown) ?? keys[0] ?? POINT;
    }
    if (isKnown(chosen.to)) return;
    const from = this.end("from", top);
    const rank = (/** @type {string} */ key) => {
      const to = modelEnd(top, key);
      const isFriend = (to.group === "enemy") === (from.group === "enemy");
      return Math.hypot(to.x - from.x, to.y - from.y) + (isFriend ? 1e6 : 0);
    };
    const others = keys.filter((key) => key !== chosen.from);
    chosen.to = others.sort((a, b) => rank(a) - rank(b))[0] ?? POINT;
  }

  /** @param {Which} which @param {TabletopView} top @returns {End} */
  end(which, top) {
    if (this.chosen[which] !== POINT) return modelEnd(top, this.chosen[which]);
    const [x, y] = this.points[which];
    const name = `the point ${quarters(x)} across, ${quarters(y)} along`;
    return { name, group: "", kind: POINT, x, y, h: 0 };
  }

  // ---- showing

  draw() {
    if (!this.isOut) return;
    this.layer?.remove();
    const shown = this.shown();
    this.panel.hidden = !shown || this.root.classList.contains("cb-play--curtain");
    if (!shown || this.panel.hidden) return;
    const { top } = shown;
    this.fill(shown);
    this.showEnds(shown);
    const [from, to] = ENDS.map(([which]) => this.end(which, top));
    const measured = measure(new ArcRules(JSON.parse(top.svg.dataset.fire ?? "")), from, to);
    find(this.panel, ".cb-tape__words").textContent = measured.words.join(" ");
    this.drawLine(top, measured);
  }

  /** @param {NonNullable<ReturnType<Tape["shown"]>>} shown */
  showEnds({ top, keys }) {
    const shown = Object.entries(top.models).filter(([key]) => keys.includes(key));
    const options = shown.map(([key, { title }]) => html`<option value="${key}">${title}</option>`);
    for (const [which] of ENDS) {
      const select = /** @type {HTMLSelectElement} */ (find(this.panel, `[data-end=${which}]`));
      setMarkup(select, [...options, html`<option value="${POINT}">a point</option>`]);
      select.value = this.chosen[which];
      const box = find(this.panel, `[data-point=${which}]`);
      box.hidden = this.chosen[which] !== POINT;
      findAll(box, "input").forEach((el, n) => {
        /** @type {HTMLInputElement} */ (el).value = String(this.points[which][n] / INCH);
      });
    }
  }

  /** @param {TabletopView} top @param {ReturnType<typeof measure>} measured */
  drawLine(top, { line, distance, fire }) {
    const layer = svgElement("g", { class: "cb-tape__drawn" }, top.svg);
    this.layer = layer;
    for (const { from, to, group } of fire) {
      const looks = { class: "cb-tape__fire", "data-group": group };
      svgElement("path", { ...looks, d: top.scale.line([from, to]) }, layer);
    }
    const d = top.scale.line(line);
    const inch = INCH / top.scale.unit;
    svgElement("path", { class: "cb-tape__line", d }, layer);
    const dashes = `1.5 ${(inch - 1.5).toFixed(2)}`;
    svgElement("path", { class: "cb-tape__inches", d, "stroke-dasharray": dashes }, layer);
    this.drawNumber(
      line.map((place) => top.scale.point(place)),
      `${quarters(distance)}″`,
      layer,
    );
  }

  /**
   * Write a length beside the middle of the tape.
   * @param {number[][]} ends
   * @param {string} words
   * @param {Element} layer
   */
  drawNumber([[x, y], [toX, toY]], words, layer) {
    const text = /** @type {SVGTextElement} */ (svgElement("text", {}, layer, words));
    const { width, height } = text.getBBox();
    const length = Math.hypot(toX - x, toY - y) || 1;
    // The direction from the tape to the number, which is always to the right.
    const side = toY < y ? -1 : 1;
    const [acrossX, acrossY] = [(side * (toY - y)) / length, (side * (x - toX)) / length];
    const far = (Math.abs(acrossX) * width + Math.abs(acrossY) * height) / 2 + height / 4;
    text.setAttribute("x", String((x + toX) / 2 + acrossX * far));
    text.setAttribute("y", String((y + toY) / 2 + acrossY * far));
  }

  /** Move the camera so that both ends are visible. */
  reveal() {
    const shown = this.shown();
    if (!shown) return;
    const ends = ENDS.map(([which]) => this.end(which, shown.top));
    const places = ends.map(({ x, y }) => [x, y]);
    shown.top.reveal(places, ends[0].group);
    this.draw();
  }

  /** Announce the result to screen readers. */
  speak() {
    find(this.panel, ".cb-sr").textContent = find(this.panel, ".cb-tape__words").textContent;
  }
}
