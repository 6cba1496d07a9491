"""Figures for pages and booklets: small drawings of boxes, lines and words, in the colours of the page.

A game makes its figures (`Provider.figures`) with the class `Figure`, only from its tables and constants.
"""

from __future__ import annotations

from dataclasses import replace

from combatbox.core.shapes import Anchor, Area, Art, Dot, Drawing, Label, Line, Point, Shape, transform_shape
from combatbox.press import drawings
from combatbox.press.geometry import Box
from combatbox.press.surface import Surface

_ON_PAPER = {"fig-words": "figure", "fig-small": "figure-small", "fig-head": "figure-head"}
"""The condensed text styles that replace the styles of words in a figure on paper."""


SQUARE = 12.0
"""The size of the squares of a key."""


class Figure:
    """A drawing to which shapes can be added.

    Attributes:
        of: the id of the table whose page shows the figure, if any.
    """

    def __init__(self, name: str, title: str, about: str, width: int, height: int, of: str = "") -> None:
        self.name, self.title, self.about, self.of = name, title, about, of
        self.width, self.height = width, height
        self.shapes: list[Shape] = []

    def box(self, x: float, y: float, width: float, height: float, look: str = "paper") -> None:
        """Add a rectangle."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.shapes.append(Area(corners, f"fig-{look}"))

    def line(self, *points: Point, look: str = "ink") -> None:
        """Add a line through points."""
        self.shapes.append(Line(points, f"fig-{look}"))

    def dot(self, x: float, y: float, radius: float, look: str = "paper") -> None:
        """Add a circle."""
        self.shapes.append(Dot(x, y, radius, f"fig-{look}"))

    def words(self, text: str, x: float, y: float, look: str = "words", anchor: Anchor = "start") -> None:
        """Add a line of text.

        Args:
            text: the text.
            x: the horizontal position of the start, the middle or the end of the text, as `anchor` says.
            y: the vertical position of the baseline.
            look: the name of the text style.
            anchor: the part of the text that is placed at `x`.
        """
        self.shapes.append(Label(x, y, text, anchor, f"fig-{look}"))

    def key(self, x: float, y: float, look: str, words: str) -> None:
        """Add a square with its top left corner at a point, and its meaning beside it."""
        self.box(x, y, SQUARE, SQUARE, look)
        self.words(words, x + 18, y + 10)

    def art(self, name: str, x: float, y: float, scale: float) -> None:
        """Add a drawing from `templates/art`."""
        self.shapes.append(Art(name, x, y, scale))

    def svg(self) -> str:
        """Return the drawing as SVG for a page."""
        drawn = Drawing(self.title, self.about, self.width, self.height, tuple(self.shapes))
        return drawings.write_svg(drawn, self.name, of=self.of)

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the figure, scaled to the width of a box; the caller must have opened `Surface.figure`."""
        scale = box.width / self.width
        shapes = tuple(_on_paper(shape, scale) for shape in self.shapes)
        drawings.draw(surface, box, Drawing(self.title, self.about, box.width, self.height * scale, shapes))


def _on_paper(shape: Shape, scale: float) -> Shape:
    if isinstance(shape, Label):
        shape = replace(shape, style=_ON_PAPER.get(shape.style, shape.style))
    return transform_shape(shape, lambda point: (point[0] * scale, point[1] * scale), scale)
