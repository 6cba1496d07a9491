"""What a game's `drawing.yaml` says: how its replay and its board call the parts of its bomber, and where they are.

The drawings themselves are files of `templates/art`; the outline that a terminal shows stands in the data as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from combatbox.bomber.enums import WINGS, MountedGun, Position, Station
from combatbox.core.annotations import AllKeys, Min, OneOf
from combatbox.core.game import NarrationContext
from combatbox.core.scene import Art, Part

Spot = Annotated[list[int], Min(2)]
"""A row and a column of the outline."""
Room = Annotated[str, OneOf("compartments", also=tuple(WINGS))]


@dataclass(frozen=True)
class GunAt:
    """Where a gun is written beside the outline, and how it is called there; a negative column is where a text ends."""

    row: int
    column: int
    short: str


@dataclass(frozen=True)
class Outline:
    """The bomber from above in letters, its nose up. seats, engines: row and column of each man and engine."""

    lines: Annotated[list[str], Min(1)]
    seats: Annotated[dict[Station, Spot], AllKeys()]
    engines: list[Spot]
    guns: Annotated[dict[MountedGun, GunAt], AllKeys()]

    @property
    def width(self) -> int:
        """The columns of the outline."""
        return max(map(len, self.lines))


@dataclass(frozen=True)
class ComesFrom:
    """Where an attack comes from on a picture: by the clock, or straight from over or under the bomber, and how high."""

    clock: Literal["12", "1:30", "3", "6", "9", "10:30", "over", "under"]
    level: Literal["high", "level", "low"]


@dataclass(frozen=True)
class Drawing:
    """art: the files. seats, guns, rooms, tanks: parts there by station, gun, section that shells hit and fuel tank.

    positions: where an attack from each comes from. home: how the first stop of the track is called; sheet: the form that
    fills in beside the drawing.
    """

    art: Art
    seats: Annotated[dict[Station, Part], AllKeys()]
    guns: Annotated[dict[MountedGun, Part], AllKeys()]
    rooms: Annotated[dict[Room, Part], AllKeys()]
    outline: Outline
    positions: Annotated[dict[Position, ComesFrom], AllKeys()]
    home: str
    sheet: str
    tanks: dict[str, Part] = field(default_factory=dict)


def drawing_of(words: NarrationContext) -> Drawing:
    """The drawing of the game whose words these are: a game that shows its bomber has one."""
    assert isinstance(words.drawing, Drawing), "drawing.yaml is missing"
    return words.drawing


def comes_from(words: NarrationContext, position: str) -> ComesFrom:
    """Where an attack from a position of the game comes from."""
    return drawing_of(words).positions[position]
