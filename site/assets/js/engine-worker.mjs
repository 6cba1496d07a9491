// Runs Python and the engine of one game away from the page. The page (engine.js) sends one message that says what to load, and
// then texts of JSON, each with a number; every one is answered under its number. It knows no game.
"use strict";

let answer = null;

const say = (message) => self.postMessage(message);

// A response whose bytes are told as they come.
async function counted(url, what, type) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${what} is not there (${response.status})`);
    const stream = response.body.pipeThrough(new TransformStream({
        transform(chunk, out) {
            say({bytes: chunk.byteLength, what});
            out.enqueue(chunk);
        },
    }));
    return new Response(stream, {headers: {"Content-Type": type}});
}

async function open({base, files, pack, book}) {
    const at = (name) => new URL(name, base).href;
    const binary = "application/octet-stream";
    const wasm = counted(at(`${files.pyodide}pyodide.asm.wasm`), "Python", "application/wasm");
    const library = counted(at(files.stdlib), "its library", binary);
    const engine = counted(at(pack), "the engine", binary).then((got) => got.arrayBuffer());
    const text = book.text ?? counted(book.url, "the tables", "application/json").then((got) => got.text());
    const {loadPyodide} = await import(at(`${files.pyodide}pyodide.mjs`));
    const real = self.fetch;
    self.fetch = (asked, ...more) => {
        const url = String(asked.url ?? asked);
        if (url.endsWith("pyodide.asm.wasm")) return wasm;
        return url === at(files.stdlib) ? library : real(asked, ...more);
    };
    const python = await loadPyodide({
        indexURL: at(files.pyodide), stdLibURL: at(files.stdlib), lockFileContents: files.lock,
    });
    self.fetch = real;
    const room = python.runPython("{}");
    python.runPython(files.boot, {globals: room});
    const opened = room.get("opened");
    answer = opened(python.toPy(new Uint8Array(await engine)).tobytes());
    return answer(JSON.stringify({method: "open", args: {book: await text}}));
}

self.onmessage = async ({data}) => {
    try {
        say({id: data.id, text: data.open ? await open(data.open) : answer(data.text)});
    } catch (error) {  // the engine itself tells what is wrong as an answer: this is Python broken, or out of memory
        say({id: data.id, broken: String(error.message ?? error).trim().split("\n").pop()});
    }
};
