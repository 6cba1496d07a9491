// Highlights the rows and columns of the table that a roll has reached.
import { find, findAll } from "../common/dom.js";

/** @typedef {import("./roll.js").Step} Step */

const PART = /^(.*)@[^/]+(\/[^/]+)$/; // a row of a second die: table, column, row
const TABLE = ".cb-table:not(.cb-table--inline)";

/**
 * Return the rows of a step. The rows of a second die occur once for all columns that throw it.
 * @param {Step} step
 */
export function rowsOf(step) {
  const all = findAll(document, `${TABLE} tr[data-row]`);
  const own = all.filter(({ dataset }) => dataset.row === (step.at || step.row));
  const part = PART.exec(step.row);
  if (own.length || step.kind === "first" || !part) return own;
  return all.filter(({ dataset }) => {
    const other = PART.exec(dataset.row ?? "");
    return other?.[1] === part[1] && other[2] === part[2];
  });
}

export class LitRows {
  /** @param {string[]} columns the keys of the table's columns */
  constructor(columns) {
    this.columns = columns;
    /** @type {Element[]} */
    this.lit = [];
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** @param {Step[]} steps @param {boolean} scrolls */
  show(steps, scrolls) {
    for (const el of this.lit) el.classList.remove("cb-lit", "cb-lit__cell");
    this.lit = [];
    /** @type {Element | null} */
    let last = null;
    for (const step of steps.filter(({ again }) => !again)) {
      const column = step.column || /@([^/]+)\/[^/]+$/.exec(step.row)?.[1] || "";
      for (const row of rowsOf(step)) {
        this.add(row, "cb-lit");
        const cells = row.querySelectorAll(".cb-cell");
        last = (column && cells[this.columns.indexOf(column)]) || row.querySelector("th");
        if (column && last) this.add(last, "cb-lit__cell");
      }
    }
    const behavior = this.calm.matches ? "auto" : "smooth";
    if (scrolls) last?.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
  }

  /** @param {Element} el @param {string} name */
  add(el, name) {
    el.classList.add(name);
    this.lit.push(el);
  }

  /**
   * Highlight the heading of a column, and scroll to it where the table is wider than the screen.
   * @param {string} column
   */
  showColumn(column) {
    const form = find(document, "#roll-it");
    const cell = /** @type {HTMLTableCellElement | null} */ (
      form.parentElement?.querySelector(`${TABLE} .cb-cell`)
    );
    const at = this.columns.indexOf(column);
    const heads = cell?.closest("table")?.tHead?.rows[0].cells;
    const box = cell?.closest(".cb-scroll");
    if (!cell || !heads) return;
    [...heads].forEach((head, n) => {
      head.classList.toggle("cb-lit__head", at >= 0 && n === cell.cellIndex + at);
    });
    if (at < 0 || !box) return;
    const { offsetLeft, offsetWidth } = heads[cell.cellIndex + at];
    const fixed = heads[0].offsetWidth;
    const end = offsetLeft + offsetWidth;
    if (offsetLeft < box.scrollLeft + fixed) box.scrollLeft = offsetLeft - fixed;
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
  }
}
