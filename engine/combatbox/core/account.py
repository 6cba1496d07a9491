"""The account of a finished run, taken from its log: events, summary and effects of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from combatbox.core.effects import Declared, Effect
from combatbox.core.events import Event, Reached
from combatbox.core.tables import Row


def effects_of(event: Reached, rows: Mapping[str, Row]) -> tuple[Effect, ...]:
    """Return the effects of the row that an event reached.

    Args:
        event: a roll or a chart look-up.
        rows: the rows of the game's tables, by id.

    Returns:
        The effects as the table lists them, before adjustments. (The event's `gives` has the adjusted numbers.) The
        tuple is empty if the roll is repeated, or if it is an extra roll for an earlier row.
    """
    return () if event["gives"] in ([], ["again"]) else rows[event["row"]].effects


def parse_effects(event: Reached) -> dict[str, tuple[str, ...]]:
    """Parse an event's `gives` into effect names and parameters.

    This is the inverse of `VocabularyTerm.code`.

    Returns:
        The parameters as text, by effect name. If a name occurs twice, its first occurrence counts.
    """
    parameters_by_name: dict[str, tuple[str, ...]] = {}
    for code in event["gives"]:
        name, *parameters = code.split()
        parameters_by_name.setdefault(name, tuple(parameters))
    return parameters_by_name


def effect_number(event: Reached, kind: Declared[Effect]) -> int:
    """Return the number in an effect, as the log records it after adjustments.

    Tables contain only the number before adjustments.

    Args:
        event: the event that reached the row.
        kind: the declared effect.

    Raises:
        LookupError: the event has no such effect.
    """
    return int(parse_effects(event)[kind.name][0])


@dataclass(frozen=True)
class Account:
    """A run from its first event to its summary.

    Attributes:
        events: the events of the run, in order.
        summary: the outcome of the run, as the game's `summary` returns it.
        rows: the rows of the tables that the run was played with, by id.
    """

    events: Sequence[Event]
    summary: Mapping[str, Any]
    rows: Mapping[str, Row]

    def reached(self) -> Iterator[Reached]:
        """Yield the events that reached a row."""
        return (event for event in self.events if "row" in event)

    def done(self) -> Iterator[tuple[Reached, Effect]]:
        """Yield each effect of the rows that were reached, with the event that reached its row."""
        return ((event, effect) for event in self.reached() for effect in effects_of(event, self.rows))
