"""Social-card images for links to the site: one of our drawings beside the name of the site or of a game."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from combatbox.library.atomic_files import write_atomically
from combatbox.press import art, fonts
from combatbox.press.icons import stroke
from combatbox.press.images import INCH, png, rendered

WIDE, HIGH = 1200, 630
"""The usual size of social-card images in pixels."""

_EDGE, _WIDTH, _DRAWN = 70, 585, 430
"""The margin, the width of the words, and the side of the drawing's square, in pixels."""

_TITLE, _LEAST, _SMALL = 84.0, 48.0, 28.0
"""The largest and smallest size of the title, and the size of the other words."""

_COLOURS = 24
"""The number of colours: enough tones for two inks on paper, at a third of the file size."""


@dataclass(frozen=True, slots=True)
class Poster:
    """The contents of a social-card image.

    Attributes:
        above: the line above the title.
        below: the line below the title, which may be empty.
        drawing: the name of one of our drawings; empty for an image with only words.
    """

    title: str
    above: str
    below: str
    drawing: str


def write_poster(path: Path, poster: Poster, paper: str, ink: str) -> None:
    """Write the image; `ink` is the colour of text and drawing, `paper` that of the background (`#rrggbb`)."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, HIGH), invariant=1)
    canvas.setFillColor(HexColor(paper))
    canvas.rect(0, 0, WIDE, HIGH, stroke=0, fill=1)
    if poster.drawing:
        drawing = art.load(poster.drawing)
        scale = _DRAWN / max(drawing.width, drawing.height)
        middle = (WIDE - _EDGE - _DRAWN / 2, HIGH / 2 + _EDGE / 4)
        stroke(canvas, drawing, middle, scale, paper, ink)
    canvas.setFillColor(HexColor(ink))
    canvas.rect(_EDGE, _EDGE, WIDE - 2 * _EDGE, 4, stroke=0, fill=1)
    _write(canvas, poster)
    canvas.save()
    ((image, _inches),) = rendered(file.getvalue(), round(INCH))
    write_atomically(path, png(image.quantize(_COLOURS, dither=Image.Dither.NONE)))


def _write(canvas: Canvas, poster: Poster) -> None:
    """Draw the words, with the title at the middle of the height."""
    size, lines = _fit_title(poster.title)
    apart = size * 1.08
    y = HIGH / 2 + _EDGE / 4 + apart * (len(lines) - 1) / 2 - size / 3
    _line(canvas, poster.above, "sans-bold", _SMALL, y + size)
    for number, line in enumerate(lines):
        _line(canvas, line, "serif-bold", size, y - apart * number)
    for number, line in enumerate(_broken(poster.below, "sans", _SMALL)):
        _line(canvas, line, "sans", _SMALL, y - apart * (len(lines) - 1) - _SMALL * (2 + 1.3 * number))


def _line(canvas: Canvas, words: str, face: str, size: float, y: float) -> None:
    fonts.face(face)
    fonts.check(words, face, "a picture for links")
    canvas.setFont(face, size)
    canvas.drawString(_EDGE, y, fonts.quoted(words))


def _fit_title(title: str) -> tuple[float, list[str]]:
    """Return the largest size at which a title fits into three lines, and the lines."""
    size = _TITLE
    while len(_broken(title, "serif-bold", size)) > 3 and size > _LEAST:
        size -= 6
    return size, _broken(title, "serif-bold", size)


def _broken(words: str, face: str, size: float) -> list[str]:
    """Break words into lines that fit; a line with a single long word may be wider."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, face, size) <= _WIDTH:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
