"""Words for planes whose turrets are worked by sights, and for fighters by the way they are armed.

They are no part of every bomber's vocabulary: a game that has such turrets or lists its fighters so takes them in.
"""

from __future__ import annotations

from typing import ClassVar

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.terms import BomberFlight, Station
from combatbox.core.effects import Condition, Effect, Say
from combatbox.core.records import dataclass


@dataclass(frozen=True, slots=True)
class FiredBy(Effect):
    """Whose sights work a turret against a fighter: a cell of the chart of turrets and positions."""

    name: ClassVar[str] = "fired_by"
    idle: ClassVar[bool] = True
    men: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return " or ".join(say(man) for man in self.men)

    def apply(self, flight: BomberFlight) -> None:
        return


@dataclass(frozen=True, slots=True)
class FighterOfClass(Condition):
    """The attacking fighter is of a class, as the game's list of fighters has it."""

    name: ClassVar[str] = "fighter_class"
    group: str

    def words(self, say: Say) -> str:
        return say(f"class_{self.group}")

    def of_facts(self) -> tuple[str, ...]:
        return ("fighter",)

    def fits(self, kind: str, const: BomberConstants) -> bool:
        """Whether a type of fighter is of that class."""
        return const.class_of(kind) == self.group

    def holds(self, flight: BomberFlight) -> bool:
        return self.fits(flight.state.attacker.type, flight.const)
