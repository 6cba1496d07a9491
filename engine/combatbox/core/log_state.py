"""What the log of a run says: the state after each event, and the effects of the rows that were reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from combatbox.core.annotations import frozen
from combatbox.core.change_tracking import split_path
from combatbox.core.effects import Declared, Effect
from combatbox.core.events import Event, Fact, Phase, Reached, Roll
from combatbox.core.tables import Row


class LogState(dict[str, Any]):
    """The flat state (`core.change_tracking`) after the events that were processed so far.

    Attributes:
        before: the flat state before the last event.
        roll: the last roll that a place in the order of play called for, if any.
    """

    def __init__(self, known: Mapping[str, Any] | None = None, roll: Roll | None = None) -> None:
        super().__init__(known or {})
        self.before: Mapping[str, Any] = {}
        self.roll = roll

    def take(self, event: Event) -> None:
        """Apply the changes of the next event."""
        self.before = dict(self)
        if event["kind"] == "roll" and event["rule"]:
            self.roll = event
        for path, _old, new in event["changes"]:
            if new is None:
                self.pop(path, None)
            else:
                self[path] = new


def is_phase(event: Event, *names: str) -> TypeGuard[Phase]:
    """Return True if an event is the beginning of a phase with one of these names."""
    return event["kind"] == "phase" and event["name"] in names


def is_fact(event: Event, *names: str) -> TypeGuard[Fact]:
    """Return True if an event is a fact with one of these names."""
    return event["kind"] == "fact" and event["name"] in names


TAKE_BACK = "rabbits_foot"
"""The kind of the decision to take a roll back, which directly follows the roll."""


def settled(events: Sequence[Event]) -> Iterator[Event]:
    """Yield events as they stand after the decisions to take rolls back.

    A roll that is kept has the changes that the log records with that decision; one that is taken back gives `again` first.
    A roll whose decision is not among the events stays as it is.
    """
    kept = False
    following: list[Event | None] = [*events[1:], None]
    for event, after in zip(events, following, strict=False):
        stands: dict[str, Any] = {"changes": []} if kept else {}
        kept = False
        if after and after.get("decision") == TAKE_BACK and event["kind"] == "roll":
            kept = after.get("taken") == "keep"
            again: list[str] = ["again", *dict[str, Any](**event)["gives"]]
            stands = {"changes": [*event["changes"], *after["changes"]]} if kept else {"gives": again}
        yield {**event, **stands} if stands else event  # type: ignore[misc]


def with_states(events: Iterable[Event]) -> Iterator[tuple[Event, LogState]]:
    """Yield each event, as it stands, with the state after it; the state is the same object each time."""
    state = LogState()
    for event in settled(list(events)):
        state.take(event)
        yield event, state


def state_after(events: list[Event], count: int | None = None) -> LogState:
    """Return the state after the first `count` events, or after all of them."""
    state = LogState()
    for event in events[:count]:
        state.take(event)
    return state


def changes_of(event: Event) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield each change of an event, as (steps of the path, old value, new value)."""
    for path, old, new in event["changes"]:
        yield split_path(path), old, new


def tree(state: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return one field of a flat state as a tree: `{"pilot": {"kills": 2}}` for `men`.

    The tree is empty if the field has no values.
    """
    root: dict[str, Any] = {}
    start = f"{name}."
    for path, value in state.items():
        if path.startswith(start):
            _, *holders, last = split_path(path)
            inner = root
            for step in holders:
                inner = inner.setdefault(step, {})
            inner[last] = value
    return root


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


@frozen
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

    def logged(self, kind: str, **wanted: object) -> Iterator[Any]:
        """Yield the events of a kind that have all of these values, as their own or in their `data`."""
        for event in self.events:
            data: dict[str, Any] = event.get("data", {})  # type: ignore[assignment]  # mypy takes it for object
            if event["kind"] == kind and wanted.items() <= {**data, **event}.items():
                yield event

    def reached(self) -> Iterator[Reached]:
        """Yield the events that reached a row."""
        return (event for event in self.events if "row" in event)

    def done(self) -> Iterator[tuple[Reached, Effect]]:
        """Yield each effect of the rows that were reached, with the event that reached its row."""
        return ((event, effect) for event in self.reached() for effect in effects_of(event, self.rows))


# ---- predicates for highlights

Shows = Callable[[Account], bool]
"""Returns True if a run shows something notable."""


def phase(name: str, **wanted: object) -> Shows:
    """Return a predicate that is true if the run has a phase with this name and these values."""
    return lambda account: any(account.logged("phase", name=name, **wanted))


def fact(name: str, **wanted: object) -> Shows:
    """Return a predicate that is true if the log has a fact with this name and these values."""
    return lambda account: any(account.logged("fact", name=name, **wanted))


def rolled(*tables: str, **wanted: object) -> Shows:
    """Return a predicate that is true if dice were rolled on one of these tables, with these values."""
    return lambda account: any(e["table"] in tables for e in account.logged("roll", **wanted))


def ends(key: str, *values: object) -> Shows:
    """Return a predicate that is true if a key of the summary has one of these values.

    Args:
        key: the key in the summary.
        *values: the values.
    """
    return lambda account: account.summary.get(key) in values


def also(*all_of: Shows) -> Shows:
    """Return a predicate that is true if all of these predicates are true."""
    return lambda account: all(shows(account) for shows in all_of)


def never(shows: Shows) -> Shows:
    """Return the negation of a predicate."""
    return lambda account: not shows(account)
