// The dice of a roll. A die is set by a click, a digit or the arrow keys.
import { element, findAll, hasModifier } from "../common/dom.js";

/** @typedef {(group: number, index: number, face: number) => void} SetFace */

/** Return the face that a key sets; 0 for other keys. @param {string} key @param {number} face */
function faceByKey(key, face) {
  if (/^[1-6]$/.test(key)) return Number(key);
  if (key === "ArrowUp" || key === "ArrowRight") return Math.min(face + 1, 6);
  if (key === "ArrowDown" || key === "ArrowLeft") return Math.max(face - 1, 1);
  return { Home: 1, End: 6 }[key] ?? 0;
}

export class DiceTray {
  /**
   * @param {HTMLElement} tray
   * @param {SetFace} setFace called when a die is set by hand
   * @param {() => void} rollAll
   */
  constructor(tray, setFace, rollAll) {
    this.tray = tray;
    this.setFace = setFace;
    this.rollAll = rollAll;
  }

  dice() {
    return findAll(this.tray, ".cb-die");
  }

  /** @param {number[][]} throws */
  show(throws) {
    this.tray.textContent = "";
    throws.forEach((faces, group) => {
      if (group) this.tray.append(element("span", { class: "cb-roller__then" }, "then"));
      const dice = faces.map((_, index) => this.die(throws, group, index));
      this.tray.append(element("span", { class: "cb-dice" }, ...dice));
    });
  }

  /** Animate the dice. */
  shake() {
    for (const die of this.dice()) die.classList.add("cb-die--thrown");
  }

  /** @param {number[][]} throws @param {number} group @param {number} index */
  die(throws, group, index) {
    const face = throws[group][index];
    const many = throws[group].length;
    const name = many > 1 ? `Die ${index + 1} of ${many}` : "Die";
    const die = element("span", {
      class: `cb-die cb-die--${face}`,
      tabindex: 0,
      role: "spinbutton",
      "aria-valuemin": 1,
      "aria-valuemax": 6,
      "aria-label": group ? `${name}, throw ${group + 1}` : name,
      "aria-valuetext": face ? face : "not thrown yet",
      "aria-valuenow": face || null,
      "data-at": `${group}/${index}`,
    });
    die.addEventListener("click", () => this.set(group, index, (face % 6) + 1, 0));
    die.addEventListener("keydown", (event) => {
      if (hasModifier(event)) return;
      const next = faceByKey(event.key, face);
      if (next) this.set(group, index, next, /^[1-6]$/.test(event.key) ? 1 : 0);
      else if (event.key === "Enter" || event.key === " ") this.rollAll();
      else return;
      event.preventDefault();
    });
    return die;
  }

  /**
   * Set a die and move the focus.
   * @param {number} group
   * @param {number} index
   * @param {number} face
   * @param {number} steps number of dice by which the focus moves
   */
  set(group, index, face, steps) {
    this.setFace(group, index, face);
    const dice = this.dice();
    const at = dice.findIndex(({ dataset }) => dataset.at === `${group}/${index}`);
    (dice[Math.min(at + steps, dice.length - 1)] ?? dice[0]).focus();
  }
}
