"""The adviser at the table and odds that are flown in the page, in a real browser with the engine in its worker."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from combatbox.library.load import load
from combatbox.play.desk import Desk

from .conftest import PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser


def test_the_adviser_tries_every_option_and_is_gone_with_the_answer(visit: Opener) -> None:
    watch = visit("queen/play.html", PHONE)
    page = watch.page
    page.wait_for_function("() => window.cbPlay")
    page.evaluate("cbPlay.open().then(() => cbPlay.begin({seed: '2'}, 'One'))")
    expect(page.locator("#play-table")).to_be_visible()
    button, flown = page.locator("[data-advise]"), page.locator(".cb-adviser [data-of=flown]")
    button.click()
    expect(flown).to_contain_text("Each option flown")
    button.click()  # it can be stopped, and goes on from there
    expect(button).to_have_text("Go on")
    button.click()
    expect(button).to_have_text("Fly 300 more", timeout=120_000)
    expect(flown).to_contain_text("300 times")

    desk = Desk(load("queen"))
    seen = desk.begin(seed="2")
    advice = desk.advise(300)
    assert advice["doctrine"] == seen["asked"]["default"]
    rows = page.locator(".cb-adviser__table tbody tr")
    for option, row in zip(seen["asked"]["options"], rows.all(), strict=True):
        told = advice["options"][option["text"]]
        cells = [cell.inner_text() for cell in row.locator("td").all()]
        for measure, cell in zip(told.values(), cells, strict=True):
            assert cell.startswith(measure["text"])
            assert ("clearly better" in cell, "clearly worse" in cell) == (measure["better"] > 0, measure["better"] < 0)
        assert ("the doctrine’s choice" in row.inner_text()) == (option["text"] == advice["doctrine"])
    assert "clearly" in (page.locator("[data-say=live]").text_content() or "")
    assert violations(page) == []

    page.locator(".cb-play__ask [data-usual]").click()
    expect(page.locator(".cb-adviser__table")).to_have_count(0)
    assert not watch.troubles


def test_odds_are_flown_in_the_page_beside_the_stored_ones_and_the_address_holds_the_question(visit: Opener) -> None:
    watch = visit("twentyfive/odds.html#fly?mission=3&missions=500&seed=one&ruling+attack_on=5-6")
    page = watch.page
    form = page.locator("#live-odds")
    expect(form.locator("[data-say=go]")).to_have_text("Fly 500")
    assert "pyodide" not in " ".join(page.evaluate("performance.getEntriesByType('resource').map(e => e.name)"))
    form.locator("[data-say=go]").click()
    expect(form.locator("[data-say=news]")).to_contain_text("500 missions flown.", timeout=120_000)

    desk = Desk(load("twentyfive"))
    beside = json.loads(form.locator("script").text_content() or "")["beside"]
    desk.odds_begin(missions=500, seed="one", mission=3, rulings={"attack_on": "5-6"}, beside=beside)
    bars = desk.odds_fly(500)["bars"]
    for bar, shown in zip(bars, form.locator("dd").all(), strict=True):
        text = shown.inner_text()
        assert text.startswith(f"{bar['flown']['value'] * 100:.1f}% ({bar['flown']['low'] * 100:.1f} to ")
        assert f"stored {bar['beside']['value'] * 100:.1f}%" in text
        assert ("beyond chance" in text) == (bar["margin"][1] > 0 or bar["margin"][2] < 0)
    assert form.locator("dt").all_inner_texts() == [bar["words"] for bar in bars]
    assert violations(page) == []

    page.select_option("#live-odds [name=missions]", "20000")
    form.locator("[data-say=go]").click()
    form.locator("[data-say=stop]").click()
    expect(form.locator("[data-say=news]")).to_contain_text("Stopped.")
    expect(form.locator("[data-say=go]")).to_be_enabled()
    form.locator("[data-say=link]").click()
    page.wait_for_function("() => location.hash.includes('missions=20000')")
    assert "ruling+attack_on=5-6" in page.url
    assert not watch.troubles
