"""Our drawings: the SVG files of `templates/art`, drawn into PDFs as vectors.

Site and press share the files; `drawing.reader` defines their permitted contents. The look of a shape is a class of
`templates/print.yaml`, never an attribute. Each file has a `<style>` with these looks, in which `currentColor` is ink and
`--art-paper` is paper, so that drawings follow a light or dark page.

A circle with class `art-station` is a station: a place that players can tick or cross. `PlacedArt.anchor` returns the
position of a station on the page; for a group of shapes, it returns the position of the only station in the group, or
the centre of the group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import suggest
from combatbox.core.shapes import Point, Segment
from combatbox.drawing import reader
from combatbox.drawing.looks import Look
from combatbox.drawing.reader import ArtFile, ArtShape
from combatbox.library import paths
from combatbox.press import text
from combatbox.press.errors import SheetError
from combatbox.press.style import HAIR, Align, Box, bounds, looks, square_around, style
from combatbox.press.surface import Surface

LOOKS: dict[str, Look] = looks("art", dict[str, Look])  # weights in the units of a file

_BROADEST = 1.5  # lines grow with a drawing, at most by this factor
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PAINT = {(True, True): "B*", (True, False): "S", (False, True): "f*", (False, False): "n"}


@frozen
class PlacedArt:
    """A drawing at its position on a surface."""

    drawing: ArtFile
    box: Box
    scale: float

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the drawing to coordinates of the surface."""
        return self.box.x + x * self.scale, self.box.y + y * self.scale

    def anchor(self, name: str) -> Box:
        """Return the position of a named part on the surface, as a square.

        If the part is a station or contains exactly one, it is the square around the station; otherwise it is a square
        at the centre of the part's shapes.

        Raises:
            SheetError: the drawing has no part of this name.
        """
        if name not in self.drawing.ids:
            known = ", ".join(sorted(self.drawing.ids))
            raise SheetError(f"{self.drawing.name}.svg: unknown id '{name}'; known: {known}")
        shapes = self.drawing.ids[name]
        stations = [shape for shape in shapes if shape.look == "art-station"]
        part = part_bounds(stations if len(stations) == 1 else shapes)
        return square_around(*self.spot(*part.centre), min(part.width, part.height) / 2 * self.scale)


_added: dict[str, str] = {}


def add(name: str, text: str) -> None:
    """Add a drawing from its SVG source, for use where there are no files, as in a browser."""
    _added[name] = text


@cache
def load(name: str) -> ArtFile:
    """Read the drawing `templates/art/NAME.svg`.

    Raises:
        SheetError: there is no such drawing.
    """
    if name in _added:
        return reader.read(name, _added[name], LOOKS)
    path = paths.drawing(name)
    if not path.is_file():
        raise SheetError(f"unknown drawing '{name}'; add templates/art/{name}.svg{suggest(name, paths.drawings())}")
    return reader.read(name, path.read_text(encoding="utf-8"), LOOKS)


def draw(
    surface: Surface,
    name: str,
    box: Box,
    *,
    alt: str | None = None,
    captions: Mapping[str, str] | None = None,
    stations: bool = False,
    colour: str = "ink",
    align: Align = "centre",
) -> PlacedArt:
    """Draw a drawing from `templates/art` into a box, at the largest scale that fits.

    Args:
        surface: the surface to draw on.
        name: the name of the drawing's file, without suffix.
        box: the box for the drawing.
        alt: the alternative text, by default the title and description in the file; `none` for an ornament.
        captions: short texts inside stations, by the id of the station.
        stations: True to draw the stations as well.
        colour: the colour of the ink.
        align: the horizontal position in the box.
    """
    drawing = load(name)
    placed = place(name, box, align)
    words = alt or f"{drawing.title}. {drawing.description}"
    with surface.canvas.artifact() if alt == "none" else surface.figure(words):
        for shape in drawing.shapes:
            if stations or shape.look != "art-station":
                _draw_shape(surface, shape, placed, colour)
        _draw_captions(surface, placed, captions or {})
    return placed


def draw_at(
    surface: Surface,
    name: str,
    at: Point,
    scale: float,
    middle: Point,
    *,
    stations: bool = False,
    colour: str = "ink",
) -> None:
    """Draw a drawing as an ornament at a scale, with a point of the drawing (`middle`) at a point of the surface."""
    drawing, (x, y), (left, top) = load(name), at, middle
    whole = Box(x - left * scale, y - top * scale, drawing.width * scale, drawing.height * scale)
    draw(surface, name, whole, alt="none", stations=stations, colour=colour)


def place(name: str, box: Box, align: Align = "centre") -> PlacedArt:
    """Return a drawing at the position and scale that `draw` would give it in a box."""
    drawing = load(name)
    scale = min(box.width / drawing.width, box.height / drawing.height)
    width, height = drawing.width * scale, drawing.height * scale
    return PlacedArt(drawing, box.aligned(width, align).middle(width, height), scale)


def trace(path: Any, segments: Iterable[Segment], at: Callable[[Point], Point] = lambda point: point) -> None:
    """Add segments to a path of ReportLab; `at` converts a point to the coordinates of the path."""
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for command, points in segments:
        draw[command](*(number for point in points for number in at(point)))


def _draw_shape(surface: Surface, shape: ArtShape, placed: PlacedArt, colour: str) -> None:
    look, scale = LOOKS[shape.look], placed.scale
    weight = max((look.weight or 0) * min(scale, _BROADEST), HAIR)
    left, high, ink = placed.box.x, surface.height - placed.box.y, surface.ink
    dashes = f"[{' '.join(f'{n * scale:.2f}' for n in look.dash)}] 0 d " if look.dash else ""
    pen = f"{ink.code(colour, 'stroke')} {weight:.3f} w {dashes}1 J 1 j {ink.code(_filled(look, colour), 'fill')}"
    path = " ".join(
        " ".join([*[f"{left + x * scale:.2f} {high - y * scale:.2f}" for x, y in points], _OPERATORS[command]])
        for command, points in shape.segments
    )
    surface.canvas.append_operators(f"q {pen} n {path} {_PAINT[look.weight is not None, look.fill is not None]} Q")


def _filled(look: Look, colour: str) -> str:
    return colour if look.fill == "ink" else "paper"


def _draw_captions(surface: Surface, placed: PlacedArt, captions: Mapping[str, str]) -> None:
    """Draw captions inside stations, all in the size at which the longest caption fits its circle."""
    look = style("station")
    for station, words in captions.items():
        look = text.fit(words, 0.8 * placed.anchor(station).width, look, f"{placed.drawing.name}.svg, {station}")
    for station, words in captions.items():
        surface.put_at(words, *placed.anchor(station).centre, look)


def draw_caption(surface: Surface, circle: Box, words: str) -> None:
    """Draw a caption in the middle of a circle; screen readers read the tooltip of the circle's form field instead."""
    look = text.fit(words, 0.8 * circle.width, style("station"), words)
    with surface.canvas.artifact():
        surface.put_at(words, *circle.centre, look)


def part_bounds(shapes: Iterable[ArtShape]) -> Box:
    """Return the box around shapes of a drawing, in the drawing's units."""
    return bounds(point for shape in shapes for point in shape.points())
