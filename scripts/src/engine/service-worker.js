// The service worker, which serves the site without a network. Each build writes BUILD, FILES (the
// digest of each file) and PAPERS before this script. A cache holds the files of one build: a file
// whose digest differs from the one in FILES is never stored.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope);
const PAGES = `combatbox-${BUILD}`; // the cache of this build
const ENGINE = "combatbox-engine"; // files with their digest in the name: they outlive a build
const PRINTS = "combatbox-papers"; // papers, under addresses with their digest
const MEMORY = "combatbox-memory"; // Python's memory; memory-snapshot.js writes it and removes it
const BYPASSING = new Request(new URL("__through", SCOPE)); // ids of clients that bypass the cache
const COMPLETE = new Request(new URL("__whole", SCOPE)); // the part of this build that is complete
const SHELL = /^(assets\/(css|js|fonts|search)\/|assets\/engine\/(files|books)\.js$|index\.html$)/;
const AT_ONCE = 8; // files that are fetched at the same time
const MOST_CLIENTS = 50;

/** @param {string} path */
const isEngine = (path) =>
  (path.startsWith("assets/engine/") && !/\/(files|books)\.js$/.test(path)) ||
  path.includes("/books/");

/** Return the path of an address within the site; null for other addresses. @param {string} url */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  try {
    const path = decodeURIComponent(pathname.slice(SCOPE.pathname.length));
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return null; // not an address of this site
  }
}

/** @param {string} path */
const urlOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

/** @param {string} path */
function cacheFor(path) {
  if (PAPERS[path]) return caches.open(PRINTS);
  return caches.open(isEngine(path) ? ENGINE : PAGES);
}

/** Return the key of a file in its cache. @param {string} path */
const keyOf = (path) => (PAPERS[path] ? `${urlOf(path)}?${PAPERS[path]}` : urlOf(path));

/** Whether these bytes are a file of this build. @param {Blob} bytes @param {string} sum */
async function fits(bytes, sum) {
  const hash = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  const digest = [...new Uint8Array(hash).slice(0, 6)];
  return digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") === sum;
}

/**
 * Store a file if it is of this build. As a blob it takes no memory in the page's process.
 * @param {string} path
 * @param {Response} response
 */
async function store(path, response) {
  if (!response.ok) return false;
  const bytes = await response.blob();
  if (!(await fits(bytes, FILES[path] ?? PAPERS[path]))) return false;
  const { headers } = response;
  await (await cacheFor(path)).put(keyOf(path), new Response(bytes, { headers }));
  return true;
}

/** @param {string} path */
const cached = async (path) => (await cacheFor(path)).match(keyOf(path));

/** @param {string} path */
async function fetchAndStore(path) {
  if (await cached(path)) return;
  const response = await fetch(urlOf(path), { cache: "no-cache" });
  if (!(await store(path, response))) throw new Error(`${path} is of another build`);
}

/**
 * Return the ids of pages that came from a newer build while this worker was active. Their requests
 * bypass the cache.
 * @param {string} [add] an id to add
 * @returns {Promise<string[]>}
 */
async function bypassingClients(add) {
  const cache = await caches.open(PAGES);
  const stored = await cache.match(BYPASSING);
  const ids = stored ? await stored.json() : [];
  if (add) await cache.put(BYPASSING, Response.json([...ids, add].slice(-MOST_CLIENTS)));
  return ids;
}

async function install() {
  await Promise.all(
    Object.keys(FILES)
      .filter((path) => SHELL.test(path))
      .map(fetchAndStore),
  );
}

async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith("combatbox-") && ![PAGES, ENGINE, PRINTS, MEMORY].includes(name)) {
      await caches.delete(name);
    }
  }
  const engine = await caches.open(ENGINE);
  for (const { url } of await engine.keys()) {
    const path = pathOf(url);
    // Books stay, because a saved game may need the book that it began with.
    const isNeeded = path !== null && (FILES[path] || path.includes("/books/"));
    if (!isNeeded) await engine.delete(url);
  }
  const papers = await caches.open(PRINTS);
  const current = Object.keys(PAPERS).map(keyOf);
  for (const request of await papers.keys()) {
    if (!current.includes(request.url)) await papers.delete(request);
  }
}

/** Remove cached pages and papers. The games that were opened stay. */
async function removePages() {
  await caches.delete(PRINTS);
  const pages = await caches.open(PAGES);
  await pages.delete(COMPLETE);
  for (const request of await pages.keys()) {
    const path = pathOf(request.url) ?? "";
    if (!SHELL.test(path) && !path.endsWith("/play.html")) await pages.delete(request);
  }
}

/**
 * Cache some files and, where the reader wants them, the whole site and its papers.
 * @param {{keep: unknown[], site?: boolean, papers?: boolean}} message
 * @param {ExtendableMessageEvent["source"]} source the page that gets the result
 */
async function storeAll({ keep, site, papers }, source) {
  const pages = await caches.open(PAGES);
  const complete = await (await pages.match(COMPLETE))?.text();
  const first = keep.filter((path) => typeof path === "string" && FILES[path]);
  const rest = site && !complete ? Object.keys(FILES) : [];
  const prints = papers && complete !== "papers" ? Object.keys(PAPERS) : [];
  const paths = [.../** @type {string[]} */ (first), ...rest, ...prints];
  try {
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(paths.slice(at, at + AT_ONCE).map(fetchAndStore));
    }
    if (site) await pages.put(COMPLETE, new Response(papers ? "papers" : complete || "site"));
    source?.postMessage({ kept: paths.length, whole: !!site });
  } catch (error) {
    // No network, no space, or a newer build. The files stored so far are valid.
    const why = String(error instanceof Error ? error.message : error);
    source?.postMessage({ kept: 0, why });
  }
}

const offlinePage = () => {
  const text =
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>" +
    "<title>Not kept</title><p>There is no network, and this page is not kept on this device. " +
    "A page is kept once you have opened it; <em>Without a network</em>, on a page with a game to" +
    ` play, keeps them all. <a href='${SCOPE.href}'>To the start</a>`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html" } });
};

/** @param {FetchEvent} event @param {string} path */
async function answer(event, path) {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (!isEngine(path) && !isPage && (await bypassingClients()).includes(event.clientId)) {
    return fetch(request);
  }
  const stored = await cached(path);
  if (stored) return stored;
  const response = await fetch(request).catch(() => null);
  if (!response) return isPage ? offlinePage() : Response.error();
  const copy = response.clone();
  if (isEngine(path)) {
    event.waitUntil(store(path, copy).catch(() => {}));
    return response;
  }
  // Where there is no space to store a file of this build, it is still served.
  const isOfBuild = async () => response.ok && fits(await response.clone().blob(), FILES[path]);
  if (await store(path, copy).catch(isOfBuild)) return response;
  if (!isPage) return Response.error(); // a page must not mix files of two builds
  await bypassingClients(event.resultingClientId);
  event.waitUntil(worker.registration.update().catch(() => {}));
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOld()));
// `{keep: [paths]}` caches files, with `site` also every page and game, with `papers` also the
// papers; `{forget: true}` removes pages and papers. `{take: true}` activates this build in place
// of the last one.
worker.addEventListener("message", (event) => {
  const { take, forget, keep } = event.data ?? {};
  if (take === true) event.waitUntil(worker.skipWaiting());
  else if (forget === true) event.waitUntil(removePages());
  else if (Array.isArray(keep)) event.waitUntil(storeAll(event.data, event.source));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  const isOther = request.method !== "GET" || request.headers.has("range");
  if (isOther || path === null) return;
  if (FILES[path]) event.respondWith(answer(event, path));
  else if (PAPERS[path]) {
    event.respondWith(cached(path).then((stored) => stored ?? fetch(request)));
  }
});
