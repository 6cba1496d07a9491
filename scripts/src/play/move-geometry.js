// A move on the table top: a straight leg, a turn on the spot, a straight leg, of a length that
// is given.
import { radians } from "../common/svg.js";

export const FINE = 50; // thousandths of what is typed: as fine as a finger is

/**
 * A move: how long its first leg is and how many degrees it turns to the right.
 * @typedef {{first: number, pivot: number}} Move
 */

/**
 * The place so far ahead.
 * @param {ArrayLike<number>} at
 * @param {number} heading
 * @param {number} length
 */
export const ahead = (at, heading, length) => [
  at[0] + length * Math.sin(radians(heading)),
  at[1] + length * Math.cos(radians(heading)),
];

/** @param {number} units @param {number} inch */
const inches = (units, inch) => (units / inch).toFixed(3).replace(/\.?0+$/, "");

/**
 * The places of a move: where it begins, turns and ends.
 * @param {Reach} reach
 * @param {Move} move
 */
export function places({ start, length }, { first, pivot }) {
  const [x, y] = ahead(start, start[2], first);
  const heading = start[2] + pivot;
  const end = ahead([x, y], heading, length - first);
  return [start, [x, y, start[2]], [x, y, heading], [...end, heading]];
}

/**
 * How long the first leg is, and the turn, to end at a place beside and ahead of the earliest turn.
 * @param {number} rest
 * @param {number} most
 * @param {number} along
 * @param {number} across
 */
function turnTowards(rest, most, along, across) {
  const distance = Math.hypot(along, across);
  let late = distance < rest ? (rest * rest - distance * distance) / (2 * (rest - along)) : 0;
  let pivot = (Math.atan2(across, along - late) * 180) / Math.PI;
  if (Math.abs(pivot) > most) {
    // Along the line on which the sharpest turns end.
    pivot = pivot < 0 ? -most : most;
    const cos = Math.cos(radians(pivot));
    const sin = Math.sin(radians(pivot));
    const aside = (along - rest * cos) * (1 - cos) - (across - rest * sin) * sin;
    late = Math.max(0, Math.min(rest, aside / ((1 - cos) ** 2 + sin ** 2)));
  }
  return { late, pivot: Math.round(pivot) };
}

/**
 * The move that ends nearest to a place. All moves are as long, so each place within the circle
 * about the earliest turn is the end of one: the later the turn, the smaller the circle, and all of
 * them touch where it ends straight ahead.
 * @param {Reach} reach
 * @param {ArrayLike<number>} spot
 * @returns {Move}
 */
export function towards(reach, spot) {
  const { start, straight, length, turn, latest } = reach;
  const from = ahead(start, start[2], straight);
  const rest = length - straight;
  const heading = radians(start[2]);
  const dx = spot[0] - from[0];
  const dy = spot[1] - from[1];
  if (!turn || !rest) return { first: length, pivot: 0 };
  const along = dx * Math.sin(heading) + dy * Math.cos(heading);
  const across = dx * Math.cos(heading) - dy * Math.sin(heading);
  const { late, pivot } = turnTowards(rest, turn, along, across);
  const first = Math.round((straight + late) / FINE) * FINE;
  if (!pivot || first >= length) return { first: length, pivot: 0 };
  return { first: Math.max(straight, Math.min(latest, first)), pivot };
}

/** A move as it is typed: `2.5 L30 1.5`. @param {Reach} reach @param {Move} move */
export function typed({ length, inch }, { first, pivot }) {
  if (!pivot) return inches(length, inch);
  const turn = `${pivot < 0 ? "L" : "R"}${Math.abs(pivot)}`;
  return `${inches(first, inch)} ${turn} ${inches(length - first, inch)}`;
}

/**
 * The move that is typed; null where the text is none.
 * @param {Reach} reach
 * @param {string} text
 * @returns {Move | null}
 */
export function readTyped({ length, inch }, text) {
  const parts = /^\s*([\d.]+)(?:\s+([LR])\s*(\d+))?/i.exec(text);
  if (!parts) return null;
  const pivot = parts[3] ? (/l/i.test(parts[2]) ? -1 : 1) * Number(parts[3]) : 0;
  return { first: Math.min(length, Number(parts[1]) * inch), pivot };
}
