"""Flying a log again: from its dice and choices alone it must give the same events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from combatbox import __version__
from combatbox.core.decisions import Decision, ListedPlayer
from combatbox.core.dice import ListedDice
from combatbox.core.errors import DiceError, IllegalChoice, ReplayMismatch
from combatbox.core.events import Event, Header, Journal, answers_of, faces_of
from combatbox.core.game import Setup, fly
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json
from combatbox.play.log_validation import setup_of
from combatbox.play.logs import Log


@dataclass(frozen=True)
class Replay:
    """A log or script that was flown: its title, its journal, and how it ended.

    script: the one that it was flown by, if it was (`library.schema.ScriptModel`). steps: to which of its steps each event
    belongs. state: the last one of a log that was flown.
    """

    title: str
    journal: Journal
    summary: dict[str, Any]
    script: Any = None
    steps: Mapping[int, int] = field(default_factory=dict)
    state: Any = None


def header(book: Book, run: str, rulings: Mapping[str, str], setup: Setup[Any], dice: str) -> Header:
    """The header of a log: all that is needed to fly it again, with its dice and choices, elsewhere."""
    return {
        "game": book.key,
        "run": run,
        "version": __version__,
        "digest": book.digest,
        "rulings": dict(sorted(rulings.items())),
        "setup": setup.as_data(),
        "dice": dice,
    }


def replay_log(book: Book, log: Log) -> Replay:
    """Fly a log again from its dice and choices; it must give the same events.

    Raises Departure at the first event that differs.
    """
    setup = setup_of(book, log.header["setup"]["mission"], log.header["setup"]["names"])
    rulebook = book.rulebook(log.header["rulings"])
    journal = Journal(log.header)
    again = LoggedInputs(log.events, journal)
    failure = ""
    summary: dict[str, Any] = {}
    state = None
    try:
        with overruled_states(journal):
            state = fly(book.game, rulebook, again, run=log.header["run"], setup=setup, player=again, journal=journal)
        again.finish()
        summary = book.game.summary(state)
    except (DiceError, IllegalChoice) as error:
        journal.flush_changes()
        failure = str(error)
    _same_events(book, log, journal.events, failure)
    if canonical_json(summary) != canonical_json(log.summary):
        same_part("summary", log.summary, summary)
        raise ReplayMismatch("summary", canonical_json(log.summary), canonical_json(summary))
    return Replay(log.header.get("title", ""), journal, summary, state=state)


class LoggedInputs:
    """Dice and player of a log, with what the log overruled set again at the same places of the journal that is written."""

    def __init__(self, events: list[Event], journal: Journal) -> None:
        self._events, self._journal = events, journal
        self._dice, self._player = ListedDice(faces_of(events)), ListedPlayer(answers_of(events))

    def finish(self) -> None:
        """All its dice have been used. Raises DiceError."""
        self._dice.finish()

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next faces of the log."""
        self._set()
        return self._dice.throw(count, table, who)

    def choose(self, decision: Decision, flight: Any) -> str:
        """The next answer of the log."""
        self._set()
        return self._player.choose(decision, flight)

    def _set(self) -> None:
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


def _same_events(book: Book, log: Log, flown: list[Event], failure: str) -> None:
    changed = "" if log.header["digest"] == book.digest else " (the tables have changed since it was written)"
    for old, new in zip(log.events, flown, strict=False):
        if canonical_json(old) != canonical_json(new):
            raise ReplayMismatch(f"event {old['n']}{changed}", _shown(old), _shown(new))
    if failure:
        raise ReplayMismatch(f"event {len(flown) + 1}{changed}", "the flight to go on", failure)
    if len(log.events) != len(flown):
        raise ReplayMismatch(f"event {len(flown) + 1}{changed}", f"{len(log.events)} events", f"{len(flown)}")


def _shown(event: Event) -> str:
    """An event in one short line, for a message."""
    if event["kind"] == "roll":
        return f"{event['table']} {event['dice']} net {event['net']} {'; '.join(event['gives'])}"
    text = {key: told for key, told in event.items() if key not in ("n", "kind")}
    return f"{event['kind']} {canonical_json(text)}"[:200]


@contextmanager
def overruled_states(journal: Journal) -> Iterator[None]:
    """Once a state is set against the rules, it may be one that no rule can go on from. Raises Departure for that.

    In a flight where nothing is overruled the same errors are faults of the engine, and stay what they are.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        facts = [event["data"] for event in journal.events if event["kind"] == "fact" and event["name"] == "overruled"]
        if not facts:
            raise
        last = ", ".join(f"{fact['path']}: {fact['value']!r:.40}" for fact in facts[-2:])
        got = f"{type(error).__name__} {error}"
        raise ReplayMismatch(f"event {len(journal.events)}, after {last}", "a state to go on from", got) from error


def same_part(place: str, expected: Any, got: Any) -> None:
    """Every value that the script states stands in the summary. Raises Departure."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if key not in got:
                raise ReplayMismatch(f"{place}.{key}", repr(value), "nothing of that name")
            same_part(f"{place}.{key}", value, got[key])
    elif expected != got:
        raise ReplayMismatch(place, repr(expected), repr(got))
