"""Invalid addresses, foreign data in the browser's stores, unknown saves and wrong clocks never break a page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, Opener, Watch
from .test_play import saved_games, settled, sit_down, usual

pytestmark = pytest.mark.browser

TABLE = "queen/tables/b-7.html"


def alive(page: Page) -> None:
    """Check that the scripts of the page work: the scheme changes, and `/` opens the search."""
    before = page.get_attribute("body", "data-md-color-scheme")
    page.click(".cb-scheme")
    assert page.get_attribute("body", "data-md-color-scheme") != before
    page.keyboard.press("/")
    expect(page.locator("#cb-search-input")).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", ["#%", "#%E0%A4%A", "#%FF", "?q=%E0%A4%A#%zz"])
def test_an_address_with_a_malformed_escape_is_a_page_like_any_other(visit: Opener, ending: str) -> None:
    watch = visit(f"queen/glossary.html{ending}")
    if "?" in ending:
        watch.page.keyboard.press("Escape")
    alive(watch.page)
    watch.page.evaluate("() => { location.hash = '#%E0%A4'; }")
    alive(watch.page)
    assert watch.troubles == []


def stored(watch: Watch, path: str, kind: str, key: str, text: str) -> Page:
    """Load a page with a text in one of the browser's stores."""
    page = watch.page
    page.evaluate("([kind, key, text]) => window[kind].setItem(key, text)", [kind, key, text])
    page.goto(f"{watch.home}/{path}")
    return page


ROLL = {"mark": 1, "table": "O-1", "title": "Zones", "text": "a roll of mine", "href": "/somewhere"}
FOREIGN = [
    "null", "7", '"x"', "{}", "[null]", "[7, [], {}]", "{", json.dumps([{**ROLL, "href": "javascript:alert(1)"}]),
    json.dumps([{**ROLL, "href": "//elsewhere.invalid/"}]), json.dumps([{**ROLL, "mark": "1"}]),
    json.dumps([{**ROLL, "text": None}]), json.dumps({"queen": None}), json.dumps({"queen": "x", "length": 3}),
]  # fmt: skip
MIXED = json.dumps([None, ROLL, {"mark": None}])


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", [*FOREIGN, MIXED])
def test_rolls_of_unknown_form_are_ignored_and_the_others_stay(visit: Opener, text: str) -> None:
    watch = visit(TABLE, DESKTOP)
    page = stored(watch, TABLE, "sessionStorage", "cb-rolls", text)
    page.click(".cb-roller__go")
    expect(page.locator(".cb-rolls summary")).to_have_text(f"Rolls so far: {1 + int(text == MIXED)}")
    for link in page.locator(".cb-rolls a").all():
        assert (link.get_attribute("href") or "").startswith("/")
    assert watch.troubles == []


PIN = {"key": "queen/B-7", "title": "Random events", "page": TABLE}
PINS = [
    "null", "7", "[]", "{", '"x"', json.dumps({**PIN, "key": 7}), json.dumps({**PIN, "key": "queen"}),
    json.dumps({**PIN, "title": None}), json.dumps({**PIN, "page": None}), json.dumps({**PIN, "page": "https://elsewhere.invalid/"}),
    json.dumps({**PIN, "page": "http://["}), json.dumps({**PIN, "page": "../../../x"}), json.dumps({**PIN, "key": "../x/y"}),
]  # fmt: skip


@pytest.mark.thorough
def test_a_foreign_pin_is_passed_over_and_ours_is_shown(visit: Opener) -> None:
    watch = visit(TABLE, DESKTOP)
    for text in (*PINS, json.dumps(PIN)):
        page = stored(watch, TABLE, "localStorage", "cb-pinned", text)
        expect(page.locator(".cb-pin"), text).to_have_text(re.compile("^Ke"))
        assert page.locator(".cb-pinned").count() == int(text == json.dumps(PIN)), text
    assert watch.troubles == []


@pytest.mark.thorough
def test_foreign_rulings_are_passed_over(visit: Opener) -> None:
    path = "queen/rulings.html"
    watch = visit(path, DESKTOP)
    for text in ("null", "7", "{", '{"queen": 7}', '{"queen": {"Q-R1": {"a": 1}, "Q-R2": ["x"]}}'):
        page = stored(watch, path, "localStorage", "cb-rulings", text)
        box = page.locator("[data-cb-ruling]").first
        box.locator("summary").first.click()
        box.locator(".cb-ruling__play[aria-pressed=false]").first.click()
        expect(box.locator("[aria-pressed=true]"), text).to_have_text("You play this")
    assert watch.troubles == []


@pytest.mark.thorough
def test_a_stopped_or_missing_clock_loses_no_roll_and_no_game(visit: Opener) -> None:
    watch = visit("", DESKTOP)
    watch.page.add_init_script("Date.now = () => NaN")
    watch.page.goto(f"{watch.home}/{TABLE}")
    for _ in range(3):
        watch.page.click(".cb-roller__go")
    expect(watch.page.locator(".cb-rolls summary")).to_have_text("Rolls so far: 3")
    watch.page.goto(f"{watch.home}/queen/play.html")
    sit_down(watch.page)
    usual(watch.page)
    assert len(saved_games(watch.page)) == 1
    watch.page.reload()
    expect(watch.page.locator(".cb-play__kept li")).to_have_count(1)
    assert "Invalid" not in watch.page.inner_text(".cb-play__kept")
    watch.page.evaluate(
        "async () => { const one = await cbSaves.get((await cbSaves.list())[0].id); await cbSaves.put({...one, updated: 1e300}); }"
    )
    watch.page.reload()
    expect(watch.page.locator(".cb-play__kept li")).to_have_count(1)
    assert "Invalid" not in watch.page.inner_text(".cb-play__kept")
    assert watch.troubles == []


DEEP = {
    "lists": "[" * 1_000_000,
    "mappings": '{"a":' * 500_000,
    "whole": '{"kind": "save", "x": ' + "[" * 200_000 + "]" * 200_000 + "}",
}


@pytest.mark.thorough
def test_a_save_that_is_nested_too_deeply_is_reported_and_the_engine_lives(visit: Opener, tmp_path: Path) -> None:
    watch = visit("queen/play.html", DESKTOP)
    page = watch.page
    sit_down(page)
    page.evaluate("() => cbPlay.table.showRoom('door')")
    for name, text in DEEP.items():
        file = tmp_path / f"{name}.save"
        file.write_text(text, encoding="utf-8")
        page.evaluate("() => cbPlay.table.messages.show('')")
        page.set_input_files("[data-action=import]", file)
        expect(page.locator("[data-slot=trouble]")).to_contain_text("the line is not JSON (cut short or edited)")
    book = tmp_path / "book.json"
    book.write_text(DEEP["lists"], encoding="utf-8")
    page.click("[data-action=setup]")
    page.locator("summary", has_text="House rules").click()
    page.set_input_files("[name=book]", book)
    expect(page.locator("[data-slot=trouble]")).to_contain_text("The text is not a compiled book")
    page.click("[data-room=setup] [data-action=door]")
    page.click("[data-action=continue]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    usual(page)
    assert watch.troubles == []
