// The worker that runs Python and the engine of one game. The page (worker-engine.js) first sends
// the files to load, and then calls as JSON. Each message has a number, which its answer repeats.
import { lastLine } from "./errors.js";
import { memoryOf, storedMemory, storeMemory } from "./memory-snapshot.js";

/**
 * Reports a file that could not be loaded.
 * @typedef {(what: string, why: string) => Promise<never>} Lost
 */

const BINARY = "application/octet-stream";
const WASM = "application/wasm";
const JSON_TYPE = "application/json";

/** @type {(text: string) => string} */
let answer = () => "";
/** @type {(data: ArrayBuffer) => void} */
let addPress = () => {};

const post = (/** @type {object} */ message) => self.postMessage(message);

/**
 * Return a file as a response, and report its bytes to the page as they arrive. Each file but the
 * tables is compressed.
 * @param {string} url
 * @param {number} size
 * @param {string} what
 * @param {string} type
 * @param {Lost} lost called where the file is missing or incomplete
 * @param {() => void} arrived called when the file is whole
 */
async function counted(url, size, what, type, lost, arrived = () => {}) {
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
      if (done && left) return lost(what, "it is not whole");
      if (done) {
        arrived();
        return out.close();
      }
      left -= value.byteLength;
      post({ bytes: value.byteLength, what });
      out.enqueue(value);
    },
  });
  const content = type === JSON_TYPE ? body : body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(content, { headers: { "Content-Type": type } });
}

/**
 * Load Pyodide. It requests two files by `fetch`, which is replaced meanwhile to count their bytes.
 * @param {EnginePlan} plan
 * @param {Lost} lost
 * @param {object} extra further options of Pyodide
 * @param {() => void} [arrived] called when Python's largest file is whole
 */
async function loadPython({ base, files }, lost, extra, arrived) {
  const urlOf = (/** @type {string} */ name) => new URL(name, base).href;
  const python = `${files.pyodide}pyodide.asm.wasm.gzip`;
  const size = files.sizes[python];
  const wasm = counted(urlOf(python), size, "the program", WASM, lost, arrived);
  const { stdlib } = files;
  const library = counted(urlOf(stdlib), files.sizes[stdlib], "its library", BINARY, lost);
  const load = (/** @type {string} */ name) =>
    import(urlOf(files.pyodide + name)).catch(() =>
      lost("the program", "it is not there, or not whole"),
    );
  const [{ loadPyodide }] = await Promise.all([load("pyodide.mjs"), load("pyodide.asm.mjs")]);
  const originalFetch = self.fetch;
  self.fetch = (request, ...more) => {
    const url = String(request instanceof Request ? request.url : request);
    if (url.endsWith("pyodide.asm.wasm")) return wasm;
    return url === urlOf(stdlib) ? library : originalFetch(request, ...more);
  };
  const options = {
    indexURL: urlOf(files.pyodide),
    stdLibURL: urlOf(stdlib),
    lockFileContents: files.lock,
    ...extra,
  };
  return loadPyodide(options).finally(() => {
    self.fetch = originalFetch;
  });
}

/** Use the functions of Python's first code (web/boot.py). @param {any} python */
function use(python) {
  answer = python.globals.get("answer");
  addPress = python.globals.get("press_added");
}

/**
 * Request the pack of a game, and its tables as text.
 * @param {EnginePlan} plan
 * @param {Lost} lost
 */
function requestGame({ base, files, pack, book }, lost) {
  const packUrl = new URL(pack, base).href;
  const engine = counted(packUrl, files.sizes[pack], "the game", BINARY, lost);
  const { text, url = "", size = 0 } = book;
  const tables =
    text ?? counted(url, size, "the tables", JSON_TYPE, lost).then((got) => got.text());
  return { engine: engine.then((got) => got.arrayBuffer()), tables };
}

/**
 * Start Python and open the book. The game is requested when Python's largest file has come: it
 * arrives while Python starts.
 * @param {EnginePlan} plan
 * @param {Lost} lost
 * @returns {Promise<string>} the description of the game
 */
async function start(plan, lost) {
  /** @type {ReturnType<typeof requestGame>[]} */
  const requests = [];
  const python = await loadPython(plan, lost, { _makeSnapshot: true }, () => {
    requests.push(requestGame(plan, lost));
  });
  const initialSize = python._module.HEAP8.length;
  python.runPython(plan.files.boot);
  const { globals } = python;
  const [{ engine, tables }] = requests;
  globals.set("answer", globals.get("opened")(await engine));
  use(python);
  const described = answer(JSON.stringify({ method: "open", args: { book: await tables } }));
  // A page can resume only what fits into the memory that Python begins with.
  if (python._module.HEAP8.length === initialSize) storeMemory(plan, python);
  return described;
}

/**
 * Return the description of the game. On a later visit Python is not started, but resumed with the
 * memory of the first visit.
 * @param {EnginePlan} plan
 * @param {Lost} lost
 */
async function load(plan, lost) {
  const stored = await storedMemory(plan);
  if (!stored) return start(plan, lost);
  const memory = memoryOf(stored);
  memory.catch(() => {}); // Python's loader awaits it later
  try {
    use(await loadPython(plan, lost, { _loadSnapshot: memory }));
    return answer('{"method":"describe","args":{}}');
  } catch {
    return start(plan, lost); // the memory is not whole
  }
}

/**
 * Reject work as soon as a file is lost.
 * @template T
 * @param {(lost: Lost) => Promise<T>} work
 * @returns {Promise<T>}
 */
const orLost = (work) =>
  new Promise((resolve, reject) => {
    const never = /** @type {Promise<never>} */ (new Promise(() => {}));
    // Pyodide would hide the reason, so its own promise never settles and this one rejects.
    const lost = (/** @type {string} */ what, /** @type {string} */ why) => {
      reject(new Error(`${what} did not load: ${why}`));
      return never;
    };
    work(lost).then(resolve, reject);
  });

/**
 * Add the press to the engine. The game goes on where that fails.
 * @param {{url: string, size: number}} press
 */
async function add({ url, size }) {
  try {
    const load = (/** @type {Lost} */ lost) =>
      counted(url, size, "the printing program", BINARY, lost);
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
    if (press) post({ id, text: await add(press) });
    else post({ id, text: open ? await orLost((lost) => load(plan, lost)) : answer(text) });
  } catch (error) {
    // The engine returns its own errors as answers; only a crash of Python is thrown.
    post({ id, broken: lastLine(error) });
  }
};
