"""The engine in Firefox writes the same bytes as the command."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.browser.conftest import Handler, serving
from tests.browser.firefox import firefox, firefox_here
from tests.browser_parity import SCRIPT, by_doctrine, differing

from combatbox.games import GAMES

pytestmark = pytest.mark.browser


@pytest.mark.skipif(firefox_here() is None, reason="no Firefox on this machine")
def test_a_seed_gives_the_same_bytes_in_firefox(site: Path) -> None:
    """Of the game that is the soonest there; `python -m tests.browser_parity --firefox` plays all of them."""
    key = next(iter(GAMES))
    with serving(partial(Handler, directory=str(site))) as address, firefox() as page:
        page.goto(f"{address}/about.html")
        page.evaluate(SCRIPT, f"{address}/assets/js/play.js")
        assert "Firefox" in page.evaluate("async () => navigator.userAgent")
        (order,) = by_doctrine(key, ["in Firefox"])
        assert differing(page, key, [order, ("another log", order[1], "0" * 64)]) == ["another log"]
