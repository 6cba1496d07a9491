// Markup as text, in which every value is escaped unless it is markup itself.

const escapeText = (/** @type {unknown} */ value) =>
  String(value ?? "").replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// Bundles have a class each, and all of them know the mark; no data can have it.
const MARK = Symbol.for("combatbox-markup");

class Markup {
  [MARK] = true;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** @param {unknown} value @returns {string} */
function markupOf(value) {
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (value === false || value === null || value === undefined) return "";
  return /** @type {any} */ (value)[MARK] ? String(value) : escapeText(value);
}

/**
 * Markup with values put in; lists are joined, nothing stands for false. A line break with its
 * indentation is left out beside a tag, and is a space elsewhere.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function html(strings, ...values) {
  const parts = strings.raw.map((part) =>
    part.replace(/(>?)\n\s*(<?)/g, (_, before, after) => before + after || " "),
  );
  return new Markup(parts.reduce((text, part, n) => text + markupOf(values[n - 1]) + part));
}

/** Text that is markup already. @param {string} text */
export const raw = (text) => new Markup(text);

/** @param {Element} el @param {unknown} markup */
export function setMarkup(el, markup) {
  el.innerHTML = markupOf(markup);
}
