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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from combatbox.library.yaml12 import text_of
from combatbox.press.blocks import (
    Art,
    ArtNotes,
    Block,
    Check,
    Columns,
    Context,
    DrawFunction,
    Drawn,
    Each,
    Field,
    Heading,
    Later,
    Over,
    Panel,
    Prose,
    Rule,
    Space,
    Stack,
    StationMarks,
    Tally,
    Turn,
    Value,
    View,
    Writing,
)
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.forms import Mark
from combatbox.press.grid import Banner, Grid, GridColumn, Group, Names, Parts
from combatbox.press.style import MARGIN, MM, PALETTE, SAFE_MARGIN, STYLES, WEIGHTS, Align, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.yaml_source import Fields, Source, Template, parse

_MARKS = ("cross", "tick", "dot")
_ALIGNS = ("left", "centre", "right")


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The layout of a page, or of a page for each item of a list."""

    body: Stack
    landscape: bool
    margin: float
    bookmark: Template | None
    each: Over | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a sheet, parsed from its file."""

    title: str
    pages: Sequence[PageLayout]
    file: str


def load(path: Path) -> Layout:
    """Read a layout file.

    Raises:
        PressError: the layout is not valid; the message has file and line.
    """
    return read(text_of(path), path.name)


def read(text: str, file: str) -> Layout:
    """Parse the text of a layout.

    `file` is the name of its file, for messages.
    """
    return of(parse(text, file), file)


def of(source: Source, file: str) -> Layout:
    """Build a layout from its parsed YAML source.

    `file` is the name of its file, for messages.
    """
    return source.read(
        lambda fields: Layout(fields.require("title").text(), fields.require("pages").read_each(_page), file)
    )


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
        raise PressError(f"{layout.file}: there is no field '{unknown[0]}' for the value {values[unknown[0]]!r}")


def _render_page(page: PageLayout, context: Context) -> None:
    bookmark = page.bookmark.fill(context.scope) if page.bookmark else None
    with context.document.page(landscape=page.landscape, margin=page.margin, bookmark=bookmark) as surface:
        page.body.draw(context, surface, surface.body)
        if context.deferred:
            raise PressError(
                f"{page.body.place}: no `turn: {next(iter(context.deferred))}` follows its `later`; add one"
            )


# Reading


def _page(fields: Fields) -> PageLayout:
    landscape = fields.choice("orientation", ("portrait", "landscape"), "portrait") == "landscape"
    margin = fields.number("margin", MARGIN / MM, least=SAFE_MARGIN / MM) * MM
    bookmark, each = _read_template(fields, "bookmark"), fields.read("each", _required_over)
    return PageLayout(_read_stack(fields.require("body")), landscape, margin, bookmark, each)


def _required_over(fields: Fields) -> Over:
    return _read_over(fields, fields.require("over"))


def _read_stack(source: Source) -> Stack:
    return Stack(source.read_each(_read_block), source.place)


def _read_block(fields: Fields) -> Block:
    kind = fields.kind(READERS)
    return READERS[kind](fields, fields.require(kind))


def _read_template(fields: Fields, key: str) -> Template | None:
    source = fields.get(key)
    return Template(source) if source else None


def _read_over(fields: Fields, source: Source) -> Over:
    return Over(source, fields.text("as", "n"))


def _read_style(fields: Fields, default: str) -> TextStyle:
    look = style_of(fields.choice("style", STYLES, default))
    align = fields.get("align")
    return look.aligned(cast("Align", align.choice(_ALIGNS))) if align else look


def _read_height(fields: Fields, default: float = 0.0) -> tuple[float, bool]:
    """Return the height in points, and True if it is `fill`, a share of the unused space."""
    source = fields.get("height")
    if source and source.text() == "fill":
        return 0.0, True
    return (source.number() if source else default) * MM, False


def _read_mark(fields: Fields) -> Mark:
    return cast("Mark", fields.choice("mark", _MARKS, "cross"))


def _heading(fields: Fields, value: Source) -> Block:
    level = fields.integer("level", 1, 1)
    names = {1: "title", 2: "heading"}
    return Heading(Template(value), level, _read_style(fields, names.get(level, "subheading")))


def _text(fields: Fields, value: Source) -> Block:
    return Prose(Template(value), _read_style(fields, "text"))


def _space(_: Fields, value: Source) -> Block:
    if value.text() == "fill":
        return Space(0.0, stretches=True)
    return Space(value.number() * MM)


def _rule(fields: Fields, value: Source) -> Block:
    weight = WEIGHTS[value.choice(WEIGHTS)]
    return Rule(weight, fields.choice("colour", PALETTE, "ink"))


def _field(fields: Fields, value: Source) -> Block:
    height, stretches = _read_height(fields, 6.0)
    frame = cast("Literal['line', 'box']", fields.choice("frame", ("line", "box"), "line"))
    label, look = Template(fields.require("label")), _read_style(fields, "value")
    beside = fields.number("beside", 0.0) * MM
    multiline, alias = fields.flag("multiline", False), fields.text("alias")
    sum_name = _read_template(fields, "sum")
    return Field(Template(value), label, height, look, frame, multiline, beside, stretches, alias, sum_name)


def _check(fields: Fields, value: Source) -> Block:
    shape = cast("Literal['box', 'circle']", fields.choice("shape", ("box", "circle"), "box"))
    return Check(Template(value), Template(fields.require("label")), shape, _read_mark(fields))


def _tally(fields: Fields, value: Source) -> Block:
    over, label = _required_over(fields), Template(fields.require("label"))
    align = cast("Align", fields.choice("align", _ALIGNS, "left"))
    return Tally(over, Template(value), label, fields.integer("across", 10, 1), align, _read_mark(fields))


def _columns(fields: Fields, value: Source) -> Block:
    stacks = [_read_stack(item) for item in value.items()]
    source = fields.get("widths")
    widths: list[Source | None] = [*source.items()] if source else [None] * len(stacks)
    if len(widths) != len(stacks):
        value.fail(f"there are {len(stacks)} columns, but {len(widths)} widths")
    return Columns(stacks, widths, fields.number("gap", 4) * MM)


def _panel(fields: Fields, value: Source) -> Block:
    fill, weight = fields.get("fill"), fields.choice("weight", [*WEIGHTS, "none"], "thin")
    colour = fill.choice(PALETTE) if fill else None
    pad = fields.number("pad", 2) * MM
    return Panel(_read_stack(value), _read_template(fields, "title"), colour, WEIGHTS.get(weight), pad)


def _each(fields: Fields, value: Source) -> Block:
    over = _read_over(fields, value)
    across, gap = fields.integer("across", 1, 1), fields.number("gap", 0) * MM
    return Each(over, _read_stack(fields.require("body")), across, gap)


def _later(fields: Fields, value: Source) -> Block:
    return Later(value.text(), _read_stack(fields.require("body")))


def _turn(_: Fields, value: Source) -> Block:
    return Turn(value.text(), value.place)


def _table(_: Fields, value: Source) -> Block:
    return View(value.text(), value.place)


def _art(fields: Fields, value: Source) -> Block:
    height, stretches = _read_height(fields)
    if not height and not stretches:
        value.fail("a drawing needs a height in mm, or `height: fill`")
    return Art(
        Template(value),
        _read_template(fields, "alt"),
        height,
        stretches,
        cast("Align", fields.choice("align", _ALIGNS, "centre")),
        fields.read_each("marks", _station_marks),
        fields.read_each("notes", _art_notes),
        _read_template(fields, "struck"),
    )


def _art_notes(fields: Fields) -> ArtNotes:
    return ArtNotes(
        over=_required_over(fields),
        x=Template(fields.require("x")),
        y=Template(fields.require("y")),
        arrow=_read_template(fields, "arrow"),
        words=Template(fields.require("text")),
        alt=Template(fields.require("alt")),
    )


def _station_marks(fields: Fields) -> StationMarks:
    over = _required_over(fields)
    at, check = Template(fields.require("at")), Template(fields.require("check"))
    label = Template(fields.require("label"))
    caption, mark, diameter = _read_template(fields, "caption"), _read_mark(fields), fields.number("diameter", 0.0) * MM
    return StationMarks(over, at, check, label, caption, mark, diameter, _read_template(fields, "spot"))


def _drawn(fields: Fields, value: Source) -> Block:
    height, stretches = _read_height(fields)
    return Drawn(value.text(), value.place, height, stretches)


def _grid(fields: Fields, value: Source) -> Block:
    height, stretches = _read_height(fields, 6.0)
    columns = fields.require("columns").read_each(_grid_column)
    banners, groups = fields.read_each("banners", _grid_banner), fields.read_each("groups", _grid_group)
    over = _read_over(fields, value)
    strike = _read_template(fields, "strike")
    every = fields.integer("every", 0)
    return Grid(over, columns, height, stretches, banners, strike, groups, every, value.place)


def _grid_column(fields: Fields) -> GridColumn:
    source, header = fields.get("parts"), fields.flag("header", False)
    words = _read_template(fields, "text")
    look = _read_style(fields, ("number" if header else "dense") if words else "die" if source else "value")
    column = GridColumn(
        head=_read_template(fields, "head"),
        note=_read_template(fields, "note"),
        width=fields.get("width"),
        words=words,
        field=_read_template(fields, "field"),
        check=_read_template(fields, "check"),
        label=_read_template(fields, "label"),
        parts=Parts(Over(source, "part")) if source else None,
        names=cast("Names", fields.choice("names", ("head", "inside", "none"), "head")),
        ring=_read_template(fields, "ring"),
        strike=_read_template(fields, "strike"),
        beneath=_read_template(fields, "beneath"),
        sum_name=_read_template(fields, "sum"),
        mark=_read_mark(fields),
        style=look if fields.get("align") else look.aligned("centre"),
        header=header,
        every=fields.integer("every", 1, 1),
    )
    if sum(content is not None for content in (column.words, column.field, column.check)) != 1:
        fields.source.fail("a column must have exactly one of text, field and check")
    if column.words is None and column.label is None:
        fields.source.fail("a field needs a label")
    return column


def _grid_banner(fields: Fields) -> Banner:
    source = fields.get("over")
    return Banner(
        over=_read_over(fields, source) if source else None,
        after=Template(fields.require("after")),
        words=Template(fields.require("text")),
        check=_read_template(fields, "check"),
    )


def _grid_group(fields: Fields) -> Group:
    return Group(Template(fields.require("text")), fields.integer("columns", 1, 1))


READERS: dict[str, Callable[[Fields, Source], Block]] = {
    "heading": _heading,
    "text": _text,
    "space": _space,
    "rule": _rule,
    "field": _field,
    "check": _check,
    "tally": _tally,
    "columns": _columns,
    "box": _panel,
    "each": _each,
    "later": _later,
    "turn": _turn,
    "grid": _grid,
    "table": _table,
    "art": _art,
    "draw": _drawn,
}
