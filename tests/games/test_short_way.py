"""A roll takes a short way where it can (`Flight.roll`): on every table of every game it does, and logs, what the whole way does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from combatbox.core.decisions import Chance, Decision, DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, snapshot
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load


class Stopped(Exception):
    """The player of a flight has had enough of it."""


class Stopping(DefaultPlayer):
    """Takes defaults until so many decisions have been asked."""

    def __init__(self, after: int) -> None:
        self._left = after

    def choose(self, decision: Decision, flight: Any) -> str:
        if not self._left:
            raise Stopped
        self._left -= 1
        return super().choose(decision, flight)


def begun(book: Book, run: str, seed: str, *, short: bool, log: bool, after: int = -1) -> Flight[Any]:
    """A flight, flown to its end or to a decision."""
    rulebook = book.rulebook()
    dice = SeededDice(seed)
    dice.chance = numbers = Numbers(dice.chance)
    numbers.left = 100_000
    state, journal = book.game.new_state(rulebook, Setup()), Journal() if log else None
    flight: Flight[Any] = Flight(rulebook, dice, state, Stopping(after), journal, hooks=book.game.hooks)
    assert flight.chance
    if not short:
        flight.chance = None
    with suppress(Stopped):
        flight.run(book.game.runs[run](flight))
    return flight


class Numbers:
    """The numbers of some dice, so many and no more: a throw that is always made again would never end."""

    def __init__(self, chance: Chance) -> None:
        self._chance, self.left = chance, 0

    def __call__(self) -> float:
        if not self.left:
            raise Stopped
        self.left -= 1
        return self._chance()


def is_now(flight: Flight[Any]) -> tuple[object, ...]:
    """All that a roll may change, how many numbers its dice have left, and the end of its log."""
    row, left = flight.row.id if flight.row else "", flight.dice.chance.left  # type: ignore[attr-defined]
    events = flight.journal.events[-9:] if flight.journal else []
    return flight.place, row, left, flight.natural, flight.net, flight.floored, snapshot(flight.state), events


def rolled(flight: Flight[Any], table: str, column: str, add: int) -> str:
    """The row that a roll reaches; the slip where the table does not fit where the flight stands."""
    place = next(iter(flight.places))
    flight.dice.chance.left = 100  # type: ignore[attr-defined]
    try:
        return flight.roll(place, "who", column=column, add=add, table=table).id
    except Exception as slip:
        return repr(slip)


def rolls_on(book: Book, seed: str) -> Iterator[tuple[str, str, int]]:
    """Every table that is rolled on, some of its columns and one it does not have, with more to add or not."""
    chance = Random(seed)
    for key, table in book.tables.items():
        if table.lookups:
            columns = [*table.lookups]
            for column in (*chance.sample(columns, min(3, len(columns))), "no such column"):
                for _ in range(4):
                    yield key, column, chance.choice((0, 0, -3, 2, 40))


@pytest.fixture(scope="module", params=list(GAMES))
def book(request: pytest.FixtureRequest) -> Book:
    return load(request.param)


@pytest.mark.sample(2)
@pytest.mark.parametrize("log", [False, True], ids=["unseen", "logged"])
def test_every_table_is_rolled_on_alike_by_both_ways_wherever_a_mission_stands(book: Book, log: bool) -> None:
    run = next(iter(book.game.runs))
    for after in (0, 3, 12):
        short, whole = (begun(book, run, f"{after}", short=way, log=log, after=after) for way in (True, False))
        reached = 0
        for table, column, add in rolls_on(book, f"{after}"):
            row = rolled(short, table, column, add)
            assert row == rolled(whole, table, column, add), (table, column, add)
            assert is_now(short) == is_now(whole), (table, column, add)
            reached += not row.endswith(")")
        assert reached > len(book.tables), "most of them must not be slips"


@pytest.mark.sample(2)
@pytest.mark.parametrize("log", [False, True], ids=["unseen", "logged"])
def test_every_run_ends_alike_by_both_ways(book: Book, log: bool) -> None:
    for run in book.game.runs:
        for seed in range(4 if run == "mission" else 1):
            short, whole = (begun(book, run, f"{seed}", short=way, log=log) for way in (True, False))
            assert is_now(short) == is_now(whole)
            if short.journal and whole.journal:
                assert short.journal.events == whole.journal.events


@pytest.mark.parametrize("after", [0, 3, 12])
def test_the_bonus_of_a_table_is_the_sum_of_the_modifiers_that_a_log_names(book: Book, after: int) -> None:
    flight = begun(book, next(iter(book.game.runs)), f"{after}", short=True, log=False, after=after)
    for table in flight.tables.values():
        try:
            named = flight.modifiers(table)
        except Exception as slip:
            with pytest.raises(type(slip)):
                table.bonus(flight)
        else:
            assert table.bonus(flight) == sum(add for _, add in named), table.id
