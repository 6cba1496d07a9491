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

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from combatbox.core.annotations import Min, frozen
from combatbox.library.yaml12 import parse_yaml, text_of
from combatbox.press import grid as grid  # noqa: PLC0414  # its block is registered when it is imported
from combatbox.press.blocks import BLOCKS, Context, DrawFunction, Millimetres, Over, Stack, Value, Writing
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import MARGIN, MM, SAFE_MARGIN
from combatbox.press.yaml_source import PlacedText, Template, read_model

BLOCK_KINDS = tuple(BLOCKS)
"""The kinds of blocks that a layout may have."""

Margin = Annotated[Millimetres, Min(round(SAFE_MARGIN / MM))]


@frozen
class PageLayout:
    """The layout of a page, or of a page for each item of a list."""

    body: Stack
    orientation: Literal["portrait", "landscape"] = "portrait"
    margin: Margin = MARGIN
    bookmark: Template | None = None
    each: Over | None = None


@frozen
class Layout:
    """The layout of a sheet, as its file declares it."""

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
