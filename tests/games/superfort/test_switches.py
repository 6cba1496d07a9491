"""Each rule that a beginner may leave out has a switch of its own: without it its tables are never thrown on."""

from __future__ import annotations

from functools import cache

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly

SWITCHES = {
    "A1a": "R2-2B",  # later targets
    "A1b": "T3-1",  # take-off
    "A1c": "R4-3A",  # fuel
    "A1d": "T4-8",  # navigation
    "A1e": "R4-6",  # random events
    "A1h": "T6-8",  # thermals
    "A1i": "T9-1",  # urban damage
}
"""By switch a table that only its rules throw on."""

SOME = 12


@pytest.fixture(scope="module")
def names_logged(book):
    """What the log of some missions names, under a switch that is off, or none: tables, and kinds of decision."""

    @cache
    def flown(switch=""):
        rulebook = book.rulebook({switch: "off"} if switch else {})
        names = set()
        for number in range(SOME):
            journal = Journal()
            setup = Setup(11 + number % 20)
            fly(
                book.game,
                rulebook,
                SeededDice(f"switch/{number}"),
                setup=setup,
                player=DefaultPlayer(),
                journal=journal,
            )
            names |= {event.get("table") or event.get("decision") for event in journal.events}
        return names

    return flown


@pytest.mark.sample(2)
@pytest.mark.rule("X1.0C")
@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_that_is_off_takes_its_table_out_of_play(names_logged, switch):
    assert SWITCHES[switch] in names_logged()
    assert SWITCHES[switch] not in names_logged(switch)


@pytest.mark.rule("X1.0C", "F5.7A.1")
def test_without_evasive_action_nobody_is_asked_for_it(names_logged):
    assert "evade" in names_logged()
    assert "evade" not in names_logged("A1f")
