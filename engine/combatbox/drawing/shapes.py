"""The shapes that figures and maps are made of, in the units of the drawing.

A game's `Figure` has places of its table top: whole numbers, x to the right and y away from the player. A `Drawing` has places
as they are written or printed: x to the right and y downwards. `laid` brings a shape of the one onto the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Group = Literal["ours", "friend", "enemy", "ground"]
"""Whose something is, for its colour: the player's own, those who help, those against."""

Spot = tuple[int, int]
"""A place on a table: to the right, and away from the player."""

Point = tuple[float, float]
"""A place of a drawing: to the right, and downwards."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Sector:
    """What can be reached from a model, measured from a point of it: so far to a side of where it faces.

    forward, right: the point, from the model's centre. facing: degrees from its heading. half: degrees to either side,
    180 for all round.
    """

    label: str
    forward: int
    right: int
    facing: int
    half: int
    reach: int


@dataclass(frozen=True, slots=True)
class Model:
    """A model. art: its drawing in `templates/art`, nose up. short: what stands beside it. length: from nose to tail."""

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
    """A model in a figure. ghost: where it has been, or would be. scale: how often its length is that of its model."""

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
        return self.model.length * self.scale


@dataclass(frozen=True, slots=True)
class Area:
    """An area, by the corners of its outline. look: `reach`, `ahead`, `astern`, `ground` or `table` in a game's figure."""

    corners: tuple[Point, ...]
    look: str = "reach"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through places. look: `way`, `limit`, `shot`, `measure` (with ends) or `edge` in a game's figure."""

    spots: tuple[Point, ...]
    look: str = "way"


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    radius: float
    look: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A rectangle with round corners behind words, by its corner at the top left."""

    x: float
    y: float
    width: float
    height: float
    look: str
    radius: float


@dataclass(frozen=True, slots=True)
class Label:
    """A line of words. side: `start`, `middle` or `end` of them stands at the place.

    In a figure the place is the middle of their height, in a drawing it is on their baseline. style: of print, in a drawing.
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
    """One of our drawings, with its point `middle` at the place. scale: of its size. turn: degrees clockwise about the place."""

    name: str
    x: float
    y: float
    scale: float
    middle: Point = (0.0, 0.0)
    turn: float = 0.0
    ink: str = "ink"
    stations: bool = True


Item = Placed | Area | Line | Label
"""What a game makes its figures of."""

Shape = Item | Dot | Plate | Art


def laid(shape: Shape, at: Callable[[Point], Point], times: float) -> Shape:
    """Return a shape as it lies in another drawing. at: converts a place. times: the factor for lengths."""
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
    """A drawing for a chapter, made from the game's geometry. left, right, near, far: the part of the table that it shows.

    title: what it is, in a few words. text: what it shows, in a sentence or two.
    """

    title: str
    text: str
    left: int
    right: int
    near: int
    far: int
    items: tuple[Item, ...]


Figures = Mapping[str, Figure]
"""The figures of a game by the names by which its chapters call them."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes as they are written or printed, from the top left corner of a sheet.

    description: what it shows, for those who cannot see it.
    """

    title: str
    description: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def labels(self) -> list[Label]:
        return [shape for shape in self.shapes if isinstance(shape, Label)]
