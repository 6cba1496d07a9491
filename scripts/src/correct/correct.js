// The correction of a table: its text below the table, what the program says of it and what it
// changes, and what can be done with it: play by it, print it, hand it on.
import { copyOrShow } from "../common/clipboard.js";
import { control, element, find, slot } from "../common/dom.js";
import { html, raw, setMarkup } from "../common/html.js";
import { siteUrl } from "../common/site.js";
import { OWN_TABLES, readJson, readSetting, writeSetting } from "../common/storage.js";
import { loadingWords, messageOf } from "../common/text.js";
import { engineClient } from "../engine/engine-client.js";
import { downloadText } from "../play/download.js";
import { aboutSite, subjectOf, today } from "../reader/reader-box.js";
import { edition, reportText, reportTitle, reportUrl } from "../reader/report.js";

const PAUSE = 600; // milliseconds without a key until the text is checked
const SHORT = 12; // letters of a cell that does not wrap
const NO_WRAP = raw(' class="cb-correct__short"');

/** What the program says of a text (`combatbox/odds/correction.py`).
 * @typedef {{problems: {line: number, message: string}[], patch: string, is_same: boolean,
 *   changes: [string, string, string][], chances: [string, string, string][], title: string,
 *   headings: string[], rows: string[][], notes: string[], lines: Record<string, number>,
 *   book: string}} Verdict
 */

const BOX = html`<h2 id="correct">Correct this table</h2>
  <p>Change a number or a result: below you see what comes of it. Touch a row of the table above to
    find it in the text. Nothing leaves this device.</p>
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
  <div data-slot="table"></div>
  <p><button type="button" class="cb-cite" data-action="close">Close</button></p>`;

/** @param {string} was @param {string} now */
const changeMarkup = (was, now) =>
  html`<del>${was || "nothing"}</del> → <ins>${now || "nothing"}</ins>`;

/** @param {string} title @param {[string, string, string][]} changes */
const changesMarkup = (title, changes) =>
  changes.length > 0 &&
  html`<p>${title}</p><ul>${changes.map(
    ([place, was, now]) => html`<li>${place}: ${changeMarkup(was, now)}</li>`,
  )}</ul>`;

/** @param {Verdict} verdict @param {string} made when, and by which edition */
function tableMarkup({ title, headings, rows, notes }, made) {
  const cells = (/** @type {string[]} */ row) =>
    row.map((cell) => html`<td${cell.length < SHORT && NO_WRAP}>${cell}</td>`);
  return html`<div class="cb-scroll"><table><caption>${title}, corrected by a reader</caption>
    <thead><tr>${headings.map((words) => html`<th scope="col">${words}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>
    <ul>${notes.map((note) => html`<li>${note}</li>`)}<li>${made}</li></ul>`;
}

class Correction {
  /** @param {HTMLElement} opener */
  constructor(opener) {
    this.opener = opener;
    const [game, table] = (opener.dataset.cbCorrect ?? "").split("/");
    this.game = game;
    this.table = table;
    this.subject = subjectOf(find(document, `[data-cb-about="${opener.dataset.cbCorrect}"]`));
    this.printed = find(document, `table[data-table="${this.table}"]`);
    this.box = element("section", { class: "cb-correct", "aria-labelledby": "correct" });
    setMarkup(this.box, BOX);
    (this.printed.closest(".cb-scroll") ?? this.printed).after(this.box);
    this.field = /** @type {HTMLTextAreaElement} */ (find(this.box, "textarea"));
    this.draft = `cb-correction ${opener.dataset.cbCorrect}`; // the setting with the text
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
      this.setVerdict(null);
      writeSetting(this.draft, this.field.value, "sessionStorage");
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
      save: () => downloadText(this.file, this.field.value, "application/yaml"),
      report: () => this.report(),
      undo: () => this.put(this.original),
      close: () => this.close(),
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
      const { kind } = /** @type {import("../engine/errors.js").EngineError} */ (error);
      if (kind === "dead") this.engine = undefined; // it is loaded again at the next change
      this.say(html`<p class="cb-correct__fault">${messageOf(error)}</p>`);
    }
  }

  /** @param {unknown} markup */
  say = (markup) => setMarkup(slot(this.box, "verdict"), markup);

  open = () =>
    engineClient.open({
      game: this.game,
      corrects: true,
      progress: (loaded, total, what) => {
        const words = loaded < total ? loadingWords(loaded, total, what) : "Reading the tables …";
        this.say(html`<p>${words}</p>`);
      },
    });

  async load() {
    this.engine = await this.open();
    const { file, text, lines } = await this.engine.call("text", { table: this.table });
    Object.assign(this, { file, original: text, lines });
    this.field.disabled = false;
    await this.put(readSetting(this.draft, "sessionStorage") ?? text);
    this.showRow(Object.keys(lines)[0]);
  }

  /** @param {string} text */
  async put(text) {
    this.field.value = text;
    if (text === this.original) writeSetting(this.draft, null, "sessionStorage");
    this.field.focus({ preventScroll: true });
    await this.attempt(() => this.check());
  }

  /** Offer what can be done with a text that can be played. @param {Verdict | null} verdict */
  setVerdict(verdict) {
    this.verdict = verdict;
    slot(this.box, "doors").hidden = this.field.value === this.original;
    slot(this.box, "done").textContent = "";
    for (const name of ["play", "print", "save", "report"]) {
      const isReady = verdict && (name === "report" || !verdict.problems.length);
      /** @type {HTMLButtonElement} */ (control(this.box, name)).disabled = !isReady;
    }
  }

  async check() {
    const text = this.field.value;
    this.setVerdict(null);
    setMarkup(slot(this.box, "table"), "");
    if (text === this.original) return this.say(html`<p>This is the table as it is.</p>`);
    this.engine ??= await this.open();
    const verdict = await this.engine.call("check", { table: this.table, text });
    if (text === this.field.value) this.show(verdict); // it was not changed meanwhile
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    const { problems, changes, chances, is_same: isSame } = verdict;
    this.setVerdict(verdict);
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
    this.lines = verdict.lines;
    const unlisted = isSame ? "Nothing in play changes." : "It can be played; the patch says how.";
    this.say(
      html`${
        changesMarkup("It can be played. What it changes:", changes) || html`<p>${unlisted}</p>`
      }${changesMarkup("The odds of a roll on it, without modifiers:", chances)}`,
    );
    const made = `Not the table of ${edition(this.about())}. ${today()}.`;
    setMarkup(slot(this.box, "table"), tableMarkup(verdict, made));
  }

  /** The edition of the site, and the digest of its tables. */
  about = () => ({ ...aboutSite(), digest: this.engine?.described.digest });

  /** Go to the line of a row, or of the row in which a nested row stands. @param {string} id */
  showRow(id) {
    const line = this.lines[id];
    if (line) this.showLine(line);
    else if (id.includes("/")) this.showRow(id.slice(0, id.lastIndexOf("/")));
  }

  /** Go to a line, and in the row that begins there to its effects. @param {number} line */
  showLine(line) {
    const lines = this.field.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const inLine = Math.max(0, (lines[line - 1] ?? "").indexOf("effects:"));
    this.field.focus();
    this.field.setSelectionRange(start + inLine, start + inLine);
    const height = this.field.scrollHeight / lines.length;
    this.field.scrollTop = height * (line - 1) - this.field.clientHeight / 3;
  }

  play() {
    const name = `${this.subject.name}, corrected`;
    const book = { game: this.game, name, text: this.verdict?.book };
    writeSetting(OWN_TABLES, JSON.stringify(book), "sessionStorage");
    if (readJson(OWN_TABLES, "sessionStorage")?.text === book.text) {
      location.href = siteUrl(`${this.game}/play.html#own`);
    } else {
      const words = "This browser keeps nothing. Save it as a house rule, and play by that.";
      slot(this.box, "done").textContent = words;
    }
  }

  print() {
    document.body.dataset.cbPrint = "correction";
    print();
    delete document.body.dataset.cbPrint;
  }

  report() {
    const about = this.about();
    const text = `${reportText(this.subject, about, today())}
As the game has the table, of all its files:

${this.verdict?.patch}`;
    const url = reportUrl(about.report, reportTitle(this.subject), text);
    const words = "Copied: where it stands, and the patch. Write what is wrong, and send it to us.";
    const done = slot(this.box, "done");
    return copyOrShow(done, text, words).then(() => {
      if (url) done.append(" ", element("a", { href: url, target: "_blank" }, "Report it"));
    });
  }

  close() {
    this.engine?.close();
    this.box.remove();
    correction = undefined;
    this.opener.focus();
  }
}

/** @type {Correction | undefined} */
let correction;

/** Open the text of the table of a page. @param {HTMLElement} opener */
export async function openCorrection(opener) {
  if (correction?.field.disabled === false) return correction.field.focus();
  correction?.close(); // it could not be loaded
  const opened = new Correction(opener);
  correction = opened;
  opened.box.scrollIntoView({ block: "start" });
  await opened.attempt(() => opened.load());
}
