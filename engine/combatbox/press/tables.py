"""Ruled tables, and the tables of a game: measured for a width, cut where they are too large, and drawn.

    SetTable(table, box.width, place="P-1").draw(surface, box)
    set_view(view, box.width, looks).draw(surface, box)

Words wrap inside their cells and rows grow. A word wider than its column is an error that names the table and the cell.
The text in the PDF follows a game's table row by row and cell by cell, below a heading with its title and id, so that
`verify` can parse printed tables and compare them with the data.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import ClassVar

from combatbox.core.annotations import frozen
from combatbox.core.table_views import REBUILT, VARIES, ModifierView, RowView, TableView, capital
from combatbox.library.book import code
from combatbox.press import flowables, text
from combatbox.press.errors import PressError
from combatbox.press.flowables import Draw, Flow, FlowFragment
from combatbox.press.style import HAIR, RULE, THIN, Align, Box, TextStyle, looks
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element, TaggedCanvas
from combatbox.press.text import Line, Run

PAD_X = 3.5  # left and right of them
PAD, TIGHT = 1.75, 0.6  # above and below the words of a row
_TRIED = 4  # widths that are tried for a first column
_LIST = 3  # the least entries of a list
_STEP = 7.0  # the indent of the first cell of a nested row
_SMALL = 10  # the most rows of a table that is not divided: a quarter of a page at most is left empty


@frozen
class Column:
    """A column: its head, its share of the width (None to derive the width from the words), and its style.

    The cells of a `header` column are row heads: they are bold, and announced with each row by screen readers.
    """

    head: str
    part: float | None = None
    align: Align = "left"
    header: bool = False


Row = Sequence[str]


@frozen
class Table:
    """The contents of a table.

    Attributes:
        headless: True if the table has no heads, because they would only say roll and result.
        depths: the depth of each row that is nested in the rows above it; empty if no row is. The first cell of a
            nested row is indented.
    """

    columns: Sequence[Column]
    rows: Sequence[Row]
    style: str = "table"
    head_style: str = "table-head"
    upright_rules: bool = False
    pad: float = PAD
    pad_x: float = PAD_X
    headless: bool = False
    depths: Sequence[int] = ()

    def look(self, column: Column) -> TextStyle:
        """Return the style of the cells of a column, which have a common baseline in each row."""
        return _body_style(self.style, self.head_style if column.header else self.style, column.align)

    def indent(self, number: int) -> float:
        """Return the indent of the first cell of a row, counted from 1."""
        return self.depths[number - 1] * _STEP if self.depths and number else 0.0

    def padded(self, letters: float) -> float:
        """Return the width of a column for text of this width."""
        return letters + 2 * self.pad_x + 0.1

    def needs(self, index: int) -> tuple[float, float]:
        """Return the widths that a column needs for its longest word, and for its longest text on one line."""
        column, look = self.columns[index], self.look(self.columns[index])
        word, line = (0.0, 0.0) if self.headless else _extent(column.head, style_of(self.head_style))
        for number, row in enumerate(self.rows, start=1):
            indent = 0.0 if index else self.indent(number)
            longest, whole = _extent(row[index], look)
            word, line = max(word, longest + indent), max(line, whole + indent)
        return self.padded(word), self.padded(line)


def dense(columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Return a table in small type with low rows."""
    return Table(columns, rows, "dense", "dense-head", pad=TIGHT)


@frozen
class Flowable:
    """A block with a table, which flows over pages with the text.

    Attributes:
        place: the name of the table in errors.
    """

    is_listed: ClassVar[bool] = True

    table: Table
    place: str

    def cut(self, flow: Flow, width: float, indent: float) -> list[FlowFragment]:
        """Cut the table into rows."""
        first, *rest = SetTable(self.table, width, place=self.place).planned(flow.document.canvas)
        return [replace(first, before=8.0), *rest]


class SetTable:
    """A table that is laid out for a width, and can be drawn any number of times.

    Only the heights are measured immediately, because most layouts are measured for a comparison and then discarded.

    Attributes:
        widths: the widths of the columns.
        most_lines: the number of lines in the body cell with the most lines.

    Args:
        table: the contents.
        width: the available width.
        place: the name of the table, for errors.
        widths: the widths of the columns; None to choose them.

    Raises:
        PressError: a word is wider than its column, or a row has a wrong number of cells.
    """

    def __init__(self, table: Table, width: float, *, place: str, widths: Sequence[float] | None = None) -> None:
        for number, row in enumerate(table.rows, start=1):
            if len(row) != len(table.columns):
                raise PressError(f"{place}: row {number} has {len(row)} cells for {len(table.columns)} columns")
        self.table, self._place = table, place
        self._looks = [table.look(column) for column in table.columns]
        self.widths = list(widths) if widths else _widths(table, width, place)
        lines = [max(map(len, self.cells(number))) for number in range(1, len(table.rows) + 1)]
        self.most_lines = max(lines, default=0)
        leading, pads = style_of(table.style).leading, 2 * table.pad
        heads = 0.0 if table.headless else max(map(len, self.cells(0))) * style_of(table.head_style).leading + pads
        self._heights = [heads, *(count * leading + pads for count in lines)]
        self.height = sum(self._heights)

    def _row(self, number: int) -> tuple[Row, Sequence[TextStyle]]:
        """Return the words and the styles of the cells of a row; row 0 has the column heads."""
        if number:
            return self.table.rows[number - 1], self._looks
        columns, style = self.table.columns, style_of(self.table.head_style)
        return [column.head for column in columns], [style.aligned(column.align) for column in columns]

    def cells(self, number: int) -> list[list[Line]]:
        """Return the lines of each cell of a row; row 0 has the column heads."""
        indent, pads = self.table.indent(number), 2 * self.table.pad_x
        cells: list[list[Line]] = []
        try:
            for words, look, width in zip(*self._row(number), self.widths, strict=True):
                cells.append(text.wrap(words, width - pads - indent, look, ""))
                indent = 0.0
        except PressError as error:
            where = f"row {number}" if number else "the head"
            raise PressError(f"{self._place}, {where}, '{self.table.columns[len(cells)].head}'{error}") from None
        return cells

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the whole table at the top of a box.

        Raises:
            PressError: the table is too high.
        """
        _check_height(self._place, self.height, box)
        flowables.draw(surface, replace(box, width=sum(self.widths)), self.planned(surface.canvas))

    def planned(self, canvas: TaggedCanvas) -> list[FlowFragment]:
        """Return the heads, the rows and the closing rule, with their places in the reading order.

        Heads stay with the first row, and each new frame repeats them. A small table is not divided.
        """
        element, count = canvas.plan("Table"), len(self.table.rows)
        again = FlowFragment(self._heights[0], self._drawer(0, []))
        rows = [
            FlowFragment(
                height,
                self._drawer(number, self._elements(element, number)),
                held=not number or number < count <= _SMALL,
                again=again if number > 1 else None,
            )
            for number, height in enumerate(self._heights)
        ]
        end = FlowFragment(6.0, lambda surface, box: surface.edge(box, "top", weight=RULE))
        return [*rows, end]

    def _elements(self, table: Element, number: int) -> list[Element]:
        """Plan the structure elements of a row's cells."""
        if not number and self.table.headless:
            return []
        row, scope = table.plan("TR"), "Row" if number else "Column"
        heads = [column.header or not number for column in self.table.columns]
        return [row.plan("TH", Scope=scope) if is_head else row.plan("TD") for is_head in heads]

    def _drawer(self, number: int, elements: Sequence[Element]) -> Draw:
        """Return a function that draws a row; without elements, its words are hidden from screen readers."""
        has_words = number or not self.table.headless

        def draw_it(surface: Surface, box: Box) -> None:
            if has_words:
                if not number:
                    surface.box(box, weight=None, fill="shade")
                self._draw_cells(surface, number, elements, box)
            if not number:
                surface.edge(box, "top", weight=RULE)
            if has_words:
                weight, colour = (HAIR, "faint") if number else (THIN, "ink")
                surface.edge(box, "bottom", weight=weight, colour=colour)
            for cell in box.columns(self.widths)[1:] if number and self.table.upright_rules else ():
                surface.edge(cell, "left", weight=HAIR, colour="faint")

        return draw_it

    def _draw_cells(self, surface: Surface, number: int, elements: Sequence[Element], box: Box) -> None:
        table, canvas, places = self.table, surface.canvas, box.columns(self.widths)
        indent, (_, looks) = table.indent(number), self._row(number)
        for index, (lines, look, cell) in enumerate(zip(self.cells(number), looks, places, strict=True)):
            left = table.pad_x + indent
            inside = Box(cell.x + left, cell.y + table.pad, cell.width - table.pad_x - left, cell.height)
            with canvas.content_of(elements[index]) if elements else canvas.artifact("Pagination"):
                surface.lines(lines, inside, look)
            indent = 0.0


def _check_height(place: str, height: float, box: Box) -> None:
    if height > box.height + 0.01:
        raise PressError(f"{place}: the table is {height:.0f} pt high, but has only {box.height:.0f}")


@lru_cache
def _body_style(body: str, cell: str, align: Align) -> TextStyle:
    return replace(style_of(cell), leading=style_of(body).leading, align=align)


# The widths of columns


def _widths(table: Table, total: float, place: str) -> list[float]:
    """Return the widths of columns by their shares or, without shares, by the words in them."""
    parts = [column.part for column in table.columns if column.part is not None]
    if len(parts) == len(table.columns):
        return [total * part / sum(parts) for part in parts]
    least, ease = zip(*(table.needs(index) for index in range(len(table.columns))), strict=True)
    slack, wished = total - sum(least), sum(ease) - sum(least)
    if slack < 0:
        raise PressError(f"{place}: the longest words need {sum(least):.0f} pt of width, but have only {total:.0f}")
    if table.upright_rules and slack > wished:  # the rest is for the columns that are not row heads
        bodies = [not column.header for column in table.columns]
        more = (slack - wished) / max(sum(bodies), 1)
        return [width + more * body for width, body in zip(ease, bodies, strict=True)]
    return _shared_out(least, ease, slack)


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


def side_by_side(table: Table, width: float, *, down: bool = False) -> tuple[Table, list[float]] | None:
    """Return a two-column table with several rows side by side in each line, and its column widths.

    The table has no headings. The result is None if not even two rows fit into a line.

    If `down` is True, the rows are read downwards like a list; otherwise they are read across.
    """
    rows, looks = table.rows, [table.look(column) for column in table.columns]
    needs = [[_extent(cell, look)[1] for cell, look in zip(row, looks, strict=True)] for row in rows]
    for across in range(len(rows), 1, -1):
        count = -(-len(rows) // across)
        shares = [needs[at * count : (at + 1) * count] if down else needs[at::across] for at in range(across)]
        eases = [table.padded(max((need[side] for need in share), default=0.0)) for share in shares for side in (0, 1)]
        slack = width - sum(eases)
        if slack >= 0:
            groups = [rows[at::count] if down else rows[at * across : (at + 1) * across] for at in range(count)]
            lines = [[*chain.from_iterable(group), *[""] * (2 * (across - len(group)))] for group in groups]
            wide = replace(table, columns=[*table.columns] * across, rows=lines)
            return wide, [ease + index % 2 * slack / across for index, ease in enumerate(eases)]
    return None


def lowest(table: Table, width: float, place: str) -> SetTable:
    """Lay out a two-column table, with the width of the first column chosen so that the table is as low as possible.

    Among widths that make it equally low, the usual one is preferred, then the largest. A list in the first column has
    at least two entries in a line, if the width allows it. A table with another number of columns gets the usual
    widths.
    """
    whole = SetTable(table, width, place=place)
    if len(table.columns) != 2 or whole.most_lines == 1:
        return whole
    (least, ease), (rest, _) = table.needs(0), table.needs(1)
    most = max(min(ease, width - rest), least)
    least = min(max(least, _pair(table)), most)
    firsts = [most - part / _TRIED * (most - least) for part in range(_TRIED + 1)]
    others = [first for first in firsts if first != whole.widths[0]]
    ways = [SetTable(table, width, place=place, widths=[first, width - first]) for first in others]
    usual = [whole] if whole.widths[0] >= least else []
    return min((*usual, *ways), key=lambda way: round(way.height, 2))


def _pair(table: Table) -> float:
    """Return the width that the first column needs for two entries in each line of its longest lists; 0 without lists.

    Rolls such as `16, 26, 36` are a list.
    """
    lists = [words for row in table.rows for words in [row[0].split()] if len(words) >= _LIST]
    pairs = [
        " ".join(words[at : at + 2])
        for words in lists
        if all(word.endswith(",") for word in words[:-1])
        for at in range(0, len(words), 2)
    ]
    look = table.look(table.columns[0])
    return table.padded(max(_extent(pair, look)[1] for pair in pairs)) if pairs else 0.0


@lru_cache(maxsize=1 << 14)
def _extent(words: str, style: TextStyle) -> tuple[float, float]:
    """Return the widths of a text's longest word and longest line."""
    parts = words.split() or [""], words.split("\n")
    word, line = (max(text.width(part, style) for part in some) for some in parts)
    return word, line


# The tables of a game


_CLEAR = 5.0  # the space before the code beside a heading
_BESIDE = 12.0  # the least space between dice and source on a line
_APART, _NEAR = 6.0, 3.0  # between rows and modifiers, and where no heads separate them
_FEW = 8  # the most rows that may share lines read across
_LINES = 3  # the most lines of modifiers as one paragraph
_HANG = 7.0  # the hanging indent of notes
_MODIFIERS = 280.0  # the widest column of a page: on a whole page, amounts would be too far from their words
_KINDS = {
    "erratum": "Erratum",
    "card-image": "Printed card",
    "house": "House rule",
    "rulebook": "Rulebook",
    "reconstruction": "Our reconstruction",
    "ruling": "Our ruling",
}
_ERRATUM = re.compile(r"\berrat(a|um)\b")
_RANGE = re.compile(r"(?<![\w-])(\d+)-(\d+)(?![\w-])")


@frozen
class TableStyle:
    """The styles of a table's parts.

    Attributes:
        level: the level of the heading for screen readers.
        source: the style of the source; None to leave the source out.
        ids: True to print our id of the table beside the heading; otherwise the code of the printed game, if it has
            one.
        bare: True to save space: headings that are only `roll` and `result` are left out, the dice follow the name,
            short rows are side by side, and the modifiers are one paragraph with bold amounts.
        run_in: True to print the modifiers as one paragraph, without the other savings of `bare`. A table that is cut
            still has a row for each modifier.
        code: the style of the code beside the heading.
    """

    title: str = "subheading"
    level: int = 3
    meta: str = "meta"
    table: str = "table"
    head: str = "table-head"
    note: str = "meta"
    source: str | None = "source"
    pad: float = PAD
    pad_x: float = PAD_X
    ids: bool = False
    bare: bool = False
    run_in: bool = False
    code: str = "code"

    def ruled(self, columns: Sequence[Column], rows: Sequence[Row]) -> Table:
        """Return a table in these styles."""
        return Table(columns, rows, self.table, self.head, pad=self.pad, pad_x=self.pad_x)


_STYLES: dict[str, list[TableStyle]] = looks("tables", dict[str, list[TableStyle]])


def styles_of(product: str) -> tuple[TableStyle, ...]:
    """Return the table styles to try for a kind of product, from `templates/print.yaml`, the preferred one first."""
    return tuple(_STYLES[product])


@frozen
class SetView:
    """A table of a game that is laid out, ready to be drawn."""

    view: TableView
    width: float
    looks: TableStyle
    rows: SetTable | None
    modifiers: SetTable | None
    amounts: list[Line]
    fragments: list[FlowFragment]
    height: float

    @property
    def most_lines(self) -> int:
        """The number of lines in the cell with the most lines."""
        return self.rows.most_lines if self.rows else 0

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the table at the top of a box.

        Raises:
            PressError: the table is too high.
        """
        _check_height(self.view.id, self.height, box)
        with surface.canvas.element("Sect", title=f"{self.view.title} {self.view.id}"):
            flowables.draw(surface, box, self.fragments)


def set_view(
    view: TableView, width: float, looks: TableStyle, *, more: str = "", like: TableView | None = None
) -> SetView:
    """Lay out a table of a game.

    Args:
        view: the table.
        width: the available width.
        looks: the styles of the table.
        more: the words after the heading of a continued table, such as `continued`; a continued table does not repeat
            its dice.
        like: a table whose column widths and alignment are used.

    Raises:
        PressError: something does not fit; the message names table and cell.
    """
    return _set_view(ViewKey(view), width, looks, more, ViewKey(like) if like else None)


class ViewKey:
    """A cache key for the view of a table.

    Its hash is computed only from the id, the title and the number of rows, which distinguish almost all views. To hash
    all words of a view would take as long as to lay out a small table.
    """

    __slots__ = ("view",)

    def __init__(self, view: TableView) -> None:
        self.view = view

    def __hash__(self) -> int:
        return hash((self.view.id, self.view.title, len(self.view.rows)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewKey) and (self.view is other.view or self.view == other.view)


@lru_cache(maxsize=1 << 12)
def _set_view(shown: ViewKey, width: float, looks: TableStyle, more: str, like: ViewKey | None) -> SetView:
    """Lay out a table. The result is cached, because the layout of pages and cards needs it often."""
    return _Setter(shown.view, width, looks, more).set(_set_view(like, width, looks, "", None) if like else None)


class _Setter:
    """The parts of one table of a game."""

    def __init__(self, view: TableView, width: float, looks: TableStyle, more: str) -> None:
        self.view, self.width, self.looks, self.more = view, width, looks, more
        self._title, self._meta, self._code = style_of(looks.title), style_of(looks.meta), style_of(looks.code)
        self._mark = view.id if looks.ids else code(view.id)
        self._clear = self._code.width(self._mark) + _CLEAR if self._mark else 0.0

    def set(self, like: SetView | None) -> SetView:
        """Lay out the table, with columns as in `like`."""
        view, looks = self.view, self.looks
        rows = self._rows(like.rows if like else None) if view.rows else None
        amounts = self._amounts() if looks.bare or looks.run_in else []
        modifiers = self._modifiers(like.modifiers if like else None) if view.modifiers and not amounts else None
        fragments = [*self._above()]
        if rows:
            fragments.append(FlowFragment(rows.height, rows.draw))
        if modifiers:
            fragments.append(FlowFragment(modifiers.height, modifiers.draw, _APART if rows else 0.0))
        if amounts:
            fragments.append(_paragraph(amounts, looks.table, before=_NEAR))
        notes = (
            text.wrap(words, self.width - _HANG, style_of(looks.note), f"{view.id}, notes", emphasis=True)
            for words in view.notes
        )
        below = [_paragraph(lines, looks.note, hang=_HANG) for lines in notes]
        source = self._source
        if source and looks.source and not self._is_beside:
            below.append(_paragraph(source, looks.source))
        if below:
            below[0] = replace(below[0], before=2.0)
        height = sum(part.before + part.height for part in (*fragments, *below))
        return SetView(view, self.width, looks, rows, modifiers, amounts, [*fragments, *below], height)

    @cached_property
    def _heading(self) -> list[Line]:
        runs = [Run(self.view.title, self._title.font), *([Run(f" · {self.more}", "narrow")] if self.more else [])]
        return text.wrap(runs, self.width - self._clear, self._title, f"{self.view.id}, heading")

    @cached_property
    def _begins(self) -> float:
        """The x at which text after the name on the same line begins."""
        return text.width(self._heading[0], self._title) + _CLEAR

    @cached_property
    def _dice(self) -> tuple[list[Line], bool]:
        """The dice and the use as lines, and True if the first line is on the line of the name."""
        words, style = "" if self.more else meta_words(self.view), self._meta
        whole = _wrapped(words, self.width, style, f"{self.view.id}, use")
        if self.looks.bare and whole and len(self._heading) == 1:
            parts, available = words.split(" "), self.width - self._begins - self._clear
            heads = (" ".join(parts[:count]) for count in range(len(parts), 0, -1))
            first = next((head for head in heads if text.width(head, style) <= available), "")
            below = _wrapped(words[len(first) :].strip(), self.width, style, f"{self.view.id}, use")
            if len(below) < len(whole):
                return [text.plain(first, style), *below], True
        return whole, False

    @cached_property
    def _source(self) -> list[Line]:
        look = self.looks.source
        return _wrapped(source_words(self.view), self.width, style_of(look), f"{self.view.id}, source") if look else []

    @cached_property
    def _is_beside(self) -> bool:
        """True if the source fits at the end of the line with the dice."""
        meta, source = self._dice[0], self._source
        if not (len(meta) == len(source) == 1 and self.looks.source):
            return False
        used = text.width(meta[0], self._meta) + text.width(source[0], style_of(self.looks.source))
        return used + _BESIDE <= self.width

    def _above(self) -> Iterator[FlowFragment]:
        """Yield the heading with the code of the table, then its dice with the source beside them."""
        title, style, (meta, run_in) = self._title, self._meta, self._dice
        height = len(self._heading) * title.leading

        def draw_heading(surface: Surface, box: Box) -> None:
            with surface.canvas.content(f"H{self.looks.level}"):
                surface.lines(self._heading, box, title)
                if self._mark:
                    right = box.x + self.width - self._code.width(self._mark)
                    surface.put(self._mark, right, box.y + (title.leading + title.cap_height) / 2, self._code)

        def draw_dice(surface: Surface, box: Box) -> None:
            if self._is_beside and self.looks.source:
                beside = style_of(self.looks.source, "right")
                with surface.canvas.content("P"):
                    surface.lines(self._source, box.below(_onto_baseline(style, beside)), beside)
            if meta:
                with surface.canvas.content("P"):
                    if run_in:
                        drop = _onto_baseline(title, style) - height
                        first = box.below(drop).after(self._begins)
                        surface.lines(meta[:1], first, style, goes_on=len(meta) > 1)
                    surface.lines(meta[run_in:], box, style)

        yield FlowFragment(height, draw_heading)
        yield FlowFragment((len(meta) - run_in) * style.leading + 2, draw_dice)

    def _rows(self, like: SetTable | None) -> SetTable:
        """Return the rows in the columns of another table, or in columns that make them as low as possible."""
        table, place, width = self._table(), self.view.id, self.width
        if like:
            columns = [
                replace(one, align=other.align) for one, other in zip(table.columns, like.table.columns, strict=True)
            ]
            return SetTable(replace(table, columns=columns), width, place=place, widths=like.widths)
        if not self.looks.bare:
            return SetTable(table, width, place=place)
        ways = [table, *([self._table(run_in=True)] if table.headless and len(table.columns) == 3 else [])]
        found = [lowest(way, width, place) for way in ways]
        for way in ways:
            if way.headless and len(way.columns) == 2 and not way.depths:
                pair = side_by_side(way, width, down=len(way.rows) > _FEW)
                found += [SetTable(pair[0], width, place=place, widths=pair[1])] if pair else []
        return min(found, key=lambda one: round(one.height, 2))

    def _table(self, *, run_in: bool = False) -> Table:
        """Return the rows with their column heads.

        With `run_in` the area and the result are in one cell, as in `Engine: one engine out`.
        """
        view, looks = self.view, self.looks
        wide, by_area = len(view.headings) > 1, not view.roll_heading
        depths = [row.depth for row in view.rows] if any(row.depth for row in view.rows) else []
        columns = []
        if by_area:
            columns.append(Column(view.name_heading or "Row", header=True))
        else:
            columns.append(Column(view.roll_heading, align="left" if depths else "centre", header=True))
            if view.areas and not run_in:
                columns.append(Column("Area"))
        short = wide and all(len(cell) <= 8 for row in view.rows for cell in row.cells)
        columns += [Column(head, align="centre" if short else "left") for head in view.headings]
        rows = []
        for row in view.rows:
            names = [row.area] if by_area else [row.roll, *([row.area] if view.areas and not run_in else [])]
            rows.append([*names, *([_run_in(row)] if run_in else row.cells)])
        headless = looks.bare and not wide and not by_area
        return replace(looks.ruled(columns, rows), upright_rules=wide, headless=headless, depths=depths)

    def _modifiers(self, like: SetTable | None) -> SetTable:
        """Return the modifiers; the amounts have the width of their text, and their words the rest.

        If the rest is too narrow, the words get the width of their text instead, up to half of the total.
        """
        rows = [[modifier.amount, modifier.words] for modifier in self.view.modifiers]
        table = self.looks.ruled([Column("Modifier", align="centre", header=True), Column("When")], rows)
        total = min(self.width, _MODIFIERS)
        (shortest, needed), (least, wished) = table.needs(0), table.needs(1)
        first = max(min(needed, total - max(least, min(wished, total / 2))), shortest)
        widths = like.widths if like else [first, total - first]
        return SetTable(table, total, place=f"{self.view.id}, modifiers", widths=widths)

    def _amounts(self) -> list[Line]:
        """Return all modifiers as one paragraph: `−1 Poor weather; evasive action · +1 Ace`.

        Amounts are bold. In a long paragraph each amount begins a line.
        """
        alike: dict[str, list[str]] = {}
        for one in self.view.modifiers:
            first, second = (one.amount, one.words) if one.adds else (one.words, one.amount)
            alike.setdefault(first, []).append("" if second == VARIES else second)
        style, bold = style_of(self.looks.table), style_of(self.looks.head).font
        parts = [
            [Run(f"{first} ", bold if any(words) else style.font), Run("; ".join(words), style.font)]
            for first, words in alike.items()
        ]

        def lines_of(runs: Line) -> list[Line]:
            return text.wrap(runs, self.width, style, f"{self.view.id}, modifiers") if runs else []

        lines = lines_of([run for part in parts for run in (Run(" · ", style.font), *part)][1:])
        return lines if len(lines) <= _LINES else list(chain.from_iterable(map(lines_of, parts)))


def _onto_baseline(line: TextStyle, beside: TextStyle) -> float:
    """Return the vertical offset that puts words of one style on the baseline of a line in another style."""
    low, high = (look.leading + look.cap_height for look in (line, beside))
    return (low - high) / 2


def _paragraph(lines: list[Line], look: str, *, before: float = 0.0, hang: float = 0.0) -> FlowFragment:
    """Return lines as a paragraph with a hanging indent."""
    style = style_of(look)

    def draw_it(surface: Surface, box: Box) -> None:
        with surface.canvas.content("P"):
            surface.lines(lines[:1], box, style, goes_on=len(lines) > 1)
            rest = box.below(style.leading).after(hang)
            surface.lines(lines[1:], rest, style)

    return FlowFragment(len(lines) * style.leading, draw_it, before)


def _wrapped(words: str, width: float, style: TextStyle, place: str) -> list[Line]:
    return text.wrap(words, width, style, place) if words else []


def _run_in(row: RowView) -> str:
    """Return the area followed by the result; without the area if the result begins with it: `Copilot wounded`."""
    area, (result,) = row.area, row.cells
    return f"{area}: {result}" if area and not f"{result} ".lower().startswith(f"{area} ".lower()) else result


def meta_words(view: TableView) -> str:
    """Return a text with dice, purpose and use: `1D6 per hit on a wing, after a fighter's fire dice`."""
    rolled = view.roll_heading or view.shape == "to_hit"
    dice = f"{view.dice} per {view.per}" if view.per and rolled else view.dice if rolled else ""
    return _RANGE.sub(r"\1–\2", capital(", ".join(words for words in (dice, view.used) if words)))


def source_words(view: TableView) -> str:
    """Return a text with the source of a table: `Rulebook: G-3; errata 6 and 25`.

    Adjacent sources of the same kind share the name of the kind or the word `errata`. For a rebuilt table the text
    begins with a remark about it.
    """
    parts: list[str] = []
    last = ""
    for source in view.source:
        named = source.kind == last or _ERRATUM.search(source.section)
        parts.append(source.section if named else f"{_KINDS[source.kind]}: {source.section}")
        last = source.kind
    words = capital("; ".join(parts))
    return ". ".join(part for part in (REBUILT if view.rebuilt else "", words) if part)


# Cutting


def by_rows(view: TableView, width: float, height: float, looks: TableStyle) -> list[SetView]:
    """Cut a table into parts that fit a height, each with its heading; modifiers and notes are last.

    Nested rows stay with their parent row if possible; otherwise the parent is repeated. Columns are as wide as in the
    whole table.

    Args:
        view: the table.
        width: the width of each part.
        height: the maximum height of a part.
        looks: the styles of the table.

    Raises:
        PressError: a row is higher than a part.
    """
    whole = set_view(view, width, looks)
    if whole.height <= height + 0.01:
        return [whole]
    parts, start, end = list[SetView](), 0, len(_items(view))

    def part(start: int, stop: int) -> SetView:
        some = _part(view, start, stop)
        like = view if some.headings == view.headings else None
        return set_view(some, width, replace(looks, run_in=False), more="continued" if start else "", like=like)

    while start < end:
        stop = _stop(view, start, lambda start, stop: part(start, stop).height <= height + 0.01)
        parts.append(part(start, stop))
        start = stop
    return parts


def _items(view: TableView) -> list[RowView | ModifierView | str]:
    """Return the items between which a table can be cut."""
    return [*view.rows, *view.modifiers, *view.notes]


def _stop(view: TableView, start: int, fits: Callable[[int, int], bool]) -> int:
    """Return the end of the part that begins at an item.

    It is the latest end that fits, preferably between rows of the outermost level. If only notes would follow, it is
    moved back so that they follow rows, unless there is no space for that.
    """
    items, rows, notes = _items(view), len(view.rows), len(view.rows) + len(view.modifiers)
    end = len(items)
    depths = [*(row.depth for row in view.rows), *[0] * (end + 1 - rows)]
    every = range(start + 1, end + 1)
    fitting = every[: bisect_right(every, False, key=lambda stop: not fits(start, stop))]
    if not fitting:
        item = items[start]
        what = f"row {item.roll or item.area!r}" if isinstance(item, RowView) else "a modifier or note"
        raise PressError(f"{view.id}, {what}: higher than its page or card")
    stops = [stop for stop in fitting if depths[stop] <= depths[stop - 1]] or fitting  # a row and the first below it
    stop = max(stops, key=lambda stop: (-depths[stop], stop))
    if notes <= stop < end:
        ends = {0, rows, notes, end}
        apart = [at for at in range(start + 1, notes) if not depths[at] and not ends & {at - 1, at + 1}]
        if apart and fits(apart[-1], end):
            return apart[-1]
    return stop


def _part(view: TableView, start: int, stop: int) -> TableView:
    """Return a part of a table without its empty columns; only the last part has the source.

    If the part begins with a nested row, the parents of this row are repeated.
    """
    items = _items(view)
    shown, parents = items[start:stop], list[RowView]()
    depth = view.rows[start].depth if start < len(view.rows) else 0
    for row in reversed(view.rows[:start]):
        if row.depth < depth:
            parents, depth = [row, *parents], row.depth
    rows = [*parents, *(item for item in shown if isinstance(item, RowView))]
    every = range(len(view.headings))
    columns = [at for at in every if any(row.cells[at].strip("–- ") for row in rows)] or every
    return replace(
        view,
        headings=tuple(view.headings[at] for at in columns),
        rows=tuple(replace(row, cells=tuple(row.cells[at] for at in columns)) for row in rows),
        modifiers=tuple(item for item in shown if isinstance(item, ModifierView)),
        notes=tuple(item for item in shown if isinstance(item, str)),
        source=view.source if stop == len(items) else (),
    )


def by_columns(view: TableView, width: float, looks: TableStyle, *, most_lines: int = 0) -> list[TableView]:
    """Divide a table by columns into the smallest number of parts that fit the width; each part repeats the row heads.

    Args:
        view: the table.
        width: the width for each part.
        looks: the styles of the table.
        most_lines: the preferred maximum number of lines in a cell; the table is divided further if a cell has more,
            down to one column in each part. 0 for no limit.
    """
    count, views = len(view.headings), [view]
    for size in sorted({-(-count // parts) for parts in range(1, count + 1)}, reverse=True):
        views = [_columns(view, start, size) for start in range(0, count, size)]
        try:
            lines = max(set_view(part, width, looks).most_lines for part in views)
        except PressError:
            if size == 1:
                raise
            continue
        if not most_lines or lines <= most_lines:
            break
    return views


def _columns(view: TableView, start: int, size: int) -> TableView:
    """Return some columns of a table; modifiers, notes and source belong only to the last part."""
    rows = tuple(replace(row, cells=row.cells[start : start + size]) for row in view.rows)
    part = replace(view, headings=view.headings[start : start + size], rows=rows)
    return part if start + size >= len(view.headings) else replace(part, modifiers=(), notes=(), source=())
