"""The latest events are visible beside the decision on every screen size, below their summary."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import Opener
from .test_pages import violations
from .test_play import over, settled, sit_down, usual

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (768, 1024), (640, 360), (844, 390), (1024, 768))
LONGEST, SHORT = 30, 5
"""Decisions of a game that are looked at, besides its end; with `--gate` the first `SHORT`."""

NEWS_IN_VIEW = 0.95
"""The part of the decisions with news at which the newest line must be in view; the summary is at all of them."""

END = 0.2
"""The part of an upright screen that the account has at least when a game is over."""

SEED = "array => { if (array) array.fill(1943); return array; }"

SEEN = """() => {
    const told = document.querySelector('[data-slot=told]'), box = told.parentNode.getBoundingClientRect();
    const inView = (el, within) => {
        const rect = el.getBoundingClientRect(), x = rect.left + 12;
        return [rect.top + 5, rect.bottom - 5].every(y => {
            if (y < Math.max(0, within.top) || y > Math.min(innerHeight, within.bottom)) return false;
            const hit = document.elementFromPoint(x, y);
            return !!hit && el.contains(hit);
        });
    };
    const inside = (el, whole) => {
        const [a, b] = [el, whole].map(each => each.getBoundingClientRect());
        return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    };
    const apart = (one, other) => {
        const [a, b] = [one, other].map(each => each.getBoundingClientRect());
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) < 3 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 3;
    };
    const shown = selector => [...document.querySelectorAll(selector)].filter(el => el.getBoundingClientRect().width);
    const names = shown('.cb-model__label > text'), sight = document.querySelector('.cb-player__sight');
    const over = document.querySelector('.cb-play__ask [data-action=again]'), upright = innerHeight > innerWidth;
    const news = document.querySelector('[data-slot=news]'), fresh = told.querySelectorAll('.cb-told--fresh').length;
    const question = document.querySelector('.cb-play__question');
    return {
        newest: !told.lastElementChild || inView(told.lastElementChild, box),
        summary: fresh < 2 || (!news.hidden && inView(news.firstElementChild, news.getBoundingClientRect())
            && news.textContent.startsWith(fresh + ' things happened')),
        question: question.getBoundingClientRect().top >= 0 && question.getBoundingClientRect().bottom <= innerHeight,
        wide: document.documentElement.scrollWidth <= innerWidth,
        end: !over || !upright || box.height > END * innerHeight,
        labels: shown('.cb-air .cb-fighter text').every(el => inside(el, el.ownerSVGElement)),
        sight: !sight || sight.scrollWidth <= sight.clientWidth && sight.scrollHeight <= sight.clientHeight + 1,
        names: names.every((one, n) => names.slice(n + 1).every(other => apart(one, other))),
        mover: shown('.cb-model[data-asks] use').every(el => inside(el, el.ownerSVGElement)),
    };
}""".replace("END", str(END))


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """Return which lines are visible on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.getElementById('play-table').scrollIntoView({ block: 'start' })")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    seen: dict[str, Any] = page.evaluate(SEEN)
    return seen


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "skirmish"])
def test_the_newest_line_is_in_view_at_every_decision(visit: Opener, game: str, gate: bool) -> None:
    page = visit(f"{game}/play.html", {"width": 390, "height": 844}).page
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED}; }}")
    sit_down(page)
    looked, hidden = 0, []
    while True:
        page.locator(".cb-play__question").wait_for()
        if page.locator(".cb-play__ask[data-looks]").count():
            page.click("[data-action=now]")
            continue
        seen = {size: look(page, size) for size in SIZES}
        hidden += [(looked, size, name) for size, part in seen.items() for name, value in part.items() if not value]
        looked += 1
        if over(page):
            break
        if looked < (SHORT if gate else LONGEST):
            usual(page)
        else:
            page.select_option("[data-action=auto]", label="to the end of the game")
            settled(page)
    assert looked
    for size in SIZES:
        missed = [at for at, where, name in hidden if where == size and name == "newest"]
        assert 1 - len(missed) / looked >= NEWS_IN_VIEW, (size, missed)
    assert [case for case in hidden if case[2] != "newest"] == []


def test_the_summary_opens_all_that_happened_over_the_decision(visit: Opener) -> None:
    page = visit("queen/play.html", {"width": 390, "height": 844}).page
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED}; }}")
    sit_down(page)
    page.locator(".cb-play__question").wait_for()
    news, ask = page.locator("[data-slot=news]"), page.locator("[data-slot=ask]")
    first = page.locator(".cb-told--fresh").first
    news.click()
    assert news.get_attribute("aria-expanded") == "true"
    assert not ask.is_visible()
    edges = first.evaluate(
        """el => {
            const line = el.getBoundingClientRect(), box = el.closest('.cb-play__told').getBoundingClientRect();
            return [box.top, line.top, line.bottom, box.bottom];
        }"""
    )
    assert edges == sorted(edges)
    news.click()
    assert ask.is_visible()
    assert all(look(page, (390, 844)).values())


CHANGES = """() => {
    window.changes = [];
    const told = document.querySelector('[data-slot=told]');
    new MutationObserver(records => {
        for (const {target, oldValue} of records) changes.push(oldValue === target.className);
    }).observe(told, { subtree: true, attributeFilter: ['class'], attributeOldValue: true });
}"""


def test_what_happened_is_walked_through_without_marking_a_line_anew_that_is_marked(visit: Opener) -> None:
    """A browser lays out each part of a line again if a class is taken away and given back."""
    page = visit("queen/play.html", {"width": 1280, "height": 900}).page
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED}; }}")
    sit_down(page)
    page.evaluate(CHANGES)
    walked = 0
    while walked < 5:
        usual(page)
        walked = page.locator(".cb-told--fresh").count()
    page.wait_for_function("() => document.querySelector('.cb-told--now') === null")
    assert page.evaluate("changes.length") > walked
    assert page.evaluate("changes.filter(isSame => isSame).length") == 0


@pytest.mark.thorough
def test_what_is_hardly_ever_worth_asking_is_answered_said_and_can_be_decided_oneself(visit: Opener) -> None:
    watch = visit("superfort/play.html", {"width": 390, "height": 844})
    page = watch.page
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED.replace('1943', '7')}; }}")
    sit_down(page)
    said = page.locator(".cb-play__itself")
    while not said.count():
        assert not over(page)
        assert "pressure" not in page.inner_text(".cb-play__question")
        usual(page)
    assert "Answered for you: Fighters may come: give up the pressure in the cabins? Keep it" in said.inner_text()
    assert violations(page) == []
    page.click("[data-action=ask_me]")
    settled(page)
    assert "give up the pressure" in page.inner_text(".cb-play__question")
    page.click("[data-action=menu]")
    page.select_option("[data-action=routine]", label="everything")
    page.click("[data-action=menu]")
    asked = 0
    while not over(page) and asked < 2:
        asked += "give up the pressure" in page.inner_text(".cb-play__question")
        usual(page)
        assert not said.count()
    assert asked
    assert watch.troubles == []


@pytest.mark.thorough
def test_an_answer_may_hold_until_something_changes(visit: Opener) -> None:
    page = visit("superfort/play.html", {"width": 390, "height": 844}).page
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED.replace('1943', '7')}; }}")
    sit_down(page)
    while not page.locator("[data-slot=hold]").count():
        usual(page)
    words = page.inner_text(".cb-play__question").split("?")[0]
    page.get_by_label("Do the same until something changes").check()
    usual(page)
    while not page.locator(".cb-play__itself").get_by_text(words).count():
        assert words not in page.inner_text(".cb-play__question")
        usual(page)
    assert page.locator(".cb-play__itself").count()
