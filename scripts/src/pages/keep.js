// The switch that keeps the site on this device, on the door of a game and among the downloads.
import { find } from "../common/dom.js";
import { SITE } from "../common/site.js";
import { readSetting, writeSetting } from "../common/storage.js";
import { cacheOffline, canKeep, KEEP_KEY } from "./offline.js";

/** Give the room back. */
async function forget() {
  const registration = await navigator.serviceWorker.getRegistration(SITE.href);
  registration?.active?.postMessage({ forget: true });
}

/** @param {HTMLElement} box */
export function startKeeping(box) {
  if (!canKeep() || !isSecureContext) return;
  const [site, papers] = ["site", "papers"].map(
    (name) => /** @type {HTMLInputElement} */ (find(box, `[name=${name}]`)),
  );
  const told = find(box, "[role=status]");
  const show = () => {
    const now = readSetting(KEEP_KEY);
    site.checked = !!now;
    papers.checked = now === "papers";
    papers.disabled = !now;
  };
  const choose = async () => {
    const before = readSetting(KEEP_KEY);
    const what = site.checked ? (papers.checked ? "papers" : "site") : "";
    writeSetting(KEEP_KEY, what);
    show();
    if (before && what !== "papers") await forget();
    told.textContent = what ? "It is being kept; you may go on." : "It is no longer kept.";
    if (what) await cacheOffline();
  };
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (!readSetting(KEEP_KEY) || (data?.kept && !data.whole)) return;
    told.textContent = data?.whole
      ? "It is kept, and opens without a network."
      : "Not all of it could be kept: there is no network, or no room.";
  });
  for (const control of [site, papers]) control.addEventListener("change", choose);
  show();
  box.hidden = false;
}
