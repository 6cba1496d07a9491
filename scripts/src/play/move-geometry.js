// The geometry of a move on the table top: a straight leg, a turn on the spot and a second straight
// leg. The total length is fixed.
import { radians } from "../common/svg.js";

export const FINE = 50; // step of a dragged move, in thousandths of an inch

/**
 * A move: the length of its first leg, and its turn to the right in degrees.
 * @typedef {{first: number, pivot: number}} Move
 */

/**
 * Return the place at a distance ahead.
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
 * Return the places of a move: where it begins, turns and ends.
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
 * Return the turn, and how long after the earliest one it is made, to end at a place.
 * @param {number} rest the length after the earliest turn
 * @param {number} most the sharpest turn in degrees
 * @param {number} along distance of the place ahead of the earliest turn
 * @param {number} across its distance to the right
 */
function turnTowards(rest, most, along, across) {
  const distance = Math.hypot(along, across);
  let late = distance < rest ? (rest * rest - distance * distance) / (2 * (rest - along)) : 0;
  let pivot = (Math.atan2(across, along - late) * 180) / Math.PI;
  if (Math.abs(pivot) > most) {
    // The nearest point on the line on which the sharpest turns end.
    pivot = pivot < 0 ? -most : most;
    const cos = Math.cos(radians(pivot));
    const sin = Math.sin(radians(pivot));
    const offset = (along - rest * cos) * (1 - cos) - (across - rest * sin) * sin;
    late = Math.max(0, Math.min(rest, offset / ((1 - cos) ** 2 + sin ** 2)));
  }
  return { late, pivot: Math.round(pivot) };
}

/**
 * Return the move that ends nearest to a place. All moves have the same length, so each place
 * within the circle about the earliest turn is the end of a move: the later the turn, the smaller
 * the circle, and all circles touch at the end of the straight move.
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

/** Format a move as a player types it: `2.5 L30 1.5`. @param {Reach} reach @param {Move} move */
export function typed({ length, inch }, { first, pivot }) {
  if (!pivot) return inches(length, inch);
  const turn = `${pivot < 0 ? "L" : "R"}${Math.abs(pivot)}`;
  return `${inches(first, inch)} ${turn} ${inches(length - first, inch)}`;
}

/**
 * Parse a move as a player types it; null where the text is not a move.
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
