// Marks: what a reader has bookmarked, and his notes, kept in his browser. A file holds them for
// another device.
import { readJson, writeSetting } from "../common/storage.js";

export const MARKS_KEY = "cb-marks";
/** Marks were changed on this page. */
export const MARKS_EVENT = "cb-marks";
export const FILE_NAME = "combat-box-marks.json";

const KIND = "combat-box-marks";
const VERSION = 1;
/** The most characters of each field. */
export const LONGEST = { key: 120, name: 300, url: 300, note: 10_000, added: 40 };
const URL_FORM = /^(?!.*\.\.)[\w-][\w./-]*\.html(#[\w.:-]+)?$/;

/**
 * A mark. `key` is the game and the id, `url` the address from the root of the site, `added` a day.
 * @typedef {{key: string, name: string, url: string, note: string, added: string}} Mark
 */

/**
 * What is wrong with a mark of a file; empty where nothing is.
 * @param {any} mark
 */
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
 * The address of a page from the root of the site, as a mark has it: with `index.html` and `.html`
 * where the host leaves them out.
 * @param {string} href the whole address
 * @param {string} root of the site
 */
export function pagePath(href, root) {
  const [address, hash] = href.slice(root.length).split("#");
  let path = address.split("?")[0];
  if (path === "" || path.endsWith("/")) path += "index.html";
  else if (!path.endsWith(".html")) path += ".html";
  return hash ? `${path}#${hash}` : path;
}

/** A copy with the fields of a mark alone. @param {Mark} mark @returns {Mark} */
const clean = ({ key, name, url, note, added }) => ({ key, name, url, note, added });

/**
 * The marks of a file.
 * @param {string} text
 * @returns {Mark[]}
 * @throws {Error} with one sentence, where it is not a file of marks
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

/** The text of a file. @param {Mark[]} marks */
export const formatMarks = (marks) =>
  `${JSON.stringify({ kind: KIND, version: VERSION, marks }, null, 1)}\n`;

/**
 * Both lists in one, in the order of the first. Where both have a mark, its notes are joined, and
 * cut where they are longer than a note may be: a longer one would not be read again.
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

/** The marks of this browser; what is damaged is left out. @returns {Mark[]} */
export function readMarks() {
  const marks = readJson(() => localStorage, MARKS_KEY);
  return Array.isArray(marks) ? marks.filter((mark) => !faultOf(mark)).map(clean) : [];
}

/** @param {Mark[]} marks */
export function writeMarks(marks) {
  writeSetting(MARKS_KEY, marks.length ? JSON.stringify(marks) : null);
  document.dispatchEvent(new Event(MARKS_EVENT));
}

/** Add or change a mark. @param {Mark} mark */
export function setMark(mark) {
  const marks = readMarks();
  const at = marks.findIndex(({ key }) => key === mark.key);
  writeMarks(at < 0 ? [...marks, mark] : marks.with(at, mark));
}

/** @param {string} key */
export const removeMark = (key) => writeMarks(readMarks().filter((mark) => mark.key !== key));
