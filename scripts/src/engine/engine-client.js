// The engine on a page: Python in a worker, or, on a page that is opened from a folder, in the page
// itself. Nothing is loaded before `engineClient.open` is called. It knows no game.
//
//     const game = await engineClient.open({game: "queen", progress: (loaded, all, what) => ...});
//     const seen = await game.call("begin", {seed: "1943"});
//     game.onDeath((why) => ...);   game.close();
//
// A call that the engine refuses is rejected with `{kind, message}`: `choice`, `dice`, `log`,
// `moved` (with `at`) or `refused`; one that it never answers with the kind `dead`. Where a file
// does not come, comes in part or never ends, `open` is rejected with the kind `load`, and may be
// called again.

import { SITE, siteUrl } from "../common/site.js";
import { keepOffline } from "../pages/offline.js";
import { previewScripts } from "../pages/previews.js";
import { EngineError, lastLine, notLoaded } from "./errors.js";
import { loadEngineScript, PageEngine } from "./page-engine.js";
import { WorkerEngine } from "./worker-engine.js";

const PATIENCE = 120000; // milliseconds until a call that is not answered counts as lost
const FOLDER = "assets/engine/";

/** @typedef {(loaded: number, total: number, what: string) => void} Progress */
/** @typedef {{call(method: string, args?: object): Promise<any>, described: any, game: string,
 *   inWorker: boolean, engine: WorkerEngine | PageEngine,
 *   onDeath(tell: (why: string) => void): void, close(): void}} EngineHandle */

const isFolder = () => location.protocol === "file:";

/**
 * A list that a script of ours sets.
 * @template T
 * @param {"cbEngineFiles" | "cbEngineBooks"} global
 * @param {string} name
 * @returns {Promise<T>}
 */
async function readList(global, name) {
  if (window[global] === undefined) await loadEngineScript(name);
  if (window[global] === undefined) throw notLoaded(`${name} is not whole`);
  return /** @type {any} */ (window[global]);
}
/** What of the engine this site has. @returns {Promise<EngineFiles>} */
const readFiles = () => readList("cbEngineFiles", "files.js");
/** @returns {Promise<EngineBooks>} */
const readBooks = () => readList("cbEngineBooks", "books.js");

/**
 * The files that a game is played with, from the folder of the engine.
 * @param {EngineFiles} files
 * @param {string} pack
 */
function partsOf(files, pack) {
  const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => files.pyodide + name);
  return { counted: [`${files.pyodide}pyodide.asm.wasm.gzip`, files.stdlib, pack], modules };
}

/** What an engine answers, or an error of what it refuses. @param {string} text */
function readAnswer(text) {
  const answer = JSON.parse(text);
  if (answer.error) throw new EngineError(answer.error);
  return answer.value;
}

/**
 * Start the engine and have it open a book.
 * @param {EnginePlan} plan
 * @param {(bytes: number, what: string) => boolean} step
 * @param {number} patience
 */
async function start(plan, step, patience) {
  /** @type {WorkerEngine | PageEngine | null} */
  let engine = null;
  try {
    engine = isFolder()
      ? await PageEngine.start(plan, step)
      : new WorkerEngine(plan.files.digest, step, patience);
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
 * Load the engine with a game.
 * @param {{game: string, book?: string, progress?: Progress, patience?: number}} order `book`:
 *   tables of the reader's own, as text
 * @returns {Promise<EngineHandle>}
 */
async function open({ game, book, progress = () => {}, patience = PATIENCE }) {
  const files = await readFiles();
  const own = (await readBooks())[game];
  const pack = files.packs[own?.code];
  if (!own || !pack) {
    throw new EngineError({ kind: "load", message: "This game cannot be played here." });
  }
  const { counted, modules } = partsOf(files, pack);
  const total = counted.reduce((sum, name) => sum + files.sizes[name], book ? 0 : own.size);
  let loaded = 0;
  const step = (/** @type {number} */ bytes, /** @type {string} */ what) => {
    loaded = Math.min(total, loaded + bytes);
    progress(Math.round(loaded), total, what);
    return loaded === total;
  };
  progress(0, total, "Python");
  const where = { url: siteUrl(own.path), slices: own.slices, size: own.size };
  const plan = { base: siteUrl(FOLDER), files, pack, book: book ? { text: book } : where };
  const { engine, described } = await start(plan, step, patience);
  progress(total, total, "");
  const pages = [`${game}/play.html`, ...previewScripts(game)];
  keepOffline([...[...counted, ...modules].map((name) => FOLDER + name), own.path, ...pages]);
  return {
    game,
    described,
    inWorker: engine instanceof WorkerEngine,
    engine,
    call: async (method, args = {}) =>
      readAnswer(await engine.ask(JSON.stringify({ method, args }))),
    onDeath: (tell) => void engine.mourners.push(tell),
    close: () => engine.close(),
  };
}

/**
 * The games that are kept whole on this device, which can be played without a network.
 * @returns {Promise<[key: string, title: string][]>}
 */
async function kept() {
  if (!("caches" in window)) return [];
  const files = await readFiles();
  /** @type {[string, string][]} */
  const here = [];
  for (const [key, { path, code, title }] of Object.entries(await readBooks())) {
    const { counted, modules } = partsOf(files, files.packs[code]);
    const urls = [...counted, ...modules].map((name) => siteUrl(FOLDER + name));
    const answers = await Promise.all([...urls, siteUrl(path)].map((url) => caches.match(url)));
    if (answers.every(Boolean)) here.push([key, title]);
  }
  return here;
}

/**
 * The compiled book of a game by its digest, as text, for `finish_under`; null where this site no
 * longer has it.
 * @param {string} game
 * @param {string} digest
 * @returns {Promise<string | null>}
 */
async function book(game, digest) {
  if (!/^[0-9a-f]{16}$/.test(digest) || isFolder()) return null;
  const now = (await readBooks())[game];
  if (!now) return null;
  const url = new URL(`${digest}.json`, new URL(now.path, SITE));
  const answer = await fetch(url).catch(() => {
    throw notLoaded("those tables did not come");
  });
  return answer.ok ? answer.text() : null;
}

/** Whether this site has an engine. */
const there = () =>
  readFiles().then(
    (files) => !!files,
    () => false,
  );

export const engineClient = { open, book, kept, there };
