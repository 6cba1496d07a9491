// The roller under a table: the facts, the dice, and the result in words.
import { throwDice } from "../common/dice.js";
import { button, element, find, findAll } from "../common/dom.js";
import { chosenRulings } from "../common/ruling-store.js";
import { DiceTray } from "./dice-tray.js";
import { learn, nextRolls, possibleValues, readQuery, unique, writeQuery } from "./facts.js";
import { LitRows, rowsOf } from "./lit-rows.js";
import { notation, play } from "./roll.js";
import { RollLog } from "./roll-log.js";

/** @typedef {import("./roll.js").Step} Step */
/** @typedef {import("./facts.js").Known} Known */
/** @typedef {ReturnType<typeof play>} Outcome */

const PICKS = ".cb-roller__pick select";
const AGAIN = "does not count, roll again";

const CONTROLS = "[data-cb-when],[data-cb-number],#roll-it select";
const controls = () => /** @type {HTMLInputElement[]} */ (findAll(document, CONTROLS));
const boxes = () => /** @type {HTMLInputElement[]} */ (findAll(document, "[data-cb-when]"));
const numbers = () => /** @type {HTMLInputElement[]} */ (findAll(document, "[data-cb-number]"));
const rollsIn = (/** @type {Outcome} */ { steps }) =>
  steps.filter(({ kind }) => kind === "roll").length;
const signed = (/** @type {number} */ value) => (value < 0 ? `\u2212${-value}` : `+${value}`);
const plain = (/** @type {unknown} */ value) => String(value).replace("-", "\u2212");

/** Describe how the number of a roll was reached. @param {Step} step */
function sumOf({ natural = 0, modifiers = [], net, floored }) {
  const parts = modifiers.map(({ amount, words }) => `${signed(amount)} ${words}`);
  const total = modifiers.reduce((sum, { amount }) => sum + amount, natural);
  const sum = [plain(natural), ...parts].join(", ") + (parts.length ? ` = ${plain(total)}` : "");
  return `${sum}${floored && net !== total ? `, counts as ${plain(net)}` : ""}: `;
}

/**
 * Return a step as a line: how its number was reached, and the words of the table.
 * @param {Step} step
 */
function stepLine(step) {
  const before = step.kind === "first" ? "First: " : "No roll: ";
  const sum = step.kind === "roll" ? sumOf(step) : before;
  const words = (step.area && !step.said ? `${step.area}: ` : "") + step.result;
  const id = rowsOf(step)[0]?.id;
  const looks = { class: "cb-roller__words", href: id && `#${id}` };
  const result = element(id ? "a" : "span", looks, step.again ? AGAIN : words);
  const how = element("span", { class: "cb-roller__sum" }, sum);
  return element("p", { class: "cb-roller__step", "data-kind": step.kind }, how, result);
}

export class TableRoller {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    /** @type {RollerData} */
    this.data = JSON.parse(find(form, "script").textContent ?? "");
    this.out = find(form, ".cb-roller__out");
    this.hint = /** @type {Element} */ (this.out.firstElementChild);
    this.go = find(form, ".cb-roller__go");
    this.arrived = readQuery(this.data, location.search);
    this.lit = new LitRows(Object.keys(this.data.table.columns));
    this.tray = new DiceTray(
      find(form, ".cb-roller__dice"),
      (group, index, face) => this.setFace(group, index, face),
      () => this.rollAll(),
    );
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.log = new RollLog(form);
    /** @type {number[][]} */
    this.throws = [];
    this.mark = 0; // of the roll in the log
    this.isRecording = false; // false while an earlier roll is restored, which is logged already
  }

  start() {
    this.applyRulings();
    this.applyQuery();
    this.restore();
    this.show(false);
    this.isRecording = true;
    if (this.form.elements.namedItem("column")) this.lit.showColumn(this.picked("column"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.rollAll();
    });
    document.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLElement && target.matches(CONTROLS)) this.onChange(target);
    });
    this.takeFocus();
  }

  /** @returns {HTMLSelectElement[]} */
  picks() {
    return /** @type {HTMLSelectElement[]} */ (findAll(this.form, PICKS));
  }

  /**
   * Return the value of a control; empty where the form has no such control.
   * @param {string} name
   */
  picked(name) {
    const control = this.form.elements.namedItem(name);
    return control ? /** @type {HTMLSelectElement} */ (control).value : "";
  }

  /** Return the known facts, from the address and from the controls. */
  known() {
    let known = { ...this.arrived.known };
    for (const { dataset, value } of this.picks()) {
      const name = dataset.cbFact;
      if (!name) continue;
      if (value) known[name] = [value];
      else if (known[name]?.length === 1) delete known[name];
    }
    for (const of of ["key", "column"]) {
      if (this.picked(of)) known = learn(this.data, known, of, this.picked(of));
    }
    return known;
  }

  /** Set and disable the conditions that the known facts decide. */
  setDecided() {
    const left = possibleValues(this.data, this.known());
    for (const box of boxes()) {
      const values = left[box.dataset.cbWhen ?? ""];
      if (!values) continue;
      box.disabled = true;
      box.checked = values.length === 1 && values[0];
      box.indeterminate = values.length !== 1;
    }
  }

  /** Return the controls that must be set before a roll. */
  lacking() {
    return this.picks().filter((pick) => !pick.value && !pick.matches("[data-cb-may]"));
  }

  /** Return the conditions that the reader has ticked, or not. @param {boolean} isChecked */
  ticked(isChecked) {
    const ticked = boxes().filter(({ disabled, checked }) => !disabled && checked === isChecked);
    return unique(ticked.map(({ dataset }) => dataset.cbWhen ?? ""));
  }

  /** @returns {import("./roll.js").Call} */
  call() {
    const checked = boxes().filter((box) => box.checked);
    return {
      column: this.picked("column") || Object.keys(this.data.table.columns)[0] || "",
      key: this.picked("key"),
      count: Number(this.picked("count")),
      faces: this.throws,
      held: unique(checked.map(({ dataset }) => dataset.cbWhen ?? "")),
      numbers: Object.fromEntries(
        numbers().map((box) => [box.dataset.cbNumber, Math.round(box.valueAsNumber) || 0]),
      ),
    };
  }

  /** @param {number} group @param {number} index @param {number} face */
  setFace(group, index, face) {
    this.throws[group][index] = face;
    this.throws.length = group + 1; // later throws no longer follow from this one
    this.show(false);
  }

  /** Compute and show the roll again. @param {boolean} isThrown whether missing dice are thrown */
  show(isThrown) {
    this.setDecided();
    const lacks = this.lacking();
    if (lacks.length) return this.showLacks(lacks);
    const outcome = this.outcome(isThrown);
    this.tray.show(this.throws);
    this.lit.show(outcome.steps, isThrown);
    const isEmpty = !outcome.steps.length && this.throws[0]?.every((face) => !face);
    if (outcome.wants && isEmpty) return this.out.replaceChildren(this.hint);
    const lines = outcome.steps.map((step) => this.line(step));
    this.out.replaceChildren(...lines, ...(outcome.wants ? [this.wanting(outcome)] : []));
    if (!outcome.wants && this.isRecording) this.save(lines);
  }

  /** Ask for the controls that must be set first. @param {HTMLSelectElement[]} lacks */
  showLacks(lacks) {
    const count = Number(this.picked("count")) || notation(this.data.table.dice).count;
    const first = this.throws[0];
    this.throws = [first?.length === count ? first : new Array(count).fill(0)];
    this.tray.show(this.throws);
    this.lit.show([], false);
    const names = lacks.map(({ labels }) => find(labels[0], "span").textContent);
    const words = `First choose: ${names.join(", ")}.`;
    this.out.replaceChildren(element("p", { class: "cb-roller__ask" }, words));
  }

  /**
   * Play the roll with the dice that are set. Missing dice become empty ones, unless thrown.
   * @param {boolean} isThrown
   */
  outcome(isThrown) {
    const { table } = this.data;
    let outcome = play(table, this.call());
    while (outcome.wants && isThrown) {
      this.throws.length = rollsIn(outcome);
      this.throws.push(throwDice(outcome.wants.count));
      outcome = play(table, this.call());
    }
    const count = rollsIn(outcome);
    this.throws.length = outcome.wants ? count + 1 : count;
    if (outcome.wants && this.throws[count]?.length !== outcome.wants.count) {
      this.throws[count] = new Array(outcome.wants.count).fill(0);
    }
    return outcome;
  }

  /** A step, with links to the rolls that it leads to. @param {Step} step */
  line(step) {
    const line = stepLine(step);
    const situation = { known: this.known(), held: this.ticked(true), lacking: this.ticked(false) };
    for (const next of nextRolls(this.data, step, situation)) {
      const { name, href, rolled } = this.data.links[next.table];
      const said = this.inWords(next.said).join(", ");
      const words = `${rolled ? "Roll on " : "See "}${name}${said && `: ${said}`}`;
      const to = rolled ? `${href}?${writeQuery(this.data, next)}#roll-it` : href;
      line.append(" ", element("a", { class: "cb-roller__next", href: to }, words));
    }
    return line;
  }

  /** @param {Outcome} outcome */
  wanting({ steps, wants }) {
    const isMany = (wants?.count ?? 0) > 1;
    const next = steps.length ? `Set the next ${isMany ? "dice" : "die"}` : "Set the other dice";
    const throwThem = () => {
      this.show(true);
      this.go.focus();
    };
    const more = button(`throw ${isMany ? "them" : "it"}`, throwThem, "cb-roller__more");
    return element("p", { class: "cb-roller__step" }, `${next}, or `, more);
  }

  /** Describe the facts that have few possible values. @param {Known} facts */
  inWords(facts) {
    const few = Object.entries(this.data.facts).filter(([name]) => facts[name]?.length < 4);
    return few.map(([name, { options }]) =>
      facts[name].map((value) => options[value]).join(" or "),
    );
  }

  rollAll() {
    const lacks = this.lacking();
    if (lacks.length) {
      this.show(false);
      lacks[0].focus();
      return;
    }
    this.throws = [];
    this.mark = 0; // a new roll, not a change of the last one
    this.show(true);
    if (!this.calm.matches) this.tray.shake();
  }

  /**
   * Save the roll in the log, and in the history of the browser for Back and Reload.
   * @param {HTMLElement[]} lines
   */
  save(lines) {
    const { id, title } = this.data.table;
    const parts = ".cb-roller__sum,.cb-roller__words";
    const texts = lines.map((line) =>
      findAll(line, parts)
        .map((part) => part.textContent)
        .join(""),
    );
    this.mark = this.log.record(id, title, texts.join("; "), this.mark);
    const states = controls().map(({ value, checked }) => ({ value, checked }));
    const cbRoll = { states, throws: this.throws, rolled: this.mark };
    try {
      history.replaceState({ ...history.state, cbRoll }, "");
    } catch {
      // The browser refuses: the roll is not restored later.
    }
  }

  /** Restore the last roll of this page, unless the page has changed since. */
  restore() {
    const saved = history.state?.cbRoll;
    if (saved?.states?.length !== controls().length) return;
    for (const [at, control] of controls().entries()) Object.assign(control, saved.states[at]);
    this.throws = saved.throws;
    this.mark = saved.rolled;
    this.followKnown(null);
  }

  /** @param {HTMLElement} control */
  onChange(control) {
    const { name, checked, dataset } = /** @type {HTMLInputElement} */ (control);
    if (name === "column") this.lit.showColumn(this.picked("column"));
    if (dataset.cbFact || name === "key" || name === "column") this.followKnown(control);
    if (dataset.cbWhen) {
      // The same condition may have two boxes.
      for (const other of boxes()) {
        if (other.dataset.cbWhen === dataset.cbWhen) other.checked = checked;
      }
    }
    this.show(false);
  }

  /**
   * Set the controls for which the known facts leave one value, and disable impossible options
   * where several are left. A reader can still change a control that was set.
   * @param {HTMLElement | null} changed the control that the reader has just set
   */
  followKnown(changed) {
    const known = this.known();
    const left = possibleValues(this.data, known);
    for (const pick of this.picks()) {
      const values = pick.dataset.cbFact ? known[pick.dataset.cbFact] : left[pick.name];
      if (pick === changed || !values?.length) continue;
      for (const option of pick.options) {
        const isOut = values.length > 1 && !!option.value && !values.includes(option.value);
        option.hidden = option.disabled = isOut;
      }
      if (values.length === 1) pick.value = values[0];
      else if (!values.includes(pick.value)) pick.value = "";
    }
  }

  /** Set the controls by the query of the address. */
  applyQuery() {
    const { from, known, numbers: quantities, held, lacking } = this.arrived;
    for (const pick of this.picks()) {
      const values = known[pick.dataset.cbFact ?? ""] ?? [];
      if (values.length === 1) pick.value = values[0];
    }
    if (!from) return;
    const count = /** @type {HTMLSelectElement | null} */ (this.form.elements.namedItem("count"));
    if (count) {
      // The address does not say how many dice are thrown.
      count.prepend(new Option("Choose", ""));
      count.value = "";
    }
    for (const field of numbers()) {
      const number = quantities[field.dataset.cbNumber ?? ""];
      if (number !== undefined) field.value = String(number);
    }
    for (const box of boxes()) {
      if (held.includes(box.dataset.cbWhen ?? "")) box.checked = true;
      if (lacking.includes(box.dataset.cbWhen ?? "")) box.checked = false;
    }
    this.followKnown(null);
    this.setDecided();
    this.showArrival(from);
  }

  /** @param {string} from */
  showArrival(from) {
    const { known, held, lacking } = this.arrived;
    const line = find(this.form, ".cb-roller__from");
    const words = this.inWords(known);
    const decided = [...held, ...lacking];
    const isOpen = boxes().some(
      ({ disabled, dataset }) => !disabled && !decided.includes(dataset.cbWhen ?? ""),
    );
    const facts = words.length ? `: ${words.join(", ")}` : "";
    line.textContent = `From ${from}${facts}.${isOpen ? " Tick what else holds." : ""}`;
    line.hidden = false;
  }

  /** Set the conditions that depend on rulings by the reader's choice for the whole site. */
  applyRulings() {
    const chosen = chosenRulings(this.data.game);
    for (const box of boxes()) {
      const ruling = this.data.table.conditions[box.dataset.cbWhen ?? ""]?.ruling;
      if (ruling && chosen[ruling.id]) box.checked = chosen[ruling.id] === ruling.option;
    }
  }

  /**
   * Move the focus into the form after the browser has focused the target of the address. Browsers
   * differ in when they do that, before this script runs or after the page has loaded, so the form
   * waits for the focus.
   */
  takeFocus() {
    const { form } = this;
    const moveFocus = () => {
      form.removeAttribute("tabindex");
      (this.lacking()[0] ?? this.go).focus({ preventScroll: true });
    };
    const onFocus = (/** @type {FocusEvent} */ { target }) => {
      if (target === form) moveFocus();
      else form.removeAttribute("tabindex");
    };
    if (location.hash !== "#roll-it") form.removeAttribute("tabindex");
    else if (document.activeElement === form) moveFocus();
    else form.addEventListener("focusin", onFocus, { once: true });
  }
}
