// Reads and writes scenario files, which are YAML 1.2 without aliases and tags, as the command line
// reads them.
import { Document, isMap, isSeq, LineCounter, parseDocument, visit } from "yaml";

const LONGEST = 100000; // characters of a file
const DEEPEST = 20;

/**
 * The data of a file, and the line of each value by its path (`forces.bombers`).
 * @typedef {{data: any, lines: Record<string, number>}} YamlFile
 */

/**
 * Return the first fault of a file: its message, and its offset.
 * @param {Document.Parsed} document
 * @returns {[string, number] | undefined}
 */
function faultIn(document) {
  const [error] = [...document.errors, ...document.warnings];
  const isSecond = error?.code === "MULTIPLE_DOCS";
  if (error) return [isSecond ? "a second document begins; keep one" : error.message, error.pos[0]];
  /** @type {[string, number] | undefined} */
  let fault;
  visit(document, {
    Alias: (_, { source, range }) => {
      fault = [`*${source} is an alias; write the value itself`, range?.[0] ?? 0];
      return visit.BREAK;
    },
    Collection: (_, { range }, path) => {
      if (path.length <= 2 * DEEPEST) return undefined;
      fault = ["it is nested too deeply", range?.[0] ?? 0];
      return visit.BREAK;
    },
  });
  return fault;
}

/**
 * Note the line of each value by its path.
 * @param {unknown} node
 * @param {string} path
 * @param {(node: any) => number} lineOf
 * @param {Record<string, number>} lines
 */
function noteLines(node, path, lineOf, lines) {
  const note = (
    /** @type {unknown} */ key,
    /** @type {unknown} */ at,
    /** @type {unknown} */ value,
  ) => {
    const where = path ? `${path}.${key}` : String(key);
    lines[where] = lineOf(at);
    noteLines(value, where, lineOf, lines);
  };
  if (isMap(node)) for (const { key, value } of node.items) note(key, key, value);
  if (isSeq(node)) for (const [number, item] of node.items.entries()) note(number, item, item);
}

/**
 * Read a file.
 * @param {string} text
 * @returns {YamlFile}
 * @throws {Error} with the line and what is wrong
 */
export function readYaml(text) {
  if (text.length > LONGEST) throw new Error("The file is too long to be a scenario.");
  const counter = new LineCounter();
  const lineAt = (/** @type {number} */ offset) => counter.linePos(offset).line;
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [message, offset = 0] = faultIn(document) ?? [];
  if (message) throw new Error(`Line ${lineAt(offset)}: ${message}.`);
  if (!document.contents) throw new Error("The file is empty.");
  /** @type {Record<string, number>} */
  const lines = {};
  noteLines(document.contents, "", (node) => lineAt(node.range[0]), lines);
  return { data: document.toJS(), lines };
}

/** Write a scenario: a line for each of its parts. @param {Record<string, any>} data */
export function writeYaml(data) {
  const document = new Document(data);
  visit(document, {
    Collection: (key, node) => {
      node.flow = key !== null;
    },
  });
  return document.toString({ flowCollectionPadding: false, lineWidth: 0 });
}
