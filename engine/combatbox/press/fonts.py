"""The typefaces, and the promise that every character drawn has a glyph.

ReportLab draws a box for a character that its font lacks and says nothing, so everything that
reaches paper goes through `check` first.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from combatbox.library import paths
from combatbox.press.errors import PressError

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
# For names that a player may have and none of these can write.
WIDE = {"wide": "DejaVuSansCondensed"}
_RIGHT_TO_LEFT = ("R", "AL")  # letters that would stand in the wrong order: we set from the left alone
# A canvas mentions its first font on every page, so that must be an embedded one.
INITIAL = "narrow"
# What a bold or italic word inside a text of a face is set in; a missing pair is an error, not a fake.
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
    """A text with the quotes and apostrophes of print for those of a keyboard: one for one, so that places hold."""
    if '"' in text:
        text = _OPENING.sub("“", text).replace('"', "”")
    return _SPOKEN.sub(r"‘\1’", text).replace("'", "’") if "'" in text else text


@cache
def face(name: str) -> Any:
    """ReportLab's font object of a face of ours, made known to it when it is first asked for."""
    file = (FACES | WIDE).get(name)
    if file is None:
        raise PressError(f"font '{name}' is not one of ours: {', '.join(FACES)}")
    pdfmetrics.registerFont(TTFont(name, paths.fonts() / f"{file}.ttf", shapable=False))
    return pdfmetrics.getFont(name)


def emphasised(name: str, how: str) -> str:
    """The face for `bold` or `italic` words in a text of face `name`."""
    try:
        return EMPHASIS[name, how]
    except KeyError:
        raise PressError(f"font '{name}' has no {how} companion") from None


def check(text: str, font: str, place: str) -> None:
    """Refuse a text with a character that `font` cannot draw, naming text, character and font."""
    known = _drawable(font)
    if known.issuperset(text):
        return
    for char in text:
        if char not in known:
            name = unicodedata.name(char, "a control character")
            raise PressError(
                f"{place}: {text!r} has U+{ord(char):04X} ({name}), not in the font {(FACES | WIDE)[font]}"
            )


def covers(text: str, font: str) -> bool:
    """Whether `font` can draw all of a text."""
    return _drawable(font).issuperset(text)


@cache
def _drawable(font: str) -> frozenset[str]:
    """Every character that a face can draw."""
    found = frozenset(char for char in map(chr, face(font).face.charToGlyph) if char.isprintable())
    if font in WIDE:
        return frozenset(char for char in found if unicodedata.bidirectional(char) not in _RIGHT_TO_LEFT)
    return found


def width(text: str, font: str, size: float) -> float:
    """How wide a line of text is, in points."""
    return _unit_width(text, font) * size


@lru_cache(maxsize=1 << 16)
def _unit_width(text: str, font: str) -> float:
    return float(face(font).stringWidth(quoted(text), 1000)) / 1000


def cap_height(font: str, size: float) -> float:
    """The height of a capital letter, in points; texts are centred in their boxes by it."""
    return float(face(font).face.capHeight) * size / 1000


def descent(font: str, size: float) -> float:
    """How far letters reach below the baseline, in points and positive."""
    return -float(face(font).face.descent) * size / 1000
