"""Vocabulary for turrets aimed through sights, and for classes of fighters.

A game whose bomber has such turrets adds these terms to its vocabulary.
"""

from __future__ import annotations

from combatbox.bomber.enums import BomberFlight, Station
from combatbox.core.effects import condition, effect


@effect("fired_by", words=lambda say, men: " or ".join(say(man) for man in men), idle=True)
def fired_by(flight: BomberFlight, men: tuple[Station, ...]) -> None:
    """Change nothing: a cell of the turret chart lists the men whose sights can aim the turret."""


@condition("fighter_class", words=lambda say, group: say(f"class_{group}"), fact_condition="fighter")
def fighter_of_class(flight: BomberFlight, group: str) -> bool:
    """Return True if the attacking fighter belongs to this class in the game's list."""
    return flight.const.class_of(flight.state.attacker.type) == group
