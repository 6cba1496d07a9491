"""Invariants of every game, also of plug-ins: looking changes nothing, and a log costs only time."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from combatbox.core.board import Board
from combatbox.core.decisions import Decision
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Event, snapshot
from combatbox.core.flight import Flight
from combatbox.core.log_state import state_after
from combatbox.core.narration import NarrationContext
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox_dev.fuzz import Fuzz, Look, Plainly, Trial, end_digest, looking, play, same_without_a_log
from combatbox_dev.standing import at

SEEDS = 8
"""Of each game and each of what holds below; `make test-fuzz` plays a million decisions."""


@pytest.fixture(scope="module", params=list(GAMES))
def book(request: pytest.FixtureRequest) -> Book:
    return load(request.param)


@pytest.mark.sample(1)
def test_to_ask_for_a_decision_its_words_or_the_board_changes_nothing(book: Book) -> None:
    asked, missions = 0, Fuzz(book)
    for number in range(SEEDS):
        plain, looked = missions.flown(number), missions.flown(number, look=looking(book))
        assert end_digest(missions, looked) == end_digest(missions, plain)
        asked += looked.asked.total()
    if "tour" in book.game.runs:
        asked += Fuzz(book, "tour").flown(1, look=looking(book)).asked.total()
    assert asked, "nothing was ever asked"


def test_nothing_is_offered_that_the_order_of_play_bars_under_the_rulings_in_force(book: Book) -> None:
    def look(decision: Decision, flight: Flight[Any]) -> None:
        place = flight.places[decision.place]
        assert [option for option in decision.options if place.bars(option, flight.ruled)] == []

    for number in range(SEEDS):
        Fuzz(book).flown(number, look=look)


@pytest.mark.sample(1)
def test_with_a_log_and_without_one_a_run_ends_the_same(book: Book) -> None:
    for run in book.game.runs:
        for number in range(SEEDS if run == "mission" else 2):
            same_without_a_log(Fuzz(book, run), number)


@pytest.mark.sample(1)
def test_any_legal_play_ends_and_its_log_records_all_of_it(book: Book) -> None:
    for run in book.game.runs:
        piece = play(Fuzz(book, run), 0, SEEDS if run == "mission" else 2)
        assert piece.faults == {}
        assert piece.ends.total() == piece.runs


@pytest.mark.sample(1)
def test_a_log_records_what_a_plain_reading_of_the_whole_state_finds(book: Book) -> None:
    """Event by event, to the byte, whoever plays and under whatever rulings."""

    def alike(trial: Trial) -> None:
        plain = trial.watch
        assert isinstance(plain, Plainly)
        plain.reported.append(plain.changes(trial.state))
        account = [event["changes"] for event in trial.journal.events]
        assert json.dumps(account, default=list) == json.dumps(plain.reported, default=list)

    for run in book.game.runs:
        read = Fuzz(book, run, watch=lambda rulebook, doctrine: Plainly(), ends=alike)
        assert play(read, 0, SEEDS if run == "mission" else 2).faults == {}


@pytest.mark.sample(1)
def test_a_test_may_stand_in_the_middle_of_a_logged_flight(book: Book) -> None:
    """The state is the one that the log has there, and the flight goes on from it with whatever dice it is given."""
    for name in list(book.scripts)[:1]:
        whole = replay_script(book, read_script(book.scripts[name])).journal.events
        for event in (1, len(whole) // 2, len(whole)):
            flight = at(book, name, event=event)
            assert snapshot(flight.state) == state_after(whole, event)
            assert flight.journal is not None
            assert flight.journal.events == whole[:event]
        flight.fact(next(iter(book.places)))
        assert flight.journal.events[-1]["n"] == len(whole) + 1
        with pytest.raises(CombatBoxError, match=f"events 1 to {len(whole)}"):
            at(book, name, event=len(whole) + 1)
        with pytest.raises(CombatBoxError, match="worked example"):
            at(book, f"{name}-no", event=1)


# ---- seen to fail


def _spoilt(flight: Any, words: NarrationContext) -> list[str]:
    """A picture that changes what it shows, in whatever state a game has."""
    name = next(field.name for field in fields(flight.state) if isinstance(getattr(flight.state, field.name), int))
    setattr(flight.state, name, getattr(flight.state, name) + 1)
    return []


def _thrown(flight: Any, words: NarrationContext) -> list[str]:
    """A picture that throws a die."""
    flight.dice.throw(1, "", "")
    return []


def bent(book: Book, **parts: Any) -> Book:
    """The book with other parts of its game."""
    return replace(book, game=replace(book.game, **parts))


@pytest.mark.parametrize(("picture", "expected"), [(_spoilt, "changed the state"), (_thrown, "threw dice")])
def test_a_board_that_changes_the_state_or_throws_dice_is_found(book: Book, picture: Any, expected: str) -> None:
    other = bent(book, board=Board(picture=picture))
    run = "tour" if "tour" in book.game.runs else "mission"
    with pytest.raises(AssertionError, match=expected):
        _looked_at(Fuzz(other, run), looking(other))


def _looked_at(fuzz: Fuzz, look: Look) -> None:
    for number in range(SEEDS):
        fuzz.flown(number, look=look)


def _end_alike(fuzz: Fuzz) -> None:
    for number in range(SEEDS):  # one throw more may come to the same end by chance
        same_without_a_log(fuzz, number)


def test_a_game_that_flies_otherwise_with_a_log_is_found_out(book: Book) -> None:
    def meddle(flight: Any) -> Any:
        if flight.journal:
            flight.dice.throw(1, "", "")
        yield from book.game.runs["mission"](flight)

    with pytest.raises(AssertionError, match="another end without a log"):
        _end_alike(Fuzz(bent(book, runs={"mission": meddle})))


@pytest.mark.sample(1)
def test_a_kind_of_decision_that_a_game_does_not_name_is_found_out(book: Book) -> None:
    silent = {name: replace(place, question="") for name, place in book.places.items()}
    faults = play(
        Fuzz(replace(book, places=silent), "tour" if "tour" in book.game.runs else "mission"), 0, SEEDS
    ).faults
    assert any("kinds that the game does not name" in fault for fault in faults.values())


def test_what_a_game_s_own_tests_demand_is_asked_of_every_run(book: Book) -> None:
    """An event that a watch forbids and an end that a check refuses are both faults."""

    def forbids(state: Any, event: Event) -> None:
        assert event["kind"] != "roll", "nobody rolls here"

    def discontent(trial: Trial) -> None:
        raise AssertionError(f"run {trial.number} ended so")

    faults = play(Fuzz(book, watch=lambda rulebook, doctrine: forbids), 0, 2).faults
    assert set(faults) == {0, 1}
    assert "nobody rolls here" in faults[0]
    assert play(Fuzz(book, ends=discontent), 1, 2).faults == {1: "AssertionError: run 1 ended so"}
