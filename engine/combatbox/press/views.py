"""A table of a game set into a width: heading with its id, dice, rows, modifiers, notes, source.

Text stands in the file row by row, the cells of a row one after the other, below a heading that names the
table's title and id: so paper can be read back and compared with the tables.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from combatbox.core.wording import RowView, TableView, capital
from combatbox.press import tables, text
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import Align
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.text import Line, Run

_APART = 6.0  # between the rows and the modifiers
_MODIFIERS = 260.0  # wider than that, amounts and words would part company
_KINDS = {
    "erratum": "Erratum",
    "card-image": "Printed card",
    "rulebook": "Rulebook",
    "reconstruction": "Our reconstruction",
    "ruling": "Our ruling",
}


@dataclass(frozen=True, slots=True)
class Looks:
    """The styles a table is set in, the heading's level for a screen reader, and whether it tells its source."""

    title: str = "subheading"
    level: int = 3
    meta: str = "meta"
    table: str = "table"
    head: str = "table-head"
    note: str = "meta"
    source: str | None = "source"


@dataclass(frozen=True, slots=True)
class SetView:
    """A table ready to be drawn."""

    view: TableView
    width: float
    looks: Looks
    heading: list[Line]
    meta: list[Line]
    rows: tables.SetTable
    modifiers: tables.SetTable | None
    notes: list[list[Line]]
    source: list[Line]

    @property
    def height(self) -> float:
        mods = self.modifiers.height + _APART if self.modifiers else 0.0
        notes = sum(len(lines) for lines in self.notes) * style_of(self.looks.note).leading
        source = 0.0 if self._source_beside else len(self.source) * style_of(self.looks.source or "source").leading
        return self._above + self.rows.height + mods + (notes + source + 2 if notes or source else 0.0)

    @property
    def _source_beside(self) -> bool:
        """Whether the source finds room at the end of the line that tells the dice."""
        if not (len(self.meta) == len(self.source) == 1 and self.looks.source):
            return False
        used = text.width(self.meta[0], style_of(self.looks.meta))
        return used + text.width(self.source[0], style_of(self.looks.source)) + 12 <= self.width

    @property
    def _above(self) -> float:
        heading = len(self.heading) * style_of(self.looks.title).leading
        return heading + len(self.meta) * style_of(self.looks.meta).leading + 2

    def draw(self, surface: Surface, box: Box) -> None:
        """The table from the top of a box down."""
        canvas, looks = surface.canvas, self.looks
        if self.height > box.height + 0.01:
            raise PressError(f"{self.view.id}: the table is {self.height:.0f} pt high, its place {box.height:.0f}")
        with canvas.element("Sect", title=f"{self.view.title} {self.view.id}"):
            with canvas.content(f"H{looks.level}"):
                box = _lines(surface, self.heading, box, looks.title)
            if self.meta:
                if self._source_beside:
                    self._draw_source(surface, box.top(style_of(looks.meta).leading), "right")
                with canvas.content("P"):
                    box = _lines(surface, self.meta, box, looks.meta)
            box = box.below(2)
            box = box.below(self.rows.draw(surface, box, place=self.view.id))
            if self.modifiers:
                box = box.below(_APART)
                room = Box(box.x, box.y, sum(self.modifiers.widths), box.height)
                box = box.below(self.modifiers.draw(surface, room, place=f"{self.view.id}, modifiers"))
            box = box.below(2)
            for lines in self.notes:
                with canvas.content("P"):
                    box = _lines(surface, lines, box, looks.note)
            if not self._source_beside:
                self._draw_source(surface, box, "left")

    def _draw_source(self, surface: Surface, box: Box, align: Align) -> None:
        if self.source and self.looks.source:
            style = style_of(self.looks.source).aligned(align)
            with surface.canvas.content("P"):
                surface.lines(self.source, box.below(1) if align == "right" else box, style)


def _lines(surface: Surface, lines: list[Line], box: Box, look: str) -> Box:
    style = style_of(look)
    surface.lines(lines, box, style)
    return box.below(len(lines) * style.leading)


def set_view(view: TableView, width: float, looks: Looks, *, more: str = "") -> SetView:
    """Set a table; `more` is said after its heading. Raises PressError naming table and cell that do not fit."""
    title = style_of(looks.title)
    heading = [Run(view.title, title.font), Run(f" {view.id}", "narrow")]
    if more:
        heading.append(Run(f" · {more}", "narrow"))
    return SetView(
        view,
        width,
        looks,
        text.wrap(heading, width, title, f"{view.id}, heading"),
        _wrapped(meta_words(view), width, looks.meta, f"{view.id}, use"),
        tables.set_table(as_table(view, looks), width, place=view.id),
        _set_modifiers(view, width, looks),
        [_wrapped(words, width, looks.note, f"{view.id}, notes") for words in note_words(view)],
        _wrapped(source_words(view), width, looks.source, f"{view.id}, source") if looks.source else [],
    )


def _wrapped(words: str, width: float, look: str, place: str) -> list[Line]:
    style = style_of(look)
    return text.wrap(text.plain(words, style), width, style, place) if words else []


def as_table(view: TableView, looks: Looks) -> tables.Table:
    """The rows of a table under their heads."""
    wide = len(view.headings) > 1
    by_area = not view.roll_heading
    columns = []
    if not by_area:
        columns.append(tables.Column(view.roll_heading, align="left" if _nests(view) else "centre", header=True))
    if view.areas or by_area:
        head = "Area" if not by_area else view.name_heading or "Row"
        columns.append(tables.Column(head, header=by_area))
    short = wide and all(len(cell) <= 8 for row in view.rows for cell in row.cells)
    columns += [tables.Column(head, align="centre" if short else "left") for head in view.headings]
    rows: list[tables.Row] = []
    for row in view.rows:
        cells = [*([] if by_area else [row.roll]), *([row.area] if view.areas or by_area else []), *row.cells]
        rows.append(tables.Nested(cells, row.depth) if row.depth else cells)
    return tables.Table(columns, rows, style=looks.table, head_style=looks.head, upright_rules=wide)


def _nests(view: TableView) -> bool:
    return any(row.depth for row in view.rows)


def _set_modifiers(view: TableView, width: float, looks: Looks) -> tables.SetTable | None:
    if not view.modifiers:
        return None
    columns = [tables.Column("Modifier", align="centre", header=True), tables.Column("When")]
    rows = [[modifier.amount, modifier.words] for modifier in view.modifiers]
    table = tables.Table(columns, rows, style=looks.table, head_style=looks.head)
    return tables.set_table(table, min(width, _MODIFIERS), place=f"{view.id}, modifiers")


def meta_words(view: TableView) -> str:
    """The dice, what one roll is made for, and when: `1D6 per hit on a wing, after a fighter's fire dice`."""
    rolled = view.roll_heading or view.shape == "to_hit"
    dice = f"{view.dice} per {view.per}" if view.per and rolled else view.dice if rolled else ""
    return capital(", ".join(words for words in (dice, view.used) if words))


def note_words(view: TableView) -> Iterator[str]:
    """Notes, and where a value differs from what is printed."""
    yield from view.notes
    for correction in view.corrections:
        yield f"Row {correction.row}: printed as “{correction.was}”, corrected by {correction.by}."


def source_words(view: TableView) -> str:
    """Where a table was read."""
    return "; ".join(f"{_KINDS[source.kind]}: {source.section}" for source in view.source)


# Cutting


def by_rows(view: TableView, width: float, height: float, looks: Looks) -> list[SetView]:
    """A table in as many parts as its height needs; nested rows stay with the row they go on from."""
    whole = set_view(view, width, looks)
    if whole.height <= height + 0.01:
        return [whole]
    parts: list[SetView] = []
    rest = list(view.rows)
    while rest:
        more = "continued" if parts else ""
        count = _most_rows(view, rest, width, height, looks, more)
        part = _part(view, rest[:count], last=count == len(rest))
        parts.append(set_view(part, width, looks, more=more))
        rest = rest[count:]
    return parts


def _part(view: TableView, rows: list[RowView], *, last: bool) -> TableView:
    """Some rows; modifiers and notes stand below the last of them."""
    if last:
        return replace(view, rows=tuple(rows))
    return replace(view, rows=tuple(rows), modifiers=(), notes=(), corrections=(), source=())


def _most_rows(view: TableView, rows: list[RowView], width: float, height: float, looks: Looks, more: str) -> int:
    """How many of these rows fit one part."""

    def fits(count: int) -> bool:
        part = _part(view, rows[:count], last=count == len(rows))
        return set_view(part, width, looks, more=more).height <= height + 0.01

    if fits(len(rows)):
        return len(rows)
    ends = [count for count in range(1, len(rows)) if not rows[count].depth]
    most = bisect_left(ends, True, key=lambda count: not fits(count))
    if most:
        return ends[most - 1]
    raise PressError(f"{view.id}, row {rows[0].roll or rows[0].area!r}: it is higher than its page or card")


def by_columns(view: TableView, width: float, looks: Looks) -> list[TableView]:
    """A table whose columns do not fit side by side, in as few parts as do; each repeats the row heads."""
    try:
        set_view(view, width, looks)
    except PressError:
        if len(view.headings) == 1:
            raise
    else:
        return [view]
    for parts in range(2, len(view.headings) + 1):
        size = -(-len(view.headings) // parts)
        found = [_columns(view, start, size) for start in range(0, len(view.headings), size)]
        try:
            for part in found:
                set_view(part, width, looks)
        except PressError:
            if size == 1:
                raise
            continue
        return found
    raise AssertionError("one column either fits or has raised")  # pragma: no cover


def _columns(view: TableView, start: int, size: int) -> TableView:
    rows = tuple(replace(row, cells=row.cells[start : start + size]) for row in view.rows)
    return replace(view, headings=view.headings[start : start + size], rows=rows)
