"""Checkpoints of a tour, and the event fingerprints of the mission after them.

Finished missions are never replayed, so a tour can be continued after any correction of the tables. A save contains the
last checkpoint and the packed events of the closed missions (`Checkpoint`, `pack_events`). The log of a suspended tour
has the state in its last line (`resume_record`, `closed_state`). Each event of the open mission has a fingerprint of a
few hexadecimal digits, by which a save detects that the replay of the mission differs from what was played
(`fingerprint`, `first_difference`).
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from hashlib import sha256
from typing import Annotated, Any, cast, get_args, get_type_hints

from combatbox.core.annotations import Open, frozen
from combatbox.core.errors import LogError
from combatbox.core.events import Choice, Event
from combatbox.core.game import TourSpec
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, compact_json, from_json
from combatbox.play.logs import ClosedState, Log, event_fault, first_fault, normalize_event
from combatbox.play.replay import replay_log

MOST = 20_000_000
"""The maximum size of an unpacked record in bytes: five times the size of a tour of thirty-five missions."""


@frozen
class Checkpoint:
    """The situation of a tour between two missions, from which a session can resume.

    Attributes:
        state: the state as plain data.
        event: a copy of the last event, which ends the mission.
        events: the number of events up to this point.
        faces: the number of dice thrown since the session began.
        answers: the number of answers given since the session began.
        thrown: the number of all dice thrown in the run.
        missions: the number of closed missions.
        records: all events before the last one, packed by mission.
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
        """Return the events up to this checkpoint.

        `events` holds all events of a flight that resumed from the checkpoint.
        """
        return [*events[: self.events - 1], cast("Event", {**self.event, "changes": [*self.event["changes"]]})]


def parse_state(text: str) -> dict[str, Any]:
    """Parse the JSON of a state.

    Raises:
        LogError: the text is not a JSON object.
    """
    try:
        state = from_json(text)
    except (ValueError, RecursionError) as error:
        raise LogError("the state between two missions cannot be read: it is not valid JSON") from error
    if not isinstance(state, dict):
        raise LogError("the state between two missions cannot be read: it is not a JSON object")
    return state


def check_state(tour: TourSpec, data: Any, form: str = "") -> None:
    """Raise LogError if data is not a state of this version of the game.

    Args:
        tour: the specification of the game's tour.
        data: the state as plain data.
        form: the `schema_fingerprint` at the time of writing, by which the message distinguishes damage from another
            version.
    """
    if wrong := first_fault(tour.state, data):
        why = (
            "is damaged"
            if form == schema_fingerprint(tour.state)
            else "is of another version of the game, which this one cannot read"
        )
        raise LogError(f"the state between two missions {why}: {wrong}")


def schema_fingerprint(kind: type) -> str:
    """Return a short digest of the fields and types of a state class."""
    seen: dict[str, list[str]] = {}
    _collect_fields(kind, seen)
    return sha256(canonical_json(seen).encode()).hexdigest()[:8]


def _collect_fields(kind: Any, seen: dict[str, list[str]]) -> None:
    for inner in get_args(kind):
        _collect_fields(inner, seen)
    if isinstance(kind, type) and is_dataclass(kind) and kind.__qualname__ not in seen:
        hints = get_type_hints(kind, include_extras=True)
        seen[kind.__qualname__] = [f"{each.name}: {each.type}" for each in fields(kind)]
        for hint in hints.values():
            _collect_fields(hint, seen)


# ---- the events of closed missions, packed


def pack_events(events: Iterable[Event]) -> str:
    """Compress events to one text, from which the log and the record sheets of a tour can be written."""
    lines = "\n".join(canonical_json(event) for event in events)
    return b64encode(zlib.compress(lines.encode(), 9)).decode("ascii")


def check_event(event: Any, number: int) -> None:
    """Raise LogError if data is not a valid event with the expected number."""
    wrong = event_fault(event) or ("" if event["n"] == number else f"its number is {event['n']}")
    if wrong:
        raise LogError(f"the record of a finished mission cannot be read: event {number}: {wrong}")


def unpack_records(records: Iterable[str]) -> list[Event]:
    """Return the events of the packed missions of a save, in order.

    Raises:
        LogError: a record is damaged or too long.
    """
    events: list[Event] = []
    for record in records:
        events += unpack_events(record, len(events) + 1)
    return events


def unpack_events(text: str, first: int) -> list[Event]:
    """Return the events of a packed text.

    Args:
        text: the text, as `pack_events` returns it.
        first: the number of the first event.

    Raises:
        LogError: the text is damaged or too long.
    """
    try:
        decompressor = zlib.decompressobj()
        data = decompressor.decompress(b64decode(text, validate=True), MOST)
        lines = data.decode().split("\n")
        events = [from_json(line) for line in lines]
    except (zlib.error, ValueError, RecursionError) as error:
        raise LogError(f"the record of a finished mission cannot be read: {type(error).__name__}") from error
    if decompressor.unconsumed_tail:
        raise LogError("the record of a finished mission cannot be read: it is too long")
    for number, event in enumerate(events, first):
        check_event(event, number)
    return [normalize_event(event) for event in events]


# ---- a log that ends between two missions


def resume_record(tour: TourSpec | None, events: Sequence[Event], state: Any) -> dict[str, str] | None:
    """Return the record with the state of a tour, for the last line of its log.

    Args:
        tour: the specification of the game's tour; None if the game has no tour.
        events: the events of the log.
        state: the last state.

    Returns:
        The record, or None if the log does not end between two missions.
    """
    last = standing_down(tour, events)
    if tour is None or last is None or any(event["changes"] for event in events[last["n"] - 1 :]):
        return None
    return state_record(tour, state)


def standing_down(tour: TourSpec | None, events: Sequence[Event]) -> Choice | None:
    """Return the last choice of a tour if it suspends the tour between two missions, otherwise None."""
    last = next((event for event in reversed(events) if event["kind"] == "choice"), None)
    return last if tour and last and last["place"] == tour.place and last["taken"] != tour.goes_on else None


def closed_state(book: Book, log: Log) -> dict[str, str]:
    """Return the record with the state of a suspended tour.

    The log of an older version has no state in its last line, so it is replayed.

    Raises:
        LogError: the last line has no readable record.
        ReplayMismatch: the replay of a log of an older version differs from the log.
    """
    if log.closed is None:
        tour = book.game.tours[log.header["run"]]
        return state_record(tour, replay_log(book, log).state)
    wrong = first_fault(Annotated[ClosedState, Open()], log.closed, "closed")
    if wrong:
        raise LogError(f"the state of the tour cannot be read: {wrong}")
    record: dict[str, str] = log.closed
    return record


def state_record(tour: TourSpec, state: Any) -> dict[str, str]:
    """Return the record with the state of a tour, and the fingerprint of its class."""
    return {
        "form": schema_fingerprint(tour.state),
        "state": compact_json(asdict(state)),
    }  # the order of crew and guns has a meaning


# ---- fingerprints of the open mission


SIGNS = 4
"""The number of hexadecimal digits of a fingerprint. One in 65 536 differences is only detected at the next event."""


def fingerprint(event: Event) -> str:
    """Return the fingerprint of an event, which covers dice, choices and changes of the state, but not names."""
    parts: list[Any] = [event["kind"], event["changes"]]
    if event["kind"] == "roll":
        parts += [event["table"], event["dice"], event["net"]]
    elif event["kind"] == "choice":
        parts += [event["taken"]]
    elif event["kind"] == "consult":
        parts += [event["table"]]
    return sha256(canonical_json(parts).encode()).hexdigest()[:SIGNS]


def fingerprints(events: Iterable[Event]) -> str:
    """Return the fingerprints of events as one text."""
    return "".join(map(fingerprint, events))


def first_difference(expected: str, events: Sequence[Event]) -> int | None:
    """Return the index of the first event that does not match its fingerprint.

    Args:
        expected: the fingerprints of the expected events.
        events: the events to compare with.

    Returns:
        The index, or None if all events match. If there are fewer events than fingerprints, it is the index of the
        first missing event.
    """
    for index in range(len(expected) // SIGNS):
        if index >= len(events) or fingerprint(events[index]) != expected[index * SIGNS : (index + 1) * SIGNS]:
            return index
    return None
