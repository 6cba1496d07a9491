"""Who fires at whom in each event of a log: as the state in hand has it, not as the words of a throw say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from combatbox.core.events import Event, way
from combatbox.games.skirmish.state import Shot

PARTS = tuple(field.name for field in fields(Shot))


def with_shots(events: Iterable[Event]) -> Iterator[tuple[Event, Shot]]:
    """Each event with the shot that was in hand when it happened."""
    shot = Shot()
    for event in events:
        yield event, shot
        for path, _old, new in event["changes"]:
            match way(path):
                case ("shot", part):
                    shot = replace(shot, **{part: new})


def shot_before(state: Mapping[str, Any], event: Event) -> Shot:
    """The shot that was in hand when an event happened. state: as it is after all that the event changed."""
    old = {path: was for path, was, _new in event["changes"]}
    return Shot(**{part: old.get(f"shot.{part}", state[f"shot.{part}"]) for part in PARTS})
