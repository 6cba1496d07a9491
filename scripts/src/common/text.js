/** Return a text with a capital first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** Return the message of something that was thrown. @param {any} error */
export const messageOf = (error) => error?.message || String(error);

/** Describe a load. @param {number} loaded @param {number} total @param {string} what */
export function loadingWords(loaded, total, what) {
  const [part, all] = [loaded, total].map((bytes) => (bytes / 1e6).toFixed(1));
  return `Loading ${what || "the game"}: ${part}${total ? ` of ${all}` : ""} MB`;
}
