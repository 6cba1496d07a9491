"""Drawings on paper and as SVG files: the functions that draw shapes into a PDF, or write them as SVG.

A game makes the figures of its chapters (`Provider.figures`) with the class `Figure`, only from its tables and
constants. They are drawings of boxes, lines and words, in the colours of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfgen.canvas import FILL_EVEN_ODD

from combatbox.core.shapes import (
    Anchor,
    Area,
    Art,
    Dot,
    Drawing,
    Label,
    Line,
    Outline,
    Placed,
    Plate,
    Point,
    Segment,
    Shape,
    transform_shape,
)
from combatbox.drawing import svg
from combatbox.drawing.looks import LOOKS, Look
from combatbox.library import paths
from combatbox.press import art, text
from combatbox.press.style import TONES, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

BACKED = ("map-place", "map-base")
"""Styles of text that interrupts lines: on paper the lines have gaps, on a page the text has an outline."""


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
    return [extent(label) for label in drawn.labels() if label.style in BACKED]


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
            holes = [hole.moved(x, y) for hole in holes_of(drawn)]
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
                plate = Box(shape.x, shape.y, shape.width, shape.height).moved(box.x, box.y)
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
            art.trace(path, shape.segments, lambda point: (box.x + point[0], surface.height - box.y - point[1]))
            raw.drawPath(path, stroke=0, fill=1)

    def _art(self, shape: Art) -> None:
        with self._turned(shape) as inner:
            art.draw_at(inner, shape.name, (0, 0), shape.scale, shape.middle, stations=shape.stations, colour=shape.ink)

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
    Pen(surface, box.top(drawn.height).start(drawn.width), LOOKS).draw(drawn)


# ---- files


def write_svg(drawn: Drawing, name: str, *, of: str = "", kind: str = "", framed: bool = False) -> str:
    """Return a drawing as a complete SVG file that contains its style sheet.

    Args:
        drawn: the drawing.
        name: the prefix of the ids in the file.
        of: the table on whose page the drawing is shown.
        kind: the class of the root element.
        framed: True to draw a frame around the drawing.
    """
    about = "".join(f' {key}="{value}"' for key, value in (("class", kind), ("data-of", of)) if value)
    edge = f'width="{drawn.width:.1f}" height="{drawn.height:.1f}"/>'
    marks = [_mark(shape) for shape in drawn.shapes]
    if framed:
        clip = f'<clipPath id="{name}-frame"><rect {edge}</clipPath>\n<g clip-path="url(#{name}-frame)">'
        marks = [clip, *marks, "</g>", f'<rect class="map-edge-mark" {edge}']
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width:.0f} {drawn.height:.0f}" role="img"'
        f'{about} aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(drawn.title)}</title>',
        f'<desc id="{name}-desc">{escape(drawn.description)}</desc>',
        f"<style>{_style_sheet(drawn)}</style>",
        *marks,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _mark(shape: Shape) -> str:
    """Return the SVG element of a shape in a file, with its drawing style as the class."""
    match shape:
        case Area(corners, look):
            return f'<polygon class="map-{look}-mark" points="{_points(corners)}"/>'
        case Outline(segments, fill):
            return f'<path fill="{_colour(fill)}" d="{_path_data(segments)}"/>'
        case Line(spots, look):
            return f'<polyline class="map-{look}-mark" points="{_points(spots)}"/>'
        case Dot(x, y, radius, look):
            return svg.circle(f"map-{look}-mark", x, y, radius)
        case Plate():
            return (
                f'<rect class="map-{shape.look}-mark" x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:g}" '
                f'height="{shape.height:g}" rx="{shape.radius:g}"/>'
            )
        case Label():
            wide = f' textLength="{width_of(shape):.1f}" lengthAdjust="spacingAndGlyphs"'
            return svg.words(shape, f'class="{shape.style}" ', wide)
        case Art():
            return _art(shape)
        case Placed():
            raise TypeError(f"{shape.model.name}: models cannot be written to a file; use `svg.on_page`")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _path_data(segments: Iterable[Segment]) -> str:
    return "".join(
        command + " ".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) for command, points in segments
    )


def _art(art: Art) -> str:
    """Return a drawing from `templates/art` with its styles, but without ids."""
    text = paths.drawing(art.name).read_text(encoding="utf-8")
    body = text[text.index("</style>") + len("</style>") : text.rindex("</svg>")]
    first, *parts = body.split(' id="')
    plain = "".join((first, *(part.partition('"')[2] for part in parts)))
    looks = text[text.index("<style>") + len("<style>") : text.index("</style>")]
    place = f"translate({art.x:g} {art.y:g}) scale({art.scale:g})"
    return f'<style>{looks}</style><g transform="{place}">{plain}</g>'


def _style_sheet(drawn: Drawing) -> str:
    """Return the style sheet of a drawing, for its shapes, its text and its frame."""
    rules = []
    used = {shape.look for shape in drawn.shapes if isinstance(shape, (Area, Line, Dot, Plate))}
    for name, look in LOOKS.items():
        if name not in (*used, "edge"):
            continue
        stroke = f"stroke:{svg.COLOURS[look.colour]};stroke-width:{look.weight:g}" if look.weight else "stroke:none"
        dash = f";stroke-dasharray:{' '.join(f'{n:g}' for n in look.dash)}" if look.dash else ""
        fill = svg.COLOURS[look.fill] if look.fill else "none"
        rules.append(f".map-{name}-mark{{fill:{fill};{stroke}{dash};stroke-linejoin:round}}")
    for style in dict.fromkeys(label.style for label in drawn.labels()):
        rim = f";stroke:{svg.COLOURS['shade']};stroke-width:2;paint-order:stroke" if style in BACKED else ""
        rules.append(f".{style}{{{_css(style)}{rim}}}")
    return "".join(rules)


def _css(style: str) -> str:
    """Return the CSS declarations of a text style."""
    look = style_of(style)
    weight = "bold" if "bold" in look.font else "normal"
    slant = ";font-style:italic" if "italic" in look.font else ""
    spacing = f";letter-spacing:{look.tracking:g}px" if look.tracking else ""
    return f"font-size:{look.size:g}px;font-weight:{weight}{slant}{spacing};fill:{_colour(look.colour)}"


def _colour(name: str) -> str:
    """Return a colour of the palette as it follows the page, or a tone, which is the same on every page."""
    return svg.COLOURS.get(name) or TONES[name]


# ---- figures of the chapters


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
        self.shapes.append(Area(Box(x, y, width, height).corners, f"fig-{look}"))

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
        return write_svg(drawn, self.name, of=self.of)

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the figure, scaled to the width of a box; the caller must have opened `Surface.figure`."""
        scale = box.width / self.width
        shapes = tuple(_on_paper(shape, scale) for shape in self.shapes)
        draw(surface, box, Drawing(self.title, self.about, box.width, self.height * scale, shapes))


def _on_paper(shape: Shape, scale: float) -> Shape:
    if isinstance(shape, Label):
        shape = replace(shape, style=_ON_PAPER.get(shape.style, shape.style))
    return transform_shape(shape, lambda point: (point[0] * scale, point[1] * scale), scale)
