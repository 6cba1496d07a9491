// The summary of a tour: crew, bombers, missions flown and missions left. It prints on one page.
import { filesMarkup, html } from "../common/html.js";
import { headMarkup } from "./record-print.js";

/** @typedef {{title: string, columns: string[], rows: string[][]}} TourTable */

const MANY = 3; // columns, at most, that a phone shows beside each other

/** @param {TourTable} table */
export function tableMarkup({ title, columns, rows }) {
  const isWide = columns.length > MANY;
  const headings = columns.slice(1).map((name) => isWide && html` data-head="${name}"`);
  const lines = rows.map(([first, ...cells]) => {
    const others = cells.map((cell, n) => html`<td${headings[n]}>${cell}</td>`);
    return html`<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  return html`<div class="cb-scroll" data-cb-region="${title}">
    <table class="cb-errata${isWide && " cb-rows"}">
    <caption>${title}</caption>
    ${headMarkup(columns)}
    <tbody>${lines}</tbody></table></div>`;
}

/** The medals of a tour, or nothing. @param {string[][]} awards man, medals and reasons */
export const awardsMarkup = (awards) =>
  awards.length > 0 &&
  tableMarkup({ title: "Decorations", columns: ["Name", "Award", "For"], rows: awards });

/**
 * The buttons that make the tour book and, for a game with crews, the wall of the crew.
 * @param {boolean} hasCrew
 */
const booksMarkup = (hasCrew) => html`<p class="cb-play__doors">
    <button type="button" data-action="book">The tour book</button>
    ${hasCrew && html`<button type="button" data-action="wall">The wall of the crew</button>`}</p>
    <p role="status" data-slot="printed"></p>`;

/** @param {number} count */
const missions = (count) => `${count} ${count === 1 ? "mission" : "missions"}`;

/**
 * @param {string} title
 * @param {{flown: number, left: number, tables: TourTable[], files: Record<string, string>}} report
 * @param {boolean} hasSheets whether the site has what the tour book needs
 */
export const tourMarkup = (title, { flown, left, tables, files }, hasSheets) =>
  html`<h2>${title}</h2><p>${missions(flown)} flown, ${missions(left)} still to fly.</p>
    ${flown > 0 && hasSheets && booksMarkup(tables.some((table) => table.title === "Crew"))}
    ${flown > 0 && filesMarkup(files)}
    <section class="cb-tour">${tables.map(tableMarkup)}</section>`;
