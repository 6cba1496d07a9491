"""What a mission of a B-29 comes to, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatbox.core.events import Event, Header
from combatbox.core.tables import Rulebook
from combatbox.games.superfort.state import State


def summary(state: State) -> dict[str, Any]:
    """How a mission ended."""
    return {"result": state.outcome.result}


def tally(state: State) -> Iterator[str]:
    """What it counts as in the odds."""
    if not state.plane.fate:
        yield "survived"


def forms(events: list[Event], header: Header, book: Rulebook) -> dict[str, Any]:
    """The sheets of the game, filled."""
    return {}
