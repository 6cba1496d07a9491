"""Lines of text with what stands out in them: pieces, each in a style, as boards give them and a terminal prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Literal

Style = Literal["", "bad", "warn", "good", "faint", "enemy"]
"""What a piece means to a player; `` is nothing in particular. Which colour that is, whoever prints it decides."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a line in one style."""

    text: str
    style: Style = ""


@dataclass(frozen=True)
class Styled:
    """A line in pieces; neighbours of one style are one piece. `str` gives its text alone."""

    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    def __len__(self) -> int:
        return sum(len(piece.text) for piece in self.pieces)

    def __getitem__(self, part: slice) -> Styled:
        """A stretch of the line, in its styles."""
        start, stop, _ = part.indices(len(self))
        cut: list[Piece] = []
        at = 0
        for piece in self.pieces:
            cut.append(Piece(piece.text[max(start - at, 0) : max(stop - at, 0)], piece.style))
            at += len(piece.text)
        return styled(*cut)

    def rstrip(self) -> Styled:
        """Without the blanks at its end."""
        return self[: len(str(self).rstrip())]


Stretch = str | Piece | Styled
"""What a line is put together from: plain text, a piece, a line."""


def styled(*parts: Stretch) -> Styled:
    """A line of these parts, one after the other."""
    pieces = [piece for part in parts for piece in _pieces(part) if piece.text]
    runs = groupby(pieces, key=lambda piece: piece.style)
    return Styled(tuple(Piece("".join(piece.text for piece in run), style) for style, run in runs))


def _pieces(part: Stretch) -> Sequence[Piece]:
    if isinstance(part, Styled):
        return part.pieces
    return (part if isinstance(part, Piece) else Piece(part),)


def joined(between: str, parts: Iterable[Stretch]) -> Styled:
    """A line of these parts with something between each two; an empty part is left out."""
    told = [line for part in parts if (line := styled(part)).pieces]
    return styled(*(word for number, part in enumerate(told) for word in ((between, part) if number else (part,))))


def wrapped(line: Stretch, width: int, hang: str = "") -> list[Styled]:
    """A line broken between words into lines of so many columns; those after the first begin with `hang`."""
    whole = styled(line)
    text, at = str(whole), 0
    lines: list[Styled] = []
    for number, broken in enumerate(wrap(text, width, subsequent_indent=hang)):
        shown = broken[len(hang) :] if number else broken
        at = text.index(shown, at)  # only blanks are left out where a line is broken
        lines.append(styled(hang if number else "", whole[at : at + len(shown)]))
        at += len(shown)
    return lines
