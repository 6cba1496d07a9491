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
from combatbox_dev.fuzz import Fuzz, Trial, looking, play, same_without_a_log
from combatbox_dev.standing import at

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
    text, form = flown(*[CLEAR, RUNS] * 4, (4,))
    assert text == {"down": "jetty", "drums": BOOK.meta.constants["drums"], "ice": 0}
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


# ---- whatever the dice


def full_or_lost(trial: Trial) -> None:
    """Oil comes down at the jetty alone, and no more than was aboard."""
    text = BOOK.game.summary(trial.state)
    assert 0 <= text["drums"] <= BOOK.meta.constants["drums"]
    assert text["down"] == "jetty" or not text["drums"]


def test_any_legal_play_ends_well_or_badly_but_by_the_rules() -> None:
    piece = play(Fuzz(BOOK, ends=full_or_lost, outcome=lambda boat: str(boat.down)), 0, 60)
    assert piece.faults == {}
    assert {"jetty", "adrift", "wave"} <= set(piece.ends)


def test_neither_a_log_nor_a_look_changes_anything() -> None:
    for number in range(10):
        same_without_a_log(Fuzz(BOOK), number)
        Fuzz(BOOK).flown(number, look=looking(BOOK))


@pytest.mark.rule("LO-4")
def test_a_one_in_the_squall_of_the_first_run_would_have_wrecked_it() -> None:
    """Standing where the pilot of the worked example has gone low, with another die."""
    flight = at(BOOK, "first-run", event=11, dice=ListedDice([1]))
    assert (flight.state.stretch, flight.state.sky, flight.state.ice) == ("shoals", "squall", 1)
    flight.roll_on("L-LOW")
    assert flight.state.down == "wave"
