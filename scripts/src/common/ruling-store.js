// The rulings that a reader has chosen, stored in the browser for the whole site. The boxes of
// rulings set them; the roller, live odds and the form of a new game read them.
import { readJson, writeSetting } from "./storage.js";

/** The setting; an event of this name is fired when the reader chooses a ruling on this page. */
export const RULINGS = "cb-rulings";

const isObject = (/** @type {unknown} */ value) => !!value && typeof value === "object";

/** @returns {Record<string, any>} */
function readAll() {
  const all = readJson(RULINGS);
  return isObject(all) ? all : {};
}

/**
 * Return the rulings of a game that differ from the defaults: options by ruling id.
 * @param {string} game
 * @returns {Record<string, string>}
 */
export function chosenRulings(game) {
  const chosen = readAll()[game];
  const entries = Object.entries(isObject(chosen) ? chosen : {});
  return Object.fromEntries(entries.filter(([, option]) => typeof option === "string"));
}

/**
 * Replace the chosen rulings of a game, and fire `RULINGS`.
 * @param {string} game
 * @param {Record<string, string>} chosen options by ruling id
 */
export function replaceRulings(game, chosen) {
  writeSetting(RULINGS, JSON.stringify({ ...readAll(), [game]: chosen }));
  document.dispatchEvent(new Event(RULINGS));
}

/**
 * Choose an option of a ruling.
 * @param {string} game
 * @param {string} id
 * @param {string} option empty for the default
 */
export function chooseRuling(game, id, option) {
  const chosen = chosenRulings(game);
  if (option) chosen[id] = option;
  else delete chosen[id];
  replaceRulings(game, chosen);
}

/**
 * Return the chosen rulings that the engine's book has, by the keys of the book.
 * @param {string} game
 * @param {Record<string, Ruling>} rulings
 * @returns {Record<string, string>}
 */
export function knownRulings(game, rulings) {
  const chosen = chosenRulings(game);
  /** @type {Record<string, string>} */
  const known = {};
  for (const [key, { id, options }] of Object.entries(rulings)) {
    if (chosen[id] && Object.hasOwn(options, chosen[id])) known[key] = chosen[id];
  }
  return known;
}
