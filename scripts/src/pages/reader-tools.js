// Citations, marks and reports come with their first use, and where this browser has marks.
import { closest, hasModifier, loadScript } from "../common/dom.js";
import { siteUrl } from "../common/site.js";
import { readSetting } from "../common/storage.js";

let isAsked = false;
/** What was pressed while the script was on its way. @type {HTMLElement | undefined} */
let pressed;

function loadReader() {
  if (isAsked) return;
  isAsked = true;
  loadScript(siteUrl("assets/js/reader.js"), {
    load: () => pressed && window.cbReader?.open(pressed),
    error: () => {
      isAsked = false;
    },
  });
}

export function startReaderTools() {
  document.addEventListener("click", (event) => {
    const opener = closest(event, ".cb-rule__id,[data-cb-about]");
    if (!opener || hasModifier(event) || event.shiftKey) return;
    if (opener.matches("a")) {
      event.preventDefault(); // the address is set, but the focus stays with the box
      location.hash = /** @type {HTMLAnchorElement} */ (opener).hash;
    }
    pressed = opener;
    if (window.cbReader) window.cbReader.open(opener);
    else loadReader();
  });
  if (readSetting("cb-marks") && !document.querySelector("[data-cb-marks]")) loadReader();
}
