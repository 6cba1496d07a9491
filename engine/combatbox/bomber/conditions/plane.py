"""Conditions on the bomber: what makes a landing worse, engines and fires."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar

from combatbox.bomber.conditions.crew import radio_works
from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.parts import limit
from combatbox.bomber.terms import BomberFlight, PartName
from combatbox.core.declared import OfConstant
from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass

# ---- what is broken


@dataclass(frozen=True, slots=True)
class PartIsOut(Condition):
    """A part of the plane is out."""

    name: ClassVar[str] = "part_out"
    part: PartName

    def words(self, say: Say) -> str:
        return say(self.part)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.plane.parts[self.part] > 0


@dataclass(frozen=True, slots=True)
class PartWorn(Condition):
    """A counted part has taken its number of hits."""

    name: ClassVar[str] = "part_worn"
    part: PartName

    def words(self, say: Say) -> str:
        return say(self.part)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.plane.parts[self.part] >= limit(flight.const, self.part)


@dataclass(frozen=True, slots=True)
class EnginesOut(Condition):
    """So many engines or more are out: a number, or that of a constant."""

    name: ClassVar[str] = "engines_out"
    least: int | Annotated[str, OfConstant(int)]

    def words(self, say: Say) -> str:
        return f"{say(str(self.least))} or more engines out"

    def holds(self, flight: BomberFlight) -> bool:
        least = self.least
        return flight.state.engines_out() >= (least if isinstance(least, int) else flight.const[least])

    def test(self) -> Callable[[BomberFlight], bool]:
        least = self.least
        if isinstance(least, int):
            return lambda flight: flight.state.engines_out() >= least
        return lambda flight: flight.state.engines_out() >= flight.const[least]


@dataclass(frozen=True, slots=True)
class EnginesRunning(Condition):
    """So many engines run."""

    name: ClassVar[str] = "engines_running"
    number: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.number))} engines running"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.engines_running() == self.number


# ---- landing


@dataclass(frozen=True, slots=True)
class OutsideEngland(Plain):
    """The plane comes down elsewhere than in England."""

    name: ClassVar[str] = "outside_england"
    said: ClassVar[str] = "on land outside England"

    def holds(self, flight: BomberFlight) -> bool:
        home: int = flight.const["home_zone"]
        return flight.state.track.zone != home


@dataclass(frozen=True, slots=True)
class RadioWorks(Plain):
    """A call for help goes out."""

    name: ClassVar[str] = "radio_works"
    said: ClassVar[str] = "the radio works"

    def holds(self, flight: BomberFlight) -> bool:
        return radio_works(flight)


@dataclass(frozen=True, slots=True)
class NetAtMost(Condition):
    """The net roll is this or less, and no natural roll stood against it (Q-R50)."""

    name: ClassVar[str] = "net_at_most"
    net: int

    def words(self, say: Say) -> str:
        return f"net roll {self.net} or less"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.net <= self.net and not flight.floored

    def of_roll(self) -> Mapping[str, int]:
        return {"net_at_most": self.net}


# ---- engines and fires


@dataclass(frozen=True, slots=True)
class NoChargeLeft(Plain):
    """The burning engine has no charge left."""

    name: ClassVar[str] = "no_charge_left"
    said: ClassVar[str] = "no charge left in this engine"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.engines[flight.state.hand.engine - 1].charges <= 0


@dataclass(frozen=True, slots=True)
class NoTryLeft(Condition):
    """All tries at this fire are made, or no extinguisher is left (Q-R04)."""

    name: ClassVar[str] = "no_try_left"

    def words(self, say: Say) -> str:
        return "every try at this fire made, or no extinguisher left"

    def holds(self, flight: BomberFlight) -> bool:
        tries: int = flight.const["fire_tries"]
        return flight.state.hand.fire_tries >= tries or flight.state.plane.extinguishers <= 0
