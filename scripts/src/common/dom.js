// Helpers for the DOM that every script uses.

/**
 * Return the first element that matches a selector. There must be one.
 * @param {ParentNode} root
 * @param {string} css
 * @returns {HTMLElement}
 */
export const find = (root, css) => /** @type {HTMLElement} */ (root.querySelector(css));

/** Return the place of a page for a text or parts. @param {ParentNode} root @param {string} name */
export const slot = (root, name) => find(root, `[data-slot=${name}]`);

/** Return the control of an action. @param {ParentNode} root @param {string} name */
export const control = (root, name) => find(root, `[data-action=${name}]`);

/**
 * Return all elements that match a selector.
 * @param {ParentNode} root
 * @param {string} css
 * @returns {HTMLElement[]}
 */
export const findAll = (root, css) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(css)]);

/**
 * Return the nearest element around the target of an event that matches a selector.
 * @param {Event} event
 * @param {string} css
 * @returns {HTMLElement | null}
 */
export const closest = (event, css) =>
  event.target instanceof Element ? event.target.closest(css) : null;

/** Return the default value of a select. @param {HTMLSelectElement} select */
export const usualOf = (select) =>
  /** @type {HTMLOptionElement} */ (select.querySelector("[data-usual]") ?? select.options[0])
    .value;

/** Open the fold around a choice that is not the default. @param {HTMLSelectElement} select */
export function showChoice(select) {
  if (select.value !== usualOf(select)) select.closest("details")?.setAttribute("open", "");
}

/**
 * Create an element. Attributes that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {(Node | string)[]} parts
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...parts) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      el.setAttribute(name, String(value));
    }
  }
  el.append(...parts);
  return el;
}

/**
 * Create a button.
 * @param {string} words
 * @param {(this: HTMLElement, event: Event) => void} press
 * @param {string} [name] its class
 */
export function button(words, press, name) {
  const el = element("button", { type: "button", class: name }, words);
  el.addEventListener("click", press);
  return el;
}

/**
 * Whether Alt, Control or Meta is held during an event.
 * @param {KeyboardEvent | MouseEvent} event
 */
export const hasModifier = (event) => event.altKey || event.ctrlKey || event.metaKey;
