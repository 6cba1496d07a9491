"""A table of a game, laid out for a width: its heading with the id, its dice, rows, modifiers, notes and source.

The text in the PDF follows the table row by row and cell by cell, below a heading with its title and id, so that
`verify` can parse printed tables and compare them with the data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate

from combatbox.core.table_views import REBUILT, VARIES, ModifierView, RowView, TableView, capital
from combatbox.library.table_names import code
from combatbox.press import tables, text
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import Align, TextStyle, looks
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.text import Line, Run

_CLEAR = 5.0  # the space before the code beside a heading
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


@dataclass(frozen=True, slots=True)
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
    pad: float = tables.PAD
    pad_x: float = tables.PAD_X
    ids: bool = False
    bare: bool = False
    run_in: bool = False
    code: str = "code"


_STYLES: dict[str, list[TableStyle]] = looks("tables", dict[str, list[TableStyle]])


def styles_of(product: str) -> tuple[TableStyle, ...]:
    """Return the table styles to try for a kind of product, from `templates/print.yaml`, the preferred one first."""
    return tuple(_STYLES[product])


@dataclass(frozen=True, slots=True)
class SetView:
    """A table that is laid out, ready to be drawn."""

    view: TableView
    width: float
    looks: TableStyle
    heading: list[Line]
    meta: list[Line]
    run_in: bool  # the first line of `meta` is on that of the name
    rows: tables.SetTable | None
    modifiers: tables.SetTable | None
    amounts: list[Line]
    notes: list[list[Line]]
    source: list[Line]
    height: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "height", self._height())  # computed once, since the layout of pages needs it often

    def _height(self) -> float:
        mods = self.modifiers.height + _APART * bool(self.rows) if self.modifiers else 0.0
        mods += len(self.amounts) * style_of(self.looks.table).leading + _NEAR if self.amounts else 0.0
        notes = sum(len(lines) for lines in self.notes) * style_of(self.looks.note).leading
        rows = self.rows.height if self.rows else 0.0
        below = notes + self.source_height
        return self.above(self.heading) + rows + mods + (below + 2 if below else 0.0)

    @property
    def source_height(self) -> float:
        """The height of the source below the table; 0 if the source is beside the dice."""
        return 0.0 if self._source_beside else len(self.source) * style_of(self.looks.source or "source").leading

    def above(self, heading: list[Line]) -> float:
        """Return the height of the part above the rows: a heading and the line with the dice."""
        lines = len(heading) * style_of(self.looks.title).leading
        return lines + (len(self.meta) - self.run_in) * style_of(self.looks.meta).leading + 2

    @property
    def most_lines(self) -> int:
        """The number of lines in the cell with the most lines."""
        return self.rows.most_lines if self.rows else 0

    @property
    def _source_beside(self) -> bool:
        """True if the source fits at the end of the line with the dice."""
        return _beside(self.meta, self.source, self.looks, self.width)

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the table at the top of a box.

        Raises:
            PressError: the table is too high.
        """
        canvas, looks = surface.canvas, self.looks
        if self.height > box.height + 0.01:
            raise PressError(f"{self.view.id}: the table is {self.height:.0f} pt high, but has only {box.height:.0f}")
        with canvas.element("Sect", title=f"{self.view.title} {self.view.id}"):
            with canvas.content(f"H{looks.level}"):
                below = self._draw_heading(surface, box)
            box = self._draw_meta(surface, box, below).below(2)
            if self.rows:
                box = box.below(self.rows.draw(surface, box, place=self.view.id))
            if self.modifiers:
                box = box.below(_APART * bool(self.rows))
                place = Box(box.x, box.y, sum(self.modifiers.widths), box.height)
                box = box.below(self.modifiers.draw(surface, place, place=f"{self.view.id}, modifiers"))
            if self.amounts:
                with canvas.content("P"):
                    box = _lines(surface, self.amounts, box.below(_NEAR), looks.table)
            box = box.below(2)
            for lines in self.notes:
                with canvas.content("P"):
                    box = _hanging(surface, lines, box, looks.note)
            if not self._source_beside:
                self._draw_source(surface, box, "left")

    def _draw_meta(self, surface: Surface, top: Box, below: Box) -> Box:
        """Draw the dice and the use of the table beside its name, and below it what does not fit there."""
        looks, canvas = self.looks, surface.canvas
        if not self.meta:
            return below
        if self._source_beside:
            self._draw_source(surface, below.top(style_of(looks.meta).leading), "right")
        with canvas.content("P"):
            if self.run_in:
                drop = _onto_baseline(style_of(looks.title), style_of(looks.meta))
                begins = _run_in_from(self.heading[0], looks)
                beside = Box(top.x + begins, top.y + drop, top.width - begins, top.height)
                surface.lines(self.meta[:1], beside, style_of(looks.meta), goes_on=len(self.meta) > 1)
            return _lines(surface, self.meta[self.run_in :], below, looks.meta)

    def _draw_heading(self, surface: Surface, box: Box) -> Box:
        """Draw the heading, with the code at the right end of its first line."""
        below = _lines(surface, self.heading, box, self.looks.title)
        if mark := _code(self.view, self.looks):
            style, high = style_of(self.looks.code), style_of(self.looks.title)
            base = box.y + (high.leading + high.cap_height) / 2
            surface.put(mark, box.x + self.width - style.width(mark), base, style)
        return below

    def _draw_source(self, surface: Surface, box: Box, align: Align) -> None:
        if self.source and self.looks.source:
            style = style_of(self.looks.source).aligned(align)
            with surface.canvas.content("P"):
                surface.lines(self.source, box.below(self._source_drop(style)) if align == "right" else box, style)

    def _source_drop(self, style: TextStyle) -> float:
        """Return the vertical offset that puts the source on the baseline of the line with the dice."""
        return _onto_baseline(style_of(self.looks.meta), style)


def _onto_baseline(line: TextStyle, beside: TextStyle) -> float:
    """Return the vertical offset that puts words of one style on the baseline of a line in another style."""
    low, high = (look.leading + look.cap_height for look in (line, beside))
    return (low - high) / 2


def _beside(meta: Sequence[Line], source: Sequence[Line], looks: TableStyle, width: float) -> bool:
    """Return True if a source fits at the end of the line with the dice."""
    if not (len(meta) == len(source) == 1 and looks.source):
        return False
    used = text.width(meta[0], style_of(looks.meta))
    return used + text.width(source[0], style_of(looks.source)) + 12 <= width


def _lines(surface: Surface, lines: list[Line], box: Box, look: str) -> Box:
    style = style_of(look)
    surface.lines(lines, box, style)
    return box.below(len(lines) * style.leading)


def _hanging(surface: Surface, lines: list[Line], box: Box, look: str) -> Box:
    """Draw lines with a hanging indent, and return the space below them."""
    style = style_of(look)
    surface.lines(lines[:1], box, style, goes_on=len(lines) > 1)
    rest = box.below(style.leading)
    surface.lines(lines[1:], Box(rest.x + _HANG, rest.y, rest.width - _HANG, rest.height), style)
    return box.below(len(lines) * style.leading)


def set_view(
    view: TableView, width: float, looks: TableStyle, *, more: str = "", like: SetView | None = None
) -> SetView:
    """Lay out a table.

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
    rows = tuple(like.rows.widths) if like and like.rows else None
    mods = tuple(like.modifiers.widths) if like and like.modifiers else None
    aligns = tuple(column.align for column in like.rows.table.columns) if like and like.rows else None
    return _set_view(ViewKey(view), width, looks, more, rows, mods, aligns)


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


Widths = tuple[float, ...] | None
Aligns = tuple[Align, ...] | None


@lru_cache(maxsize=1 << 12)
def _set_view(
    shown: ViewKey, width: float, looks: TableStyle, more: str, rows: Widths, mods: Widths, aligns: Aligns
) -> SetView:
    """Lay out a table. The result is cached, because the layout of pages and cards needs it often."""
    view = shown.view
    heading = _heading(view, width, looks, more)
    meta, run_in = _set_meta(view, width, looks, heading) if not more else ([], False)
    return SetView(
        view,
        width,
        looks,
        heading,
        meta,
        run_in,
        _set_rows(view, width, looks, rows, aligns) if view.rows else None,
        None if looks.bare or looks.run_in else _set_modifiers(view, width, looks, mods),
        _set_amounts(view, width, looks) if looks.bare or looks.run_in else [],
        [_note(words, width - _HANG, looks.note, f"{view.id}, notes") for words in view.notes],
        _wrapped(source_words(view), width, looks.source, f"{view.id}, source") if looks.source else [],
    )


def _set_rows(view: TableView, width: float, looks: TableStyle, given: Widths, aligns: Aligns) -> tables.SetTable:
    table = as_table(view, looks, aligns)
    if given or not looks.bare:
        return tables.set_table(table, width, place=view.id, widths=list(given) if given else None)
    ways = [table]
    if table.headless and len(table.columns) == 3:
        ways.append(as_table(view, looks, aligns, run_in=True))
    return _lowest(ways, width, view.id, paired=table.headless and not _nests(view))


def _lowest(options: Sequence[tables.Table], width: float, place: str, *, paired: bool) -> tables.SetTable:
    """Return the layout of a table with the lowest height, the first of several.

    With `paired` it tries several rows in a line; a long table is then read down.
    """
    found = [tables.lowest(way, width, place) for way in options]
    for way in options:
        pair = tables.side_by_side(way, width, down=len(way.rows) > _FEW) if paired and len(way.columns) == 2 else None
        found += [tables.set_table(pair[0], width, place=place, widths=pair[1])] if pair else []
    return min(found, key=lambda one: round(one.height, 2))


def _heading(view: TableView, width: float, looks: TableStyle, more: str) -> list[Line]:
    title = style_of(looks.title)
    runs = [Run(view.title, title.font)]
    if more:
        runs.append(Run(f" · {more}", "narrow"))
    return text.wrap(runs, width - _code_width(view, looks), title, f"{view.id}, heading")


def _set_meta(view: TableView, width: float, looks: TableStyle, heading: list[Line]) -> tuple[list[Line], bool]:
    """Return dice and use as lines, and True if the first line can be on the line of the name."""
    style, words, place = style_of(looks.meta), meta_words(view), f"{view.id}, use"
    whole = _wrapped(words, width, looks.meta, place)
    if not (looks.bare and whole and len(heading) == 1):
        return whole, False
    available = width - _run_in_from(heading[0], looks) - _code_width(view, looks)
    parts = words.split(" ")
    fits = [
        n for n in range(1, len(parts) + 1) if text.width(text.plain(" ".join(parts[:n]), style), style) <= available
    ]
    if not fits:
        return whole, False
    first, rest = parts[: fits[-1]], parts[fits[-1] :]
    below = _wrapped(" ".join(rest), width, looks.meta, place)
    return ([text.plain(" ".join(first), style), *below], True) if len(below) < len(whole) else (whole, False)


def _run_in_from(heading: Line, looks: TableStyle) -> float:
    """Return the x at which text after a name on the same line begins."""
    return text.width(heading, style_of(looks.title)) + _CLEAR


def _code_width(view: TableView, looks: TableStyle) -> float:
    mark, style = _code(view, looks), style_of(looks.code)
    return style.width(mark) + _CLEAR if mark else 0.0


def _code(view: TableView, looks: TableStyle) -> str:
    """Return the code that is printed in small type beside the name of a table; empty if there is none."""
    return view.id if looks.ids else code(view.id)


def _wrapped(words: str, width: float, look: str, place: str) -> list[Line]:
    style = style_of(look)
    return text.wrap(text.plain(words, style), width, style, place) if words else []


def _note(words: str, width: float, look: str, place: str) -> list[Line]:
    """Return a note as lines; it may have marks of emphasis."""
    style = style_of(look)
    return text.wrap(text.marked(words, style), width, style, place)


def as_table(view: TableView, looks: TableStyle, aligns: Aligns = None, *, run_in: bool = False) -> tables.Table:
    """Return the rows of a table with their column heads.

    Args:
        view: the table.
        looks: the styles of the table.
        aligns: the alignment of the columns; for a part of a table, that of the whole table.
        run_in: True to put the area before the result in one cell, as in `Engine: one engine out`.
    """
    wide = len(view.headings) > 1
    by_area = not view.roll_heading
    headless = looks.bare and not wide and not by_area
    areas = by_area or (view.areas and not run_in)
    columns = []
    if not by_area:
        columns.append(tables.Column(view.roll_heading, align="left" if _nests(view) else "centre", header=True))
    if areas:
        head = "Area" if not by_area else view.name_heading or "Row"
        columns.append(tables.Column(head, header=by_area))
    short = wide and all(len(cell) <= 8 for row in view.rows for cell in row.cells)
    columns += [tables.Column(head, align="centre" if short else "left") for head in view.headings]
    if aligns:
        columns = [replace(column, align=align) for column, align in zip(columns, aligns, strict=True)]
    rows: list[tables.Row] = []
    for row in view.rows:
        results = [_run_in(row)] if run_in else row.cells
        cells = [*([] if by_area else [row.roll]), *([row.area] if areas else []), *results]
        rows.append(tables.Nested(cells, row.depth) if row.depth else cells)
    return tables.Table(
        columns,
        rows,
        style=looks.table,
        head_style=looks.head,
        upright_rules=wide,
        pad=looks.pad,
        pad_x=looks.pad_x,
        headless=headless,
    )


def _run_in(row: RowView) -> str:
    """Return the area followed by the result; without the area if the result begins with it: `Copilot wounded`."""
    area, (result,) = row.area, row.cells
    return f"{area}: {result}" if area and not f"{result} ".lower().startswith(f"{area} ".lower()) else result


def _nests(view: TableView) -> bool:
    return any(row.depth for row in view.rows)


def _set_modifiers(view: TableView, width: float, looks: TableStyle, given: Widths) -> tables.SetTable | None:
    if not view.modifiers:
        return None
    columns = [tables.Column("Modifier", align="centre", header=True), tables.Column("When")]
    rows = [[modifier.amount, modifier.words] for modifier in view.modifiers]
    table = tables.Table(columns, rows, style=looks.table, head_style=looks.head, pad=looks.pad, pad_x=looks.pad_x)
    available = min(width, _MODIFIERS)
    widths = list(given) if given else tables.first_column_first(table, available)
    return tables.set_table(table, available, place=f"{view.id}, modifiers", widths=widths)


def _set_amounts(view: TableView, width: float, looks: TableStyle) -> list[Line]:
    """Return all modifiers as one paragraph: `−1 Poor weather; evasive action · +1 Ace`.

    Amounts are bold. In a long paragraph each amount begins a line.
    """
    alike: dict[str, list[str]] = {}
    for one in view.modifiers:
        first, second = (one.amount, one.words) if one.adds else (one.words, one.amount)
        alike.setdefault(first, []).append("" if second == VARIES else second)
    style, bold, place = style_of(looks.table), style_of(looks.head).font, f"{view.id}, modifiers"
    parts = [
        [Run(f"{first} ", bold if any(words) else style.font), Run("; ".join(words), style.font)]
        for first, words in alike.items()
    ]
    runs = [run for part in parts for run in (Run(" · ", style.font), *part)][1:]
    lines = text.wrap(runs, width, style, place) if runs else []
    return lines if len(lines) <= _LINES else [line for part in parts for line in text.wrap(part, width, style, place)]


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


_Item = RowView | ModifierView | str


class SplitTable:
    """A table that is laid out as a list of items, between which it can be cut: rows, modifiers and notes."""

    def __init__(self, full: SetView) -> None:
        view = full.view
        self.full = full
        self.items: tuple[_Item, ...] = (*view.rows, *view.modifiers, *view.notes)
        self._rows = len(view.rows)
        self._notes = self._rows + len(view.modifiers)
        sums = [0.0]
        for table in (full.rows, full.modifiers):
            sums += table.heights if table else ()
        sums += (len(lines) * style_of(full.looks.note).leading for lines in full.notes)
        self._sums = list(accumulate(sums))
        self._heads = [table.head.height if table else 0.0 for table in (full.rows, full.modifiers)]
        self._source = full.source_height
        self._lower = len(full.source) * style_of(full.looks.source or "source").leading
        self._rebuilt = self._rebuilt_heights()
        self._above = {"": full.above(full.heading)}
        self._parents = _parents(view.rows)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def rows_end(self) -> int:
        """The index of the first note, after rows and modifiers."""
        return self._notes

    def height(self, start: int, stop: int, more: str = "", air: float = 0.0) -> float:
        """Return the height of a part of the table, with its heading and column heads.

        Args:
            start: the index of the first item.
            stop: the index after the last item.
            more: the word after the heading, "continued", if any.
            air: the additional space above and below each row.
        """
        if more not in self._above:
            heading = _heading(self.full.view, self.full.width, self.full.looks, more)
            self._above[more] = len(heading) * style_of(self.full.looks.title).leading + 2
        parents = self._parents_of(start)
        height = self._above[more] + self._sums[stop] - self._sums[start]
        height += sum(self._sums[at + 1] - self._sums[at] for at in parents)
        lines = min(stop, self._notes) - start + len(parents)
        if start < self._rows:
            height += self._heads[0]
            lines += 1
        if start < self._notes and stop > self._rows:
            height += self._heads[1] + (_APART if start < self._rows else 0.0)
            lines += 1
        later = bool(more)
        source = (self._lower if later else self._source) if stop == len(self.items) else self._rebuilt[later]
        return height + 2 * air * max(lines, 0) + source + (2 if source or stop > self._notes else 0.0)

    def _rebuilt_heights(self) -> tuple[float, float]:
        """Return the heights of the remark `rebuilt`: in the first part, and in later parts except the last."""
        looks, view = self.full.looks, self.full.view
        if not (looks.source and view.rebuilt):
            return 0.0, 0.0
        lines = _wrapped(REBUILT, self.full.width, looks.source, f"{view.id}, source")
        height = len(lines) * style_of(looks.source).leading
        return 0.0 if _beside(self.full.meta, lines, looks, self.full.width) else height, height

    def part(self, start: int, stop: int, more: str = "", air: float = 0.0) -> SetView:
        """Return a part of the table, with columns as wide as in the whole table; only the last part has the source.

        If the part begins with a nested row, the parents of this row are repeated. The arguments are those of `height`.
        """
        looks = self.full.looks
        items = [*(self.items[at] for at in self._parents_of(start)), *self.items[start:stop]]
        part = _with(self.full.view, items, last=stop == len(self))
        narrower = _without_empty_columns(part)
        like = self.full if narrower is part else None
        return set_view(narrower, self.full.width, replace(looks, pad=looks.pad + air), more=more, like=like)

    def _parents_of(self, start: int) -> tuple[int, ...]:
        return self._parents[start] if start < self._rows else ()

    def separates_family(self, at: int) -> bool:
        """Return True if a cut before an item would separate a row from the first row nested below it."""
        item, before = self.items[at], self.items[at - 1]
        return isinstance(item, RowView) and isinstance(before, RowView) and item.depth > before.depth

    def can_cut_before(self, at: int) -> bool:
        """Return True if the table may be cut before an item.

        A cut is not allowed before a nested row. Nor is it allowed if it would leave a single row on either side, or
        only notes in the rest of the table.
        """
        if at in (0, len(self)):
            return True
        if at >= self.rows_end:
            return False
        item = self.items[at]
        if isinstance(item, RowView) and item.depth:
            return False
        ends = [end for end in (0, self._rows, self._notes, len(self)) if end != at]
        return all(abs(at - end) > 1 for end in ends)

    def item_name(self, at: int) -> str:
        """Return the name of an item, for errors."""
        item = self.items[at]
        what = f"row {item.roll or item.area!r}" if isinstance(item, RowView) else "a modifier or note"
        return f"{self.full.view.id}, {what}"


def by_rows(view: TableView, width: float, height: float, looks: TableStyle) -> list[SetView]:
    """Cut a table into parts that fit a height, each with its heading; modifiers and notes are last.

    Nested rows stay with their parent row if possible; otherwise the parent is repeated.

    Args:
        view: the table.
        width: the width of each part.
        height: the maximum height of a part.
        looks: the styles of the table.

    Raises:
        PressError: a row is higher than a part.
    """
    full = set_view(view, width, looks)
    if full.height <= height + 0.01:
        return [full]
    full = set_view(view, width, replace(looks, run_in=False))
    split, parts, start = SplitTable(full), list[SetView](), 0
    while start < len(split):
        more = "continued" if parts else ""
        stop = _with_a_row(split, start, _latest_stop(split, start, height, more), height)
        parts.append(split.part(start, stop, more))
        start = stop
    return parts


def _latest_stop(split: SplitTable, start: int, height: float, more: str) -> int:
    """Return the latest end for a part that begins at an item, preferably between rows of the outermost level."""
    fitting = [stop for stop in range(start + 1, len(split) + 1) if split.height(start, stop, more) <= height + 0.01]
    if not fitting:
        raise PressError(f"{split.item_name(start)}: higher than its page or card")
    stops = [stop for stop in fitting if stop == len(split) or not split.separates_family(stop)] or fitting
    depths = {stop: _depth(split.items[stop]) if stop < len(split) else 0 for stop in stops}
    least = min(depths.values())
    return max(stop for stop, depth in depths.items() if depth == least)


def _with_a_row(split: SplitTable, start: int, stop: int, height: float) -> int:
    """Return the end of a part, moved back if only notes would follow, so that they follow rows if there is space."""
    if not split.rows_end <= stop < len(split):
        return stop
    stops = range(start + 1, split.rows_end)
    good = [
        at for at in stops if split.can_cut_before(at) and split.height(at, len(split), "continued") <= height + 0.01
    ]
    return max(good, default=stop)


def _depth(item: _Item) -> int:
    return item.depth if isinstance(item, RowView) else 0


def _parents(rows: Sequence[RowView]) -> list[tuple[int, ...]]:
    """Return for each row the indexes of its parents, beginning with the outermost."""
    parents: list[tuple[int, ...]] = []
    open_rows: list[int] = []
    for at, row in enumerate(rows):
        while open_rows and rows[open_rows[-1]].depth >= row.depth:
            open_rows.pop()
        parents.append(tuple(open_rows))
        open_rows.append(at)
    return parents


def _with(view: TableView, items: Sequence[_Item], *, last: bool) -> TableView:
    """Return a table with only these rows, modifiers and notes.

    With `last` the part also has the source.
    """
    return replace(
        view,
        rows=tuple(item for item in items if isinstance(item, RowView)),
        modifiers=tuple(item for item in items if isinstance(item, ModifierView)),
        notes=tuple(item for item in items if isinstance(item, str)),
        source=view.source if last else (),
    )


def _without_empty_columns(view: TableView) -> TableView:
    """Return a table without the columns that have only dashes; the table itself if there are none."""
    shown = [at for at in range(len(view.headings)) if any(row.cells[at].strip("–- ") for row in view.rows)]
    if not view.rows or len(shown) in (0, len(view.headings)):
        return view
    rows = tuple(replace(row, cells=tuple(row.cells[at] for at in shown)) for row in view.rows)
    return replace(view, headings=tuple(view.headings[at] for at in shown), rows=rows)


def by_columns(view: TableView, width: float, looks: TableStyle, *, most_lines: int = 0) -> list[TableView]:
    """Divide a table by columns into the smallest number of parts that fit the width; each part repeats the row heads.

    Args:
        view: the table.
        width: the width for each part.
        looks: the styles of the table.
        most_lines: the preferred maximum number of lines in a cell; the table is divided further if a cell has more,
            down to one column in each part. 0 for no limit.
    """
    if len(view.headings) == 1:
        set_view(view, width, looks)
        return [view]
    for parts in range(1, len(view.headings) + 1):
        size = -(-len(view.headings) // parts)
        views = [_columns(view, start, size) for start in range(0, len(view.headings), size)] if parts > 1 else [view]
        try:
            lines = max(set_view(part, width, looks).most_lines for part in views)
        except PressError:
            if size == 1:
                raise
            continue
        if not most_lines or lines <= most_lines or size == 1:
            return views
    raise AssertionError("a single column either fits or raises")  # pragma: no cover


def _columns(view: TableView, start: int, size: int) -> TableView:
    """Return some columns of a table; modifiers, notes and source belong only to the last part."""
    rows = tuple(replace(row, cells=row.cells[start : start + size]) for row in view.rows)
    part = replace(view, headings=view.headings[start : start + size], rows=rows)
    return part if start + size >= len(view.headings) else replace(part, modifiers=(), notes=(), source=())
