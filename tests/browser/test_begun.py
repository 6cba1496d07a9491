"""Every game of the site begins with its *Play* button, also games from plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Opener, pages_of

pytestmark = pytest.mark.browser


@pytest.mark.thorough  # Other tests of the gate begin a game of each kind.
def test_play_begins_every_game_of_the_site(visit: Opener, site: Path) -> None:
    pages = [path for path in pages_of(site) if path.endswith("/play.html")]
    assert pages
    for path in pages:
        watch = visit(path, PHONE)
        watch.page.click("[data-action=begin]")
        expect(watch.page.locator("#play-table, [data-slot=trouble]:not([hidden])").first).to_be_visible()
        assert watch.page.inner_text("[data-slot=trouble]") == "", path
        expect(watch.page.locator(".cb-play__question")).not_to_be_empty()
        assert watch.troubles == [], path
        watch.page.context.close()
