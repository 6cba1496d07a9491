"""Vocabulary for turrets worked by sights, and for fighters by class of armament.

Not every bomber has these: a game that does adds them to its vocabulary.
"""

from __future__ import annotations

from combatbox.bomber.enums import BomberFlight, Station
from combatbox.core.effects import condition, effect


@effect("fired_by", words=lambda say, men: " or ".join(say(man) for man in men), idle=True)
def fired_by(flight: BomberFlight, men: tuple[Station, ...]) -> None:
    """Name the men whose sights work a turret (a cell of the turret chart)."""


@condition("fighter_class", words=lambda say, group: say(f"class_{group}"), fact_condition="fighter")
def fighter_of_class(flight: BomberFlight, group: str) -> bool:
    """Return True if the attacking fighter is of a class in the game's list."""
    return flight.const.class_of(flight.state.attacker.type) == group
