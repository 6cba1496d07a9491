"""The closed lists of words that parameters of the vocabulary of Queen of the Skies draw on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from combatbox.bomber.constants import BomberConstants, BomberRulings
from combatbox.bomber.state import SIDES, State
from combatbox.core.annotations import OneOf
from combatbox.core.effects import WordFormatter
from combatbox.core.flight import GameFlight
from combatbox.core.tables import GameRulebook

WINGS = {"port_wing": "port", "starboard_wing": "starboard"}
"""The sections that are no compartment, and the side of each."""

WING_OF = {side: wing for wing, side in WINGS.items()}

ATTACKED_WING = "attacking_side_wing"
"""The wing on the side from which a fighter attacks."""


@dataclass(frozen=True)
class OfPart(OneOf):
    """A part of the plane. each: by its full name, with the side where each side has one; else those alone, without it."""

    each: bool = True

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of the parts that the game's plane has; a file with other faults has none."""
        declared = constants.get(self.constant)
        if not isinstance(declared, Mapping) or not all(isinstance(facts, Mapping) for facts in declared.values()):
            return ()
        sided = {kind: bool(facts.get("sides")) for kind, facts in declared.items()}
        names = (
            (f"{side}_{kind}" if side else kind) for kind, both in sided.items() for side in (SIDES if both else ("",))
        )
        return tuple(names if self.each else (kind for kind, both in sided.items() if both))


@dataclass(frozen=True)
class OfTerrain(OneOf):
    """What lies below in a zone: one of the terrains, or water along with another, as `W-F`."""

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """The codes of all that may lie below."""
        letters = constants.get(self.constant)
        return tuple(_below(str(constants.get("water")), map(str, letters))) if isinstance(letters, Mapping) else ()


def letters_of(constants: BomberConstants, code: str) -> tuple[str, ...]:
    """The letters of what lies below, by its code in tables and logs; none where nothing is written down."""
    return _below(constants.water, constants.terrains)[code] if code else ()


def _below(water: str, letters: Iterable[str]) -> dict[str, tuple[str, ...]]:
    codes: dict[str, tuple[str, ...]] = {}
    for letter in letters:
        codes |= {letter: (letter,)} | ({f"{water}-{letter}": (water, letter)} if letter != water else {})
    return codes


PartName = Annotated[str, OfPart("parts")]
SidePart = Annotated[str, OfPart("parts", each=False)]
MountedGun = Annotated[str, OneOf("guns")]
GunName = Annotated[str, OneOf("guns", also=("this",))]
Station = Annotated[str, OneOf("crew")]
Someone = Annotated[str, OneOf("crew", also=("this",))]
Compartment = Annotated[str, OneOf("compartments")]
Section = Annotated[str, OneOf("compartments", also=(*WINGS, ATTACKED_WING))]
Side = Literal["port", "starboard", "this"]
EngineName = Literal[1, 2, 3, 4, "this"]
TankName = Literal["outboard", "inboard"]
FighterType = Annotated[str, OneOf("fighters")]
Position = Annotated[str, OneOf("positions")]
WeatherName = Annotated[str, OneOf("weathers")]
FlakName = Annotated[str, OneOf("flaks")]
CoverName = Annotated[str, OneOf("covers")]
TargetType = Annotated[str, OneOf("target_types")]
City = Annotated[str, OneOf("cities")]
LastingEvent = Annotated[str, OneOf("lasting_events")]
Terrain = Annotated[str, OfTerrain("terrains")]
Unit = Literal["turns", "zones"]

BomberFlight = GameFlight[State, BomberConstants, BomberRulings]
BomberRulebook = GameRulebook[BomberConstants, BomberRulings]


def table_of(constants: BomberConstants, section: str) -> str:
    """The damage table of a section of the bomber: a compartment's own, or the one of the wings."""
    compartment = constants.compartments.get(section)
    return compartment.table if compartment else constants.wing_table


VERTICAL = ("vertical_dive", "vertical_climb")
"""The positions straight above and below the bomber, of no hour of the clock."""


def placed(say: WordFormatter, type: str, position: str) -> str:
    """A fighter and where it attacks from: `Me 109 at 12 High`, `FW 190 in a vertical dive`."""
    return f"{say(type)} {f'in a {say(position).lower()}' if position in VERTICAL else f'at {say(position)}'}"
