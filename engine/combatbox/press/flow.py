"""Running matter through frames: headings, paragraphs, lists and tables over as many pages as needed.

Blocks are cut into `Piece`s (a line, a table row), pieces are dealt into frames by `paginate`, and
frames are drawn. The reading order is fixed when blocks are cut, so that a booklet can draw its pages
in the order of its sheets.

    pieces = cut(document, [Heading("Rules", 1), Paragraph("..."), Matter(table, "P-1")], width)
    for page in paginate(pieces, height):
        draw(surface, box, page)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from combatbox.press import tables, text
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.text import Line

Draw = Callable[[Surface, Box], None]


@dataclass(frozen=True, slots=True)
class Heading:
    words: str
    level: int = 2
    bookmark: bool = True


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: str
    style: str = "text"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `numbered` from 1."""

    items: Sequence[str]
    style: str = "text"
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Matter:
    """A table among the text; `place` is what an error calls it."""

    table: tables.Table
    place: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Anything drawn, of a fixed height."""

    draw: Draw
    height: float


Block = Heading | Paragraph | Bullets | Matter | Picture


@dataclass(frozen=True, slots=True)
class Piece:
    """What cannot be cut further. `held` pieces stay with the one that follows.

    `again` is drawn above it when it opens a frame and is not the first of its block: a table's heads.
    """

    height: float
    draw: Draw
    before: float = 0.0
    held: bool = False
    again: Piece | None = None


_HEADINGS = {1: "title", 2: "heading", 3: "subheading"}
_INDENT = 12.0


def cut(document: Document, blocks: Sequence[Block], width: float) -> list[Piece]:
    """Cut blocks into pieces for frames of a width, in reading order."""
    pieces: list[Piece] = []
    for block in blocks:
        pieces += _cut(document, block, width)
    return pieces


def paginate(pieces: Sequence[Piece], height: float) -> list[list[Piece]]:
    """Deal pieces into frames of one height; a held piece moves on with the one it is held to."""
    frames: list[list[Piece]] = []
    frame: list[Piece] = []
    room = height
    for group in _groups(pieces):
        if frame and _needed(group) > room + 0.01:
            frames.append(frame)
            frame, room = [], height
        placed = group if frame else _opening(group)
        needed = _needed(placed)
        if needed > room + 0.01:
            raise PressError(f"a block of {needed:.0f} pt cannot be cut and is higher than its frame, {room:.0f} pt")
        frame += placed
        room -= needed
    return [*frames, frame] if frame else frames


def draw(surface: Surface, box: Box, pieces: Sequence[Piece]) -> None:
    """Draw what `paginate` put into one frame."""
    for piece in pieces:
        box = box.below(piece.before)
        piece.draw(surface, box.top(piece.height))
        box = box.below(piece.height)


def _groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    groups: list[list[Piece]] = [[]]
    for piece in pieces:
        groups[-1].append(piece)
        if not piece.held:
            groups.append([])
    return [group for group in groups if group]


def _opening(group: list[Piece]) -> list[Piece]:
    """A group at the top of a frame: no space above it, a table's heads again."""
    first, *rest = group
    heads = [first.again] if first.again else []
    return [*heads, replace(first, before=0.0), *rest]


def _needed(group: Sequence[Piece]) -> float:
    return sum(piece.before + piece.height for piece in group)


def _cut(document: Document, block: Block, width: float) -> list[Piece]:
    match block:
        case Heading():
            return _cut_heading(document, block, width)
        case Paragraph(words, name):
            look = style_of(name)
            return _cut_lines(document, document.canvas.plan("P"), words, look, width)
        case Bullets():
            return _cut_bullets(document, block, width)
        case Matter(table, place):
            set_table = tables.set_table(table, width, place=place)
            document.canvas.adopt(set_table.element)
            return _cut_table(set_table)
        case Picture(draw_it, height):
            return [Piece(height, draw_it, before=6.0)]


def _cut_heading(document: Document, heading: Heading, width: float) -> list[Piece]:
    look = style_of(_HEADINGS[heading.level])
    element = document.canvas.plan(f"H{heading.level}")
    lines = text.wrap(text.plain(heading.words, look), width, look, f"heading '{heading.words}'")

    def draw_it(surface: Surface, box: Box) -> None:
        if heading.bookmark:
            document.bookmark(heading.words, heading.level - 1)
        with surface.canvas.fill(element):
            surface.lines(lines, box, look)

    return [Piece(len(lines) * look.leading + 2, draw_it, before=look.leading * 0.7, held=True)]


def _cut_lines(document: Document, element: Element, words: str, look: TextStyle, width: float) -> list[Piece]:
    """A paragraph line by line, its first two and its last two lines kept together."""
    lines = text.wrap(text.marked(words, look), width, look, words[:30])
    last = len(lines) - 1

    def piece(index: int) -> Piece:
        def draw_it(surface: Surface, box: Box) -> None:
            with surface.canvas.fill(element):
                surface.lines([lines[index]], box, look, goes_on=index < last)

        held = index < last and index in (0, last - 1)
        return Piece(look.leading, draw_it, before=look.leading * 0.35 if index == 0 else 0.0, held=held)

    return [piece(index) for index in range(len(lines))]


def _cut_bullets(document: Document, block: Bullets, width: float) -> list[Piece]:
    look = style_of(block.style)
    numbering = "Decimal" if block.numbered else "Disc"
    parent = document.canvas.plan("L", ListNumbering=numbering)
    pieces: list[Piece] = []
    for number, words in enumerate(block.items, start=1):
        item = parent.plan("LI")
        label, body = item.plan("Lbl"), item.plan("LBody")
        mark = f"{number}." if block.numbered else "•"
        first, *rest = [
            replace(piece, draw=_indented(piece.draw))
            for piece in _cut_lines(document, body, words, look, width - _INDENT)
        ]
        pieces += [replace(first, draw=_labelled(first.draw, label, text.plain(mark, look), look)), *rest]
    return pieces


def _indented(inner: Draw) -> Draw:
    return lambda surface, box: inner(surface, Box(box.x + _INDENT, box.y, box.width - _INDENT, box.height))


def _labelled(inner: Draw, element: Element, mark: Line, look: TextStyle) -> Draw:
    def draw_it(surface: Surface, box: Box) -> None:
        with surface.canvas.fill(element):
            surface.lines([mark], box, look)
        inner(surface, box)

    return draw_it


def _cut_table(table: tables.SetTable) -> list[Piece]:
    """Caption and heads held to the first row; the heads again wherever a frame opens amid the rows."""

    def ignore_end(step: Callable[..., Box], *arguments: object, **options: object) -> Draw:
        return lambda surface, box: void(step(surface, *arguments, box, **options))

    heads = Piece(table.head.height, ignore_end(table.draw_head, again=True), before=0.0)
    pieces = [
        Piece(table.caption_height, ignore_end(table.draw_caption), before=8.0, held=True),
        Piece(table.head.height, ignore_end(table.draw_head), held=True),
    ]
    for index, row in enumerate(table.rows):
        again = heads if index else None
        pieces.append(Piece(row.height, ignore_end(table.draw_row, row), held=row.banner, again=again))
    return [*pieces, Piece(6.0, table.draw_end)]


def void(_: object) -> None:
    """Drop a result that a drawing function may not return."""
