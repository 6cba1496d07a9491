"""Closed lists of values: for the parameters of the bomber vocabulary, and for the options of decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from combatbox.bomber.constants import WING_SIDES, BomberConstants, BomberRulings
from combatbox.bomber.state import State
from combatbox.core.annotations import OneOf, frozen
from combatbox.core.decisions import Option
from combatbox.core.effects import WordFormatter
from combatbox.core.flight import GameFlight
from combatbox.core.narration import GameNarrationContext
from combatbox.core.tables import GameRulebook

WINGS = {"port_wing": "port", "starboard_wing": "starboard"}
"""The sections that are not compartments, with the side of each."""

WING_OF = {side: wing for wing, side in WINGS.items()}

ATTACKED_WING = "attacking_side_wing"
"""The wing on the side from which a fighter attacks."""


@frozen
class OfPart(OneOf):
    """Annotation for the name of a part of the plane.

    Attributes:
        each: True to permit the full names of all parts (`intercom_out`, `port_flap_out`); False to permit only parts
            that exist on both sides, named without the side (`flap_out`).
    """

    each: bool = True

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:  # game.yaml before it is checked
        """Return the names of the plane's parts; empty if `parts` is malformed."""
        declared = constants.get(self.constant)
        if not isinstance(declared, Mapping) or not all(isinstance(facts, Mapping) for facts in declared.values()):
            return ()
        sided = {kind: bool(facts.get("sides")) for kind, facts in declared.items()}
        names = (
            (f"{side}_{kind}" if side else kind)
            for kind, both in sided.items()
            for side in (WING_SIDES if both else ("",))
        )
        return tuple(names if self.each else (kind for kind, both in sided.items() if both))


@frozen
class OfTerrain(OneOf):
    """Annotation for the terrain below the bomber in a zone.

    The code is that of one terrain, or of water together with another terrain, as in `W-F`.
    """

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:  # game.yaml before it is checked
        """Return the codes of all terrains, alone and in combination with water."""
        letters = constants.get(self.constant)
        return (
            tuple(_terrain_codes(str(constants.get("water")), map(str, letters)))
            if isinstance(letters, Mapping)
            else ()
        )


def letters_of(constants: BomberConstants, code: str) -> tuple[str, ...]:
    """Return the letters in a terrain code; empty for an empty code."""
    return _terrain_codes(constants.water, constants.terrains)[code] if code else ()


def _terrain_codes(water: str, letters: Iterable[str]) -> dict[str, tuple[str, ...]]:
    codes: dict[str, tuple[str, ...]] = {}
    for letter in letters:
        codes |= {letter: (letter,)} | ({f"{water}-{letter}": (water, letter)} if letter != water else {})
    return codes


PartName = Annotated[str, OfPart("parts")]
SidePart = Annotated[str, OfPart("parts", each=False)]
MountedGun = Annotated[str, OneOf("guns")]
GunName = Annotated[str, OneOf("guns", also=("this",))]
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
BomberNarration = GameNarrationContext[BomberConstants]


def table_of(constants: BomberConstants, section: str) -> str:
    """Return the damage table of a section: the table of its compartment, or of the wings."""
    compartment = constants.compartments.get(section)
    return compartment.table if compartment else constants.wing_table


VERTICAL = ("vertical_dive", "vertical_climb")
"""The positions directly above and below the bomber, which have no direction on the clock."""


def placed(say: WordFormatter, type: str, position: str) -> str:
    """Return a description of a fighter with its position.

    Examples are `Me 109 at 12 High` and `FW 190 in a vertical dive`.
    """
    return f"{say(type)} {f'in a {say(position).lower()}' if position in VERTICAL else f'at {say(position)}'}"


FIGHTERS = tuple(f"f{number}" for number in range(1, 17))
"""The names of the fighters of a wave in decisions and the log, in order of arrival."""

TARGETS = tuple(Option(name, "fighter", index, number=index + 1) for index, name in enumerate(FIGHTERS))
"""The options that name a fighter; their argument is the fighter's index."""

PASSING = tuple(Option(f"passing {name}", "passing", index, number=index + 1) for index, name in enumerate(FIGHTERS))
"""The options for a passing shot at each fighter."""

AIMS = {str(option): option for option in (*TARGETS, *PASSING)}
"""The options that name one fighter, by their text on a gun counter."""

HOLD = Option("hold")


def over(below: str, letter: str) -> Option:
    """Return the option to bail out over a terrain.

    Args:
        below: the name of the terrain, which is the text of the option.
        letter: the letter of the terrain.
    """
    return Option(below, "over", letter)


class FlightOver(Exception):
    """Raised when the flight ends immediately; the rest of the turn is not played."""
