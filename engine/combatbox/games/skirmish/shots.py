"""Who fires at whom in each event of a log: as the state in hand has it, not as the words of a throw say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from combatbox.core.events import Event
from combatbox.core.log_state import tree
from combatbox.games.skirmish.state import Shot

PARTS = tuple(field.name for field in fields(Shot))


def shot_in(state: Mapping[str, Any]) -> Shot:
    """The shot that is in hand in a flat state."""
    return Shot(**tree(state, "shot"))


def shot_before(state: Mapping[str, Any], event: Event) -> Shot:
    """The shot that was in hand when an event happened. state: as it is after all that the event changed."""
    old = {path: was for path, was, _new in event["changes"]}
    return Shot(**{part: old.get(f"shot.{part}", state[f"shot.{part}"]) for part in PARTS})
