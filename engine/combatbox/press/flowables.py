"""Text that flows over pages: headings, paragraphs, lists and tables.

Blocks are cut into `FlowFragment`s (a line, a table row), `paginate` distributes fragments over frames, and frames are
drawn. The reading order is fixed when blocks are cut, so that a booklet can draw its pages in the order of its sheets.

    pieces = cut(document, [Heading("Rules", 1), Paragraph("..."), Flowable(table, "P-1")], width)
    for page in paginate(pieces, height):
        draw(surface, box, page)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from combatbox.press import tables, text
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import BOLD, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.text import Line, Run

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

Draw = Callable[[Surface, Box], None]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; links can use each of the names in `anchors` to point to it."""

    words: str
    level: int = 2
    bookmark: bool = True
    anchors: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, with the ids of rules in the margin beside its first line.

    Attributes:
        barred: True for an aside, which has a line down its side.
        anchors: the names that links use for the paragraph.
        to: the target of links in the margin.
        floats: True if the paragraph moves together with the picture above it, and is not divided.
    """

    words: str | Words
    style: str = "text"
    margin: Sequence[str] = ()
    barred: bool = False
    anchors: Sequence[str] = ()
    to: str = ""
    floats: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """An item of a list, with ids in the margin and nested blocks."""

    words: str | Words
    margin: Sequence[str] = ()
    below: Sequence[Block] = ()
    anchors: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of items; `numbered` lists count from 1."""

    items: Sequence[str | Point]
    style: str = "text"
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Flowable:
    """A block with a table, which flows over pages with the text.

    Attributes:
        place: the name of the table in errors.
    """

    table: tables.Table
    place: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of a fixed height.

    Attributes:
        draw: the function that draws the picture.
        alt: the alternative text.
        held: True if the picture stays in the same frame as the following block.
        floats: True if following blocks may be placed before the picture.
    """

    draw: Draw
    height: float
    alt: str = ""
    held: bool = False
    floats: bool = False


Block = Heading | Paragraph | Bullets | Flowable | Picture


@dataclass(frozen=True, slots=True)
class FlowFragment:
    """A fragment of a block that cannot be divided further.

    Attributes:
        before: the space above the fragment.
        held: True if the fragment stays in the same frame as the next fragment.
        again: the column heads of a table, which are repeated above this fragment if it is the first one in a frame.
        opens: the heading that this fragment draws, if any.
        floats: True if the text after the fragment may be placed before it.
    """

    height: float
    draw: Draw
    before: float = 0.0
    held: bool = False
    again: FlowFragment | None = None
    opens: Heading | None = None
    floats: bool = False


_HEADINGS = {1: "title", 2: "heading", 3: "subheading"}
_INDENT = 12.0
_AFTER = 4.0  # between the number of a point and its words
_MARGIN = 2.5  # between words in the margin and their paragraph
_READABLE = 6.5  # points: the smallest type in the margin
_ASIDE = 7.0
_SMALL = 10  # the most rows of a table that is not divided: a quarter of a page at most is left empty
_MOST_MOVED = 0.5  # the longest paragraph, as a share of the frame, that moves so that a picture does not cut it


def cut_blocks(
    document: Document,
    blocks: Sequence[Block],
    width: float,
    *,
    scale: float = 1.0,
    margin: float = 0.0,
    level: int = 0,
) -> list[FlowFragment]:
    """Cut blocks into fragments for frames of one width, in reading order.

    Args:
        document: the document into which they are drawn.
        blocks: the blocks of text.
        width: the width of the frames.
        scale: the scale of all type.
        margin: the space to the left of each frame, for the ids of rules.
        level: the level of the bookmark that contains the headings' bookmarks.
    """
    return _Cutter(document, scale, margin, level).cut(blocks, width)


def paginate(pieces: Sequence[FlowFragment], height: float) -> list[list[FlowFragment]]:
    """Distribute fragments over frames of one height.

    A fragment that is `held` moves together with the next one. If a fragment that `floats` does not fit, the text after
    it moves up, and the fragment is placed as soon as there is enough space, at the latest at the top of the next
    frame. A floating fragment never interrupts a paragraph, and it always comes before the next chapter.

    Raises:
        PressError: a fragment is higher than a frame.
    """
    frames: list[list[FlowFragment]] = []
    frame: list[FlowFragment] = []
    free = height
    groups, floating = deque(_groups(pieces)), deque[list[FlowFragment]]()
    while groups or floating:
        between = not groups or groups[0][0].before > 0  # not in the middle of a paragraph
        waits = floating and (not frame or (between and _needed(floating[0]) <= free + 0.01))
        if floating and not waits and groups and _opens_chapter(groups[0]):
            frames.append(frame)
            frame, free = [], height
            continue
        group = floating.popleft() if waits or not groups else groups.popleft()
        full = bool(frame) and _needed(group) > free + 0.01
        heads, drifting = _parted(group) if full and groups else (group, [])
        if drifting and _needed([*heads, *(groups[0] if heads else ())]) <= free + 0.01:
            floating.append(drifting)
            if not heads:
                continue
            group = [*heads, *groups.popleft()]  # a heading stays with the words after the figure
        elif full:
            within = floating and groups and group[0].before == 0  # the next frame begins with the floating one
            frame, cut = _without_last(frame, height * _MOST_MOVED) if within else (frame, [])
            frames.append(frame)
            frame, free = [], height
            if floating:
                groups.appendleft(group)
                groups.extendleft(reversed(_groups(cut)))
                continue
        placed = group if frame else _opening(group)
        needed = _needed(placed)
        if needed > free + 0.01:
            raise PressError(
                f"a block of {needed:.0f} pt cannot be cut and is higher than its frame of {free:.0f} pt; shorten it"
            )
        frame += placed
        free -= needed
    return [*frames, frame] if frame else frames


def draw(surface: Surface, box: Box, pieces: Sequence[FlowFragment]) -> None:
    """Draw the fragments of one frame."""
    for piece in pieces:
        box = box.below(piece.before)
        piece.draw(surface, box.top(piece.height))
        box = box.below(piece.height)


def _groups(pieces: Sequence[FlowFragment]) -> list[list[FlowFragment]]:
    groups: list[list[FlowFragment]] = [[]]
    for piece in pieces:
        groups[-1].append(piece)
        if not piece.held:
            groups.append([])
    return [group for group in groups if group]


def _opens_chapter(group: Sequence[FlowFragment]) -> bool:
    """Return True if a group begins with the title of a chapter."""
    return group[0].opens is not None and group[0].opens.level == 1


def _without_last(frame: list[FlowFragment], most: float) -> tuple[list[FlowFragment], list[FlowFragment]]:
    """Split off the last paragraph of a frame, together with the fragments before it that must stay with it.

    Nothing is split off if these fragments are higher than `most`.
    """
    start = len(frame) - 1
    while start > 0 and (frame[start].before == 0 or frame[start - 1].held):
        start -= 1
    cut = frame[start:]
    return (frame[:start], cut) if start > 0 and _needed(cut) <= most else (frame, [])


def _parted(group: list[FlowFragment]) -> tuple[list[FlowFragment], list[FlowFragment]]:
    """Split a group before its first floating fragment."""
    index = next((number for number, piece in enumerate(group) if piece.floats), len(group))
    return group[:index], group[index:]


def _opening(group: list[FlowFragment]) -> list[FlowFragment]:
    """Return a group for the top of a frame: without space above it, and with the heads of its table repeated."""
    first, *rest = group
    heads = [first.again] if first.again else []
    return [*heads, replace(first, before=0.0), *rest]


def _needed(group: Sequence[FlowFragment]) -> float:
    return sum(piece.before + piece.height for piece in group)


@dataclass(frozen=True, slots=True)
class _Cutter:
    """A cutter of blocks for one document and one scale of type."""

    document: Document
    scale: float
    margin: float
    level: int

    def cut(self, blocks: Sequence[Block], width: float, indent: float = 0.0) -> list[FlowFragment]:
        """Cut blocks into fragments, in order."""
        pieces: list[FlowFragment] = []
        before: Block | None = None
        for block, after in zip_longest(blocks, blocks[1:]):
            fragments = self._cut(block, width, indent)
            lone = isinstance(before, Heading) and isinstance(block, Paragraph) and len(fragments) == 1
            drifts = isinstance(block, Paragraph) and block.floats
            if (
                after is not None and not drifts and (lone or _announces(block, after))
            ):  # a heading keeps two lines with it
                fragments[-1] = replace(fragments[-1], held=True)
            pieces, before = pieces + fragments, block
        return pieces

    def style(self, name: str) -> TextStyle:
        """Return a text style at this scale of type."""
        look = style_of(name)
        return look if self.scale == 1.0 else look.sized(look.size * self.scale)

    def _cut(self, block: Block, width: float, indent: float) -> list[FlowFragment]:
        canvas = self.document.canvas
        match block:
            case Heading():
                return self._heading(block, width)
            case Paragraph():
                return self._paragraph(block, canvas.plan("P"), width, indent)
            case Bullets():
                return self._bullets(block, width, indent)
            case Flowable(table, place):
                set_table = tables.set_table(table, width, place=place)
                return _cut_table(tables.PlannedTable(set_table, canvas.plan("Table")))
            case Picture():
                return [self._picture(block)]

    def _picture(self, picture: Picture) -> FlowFragment:
        floats, held = picture.floats, picture.held
        if not picture.alt:
            return FlowFragment(picture.height, picture.draw, before=6.0, held=held, floats=floats)
        element = self.document.canvas.plan("Figure", alt=picture.alt)

        def draw_it(surface: Surface, box: Box) -> None:
            with surface.canvas.content_of(element):
                picture.draw(surface, box)

        return FlowFragment(picture.height, draw_it, before=6.0, held=held, floats=floats)

    def _heading(self, heading: Heading, width: float) -> list[FlowFragment]:
        look, document = self.style(_HEADINGS[heading.level]), self.document
        element = document.canvas.plan(f"H{heading.level}")
        lines = text.wrap(text.plain(heading.words, look), width, look, f"heading '{heading.words}'")

        def draw_it(surface: Surface, box: Box) -> None:
            surface.anchors(heading.anchors, box)
            if heading.bookmark:
                document.bookmark(heading.words, self.level + heading.level - 1)
            with surface.canvas.content_of(element):
                surface.lines(lines, box, look)

        return [
            FlowFragment(len(lines) * look.leading + 2, draw_it, before=look.leading * 0.7, held=True, opens=heading)
        ]

    def _paragraph(self, block: Paragraph, element: Element, width: float, indent: float) -> list[FlowFragment]:
        """Cut a paragraph into lines; its first two lines stay together, and so do its last two."""
        look = self.style(block.style)
        inner = width - (_ASIDE if block.barred else 0.0)
        lines = text.wrap(_runs(block.words, look), inner, look, _said(block.words)[:30])
        last = len(lines) - 1
        note = self._noted(block, element, indent)

        def piece(index: int) -> FlowFragment:
            def draw_it(surface: Surface, box: Box) -> None:
                if index == 0:
                    surface.anchors(block.anchors, box)
                    note(surface, box)
                if block.barred:
                    top = box.y + (1 if index == 0 else 0)
                    surface.line(box.x + 1, top, box.x + 1, box.bottom, weight=BOLD, colour="shade")
                    box = Box(box.x + _ASIDE, box.y, box.width - _ASIDE, box.height)
                surface.draw_linked_line(lines[index], box, look, element, goes_on=index < last)

            held = index < last and (block.floats or index in (0, last - 1))
            return FlowFragment(look.leading, draw_it, before=look.leading * 0.35 if index == 0 else 0.0, held=held)

        return [piece(index) for index in range(len(lines))]

    def _noted(self, block: Paragraph, element: Element, indent: float) -> Draw:
        """Return a function that draws ids into the margin, on the baselines of the lines."""
        look = self.style("margin")
        look = look.sized(max(look.size, _READABLE))

        def draw_it(surface: Surface, box: Box) -> None:
            for number, name in enumerate(block.margin):
                line = Box(
                    box.x - indent - self.margin, box.y + number * look.leading, self.margin - _MARGIN, box.height
                )
                fitted = replace(text.fit(name, line.width, look, f"rule {name}"), leading=line.height)
                surface.draw_linked_line([Run(name, fitted.font, block.to)], line, fitted, element, goes_on=True)

        return draw_it

    def _bullets(self, block: Bullets, width: float, indent: float) -> list[FlowFragment]:
        look = self.style(block.style)
        marks = [f"{number}." if block.numbered else "•" for number in range(1, len(block.items) + 1)]
        widest = max((text.width(text.plain(mark, look), look) for mark in marks), default=0.0)
        step = max(_INDENT * self.scale, widest + _AFTER * self.scale)
        parent = self.document.canvas.plan("L", ListNumbering="Decimal" if block.numbered else "Disc")
        pieces: list[FlowFragment] = []
        last = len(block.items) - 1
        for number, item in enumerate(block.items):
            point = item if isinstance(item, Point) else Point(item)
            entry = parent.plan("LI")
            label, body = entry.plan("Lbl"), entry.plan("LBody")
            mark = text.plain(marks[number], look)
            inset = widest - text.width(mark, look)  # numbers are right-aligned
            paragraph = Paragraph(point.words, block.style, point.margin, anchors=point.anchors)
            own = body.plan("P") if point.below else body  # planned before the nested blocks
            first, *rest = self._paragraph(paragraph, own, width - step, indent + step)
            with self.document.canvas.at(body):
                rest += self.cut(point.below, width - step, indent + step)
            first = replace(first, draw=_indented(first.draw, step), held=first.held or bool(point.below))
            placed = [
                replace(first, draw=_labelled(first.draw, label, mark, look, inset)),
                *(replace(piece, draw=_indented(piece.draw, step)) for piece in rest),
            ]
            if number in (0, last - 1) and number != last:  # avoid a single point at the top or bottom
                placed[-1] = replace(placed[-1], held=True)
            pieces += placed
        return pieces


def _announces(block: Block, after: Block) -> bool:
    """Return True if a paragraph introduces the following block, so that both stay on one page.

    The line that names a table (`pointer`) belongs to the words before it, and introduces nothing.
    """
    if not isinstance(block, Paragraph) or not block.words or block.style == "pointer":
        return False
    if isinstance(after, Paragraph):
        return after.style != block.style and not block.barred
    return isinstance(after, (Bullets, Flowable))


def _runs(words: str | Words, look: TextStyle) -> list[Run]:
    return text.marked(words, look) if isinstance(words, str) else text.span_runs(words, look)


def _said(words: str | Words) -> str:
    return words if isinstance(words, str) else "".join(span.text for span in words)


def _indented(inner: Draw, step: float) -> Draw:
    return lambda surface, box: inner(surface, Box(box.x + step, box.y, box.width - step, box.height))


def _labelled(inner: Draw, element: Element, mark: Line, look: TextStyle, inset: float) -> Draw:
    def draw_it(surface: Surface, box: Box) -> None:
        with surface.canvas.content_of(element):
            surface.lines([mark], Box(box.x + inset, box.y, box.width - inset, box.height), look)
        inner(surface, box)

    return draw_it


def _cut_table(planned: tables.PlannedTable) -> list[FlowFragment]:
    """Cut a table into rows; caption and heads stay with the first row, and each new frame repeats the heads.

    A small table is not divided.
    """

    def ignore_end(step: Callable[..., Box], *arguments: object, **options: object) -> Draw:
        return lambda surface, box: empty_flow(step(surface, *arguments, box, **options))

    table = planned.set
    heads = FlowFragment(table.head.height, ignore_end(planned.draw_head, again=True), before=0.0)
    pieces = [
        FlowFragment(table.caption_height, ignore_end(planned.draw_caption), before=8.0, held=True),
        FlowFragment(table.head.height, ignore_end(planned.draw_head), held=True),
    ]
    last = len(table.rows) - 1
    whole = last < _SMALL
    for index, row in enumerate(table.rows):
        again = heads if index else None
        held = row.banner or (whole and index < last)
        pieces.append(FlowFragment(row.height, _row_of(planned, index), held=held, again=again))
    return [*pieces, FlowFragment(6.0, planned.draw_end)]


def _row_of(planned: tables.PlannedTable, number: int) -> Draw:
    return lambda surface, box: empty_flow(planned.draw_row(surface, number, box))


def empty_flow(_: object) -> None:
    """Accept any value, and return None.

    Drawing functions must return None, so they pass the result of another function to this one.
    """
