// The site without a network. Each build writes this file with FILES before it: of every file
// that is kept its digest. What is kept is of this build alone: a file that is not as FILES has
// it is never put beside others.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope);
const PAGES = `combatbox-${BUILD}`; // the cache of this build
const ENGINE = "combatbox-engine"; // files with their digest in the name: they outlive a build
const PRINTS = "combatbox-papers"; // papers, under addresses with their digest
const THROUGH = new Request(new URL("__through", SCOPE));
const WHOLE = new Request(new URL("__whole", SCOPE)); // says what of this build is kept whole
const SHELL = /^(assets\/(css|js|fonts|search)\/|assets\/engine\/(files|books)\.js$|index\.html$)/;
const AT_ONCE = 8; // files
const MOST_CLIENTS = 50;

/** @param {string} path */
const isEngine = (path) =>
  (path.startsWith("assets/engine/") && !/\/(files|books)\.js$/.test(path)) ||
  path.includes("/books/");

/** The path of an address within the site; null where it is not ours. @param {string} url */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  try {
    const path = decodeURIComponent(pathname.slice(SCOPE.pathname.length));
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return null; // it is no address of ours
  }
}

/** @param {string} path */
const urlOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

/** @param {string} path */
function cacheFor(path) {
  if (PAPERS[path]) return caches.open(PRINTS);
  return caches.open(isEngine(path) ? ENGINE : PAGES);
}

/** What a file is kept under. @param {string} path */
const keyOf = (path) => (PAPERS[path] ? `${urlOf(path)}?${PAPERS[path]}` : urlOf(path));

/** Whether these bytes are a file of this build. @param {Blob} bytes @param {string} sum */
async function fits(bytes, sum) {
  const hash = await crypto.subtle.digest("SHA-256", await bytes.arrayBuffer());
  const digest = [...new Uint8Array(hash).slice(0, 6)];
  return digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") === sum;
}

/**
 * Keep a file, where it is of this build. It is held as a blob, which takes no room in the process
 * of the page.
 * @param {string} path
 * @param {Response} response
 */
async function keep(path, response) {
  if (!response.ok) return false;
  const bytes = await response.blob();
  if (!(await fits(bytes, FILES[path] ?? PAPERS[path]))) return false;
  const { headers } = response;
  await (await cacheFor(path)).put(keyOf(path), new Response(bytes, { headers }));
  return true;
}

/** @param {string} path */
const kept = async (path) => (await cacheFor(path)).match(keyOf(path));

/** @param {string} path */
async function fetchAndKeep(path) {
  if (await kept(path)) return;
  const response = await fetch(urlOf(path), { cache: "no-cache" });
  if (!(await keep(path, response))) throw new Error(`${path} is of another build`);
}

/**
 * Pages that came from a newer build before this worker went: all that they ask for goes to the
 * server.
 * @param {string} [add]
 * @returns {Promise<string[]>}
 */
async function clientsThrough(add) {
  const cache = await caches.open(PAGES);
  const known = await cache.match(THROUGH);
  const ids = known ? await known.json() : [];
  if (add) await cache.put(THROUGH, Response.json([...ids, add].slice(-MOST_CLIENTS)));
  return ids;
}

async function install() {
  await Promise.all(
    Object.keys(FILES)
      .filter((path) => SHELL.test(path))
      .map(fetchAndKeep),
  );
}

async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith("combatbox-") && ![PAGES, ENGINE, PRINTS].includes(name)) {
      await caches.delete(name);
    }
  }
  const engine = await caches.open(ENGINE);
  for (const { url } of await engine.keys()) {
    const path = pathOf(url);
    // Books stay: a game that was begun with one ends with it.
    const stays = path !== null && (FILES[path] || path.includes("/books/"));
    if (!stays) await engine.delete(url);
  }
  const papers = await caches.open(PRINTS);
  const now = Object.keys(PAPERS).map(keyOf);
  for (const request of await papers.keys()) {
    if (!now.includes(request.url)) await papers.delete(request);
  }
}

/** Give back the room of the pages and papers; the games that were opened stay. */
async function forget() {
  await caches.delete(PRINTS);
  const pages = await caches.open(PAGES);
  await pages.delete(WHOLE);
  for (const request of await pages.keys()) {
    const path = pathOf(request.url) ?? "";
    if (!SHELL.test(path) && !path.endsWith("/play.html")) await pages.delete(request);
  }
}

/**
 * Keep some files, and where the reader wants it the whole site and its papers, a few at a time.
 * @param {{keep: unknown[], site?: boolean, papers?: boolean}} asked
 * @param {ExtendableMessageEvent["source"]} source who is told
 */
async function keepAll({ keep: asked, site, papers }, source) {
  const pages = await caches.open(PAGES);
  const has = await (await pages.match(WHOLE))?.text();
  const first = asked.filter((path) => typeof path === "string" && FILES[path]);
  const rest = site && !has ? Object.keys(FILES) : [];
  const prints = papers && has !== "papers" ? Object.keys(PAPERS) : [];
  const paths = [.../** @type {string[]} */ (first), ...rest, ...prints];
  try {
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(paths.slice(at, at + AT_ONCE).map(fetchAndKeep));
    }
    if (site) await pages.put(WHOLE, new Response(papers ? "papers" : has || "site"));
    source?.postMessage({ kept: paths.length, whole: !!site });
  } catch (error) {
    // No network, no room, or a newer build: what is kept is whole as far as it goes.
    const why = String(error instanceof Error ? error.message : error);
    source?.postMessage({ kept: 0, why });
  }
}

const offlinePage = () => {
  const text =
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>" +
    "<title>Not kept</title><p>There is no network, and this page is not kept on this device. " +
    `<a href='${SCOPE.href}'>To the start</a>`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html" } });
};

/** @param {FetchEvent} event @param {string} path */
async function answer(event, path) {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (!isEngine(path) && !isPage && (await clientsThrough()).includes(event.clientId)) {
    return fetch(request);
  }
  const have = await kept(path);
  if (have) return have;
  const response = await fetch(request).catch(() => null);
  if (!response) return isPage ? offlinePage() : Response.error();
  const copy = response.clone();
  if (isEngine(path)) {
    event.waitUntil(keep(path, copy).catch(() => {}));
    return response;
  }
  // What cannot be kept, for there is no room, may still be of this build.
  const unkept = async () => response.ok && fits(await response.clone().blob(), FILES[path]);
  if (await keep(path, copy).catch(unkept)) return response;
  if (!isPage) return Response.error(); // half of a page from one build, half from another: neither
  await clientsThrough(event.resultingClientId);
  event.waitUntil(worker.registration.update().catch(() => {}));
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOld()));
// `{keep: [paths]}` keeps these, with `site` every page and game, with `papers` these, too;
// `{forget: true}` gives their room back. `{take: true}` has this build take the place of the one
// before.
worker.addEventListener("message", (event) => {
  const { take, forget: isOver, keep: asked } = event.data ?? {};
  if (take === true) event.waitUntil(worker.skipWaiting());
  else if (isOver === true) event.waitUntil(forget());
  else if (Array.isArray(asked)) event.waitUntil(keepAll(event.data, event.source));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  const isOther = request.method !== "GET" || request.headers.has("range");
  if (isOther || path === null) return;
  if (FILES[path]) event.respondWith(answer(event, path));
  else if (PAPERS[path]) {
    event.respondWith(kept(path).then((have) => have ?? fetch(request)));
  }
});
