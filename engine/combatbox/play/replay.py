"""Replay of a log: from its dice and choices alone, the same events must result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Decision, ListedPlayer
from combatbox.core.dice import ListedDice
from combatbox.core.errors import DiceError, IllegalChoice, ReplayMismatch
from combatbox.core.events import Event, Journal, answers_of, faces_of
from combatbox.core.game import fly
from combatbox.core.log_state import is_fact
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json
from combatbox.play.logs import Log

SHOWN = 100
"""The characters of an event in a message; `ReplayMismatch` shows no more of it."""


@frozen
class Replay:
    """A replayed log or script: its title, journal and summary.

    Attributes:
        script: the script that was run, if any (`library.schema.ScriptModel`).
        steps: for each event, its step of the script.
        state: the last state of a replayed log.
    """

    title: str
    journal: Journal
    summary: dict[str, Any]
    script: Any = None
    steps: Mapping[int, int] = {}
    state: Any = None


def replay_log(book: Book, log: Log) -> Replay:
    """Replay a log from its dice and choices.

    Raises:
        ReplayMismatch: an event or the summary differs from the log.
    """
    journal = Journal(log.header)
    state, summary, failure = fly_again(book, log, journal)
    _check_events(book, log, journal.events, failure)
    if canonical_json(summary) != canonical_json(log.summary):
        same_part("summary", log.summary, summary)
        raise ReplayMismatch("summary", canonical_json(log.summary), canonical_json(summary))
    return Replay(log.header.get("title", ""), journal, summary, state=state)


def fly_again(book: Book, log: Log, journal: Journal) -> tuple[Any, dict[str, Any], str]:
    """Fly a log again from its dice and choices.

    Args:
        book: the book of the game.
        log: the log.
        journal: the journal for the events.

    Returns:
        The last state, the summary, and why the dice or choices do not fit; empty if they do.

    Raises:
        ReplayMismatch: a choice belongs to another decision, or an overruled value does not fit.
    """
    setup = book.setup_in(log.header)
    rulebook = book.rulebook(log.header["rulings"], setup.scenario)
    again = LoggedInputs(log.events, journal)
    try:
        with overruled_states(journal):
            state = fly(book.game, rulebook, again, run=log.header["run"], setup=setup, player=again, journal=journal)
        again.finish()
    except (DiceError, IllegalChoice) as error:
        journal.flush_changes()
        return None, {}, str(error)
    return state, book.game.summary(state), ""


class LoggedInputs:
    """A source of dice, and a player, that repeat the throws and choices of a log.

    They also repeat the values of the state that were overruled in the log.
    """

    def __init__(self, events: list[Event], journal: Journal) -> None:
        self._events, self._journal = events, journal
        self._dice, self._player = ListedDice(faces_of(events)), ListedPlayer(answers_of(events))

    def finish(self) -> None:
        """Raise DiceError if some dice of the log were not used."""
        self._dice.finish()

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next faces of the log."""
        self._overrule()
        return self._dice.throw(count, table, who)

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next answer of the log."""
        self._overrule()
        return self._player.choose(decision, flight)

    def _overrule(self) -> None:
        """Set the values of the state that the log overrules after the events replayed so far."""
        while (now := len(self._journal.events)) < len(self._events):
            event = self._events[now]
            if event["kind"] != "fact" or event["name"] != "overruled":
                return
            data = event["data"]
            try:
                self._journal.overrule(str(data.get("path")), data.get("value"), event["rule"])
            except (LookupError, TypeError) as error:
                place = f"event {event['n']}"
                raise ReplayMismatch(
                    place, "a value of the state to overrule", f"{canonical_json(data)} ({error})"
                ) from None


def _check_events(book: Book, log: Log, events: list[Event], failure: str) -> None:
    """Raise ReplayMismatch at the first event that differs, or if the replay failed."""
    changed = "" if log.header["digest"] == book.digest else " (the tables have changed since it was written)"
    for old, new in zip(log.events, events, strict=False):
        if canonical_json(old) != canonical_json(new):
            place, logged, replayed = f"event {old['n']}{changed}", _shown(old), _shown(new)
            if logged == replayed:  # they differ in a field that these lines do not show
                name = next(name for name in {**old, **new} if old.get(name) != new.get(name))
                logged, replayed = (f"{name} {canonical_json(event.get(name))}" for event in (old, new))
            raise ReplayMismatch(place, logged, replayed)
    if failure:
        raise ReplayMismatch(f"event {len(events) + 1}{changed}", "the flight to continue", failure)
    if len(log.events) != len(events):
        raise ReplayMismatch(f"event {len(events) + 1}{changed}", f"{len(log.events)} events", f"{len(events)}")


def _shown(event: Event) -> str:
    """Return a line that describes an event in a message, short enough to be shown whole."""
    if event["kind"] == "roll":
        return f"{event['table']} {event['dice']} net {event['net']} {'; '.join(event['gives'])}"[:SHOWN]
    fields = {key: value for key, value in event.items() if key not in ("n", "kind")}
    return f"{event['kind']} {canonical_json(fields)}"[:SHOWN]


@contextmanager
def overruled_states(journal: Journal) -> Iterator[None]:
    """Turn errors that follow an overruled value into ReplayMismatch.

    After a value is overruled, the state may be one from which no rule can continue. In a flight without overruled
    values the same errors are faults of the engine, so they are raised unchanged.

    Raises:
        ReplayMismatch: the flight cannot continue from the overruled state.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        facts = [event["data"] for event in journal.events if is_fact(event, "overruled")]
        if not facts:
            raise
        last = ", ".join(f"{fact['path']}: {fact['value']!r:.40}" for fact in facts[-2:])
        got = f"{type(error).__name__} {error}"
        raise ReplayMismatch(f"event {len(journal.events)}, after {last}", "a state to continue from", got) from error


def same_part(place: str, expected: Any, got: Any) -> None:
    """Check that a result contains every expected value.

    Args:
        place: the place of the value, for messages.
        expected: the expected value; a mapping may have fewer keys than the result.
        got: the value in the result.

    Raises:
        ReplayMismatch: a value is missing or differs.
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if key not in got:
                raise ReplayMismatch(f"{place}.{key}", repr(value), "no such value")
            same_part(f"{place}.{key}", value, got[key])
    elif expected != got:
        raise ReplayMismatch(place, repr(expected), repr(got))
