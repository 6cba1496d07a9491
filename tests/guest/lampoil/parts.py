"""The boat on its way, and the words of the tables: what rows do, and what modifiers ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from combatbox.core.effects import Condition, Effect, Quantity, Say
from combatbox.core.flight import Flight

Sky = Literal["squall", "cloud", "clear"]
How = Literal["jetty", "adrift", "wave", "swell"]


@dataclass
class Boat:
    """All that changes on a flight. `down` says how it ended."""

    drums: int
    stretch: str = ""
    sky: str = ""
    ice: int = 0
    down: str = ""


LampOil = Flight[Boat]


@dataclass(frozen=True, slots=True)
class SkyIs(Effect):
    """The sky over this stretch."""

    name: ClassVar[str] = "sky"
    sky: Sky

    def words(self, say: Say) -> str:
        return say(self.sky)

    def apply(self, flight: LampOil) -> None:
        flight.state.sky = self.sky


@dataclass(frozen=True, slots=True)
class IceGrows(Effect):
    """So many layers of ice on the wings, beside those that are there."""

    name: ClassVar[str] = "ice"
    layers: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.layers))} layer{'s' if self.layers > 1 else ''} of ice"

    def apply(self, flight: LampOil) -> None:
        flight.state.ice += self.layers


@dataclass(frozen=True, slots=True)
class DrumsLost(Effect):
    """Drums go overboard or burst."""

    name: ClassVar[str] = "drums_lost"
    drums: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.drums))} drum{'s' if self.drums > 1 else ''} lost"

    def apply(self, flight: LampOil) -> None:
        flight.state.drums = max(0, flight.state.drums - self.drums)


@dataclass(frozen=True, slots=True)
class Down(Effect):
    """The flight ends here, for that reason."""

    name: ClassVar[str] = "down"
    how: How

    def words(self, say: Say) -> str:
        return say(self.how)

    def apply(self, flight: LampOil) -> None:
        flight.state.down = self.how


@dataclass(frozen=True, slots=True)
class Under(Condition):
    """That sky stands over this stretch."""

    name: ClassVar[str] = "under"
    sky: Sky

    def words(self, say: Say) -> str:
        return f"in a {say(self.sky)}"

    def holds(self, flight: LampOil) -> bool:
        return flight.state.sky == self.sky


@dataclass(frozen=True, slots=True)
class Layers(Quantity):
    """How many layers of ice there are."""

    name: ClassVar[str] = "layers"

    def words(self, say: Say) -> str:
        return "for each layer of ice"

    def amount(self, flight: LampOil) -> int:
        return flight.state.ice
