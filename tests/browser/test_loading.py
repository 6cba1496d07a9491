"""A failed load of any file of the engine is reported with *Try again*, however it fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from combatbox.games import GAMES

from .conftest import PHONE, Opener, Watch
from .test_play import question, saved_games, settled

pytestmark = pytest.mark.browser

GAME = "twentyfive"
FILES = {
    "the list of files": r"/assets/engine/files\.js$",
    "the list of books": r"/assets/engine/books\.js$",
    "the worker": r"/engine-worker\.mjs",
    "Pyodide's script": r"/pyodide\.mjs$",
    "Python's script": r"/pyodide\.asm\.mjs$",
    "Python": r"/pyodide\.asm\.wasm\.gzip$",
    "its library": r"/stdlib-\w+\.gzip$",
    "the engine": rf"/{GAME}-\w+\.pack$",
    "the tables": r"/books/\w+\.json$",
}
"""What a game is loaded from, by where it stands."""


def trouble(page: Page) -> str:
    expect(page.locator("[data-slot=trouble]")).to_be_visible()
    return page.inner_text("[data-slot=trouble]")


def again(page: Page) -> None:
    """Press *Try again*, and wait for the first decision."""
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    expect(page.locator("[data-slot=trouble]")).to_be_hidden()


def hold(route: Route) -> None:
    """Answer nothing."""


def missing(route: Route) -> None:
    route.fulfill(status=503, body="not now")


def cut_off(route: Route) -> None:
    route.abort("connectionreset")


def halved(site: Path) -> Callable[[Route], None]:
    """Return a handler that answers with the first half of a file, like a server that was stopped."""

    def answer(route: Route) -> None:
        path = site / route.request.url.partition("/some/where/")[2].partition("?")[0]
        data = path.read_bytes()
        route.fulfill(status=200, body=data[: len(data) // 2], headers={"Content-Type": kind_of(path)})

    return answer


def kind_of(path: Path) -> str:
    return "text/javascript" if path.suffix in (".js", ".mjs") else "application/octet-stream"


def test_the_progress_of_loading_is_on_the_first_screen_of_a_small_phone(visit: Opener) -> None:
    page = visit(f"{GAME}/play.html", {"width": 375, "height": 667}).page
    page.route(re.compile(FILES["Python"]), hold)
    page.click("[data-action=begin]")
    expect(page.locator("[data-slot=loading] progress")).to_be_in_viewport(ratio=1)


HOWS = ("missing", "cut off", "by half")


def test_python_comes_before_what_it_needs_only_later(visit: Opener) -> None:
    page = visit(f"{GAME}/play.html", PHONE).page
    requested: list[str] = []
    page.on("request", lambda request: requested.extend(n for n, url in FILES.items() if re.search(url, request.url)))
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    assert {*requested[-2:]} == {"the engine", "the tables"}
    assert {*requested} == {*FILES}


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", HOWS)
def test_an_incomplete_file_is_reported_and_can_be_loaded_again(visit: Opener, site: Path, how: str) -> None:
    """Each file fails in one of the ways, and the library, of which a game has a part of its own, in all of them."""
    answer = {"missing": missing, "cut off": cut_off, "by half": halved(site)}[how]
    page = visit(f"{GAME}/play.html", PHONE).page
    for name, address in [*FILES.items()][HOWS.index(how) :: len(HOWS)]:
        page.route(re.compile(address), answer)
        page.click("[data-action=begin]")
        expect(page.locator("[data-slot=trouble]"), name).to_contain_text("The game could not be loaded")
        expect(page.locator("[data-slot=loading]")).to_be_hidden()
        page.unroute(re.compile(address))
        page.evaluate("() => cbPlay.table.showRoom('door')")  # This hides the message.
    page.route(re.compile(FILES["its library"]), answer)
    page.click("[data-action=begin]")
    trouble(page)
    page.unroute(re.compile(FILES["its library"]))
    again(page)
    assert question(page)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["the list of files", "the worker", "Python's script", "its library"])
def test_a_file_that_never_ends_is_reported_and_can_be_loaded_again(visit: Opener, name: str) -> None:
    watch: Watch = visit("", PHONE)
    page, held = watch.page, []

    def hold(route: Route) -> None:  # The file is requested, and nothing answers.
        held.append(route)

    page.clock.install()
    page.goto(f"{watch.home}/{GAME}/play.html")
    page.route(re.compile(FILES[name]), hold)
    page.click("[data-action=begin]")
    while not held:
        page.wait_for_timeout(20)
    while not page.locator("[data-slot=trouble]").is_visible():
        page.clock.fast_forward(10_000)
    assert "The game could not be loaded" in trouble(page)
    page.unroute(re.compile(FILES[name]))
    page.clock.resume()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#play-table")).to_be_visible()


@pytest.mark.thorough
def test_a_saved_game_that_cannot_be_opened_is_not_lost(visit: Opener) -> None:
    watch = visit("", PHONE)
    page = watch.page
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # The cache would have the file.
    page.goto(f"{watch.home}/{GAME}/play.html")
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    before = saved_games(page)
    page.route(re.compile(FILES["its library"]), missing)
    page.reload()
    assert "its library did not load" in trouble(page)
    assert saved_games(page) == before
    page.unroute(re.compile(FILES["its library"]))
    again(page)


def test_an_engine_that_does_not_start_is_reported(visit: Opener, site: Path) -> None:
    """What a plug-in's code raises as it is loaded, for instance."""
    page = visit(f"{GAME}/play.html", PHONE).page
    files = (site / "assets/engine/files.js").read_text(encoding="utf-8")
    files_data = json.loads(files.removeprefix("window.cbEngineFiles=").rstrip(";\n"))
    files_data["boot"] += "\ndef opened(data):\n    raise NameError('no such name')\n"
    body = f"window.cbEngineFiles={json.dumps(files_data)};"
    page.route(
        re.compile(FILES["the list of files"]), lambda route: route.fulfill(body=body, content_type="text/javascript")
    )
    page.click("[data-action=begin]")
    assert "NameError: no such name" in trouble(page)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


WHOLE = """async () => {
    while (!(await cbEngine.cachedGames()).length || !(await caches.match('play.html')))
        await new Promise(next => setTimeout(next, 50));
}"""
"""Waits until the game that was opened is cached for use without a network."""


def test_without_a_network_the_page_lists_the_games_saved_on_the_device(visit: Opener) -> None:
    page = visit(f"{GAME}/play.html", PHONE).page
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    page.evaluate(WHOLE)
    page.goto(page.url.replace(GAME, "skirmish"))
    page.context.set_offline(True)
    page.click("[data-action=begin]")
    assert "The game could not be loaded" in trouble(page)
    expect(page.locator("[data-slot=trouble]")).to_contain_text(
        "Kept on this device, and played without a network: 25 and Out"
    )
    page.click("[data-slot=trouble] a")
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    page.context.set_offline(False)


@pytest.mark.thorough
def test_without_a_network_and_without_a_saved_game_a_message_is_shown(visit: Opener) -> None:
    page = visit(f"{GAME}/play.html", PHONE).page
    page.context.set_offline(True)
    page.click("[data-action=begin]")
    expect(page.locator("[data-slot=trouble]")).to_contain_text(
        "There is no network, and no game is kept on this device yet."
    )
    page.context.set_offline(False)
    again(page)


REMEMBERED = """async () => {
    const cache = await caches.open("combatbox-memory");
    for (let tries = 0; tries < 1200; tries++) {
        if ((await cache.keys()).length) return;
        await new Promise(next => setTimeout(next, 50));
    }
    throw new Error("Python's memory is not stored");
}"""
"""Waits until Python's memory is stored, some seconds after the first decision; fails after a minute."""

DAMAGE = """async () => {
    const cache = await caches.open("combatbox-memory");
    for (const key of await cache.keys()) await cache.put(key, new Response(new Uint8Array(1000)));
}"""
FLIP = """async () => {
    const cache = await caches.open("combatbox-memory");
    for (const key of await cache.keys()) {
        const stored = await cache.match(key);
        const data = new Uint8Array(await stored.arrayBuffer());
        const middle = data.length >> 1;
        for (let at = middle; at < middle + 1000; at++) data[at] ^= 255;
        await cache.put(key, new Response(data, { headers: stored.headers }));
    }
}"""
TO_THE_DOOR = "() => history.replaceState(null, '')"
"""A reload then does not open the game again."""
BEGUN = "() => cbPlay.table.session.handle().call('begin', {seed: '1943'}).then(JSON.stringify)"


@pytest.mark.parametrize("game", GAMES)
def test_a_second_visit_resumes_every_game(visit: Opener, game: str) -> None:
    """A game that needs more memory than Python begins with could not be resumed, and its memory is not stored."""
    page = visit(f"{game}/play.html", PHONE).page
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    page.evaluate(REMEMBERED)
    page.evaluate(TO_THE_DOOR)
    page.reload()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    expect(page.locator(".cb-play__question")).not_to_be_empty()
    assert not [url for url in requested if url.endswith(".pack")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("damage", [DAMAGE, FLIP], ids=["empty", "a thousand bytes in the middle"])
def test_a_later_visit_resumes_python_or_starts_it_again_if_its_memory_is_damaged(visit: Opener, damage: str) -> None:
    page, asked = visit(f"{GAME}/play.html", PHONE).page, list[str]()
    # The service worker requests a pack to store it, too.
    page.context.on("request", lambda request: request.service_worker or asked.append(request.url))

    def opened() -> tuple[str, bool]:
        """Open the game; return how a mission begins, and whether its pack was requested."""
        asked.clear()
        page.click("[data-action=begin]")
        expect(page.locator("#play-table")).to_be_visible()
        settled(page)
        return page.evaluate(BEGUN), any(url.endswith(".pack") for url in asked)

    first, was_loaded = opened()
    assert was_loaded
    page.evaluate(REMEMBERED)
    page.evaluate(TO_THE_DOOR)
    page.reload()
    assert opened() == (first, False)
    page.evaluate(damage)
    page.evaluate(TO_THE_DOOR)
    page.reload()
    assert opened() == (first, True)
