// The tour book as a page, from the facts that the printed book is drawn from (see
// combatbox/press/tour_page.py).
import { html, raw } from "../common/html.js";
import { readJson, readSetting, writeSetting } from "../common/storage.js";
import { artOf } from "./scene-markup.js";
import { awardsMarkup, tableMarkup } from "./tour-report.js";

/**
 * @typedef {object} BookMission
 * @property {number} number
 * @property {string} title
 * @property {string} bomber
 * @property {string} day the sentence of the day
 * @property {[string, string][]} facts
 * @property {string[]} records
 * @property {[number, number, number][]} hits x, y and the number of shells
 * @property {[number, number, number][]} crossed x, y and the radius of what is out
 * @property {string} damage
 * @property {string} map SVG, or empty
 */
/**
 * @typedef {object} TourBook
 * @property {string} title
 * @property {string} length
 * @property {string} result
 * @property {string[][]} crew
 * @property {string[]} bombers
 * @property {BookMission[]} missions
 * @property {[string[], string[][]]} honours headings and lines
 * @property {{label: string, tour: string, stored: string}[]} closing
 * @property {string} note_on_odds
 * @property {string[][]} awards man, medals and what he earned them for
 * @property {{art: string, width: number, height: number}} plane
 */

/** @typedef {Map<string, string>} Notes the player's own, by mission-3-note or a man's name */

const BEYOND = 3; // units by which a cross is larger than what it crosses out

/** @param {TourBook["plane"]} plane @param {BookMission} mission */
function planeMarkup({ width, height }, { hits, crossed, damage }) {
  const crosses = crossed.map(([x, y, radius]) => {
    const r = radius + BEYOND;
    return html`<path d="M${x - r} ${y - r}l${2 * r} ${2 * r}m${-2 * r} 0l${2 * r} ${-2 * r}"/>`;
  });
  const shells = hits.map(
    ([x, y, count]) => html`<circle cx="${x}" cy="${y}" r="10"/>
      <text x="${x}" y="${y}">${count}</text>`,
  );
  return html`<svg class="cb-book__plane" viewBox="0 0 ${width} ${height}" role="img"
    aria-label="${damage}"><use href="#tour-book-plane"/>${crosses}${shells}</svg>`;
}

/** The key of the setting with the notes on a tour. @param {Pick<SavedGame, "id">} game */
const notesKey = ({ id }) => `cb-notes-${id}`;

/** Return the player's own notes on a tour. @param {SavedGame} game @returns {Notes} */
export function readNotes(game) {
  const stored = Object.entries(readJson(notesKey(game)) ?? {});
  return new Map(stored.filter(([, text]) => typeof text === "string"));
}

/** Store each note while it is typed. @param {Element} page @param {SavedGame} game */
export function storeNotes(page, game) {
  for (const field of page.querySelectorAll("textarea"))
    field.addEventListener("input", () => {
      const text = field.value.trim();
      field.labels[0].dataset.own = text && field.value;
      const notes = readNotes(game).set(field.name, text);
      writeSetting(notesKey(game), JSON.stringify(Object.fromEntries(notes)));
    });
}

/** Remove the notes on a tour. @param {string} id of the game */
export const removeNotes = (id) => writeSetting(notesKey({ id }), null);

/** Copy the notes on a game. @param {string} id of the game @param {string} copy id of its copy */
export const copyNotes = (id, copy) =>
  writeSetting(notesKey({ id: copy }), readSetting(notesKey({ id })));

/**
 * Return a field for a note. The style sheet makes it as high as `data-own`, which is printed.
 * @param {Notes} notes
 * @param {string} key
 * @param {string} label
 */
function noteMarkup(notes, key, label) {
  const text = notes.get(key) ?? "";
  return html`<label class="cb-book__own" data-own="${text}">${label}
    <textarea name="${key}" rows="1">${text}</textarea></label>`;
}

/** @param {TourBook["plane"]} plane @param {Notes} notes @param {BookMission} mission */
function missionMarkup(plane, notes, mission) {
  const { number, title, bomber, day, facts, records, map } = mission;
  const terms = facts.map(([label, words]) => html`<div><dt>${label}</dt><dd>${words}</dd></div>`);
  return html`<section class="cb-book__mission">
    <div class="cb-book__head"><h3>${number} ${title}</h3><p>${bomber}</p></div>
    <p class="cb-book__day">${day}</p>
    ${noteMarkup(notes, `mission-${number}-note`, "Your note")}
    <div class="cb-book__pictures">${map && html`<div class="cb-book__map">${raw(map)}</div>`}
    ${planeMarkup(plane, mission)}</div>
    <dl class="cb-book__facts">${terms}</dl>
    ${records.length > 0 && html`<p>${records.join(" ")}</p>`}</section>`;
}

/** The roll of honour, and the figures of the tour. @param {TourBook} book @param {Notes} notes */
function endMarkup({ honours: [heads, lines], closing, note_on_odds: note, awards }, notes) {
  const columns = ["", "This tour", ...(note ? ["Odds"] : [])];
  const rows = closing.map(({ label, tour, stored }) => [label, tour, stored || "–"]);
  const figures = rows.map((row) => row.slice(0, columns.length));
  const names = [...new Set(lines.map(([name]) => name))];
  return html`${
    lines.length > 0 && tableMarkup({ title: "Roll of honour", columns: heads, rows: lines })
  }${names.map((name) => noteMarkup(notes, name, `Your note on ${name}`))}
    ${tableMarkup({ title: "The tour in figures", columns, rows: figures })}
    ${note && html`<p class="cb-book__note">${note}</p>`}
    ${awardsMarkup(awards)}`;
}

/**
 * Return the markup of a tour book.
 * @param {Element} page with the drawings
 * @param {string} game the title of the game
 * @param {TourBook} book
 * @param {Notes} notes
 */
export function bookMarkup(page, game, book, notes) {
  const { title, length, result, crew, bombers, missions, plane } = book;
  const columns = ["Station", "Name"];
  return html`<article class="cb-book">
    <svg width="0" height="0" aria-hidden="true"><symbol id="tour-book-plane" overflow="visible">
    ${artOf(page, plane.art)}</symbol></svg>
    <header><p class="cb-book__game">${game}</p><h2>${title}</h2>
    <p>${length}. ${result}</p></header>
    ${crew.length > 0 && tableMarkup({ title: "The crew", columns, rows: crew })}
    ${bombers.length > 0 && html`<ul>${bombers.map((line) => html`<li>${line}</li>`)}</ul>`}
    <p class="cb-book__note cb-book__kept">Your notes are kept in this browser. A file of the game
    does not have them.</p>
    ${missions.map((mission) => missionMarkup(plane, notes, mission))}
    ${endMarkup(book, notes)}</article>`;
}
