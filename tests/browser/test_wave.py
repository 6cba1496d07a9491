"""The picture of an overview in motion: one wave, until it is over or the reader stops it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Opener, wait_frames

pytestmark = pytest.mark.browser

MOST = 60_000
"""The most bytes of frames and script of an overview."""

DRAWN = "() => document.querySelector('.cb-opening__still svg').innerHTML"
SHIFTS = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().filter(e => !e.hadRecentInput).length))
    .observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 200))"""


def scripts(page: Page) -> list[str]:
    found: list[str] = page.evaluate("performance.getEntriesByType('resource').map(one => one.name.split('/').at(-1))")
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", ["queen", "skirmish", "superfort", "twentyfive"])
def test_a_wave_moves_once_it_is_in_sight_and_stops_when_told(visit: Opener, site: Path, game: str) -> None:
    watch = visit("", PHONE)
    page = watch.page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.goto(f"{watch.home}/{game}/index.html")
    button = page.locator(".cb-wave")
    expect(button).to_have_text("Pause")
    button.scroll_into_view_if_needed()
    still = page.evaluate(DRAWN)
    page.wait_for_function(f"still => ({DRAWN})() !== still", arg=still)
    button.click()
    expect(button).to_have_text("Play")
    stopped = page.evaluate(DRAWN)
    page.clock.run_for(30_000)
    assert page.evaluate(DRAWN) == stopped
    button.press("Enter")
    expect(button).to_have_text("Pause")
    page.wait_for_function(f"still => ({DRAWN})() !== still", arg=stopped)
    assert page.evaluate(SHIFTS) == 0
    frames = len(page.locator(".cb-opening__still script").text_content() or "")
    assert frames + (site / "assets/js/wave.js").stat().st_size <= MOST
    assert not watch.troubles


def test_a_reader_who_wants_less_motion_sees_the_still_alone(visit: Opener) -> None:
    watch = visit("queen/index.html")
    page = watch.page
    page.wait_for_load_state("load")
    still = page.evaluate(DRAWN)
    expect(page.locator(".cb-wave")).to_be_hidden()
    page.locator(".cb-opening__still").scroll_into_view_if_needed()
    wait_frames(page)
    assert page.evaluate(DRAWN) == still
    assert "wave.js" not in scripts(page)
    assert not watch.troubles
