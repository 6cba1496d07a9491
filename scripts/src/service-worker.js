// The site without a network. This file is written anew by each build, with FILES: of every file that is kept its digest. What is kept
// is of this build alone: a file that is not as FILES has it is never put beside others.
"use strict";

const KEPT = `combatbox-${BUILD}`;
const ENGINE = "combatbox-engine";  // files with their digest in the name: they outlive a build
const THROUGH = new Request(new URL("__through", self.registration.scope));
const SHELL = /^(assets\/(css|js|fonts|search)\/|assets\/engine\/(files|books)\.js$|index\.html$)/;
const isEngine = (path) => path.startsWith("assets/engine/") && !/\/(files|books)\.js$/.test(path) || path.includes("/books/");

const pathOf = (url) => {
    const {origin, pathname} = new URL(url), scope = new URL(self.registration.scope);
    if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
    let path;
    try {
        path = decodeURIComponent(pathname.slice(scope.pathname.length));
    } catch (error) {
        return null;  // no address of ours
    }
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
};
const placeOf = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), self.registration.scope).href;

async function fits(response, sum) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
    return [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sum;
}

async function keep(path, response) {
    if (!response.ok || !await fits(response, FILES[path])) return false;
    const {body, headers} = response.clone();
    await (await caches.open(isEngine(path) ? ENGINE : KEPT)).put(placeOf(path), new Response(body, {headers}));
    return true;
}

const kept = async (path) => (await caches.open(isEngine(path) ? ENGINE : KEPT)).match(placeOf(path));

async function fetched(path) {
    if (await kept(path)) return;
    if (!await keep(path, await fetch(placeOf(path), {cache: "no-cache"}))) throw new Error(`${path} is of another build`);
}

// Pages that came from a newer build before this worker went: all that they ask for goes to the server.
async function through(add) {
    const cache = await caches.open(KEPT), known = await cache.match(THROUGH);
    const ids = known ? await known.json() : [];
    if (add) await cache.put(THROUGH, Response.json([...ids, add].slice(-50)));
    return ids;
}

self.addEventListener("install", (event) => {
    event.waitUntil(Promise.all(Object.keys(FILES).filter((path) => SHELL.test(path)).map(fetched)));
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith("combatbox-") && name !== KEPT && name !== ENGINE) await caches.delete(name);
        }
        const engine = await caches.open(ENGINE);
        for (const {url} of await engine.keys()) {  // books stay: a game that was begun with one ends with it
            const path = pathOf(url);
            if (path === null || (!FILES[path] && !path.includes("/books/"))) await engine.delete(url);
        }
    })());
});

// `{keep: [paths]}` keeps these and then every page, a few at a time. `{take: true}` has this build take the place of the one before.
self.addEventListener("message", (event) => {
    if (event.data?.take === true) return event.waitUntil(self.skipWaiting());
    const asked = event.data?.keep;
    if (!Array.isArray(asked)) return;
    event.waitUntil((async () => {
        const rest = Object.keys(FILES).filter((path) => !isEngine(path));
        const todo = [...asked.filter((path) => typeof path === "string" && FILES[path]), ...rest];
        try {
            for (let at = 0; at < todo.length; at += 8) await Promise.all(todo.slice(at, at + 8).map(fetched));
            event.source?.postMessage({kept: todo.length});
        } catch (error) {  // no network, no room, or a newer build: what is kept is whole as far as it goes
            event.source?.postMessage({kept: 0, why: String(error.message ?? error)});
        }
    })());
});

self.addEventListener("fetch", (event) => {
    const {request} = event, path = pathOf(request.url);
    if (request.method !== "GET" || path === null || !FILES[path] || request.headers.has("range")) return;
    event.respondWith(answer(event, path));
});

async function answer(event, path) {
    const {request} = event, page = request.mode === "navigate";
    if (!isEngine(path) && !page && (await through()).includes(event.clientId)) return fetch(request);
    const have = await kept(path);
    if (have) return have;
    let got;
    try {
        got = await fetch(request);
    } catch (error) {
        return page ? offline() : Response.error();
    }
    const copy = got.clone();
    if (isEngine(path)) {
        event.waitUntil(keep(path, copy).catch(() => {}));
        return got;
    }
    if (await keep(path, copy).catch(() => got.ok && fits(got, FILES[path]))) return got;
    if (!page) return Response.error();  // half of a page from one build, half from another: neither
    await through(event.resultingClientId);
    event.waitUntil(self.registration.update().catch(() => {}));
    return got;
}

const offline = () => new Response(
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Not kept</title>" +
    "<p>There is no network, and this page is not kept on this device. <a href='" + self.registration.scope + "'>To the start</a>",
    {status: 503, headers: {"Content-Type": "text/html"}},
);
