"""Missions of the day on the page: from the home page to the result, and a tournament from its link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from combatbox.library.load import load
from combatbox.play.day import scoring

from .conftest import PHONE, Opener, Watch
from .test_lesson import at_the_table
from .test_play import saved_games, settled, usual
from .test_play import visit as visit  # noqa: PLC0414  # a fixture: games that begin have the same seeds at every run

pytestmark = pytest.mark.browser

PAR = re.compile(r"\nPar: −?\d+(?:$|\n)")
BIG, TROUBLE, WHAT, RESULT = (
    "[data-action=watch_shared]",
    "[data-slot=trouble]",
    "[data-slot=what]",
    "[data-slot=result]",
)


def to_the_result(page: Page) -> None:
    """Let all be decided, and step on to the result."""
    at_the_table(page)
    if page.locator("[data-action=auto]").is_enabled():
        page.select_option("[data-action=auto]", "stretch:mission")
        settled(page)
    while not page.locator(RESULT).count():  # a quiet mission has nothing to decide, and its steps are shown one by one
        usual(page)


def to_the_end(page: Page) -> list[str]:
    """Let all be decided, wait for par, and return the lines of the result."""
    to_the_result(page)
    expect(page.locator(RESULT)).to_have_text(PAR, timeout=60_000)
    return page.inner_text(RESULT).split("\n")


def follow(page: Page, link: str) -> None:
    """Open a link as a new visit."""
    page.goto("about:blank")
    page.goto(link)


def copied_link(watch: Watch, name: str, count: str) -> str:
    """Make a tournament at the door, and return its link."""
    page = watch.page
    page.click(".cb-play__days summary")
    page.fill(".cb-play__days [name=name]", name)
    page.fill(".cb-play__days [name=count]", count)
    page.click("[data-action=days]")
    return page.input_value(f"{TROUBLE} input")


def test_the_mission_of_the_day_leads_from_the_home_page_to_five_lines_and_a_link_to_the_flight(visit: Opener) -> None:
    watch = visit("index.html", PHONE)
    page = watch.page
    page.get_by_role("link", name="mission of the day of B-17: Queen of the Skies").click()
    at_the_table(page)
    page.click("[data-action=menu]")
    lines = to_the_end(page)
    assert [line.partition(" ")[0].rstrip(":,") for line in (lines[0], lines[4])] == ["Mission", "Par"]
    assert len(lines) == 5
    assert page.inner_text(".cb-play__ask .cb-play__help") == scoring(load("queen"))
    assert page.locator(".cb-play__ask [data-action=again]").count() == 0, "another game has other dice"
    page.evaluate("() => { navigator.share = undefined; }")
    page.click("[data-action=share_result]")
    told = page.locator(f"{TROUBLE} textarea")
    *shared, link = told.input_value().split("\n")
    assert shared == lines
    page.locator(".cb-play__ask [data-action=door]").click()
    page.click("[data-action=begin]")
    expect(page.locator(WHAT)).to_contain_text("Mission 1")
    expect(page.locator("#play-menu")).to_be_hidden()
    expect(page.locator("[data-action=menu]")).to_have_attribute("aria-expanded", "false")
    page.goto(link)
    page.reload()
    page.click(BIG)
    settled(page)
    page.click("[data-action=now]")
    expect(page.locator(RESULT)).to_have_text(PAR, timeout=60_000)
    assert page.inner_text(RESULT).split("\n") == lines
    assert page.inner_text(WHAT).startswith(lines[0])
    assert watch.troubles == []


def test_a_tournament_goes_on_where_it_was_left_and_ends_with_the_sum(visit: Opener) -> None:
    watch = visit("twentyfive/play.html")
    page = watch.page
    link = copied_link(watch, "Friday ~ club & friends", "2")
    days = link.partition("#days=")[2].split("~")[1:]
    assert days == sorted({*days})
    assert len(days) == 2
    assert all(day.startswith("1943-") for day in days)
    points = 0
    for mission in (1, 2):
        follow(page, link)
        expect(page.locator(BIG)).to_have_text(f"Fly Friday ~ club & friends, mission {mission} of 2")
        page.click(BIG)
        at_the_table(page)
        follow(page, link)  # its end was not looked at, so the same game goes on
        page.click(BIG)
        lines = to_the_end(page)
        points += int(lines[3].split()[0].replace("−", "-"))
        standing = f"Friday ~ club & friends: {points} points in {mission} of 2 missions".replace("-", "−")
        standing += ", all flown" if mission == 2 else ""
        assert lines[0] == f"Friday ~ club & friends, mission {mission}"
        assert lines[5:] == [standing]
        assert page.inner_text(WHAT).startswith(lines[0])
        assert page.locator("[data-slot=ask] [data-action=day]").is_visible() == (mission == 1)
        assert page.locator("[data-slot=ask] [data-action=door]").is_visible() == (mission == 2)
    page.locator("[data-slot=ask] [data-action=door]").click()
    for again in (False, True):
        if again:
            follow(page, link)
        expect(page.locator(BIG)).to_have_text(standing)
        page.click(BIG)
        expect(page.locator(TROUBLE)).to_have_text(f"{standing}.")
    assert len(saved_games(page)) == 2
    assert watch.troubles == []


def test_a_begun_mission_goes_on_after_its_link_or_button_and_the_first_flight_counts(visit: Opener) -> None:
    watch = visit("queen/play.html#days=Club~1943-05-17~1943-06-01")
    page, link = watch.page, watch.page.url
    page.click(BIG)
    at_the_table(page)
    usual(page)
    (game,) = saved_games(page)
    place = page.inner_text(WHAT)
    page.reload()  # the table opens again
    at_the_table(page)
    assert page.inner_text(WHAT) == place
    follow(page, link)
    page.click(BIG)
    at_the_table(page)
    assert page.inner_text(WHAT) == place
    tab = page.context.new_page()
    tab.goto(link)
    tab.click(BIG)
    at_the_table(tab)
    tab.close()
    (same,) = saved_games(page)
    assert same["id"] == game["id"]
    page.click("[data-action=menu]")
    page.click("#play-menu [data-action=door]")
    page.locator("[data-room=door] [data-action=day]").click()  # today's, whatever the address holds
    expect(page.locator(WHAT)).to_contain_text("Mission of the day, ")
    assert len(saved_games(page)) == 2

    follow(page, link)
    page.evaluate("() => localStorage.setItem('cb-days', JSON.stringify({'queen 1943-05-17': -99}))")
    follow(page, link)
    expect(page.locator(BIG)).to_have_text("Fly Club, mission 2 of 2")
    page.locator(f"li[data-id='{game['id']}'] [data-action=continue]").click()
    at_the_table(page)
    page.evaluate("""() => {
        const handle = cbPlay.table.session.handle(), call = handle.call.bind(handle);
        handle.call = (method, args) => method !== "par" ? call(method, args) : window.asked
            ? new Promise(() => {}) : Promise.resolve(window.asked = {par: 7, flights: 20, of: 1000});
    }""")
    to_the_result(page)
    expect(page.locator("[data-slot=par]")).to_have_text("Par after 20 flights: 7. ")
    page.evaluate("() => { navigator.share = undefined; }")
    page.click("[data-action=share_result]")
    lines = page.locator(f"{TROUBLE} textarea").input_value().split("\n")
    assert lines[4:6] == ["Club: −99 points in 1 of 2 missions", "The first flight counts: −99 points"]
    assert len(lines) == 7, "no par before it stands"
    assert watch.troubles == []


def test_a_link_to_a_date_flies_its_mission_and_begins_no_other_at_the_next_visit(visit: Opener) -> None:
    page = visit("queen/play.html#day=0943-05-17").page
    link = f"{page.url.partition('#')[0]}#day=0943-05-17"
    for _ in range(2):
        at_the_table(page)
        assert page.inner_text(WHAT).startswith("Mission of the day, 17 May 943, ")
        follow(page, link)
    assert len(saved_games(page)) == 1


@pytest.mark.parametrize("count", ["", "0", "1.5", "31"])
def test_a_number_of_missions_that_cannot_be_is_not_made_another(visit: Opener, count: str) -> None:
    page = visit("twentyfive/play.html").page
    page.click(".cb-play__days summary")
    page.fill(".cb-play__days [name=count]", count)
    page.click("[data-action=days]")
    assert page.locator(".cb-play__days [name=count]:invalid").count() == 1
    expect(page.locator(".cb-play__days [name=count]")).to_be_focused()
    expect(page.locator(TROUBLE)).to_be_hidden()


def test_a_tournament_has_a_long_name_of_any_letters(visit: Opener) -> None:
    watch = visit("twentyfive/play.html")
    name = "% ~ # ? Übung 😀😀" + "x" * 40
    follow(watch.page, copied_link(watch, name, "1"))
    expect(watch.page.locator(BIG)).to_have_text(f"Fly {name}, mission 1 of 1")
    watch.page.evaluate("() => { location.hash = 'game=x'; }")
    expect(watch.page.locator(BIG)).to_have_text("Watch the game that was shared with you")


def test_the_box_of_25_and_out_promises_no_decisions(visit: Opener) -> None:
    page = visit("twentyfive/play.html").page
    expect(page.locator(".cb-play__days")).to_contain_text(scoring(load("twentyfive")))


NO_DATES = "This link to a tournament is damaged: the dates of its missions are missing; ask for it again."
NO_NAME = "This link to a tournament is damaged: its name cannot be read; ask for it again."


@pytest.mark.parametrize(
    ("hash_", "message"),
    [
        ("#days=", NO_DATES),
        ("#days=Foo", NO_DATES),
        ("#days=~", NO_DATES),
        ("#days=%E0%A4%A~2026-12-01", NO_NAME),
        ("#day=2026-13-45", "'2026-13-45' is not a date; write it as 2026-12-01"),
        ("#days=x~2026-13-45", "'2026-13-45' is not a date; write it as 2026-12-01"),
    ],
)
def test_a_damaged_link_gets_a_sentence_and_begins_nothing(visit: Opener, hash_: str, message: str) -> None:
    page = visit(f"twentyfive/play.html{hash_}").page
    if hash_.startswith("#days=x"):
        page.click(BIG)
    expect(page.locator(TROUBLE)).to_have_text(message)
    expect(page.locator("#play-table")).to_be_hidden()
    assert page.locator(BIG).is_visible() == hash_.startswith("#days=x")
