// Draws a frame of a mission, in a replay or a game. The letters in the data are explained in
// combatbox/play/frames.py.
import { closest, find, findAll } from "../common/dom.js";
import { svgElement } from "../common/svg.js";

// The radius of a fighter's touch target; the view from the left has less space.
const FINGER = 26;
const FINGER_BESIDE = 11;
const BELOW = 30; // from the middle of a fighter to its label
const ABOVE = 21;
const MIDDLE_BESIDE = 176; // in the view from the left, fighters right of it fly to the left

/**
 * Another view that draws frames: a table top.
 * @typedef {object} FrameView
 * @property {(frame: Frame, time: number) => void} show
 * @property {() => void} pause
 * @property {() => number} resume returns the milliseconds that the paused movement still needs
 */

/** @param {Fighter} fighter @param {string} key @param {string} prefix @param {Element} into */
function drawFighter(fighter, key, prefix, into) {
  const [type, , planX, planY, heading, sideX, sideY, label, state] = fighter;
  const isBeside = /** @type {SVGElement} */ (into).dataset.view === "side";
  const x = isBeside ? sideX : planX;
  const y = isBeside ? sideY : planY;
  const place = { "data-fighter": key, transform: `translate(${x} ${y})` };
  const group = svgElement("g", { class: "cb-fighter", "data-state": state, ...place }, into);
  const r = isBeside ? FINGER_BESIDE : FINGER;
  svgElement("circle", { class: "cb-fighter__hold", r }, group);
  const turn = x > MIDDLE_BESIDE ? -90 : 90; // towards the bomber
  const transform = isBeside ? `scale(.75 .4) rotate(${turn})` : `rotate(${heading})`;
  const box = { x: -20, y: -18, width: 40, height: 35, transform };
  svgElement("use", { href: `#${prefix}-${type}`, ...box }, group);
  svgElement("text", { y: isBeside ? -9 : labelBelow(into, y) }, group, label);
}

/**
 * Return the offset of a fighter's label: below it, or above at the lower edge of the drawing.
 * @param {Element} into
 * @param {number} y of the fighter
 */
function labelBelow(into, y) {
  const box = /** @type {SVGGraphicsElement} */ (into).ownerSVGElement?.viewBox.baseVal;
  return box && y + BELOW > box.y + box.height ? -ABOVE : BELOW;
}

/** Return the middle of a part of a drawing. @param {HTMLElement} plane @param {string} name */
function spotOf(plane, name) {
  const named = name && plane.querySelector(`[data-part='${name}']`);
  const part = named || find(plane, "[data-part='fuselage']");
  if (part.hasAttribute("cx")) {
    return [Number(part.getAttribute("cx")), Number(part.getAttribute("cy"))];
  }
  const box = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (part)).getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Set a text if it differs, because a new text needs a new layout.
 * @param {Node} el
 * @param {string} text
 */
function setText(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

export class FrameRenderer {
  /**
   * @param {HTMLElement} root the element with planes, lists, track and sheet
   * @param {FrameView[]} views
   */
  constructor(root, views) {
    this.root = root;
    this.views = views;
    /** @type {Record<string, Element[]>} Elements of the drawing by `plane/part`. */
    this.parts = {};
    /** @type {Record<string, HTMLElement>} */
    this.notes = {};
    /** @type {Record<string, number>} Number of lines shown of each list. */
    this.lines = {};
    /** @type {[Element, string][]} Attributes set by the last frame. */
    this.marked = [];
    this.fighters = ""; // the fighters that are drawn, as JSON
    for (const group of findAll(root, ".cb-air__shots")) {
      const { parentNode } = group;
      parentNode?.insertBefore(group, parentNode.querySelector(".cb-air__fighters"));
    }
    for (const plane of findAll(root, "[data-plane]")) {
      for (const el of findAll(plane, "[data-part]")) {
        const key = `${plane.dataset.plane}/${el.dataset.part}`;
        this.parts[key] = [...this.part(key), el];
      }
    }
    for (const el of findAll(root, "[data-note]")) this.notes[el.dataset.note ?? ""] = el;
    for (const plane of findAll(root, "[data-fields]")) this.listenToFields(plane);
  }

  /** @param {string} key */
  part(key) {
    return this.parts[key] ?? [];
  }

  /**
   * Show a frame.
   * @param {Frame} frame computed with `applyStep`
   * @param {number} time duration of the movement in milliseconds; 0 for none
   */
  show(frame, time) {
    for (const [el, name] of this.marked.splice(0)) el.removeAttribute(name);
    this.showParts(frame);
    this.showNotes(frame);
    this.showCaptions(frame);
    for (const list of findAll(this.root, "[data-lines]")) this.showLines(list, frame);
    this.showTrack(frame);
    this.showFighters(frame);
    for (const group of findAll(this.root, ".cb-air__shots")) group.textContent = "";
    for (const shot of frame.s ?? []) this.showShot(shot, frame);
    for (const view of this.views) view.show(frame, time);
  }

  pause() {
    for (const view of this.views) view.pause();
  }

  /** Go on with the movement; return the milliseconds that it still needs. */
  resume() {
    return Math.max(0, ...this.views.map((view) => view.resume()));
  }

  /** @param {Element} el @param {string} name @param {string | number} value */
  mark(el, name, value) {
    el.setAttribute(name, String(value));
    this.marked.push([el, name]);
  }

  /** @param {Frame} frame */
  showParts({ p = {}, k = [], h = {}, e = {} }) {
    for (const [key, state] of Object.entries(p)) {
      for (const el of this.part(key)) this.mark(el, "data-state", state);
    }
    for (const key of k) for (const el of this.part(key)) this.mark(el, "data-struck", "");
    for (const spot of findAll(this.root, "[data-spot]")) {
      const plane = /** @type {HTMLElement} */ (spot.closest("[data-plane]")).dataset.plane;
      const name = spot.dataset.spot ?? "";
      const isHits = name.startsWith("hits-");
      const count = h[`${plane}/${name.replace("hits-", "")}`];
      const text = isHits ? count || "" : (e[`${plane}/${name}`] ?? "");
      if (spot.lastChild) setText(spot.lastChild, String(text));
      if (isHits && count) this.mark(spot, "data-hits", count);
    }
    for (const [key, count] of Object.entries(h)) {
      for (const el of this.part(key)) this.mark(el, "data-hit", Math.min(count, 4));
    }
  }

  /** @param {Frame} frame */
  showNotes({ n = {}, b = {} }) {
    for (const [key, el] of Object.entries(this.notes)) {
      setText(el, n[key] || (el.tagName === "TD" ? "" : "–"));
    }
    for (const el of findAll(this.root, "[data-boxes]")) {
      el.style.setProperty("--used", String(b[el.dataset.boxes ?? ""] ?? 0));
    }
  }

  /** Set the captions of planes that are assigned during the mission. @param {Frame} frame */
  showCaptions({ c: captions = {}, o: own }) {
    this.root.classList.toggle("cb-player--unplaced", own === "");
    for (const [key, caption] of Object.entries(captions)) {
      setText(find(this.root, `[data-plane='${key}'] figcaption`), caption);
    }
  }

  /**
   * Show the lines of a list that are written by this frame.
   * @param {HTMLElement} list
   * @param {Frame} frame
   */
  showLines(list, { l = {} }) {
    const key = list.dataset.lines ?? "";
    const written = l[key] ?? 0;
    const shown = this.lines[key] ?? -1;
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    const from = shown < 0 ? 0 : Math.min(shown, written);
    const to = shown < 0 ? items.length : Math.max(shown, written);
    items.slice(from, to).forEach((item, n) => {
      item.style.visibility = from + n < written ? "" : "hidden";
    });
    this.lines[key] = written;
    const box = list.parentElement;
    // A long list has a box of its own, which scrolls to the last line.
    if (shown !== written && written && box?.className) {
      box.scrollTop = items[written - 1].offsetTop - box.clientHeight + 40;
    }
  }

  /** @param {Frame} frame */
  showTrack({ t }) {
    let isReached = false;
    for (const stop of findAll(this.root, "[data-stop]")) {
      const isHere = stop.dataset.stop === t;
      isReached ||= isHere;
      stop.classList.toggle("cb-past", !isReached);
      const button = /** @type {HTMLElement} */ (stop.firstChild);
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {Frame} frame */
  showFighters({ f: fighters = {}, i: coming }) {
    const drawn = JSON.stringify([fighters, coming]);
    if (drawn === this.fighters) return;
    this.fighters = drawn;
    for (const group of findAll(this.root, ".cb-air__fighters")) group.textContent = "";
    for (const [key, fighter] of Object.entries(fighters)) {
      const plane = `[data-plane='${fighter[1]}']`;
      for (const into of this.root.querySelectorAll(`${plane} .cb-air__fighters`)) {
        drawFighter(fighter, key, this.root.id, into);
      }
    }
    const sight = this.root.querySelector("[data-slot=fighters]");
    const words = Object.values(fighters).map((fighter) => fighter[9]);
    words.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    if (sight) sight.textContent = words.join("; ") || coming || "nobody";
  }

  /** Draw a shot. @param {Shot} shot @param {Frame} frame */
  showShot([key, planeKey, part, isHit, isOurs], { f = {} }) {
    const fighter = f[key];
    const shots = find(this.root, `[data-plane='${planeKey}'] .cb-air__shots`);
    const plane = /** @type {HTMLElement} */ (shots?.closest("[data-plane]"));
    if (!fighter || !plane) return;
    const [x, y] = spotOf(plane, part);
    const looks = `cb-shot${isHit ? " cb-shot--hit" : ""}${isOurs ? "" : " cb-shot--theirs"}`;
    const d = `M${x} ${y}L${fighter[2]} ${fighter[3]}`;
    svgElement("path", { class: looks, d }, shots);
  }

  /**
   * Show the field of fire of a gun or station that is touched or hovered, or of the next one at
   * the arrow key down: the drawing is one image, not one for each gun.
   * @param {HTMLElement} plane
   */
  listenToFields(plane) {
    /** @type {Record<string, [path: string, words: string]>} */
    const fields = JSON.parse(plane.dataset.fields || "{}");
    const names = Object.keys(fields);
    const path = find(plane, ".cb-air__field");
    const words = find(this.root, "[data-slot=part]");
    let shown = "";
    const show = (name = "") => {
      shown = name;
      const [d, text] = fields[name] ?? [""];
      path.setAttribute("d", d);
      if (text) words.textContent = text;
    };
    for (const kind of ["pointerover", "click"])
      plane.addEventListener(kind, (event) => show(closest(event, "[data-part]")?.dataset.part));
    plane.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      show(names[names.indexOf(shown) + 1]);
    });
  }
}
