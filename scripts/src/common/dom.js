// Short words for what every script does with the page.

/**
 * The first element that matches. There must be one.
 * @param {ParentNode} root
 * @param {string} css
 * @returns {HTMLElement}
 */
export const find = (root, css) => /** @type {HTMLElement} */ (root.querySelector(css));

/**
 * @param {ParentNode} root
 * @param {string} css
 * @returns {HTMLElement[]}
 */
export const findAll = (root, css) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(css)]);

/**
 * The element around the target of an event that matches.
 * @param {Event} event
 * @param {string} css
 * @returns {HTMLElement | null}
 */
export const closest = (event, css) =>
  event.target instanceof Element ? event.target.closest(css) : null;

/**
 * A new element. Attributes that are null or false are left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {(Node | string)[]} parts
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...parts) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...parts);
  return made;
}

/**
 * A button.
 * @param {string} words
 * @param {(this: HTMLElement, event: Event) => void} press
 * @param {string} [name] its class
 */
export function button(words, press, name) {
  const made = element("button", { type: "button", class: name }, words);
  made.addEventListener("click", press);
  return made;
}

/**
 * Load a script once more from the folder of the site.
 * @param {URL | string} url
 * @param {{load?: () => void, error?: () => void, id?: string}} [then]
 */
export function loadScript(url, { load, error, id } = {}) {
  const script = document.createElement("script");
  if (id) script.id = id;
  script.src = String(url);
  if (load) script.onload = load;
  script.onerror = () => {
    script.remove();
    error?.();
  };
  document.head.append(script);
}

/**
 * Whether an event of the keyboard is one of a shortcut with another key held.
 * @param {KeyboardEvent | MouseEvent} event
 */
export const hasModifier = (event) => event.altKey || event.ctrlKey || event.metaKey;
