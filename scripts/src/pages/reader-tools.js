// Loads the script for citations, marks and reports at its first use, or where this browser has
// marks.
import { closest, hasModifier, loadScript } from "../common/dom.js";
import { siteUrl } from "../common/site.js";
import { readSetting } from "../common/storage.js";

let isRequested = false;
/** The element that was pressed while the script was loading. @type {HTMLElement | undefined} */
let pressed;

function loadReader() {
  if (isRequested) return;
  isRequested = true;
  loadScript(siteUrl("assets/js/reader.js"), {
    load: () => pressed && window.cbReader?.open(pressed),
    error: () => {
      isRequested = false;
    },
  });
}

export function startReaderTools() {
  document.addEventListener("click", (event) => {
    const opener = closest(event, ".cb-rule__id,[data-cb-about]");
    if (!opener || hasModifier(event) || event.shiftKey) return;
    if (opener.matches("a")) {
      event.preventDefault(); // set the address without moving the focus out of the box
      location.hash = /** @type {HTMLAnchorElement} */ (opener).hash;
    }
    pressed = opener;
    if (window.cbReader) window.cbReader.open(opener);
    else loadReader();
  });
  if (readSetting("cb-marks") && !document.querySelector("[data-cb-marks]")) loadReader();
}
