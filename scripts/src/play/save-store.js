// The store of saved games, in IndexedDB; in a browser without it, in the memory of the page.
//
//     await saveStore.put({id, game, title, text, seen, updated});
//                                  // "" or a warning that the game lasts as long as the page
//     await saveStore.list("queen");   // newest first, without their texts; `broken` for a record
//                                      // that cannot be read
//     await saveStore.get(id);   await saveStore.remove(id);
//     saveStore.onElsewhere((id) => ...);   // called when another tab has saved a game
//
// A call that fails rejects with a sentence for the player. `put` overwrites only what this page
// has read or written last: where another tab has gone on with the game, it rejects with the kind
// `elsewhere`.

const LONGEST = 8e6; // characters of a save
const TIMEOUT = 10000; // milliseconds until a store that does not answer counts as missing
const LATEST = 8.64e15; // the greatest time that a Date can hold
const UNSAVED = "this game is here as long as the page is open. Save it as a file.";
const NO_STORE = `This browser keeps nothing: ${UNSAVED}`;
const NO_ANSWER = `The store of this browser does not answer: ${UNSAVED}`;

/** @type {Map<string, SavedGame>} Games that could not be stored. */
const memory = new Map();
/**
 * @type {Map<string, string>} By the id of a game the text that this page has read or written last.
 */
const lastTexts = new Map();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("combatbox-games") : null;
let isPersistRequested = false;
let timeout = TIMEOUT;

/** Return an error with its kind. @param {string} message @param {string} kind */
const errorOf = (message, kind) => Object.assign(new Error(message), { kind });

/** @type {Promise<IDBDatabase | null>} */
const database = new Promise((resolve) => {
  try {
    const request = indexedDB.open("combatbox", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("games", { keyPath: "id" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
});

/**
 * Reject a promise that does not settle in time.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} time
 * @returns {Promise<T>}
 */
const withTimeout = (promise, time) =>
  new Promise((resolve, reject) => {
    const fail = () => reject(errorOf("The store of this browser does not answer.", "silent"));
    const timer = setTimeout(fail, time);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Return the database; null where there is none. Only the first call waits for a silent one. */
function openDatabase() {
  const opened = withTimeout(database, timeout);
  opened.catch(() => {
    timeout = 0;
  });
  return opened;
}

/** Return a message for the player. @param {DOMException | null | undefined} error */
const storeError = (error) =>
  new Error(
    error?.name === "QuotaExceededError"
      ? "no room left in this browser. Remove games, or save this one as a file."
      : `Kept games cannot be reached (${error?.name ?? "unknown"}). Save this one as a file.`,
  );

/**
 * Return the result of a request to the store, once its transaction is complete.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore, stop: (error: Error) => void) => IDBRequest<T>} start begins
 *   the request
 * @returns {Promise<T>}
 */
async function withStore(mode, start) {
  const db = /** @type {IDBDatabase} */ (await openDatabase());
  /** @type {Promise<T>} */
  const answer = new Promise((resolve, reject) => {
    try {
      const transaction = db.transaction("games", mode);
      const stop = (/** @type {Error} */ error) => {
        reject(error);
        transaction.abort();
      };
      const request = start(transaction.objectStore("games"), stop);
      const fail = () => reject(storeError(transaction.error ?? request.error));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = fail;
      transaction.onabort = fail;
    } catch (error) {
      reject(storeError(/** @type {DOMException} */ (error)));
    }
  });
  return withTimeout(answer, TIMEOUT);
}

/** @param {unknown} value @param {number} [most] @returns {value is string} */
const isText = (value, most = 300) => typeof value === "string" && value.length <= most;

/** @param {any} game @returns {game is SavedGame} */
const isGame = (game) =>
  !!game &&
  typeof game === "object" &&
  isText(game.id) &&
  isText(game.game) &&
  isText(game.title) &&
  isText(game.text, LONGEST) &&
  (!game.book || (isText(game.book.name) && isText(game.book.text, LONGEST)));

/** Return a stored time, or 0 where it is not a valid one. @param {any} value */
const timeOf = (value) => (Number.isFinite(value) && Math.abs(value) <= LATEST ? value : 0);

/**
 * Return a record as the list shows it. A damaged record must not hide the others.
 * @param {any} record
 */
function listEntry(record) {
  if (isGame(record)) {
    const { text: _, book: __, ...rest } = record;
    return { ...rest, updated: timeOf(record.updated), broken: false };
  }
  return {
    id: String(record?.id ?? ""),
    game: isText(record?.game) ? record.game : "",
    seen: null,
    updated: timeOf(record?.updated),
    title: isText(record?.title) ? record.title : "A game that cannot be read",
    broken: true,
  };
}

/** @returns {Promise<any[]>} */
async function readStored() {
  try {
    return (await openDatabase()) ? await withStore("readonly", (games) => games.getAll()) : [];
  } catch (error) {
    if (!memory.size) throw error;
    return [];
  }
}

/** @param {string} [game] */
async function list(game = "") {
  const stored = (await readStored()).filter((record) => !memory.has(record?.id));
  return [...stored, ...memory.values()]
    .map(listEntry)
    .filter((record) => !game || !record.game || record.game === game)
    .sort((a, b) => b.updated - a.updated);
}

/** @param {string} id @returns {Promise<SavedGame>} */
async function get(id) {
  const stored = async () =>
    (await openDatabase()) && (await withStore("readonly", (games) => games.get(id)));
  const record = memory.get(id) ?? (await stored());
  if (!isGame(record)) {
    throw new Error(record ? "This kept game cannot be read." : "This game is no longer kept.");
  }
  lastTexts.set(id, record.text);
  return record;
}

/** @param {SavedGame} game @param {string} why */
function putInMemory(game, why) {
  memory.set(game.id, structuredClone(game));
  return why;
}

/** Store a game, unless another tab has gone on with it. @param {SavedGame} game */
const putInStore = (game) =>
  withStore("readwrite", (games, stop) => {
    const request = games.get(game.id);
    request.onsuccess = () => {
      const stored = request.result?.text;
      if (stored !== undefined && stored !== lastTexts.get(game.id)) {
        return stop(errorOf("This game has gone on in another tab.", "elsewhere"));
      }
      try {
        games.put(game).onsuccess = () => lastTexts.set(game.id, game.text);
      } catch (error) {
        stop(storeError(/** @type {DOMException} */ (error)));
      }
    };
    return request;
  });

/** @param {SavedGame} game */
async function put(game) {
  if (!isGame(game)) {
    throw new Error("This game is damaged or too long to be kept. Save it as a file.");
  }
  const copy = { ...game };
  const before = lastTexts.get(game.id);
  try {
    if (!(await openDatabase())) return putInMemory(copy, NO_STORE);
    await putInStore(copy);
  } catch (error) {
    if (/** @type {any} */ (error).kind === "silent") return putInMemory(copy, NO_ANSWER);
    if (lastTexts.get(copy.id) === copy.text && before !== undefined)
      lastTexts.set(copy.id, before);
    throw error;
  }
  memory.delete(copy.id);
  channel?.postMessage(copy.id);
  // Persistent storage is not cleared when the disk is full; one request is enough.
  if (!isPersistRequested) navigator.storage?.persist?.().catch(() => false);
  isPersistRequested = true;
  return "";
}

/** @param {string} id */
async function remove(id) {
  memory.delete(id);
  lastTexts.delete(id);
  if (await openDatabase()) await withStore("readwrite", (games) => games.delete(id));
}

/** Call back when another tab has saved a game. @param {(id: string) => void} listener */
const onElsewhere = (listener) =>
  channel?.addEventListener("message", ({ data }) => listener(data));

export const saveStore = { list, get, put, remove, onElsewhere };
