"""A figure of the chapters on paper: models, moves, arcs and lengths, as the game's geometry has them (`core.tabletop.Figure`).

The same figure stands on the site (`web/tabletop.py`); here it is drawn in inks that a printer without colours tells apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from combatbox.drawing.shapes import Area, Figure, Label, Line, Placed, Spot
from combatbox.press import art, fonts
from combatbox.press.geometry import Box
from combatbox.press.models import airframe
from combatbox.press.style import BOLD, HAIR, MM, RULE, THIN
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.truescale import clipped, words_at

AREAS = {"reach": "shade", "ahead": "faint", "astern": "faint", "ground": "tint", "table": "paper"}
"""What an area is filled with, by its look."""

LINES: dict[str, tuple[float, str, tuple[float, ...]]] = {
    "way": (BOLD, "accent", ()),
    "limit": (THIN, "soft", (3, 2)),
    "shot": (RULE, "alarm", (4, 2)),
    "measure": (THIN, "soft", ()),
    "edge": (RULE, "ink", ()),
}
"""How a line is drawn, by its look: weight, ink and dashes."""

INKS = {"ours": "ink", "friend": "sky", "enemy": "alarm"}
"""The ink of a model, by whose it is."""

_WIDE, _HIGH, _TALL = 100 * MM, 56 * MM, 84 * MM
"""No figure is larger than that, so that two of them and words go on a page of a booklet; one that stands upright may be taller."""

_AIR = 2 * MM
_TICK = 1.1 * MM
_LEAST = 2.2 * MM
_GROUND = 0.5 * MM


class _Sheet:
    """Places of the part of the table that a figure shows, on paper."""

    def __init__(self, surface: Surface, drawn: Figure, box: Box) -> None:
        wide, high = drawn.right - drawn.left, drawn.far - drawn.near
        self.surface, self.drawn = surface, drawn
        self.scale = min(min(box.width, _WIDE) / wide, (box.height - _AIR) / high)
        self.box = Box(box.x + (box.width - wide * self.scale) / 2, box.y, wide * self.scale, high * self.scale)

    def at(self, spot: Spot) -> tuple[float, float]:
        """From the left and from the top of the paper."""
        x, y = spot[0] - self.drawn.left, spot[1] - self.drawn.near
        return self.box.x + x * self.scale, self.box.bottom - y * self.scale


def height_of(drawn: Figure) -> float:
    """How high a figure stands in a column that is wide enough, in points, with some air below it."""
    wide, high = drawn.right - drawn.left, drawn.far - drawn.near
    return min(_TALL if high > 1.5 * wide else _HIGH, _WIDE * high / wide) + _AIR


def draw_figure(surface: Surface, box: Box, drawn: Figure) -> None:
    """A figure, as large as fits, at the top of a box."""
    sheet = _Sheet(surface, drawn, box)
    with clipped(surface, sheet.box):
        for item in drawn.items:
            match item:
                case Area():
                    _draw_area(sheet, item)
                case Line():
                    _draw_line(sheet, item)
                case Placed():
                    _draw_model(sheet, item)
        for item in drawn.items:  # nothing lies on words
            if isinstance(item, Label):
                _draw_label(sheet, item)
    surface.box(sheet.box, weight=HAIR, colour="faint")


def _draw_area(sheet: _Sheet, area: Area) -> None:
    surface = sheet.surface
    with surface.pen(HAIR, "soft") as raw:
        raw.setFillColor(surface.ink.of(AREAS[area.look]))
        path = raw.beginPath()
        for number, spot in enumerate(area.corners):
            x, y = sheet.at(spot)
            (path.lineTo if number else path.moveTo)(x, surface.height - y)
        path.close()
        raw.drawPath(path, stroke=1, fill=int(surface.ink.fills(AREAS[area.look])))


def _draw_line(sheet: _Sheet, line: Line) -> None:
    surface, points = sheet.surface, [sheet.at(spot) for spot in line.spots]
    weight, ink, dash = LINES[line.look]
    _stroke(surface, points, weight, ink, dash)
    if line.look == "measure":
        for (x, y), (ox, oy) in ((points[0], points[1]), (points[-1], points[-2])):
            far = hypot(ox - x, oy - y) or 1.0
            across, down = (oy - y) / far * _TICK, (ox - x) / far * _TICK
            _stroke(surface, [(x - across, y + down), (x + across, y - down)], weight, ink)


def _stroke(
    surface: Surface, points: Sequence[tuple[float, float]], weight: float, ink: str, dash: Sequence[float] = ()
) -> None:
    with surface.pen(weight, ink, dash) as raw:
        raw.setLineJoin(1)
        path = raw.beginPath()
        for number, (x, y) in enumerate(points):
            (path.lineTo if number else path.moveTo)(x, surface.height - y)
        raw.drawPath(path)


def _draw_model(sheet: _Sheet, placed: Placed) -> None:
    """A model on its heading; where it has only been, or would be, it is fainter. Smoke trails behind it, a puff a point."""
    surface, (x, y) = sheet.surface, sheet.at((placed.x, placed.y))
    frame, drawing = airframe(placed.model.art), art.load(placed.model.art)
    scale = max(placed.model.length * sheet.scale, _LEAST) / (frame.tail - frame.nose)
    raw = surface.raw
    raw.saveState()
    raw.translate(x, surface.height - y)
    raw.rotate(-placed.heading)
    cx, cy = frame.centre
    inner = Surface(surface.document, 0, 0)
    ink = "faint" if placed.ghost else INKS[placed.model.group]
    whole = Box(-cx * scale, -cy * scale, drawing.width * scale, drawing.height * scale)
    art.draw(inner, placed.model.art, whole, alt="none", stations=False, colour=ink)
    size = max(0.8 * MM, placed.model.length * sheet.scale / 9)
    for number in range(placed.smoke):
        down = (frame.tail - cy) * scale + size * (1.4 + 1.6 * number)
        inner.circle(size * (0.7 if number % 2 else -0.7), down, size, weight=HAIR, fill="faint")
    raw.restoreState()
    if placed.label:
        look = style_of("board-key").aligned("centre")
        words_at(surface, placed.label, x, y + placed.model.length * sheet.scale / 2 + 2.4 * MM, look)


def _draw_label(sheet: _Sheet, label: Label) -> None:
    """A few words on a ground of their own, kept inside the figure."""
    look = style_of("board-key")
    surface, (x, y) = sheet.surface, sheet.at((label.x, label.y))
    align = {"start": "left", "middle": "centre", "end": "right"}[label.side]
    wide, high = fonts.width(label.text, look.font, look.size), fonts.cap_height(look.font, look.size)
    left = x - wide * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    surface.box(Box(left, y - high / 2, wide, high).inset(-_GROUND), weight=None, fill="paper", radius=_GROUND)
    words_at(surface, label.text, x, y, look.aligned(align))  # type: ignore[arg-type]  # one of the three
