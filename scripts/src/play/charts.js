// What the press makes of a game: filled-in record sheets as PDFs, and the tour book as a page.
import { element, slot } from "../common/dom.js";
import { fileNameOf } from "./download.js";
import { callPress, whyNot } from "./press.js";
import { bookMarkup, readNotes, storeNotes } from "./tour-book.js";

/** @typedef {{name: string, title: string, pdf: string}} Chart */

/** Return a link that downloads a chart. @param {Chart} chart @param {string} name of the file */
function linkTo({ title, pdf }, name) {
  const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  const words = `${title} (PDF, ${Math.ceil(bytes.length / 1000)} kB)`;
  return element("a", { href, download: name }, words);
}

/**
 * Make the sheets of the game on the paper that a button names, and show links to the files.
 * @param {PlayTable} table
 * @param {HTMLElement} el the button
 */
export async function printCharts(table, el) {
  const paper = el.dataset.paper ?? "";
  const status = slot(table.page, "printed");
  const box = /** @type {HTMLElement} */ (el.parentElement);
  const setBusy = (/** @type {boolean} */ busy) => {
    for (const button of box.querySelectorAll("button")) button.disabled = busy;
  };
  setBusy(true);
  status.textContent = "Printing …";
  try {
    /** @type {Chart[]} */
    const charts = await callPress(table, "charts", { paper });
    const stem = fileNameOf(table.state.game);
    const links = charts.map((chart) => linkTo(chart, `${stem}-${chart.name}-${paper}.pdf`));
    status.replaceChildren(...links.flatMap((link, i) => (i ? [", ", link] : [link])));
    links[0]?.focus();
  } catch (error) {
    status.textContent = `It cannot be printed as on paper: ${whyNot(error)}. All of it is below.`;
  } finally {
    setBusy(false);
  }
}

/**
 * Make the book of the open tour, and show it unless the reader has left the summary of the tour.
 * @param {PlayTable} table
 * @param {HTMLElement} el the button
 */
export async function showTourBook(table, el) {
  const button = /** @type {HTMLButtonElement} */ (el);
  const status = slot(table.page, "printed");
  button.disabled = true;
  status.textContent = "Making the book …";
  try {
    const book = await callPress(table, "tour_book");
    if (!status.isConnected || table.page.dataset.room !== "record") return;
    const { game } = table.state;
    table.showSheet(bookMarkup(table.page, table.data.title, book, readNotes(game)));
    storeNotes(table.page, game);
  } catch (error) {
    status.textContent = `The book cannot be made: ${whyNot(error)}.`;
    button.disabled = false;
  }
}
