// Copies texts. A browser may have no clipboard, or refuse to write to it.
import { element } from "./dom.js";

/** Copy a text; return whether that worked. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copy a text and report it. Where that fails, show the text to be copied by hand.
 * @param {HTMLElement} status the element for the report
 * @param {string} text
 * @param {string} words the report after the text was copied
 */
export async function copyOrShow(status, text, words) {
  if (await copyText(text)) {
    status.textContent = words;
    return;
  }
  const attributes = { readonly: "", rows: 4, "aria-label": "To copy" };
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea", attributes, text));
  status.replaceChildren("Copy this: ", field);
  field.select();
}
