// The form of a scenario: its values as data, and data as its values. Names of controls are paths
// such as `forces.escorts`; limits and options stand in the page.
import { find, findAll } from "../common/dom.js";
import { capital } from "../common/text.js";

/** @typedef {import("./link.js").ScenarioData} ScenarioData */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/**
 * Return the value at a path of nested data.
 * @param {any} data
 * @param {string} path
 */
export const valueAt = (data, path) =>
  path
    .split(".")
    .reduce((part, key) => (Object.hasOwn(part ?? {}, key) ? part[key] : undefined), data);

/**
 * Return the paths of all values that are not mappings or lists.
 * @param {any} data
 * @param {string} [path]
 * @returns {string[]}
 */
export function pathsOf(data, path = "") {
  if (!data || typeof data !== "object") return [path];
  return Object.entries(data).flatMap(([key, part]) =>
    pathsOf(part, path ? `${path}.${key}` : key),
  );
}

const isSame = (/** @type {unknown} */ a, /** @type {unknown} */ b) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Return the default option of a ruling. @param {HTMLSelectElement} select */
const defaultOf = (select) => /** @type {HTMLOptionElement} */ (find(select, "[data-usual]")).value;

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
    const chosen = this.rules().filter((select) => select.value !== defaultOf(select));
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
    for (const path of pathsOf(data)) {
      const [part, ...rest] = path.split(".");
      const value = valueAt(data, path);
      const words =
        part === "rules" ? this.ruleFault(rest.join("."), value) : this.fault(path, value);
      if (words) return `${place(path)}${words}`;
    }
    const missing = this.named().find(
      ({ name, dataset }) => "needed" in dataset && valueAt(data, name) === undefined,
    );
    return missing ? `${missing.name} is missing.` : "";
  }

  /** @param {string} path @param {unknown} value */
  fault(path, value) {
    const control = this.named().find(({ name }) => name === path);
    if (!control) return `this page has nothing for ${path}; check its name, or leave it out.`;
    if (control.type !== "number") {
      return typeof value === "string" ? "" : `${path} must be a text.`;
    }
    const { min, max } = /** @type {HTMLInputElement} */ (control);
    const isFine = Number.isInteger(value) && Number(value) >= +min && Number(value) <= +max;
    return isFine ? "" : `${path} must be a whole number from ${min} to ${max} (it is ${value}).`;
  }

  /** @param {string} key @param {unknown} value */
  ruleFault(key, value) {
    const select = this.rules().find(({ dataset }) => dataset.rule === key || dataset.id === key);
    if (!select) return `there is no ruling ${key}.`;
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
      select.value = rules[rule] ?? rules[id] ?? defaultOf(select);
      if (select.value !== defaultOf(select)) select.closest("details")?.setAttribute("open", "");
    }
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
}
