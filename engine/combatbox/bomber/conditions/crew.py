"""Conditions on the man for whom a roll is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.state import Man
from combatbox.bomber.terms import BomberFlight, Terrain
from combatbox.core.effects import Condition, Say


def veteran(flight: BomberFlight, man: Man) -> bool:
    """Fit, not handicapped by wounds, and on one of his experienced missions."""
    years = flight.const["veteran"]
    return (
        man.fit
        and man.light < flight.const["light_wounds"]["handicap"]
        and years["first"] <= man.missions <= years["last"]
    )


@dataclass(frozen=True, slots=True)
class Frostbitten(Plain):
    """The man the roll is made for is frostbitten."""

    name: ClassVar[str] = "frostbitten"
    said: ClassVar[str] = "frostbitten"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.gunner.frostbitten


@dataclass(frozen=True, slots=True)
class TwoLightWounds(Plain):
    """Handicapped by light wounds; under the other ruling one is enough when bailing out (Q-R55)."""

    name: ClassVar[str] = "two_light_wounds"
    said: ClassVar[str] = "two light wounds"

    def of_facts(self) -> tuple[str, ...]:
        return ("light",)

    def holds(self, flight: BomberFlight) -> bool:
        least = 1 if flight.rulings["Q-R55"] == "all_tables" else flight.const["light_wounds"]["handicap"]
        return flight.state.gunner.light >= least


@dataclass(frozen=True, slots=True)
class LightlyWounded(Plain):
    """One light wound or more."""

    name: ClassVar[str] = "lightly_wounded"
    said: ClassVar[str] = "lightly wounded"

    def of_facts(self) -> tuple[str, ...]:
        return ("light",)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.gunner.light > 0


@dataclass(frozen=True, slots=True)
class CannotJump(Plain):
    """Seriously wounded, or trapped in the ball turret."""

    name: ClassVar[str] = "cannot_jump"
    said: ClassVar[str] = "seriously wounded, or trapped in the ball turret"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.gunner.serious or flight.state.gunner.trapped


@dataclass(frozen=True, slots=True)
class SeriouslyWounded(Plain):
    """Seriously wounded."""

    name: ClassVar[str] = "seriously_wounded"
    said: ClassVar[str] = "seriously wounded"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.gunner.serious


@dataclass(frozen=True, slots=True)
class DownIn(Condition):
    """The crew comes down over one of these."""

    name: ClassVar[str] = "down_in"
    terrains: tuple[Terrain, ...]

    def words(self, say: Say) -> str:
        return "down in " + " or ".join(say(f"terrain_{letter}") for letter in self.terrains)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.outcome.down_terrain in self.terrains
