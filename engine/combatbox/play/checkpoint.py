"""A tour between two of its missions: the checkpoint that a save or a log goes on from, and the fingerprints of what came after.

The closed missions are facts: nothing of them is flown again, so a tour goes on after any correction of the
tables. A save holds the last checkpoint and their events (`Checkpoint`, `packed`); the log of a tour that is laid aside
holds the state in its last line (`laid_aside`, `go_on`). The trail of the open mission has a few hexadecimal digits for each
event, by which a save notices that the mission takes another course now (`EventFingerprints`, `parting`).
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from hashlib import sha256
from typing import Any, cast, get_args, get_type_hints

from combatbox.core.decisions import Flow, Player
from combatbox.core.dice import Dice
from combatbox.core.errors import LogError
from combatbox.core.events import Choice, Event, Header, Journal
from combatbox.core.flight import Flight
from combatbox.core.game import TourSpec
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, from_json
from combatbox.play.dataclass_validation import faults, made
from combatbox.play.json_schemas import CLOSED
from combatbox.play.log_validation import event_fault, fault
from combatbox.play.logs import Log, event_of
from combatbox.play.replay import replay_log

MOST = 20_000_000
"""Bytes that the events of all closed missions may have, spread out: a tour of thirty-five has a fifth of that."""


@dataclass(frozen=True)
class Checkpoint:
    """A tour between two of its missions: what a session goes on from.

    state: as plain data. event: the last one, which closes the mission, as it stood then. events, faces, answers: how many there
    were (faces and answers since the session began). thrown: all dice of the run so far. missions: how many are closed.
    records: all events before the last one, packed, mission by mission.
    """

    state: Mapping[str, Any]
    event: Event
    events: int
    faces: int
    answers: int
    thrown: int
    missions: int
    records: tuple[str, ...]

    def past(self, events: Sequence[Event]) -> list[Event]:
        """Return the events up to the checkpoint, from those of a flight that went on from it."""
        return [*events[: self.events - 1], cast("Event", {**self.event, "changes": [*self.event["changes"]]})]


def state_data(state: Any) -> dict[str, Any]:
    """Return a state as plain data, a copy."""
    return asdict(state)


def in_order(state: Mapping[str, Any]) -> str:
    """Return a state as text that keeps the order of its keys, which a save would sort: the order of men and guns counts."""
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def state_in(text: str) -> dict[str, Any]:
    """Parse the text of a state. Raises LogError."""
    try:
        state = from_json(text)
    except (ValueError, RecursionError) as error:
        raise LogError("the state between two missions cannot be read: it is not valid JSON") from error
    if not isinstance(state, dict):
        raise LogError("the state between two missions cannot be read: it is not a JSON object")
    return state


def check_state(tour: TourSpec, data: Any, form: str = "") -> None:
    """Raise LogError for data that cannot be a state of this version of the game. form: `form_of` when it was written."""
    wrong = [f"{'.'.join(map(str, where))}: {what}" for where, what in faults(tour.state, data)]
    if wrong:
        why = (
            "is damaged"
            if form == schema_fingerprint(tour.state)
            else "is of another version of the game, which this one cannot read"
        )
        raise LogError(f"the state between two missions {why}: {wrong[0]}")


def schema_fingerprint(kind: type) -> str:
    """Return a short digest of the fields of a state and their types."""
    seen: dict[str, list[str]] = {}
    _spread(kind, seen)
    return sha256(canonical_json(seen).encode()).hexdigest()[:8]


def _spread(kind: Any, seen: dict[str, list[str]]) -> None:
    for inner in get_args(kind):
        _spread(inner, seen)
    if isinstance(kind, type) and is_dataclass(kind) and kind.__qualname__ not in seen:
        hints = get_type_hints(kind, include_extras=True)
        seen[kind.__qualname__] = [f"{each.name}: {each.type}" for each in fields(kind)]
        for hint in hints.values():
            _spread(hint, seen)


# ---- the events of closed missions, packed


def packed(events: Iterable[Event]) -> str:
    """Compress events to one text. They are never flown again; the log of the tour and its sheets are made of them."""
    lines = "\n".join(canonical_json(event) for event in events)
    return b64encode(zlib.compress(lines.encode(), 9)).decode("ascii")


def check_event(event: Any, number: int) -> None:
    """Raise LogError for data that is not the event of that number."""
    wrong = event_fault(event) or ("" if event["n"] == number else f"its number is {event['n']}")
    if wrong:
        raise LogError(f"the record of a closed mission cannot be read: event {number}: {wrong}")


def unpacked(text: str, first: int) -> list[Event]:
    """Return the events of a packed text. first: the number of the first of them. Raises LogError."""
    try:
        opened = zlib.decompressobj()
        data = opened.decompress(b64decode(text, validate=True), MOST)
        lines = data.decode().split("\n")
        events = [from_json(line) for line in lines]
    except (zlib.error, ValueError, RecursionError) as error:
        raise LogError(f"the record of a closed mission cannot be read: {type(error).__name__}") from error
    if opened.unconsumed_tail:
        raise LogError("the record of a closed mission cannot be read: it is too long")
    for number, event in enumerate(events, first):
        check_event(event, number)
    return [event_of(event) for event in events]


# ---- a log that ends between two missions


def resume_record(tour: TourSpec | None, events: Sequence[Event], state: Any) -> dict[str, str] | None:
    """Return the state of a tour for the last line of its log, or None where the log does not end between two missions."""
    last = _last_choice(tour, events)
    if tour is None or last is None or any(event["changes"] for event in events[last["n"] - 1 :]):
        return None
    return {"form": schema_fingerprint(tour.state), "state": in_order(state_data(state))}


def _last_choice(tour: TourSpec | None, events: Sequence[Event]) -> Choice | None:
    """Return the last choice of a tour, where it is to fly no further mission for now."""
    last = next((event for event in reversed(events) if event["kind"] == "choice"), None)
    return last if tour and last and last["place"] == tour.place and last["taken"] != tour.goes_on else None


def restore_state(book: Book, log: Log) -> Any:
    """Return the state in which a log leaves a tour, as the game has it.

    The log of an older version has none in its last line and is flown again for it. Raises LogError for a state that this
    version cannot read, Departure where the log of an older version is flown otherwise now.
    """
    tour = book.game.tours[log.header["run"]]
    if log.closed is None:
        return replay_log(book, log).state
    wrong = fault(CLOSED, log.closed, "closed")
    if wrong:
        raise LogError(f"the state of the tour cannot be read: {wrong}")
    data = state_in(log.closed["state"])
    check_state(tour, data, log.closed["form"])
    return made(tour.state, data)


def go_on(book: Book, log: Log, state: Any, dice: Dice, told: str, player: Player) -> tuple[Journal, Any]:
    """Fly on with a tour that a log has laid aside; return its journal from the first event on, and its last state.

    The player is asked again whether the next mission is flown; where it is not, the journal is that of the log. told: of the
    dice, for the header. Raises LogError for a log that does not end with laying a tour aside.
    """
    tour = book.game.tours[log.header["run"]]
    asked = _last_choice(tour, log.events)
    if asked is None:
        raise LogError("the log does not end between two missions")
    past = asked["n"] - 1
    journal = Journal(_header(book, log.header, told, past + 2))
    journal.resume(log.events[:past], state)
    flight: Flight[Any] = Flight(
        book.rulebook(log.header["rulings"]), dice, state, player, journal, hooks=book.game.hooks
    )
    try:
        if not flight.run(_onward(flight, tour, asked)):
            journal = Journal(log.header)
            journal.events = log.events
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        # The state comes from a file: each part is of its type, but they may contradict each other.
        raise LogError(f"the state of the tour is inconsistent: {type(error).__name__} {error}") from error
    return journal, state


def _onward(flight: Flight[Any], tour: TourSpec, asked: Choice) -> Flow[bool]:
    """The question between two missions, put again, and all that follows; whether anything did."""
    answer = yield flight.ask(tour.place, tuple(asked["options"]), tour.goes_on, asked["who"])
    if answer != tour.goes_on:
        return False
    yield from tour.onward(flight)
    return True


def _header(book: Book, head: Header, told: str, first: int) -> Header:
    """Return the header of a log that goes on; it names the book in hand where that is not the one before."""
    head_now: Header = {**head, "dice": told}
    books: list[Any] = [*head.get("books", ())]
    if (books[-1][1] if books else head["digest"]) != book.digest:
        head_now["books"] = [*books, (first, book.digest)]
    return head_now


# ---- the trail of the open mission


SIGNS = 4
"""Hexadecimal digits for an event: one difference in 65 536 is noticed an event later."""


def fingerprint(event: Event) -> str:
    """Return the fingerprint of one event: of what was thrown, taken and changed, not of what things are called."""
    done: list[Any] = [event["kind"], event["changes"]]
    if event["kind"] == "roll":
        done += [event["table"], event["dice"], event["net"]]
    elif event["kind"] == "choice":
        done += [event["taken"]]
    elif event["kind"] == "consult":
        done += [event["table"]]
    return sha256(canonical_json(done).encode()).hexdigest()[:SIGNS]


class EventFingerprints:
    """The trail of events that grow: none is signed again, unless one of them has become another."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._signs: list[str] = []

    def of(self, events: Sequence[Event]) -> str:
        """The signs of all of them. The last may still be given changes, so that it is signed each time."""
        if not events:
            return ""
        settled = events[:-1]
        pairs = enumerate(zip(self._events, settled, strict=False))
        known = next((at for at, (old, new) in pairs if old is not new), min(len(self._events), len(settled)))
        del self._events[known:], self._signs[known:]
        self._events += settled[known:]
        self._signs += map(fingerprint, settled[known:])
        return "".join(self._signs) + fingerprint(events[-1])


def parting(left: str, events: Sequence[Event]) -> int | None:
    """The index of the first event that is not as a trail has it; None where all of the trail is there.

    Where the events end before the trail does, the index is that of the event which is missing.
    """
    for index in range(len(left) // SIGNS):
        if index >= len(events) or fingerprint(events[index]) != left[index * SIGNS : (index + 1) * SIGNS]:
            return index
    return None
