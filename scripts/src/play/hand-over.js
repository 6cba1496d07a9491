// A game on two devices: after each turn of a side it is handed over as a link, which holds it.
import { html } from "../common/html.js";

/**
 * The address that hands a game over. It says whose turn it is before anything is loaded.
 * @param {string} turn who decides now
 * @param {string} id of the game, by which the other device knows its own copy
 * @param {string} text the game
 */
export function turnLink(turn, id, text) {
  const whose = encodeURIComponent(turn).replaceAll("'", "%27").replaceAll(".", "%2E");
  return `${location.href.split("#")[0]}#turn=${whose}.${id}.${text}`;
}

/** What stands in the place of a decision of the other device. @param {string} turn */
export const handOverMarkup = (turn) =>
  html`<h2 class="cb-play__question">Now the ${turn} decides</h2>
    <p>Send the link; when one comes back, open it on this device.</p>
    <div class="cb-play__options">
    <button type="button" data-action="hand_over" data-usual="">Send the link</button>
    <button type="button" data-action="sit_both">Play on here for both</button></div>`;

/**
 * Hand an address to the sheet of the device, with a picture where it takes one; or copy it, where
 * there is no such sheet.
 * @param {import("./messages.js").Messages} messages
 * @param {{title: string, text: string, url: string, files?: File[]}} what
 */
export async function sendLink(messages, { files, ...what }) {
  const whole = { ...what, files };
  try {
    if (files && navigator.canShare?.(whole)) return await navigator.share(whole);
    if (navigator.share) return await navigator.share(what);
  } catch (error) {
    if (/** @type {DOMException} */ (error).name === "AbortError") return; // it was closed
  }
  await messages.copy(what.url, what.text);
}
