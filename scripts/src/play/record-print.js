// The chart of a finished game as a page to print, filled in like the record sheets.
import { html } from "../common/html.js";

/** @typedef {{sheet: string, title: string, columns: string[], rows: unknown[][]}} RecordTable */

/** @param {unknown[]} cells */
const rowMarkup = ([head, ...cells]) =>
  html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

/** @param {string[]} columns */
export function headMarkup(columns) {
  const heads = columns.map((name) =>
    name ? html`<th scope="col">${name}</th>` : html`<td></td>`,
  );
  return html`<thead><tr>${heads}</tr></thead>`;
}

/** @param {RecordTable} table */
function tableMarkup({ sheet, title, columns, rows }) {
  const hasColumns = columns.length > 0;
  const name = [sheet, title].filter(Boolean).join(", ");
  const region = hasColumns
    ? html`class="cb-scroll" data-cb-region="${name}"`
    : html`class="cb-scroll cb-record__pairs"`;
  return html`<div ${region}><table class="${hasColumns ? "cb-errata" : "cb-index"}">
    ${title && html`<caption>${title}</caption>`}${hasColumns && headMarkup(columns)}
    <tbody>${rows.map(rowMarkup)}</tbody></table></div>`;
}

/** The tables of one sheet, under its name. @param {RecordTable[]} tables */
const sheetMarkup = (tables) =>
  html`<section class="cb-record">
    ${tables[0].sheet && html`<h3>${tables[0].sheet}</h3>`}
    <div class="cb-record__tables">${tables.map(tableMarkup)}</div></section>`;

/** The buttons that make the record sheets as PDFs. */
const PAPER = html`<p class="cb-play__doors">As on paper, filled in:
    <button type="button" data-action="chart" data-paper="a4">A4</button>
    <button type="button" data-action="chart" data-paper="letter">US Letter</button></p>
    <p role="status" data-slot="printed"></p>`;

/**
 * Return the markup of the chart.
 * @param {string} title
 * @param {RecordTable[]} tables
 * @param {boolean} hasSheets whether the site has the record sheets of the game
 */
export function recordMarkup(title, tables, hasSheets) {
  /** @type {RecordTable[][]} */
  const sheets = [];
  for (const table of tables) {
    const last = sheets.at(-1);
    if (last && last[0].sheet === table.sheet) last.push(table);
    else sheets.push([table]);
  }
  return html`<h2>${title}</h2>${hasSheets && PAPER}${sheets.map(sheetMarkup)}`;
}
