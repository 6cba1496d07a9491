"""The engine in a browser writes the same bytes as the command: over http, from a folder, offline."""

import gzip
import json
import re
from pathlib import Path

import pytest
from tests.browser.conftest import Opener
from tests.browser_parity import by_doctrine, differing, shipped

from combatbox.games import GAMES

pytestmark = pytest.mark.browser

ALL_LOADED, ENGINE_AND_GAME = 5.1e6, 420 * 1024
"""Bytes, gzipped: all that a first press of Play loads, and of it the engine with a game, which comes while Python
starts."""

PLAIN = "about.html"
"""A page that knows nothing of games."""


def ready(visit: Opener, **where):
    """Return a plain page with the scripts of the engine."""
    watch = visit(PLAIN, **where)
    watch.page.add_script_tag(url=f"{watch.home}/assets/js/play.js")
    return watch


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", list(GAMES))
def test_seeds_and_shipped_missions_give_the_same_bytes_as_the_command(visit, site, key):
    watch = ready(visit)
    orders = [*list(shipped(site, key))[:1], *by_doctrine(key, ["in the browser"])]
    _name, order, _sum = orders[-1]
    assert differing(watch.page, key, [*orders, ("another log", order, "0" * 64)]) == ["another log"]
    assert watch.troubles == []


def test_from_a_folder_the_game_is_the_same(visit, site):
    watch = ready(visit, home=site.as_uri())
    assert differing(watch.page, "twentyfive", list(by_doctrine("twentyfive", ["in a folder"]))) == []
    assert watch.troubles == []


OFFLINE = """async () => {
    const game = await cbEngine.open({game: "twentyfive"});
    game.close();
    const at = await Promise.race([navigator.serviceWorker.ready, new Promise((_, no) => setTimeout(() => no(new Error("no worker")), 60000))]);
    return new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({data}) => data.whole === false || resolve(data)); // not of the game alone
        at.active.postMessage({keep: [], site: true});
    });
}"""
"""Plays, and waits until everything is cached."""


@pytest.mark.thorough
def test_what_was_played_once_and_every_page_are_there_without_a_network(visit):
    watch = ready(visit)
    cached = watch.page.evaluate(OFFLINE)
    assert cached["kept"] > 100, cached
    watch.page.context.set_offline(True)
    watch.page.goto(f"{watch.home}/index.html")
    watch.page.goto(f"{watch.home}/{PLAIN}")
    watch.page.add_script_tag(url=f"{watch.home}/assets/js/play.js")
    assert differing(watch.page, "twentyfive", list(by_doctrine("twentyfive", ["offline"]))) == []
    watch.page.context.set_offline(False)


KILLED = """async (REFUSED) => {
    const real = window.Worker, workers = [];
    window.Worker = class extends real { constructor(...args) { super(...args); workers.push(this); } };
    const game = await cbEngine.open({game: "queen", timeout: 30000});
    const told = new Promise((resolve) => game.onDeath(resolve));
    let seen = await game.call("begin", {seed: "killed", run: "tour"});
    for (let n = 0; n < 12; n++) seen = await game.call("answer", {taken: seen.asked.default});
    const text = await game.call("save");
    const said = (promise) => promise.then(() => "taken", (error) => `${error.kind}: ${error.message}`);
    const refused = [];
    for (const [method, args] of REFUSED) refused.push(await said(game.call(method, args)));
    refused.push(await said(cbEngine.open({game: "no such"})));
    await cbSaves.put({id: "one", game: "queen", title: "A tour", text, seen: null, updated: 1});
    workers[0].dispatchEvent(new ErrorEvent("error", {message: "out of memory"}));
    const call = await game.call("seen").then(() => "answered", (error) => error.kind);
    const again = await cbEngine.open({game: "queen"});
    const after = await again.call("load", {text: (await cbSaves.get("one")).text});
    again.close();
    return {why: await told, call, before: seen, after, refused};
}"""


REFUSED = (
    ("answer", {"taken": "x"}, "choice"), ("begin", {"seed": "1", "run": "no such"}, "refused"), ("constructor", {}, "refused"),
    ("load", {"text": "{}"}, "log"), ("open_share", {"text": "queen.AAAA"}, "log"), ("open", {"book": "{}"}, "refused"),
)  # fmt: skip


@pytest.mark.thorough
def test_what_is_refused_is_reported_in_a_sentence_and_a_killed_worker_loses_nothing(visit):
    outcome = ready(visit).page.evaluate(KILLED, [[method, args] for method, args, _kind in REFUSED])
    assert [one.partition(":")[0] for one in outcome["refused"]] == [*(kind for *_, kind in REFUSED), "load"]
    assert all("\n" not in one and "Traceback" not in one for one in outcome["refused"])
    assert "out of memory" in outcome["why"]
    assert "is kept" in outcome["why"]
    assert outcome["call"] == "dead"
    for name in ("asked", "answers", "events", "stretches"):
        assert outcome["before"][name] == outcome["after"][name], name


def loaded(site: Path, key: str) -> dict[str, bytes]:
    """Return all files that are loaded when a game is first played."""
    folder = site / "assets/engine"
    text = (folder / "files.js").read_text(encoding="utf-8")
    files = json.loads(text.removeprefix("window.cbEngineFiles=").rstrip(";\n"))
    names = [f"{files['pyodide']}{name}" for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm.gzip")]
    names += ["files.js", "books.js", files["stdlib"], files["packs"][key]]
    scripts = [site / "assets/js" / name for name in ("play.js", "engine-worker.mjs")]
    book = max((site / "api/v1" / key / "books").glob("*.json"), key=lambda path: path.stat().st_mtime)
    return {path.name: path.read_bytes() for path in (*(folder / name for name in names), *scripts, book)}


@pytest.mark.parametrize("key", list(GAMES))
def test_a_game_loads_no_more_than_it_may(site, key):
    sizes = {name: len(gzip.compress(data, 6)) for name, data in loaded(site, key).items()}
    pack = next(size for name, size in sizes.items() if name.endswith(".pack"))
    assert pack <= ENGINE_AND_GAME
    assert sum(sizes.values()) <= ALL_LOADED


def test_nothing_of_the_engine_is_loaded_before_it_is_asked_for(visit):
    watch = visit()
    asked: list[str] = []
    watch.page.on("request", lambda request: asked.append(request.url))
    watch.page.goto(f"{watch.home}/{PLAIN}")
    watch.page.add_script_tag(url=f"{watch.home}/assets/js/play.js")
    watch.page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/assets/engine/" in url or url.endswith((".mjs", "sw.js"))] == []


# ---- what pages may load


def test_every_page_has_a_policy_that_forbids_eval_and_inline_scripts(site):
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', html)
        assert policy, path
        assert html.index(policy[0]) < 1024, path
        scripts = next(part for part in policy[1].split("; ") if part.startswith("script-src"))
        assert "'unsafe-eval'" not in scripts.split()
        assert "'unsafe-inline'" not in scripts.split()


INLINE = """() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineRan = true";
    document.head.append(script);
    return !!window.inlineRan;
}"""


def test_the_policy_is_obeyed(visit):
    assert visit(PLAIN).page.evaluate(INLINE) is False


# ---- saved games

KEPT = """async () => {
    const game = (id, updated, more = {}) => ({id, game: "queen", title: id, text: "{}", seen: null, updated, ...more});
    await cbSaves.put(game("a", 1));
    await cbSaves.put(game("b", 2));
    await cbSaves.put(game("c", 3, {game: "superfort"}));
    const base = await new Promise((resolve) => { const asked = indexedDB.open("combatbox"); asked.onsuccess = () => resolve(asked.result); });
    const put = (one) => new Promise((resolve) => { const work = base.transaction("games", "readwrite"); work.objectStore("games").put(one); work.oncomplete = resolve; });
    await put({id: "broken", game: 7, title: {}, text: null});
    await put({id: 9});
    const told = {
        all: (await cbSaves.list()).map((one) => [one.id, one.broken, "text" in one]),
        queen: (await cbSaves.list("queen")).map((one) => one.id),
        broken: await cbSaves.get("broken").catch((error) => error.message),
        none: await cbSaves.get("none").catch((error) => error.message),
        long: await cbSaves.put(game("d", 4, {text: "x".repeat(8e6 + 1)})).catch((error) => error.message),
    };
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    told.full = await cbSaves.put(game("e", 5)).catch((error) => error.message);
    await cbSaves.remove("b");
    told.after = (await cbSaves.list("queen")).map((one) => one.id);
    return told;
}"""


def test_one_broken_game_never_breaks_the_list_and_a_full_store_is_reported(visit):
    found = ready(visit).page.evaluate(KEPT)
    assert found["all"][:3] == [["c", False, False], ["b", False, False], ["a", False, False]]
    assert [one[1] for one in found["all"][3:]] == [True, True]
    assert found["queen"][:2] == ["b", "a"]
    assert "cannot be read" in found["broken"]
    assert "no longer kept" in found["none"]
    assert "too long" in found["long"]
    assert "no room left" in found["full"]
    assert "b" not in found["after"]


def test_a_page_that_cannot_save_games_says_so(visit):
    watch = visit()
    watch.page.add_init_script("Object.defineProperty(window, 'indexedDB', {get() { throw new Error('no'); }})")
    watch.page.goto(f"{watch.home}/{PLAIN}")
    watch.page.add_script_tag(url=f"{watch.home}/assets/js/play.js")
    put = """async () => [await cbSaves.put({id: "a", game: "queen", title: "a", text: "{}", seen: null, updated: 1}),
        (await cbSaves.list()).length, (await cbSaves.get("a")).text]"""
    found = watch.page.evaluate(put)
    assert "keeps nothing" in found[0]
    assert found[1:] == [1, "{}"]
