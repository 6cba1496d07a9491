"""A run that is over, as its log tells it: what happened, how it ended, and what the rows that came up have done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from combatbox.core.effects import Declared, Effect
from combatbox.core.events import Event, Reached
from combatbox.core.tables import Row


def effects_of(event: Reached, rows: Mapping[str, Row]) -> tuple[Effect, ...]:
    """What the row of an event did, as its table has it; nothing where the throw is made again or is one more for it.

    rows: by id. Where an adjustment of the table changed a number, the event's `gives` has the number that counted.
    """
    return () if event["gives"] in ([], ["again"]) else rows[event["row"]].effects


def given(event: Reached) -> dict[str, tuple[str, ...]]:
    """What an event gives, by the name of each effect its parameters as the log has them: the inverse of `VocabularyTerm.code`.

    Of two of one name it has the first.
    """
    found: dict[str, tuple[str, ...]] = {}
    for code in event["gives"]:
        name, *parameters = code.split()
        found.setdefault(name, tuple(parameters))
    return found


def number_given(event: Reached, kind: Declared[Effect]) -> int:
    """The number that counted of an effect with one, after the adjustments of its table, which only the log has.

    Raises LookupError where the event gives no such effect.
    """
    return int(given(event)[kind.name][0])


@dataclass(frozen=True)
class Account:
    """A run from its first event to its summary. rows: of the tables that it was flown with, by id."""

    events: Sequence[Event]
    summary: Mapping[str, Any]
    rows: Mapping[str, Row]

    def reached(self) -> Iterator[Reached]:
        """The events that a row came up in."""
        return (event for event in self.events if "row" in event)

    def done(self) -> Iterator[tuple[Reached, Effect]]:
        """What rows did, one by one, each with its event."""
        return ((event, effect) for event in self.reached() for effect in effects_of(event, self.rows))
