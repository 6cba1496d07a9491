// Small settings in the store of the browser, which may refuse to read or to write.

/**
 * @param {string} key
 * @param {() => Storage} [storage] a function, for asking for the store may fail, too
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
 * A browser that keeps nothing forgets the setting with the page.
 * @param {string} key
 * @param {string | null} value null removes the setting
 * @param {() => Storage} [storage]
 */
export function writeSetting(key, value, storage = () => localStorage) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // The setting is not remembered.
  }
}

/**
 * What a store holds as JSON under a key; null where it is damaged or not there.
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
