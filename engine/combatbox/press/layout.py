"""The layout language of record sheets (`templates/sheets/*.yaml`), with functions that read and draw layouts.

A layout is a list of pages, and a page is a list of blocks from top to bottom. Lengths are in millimetres. A block is a
mapping: its first key is the kind of block, and the others are options. An unknown key is reported as an error with
file and line.

    title: Mission Record Sheet
    pages:
      - orientation: landscape          # or portrait
        margin: 12                      # at least 10
        bookmark: Missions
        each: {over: missions, as: m}   # optional: one page for each item
        body: [...]

Blocks:

    heading: words        level 1-6, style
    text: words           style, align; **bold** and *italic*
    space: 3 | fill
    rule: thin            colour
    field: name           label, alias (another name for --write), height (mm or fill), frame line|box, multiline, style, align,
                          beside (the label's width in mm when it stands to the left of the line),
                          sum: name of a sum among the data, which viewers with JavaScript calculate
    check: name           label, shape box|circle, mark cross|tick|dot
    tally: name           over: list, as; label, across (boxes in a row), align, mark: a box to cross off for each item
    columns: [[...], ...] widths (2 is a share, 30mm is fixed), gap
    box: [...]            title, fill (a colour of the palette), weight (none for no frame), pad
    each: list            as, across, gap, body: [...]
    later: turn           body: [...] is placed here, but drawn, read aloud and reached by Tab at the turn of this name
    turn: name            the point in the reading order at which blocks with `later: name` are drawn
    grid: list            a ruled table, a line for each item; as, height (of a line, or fill),
                          columns: [{head, note, width, text|field|check, label, parts, names head|inside|none,
                          ring: name of a mark that circles the cell, strike: of one that strikes its text out,
                          beneath: name of a second text in the cell, sum, mark, style, align, header, every}],
                          groups: [{text, columns}] above the heads, every: lines between two heavier rules,
                          banners: [{over, as, after, text, check}],
                          strike: name of a mark that strikes the line out
    table: name           a `tables.Table` among the data
    art: file             height (or fill), alt (`none` for an ornament), align,
                          marks: [{over, as, at: station, check, label, caption, mark,
                          diameter (of a separate circle, in mm),
                          spot: its middle in the drawing's units}],
                          notes: [{over, as, x, y, arrow, text, alt}] on the drawing, in its units,
                          struck: name of a mark that crosses the drawing out
    draw: function        height (or fill); a Python function given to `render`

A list to repeat over is `1..25`, the name of a list in the data (`crew`, `m.waves`), or a list in the
layout; `as` names its item (n by default). Texts may refer to such names in braces: `{n}`,
`{crew.name}`. The resulting field names must be unique in a file: letters, digits, - and _.

    sheet = layout.load(Path("mission.yaml"))
    layout.render(sheet, document, data, values={"bomber": "Really Ready"})

`values` are the values of fields by name: text, or True and False for marks. They are printed; a field without a value
is a form field in a fillable document. A value without a field is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from combatbox.core.annotations import Key, Min, frozen
from combatbox.library.yaml12 import parse_yaml, text_of
from combatbox.play.dataclass_validation import Fault
from combatbox.press import text
from combatbox.press.blocks import (
    BLOCKS,
    LINE,
    Context,
    DrawFunction,
    HeightOrFill,
    HighBlock,
    Millimetres,
    Over,
    Stack,
    Style,
    Value,
    Writing,
    block,
    divide,
)
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.forms import Mark
from combatbox.press.style import BOLD, HAIR, MARGIN, MM, RULE, SAFE_MARGIN, THIN, Align, Box, TextStyle, square_around
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.yaml_source import PlacedItems, PlacedText, Template, read_model

_PAD = 1.0 * MM
_BANNER = 5.0 * MM
_GROUP = 4.6 * MM


@frozen
class Part:
    """A part of a field, such as one die of three.

    Attributes:
        id: the text that is added to the field's name.
        words: the text on paper.
        name: the name for screen readers.
        swatch: the colour of the die, if any.
    """

    id: str
    words: str
    name: str
    swatch: str = ""


def _part(item: Any) -> Part:
    if isinstance(item, Mapping):
        return Part(
            str(item["id"]), str(item["words"]), str(item.get("name", item["words"])), str(item.get("swatch", ""))
        )
    return Part(str(item).lower(), str(item), str(item))


@frozen
class GridColumn:
    """A column of a record: its heading and its fields.

    Attributes:
        head: the heading of the column.
        note: a second line below the heading, in small type.
        width: the width: `2` is a share, `30mm` is fixed.
        words: the text of each cell; a column has a text, a field or a check.
        field: the name of each field.
        check: the name of each mark.
        label: the name of each field or mark for screen readers.
        names: the place of the names of the parts: in the head, inside each box, or nowhere.
        mark: the sign that a viewer draws when a mark is set.
        style: the text style; by default it follows from the contents.
        align: the side to which the contents are aligned.
        header: true if the column names the line, as a heading does.
        parts: the parts into which a field is divided: three dice are three fields, whose names consist of the column's
            name and the part's id. An item of this list is a text, or has `id`, `words`, `name` and perhaps `swatch`,
            the colour of a die that is shown beside the words.
        ring: the name of the mark that circles a field.
        strike: the name of the mark that strikes out the text of a field; the id of the part is added to this name.
        beneath: the name of a remark below the field.
        sum_name: the name of the sum that viewers with JavaScript calculate.
        every: the number of lines that one cell spans.
    """

    head: Template | None = None
    note: Template | None = None
    width: PlacedText | None = None
    words: Annotated[Template | None, Key("text")] = None
    field: Template | None = None
    check: Template | None = None
    label: Template | None = None
    parts: PlacedItems | None = None
    names: Literal["head", "inside", "none"] = "head"
    ring: Template | None = None
    strike: Template | None = None
    beneath: Template | None = None
    sum_name: Annotated[Template | None, Key("sum")] = None
    mark: Mark = "cross"
    style: Style = ""
    align: Align = "centre"
    header: bool = False
    every: Annotated[int, Min(1)] = 1

    @property
    def look(self) -> TextStyle:
        """The text style, which by default follows from the contents of the column."""
        default = "number" if self.header else "dense"
        if not self.words:
            default = "die" if self.parts else "value"
        return style_of(self.style or default, self.align)

    def parts_in(self, context: Context) -> list[Part]:
        """Return the parts of a field, with the values of a context filled in."""
        if not self.parts:
            return []
        try:
            return [_part(one.scope["part"]) for one in Over(over=self.parts, item="part").contexts(context)]
        except KeyError as error:
            self.parts.fail(f"a part lacks {error}; write {{id: ..., words: ...}}")

    def validate(self) -> Iterator[Fault]:
        """Yield a fault unless the column has exactly one kind of content, and its fields have a label."""
        if sum(content is not None for content in (self.words, self.field, self.check)) != 1:
            yield (), "a column must have exactly one of text, field and check"
        if self.words is None and self.label is None:
            yield (), "a field needs a label"


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A line of text across all columns, below the line of an item; with a `check`, it also has a box to tick.

    Attributes:
        over: the list over which the banner is repeated.
        item: the name by which the layout refers to an item of the list.
        after: the item whose line the banner follows.
        words: the text of the banner.
        check: the name of the mark of the box to tick.
    """

    over: PlacedItems | None = None
    item: Annotated[str, Key("as")] = "n"
    after: Template
    words: Annotated[Template, Key("text")]
    check: Template | None = None

    def contexts(self, context: Context) -> list[Context]:
        """Return the contexts of the banner's items."""
        return Over(over=self.over, item=self.item).contexts(context) if self.over else [context]


@frozen
class Group:
    """A heading over several columns.

    Attributes:
        words: the text of the heading.
        columns: the number of columns below it.
    """

    words: Annotated[Template, Key("text")]
    columns: Annotated[int, Min(1)] = 1


@block("grid")
@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Over, HighBlock):
    """A ruled record with a line for each item of a list; each banner follows the line of the item that it names.

    Attributes:
        over: the list: `1..25`, the name of a list in the data, or a list in the layout.
        columns: the columns from left to right.
        least: the minimum height of a line in millimetres, or `fill`.
        banners: the lines of text between the lines of the record.
        strike: the name of the mark that strikes out a line.
        groups: the headings over several columns; together they cover all columns.
        every: the number of lines between two heavier rules; 0 for none.
    """

    over: Annotated[PlacedItems, Key("grid")]
    columns: Annotated[tuple[GridColumn, ...], Min(1)]
    least: Annotated[HeightOrFill, Key("height")] = LINE
    banners: tuple[Banner, ...] = ()
    strike: Template | None = None
    groups: tuple[Group, ...] = ()
    every: Annotated[int, Min(0)] = 0

    @property
    def place(self) -> str:
        """The place in the layout."""
        return self.over.place

    def height(self, context: Context, width: float) -> float:
        """Return the minimum height of the record."""
        lines = len(self.contexts(context))
        return self._head + lines * self.least.points + len(self._banners(context)) * _BANNER

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the record at the top of a box."""
        contexts, banners = self.contexts(context), self._banners(context)
        widths = divide([column.width for column in self.columns], box.width)
        head = self._head
        line = (box.height - head - len(banners) * _BANNER) / max(len(contexts), 1)
        rest = box.below(head)
        with surface.canvas.element("Table"):
            self._draw_heads(context, surface, box.top(head), widths)
            for number, one in enumerate(contexts):
                left = min(self.every or 1, len(contexts) - number)
                self._draw_line(one, surface, rest.top(line), widths, number, left)
                rest = rest.below(line)
                key = str(one.scope[self.item])
                if key in banners:
                    self._draw_banner(banners[key], surface, rest.top(_BANNER))
                    rest = rest.below(_BANNER)
                elif self.every and (number + 1) % self.every == 0:
                    surface.line(box.x, rest.y, box.right, rest.y, weight=RULE)
        strange = sorted(set(banners) - {str(one.scope[self.item]) for one in contexts})
        if strange:
            raise PressError(f"{self.place}: the banner after '{strange[0]}' has no line to follow")
        surface.box(box.top(rest.y - box.y), weight=RULE)

    def _banners(self, context: Context) -> dict[str, tuple[Banner, Context]]:
        return {
            banner.after.fill(one.scope): (banner, one) for banner in self.banners for one in banner.contexts(context)
        }

    def _cells(self, box: Box, widths: list[float]) -> Iterator[tuple[GridColumn, Box]]:
        """Return each column with its cell in a line."""
        return zip(self.columns, box.columns(widths), strict=True)

    # The head

    @property
    def _head_rows(self) -> int:
        return max(bool(c.head) + bool(c.note) + _names_in_head(c) for c in self.columns)

    @property
    def _head(self) -> float:
        rows = self._head_rows
        heads = rows * style_of("dense-head").leading + 1.5 * MM if rows else 0.0
        return heads + (_GROUP if self.groups else 0.0)

    def _draw_heads(self, context: Context, surface: Surface, box: Box, widths: list[float]) -> None:
        if self.groups:
            self._draw_groups(context, surface, box.top(_GROUP), widths)
            box = box.below(_GROUP)
        if not self._head_rows:
            return
        surface.box(box, weight=None, fill="shade")
        with surface.canvas.element("TR"):
            for column, cell in self._cells(box, widths):
                with surface.canvas.element("TH", Scope="Column"):
                    self._draw_column_head(context, surface, column, cell)
                if cell.x > box.x:
                    surface.edge(cell, "left", weight=HAIR)
        surface.edge(box, "bottom")

    def _draw_groups(self, context: Context, surface: Surface, box: Box, widths: list[float]) -> None:
        if sum(group.columns for group in self.groups) != len(self.columns):
            raise PressError(f"{self.place}: the groups must cover {len(self.columns)} columns in all")
        rest, look, sparing = list(widths), style_of("group"), surface.ink.mode == "saver"
        surface.box(box, weight=THIN if sparing else None, fill=None if sparing else "accent")
        look = replace(look, colour="ink") if sparing else look
        with surface.canvas.element("TR"):
            for group in self.groups:
                part = box.start(sum(rest[: group.columns]))
                box, rest = box.after(part.width), rest[group.columns :]
                with surface.canvas.element("TH", Scope="Column", ColSpan=group.columns):
                    words = group.words.fill(context.scope)
                    if words:
                        surface.text(words, part.inset(_PAD, 0), look, place=group.words.place)

    def _draw_column_head(self, context: Context, surface: Surface, column: GridColumn, cell: Box) -> None:
        bold, note = style_of("dense-head", "centre"), style_of("label", "centre")
        inside = cell.inset(_PAD / 2, 0.75 * MM)
        rows = sum(bool(t and t.fill(context.scope)) for t in (column.head, column.note))
        rows += _names_in_head(column)
        inside = inside.below((self._head_rows - rows) * bold.leading / 2)
        for template, look in ((column.head, bold), (column.note, note)):
            words = template.fill(context.scope) if template else ""
            if template and words:
                where = f"{template.place}, head of a column"
                surface.text(words, inside.top(bold.leading), look, place=where)
                inside = inside.below(bold.leading)
        if _names_in_head(column):
            foot = replace(cell, y=inside.y, height=bold.leading)
            parts = column.parts_in(context)
            look = note if column.head else bold  # they replace a missing heading
            for part, place in zip(parts, foot.split(len(parts)), strict=True):
                self._draw_part(surface, part, place, look)

    def _draw_part(self, surface: Surface, part: Part, box: Box, look: TextStyle) -> None:
        """Draw the name of a part in the head, and the colour of its die if it has one."""
        place = f"{self.place}, head '{part.words}'"
        if part.swatch:
            side, gap = 2.0 * MM, 0.8 * MM
            whole = side + gap + text.width(part.words, look)
            die = box.aligned(whole).start(side).middle(side, side)
            surface.box(die, fill=part.swatch, radius=0.5 * MM)
            box = box.after(die.right + gap - box.x)
            look = look.aligned("left")
        surface.text(part.words, box, look, place=place)

    # Lines

    def _draw_line(
        self, context: Context, surface: Surface, box: Box, widths: list[float], number: int, left: int
    ) -> None:
        struck = self.strike is not None and context.is_marked(self.strike.fill(context.scope))
        with surface.canvas.element("TR"):
            for column, cell in self._cells(box, widths):
                spans = min(column.every, left)
                if column.every > 1 and number % column.every:
                    continue
                tall = cell if spans == 1 else cell.top(cell.height * spans)
                attributes: dict[str, Any] = {"Scope": "Row"} if column.header else {}
                if spans > 1:
                    attributes["RowSpan"] = spans
                with surface.canvas.element("TH" if column.header else "TD", **attributes):
                    self._draw_cell(context, surface, column, tall)
                    if struck and column is self.columns[0]:
                        self._strike(surface, box, widths)
                if cell.x > box.x:
                    surface.edge(tall, "left", weight=HAIR)
        for column, cell in self._cells(box, widths):
            if column.every == 1:
                surface.edge(cell, "bottom", weight=HAIR)

    def _strike(self, surface: Surface, box: Box, widths: list[float]) -> None:
        """Draw a line through a row; it has one alternative text for the whole row."""
        middle = box.y + box.height / 2
        cells = self._cells(box, widths)
        with surface.figure("struck through"):
            for single, run in groupby(cells, key=lambda pair: pair[0].every == 1):
                if single:
                    parts = [cell for _, cell in run]
                    left, right = parts[0].x + _PAD, parts[-1].right - _PAD
                    surface.line(left, middle, right, middle, weight=BOLD, colour="pen")

    def _draw_cell(self, context: Context, surface: Surface, column: GridColumn, cell: Box) -> None:
        if column.words:
            words = column.words.fill(context.scope)
            if words:
                place = column.words.place
                pad = _PAD / 2 if column.align == "centre" else 1.5 * _PAD
                surface.text(words, cell.inset(pad, 0), column.look, place=place, tag=None)
            return
        for name, label, part, box in self._fields(context, column, cell):
            if box.x > cell.x:
                surface.edge(box, "left", weight=HAIR, colour="faint")
            if column.names == "inside" and part:
                self._draw_inside(surface, part, box)
            if column.check:
                side = min(3.6 * MM, box.height - 1 * MM)
                square = square_around(*box.centre, side / 2)
                surface.check(name, label, square, mark=column.mark, on=context.mark_value(name))
            else:
                self._draw_entry(context, surface, column, part, name, label, box)
            if column.ring and context.is_marked(_named(column.ring.fill(context.scope), part)):
                surface.ring(box, alt=f"{label}: circled")

    def _draw_entry(
        self,
        context: Context,
        surface: Surface,
        column: GridColumn,
        part: Part | None,
        name: str,
        label: str,
        box: Box,
    ) -> None:
        look = column.look
        if look.cap_height > box.height:
            raise PressError(f"{self.place}: lines of {box.height / MM:.1f} mm are too low for text; make them higher")
        surface.entry(
            name,
            label,
            box.inset(0.5, 0.5),
            look,
            value=context.field_text(name),
            beneath=context.text_value(_named(column.beneath.fill(context.scope), part)) if column.beneath else "",
            struck=column.strike is not None and context.is_marked(_named(column.strike.fill(context.scope), part)),
            sum_call=context.sum_call(column.sum_name),
        )

    def _draw_inside(self, surface: Surface, part: Part, box: Box) -> None:
        """Draw the name of a part in small type in the corner of its box."""
        look = style_of("corner")
        with surface.canvas.artifact():
            surface.put(part.words, box.x + 2, box.y + look.size * 0.72 + 2, look)

    def _fields(self, context: Context, column: GridColumn, cell: Box) -> Iterator[tuple[str, str, Part | None, Box]]:
        """Yield the name, label, part and box of each field in a cell."""
        template = column.field or column.check
        if template is None or column.label is None:
            return
        name, label = template.fill(context.scope), column.label.fill(context.scope)
        parts = column.parts_in(context)
        if not parts:
            yield name, label, None, cell
        for part, box in zip(parts, cell.split(len(parts)), strict=True):
            yield _named(name, part), f"{label}, {part.name}", part, box

    def _draw_banner(self, found: tuple[Banner, Context], surface: Surface, box: Box) -> None:
        banner, context = found
        surface.box(box, weight=None, fill="tint")
        surface.edge(box, "top", weight=HAIR)
        words = banner.words.fill(context.scope)
        attributes: dict[str, Any] = {"Scope": "Row", "ColSpan": len(self.columns)}
        with surface.canvas.element("TR"), surface.canvas.element("TH", **attributes):
            surface.text(words, box.inset(6 * MM, 0), style_of("banner"), place=banner.words.place, tag=None)
            if banner.check:
                name, side = banner.check.fill(context.scope), 3.2 * MM
                square = box.end(side + 1.5 * MM).start(side).middle(side, side)
                surface.check(name, words, square, mark="tick", on=context.mark_value(name))
        surface.edge(box, "bottom", weight=HAIR)


def _named(name: str, part: Part | None) -> str:
    return f"{name}-{part.id}" if part else name


def _names_in_head(column: GridColumn) -> bool:
    return column.parts is not None and column.names == "head"


BLOCK_KINDS = tuple(BLOCKS)
"""The kinds of blocks that a layout may have."""

Margin = Annotated[Millimetres, Min(round(SAFE_MARGIN / MM))]


@frozen
class PageLayout:
    """The layout of a page, or of a page for each item of a list.

    Attributes:
        body: the blocks from top to bottom.
        orientation: how the page is turned.
        margin: the margin in millimetres, at least 10.
        bookmark: the text of the page's bookmark in the PDF.
        each: the list with an item for each page; without it there is one page.
    """

    body: Stack
    orientation: Literal["portrait", "landscape"] = "portrait"
    margin: Margin = MARGIN
    bookmark: Template | None = None
    each: Over | None = None


@frozen
class Layout:
    """The layout of a sheet, as its file declares it.

    Attributes:
        title: the title of the sheet.
        pages: the pages in their order.
    """

    title: PlacedText
    pages: tuple[PageLayout, ...]


def load(path: Path) -> Layout:
    """Read a layout file.

    Raises:
        DataError: the layout has problems; all of them are listed.
    """
    return read(text_of(path), path.name)


def read(text: str, file: str) -> Layout:
    """Parse the text of a layout.

    `file` is the name of its file, for messages.
    """
    return read_model(parse_yaml(text, file, typed=False), Layout)


def render(
    layout: Layout,
    document: Document,
    data: Mapping[str, Any],
    *,
    values: Mapping[str, Value] | None = None,
    draw_functions: Mapping[str, DrawFunction] | None = None,
    writing: Writing | None = None,
    key: str = "",
) -> None:
    """Draw the pages of a layout into a document.

    Args:
        layout: the layout to draw.
        document: the document to draw into.
        data: the values to which the layout may refer, by name.
        values: the values of fields, by name; the other fields stay blank.
        draw_functions: the functions that the layout may call, by name.
        writing: the texts that the player puts into fields.
        key: the key that distinguishes this copy of a sheet from others; empty if there is only one.

    Raises:
        PressError: there is no field for a value.
    """
    values, document.form.key = values or {}, key
    context = Context(document, dict(data), values, draw_functions or {}, set(), writing or Writing())
    for page in layout.pages:
        for page_context in page.each.contexts(context) if page.each else [context]:
            _render_page(page, page_context)
    unknown = sorted(set(values) - context.used)
    if unknown:
        layout.title.fail(f"there is no field '{unknown[0]}' for the value {values[unknown[0]]!r}")


def _render_page(page: PageLayout, context: Context) -> None:
    bookmark = page.bookmark.fill(context.scope) if page.bookmark else None
    landscape = page.orientation == "landscape"
    with context.document.page(landscape=landscape, margin=page.margin, bookmark=bookmark) as surface:
        page.body.draw(context, surface, surface.body)
        if context.deferred:
            raise PressError(
                f"{page.body.place}: no `turn: {next(iter(context.deferred))}` follows its `later`; add one"
            )
