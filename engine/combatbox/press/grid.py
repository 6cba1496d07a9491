"""The ruled record: a head, and a line of fields for each item of a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from combatbox.press import fonts
from combatbox.press.blocks import Context, Over, divide
from combatbox.press.errors import PressError
from combatbox.press.forms import Mark
from combatbox.press.geometry import Box, shares
from combatbox.press.source import Source, Template
from combatbox.press.style import BOLD, HAIR, MM, RULE, THIN, Align
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

_PAD = 1.0 * MM
_BANNER = 5.0 * MM


@dataclass(frozen=True, slots=True)
class GridColumn:
    """What a column of a record says in its head and holds in its lines.

    `parts` divide a field: three dice are three fields, named after the column's with the part added.
    """

    head: str
    note: str
    width: Source | None
    words: Template | None
    field: Template | None
    check: Template | None
    label: Template | None
    parts: tuple[str, ...]
    mark: Mark
    align: Align
    header: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A record with a line for each item; banners stand after the lines they name."""

    over: Over
    columns: Sequence[GridColumn]
    line: float
    stretches: bool
    banners: Mapping[str, Template]
    strike: Template | None
    place: str

    def height(self, context: Context, width: float) -> float:
        lines = len(self.over.contexts(context))
        return self._head + lines * self.line + len(self.banners) * _BANNER

    @property
    def _head(self) -> float:
        look = style_of("dense-head")
        rows = 1 + any(column.note for column in self.columns) + any(column.parts for column in self.columns)
        return rows * look.leading + 1.5 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        contexts = self.over.contexts(context)
        widths = divide([column.width for column in self.columns], box.width)
        line = (box.height - self._head - len(self.banners) * _BANNER) / max(len(contexts), 1)
        rest = box
        with surface.canvas.element("Table"):
            self._draw_head(surface, box.top(self._head), widths)
            rest = rest.below(self._head)
            for one in contexts:
                self._draw_line(one, surface, rest.top(line), widths)
                rest = rest.below(line)
                banner = self.banners.get(str(one.scope[self.over.name]))
                if banner:
                    self._draw_banner(one, surface, rest.top(_BANNER), banner)
                    rest = rest.below(_BANNER)
        surface.box(box.top(rest.y - box.y), weight=RULE)

    def _draw_head(self, surface: Surface, box: Box, widths: list[float]) -> None:
        surface.box(box, weight=None, fill="shade")
        with surface.canvas.element("TR"):
            for column, cell in zip(self.columns, box.columns(widths), strict=True):
                with surface.canvas.element("TH", Scope="Column"):
                    self._draw_column_head(surface, column, cell)
                if cell.x > box.x:
                    surface.line(cell.x, cell.y, cell.x, cell.bottom, weight=HAIR)
        surface.line(box.x, box.bottom, box.right, box.bottom, weight=THIN)

    def _draw_column_head(self, surface: Surface, column: GridColumn, cell: Box) -> None:
        bold, note = style_of("dense-head").aligned("centre"), style_of("label").aligned("centre")
        room = cell.inset(_PAD / 2, 0.75 * MM)
        where = f"{self.place}, head '{column.head}'"
        for words, look in ((column.head, bold), (column.note, note)):
            if words:
                surface.text(words, room.top(bold.leading), look, place=where, tag="P")
                room = room.below(bold.leading)
        if column.parts:
            foot = Box(cell.x, cell.bottom - 0.75 * MM - bold.leading, cell.width, bold.leading)
            for words, part in zip(column.parts, _split(foot, column), strict=True):
                surface.text(words, part, note, place=where, tag="P")

    def _draw_line(self, context: Context, surface: Surface, box: Box, widths: list[float]) -> None:
        struck = self.strike is not None and context.marked(self.strike.fill(context.scope))
        with surface.canvas.element("TR"):
            for column, cell in zip(self.columns, box.columns(widths), strict=True):
                scope = {"Scope": "Row"} if column.header else {}
                with surface.canvas.element("TH" if column.header else "TD", **scope):
                    self._draw_cell(context, surface, column, cell)
                    if struck and column is self.columns[0]:
                        self._strike(surface, box)
                if cell.x > box.x:
                    surface.line(cell.x, cell.y, cell.x, cell.bottom, weight=HAIR)
        surface.line(box.x, box.bottom, box.right, box.bottom, weight=HAIR)

    def _strike(self, surface: Surface, box: Box) -> None:
        """Strike a line through; the first cell says so to those who cannot see it."""
        middle = box.y + box.height / 2
        with surface.figure("struck through"):
            surface.line(box.x + _PAD, middle, box.right - _PAD, middle, weight=BOLD, colour="pen")

    def _draw_cell(self, context: Context, surface: Surface, column: GridColumn, cell: Box) -> None:
        if column.words:
            look = style_of("number" if column.header else "dense").aligned(column.align)
            words = column.words.fill(context.scope)
            surface.text(words, cell.inset(_PAD, 0), look, place=column.words.place, tag=None)
            return
        for name, label, part in self._fields(context, column, cell):
            if part.x > cell.x:
                surface.line(part.x, part.y, part.x, part.bottom, weight=HAIR, colour="faint")
            if column.check:
                side = min(3.6 * MM, part.height - 1 * MM)
                square = Box(part.centre[0] - side / 2, part.centre[1] - side / 2, side, side)
                surface.check(name, label, square, mark=column.mark, on=context.marked(name))
            else:
                look = style_of("value")
                if fonts.cap_height(look.font, look.size) > part.height:
                    raise PressError(f"{self.place}: lines of {part.height / MM:.1f} mm are too low to write in")
                aligned = look.aligned("centre") if column.parts else look
                surface.entry(name, label, part.inset(0.5, 0.5), aligned, value=context.words(name))

    def _fields(self, context: Context, column: GridColumn, cell: Box) -> Iterator[tuple[str, str, Box]]:
        """The fields of a cell: their names, labels and places."""
        template = column.field or column.check
        if template is None or column.label is None:
            return
        name, label = template.fill(context.scope), column.label.fill(context.scope)
        if not column.parts:
            yield name, label, cell
        for words, part in zip(column.parts, _split(cell, column), strict=False):
            yield f"{name}-{words.lower()}", f"{label}, {words}", part

    def _draw_banner(self, context: Context, surface: Surface, box: Box, words: Template) -> None:
        surface.box(box, weight=None, fill="tint")
        surface.line(box.x, box.y, box.right, box.y, weight=HAIR)
        with (
            surface.canvas.element("TR"),
            surface.canvas.element("TH", Scope="Row", ColSpan=len(self.columns)),
        ):
            line = words.fill(context.scope)
            surface.text(line, box.inset(_PAD, 0), style_of("banner"), place=words.place, tag=None)
        surface.line(box.x, box.bottom, box.right, box.bottom, weight=HAIR)


def _split(box: Box, column: GridColumn) -> list[Box]:
    return box.columns(shares(box.width, [1] * len(column.parts))) if column.parts else []
