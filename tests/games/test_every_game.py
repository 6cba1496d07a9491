"""What holds for every game in the house, a guest's too: looking changes nothing, and a log costs nothing but time."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from combatbox.core.board import Board
from combatbox.core.decisions import Decision, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, snapshot, state_after
from combatbox.core.game import Game, Setup, Words, fly
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.narrate import words_of
from combatbox.library.store import digest

SEEDS = 12
Flown = tuple[dict[str, Any], list[str], list[int]]
Look = Callable[[Decision, Any], None]


class Counted:
    """Seeded dice that remember what fell."""

    def __init__(self, seed: str) -> None:
        self._dice, self.faces = SeededDice(seed), []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        faces = self._dice.throw(count, table, who)
        self.faces += faces
        return faces


class Onlooker(RandomPlayer):
    """Takes any legal option, and looks at everything first."""

    def __init__(self, seed: str, look: Look) -> None:
        super().__init__(seed)
        self.look, self.asked = look, set()

    def choose(self, decision: Decision, flight: Any) -> str:
        self.asked.add(decision.kind)
        self.look(decision, flight)
        return super().choose(decision, flight)


def rulings(book: Book, number: int) -> dict[str, str]:
    """Any options at all, but the defaults for the first of the missions."""
    chance = random.Random(f"rulings/{number}")
    return {r.id: chance.choice(list(r.options)) for r in book.rulings.values()} if number else {}


def flown(
    book: Book, game: Game, number: int, look: Look = lambda decision, flight: None, run: str = "mission",
    journal: Journal | None = None,
) -> tuple[Flown, set[str]]:  # fmt: skip
    """How a numbered run of random legal play ends: its summary, its tally, its dice; and what was asked in it."""
    seed, setup = f"every/{number}", Setup(number % book.missions + 1 if run == "mission" else 1)
    dice, player = Counted(seed), Onlooker(seed, look)
    rules = book.rulebook(rulings(book, number))
    state = fly(game, rules, dice, run=run, setup=setup, player=player, journal=journal)
    if journal:
        assert state_after(journal.events) == snapshot(state), "the log does not account for the whole state"
    return (game.summary(state), sorted(map(str, game.tally(state))), dice.faces), player.asked


def looking(book: Book, game: Game) -> Look:
    """Looks at all there is to see of a decision, twice, and demands that nothing has changed."""
    board = game.board
    words = words_of(book)

    def seen(decision: Decision, flight: Any) -> list[Any]:
        other = board.across(decision)
        return [
            board.question(decision, flight, words),
            [board.option(decision, option, flight, words) for option in decision.options],
            board.picture(flight, words),
            dict(board.spans(flight.state)),
            [board.throws(table, flight.rulings) for table in book.tables],
            other.picture(flight, words) if other else None,
        ]

    def look(decision: Decision, flight: Any) -> None:
        state, thrown, events = (
            deepcopy(flight.state),
            len(flight.dice.faces),
            len(getattr(flight.journal, "events", ())),
        )
        assert seen(decision, flight) == seen(decision, flight), "looking twice shows two things"
        assert snapshot(flight.state) == snapshot(state), "looking changed the state"
        assert len(flight.dice.faces) == thrown, "looking threw dice"
        assert len(getattr(flight.journal, "events", ())) == events, "looking was logged"

    return look


@pytest.fixture(scope="module", params=list(GAMES))
def book(request: pytest.FixtureRequest) -> Book:
    return load(request.param)


def test_to_ask_for_a_decision_its_words_or_the_board_changes_nothing(book: Book) -> None:
    asked: set[str] = set()
    for number in range(SEEDS):
        plain, _ = flown(book, book.game, number)
        looked, kinds = flown(book, book.game, number, looking(book, book.game))
        assert looked == plain
        asked |= kinds
    assert asked <= set(book.kinds), "a kind of decision that the game does not name"
    if "tour" in book.game.runs:
        _, kinds = flown(book, book.game, 1, looking(book, book.game), "tour")
        asked |= kinds
    assert asked, "nothing was ever asked"


def test_with_a_log_and_without_one_a_run_ends_the_same(book: Book) -> None:
    for run in book.game.runs:
        for number in range(SEEDS if run == "mission" else 2):
            without, _ = flown(book, book.game, number, run=run)
            with_log, _ = flown(book, book.game, number, run=run, journal=Journal())
            assert digest(with_log) == digest(without), f"{run} {number}"


# ---- seen to fail


def _spoilt(flight: Any, words: Words) -> list[str]:
    """A picture that changes what it shows, in whatever state a game has."""
    name = next(name for name in flight.state.__slots__ if isinstance(getattr(flight.state, name), int))
    setattr(flight.state, name, getattr(flight.state, name) + 1)
    return []


def _thrown(flight: Any, words: Words) -> list[str]:
    """A picture that throws a die."""
    flight.dice.throw(1, "", "")
    return []


@pytest.mark.parametrize(("picture", "told"), [(_spoilt, "changed the state"), (_thrown, "threw dice")])
def test_a_board_that_meddles_is_found_out(book: Book, picture: Any, told: str) -> None:
    game = replace(book.game, board=Board(picture=picture))
    with pytest.raises(AssertionError, match=told):
        _looked_at(book, game)


def _looked_at(book: Book, game: Game) -> None:
    for number in range(SEEDS):
        flown(book, game, number, looking(book, game), "tour" if "tour" in game.runs else "mission")


def test_a_game_that_flies_otherwise_with_a_log_is_found_out(book: Book) -> None:
    def meddle(flight: Any) -> Any:
        if flight.journal:
            flight.dice.throw(1, "", "")
        yield from book.game.runs["mission"](flight)

    game = replace(book.game, runs={"mission": meddle})
    without, _ = flown(book, game, 1)
    with_log, _ = flown(book, game, 1, journal=Journal())
    assert with_log != without
