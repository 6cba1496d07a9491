// The chance of each side in words, from the engine's report.
import { percent } from "../common/text.js";
import { whole } from "../odds/odds-markup.js";

/** @typedef {import("../odds/odds-markup.js").Report} Report */
/** @typedef {import("../odds/odds-markup.js").Share} Share */

const WON = "survived"; // the key of the first side's success

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

/**
 * The points of each side and what they let one expect; empty where there are none.
 * @param {string[]} sides
 * @param {{americans?: number, germans?: number, chance?: number}} points
 * @param {number} margin by how much simulated games differed from the chance at most
 */
export function pointWords(sides, { americans, germans, chance }, margin) {
  if (americans === undefined || germans === undefined || chance === undefined) return "";
  const [first, second] = [americans, germans].map((value) => value.toFixed(0));
  const [expected, about] = [chance, margin].map((share) => (100 * share).toFixed(0));
  const expectation = `By them the ${sides[0]} win ${expected}%, give or take ${about}.`;
  return `Points: ${sides[0]} ${first}, ${sides[1]} ${second}. ${expectation}`;
}
