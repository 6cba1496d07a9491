// The handle with which a move on the table top is dragged. It shows where the model can go and its
// fields of fire there; the engine decides whether the move is legal.
import { find } from "../common/dom.js";
import { listenToDrags, svgElement } from "../common/svg.js";
import { ahead, FINE, places, readTyped, towards, typed } from "./move-geometry.js";

/** @typedef {import("./move-geometry.js").Move} Move */

const FINGER = 16; // the least radius of the handle, for touch
const EDGE = 3; // degrees between two points of the outline
const LABEL =
  "Where it ends: drag it, or turn with left and right, and turn sooner or later with up and down";
/** @type {Record<string, number>} */
const TURNS = { ArrowLeft: -1, ArrowRight: 1 };
/** @type {Record<string, number>} */
const LATER = { ArrowUp: 1, ArrowDown: -1 };

export class MoveDrag {
  /**
   * @param {TabletopView} top
   * @param {Reach} reach
   * @param {HTMLElement} ask the element with the options
   * @param {(text: string) => void} answer answers the decision with a move
   */
  constructor(top, reach, ask, answer) {
    this.top = top;
    this.reach = reach;
    this.ask = ask;
    this.answer = answer;
    this.model = top.models[reach.model];
    /** @type {Move} */
    this.move = { first: reach.length, pivot: 0 };
    const looks = { "data-group": this.model.group };
    this.layer = svgElement("g", { class: "cb-moves" }, top.svg);
    svgElement("path", { class: "cb-area", d: this.outline() }, this.layer);
    this.fields = svgElement("g", {}, this.layer);
    this.way = svgElement("path", { class: "cb-way", ...looks }, this.layer);
    const ghost = {
      class: "cb-model cb-model--ghost",
      ...looks,
      tabindex: 0,
      role: "slider",
      "aria-label": LABEL,
      "aria-valuemin": -reach.turn,
      "aria-valuemax": reach.turn,
    };
    this.ghost = svgElement("g", ghost, this.layer);
    this.shape = svgElement("g", {}, this.ghost);
    this.shape.append(find(this.model.turn, "use").cloneNode());
    const r = Math.max(this.model.length / 2, FINGER);
    svgElement("circle", { class: "cb-moves__grip", r }, this.ghost);
    this.ghost.addEventListener("keydown", (event) => this.press(event));
    listenToDrags(this.ghost, () => {
      this.ghost.focus({ preventScroll: true });
      return (event) => this.set(towards(reach, top.scale.placeAt(top.svg, event)));
    });
    this.draw();
    const end = ahead(reach.start, reach.start[2], reach.length);
    top.reveal([reach.start, end], this.model.group);
  }

  /**
   * The outline of the area where a move can end: between the circle of the earliest turn and the
   * lines of the sharpest ones.
   */
  outline() {
    const { start, straight, length, turn } = this.reach;
    const from = ahead(start, start[2], straight);
    const spots = [];
    for (let pivot = -turn; pivot <= turn; pivot += EDGE) {
      spots.push(ahead(from, start[2] + pivot, length - straight));
    }
    spots.push(ahead(from, start[2] + turn, length - straight));
    spots.push(ahead(from, start[2], length - straight));
    return `${this.top.scale.line(spots)}Z`;
  }

  draw() {
    const { scale } = this.top;
    const spots = places(this.reach, this.move);
    const end = spots[3];
    this.way.setAttribute("d", scale.line(spots));
    this.ghost.setAttribute("transform", `translate(${scale.coordinates(end)})`);
    this.shape.setAttribute("transform", `rotate(${end[2]})`);
    this.fields.textContent = "";
    const { sectors, group } = this.model;
    for (const sector of sectors) scale.drawSector(sector, end, this.fields, group);
    this.ghost.setAttribute("aria-valuenow", String(this.move.pivot));
    this.ghost.setAttribute("aria-valuetext", typed(this.reach, this.move));
  }

  /** Show where the move of an option ends. @param {string} option */
  showOption(option) {
    const move = readTyped(this.reach, option);
    if (!move) return;
    this.move = move;
    this.draw();
  }

  /** Draw a move, and write it into the text field of the decision. @param {Move} move */
  set(move) {
    this.move = move;
    this.draw();
    const form = this.ask.querySelector(".cb-play__typed");
    const input = form?.querySelector("input");
    const button = form?.querySelector("button");
    if (!input) return;
    input.value = typed(this.reach, move);
    const fold = input.closest("details");
    if (fold) fold.open = true;
    if (button) button.textContent = "Fly it";
  }

  /** Set the legal move that is nearest to a move. @param {Move} move */
  setWithin({ first, pivot }) {
    const { straight, length, latest, turn } = this.reach;
    const turned = Math.max(-turn, Math.min(turn, pivot));
    const leg = Math.max(straight, Math.min(length, first));
    this.set({ first: turned ? Math.min(leg, latest, length - FINE) : leg, pivot: turned });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const turn = TURNS[event.key];
    const later = LATER[event.key];
    const step = event.shiftKey ? 1 : 5;
    if (!turn && !later && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const { first, pivot } = this.move;
    if (event.key === "Enter") this.answer(typed(this.reach, this.move));
    else if (later) this.setWithin({ first: first + later * step * 100, pivot });
    else {
      const leg = pivot ? first : this.reach.straight;
      this.setWithin({ first: leg, pivot: pivot + turn * step });
    }
  }

  remove() {
    this.layer.remove();
  }
}
