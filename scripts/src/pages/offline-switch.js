// The switch that stores the site on this device, on the start screen of a game and among the
// downloads.
import { find } from "../common/dom.js";
import { SITE } from "../common/site.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { cacheOffline, canCache, OFFLINE_KEY } from "./offline.js";

/** Remove the cached pages and papers. */
async function removeCached() {
  const registration = await navigator.serviceWorker.getRegistration(SITE.href);
  registration?.active?.postMessage({ forget: true });
}

/** @param {HTMLElement} box */
export function startOfflineSwitch(box) {
  if (!canCache() || !isSecureContext) return;
  const [site, papers] = ["site", "papers"].map(
    (name) => /** @type {HTMLInputElement} */ (find(box, `[name=${name}]`)),
  );
  const status = find(box, "[role=status]");
  const papersSize = find(box, "[data-cb-size=papers]").textContent;
  /** @type {HTMLElement} */ (papers.closest("label")).hidden = papersSize === "0";
  const show = () => {
    const part = readSetting(OFFLINE_KEY);
    site.checked = !!part;
    papers.checked = part === "papers";
    papers.disabled = !part;
  };
  const choose = async () => {
    const before = readSetting(OFFLINE_KEY);
    const part = site.checked ? (papers.checked ? "papers" : "site") : "";
    writeSetting(OFFLINE_KEY, part);
    show();
    if (before && part !== "papers") await removeCached();
    status.textContent = part ? "It is being kept; you may go on." : "It is no longer kept.";
    if (part) await cacheOffline();
  };
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (!readSetting(OFFLINE_KEY) || (data?.kept && !data.whole)) return;
    status.textContent = data?.whole
      ? "It is kept, and opens without a network."
      : "Not all of it could be kept: there is no network, or no room.";
  });
  for (const control of [site, papers]) control.addEventListener("change", choose);
  show();
  box.hidden = false;
}
