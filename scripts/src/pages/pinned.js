// A table that stays beside every page of a wide window until the reader closes it, and the tables
// beside a rule, which open in their place.
import { button, element, find } from "../common/dom.js";
import { SITE, siteUrl } from "../common/site.js";
import { readJson, writeSetting } from "../common/storage.js";
import { previewOf, setPreview } from "./previews.js";
import { updateRegions } from "./regions.js";

const KEY = "cb-pinned";

/** @typedef {{key: string, title: string, page: string}} PinnedTable */

/** Return the pinned table; null unless the stored value names a page of this site. */
function readPinned() {
  const table = readJson(KEY);
  const texts = table && [table.key, table.title, table.page];
  if (!texts?.every((/** @type {unknown} */ text) => typeof text === "string")) return null;
  if (!/^[\w-]+\/[^/]+$/.test(table.key)) return null;
  try {
    return siteUrl(table.page).startsWith(SITE.href) ? /** @type {PinnedTable} */ (table) : null;
  } catch {
    return null; // not an address
  }
}

/**
 * Fill an element with the preview of a table.
 * @param {string} key the game and the id of the table
 * @param {HTMLElement} body
 */
async function fillTable(key, body) {
  setPreview(body, (await previewOf(key)) ?? "");
  updateRegions();
}

/** @param {PinnedTable | null} table */
function pin(table) {
  writeSetting(KEY, table && JSON.stringify(table));
  showPinned(table);
}

/** @param {PinnedTable} table */
function panelOf({ key, title, page }) {
  const id = key.split("/")[1];
  const shut = button("Close", () => {
    pin(null);
    find(document, ".cb-pin")?.focus();
  });
  shut.setAttribute("aria-label", `Close table ${id}`);
  const link = element("a", { href: siteUrl(page) }, `${id} ${title}`);
  const body = element("div");
  const bar = element("p", { class: "cb-pinned__bar" }, link, shut);
  const label = { tabindex: 0, "aria-label": `Table ${id}, kept beside the page` };
  const panel = element("aside", { class: "cb-pinned md-typeset", ...label }, bar, body);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut.click();
  });
  fillTable(key, body);
  return panel;
}

/** @param {PinnedTable | null} table */
function showPinned(table) {
  const pinButton = find(document, ".cb-pin");
  if (pinButton) {
    const isPinned = !!table && table.key === pinButton.dataset.cbPin;
    pinButton.setAttribute("aria-pressed", String(isPinned));
    pinButton.textContent = isPinned ? "Kept beside other pages" : "Keep beside other pages";
  }
  document.querySelector(".cb-pinned")?.remove();
  delete document.documentElement.dataset.cbPinned;
  if (!table) return;
  document.documentElement.dataset.cbPinned = "";
  document.body.append(panelOf(table));
}

export function startPinned() {
  const pinButton = find(document, ".cb-pin");
  pinButton?.addEventListener("click", () => {
    const { cbPin: key = "", cbTitle: title = "" } = pinButton.dataset;
    const page = location.href.split(/[?#]/)[0].slice(SITE.href.length);
    pin(pinButton.getAttribute("aria-pressed") === "true" ? null : { key, title, page });
  });
  showPinned(readPinned());
  const onToggle = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    const body = target.dataset.cbTable && find(target, ".cb-beside__body");
    if (body && !body.firstChild) fillTable(target.dataset.cbTable ?? "", body);
  };
  document.addEventListener("toggle", onToggle, true);
}
