"""Numbers read from the state, for modifiers that no table can state."""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.bomber.terms import BomberFlight
from combatbox.core.effects import Quantity, Say
from combatbox.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Markers(Quantity):
    """How many markers of a kind the fighter has taken."""

    name: ClassVar[str] = "markers"
    marker: Literal["fca", "fboa"]

    def words(self, say: Say) -> str:
        return "each"

    def amount(self, flight: BomberFlight) -> int:
        fighter = flight.state.attacker
        return fighter.fca if self.marker == "fca" else fighter.fboa


@dataclass(frozen=True, slots=True)
class CrashWounds(Quantity):
    """What a crash landing adds to each man's wound roll."""

    name: ClassVar[str] = "crash_wounds"

    def words(self, say: Say) -> str:
        return f"added by the result of {say('landing.land')} that asks for the roll"

    def brief(self, say: Say) -> str:
        return "for the landing"

    def amount(self, flight: BomberFlight) -> int:
        return flight.state.hand.wound_add
