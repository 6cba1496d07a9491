"""A chosen ruling holds for the whole site: its boxes, live odds, the roller and the form of a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser


def test_a_ruling_that_is_chosen_in_its_box_holds_for_live_odds_and_can_be_reset(visit: Opener) -> None:
    watch = visit("twentyfive/rulings.html", PHONE, "dark")
    page = watch.page
    option = page.locator("[data-cb-option]:not([data-cb-usual])").first
    box = option.locator("xpath=ancestor::*[@data-cb-ruling]")
    ruling, chosen = box.get_attribute("data-cb-ruling"), option.get_attribute("data-cb-option")
    expect(box.locator("[data-cb-usual] button")).to_have_attribute("aria-pressed", "true")
    box.locator("summary").first.click()
    option.locator("button").click()
    expect(option.locator("button")).to_have_text("You play this")
    expect(box.locator("[data-cb-usual] button")).to_have_attribute("aria-pressed", "false")
    assert violations(page) == []

    page.reload()
    expect(option.locator("button")).to_have_attribute("aria-pressed", "true")
    page.goto(f"{watch.home}/twentyfive/odds.html")
    select = page.locator(f"#live-odds [data-id='{ruling}']")
    expect(select).to_have_value(chosen or "")
    page.goto(f"{watch.home}/twentyfive/rulings.html")
    box.locator("[data-cb-usual] button").click()
    page.goto(f"{watch.home}/twentyfive/odds.html")
    expect(select).not_to_have_value(chosen or "")
    assert not watch.troubles


@pytest.mark.thorough
def test_a_ruling_that_is_chosen_in_its_box_is_preset_where_a_game_is_set_up(visit: Opener) -> None:
    watch = visit("twentyfive/rulings.html", PHONE)
    page = watch.page
    option = page.locator("[data-cb-option]:not([data-cb-usual])").first
    box = option.locator("xpath=ancestor::*[@data-cb-ruling]")
    ruling, chosen = box.get_attribute("data-cb-ruling"), option.get_attribute("data-cb-option")
    box.locator("summary").first.click()
    option.locator("button").click()
    page.goto(f"{watch.home}/twentyfive/play.html")
    page.click("[data-action=setup]")
    expect(page.locator(".cb-play__setup h2")).to_be_visible()
    key = page.evaluate(
        "id => Object.entries(cbPlay.table.session.described().rulings).find(([, one]) => one.id === id)[0]", ruling
    )
    expect(page.locator(f".cb-play__setup [data-ruling='{key}']")).to_have_value(chosen or "")
    assert not watch.troubles
