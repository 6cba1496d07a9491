"""Figures for pages and booklets: small drawings of boxes, lines and words, in the colours of the page.

A game's own figures are made of these (`Provider.figures`), from its tables and constants alone.
"""

from __future__ import annotations

from combatbox.press.geometry import Box
from combatbox.press.scene import Anchor, Art, Dot, Mark, Outline, Scene, Words, draw_scene, scaled, svg_of
from combatbox.press.surface import Surface


class Figure:
    """A drawing that grows as things are put into it. of: the table whose page shows it, if any."""

    def __init__(self, name: str, title: str, about: str, width: int, height: int, of: str = "") -> None:
        self.name, self.title, self.about, self.of = name, title, about, of
        self.width, self.height = width, height
        self.marks: list[Mark] = []

    def box(self, x: float, y: float, width: float, height: float, look: str = "paper") -> None:
        """A rectangle."""
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        self.marks.append(Outline(f"fig-{look}", corners, closed=True))

    def line(self, *points: tuple[float, float], look: str = "ink") -> None:
        """A line from point to point."""
        self.marks.append(Outline(f"fig-{look}", points))

    def dot(self, x: float, y: float, radius: float, look: str = "paper") -> None:
        """A circle."""
        self.marks.append(Dot(f"fig-{look}", x, y, radius))

    def words(self, text: str, x: float, y: float, look: str = "words", anchor: Anchor = "start") -> None:
        """A line of text on its baseline."""
        self.marks.append(Words(text, x, y, f"fig-{look}", anchor))

    def art(self, name: str, x: float, y: float, scale: float) -> None:
        """One of our drawings."""
        self.marks.append(Art(name, x, y, scale))

    def svg(self) -> str:
        """The whole drawing, for a page."""
        return svg_of(Scene(self.title, self.about, self.width, self.height, tuple(self.marks)), self.name, of=self.of)

    def draw(self, surface: Surface, box: Box) -> None:
        """The same on paper as wide as a box, in the picture under way."""
        times = box.width / self.width
        marks = tuple(scaled(mark, times) for mark in self.marks)
        draw_scene(surface, box, Scene(self.title, self.about, box.width, self.height * times, marks))
