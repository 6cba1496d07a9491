// Settings in the browser's storage, which may refuse to read or to write.

/**
 * Return a setting; null where it is missing or cannot be read.
 * @param {string} key
 * @param {() => Storage} [storage] a function, because accessing the storage can throw
 * @returns {string | null}
 */
export function readSetting(key, storage = () => localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/**
 * Write a setting. Where the browser refuses, the setting lasts as long as the page.
 * @param {string} key
 * @param {string | null} value null removes the setting
 * @param {() => Storage} [storage]
 */
export function writeSetting(key, value, storage = () => localStorage) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // The browser refuses: the setting is not saved.
  }
}

/**
 * Return a stored JSON value; null where it is missing or damaged.
 * @param {() => Storage} storage
 * @param {string} key
 */
export function readJson(storage, key) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}
