"""Drawings on paper: the functions that draw shapes into a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from reportlab.pdfgen.canvas import FILL_EVEN_ODD

from combatbox.drawing import svg
from combatbox.drawing.looks import LOOKS, Look
from combatbox.drawing.shapes import Area, Art, Dot, Drawing, Label, Line, Outline, Placed, Plate, Point, Shape
from combatbox.press import art, text
from combatbox.press.geometry import Box
from combatbox.press.style import TONES
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface


def extent(label: Label) -> Box:
    """Return the bounding box of a label's text before rotation, with a small margin."""
    look, width = style_of(label.style), width_of(label)
    high = look.cap_height
    return Box(label.x + _shift(label, width) - 0.8, label.y - high - 1.2, width + 1.6, high + 3.2)


def width_of(label: Label) -> float:
    """Return the width of a label in its text style."""
    look = style_of(label.style)
    return text.width(label.text, look)


def _shift(label: Label, width: float) -> float:
    """Return the distance from a label's position to the beginning of its text, positive to the right."""
    return {"start": 0.0, "middle": -width / 2, "end": -width}[label.side]


def middle_of(style: str) -> float:
    """Return the distance from the middle of a line of text in this style down to its baseline."""
    look = style_of(style)
    return look.cap_height / 2


def crowded(drawn: Drawing) -> bool:
    """Return True if names in a drawing overlap."""
    names = [extent(label).inset(0.8, 1.2) for label in drawn.labels() if not label.turn]
    return any(name.meets(other) for number, name in enumerate(names) for other in names[number + 1 :])


def holes_of(drawn: Drawing) -> list[Box]:
    """Return the bounding boxes of place names; lines are interrupted inside them."""
    return [extent(label) for label in drawn.labels() if label.style in svg.BACKED]


class Letters:
    """The metrics and CSS of the print fonts, for drawings on a page of the site."""

    def width(self, label: Label) -> float:
        """Return the width of a label."""
        return width_of(label)

    def css(self, style: str) -> str:
        """Return the CSS declarations of a text style."""
        look = style_of(style)
        weight = "bold" if "bold" in look.font else "normal"
        slant = ";font-style:italic" if "italic" in look.font else ""
        spacing = f";letter-spacing:{look.tracking:g}px" if look.tracking else ""
        return f"font-size:{look.size:g}px;font-weight:{weight}{slant}{spacing};fill:{self.colour(look.colour)}"

    def colour(self, name: str) -> str:
        """Return a colour of the palette as it follows the page, or a tone, which is the same on every page."""
        return svg.COLOURS.get(name) or TONES[name]


class Pen:
    """A drawer of shapes in a box of a surface.

    Args:
        surface: the surface to draw on, on which a PDF figure (`Surface.figure`) is open.
        box: the box of the drawing, which clips it.
        looks: the drawing styles of its shapes, by name.
    """

    def __init__(self, surface: Surface, box: Box, looks: dict[str, Look]) -> None:
        self.surface, self.box, self.looks = surface, box, looks
        self.clear: Any = None  # the clipping path of lines, where names interrupt them

    def draw(self, drawn: Drawing) -> None:
        """Draw all shapes; lines are interrupted where the name of a place stands."""
        with self.surface.pen() as raw:
            raw.clipPath(self._around(raw, [self.box]), stroke=0, fill=0)
            x, y = self.box.x, self.box.y
            holes = [Box(x + hole.x, y + hole.y, hole.width, hole.height) for hole in holes_of(drawn)]
            self.clear = self._around(raw, [self.box, *holes]) if holes else None
            for shape in drawn.shapes:
                self._put(shape)

    def _around(self, raw: Any, boxes: Sequence[Box]) -> Any:
        """Return a path of boxes; under the even-odd rule, areas where two of them overlap are outside the path."""
        path = raw.beginPath()
        for box in boxes:
            path.rect(box.x, self.surface.height - box.bottom, box.width, box.height)
        return path

    def _put(self, shape: Shape) -> None:
        surface, box = self.surface, self.box
        match shape:
            case Area():
                self._outline(shape.corners, self.looks[shape.look], closed=True)
            case Line():
                self._outline(shape.spots, self.looks[shape.look], closed=False)
            case Outline():
                self._fill(shape)
            case Dot():
                look = self.looks[shape.look]
                x, y = box.x + shape.x, box.y + shape.y
                surface.circle(x, y, shape.radius, weight=look.weight, colour=look.colour, fill=look.fill)
            case Plate():
                look = self.looks[shape.look]
                plate = Box(box.x + shape.x, box.y + shape.y, shape.width, shape.height)
                fill = look.fill if surface.ink.fills(look.fill) else "paper"  # without fills, land is white
                surface.box(plate, weight=look.weight, colour=look.colour, fill=fill, radius=shape.radius)
            case Art():
                self._art(shape)
            case Label():
                self._words(shape)
            case Placed():
                raise TypeError(f"{shape.model.name}: a model must be converted to `Art` before it is drawn on paper")

    def _outline(self, points: Sequence[Point], look: Look, *, closed: bool) -> None:
        surface, box = self.surface, self.box
        with surface.pen(look.weight or 0, look.colour, look.dash) as raw:
            raw.setFillColor(surface.ink.of(look.fill or "paper"))
            raw.setLineJoin(1)
            path = raw.beginPath()
            for number, (x, y) in enumerate(points):
                (path.lineTo if number else path.moveTo)(box.x + x, surface.height - box.y - y)
            if closed:
                path.close()
            stroke, fill = bool(look.weight), bool(look.fill) and (look.opaque or surface.ink.fills(look.fill))
            if stroke and self.clear:
                if fill:
                    raw.drawPath(path, stroke=0, fill=1)
                raw.clipPath(self.clear, stroke=0, fill=0, fillMode=FILL_EVEN_ODD)
                fill = False
            raw.drawPath(path, stroke=int(stroke), fill=int(fill))

    def _fill(self, shape: Outline) -> None:
        surface, box = self.surface, self.box
        with surface.pen() as raw:
            raw.setFillColor(surface.ink.of(shape.fill))
            path = raw.beginPath()
            draw_by = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
            for command, points in shape.segments:
                draw_by[command](*(n for x, y in points for n in (box.x + x, surface.height - box.y - y)))
            raw.drawPath(path, stroke=0, fill=1)

    def _art(self, shape: Art) -> None:
        size = art.load(shape.name)
        x, y = (part * shape.scale for part in shape.middle)
        whole = Box(-x, -y, size.width * shape.scale, size.height * shape.scale)
        with self._turned(shape) as inner:
            art.draw(inner, shape.name, whole, alt="none", stations=shape.stations, colour=shape.ink)

    def _words(self, label: Label) -> None:
        shift, look = _shift(label, width_of(label)), style_of(label.style)
        if label.turn:
            with self._turned(label) as inner:
                inner.put(label.text, shift, 0, look)
            return
        x = self.box.x + label.x + shift
        for run in text.plain(label.text, look):  # a name may need letters of another face
            self.surface.put(run.text, x, self.box.y + label.y, replace(look, font=run.font))
            x += text.width([run], look)

    def _turned(self, shape: Art | Label) -> AbstractContextManager[Surface]:
        """Return a surface with its origin at a shape, and with the same rotation as the shape."""
        return self.surface.turned(self.box.x + shape.x, self.box.y + shape.y, -shape.turn)


def draw(surface: Surface, box: Box, drawn: Drawing) -> None:
    """Draw a map or figure at the top left of a box; the caller must have opened a PDF figure (`Surface.figure`)."""
    Pen(surface, Box(box.x, box.y, drawn.width, drawn.height), LOOKS).draw(drawn)
