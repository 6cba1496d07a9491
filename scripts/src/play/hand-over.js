// A game on two devices: after each turn it is handed over as a link that contains the game.
import { html } from "../common/html.js";

/**
 * Return the address that hands a game over. It names the player whose turn it is, so the other
 * device can say so before it loads anything.
 * @param {string} turn the player who decides now
 * @param {string} id of the game, by which the other device finds its own copy
 * @param {string} text the game
 */
export function turnLink(turn, id, text) {
  const player = encodeURIComponent(turn).replaceAll("'", "%27").replaceAll(".", "%2E");
  return `${location.href.split("#")[0]}#turn=${player}.${id}.${text}`;
}

/** Markup for the time in which the other device decides. @param {string} turn its player */
export const handOverMarkup = (turn) =>
  html`<h2 class="cb-play__question">Now the ${turn} decides</h2>
    <p>Send the link; when one comes back, open it on this device.</p>
    <div class="cb-play__options">
    <button type="button" data-action="hand_over" data-usual="">Send the link</button>
    <button type="button" data-action="sit_both">Play on here for both</button></div>`;

/**
 * Open the share sheet of the device, with a picture where it accepts one; copy the address where
 * there is no such sheet.
 * @param {import("./messages.js").Messages} messages
 * @param {{title: string, text: string, url: string, files?: File[]}} content
 */
export async function sendLink(messages, { files, ...content }) {
  const withFiles = { ...content, files };
  try {
    if (files && navigator.canShare?.(withFiles)) return await navigator.share(withFiles);
    if (navigator.share) return await navigator.share(content);
  } catch (error) {
    if (/** @type {DOMException} */ (error).name === "AbortError") return; // the player closed it
  }
  await messages.copy(content.url, content.text);
}
