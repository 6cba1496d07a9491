"""The shapes of figures and maps, in the units of the drawing.

A game's `Figure` uses positions on its table top: whole numbers, x to the right and y away from the player. A `Drawing`
uses positions on paper or in an SVG file: x to the right and y downwards. `transform_shape` converts a shape from one
to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from combatbox.core.annotations import frozen

Group = Literal["ours", "friend", "enemy", "ground"]
"""The group of a shape, which determines its colour: the player's side, its allies, the enemy, or the ground."""

Spot = tuple[int, int]
"""A position on a table top: distance to the right, distance away from the player."""

Point = tuple[float, float]
"""A position in a drawing: distance to the right, distance downwards."""

Segment = tuple[str, tuple[Point, ...]]
"""A command of a path with its points: M and L have one point, C has three, Z has none."""

Anchor = Literal["start", "middle", "end"]


@frozen
class Sector:
    """The area that a model can reach: a sector around one of its points.

    Attributes:
        label: the label of the sector.
        forward: the distance of the point ahead of the model's centre.
        right: the distance of the point to the right of the centre.
        facing: the direction of the middle of the sector, in degrees from the model's heading.
        half: the degrees on either side of `facing`, 180 for all round.
        reach: the radius.
    """

    label: str
    forward: int
    right: int
    facing: int
    half: int
    reach: int


@frozen
class Model:
    """A model of an aircraft on a table top.

    Attributes:
        short: the text beside the model.
        art: the model's drawing in `templates/art`, with its nose up.
        length: the length from nose to tail.
        group: the side to which the model belongs.
        sectors: the sectors that the model can reach.
    """

    key: str
    name: str
    short: str
    art: str
    length: int
    group: Group
    sectors: tuple[Sector, ...] = ()


# ---- shapes


@frozen
class Placed:
    """A model at a position in a figure.

    Attributes:
        ghost: True for a position where the model has been or could be, rather than where it is.
        scale: the factor by which the model's length is multiplied.
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
        """The length of the model in the figure."""
        return self.model.length * self.scale


@frozen
class Area:
    """An area, given by the corners of its outline.

    Attributes:
        corners: the corners of the outline.
        look: the style of the area. In a game's figure it is `reach`, `ahead`, `astern`, `ground` or `table`.
    """

    corners: tuple[Point, ...]
    look: str = "reach"


@frozen
class Outline:
    """A filled area with curved edges, without a line around it.

    Attributes:
        segments: the path of its edge.
        fill: the name of its colour, from the palette or the tones of `templates/print.yaml`.
    """

    segments: tuple[Segment, ...]
    fill: str


@frozen
class Line:
    """A line from position to position.

    Attributes:
        spots: the positions.
        look: the style of the line. In a game's figure it is `way`, `limit`, `shot`, `edge` or `measure` (with marked
            ends).
    """

    spots: tuple[Point, ...]
    look: str = "way"


@frozen
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    look: str


@frozen
class Plate:
    """A rounded rectangle behind text, positioned by its top left corner."""

    x: float
    y: float
    width: float
    height: float
    look: str
    radius: float


@frozen
class Label:
    """A line of text.

    In a figure the position is at half the height of the text, in a drawing it is on the baseline.

    Attributes:
        side: the part of the text that is placed at the position: `start`, `middle` or `end`.
        style: the name of the text style (`press.style`), which only a label in a `Drawing` has.
        turn: the rotation about the position, in degrees clockwise.
    """

    x: float
    y: float
    text: str
    side: Anchor = "middle"
    style: str = ""
    turn: float = 0.0


@frozen
class Art:
    """A drawing from `templates/art`, placed so that its point `middle` is at the position.

    Attributes:
        name: the name of the drawing.
        scale: the factor by which its size is multiplied.
        middle: the point of the drawing that is placed at the position.
        turn: the rotation about the position, in degrees clockwise.
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
"""A shape in a game's figures."""

Shape = Item | Dot | Plate | Art | Outline


def transform_shape(shape: Shape, at: Callable[[Point], Point], times: float) -> Shape:
    """Return a shape converted to other coordinates, such as those of a page.

    Args:
        shape: the shape.
        at: a function that converts a position.
        times: the factor for lengths.
    """
    match shape:
        case Area():
            return replace(shape, corners=tuple(map(at, shape.corners)))
        case Line():
            return replace(shape, spots=tuple(map(at, shape.spots)))
        case Outline():
            return replace(shape, segments=tuple((command, tuple(map(at, way))) for command, way in shape.segments))
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


@frozen
class Figure:
    """A drawing for a chapter, made from the game's geometry.

    Attributes:
        title: a short title.
        text: a description in one or two sentences.
        left: the left end of the part of the table top that the figure shows.
        right: the right end.
        near: the near end.
        far: the far end.
        items: the shapes in drawing order.
    """

    title: str
    text: str
    left: int
    right: int
    near: int
    far: int
    items: tuple[Item, ...]


Figures = Mapping[str, Figure]
"""The figures of a game, by the names that its chapters use."""


@frozen
class Drawing:
    """Shapes that are written to a file or printed.

    The origin is the top left corner of the sheet.

    Attributes:
        description: the text alternative of the drawing.
    """

    title: str
    description: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def labels(self) -> list[Label]:
        """Return all lines of text in the drawing."""
        return [shape for shape in self.shapes if isinstance(shape, Label)]
