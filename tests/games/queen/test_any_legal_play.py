"""Whoever decides, and however badly the dice fall: every mission ends, and its state holds together at every event."""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.games.queen.fuzzing import fuzz, guns_and_moves

from combatbox.bomber.gunnery import announce
from combatbox_dev.fuzz import play

PIECES, MISSIONS = 4, 70
"""Together some 10,000 decisions, of each kind some: `make test-fuzz` plays a million and more, the same way."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["miser", "late", "odd"])
def test_play_that_pays_least_puts_off_or_is_odd_holds_together(book, player):
    assert play(fuzz(book), 0, MISSIONS // 2, player=player).faults == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(PIECES))
def test_any_legal_play_ends_and_holds_together(book, number):
    piece = play(fuzz(book), number * MISSIONS, (number + 1) * MISSIONS)
    assert piece.faults == {}
    assert piece.decisions > 2_000
    assert {"aim", "abort", "drive_off", "evade", "first_gun", "move", "position", "jettison", "rabbits_foot"} <= set(
        piece.asked
    )


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(3))
def test_the_doctrine_loses_nobody_whom_a_legal_move_would_have_saved(book, number):
    piece = play(fuzz(book), number * 48, (number + 1) * 48, player="doctrine")
    assert piece.faults == {}
    assert {"warmth", "oxygen"} & set(piece.asked)


def test_a_fault_is_recorded_with_its_mission_and_the_play_goes_on(book, monkeypatch):
    from combatbox.games.queen import landing

    monkeypatch.setattr(landing, "judge", lambda flight: setattr(flight.state.men["pilot"], "light", -1))
    piece = play(fuzz(book), 0, 2)
    assert piece.runs == 2
    assert set(piece.faults) == {0, 1}
    assert "AssertionError" in piece.faults[0]


def nothing(*args, **more):
    """A flow in which nobody is asked and nothing is rolled."""
    return None
    yield


def last_of_them(flight, due):
    """The gun that nobody named."""
    return due[-1]
    yield


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("module", "name", "instead", "fault"),
    [
        ("games.queen.flow", "cover", nothing, "had no roll on M-4"),
        ("games.queen.crew_moves", "change_guns", nothing, "nobody could change guns"),
        ("bomber.gunnery", "_next_gun", last_of_them, "nobody chose that"),
        ("games.queen.hazards", "jettison", nothing, "the bombs could not go"),
        ("games.queen.gun_allocation", "_mark_bursts", announce, ".bursts': ("),
    ],
)
def test_the_fuzz_sees_what_is_not_offered_or_rolled(book, monkeypatch, module, name, instead, fault):
    monkeypatch.setattr(import_module(f"combatbox.{module}"), name, instead)
    missions = fuzz(book)
    assert any(
        fault in account for number in range(60) for account in play(missions, number, number + 1).faults.values()
    )


def test_the_fuzz_sees_walking_hits_that_replace_others_and_dice_that_cannot_be_thrown_again():
    hits = {"n": 1, "kind": "roll", "table": "B-5", "who": "f1", "gives": ["walking_hits nose"]}
    first = {**hits, "changes": [("walking", [], ["nose"]), ("rabbits_feet", None, 0)]}
    with pytest.raises(AssertionError, match="the second walking hits replace the first"):
        guns_and_moves({}, [first, {**hits, "changes": [("walking", ["nose"], ["tail"])]}])
    guns_and_moves({}, [first, {**hits, "changes": []}])
    dice = {"n": 2, "kind": "roll", "table": "O-7", "who": "", "gives": []}
    stored = {"n": 3, "kind": "choice", "decision": "rabbits_foot", "taken": "keep", "changes": []}
    begun = {"n": 1, "kind": "fact", "name": "begun", "changes": [("rabbits_feet", None, 1)]}
    with pytest.raises(AssertionError, match="no rabbit's foot was offered"):
        guns_and_moves({}, [begun, {**dice, "changes": []}])
    guns_and_moves({}, [begun, {**dice, "changes": []}, stored])


@pytest.mark.parametrize("number", [7_004_318, 7_004_369, 7_005_210])
def test_no_fault_is_found_where_the_rules_were_kept(book, number):
    """An engine that an event stopped keeps its leak; a burst among the bombs slows the bomber that it destroys."""
    assert play(fuzz(book), number, number + 1).faults == {}
