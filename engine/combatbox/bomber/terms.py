"""The closed lists of words that parameters of the vocabulary of Queen of the Skies draw on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from combatbox.bomber.state import State
from combatbox.core.declared import Listed
from combatbox.core.effects import Say
from combatbox.core.flight import Flight

MountedGun = Annotated[str, Listed("guns")]
GunName = Annotated[str, Listed("guns", also=("this",))]
Station = Annotated[str, Listed("crew")]
Compartment = Annotated[str, Listed("compartments")]
Section = Annotated[str, Listed("compartments", also=("port_wing", "starboard_wing", "attacking_side_wing"))]
Side = Literal["port", "starboard", "this"]
EngineName = Literal[1, 2, 3, 4, "this"]
TankName = Literal["outboard", "inboard"]
FighterType = Annotated[str, Listed("fighters")]
Position = Annotated[str, Listed("positions")]
WeatherName = Annotated[str, Listed("weathers")]
FlakName = Annotated[str, Listed("flaks")]
CoverName = Annotated[str, Listed("covers")]
TargetType = Annotated[str, Listed("target_types")]
City = Annotated[str, Listed("cities")]
Terrain = Annotated[str, Listed("terrains", also=("W-F", "W-N"))]
Unit = Literal["turns", "zones"]

BomberFlight = Flight[State]


def table_of(constants: Mapping[str, Any], section: str) -> str:
    """The damage table of a section of the bomber: a compartment's own, or the one of the wings."""
    compartment = constants["compartments"].get(section)
    return str(compartment["table"] if compartment else constants["wing_table"])


def placed(say: Say, kind: str, position: str) -> str:
    """A fighter and where it attacks from: `Me 109 at 12 High`, `FW 190 in a Vertical Dive`."""
    return f"{say(kind)} {'in a' if position.startswith('vertical') else 'at'} {say(position)}"
