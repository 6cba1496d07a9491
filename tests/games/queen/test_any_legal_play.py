"""Whoever decides, and however badly the dice fall: every mission ends, and its state holds together at every event."""

from __future__ import annotations

import pytest
from fuzzing import flown, play

from combatbox.library.load import load
from combatbox.library.replay import replay_log
from combatbox.library.store import Log

PIECES, MISSIONS = 8, 70
"""Together some 20,000 decisions; `make fuzz` plays a million and more."""


@pytest.fixture(scope="module")
def book():
    return load("queen")


@pytest.mark.parametrize("number", range(PIECES))
def test_any_legal_play_ends_and_holds_together(book, number):
    piece = play(book, number * MISSIONS, (number + 1) * MISSIONS)
    assert piece.faults == {}
    assert piece.decisions > 2_000
    assert {"aim", "abort", "drive_off", "evade", "move", "position", "jettison", "rabbits_foot"} <= set(piece.asked)


@pytest.mark.parametrize("number", range(3))
def test_the_doctrine_loses_nobody_whom_a_legal_move_would_have_saved(book, number):
    piece = play(book, number * MISSIONS, (number + 1) * MISSIONS, doctrine=True)
    assert piece.faults == {}
    assert {"warmth", "oxygen"} & set(piece.asked)


def test_a_fault_is_kept_with_its_mission_and_the_play_goes_on(book, monkeypatch):
    from combatbox.games.queen import debrief

    monkeypatch.setattr(debrief, "judge", lambda flight: setattr(flight.state.men["pilot"], "light", -1))
    piece = play(book, 0, 2)
    assert piece.missions == 2
    assert set(piece.faults) == {0, 1}
    assert "AssertionError" in piece.faults[0]


@pytest.mark.parametrize("number", range(6))
def test_any_log_flies_again_to_the_same_events(book, number):
    state, journal, _ = flown(book, number)
    log = Log(journal.header, journal.events, book.game.summary(state))
    assert replay_log(book, log).journal.events == journal.events
