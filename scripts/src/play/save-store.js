// Games that are kept in this browser, in IndexedDB; where there is none, as long as the page is
// open. It knows no game.
//
//     await saveStore.put({id, game, title, text, seen, updated});
//                                  // "" or, where it will not last, a sentence that says so
//     await saveStore.list("queen");   // the latest first, without their texts; `broken` where
//                                      // one cannot be read
//     await saveStore.get(id);   await saveStore.remove(id);
//     saveStore.onElsewhere((id) => ...);   // another tab has put a game
//
// Each is rejected with a sentence for the player. `put` writes over nothing but what this page
// has read or written last: where another tab has gone on with the game, it is rejected with
// `elsewhere`.

const LONGEST = 8e6; // characters of a save
const SILENT = 10000; // milliseconds until a store that does not answer counts as none
const LATEST = 8.64e15; // the last time of the calendar
const AS_LONG = "this game is here as long as the page is open. Save it as a file.";
const PASSING = `This browser keeps nothing: ${AS_LONG}`;
const UNANSWERED = `The store of this browser does not answer: ${AS_LONG}`;

/** @type {Map<string, SavedGame>} Games that are in no store. */
const memory = new Map();
/**
 * @type {Map<string, string>} By the id of a game the text that this page has read or written last.
 */
const known = new Map();
const others = "BroadcastChannel" in window ? new BroadcastChannel("combatbox-games") : null;
let isPersistAsked = false;
let patience = SILENT;

/** An error with its kind. @param {string} message @param {string} kind */
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
 * What a promise gives, or an error where it gives nothing in time.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} time
 * @returns {Promise<T>}
 */
const inTime = (promise, time) =>
  new Promise((resolve, reject) => {
    const silent = () => reject(errorOf("The store of this browser does not answer.", "silent"));
    const clock = setTimeout(silent, time);
    promise.then(resolve, reject).finally(() => clearTimeout(clock));
  });

/** The database, null where there is none. It is waited for once; later it is there or not. */
function openDatabase() {
  const asked = inTime(database, patience);
  asked.catch(() => {
    patience = 0;
  });
  return asked;
}

/** What went wrong, for the player. @param {DOMException | null | undefined} error */
const storeError = (error) =>
  new Error(
    error?.name === "QuotaExceededError"
      ? "This browser has no room left for games. Remove some of them, or save this one as a file."
      : `Kept games cannot be reached (${error?.name ?? "unknown"}). Save this one as a file.`,
  );

/**
 * What a request to the store gives, when all of its transaction is done.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore, stop: (error: Error) => void) => IDBRequest<T>} ask
 * @returns {Promise<T>}
 */
async function withStore(mode, ask) {
  const base = /** @type {IDBDatabase} */ (await openDatabase());
  /** @type {Promise<T>} */
  const answer = new Promise((resolve, reject) => {
    try {
      const work = base.transaction("games", mode);
      const stop = (/** @type {Error} */ error) => {
        reject(error);
        work.abort();
      };
      const asked = ask(work.objectStore("games"), stop);
      const fail = () => reject(storeError(work.error ?? asked.error));
      work.oncomplete = () => resolve(asked.result);
      work.onerror = fail;
      work.onabort = fail;
    } catch (error) {
      reject(storeError(/** @type {DOMException} */ (error)));
    }
  });
  return inTime(answer, SILENT);
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
  isText(game.text, LONGEST);

/** A time, from whatever clock: none where no calendar has it. @param {any} value */
const timeOf = (value) => (Number.isFinite(value) && Math.abs(value) <= LATEST ? value : 0);

/**
 * A record as the list shows it. Whatever stands in the store, the list is shown.
 * @param {any} record
 */
function listed(record) {
  if (isGame(record)) {
    const { text: _, ...rest } = record;
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
    .map(listed)
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
  known.set(id, record.text);
  return record;
}

/** @param {SavedGame} game @param {string} why */
function putInMemory(game, why) {
  memory.set(game.id, structuredClone(game));
  return why;
}

/** Put a game into the store, unless another tab has gone on with it. @param {SavedGame} game */
const putInStore = (game) =>
  withStore("readwrite", (games, stop) => {
    const there = games.get(game.id);
    there.onsuccess = () => {
      const now = there.result?.text;
      if (now !== undefined && now !== known.get(game.id)) {
        return stop(errorOf("This game has gone on in another tab.", "elsewhere"));
      }
      try {
        games.put(game).onsuccess = () => known.set(game.id, game.text);
      } catch (error) {
        stop(storeError(/** @type {DOMException} */ (error)));
      }
    };
    return there;
  });

/** @param {SavedGame} game */
async function put(game) {
  if (!isGame(game)) {
    throw new Error("This game is too long to be kept, or is none. Save it as a file.");
  }
  const copy = { ...game };
  const before = known.get(game.id);
  try {
    if (!(await openDatabase())) return putInMemory(copy, PASSING);
    await putInStore(copy);
  } catch (error) {
    if (/** @type {any} */ (error).kind === "silent") return putInMemory(copy, UNANSWERED);
    if (known.get(copy.id) === copy.text && before !== undefined) known.set(copy.id, before);
    throw error;
  }
  memory.delete(copy.id);
  others?.postMessage(copy.id);
  // Asked once: what is kept then outlasts a full disk.
  if (!isPersistAsked) navigator.storage?.persist?.().catch(() => false);
  isPersistAsked = true;
  return "";
}

/** @param {string} id */
async function remove(id) {
  memory.delete(id);
  known.delete(id);
  if (await openDatabase()) await withStore("readwrite", (games) => games.delete(id));
}

/** Another tab has put a game. @param {(id: string) => void} tell */
const onElsewhere = (tell) => others?.addEventListener("message", ({ data }) => tell(data));

export const saveStore = { list, get, put, remove, onElsewhere };
