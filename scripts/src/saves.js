// Games that are kept in this browser, in IndexedDB; where there is none, as long as the page is open. It knows no game.
//
//     await cbSaves.put({id, game, title, text, seen, updated});   // "" or, where it will not last, a sentence that says so
//     await cbSaves.list("queen");   // the latest first, without their texts; one that cannot be read says so: `broken`
//     await cbSaves.get(id);   await cbSaves.remove(id);
//     cbSaves.onElsewhere((id) => ...);   // another tab has put a game
//
// Each is rejected with a sentence for the player. `put` writes over nothing but what this page has read or written last: where
// another tab has gone on with the game, it is rejected with `elsewhere`.
"use strict";

(() => {
    const LONGEST = 8e6;  // characters of a save
    const SILENT = 10000;  // milliseconds until a store that does not answer counts as none
    const PASSING = "This browser keeps nothing: this game is here as long as the page is open. Save it as a file.";
    const UNANSWERED = "The store of this browser does not answer: this game is here as long as the page is open. Save it as a file.";
    const memory = new Map();
    const known = new Map();  // by the id of a game the text that this page has read or written last
    const others = "BroadcastChannel" in window ? new BroadcastChannel("combatbox-games") : null;
    let persistent = null;

    const opened = new Promise((resolve) => {
        try {
            const asked = indexedDB.open("combatbox", 1);
            asked.onupgradeneeded = () => asked.result.createObjectStore("games", {keyPath: "id"});
            asked.onsuccess = () => {
                asked.result.onversionchange = () => asked.result.close();
                resolve(asked.result);
            };
            asked.onerror = asked.onblocked = () => resolve(null);
        } catch (error) {
            resolve(null);
        }
    });

    // What a promise gives, or an error where it gives nothing in time.
    const answered = (promise, patience) => new Promise((resolve, reject) => {
        const clock = setTimeout(() => reject(Object.assign(new Error("The store of this browser does not answer."), {kind: "silent"})), patience);
        promise.then(resolve, reject).finally(() => clearTimeout(clock));
    });
    // The database, null where there is none. It is waited for once; later it is there or not.
    let patience = SILENT;
    const base = () => {
        const asked = answered(opened, patience);
        asked.catch(() => { patience = 0; });
        return asked;
    };

    const sentence = (error) => {
        const full = error?.name === "QuotaExceededError";
        return new Error(full
            ? "This browser has no room left for games. Remove some of them, or save this one as a file."
            : `Kept games cannot be reached (${error?.name ?? "unknown"}). Save this one as a file.`);
    };

    // What a request to the store gives, when all of its transaction is done. ask: given the store and a way to give up with an error.
    async function store(mode, ask) {
        const games = await base();
        return answered(new Promise((resolve, reject) => {
            try {
                const work = games.transaction("games", mode);
                const asked = ask(work.objectStore("games"), (error) => { reject(error); work.abort(); });
                work.oncomplete = () => resolve(asked.result);
                work.onerror = work.onabort = () => reject(sentence(work.error ?? asked.error));
            } catch (error) {
                reject(sentence(error));
            }
        }), SILENT);
    }

    const text = (thing, most = 300) => typeof thing === "string" && thing.length <= most;
    const whole = (one) => one && typeof one === "object" && text(one.id) && text(one.game) && text(one.title) && text(one.text, LONGEST);
    // A time, from whatever clock: none where no calendar has it.
    const time = (thing) => Number.isFinite(thing) && Math.abs(thing) <= 8.64e15 ? thing : 0;

    // A record as the list shows it. Whatever stands in the store, the list is shown.
    function shown(one) {
        if (whole(one)) {
            const {text: _, ...rest} = one;
            return {...rest, updated: time(one.updated), broken: false};
        }
        return {
            id: String(one?.id ?? ""), game: text(one?.game) ? one.game : "", seen: null, updated: time(one?.updated),
            title: text(one?.title) ? one.title : "A game that cannot be read", broken: true,
        };
    }

    async function list(game = "") {
        const read = async () => await base() ? store("readonly", (games) => games.getAll()) : [];
        const stored = await read().catch((error) => {
            if (!memory.size) throw error;
            return [];
        });
        const all = [...stored.filter((one) => !memory.has(one?.id)), ...memory.values()];
        return all.map(shown).filter((one) => !game || !one.game || one.game === game).sort((a, b) => b.updated - a.updated);
    }

    async function get(id) {
        const one = memory.get(id) ?? (await base() && await store("readonly", (games) => games.get(id)));
        if (!whole(one)) throw new Error(one ? "This kept game cannot be read." : "This game is no longer kept.");
        known.set(id, one.text);
        return one;
    }

    const passing = (one, why) => {
        memory.set(one.id, structuredClone(one));
        return why;
    };

    async function put(one) {
        if (!whole(one)) throw new Error("This game is too long to be kept, or is none. Save it as a file.");
        const mine = {...one}, before = known.get(one.id);
        try {
            if (!await base()) return passing(mine, PASSING);
            await store("readwrite", (games, stop) => {
                const there = games.get(mine.id);
                there.onsuccess = () => {
                    const now = there.result?.text;
                    if (now !== undefined && now !== known.get(mine.id)) {
                        return stop(Object.assign(new Error("This game has gone on in another tab."), {kind: "elsewhere"}));
                    }
                    try {
                        games.put(mine).onsuccess = () => known.set(mine.id, mine.text);
                    } catch (error) {
                        stop(sentence(error));
                    }
                };
                return there;
            });
        } catch (error) {
            if (error.kind === "silent") return passing(mine, UNANSWERED);
            if (known.get(mine.id) === mine.text) known.set(mine.id, before);
            throw error;
        }
        memory.delete(mine.id);
        others?.postMessage(mine.id);
        persistent ??= navigator.storage?.persist?.().catch(() => false) ?? false;  // asked once: what is kept then outlasts a full disk
        return "";
    }

    async function remove(id) {
        memory.delete(id);
        known.delete(id);
        if (await base()) await store("readwrite", (games) => games.delete(id));
    }

    const onElsewhere = (tell) => others?.addEventListener("message", ({data}) => tell(data));

    window.cbSaves = {list, get, put, remove, onElsewhere};
})();
