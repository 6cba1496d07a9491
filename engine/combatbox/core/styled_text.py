"""Lines of text in styled pieces, which boards return and terminals print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Literal

from combatbox.core.annotations import frozen

Style = Literal["", "bad", "warn", "good", "faint", "enemy"]
"""The meaning of a piece for the player; empty for plain text. The code that prints the piece chooses the colour."""


@frozen
class Piece:
    """A part of a line in one style."""

    text: str
    style: Style = ""


@frozen
class Styled:
    """A line of styled pieces; `str` returns its plain text.

    Adjacent pieces of the same style are merged.
    """

    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    def __len__(self) -> int:
        return sum(len(piece.text) for piece in self.pieces)

    def __getitem__(self, part: slice) -> Styled:
        """Return a slice of the line with its styles."""
        start, stop, _ = part.indices(len(self))
        cut: list[Piece] = []
        at = 0
        for piece in self.pieces:
            cut.append(Piece(piece.text[max(start - at, 0) : max(stop - at, 0)], piece.style))
            at += len(piece.text)
        return styled(*cut)

    def rstrip(self) -> Styled:
        """Return the line without blanks at its end."""
        return self[: len(str(self).rstrip())]


Stretch = str | Piece | Styled
"""A part of a line: plain text, a piece, or another line."""


def styled(*parts: Stretch) -> Styled:
    """Return a line that consists of these parts in sequence."""
    pieces = [piece for part in parts for piece in _pieces(part) if piece.text]
    runs = groupby(pieces, key=lambda piece: piece.style)
    return Styled(tuple(Piece("".join(piece.text for piece in run), style) for style, run in runs))


def _pieces(part: Stretch) -> Sequence[Piece]:
    if isinstance(part, Styled):
        return part.pieces
    return (part if isinstance(part, Piece) else Piece(part),)


def joined(between: str, parts: Iterable[Stretch]) -> Styled:
    """Return a line that consists of the parts that are not empty, with a separator between them.

    Args:
        between: the separator.
        parts: the parts.
    """
    lines = [line for part in parts if (line := styled(part)).pieces]
    return styled(*(word for number, part in enumerate(lines) for word in ((between, part) if number else (part,))))


def wrapped(line: Stretch, width: int, hang: str = "") -> list[Styled]:
    """Break a line between words into lines of at most `width` columns.

    Args:
        line: the line to break.
        width: the maximum number of columns.
        hang: the text at the beginning of each line after the first.

    Example:
        >>> [str(line) for line in wrapped("the pilot is wounded", 14, "  ")]
        ['the pilot is', '  wounded']
    """
    full = styled(line)
    text, at = str(full), 0
    lines: list[Styled] = []
    for number, broken in enumerate(wrap(text, width, subsequent_indent=hang)):
        shown = broken[len(hang) :] if number else broken
        at = text.index(shown, at)  # `wrap` drops only blanks
        lines.append(styled(hang if number else "", full[at : at + len(shown)]))
        at += len(shown)
    return lines
