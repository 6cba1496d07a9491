// The wall of a crew: the bomber with her nose art, and the portraits of her men. The engine draws
// it (see combatbox/press/crew_wall.py); here its paint is chosen, and its picture shared.
import { find, slot } from "../common/dom.js";
import { html, raw } from "../common/html.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { capital } from "../common/text.js";
import { download, fileNameOf } from "./download.js";
import { callPress, whyNot } from "./press.js";
import { pictureOf } from "./screenshot.js";
import { awardsMarkup } from "./tour-report.js";

/**
 * @typedef {object} TourWall
 * @property {string} title the bomber
 * @property {string} motif of the nose art
 * @property {string[]} motifs all there are
 * @property {string} lettering the words beside the motif
 * @property {string} wide SVG with four portraits side by side
 * @property {string} narrow SVG with two
 * @property {string[][]} awards man, medal and what he earned it for
 */

/** The key of the setting with the paint of a game's bomber. @param {SavedGame} game */
const paintKey = ({ id }) => `cb-nose-${id}`;

/** @param {string} game the title of the game @param {TourWall} wall */
export function wallMarkup(game, { title, motif, motifs, lettering, wide, narrow, awards }) {
  const options = motifs.map(
    (name) =>
      html`<option value="${name}"${name === motif && raw(" selected")}>${capital(name)}</option>`,
  );
  return html`<section class="cb-wall"><h2>${game}: the crew of ${title}</h2>
    <div class="cb-wall__paint cb-play__doors"><label>Nose art <select>${options}</select></label>
    <label>Lettering <input maxlength="40" value="${lettering}"></label>
    <button type="button" data-action="wall">Paint it</button>
    <button type="button" data-action="wall" data-share="">Share the picture</button></div>
    <p role="status" data-slot="printed"></p>
    <div class="cb-wall__wide">${raw(wide)}</div><div class="cb-wall__narrow">${raw(narrow)}</div>
    ${awardsMarkup(awards)}</section>`;
}

/** Return the paint that the reader has chosen for the bomber. @param {SavedGame} game */
function storedPaint(game) {
  const [motif = "", lettering = ""] = (readSetting(paintKey(game)) ?? "").split("/");
  return { motif, lettering };
}

/** Store the paint that the form shows. @param {SavedGame} game @param {HTMLElement} form */
function storePaint(game, form) {
  const { value: motif } = /** @type {HTMLSelectElement} */ (find(form, "select"));
  const { value } = /** @type {HTMLInputElement} */ (find(form, "input"));
  writeSetting(paintKey(game), `${motif}/${value.replaceAll("/", " ").trim()}`);
}

/** @param {PlayTable} table */
async function share({ page, state, data }) {
  const svg = /** @type {SVGSVGElement} */ (page.querySelector(".cb-wall__wide svg"));
  const picture = await pictureOf(svg);
  const file = new File([picture], `${fileNameOf(state.game)}-crew.png`, { type: "image/png" });
  const content = { title: data.title, files: [file] };
  if (!navigator.canShare?.(content)) return download(file, file.name);
  await navigator.share(content).catch((error) => {
    if (error.name !== "AbortError") download(file, file.name); // else the player closed the sheet
  });
}

/**
 * Show the wall of the open tour, painted as the form says, or share its picture.
 * @param {PlayTable} table
 * @param {HTMLElement} el the button
 */
export async function showTourWall(table, el) {
  const button = /** @type {HTMLButtonElement} */ (el);
  const { game } = table.state;
  const status = slot(table.page, "printed");
  const form = /** @type {HTMLElement | null} */ (el.closest(".cb-wall__paint"));
  button.disabled = true;
  try {
    if ("share" in el.dataset) return await share(table);
    if (form) storePaint(game, form);
    status.textContent = "Painting …";
    const wall = await callPress(table, "tour_wall", storedPaint(game));
    if (!status.isConnected || table.page.dataset.room !== "record") return;
    table.showSheet(wallMarkup(table.data.title, wall));
  } catch (error) {
    status.textContent = `The wall cannot be made: ${whyNot(error)}.`;
  } finally {
    button.disabled = false;
  }
}
