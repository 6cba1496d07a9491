// Shows the marks of a page: a symbol at each bookmark, and its note below the paragraph.
import { element, findAll } from "../common/dom.js";
import { SITE } from "../common/site.js";
import { onSetting } from "../common/storage.js";
import { MARKS, pagePath, readMarks } from "./mark-store.js";

/** @typedef {import("./mark-store.js").Mark} Mark */

/**
 * Return the element that a mark belongs to, a rule number or a button; undefined on other pages.
 * @param {Mark} mark
 */
function placeOf({ key, url }) {
  const button = findAll(document, "[data-cb-about]").find((el) => el.dataset.cbAbout === key);
  if (button) return button;
  const [page, hash] = url.split("#");
  if (!hash || page !== pagePath(location.href.split("#")[0], SITE.href)) return undefined;
  return document.getElementById(hash)?.querySelector(".cb-rule__id") ?? undefined;
}

function show() {
  for (const note of findAll(document, ".cb-mynote")) note.remove();
  for (const el of findAll(document, ".cb-marked")) el.classList.remove("cb-marked");
  for (const mark of readMarks()) {
    const place = placeOf(mark);
    place?.classList.add("cb-marked");
    if (place && mark.note) {
      const words = element("p", { class: "cb-mynote" }, element("b", {}, "My note: "), mark.note);
      const block = place.closest("p,li");
      if (block?.matches("li")) block.append(words);
      else block?.after(words);
    }
  }
}

export function showMarks() {
  show();
  onSetting(MARKS, show);
}
