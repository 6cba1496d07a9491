"""The rules of Lamp Oil, each by a flight with dice in hand. They run where the game is installed."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from combatbox.core.decisions import DefaultPlayer, StandingOrders
from combatbox.core.dice import ListedDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library.load import load

BOOK = load("lampoil")
CLEAR, CLOUD, SQUALL, RUNS = (5, 6), (3, 4), (1, 2), (4, 4)


def flown(*dice: tuple[int, ...], height: str = "low", **rulings: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """How a flight with these dice ends, and its Flight Log."""
    journal, player = Journal(), StandingOrders(DefaultPlayer(), {"height": height})
    rules = BOOK.rulebook(rulings)
    state = fly(BOOK.game, rules, ListedDice(list(chain(*dice))), player=player, journal=journal)
    return BOOK.game.summary(state), BOOK.game.forms(journal.events, journal.header, rules)


@pytest.mark.rule("LO-1", "LO-2", "LO-7", "LO-8", "LO-9")
def test_four_clear_stretches_bring_all_the_oil_to_the_jetty() -> None:
    told, form = flown(*[CLEAR, RUNS] * 4, (4,))
    assert told == {"down": "jetty", "drums": BOOK.meta.constants["drums"], "ice": 0}
    assert list(form["lines"]) == BOOK.meta.constants["stretches"]


@pytest.mark.rule("LO-3", "LO-4")
def test_a_wave_in_a_squall_wrecks_the_boat_that_goes_low() -> None:
    assert flown(SQUALL, (1,))[0]["down"] == "wave"


@pytest.mark.rule("LO-5", "LO-6", "L-A1")
@pytest.mark.parametrize(("thaw", "down"), [("stays", "adrift"), ("melts", "jetty")])
def test_ice_that_stays_stops_the_engine_that_ran(thaw: str, down: str) -> None:
    """Two layers high in the first cloud; then low, and a net roll of 4 - 2 for the engine."""

    class Once(StandingOrders):
        def choose(self, decision: Any, flight: Any) -> str:
            return "high" if flight.state.stretch == "bay" else "low"

    dice = [CLOUD, (1,), RUNS, CLOUD, (6,), (2, 2), *[CLEAR, RUNS] * 2, (5,)]
    state = fly(
        BOOK.game, BOOK.rulebook({"thaw": thaw}), ListedDice(list(chain(*dice))), player=Once(DefaultPlayer(), {})
    )
    assert state.down == down
