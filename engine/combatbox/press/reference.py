"""All tables of a game on as few pages as stay readable, in the order of play.

Tables run down the columns of a page and are not torn apart. One too wide for a column takes the width
of the page, one too wide for that a landscape page, and only then is it cut by its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from combatbox.core.wording import TableView
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box, shares
from combatbox.press.style import HEAVY, MARGIN, MM, THIN
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.views import Looks, SetView, by_columns, by_rows, set_view

_GAP = 7 * MM  # between columns
_BELOW = 4.2 * MM  # below a table
_TITLE = 12 * MM
_HEAD = 7 * MM
_FOOT = 5 * MM
_EASY = 3  # lines in a cell that a reader still takes in at a glance

EASY = Looks()
DENSE = Looks(table="dense", head="dense-head")
FINE = Looks(table="fine", head="fine-head")

Place = Literal["column", "page", "landscape"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How the pages are laid out."""

    columns: int = 2
    landscape: bool = False


@dataclass(frozen=True, slots=True)
class _Head:
    """The name of a section, kept with the table below it."""

    words: str

    @property
    def height(self) -> float:
        return _HEAD

    def draw(self, surface: Surface, box: Box) -> None:
        look = style_of("section")
        line = box.top(look.leading + 2)
        surface.document.bookmark(self.words, 1)
        surface.text(self.words.upper(), line, look, place=f"section '{self.words}'", tag="H2")
        surface.line(box.x, line.bottom, box.right, line.bottom, weight=THIN, colour="accent")


_Piece = _Head | SetView


@dataclass(frozen=True, slots=True)
class _Block:
    """What stays together: a table and perhaps the section's name above it."""

    pieces: tuple[_Piece, ...]
    place: Place

    @property
    def height(self) -> float:
        return sum(piece.height for piece in self.pieces) + _BELOW

    def draw(self, surface: Surface, box: Box) -> None:
        for piece in self.pieces:
            piece.draw(surface, box)
            box = box.below(piece.height)


@dataclass(frozen=True, slots=True)
class _Room:
    """The measures of a page."""

    width: float
    height: float
    column: float


def draw(document: Document, title: str, sections: Sequence[Section], plan: Plan) -> None:
    """Draw the pages. Raises PressError naming the table and cell that fit nowhere."""
    rooms = {turned: _room(document, plan, turned) for turned in (False, True)}
    blocks = list(_blocks(sections, rooms, plan))
    with _Pages(document, title, rooms, plan) as pages:
        for place, run in groupby(blocks, key=lambda block: block.place):
            if place == "column":
                pages.flow(list(run))
            else:
                for block in run:
                    pages.add(block)


def _room(document: Document, plan: Plan, landscape: bool) -> _Room:
    width, height = document.paper.size(landscape=landscape)
    inner = width - 2 * MARGIN
    return _Room(inner, height - 2 * MARGIN - _FOOT, shares(inner, [1] * plan.columns, _GAP)[0])


def _blocks(sections: Sequence[Section], rooms: dict[bool, _Room], plan: Plan) -> Iterator[_Block]:
    for section in sections:
        head: tuple[_Piece, ...] = (_Head(section.title),)
        for view in section.tables:
            for place, parts in _placed(view, rooms, plan):
                for part in parts:
                    yield _Block((*head, part), place)
                    head = ()


def _placed(view: TableView, rooms: dict[bool, _Room], plan: Plan) -> Iterator[tuple[Place, list[SetView]]]:
    """Where a table goes, and in which parts."""
    upright, turned = rooms[plan.landscape], rooms[True]
    most = upright.height - _TITLE - _HEAD - _BELOW
    tries: list[tuple[Place, float, float, Looks]] = [
        ("column", upright.column, most, EASY),
        ("column", upright.column, most, DENSE),
        ("page", upright.width, most, EASY),
        ("page", upright.width, most, DENSE),
        ("landscape", turned.width, turned.height - _TITLE - _HEAD - _BELOW, DENSE),
        ("landscape", turned.width, turned.height - _TITLE - _HEAD - _BELOW, FINE),
    ]
    for place, width, height, looks in tries:
        try:
            whole = set_view(view, width, looks)
        except PressError:
            continue
        if place == "landscape" or len(view.headings) == 1 or whole.rows.most_lines <= _EASY:
            yield place, by_rows(view, width, height, looks)
            return
    place, width, height, looks = tries[-1]
    for part in by_columns(view, width, looks):
        yield place, by_rows(part, width, height, looks)


class _Pages:
    """Deals blocks onto pages, from the top down."""

    def __init__(self, document: Document, title: str, rooms: dict[bool, _Room], plan: Plan) -> None:
        self.document, self.title, self.rooms, self.plan = document, title, rooms, plan
        self._stack = ExitStack()
        self._surface: Surface | None = None
        self._landscape = plan.landscape
        self._rest = Box(0, 0, 0, 0)
        self._made = 0

    def __enter__(self) -> _Pages:
        return self

    def __exit__(self, *failure: object) -> None:
        self._stack.close()

    def add(self, block: _Block) -> None:
        """A block across the whole page."""
        landscape = block.place == "landscape" or self.plan.landscape
        surface = self._here(block.height - _BELOW, landscape)
        block.draw(surface, self._rest)
        self._rest = self._rest.below(block.height)

    def flow(self, blocks: list[_Block]) -> None:
        """Blocks down the columns; the last page's columns end at one height."""
        while blocks:
            surface = self._here(blocks[0].height - _BELOW, self.plan.landscape)
            level = _level(blocks, self._rest.height, self.plan.columns)
            columns = self._rest.columns([self._room.column] * self.plan.columns, _GAP)
            for column in columns:
                room = column.top(level)
                while blocks and blocks[0].height - _BELOW <= room.height + 0.01:
                    block = blocks.pop(0)
                    block.draw(surface, room)
                    room = room.below(block.height)
            self._rest = self._rest.below(level)
            if blocks:
                self._rest = self._rest.below(self._rest.height)

    @property
    def _room(self) -> _Room:
        return self.rooms[self._landscape]

    def _here(self, height: float, landscape: bool) -> Surface:
        """The page under way, or a new one if it is turned otherwise or has not so much room."""
        if self._surface is None or landscape != self._landscape or height > self._rest.height + 0.01:
            self._turn(landscape)
        assert self._surface is not None
        return self._surface

    def _turn(self, landscape: bool) -> None:
        self._stack.close()
        bookmark = None if self._made else self.title
        page = self.document.page(landscape=landscape, bookmark=bookmark)
        surface = self._surface = self._stack.enter_context(page)
        self._landscape = landscape
        self._draw_title(surface)
        self._rest = surface.body.below(_TITLE)
        self._made += 1

    def _draw_title(self, surface: Surface) -> None:
        box, again = surface.body.top(_TITLE - 4 * MM), self._made > 0
        game = self.document.imprint.title.partition(": ")[0].upper()
        words, over = style_of("title" if not again else "heading"), style_of("overline").aligned("right")
        if again:
            with surface.canvas.artifact("Pagination"):
                baseline = box.bottom - 2.2 * MM
                surface.put(f"{self.title}, continued", box.x, baseline, words)
        else:
            surface.text(self.title, box.top(box.height - 1 * MM), words, place="title", tag="H1", valign="middle")
            right = box.columns([box.width / 2] * 2)[1]
            surface.text(game, right.top(box.height - 1 * MM), over, place="title", tag="P")
        surface.line(box.x, box.bottom, box.right, box.bottom, weight=HEAVY)


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
