// The widget of fire arcs: two model aircraft to drag and turn, which shows who can fire at whom
// and the odds.

import { closest, control, element, find, findAll, hasModifier } from "../common/dom.js";
import { listenToDrags, svgElement } from "../common/svg.js";
import { percent } from "../common/text.js";
import { TabletopScale } from "../replay/tabletop-geometry.js";
import { accountOf, inches } from "./account.js";
import { ArcRules, wholeHeading } from "./rules.js";

/** @typedef {import("./rules.js").Aircraft} Aircraft */
/** @typedef {"a" | "b"} Who the attacker, the target */

const GRID = 50; // step of a drag in thousandths of an inch
const REST = 150; // milliseconds without a change until it is announced
/** @type {Record<string, number>} */
const TURNS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, number>} */
const FLIES = { ArrowUp: 1, ArrowDown: -1 };

class FireArcs {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {import("./rules.js").ArcData} */
    this.data = JSON.parse(find(root, "script").textContent ?? "");
    this.rules = new ArcRules(this.data);
    this.svg = /** @type {SVGSVGElement} */ (root.querySelector("svg.cb-top"));
    this.fields = find(root, ".cb-try__fields");
    this.lines = find(root, ".cb-try__lines");
    this.status = find(root, ".cb-try__says");
    this.start = /** @type {HTMLSelectElement} */ (control(this.root, "start"));
    this.kind = /** @type {HTMLSelectElement} */ (control(this.root, "kind"));
    this.turret = /** @type {HTMLInputElement} */ (control(this.root, "turret"));
    const [width, height] = this.data.window;
    this.scale = new TabletopScale(width / this.svg.viewBox.baseVal.width, height);
    /** @type {Record<Who, Aircraft>} */
    this.planes = {
      a: { kind: "fighter", x: 0, y: 0, h: 0 },
      b: { kind: "bomber", x: 0, y: 0, h: 0 },
    };
    this.timer = 0;
  }

  /**
   * @param {number[]} place
   * @param {number} heading
   * @param {number} half
   * @param {string} group
   * @param {boolean} isOn
   */
  drawSector([x, y], heading, half, group, isOn) {
    const sector = [0, 0, 0, half, this.data.reach];
    const drawn = this.scale.drawSector(sector, [x, y, heading], this.fields, group);
    drawn.classList.toggle("cb-sector--on", isOn);
  }

  /** @param {number[]} from @param {number[]} to @param {string} look @param {string} group */
  drawLine(from, to, look, group) {
    const looks = { class: "cb-line", "data-look": look, "data-group": group };
    svgElement("path", { ...looks, d: this.scale.line([from, to]) }, this.lines);
  }

  draw() {
    const { a, b } = this.planes;
    const account = accountOf(this.rules, a, b, this.turret.checked);
    const { aim, back } = account;
    this.fields.textContent = "";
    this.lines.textContent = "";
    this.describe(account);
    this.drawSector([a.x, a.y], a.h, this.data.arc, "enemy", aim.can);
    if (b.kind === "bomber") {
      for (const gun of this.rules.guns(b, a.x, a.y, this.turret.checked)) {
        const isOn = back.some((answer) => answer.gun?.key === gun.key);
        this.drawSector(gun.place, b.h + gun.facing, gun.half, "ours", isOn);
      }
    }
    this.drawLine([a.x, a.y], aim.point, aim.can ? "shot" : "limit", "enemy");
    for (const { gun } of back) if (gun) this.drawLine(gun.place, [a.x, a.y], "measure", "ours");
    this.drawModel("a");
    this.drawModel("b");
  }

  /** @param {ReturnType<typeof accountOf>} account */
  describe({ rows, words, together }) {
    const body = find(this.root, ".cb-try__odds tbody");
    body.replaceChildren(...rows.map((row) => this.oddsRow(row.words, row.column)));
    const box = /** @type {HTMLElement} */ (body.closest(".cb-scroll"));
    box.style.visibility = rows.length ? "" : "hidden";
    find(this.root, ".cb-try__all").textContent = together;
    clearTimeout(this.timer);
    const announce = () => {
      this.status.textContent = words;
    };
    // During a drag only the last position is announced.
    this.timer = setTimeout(announce, this.status.textContent ? REST : 0);
  }

  /** @param {string} words @param {string} column */
  oddsRow(words, column) {
    const [ours, theirs, counts] = this.data.odds[column];
    const chances = counts.map((n) => `${n}/36 ${percent(n / 36)}`);
    const cells = [`+${ours} : +${theirs}`, ...chances].map((text) => element("td", {}, text));
    return element("tr", {}, element("th", { scope: "row" }, words), ...cells);
  }

  /** @param {Who} who */
  artOf(who) {
    const { bomber, german, escort } = this.data.art;
    if (this.planes[who].kind === "bomber") return bomber;
    return who === "a" ? german : escort;
  }

  /** @param {Who} who */
  drawModel(who) {
    const { x, y, h, kind } = this.planes[who];
    const el = find(this.root, `[data-who=${who}].cb-try__model`);
    el.setAttribute("transform", `translate(${this.scale.coordinates([x, y])})`);
    find(el, ".cb-model__turn").setAttribute("transform", `rotate(${h})`);
    const shape = find(el, ".cb-try__shape");
    const art = this.artOf(who);
    if (shape.dataset.art !== art) {
      const length = (2 * (kind === "bomber" ? this.data.nose : this.data.small)) / this.scale.unit;
      shape.dataset.art = art;
      shape.textContent = "";
      const use = { href: `#${this.root.id}-${art}`, transform: `scale(${length})` };
      svgElement("use", use, shape);
    }
    const words = `${inches(x)} across, ${inches(y)} along, heading ${h}`;
    el.setAttribute("aria-valuenow", String(h));
    el.setAttribute("aria-valuetext", words);
    this.setKnob(who, "x", x, inches(x));
    this.setKnob(who, "y", y, inches(y));
    this.setKnob(who, "h", h, `${h}°`);
  }

  /** @param {Who} who @param {string} what @param {number} value @param {string} words */
  setKnob(who, what, value, words) {
    const css = `input[data-who=${who}][data-what=${what}]`;
    const input = /** @type {HTMLInputElement} */ (find(this.root, css));
    input.value = String(value);
    input.setAttribute("aria-valuetext", words);
    if (input.nextElementSibling) input.nextElementSibling.textContent = words;
  }

  /** @param {Who} who @param {number} x @param {number} y @param {number} h */
  put(who, x, y, h) {
    const [width, height] = this.data.window;
    const plane = this.planes[who];
    plane.x = Math.max(0, Math.min(width, Math.round(x)));
    plane.y = Math.max(0, Math.min(height, Math.round(y)));
    plane.h = wholeHeading(Math.round(h));
    this.draw();
  }

  /** @param {number} number */
  begin(number) {
    const [, kind, a, b] = this.data.starts[number];
    this.kind.value = kind;
    Object.assign(this.planes.a, { x: a[0], y: a[1], h: a[2] });
    Object.assign(this.planes.b, { kind, x: b[0], y: b[1], h: b[2] });
    this.draw();
  }
}

/** @param {FireArcs} widget */
function listenToControls(widget) {
  const { planes, start, kind, turret } = widget;
  start.addEventListener("change", () => widget.begin(Number(start.value)));
  kind.addEventListener("change", () => {
    planes.b.kind = kind.value;
    widget.draw();
  });
  turret.addEventListener("change", () => widget.draw());
  for (const el of findAll(widget.root, "input[type=range]")) {
    const input = /** @type {HTMLInputElement} */ (el);
    input.addEventListener("input", () => {
      const plane = planes[/** @type {Who} */ (input.dataset.who)];
      plane[/** @type {"x" | "y" | "h"} */ (input.dataset.what)] = Number(input.value);
      widget.draw();
    });
  }
}

/** Return the model at the target of an event. @param {Event} event */
const modelAt = (event) => closest(event, ".cb-try__model");

/**
 * Let one finger or the mouse drag a model, or turn it by the ring before its nose.
 * @param {FireArcs} widget
 */
function listenToPointer(widget) {
  const { svg, planes, scale } = widget;
  const snapped = (/** @type {number} */ value) => Math.round(value / GRID) * GRID;
  listenToDrags(svg, (event) => {
    const el = modelAt(event);
    if (!el) return null;
    const who = /** @type {Who} */ (el.dataset.who);
    const plane = planes[who];
    const begun = scale.placeAt(svg, event);
    const [dx, dy] = [plane.x - begun[0], plane.y - begun[1]];
    const isTurn = !!closest(event, ".cb-try__handle");
    el.focus({ preventScroll: true });
    return (moved) => {
      const [x, y] = scale.placeAt(svg, moved);
      const heading = (Math.atan2(x - plane.x, y - plane.y) * 180) / Math.PI;
      if (isTurn) widget.put(who, plane.x, plane.y, heading);
      else widget.put(who, snapped(x + dx), snapped(y + dy), plane.h);
    };
  });
}

/** Let the arrow keys turn and move a model; with shift in small steps. @param {FireArcs} widget */
function listenToKeys(widget) {
  widget.svg.addEventListener("keydown", (event) => {
    const who = /** @type {Who | undefined} */ (modelAt(event)?.dataset.who);
    const turn = TURNS[event.key];
    const fly = FLIES[event.key];
    if (!who || hasModifier(event) || !(turn || fly)) return;
    event.preventDefault();
    const { x, y, h } = widget.planes[who];
    if (turn) return widget.put(who, x, y, h + turn * (event.shiftKey ? 1 : 5));
    const to = widget.rules.ahead(x, y, h, fly * (event.shiftKey ? GRID : 10 * GRID));
    widget.put(who, to[0], to[1], h);
  });
}

/** @param {HTMLElement} root */
export function startFireArcs(root) {
  const widget = new FireArcs(root);
  listenToControls(widget);
  listenToPointer(widget);
  listenToKeys(widget);
  widget.start.value = root.dataset.start ?? "0";
  widget.begin(Number(root.dataset.start));
}
