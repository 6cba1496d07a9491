"""Ruled tables, which are measured first and then drawn as a whole, or row by row over several frames.

    set_table(table, box.width, place="P-1").draw(surface, box)

Words wrap inside their cells and rows grow. A word wider than its column is an error that names the table and the cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from combatbox.press import text
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import HAIR, RULE, THIN, Align, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element
from combatbox.press.text import Line

PAD_X = 3.5  # left and right of them
PAD, TIGHT = 1.75, 0.6  # above and below the words of a row
_TRIED = 4  # widths that are tried for a first column
_LIST = 3  # the least entries of a list
_STEP = 7.0  # the indent of the first cell of a nested row


_ROW: Mapping[str, Any] = {"Scope": "Row"}
_COLUMN: Mapping[str, Any] = {"Scope": "Column"}
_NONE: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, its share of the width (None to derive the width from the words), and its style.

    The cells of a `header` column are row heads: they are bold, and announced with each row by screen readers.
    """

    head: str
    part: float | None = None
    align: Align = "left"
    header: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """A row with one line across all columns, such as the title of a group."""

    words: str


@dataclass(frozen=True, slots=True)
class Nested:
    """A row that is nested in the row above it; its first cell is indented."""

    cells: Sequence[str]
    depth: int = 1


Row = Sequence[str] | Banner | Nested


@dataclass(frozen=True, slots=True)
class Table:
    """The contents of a table; if it is `marked`, cells may contain **bold** and *italic* words."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    caption: str | None = None
    style: str = "table"
    head_style: str = "table-head"
    marked: bool = False
    upright_rules: bool = False
    pad: float = PAD
    pad_x: float = PAD_X
    headless: bool = False  # where heads would only say roll and result


@dataclass(frozen=True, slots=True)
class SetCell:
    """A cell with its lines, and its role for screen readers."""

    lines: list[Line]
    style: TextStyle
    kind: str
    attributes: Mapping[str, Any]
    indent: float = 0.0


@dataclass(frozen=True, slots=True)
class SetRow:
    """A row that is ready to be drawn, with its cells and its height."""

    cells: tuple[SetCell, ...]
    height: float
    banner: bool = False


class SetTable:
    """A table that is laid out for a width, and can be drawn any number of times.

    The heights of rows are measured immediately, but the rows are built only when they are drawn, because most layouts
    are measured for a comparison and then discarded.

    Attributes:
        heights: the heights of the rows.
        most_lines: the number of lines in the body cell with the most lines.
    """

    def __init__(self, table: Table, widths: list[float], caption: list[Line], place: str) -> None:
        self.table, self.widths, self.caption = table, widths, caption
        self._setter = _Setter(table, widths, place)
        measures = [self._setter.measured(number, row) for number, row in enumerate(table.rows, start=1)]
        self.heights = [height for height, _ in measures]
        self.most_lines = max([lines for _, lines in measures], default=0)
        self.head = self._setter.head()
        self.height = self.caption_height + self.head.height + sum(self.heights)

    @cached_property
    def rows(self) -> list[SetRow]:
        """The rows, built on demand."""
        return [self._setter.row(number, row) for number, row in enumerate(self.table.rows, start=1)]

    @property
    def caption_height(self) -> float:
        """The height of the caption."""
        return len(self.caption) * style_of("subheading").leading + 2 if self.caption else 0.0

    def draw(self, surface: Surface, box: Box, *, place: str = "table") -> float:
        """Draw the whole table at the top of a box, and return its height.

        Raises:
            PressError: the table is too high.
        """
        if self.height > box.height + 0.01:
            raise PressError(f"{place}: the table is {self.height:.0f} pt high, but has only {box.height:.0f}")
        planned = PlannedTable(self, surface.canvas.plan("Table"))
        box = planned.draw_caption(surface, box)
        box = planned.draw_head(surface, box)
        for number in range(len(self.rows)):
            box = planned.draw_row(surface, number, box)
        planned.draw_end(surface, box)
        return self.height


class PlannedTable:
    """A table that has its place in the reading order, and whose rows can be drawn one by one."""

    def __init__(self, table: SetTable, element: Element) -> None:
        self.set = table
        self._caption = element.plan("Caption") if table.caption else None
        self._head = _planned(element, table.head) if table.head.cells else []
        self._rows = [_planned(element, row) for row in table.rows]

    def draw_caption(self, surface: Surface, box: Box) -> Box:
        """Draw the caption, and return the space below it."""
        if self._caption:
            with surface.canvas.content_of(self._caption):
                surface.lines(self.set.caption, box, style_of("subheading"))
        return box.below(self.set.caption_height)

    def draw_head(self, surface: Surface, box: Box, *, again: bool = False) -> Box:
        """Draw the column heads, and return the space below them.

        With `again` the table continues on a later page, and the heads are hidden from screen readers.
        """
        head = self.set.head
        if not head.cells:
            surface.line(box.x, box.y, box.right, box.y, weight=RULE)
            return box
        surface.box(box.top(head.height), weight=None, fill="shade")
        self._draw_cells(surface, head, [] if again else self._head, box)
        surface.line(box.x, box.y, box.right, box.y, weight=RULE)
        low = box.y + head.height
        surface.line(box.x, low, box.right, low, weight=THIN)
        return box.below(head.height)

    def draw_row(self, surface: Surface, number: int, box: Box) -> Box:
        """Draw one row, and return the space below it."""
        row = self.set.rows[number]
        if row.banner:
            surface.box(box.top(row.height), weight=None, fill="tint")
        self._draw_cells(surface, row, self._rows[number], box)
        low = box.y + row.height
        surface.line(box.x, low, box.right, low, weight=HAIR, colour="faint")
        if self.set.table.upright_rules and not row.banner:
            for cell in box.top(row.height).columns(self.set.widths)[1:]:
                surface.line(cell.x, cell.y, cell.x, cell.bottom, weight=HAIR, colour="faint")
        return box.below(row.height)

    def draw_end(self, surface: Surface, box: Box) -> None:
        """Draw the rule that closes the table."""
        surface.line(box.x, box.y, box.right, box.y, weight=RULE)

    def _draw_cells(self, surface: Surface, row: SetRow, elements: Sequence[Element], box: Box) -> None:
        """Draw cells as content of their structure elements, or as artifacts if `elements` is empty."""
        widths = [sum(self.set.widths)] if row.banner else self.set.widths
        pad, pad_x = self.set.table.pad, self.set.table.pad_x
        x = box.x
        for index, (cell, width) in enumerate(zip(row.cells, widths, strict=True)):
            inside = Box(x + pad_x + cell.indent, box.y + pad, width - 2 * pad_x - cell.indent, row.height - 2 * pad)
            with surface.canvas.content_of(elements[index]) if elements else surface.canvas.artifact("Pagination"):
                surface.lines(cell.lines, inside, cell.style)
            x += width


def _planned(table: Element, row: SetRow) -> list[Element]:
    tr = table.plan("TR")
    return [tr.plan(cell.kind, **cell.attributes) for cell in row.cells]


def set_table(table: Table, width: float, *, place: str, widths: list[float] | None = None) -> SetTable:
    """Lay out a table: measure it and break its words into lines.

    Args:
        table: the contents.
        width: the available width.
        place: the name of the table, for errors.
        widths: the widths of the columns; None to choose them.

    Raises:
        PressError: a word is wider than its column, or a row has a wrong number of cells.
    """
    for number, row in enumerate(table.rows, start=1):
        if not isinstance(row, Banner) and len(_cells(row)) != len(table.columns):
            cells = f"{len(_cells(row))} cells for {len(table.columns)} columns"
            raise PressError(f"{place}: row {number} has {cells}")
    caption: list[Line] = []
    if table.caption:
        look = style_of("subheading")
        caption = text.wrap(text.plain(table.caption, look), width, look, place)
    return SetTable(table, widths or _widths(table, width, place), caption, place)


class _Setter:
    """A builder of the rows of one table."""

    def __init__(self, table: Table, widths: list[float], place: str) -> None:
        self.table = table
        self.widths = widths
        self.place = place
        self._styles = [_cell_style(table, column) for column in table.columns]
        self._kinds: list[tuple[str, Mapping[str, Any]]] = [
            ("TH", _ROW) if column.header else ("TD", _NONE) for column in table.columns
        ]

    def head(self) -> SetRow:
        if self.table.headless:
            return SetRow((), 0.0)
        style = style_of(self.table.head_style)
        cells = [
            self._cell(column.head, width, style.aligned(column.align), "TH", _COLUMN, 0.0, "the head", column)
            for column, width in zip(self.table.columns, self.widths, strict=True)
        ]
        return _row(cells, self.table)

    def measured(self, number: int, row: Row) -> tuple[float, int]:
        """Return the height of a row, and the number of lines in its cell with the most lines."""
        if isinstance(row, Banner):
            banner = self.row(number, row)
            return banner.height, len(banner.cells[0].lines)
        inset = row.depth * _STEP if isinstance(row, Nested) else 0.0
        highest, most = 0.0, 0
        marked, pads = self.table.marked, 2 * self.table.pad_x
        try:
            for words, width, style in zip(_cells(row), self.widths, self._styles, strict=True):
                lines = len(text.set_words(words, marked, width - pads - inset, style))
                most = lines if lines > most else most
                highest = max(highest, lines * style.leading)
                inset = 0.0
        except PressError:
            self.row(number, row)  # raises with the place
            raise
        return highest + 2 * self.table.pad, most

    def row(self, number: int, row: Row) -> SetRow:
        if isinstance(row, Banner):
            span = {"Scope": "Row", "ColSpan": len(self.widths)}
            cell = self._cell(row.words, sum(self.widths), style_of("banner"), "TH", span, 0.0, f"row {number}")
            return _row([cell], self.table, banner=True)
        indent = row.depth * _STEP if isinstance(row, Nested) else 0.0
        cells: list[SetCell] = []
        columns = zip(self.table.columns, self.widths, self._styles, self._kinds, _cells(row), strict=True)
        for column, width, style, (kind, attributes), words in columns:
            inset = 0.0 if cells else indent
            cells.append(self._cell(words, width, style, kind, attributes, inset, f"row {number}", column))
        return _row(cells, self.table)

    def _cell(
        self,
        words: str,
        width: float,
        style: TextStyle,
        kind: str,
        attributes: Mapping[str, Any],
        indent: float,
        where: str,
        column: Column | None = None,
    ) -> SetCell:
        available = width - 2 * self.table.pad_x - indent
        try:
            lines = text.set_words(words, self.table.marked, available, style)
        except PressError:  # set it again to raise with the place
            place = f"{self.place}, {where}" + (f", '{column.head}'" if column else "")
            runs = text.marked(words, style) if self.table.marked else text.plain(words, style)
            lines = text.wrap(runs, available, style, place)
        return SetCell(lines, style, kind, attributes, indent)


def _cells(row: Sequence[str] | Nested) -> Sequence[str]:
    return row.cells if isinstance(row, Nested) else row


def _row(cells: list[SetCell], table: Table, *, banner: bool = False) -> SetRow:
    height = max(len(cell.lines) * cell.style.leading for cell in cells) + 2 * table.pad
    return SetRow(tuple(cells), height, banner)


def _cell_style(table: Table, column: Column) -> TextStyle:
    return _body_style(table.style, table.head_style if column.header else table.style, column.align)


@lru_cache
def _body_style(body: str, cell: str, align: Align) -> TextStyle:
    return replace(style_of(cell), leading=style_of(body).leading, align=align)  # a common baseline for the row


def _widths(table: Table, total: float, place: str) -> list[float]:
    """Return the widths of columns by their shares or, without shares, by the words in them."""
    if all(column.part is not None for column in table.columns):
        parts = [column.part or 0.0 for column in table.columns]
        return [total * part / sum(parts) for part in parts]
    least, ease = zip(*(_needs(table, index) for index in range(len(table.columns))), strict=True)
    slack = total - sum(least)
    if slack < 0:
        raise PressError(f"{place}: the longest words need {sum(least):.0f} pt of width, but have only {total:.0f}")
    if table.upright_rules:
        return _shared_evenly(table, least, ease, slack)
    return _shared_out(least, ease, slack)


def first_column_first(table: Table, total: float) -> list[float]:
    """Return the widths of two columns: the first column has the width of its text, the second gets the rest.

    If the rest is too narrow, the second column gets the width of its text instead, up to half of the total.
    """
    (shortest, needed), (least, wished) = _needs(table, 0), _needs(table, 1)
    first = max(min(needed, total - max(least, min(wished, total / 2))), shortest)
    return [first, total - first]


def side_by_side(table: Table, width: float, *, down: bool = False) -> tuple[Table, list[float]] | None:
    """Return a two-column table with several rows side by side in each line, and its column widths.

    The table has no headings. The result is None if not even two rows fit into a line.

    If `down` is True, the rows are read downwards like a list; otherwise they are read across.
    """
    rows = [list(_cells(row)) for row in table.rows if not isinstance(row, Banner)]
    looks = [_cell_style(table, column) for column in table.columns]
    needs = [[_extent(cell, look, table.marked)[1] for cell, look in zip(row, looks, strict=True)] for row in rows]
    for across in range(len(rows), 1, -1):
        count = -(-len(rows) // across)
        shares = [needs[at * count : (at + 1) * count] if down else needs[at::across] for at in range(across)]
        eases = [
            _with_padding(table, max((need[side] for need in share), default=0.0))
            for share in shares
            for side in (0, 1)
        ]
        slack = width - sum(eases)
        if slack >= 0:
            groups = [rows[at::count] if down else rows[at * across : (at + 1) * across] for at in range(count)]
            lines = [[*chain.from_iterable(group), *[""] * (2 * (across - len(group)))] for group in groups]
            wide = replace(table, columns=[*table.columns] * across, rows=lines)
            return wide, [ease + index % 2 * slack / across for index, ease in enumerate(eases)]
    return None


def lowest(table: Table, width: float, place: str) -> SetTable:
    """Lay out a two-column table, with the width of the first column chosen so that the table is as low as possible.

    Among widths that make it equally low, the usual one (`set_table`) is preferred, then the largest. A list in the
    first column has at least two entries in a line, if the width allows it. A table with another number of columns gets
    the usual widths.
    """
    whole = set_table(table, width, place=place)
    if len(table.columns) != 2 or whole.most_lines == 1:
        return whole
    (least, ease), (rest, _) = (_needs(table, index) for index in (0, 1))
    most = max(min(ease, width - rest), least)
    least = min(max(least, _pair(table)), most)
    firsts = [most - part / _TRIED * (most - least) for part in range(_TRIED + 1)]
    others = [first for first in firsts if first != whole.widths[0]]
    ways = [set_table(table, width, place=place, widths=[first, width - first]) for first in others]
    usual = [whole] if whole.widths[0] >= least else []
    return min((*usual, *ways), key=lambda way: round(way.height, 2))


def _pair(table: Table) -> float:
    """Return the width that the first column needs for two entries in each line of its longest lists; 0 without lists.

    Rolls such as `16, 26, 36` are a list.
    """
    style, needed = _cell_style(table, table.columns[0]), 0.0
    for row in table.rows:
        if not isinstance(row, Banner):
            words = _cells(row)[0].split()
            if len(words) >= _LIST and all(word.endswith(",") for word in words[:-1]):
                pairs = (" ".join(words[at : at + 2]) for at in range(0, len(words), 2))
                needed = max(needed, *(_extent(pair, style, table.marked)[1] for pair in pairs))
    return _with_padding(table, needed) if needed else 0.0


def _shared_out(least: Sequence[float], ease: Sequence[float], slack: float) -> list[float]:
    """Return the widths of columns: short ones get their full width before long ones get more than an equal share.

    If all columns have their full width, the last one gets the rest.
    """
    widths = list(least)
    order = sorted(range(len(least)), key=lambda index: ease[index] - least[index])
    for served, index in enumerate(order):
        given = min(ease[index] - least[index], slack / (len(order) - served))
        widths[index] += given
        slack -= given
    widths[-1] += slack  # all fit: the rest stays at the right, so that short results stay close to their rolls
    return widths


def _shared_evenly(table: Table, least: Sequence[float], ease: Sequence[float], slack: float) -> list[float]:
    """Return widths as `_shared_out` does, but divide the rest evenly between the columns that are not row heads."""
    wished = sum(ease) - sum(least)
    if slack <= wished:
        return _shared_out(least, ease, slack)
    bodies = [not column.header for column in table.columns]
    more = (slack - wished) / max(sum(bodies), 1)
    return [width + (more if body else 0.0) for width, body in zip(ease, bodies, strict=True)]


def _needs(table: Table, index: int) -> tuple[float, float]:
    """Return the widths that a column needs for its longest word, and for its longest text on one line."""
    column = table.columns[index]
    head, body = style_of(table.head_style), _cell_style(table, column)
    word, line = (0.0, 0.0) if table.headless else _extent(column.head, head, table.marked)
    for row in table.rows:
        if not isinstance(row, Banner):
            indent = row.depth * _STEP if isinstance(row, Nested) and index == 0 else 0.0
            longest, whole = _extent(_cells(row)[index], body, table.marked)
            word, line = max(word, longest + indent), max(line, whole + indent)
    return _with_padding(table, word), _with_padding(table, line)


def _with_padding(table: Table, letters: float) -> float:
    """Return the width of a column for text of this width: the text and the padding."""
    return letters + 2 * table.pad_x + 0.1


@lru_cache(maxsize=1 << 14)
def _extent(words: str, style: TextStyle, marked: bool) -> tuple[float, float]:
    """Return the widths of a text's longest word and longest line."""

    def width(part: str) -> float:
        return text.width(text.marked(part, style) if marked else text.plain(part, style), style)

    return max(map(width, words.split() or [""])), max(map(width, words.split("\n")))
