"""The measures and looks of print: paper sizes, boxes, text styles (of `templates/print.yaml`), line weights, inks.

Boxes are in points from the top left corner of their surface: x to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Literal

from reportlab.lib.colors import CMYKColor, Color, HexColor

from combatbox.core.annotations import frozen
from combatbox.core.errors import DataError
from combatbox.library import paths
from combatbox.library.yaml12 import read_yaml
from combatbox.play.dataclass_validation import checked
from combatbox.press import fonts
from combatbox.press.errors import known

_LOOK = read_yaml(paths.templates() / "print.yaml")


def looks(part: str, declared: Any) -> Any:  # the type is not known to mypy
    """Return a part of `templates/print.yaml`: colours, text styles, table styles, drawing styles or card stock.

    Args:
        part: the key of the part.
        declared: the type of the part, in which dataclasses stand for mappings.

    Raises:
        DataError: the part does not match its type.
    """
    look, wrong = checked(declared, _LOOK.data.get(part), (part,))
    if wrong:
        raise DataError([_LOOK.fault(*each) for each in wrong])
    return look


MM = 72 / 25.4
MARGIN = 12 * MM
SAFE_MARGIN = 10 * MM  # which every home printer can print within


@frozen
class Box:
    """A rectangle on a surface."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the box, as x and y."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners, clockwise from the top left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """Return a smaller box inside this one: by `dx` on the left and right, by `dy` (or `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def top(self, height: float) -> Box:
        """Return the upper part of the box, with a given height."""
        return Box(self.x, self.y, self.width, height)

    def below(self, height: float) -> Box:
        """Return the rest of the box, below an upper part of a given height."""
        return Box(self.x, self.y + height, self.width, self.height - height)

    def foot(self, height: float) -> Box:
        """Return the lower part of the box, with a given height."""
        return Box(self.x, self.bottom - height, self.width, height)

    def start(self, width: float) -> Box:
        """Return the left part of the box, with a given width."""
        return Box(self.x, self.y, width, self.height)

    def after(self, width: float) -> Box:
        """Return the rest of the box, to the right of a left part of a given width."""
        return Box(self.x + width, self.y, self.width - width, self.height)

    def end(self, width: float) -> Box:
        """Return the right part of the box, with a given width."""
        return Box(self.right - width, self.y, width, self.height)

    def aligned(self, width: float, align: Align = "centre") -> Box:
        """Return the part of the box with a given width that is at its centre, or at another position."""
        before = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        return Box(self.x + (self.width - width) * before, self.y, width, self.height)

    def middle(self, width: float, height: float) -> Box:
        """Return a box of this size at the centre of the box."""
        return replace(self.aligned(width), y=self.y + (self.height - height) / 2, height=height)

    def along(self, side: str) -> Box:
        """Return one side of the box (`top`, `bottom`, `left`, `right`), as a box without height or width."""
        return {"top": self.top(0), "bottom": self.foot(0), "left": self.start(0), "right": self.end(0)}[side]

    def moved(self, dx: float, dy: float) -> Box:
        """Return a box of the same size, by some points further right and down."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def meets(self, other: Box) -> bool:
        """Return True if this box overlaps another."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def columns(self, widths: Sequence[float], gap: float = 0.0) -> list[Box]:
        """Return boxes of these widths side by side, in points."""
        boxes, x = [], self.x
        for width in widths:
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes

    def split(self, count: int, gap: float = 0.0) -> list[Box]:
        """Return boxes of equal width side by side."""
        return self.columns(shares(self.width, [1] * count, gap), gap)


def shares(total: float, parts: Sequence[float], gap: float = 0.0) -> list[float]:
    """Divide a length into lengths in proportion to `parts`, with `gap` between two of them."""
    available = total - gap * (len(parts) - 1)
    return [available * part / sum(parts) for part in parts]


def bounds(points: Iterable[tuple[float, float]]) -> Box:
    """Return the smallest box that contains points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def square_around(x: float, y: float, radius: float) -> Box:
    """Return the square around a circle."""
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


@frozen
class Paper:
    """A sheet of paper in portrait orientation, in points.

    Attributes:
        name: the name in options and file names.
        title: the name for readers.
        twice: the name of the paper with sides twice as long.
        half: the name of half a sheet.
    """

    name: str
    width: float
    height: float
    title: str
    twice: str
    half: str

    def size(self, *, landscape: bool = False) -> tuple[float, float]:
        """Return width and height in an orientation."""
        return (self.height, self.width) if landscape else (self.width, self.height)


Edge = Literal["long", "short"]  # of the paper, regardless of the orientation of its pages

PAPERS = {
    "a4": Paper("a4", 210 * MM, 297 * MM, "A4", "A2", "A5"),
    "letter": Paper("letter", 612.0, 792.0, "US Letter", "17 by 22 in", "5.5 by 8.5 in"),
}


def paper(name: str) -> Paper:
    """Return the paper size with a name, such as `a4`.

    Raises:
        PressError: there is no paper size with this name.
    """
    return known("paper", name.lower(), PAPERS)


# Lines, in points. A laser printer at 600 dpi still draws the hairline evenly.
HAIR, THIN, RULE, BOLD, HEAVY = 0.25, 0.5, 0.75, 1.25, 2.0
WEIGHTS = {"hair": HAIR, "thin": THIN, "rule": RULE, "bold": BOLD, "heavy": HEAVY}

Mode = Literal["full", "saver"]
PALETTE: dict[str, str] = looks("palette", dict[str, str])
TONES: dict[str, str] = looks("tones", dict[str, str])
# Ink saver leaves these areas white; lines and words stay.
_AREAS = frozenset({"tint", "shade"})
# Grey colours use only black ink on a press, since fine type in four inks is not sharp.
_BLACKS = frozenset({"ink", "soft", "faint", "paper"})


@frozen
class Ink:
    """The way in which colours are printed: with or without filled areas, in colour or in grey of the same lightness.

    Attributes:
        separated: True for the four inks of a print shop, with grey in black ink only.
    """

    mode: Mode = "full"
    colour: bool = True
    separated: bool = False

    def of(self, name: str) -> Color:
        """Return a colour of the palette."""
        return _mixed(self, name)

    def code(self, name: str, use: Literal["fill", "stroke"]) -> str:
        """Return the PDF operator for a colour: `0.137 0.251 0.557 rg`, or in grey `0.251 g`."""
        return _operator(self, name, use)

    def fills(self, name: str | None) -> bool:
        """Return True if areas of this colour are painted."""
        return name is not None and not (self.mode == "saver" and name in _AREAS)


class Grey(Color):  # type: ignore[misc]  # ReportLab has no types
    """A shade of grey, printed only in black ink.

    It is written as one number. A printer would mix three equal numbers from coloured inks.
    """


@cache
def _mixed(ink: Ink, name: str) -> Color:
    """Return a palette colour as an ink prints it."""
    if not ink.fills(name):
        name = "paper"
    colour = HexColor(known("colour", name, PALETTE | TONES))
    if not ink.colour or (ink.separated and name in _BLACKS):
        colour = _grey(colour)
    return _separated(colour, black=name == "ink") if ink.separated else colour


@cache
def _operator(ink: Ink, name: str, use: Literal["fill", "stroke"]) -> str:
    colour = _mixed(ink, name)
    parts: tuple[float, ...]
    if isinstance(colour, CMYKColor):
        parts, operator = (colour.cyan, colour.magenta, colour.yellow, colour.black), "k"
    elif isinstance(colour, Grey):
        parts, operator = (colour.red,), "g"
    else:
        parts, operator = (colour.red, colour.green, colour.blue), "rg"
    return " ".join([*(f"{part:.3f}" for part in parts), operator if use == "fill" else operator.upper()])


def _grey(colour: Color) -> Color:
    """Return the grey of equal lightness (Rec. 709), so that the contrast stays the same."""
    light = round(0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue, 4)
    return Grey(light, light, light)


def _separated(colour: Color, *, black: bool) -> CMYKColor:
    """Return a colour in the four inks of a press; black and grey use only black ink."""
    if black:
        return CMYKColor(0, 0, 0, 1)
    key = 1 - max(colour.red, colour.green, colour.blue)
    parts = (round((1 - part - key) / (1 - key), 3) for part in (colour.red, colour.green, colour.blue))
    return CMYKColor(*parts, round(key, 3))


Align = Literal["left", "centre", "right"]


@frozen
class TextStyle:
    """The face, size and further properties of text.

    Attributes:
        least: the smallest size to which text in this style may shrink.
    """

    font: str
    size: float
    leading: float
    colour: str = "ink"
    align: Align = "left"
    least: float | None = None
    tracking: float = 0.0  # extra points between letters, for small capitals-only labels

    def __hash__(self) -> int:
        return hash((self.font, self.size))  # of little, since every lookup of a width needs it

    @property
    def cap_height(self) -> float:
        """The height of a capital letter in points, by which texts are centred vertically."""
        return float(fonts.face(self.font).face.capHeight) * self.size / 1000

    @property
    def baseline(self) -> float:
        """The distance from the top of a line down to its baseline, in points."""
        return (self.leading + self.cap_height) / 2

    def width(self, words: str) -> float:
        """Return the width of a line of text in points, without tracking."""
        return fonts.width(words, self.font, self.size)

    def sized(self, size: float) -> TextStyle:
        """Return the style in another size."""
        return _sized(self, size)

    def aligned(self, align: Align) -> TextStyle:
        """Return the style with another alignment."""
        return self if align == self.align else replace(self, align=align)


@lru_cache(maxsize=1 << 10)
def _sized(style: TextStyle, size: float) -> TextStyle:
    return replace(style, size=size, leading=style.leading * size / style.size)


STYLES: dict[str, TextStyle] = looks("styles", dict[str, TextStyle])


def style(name: str, align: Align | None = None) -> TextStyle:
    """Return a text style by name, with another alignment if one is given.

    Raises:
        PressError: there is no such style.
    """
    look = known("text style", name, STYLES)
    return look.aligned(align) if align else look
