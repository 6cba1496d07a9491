// Runs Python and the engine of one game away from the page. The page (engine.js) sends one message that says what to load, and
// then texts of JSON, each with a number; every one is answered under its number. It knows no game.
"use strict";

let answer = null;

const say = (message) => self.postMessage(message);

// A file of so many bytes as a response whose bytes are told as they come. lost: called where it does not come, or only in part.
async function counted(url, size, what, type, lost) {
    const response = await fetch(url).catch(() => ({statusText: "there is no connection"}));
    if (!response.ok) return lost(what, response.status ? `the server says ${response.status}` : response.statusText);
    const reader = response.body.getReader();
    let left = size;
    const body = new ReadableStream({
        async pull(out) {
            const {done, value} = await reader.read().catch(() => lost(what, "the connection broke off"));
            if (done) return left ? lost(what, "it is not whole") : out.close();
            left -= value.byteLength;
            say({bytes: value.byteLength, what});
            out.enqueue(value);
        },
    });
    return new Response(body, {headers: {"Content-Type": type}});
}

async function open(order) {
    return new Promise((resolve, reject) => {
        const never = new Promise(() => {});  // Python does not tell that a file was lost: nobody waits for it
        const lost = (what, why) => {
            reject(new Error(`${what} did not come: ${why}`));
            return never;
        };
        loaded(order, lost).then(resolve, reject);
    });
}

async function loaded({base, files, pack, book}, lost) {
    const at = (name) => new URL(name, base).href;
    const binary = "application/octet-stream";
    const python = `${files.pyodide}pyodide.asm.wasm`;
    const wasm = counted(at(python), files.sizes[python], "Python", "application/wasm", lost);
    const library = counted(at(files.stdlib), files.sizes[files.stdlib], "its library", binary, lost);
    const engine = counted(at(pack), files.sizes[pack], "the engine", binary, lost).then((got) => got.arrayBuffer());
    const text = book.text ?? counted(book.url, book.size, "the tables", "application/json", lost).then((got) => got.text());
    const script = (name) => import(at(files.pyodide + name)).catch(() => lost(name, "it is not there, or not whole"));
    const [{loadPyodide}] = await Promise.all([script("pyodide.mjs"), script("pyodide.asm.mjs")]);
    const real = self.fetch;
    self.fetch = (asked, ...more) => {
        const url = String(asked.url ?? asked);
        if (url.endsWith("pyodide.asm.wasm")) return wasm;
        return url === at(files.stdlib) ? library : real(asked, ...more);
    };
    const pyodide = await loadPyodide({
        indexURL: at(files.pyodide), stdLibURL: at(files.stdlib), lockFileContents: files.lock,
    });
    self.fetch = real;
    const room = pyodide.runPython("{}");
    pyodide.runPython(files.boot, {globals: room});
    const opened = room.get("opened");
    answer = opened(pyodide.toPy(new Uint8Array(await engine)).tobytes());
    return answer(JSON.stringify({method: "open", args: {book: await text}}));
}

self.onmessage = async ({data}) => {
    try {
        say({id: data.id, text: data.open ? await open(data.open) : answer(data.text)});
    } catch (error) {  // the engine itself tells what is wrong as an answer: this is Python broken, or out of memory
        say({id: data.id, broken: String(error.message ?? error).trim().split("\n").pop()});
    }
};
