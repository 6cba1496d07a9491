"""Conditions on the course of a mission: weather, formation, events, the bomb run."""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.bomber.conditions.plain import Plain
from combatbox.bomber.state import keeps_formation
from combatbox.bomber.terms import BomberFlight, LastingEvent
from combatbox.core.effects import Condition, Say
from combatbox.core.records import dataclass

# ---- weather, formation, events


@dataclass(frozen=True, slots=True)
class PlaceIn(Condition):
    """The bomber's place in its squadron is one of these, or the squadron's in the group, by the order that was given."""

    name: ClassVar[str] = "place_in"
    what: Literal["formation", "squadron"]
    places: tuple[Literal["lead", "high", "middle", "low", "tail"], ...]

    def words(self, say: Say) -> str:
        return f"{' or '.join(self.places)} in the {self.what}"

    def holds(self, flight: BomberFlight) -> bool:
        orders = flight.state.orders
        return (orders.formation if self.what == "formation" else orders.squadron) in self.places


@dataclass(frozen=True, slots=True)
class Lasting(Condition):
    """An event that lasts is in force."""

    name: ClassVar[str] = "event_lasts"
    event: LastingEvent

    def words(self, say: Say) -> str:
        return say(self.event)

    def holds(self, flight: BomberFlight) -> bool:
        return flight.state.chance.lasting[self.event]


@dataclass(frozen=True, slots=True)
class InFormation(Plain):
    """In formation at this moment."""

    name: ClassVar[str] = "in_formation"
    said: ClassVar[str] = "in formation"

    def holds(self, flight: BomberFlight) -> bool:
        return keeps_formation(flight.state.track)


@dataclass(frozen=True, slots=True)
class EventHappened(Condition):
    """An event that happens once a mission has happened."""

    name: ClassVar[str] = "event_happened"
    event: LastingEvent

    def words(self, say: Say) -> str:
        return "if it happened before"

    def holds(self, flight: BomberFlight) -> bool:
        return self.event in flight.state.chance.events


@dataclass(frozen=True, slots=True)
class Ruled(Condition):
    """That option of a ruling is in force."""

    name: ClassVar[str] = "ruled"
    ruling: str
    option: str

    def words(self, say: Say) -> str:
        return f"under the option “{say(self.option)}” of {self.ruling}"

    def holds(self, flight: BomberFlight) -> bool:
        return flight.rulings.get(self.ruling) == self.option

    def of_ruling(self) -> tuple[str, str]:
        return self.ruling, self.option


# ---- bomb run
