"""The declaration of `data` in the `shop.yaml` of a bomber game, for validation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from combatbox.bomber.enums import Compartment, FighterType, MountedGun
from combatbox.core.annotations import AllKeys, Min, OfTable, OneOf

Man = Annotated[str, OneOf("crew")]
Section = Annotated[str, OneOf("compartments", also=("port_wing", "starboard_wing"))]
ModifierNames = dict[Annotated[str, OfTable()], list[str]]
"""Lists of conditions of modifiers, by table."""
Number = int | float


@dataclass(frozen=True, slots=True)
class Spot:
    """A dot on a drawing, and the position of its label, in the drawing's units."""

    dot: Annotated[list[Number], Min(2)]
    label: Annotated[list[Number], Min(2)]


@dataclass(frozen=True, slots=True)
class FighterCard:
    """The card of a fighter type: its drawing, the number of copies, and the modifiers that it lists."""

    art: str
    count: Annotated[int, Min(1)]
    told: ModifierNames = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BomberData:
    """The data that the sheets of every bomber game need."""

    stations: Annotated[dict[Man, str], AllKeys()]
    short: dict[Man, str]
    results: Annotated[dict[Annotated[str, OneOf("sides")], str], AllKeys()]
    rooms: Annotated[dict[Compartment, str], AllKeys()]
    sections: Annotated[dict[Section, Spot], AllKeys()]
    attack_track: str
    fighters: Annotated[dict[FighterType, FighterCard], AllKeys()]
    fighters_also: ModifierNames
    fighters_plain: str


@dataclass(frozen=True, slots=True)
class GunsBeside:
    """The guns that are listed above, to the left of, to the right of and below the drawing of the bomber."""

    above: list[MountedGun]
    left: list[MountedGun]
    right: list[MountedGun]
    below: list[MountedGun]
