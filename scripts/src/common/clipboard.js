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

/**
 * Put something into the address of the page, copy the address and report it.
 * @param {HTMLElement} status
 * @param {string} hash
 * @param {string} what it holds
 */
export async function copyAddress(status, hash, what) {
  const url = `${location.href.split("#")[0]}${hash}`;
  history.replaceState(history.state, "", url);
  await copyOrShow(status, url, `The address of this page holds the ${what} now, and is copied.`);
}
