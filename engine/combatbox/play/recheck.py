"""Replay of archived logs and saves with the current tables and code.

The result says whether the replay still agrees with the game. An archived game is evidence, so nothing here changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from combatbox.core.annotations import frozen
from combatbox.core.dice import ListedDice
from combatbox.core.errors import DiceError, ReplayMismatch
from combatbox.core.events import Event, Journal
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.checkpoint import fingerprints, first_difference
from combatbox.play.logs import Log
from combatbox.play.replay import fly_again
from combatbox.play.saves import resume
from combatbox.play.session import BookChanged

Kind = Literal["same", "other words", "other outcome", "departs"]
KINDS: tuple[Kind, ...] = ("same", "other words", "other outcome", "departs")


@frozen
class RecheckResult:
    """The result of a recheck.

    Attributes:
        kind: `same` if every event is identical; `other words` if dice, choices and changes of the state are the same,
            but names or texts differ; `other outcome` if the recorded dice and choices still fit, but the result
            differs; `departs` if the dice or choices do not fit.
        event: the number of the first difference in the new log; 0 if there is none.
        place: the place in the order of play at which the first difference occurs.
        row: the row that comes up at the first difference; empty if none does.
        why: the reason in words.
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


def recheck_log(book: Book, log: Log) -> RecheckResult:
    """Replay a log and compare the replay with it.

    Raises:
        CombatBoxError: this version cannot start a game from the log's header.
    """
    journal = Journal(log.header)
    try:
        _state, summary, why = fly_again(book, log, journal)
    except ReplayMismatch as error:
        journal.flush_changes()
        summary, why = {}, str(error)
    return _compare(log.events, journal.events, why, canonical_json(summary) == canonical_json(log.summary))


def _compare(then: Sequence[Event], now: Sequence[Event], why: str, ended_alike: bool) -> RecheckResult:
    """Compare the recorded events with the replayed ones.

    `why` is the error that stopped the replay, if any.
    """
    first = first_difference(fingerprints(then), now)
    if why:
        return _result_at(now, len(now) if first is None else first, "departs", why)
    if first is not None or not ended_alike or len(now) != len(then):
        return _result_at(now, min(len(then), len(now)) if first is None else first, "other outcome", "")
    other = next(
        (i for i, (old, new) in enumerate(zip(then, now, strict=True)) if canonical_json(old) != canonical_json(new)),
        None,
    )
    return RecheckResult("same") if other is None else _result_at(now, other, "other words", "")


def _result_at(events: Sequence[Event], index: int, kind: Kind, why: str) -> RecheckResult:
    if index >= len(events):
        return RecheckResult(kind, len(events) + 1, events[-1]["place"] if events else "", "", why)
    event = events[index]
    return RecheckResult(kind, event["n"], event["place"], str(event.get("row", "")), why)


def recheck_save(book: Book, save: Mapping[str, Any]) -> RecheckResult:
    """Replay a save and compare the replay with it. The game may be in progress or over.

    A save of a finished game has a digest of the game's events in `words`, with which the replay is compared.
    """
    session = resume(book, save, ListedDice([]), only=True)
    try:
        session.advance()
    except BookChanged as change:
        return RecheckResult(
            "departs" if change.stopped else "other outcome", change.event, change.place, change.row, change.got
        )
    except DiceError as error:
        return _result_at(session.journal.events, len(session.journal.events), "departs", str(error))
    if "words" in save and not session.over:
        return _result_at(session.journal.events, len(session.journal.events), "departs", "the game is no longer over")
    same = save.get("words") in (None, digest(session.journal.events))
    return RecheckResult("same" if same else "other words")
