// Reads and writes scenario files: the part of YAML 1.2 that they need. Mappings and lists, in
// blocks or in braces; plain, quoted and folded texts; comments. Everything else is refused with
// the number of its line, as the reader of the command line does.

const DEEPEST = 20;
const LONGEST = 100000; // characters of a file

/** @typedef {{indent: number, text: string, number: number}} Line */
/**
 * The data of a file, and the line of each value by its path (`forces.bombers`).
 * @typedef {{data: any, lines: Record<string, number>}} YamlFile
 */

/** @param {number} number @param {string} words @returns {never} */
function refuse(number, words) {
  throw new Error(`Line ${number}: ${words}.`);
}

/** Return a line without its comment. @param {string} text */
function withoutComment(text) {
  let quote = "";
  for (let n = 0; n < text.length; n++) {
    const letter = text[n];
    if (quote === '"' && letter === "\\") n++;
    else if (quote) quote = letter === quote ? "" : quote;
    else if (/["']/.test(letter) && /(^|[\s:,[{-])$/.test(text.slice(0, n))) quote = letter;
    else if (letter === "#" && /(^|\s)$/.test(text.slice(0, n))) return text.slice(0, n);
  }
  return text;
}

/** @param {string} text @param {number} number of its line */
function scalar(text, number) {
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text);
    } catch {
      refuse(number, `${text} is not a whole text in quotation marks`);
    }
  }
  if (text.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(text)) refuse(number, `${text} is not a whole text in quotes`);
    return text.slice(1, -1).replaceAll("''", "'");
  }
  if (/^[&*!|>%@`]/.test(text)) refuse(number, `${text} is not read here; write the value itself`);
  if (/:(?:\s|$)/.test(text)) refuse(number, `${text} needs quotation marks, for its colon`);
  if (/^[-+]?\d{1,15}$/.test(text)) return Number(text);
  if (/^[-+]?(?:\.\d+|\d+\.\d*)$/.test(text)) return Number(text);
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return text;
}

/** The parser of values in braces and brackets. */
class FlowReader {
  /** @param {YamlReader} file @param {string} text @param {number} number of its line */
  constructor(file, text, number) {
    this.file = file;
    this.rest = text;
    this.number = number;
  }

  /** Take a pattern from the start of the rest. @param {RegExp} pattern */
  take(pattern) {
    this.rest = this.rest.trimStart();
    const [found] = pattern.exec(this.rest) ?? [];
    if (found !== undefined) this.rest = this.rest.slice(found.length);
    return found;
  }

  /** @param {string} path @param {number} depth @returns {any} */
  value(path, depth) {
    if (depth > DEEPEST) refuse(this.number, "it is nested too deeply");
    this.file.lines[path] = this.number;
    if (this.take(/^\{/)) return this.mapping(path, depth);
    if (this.take(/^\[/)) return this.list(path, depth);
    const text = this.take(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,[\]{}]*)/) ?? "";
    return scalar(text.trim(), this.number);
  }

  /** @param {string} path @param {number} depth */
  mapping(path, depth) {
    /** @type {Record<string, any>} */
    const data = Object.create(null);
    while (!this.take(/^\}/)) {
      const name = this.take(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,:[\]{}"']+)(?=\s*:)/);
      if (name === undefined || !this.take(/^:/))
        refuse(this.number, "a name and a colon belong here");
      const key = String(scalar(String(name).trim(), this.number));
      this.file.put(data, key, this.value(joined(path, key), depth + 1), this.number);
      if (!this.take(/^,/) && !/^\s*\}/.test(this.rest)) refuse(this.number, "} is missing");
    }
    return data;
  }

  /** @param {string} path @param {number} depth */
  list(path, depth) {
    const data = [];
    while (!this.take(/^\]/)) {
      data.push(this.value(joined(path, String(data.length)), depth + 1));
      if (!this.take(/^,/) && !/^\s*\]/.test(this.rest)) refuse(this.number, "] is missing");
    }
    return data;
  }
}

/** @param {string} path @param {string} key */
const joined = (path, key) => (path ? `${path}.${key}` : key);

/** Whether all brackets of a text are closed. @param {string} text */
function isClosed(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, "");
  return (bare.match(/[[{]/g)?.length ?? 0) <= (bare.match(/[\]}]/g)?.length ?? 0);
}

class YamlReader {
  /** @param {string} text */
  constructor(text) {
    if (text.length > LONGEST) throw new Error("The file is too long to be a scenario.");
    this.raw = text.replace(/^\uFEFF/, "").split(/\r?\n/);
    /** @type {Record<string, number>} */
    this.lines = Object.create(null);
    this.at = 0; // the next line
  }

  /** Return the next line that has content; null at the end. @returns {Line | null} */
  peek() {
    for (; this.at < this.raw.length; this.at++) {
      const text = withoutComment(this.raw[this.at]).trimEnd();
      if (/^ *\t/.test(text)) refuse(this.at + 1, "a tab cannot indent a line; use spaces");
      if (text.trim() && text !== "---") {
        const indent = text.length - text.trimStart().length;
        return { indent, text: text.trim(), number: this.at + 1 };
      }
    }
    return null;
  }

  /**
   * @param {Record<string, any>} data
   * @param {string} key
   * @param {any} value
   * @param {number} number
   */
  put(data, key, value, number) {
    if (Object.hasOwn(data, key)) refuse(number, `${key} stands twice; leave one out`);
    data[key] = value;
  }

  /** @param {number} indent @param {string} path @param {number} depth @returns {any} */
  block(indent, path, depth) {
    const line = this.peek();
    if (!line || depth > DEEPEST)
      refuse(this.at, depth > DEEPEST ? "too deep" : "it ends too soon");
    return /^-(?: |$)/.test(line.text)
      ? this.listBlock(indent, path, depth)
      : this.mappingBlock(indent, path, depth);
  }

  /** @param {number} indent @param {string} path @param {number} depth */
  mappingBlock(indent, path, depth) {
    /** @type {Record<string, any>} */
    const data = Object.create(null);
    for (let line = this.peek(); line && line.indent >= indent; line = this.peek()) {
      if (line.indent > indent)
        refuse(line.number, "it is indented further than the line before it");
      const parts =
        /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:#[\]{},"'&*!|>-][^:]*?)\s*:(?:\s+(.*))?$/;
      const [, name, rest = ""] =
        parts.exec(line.text) ?? refuse(line.number, "it has no name and colon");
      const key = String(scalar(name, line.number));
      this.at++;
      const where = joined(path, key);
      this.lines[where] = line.number;
      this.put(data, key, this.valueOf(rest, line, where, depth), line.number);
    }
    return data;
  }

  /** @param {number} indent @param {string} path @param {number} depth */
  listBlock(indent, path, depth) {
    const data = [];
    for (let line = this.peek(); line && line.indent === indent; line = this.peek()) {
      if (!/^-(?: |$)/.test(line.text)) break;
      this.at++;
      const where = joined(path, String(data.length));
      data.push(this.valueOf(line.text.slice(1).trim(), line, where, depth));
    }
    return data;
  }

  /**
   * Read the value that begins behind a name or a dash.
   * @param {string} text the rest of the line
   * @param {Line} line
   * @param {string} path
   * @param {number} depth
   */
  valueOf(text, line, path, depth) {
    this.lines[path] = line.number;
    if (/^[|>][-+]?$/.test(text)) return this.foldedText(text, line.indent);
    if (/^[{[]/.test(text)) return this.flow(text, line.number, path, depth);
    const next = this.peek();
    if (!text) {
      const isList = next && next.indent === line.indent && /^-(?: |$)/.test(next.text);
      if (!next || (next.indent <= line.indent && !isList)) return null;
      return this.block(next.indent, path, depth + 1);
    }
    const parts = [text];
    for (let more = next; more && more.indent > line.indent; more = this.peek()) {
      parts.push(more.text);
      this.at++;
    }
    return scalar(parts.join(" "), line.number);
  }

  /** @param {string} text @param {number} number @param {string} path @param {number} depth */
  flow(text, number, path, depth) {
    let all = text;
    for (let more = this.peek(); more && !isClosed(all); more = this.peek()) {
      all += ` ${more.text}`;
      this.at++;
    }
    const reader = new FlowReader(this, all, number);
    const value = reader.value(path, depth + 1);
    if (reader.rest.trim()) refuse(number, `${reader.rest.trim()} does not belong here`);
    return value;
  }

  /** Read a text in lines of its own. @param {string} mark @param {number} indent of its name */
  foldedText(mark, indent) {
    const lines = [];
    for (; this.at < this.raw.length; this.at++) {
      const text = this.raw[this.at];
      if (text.trim() && text.length - text.trimStart().length <= indent) break;
      lines.push(text);
    }
    const least = Math.min(
      ...lines.filter((text) => text.trim()).map((text) => text.length - text.trimStart().length),
    );
    const cut = lines.map((text) => text.slice(least).trimEnd());
    const whole = cut.join("\n").trimEnd();
    // A single line break is a space; each empty line is a line break.
    const fold = (
      /** @type {string} */ _,
      /** @type {string} */ last,
      /** @type {string} */ ends,
    ) => last + (ends.slice(1) || " ");
    const folded = mark[0] === "|" ? whole : whole.replace(/(\S)(\n+)(?=\S)/g, fold);
    return mark[1] === "-" || !folded ? folded : `${folded}\n`;
  }
}

/**
 * Read a file.
 * @param {string} text
 * @returns {YamlFile}
 * @throws {Error} with the line and what is wrong
 */
export function readYaml(text) {
  const reader = new YamlReader(text);
  const first = reader.peek();
  if (!first) throw new Error("The file is empty.");
  /** @type {any} */
  let data;
  if (/^[{[]/.test(first.text)) {
    reader.at++;
    data = reader.flow(first.text, first.number, "", 0);
  } else data = reader.block(first.indent, "", 0);
  const rest = reader.peek();
  if (rest) refuse(rest.number, `${rest.text} does not belong here`);
  return { data, lines: reader.lines };
}

/** @param {any} value @returns {string} */
function flowText(value) {
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (!value || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}: ${flowText(part)}`)
    .join(", ")}}`;
}

/** Write a scenario: a line for each of its parts. @param {Record<string, any>} data */
export const writeYaml = (data) =>
  Object.entries(data)
    .map(([key, value]) => `${key}: ${flowText(value)}\n`)
    .join("");
