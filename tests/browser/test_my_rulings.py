"""The page of rulings: by chapter, filtered, and the reader's own as a sheet and as a link."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from combatbox.library.load import load_all

from .conftest import DESKTOP, PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser

BOOKS = load_all()


def shown(page: Page) -> list[str]:
    """Return the ids of the visible rulings."""
    ids: list[str] = page.eval_on_selector_all(
        ".cb-ruled",
        "all => all.filter(one => one.offsetParent).map(one => one.querySelector('.cb-ruling__no').innerText)",
    )
    return ids


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_rulings_are_listed_once_by_chapter_and_can_be_filtered(visit: Opener, game: str) -> None:
    book = BOOKS[game]
    page = visit(f"{game}/rulings.html").page
    assert sorted(shown(page)) == sorted(book.rulings)
    titles = page.eval_on_selector_all(".md-content h2", "all => all.map(one => one.firstChild.textContent.trim())")
    assert titles[0] == "My rulings"
    numbers = [int(title.split(".")[0]) for title in titles[1:] if title[0].isdigit()]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 5
    page.locator("[name=plays]").check()
    assert sorted(shown(page)) == sorted(one.id for one in book.rulings.values() if len(one.options) > 1)
    page.locator("[name=plays]").uncheck()
    page.locator("[name=optional]").check()
    assert sorted(shown(page)) == sorted(book.optional)


def test_the_target_of_a_link_is_unfolded(visit: Opener) -> None:
    page = visit("queen/rulings.html#q-r35").page
    expect(page.locator("#q-r35 details").first).to_have_attribute("open", "")
    assert page.locator(".cb-ruled details[open]").count() == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_chosen_rulings_are_listed_shared_by_a_link_and_accepted(visit: Opener, size: dict[str, int]) -> None:
    watch = visit("queen/rulings.html", size)
    page = watch.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    entry = page.locator("#q-r01")
    entry.locator("summary").first.click()
    entry.locator("[data-cb-option=section] button").click()
    mine = page.locator(".cb-mine")
    expect(mine.locator("li")).to_have_count(1)
    assert "The odds of section 11.0 count." in mine.inner_text()
    assert "Play this" not in mine.inner_text()
    assert violations(page) == []
    mine.get_by_role("button", name="Copy a link").click()
    expect(mine.get_by_role("status")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("/queen/rulings.html#play=Q-R01.section")
    mine.get_by_role("button", name="as usual").click()
    expect(mine.locator("li")).to_have_count(0)

    page.goto("about:blank")
    page.goto(link)
    assert "shared" in mine.inner_text()
    mine.get_by_role("button", name="Play these").click()
    expect(entry.locator("[data-cb-option=section] button")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("JSON.parse(localStorage.getItem('cb-rulings')).queen") == {"Q-R01": "section"}
    assert watch.troubles == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("choice", ["Q-R01.nowhere", "Q-R999.on", "__proto__.x", "%3Cb%3E.x", "Q-R01", "Q-R01.card"])
def test_unknown_rulings_of_a_shared_link_are_ignored(visit: Opener, choice: str) -> None:
    watch = visit(f"queen/rulings.html#play={choice}")
    assert "as usual" in watch.page.locator(".cb-mine").inner_text()
    assert watch.troubles == []


def test_chosen_rulings_are_printed_as_a_sheet(visit: Opener) -> None:
    page = visit("queen/rulings.html").page
    page.evaluate("localStorage.setItem('cb-rulings', JSON.stringify({queen: {'Q-R01': 'section'}}))")
    page.reload()
    page.evaluate("() => { document.documentElement.dataset.cbPrint = 'mine'; }")
    page.emulate_media(media="print")
    assert page.locator(".cb-mine li").is_visible()
    assert shown(page) == []
    assert not page.locator(".cb-mine button").first.is_visible()


def test_one_button_prints_every_chapter_as_the_reader_plays_it(visit: Opener, site: Path) -> None:
    watch = visit("twentyfive/rulings.html")
    page = watch.page
    entry = page.locator("[data-plays]").first
    entry.locator("summary").first.click()
    entry.locator("dd button").first.click()
    page.evaluate("() => { window.print = () => { window.printed = document.documentElement.dataset.cbPrint; }; }")
    page.get_by_role("button", name="Print my rules").click()
    page.wait_for_function("() => window.printed === 'rules'")
    expect(page.locator(".cb-chapters")).to_be_hidden()
    page.evaluate("document.documentElement.dataset.cbPrint = 'rules'")
    page.emulate_media(media="print")
    chapters = page.locator(".cb-chapters h1")
    assert chapters.count() == len(list((site / "twentyfive/rules").glob("*.html")))
    expect(chapters.first).to_be_visible()
    expect(page.locator(".cb-chapters .cb-table").first).to_be_visible()
    expect(page.locator(".md-content__inner > h1")).to_be_hidden()
    for folded in ("details", ".cb-kicker", "pre", ".cb-switch", ".cb-beside"):
        assert page.locator(f".cb-chapters {folded}:visible").count() == 0
    played = page.locator(".cb-chapters dd:has([data-cb-option]):visible, .cb-chapters dd[data-cb-option]:visible")
    boxes = page.locator(".cb-chapters .cb-ruling[data-cb-ruling]:visible")
    assert played.count() == boxes.count() > 0
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert not watch.troubles
