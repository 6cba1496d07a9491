"""The state of a game, rebuilt from the changes in its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.events import Event, Roll
from combatbox.core.state_paths import split_path


class LogState(dict[str, Any]):
    """The flat state (`core.state_paths`) after the events that were processed so far.

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
        if event["kind"] == "roll" and after and after.get("decision") == TAKE_BACK:
            kept = after.get("taken") == "keep"
            stands = (
                {"changes": [*event["changes"], *after["changes"]]} if kept else {"gives": ["again", *event["gives"]]}
            )
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
