"""The boat on its way, and the words of the tables: what rows do, and what modifiers ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from combatbox.core.effects import condition, effect, quantity
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


@effect("sky", words="{sky}")
def sky_is(flight: LampOil, sky: Sky) -> None:
    """The sky over this stretch."""
    flight.state.sky = sky


@effect("ice", words=lambda say, layers: f"{say(str(layers))} layer{'s' if layers > 1 else ''} of ice")
def ice_grows(flight: LampOil, layers: int) -> None:
    """So many layers of ice on the wings, beside those that are there."""
    flight.state.ice += layers


@effect("drums_lost", words=lambda say, drums: f"{say(str(drums))} drum{'s' if drums > 1 else ''} lost")
def drums_lost(flight: LampOil, drums: int) -> None:
    """Drums go overboard or burst."""
    flight.state.drums = max(0, flight.state.drums - drums)


@effect("down", words="{how}")
def down(flight: LampOil, how: How) -> None:
    """The flight ends here, for that reason."""
    flight.state.down = how


@condition("under", words="in a {sky}")
def under(flight: LampOil, sky: Sky) -> bool:
    """That sky stands over this stretch."""
    return flight.state.sky == sky


@quantity("layers", words="for each layer of ice")
def layers(flight: LampOil) -> int:
    """How many layers of ice there are."""
    return flight.state.ice
