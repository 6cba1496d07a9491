// Loads the scripts for corrections, citations, marks and reports at their first use, or where this
// browser has marks.
import { closest, hasModifier } from "../common/dom.js";
import { loadGlobal } from "../common/load.js";
import { readSetting } from "../common/storage.js";

/** Open the box for an element that was pressed; load its script. @param {HTMLElement} [opener] */
const openReader = (opener) =>
  loadGlobal("cbReader", "assets/js/reader.js").then(
    (reader) => opener && reader.open(opener),
    () => {},
  );

/** Open the text of a table for corrections; load its script. @param {HTMLElement} opener */
const openCorrection = (opener) =>
  loadGlobal("cbCorrection", "assets/js/correct.js").then(
    (correction) => correction.open(opener),
    () => {
      opener.textContent = "Correct this: it did not load, try again";
    },
  );

export function startReaderTools() {
  const correct = /** @type {HTMLElement | null} */ (document.querySelector("[data-cb-correct]"));
  if (correct) correct.hidden = location.protocol === "file:"; // a folder sends no tables
  document.addEventListener("click", (event) => {
    const corrected = closest(event, "[data-cb-correct]");
    if (corrected) openCorrection(corrected);
    const opener = closest(event, ".cb-rule__id,[data-cb-about]");
    if (!opener || hasModifier(event) || event.shiftKey) return;
    if (opener.matches("a")) {
      event.preventDefault(); // set the address without moving the focus out of the box
      location.hash = /** @type {HTMLAnchorElement} */ (opener).hash;
    }
    openReader(opener);
  });
  if (readSetting("cb-marks") && !document.querySelector("[data-cb-marks]")) openReader();
}
