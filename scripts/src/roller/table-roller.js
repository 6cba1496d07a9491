// The bar under a table that rolls on it: what is known, the dice, and what came about in words.
import { button, element, find, findAll } from "../common/dom.js";
import { chosenRulings } from "../common/ruling-store.js";
import { DiceTray, throwDice } from "./dice-tray.js";
import { begun, learn, onward, open, unique, written } from "./facts.js";
import { LitRows, rowsOf } from "./lit-rows.js";
import { notation, play } from "./roll.js";
import { RollLog } from "./roll-log.js";

/** @typedef {import("./roll.js").Step} Step */
/** @typedef {import("./facts.js").Known} Known */
/** @typedef {ReturnType<typeof play>} Outcome */

const PICKS = ".cb-roller__pick select";

const boxes = () => /** @type {HTMLInputElement[]} */ (findAll(document, "[data-cb-when]"));
const numbers = () => /** @type {HTMLInputElement[]} */ (findAll(document, "[data-cb-number]"));
const rollsIn = (/** @type {Outcome} */ { steps }) =>
  steps.filter(({ kind }) => kind === "roll").length;
const signed = (/** @type {number} */ value) => (value < 0 ? `\u2212${-value}` : `+${value}`);
const plain = (/** @type {unknown} */ value) => String(value).replace("-", "\u2212");

/** How the number of a roll was reached. @param {Step} step */
function sumOf({ natural = 0, modifiers = [], net, floored }) {
  const parts = modifiers.map(({ amount, words }) => `${signed(amount)} ${words}`);
  const total = modifiers.reduce((sum, { amount }) => sum + amount, natural);
  const sum = [plain(natural), ...parts].join(", ") + (parts.length ? ` = ${plain(total)}` : "");
  return `${sum}${floored && net !== total ? `, counts as ${plain(net)}` : ""}: `;
}

/**
 * What came about, in words: those of the table, and how the number was reached.
 * @param {Step} step
 */
function stepLine(step) {
  const before = step.kind === "first" ? "First: " : "No roll: ";
  const sum = step.kind === "roll" ? sumOf(step) : before;
  const words = (step.area && !step.said ? `${step.area}: ` : "") + step.result;
  const id = rowsOf(step)[0]?.id;
  return element(
    "p",
    { class: "cb-roller__step", "data-kind": step.kind },
    element("span", { class: "cb-roller__sum" }, sum),
    element(
      id ? "a" : "span",
      { class: "cb-roller__words", href: id ? `#${id}` : null },
      step.again ? "does not count, roll again" : words,
    ),
  );
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
    this.arrived = begun(this.data, location.search);
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
    this.mark = 0; // of the roll in the log; what is put back is there already
    this.isAwake = false; // what is rolled from then on is noted
  }

  start() {
    this.applyRulings();
    this.arrive();
    this.putBack();
    this.show(false);
    this.isAwake = true;
    if (this.form.elements.namedItem("column")) this.lit.showColumn(this.picked("column"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.rollAll();
    });
    document.addEventListener("input", ({ target }) => {
      const isOurs = "[data-cb-when],[data-cb-number],#roll-it select";
      if (target instanceof HTMLElement && target.matches(isOurs)) this.changed(target);
    });
    this.takeFocus();
  }

  /** @returns {HTMLSelectElement[]} */
  picks() {
    return /** @type {HTMLSelectElement[]} */ (findAll(this.form, PICKS));
  }

  /**
   * What is chosen in a control of the form; empty where it has none of that name.
   * @param {string} name
   */
  picked(name) {
    const control = this.form.elements.namedItem(name);
    return control ? /** @type {HTMLSelectElement} */ (control).value : "";
  }

  /** What is known now: what the page was opened with, and what was chosen on it. */
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

  /** The conditions that facts decide are shown, and not ticked. */
  decide() {
    const left = open(this.data, this.known());
    for (const box of boxes()) {
      const values = left[box.dataset.cbWhen ?? ""];
      if (!values) continue;
      box.disabled = true;
      box.checked = values.length === 1 && values[0];
      box.indeterminate = values.length !== 1;
    }
  }

  /** The controls that must be set before a roll counts: nothing is taken for granted. */
  lacking() {
    return this.picks().filter((pick) => !pick.value && !pick.matches("[data-cb-may]"));
  }

  /** The conditions that are ticked, or not, by hand. @param {boolean} isChecked */
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
    this.throws.length = group + 1; // what was thrown after it no longer follows
    this.show(false);
  }

  /**
   * Work everything out again.
   * @param {boolean} isThrown dice that are wanted are thrown at once
   */
  show(isThrown) {
    this.decide();
    const lacks = this.lacking();
    if (lacks.length) return this.showLacks(lacks);
    const outcome = this.outcome(isThrown);
    this.tray.show(this.throws);
    this.lit.show(outcome.steps, isThrown);
    const isEmpty = !outcome.steps.length && this.throws[0]?.every((face) => !face);
    if (outcome.wants && isEmpty) return this.out.replaceChildren(this.hint);
    const lines = outcome.steps.map((step) => this.line(step));
    this.out.replaceChildren(...lines, ...(outcome.wants ? [this.wanting(outcome)] : []));
    if (!outcome.wants && this.isAwake) this.keep(lines);
  }

  /** What must be said first. @param {HTMLSelectElement[]} lacks */
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
   * Play the roll with the dice that are there; the places of those that are wanted stay empty.
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
    const given = { known: this.known(), held: this.ticked(true), lacking: this.ticked(false) };
    for (const next of onward(this.data, step, given)) {
      const { name, href, rolled } = this.data.links[next.table];
      const said = this.inWords(next.said).join(", ");
      const words = `${rolled ? "Roll on " : "See "}${name}${said && `: ${said}`}`;
      const to = rolled ? `${href}?${written(this.data, next)}#roll-it` : href;
      line.append(" ", element("a", { class: "cb-roller__next", href: to }, words));
    }
    return line;
  }

  /** @param {Outcome} outcome */
  wanting({ steps, wants }) {
    const isMany = (wants?.count ?? 0) > 1;
    const next = `Set the next ${isMany ? "dice" : "die"}, or `;
    const throwThem = () => {
      this.show(true);
      this.go.focus();
    };
    return element(
      "p",
      { class: "cb-roller__step" },
      steps.length ? next : "Set the other dice, or ",
      button(`throw ${isMany ? "them" : "it"}`, throwThem, "cb-roller__more"),
    );
  }

  /** Facts in words, where few values are left. @param {Known} facts */
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
    this.mark = 0; // another roll, and not the one before set otherwise
    this.show(true);
    if (!this.calm.matches) this.tray.shake();
  }

  /**
   * What was rolled stays with this page, for Back and for a fresh load of it, and in the log of
   * rolls.
   * @param {HTMLElement[]} lines
   */
  keep(lines) {
    const { id, title } = this.data.table;
    const parts = ".cb-roller__sum,.cb-roller__words";
    const texts = lines.map((line) =>
      findAll(line, parts)
        .map((part) => part.textContent)
        .join(""),
    );
    this.mark = this.log.note(id, title, texts.join("; "), this.mark);
    const cbRoll = {
      picks: this.picks().map(({ value }) => value),
      ticks: boxes().map(({ checked }) => checked),
      numbers: numbers().map(({ value }) => value),
      throws: this.throws,
      rolled: this.mark,
    };
    try {
      history.replaceState({ ...history.state, cbRoll }, "");
    } catch {
      // The roll is not kept.
    }
  }

  /** Put back what was rolled here before; nothing where the page has changed since. */
  putBack() {
    const was = history.state?.cbRoll;
    const picks = this.picks();
    const ticks = boxes();
    const fields = numbers();
    if (!was || was.picks.length !== picks.length) return;
    if (was.ticks.length !== ticks.length || was.numbers.length !== fields.length) return;
    picks.forEach((pick, at) => {
      pick.value = was.picks[at];
    });
    ticks.forEach((box, at) => {
      box.checked = was.ticks[at];
    });
    fields.forEach((field, at) => {
      field.value = was.numbers[at];
    });
    this.throws = was.throws;
    this.mark = was.rolled;
    this.followKnown(null);
  }

  /** @param {HTMLElement} control */
  changed(control) {
    const { name, checked, dataset } = /** @type {HTMLInputElement} */ (control);
    if (name === "column") this.lit.showColumn(this.picked("column"));
    if (dataset.cbFact || name === "key" || name === "column") this.followKnown(control);
    if (dataset.cbWhen) {
      // The same condition may stand twice.
      for (const other of boxes()) {
        if (other.dataset.cbWhen === dataset.cbWhen) other.checked = checked;
      }
    }
    this.show(false);
  }

  /**
   * A control that what is known leaves one choice has it, and can be set otherwise by who knows
   * better; where several are left, there are no others to choose from.
   * @param {HTMLElement | null} changed
   */
  followKnown(changed) {
    const known = this.known();
    const left = open(this.data, known);
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

  /** Begin with what the address says. */
  arrive() {
    const { from, known, numbers: given, held, lacking } = this.arrived;
    for (const pick of this.picks()) {
      const values = known[pick.dataset.cbFact ?? ""] ?? [];
      if (values.length === 1) pick.value = values[0];
    }
    if (!from) return;
    const count = /** @type {HTMLSelectElement | null} */ (this.form.elements.namedItem("count"));
    if (count) {
      // How many dice was not said.
      count.prepend(new Option("Choose", ""));
      count.value = "";
    }
    for (const field of numbers()) {
      const number = given[field.dataset.cbNumber ?? ""];
      if (number !== undefined) field.value = String(number);
    }
    for (const box of boxes()) {
      if (held.includes(box.dataset.cbWhen ?? "")) box.checked = true;
      if (lacking.includes(box.dataset.cbWhen ?? "")) box.checked = false;
    }
    this.followKnown(null);
    this.decide();
    this.showArrival(from);
  }

  /** @param {string} from */
  showArrival(from) {
    const { known, held, lacking } = this.arrived;
    const line = find(this.form, ".cb-roller__from");
    const words = this.inWords(known);
    const told = [...held, ...lacking];
    const isOpen = boxes().some(
      ({ disabled, dataset }) => !disabled && !told.includes(dataset.cbWhen ?? ""),
    );
    const facts = words.length ? `: ${words.join(", ")}` : "";
    line.textContent = `From ${from}${facts}.${isOpen ? " Tick what else holds." : ""}`;
    line.hidden = false;
  }

  /** Rulings that the reader has chosen for the whole site decide what asks for them. */
  applyRulings() {
    const chosen = chosenRulings(this.data.game);
    for (const box of boxes()) {
      const ruling = this.data.table.conditions[box.dataset.cbWhen ?? ""]?.ruling;
      if (ruling && chosen[ruling.id]) box.checked = chosen[ruling.id] === ruling.option;
    }
  }

  /**
   * The browser gives the focus to what an address leads to, and when it does so is its own affair:
   * before this script runs, or with the first picture after the page has loaded. So the focus is
   * taken from there, and never given ahead of it.
   */
  takeFocus() {
    const { form } = this;
    const hand = () => {
      form.removeAttribute("tabindex");
      (this.lacking()[0] ?? this.go).focus({ preventScroll: true });
    };
    const onFocus = (/** @type {FocusEvent} */ { target }) => {
      if (target === form) hand();
      else form.removeAttribute("tabindex");
    };
    if (location.hash !== "#roll-it") form.removeAttribute("tabindex");
    else if (document.activeElement === form) hand();
    else form.addEventListener("focusin", onFocus, { once: true });
  }
}
