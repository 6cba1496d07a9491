"""Live odds, simulated in a real browser with the engine in its worker."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from combatbox.library.load import load
from combatbox.play.controller import GameController

from .conftest import PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser


def test_odds_are_flown_in_the_page_beside_the_stored_ones_and_the_address_holds_the_question(visit: Opener) -> None:
    watch = visit("twentyfive/odds.html#fly?mission=3&missions=500&seed=one&ruling+attack_on=5-6", PHONE)
    page = watch.page
    form = page.locator("#live-odds")
    expect(form.locator("[data-slot=go]")).to_have_text("Fly 500")
    assert "pyodide" not in " ".join(page.evaluate("performance.getEntriesByType('resource').map(e => e.name)"))
    form.locator("[data-slot=go]").click()
    expect(form.locator("[data-slot=news]")).to_contain_text("500 missions flown.")

    desk = GameController(load("twentyfive"))
    beside = json.loads(form.locator("script").text_content() or "")["beside"]
    desk.odds_begin(missions=500, seed="one", mission=3, rulings={"attack_on": "5-6"}, beside=beside)
    report = desk.odds_fly(500)
    bars = report["bars"]
    saved = form.get_by_role("link", name="odds.csv").get_attribute("href") or ""
    assert unquote(saved.removeprefix("data:text/csv;charset=utf-8,")) == report["csv"]
    page.eval_on_selector_all(
        ".cb-chart details, details.cb-figures", "all => all.forEach(one => { one.open = true; })"
    )
    heads = page.locator(":is(.cb-chart, .cb-figures) thead th")  # The meaning of a column is shown on a phone as well.
    assert heads.count() >= 6
    assert all(box and box["height"] > 8 for box in (head.bounding_box() for head in heads.all()))
    for bar, shown in zip(bars, form.locator("dd").all(), strict=True):
        text = shown.inner_text()
        assert text.startswith(f"{bar['flown']['value'] * 100:.1f}% ({bar['flown']['low'] * 100:.1f} to ")
        assert f"stored {bar['beside']['value'] * 100:.1f}%" in text
        assert ("beyond chance" in text) == (bar["margin"][1] > 0 or bar["margin"][2] < 0)
    assert form.locator("dt").all_inner_texts() == [bar["words"] for bar in bars]
    assert violations(page) == []

    page.select_option("#live-odds [name=missions]", "20000")
    form.locator("[data-slot=go]").click()
    form.locator("[data-slot=stop]").click()
    expect(form.locator("[data-slot=news]")).to_contain_text("Stopped.")
    expect(form.locator("[data-slot=go]")).to_be_enabled()
    form.locator("[data-slot=link]").click()
    page.wait_for_function("() => location.hash.includes('missions=20000')")
    assert "ruling+attack_on=5-6" in page.url
    assert not watch.troubles
