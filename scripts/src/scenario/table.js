// The table of a scenario, drawn to scale from the engine's description, with the strip in which
// the first side starts. The edges of the strip can be dragged.
import { closest, find, findAll } from "../common/dom.js";
import { setMarkup } from "../common/html.js";
import { listenToDrags, svgElement } from "../common/svg.js";
import { topMarkup } from "../play/scene-markup.js";
import { TabletopScale } from "../replay/tabletop-geometry.js";

/** @typedef {import("./form.js").ScenarioForm} ScenarioForm */
/** @typedef {import("./builder.js").TableData} TableData */

const INCH = 1000;
const ID = "build-table";
/** @type {Record<string, string>} The names of the controls by edge. */
const EDGES = { near: "deployment.near", far: "deployment.far" };
/** @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1 };

export class ScenarioTable {
  /** @param {HTMLElement} box @param {ScenarioForm} form */
  constructor(box, form) {
    this.box = box;
    this.form = form;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.scale = new TabletopScale(1, 0);
    this.width = 0;
    this.isDragged = false;
    /** @type {TableData | null} The table to draw after a drag. */
    this.later = null;
  }

  /** @param {TableData} data */
  draw(data) {
    this.later = this.isDragged ? data : null;
    if (this.isDragged) return;
    const { top, models } = data;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.edge;
    this.scale = new TabletopScale(top.unit, top.far);
    this.width = top.width;
    setMarkup(this.box, topMarkup(ID, top));
    const svg = /** @type {SVGSVGElement} */ (this.box.querySelector("svg"));
    this.svg = svg;
    this.listen(svg);
    for (const [key, [x, y, heading]] of Object.entries(models)) {
      const el = find(svg, `[data-model="${key}"]`);
      el.style.display = "";
      find(el, ".cb-model__turn").style.transform = this.scale.turned([x, y], heading);
      find(el, ".cb-model__label").style.transform = this.scale.shift([x, y]);
    }
    this.drawStrip();
    if (focused) find(svg, `[data-edge=${focused}]`).focus({ preventScroll: true });
  }

  /** @param {string} edge */
  inches(edge) {
    return Number(this.form.control(EDGES[edge]).value);
  }

  drawStrip() {
    const { svg, scale, width } = this;
    if (!svg) return;
    for (const el of findAll(svg, ".cb-build__strip")) el.remove();
    const strip = svgElement("g", { class: "cb-build__strip" });
    svg.insertBefore(strip, svg.querySelector("[data-model]"));
    const [near, far] = Object.keys(EDGES).map((edge) => scale.y(this.inches(edge) * INCH));
    svgElement("rect", { x: 0, y: far, width, height: Math.max(0, near - far) }, strip);
    this.drawGrip("near", near, strip);
    this.drawGrip("far", far, strip);
  }

  /** @param {string} edge @param {number} y @param {Element} into */
  drawGrip(edge, y, into) {
    const { min, max } = this.form.control(EDGES[edge]);
    const value = this.inches(edge);
    const looks = {
      "data-edge": edge,
      tabindex: 0,
      role: "slider",
      "aria-orientation": "vertical",
      "aria-label": `${edge === "near" ? "Near" : "Far"} edge of the strip where they start`,
      "aria-valuemin": min,
      "aria-valuemax": max,
      "aria-valuenow": value,
      "aria-valuetext": `${value} inches`,
    };
    const grip = svgElement("g", looks, into);
    svgElement("path", { d: `M0 ${y}H${this.width}` }, grip);
    svgElement("circle", { cx: edge === "near" ? 40 : this.width - 40, cy: y, r: 16 }, grip);
    grip.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.set(edge, this.inches(edge) + step);
      this.drawStrip();
      find(/** @type {SVGSVGElement} */ (this.svg), `[data-edge=${edge}]`).focus();
    });
  }

  /** Let the edges be dragged in a drawing. @param {SVGSVGElement} svg */
  listen(svg) {
    listenToDrags(
      svg,
      (event) => {
        const edge = closest(event, "[data-edge]")?.dataset.edge;
        this.isDragged = !!edge;
        if (!edge) return null;
        return (moved) => {
          this.set(edge, Math.round(this.scale.placeAt(svg, moved)[1] / INCH));
          this.drawStrip();
        };
      },
      () => {
        this.isDragged = false;
        if (this.later) this.draw(this.later);
      },
    );
  }

  /** Write a value into the form. @param {string} edge @param {number} inches */
  set(edge, inches) {
    const control = this.form.control(EDGES[edge]);
    const least = edge === "far" ? this.inches("near") : Number(control.min);
    const most = edge === "near" ? this.inches("far") : Number(control.max);
    const value = Math.max(least, Math.min(most, inches));
    if (Number(control.value) === value) return;
    control.value = String(value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
