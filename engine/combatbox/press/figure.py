"""Figures for pages: small drawings of boxes, lines and words, written as SVG in the colours of the page.

A game's own figures are made of these (`Provider.figures`), from its tables and constants alone.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from combatbox.library import paths

Anchor = Literal["start", "middle", "end"]

_STYLE = (
    ".fig-ink{fill:none;stroke:currentColor;stroke-width:1}"
    ".fig-thin{fill:none;stroke:currentColor;stroke-width:.5}"
    ".fig-paper{fill:var(--art-paper,#fff);stroke:currentColor;stroke-width:.8}"
    ".fig-land{fill:var(--map-land,#dde2d8);stroke:currentColor;stroke-width:.8}"
    ".fig-sky{fill:var(--map-ring,#2c5876);stroke:currentColor;stroke-width:.8}"
    ".fig-alarm{fill:var(--map-limit,#9a2a1f);stroke:currentColor;stroke-width:.8}"
    ".fig-words{font-size:11px;fill:currentColor}.fig-small{font-size:9px;fill:currentColor}"
    ".fig-head{font-size:11px;font-weight:bold;fill:currentColor}"
)


class Figure:
    """A drawing that grows as things are put into it. of: the table whose page shows it, if any."""

    def __init__(self, name: str, title: str, about: str, width: int, height: int, of: str = "") -> None:
        self.name, self.title, self.about, self.of = name, title, about, of
        self.width, self.height = width, height
        self.parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, look: str = "paper") -> None:
        """A rectangle."""
        self.parts.append(f'<rect class="fig-{look}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>')

    def line(self, *points: tuple[float, float], look: str = "ink") -> None:
        """A line from point to point."""
        corners = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(f'<polyline class="fig-{look}" points="{corners}"/>')

    def dot(self, x: float, y: float, radius: float, look: str = "paper") -> None:
        """A circle."""
        self.parts.append(f'<circle class="fig-{look}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def words(self, text: str, x: float, y: float, look: str = "words", anchor: Anchor = "start") -> None:
        """A line of text on its baseline."""
        self.parts.append(f'<text class="fig-{look}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>')

    def art(self, name: str, x: float, y: float, scale: float) -> None:
        """One of our drawings, its ids left out."""
        text = paths.drawing(name).read_text(encoding="utf-8")
        body = text[text.index("</style>") + len("</style>") : text.rindex("</svg>")]
        plain = "".join(
            part if not number else part.partition('"')[2] for number, part in enumerate(body.split(' id="'))
        )
        looks = text[text.index("<style>") + len("<style>") : text.index("</style>")]
        self.parts.append(f'<style>{looks}</style><g transform="translate({x:g} {y:g}) scale({scale:g})">{plain}</g>')

    def svg(self) -> str:
        """The whole drawing."""
        of = f' data-of="{self.of}"' if self.of else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"{of} '
            f'aria-labelledby="{self.name}-title {self.name}-desc">\n'
            f'<title id="{self.name}-title">{escape(self.title)}</title>\n'
            f'<desc id="{self.name}-desc">{escape(self.about)}</desc>\n<style>{_STYLE}</style>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )
