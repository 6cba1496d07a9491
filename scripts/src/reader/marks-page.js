// The page of all marks: a list by game to read and print, and a file to save or load.

import { button, element } from "../common/dom.js";
import { SITE } from "../common/site.js";
import { onSetting } from "../common/storage.js";
import { messageOf } from "../common/text.js";
import { downloadText } from "../play/download.js";
import {
  FILE_NAME,
  formatMarks,
  MARKS,
  mergeMarks,
  parseMarks,
  readMarks,
  removeMark,
  writeMarks,
} from "./mark-store.js";

/** @typedef {import("./mark-store.js").Mark} Mark */

/** @param {Mark} mark */
function lineOf(mark) {
  const link = element("a", { href: new URL(mark.url, SITE).href }, mark.name);
  const remove = button("Remove", () => removeMark(mark.key), "cb-cite");
  remove.setAttribute("aria-label", `Remove the mark of ${mark.name}`);
  const note = mark.note && element("p", { class: "cb-mynote" }, mark.note);
  return element("li", {}, link, " ", element("small", {}, mark.added), " ", remove, note);
}

class MarksPage {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.list = element("ul", {});
    this.status = element("p", { role: "status" });
    this.file = /** @type {HTMLInputElement} */ (
      element("input", { type: "file", accept: ".json,application/json", hidden: "" })
    );
    this.none = box.innerHTML;
    this.box = box;
    this.save = button("Save as a file", () => downloadText(FILE_NAME, formatMarks(readMarks())));
    this.print = button("Print", () => window.print());
    const load = button("Add marks from a file", () => this.file.click());
    const actions = element("p", { class: "cb-marks__actions" }, load, this.save, this.print);
    box.before(actions, this.status);
    actions.append(this.file);
    this.file.addEventListener("change", () => this.load());
  }

  async load() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (!file) return;
    try {
      const own = readMarks();
      const merged = mergeMarks(own, parseMarks(await file.text()));
      writeMarks(merged);
      const count = merged.length - own.length;
      const words = count === 1 ? "mark" : "marks";
      this.status.textContent = `${count} ${words} added from ${file.name}.`;
    } catch (error) {
      const words = `${file.name} was not read: ${messageOf(error)}.`;
      this.status.textContent = `${words} Your marks are as they were.`;
    }
  }

  show() {
    const marks = readMarks();
    this.save.hidden = this.print.hidden = !marks.length;
    if (!marks.length) {
      this.box.innerHTML = this.none;
      return;
    }
    const sorted = marks.toSorted((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)));
    this.list.replaceChildren(...sorted.map(lineOf));
    this.box.replaceChildren(this.list);
  }
}

/** @param {HTMLElement} box */
export function startMarksPage(box) {
  const page = new MarksPage(box);
  page.show();
  onSetting(MARKS, () => page.show());
}
