"""What has just happened is in view beside the decision, on every size of screen, and the summary above it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import Opener
from .test_play import over, settled, sit_down, usual

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (768, 1024), (640, 360), (844, 390), (1024, 768))
LONGEST = 40
"""Decisions of a game that are looked at."""

SEED = "array => { if (array) array.fill(1943); return array; }"

SEEN = """() => {
    const told = document.querySelector('[data-slot=told]'), box = told.parentNode.getBoundingClientRect();
    const inView = (el, within) => {
        const rect = el.getBoundingClientRect(), x = rect.left + 12, y = rect.bottom - 5;
        if (y < Math.max(0, within.top) || y > Math.min(innerHeight, within.bottom)) return false;
        const hit = document.elementFromPoint(x, y);
        return !!hit && el.contains(hit);
    };
    const news = document.querySelector('[data-slot=news]'), fresh = told.querySelectorAll('.cb-told--fresh').length;
    const question = document.querySelector('.cb-play__question');
    return {
        newest: !told.lastElementChild || inView(told.lastElementChild, box),
        summary: fresh < 2 || (!news.hidden && inView(news.firstElementChild, news.getBoundingClientRect())
            && news.textContent.startsWith(fresh + ' things happened')),
        question: question.getBoundingClientRect().top >= 0 && question.getBoundingClientRect().bottom <= innerHeight,
        wide: document.documentElement.scrollWidth <= innerWidth,
    };
}"""


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What of the news is in view on a screen of this size, once it is laid out."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.getElementById('play-table').scrollIntoView({ block: 'start' })")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    seen: dict[str, Any] = page.evaluate(SEEN)
    return seen


@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "skirmish"])
def test_the_newest_line_is_in_view_at_every_decision(visit: Opener, game: str) -> None:
    page = visit(f"{game}/play.html", {"width": 390, "height": 844}).page
    page.evaluate(f"() => {{ crypto.getRandomValues = {SEED}; }}")
    sit_down(page)
    looked, hidden = 0, []
    for _ in range(LONGEST):
        page.locator(".cb-play__question").wait_for()
        if "looks" not in page.locator(".cb-play__ask").evaluate("el => ({ ...el.dataset })"):
            seen = {size: look(page, size) for size in SIZES}
            hidden += [(looked, size, name) for size, part in seen.items() for name, value in part.items() if not value]
            looked += 1
            if over(page):
                break
            usual(page)
        else:
            page.click("[data-action=now]")
            settled(page)
    assert looked
    assert hidden == []


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
    assert look(page, (390, 844)) == {"newest": True, "summary": True, "question": True, "wide": True}
