"""Ending the mission (section 8), victory and the tour (section 9)."""

from __future__ import annotations

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import setup
from combatbox.games.superfort.setup import Names
from combatbox.play.narrate import narrate

# ---- the tour


@pytest.fixture(scope="module")
def flown(book):
    """A whole tour and its log."""
    rulebook, setup = book.rulebook({}), Setup(1, Names(roster="superfort"))
    journal = Journal(book.header("tour", rulebook.rulings, setup, "1945"))
    state = fly(
        book.game, rulebook, SeededDice("1945"), run="tour", setup=setup, player=DefaultPlayer(), journal=journal
    )
    journal.flush_changes()
    return state, journal


@pytest.mark.rule("F9.4.1", "F2.1.1", "F2.1.2", "F9.4.2", "F9.1.2")
def test_a_tour_ends_after_thirty_five_credited_missions_with_its_winner_and_ratings(flown):
    state, _journal = flown
    tally = state.campaign
    assert state.completed == 35 == tally.american + tally.japanese + tally.draw
    assert tally.result == (
        "won" if tally.american > tally.japanese else "lost" if tally.american < tally.japanese else "drawn"
    )
    assert tally.bombing
    assert all(service.rating for service in tally.services if service.missions)
    assert setup.tour_summary(state)["next"] is None


def test_the_story_of_a_tour_is_one_of_b29s_over_the_pacific(book, flown):
    _state, journal = flown
    account = "\n".join(line.shown for line in narrate(book, journal.events))
    for word in ("Marianas", "Iwo Jima", "boxes", "American win", "The navigator takes stock", "The tour is"):
        assert word in account
    for stranger in ("England", "German", "8th Air Force", "Luftwaffe", "B-17"):
        assert stranger not in account
