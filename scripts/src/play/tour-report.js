// The summary of a tour: crew, bombers, missions flown and missions left. It prints on one page.
import { html } from "../common/html.js";
import { hasSheets } from "./press.js";

/** @typedef {{title: string, columns: string[], rows: string[][]}} TourTable */

/** @param {TourTable} table */
export const tableMarkup = ({ title, columns, rows }) =>
  html`<div class="cb-scroll" data-cb-region="${title}"><table class="cb-errata">
    <caption>${title}</caption>
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([head, ...cells]) =>
        html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;

/** The button that makes the tour book. */
const BOOK = html`<p class="cb-play__doors">
    <button type="button" data-action="book">The tour book</button></p>
    <p role="status" data-slot="printed"></p>`;

/** @param {number} count */
const missions = (count) => `${count} ${count === 1 ? "mission" : "missions"}`;

/**
 * @param {string} title
 * @param {{flown: number, left: number, tables: TourTable[]}} report
 * @param {string} game
 */
export const tourMarkup = (title, { flown, left, tables }, game) =>
  html`<h2>${title}</h2><p>${missions(flown)} flown, ${missions(left)} still to fly.</p>
    ${flown > 0 && hasSheets(game) && BOOK}
    <section class="cb-tour">${tables.map(tableMarkup)}</section>`;
