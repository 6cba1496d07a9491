// The form of a scenario: its values as data, and data as its values. Names of controls are paths
// such as `forces.escorts`; limits and options stand in the page.
import { find, findAll, showChoice, usualOf } from "../common/dom.js";
import { capital } from "../common/text.js";

/** @typedef {import("./link.js").ScenarioData} ScenarioData */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/** Return the value at a path of nested data. @param {any} data @param {string} path */
export const valueAt = (data, path) =>
  path
    .split(".")
    .reduce((part, key) => (Object.hasOwn(part ?? {}, key) ? part[key] : undefined), data);

/**
 * Return the paths of all values except mappings and lists that have entries.
 * @param {any} data
 * @param {string} [path]
 * @returns {string[]}
 */
export function pathsOf(data, path = "") {
  const parts = Object.entries(Object(data));
  if (typeof data !== "object" || (path && !parts.length)) return [path];
  return parts.flatMap(([key, part]) => pathsOf(part, path ? `${path}.${key}` : key));
}

const isSame = (/** @type {unknown} */ a, /** @type {unknown} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Return a scenario without the parts that are as printed.
 * @param {ScenarioData} data
 * @param {ScenarioData} printed what holds for parts that are left out
 * @param {string[]} always parts that are stated in any case
 */
export function withoutPrinted(data, printed, always) {
  const parts = Object.entries(data).filter(([key, value]) => {
    if (always.includes(key)) return true;
    if (typeof value === "string") return value !== "";
    if (Array.isArray(value)) return value.some((part) => part !== 0);
    return !isSame(value, printed[key]);
  });
  return Object.fromEntries(parts);
}

const OPTIONAL = ["table", "target", "deployment"]; // parts that a file has whole or not at all

const nothingFor = (/** @type {string} */ path) =>
  `this page has nothing for ${path}; check its name, or leave it out.`;

/** Return true if an empty value leaves a part out. @param {string} part @param {unknown} value */
const isLeftOut = (part, value) =>
  value === null && (OPTIONAL.includes(part) || part === "campaign");

/**
 * Return true if a part may be empty and is; `missing` reports the values that it needs.
 * @param {string} part
 * @param {unknown} value
 */
const isEmpty = (part, value) =>
  ["forces", "damage", "rules", ...OPTIONAL].includes(part) && !Object.keys(Object(value)).length;

export class ScenarioForm {
  /** @param {HTMLFormElement} form @param {ScenarioData} printed */
  constructor(form, printed) {
    this.form = form;
    this.printed = printed;
  }

  /** @returns {Control[]} */
  named() {
    return /** @type {Control[]} */ (findAll(this.form, "[name]"));
  }

  /** @returns {HTMLSelectElement[]} */
  rules() {
    return /** @type {HTMLSelectElement[]} */ (findAll(this.form, "[data-rule]"));
  }

  /** Return the option of every ruling, by its key. @returns {Record<string, string>} */
  options() {
    return Object.fromEntries(this.rules().map(({ dataset, value }) => [dataset.rule, value]));
  }

  /** @param {string} path */
  control(path) {
    return /** @type {HTMLInputElement} */ (find(this.form, `[name="${path}"]`));
  }

  /** Return the scenario that the form shows. @returns {ScenarioData} */
  read() {
    /** @type {ScenarioData} */
    const data = { title: "", forces: {}, hits: 0, table: {}, target: {}, deployment: {} };
    for (const control of this.named()) {
      const value = control.type === "number" ? Number(control.value) : control.value.trim();
      const [part, key] = control.name.split(".");
      if (key === undefined) data[part] = value;
      else if (/^\d+$/.test(key)) {
        data[part] ??= [];
        data[part][Number(key)] = value;
      } else data[part][key] = value;
    }
    data.damage = data.damage.slice(0, data.forces.bombers);
    const chosen = this.rules().filter((select) => select.value !== usualOf(select));
    data.rules = Object.fromEntries(chosen.map(({ dataset, value }) => [dataset.rule, value]));
    return withoutPrinted(data, this.printed, ["title", "forces", "hits"]);
  }

  /**
   * Return what the form cannot show of a scenario, as one message; empty where it can show all.
   * @param {any} data
   * @param {Record<string, number>} [lines] the line of each path in the file
   */
  refusal(data, lines = {}) {
    const place = (/** @type {string} */ path) => (lines[path] ? `Line ${lines[path]}: ` : "");
    if (!data || typeof data !== "object" || Array.isArray(data)) {
      return "A scenario is a list of names with values, such as “hits: 5”.";
    }
    for (const [part, value] of Object.entries(data)) {
      const words = this.partFault(part, value, data);
      if (words) return `${place(part)}${words}`;
      for (const path of pathsOf({ [part]: value })) {
        const fault = this.fault(path, valueAt(data, path), data);
        if (fault) return `${place(path)}${fault}`;
      }
    }
    return this.missing(data);
  }

  /**
   * Return what is wrong with a part as a whole; empty if its values can be checked one by one.
   * @param {string} part
   * @param {any} value
   * @param {any} data the scenario
   */
  partFault(part, value, data) {
    const keys = this.named().filter(({ name }) => name.startsWith(`${part}.`));
    if (part.includes(".")) return nothingFor(part);
    if (part === "campaign" && value !== null) {
      return "this page edits no campaigns; change the file as the page about campaigns shows.";
    }
    if (part === "damage") {
      const { bombers } = Object(data.forces);
      const isWhole = Array.isArray(value) && [0, bombers].includes(value.length);
      return isWhole ? "" : "damage must be a list of one number for each bomber of a wave.";
    }
    if (!keys.length && part !== "rules") return "";
    const isMapping = value && typeof value === "object" && !Array.isArray(value);
    return isMapping || isLeftOut(part, value) ? "" : `${part} must be names with values.`;
  }

  /** Return which value is missing; empty for none. @param {any} data */
  missing(data) {
    const missing = this.named().find(({ name, dataset }) => {
      const [part, key] = name.split(".");
      const isStated = OPTIONAL.includes(part) && data[part] && key;
      return ("needed" in dataset || isStated) && valueAt(data, name) === undefined;
    });
    return missing ? `${missing.name} is missing.` : "";
  }

  /** @param {string} path @param {unknown} value @param {any} data the scenario */
  fault(path, value, data) {
    if (isLeftOut(path, value) || isEmpty(path, value)) return "";
    const [part, ...rest] = path.split(".");
    if (part === "rules") return this.ruleFault(rest.join("."), value, data.rules);
    if (path === "title" && typeof value === "string" && !/^.*\S.*$/.test(value)) {
      return "title must be one line of text.";
    }
    const control = this.named().find(({ name }) => name === path);
    if (!control) return nothingFor(path);
    if (control.type !== "number") {
      return typeof value === "string" ? "" : `${path} must be a text.`;
    }
    const { min, max } = /** @type {HTMLInputElement} */ (control);
    const isFine = Number.isInteger(value) && Number(value) >= +min && Number(value) <= +max;
    return isFine ? "" : `${path} must be a whole number from ${min} to ${max} (it is ${value}).`;
  }

  /** @param {string} key @param {unknown} value @param {object} rules all rulings of the file */
  ruleFault(key, value, rules) {
    const select = this.rules().find(({ dataset }) => dataset.rule === key || dataset.id === key);
    if (!select) return `there is no ruling ${key}.`;
    const { rule = "", id = "" } = select.dataset;
    if (key === id && Object.hasOwn(rules, rule))
      return `${key} is the ruling ${rule} once more; keep one.`;
    const options = [...select.options].map((option) => option.value);
    if (options.includes(/** @type {string} */ (value))) return "";
    return `${key} has the options ${options.join(", ")} (not ${JSON.stringify(value)}).`;
  }

  /** Show a scenario; what it leaves out is shown as printed. @param {ScenarioData} data */
  fill(data) {
    const rules = data.rules ?? {};
    for (const control of this.named()) {
      const value = valueAt(data, control.name) ?? valueAt(this.printed, control.name);
      control.value = String(value ?? "");
    }
    for (const select of this.rules()) {
      const { rule = "", id = "" } = select.dataset;
      select.value = rules[rule] ?? rules[id] ?? usualOf(select);
      showChoice(select);
    }
  }

  /** Return the controls that every scenario fills in. */
  needed() {
    return this.named().filter(({ dataset }) => "needed" in dataset);
  }

  /** Empty what every scenario fills in. */
  clear() {
    for (const control of this.needed()) control.value = "";
  }

  /** Whether several of them are still to be filled in, and nothing is wrong. */
  isUnfinished() {
    const wrong = this.named().filter((control) => !control.checkValidity());
    return wrong.length > 1 && wrong.every((control) => control.validity.valueMissing);
  }

  /** Return what is wrong with the first control that is not filled correctly; empty for none. */
  trouble() {
    const wrong = this.named().find((control) => !control.checkValidity());
    if (!wrong) return "";
    const label = capital(wrong.closest("label")?.querySelector("span")?.textContent ?? wrong.name);
    if (wrong.type !== "number") return `${label}: please fill it in.`;
    const { min, max, value } = /** @type {HTMLInputElement} */ (wrong);
    return `${label}: a whole number from ${min} to ${max}${value && ` (it is ${value})`}.`;
  }

  /**
   * Return a message of the engine with the heading of a part of the form in place of its path.
   * @param {string} message
   */
  inWords(message) {
    const [, path, words] = /^scenario: ([\w.]+): (.*)$/s.exec(message) ?? [];
    const control = this.named().find(({ name }) => name === path || name.startsWith(`${path}.`));
    const heading = control?.closest("fieldset")?.querySelector("legend")?.textContent;
    return heading ? `${heading}: ${words}` : message;
  }
}
