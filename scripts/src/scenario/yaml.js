// Reads and writes scenario files, which are YAML 1.2 without aliases and tags, as the command line
// reads them (combatbox/library/yaml12.py). No value of a scenario is a decimal.
import { Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

const LONGEST = 100000; // characters of a file
const DEEPEST = 20;
const TAB = /^[^\S\n]*\t/m; // in the indentation
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]/u;
const WHOLE = /^([-+]?\d+|0o[0-7]+|0x[\da-f]+)$/i;
const TAG = /^(!|tag:yaml\.org,2002:(str|seq|map))$/; // tags that change no value

/**
 * @typedef {import("yaml").Alias | import("yaml").Scalar | import("yaml").YAMLMap |
 *   import("yaml").YAMLSeq} YamlValue
 */

/**
 * The data of a file, and the line of each value by its path (`forces.bombers`).
 * @typedef {{data: any, lines: Record<string, number>}} YamlFile
 */

/**
 * Return why a scenario file may not have a value; empty if it may. Infinite numbers become texts.
 * @param {YamlValue} node
 * @param {number} depth
 */
function nodeFault(node, depth) {
  if (isAlias(node)) return `*${node.source} is an alias; write the value itself`;
  if (node.tag && !TAG.test(node.tag))
    return `the tag ${node.tag} is not allowed; write plain values`;
  if (!isScalar(node)) return depth > 2 * DEEPEST ? "it is nested too deeply" : "";
  const { source = "", value } = node;
  if (typeof value !== "number" || WHOLE.test(source)) return "";
  if (Number.isFinite(value)) return `${source} is a decimal; write a whole number`;
  node.value = source;
  return "";
}

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
    Node: (_, node, path) => {
      const words = nodeFault(node, path.length);
      if (!words) return undefined;
      fault = [words, node.range?.[0] ?? 0];
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
 * Throw an error with the line of the first match of a pattern in a text.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} words
 */
function refuseText(text, pattern, words) {
  const at = text.search(pattern);
  if (at >= 0) throw new Error(`Line ${text.slice(0, at).split("\n").length}: ${words}.`);
}

/**
 * Read a file.
 * @param {string} text
 * @returns {YamlFile}
 * @throws {Error} with the line and what is wrong
 */
export function readYaml(text) {
  if (text.length > LONGEST) throw new Error("The file is too long to be a scenario.");
  const whole = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  refuseText(whole, FORBIDDEN, "a character that YAML does not allow; delete it");
  refuseText(whole, TAB, "Tabs are not allowed as indentation; use spaces");
  const counter = new LineCounter();
  const lineAt = (/** @type {number} */ offset) => counter.linePos(offset).line;
  // With these options, a directive such as %YAML 1.1 changes nothing.
  const document = parseDocument(whole, {
    lineCounter: counter,
    prettyErrors: false,
    schema: "core",
    merge: false,
  });
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
