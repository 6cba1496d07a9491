// Enhancements of every page. Each page can be read without them.
import { closest, findAll, hasModifier } from "../common/dom.js";
import { loadGlobal, runScript } from "../common/load.js";
import { writeSetting } from "../common/storage.js";
import { hashTarget } from "./contents.js";
import { startCopying } from "./copy.js";
import { startPinned } from "./pinned.js";
import { startPreviews } from "./previews.js";
import { startReaderTools } from "./reader-tools.js";
import { startRegions } from "./regions.js";
import { startTextSize } from "./text-size.js";

/** Open the search. @param {string} [question] */
const openSearch = (question) =>
  loadGlobal("cbSearch", "assets/js/search.js").then(
    (search) => search.open(question),
    () => {},
  );

/** Whether a key opens the search. @param {KeyboardEvent} event */
function isSearchKey(event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return false;
  if (event.key === "k") return event.ctrlKey || event.metaKey;
  if (!["/", "f", "s"].includes(event.key) || hasModifier(event)) return false;
  return !closest(event, "input,textarea,select,[contenteditable]");
}

function startSearch() {
  document.addEventListener("click", (event) => {
    if (closest(event, ".cb-find")) openSearch();
  });
  document.addEventListener("keydown", (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    openSearch();
  });
  const question = new URLSearchParams(location.search).get("q");
  if (question) openSearch(question);
}

/** Show the target of the address, where it is hidden because it is optional. */
function reveal() {
  const { dataset } = document.documentElement;
  const target = hashTarget(location.hash);
  if (!dataset.cbOptional || !target || target.getClientRects().length) return;
  delete dataset.cbOptional;
  const box = /** @type {HTMLInputElement | null} */ (document.querySelector(".cb-switch__box"));
  if (box) box.checked = false;
  target.scrollIntoView();
}

/** Connect the switches that hide optional parts and the numbers of rules on all pages. */
function startSwitches() {
  const { dataset } = document.documentElement;
  for (const el of findAll(document, "[data-cb-hides]")) {
    const box = /** @type {HTMLInputElement} */ (el);
    const name = box.dataset.cbHides;
    const mark = name === "optional" ? "cbOptional" : "cbNumbers";
    box.checked = dataset[mark] === "hide";
    box.addEventListener("change", () => {
      if (box.checked) dataset[mark] = "hide";
      else delete dataset[mark];
      writeSetting(`cb-${name}`, box.checked ? "hide" : "show");
    });
  }
  addEventListener("hashchange", reveal);
  reveal();
}

/** Move the picture of an overview, unless the reader wants less motion. */
function startWave() {
  if (!document.querySelector(".cb-wave") || matchMedia("(prefers-reduced-motion)").matches) return;
  addEventListener("load", () => runScript("assets/js/wave.js"));
}

export function startEnhancing() {
  startWave();
  startPreviews();
  startSwitches();
  startPinned();
  startCopying();
  startSearch();
  startRegions();
  startReaderTools();
  startTextSize();
}
