"""Ruled tables, and the tables of a game: measured for a width, cut where they are too large, and drawn.

    SetTable(table, box.width).draw(surface, box)
    set_view(view, box.width, looks).draw(surface, box)

Words wrap inside their cells and rows grow. A word wider than its column is an error that names the table and the cell.
The text in the PDF follows a game's table row by row and cell by cell, below a heading with its title and id, so that
`verify` can parse printed tables and compare them with the data.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import ClassVar

from combatbox.core.annotations import frozen
from combatbox.core.table_views import REBUILT, VARIES, RowView, TableView, capital
from combatbox.library.book import code
from combatbox.press import flowables, text
from combatbox.press.errors import PressError
from combatbox.press.flowables import Draw, Flow, FlowFragment
from combatbox.press.style import HAIR, RULE, THIN, Align, Box, TextStyle, looks
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tagging import Element, TaggedCanvas
from combatbox.press.text import Line, Run

PAD_X = 3.5  # left and right of the words of a cell
PAD, TIGHT = 1.75, 0.6  # above and below the words of a row
_TRIED = 4  # widths that are tried for a first column
_SHORT = 3  # the most rolls of a list that is not broken
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
    """The contents of a table, which flows over pages with the text.

    Attributes:
        columns: the columns; a table of which no column has a head has no heads.
        style: the style of the cells. The style of heads is the one with the same name and `-head` at its end.
        depths: the depth of each row that is nested in the rows above it; empty if no row is. The first cell of a
            nested row is indented.
        place: the name of the table in errors.
    """

    is_listed: ClassVar[bool] = True

    columns: Sequence[Column]
    rows: Sequence[Row]
    style: str = "table"
    pad: float = PAD
    pad_x: float = PAD_X
    upright_rules: bool = False
    depths: Sequence[int] = ()
    place: str = "table"

    @property
    def has_heads(self) -> bool:
        """True if any column has a head."""
        return any(column.head for column in self.columns)

    def look(self, column: Column, *, is_head: bool = False) -> TextStyle:
        """Return the style of the head or the cells of a column, which have a common baseline in each row."""
        return _cell_style(self.style, column.align, is_head or column.header, is_head)

    def indent(self, number: int) -> float:
        """Return the indent of the first cell of a row, counted from 1."""
        return self.depths[number - 1] * _STEP if self.depths and number else 0.0

    def needs(self, index: int) -> tuple[float, float]:
        """Return the widths that a column needs for its longest word, and for its longest text on one line."""
        column, pads = self.columns[index], 2 * self.pad_x + 0.1
        look, extents = self.look(column), [_extent(column.head, self.look(column, is_head=True))]
        for number, row in enumerate(self.rows, start=1):
            extents.append(_extent(row[index], look, 0.0 if index else self.indent(number)))
        word, line = map(max, zip(*extents, strict=True))
        return word + pads, line + pads

    def cut(self, flow: Flow, width: float) -> list[FlowFragment]:
        """Cut the table into rows."""
        first, *rest = SetTable(self, width).planned(flow.document.canvas)
        return [replace(first, before=8.0), *rest]


@lru_cache
def _cell_style(name: str, align: Align, is_bold: bool, is_head: bool) -> TextStyle:
    head, body = style_of(f"{name.removesuffix('-table')}-head"), style_of(name)
    return replace(head if is_bold else body, leading=(head if is_head else body).leading, align=align)


def dense(columns: Sequence[Column], rows: Sequence[Row], place: str = "table") -> Table:
    """Return a table in small type with low rows."""
    return Table(columns, rows, "dense", pad=TIGHT, place=place)


class SetTable:
    """A table that is laid out for a width, and can be drawn any number of times.

    Attributes:
        widths: the widths of the columns.
        cells: the lines of each cell by row; row 0 has the column heads.
        most_lines: the number of lines in the body cell with the most lines.

    Args:
        table: the contents.
        width: the available width.
        widths: the widths of the columns; None to choose them.

    Raises:
        PressError: a word is wider than its column, or a row has a wrong number of cells.
    """

    def __init__(self, table: Table, width: float, widths: Sequence[float] | None = None) -> None:
        for number, row in enumerate(table.rows, start=1):
            if len(row) != len(table.columns):
                raise PressError(f"{table.place}: row {number} has {len(row)} cells for {len(table.columns)} columns")
        self.table, self.widths = table, list(widths or _widths(table, width))
        heads = [column.head for column in table.columns]
        self.cells = [self._wrapped(number, row) for number, row in enumerate([heads, *table.rows])]
        counts = [max(map(len, cells)) for cells in self.cells]
        self.most_lines = max(counts[1:], default=0)
        lead = [table.look(table.columns[0], is_head=not number).leading for number in range(len(counts))]
        self._heights = [count * one + 2 * table.pad for count, one in zip(counts, lead, strict=True)]
        if not table.has_heads:
            self._heights[0] = 0.0
        self.height = sum(self._heights)

    def _wrapped(self, number: int, row: Row) -> list[list[Line]]:
        """Return the lines of each cell of a row."""
        table, cells = self.table, list[list[Line]]()
        pads = 2 * table.pad_x + table.indent(number)
        try:
            for words, column, width in zip(row, table.columns, self.widths, strict=True):
                cells.append(text.wrap(words, width - pads, table.look(column, is_head=not number), ""))
                pads = 2 * table.pad_x
        except PressError as error:
            where = f"row {number}" if number else "the head"
            raise PressError(f"{table.place}, {where}, '{table.columns[len(cells)].head}'{error}") from None
        if number and len(cells[0]) > 1 and _rolls(row[0]) > _SHORT and not table.upright_rules:
            look = table.look(table.columns[0])
            across = text.wrap(row[0], sum(self.widths) - 2 * table.pad_x - table.indent(number), look, "")
            below = [[*[list[Run]()] * len(across), *lines] for lines in cells[1:]]
            if max(map(len, below)) <= max(map(len, cells)):
                return [across, *below]
        return cells

    def _is_across(self, number: int) -> bool:
        """Return True if the first cell of a row has lines of its own, above the other cells."""
        return any(len(lines) > 1 and not lines[0] for lines in self.cells[number])

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the whole table at the top of a box."""
        flowables.draw(surface, box.start(sum(self.widths)), self.planned(surface.canvas))

    def planned(self, canvas: TaggedCanvas) -> list[FlowFragment]:
        """Return the heads, the rows and the closing rule, with their places in the reading order.

        Heads stay with the first row, and each new frame repeats them. A small table is not divided.
        """
        element, count = canvas.plan("Table"), len(self.table.rows)
        again = FlowFragment(self._heights[0], self._drawer(0, None))
        rows = [
            FlowFragment(
                height,
                self._drawer(number, element),
                held=not number or number < count <= _SMALL,
                again=again if number > 1 else None,
            )
            for number, height in enumerate(self._heights)
        ]
        return [*rows, FlowFragment(6.0, lambda surface, box: surface.edge(box, "top", weight=RULE))]

    def _drawer(self, number: int, table: Element | None) -> Draw:
        """Return a function that draws a row; without an element, its words are hidden from screen readers."""
        has_words = bool(number) or self.table.has_heads
        elements = self._elements(table, number) if table and has_words else []

        def draw_it(surface: Surface, box: Box) -> None:
            if has_words:
                self._draw_cells(surface, number, elements, box)
            if not number:
                surface.edge(box, "top", weight=RULE)
            if has_words:
                weight, colour = (HAIR, "faint") if number else (THIN, "ink")
                surface.edge(box, "bottom", weight=weight, colour=colour)
            for cell in box.columns(self.widths)[1:] if number and self.table.upright_rules else ():
                surface.edge(cell, "left", weight=HAIR, colour="faint")

        return draw_it

    def _elements(self, table: Element, number: int) -> list[Element]:
        """Plan the structure elements of a row's cells."""
        row, scope = table.plan("TR"), "Row" if number else "Column"
        heads = [column.header or not number for column in self.table.columns]
        return [row.plan("TH", Scope=scope) if is_head else row.plan("TD") for is_head in heads]

    def _draw_cells(self, surface: Surface, number: int, elements: Sequence[Element], box: Box) -> None:
        table, canvas, left = self.table, surface.canvas, self.table.pad_x + self.table.indent(number)
        if not number:
            surface.box(box, weight=None, fill="shade")
        for index, cell in enumerate(box.columns(self.widths)):
            inside = Box(cell.x + left, cell.y + table.pad, cell.width - table.pad_x - left, cell.height)
            look = table.look(table.columns[index], is_head=not number)
            if index == 0 and self._is_across(number):
                look = replace(look, align="left")
            with canvas.content_of(elements[index]) if elements else canvas.artifact("Pagination"):
                surface.lines(self.cells[number][index], inside, look)
            left = table.pad_x


# The widths of columns


def _widths(table: Table, total: float) -> list[float]:
    """Return the widths of columns by their shares or, without shares, by the words in them.

    Short columns get their full width before long ones get more than an equal share. If all columns have their full
    width, the rest is for the last one, so that short results stay close to their rolls, or, with upright rules, for
    those that are not row heads.
    """
    parts = [column.part for column in table.columns if column.part is not None]
    if len(parts) == len(table.columns):
        return [total * part / sum(parts) for part in parts]
    least, ease = zip(*(table.needs(index) for index in range(len(table.columns))), strict=True)
    widths, slack = list(least), total - sum(least)
    if slack < 0:
        raise PressError(
            f"{table.place}: the longest words need {sum(least):.0f} pt of width, but have only {total:.0f}"
        )
    order = sorted(range(len(widths)), key=lambda index: ease[index] - least[index])
    for served, index in enumerate(order):
        more = min(ease[index] - least[index], slack / (len(order) - served))
        widths[index] += more
        slack -= more
    bodies = [index for index, column in enumerate(table.columns) if table.upright_rules and not column.header]
    for index in bodies or [-1]:
        widths[index] += slack / max(len(bodies), 1)
    return widths


def side_by_side(table: Table, width: float) -> SetTable | None:
    """Lay out a two-column table with several rows side by side in each line; None if not even two rows fit into one.

    The table has no heads. Many rows are read downwards like a list, a few across.
    """
    rows = table.rows
    for across in range(len(rows), 1, -1):
        count = -(-len(rows) // across)
        down = len(rows) > _FEW
        groups = [rows[at::count] if down else rows[at * across : (at + 1) * across] for at in range(count)]
        lines = [[*chain.from_iterable(group), *[""] * (2 * (across - len(group)))] for group in groups]
        wide = replace(table, columns=[*table.columns] * across, rows=lines)
        eases = [wide.needs(index)[1] for index in range(2 * across)]
        slack = width - sum(eases)
        if slack >= 0:
            return SetTable(wide, width, [ease + index % 2 * slack / across for index, ease in enumerate(eases)])
    return None


def lowest(table: Table, width: float) -> SetTable:
    """Lay out a table so that it is as low as possible, by the width of the first of two columns or by shared lines.

    Among widths that make it equally low, the usual one is preferred, then the largest. A table with another number of
    columns gets the usual widths.
    """
    whole = SetTable(table, width)
    if len(table.columns) != 2:
        return whole
    found = [whole]
    if whole.most_lines > 1:
        (least, ease), (rest, _) = table.needs(0), table.needs(1)
        most = max(min(ease, width - rest), least)
        short = replace(table, rows=[row for row in table.rows if 0 < _rolls(row[0]) <= _SHORT], depths=())
        least = min(max(least, short.needs(0)[1]), most)
        firsts = [most - part / _TRIED * (most - least) for part in range(_TRIED + 1)]
        usual = [whole.widths[0]] if whole.widths[0] >= least else []
        found = [SetTable(table, width, [first, width - first]) for first in dict.fromkeys((*usual, *firsts))]
    if not (table.has_heads or table.depths) and (pair := side_by_side(table, width)):
        found.append(pair)
    return min(found, key=lambda way: round(way.height, 2))


def _rolls(words: str) -> int:
    """Return the number of rolls in a list such as `16, 26, 36`; 0 for other words."""
    return words.count(" ") + 1 if words.count(" ") == words.count(", ") else 0


@lru_cache(maxsize=1 << 14)
def _extent(words: str, style: TextStyle, indent: float = 0.0) -> tuple[float, float]:
    """Return the widths of a text's longest word and longest line, each with its indent."""
    word, line = (max(text.width(part, style) for part in some) for some in (words.split() or [""], words.split("\n")))
    return word + indent, line + indent


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
        source: the style of the source; empty to leave the source out.
        ids: True to print our id of the table beside the heading; otherwise the code of the printed game, if it has
            one.
        bare: True to save space: headings that are only `roll` and `result` are left out, the dice follow the name,
            and short rows are side by side.
        run_in: True to print the modifiers as one paragraph with bold amounts.
        code: the style of the code beside the heading.
    """

    title: str = "subheading"
    level: int = 3
    meta: str = "meta"
    table: str = "table"
    note: str = "meta"
    source: str = "source"
    pad: float = PAD
    pad_x: float = PAD_X
    ids: bool = False
    bare: bool = False
    run_in: bool = False
    code: str = "code"


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
        """Draw the table at the top of a box."""
        with surface.canvas.element("Sect", title=f"{self.view.title} {self.view.id}"):
            flowables.draw(surface, box, self.fragments)


@lru_cache(maxsize=1 << 12)  # cards and pages try a table in the same width again and again
def set_view(view: TableView, width: float, looks: TableStyle, like: TableView | None = None) -> SetView:
    """Lay out a table of a game.

    Args:
        view: the table.
        width: the available width.
        looks: the styles of the table.
        like: a table whose column widths and alignment are used.

    Raises:
        PressError: something does not fit; the message names table and cell.
    """
    return _Setter(view, width, looks).set(set_view(like, width, looks) if like else None)


class _Setter:
    """The parts of one table of a game."""

    def __init__(self, view: TableView, width: float, looks: TableStyle) -> None:
        self.view, self.width, self.looks = view, width, looks
        self._title, self._meta, self._code = style_of(looks.title), style_of(looks.meta), style_of(looks.code)
        self._mark = view.id if looks.ids else code(view.id)
        clear = self._code.width(self._mark) + _CLEAR if self._mark else 0.0
        self._heading = self._lines(view.title, looks.title, "heading", clear)
        begins = text.width(self._heading[0], self._title) + _CLEAR
        self._dice = self._lines(meta_words(view), looks.meta, "use")
        # The dice begin on the line of the name if they then take fewer lines below it.
        self._begins = 0.0
        if looks.bare and self._dice and len(self._heading) == 1:
            lines = self._lines(meta_words(view), looks.meta, "use", first=begins + clear)
            if len(lines) <= len(self._dice):
                self._begins, self._dice = begins, lines

    def _lines(self, words: str, look: str, what: str, less: float = 0.0, first: float = 0.0) -> list[Line]:
        """Return the lines of a text, which are less wide than the table; the first one has less space."""
        if not words or not look:
            return []
        place, has_emphasis = f"{self.view.id}, {what}", what in ("notes", "modifiers")
        return text.wrap(words, self.width - less, style_of(look), place, emphasis=has_emphasis, first=first)

    def set(self, like: SetView | None) -> SetView:
        """Lay out the table, with columns as in `like`."""
        view, looks = self.view, self.looks
        rows = self._rows(like.rows if like else None) if view.rows else None
        amounts = self._amounts() if looks.run_in else []
        modifiers = self._modifiers(like.modifiers if like else None) if view.modifiers and not amounts else None
        source = self._lines(source_words(view), looks.source, "source")
        beside = source if self._is_beside(source) else []
        fragments = [self._name(), self._use(beside)]
        if rows:
            fragments.append(FlowFragment(rows.height, rows.draw))
        if modifiers:
            fragments.append(FlowFragment(modifiers.height, modifiers.draw, _APART if rows else 0.0))
        if amounts:
            fragments.append(_paragraph(amounts, looks.table, before=_NEAR))
        notes = [self._lines(words, looks.note, "notes", _HANG) for words in view.notes]
        below = [_paragraph(lines, looks.note, hang=_HANG) for lines in notes]
        if source and not beside:
            below.append(_paragraph(source, looks.source))
        if below:
            below[0] = replace(below[0], before=2.0)
        fragments += below
        height = sum(part.before + part.height for part in fragments)
        return SetView(view, self.width, looks, rows, modifiers, amounts, fragments, height)

    def _is_beside(self, source: Sequence[Line]) -> bool:
        """Return True if the source fits at the end of the line with the dice."""
        if not len(self._dice) == len(source) == 1:
            return False
        used = text.width(self._dice[0], self._meta) + text.width(source[0], style_of(self.looks.source))
        return used + _BESIDE <= self.width

    def _name(self) -> FlowFragment:
        """Return the heading with the code of the table."""
        title, code = self._title, self._code

        def draw_it(surface: Surface, box: Box) -> None:
            with surface.canvas.content(f"H{self.looks.level}"):
                surface.lines(self._heading, box, title)
                if self._mark:
                    right = box.x + self.width - code.width(self._mark)
                    surface.put(self._mark, right, box.y + (title.leading + title.cap_height) / 2, code)

        return FlowFragment(len(self._heading) * title.leading, draw_it)

    def _use(self, source: Sequence[Line]) -> FlowFragment:
        """Return the dice, with the source beside them."""
        style, is_above = self._meta, self._begins > 0

        def draw_it(surface: Surface, box: Box) -> None:
            if source:
                beside = style_of(self.looks.source, "right")
                with surface.canvas.content("P"):
                    surface.lines(source, box.below(_onto_baseline(style, beside)), beside)
            first, rest = box, box.below(style.leading)
            if is_above:
                drop = _onto_baseline(self._title, style) - self._title.leading
                first, rest = box.below(drop).after(self._begins), box
            _draw_paragraph(surface, self._dice, style, first, rest)

        return FlowFragment((len(self._dice) - is_above) * style.leading + 2, draw_it)

    def _rows(self, like: SetTable | None) -> SetTable:
        """Return the rows in the columns of another table, or in columns that make them as low as possible."""
        table, width = self._table(), self.width
        if like:
            aligned = zip(table.columns, like.table.columns, strict=True)
            columns = [replace(column, align=other.align) for column, other in aligned]
            return SetTable(replace(table, columns=columns), width, like.widths)
        if not self.looks.bare:
            return SetTable(table, width)
        ways = [table]
        if not table.has_heads and len(table.columns) > 2:
            ways.append(self._table(run_in=True))
        return min((lowest(way, width) for way in ways), key=lambda way: round(way.height, 2))

    def _table(self, *, run_in: bool = False) -> Table:
        """Return the rows with their column heads.

        With `run_in` the area and the result are in one cell, as in `Engine: one engine out`.
        """
        view, looks, columns = self.view, self.looks, list[Column]()
        is_wide, is_rolled = len(view.headings) > 1, bool(view.roll_heading)
        has_area = not is_rolled or (view.areas and not run_in)
        depths = [row.depth for row in view.rows] if any(row.depth for row in view.rows) else []
        if is_rolled:
            columns.append(Column(view.roll_heading, align="left" if depths else "centre", header=True))
        if has_area:
            columns.append(Column("Area" if is_rolled else view.name_heading or "Row", header=not is_rolled))
        is_short = is_wide and all(len(cell) <= 8 for row in view.rows for cell in row.cells)
        columns += [Column(head, align="centre" if is_short else "left") for head in view.headings]
        if looks.bare and is_rolled and not is_wide:
            columns = [replace(column, head="") for column in columns]
        rows = [
            [*[row.roll] * is_rolled, *[row.area] * has_area, *([_run_in(row)] if run_in else row.cells)]
            for row in view.rows
        ]
        return Table(columns, rows, looks.table, looks.pad, looks.pad_x, is_wide, depths, view.id)

    def _modifiers(self, like: SetTable | None) -> SetTable:
        """Return the modifiers as rows, in the columns of another table."""
        columns, looks = [Column("Modifier", align="centre", header=True), Column("When")], self.looks
        rows = [[modifier.amount, modifier.words] for modifier in self.view.modifiers]
        place = f"{self.view.id}, modifiers"
        table = Table(columns, rows, looks.table, looks.pad, looks.pad_x, place=place)
        return SetTable(table, min(self.width, _MODIFIERS), like.widths if like else None)

    def _amounts(self) -> list[Line]:
        """Return all modifiers as one paragraph: `−1 Poor weather; evasive action · +1 Ace`.

        Amounts are bold. In a long paragraph each amount begins a line.
        """
        alike: dict[str, list[str]] = {}
        for one in self.view.modifiers:
            first, second = (one.amount, one.words) if one.adds else (one.words, one.amount)
            alike.setdefault(first, []).append("" if second == VARIES else second)
        parts = [f"**{first}** {'; '.join(words)}" if any(words) else first for first, words in alike.items()]
        lines, *each = (self._lines(words, self.looks.table, "modifiers") for words in (" · ".join(parts), *parts))
        return lines if len(lines) <= _LINES else list(chain.from_iterable(each))


def _onto_baseline(line: TextStyle, beside: TextStyle) -> float:
    """Return the vertical offset that puts words of one style on the baseline of a line in another style."""
    low, high = (look.leading + look.cap_height for look in (line, beside))
    return (low - high) / 2


def _paragraph(lines: Sequence[Line], look: str, *, before: float = 0.0, hang: float = 0.0) -> FlowFragment:
    """Return lines as a paragraph with a hanging indent."""
    style = style_of(look)

    def draw_it(surface: Surface, box: Box) -> None:
        _draw_paragraph(surface, lines, style, box, box.below(style.leading).after(hang))

    return FlowFragment(len(lines) * style.leading, draw_it, before)


def _draw_paragraph(surface: Surface, lines: Sequence[Line], style: TextStyle, first: Box, rest: Box) -> None:
    """Draw a paragraph with its first line in one box and the others in another."""
    if lines:
        with surface.canvas.content("P"):
            surface.lines(lines[:1], first, style, goes_on=len(lines) > 1)
            surface.lines(lines[1:], rest, style)


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

    A part ends between rows of the outermost level if possible; otherwise the parents of the next row are repeated. A
    part with notes alone is avoided. Columns are as wide as in the whole table.

    Args:
        view: the table.
        width: the width of each part.
        height: the maximum height of a part.
        looks: the styles of the table.

    Raises:
        PressError: a row is higher than a part.
    """
    whole = set_view(view, width, looks)
    parts, start = list[SetView](), 0
    notes = len(view.rows) + len(view.modifiers)
    end = notes + len(view.notes)
    ends = {0, len(view.rows), notes, end}
    depths = [*(row.depth for row in view.rows), *[0] * (end + 1 - len(view.rows))]
    names = [*(f"row {row.roll or row.area!r}" for row in view.rows), *["a modifier or note"] * end]

    def part(start: int, stop: int) -> SetView:
        some = _part(view, start, stop)
        return set_view(some, width, looks, None if looks.bare or some.headings != view.headings else view)

    def is_high(start: int, stop: int) -> bool:
        return part(start, stop).height > height + 0.01

    while start < end and whole.height > height + 0.01:
        fitting = range(start + 1, end + 1)
        fitting = fitting[: bisect_right(fitting, False, key=partial(is_high, start))]
        if not fitting:
            raise PressError(f"{view.id}, {names[start]}: higher than its page or card")
        # A row stays with the first one below it, and the last items before the notes with them; none stands alone.
        stops = [stop for stop in fitting if depths[stop] <= depths[stop - 1]] or fitting
        stop = max(stops, key=lambda at: (at < notes, -depths[at], not ends & {at - 1, at + 1}, at))
        stop = end if end in fitting else stop
        parts.append(part(start, stop))
        start = stop
    return parts or [whole]


def _part(view: TableView, start: int, stop: int) -> TableView:
    """Return a part of a table without its empty columns; only the last part has the source.

    The rows, modifiers and notes are numbered in this order. If the part begins with a nested row, the parents of this
    row are repeated. A part that is not the first does not repeat the dice.
    """
    after_rows = len(view.rows)
    after_modifiers = after_rows + len(view.modifiers)
    rows = view.rows[start:stop]
    depth = rows[0].depth if rows else 0
    for row in reversed(view.rows[:start]):
        if row.depth < depth:
            rows, depth = (row, *rows), row.depth
    every = range(len(view.headings))
    part = replace(
        _only(view, rows, [at for at in every if any(row.cells[at].strip("–- ") for row in rows)] or every),
        modifiers=view.modifiers[max(start - after_rows, 0) : max(stop - after_rows, 0)],
        notes=view.notes[max(start - after_modifiers, 0) : max(stop - after_modifiers, 0)],
        source=view.source if stop == after_modifiers + len(view.notes) else (),
    )
    return replace(part, title=f"{view.title} · continued", dice="", per="", used="") if start else part


def _only(view: TableView, rows: Sequence[RowView], columns: Sequence[int]) -> TableView:
    """Return some rows and columns of a table."""
    cut = tuple(replace(row, cells=tuple(row.cells[at] for at in columns)) for row in rows)
    return replace(view, headings=tuple(view.headings[at] for at in columns), rows=cut)


def by_columns(view: TableView, width: float, looks: TableStyle, *, most_lines: int = 0) -> list[TableView]:
    """Divide a table by columns into the smallest number of parts that fit the width; each part repeats the row heads.

    Modifiers, notes and source belong only to the last part.

    Args:
        view: the table.
        width: the width for each part.
        looks: the styles of the table.
        most_lines: the preferred maximum number of lines in a cell; the table is divided further if a cell has more,
            down to one column in each part. 0 for no limit.
    """
    count, views = len(view.headings), [view]
    for size in sorted({-(-count // parts) for parts in range(1, count + 1)}, reverse=True):
        *firsts, last = (_only(view, view.rows, range(count)[start : start + size]) for start in range(0, count, size))
        views = [*(replace(part, modifiers=(), notes=(), source=()) for part in firsts), last]
        try:
            lines = max(set_view(part, width, looks).most_lines for part in views)
        except PressError:
            if size == 1:
                raise
            continue
        if not most_lines or lines <= most_lines:
            break
    return views
