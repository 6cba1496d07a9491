"""The attacker, gun and target of a shot, as read from the state in a log.

The text of a roll is not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from combatbox.core.events import Event
from combatbox.core.log_state import tree
from combatbox.games.skirmish.state import Shot

PARTS = tuple(field.name for field in fields(Shot))


Flat = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log."""


def shot_in(state: Flat) -> Shot:
    """Return the current shot of a flat state."""
    return Shot(**tree(state, "shot"))


def shot_before(state: Flat, event: Event) -> Shot:
    """Return the shot that was being resolved when an event happened.

    Args:
        state: the flat state after the event.
        event: the event.
    """
    old = {path: before for path, before, _after in event["changes"]}
    return Shot(**{part: str(old.get(f"shot.{part}", state[f"shot.{part}"])) for part in PARTS})
