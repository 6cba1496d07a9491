"""A tour between two of its missions: what has been flown is a fact, and what is to come needs the state alone."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from hashlib import sha256
from typing import Any, cast, get_args, get_type_hints

from combatbox.core.errors import LogError
from combatbox.core.events import Event
from combatbox.core.game import Tour
from combatbox.play.declared import faults
from combatbox.play.logs import event_of
from combatbox.play.plain import canonical, from_json
from combatbox.play.recorded import event_fault

MOST = 20_000_000
"""Bytes that the events of all closed missions may have, spread out: a tour of thirty-five has a fifth of that."""


@dataclass(frozen=True)
class Closed:
    """The moment in which a mission is closed: what a run goes on from.

    state: as plain data. event: the last one, which closes it, as it stood then. events, faces, answers: how many there were
    (faces and answers from where the session began). thrown: all dice of the run so far. missions: closed so far.
    """

    state: Mapping[str, Any]
    event: Event
    events: int
    faces: int
    answers: int
    thrown: int
    missions: int

    def past(self, events: Sequence[Event]) -> list[Event]:
        """The events up to this moment, of those of a flight that went on from it."""
        return [*events[: self.events - 1], cast("Event", {**self.event, "changes": [*self.event["changes"]]})]


def state_data(state: Any) -> dict[str, Any]:
    """A state as plain data, a copy."""
    return asdict(state)


def in_order(state: Mapping[str, Any]) -> str:
    """A state as text: in a state the order of men and guns counts, which a save does not keep."""
    return json.dumps(state, ensure_ascii=False, separators=(",", ":"))


def state_in(text: str) -> dict[str, Any]:
    """The state of a text. Raises LogError for what is none."""
    try:
        state = from_json(text)
    except (ValueError, RecursionError) as error:
        raise LogError("the state between two missions cannot be read: it is no JSON") from error
    if not isinstance(state, dict):
        raise LogError("the state between two missions cannot be read: it is no mapping")
    return state


def check_state(tour: Tour, data: Any, form: str = "") -> None:
    """Raise LogError where the data is no state of this version of the game. form: of the states when it was written."""
    wrong = [f"{'.'.join(map(str, where))}: {what}" for where, what in faults(tour.state, data)]
    if wrong:
        why = (
            "is none"
            if form == form_of(tour.state)
            else "is of another version of the game, which this one cannot read"
        )
        raise LogError(f"the state between two missions {why}: {wrong[0]}")


def form_of(kind: type) -> str:
    """A short digest of what a state is made of: another one means that it has other parts, or they are of another kind."""
    seen: dict[str, list[str]] = {}
    _spread(kind, seen)
    return sha256(canonical(seen).encode()).hexdigest()[:8]


def _spread(kind: Any, seen: dict[str, list[str]]) -> None:
    for inner in get_args(kind):
        _spread(inner, seen)
    if isinstance(kind, type) and is_dataclass(kind) and kind.__qualname__ not in seen:
        hints = get_type_hints(kind, include_extras=True)
        seen[kind.__qualname__] = [f"{each.name}: {each.type}" for each in fields(kind)]
        for hint in hints.values():
            _spread(hint, seen)


# ---- the record of what was flown


def packed(events: Iterable[Event]) -> str:
    """Events as one text, small: nobody flies them again, but the log of the tour and its sheets are made of them."""
    lines = "\n".join(canonical(event) for event in events)
    return b64encode(zlib.compress(lines.encode(), 9)).decode("ascii")


def check_event(event: Any, number: int) -> None:
    """Raise LogError where this is not the event of that number."""
    wrong = event_fault(event) or ("" if event["n"] == number else f"its number is {event['n']}")
    if wrong:
        raise LogError(f"the record of a closed mission cannot be read: event {number}: {wrong}")


def unpacked(text: str, first: int) -> list[Event]:
    """The events of a text, the first of which has that number. Raises LogError for what is none of ours."""
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
