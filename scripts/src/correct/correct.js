// The correction of a table: its text below the table, what the program says of it and what it
// changes, and what can be done with it: play by it, print it, hand it on.
import { copyOrShow } from "../common/clipboard.js";
import { control, element, find, slot } from "../common/dom.js";
import { html, raw, setMarkup } from "../common/html.js";
import { siteUrl } from "../common/site.js";
import { writeSetting } from "../common/storage.js";
import { loadingWords, messageOf } from "../common/text.js";
import { engineClient } from "../engine/engine-client.js";
import { downloadText } from "../play/download.js";
import { aboutSite, subjectOf, today } from "../reader/reader-box.js";
import { reportText, reportTitle, reportUrl } from "../reader/report.js";

const PAUSE = 600; // milliseconds without a key until the text is checked
const SHORT = 12; // letters of a cell that does not wrap
const NO_WRAP = raw(' class="cb-correct__short"');
const OWN_TABLES = "cb-own-tables"; // the setting with the book by which the play page plays

/** What the program says of a text (`combatbox/odds/correction.py`).
 * @typedef {{problems: {line: number, message: string}[], changes: [string, string, string][],
 *   chances: [string, string, string][], headings: string[], rows: string[][], notes: string[],
 *   book: string, patch: string}} Verdict
 */

const BOX = html`<h2 id="correct">Correct this table</h2>
  <p>Change the text: what the program says of it and what comes of it stands below at once. Touch
    a row of the table above to find it here. Nothing leaves this device.</p>
  <textarea aria-label="The text of the table" rows="16" spellcheck="false" wrap="off"
    autocapitalize="off" disabled></textarea>
  <div role="status" data-slot="verdict"></div>
  <p class="cb-correct__doors" data-slot="doors" hidden>
    <button type="button" class="cb-cite" data-action="play">Play by it</button>
    <button type="button" class="cb-cite" data-action="print">Print it</button>
    <button type="button" class="cb-cite" data-action="save">Save as a house rule</button>
    <button type="button" class="cb-cite" data-action="report">Copy a report with the patch</button>
    <button type="button" class="cb-cite" data-action="undo">Put it back as it was</button>
    <span role="status" data-slot="done"></span></p>
  <div data-slot="table"></div>`;

/** @param {string} was @param {string} now */
const changeMarkup = (was, now) =>
  html`<del>${was || "nothing"}</del> → <ins>${now || "nothing"}</ins>`;

/** @param {string} title @param {[string, string, string][]} changes */
const changesMarkup = (title, changes) =>
  changes.length > 0 &&
  html`<p>${title}</p><ul>${changes.map(
    ([place, was, now]) => html`<li>${place}: ${changeMarkup(was, now)}</li>`,
  )}</ul>`;

/** @param {Verdict} verdict @param {string} title */
function tableMarkup({ headings, rows, notes }, title) {
  const cells = (/** @type {string[]} */ row) =>
    row.map((cell) => html`<td${cell.length < SHORT && NO_WRAP}>${cell}</td>`);
  return html`<div class="cb-scroll"><table><caption>${title}, corrected by a reader</caption>
    <thead><tr>${headings.map((words) => html`<th scope="col">${words}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>
    <ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`;
}

class Correction {
  /** @param {HTMLElement} opener */
  constructor(opener) {
    const [game, table] = (opener.dataset.cbCorrect ?? "").split("/");
    this.game = game;
    this.table = table;
    this.subject = subjectOf(find(document, `[data-cb-about="${opener.dataset.cbCorrect}"]`));
    this.printed = find(document, `table[data-table="${this.table}"]`);
    this.box = element("section", { class: "cb-correct", "aria-labelledby": "correct" });
    setMarkup(this.box, BOX);
    (this.printed.closest(".cb-scroll") ?? this.printed).after(this.box);
    this.field = /** @type {HTMLTextAreaElement} */ (find(this.box, "textarea"));
    this.original = "";
    this.file = "";
    /** @type {Record<string, number>} The line of each row by its id. */
    this.lines = {};
    this.timer = 0;
    /** @type {Verdict | null} */
    this.verdict = null;
    this.listen();
  }

  listen() {
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.attempt(() => this.check()), PAUSE);
    });
    this.printed.addEventListener("click", ({ target }) => {
      const row = target instanceof Element && target.closest("tr");
      if (row) this.showRow(row.dataset.row ?? "");
    });
    slot(this.box, "verdict").addEventListener("click", ({ target }) => {
      const line = target instanceof HTMLElement && target.dataset.line;
      if (line) this.showLine(Number(line));
    });
    const actions = {
      play: () => this.play(),
      print: () => this.print(),
      save: () => downloadText(this.fileName(), this.field.value, "application/yaml"),
      report: () => this.report(),
      undo: () => this.put(this.original),
    };
    for (const [name, act] of Object.entries(actions)) {
      control(this.box, name).addEventListener("click", act);
    }
  }

  /** Do something that may fail, and show the reason. @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.say(html`<p class="cb-correct__fault">${messageOf(error)}</p>`);
    }
  }

  /** @param {unknown} markup */
  say = (markup) => setMarkup(slot(this.box, "verdict"), markup);

  async load() {
    this.engine = await engineClient.open({
      game: this.game,
      corrects: true,
      progress: (loaded, total, what) => {
        const words = loaded < total ? loadingWords(loaded, total, what) : "Reading the tables …";
        this.say(html`<p>${words}</p>`);
      },
    });
    const { file, text, rows } = await this.engine.call("text", { table: this.table });
    Object.assign(this, { file, original: text, lines: rows });
    this.field.disabled = false;
    await this.put(text);
  }

  /** @param {string} text */
  async put(text) {
    this.field.value = text;
    await this.attempt(() => this.check());
  }

  async check() {
    const text = this.field.value;
    const isOriginal = text === this.original;
    slot(this.box, "doors").hidden = true;
    slot(this.box, "done").textContent = "";
    setMarkup(slot(this.box, "table"), "");
    this.verdict = null;
    if (isOriginal) return this.say(html`<p>This is the table as it is.</p>`);
    const verdict = await this.engine?.call("check", { table: this.table, text });
    if (text !== this.field.value) return; // it was changed meanwhile
    this.show(verdict);
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    const { problems, changes, chances } = verdict;
    if (problems.length) {
      const lines = problems.map(
        ({ line, message }) =>
          html`<li>${
            line > 0 &&
            html`<button type="button" class="cb-cite"
          data-line="${line}">Line ${line}</button> `
          }${message}</li>`,
      );
      return this.say(html`<p class="cb-correct__fault">It cannot be played yet:</p>
        <ul>${lines}</ul>`);
    }
    this.verdict = verdict;
    const words = changes.length
      ? "It can be played. What it changes:"
      : "Nothing in play changes.";
    this.say(html`${changesMarkup(words, changes) || html`<p>${words}</p>`}
      ${changesMarkup("The odds of a roll on it:", chances)}`);
    setMarkup(slot(this.box, "table"), tableMarkup(verdict, this.subject.name));
    slot(this.box, "doors").hidden = false;
  }

  /** Select the line of a row, or of the row in which a nested row stands. @param {string} id */
  showRow(id) {
    const line = this.lines[id];
    if (line) this.showLine(line);
    else if (id.includes("/")) this.showRow(id.slice(0, id.lastIndexOf("/")));
  }

  /** @param {number} line */
  showLine(line) {
    const lines = this.field.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    const height = this.field.scrollHeight / lines.length;
    this.field.scrollTop = height * (line - 1) - this.field.clientHeight / 3;
  }

  fileName = () => this.file.split("/").at(-1) ?? "";

  play() {
    const name = `${this.subject.name}, corrected`;
    const book = { game: this.game, name, text: this.verdict?.book };
    writeSetting(OWN_TABLES, JSON.stringify(book), "sessionStorage");
    location.href = siteUrl(`${this.game}/play.html#own`);
  }

  print() {
    document.body.dataset.cbPrint = "correction";
    print();
    delete document.body.dataset.cbPrint;
  }

  report() {
    const about = { ...aboutSite(), digest: this.engine?.described.digest };
    const text = `${reportText(this.subject, about, today())}\n${this.verdict?.patch}`;
    const url = reportUrl(about.report, reportTitle(this.subject), text);
    const words = "Copied: where it stands, and the patch. Write what is wrong, and send it to us.";
    const done = slot(this.box, "done");
    return copyOrShow(done, text, words).then(() => {
      if (url) done.append(" ", element("a", { href: url, target: "_blank" }, "Report it"));
    });
  }
}

/** @type {Correction | undefined} */
let correction;

/** Open the text of the table of a page. @param {HTMLElement} opener */
export async function openCorrection(opener) {
  const opened = correction ?? new Correction(opener);
  opened.box.scrollIntoView({ block: "start" });
  if (correction) return opened.field.focus();
  correction = opened;
  await opened.attempt(() => opened.load());
  opened.field.focus({ preventScroll: true });
}
