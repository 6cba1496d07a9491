// Settings in the browser's storage, which may refuse to read or to write.

/** @typedef {"localStorage" | "sessionStorage"} Area */

/** The setting, of a tab, with the player's own tables by which the next game is played. */
export const OWN_TABLES = "cb-own-tables";

/**
 * Return a setting; null where it is missing or cannot be read.
 * @param {string} key
 * @param {Area} [area]
 * @returns {string | null}
 */
export function readSetting(key, area = "localStorage") {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Write a setting. Where the browser refuses, the setting lasts as long as the page.
 * @param {string} key
 * @param {string | null} value null removes the setting
 * @param {Area} [area]
 */
export function writeSetting(key, value, area = "localStorage") {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    // The browser refuses: the setting is not saved.
  }
}

/**
 * Call back when a setting changes: on this page, where an event of its name is fired, in another
 * tab, or while this page was left.
 * @param {string} key
 * @param {() => void} listener
 */
export function onSetting(key, listener) {
  document.addEventListener(key, listener);
  addEventListener("storage", (event) => event.key === key && listener());
  addEventListener("pageshow", (event) => event.persisted && listener());
}

/**
 * Return a stored JSON value; null where it is missing or damaged.
 * @param {string} key
 * @param {Area} [area]
 */
export function readJson(key, area) {
  try {
    return JSON.parse(readSetting(key, area) ?? "null");
  } catch {
    return null;
  }
}
