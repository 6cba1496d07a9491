// The engine on a page: Python in a worker, or, on a page that is opened from a folder, in the page itself. Nothing is loaded before
// `cbEngine.open` is called. It knows no game.
//
//     const game = await cbEngine.open({game: "queen", progress: (loaded, all, what) => ...});
//     const seen = await game.call("begin", {seed: "1943"});
//     game.onDeath((why) => ...);   game.close();
//
// A call that the engine refuses is rejected with `{kind, message}`: `choice`, `dice`, `log`, `moved` (with `at`) or `refused`; one
// that it never answers with the kind `dead`.
"use strict";

(() => {
    const HERE = new URL("../engine/", document.currentScript.src).href;
    const WORKER = new URL("engine-worker.mjs", document.currentScript.src).href;
    const ROOT = new URL("../../", document.currentScript.src).href;
    const PATIENCE = 120000;  // milliseconds until a call that is not answered counts as lost

    class Refused extends Error {
        constructor({kind, message, ...more}) {
            super(message);
            Object.assign(this, {kind, ...more});
        }
    }

    const refused = (kind, message) => new Refused({kind, message});

    // Run a script of ours.
    const script = (name) => new Promise((resolve, reject) => {
        const tag = document.createElement("script");
        tag.src = new URL(name, HERE).href;
        tag.onload = () => resolve(tag.remove());
        tag.onerror = () => reject(refused("load", "The engine is not all there: load the page again."));
        document.head.append(tag);
    });

    // What of the engine this site has; null where it was built without.
    const files = async () => {
        if (window.cbEngineFiles === undefined) await script("files.js");
        return window.cbEngineFiles;
    };

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
            this.dead = "";
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
            if (this.dead) return Promise.reject(refused("dead", this.dead));
            return new Promise((resolve, reject) => {
                const id = ++this.number;
                const clock = setTimeout(() => this.die("it no longer answers"), this.patience);
                this.waiting.set(id, {resolve, reject, clock});
                this.worker.postMessage({id, ...message});
            });
        }

        heard({id, bytes, what, text, broken}, progress) {
            if (bytes) return progress(bytes, what);
            const call = this.waiting.get(id);
            if (broken !== undefined) return this.die(broken);
            this.waiting.delete(id);
            clearTimeout(call.clock);
            call.resolve(text);
        }

        die(why) {
            if (this.dead) return;
            this.dead = `The engine has stopped: ${why}. What was played is kept; open it again.`;
            this.worker.terminate();
            for (const {reject, clock} of this.waiting.values()) {
                clearTimeout(clock);
                reject(refused("dead", this.dead));
            }
            this.waiting.clear();
            this.mourners.forEach((tell) => tell(this.dead));
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
                this.dead = `The engine has stopped: ${String(error.message ?? error).trim().split("\n").pop()}. What was played is kept; open it again.`;
                this.mourners.forEach((tell) => tell(this.dead));
                throw refused("dead", this.dead);
            }
        }

        close() {
            this.mourners = [];
            this.dead = "The engine was closed.";
        }
    }

    async function open({game, book, progress = () => {}, patience = PATIENCE}) {
        const told = await files().catch(() => null);
        if (!told) throw refused("load", "This site was built without the engine, so that it cannot be played here.");
        if (!window.cbEngineBooks) await script("books.js");
        const own = window.cbEngineBooks?.[game], pack = told.packs[own?.code];
        if (!own || !pack) throw refused("load", "This game cannot be played here.");
        const folder = location.protocol === "file:";
        const parts = [`${told.pyodide}pyodide.asm.wasm`, told.stdlib, pack];
        const all = parts.reduce((sum, name) => sum + told.sizes[name], 0) + (book ? 0 : own.size);
        let loaded = 0;
        const step = (bytes, what) => {
            loaded = Math.min(all, loaded + bytes);
            progress(Math.round(loaded), all, what);
        };
        progress(0, all, "Python");
        const where = book ? {text: book} : {url: new URL(own.path, ROOT).href, slices: own.slices};
        const plan = {digest: told.digest, files: told, pack, book: where};
        const engine = folder ? await Near.made(plan, step) : new Far(plan, step, patience);
        const opening = await engine.ask({open: folder ? true : {base: HERE, files: told, pack, book: where}});
        const described = read(opening);
        progress(all, all, "");
        const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => told.pyodide + name);
        window.cbKeep?.([...[...parts, ...modules].map((name) => `assets/engine/${name}`), own.path]);
        return {
            game,
            described,
            inWorker: !folder,
            call: async (method, args = {}) => read(await engine.ask({text: JSON.stringify({method, args})})),
            onDeath: (tell) => void engine.mourners.push(tell),
            close: () => engine.close(),
        };
    }

    // The compiled book of a game by its digest, as text, for `finish_under`; null where this site no longer has it.
    async function book(game, digest) {
        if (!/^[0-9a-f]{16}$/.test(digest) || location.protocol === "file:") return null;
        if (!window.cbEngineBooks) await script("books.js");
        const now = window.cbEngineBooks[game];
        const got = now && await fetch(new URL(`${digest}.json`, new URL(now.path, ROOT))).catch(() => null);
        return got?.ok ? got.text() : null;
    }

    window.cbEngine = {open, book, there: () => files().then((told) => !!told, () => false)};
})();
