// The engine in the page, where it was opened from a folder on disk: no worker and no request is
// allowed there, so the files come as scripts.
import { siteUrl } from "../common/site.js";
import { EngineError, engineStopped, lastLine, notLoaded } from "./errors.js";

const STALLED = 45000; // milliseconds until a script counts as lost
const AWAY = "https://folder.invalid/"; // stands for the folder: nothing is asked of it

const NO_FOLDER = "this copy of the site plays from a server only, not from a folder";

/** Run a script of the engine's folder. @param {string} name @returns {Promise<void>} */
export const loadEngineScript = (name) =>
  new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    const end = (/** @type {string} */ trouble) => {
      clearTimeout(clock);
      tag.remove();
      if (trouble) reject(notLoaded(`${name} ${trouble}`));
      else resolve();
    };
    const clock = setTimeout(() => end("does not come"), STALLED);
    tag.src = siteUrl(`assets/engine/${name}`);
    tag.onload = () => end("");
    tag.onerror = () => end("did not come");
    document.head.append(tag);
  });

/**
 * The bytes of a file that lies in the folder as scripts.
 * @param {string[]} names
 * @param {() => void} tell called for each script
 */
export async function bytesOf(names, tell) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const slices = [];
  window.cbEngineSlice = (text) => {
    slices.push(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  };
  for (const name of names) {
    await loadEngineScript(name);
    tell();
  }
  const packed = new Blob(slices).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/**
 * Load Pyodide, which asks for two files by `fetch`.
 * @param {EngineFiles} files
 * @param {ArrayBuffer} wasm
 * @param {ArrayBuffer} library
 */
async function loadPython(files, wasm, library) {
  await loadEngineScript(`${files.pyodide}pyodide.asm.js`);
  await loadEngineScript(`${files.pyodide}pyodide.js`);
  const real = window.fetch;
  window.fetch = (asked, ...more) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    const headers = { "Content-Type": "application/wasm" };
    if (url === `${AWAY}pyodide.asm.wasm`) return Promise.resolve(new Response(wasm, { headers }));
    if (url === `${AWAY}library.zip`) return Promise.resolve(new Response(library));
    return real(asked, ...more);
  };
  const options = {
    indexURL: AWAY,
    stdLibURL: `${AWAY}library.zip`,
    lockFileContents: files.lock,
    createPyodideModule: window.cbCreatePyodide,
  };
  return window.loadPyodide(options).finally(() => {
    window.fetch = real;
  });
}

export class PageEngine {
  /** @param {(text: string) => string} answer */
  constructor(answer) {
    this.answer = answer;
    /** @type {((why: string) => void)[]} */
    this.mourners = [];
    /** @type {EngineError | null} */
    this.dead = null;
  }

  /**
   * Load the engine.
   * @param {EnginePlan} plan
   * @param {(bytes: number, what: string) => void} progress told in bytes as they are unpacked
   */
  static async start({ files, pack, book }, progress) {
    if (!book.text && !book.slices?.length) throw notLoaded(NO_FOLDER);
    const read = (/** @type {string} */ name) => {
      const part = files.sizes[name] / files.slices[name].length;
      return bytesOf(files.slices[name], () => progress(part, "Python"));
    };
    const wasm = await read(`${files.pyodide}pyodide.asm.wasm.gzip`);
    const library = await read(files.stdlib);
    const packed = await read(pack);
    const text =
      book.text ??
      new TextDecoder().decode(await bytesOf(book.slices ?? [], () => progress(0, "the tables")));
    const python = await loadPython(files, wasm, library);
    const room = python.runPython("{}");
    python.runPython(files.boot, { globals: room });
    const open = (/** @type {string} */ name, /** @type {ArrayBuffer} */ data) =>
      room.get(name)(python.toPy(new Uint8Array(data)).tobytes());
    const engine = new PageEngine(open("opened", packed));
    engine.addPress = (data) => open("press_added", data);
    engine.opening = engine.answer(JSON.stringify({ method: "open", args: { book: text } }));
    return engine;
  }

  /** @type {(data: ArrayBuffer) => void} */
  addPress = () => {};

  /** What the engine said as it was opened. */
  opening = "";

  async open() {
    return this.opening;
  }

  /** @param {string} text */
  async ask(text) {
    if (this.dead) throw this.dead;
    // The page is drawn before it stands still.
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      return this.answer(text);
    } catch (error) {
      this.dead = engineStopped(lastLine(error));
      for (const tell of this.mourners) tell(this.dead.message);
      throw this.dead;
    }
  }

  close() {
    this.mourners = [];
    this.dead = new EngineError({ kind: "dead", message: "The engine was closed." });
  }
}
