"""One game in two tabs loses nothing, and a store that never answers is reported."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Opener
from .test_play import question, saved_games, settled, sit_down, usual
from .test_play import visit as visit  # noqa: PLC0414  # a fixture: games that begin have the same seeds at every run

pytestmark = pytest.mark.browser

GAME = "queen"


def go_on(page: Page) -> None:
    page.click("[data-action=continue]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


@pytest.mark.thorough
def test_a_game_that_went_on_in_another_tab_is_not_written_over(visit: Opener) -> None:
    watch = visit(f"{GAME}/play.html", PHONE)
    older = watch.page
    sit_down(older)
    newer = older.context.new_page()
    newer.goto(older.url)
    go_on(newer)
    for _ in range(2):
        usual(newer)
    expect(older.locator("[data-slot=trouble]")).to_contain_text("This game has gone on in another tab.")
    (ahead,) = saved_games(newer)

    usual(older)
    expect(older.locator("[data-slot=trouble]")).to_contain_text("kept as a game of its own")
    games = {game["id"]: game for game in saved_games(newer)}
    assert games.pop(ahead["id"])["text"] == ahead["text"], "what the newer tab decided stands"
    (fork,) = games.values()
    assert fork["title"] == f"{ahead['title']}, otherwise"

    usual(older)  # It goes on beside the other.
    usual(newer)
    assert len(saved_games(newer)) == 2
    expect(newer.locator("[data-slot=trouble]")).to_be_hidden()
    asked = question(newer)
    older.evaluate("() => cbPlay.table.showRoom('door')")
    older.locator(f"li[data-id='{ahead['id']}'] [data-action=continue]").click()
    expect(older.locator("#play-table")).to_be_visible()
    settled(older)
    assert question(older) == asked


@pytest.mark.thorough
def test_the_older_tab_can_go_on_from_where_the_newer_is(visit: Opener) -> None:
    older = visit(f"{GAME}/play.html", PHONE).page
    sit_down(older)
    newer = older.context.new_page()
    newer.goto(older.url)
    go_on(newer)
    usual(newer)
    older.get_by_role("button", name="Go on from there").click()
    settled(older)
    expect(older.locator(".cb-play__question")).to_have_text(question(newer))
    usual(older)
    assert len(saved_games(older)) == 1
    expect(newer.locator("[data-slot=trouble]")).to_contain_text("This game has gone on in another tab.")


HELD_BACK = """() => {
    const whole = cbEngine.open;
    cbEngine.open = (asked) => whole(asked).then((engine) => {
        const call = engine.call, drawing = new Promise((resolve) => { window.draw = resolve; });
        engine.call = (method, args) => method === "drawn" && window.hold
            ? drawing.then(() => call(method, args)) : call(method, args);
        return engine;
    });
}"""
"""With `hold` set, what the engine says is not drawn before `draw()`."""


@pytest.mark.thorough
def test_while_a_game_is_drawn_answers_to_another_are_ignored(visit: Opener) -> None:
    page = visit(f"{GAME}/play.html", PHONE).page
    page.evaluate(HELD_BACK)
    sit_down(page)
    (first,) = saved_games(page)
    begun = question(page)
    usual(page)
    usual(page)
    assert question(page) != begun
    page.evaluate("([id, game]) => cbSaves.put({...game, id})", ["first", first])
    page.evaluate("() => { window.hold = true; cbPlay.table.showRoom('door'); }")
    page.locator("li[data-id=first] [data-action=continue]").click()
    expect(page.locator("#play-table")).to_be_visible()
    expect(page.locator("#play")).to_have_attribute("data-busy", "")
    page.locator(".cb-play__ask [data-usual]").dispatch_event("click")  # Of the game that was open before.

    page.evaluate("() => draw()")
    settled(page)
    assert question(page) == begun
    assert next(game for game in saved_games(page) if game["id"] == "first")["text"] == first["text"]


STORE = """async () => {
    const game = (text) => ({id: "a", game: "queen", title: "a", text, seen: null, updated: 1});
    return cbSaves.put(game("mine")).then((told) => told || "kept", (error) => error.kind || error.message);
}"""


def test_the_store_refuses_outdated_saves_and_requests_persistence(visit: Opener) -> None:
    watch = visit()
    watch.page.add_init_script(
        "navigator.storage.persist = () => { window.asked = (window.asked || 0) + 1; return Promise.resolve(true); }"
    )
    pages = [watch.page, watch.page.context.new_page()]
    for page in pages:
        page.goto(f"{watch.home}/about.html")
        page.add_script_tag(url=f"{watch.home}/assets/js/play.js")
    first, second = pages
    assert first.evaluate(STORE) == first.evaluate(STORE) == "kept"
    assert first.evaluate("() => window.asked") == 1
    assert second.evaluate(STORE) == "elsewhere"
    second.evaluate("() => cbSaves.get('a')")
    assert second.evaluate(STORE.replace('"mine"', '"other"')) == "kept"
    assert first.evaluate(STORE) == "elsewhere"
    second.evaluate("() => cbSaves.remove('a')")
    assert first.evaluate(STORE) == "kept", "what is removed elsewhere is kept again where it is played on"


@pytest.mark.thorough
@pytest.mark.parametrize("silent", [
    "indexedDB.open = () => ({})",
    "IDBDatabase.prototype.transaction = () => ({objectStore: () => new Proxy({}, {get: () => () => ({})})})",
])  # fmt: skip
def test_a_store_that_never_answers_is_reported_and_the_game_goes_on(visit: Opener, silent: str) -> None:
    watch = visit("", PHONE)
    page = watch.page
    page.clock.install()
    page.add_init_script(silent)
    page.goto(f"{watch.home}/twentyfive/play.html")
    box = page.locator("[data-slot=trouble]")
    while not box.is_visible():
        page.clock.fast_forward(5_000)
    expect(box).to_contain_text("The store of this browser does not answer")
    page.clock.resume()
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    while not box.is_visible():
        page.clock.fast_forward(5_000)
    expect(box).to_contain_text("this game is here as long as the page is open")
    expect(box.get_by_role("button", name="Save it as a file")).to_be_visible()
    assert page.evaluate("async () => (await cbSaves.list('twentyfive')).length") == 1
