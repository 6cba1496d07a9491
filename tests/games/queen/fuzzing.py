"""Random legal play in numbered missions: each is flown with every check on, and its log flown again."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from invariants import CheckedJournal, HarshDice, RandomPlayer, SensiblePlayer, check_end
from lookout import Lookout

from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.library.book import Book
from combatbox.library.replay import header, replay_log
from combatbox.library.store import Log, log_lines


@dataclass
class Piece:
    """What a piece of play came to: missions, decisions by kind, how they ended, and what went wrong."""

    missions: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: dict[int, str] = field(default_factory=dict)

    @property
    def decisions(self) -> int:
        """How many decisions were answered."""
        return sum(self.asked.values())

    def add(self, other: Piece) -> None:
        """Count another piece in."""
        self.missions += other.missions
        self.asked.update(other.asked)
        self.ends.update(other.ends)
        self.faults.update(other.faults)


def rulings(book: Book, number: int) -> dict[str, str]:
    """Every other mission under any options at all, the rest with every optional rule."""
    chance = random.Random(f"rulings/{number}")
    if number % 2:
        return {r.id: chance.choice(list(r.options)) for r in book.rulings.values() if len(r.options) > 1}
    return {f"Q-X{n}": "on" for n in (1, 2, 3, 4)}


Player = RandomPlayer | SensiblePlayer


def flown(book: Book, number: int, doctrine: bool = False) -> tuple[Any, CheckedJournal, Player]:
    """One mission of random legal play, or of the doctrine's, by its number."""
    chosen = book.chosen(rulings(book, number))
    rulebook = book.rulebook(chosen)
    setup = Setup(number % 25 + 1, {"rabbits_feet": number % 2})
    journal = CheckedJournal(header(book, "mission", chosen, setup, f"legal/{number}"))
    journal.book, journal.lookout = rulebook, Lookout(rulebook, doctrine)
    player = SensiblePlayer() if doctrine else RandomPlayer(f"legal/{number}")
    dice = (HarshDice if number % 3 else SeededDice)(f"legal/{number}")
    state = fly(book.game, rulebook, dice, setup=setup, player=player, journal=journal)
    return state, journal, player


def again(book: Book, state: Any, journal: CheckedJournal) -> None:
    """The log, flown again from its dice and choices, is the same to the byte."""
    summary = book.game.summary(state)
    written = log_lines(journal.header, journal.events, summary)
    flown_again = replay_log(book, Log(journal.header, journal.events, summary))
    assert log_lines(flown_again.journal.header, flown_again.journal.events, flown_again.summary) == written


def account(book: Book, state: Any, journal: CheckedJournal) -> None:
    """What the mission came to: the same in every account of it."""
    chart = book.game.forms(journal.events, journal.header, journal.book)["mission_chart"]
    journal.lookout.end(state, book.game.summary(state), list(book.game.tally(state)), chart)


def play(book: Book, start: int, stop: int, doctrine: bool = False) -> Piece:
    """Missions `start` to `stop`; a fault ends its mission and is kept by the mission's number."""
    piece = Piece()
    for number in range(start, stop):
        piece.missions += 1
        try:
            state, journal, player = flown(book, number, doctrine)
            piece.asked.update(player.asked)
            piece.ends[state.landed] += 1
            check_end(state)
            account(book, state, journal)
            again(book, state, journal)
        except Exception as error:  # whatever it is, it is a finding, and the play goes on
            piece.faults[number] = f"{type(error).__name__}: {error}"[:400]
    return piece
