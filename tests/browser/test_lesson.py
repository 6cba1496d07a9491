"""The guided lesson: how a stranger gets to it, that its captions are whole, and that every view shows the same moment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from combatbox.library.load import load, load_all
from combatbox.library.tutorial import read_lesson

from .conftest import DESKTOP, PHONE, Opener
from .test_play import over, saved_games, settled, sit_down, usual
from .test_play import visit as visit  # noqa: PLC0414  # a fixture: games that begin have the same seeds at every run

pytestmark = pytest.mark.browser

LESSONS = [key for key, book in load_all().items() if book.lesson]
SCREENS = {"phone": PHONE, "small": {"width": 360, "height": 640}, "landscape": {"width": 844, "height": 390}}


def at_the_table(page: Page) -> None:
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


# ---- the way to it


def test_the_large_button_of_the_home_page_begins_the_lesson_at_once(visit: Opener) -> None:
    watch = visit("index.html", PHONE)
    lesson = read_lesson(load("queen"))
    assert lesson
    watch.page.locator(".cb-hero__fly a").click()
    at_the_table(watch.page)
    assert watch.page.inner_text("[data-slot=caption]") == lesson.intro
    assert watch.troubles == []


LARGEST = """() => [...document.querySelectorAll("[data-room=door] .cb-play__doors button")].filter(one => one.offsetParent)
    .toSorted((a, b) => b.offsetHeight - a.offsetHeight)[0].innerText"""


@pytest.mark.thorough
def test_the_lesson_is_the_large_button_of_a_first_visit_then_the_game_in_progress_then_play(visit: Opener) -> None:
    page = visit("queen/play.html", PHONE).page
    assert page.evaluate(LARGEST) == "Learn it in ten minutes"
    sit_down(page, "first")
    while page.locator(".cb-play__options--look").count():
        usual(page)
    place = page.inner_text("[data-slot=what]")
    page.click("[data-action=menu]")
    page.click(".cb-play__menu [data-action=door]")
    expect(page.locator("[data-action=go_on]")).to_have_text(f"Go on: {place}")
    assert page.evaluate(LARGEST) == f"Go on: {place}"
    sit_down(page, "go_on")
    page.select_option("[data-action=auto]", "stretch:mission")
    settled(page)
    page.go_back()
    expect(page.locator("[data-action=go_on]")).to_be_hidden()
    assert page.evaluate(LARGEST) == "Play"


@pytest.mark.thorough
def test_a_reload_back_and_forward_lead_to_the_table_again(visit: Opener) -> None:
    watch = visit("twentyfive/play.html#lesson", PHONE)
    page = watch.page
    at_the_table(page)
    for _ in range(3):
        usual(page)
    for begin in ("", "sit down"):
        if begin:
            sit_down(page)
            usual(page)
        seen = page.inner_text("[data-slot=told]"), page.inner_text("[data-slot=caption]")
        assert (
            page.locator("[data-slot=told] > li:not([hidden])").count() < page.locator("[data-slot=told] > li").count()
        )
        for leave in (page.reload, lambda: (page.go_back(), page.go_forward())):
            leave()
            at_the_table(page)
            expect(page.locator(".cb-play__options--look")).to_be_visible()
            assert (page.inner_text("[data-slot=told]"), page.inner_text("[data-slot=caption]")) == seen
        page.go_back()
        expect(page.locator(".cb-play__door")).to_be_visible()
    assert len(saved_games(page)) == 2
    assert watch.troubles == []


def test_more_has_three_groups_and_one_button_to_print(visit: Opener) -> None:
    page = visit("queen/play.html").page
    sit_down(page)
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.click("[data-action=menu]")
    assert [group.get_attribute("aria-label") for group in page.locator(".cb-play__menu [role=group]").all()] == [
        "Keep and share",
        "On paper",
        "How it is played",
    ]
    page.set_viewport_size({"width": 390, "height": 844})
    labels = page.locator(".cb-play__menu b").all()
    above = "label => label.getBoundingClientRect().bottom <= label.nextElementSibling.getBoundingClientRect().top"
    assert all(label.evaluate(above) for label in labels), "a row of buttons begins at the left edge of a phone"
    printing = page.locator(".cb-play__menu button:visible").filter(has_text="rint")
    expect(printing).to_have_text(["Print the chart"])
    printing.click()
    assert page.evaluate("window.printed")


# ---- what it shows


MOMENT = """() => {
    const {state} = cbPlay.table, words = css => (document.querySelector(css)?.textContent ?? "").replaceAll(/\\s+/g, " ").trim();
    const items = [...document.querySelectorAll("[data-slot=told] > li")], shown = items.filter(one => one.offsetParent);
    const lineOf = item => state.lines[item.dataset.n], here = document.querySelector(".cb-told--now");
    const caption = document.querySelector("[data-slot=caption]"), box = caption.getBoundingClientRect();
    return {
        drawn: state.shownEvent,
        listed: shown.length ? lineOf(here && here.offsetParent ? here : shown.at(-1)).event : state.shownEvent,
        hidden: items.filter(one => !one.offsetParent).map(one => lineOf(one).text)
            .filter(text => text.length > 12 && !shown.some(one => lineOf(one).text.includes(text))),
        spoken: words("[data-slot=live]"),
        told: here ? lineOf(here).text.replaceAll(/\\s+/g, " ").trim() : "",
        question: words(".cb-play__question").split("?")[0],
        over: words(".cb-play__question") === "It is over",
        place: words("[data-slot=what]"),
        stop: words("[data-stop] [aria-current]"),
        below: [...document.querySelectorAll(".cb-play__options [data-usual]")].filter(one => one.getBoundingClientRect().bottom > innerHeight)
            .map(one => one.innerText).join(),
        cut: caption.hidden || (caption.scrollHeight <= caption.clientHeight + 1 && box.bottom <= innerHeight && box.top >= 0) ? "" : words("[data-slot=caption]"),
    };
}"""
"""One moment in each view: the event drawn and listed, the lines that are still hidden, what a screen reader hears, the state line
and the stop of the track, the usual option if it is below the screen, and the caption if a line of it is cut off."""


def check_moment(page: Page) -> None:
    """Compare the views of the moment that the page shows."""
    seen = page.evaluate(MOMENT)
    assert (seen["cut"], seen["below"]) == ("", ""), seen
    assert seen["stop"] in seen["place"], seen
    assert [text for text in seen["hidden"] if text in seen["spoken"]] == [], "it is told before it is shown"
    is_step = page.locator(".cb-play__options--look").count() == 1
    if is_step:
        assert seen["drawn"] == seen["listed"], seen
        assert seen["told"] in seen["spoken"], seen
    else:
        assert seen["over"] == ("The game is over." in seen["spoken"]), seen
        assert seen["over"] or seen["question"] in seen["spoken"], seen
        assert seen["listed"] <= seen["drawn"], seen


def skip(page: Page) -> None:
    """Go to the decision or the end at once where steps are shown; else answer it."""
    ahead = page.locator(".cb-play__ask [data-action=now]")
    if ahead.count():
        ahead.click()
        settled(page)
    else:
        usual(page)


def steps(page: Page, go: object) -> Iterator[None]:
    """Yield at each step until the game is over."""
    while not over(page):
        yield
        go(page)  # type: ignore[operator]
    yield


@pytest.mark.sample(1)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", LESSONS)
def test_every_view_of_a_lesson_shows_the_same_moment_and_no_caption_is_cut(
    visit: Opener, game: str, screen: str
) -> None:
    watch = visit(f"{game}/play.html#lesson", SCREENS[screen])
    at_the_table(watch.page)
    for _ in steps(watch.page, usual):
        check_moment(watch.page)
    assert watch.troubles == []


LARGE = """() => {
    const box = css => document.querySelector(css).getBoundingClientRect(), caption = document.querySelector("[data-slot=caption]");
    const next = document.querySelector(".cb-play__options--look [data-usual]");
    return {cut: caption.hidden ? 0 : caption.scrollHeight - caption.clientHeight, over: box(".cb-play__ask").bottom - box(".cb-play__stage").bottom,
        next: next ? next.getBoundingClientRect().bottom - innerHeight : 0};
}"""
"""How much of the caption is cut, and how far the decision reaches over the table and *Next* below the screen."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", LESSONS)
def test_with_the_largest_text_a_phone_shows_the_caption_and_next_and_nothing_covers_the_decision(
    visit: Opener, game: str
) -> None:
    watch = visit("", PHONE)
    watch.page.add_init_script("localStorage.setItem('cb-text', '150')")
    watch.page.goto(f"{watch.home}/{game}/play.html#lesson")
    at_the_table(watch.page)
    for _, __ in zip(range(12), steps(watch.page, usual), strict=False):
        seen = watch.page.evaluate(LARGE)
        assert seen["cut"] <= 1, seen
        assert seen["over"] <= 0, seen
        assert seen["next"] <= 0, seen


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", LESSONS)
def test_every_view_follows_when_steps_are_skipped(visit: Opener, game: str) -> None:
    page = visit(f"{game}/play.html#lesson", PHONE).page
    at_the_table(page)
    for _ in steps(page, skip):
        check_moment(page)


@pytest.mark.parametrize(
    "go", [pytest.param(usual, marks=pytest.mark.thorough), skip], ids=["step by step", "to the end"]
)
def test_a_game_without_decisions_is_not_told_before_it_is_shown(visit: Opener, go: object) -> None:
    page = visit("twentyfive/play.html", DESKTOP).page
    sit_down(page)
    for _ in steps(page, go):
        check_moment(page)
