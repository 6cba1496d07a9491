"""All tables of a game on as few pages as stay readable, in the order of play.

Tables run down the columns of a page; one is cut where much of a column would stay empty before it. One too wide for a column takes the width
of the page, one too wide for that a landscape page, and only then is it cut by its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from combatbox.core.wording import TableView
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box, shares
from combatbox.press.heads import SECTION, TITLE, draw_section, draw_title
from combatbox.press.style import MARGIN, MM, Paper
from combatbox.press.surface import Surface
from combatbox.press.views import Looks, SetView, Strip, by_columns, by_rows, set_view

_GAP = 7 * MM  # between columns
_BELOW = 4 * MM  # below a table
_FOOT = 5 * MM
_MUCH = 0.25  # of a page: so much of a column is not left white for the sake of keeping a table whole
_FULL = 0.6  # of a page: so far it is filled before paper that must be turned follows
_GOES_ON = "continued"
_EASY = 3  # lines in a cell that a reader still takes in at a glance

EASY = Looks()
DENSE = Looks(table="dense", head="dense-head")
CLOSE = Looks(table="dense", head="dense-head", source=None)
SMALL = Looks(table="fine", head="fine-head", source=None)
FINE = Looks(table="fine", head="fine-head")

Place = Literal["column", "page", "landscape"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the pages are laid out. single: all on one page, in small type and without the sources."""

    columns: int = 2
    landscape: bool = False
    single: bool = False

    @property
    def gap(self) -> float:
        """Between columns: on a single page half the usual."""
        return _GAP / 2 if self.single else _GAP

    @property
    def looks(self) -> tuple[Looks, Looks]:
        """The type to begin with, and the smaller one if that saves a page."""
        return (CLOSE, SMALL) if self.single else (EASY, DENSE)


@dataclass(frozen=True, slots=True)
class _Head:
    """The name of a section, kept with the table below it."""

    words: str

    @property
    def height(self) -> float:
        return SECTION

    def draw(self, surface: Surface, box: Box) -> None:
        draw_section(surface, box, self.words)


_Piece = _Head | SetView


@dataclass(frozen=True, slots=True)
class _Block:
    """What stays together: a table and perhaps the section's name above it; `again` if the table goes on here."""

    pieces: tuple[_Piece, ...]
    place: Place
    again: bool = False

    @property
    def height(self) -> float:
        return sum(piece.height for piece in self.pieces) + _BELOW

    def draw(self, surface: Surface, box: Box) -> None:
        for piece in self.pieces:
            piece.draw(surface, box)
            box = box.below(piece.height)

    def cut(self, height: float) -> tuple[_Block, _Block] | None:
        """In two, of which the first fills a height as well as it can; None if that cannot be done well."""
        *heads, table = self.pieces
        if not isinstance(table, SetView):
            return None
        strip, room = Strip(table), height - sum(head.height for head in heads)
        stops = [stop for stop in range(1, len(strip)) if strip.cut_well(stop) and strip.height(0, stop) <= room]
        if not stops:
            return None
        first = strip.part(0, stops[-1], _GOES_ON if self.again else "")
        rest = strip.part(stops[-1], len(strip), _GOES_ON)
        return _Block((*heads, first), self.place, self.again), _Block((rest,), self.place, again=True)

    def joined(self, rest: _Block) -> _Block | None:
        """A part of a table and the next as one part; None if they are not of one table."""
        part, more = self.pieces[-1], rest.pieces[-1]
        if not (
            rest.again and isinstance(part, SetView) and isinstance(more, SetView) and part.view.id == more.view.id
        ):
            return None
        first, second = part.view, more.view
        if first.headings != second.headings:
            return None  # not further rows but further columns
        view = replace(
            second,
            rows=first.rows + second.rows,
            modifiers=first.modifiers + second.modifiers,
            notes=first.notes + second.notes,
        )
        again = _GOES_ON if self.again else ""
        return _Block((*self.pieces[:-1], set_view(view, part.width, part.looks, more=again)), self.place, self.again)


@dataclass(frozen=True, slots=True)
class _Room:
    """The measures of a page."""

    width: float
    height: float
    column: float


def lay_out(paper: Paper, sections: Sequence[Section], plan: Plan) -> list[Page]:
    """Deal the tables onto pages, in the larger type unless the smaller one saves a page.

    Raises PressError naming the table and cell that fit nowhere.
    """
    rooms = {turned: _room(paper, plan, turned) for turned in (False, True)}
    deals = [_deal(list(_blocks(sections, rooms, plan, first)), rooms, plan) for first in dict.fromkeys(plan.looks)]
    least = min(len(pages) for pages in deals)
    if plan.single and least > 1:
        raise PressError(f"these tables take {least} pages, not one: print fewer sections or in more columns")
    return next(pages for pages in deals if len(pages) == least)


def draw(document: Document, title: str, pages: Sequence[Page], plan: Plan) -> None:
    """Draw the pages. But for a single one a link finds each table by its id: `tables-a4.pdf#nameddest=P-1`."""
    for number, page in enumerate(pages):
        bookmark = None if number else title
        with document.page(landscape=page.landscape, bookmark=bookmark) as surface:
            draw_title(surface, title, again=number > 0)
            for block, box in page.placed:
                if not plan.single:
                    for piece in block.pieces:
                        if isinstance(piece, SetView):
                            document.canvas.name_page(piece.view.id)
                block.draw(surface, Box(surface.body.x + box.x, surface.body.y + box.y, box.width, box.height))


def _room(paper: Paper, plan: Plan, landscape: bool) -> _Room:
    width, height = paper.size(landscape=landscape)
    inner = width - 2 * MARGIN
    return _Room(inner, height - 2 * MARGIN - _FOOT, shares(inner, [1] * plan.columns, plan.gap)[0])


def _blocks(sections: Sequence[Section], rooms: dict[bool, _Room], plan: Plan, first: Looks) -> Iterator[_Block]:
    for section in sections:
        head: tuple[_Piece, ...] = (_Head(section.title),)
        for view in section.tables:
            for place, parts in _placed(view, rooms, plan, first):
                for number, part in enumerate(parts):
                    yield _Block((*head, part), place, again=number > 0)
                    head = ()


def _placed(
    view: TableView, rooms: dict[bool, _Room], plan: Plan, first: Looks
) -> Iterator[tuple[Place, list[SetView]]]:
    """Where a table goes, and in which parts."""
    upright, turned = rooms[plan.landscape], rooms[True]
    second = first if plan.single else DENSE
    most = upright.height - TITLE - SECTION - _BELOW
    tries: list[tuple[Place, float, float, Looks]] = [
        ("column", upright.column, most, first),
        ("column", upright.column, most, second),
        ("page", upright.width, most, first),
        ("page", upright.width, most, second),
        ("landscape", turned.width, turned.height - TITLE - SECTION - _BELOW, DENSE),
        ("landscape", turned.width, turned.height - TITLE - SECTION - _BELOW, FINE),
    ]
    turned_parts: list[SetView] = []
    for place, width, height, looks in tries:
        try:
            whole = set_view(view, width, looks)
        except PressError:
            continue
        if place == "landscape":
            parts = by_rows(view, width, height, looks)
            if not turned_parts or len(parts) < len(turned_parts):
                turned_parts = parts
        elif len(view.headings) == 1 or whole.most_lines <= _EASY:
            yield place, by_rows(view, width, height, looks)
            return
    if turned_parts:
        yield "landscape", turned_parts
        return
    place, width, height, looks = tries[-1]
    for part in by_columns(view, width, looks):
        yield place, by_rows(part, width, height, looks)


# Dealing blocks onto pages


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a page, in places from the top left of its body."""

    landscape: bool
    placed: list[tuple[_Block, Box]]


def _deal(blocks: list[_Block], rooms: dict[bool, _Room], plan: Plan) -> list[Page]:
    for at, block in enumerate(blocks):
        if block.place == "landscape" and not plan.landscape:
            moved = _before_a_turn(_dealt(blocks[:at], rooms, plan), rooms[False])
            blocks[at - moved : at + 1] = [block, *blocks[at - moved : at]]
    return _dealt(blocks, rooms, plan)


def _before_a_turn(pages: list[Page], room: _Room) -> int:
    """How many blocks stand on a page that the next would leave mostly white because it turns the paper. They come
    after it, with what fills their page, unless one of them goes on there or opens a section."""
    if not pages or pages[-1].landscape:
        return 0
    placed = pages[-1].placed
    if any(block.again or len(block.pieces) > 1 for block, _ in placed):
        return 0
    used = max(box.bottom for _, box in placed)
    return len(placed) if used < _FULL * room.height else 0


def _dealt(blocks: list[_Block], rooms: dict[bool, _Room], plan: Plan) -> list[Page]:
    dealer = _Dealer(rooms, plan)
    for place, run in groupby(blocks, key=lambda block: block.place):
        if place == "column":
            dealer.flow(list(run))
        else:
            for block in run:
                dealer.add(block)
    return dealer.pages


class _Dealer:
    """Fills pages from the top down."""

    def __init__(self, rooms: dict[bool, _Room], plan: Plan) -> None:
        self.rooms, self.plan = rooms, plan
        self.pages: list[Page] = []
        self._rest = Box(0, 0, 0, 0)

    def add(self, block: _Block) -> None:
        """A block across the whole page."""
        self._make_room(block.height - _BELOW, block.place == "landscape" or self.plan.landscape)
        self._place(block, self._rest)
        self._rest = self._rest.below(block.height)

    def flow(self, blocks: list[_Block]) -> None:
        """Blocks down the columns; the last page's columns end at one height."""
        while blocks:
            self._make_room(blocks[0].height - _BELOW, self.plan.landscape)
            level = _level(blocks, self._rest.height, self.plan.columns)
            width = self.rooms[self.plan.landscape].column
            for column in self._rest.columns([width] * self.plan.columns, self.plan.gap):
                room = column.top(level)
                while blocks and blocks[0].height - _BELOW <= room.height + 0.01:
                    block = blocks.pop(0)
                    self._place(block, room)
                    room = room.below(block.height)
                if (
                    blocks
                    and room.height > _MUCH * self.rooms[self.plan.landscape].height
                    and (cut := blocks[0].cut(room.height))
                ):
                    self._place(cut[0], room)
                    blocks[0] = cut[1]
                    whole = blocks[0].joined(blocks[1]) if len(blocks) > 1 else None
                    if whole and whole.height - _BELOW <= self.rooms[self.plan.landscape].height - TITLE:
                        blocks[:2] = [whole]
            self._rest = self._rest.below(self._rest.height if blocks else level)

    def _place(self, block: _Block, box: Box) -> None:
        self.pages[-1].placed.append((block, box.top(min(block.height, box.height))))

    def _make_room(self, height: float, landscape: bool) -> None:
        """Begin a page if there is none, it is turned otherwise, or it has not so much room."""
        if self.pages and self.pages[-1].landscape == landscape and height <= self._rest.height + 0.01:
            return
        self.pages.append(Page(landscape, []))
        room = self.rooms[landscape]
        self._rest = Box(0, TITLE, room.width, room.height - TITLE)


def _level(blocks: Sequence[_Block], height: float, columns: int) -> float:
    """The least height at which all blocks fit into the columns; the whole height if they do not."""
    if not _fits(blocks, height, columns):
        return height
    low, high = max(block.height - _BELOW for block in blocks), height
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _fits(blocks, middle, columns) else (middle, high)
    return high


def _fits(blocks: Sequence[_Block], height: float, columns: int) -> bool:
    used, room = 1, height
    for block in blocks:
        if block.height - _BELOW > room + 0.01:
            used, room = used + 1, height
        if used > columns or block.height - _BELOW > room + 0.01:
            return False
        room -= block.height
    return True
