"""A game's figures for chapters on paper: models, moves, arcs and lengths."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin

from combatbox.core.shapes import (
    Art,
    Dot,
    Drawing,
    Figure,
    Label,
    Line,
    Placed,
    Plate,
    Point,
    Shape,
    transform_shape,
)
from combatbox.drawing.looks import PRINTED
from combatbox.press import text
from combatbox.press.drawings import Pen, crowded, extent, middle_of, width_of
from combatbox.press.errors import PressError
from combatbox.press.models import airframe
from combatbox.press.provider import SheetContext
from combatbox.press.style import HAIR, MM, Box
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

INKS = {"ours": "ink", "friend": "sky", "enemy": "alarm"}
"""The palette colour of a model, by its group."""

_WIDE, _HIGH, _TALL = 100 * MM, 56 * MM, 84 * MM
"""The maximum size of a figure, so that two of them and text fit on a page of a booklet; a figure whose labels would
overlap may be taller.
"""

_AIR = 2 * MM
_TICK = 1.1 * MM
_LEAST = 2.2 * MM
_GROUND = 0.5 * MM
_WORDS, _POSTER = "board-key", "poster-key"
"""The styles of labels in a chapter and on a poster."""


def _size(drawn: Figure) -> tuple[float, float]:
    """Return the width and height of a figure in units of the game."""
    return drawn.right - drawn.left, drawn.far - drawn.near


def height_of(drawn: Figure) -> float:
    """Return the height in points of a figure at full size, including the space below it.

    In a narrow column the figure is drawn smaller.
    """
    wide, high = _size(drawn)
    is_tight = crowded(figure_drawing(drawn, min(_WIDE / wide, _HIGH / high)))
    return min(_TALL if is_tight else _HIGH, _WIDE * high / wide) + _AIR


def draw_figure(surface: Surface, box: Box, drawn: Figure) -> None:
    """Draw a figure at the top of a box, at the largest scale that fits."""
    wide, high = _size(drawn)
    scale = min(min(box.width, _WIDE) / wide, (box.height - _AIR) / high)
    inside = box.aligned(wide * scale).top(high * scale)
    Pen(surface, inside, PRINTED).draw(figure_drawing(drawn, scale))
    surface.box(inside, weight=HAIR, colour="faint")


def draw_poster(surface: Surface, box: Box, context: SheetContext, name: str) -> None:
    """Draw a figure of the game's chapters at the top of a box, at the largest scale that fits, with its text below.

    Args:
        surface: the surface to draw on.
        box: the box for the figure.
        context: the book and its rules.
        name: the name of the figure in the chapters.

    Raises:
        PressError: the game has no figures.
    """
    figures = context.book.game.pages.drawings
    if figures is None:
        raise PressError(f"figure '{name}': {context.book.title} has no figures; leave the block out")
    drawn = figures(context.rules, context.say)[name]
    look = style_of("text")
    foot = len(text.wrap(drawn.text, box.width, look, name)) * look.leading
    wide, high = _size(drawn)
    scale = min(box.width / wide, (box.height - foot - _AIR) / high)
    with surface.figure(drawn.title):
        Pen(surface, box.aligned(wide * scale).top(high * scale), PRINTED).draw(figure_drawing(drawn, scale, _POSTER))
    surface.paragraph(drawn.text, box.below(high * scale + _AIR), look, place=name)


def figure_drawing(drawn: Figure, scale: float, words: str = _WORDS) -> Drawing:
    """Return a figure as a drawing for paper, with its labels above all shapes.

    The plates of all labels are below all words: labels in lines of text are so close that the plate of one would
    cover the words of another.

    Args:
        drawn: the figure.
        scale: the number of points per unit of the game.
        words: the style of the labels.
    """

    def at(spot: Point) -> Point:
        return (spot[0] - drawn.left) * scale, (drawn.far - spot[1]) * scale

    shapes: list[Shape] = []
    plates: list[Plate] = []
    labels: list[Label] = []
    for item in drawn.items:
        match transform_shape(item, at, scale):
            case Label() as label:
                plate, text = _label(label, words)
                plates.append(plate)
                labels.append(text)
            case Placed() as placed:
                shapes += _model(placed)
            case Line() as line:
                shapes += [line, *_ticks(line)]
            case shape:
                shapes.append(shape)
    wide, high = _size(drawn)
    return Drawing(drawn.title, drawn.text, wide * scale, high * scale, (*shapes, *plates, *labels))


def _ticks(line: Line) -> Iterator[Line]:
    """Yield the short lines at both ends of a measured length."""
    if line.look == "measure":
        for (x, y), (ox, oy) in (line.spots[:2], line.spots[:-3:-1]):
            far = hypot(ox - x, oy - y) or 1.0
            across, down = (oy - y) / far * _TICK, (ox - x) / far * _TICK
            yield Line(((x - across, y + down), (x + across, y - down)), "measure")


def _model(placed: Placed) -> Iterator[Shape]:
    """Yield the shapes of a model on its heading, faint for a past or possible position, with smoke for its damage."""
    frame, x, y, length = airframe(placed.model.art), placed.x, placed.y, placed.length
    scale = max(length, _LEAST) / (frame.tail - frame.nose)
    ink = "faint" if placed.ghost else INKS[placed.model.group]
    yield Art(placed.model.art, x, y, scale, frame.centre, placed.heading, ink, stations=False)
    size = max(0.8 * MM, length / 9)
    east, north = sin(radians(placed.heading)), cos(radians(placed.heading))
    for number in range(placed.smoke):
        across = size * (0.7 if number % 2 else -0.7)
        behind = (frame.tail - frame.centre[1]) * scale + size * (1.4 + 1.6 * number)
        yield Dot(x + across * north - behind * east, y + across * east + behind * north, size, "smoke")
    if placed.label:
        yield Label(x, y + length / 2 + 2.4 * MM + middle_of(_WORDS), placed.label, style=_WORDS)


def _label(label: Label, style: str) -> tuple[Plate, Label]:
    """Return the plate of a label and the words on it."""
    words = Label(label.x, label.y + middle_of(style), label.text, label.side, style)
    look = style_of(style)
    wide, high = width_of(words), look.cap_height
    ground = Box(extent(words).x + 0.8, label.y - high / 2, wide, high).inset(-_GROUND)
    return Plate(ground.x, ground.y, ground.width, ground.height, "words", _GROUND), words
