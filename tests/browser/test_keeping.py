"""The cache of a device: a game that was opened, or the whole site, with or without the papers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from combatbox.web.page_notes import PARTS

from .conftest import PHONE, Opener
from .test_pages import violations
from .test_play import settled

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    return found;
}"""
"""Lists the addresses of all cached files."""

OPENED = """async () => {
    while (!(await cbEngine.cachedGames()).length || !(await caches.match('play.html')))
        await new Promise(next => setTimeout(next, 50));
}"""
"""Waits until the game that was opened is cached."""
PREVIEWED = """async parts => {
    const scripts = [...Array(parts).keys()].map(part => caches.match(`../assets/previews/twentyfive-${part}.js`));
    return (await Promise.all(scripts)).every(Boolean);
}"""
"""Returns whether all previews of the game are cached."""
GONE = """async () => {
    while (await caches.match('rules/6-fire.html')) await new Promise(next => setTimeout(next, 50));
}"""
"""Waits until the pages are no longer cached."""

GAMES = ("queen", "skirmish", "superfort", "twentyfive")


def matching(page: Page, pattern: str) -> list[str]:
    return [url for url in page.evaluate(KEPT) if re.search(pattern, url)]


def wait_until_cached(page: Page) -> None:
    expect(page.locator("[data-cb-keep] [role=status]")).to_have_text("It is kept, and opens without a network.")


def test_opening_one_game_loads_and_keeps_that_game_alone(visit: Opener) -> None:
    watch = visit("", PHONE)
    page, asked = watch.page, []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{watch.home}/twentyfive/play.html")
    page.evaluate("""() => { window.bar = [];
        new MutationObserver(() => bar.push(document.querySelector('[data-slot=loaded]').textContent))
            .observe(document.querySelector('[data-slot=loaded]'), {childList: true, characterData: true, subtree: true}); }""")
    said = page.inner_text("[data-cb-size=engine]")
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    totals = {re.findall(r"of ([\d.]+) MB", text)[0] for text in page.evaluate("window.bar") if " of " in text}
    assert totals == {said}, "the number that is said is the one that the bar shows"
    page.evaluate(OPENED)
    page.wait_for_function(PREVIEWED, arg=PARTS)
    packs = matching(page, r"\.pack$")
    assert len(packs) == 1, packs
    assert len(matching(page, r"/books/")) == 1
    assert [
        url for url in asked if re.search(rf"/({'|'.join(GAMES[:3])})-\w+\.pack|/({'|'.join(GAMES[:3])})/books", url)
    ] == []
    pages = [url.rpartition("/some/where/")[2] for url in matching(page, r"\.html$")]
    assert sorted(pages) == ["index.html", "twentyfive/play.html"]
    assert not watch.troubles


def test_the_switch_states_the_sizes_and_offers_the_papers_only_with_the_site(visit: Opener, site: Path) -> None:
    page = visit("twentyfive/downloads.html", PHONE).page
    box = page.locator("[data-cb-keep]")
    pages, papers = (int(box.locator(f"[data-cb-size={name}]").inner_text()) for name in ("site", "papers"))
    assert 20 < pages < 120
    assert (papers > 0) == any(site.rglob("*.pdf"))
    expect(box.get_by_text("with the papers")).to_be_visible(visible=papers > 0)
    assert box.locator("[name=papers]").is_disabled()
    assert violations(page) == []


@pytest.mark.thorough
def test_the_switch_caches_the_whole_site_and_frees_its_space_again(visit: Opener) -> None:
    watch = visit("twentyfive/play.html", PHONE)
    page = watch.page
    box = page.locator("[data-cb-keep]")
    box.locator("[name=site]").check()
    wait_until_cached(page)
    cached = page.evaluate(KEPT)
    assert len([url for url in cached if url.endswith(".pack")]) == len(GAMES) + 1, (
        "a pack for each game, one for charts"
    )
    assert not [url for url in cached if url.endswith(".pdf")]
    page.context.set_offline(True)
    page.goto(f"{watch.home}/queen/rules/6-fire.html")
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{watch.home}/skirmish/play.html")
    assert page.locator("[data-cb-keep] [name=site]").is_checked(), "the same switch stands at every door"
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    page.context.set_offline(False)

    page.goto(f"{watch.home}/queen/downloads.html")
    assert violations(page) == []
    paper = page.locator("a[href$='.pdf']")
    if paper.count():
        page.locator("[data-cb-keep] [name=papers]").check()
        wait_until_cached(page)
        assert matching(page, r"\.pdf\?")
        page.context.set_offline(True)
        got = page.evaluate(
            "async href => (await fetch(href)).headers.get('content-type')", paper.first.get_attribute("href")
        )
        assert "pdf" in got
        page.context.set_offline(False)
        page.locator("[data-cb-keep] [name=papers]").uncheck()
        wait_until_cached(page)
        assert not matching(page, r"\.pdf")
    page.locator("[data-cb-keep] [name=site]").uncheck()
    expect(page.locator("[data-cb-keep] [role=status]")).to_have_text("It is no longer kept.")
    page.evaluate(GONE)
    assert matching(page, r"/skirmish/play\.html$"), "a game that was opened stays"


def test_a_page_from_a_folder_offers_nothing_to_keep(visit: Opener, site: Path) -> None:
    page = visit("twentyfive/play.html", PHONE, home=site.as_uri()).page
    assert page.locator("[data-cb-keep]").is_hidden()
