// The log of the rolls of this visit, stored for the pages of this tab, to read and to copy.
import { copyOrShow } from "../common/clipboard.js";
import { button, element } from "../common/dom.js";
import { onSetting, readJson, writeSetting } from "../common/storage.js";

const KEY = "cb-rolls";
const MOST = 200;

/**
 * @typedef {{mark: number, table: string, title: string, text: string, href: string}} LoggedRoll
 */

/**
 * Whether a stored value is a logged roll. Other scripts may write to the same storage.
 * @param {any} roll
 */
function isRoll(roll) {
  if (!roll || !Number.isFinite(roll.mark)) return false;
  const texts = [roll.table, roll.title, roll.text, roll.href];
  return texts.every((text) => typeof text === "string") && /^\/(?!\/)/.test(roll.href);
}

/** @returns {LoggedRoll[]} */
function readRolls() {
  const rolls = readJson(KEY, "sessionStorage");
  return Array.isArray(rolls) ? rolls.filter(isRoll) : [];
}

/** Format rolls as text, one in each line. @param {LoggedRoll[]} rolls */
const asText = (rolls) =>
  rolls.map(({ table, title, text }) => `${table} ${title}: ${text}`).join("\n");

export class RollLog {
  /** @param {HTMLElement} form the element above the list */
  constructor(form) {
    this.summary = element("summary");
    this.list = element("ol");
    const status = element("span", { role: "status" });
    const copy = button("Copy", () => copyOrShow(status, asText(readRolls()), "Copied"));
    const forget = button("Forget them", () => this.write([]));
    const does = element("p", {}, copy, " ", forget, " ", status);
    this.box = element("details", { class: "cb-rolls" }, this.summary, does, this.list);
    form.after(this.box);
    this.show(readRolls());
    onSetting(KEY, () => this.show(readRolls()));
  }

  /**
   * Add a roll, or replace the roll that has this mark.
   * @param {string} table
   * @param {string} title
   * @param {string} text
   * @param {number} mark
   * @returns {number} the mark of the roll
   */
  record(table, title, text, mark) {
    const rolls = readRolls();
    const at = rolls.findIndex((roll) => roll.mark === mark);
    // Marks are counted, because two rolls may have the same time.
    const next = Math.max(0, ...rolls.map((roll) => roll.mark)) + 1;
    const href = location.pathname + location.search;
    const roll = { mark: at < 0 ? next : mark, table, title, text, href };
    if (at < 0) rolls.push(roll);
    else rolls[at] = roll;
    this.write(rolls);
    return roll.mark;
  }

  /** @param {LoggedRoll[]} rolls */
  write(rolls) {
    const last = rolls.slice(-MOST);
    writeSetting(KEY, JSON.stringify(last), "sessionStorage");
    this.show(last);
  }

  /** @param {LoggedRoll[]} rolls */
  show(rolls) {
    this.box.hidden = !rolls.length;
    this.summary.textContent = `Rolls so far: ${rolls.length}`;
    const lines = rolls.map(({ table, title, href, text }, at) =>
      element("li", { value: at + 1 }, element("a", { href }, `${table} ${title}`), `: ${text}`),
    );
    this.list.replaceChildren(...lines.reverse());
  }
}
