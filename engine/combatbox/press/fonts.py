"""The typefaces, and a check that every drawn character has a glyph.

ReportLab draws a box for a character that its font lacks, without an error, so all printed text goes through `check`
first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from combatbox.library import paths
from combatbox.press.errors import PressError, known

_FOLDER = paths.fonts()
FACES = {
    "sans": "LibreFranklin-Regular",
    "sans-bold": "LibreFranklin-SemiBold",
    "sans-italic": "LibreFranklin-Italic",
    "narrow": "ArchivoNarrow-Regular",
    "narrow-bold": "ArchivoNarrow-Bold",
    "serif": "SourceSerif4-Regular",
    "serif-bold": "SourceSerif4-Bold",
    "serif-italic": "SourceSerif4-Italic",
}
# For players' names that none of these can write.
WIDE = {"wide": "DejaVuSansCondensed"}
FURTHER = ("sans", "serif", "wide")  # faces with further scripts for players' texts: Cyrillic, Greek, then many
_FURTHER_BOLD = ("sans-bold", "serif-bold")
MISSING = "□"  # stands for a character of a name that no face can write
# A canvas refers to its first font on every page, so it must be an embedded one.
INITIAL = "narrow"
# The face of bold or italic words within text of a face; a missing pair is an error.
EMPHASIS = {
    ("sans", "bold"): "sans-bold",
    ("sans", "italic"): "sans-italic",
    ("narrow", "bold"): "narrow-bold",
    ("serif", "bold"): "serif-bold",
    ("serif", "italic"): "serif-italic",
    ("serif-italic", "bold"): "serif-bold",
    ("serif-italic", "italic"): "serif",
}


_SPOKEN = re.compile(r"(?<![^\s(\[“])'([^'\s](?:[^']*[^'\s])?)'(?![^\s.,;:!?)\]”])")
_OPENING = re.compile(r'(?<![^\s(\[‘])"(?=\S)')


def quoted(text: str) -> str:
    """Return a text with typographic quotes and apostrophes, of the same length."""
    if '"' in text:
        text = _OPENING.sub("“", text).replace('"', "”")
    return _SPOKEN.sub(r"‘\1’", text).replace("'", "’") if "'" in text else text


@cache
def face(name: str) -> Any:
    """Register a face with ReportLab and return its font object.

    Raises:
        PressError: there is no such face.
    """
    file = known("font", name, FACES | WIDE)
    pdfmetrics.registerFont(TTFont(name, _FOLDER / f"{file}.ttf", shapable=False))
    return pdfmetrics.getFont(name)


def emphasis_face(name: str, how: str) -> str:
    """Return the face for `bold` or `italic` words in text of another face.

    Raises:
        PressError: there is no such face.
    """
    try:
        return EMPHASIS[name, how]
    except KeyError:
        raise PressError(f"font '{name}' has no {how} face") from None


def check(text: str, font: str, place: str) -> None:
    """Raise PressError if a font cannot draw a character; the message names text, character and font."""
    if not covers(text, font):
        char = next(char for char in text if not covers(char, font))
        name = unicodedata.name(char, "a control character")
        file = (FACES | WIDE)[font]
        raise PressError(f"{place}: {text!r} has U+{ord(char):04X} ({name}), not in the font {file}")


def covers(text: str, font: str) -> bool:
    """Return True if a font can draw every character of a text."""
    return _drawable(font).issuperset(text)


def in_faces(text: str, font: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with a face for each: the font, or a further face for letters that the font lacks.

    A letter that no face has stays in the font, and is refused by `check`.
    """
    if covers(text, font):
        yield text, font
        return
    faces = (font, *(_FURTHER_BOLD if font.endswith("-bold") else ()), *FURTHER)
    for face, part in groupby(text, key=lambda char: next((face for face in faces if covers(char, face)), font)):
        yield "".join(part), face


def with_boxes(text: str) -> str:
    """Return a player's text in which a box stands for each character that no face can draw.

    Letters that are written from right to left are such characters, because text is only set from left to right:
    `make.py` beside the fonts leaves them out.
    """
    return "".join(char if char in _known() else MISSING for char in text)


@cache
def _known() -> frozenset[str]:
    """Return the line feed and every character that a face can draw."""
    return frozenset("\n").union(*map(_drawable, FURTHER))


@cache
def _drawable(font: str) -> frozenset[str]:
    """Return every character that a face can draw; none has a letter that is written from right to left."""
    return frozenset(char for char in map(chr, face(font).face.charToGlyph) if char.isprintable())


def width(text: str, font: str, size: float) -> float:
    """Return the width of a line of text in points."""
    return _unit_width(text, font) * size


@lru_cache(maxsize=1 << 16)
def _unit_width(text: str, font: str) -> float:
    return float(face(font).stringWidth(quoted(text), 1000)) / 1000


def descent(font: str, size: float) -> float:
    """Return the distance by which letters extend below the baseline, as a positive number of points."""
    return -float(face(font).face.descent) * size / 1000
