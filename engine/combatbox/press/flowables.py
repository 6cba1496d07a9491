"""Text that flows over pages: headings, paragraphs, lists and pictures; and pages on the sheets of a booklet.

Blocks are cut into `FlowFragment`s (a line, a table row), `paginate` distributes fragments over frames, and frames are
drawn. The reading order is fixed when blocks are cut, so that a booklet can draw its pages in the order of its sheets.

    pieces = Flow(document).cut([Heading("Rules", 1), Paragraph("..."), table], width)
    for page in paginate(pieces, height):
        draw(surface, box, page)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol, TypeVar

from combatbox.core.annotations import frozen
from combatbox.press import text
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import BOLD, HEAVY, MM, Box, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.text import Run

if TYPE_CHECKING:
    from combatbox.prose.chapters import Words

T = TypeVar("T")
Draw = Callable[[Surface, Box], None]
DrawPage = Callable[[Surface], None]

TITLE, LOW_TITLE = 12 * MM, 9.5 * MM  # the height of a page's title
_HEADINGS = {1: "title", 2: "heading", 3: "subheading"}
_INDENT = 12.0
_AFTER = 4.0  # between the number of a point and its words
_MARGIN = 2.5  # between words in the margin and their paragraph
_READABLE = 6.5  # points: the smallest type in the margin
_ASIDE = 7.0
_MOST_MOVED = 0.5  # the longest paragraph, as a share of the frame, that moves so that a picture does not cut it


@frozen
class FlowFragment:
    """A fragment of a block that cannot be divided further.

    Attributes:
        before: the space above the fragment.
        held: True if the fragment stays in the same frame as the next fragment.
        again: the column heads of a table, which are repeated above this fragment if it is the first one in a frame.
        opens: the heading that this fragment draws, if any.
        floats: True if the text after the fragment may be placed before it.
        indent: the indent from the left edge of the frame.
    """

    height: float
    draw: Draw
    before: float = 0.0
    held: bool = False
    again: FlowFragment | None = None
    opens: Heading | None = None
    floats: bool = False
    indent: float = 0.0


class Block(Protocol):
    """A part of a text, which is cut into fragments."""

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Cut the block into fragments for frames of one width."""
        ...


@frozen
class Flow:
    """A flow of blocks into a document.

    Attributes:
        scale: the scale of all type.
        margin: the space to the left of each frame, for the ids of rules.
        level: the level of the bookmark that contains the headings' bookmarks.
        indent: the indent of the blocks from the left edge of the frame.
        outlined: True if headings have bookmarks.
    """

    document: Document
    scale: float = 1.0
    margin: float = 0.0
    level: int = 0
    indent: float = 0.0
    outlined: bool = True

    def cut(self, blocks: Sequence[Block], width: float) -> list[FlowFragment]:
        """Cut blocks into fragments for frames of one width, in reading order."""
        pieces: list[FlowFragment] = []
        before: Block | None = None
        for block, after in zip_longest(blocks, blocks[1:]):
            fragments = block.cut(self, width)
            if after is not None and isinstance(block, Paragraph) and not block.floats:
                lone = isinstance(before, Heading) and len(fragments) == 1  # a heading keeps two lines with it
                if lone or block.introduces(after):
                    fragments[-1] = replace(fragments[-1], held=True)
            pieces, before = pieces + fragments, block
        return pieces

    def style(self, name: str) -> TextStyle:
        """Return a text style at this scale of type."""
        look = style_of(name)
        return look.sized(look.size * self.scale)


@frozen
class Heading:
    """A heading; links can use each of the names in `anchors` to point to it."""

    words: str
    level: int = 2
    bookmark: bool = True
    anchors: Sequence[str] = ()

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Return the heading as one fragment, which stays with the next one."""
        look = flow.style(_HEADINGS[self.level])
        element = flow.document.canvas.plan(f"H{self.level}")
        lines = text.wrap(self.words, width, look, f"heading '{self.words}'")

        def draw_it(surface: Surface, box: Box) -> None:
            surface.anchors(self.anchors, box)
            if self.bookmark and flow.outlined:
                flow.document.bookmark(self.words, flow.level + self.level - 1)
            with surface.canvas.content_of(element):
                surface.lines(lines, box, look)

        height = len(lines) * look.leading + 2
        return [FlowFragment(height, draw_it, before=look.leading * 0.7, held=True, opens=self)]


@frozen
class Paragraph:
    """A paragraph, with the ids of rules in the margin beside its first line.

    Attributes:
        barred: True for an aside, which has a line down its side.
        anchors: the names that links use for the paragraph.
        to: the target of links in the margin.
        floats: True if the paragraph moves together with the picture above it, and is not divided.
        element: the structure element of the words; None for a new paragraph.
    """

    words: str | Words
    style: str = "text"
    margin: Sequence[str] = ()
    barred: bool = False
    anchors: Sequence[str] = ()
    to: str = ""
    floats: bool = False
    element: Element | None = None

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Cut the paragraph into lines; its first two lines stay together, and so do its last two."""
        look, element = flow.style(self.style), self.element or flow.document.canvas.plan("P")
        bar = _ASIDE if self.barred else 0.0
        words = self.words
        runs = text.marked(words, look) if isinstance(words, str) else text.span_runs(words, look)
        lines = text.wrap(runs, width - bar, look, "".join(run.text for run in runs)[:30])
        last = len(lines) - 1

        def piece(index: int) -> FlowFragment:
            def draw_it(surface: Surface, box: Box) -> None:
                if index == 0:
                    surface.anchors(self.anchors, box)
                    self._draw_margin(surface, box, flow, element)
                if self.barred:
                    top = box.y + (1 if index == 0 else 0)
                    surface.line(box.x + 1, top, box.x + 1, box.bottom, weight=BOLD, colour="shade")
                surface.draw_linked_line(lines[index], box.after(bar), look, element, goes_on=index < last)

            held = index < last and (self.floats or index in (0, last - 1))
            return FlowFragment(look.leading, draw_it, before=look.leading * 0.35 if index == 0 else 0.0, held=held)

        return [piece(index) for index in range(len(lines))]

    def _draw_margin(self, surface: Surface, box: Box, flow: Flow, element: Element) -> None:
        """Draw the ids into the margin, on the baselines of the lines."""
        look = flow.style("margin")
        look = look.sized(max(look.size, _READABLE))
        left, width = box.x - flow.indent - flow.margin, flow.margin - _MARGIN
        for number, name in enumerate(self.margin):
            line = Box(left, box.y + number * look.leading, width, box.height)
            fitted = replace(text.fit(name, width, look, f"rule {name}"), leading=line.height)
            surface.draw_linked_line([Run(name, fitted.font, self.to)], line, fitted, element, goes_on=True)

    def introduces(self, after: Block) -> bool:
        """Return True if the paragraph introduces the following block, so that both stay on one page.

        The line that names a table (`pointer`) belongs to the words before it, and introduces nothing.
        """
        if not self.words or self.style == "pointer":
            return False
        if isinstance(after, Paragraph):
            return after.style != self.style and not self.barred
        return not isinstance(after, (Heading, Picture))


@frozen
class Point:
    """An item of a list, with ids in the margin and nested blocks."""

    words: str | Words
    margin: Sequence[str] = ()
    below: Sequence[Block] = ()
    anchors: Sequence[str] = ()


@frozen
class Bullets:
    """A list of items; `numbered` lists count from 1."""

    items: Sequence[Point]
    numbered: bool = False

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Cut the items into lines; the first and the last item do not stand alone."""
        look, canvas, last = flow.style("text"), flow.document.canvas, len(self.items) - 1
        marks = [f"{number}." if self.numbered else "•" for number in range(1, len(self.items) + 1)]
        widest = max((text.width(mark, look) for mark in marks), default=0.0)
        step = max(_INDENT * flow.scale, widest + _AFTER * flow.scale)
        inner = replace(flow, indent=flow.indent + step)
        parent = canvas.plan("L", ListNumbering="Decimal" if self.numbered else "Disc")
        pieces: list[FlowFragment] = []
        for number, (point, mark) in enumerate(zip(self.items, marks, strict=True)):
            entry = parent.plan("LI")
            label, body = entry.plan("Lbl"), entry.plan("LBody")
            own = None if point.below else body
            words = Paragraph(point.words, margin=point.margin, anchors=point.anchors, element=own)
            with canvas.at(body):
                first, *rest = [*words.cut(inner, width - step), *inner.cut(point.below, width - step)]
            start = widest - text.width(mark, look) - step  # numbers are right-aligned
            drawn = _labelled(first.draw, label, mark, look, start)
            item = [replace(first, draw=drawn, held=first.held or bool(point.below)), *rest]
            if number in (0, last - 1) and number != last:
                item[-1] = replace(item[-1], held=True)
            pieces += [replace(piece, indent=piece.indent + step) for piece in item]
        return pieces


def _labelled(inner: Draw, element: Element, mark: str, look: TextStyle, start: float) -> Draw:
    """Return a function that draws the mark of a list item, `start` from the left of its first line, and the line."""

    def draw_it(surface: Surface, box: Box) -> None:
        with surface.canvas.content_of(element):
            surface.lines([text.plain(mark, look)], replace(box, x=box.x + start), look)
        inner(surface, box)

    return draw_it


@frozen
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

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Return the picture as one fragment."""
        element = flow.document.canvas.plan("Figure", alt=self.alt) if self.alt else None

        def draw_it(surface: Surface, box: Box) -> None:
            with surface.canvas.content_of(element) if element else nullcontext():
                self.draw(surface, box)

        return [FlowFragment(self.height, draw_it, before=6.0, held=self.held, floats=self.floats)]


# Frames


def paginate(pieces: Sequence[FlowFragment], height: float) -> list[list[FlowFragment]]:
    """Distribute fragments over frames of one height.

    A fragment that is `held` moves together with the next one. If a fragment that `floats` does not fit, the text after
    it moves up, and the fragment is placed as soon as there is enough space, at the latest at the top of the next
    frame. A floating fragment never interrupts a paragraph, and it always comes before the next chapter.

    Raises:
        PressError: a fragment is higher than a frame.
    """
    frames: list[list[FlowFragment]] = []
    groups, floating = deque(_groups(pieces)), deque[list[FlowFragment]]()
    while groups or floating:
        frames.append(_next_frame(groups, floating, height))
    return frames


def _next_frame(
    groups: deque[list[FlowFragment]], floating: deque[list[FlowFragment]], height: float
) -> list[FlowFragment]:
    """Fill a frame, and remove what it contains from the groups and from the floating fragments."""
    frame, free = list[FlowFragment](), height + 0.01
    while groups or floating:
        is_between = not groups or groups[0][0].before > 0  # not in the middle of a paragraph
        if floating and (not frame or (is_between and _needed(floating[0]) <= free)):
            group = floating.popleft()
        elif not groups or (floating and _opens_chapter(groups[0])):
            break
        elif not frame or _needed(groups[0]) <= free:
            group = groups.popleft()
        else:
            heads, figure = _parted(groups[0])
            if not figure or len(groups) == 1 or _needed([*heads, *(groups[1] if heads else ())]) > free:
                if floating and not is_between:  # the next frame begins with the floating one
                    frame, cut = _without_last(frame, height * _MOST_MOVED)
                    groups.extendleft(reversed(_groups(cut)))
                break
            floating.append(figure)
            groups.popleft()
            if not heads:
                continue
            group = [*heads, *groups.popleft()]  # a heading stays with the words after the figure
        placed = group if frame else _opening(group)
        if _needed(placed) > free:
            raise PressError(
                f"a block of {_needed(placed):.0f} pt cannot be cut and is higher than its frame of {height:.0f} pt; "
                "shorten it"
            )
        frame += placed
        free -= _needed(placed)
    return frame


def draw(surface: Surface, box: Box, pieces: Sequence[FlowFragment]) -> None:
    """Draw the fragments of one frame."""
    for piece in pieces:
        box = box.below(piece.before)
        piece.draw(surface, box.top(piece.height).after(piece.indent))
        box = box.below(piece.height)


def cheapest(count: int, ways: Callable[[int], Iterable[tuple[int, float, list[T]]]]) -> list[T]:
    """Divide things in order between pages or cards at the lowest cost; the result is empty if that is impossible.

    Args:
        count: the number of things.
        ways: a function that yields each way to print the things from an index on: the index after the last one, the
            cost, and the pages or cards.
    """
    best: dict[int, tuple[float, list[T]]] = {0: (0.0, [])}
    for start in range(count):
        if start in best:
            before, parts = best[start]
            for stop, cost, more in ways(start):
                if stop not in best or before + cost < best[stop][0] - 1e-9:
                    best[stop] = before + cost, [*parts, *more]
    return best[count][1] if count in best else []


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


# Pages


def draw_title(surface: Surface, title: str, *, again: str = "", subtitle: str = "", height: float = TITLE) -> Box:
    """Draw a page's title with the name of the game, and return the space below it.

    Args:
        surface: the surface of the page.
        title: the title of the page.
        again: the style of the smaller title on later pages; empty on the first page.
        subtitle: a note beside the title.
        height: the height of the title.
    """
    box = surface.body.top(height - (4 * MM if height == TITLE else 2 * MM))
    game = surface.document.imprint.game.upper()
    words, over = style_of(again or "title"), style_of("overline", "right")
    if again:
        with surface.canvas.artifact("Pagination"):
            surface.put(f"{title}, continued", box.x, box.bottom - 2.2 * MM, words)
    else:
        beside = text.width(game, over) + 4 * MM
        line = box.top(box.height - 1 * MM).start(box.width - beside)
        surface.text(title, line, words, place="title", tag="H1")
        below = surface.heading(game, box.after(box.width / 2), over, place="title")
        if subtitle:
            surface.heading(subtitle, below, style_of("code", "right"), place="title")
    surface.edge(box, "bottom", weight=HEAVY)
    return surface.body.below(height)


def folding_order(pages: int) -> list[tuple[int, int]]:
    """Return the left and right page on each side of the sheets of a booklet for folding: front, back, front, and so on.

    Pages are numbered from 0; numbers beyond the last page are blank pages.
    """
    last = -(-pages // 4) * 4 - 1
    sides = [(last - left, left) for left in range(last // 2 + 1)]
    return [side if number % 2 == 0 else side[::-1] for number, side in enumerate(sides)]


def impose(
    document: Document, pages: Sequence[DrawPage | None], *, bookmark: str | None = None, folded: bool = True
) -> int:
    """Print pages as a booklet with two pages on each side of a sheet, and return the number of sides.

    Pages of a folded booklet are drawn in sheet order but read in page order, so each page gets its place in the
    structure tree before the first one is drawn. If sheets are turned over the short edge, all sides are upright; if
    they are turned over the long edge, the backs are upside down.

    Args:
        document: the document to print into.
        pages: the functions that draw the pages; None for a blank page.
        bookmark: the title of the booklet in the outline.
        folded: True for the order of folding; False for that of reading, as an open book shows it.
    """
    sides = folding_order(len(pages)) if folded else [(left, left + 1) for left in range(-1, len(pages), 2)]
    sections = [document.canvas.plan("Sect") if page and folded else None for page in pages]
    turned = folded and document.has_upside_down_backs(landscape=True)
    for index, side in enumerate(sides):
        with document.page(landscape=True, foot=False, bookmark=None if index else bookmark) as sheet:
            halves = sheet.whole.split(2)
            back = turned and index % 2 == 1
            for number, half in zip(side, halves[::-1] if back else halves, strict=True):
                if 0 <= number < len(pages) and (draw_it := pages[number]):
                    section = sections[number]
                    within = document.canvas.at(section) if section else nullcontext()
                    with within, sheet.placed(half, turned=back) as page:
                        draw_it(page)
    return len(sides)
