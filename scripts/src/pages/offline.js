// What keeps the site for the time without a network, and the bar that offers a newer build.
import { button, element } from "../common/dom.js";
import { SITE, siteUrl } from "../common/site.js";
import { readSetting } from "../common/storage.js";

const workers = () => navigator.serviceWorker;
export const canKeep = () => "serviceWorker" in navigator && location.protocol !== "file:";
const reload = () => location.reload();

/** What the reader keeps on this device: nothing, the `site`, or the site with its `papers`. */
export const KEEP_KEY = "cb-keep";

/**
 * Have the service worker keep some files, and all that the reader wants to keep.
 * @param {string[]} [paths]
 * @param {string} [what] see `KEEP_KEY`
 */
export async function cacheOffline(paths = [], what = readSetting(KEEP_KEY) ?? "") {
  if (!canKeep() || !isSecureContext) return;
  try {
    await workers().register(siteUrl("sw.js"), { scope: SITE.href });
    const { active } = await workers().ready;
    active?.postMessage({ keep: paths, site: !!what, papers: what === "papers" });
  } catch {
    // A site without a worker, or a browser that keeps nothing: then there is a network.
  }
}

/**
 * Offer something in a bar below the page; there is one bar.
 * @param {string} words
 * @param {string} label
 * @param {() => void} accept
 */
function offer(words, label, accept) {
  const bar = document.querySelector(".cb-newer") ?? element("p", { class: "cb-newer" });
  bar.setAttribute("role", "status");
  const later = button("Later", () => bar.remove());
  bar.replaceChildren(words, " ", button(label, accept), " ", later);
  document.body.append(bar);
}

/**
 * A newer build waits until no page of the old one is open: one press takes it.
 * @param {ServiceWorkerRegistration} registration
 */
function offerNewer({ waiting }) {
  if (!waiting) return;
  offer("A newer version of this site is ready.", "Take it", () => {
    workers().addEventListener("controllerchange", reload);
    waiting.postMessage({ take: true });
  });
}

/** Where this site is kept, say when a newer build is there. */
async function watchBuilds() {
  workers().addEventListener("controllerchange", () =>
    offer("This site was renewed in another tab.", "Load this page again", reload),
  );
  const registration = await workers().getRegistration(SITE.href);
  if (!registration) return;
  offerNewer(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offerNewer(registration));
  });
}

/** An installed site is kept whole. */
const keepInstalled = () => cacheOffline([], readSetting(KEEP_KEY) || "site");

export function startOffline() {
  if (canKeep() && workers().controller) watchBuilds().catch(() => {}); // it keeps nothing
  // A newer build is kept as the one before was.
  if (matchMedia("(display-mode: standalone)").matches || readSetting(KEEP_KEY)) {
    addEventListener("load", () => setTimeout(keepInstalled, 2000));
  }
  addEventListener("appinstalled", keepInstalled);
}
