// Marks: the bookmarks and notes of a reader, stored in the browser. A file carries them to another
// device.
import { readJson, writeSetting } from "../common/storage.js";

/** The setting; an event of this name is fired when marks change on this page. */
export const MARKS = "cb-marks";
export const FILE_NAME = "combat-box-marks.json";

const KIND = "combat-box-marks";
const VERSION = 1;
/** The greatest number of characters of each field. */
export const LONGEST = { key: 120, name: 300, url: 300, note: 10_000, added: 40 };
const URL_FORM = /^(?!.*\.\.)[\w-][\w./-]*\.html(#[\w.:-]+)?$/;

/**
 * A mark. `key` is the game and the id, `url` the address from the root of the site, `added` a day.
 * @typedef {{key: string, name: string, url: string, note: string, added: string}} Mark
 */

/** Describe what is wrong with a mark of a file; empty for a valid mark. @param {any} mark */
function faultOf(mark) {
  if (!mark || typeof mark !== "object") return "is not a mark";
  for (const [field, longest] of Object.entries(LONGEST)) {
    const text = mark[field];
    if (typeof text !== "string") return `has no ${field}`;
    if (text.length > longest) return `has a ${field} of over ${longest} characters`;
  }
  if (!/^[\w-]+\/\S+$/.test(mark.key)) return "has a key that names no rule";
  return URL_FORM.test(mark.url) ? "" : "has an address that is not a page of this site";
}

/**
 * Return the address of a page relative to the root of the site, as a mark stores it: with
 * `index.html` and `.html`, which some hosts leave out.
 * @param {string} href the absolute address
 * @param {string} root of the site
 */
export function pagePath(href, root) {
  const [address, hash] = href.slice(root.length).split("#");
  let path = address.split("?")[0];
  if (path === "" || path.endsWith("/")) path += "index.html";
  else if (!path.endsWith(".html")) path += ".html";
  return hash ? `${path}#${hash}` : path;
}

/** Copy a mark without other fields. @param {Mark} mark @returns {Mark} */
const clean = ({ key, name, url, note, added }) => ({ key, name, url, note, added });

/**
 * Parse a file of marks.
 * @param {string} text
 * @returns {Mark[]}
 * @throws {Error} where it is not a file of marks, with the reason
 */
export function parseMarks(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  if (data?.kind !== KIND || !Array.isArray(data.marks)) throw new Error("it holds no marks");
  if (data.version !== VERSION) throw new Error("it was written by another version of this site");
  for (const [at, mark] of data.marks.entries()) {
    const fault = faultOf(mark);
    if (fault) throw new Error(`mark ${at + 1} ${fault}`);
  }
  return data.marks.map(clean);
}

/** Return the text of a file of marks. @param {Mark[]} marks */
export const formatMarks = (marks) =>
  `${JSON.stringify({ kind: KIND, version: VERSION, marks }, null, 1)}\n`;

/**
 * Merge two lists, in the order of the first. The notes of a mark in both lists are joined and cut
 * to the greatest length, because a longer note could not be read again.
 * @param {Mark[]} own
 * @param {Mark[]} others
 */
export function mergeMarks(own, others) {
  const merged = new Map(own.map((mark) => [mark.key, mark]));
  for (const mark of others) {
    const known = merged.get(mark.key);
    if (!known) merged.set(mark.key, mark);
    else if (!known.note.includes(mark.note)) {
      const note = [known.note, mark.note].filter(Boolean).join("\n").slice(0, LONGEST.note);
      merged.set(mark.key, { ...known, note });
    }
  }
  return [...merged.values()];
}

/** Return the marks of this browser, without damaged ones. @returns {Mark[]} */
export function readMarks() {
  const marks = readJson(MARKS);
  return Array.isArray(marks) ? marks.filter((mark) => !faultOf(mark)).map(clean) : [];
}

/** @param {Mark[]} marks */
export function writeMarks(marks) {
  writeSetting(MARKS, marks.length ? JSON.stringify(marks) : null);
  document.dispatchEvent(new Event(MARKS));
}

/** Add or change a mark. @param {Mark} mark */
export function setMark(mark) {
  const marks = readMarks();
  const at = marks.findIndex(({ key }) => key === mark.key);
  writeMarks(at < 0 ? [...marks, mark] : marks.with(at, mark));
}

/** @param {string} key */
export const removeMark = (key) => writeMarks(readMarks().filter((mark) => mark.key !== key));
