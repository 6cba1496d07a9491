"""The closed lists of words that parameters of the vocabulary of Queen of the Skies draw on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from combatbox.core.effects import Say
from combatbox.core.flight import Flight
from combatbox.games.queen.state import State

MountedGun = Literal[
    "nose",
    "port_cheek",
    "starboard_cheek",
    "top_turret",
    "radio_room",
    "ball_turret",
    "port_waist",
    "starboard_waist",
    "tail",
]
GunName = Literal[MountedGun, "this"]
Station = Literal[
    "bombardier",
    "navigator",
    "pilot",
    "copilot",
    "engineer",
    "radio_operator",
    "ball_gunner",
    "port_waist_gunner",
    "starboard_waist_gunner",
    "tail_gunner",
]
Compartment = Literal["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]
Section = Literal[
    "nose",
    "pilot_compartment",
    "bomb_bay",
    "radio_room",
    "waist",
    "tail",
    "port_wing",
    "starboard_wing",
    "attacking_side_wing",
]
Side = Literal["port", "starboard", "this"]
EngineName = Literal[1, 2, 3, 4, "this"]
TankName = Literal["outboard", "inboard"]
FighterType = Literal["fw190", "me109", "me110"]
Position = Literal[
    "12_high",
    "12_level",
    "12_low",
    "1:30_high",
    "1:30_level",
    "1:30_low",
    "3_high",
    "3_level",
    "3_low",
    "6_high",
    "6_level",
    "6_low",
    "9_high",
    "9_level",
    "9_low",
    "10:30_high",
    "10:30_level",
    "10:30_low",
    "vertical_dive",
    "vertical_climb",
]
WeatherName = Literal["good", "poor", "bad"]
FlakName = Literal["none", "light", "medium", "heavy"]
CoverName = Literal["poor", "fair", "good"]
TargetType = Literal["airfield", "aircraft", "industry", "rail_yard", "ship_yard", "u_boats"]
City = Literal[
    "Abbeville",
    "Amiens",
    "Antwerp",
    "Bremen",
    "Brest",
    "Cherbourg",
    "Emden",
    "Hamm",
    "Kiel",
    "La_Rochelle",
    "Lille",
    "Lorient",
    "Meaulte",
    "Paris",
    "Rennes",
    "Romilly-sur-Seine",
    "Rotterdam",
    "Rouen",
    "St_Omer",
    "St_Nazaire",
    "Vegesack",
    "Wilhelmshaven",
]
Terrain = Literal["W", "B", "F", "N", "G", "W-F", "W-N"]
Unit = Literal["turns", "zones"]

Queen = Flight[State]


def table_of(constants: Mapping[str, Any], section: str) -> str:
    """The damage table of a section of the bomber: a compartment's own, or the one of the wings."""
    compartment = constants["compartments"].get(section)
    return str(compartment["table"] if compartment else constants["wing_table"])


def placed(say: Say, kind: str, position: str) -> str:
    """A fighter and where it attacks from: `Me 109 at 12 High`, `FW 190 in a Vertical Dive`."""
    return f"{say(kind)} {'in a' if position.startswith('vertical') else 'at'} {say(position)}"
