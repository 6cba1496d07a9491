// Runs Python and the engine of one game away from the page. The page (worker-engine.js) sends
// one message that says what to load, and then texts of JSON, each with a number; every one is
// answered under its number. It knows no game.
import { lastLine } from "./errors.js";

/** @typedef {(what: string, why: string) => Promise<never>} Lost */

const BINARY = "application/octet-stream";

/** @type {(text: string) => string} */
let answer = () => "";
/** @type {(data: ArrayBuffer) => void} */
let addPress = () => {};

const say = (/** @type {object} */ message) => self.postMessage(message);

/**
 * A file as a response whose bytes are told as they come.
 * @param {string} url
 * @param {number} size
 * @param {string} what
 * @param {string} type
 * @param {Lost} lost called where it does not come, or only in part
 */
async function counted(url, size, what, type, lost) {
  const response = await fetch(url).catch(() => null);
  if (!response) return lost(what, "there is no connection");
  if (!response.ok || !response.body) return lost(what, `the server says ${response.status}`);
  const reader = response.body.getReader();
  let left = size;
  const body = new ReadableStream({
    async pull(out) {
      const { done, value } = await reader
        .read()
        .catch(() => lost(what, "the connection broke off"));
      if (done) return left ? lost(what, "it is not whole") : out.close();
      left -= value.byteLength;
      say({ bytes: value.byteLength, what });
      out.enqueue(value);
    },
  });
  return new Response(body, { headers: { "Content-Type": type } });
}

/** What was packed as WebAssembly, unpacked as it comes. @param {Response} response */
function unpacked({ body }) {
  const stream = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

/**
 * Load Pyodide, which asks for two files by `fetch`.
 * @param {EnginePlan} plan
 * @param {Lost} lost
 */
async function loadPython({ base, files }, lost) {
  const at = (/** @type {string} */ name) => new URL(name, base).href;
  const python = `${files.pyodide}pyodide.asm.wasm.gzip`;
  const wasm = counted(at(python), files.sizes[python], "Python", BINARY, lost).then(unpacked);
  const { stdlib } = files;
  const library = counted(at(stdlib), files.sizes[stdlib], "its library", BINARY, lost);
  const load = (/** @type {string} */ name) =>
    import(at(files.pyodide + name)).catch(() => lost(name, "it is not there, or not whole"));
  const [{ loadPyodide }] = await Promise.all([load("pyodide.mjs"), load("pyodide.asm.mjs")]);
  const real = self.fetch;
  self.fetch = (asked, ...more) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    if (url.endsWith("pyodide.asm.wasm")) return wasm;
    return url === at(stdlib) ? library : real(asked, ...more);
  };
  const pyodide = await loadPyodide({
    indexURL: at(files.pyodide),
    stdLibURL: at(stdlib),
    lockFileContents: files.lock,
  });
  self.fetch = real;
  return pyodide;
}

/** @param {EnginePlan} plan @param {Lost} lost */
async function load(plan, lost) {
  const { base, files, pack, book } = plan;
  const url = new URL(pack, base).href;
  const engine = counted(url, files.sizes[pack], "the engine", BINARY, lost);
  const tables = () =>
    counted(book.url ?? "", book.size ?? 0, "the tables", "application/json", lost);
  const text = book.text ?? tables().then((response) => response.text());
  const pyodide = await loadPython(plan, lost);
  const room = pyodide.runPython("{}");
  pyodide.runPython(files.boot, { globals: room });
  const bytesOf = (/** @type {ArrayBuffer} */ data) => pyodide.toPy(new Uint8Array(data)).tobytes();
  answer = room.get("opened")(bytesOf(await (await engine).arrayBuffer()));
  addPress = (data) => room.get("press_added")(bytesOf(data));
  return answer(JSON.stringify({ method: "open", args: { book: await text } }));
}

/**
 * Work that ends with an error where a file is lost.
 * @template T
 * @param {(lost: Lost) => Promise<T>} work
 * @returns {Promise<T>}
 */
const orLost = (work) =>
  new Promise((resolve, reject) => {
    const never = /** @type {Promise<never>} */ (new Promise(() => {}));
    // Python does not tell that a file was lost: nobody waits for it.
    const lost = (/** @type {string} */ what, /** @type {string} */ why) => {
      reject(new Error(`${what} did not come: ${why}`));
      return never;
    };
    work(lost).then(resolve, reject);
  });

/**
 * Add the press to the game, which goes on where that fails.
 * @param {{url: string, size: number}} press
 */
async function add({ url, size }) {
  try {
    const load = (/** @type {Lost} */ lost) => counted(url, size, "the press", BINARY, lost);
    addPress(await orLost(async (lost) => (await load(lost)).arrayBuffer()));
    return '{"value":null}';
  } catch (error) {
    return JSON.stringify({ error: { kind: "press", message: lastLine(error) } });
  }
}

self.onmessage = async ({ data }) => {
  const { id, open, press, text } = data;
  try {
    const plan = /** @type {EnginePlan} */ (open);
    if (press) say({ id, text: await add(press) });
    else say({ id, text: open ? await orLost((lost) => load(plan, lost)) : answer(text) });
  } catch (error) {
    // The engine itself tells what is wrong as an answer: this is Python broken, or out of memory.
    say({ id, broken: lastLine(error) });
  }
};
