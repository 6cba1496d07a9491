// Rulings that a reader has chosen, kept in his browser, once for the whole site. Boxes of
// rulings offer them; the roller, live odds and the form of play begin with them.
import { readJson, writeSetting } from "./storage.js";

export const RULINGS_KEY = "cb-rulings";
/** Rulings were chosen on this page. */
export const RULINGS_EVENT = "cb-rulings";

const isObject = (/** @type {unknown} */ value) => !!value && typeof value === "object";

/** @returns {Record<string, any>} */
function readAll() {
  const all = readJson(() => localStorage, RULINGS_KEY);
  return isObject(all) ? all : {};
}

/**
 * What is chosen for a game otherwise than usual: options by the ids of rulings.
 * @param {string} game
 * @returns {Record<string, string>}
 */
export function chosenRulings(game) {
  const chosen = readAll()[game];
  const entries = Object.entries(isObject(chosen) ? chosen : {});
  return Object.fromEntries(entries.filter(([, option]) => typeof option === "string"));
}

/**
 * Play these of a game, and everything else as usual. What shows rulings listens to
 * `RULINGS_EVENT`.
 * @param {string} game
 * @param {Record<string, string>} chosen options by the ids of rulings
 */
export function replaceRulings(game, chosen) {
  writeSetting(RULINGS_KEY, JSON.stringify({ ...readAll(), [game]: chosen }));
  document.dispatchEvent(new Event(RULINGS_EVENT));
}

/**
 * @param {string} game
 * @param {string} id
 * @param {string} option empty for the usual one
 */
export function chooseRuling(game, id, option) {
  const chosen = chosenRulings(game);
  if (option) chosen[id] = option;
  else delete chosen[id];
  replaceRulings(game, chosen);
}

/**
 * The same for the engine: of the rulings that its book has, with options that it has.
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
