"""What the rules say, proved by flights with dice of our own."""

import pytest
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import ListedDice
from combatbox.core.game import fly
from combatbox.library.load import load


def flown(*dice):
    """A mission with these dice."""
    book = load("KEY")
    return fly(book.game, book.rulebook(), ListedDice(dice), player=DefaultPlayer())


@pytest.mark.rule("R-1", "R-4")
def test_an_aircraft_that_is_not_hit_comes_home():
    assert not flown(1, 1, 1).lost


@pytest.mark.rule("R-3", "R-4")
def test_hits_add_up_until_the_aircraft_is_lost():
    assert flown(5, 6).lost


@pytest.mark.rule("R-2")
def test_who_turns_back_is_home():
    book = load("KEY")

    class Careful:
        def choose(self, decision, flight):
            return "turn_back"

    assert fly(book.game, book.rulebook(), ListedDice([]), player=Careful()).stage == book.constants["stages"][0]
