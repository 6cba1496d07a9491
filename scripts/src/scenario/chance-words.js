// The chance of each side in words, from the engine's report.
import { whole } from "../odds/odds-markup.js";

/** @typedef {import("../odds/odds-markup.js").Report} Report */
/** @typedef {import("../odds/odds-markup.js").Share} Share */

const WON = "survived"; // the key of the first side's success

/** @param {number} value */
export const percent = (value) => `${(100 * value).toFixed(1)}%`;

/**
 * Return the chance of each side, with its interval.
 * @param {Report} report
 * @returns {[Share, Share]}
 */
export function chancesOf({ bars }) {
  const none = { value: 0, low: 0, high: 0 };
  const first = bars.find(({ key }) => key === WON)?.flown ?? none;
  return [first, { value: 1 - first.value, low: 1 - first.high, high: 1 - first.low }];
}

/** @param {string[]} sides @param {Report} report */
export function chanceWords(sides, report) {
  const parts = chancesOf(report).map(
    ({ value, low, high }, n) =>
      `${sides[n]} ${percent(value)} (${percent(low)} to ${percent(high)})`,
  );
  return `${parts.join(", ")}; ${whole(report.missions)} games.`;
}
