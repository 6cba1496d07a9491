"""The trail of a flight: for each event a few signs of what it did, so that a kept game notices where it is flown otherwise.

What counts is what was thrown, taken and changed. How things are called (rules, places, rows, words) may change without a
game noticing.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from combatbox.core.events import Event
from combatbox.play.plain import canonical

SIGNS = 4
"""Hexadecimal digits for an event: one difference in 65 536 is noticed an event later."""


def sign(event: Event) -> str:
    """The signs of one event."""
    done: list[Any] = [event["kind"], event["changes"]]
    if event["kind"] == "roll":
        done += [event["table"], event["dice"], event["net"]]
    elif event["kind"] == "choice":
        done += [event["taken"]]
    elif event["kind"] == "consult":
        done += [event["table"]]
    return sha256(canonical(done).encode()).hexdigest()[:SIGNS]


class Trail:
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
        self._signs += map(sign, settled[known:])
        return "".join(self._signs) + sign(events[-1])


def parting(left: str, events: Sequence[Event]) -> int | None:
    """The index of the first event that is not as a trail has it; None where all of the trail is there.

    Where the events end before the trail does, the index is that of the event which is missing.
    """
    for index in range(len(left) // SIGNS):
        if index >= len(events) or sign(events[index]) != left[index * SIGNS : (index + 1) * SIGNS]:
            return index
    return None
