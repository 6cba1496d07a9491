// Caching of the site for use without a network, and the bar that offers a newer build.
import { button, element } from "../common/dom.js";
import { SITE, siteUrl } from "../common/site.js";
import { readSetting } from "../common/storage.js";

const workers = () => navigator.serviceWorker;
export const canCache = () => "serviceWorker" in navigator && location.protocol !== "file:";
const reload = () => location.reload();

/** The part that the reader wants offline: empty, `site`, or `papers` for the site and its PDFs. */
export const OFFLINE_KEY = "cb-keep";

/**
 * Ask the service worker to cache some files, and the part that the reader wants offline.
 * @param {string[]} [paths]
 * @param {string} [part] see `OFFLINE_KEY`
 */
export async function cacheOffline(paths = [], part = readSetting(OFFLINE_KEY) ?? "") {
  if (!canCache() || !isSecureContext) return;
  try {
    await workers().register(siteUrl("sw.js"), { scope: SITE.href });
    const { active } = await workers().ready;
    active?.postMessage({ keep: paths, site: !!part, papers: part === "papers" });
  } catch {
    // Without a service worker the site is used with a network.
  }
}

/**
 * Show an offer in the bar below the page, in place of an earlier offer.
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
 * Offer a newer build, which otherwise waits until no page of the old one is open.
 * @param {ServiceWorkerRegistration} registration
 */
function offerNewer({ waiting }) {
  if (!waiting) return;
  offer("A newer version of this site is ready.", "Take it", () => {
    workers().addEventListener("controllerchange", reload);
    waiting.postMessage({ take: true });
  });
}

/** Offer newer builds of a cached site. */
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

/** Cache the whole site, as an installed app needs it. */
const cacheInstalled = () => cacheOffline([], readSetting(OFFLINE_KEY) || "site");

export function startOffline() {
  if (canCache() && workers().controller) watchBuilds().catch(() => {}); // storage may be blocked
  // A newer build has a cache of its own, which is filled like the old one.
  if (matchMedia("(display-mode: standalone)").matches || readSetting(OFFLINE_KEY)) {
    addEventListener("load", () => setTimeout(cacheInstalled, 2000));
  }
  addEventListener("appinstalled", cacheInstalled);
}
