// Python's memory with a game opened, stored on the device, so that a later visit need not start
// Python and load the game again. It uses the memory snapshots of Pyodide, whose version is pinned
// and whose options for them begin with `_` because they may change.

const CACHE = "combatbox-memory";
const CHECKSUM = "x-checksum"; // the header of a stored memory with the SHA-256 of its bytes

/** Return the SHA-256 of some bytes. @param {BufferSource} data */
async function checksumOf(data) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data)).join();
}

/**
 * Return the key of a game's memory; empty for a player's own tables, and for corrections, whose
 * files are not in Python's memory.
 * @param {EnginePlan} plan
 */
function keyOf({ base, files, pack, book, corrects }) {
  const tables = !corrects && book.url?.split("/").at(-1);
  return tables ? new URL(`memory?${files.digest}&${pack}&${tables}`, base).href : "";
}

/** Return the stored memory of a game, if there is any. @param {EnginePlan} plan */
export async function storedMemory(plan) {
  if (!self.caches || !keyOf(plan)) return undefined;
  return caches.match(keyOf(plan), { cacheName: CACHE }).catch(() => undefined);
}

/**
 * Return the bytes of a stored memory; reject where they are not those that were stored.
 * @param {Response} stored
 */
export async function memoryOf(stored) {
  const data = await stored.arrayBuffer();
  if ((await checksumOf(data)) !== stored.headers.get(CHECKSUM)) throw new Error("damaged memory");
  return data;
}

/**
 * Store the memory of a game. Without space, or where Pyodide cannot copy its memory, the next
 * visit starts Python again.
 * @param {EnginePlan} plan
 * @param {any} python
 */
export async function storeMemory(plan, python) {
  if (!self.caches || !keyOf(plan)) return;
  try {
    const data = python.makeMemorySnapshot();
    const headers = { [CHECKSUM]: await checksumOf(data) };
    const memory = new Blob([data]); // takes no memory in this process
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) {
      const isOld = !url.includes(plan.files.digest) || url.includes(plan.pack);
      if (isOld) await cache.delete(url);
    }
    await cache.put(keyOf(plan), new Response(memory, { headers }));
  } catch {
    // nothing is stored
  }
}
