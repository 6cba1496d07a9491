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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, compress

from combatbox.core.annotations import frozen
from combatbox.core.table_views import REBUILT, VARIES, RowView, TableView, capital
from combatbox.library.book import code
from combatbox.press import flowables, text
from combatbox.press.errors import PressError
from combatbox.press.flowables import Draw, Flow, FlowFragment
from combatbox.press.style import HAIR, RULE, Align, Box, TextStyle, looks, shares
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

    @property
    def lines(self) -> list[Row]:
        """The column heads, which are row 0, and the rows."""
        return [[column.head for column in self.columns], *self.rows]

    def look(self, number: int, index: int) -> TextStyle:
        """Return the style of a cell; the cells of a row have a common baseline."""
        column = self.columns[index]
        return _cell_style(self.style, column.align, column.header or not number, not number)

    def indent(self, number: int, index: int) -> float:
        """Return the indent of a cell, which only the first one of a row can have."""
        return self.depths[number - 1] * _STEP if self.depths and number and not index else 0.0

    def needs(self, index: int) -> tuple[float, float]:
        """Return the widths that a column needs for its longest word, and for its longest text on one line."""
        pads = 2 * self.pad_x + 0.1
        extents = [
            _extent(row[index], self.look(number, index), self.indent(number, index))
            for number, row in enumerate(self.lines)
        ]
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


def columns(*heads: str) -> list[Column]:
    """Return columns with these heads, of which the first has the row heads."""
    return [Column(head, header=not number) for number, head in enumerate(heads)]


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
        self.cells = [self._wrapped(number, row) for number, row in enumerate(table.lines)]
        counts = [max(map(len, cells)) for cells in self.cells]
        self.most_lines = max(counts[1:], default=0)
        self._heights = [
            count * table.look(number, 0).leading + 2 * table.pad if number or table.has_heads else 0.0
            for number, count in enumerate(counts)
        ]
        self.height = sum(self._heights)

    def _wrapped(self, number: int, row: Row) -> list[list[Line]]:
        """Return the lines of each cell of a row."""
        table = self.table
        place = f"{table.place}, {f'row {number}' if number else 'the head'}"
        cells = [
            text.wrap(
                words,
                width - (2 * table.pad_x + table.indent(number, index)),
                table.look(number, index),
                f"{place}, '{table.columns[index].head}'",
            )
            for index, (words, width) in enumerate(zip(row, self.widths, strict=True))
        ]
        if number and len(cells[0]) > 1 and _rolls(row[0]) > _SHORT and not table.upright_rules:
            available = sum(self.widths) - 2 * table.pad_x - table.indent(number, 0)
            across = text.wrap(row[0], available, table.look(number, 0), place)
            below = [[*[list[Run]()] * len(across), *lines] for lines in cells[1:]]
            if max(map(len, below)) <= max(map(len, cells)):
                return [across, *below]
        return cells

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
        return [*rows, FlowFragment(6.0, _draw_rule)]

    def _drawer(self, number: int, table: Element | None) -> Draw:
        """Return a function that draws a row; without an element, its words are hidden from screen readers."""
        if not (number or self.table.has_heads):
            return _draw_rule
        elements = list[Element]()
        if table:
            row = table.plan("TR")
            elements = [
                row.plan("TH", Scope="Row" if number else "Column") if column.header or not number else row.plan("TD")
                for column in self.table.columns
            ]

        def draw_it(surface: Surface, box: Box) -> None:
            if not number:
                surface.box(box, weight=None, fill="shade")
            for index, cell in enumerate(box.columns(self.widths)):
                self._draw_cell(surface, number, index, cell, elements)
            if number:
                surface.edge(box, "bottom", weight=HAIR, colour="faint")
            else:
                _draw_rule(surface, box)
                surface.edge(box, "bottom")
            for cell in box.columns(self.widths)[1:] if number and self.table.upright_rules else ():
                surface.edge(cell, "left", weight=HAIR, colour="faint")

        return draw_it

    def _draw_cell(self, surface: Surface, number: int, index: int, cell: Box, elements: Sequence[Element]) -> None:
        table, canvas, look = self.table, surface.canvas, self.table.look(number, index)
        # if the first cell has lines of its own, the other cells begin with empty ones
        if index == 0 and any(len(lines) > 1 and not lines[0] for lines in self.cells[number]):
            look = look.aligned("left")
        inside = cell.after(table.indent(number, index)).inset(table.pad_x, table.pad)
        with canvas.content_of(elements[index]) if elements else canvas.artifact("Pagination"):
            surface.lines(self.cells[number][index], inside, look)


def _draw_rule(surface: Surface, box: Box) -> None:
    """Draw the rule above or below a table, at the top of a box."""
    surface.edge(box, "top", weight=RULE)


# The widths of columns


def _widths(table: Table, total: float) -> list[float]:
    """Return the widths of columns by their shares or, without shares, by the words in them.

    Short columns get their full width before long ones get more than an equal share. If all columns have their full
    width, the rest is for the last one, so that short results stay close to their rolls, or, with upright rules, for
    those that are not row heads.
    """
    parts = [column.part for column in table.columns if column.part is not None]
    if len(parts) == len(table.columns):
        return shares(total, parts)
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


def lowest(tables: Iterable[Table], width: float) -> SetTable:
    """Lay out that one of some tables that can be lowest, by the width of a first column or by shared lines.

    Among ways that make it equally low, the first table is preferred, in its usual widths.
    """
    return min(chain.from_iterable(_ways(table, width) for table in tables), key=lambda way: round(way.height, 2))


def _ways(table: Table, width: float) -> Iterator[SetTable]:
    """Yield ways to lay out a table; the widths of the first of two columns are tried from the largest on.

    A table with another number of columns gets the usual widths.
    """
    whole = SetTable(table, width)
    if len(table.columns) != 2 or whole.most_lines <= 1:
        yield whole
    else:
        (least, ease), (rest, _) = table.needs(0), table.needs(1)
        most = max(min(ease, width - rest), least)
        short = replace(table, rows=[row for row in table.rows if 0 < _rolls(row[0]) <= _SHORT], depths=())
        least = min(max(least, short.needs(0)[1]), most)
        usual = [whole.widths[0]] if whole.widths[0] >= least else []
        firsts = [most - part / _TRIED * (most - least) for part in range(_TRIED + 1)]
        yield from (SetTable(table, width, [first, width - first]) for first in dict.fromkeys((*usual, *firsts)))
    if len(table.columns) == 2 and not (table.has_heads or any(table.depths)) and (pair := side_by_side(table, width)):
        yield pair


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


class SetView:
    """A table of a game that is laid out for a width, ready to be drawn.

    Attributes:
        rows: the rows as a ruled table; None if there are none.
        modifiers: the modifiers as a ruled table; None if there are none, or if they are `amounts`.
        amounts: the lines of the modifiers as one paragraph.

    Args:
        view: the table.
        width: the available width.
        looks: the styles of the table.
        like: a table in the same styles, whose column widths and alignment are used; None to choose them.

    Raises:
        PressError: something does not fit; the message names table and cell.
    """

    def __init__(self, view: TableView, width: float, looks: TableStyle, like: SetView | None) -> None:
        self.view, self.width, self.looks = view, width, looks
        self.rows = self._rows(like) if view.rows else None
        self.amounts = self._amounts() if looks.run_in else []
        self.modifiers = self._modifiers(like) if view.modifiers and not self.amounts else None
        self._parts = list(self._fragments())
        self.height = sum(part.before + part.height for part in self._parts)

    @property
    def most_lines(self) -> int:
        """The number of lines in the cell with the most lines."""
        return self.rows.most_lines if self.rows else 0

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the table at the top of a box."""
        with surface.canvas.element("Sect", title=f"{self.view.title} {self.view.id}"):
            flowables.draw(surface, box, self._parts)

    def _lines(self, words: str, look: str, what: str, less: float = 0.0, first: float = 0.0) -> list[Line]:
        """Return the lines of a text, which are less wide than the table; the first one has less space."""
        if not words or not look:
            return []
        place, has_emphasis = f"{self.view.id}, {what}", what in ("notes", "modifiers")
        return text.wrap(words, self.width - less, style_of(look), place, emphasis=has_emphasis, first=first)

    def _fragments(self) -> Iterator[FlowFragment]:
        """Yield the parts of the table; the source is at the end of the line with the dice if it fits there."""
        view, looks, meta = self.view, self.looks, style_of(self.looks.meta)
        name, dice, shift = self._head()
        source = self._lines(source_words(view), looks.source, "source")
        yield name
        if is_beside := len(dice) == len(source) == 1 and self._are_beside(dice[0], source[0]):
            right = style_of(looks.source, "right")
            yield _paragraph(source, right, shift=(0.0, meta.baseline - right.baseline))
        use = _paragraph(dice, meta, shift=shift)
        yield replace(use, height=use.height + 2)
        if self.rows:
            yield FlowFragment(self.rows.height, self.rows.draw)
        if self.modifiers:
            yield FlowFragment(self.modifiers.height, self.modifiers.draw, _APART if self.rows else 0.0)
        if self.amounts:
            yield _paragraph(self.amounts, style_of(looks.table), before=_NEAR)
        below = [(self._lines(words, looks.note, "notes", _HANG), looks.note, _HANG) for words in view.notes]
        below += [(source, looks.source, 0.0)] if source and not is_beside else []
        for number, (lines, look, hang) in enumerate(below):
            yield _paragraph(lines, style_of(look), before=0.0 if number else 2.0, hang=hang)

    def _are_beside(self, dice: Line, source: Line) -> bool:
        """Return True if the dice and the source fit on one line."""
        used = text.width(dice, style_of(self.looks.meta)) + text.width(source, style_of(self.looks.source))
        return used + _BESIDE <= self.width

    def _head(self) -> tuple[FlowFragment, list[Line], tuple[float, float] | None]:
        """Return the name with the code of the table, the lines with the dice, and where the first of these begins.

        In small tables the dice begin on the line of the name if they then take fewer lines below it.
        """
        view, looks = self.view, self.looks
        title, right = style_of(looks.title), style_of(looks.code, "right")
        mark = view.id if looks.ids else code(view.id)
        clear = right.width(mark) + _CLEAR if mark else 0.0
        name = self._lines(view.title, looks.title, "heading", clear)
        words, begins = meta_words(view), text.width(name[0], title) + _CLEAR

        def draw_it(surface: Surface, box: Box) -> None:
            with surface.canvas.content(f"H{looks.level}"):
                surface.lines(name, box, title)
                if mark:
                    surface.lines([text.plain(mark, right)], box.below(title.baseline - right.baseline), right)

        fragment, dice = FlowFragment(len(name) * title.leading, draw_it), self._lines(words, looks.meta, "use")
        if looks.bare and dice and len(name) == 1:
            lines = self._lines(words, looks.meta, "use", first=begins + clear)
            if len(lines) <= len(dice):
                return fragment, lines, (begins, title.baseline - style_of(looks.meta).baseline - title.leading)
        return fragment, dice, None

    def _rows(self, like: SetView | None) -> SetTable:
        """Return the rows in the columns of another table, or in columns that make them as low as possible."""
        table, width = self._table(), self.width
        if like and like.rows:
            return SetTable(replace(table, columns=like.rows.table.columns), width, like.rows.widths)
        if not self.looks.bare:
            return SetTable(table, width)
        is_long = not table.has_heads and len(table.columns) > 2
        return lowest([table, self._table(run_in=True)] if is_long else [table], width)

    def _table(self, *, run_in: bool = False) -> Table:
        """Return the rows with their column heads.

        With `run_in` the area and the result are in one cell, as in `Engine: one engine out`.
        """
        view, looks = self.view, self.looks
        is_wide, is_rolled = len(view.headings) > 1, bool(view.roll_heading)
        shown = is_rolled, not is_rolled or (view.areas and not run_in)
        depths = [row.depth for row in view.rows]
        roll = Column(view.roll_heading, align="left" if any(depths) else "centre", header=True)
        area = Column("Area" if is_rolled else view.name_heading or "Row", header=not is_rolled)
        is_short = is_wide and all(len(cell) <= 8 for row in view.rows for cell in row.cells)
        results = [Column(head, align="centre" if is_short else "left") for head in view.headings]
        columns = [*compress((roll, area), shown), *results]
        if looks.bare and is_rolled and not is_wide:
            columns = [replace(column, head="") for column in columns]
        rows = [
            [*compress((row.roll, row.area), shown), *([_run_in(row)] if run_in else row.cells)] for row in view.rows
        ]
        return Table(columns, rows, looks.table, looks.pad, looks.pad_x, is_wide, depths, view.id)

    def _modifiers(self, like: SetView | None) -> SetTable:
        """Return the modifiers as rows, in the columns of another table."""
        columns, looks = [Column("Modifier", align="centre", header=True), Column("When")], self.looks
        rows = [[modifier.amount, modifier.words] for modifier in self.view.modifiers]
        place = f"{self.view.id}, modifiers"
        table = Table(columns, rows, looks.table, looks.pad, looks.pad_x, place=place)
        widths = like.modifiers.widths if like and like.modifiers else None
        return SetTable(table, min(self.width, _MODIFIERS), widths)

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


@lru_cache(maxsize=1 << 12)  # cards and pages try a table in the same width again and again
def set_view(view: TableView, width: float, looks: TableStyle, like: TableView | None = None) -> SetView:
    """Lay out a table of a game; `like` is a table whose column widths and alignment are used (see `SetView`)."""
    return SetView(view, width, looks, set_view(like, width, looks) if like else None)


def _paragraph(
    lines: Sequence[Line],
    style: TextStyle,
    *,
    before: float = 0.0,
    hang: float = 0.0,
    shift: tuple[float, float] | None = None,
) -> FlowFragment:
    """Return lines as a paragraph with a hanging indent.

    With `shift` the first line is that far from its usual place, beside the fragment above, and takes no space.
    """

    def draw_it(surface: Surface, box: Box) -> None:
        if lines:
            rest = box.after(hang)
            with surface.canvas.content("P"):
                surface.lines(lines[:1], box.moved(*shift or (0, 0)), style, goes_on=len(lines) > 1)
                surface.lines(lines[1:], rest if shift else rest.below(style.leading), style)

    return FlowFragment((len(lines) - bool(shift)) * style.leading, draw_it, before)


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

    def next_stop(start: int) -> int:
        fitting = range(start + 1, end + 1)
        fitting = fitting[: bisect_right(fitting, False, key=lambda stop: part(start, stop).height > height + 0.01)]
        if not fitting:
            raise PressError(f"{view.id}, {names[start]}: higher than its page or card")
        if end in fitting:
            return end
        # A row stays with the first one below it, and the last items before the notes with them; none stands alone.
        stops = [stop for stop in fitting if depths[stop] <= depths[stop - 1]] or fitting
        return max(stops, key=lambda at: (at < notes, -depths[at], not ends & {at - 1, at + 1}, at))

    while start < end and whole.height > height + 0.01:
        stop = next_stop(start)
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
