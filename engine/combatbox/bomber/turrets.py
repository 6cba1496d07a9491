"""Words for planes whose turrets are worked by sights, and for fighters by the way they are armed.

They are no part of every bomber's vocabulary: a game that has such turrets or lists its fighters so takes them in.
"""

from __future__ import annotations

from combatbox.bomber.enums import BomberFlight, Station
from combatbox.core.effects import condition, effect


@effect("fired_by", words=lambda say, men: " or ".join(say(man) for man in men), idle=True)
def fired_by(flight: BomberFlight, men: tuple[Station, ...]) -> None:
    """Whose sights work a turret against a fighter: a cell of the chart of turrets and positions."""


@condition("fighter_class", words=lambda say, group: say(f"class_{group}"), fact_condition="fighter")
def fighter_of_class(flight: BomberFlight, group: str) -> bool:
    """The attacking fighter is of a class, as the game's list of fighters has it."""
    return flight.const.class_of(flight.state.attacker.type) == group
