"""The data of a game's `drawing.yaml`: the parts of its bomber in the drawings.

The drawings are files in `templates/art`; the outline for terminals is part of the data.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from combatbox.bomber.constants import Station
from combatbox.bomber.enums import WINGS, MountedGun, Position
from combatbox.core.annotations import AllKeys, FilledList, Min, OneOf, frozen
from combatbox.core.narration import NarrationContext
from combatbox.core.scene import Art, Part

Spot = Annotated[list[int], Min(2)]
"""A row and a column in the outline."""
Section = Annotated[str, OneOf("compartments", also=tuple(WINGS))]


@frozen
class GunAt:
    """The label of a gun beside the outline.

    A label begins at its column. If the column is negative, -n, the label ends at column n.

    Attributes:
        row: the row of the label in the outline.
        column: the column of the label in the outline.
        short: the text of the label.
    """

    row: int
    column: int
    short: str


@frozen
class Outline:
    """The bomber from above, drawn in characters with its nose up.

    Attributes:
        lines: the rows of the outline.
        seats: the row and column of each man.
        engines: the row and column of each engine.
        guns: the label of each gun.
    """

    lines: FilledList
    seats: Annotated[dict[Station, Spot], AllKeys()]
    engines: list[Spot]
    guns: Annotated[dict[MountedGun, GunAt], AllKeys()]

    @property
    def width(self) -> int:
        """The width of the outline in columns."""
        return max(map(len, self.lines))


@frozen
class ComesFrom:
    """The direction and height of an attack in a picture.

    Attributes:
        clock: the direction on the clock, or `over` or `under` for an attack from above or below.
        level: the height of the fighter.
    """

    clock: Literal["12", "1:30", "3", "6", "9", "10:30", "over", "under"]
    level: Literal["high", "level", "low"]


@frozen
class Drawing:
    """The parts of a bomber's drawing.

    Attributes:
        art: the files of the drawings.
        seats: for each station, the part of the drawing that shows it.
        guns: for each gun, the part of the drawing that shows it.
        rooms: for each section of the plane, the part of the drawing that shows it.
        outline: the outline for terminals.
        positions: for each position of a fighter, the direction of its attack.
        home: the name of the first stop on the track.
        sheet: the name of the form that is filled in beside the drawing.
        tanks: for each fuel tank, the part of the drawing that shows it.
    """

    art: Art
    seats: Annotated[dict[Station, Part], AllKeys()]
    guns: Annotated[dict[MountedGun, Part], AllKeys()]
    rooms: Annotated[dict[Section, Part], AllKeys()]
    outline: Outline
    positions: Annotated[dict[Position, ComesFrom], AllKeys()]
    home: str
    sheet: str
    tanks: dict[str, Part] = field(default_factory=dict)


def drawing_of(words: NarrationContext) -> Drawing:
    """Return the drawing of the bomber in the game's data."""
    assert isinstance(words.drawing, Drawing), "drawing.yaml is missing"
    return words.drawing


def comes_from(words: NarrationContext, position: str) -> ComesFrom:
    """Return the direction of an attack from a position."""
    return drawing_of(words).positions[position]
