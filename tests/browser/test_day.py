"""Missions of the day on the page: from the home page to the result, and a tournament from its link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Opener
from .test_lesson import at_the_table
from .test_play import over, settled, usual
from .test_play import visit as visit  # noqa: PLC0414  # a fixture: games that begin have the same seeds at every run

pytestmark = pytest.mark.browser

PAR = re.compile(r"\nPar: −?\d+(?:$|\n)")


def to_the_end(page: Page) -> list[str]:
    """Let all be decided, wait for par, and return the lines of the result."""
    at_the_table(page)
    if page.locator("[data-action=auto]").is_enabled():
        page.select_option("[data-action=auto]", "stretch:mission")
        settled(page)
    while not over(page):  # a quiet mission has nothing to decide, and its steps are shown one by one
        usual(page)
    expect(page.locator("[data-slot=result]")).to_have_text(PAR, timeout=60_000)
    return page.inner_text("[data-slot=result]").split("\n")


def test_the_mission_of_the_day_leads_from_the_home_page_to_five_lines_and_a_link_to_the_flight(visit: Opener) -> None:
    watch = visit("index.html", PHONE)
    page = watch.page
    page.get_by_role("link", name="mission of the day").click()
    lines = to_the_end(page)
    assert [line.partition(" ")[0].rstrip(":,") for line in (lines[0], lines[4])] == ["Mission", "Par"]
    assert len(lines) == 5
    page.evaluate("() => { navigator.share = undefined; }")
    page.click("[data-action=share_result]")
    told = page.locator("[data-slot=trouble] textarea")
    *shared, link = told.input_value().split("\n")
    assert shared == lines
    page.goto(link)
    page.reload()
    page.click("[data-action=watch_shared]")
    settled(page)
    page.click("[data-action=now]")
    expect(page.locator("[data-slot=result]")).to_have_text(PAR, timeout=60_000)
    assert page.inner_text("[data-slot=result]").split("\n") == lines
    assert watch.troubles == []


def test_a_tournament_goes_on_where_it_was_left_and_counts_the_first_flight_of_each_mission(visit: Opener) -> None:
    watch = visit("twentyfive/play.html")
    page = watch.page
    page.click(".cb-play__days summary")
    page.fill(".cb-play__days [name=name]", "Friday ~ club & friends")
    page.fill(".cb-play__days [name=count]", "2")
    page.click("[data-action=days]")
    link = page.input_value("[data-slot=trouble] input")
    points = 0
    for mission in (1, 2):
        page.goto("about:blank")
        page.goto(link)
        page.click("[data-action=watch_shared]")
        lines = to_the_end(page)
        points += int(lines[3].split()[0].replace("−", "-"))
        standing = f"Friday ~ club & friends: {points} points in {mission} of 2 missions"
        assert lines[5] == standing.replace("-", "−")
        assert page.inner_text("[data-slot=what]").startswith(f"Friday ~ club & friends, mission {mission}")
        assert page.locator("[data-slot=ask] [data-action=day]").is_visible() == (mission == 1)
    page.goto("about:blank")
    page.goto(link)
    page.click("[data-action=watch_shared]")  # flown again: nothing more is counted
    assert to_the_end(page)[5] == standing.replace("-", "−")
    assert watch.troubles == []


@pytest.mark.parametrize("hash_", ["#days=x", "#days=x~2026-13-77", "#days=%E0%A4%A~2026-12-01", "#days=~"])
def test_a_damaged_link_to_a_tournament_gives_a_sentence_or_the_mission_of_today(visit: Opener, hash_: str) -> None:
    page = visit(f"twentyfive/play.html{hash_}").page
    page.click("[data-action=watch_shared]")
    expect(page.locator("[data-slot=trouble]:not([hidden]), #play-table:not([hidden])")).to_be_visible()
