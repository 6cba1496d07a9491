// The engine on a page: Python in a worker, or, on a page that is opened from a folder, in the page itself. Nothing is loaded before
// `cbEngine.open` is called. It knows no game.
//
//     const game = await cbEngine.open({game: "queen", progress: (loaded, all, what) => ...});
//     const seen = await game.call("begin", {seed: "1943"});
//     game.onDeath((why) => ...);   game.close();
//
// A call that the engine refuses is rejected with `{kind, message}`: `choice`, `dice`, `log`, `moved` (with `at`) or `refused`; one
// that it never answers with the kind `dead`. Where a file does not come, comes in part or never ends, `open` is rejected with the
// kind `load`, and may be called again.
"use strict";

(() => {
    const HERE = new URL("../engine/", document.currentScript.src).href;
    const WORKER = new URL("engine-worker.mjs", document.currentScript.src).href;
    const ROOT = new URL("../../", document.currentScript.src).href;
    const PATIENCE = 120000;  // milliseconds until a call that is not answered counts as lost
    const STALLED = 45000;  // milliseconds without a byte until a file that is loading counts as lost

    class Refused extends Error {
        constructor({kind, message, ...more}) {
            super(message);
            Object.assign(this, {kind, ...more});
        }
    }

    const refused = (kind, message) => new Refused({kind, message});

    const unloaded = (why) => refused("load", `The engine could not be loaded: ${why}.`);

    // Run a script of ours.
    const script = (name) => new Promise((resolve, reject) => {
        const tag = document.createElement("script");
        const end = (then, value) => {
            clearTimeout(clock);
            tag.remove();
            then(value);
        };
        const clock = setTimeout(() => end(reject, unloaded(`${name} does not come`)), STALLED);
        tag.src = new URL(name, HERE).href;
        tag.onload = () => end(resolve);
        tag.onerror = () => end(reject, unloaded(`${name} did not come`));
        document.head.append(tag);
    });

    // A list that a script of ours sets.
    const list = async (global, name) => {
        if (window[global] === undefined) await script(name);
        if (window[global] === undefined) throw unloaded(`${name} is not whole`);
        return window[global];
    };
    const files = () => list("cbEngineFiles", "files.js");  // what of the engine this site has
    const books = () => list("cbEngineBooks", "books.js");

    const read = (text) => {
        const got = JSON.parse(text);
        if (got.error) throw new Refused(got.error);
        return got.value;
    };

    // ---- in a worker

    class Far {
        constructor(plan, progress, patience) {
            this.waiting = new Map();
            this.patience = patience;
            this.number = 0;
            this.dead = null;
            this.opened = false;
            this.mourners = [];
            this.worker = new Worker(`${WORKER}?${plan.digest}`, {type: "module"});
            this.worker.onmessage = ({data}) => this.heard(data, progress);
            this.worker.onerror = (event) => {
                event.preventDefault?.();
                this.die(event.message || "it could not be started");
            };
            this.worker.onmessageerror = () => this.die("its answer could not be read");
        }

        ask(message) {
            if (this.dead) return Promise.reject(this.dead);
            return new Promise((resolve, reject) => {
                const call = {resolve, reject}, id = ++this.number;
                this.waiting.set(id, call);
                if (message.open) this.time(call, STALLED, "nothing more came"); else this.time(call, this.patience, "it no longer answers");
                this.worker.postMessage({id, ...message});
            });
        }

        // A call that is not answered in time is lost, and with it the engine.
        time(call, patience, why) {
            clearTimeout(call.clock);
            call.clock = setTimeout(() => this.die(why), patience);
        }

        heard({id, bytes, what, text, broken}, progress) {
            if (bytes) {
                const whole = progress(bytes, what);
                for (const call of this.waiting.values()) this.time(call, whole ? this.patience : STALLED, whole ? "it does not start" : "nothing more came");
                return;
            }
            const call = this.waiting.get(id);
            if (broken !== undefined) return this.die(broken);
            this.waiting.delete(id);
            clearTimeout(call.clock);
            call.resolve(text);
        }

        die(why) {
            if (this.dead) return;
            this.dead = this.opened ? refused("dead", `The engine has stopped: ${why}. What was played is kept; open it again.`) : unloaded(why);
            this.worker.terminate();
            for (const {reject, clock} of this.waiting.values()) {
                clearTimeout(clock);
                reject(this.dead);
            }
            this.waiting.clear();
            this.mourners.forEach((tell) => tell(this.dead.message));
        }

        close() {
            this.mourners = [];
            this.die("it was closed");
        }
    }

    // ---- in the page, where it was opened from a folder

    let slices = [];
    window.cbEngineSlice = (text) => slices.push(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));

    const bytesOf = async (names, told) => {
        slices = [];
        for (const name of names) {
            await script(name);
            told();
        }
        const packed = new Blob(slices);
        slices = [];
        return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
    };

    class Near {
        static async made(plan, progress) {
            const near = new Near();
            near.mourners = [];
            near.dead = "";
            const {files} = plan, away = "https://folder.invalid/";
            const wasmName = `${files.pyodide}pyodide.asm.wasm`;
            const share = (name) => {  // progress is told in bytes as they are unpacked, as a worker tells them
                const part = files.sizes[name] / files.slices[name].length;
                return () => progress(part, "Python");
            };
            const wasm = await bytesOf(files.slices[wasmName], share(wasmName));
            const library = await bytesOf(files.slices[files.stdlib], share(files.stdlib));
            const pack = await bytesOf(files.slices[plan.pack], share(plan.pack));
            const text = plan.book.text ?? new TextDecoder().decode(await bytesOf(plan.book.slices, () => progress(0, "the tables")));
            await script(`${files.pyodide}pyodide.asm.js`);
            await script(`${files.pyodide}pyodide.js`);
            const real = window.fetch;
            window.fetch = (asked, ...more) => {
                const url = String(asked.url ?? asked);
                if (url === `${away}pyodide.asm.wasm`) return Promise.resolve(new Response(wasm, {headers: {"Content-Type": "application/wasm"}}));
                return url === `${away}library.zip` ? Promise.resolve(new Response(library)) : real(asked, ...more);
            };
            const python = await window.loadPyodide({
                indexURL: away, stdLibURL: `${away}library.zip`, lockFileContents: files.lock,
                createPyodideModule: window.cbCreatePyodide,
            }).finally(() => { window.fetch = real; });
            const room = python.runPython("{}");
            python.runPython(files.boot, {globals: room});
            near.answer = room.get("opened")(python.toPy(new Uint8Array(pack)).tobytes());
            near.opening = near.answer(JSON.stringify({method: "open", args: {book: text}}));
            return near;
        }

        async ask({open, text}) {
            if (this.dead) throw refused("dead", this.dead);
            await new Promise((resolve) => setTimeout(resolve, 0));  // the page is drawn before it stands still
            try {
                return open ? this.opening : this.answer(text);
            } catch (error) {
                this.dead = `The engine has stopped: ${lastLine(error)}. What was played is kept; open it again.`;
                this.mourners.forEach((tell) => tell(this.dead));
                throw refused("dead", this.dead);
            }
        }

        close() {
            this.mourners = [];
            this.dead = "The engine was closed.";
        }
    }

    // The files that a game is played with, from the folder of the engine.
    function parts(told, pack) {
        const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => told.pyodide + name);
        return {counted: [`${told.pyodide}pyodide.asm.wasm`, told.stdlib, pack], modules};
    }

    async function open({game, book, progress = () => {}, patience = PATIENCE}) {
        const told = await files(), own = (await books())[game], pack = told.packs[own?.code];
        if (!own || !pack) throw refused("load", "This game cannot be played here.");
        const folder = location.protocol === "file:", {counted, modules} = parts(told, pack);
        const all = counted.reduce((sum, name) => sum + told.sizes[name], 0) + (book ? 0 : own.size);
        let loaded = 0;
        const step = (bytes, what) => {
            loaded = Math.min(all, loaded + bytes);
            progress(Math.round(loaded), all, what);
            return loaded === all;
        };
        progress(0, all, "Python");
        const where = book ? {text: book} : {url: new URL(own.path, ROOT).href, slices: own.slices, size: own.size};
        const plan = {digest: told.digest, files: told, pack, book: where};
        let engine = null, described;
        try {
            engine = folder ? await Near.made(plan, step) : new Far(plan, step, patience);
            described = read(await engine.ask({open: folder ? true : {base: HERE, files: told, pack, book: where}}));
            engine.opened = true;
        } catch (error) {
            engine?.close();
            delete window.cbEngineFiles;  // the site may have been built again since this page was loaded
            delete window.cbEngineBooks;
            throw error instanceof Refused ? error : unloaded(lastLine(error));
        }
        progress(all, all, "");
        window.cbKeep?.([...[...counted, ...modules].map((name) => `assets/engine/${name}`), own.path]);
        return {
            game,
            described,
            inWorker: !folder,
            call: async (method, args = {}) => read(await engine.ask({text: JSON.stringify({method, args})})),
            onDeath: (tell) => void engine.mourners.push(tell),
            close: () => engine.close(),
        };
    }

    const lastLine = (error) => String(error?.message ?? error).trim().split("\n").pop();

    // The games that are kept whole on this device, which can be played without a network: [key, title].
    async function kept() {
        if (!("caches" in window)) return [];
        const told = await files(), here = [];
        for (const [key, {path, code, title}] of Object.entries(await books())) {
            const {counted, modules} = parts(told, told.packs[code]);
            const urls = [...[...counted, ...modules].map((name) => new URL(name, HERE).href), new URL(path, ROOT).href];
            if ((await Promise.all(urls.map((url) => caches.match(url)))).every(Boolean)) here.push([key, title]);
        }
        return here;
    }

    // The compiled book of a game by its digest, as text, for `finish_under`; null where this site no longer has it.
    async function book(game, digest) {
        if (!/^[0-9a-f]{16}$/.test(digest) || location.protocol === "file:") return null;
        const now = (await books())[game];
        if (!now) return null;
        const got = await fetch(new URL(`${digest}.json`, new URL(now.path, ROOT))).catch(() => { throw unloaded("those tables did not come"); });
        return got.ok ? got.text() : null;
    }

    window.cbEngine = {open, book, kept, there: () => files().then((told) => !!told, () => false)};
})();
