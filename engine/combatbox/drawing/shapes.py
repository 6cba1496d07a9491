"""The shapes of figures and maps, in the units of the drawing.

A game's `Figure` has places on its table top: whole numbers, x to the right and y away from the player. A `Drawing` has places
as they are written or printed: x to the right and y downwards. `transform_shape` converts a shape from the one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Group = Literal["ours", "friend", "enemy", "ground"]
"""The side that something belongs to, for its colour: the player, allies, enemies, or the ground."""

Spot = tuple[int, int]
"""A place on a table: to the right, and away from the player."""

Point = tuple[float, float]
"""A place of a drawing: to the right, and downwards."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Sector:
    """The reach of a model: a sector around one of its points.

    Attributes:
        forward: the point, ahead of the model's centre.
        right: the point, to the right of the centre.
        facing: the direction of the middle of the sector, in degrees from the model's heading.
        half: degrees to either side of `facing`, 180 for all round.
        reach: the radius.
    """

    label: str
    forward: int
    right: int
    facing: int
    half: int
    reach: int


@dataclass(frozen=True, slots=True)
class Model:
    """A model.

    Attributes:
        short: the text beside it.
        art: its drawing in `templates/art`, nose up.
        length: from nose to tail.
    """

    key: str
    name: str
    short: str
    art: str
    length: int
    group: Group
    sectors: tuple[Sector, ...] = ()


# ---- shapes


@dataclass(frozen=True, slots=True)
class Placed:
    """A model in a figure.

    Attributes:
        ghost: where it has been or could be, rather than where it is.
        scale: the factor for its length.
    """

    model: Model
    x: float
    y: float
    heading: int
    smoke: int = 0
    ghost: bool = False
    label: str = ""
    scale: float = 1.0

    @property
    def length(self) -> float:
        """Its length in the figure."""
        return self.model.length * self.scale


@dataclass(frozen=True, slots=True)
class Area:
    """An area, by the corners of its outline.

    Attributes:
        look: `reach`, `ahead`, `astern`, `ground` or `table` in a game's figure.
    """

    corners: tuple[Point, ...]
    look: str = "reach"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through places.

    Attributes:
        look: `way`, `limit`, `shot`, `measure` (with ends) or `edge` in a game's figure.
    """

    spots: tuple[Point, ...]
    look: str = "way"


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    look: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A rounded rectangle behind words, by its top left corner."""

    x: float
    y: float
    width: float
    height: float
    look: str
    radius: float


@dataclass(frozen=True, slots=True)
class Label:
    """A line of words.

    In a figure the place is the middle of their height, in a drawing it is on their baseline.

    Attributes:
        side: the part of the words at the place: `start`, `middle` or `end`.
        style: of print, in a drawing.
        turn: degrees clockwise about the place.
    """

    x: float
    y: float
    text: str
    side: Anchor = "middle"
    style: str = ""
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Art:
    """One of our drawings, with its point `middle` at the place.

    Attributes:
        scale: the factor for its size.
        turn: degrees clockwise about the place.
    """

    name: str
    x: float
    y: float
    scale: float
    middle: Point = (0.0, 0.0)
    turn: float = 0.0
    ink: str = "ink"
    stations: bool = True


Item = Placed | Area | Line | Label
"""A shape of a game's figures."""

Shape = Item | Dot | Plate | Art


def transform_shape(shape: Shape, at: Callable[[Point], Point], times: float) -> Shape:
    """Return a shape in the coordinates of another drawing.

    Args:
        shape: the shape.
        at: converts a place.
        times: the factor for lengths.
    """
    match shape:
        case Area():
            return replace(shape, corners=tuple(map(at, shape.corners)))
        case Line():
            return replace(shape, spots=tuple(map(at, shape.spots)))
    x, y = at((shape.x, shape.y))
    match shape:
        case Placed() | Art():
            return replace(shape, x=x, y=y, scale=shape.scale * times)
        case Dot():
            return replace(shape, x=x, y=y, radius=shape.radius * times)
        case Plate():
            wide, high = shape.width * times, shape.height * times
            return replace(shape, x=x, y=y, width=wide, height=high, radius=shape.radius * times)
        case Label():
            return replace(shape, x=x, y=y)


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing for a chapter, made from the game's geometry.

    Attributes:
        title: what it is, in a few words.
        text: what it shows, in a sentence or two.
        left: the left end of the part of the table that it shows.
        right: its right end.
        near: its near end.
        far: its far end.
    """

    title: str
    text: str
    left: int
    right: int
    near: int
    far: int
    items: tuple[Item, ...]


Figures = Mapping[str, Figure]
"""The figures of a game by the names in its chapters."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes as they are written or printed, from the top left corner of a sheet.

    Attributes:
        description: a text alternative.
    """

    title: str
    description: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def labels(self) -> list[Label]:
        """Return all lines of words."""
        return [shape for shape in self.shapes if isinstance(shape, Label)]
