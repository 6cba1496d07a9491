"""Whoever decides, and however badly the dice fall: every mission ends, and its state holds together at every event."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from invariants import CheckedJournal, HarshDice, RandomPlayer, check_end

from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.library.load import load
from combatbox.library.replay import header, replay_log
from combatbox.library.store import Log

MISSIONS = 48


@pytest.fixture(scope="module")
def book():
    return load("queen")


def rulings(book, number):
    """Every other mission under any options at all, the rest with every optional rule."""
    chance = random.Random(f"rulings/{number}")
    if number % 2:
        return {r.id: chance.choice(list(r.options)) for r in book.rulings.values() if len(r.options) > 1}
    return {f"Q-X{n}": "on" for n in (1, 2, 3, 4)}


def flown(book, number):
    chosen = book.chosen(rulings(book, number))
    rulebook = book.rulebook(chosen)
    setup = Setup(number % 25 + 1, {"rabbits_feet": number % 2})
    journal = CheckedJournal(header(book, "mission", chosen, setup, f"legal/{number}"))
    journal.book = rulebook
    player = RandomPlayer(f"legal/{number}")
    dice = (HarshDice if number % 3 else SeededDice)(f"legal/{number}")
    state = fly(book.game, rulebook, dice, setup=setup, player=player, journal=journal)
    return state, journal, player


def test_any_legal_play_ends_and_holds_together(book):
    asked = Counter()
    for number in range(MISSIONS):
        state, _, player = flown(book, number)
        check_end(state)
        asked.update(player.asked)
    assert sum(asked.values()) > 1500
    assert {"aim", "abort", "drive_off", "evade", "move", "position", "jettison", "rabbits_foot"} <= set(asked)


@pytest.mark.parametrize("number", range(6))
def test_any_log_flies_again_to_the_same_events(book, number):
    state, journal, _ = flown(book, number)
    log = Log(journal.header, journal.events, book.game.summary(state))
    assert replay_log(book, log).journal.events == journal.events
