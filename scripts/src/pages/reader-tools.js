// Citations, marks and reports come with their first use, and where this browser has marks.
import { closest, hasModifier, loadScript } from "../shared/dom.js";
import { siteUrl } from "../shared/site.js";
import { readSetting } from "../shared/storage.js";

/** @param {() => void} [load] */
const loadReader = (load) => loadScript(siteUrl("assets/js/reader.js"), { load });

export function startReaderTools() {
  document.addEventListener("click", (event) => {
    const opener = closest(event, ".cb-rule__id,[data-cb-about]");
    if (!opener || hasModifier(event) || event.shiftKey) return;
    if (opener.matches("a")) {
      event.preventDefault(); // the address is set, but the focus stays with the box
      location.hash = /** @type {HTMLAnchorElement} */ (opener).hash;
    }
    if (window.cbReader) window.cbReader.open(opener);
    else loadReader(() => window.cbReader?.open(opener));
  });
  if (readSetting("cb-marks") && !document.querySelector("[data-cb-marks]")) loadReader();
}
