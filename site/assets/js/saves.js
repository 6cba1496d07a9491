// Games that are kept in this browser, in IndexedDB; where there is none, as long as the page is open. It knows no game.
//
//     await cbSaves.put({id, game, title, text, seen, updated});   // "" or, where it will not last, a sentence that says so
//     await cbSaves.list("queen");   // the latest first, without their texts; one that cannot be read says so: `broken`
//     await cbSaves.get(id);   await cbSaves.remove(id);
//
// Each is rejected with a sentence for the player.
"use strict";

(() => {
    const LONGEST = 8e6;  // characters of a save
    const PASSING = "This browser keeps nothing: this game is here as long as the page is open. Save it as a file.";
    const memory = new Map();

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

    const sentence = (error) => {
        const full = error?.name === "QuotaExceededError";
        return new Error(full
            ? "This browser has no room left for games. Remove some of them, or save this one as a file."
            : `Kept games cannot be reached (${error?.name ?? "unknown"}). Save this one as a file.`);
    };

    // What a request to the store gives, when all of its transaction is done.
    async function store(mode, ask) {
        const base = await opened;
        return new Promise((resolve, reject) => {
            let got;
            try {
                const work = base.transaction("games", mode);
                const asked = ask(work.objectStore("games"));
                asked.onsuccess = () => { got = asked.result; };
                work.oncomplete = () => resolve(got);
                work.onerror = work.onabort = () => reject(sentence(work.error ?? asked.error));
            } catch (error) {
                reject(sentence(error));
            }
        });
    }

    const text = (thing, most = 300) => typeof thing === "string" && thing.length <= most;
    const whole = (one) => one && typeof one === "object" && text(one.id) && text(one.game) && text(one.title) && text(one.text, LONGEST);

    // A record as the list shows it. Whatever stands in the store, the list is shown.
    function shown(one) {
        if (whole(one)) {
            const {text: _, ...rest} = one;
            return {...rest, updated: Number(one.updated) || 0, broken: false};
        }
        return {
            id: String(one?.id ?? ""), game: text(one?.game) ? one.game : "", seen: null, updated: Number(one?.updated) || 0,
            title: text(one?.title) ? one.title : "A game that cannot be read", broken: true,
        };
    }

    async function list(game = "") {
        const all = await opened ? await store("readonly", (games) => games.getAll()) : [...memory.values()];
        return all.map(shown).filter((one) => !game || !one.game || one.game === game).sort((a, b) => b.updated - a.updated);
    }

    async function get(id) {
        const one = await opened ? await store("readonly", (games) => games.get(id)) : memory.get(id);
        if (!whole(one)) throw new Error(one ? "This kept game cannot be read." : "This game is no longer kept.");
        return one;
    }

    async function put(one) {
        if (!whole(one)) throw new Error("This game is too long to be kept, or is none. Save it as a file.");
        if (!await opened) {
            memory.set(one.id, structuredClone(one));
            return PASSING;
        }
        await store("readwrite", (games) => games.put(one));
        return "";
    }

    async function remove(id) {
        if (!await opened) return void memory.delete(id);
        await store("readwrite", (games) => games.delete(id));
    }

    window.cbSaves = {list, get, put, remove};
})();
