"""Flights with their logs, and what sheets are filled from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer, Player
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.play.logs import Log

book_of = cache(load)
"""The book of a game, loaded once."""


def flight(
    book: Book,
    seed: str,
    *,
    run: str = "mission",
    mission: int = 1,
    names: Mapping[str, Any] | None = None,
    until: int = 0,
    player: Player | None = None,
    rulings: Mapping[str, str] | None = None,
    scenario: Mapping[str, Any] | None = None,
) -> tuple[Any, Journal]:
    """Fly by a seed, and return the state at the end and the journal; `until` is the number of missions that end a tour."""
    player = player or DefaultPlayer()
    rulebook, setup = book.rulebook(rulings, scenario), book.setup(mission, dict(names or {}), scenario)
    journal = Journal(book.header(run, rulebook.rulings, setup, f"seed {seed}"))
    player = StopAfter(until, player) if until else player
    state = fly(book.game, rulebook, SeededDice(seed), run=run, setup=setup, player=player, journal=journal)
    journal.flush_changes()
    return state, journal


def flown(book: Book, seed: str, **about: Any) -> Journal:
    """Return the journal of a flight."""
    return flight(book, seed, **about)[1]


def logged(book: Book, seed: str, **about: Any) -> Log:
    """Return the log of a flight."""
    state, journal = flight(book, seed, **about)
    return Log(journal.header, journal.events, book.game.summary(state))


def forms(journal: Journal) -> dict[str, Any]:
    """Return what the sheets of a flight are filled from."""
    book = book_of(journal.header["game"])
    return book.game.forms(journal.events, journal.header, book.rulebook(journal.header["rulings"]))
