"""Ruled tables: measured first, then drawn whole or row by row over several frames.

    set_table(table, box.width, place="P-1").draw(surface, box)

Words wrap inside their cells and rows grow; a word wider than its column is an error that names the
table and the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from combatbox.press import text
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import HAIR, RULE, THIN, Align, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.text import Line

_PAD_X, _PAD_Y, _TIGHT_Y = 3.5, 1.75, 0.6
_STEP = 7.0  # by which the first cell of a nested row is set in


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, its share of the width (None: as its words need), and how it is set.

    `header` cells name their rows, for the eye in bold and for a screen reader as row heads.
    """

    head: str
    part: float | None = None
    align: Align = "left"
    header: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """A row that is one line across all columns: a group of rows begins, a promotion is won."""

    words: str


@dataclass(frozen=True, slots=True)
class Nested:
    """A row that goes on with the one above it, its first cell set in by so many steps."""

    cells: Sequence[str]
    depth: int = 1


Row = Sequence[str] | Banner | Nested


@dataclass(frozen=True, slots=True)
class Table:
    """What a table says; `marked` cells understand **bold** and *italic*."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    caption: str | None = None
    style: str = "table"
    head_style: str = "table-head"
    marked: bool = False
    upright_rules: bool = False
    tight: bool = False


@dataclass(frozen=True, slots=True)
class _SetCell:
    lines: list[Line]
    style: TextStyle
    element: Element
    indent: float = 0.0


@dataclass(frozen=True, slots=True)
class SetRow:
    """A row ready to be drawn: its cells' lines and its height."""

    cells: tuple[_SetCell, ...]
    height: float
    banner: bool = False


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table set to a width. Rows can be drawn one by one, once a canvas has adopted `element`."""

    table: Table
    widths: list[float]
    head: SetRow
    rows: list[SetRow]
    caption: tuple[Element, list[Line]] | None
    element: Element

    @property
    def caption_height(self) -> float:
        return len(self.caption[1]) * style_of("subheading").leading + 2 if self.caption else 0.0

    @property
    def most_lines(self) -> int:
        """How many lines the fullest cell of its body takes."""
        return max((len(cell.lines) for row in self.rows for cell in row.cells), default=0)

    @property
    def height(self) -> float:
        return self.caption_height + self.head.height + sum(row.height for row in self.rows)

    def draw(self, surface: Surface, box: Box, *, place: str = "table") -> float:
        """The whole table from the top of a box down; the height it took."""
        if self.height > box.height + 0.01:
            raise PressError(f"{place}: the table is {self.height:.0f} pt high, its place {box.height:.0f}")
        surface.canvas.adopt(self.element)
        box = self.draw_caption(surface, box)
        box = self.draw_head(surface, box)
        for row in self.rows:
            box = self.draw_row(surface, row, box)
        self.draw_end(surface, box)
        return self.height

    def draw_caption(self, surface: Surface, box: Box) -> Box:
        if self.caption:
            element, lines = self.caption
            with surface.canvas.fill(element):
                surface.lines(lines, box, style_of("subheading"))
        return box.below(self.caption_height)

    def draw_head(self, surface: Surface, box: Box, *, again: bool = False) -> Box:
        """The column heads; `again` on a later page, where they are no news to a screen reader."""
        surface.box(box.top(self.head.height), weight=None, fill="shade")
        self._draw_cells(surface, self.head, box, artifact=again)
        surface.line(box.x, box.y, box.right, box.y, weight=RULE)
        low = box.y + self.head.height
        surface.line(box.x, low, box.right, low, weight=THIN)
        return box.below(self.head.height)

    def draw_row(self, surface: Surface, row: SetRow, box: Box) -> Box:
        if row.banner:
            surface.box(box.top(row.height), weight=None, fill="tint")
        self._draw_cells(surface, row, box)
        low = box.y + row.height
        surface.line(box.x, low, box.right, low, weight=HAIR, colour="faint")
        if self.table.upright_rules and not row.banner:
            for cell in box.top(row.height).columns(self.widths)[1:]:
                surface.line(cell.x, cell.y, cell.x, cell.bottom, weight=HAIR, colour="faint")
        return box.below(row.height)

    def draw_end(self, surface: Surface, box: Box) -> None:
        surface.line(box.x, box.y, box.right, box.y, weight=RULE)

    def _draw_cells(self, surface: Surface, row: SetRow, box: Box, *, artifact: bool = False) -> None:
        widths = [sum(self.widths)] if row.banner else self.widths
        for cell, place in zip(row.cells, box.top(row.height).columns(widths), strict=True):
            with surface.canvas.artifact("Pagination") if artifact else surface.canvas.fill(cell.element):
                room = place.inset(_PAD_X, _pad_y(self.table))
                room = Box(room.x + cell.indent, room.y, room.width - cell.indent, room.height)
                surface.lines(cell.lines, room, cell.style)


def set_table(table: Table, width: float, *, place: str, widths: list[float] | None = None) -> SetTable:
    """Measure a table and break its words; its columns have the given `widths` or such as suit them."""
    for number, row in enumerate(table.rows, start=1):
        if not isinstance(row, Banner) and len(_cells(row)) != len(table.columns):
            cells = f"{len(_cells(row))} cells for {len(table.columns)} columns"
            raise PressError(f"{place}: row {number} has {cells}")
    element = Element("Table")
    caption = None
    if table.caption:
        look = style_of("subheading")
        lines = text.wrap(text.plain(table.caption, look), width, look, place)
        caption = (element.plan("Caption"), lines)
    setter = _Setter(table, widths or _widths(table, width, place), place)
    head = setter.head(element)
    rows = [setter.row(element, number, row) for number, row in enumerate(table.rows, start=1)]
    return SetTable(table, setter.widths, head, rows, caption, element)


class _Setter:
    """Sets the rows of one table."""

    def __init__(self, table: Table, widths: list[float], place: str) -> None:
        self.table = table
        self.widths = widths
        self.place = place

    def head(self, parent: Element) -> SetRow:
        row = parent.plan("TR")
        style = style_of(self.table.head_style)
        cells: list[_SetCell] = []
        for column, width in zip(self.table.columns, self.widths, strict=True):
            element = row.plan("TH", Scope="Column")
            where = f"{self.place}, head of '{column.head}'"
            cells.append(self._cell(column.head, width, style.aligned(column.align), element, where))
        return _row(cells, self.table)

    def row(self, parent: Element, number: int, row: Row) -> SetRow:
        element = parent.plan("TR")
        cells: list[_SetCell] = []
        if isinstance(row, Banner):
            span = element.plan("TH", Scope="Row", ColSpan=len(self.widths))
            where = f"{self.place}, row {number}"
            cells = [self._cell(row.words, sum(self.widths), style_of("banner"), span, where)]
            return _row(cells, self.table, banner=True)
        # Beside a single other cell a row head says nothing that a screen reader would not say anyway.
        heads = len(self.widths) > 2
        indent = row.depth * _STEP if isinstance(row, Nested) else 0.0
        for column, width, words in zip(self.table.columns, self.widths, _cells(row), strict=True):
            is_head = heads and column.header
            scope = {"Scope": "Row"} if is_head else {}
            cell = element.plan("TH" if is_head else "TD", **scope)
            style = _cell_style(self.table, column)
            where = f"{self.place}, row {number}, '{column.head}'"
            cells.append(self._cell(words, width, style, cell, where, 0.0 if cells else indent))
        return _row(cells, self.table)

    def _cell(
        self, words: str, width: float, style: TextStyle, element: Element, where: str, indent: float = 0.0
    ) -> _SetCell:
        runs = text.marked(words, style) if self.table.marked else text.plain(words, style)
        return _SetCell(text.wrap(runs, width - 2 * _PAD_X - indent, style, where), style, element, indent)


def _cells(row: Sequence[str] | Nested) -> Sequence[str]:
    return row.cells if isinstance(row, Nested) else row


def _pad_y(table: Table) -> float:
    return _TIGHT_Y if table.tight else _PAD_Y


def _row(cells: list[_SetCell], table: Table, *, banner: bool = False) -> SetRow:
    height = max(len(cell.lines) * cell.style.leading for cell in cells) + 2 * _pad_y(table)
    return SetRow(tuple(cells), height, banner)


def _cell_style(table: Table, column: Column) -> TextStyle:
    return _body_style(table.style, table.head_style if column.header else table.style, column.align)


@lru_cache
def _body_style(body: str, cell: str, align: Align) -> TextStyle:
    return replace(style_of(cell), leading=style_of(body).leading, align=align)  # one baseline for a whole row


def _widths(table: Table, total: float, place: str) -> list[float]:
    """Shares where columns ask for them, else what the words need: longest words first, then ease."""
    if all(column.part is not None for column in table.columns):
        parts = [column.part or 0.0 for column in table.columns]
        return [total * part / sum(parts) for part in parts]
    least, ease = zip(*(_needs(table, index) for index in range(len(table.columns))), strict=True)
    slack = total - sum(least)
    if slack < 0:
        raise PressError(f"{place}: its longest words need {sum(least):.0f} pt of width, there are {total:.0f}")
    if table.upright_rules:
        return _shared_evenly(table, least, ease, slack)
    return _shared_out(least, ease, slack)


def first_column_first(table: Table, total: float) -> list[float]:
    """Widths for a table of two columns whose first takes what its words need and whose second the rest."""
    needed, least = _needs(table, 0)[1], _needs(table, 1)[0]
    first = max(min(needed, total - least), _needs(table, 0)[0])
    return [first, total - first]


def _shared_out(least: Sequence[float], ease: Sequence[float], slack: float) -> list[float]:
    """Short columns get all the width they wish for before long ones get more than an even share."""
    widths = list(least)
    order = sorted(range(len(least)), key=lambda index: ease[index] - least[index])
    for served, index in enumerate(order):
        given = min(ease[index] - least[index], slack / (len(order) - served))
        widths[index] += given
        slack -= given
    widths[order[-1]] += slack  # all wishes met: the rest goes to the longest column
    return widths


def _shared_evenly(table: Table, least: Sequence[float], ease: Sequence[float], slack: float) -> list[float]:
    """As `_shared_out`, but what nobody wishes for goes to all columns of figures alike."""
    wished = sum(ease) - sum(least)
    if slack <= wished:
        return _shared_out(least, ease, slack)
    bodies = [not column.header for column in table.columns]
    more = (slack - wished) / max(sum(bodies), 1)
    return [width + (more if body else 0.0) for width, body in zip(ease, bodies, strict=True)]


def _needs(table: Table, index: int) -> tuple[float, float]:
    """The width of a column's longest word, and of its longest text on one line."""
    column = table.columns[index]
    head, body = style_of(table.head_style), _cell_style(table, column)
    word, line = _extent(column.head, head, table.marked)
    for row in table.rows:
        if not isinstance(row, Banner):
            indent = row.depth * _STEP if isinstance(row, Nested) and index == 0 else 0.0
            longest, whole = _extent(_cells(row)[index], body, table.marked)
            word, line = max(word, longest + indent), max(line, whole + indent)
    return word + 2 * _PAD_X + 0.1, line + 2 * _PAD_X + 0.1


@lru_cache(maxsize=1 << 14)
def _extent(words: str, style: TextStyle, marked: bool) -> tuple[float, float]:
    """How wide a text's longest word and its longest line are."""

    def width(part: str) -> float:
        return text.width(text.marked(part, style) if marked else text.plain(part, style), style)

    return max(map(width, words.split() or [""])), max(map(width, words.split("\n")))
