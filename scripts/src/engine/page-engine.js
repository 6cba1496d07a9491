// The engine in the page itself, for a site that is opened from a folder on disk. Browsers allow
// neither workers nor requests there, so the files are loaded as scripts.
import { runScript } from "../common/load.js";
import { EngineError, engineStopped, lastLine, notLoaded } from "./errors.js";

const PLACEHOLDER = "https://folder.invalid/"; // stands for the folder; it is never requested

const NO_FOLDER = "this copy of the site plays from a server only, not from a folder";

/** Run a script of the engine's folder. @param {string} name */
export const loadEngineScript = (name) => runScript(`assets/engine/${name}`);

/**
 * Return the bytes of a file that is divided into scripts.
 * @param {string[]} names
 * @param {() => void} onScript called after each script
 */
export async function bytesOf(names, onScript) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const slices = [];
  window.cbEngineSlice = (text) => {
    slices.push(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  };
  for (const name of names) {
    await loadEngineScript(name);
    onScript();
  }
  const packed = new Blob(slices).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/**
 * Load Pyodide. It requests two files by `fetch`, which is replaced meanwhile to return them.
 * @param {EngineFiles} files
 * @param {ArrayBuffer} wasm
 * @param {ArrayBuffer} library
 */
async function loadPython(files, wasm, library) {
  await loadEngineScript(`${files.pyodide}pyodide.asm.js`);
  await loadEngineScript(`${files.pyodide}pyodide.js`);
  const originalFetch = window.fetch;
  window.fetch = (request, ...more) => {
    const url = String(request instanceof Request ? request.url : request);
    const headers = { "Content-Type": "application/wasm" };
    if (url === `${PLACEHOLDER}pyodide.asm.wasm`)
      return Promise.resolve(new Response(wasm, { headers }));
    if (url === `${PLACEHOLDER}library.zip`) return Promise.resolve(new Response(library));
    return originalFetch(request, ...more);
  };
  const options = {
    indexURL: PLACEHOLDER,
    stdLibURL: `${PLACEHOLDER}library.zip`,
    lockFileContents: files.lock,
    createPyodideModule: window.cbCreatePyodide,
  };
  return window.loadPyodide(options).finally(() => {
    window.fetch = originalFetch;
  });
}

export class PageEngine {
  /** @param {(text: string) => string} answer */
  constructor(answer) {
    this.answer = answer;
    /** @type {((why: string) => void)[]} */
    this.deathListeners = [];
    /** @type {EngineError | null} */
    this.dead = null;
  }

  /**
   * Load the engine.
   * @param {EnginePlan} plan
   * @param {(bytes: number, what: string) => void} progress called after each script
   */
  static async start({ files, pack, book }, progress) {
    if (!book.text && !book.slices?.length) throw notLoaded(NO_FOLDER);
    const read = (/** @type {string} */ name) => {
      const part = files.sizes[name] / files.slices[name].length;
      return bytesOf(files.slices[name], () => progress(part, "the program"));
    };
    const wasm = await read(`${files.pyodide}pyodide.asm.wasm.gzip`);
    const library = await read(files.stdlib);
    const packed = await read(pack);
    const text =
      book.text ??
      new TextDecoder().decode(await bytesOf(book.slices ?? [], () => progress(0, "the tables")));
    const python = await loadPython(files, wasm, library);
    const namespace = python.runPython("{}");
    python.runPython(files.boot, { globals: namespace });
    const engine = new PageEngine(namespace.get("opened")(packed));
    engine.addPress = namespace.get("press_added");
    engine.opening = engine.answer(JSON.stringify({ method: "open", args: { book: text } }));
    return engine;
  }

  /** @type {(data: ArrayBuffer) => void} */
  addPress = () => {};

  /** The engine's answer to the call that opened the book. */
  opening = "";

  async open() {
    return this.opening;
  }

  /** @param {string} text */
  async ask(text) {
    if (this.dead) throw this.dead;
    // The call blocks the page, so the browser gets a turn to draw first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      return this.answer(text);
    } catch (error) {
      this.dead = engineStopped(lastLine(error));
      for (const listener of this.deathListeners) listener(this.dead.message);
      throw this.dead;
    }
  }

  close() {
    this.deathListeners = [];
    this.dead = new EngineError({ kind: "dead", message: "The game was closed." });
  }
}
