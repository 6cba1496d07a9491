// The client of the engine: Python in a worker, or in the page itself where the page is opened from
// a folder. Nothing is loaded before `engineClient.open` is called.
//
//     const game = await engineClient.open({game: "queen", progress: (loaded, all, what) => ...});
//     const seen = await game.call("begin", {seed: "1943"});
//     game.onDeath((why) => ...);   game.close();
//
// A call that the engine refuses rejects with `{kind, message}`: `choice`, `dice`, `log`, `moved`
// (with `at`) or `refused`; a call without an answer rejects with the kind `dead`. Where a file is
// missing, incomplete or too slow, `open` rejects with the kind `load`, and may be called again.

import { loadGlobal } from "../common/load.js";
import { SITE, siteUrl } from "../common/site.js";
import { loadingWords } from "../common/text.js";
import { cacheOffline } from "../pages/offline.js";
import { previewScripts } from "../pages/previews.js";
import { EngineError, lastLine, notLoaded } from "./errors.js";
import { PageEngine } from "./page-engine.js";
import { WorkerEngine } from "./worker-engine.js";

const TIMEOUT = 120000; // milliseconds until a call without an answer counts as lost
const PAUSE = 2000; // milliseconds without a call until the game is cached
const FOLDER = "assets/engine/";

/** @typedef {(loaded: number, total: number, what: string) => void} Progress */
/** @typedef {{call(method: string, args?: object): Promise<any>, described: any, game: string,
 *   inWorker: boolean, engine: WorkerEngine | PageEngine,
 *   onDeath(listener: (why: string) => void): void, close(): void}} EngineHandle */

const isFolder = () => location.protocol === "file:";

const readFiles = () => loadGlobal("cbEngineFiles", `${FOLDER}files.js`);
const readBooks = () => loadGlobal("cbEngineBooks", `${FOLDER}books.js`);

/**
 * Return the files that a game needs, from the folder of the engine.
 * @param {EngineFiles} files
 * @param {string} pack
 * @returns `counted`: the files whose bytes count for the progress
 */
function partsOf(files, pack) {
  const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => files.pyodide + name);
  return { counted: [`${files.pyodide}pyodide.asm.wasm.gzip`, files.stdlib, pack], modules };
}

/** Return the value of an answer, or throw the error in it. @param {string} text */
function readAnswer(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new EngineError(answer.error);
  return answer.value;
}

/**
 * Start the engine and open a book with it.
 * @param {EnginePlan} plan
 * @param {(bytes: number, what: string) => boolean} step
 * @param {number} timeout
 */
async function start(plan, step, timeout) {
  /** @type {WorkerEngine | PageEngine | null} */
  let engine = null;
  try {
    engine = isFolder()
      ? await PageEngine.start(plan, step)
      : new WorkerEngine(plan.files.digest, step, timeout);
    const described = readAnswer(await engine.open(plan));
    return { engine, described };
  } catch (error) {
    engine?.close();
    delete window.cbEngineFiles; // the site may have been built again since this page was loaded
    delete window.cbEngineBooks;
    throw error instanceof EngineError ? error : notLoaded(lastLine(error));
  }
}

/**
 * Return a function that puts some work off until it has not been called for a while. The work is
 * done once.
 * @param {() => void} work
 */
function inPause(work) {
  const start = () => setTimeout(end, PAUSE);
  let timer = start();
  let isDone = false;
  function end() {
    isDone = true;
    work();
  }
  return () => {
    clearTimeout(timer);
    if (!isDone) timer = start();
  };
}

/**
 * Load the engine with a game.
 * @param {{game: string, book?: string, corrects?: boolean, progress?: Progress,
 *   timeout?: number}} options `book`: the player's own tables, as text; `corrects`: whether to
 *   open the tables for corrections instead of the game
 * @returns {Promise<EngineHandle>}
 */
async function open({ game, book, corrects, progress = () => {}, timeout = TIMEOUT }) {
  const [files, books] = await Promise.all([readFiles(), readBooks()]);
  const entry = books[game];
  const pack = files.packs[corrects ? `correct-${entry?.code}` : entry?.code];
  const source = corrects ? entry?.tables : entry;
  if (!source || !pack) {
    throw new EngineError({ kind: "load", message: "This game cannot be played here." });
  }
  const { counted, modules } = partsOf(files, pack);
  const total = counted.reduce((sum, name) => sum + files.sizes[name], book ? 0 : source.size);
  let loaded = 0;
  const step = (/** @type {number} */ bytes, /** @type {string} */ what) => {
    loaded = Math.min(total, loaded + bytes);
    progress(Math.round(loaded), total, what);
    return loaded === total;
  };
  progress(0, total, "the program");
  const slices = corrects ? [] : entry.slices;
  const stored = { url: siteUrl(source.path), slices, size: source.size };
  const plan = {
    base: siteUrl(FOLDER),
    files,
    pack,
    book: book ? { text: book } : stored,
    corrects,
  };
  const { engine, described } = await start(plan, step, timeout);
  progress(total, total, "");
  const pages = [`${game}/play.html`, ...previewScripts(game)];
  const names = [...counted, ...modules].map((name) => FOLDER + name);
  const cacheLater = inPause(() => cacheOffline([...names, source.path, ...pages]));
  return {
    game,
    described,
    inWorker: engine instanceof WorkerEngine,
    engine,
    async call(method, args = {}) {
      cacheLater();
      return readAnswer(await engine.ask(JSON.stringify({ method, args })));
    },
    onDeath: (listener) => void engine.deathListeners.push(listener),
    close: () => engine.close(),
  };
}

/**
 * Return the games that are cached completely, and can be played without a network.
 * @returns {Promise<[key: string, title: string][]>}
 */
async function cachedGames() {
  if (!("caches" in window)) return [];
  const files = await readFiles();
  /** @type {[string, string][]} */
  const games = [];
  for (const [key, { path, code, title }] of Object.entries(await readBooks())) {
    const { counted, modules } = partsOf(files, files.packs[code]);
    const urls = [...counted, ...modules].map((name) => siteUrl(FOLDER + name));
    const answers = await Promise.all([...urls, siteUrl(path)].map((url) => caches.match(url)));
    if (answers.every(Boolean)) games.push([key, title]);
  }
  return games;
}

/**
 * Return the compiled book of a game by its digest, as text, for `finish_under`; null where this
 * site no longer has it.
 * @param {string} game
 * @param {string} digest
 * @returns {Promise<string | null>}
 */
async function book(game, digest) {
  if (!/^[0-9a-f]{16}$/.test(digest) || isFolder()) return null;
  const entry = (await readBooks())[game];
  if (!entry) return null;
  const url = new URL(`${digest}.json`, new URL(entry.path, SITE));
  const answer = await fetch(url).catch(() => {
    throw notLoaded("those tables did not load");
  });
  return answer.ok ? answer.text() : null;
}

/**
 * Return a function that returns the engine of a game, and loads it where it is not loaded yet or
 * has stopped.
 * @param {string} game
 * @param {string[]} [pages] to cache with it
 */
export function engineOnDemand(game, pages = []) {
  /** @type {Promise<EngineHandle> | null} */
  let opening = null;
  const forget = () => {
    opening = null;
  };
  return (/** @type {(part: number, words: string) => void} */ step) => {
    opening ??= open({
      game,
      progress: (loaded, total, what) =>
        step(total ? loaded / total : 0, loadingWords(loaded, total, what)),
    }).then((engine) => {
      engine.onDeath(forget);
      cacheOffline(pages);
      return engine;
    });
    opening.catch(forget);
    return opening;
  };
}

export const engineClient = { open, book, cachedGames };
