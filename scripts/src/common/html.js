// A template tag for HTML that escapes every value except markup.

const escapeText = (/** @type {unknown} */ value) =>
  String(value ?? "").replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

// Each bundle has its own Markup class, so instances are recognised by a symbol, which JSON data
// cannot contain.
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
 * Return markup with values inserted. Lists are joined; false, null and undefined are left out. A
 * line break with its indentation is removed beside a tag and becomes a space elsewhere.
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function html(strings, ...values) {
  const parts = strings.raw.map((part) =>
    part.replace(/(>?)\n\s*(<?)/g, (_, before, after) => before + after || " "),
  );
  return new Markup(parts.reduce((text, part, n) => text + markupOf(values[n - 1]) + part));
}

/** Mark a text as markup, which is not escaped. @param {string} text */
export const raw = (text) => new Markup(text);

/** @param {Element} el @param {unknown} markup */
export function setMarkup(el, markup) {
  el.innerHTML = markupOf(markup);
}

/** Links that save files as CSV. @param {Record<string, string>} files text by name */
export const filesMarkup = (files) => html`<p class="cb-play__doors">Save as CSV:
    ${Object.entries(files).map(
      ([name, text]) => html`<a download="${name}"
        href="data:text/csv;charset=utf-8,${encodeURIComponent(text)}">${name}</a> `,
    )}</p>`;
