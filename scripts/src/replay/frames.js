// Frames of a mission, as combatbox/play/frames.py writes them and explains their letters.

/** Keys that hold for one step only. */
const OF_STEP = /** @type {const} */ (["s", "k", "w", "a", "d"]);

/**
 * Apply the changes of a step to a frame.
 * @param {Frame} frame
 * @param {Record<string, any>} change
 */
export function applyStep(frame, change) {
  const into = /** @type {Record<string, any>} */ (frame);
  for (const key of OF_STEP) delete frame[key];
  for (const [key, value] of Object.entries(change)) {
    if (typeof value === "string" || OF_STEP.includes(/** @type {any} */ (key))) {
      into[key] = value;
      continue;
    }
    into[key] ??= {};
    for (const [name, item] of Object.entries(value)) {
      if (item === null) delete into[key][name];
      else into[key][name] = item;
    }
  }
}
