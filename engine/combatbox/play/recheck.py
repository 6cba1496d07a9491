"""Kept games flown again under the tables and the code of today: which are as they were, and which are not.

A kept game is testimony. Nothing here makes one fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from combatbox.core.dice import ListedDice
from combatbox.core.errors import CombatBoxError, DiceError, IllegalChoice, ReplayMismatch
from combatbox.core.events import Event, Journal
from combatbox.core.game import fly
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.checkpoint import fingerprint, parting
from combatbox.play.log_validation import setup_of
from combatbox.play.logs import Log
from combatbox.play.replay import LoggedInputs, overruled_states
from combatbox.play.saves import resume
from combatbox.play.session import BookChanged

Kind = Literal["same", "other words", "other outcome", "departs"]
KINDS: tuple[Kind, ...] = ("same", "other words", "other outcome", "departs")


@dataclass(frozen=True)
class RecheckResult:
    """What became of a kept game. `same`: every event. `other words`: the same was thrown, taken and changed, and is called
    otherwise. `other outcome`: dice and choices still fit, and something else came of them. `departs`: they do not fit.

    event, place, row: where the first difference is, by the log of today; nothing where all is the same. why: in words.
    """

    kind: Kind
    event: int = 0
    place: str = ""
    row: str = ""
    why: str = ""

    def __str__(self) -> str:
        where = ", ".join(
            filter(None, [f"event {self.event}" if self.event else "", self.place and f"at {self.place}", self.row])
        )
        return f"{self.kind}{where and f': {where}'}{self.why and f': {self.why}'}"


def rechecked(book: Book, log: Log) -> RecheckResult:
    """A log flown again. Raises CombatBoxError for one whose head this version cannot begin with."""
    head = log.header
    setup, rulebook = setup_of(book, head["setup"]["mission"], head["setup"]["names"]), book.rulebook(head["rulings"])
    if head["run"] not in book.game.runs:
        raise CombatBoxError(f"{book.title} has no run called {head['run']!r:.40}")
    journal = Journal(head)
    again = LoggedInputs(log.events, journal)
    why, summary = "", None
    try:
        with overruled_states(journal):
            state = fly(book.game, rulebook, again, run=head["run"], setup=setup, player=again, journal=journal)
        again.finish()
        summary = book.game.summary(state)
    except (DiceError, IllegalChoice, ReplayMismatch) as error:
        journal.flush_changes()
        why = str(error)
    return _compared(log.events, journal.events, why, canonical_json(summary) == canonical_json(log.summary))


def _compared(then: Sequence[Event], now: Sequence[Event], why: str, ended_alike: bool) -> RecheckResult:
    """The verdict on what was flown then and now. why: what stopped the flight, if something did."""
    first = parting("".join(map(fingerprint, then)), now)
    if why:
        return _at(now, len(now) if first is None else first, "departs", why)
    if first is not None or not ended_alike or len(now) != len(then):
        return _at(now, min(len(then), len(now)) if first is None else first, "other outcome", "")
    other = next(
        (i for i, (old, new) in enumerate(zip(then, now, strict=True)) if canonical_json(old) != canonical_json(new)),
        None,
    )
    return RecheckResult("same") if other is None else _at(now, other, "other words", "")


def _at(events: Sequence[Event], index: int, kind: Kind, why: str) -> RecheckResult:
    if index >= len(events):
        return RecheckResult(kind, len(events) + 1, events[-1]["place"] if events else "", "", why)
    event = events[index]
    return RecheckResult(kind, event["n"], event["place"], str(event.get("row", "")), why)


def rechecked_save(book: Book, save: Mapping[str, Any]) -> RecheckResult:
    """A save flown again: a game in progress, or one that is over and says in `words` what its log was."""
    session = resume(book, save, ListedDice([]), only=True)
    try:
        session.advance()
    except BookChanged as moved:
        return RecheckResult(
            "departs" if moved.stopped else "other outcome", moved.event, moved.place, moved.row, moved.got
        )
    except DiceError as error:
        return _at(session.journal.events, len(session.journal.events), "departs", str(error))
    if "words" in save and not session.over:
        return _at(session.journal.events, len(session.journal.events), "departs", "it is not over any more")
    same = save.get("words") in (None, digest(session.journal.events))
    return RecheckResult("same" if same else "other words")
