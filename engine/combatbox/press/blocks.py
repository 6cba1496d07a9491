"""The blocks of a layout, each with its height and a function that draws it.

`layout` describes the layout language and reads it; `grid` has the block for a ruled record of many lines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from combatbox.core.annotations import Among, FirstKey, Key, Max, Min, Read, frozen
from combatbox.core.errors import UnknownName
from combatbox.library.dataclass_schema import Schema
from combatbox.library.yaml12 import scalar
from combatbox.play.dataclass_validation import Fault
from combatbox.press import art, tables, text
from combatbox.press.document import Document
from combatbox.press.errors import PressError, SheetError, located
from combatbox.press.forms import Mark
from combatbox.press.style import (
    HEAVY,
    MM,
    PALETTE,
    RULE,
    STYLES,
    WEIGHTS,
    Align,
    Box,
    TextStyle,
    shares,
    square_around,
)
from combatbox.press.style import style as style_of
from combatbox.press.surface import OwnWords, Surface
from combatbox.press.yaml_source import PlacedItems, PlacedText, Template, look_up

Value = str | bool
DrawFunction = Callable[[Surface, Box, dict[str, Any]], None]
_LABEL_GAP = 1.0 * MM
_RANGE_DIGITS = 4
_WRITING_HEIGHT = 5.0 * MM
_TALLY, _TALLY_GAP = 3.2 * MM, 0.7 * MM


@dataclass(slots=True)
class Writing:
    """The texts that a player puts into fields and tour books (`--write`), by field name.

    A text is printed in every copy of a sheet that has the field. With the key of a copy before the name, such as
    `mission-3-notes-pilot`, it is printed only in that copy.

    Attributes:
        words: the texts, by field name.
        places: the names of all fields that were drawn.
        free: the names of the fields in which nothing is printed.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)

    def use(self, name: str, key: str, printed: str, alias: str = "") -> str:
        """Return the text that the player entered for a field; empty if there is none.

        Args:
            name: the name of the field.
            key: the key of the copy of the sheet; empty if the sheet has only one copy.
            printed: the text that the log has for this field; empty if it has none.
            alias: another name for the field.

        Raises:
            PressError: both the log and the player have a text for the field.
        """
        if not printed:
            self.free.add(alias or name)
        for field_name in (*([f"{key}-{name}"] if key else []), name, *([alias] if alias else [])):
            self.places.add(field_name)
            if self.words.get(field_name):
                if printed:
                    raise PressError(f"field '{field_name}': the log fills it with {printed!r}; leave the field out")
                return OwnWords(self.words[field_name])
        return ""

    def check(self) -> None:
        """Check that every text of the player was printed in a field.

        Raises:
            PressError: a text has no field; the message lists the free fields.
        """
        for name, words in self.words.items():
            if words and name not in self.places:
                error = UnknownName("field of these sheets", name, self.places)
                raise PressError(f"{error}; free on them: {self._free()}; other sheets have other fields")

    def _free(self) -> str:
        """Return the names of the free fields for a message, without the many fields of numbered lines and men."""
        names = sorted(name for name in self.free if not re.search(r"\d|^(?:name|notes)-", name))
        others = len(self.free) - len(names)
        more = f", and {others} more" if others else ""
        return f"{', '.join(names)}{more}" if names else f"{len(self.free)} fields, by their names in the fillable PDF"


@frozen
class Context:
    """The input of a layout: the names to which it may refer, the values of its fields, and its drawing functions.

    Attributes:
        used: the names of the fields that the layout has read so far; a value for any other field is an error.
        deferred: calls that draw blocks later, by the name of the `Turn` block that makes the calls.
    """

    document: Document
    scope: dict[str, Any]
    values: Mapping[str, Value]
    draw_functions: Mapping[str, DrawFunction]
    used: set[str]
    writing: Writing
    deferred: dict[str, list[Callable[[], None]]] = field(default_factory=dict)

    def with_names(self, **names: Any) -> Context:
        """Return a copy of the context with further names to which the layout may refer."""
        return replace(self, scope={**self.scope, **names})

    def field_text(self, name: str, alias: str = "") -> str:
        """Return the text of a field: from the log or, if the log has none, from the player's texts.

        The player can use either the name of the field or `alias`.
        """
        printed = self.text_value(name)
        return self.writing.use(name, self.document.form.key, printed, alias) or printed

    def sum_call(self, sum_name: Template | None) -> str:
        """Return the JavaScript call that calculates a field that shows a sum; empty for any other field.

        Raises:
            PressError: the data has no sum with this name.
        """
        name = sum_name.fill(self.scope) if sum_name else ""
        if not sum_name or not name or not self.document.fillable:
            return ""
        sums = self.scope.get("sums", {})
        if name not in sums:
            raise PressError(f"{sum_name.place}: {UnknownName('sum', name, sums)}")
        return self.document.form.sum_call(name, sums[name])

    def text_value(self, name: str) -> str:
        """Return the value of a text field; empty if there is none.

        Raises:
            SheetError: the value is True or False, as for a box to tick.
        """
        self.used.add(name)
        value = self.values.get(name, "")
        if isinstance(value, bool):
            raise SheetError(f"field '{name}' takes a text, not a mark")
        return value

    def mark_value(self, name: str) -> bool | None:
        """Return True if a box is marked, False if it is not, None if its value is unknown."""
        return self.is_marked(name) if name in self.values else None

    def is_marked(self, name: str) -> bool:
        """Return True if a box is marked.

        Raises:
            SheetError: the value is a text.
        """
        self.used.add(name)
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise SheetError(f"field '{name}' takes a mark, not the text '{value}'")
        return value


Millimetres = Annotated[float, Min(0), Read(float, lambda number, place: number * MM)]
"""A length in points, which files state in millimetres."""
Colour = Annotated[str, Among(tuple(PALETTE))]
Style = Annotated[str, Among(tuple(STYLES))]


class Block:
    """A part of a page, which can measure and draw itself."""

    __slots__ = ()

    @property
    def stretches(self) -> bool:
        """True if the block takes a share of the unused space on the page."""
        return False

    def height(self, context: Context, width: float) -> float:
        """Return the minimum height of the block at this width, in points."""
        raise NotImplementedError

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the block into a box that is at least `height` high."""
        raise NotImplementedError


BLOCKS: dict[str, type[Block]] = {}
"""The classes of blocks by kind, which is the first key of a block in a layout."""

B = TypeVar("B", bound=type[Block])


def block(kind: str) -> Callable[[B], B]:
    """Register a class of blocks under its kind."""

    def register(cls: B) -> B:
        BLOCKS[kind] = cls
        return cls

    return register


@frozen
class Stack:
    """Blocks drawn one below the other.

    Attributes:
        placed: the blocks, each with its file and line.
        place: the file and line of the list of blocks.
    """

    schema: ClassVar[Schema] = {"$ref": "#/$defs/blocks"}
    reads: ClassVar[Any] = list[
        Annotated[Any, Read(Annotated[Block, FirstKey(BLOCKS)], lambda block, place: (block, place))]
    ]

    placed: Sequence[tuple[Block, str]]
    place: str

    @property
    def stretches(self) -> bool:
        """True if any block of the stack stretches."""
        return any(block.stretches for block, _ in self.placed)

    def height(self, context: Context, width: float) -> float:
        """Return the sum of the blocks' heights."""
        return sum(block.height(context, width) for block, _ in self.placed)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the blocks one below the other; blocks that stretch share the unused space."""
        heights = [block.height(context, box.width) for block, _ in self.placed]
        slack = box.height - sum(heights)
        if slack < -0.01:
            needed = f"{sum(heights) / MM:.1f} mm, but there are {box.height / MM:.1f}"
            raise PressError(f"{self.place}: these blocks need {needed}")
        stretching = sum(block.stretches for block, _ in self.placed)
        for (block, place), least in zip(self.placed, heights, strict=True):
            height = least + (slack / stretching if block.stretches else 0.0)
            with located(place):
                block.draw(context, surface, box.top(height))
            box = box.below(height)


@frozen
class Height:
    """The height of a block; a height of `fill` is a share of the unused space."""

    points: float = 0.0
    is_fill: bool = False


FILL = Height(is_fill=True)
HeightOrFill = Annotated[
    Height,
    Read(
        Annotated[float, Min(0)] | Literal["fill"], lambda words, place: FILL if words == "fill" else Height(words * MM)
    ),
]
"""A height, which files state in millimetres, or as `fill`."""
LINE = Height(6.0 * MM)
"""The default height of a line to write on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The list over which a block is repeated: `1..25`, the name of a list in the data, or a list in the layout.

    Attributes:
        over: the list: `1..25`, the name of a list in the data, or a list in the layout.
        item: the name by which the layout refers to an item of the list.
    """

    over: PlacedItems
    item: Annotated[str, Key("as")] = "n"

    def contexts(self, context: Context) -> list[Context]:
        """Return a context for each item of the list."""
        return [context.with_names(**{self.item: item}) for item in self._items(context)]

    def _items(self, context: Context) -> Sequence[Any]:
        words = self.over.words
        if not isinstance(words, str):
            named: Sequence[Any] = words
            return named
        first, dots, last = words.partition("..")
        if dots and re.fullmatch(r"[0-9]+\.\.[0-9]+", words):
            if max(len(first), len(last)) > _RANGE_DIGITS:
                self.over.fail(f"'{words}': the numbers of a range have at most {_RANGE_DIGITS} digits")
            return range(int(first), int(last) + 1)
        items = look_up(words, context.scope, self.over.place)
        if not isinstance(items, (list, tuple, range)):
            self.over.fail(f"'{words}' is not a list")
        return items


class Frame(Block):
    """A block around other blocks, which stretches if any of them does."""

    __slots__ = ()

    inside: Stack

    @property
    def stretches(self) -> bool:
        """True if any block inside stretches."""
        return self.inside.stretches


@block("later")
@frozen
class Later(Frame):
    """Blocks that take up space here, but are drawn, read aloud and reached by Tab at the `Turn` of the same name.

    Attributes:
        turn: the name of the `turn` block at which these blocks are drawn.
        inside: the blocks from top to bottom.
    """

    turn: Annotated[str, Key("later")]
    inside: Annotated[Stack, Key("body")]

    def height(self, context: Context, width: float) -> float:
        """Return the sum of the heights of these blocks."""
        return self.inside.height(context, width)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Store the blocks in the context, so that the `Turn` of the same name draws them."""
        context.deferred.setdefault(self.turn, []).append(lambda: self.inside.draw(context, surface, box))


@block("turn")
@frozen
class Turn(Block):
    """The point in the reading order at which the blocks of the `Later` with the same name are drawn.

    Attributes:
        turn: the name that `later` blocks refer to.
    """

    turn: PlacedText

    def height(self, context: Context, width: float) -> float:
        """Return 0, because the blocks take up space at their `Later` and not here."""
        return 0.0

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the blocks that a `Later` stored for this turn."""
        name = self.turn.words
        if name not in context.deferred:
            self.turn.fail(f"no `later: {name}` comes before this turn; add one, or remove the turn")
        for draw in context.deferred.pop(name):
            draw()


@block("heading")
@frozen
class Heading(Block):
    """A heading at one of six levels.

    Attributes:
        words: the text of the heading.
        level: the level of the heading, from 1 to 6.
        style: the text style; by default that of the level.
        align: the side to which the text is aligned; by default that of the style.
    """

    words: Annotated[Template, Key("heading")]
    level: Annotated[int, Min(1), Max(6)] = 1
    style: Style = ""
    align: Align | None = None

    @property
    def look(self) -> TextStyle:
        """The text style, which by default follows from the level."""
        return style_of(self.style or {1: "title", 2: "heading"}.get(self.level, "subheading"), self.align)

    def height(self, context: Context, width: float) -> float:
        """Return the height of one line and its margin."""
        return self.look.leading + 1 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the heading."""
        line = box.top(self.look.leading)
        words = self.words.fill(context.scope)
        surface.text(words, line, self.look, place=self.words.place, tag=f"H{self.level}")


@block("text")
@frozen
class Prose(Block):
    """A paragraph of text with **bold** and *italic* words.

    Attributes:
        words: the text, with **bold** and *italic* words.
        style: the text style.
        align: the side to which the text is aligned; by default that of the style.
    """

    words: Annotated[Template, Key("text")]
    style: Style = "text"
    align: Align | None = None

    @property
    def look(self) -> TextStyle:
        """The text style."""
        return style_of(self.style, self.align)

    def height(self, context: Context, width: float) -> float:
        """Return the height of the wrapped lines."""
        return len(self._lines(context, width)) * self.look.leading + 0.7 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the lines as one paragraph."""
        with surface.canvas.content("P"):
            surface.lines(self._lines(context, box.width), box, self.look)

    def _lines(self, context: Context, width: float) -> list[text.Line]:
        """Return the wrapped lines. Only the layout's own text may have emphasis, not the values filled into it."""
        runs = text.marked(self.words.words, self.look)
        filled = [text.Run(self.words.fill_part(run.text, context.scope), run.font) for run in runs]
        return text.wrap(filled, width, self.look, self.words.place)


class HighBlock(Block):
    """A block whose layout states its minimum height, or that it stretches."""

    __slots__ = ()

    least: Height

    @property
    def stretches(self) -> bool:
        """True if the height is `fill`."""
        return self.least.is_fill

    def height(self, context: Context, width: float) -> float:
        """Return the minimum height; 0 if the block stretches."""
        return self.least.points


@block("space")
@frozen
class Space(HighBlock):
    """Empty space of a fixed height, or with a share of the unused space.

    Attributes:
        least: the height in millimetres, or `fill` for a share of the unused space.
    """

    least: Annotated[HeightOrFill, Key("space")]

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw nothing."""


@block("rule")
@frozen
class Rule(Block):
    """A horizontal line across the box.

    Attributes:
        weight: the weight of the line.
        colour: a colour of the palette.
    """

    weight: Annotated[str, Key("rule"), Among(tuple(WEIGHTS))]
    colour: Colour = "ink"

    def height(self, context: Context, width: float) -> float:
        """Return the height of the line with its margins."""
        return 2 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the line in the middle of the box."""
        y = box.y + box.height / 2
        surface.line(box.x, y, box.right, y, weight=WEIGHTS[self.weight], colour=self.colour)


@block("field")
@frozen
class Field(HighBlock):
    """A field to write in, with a line below it or a frame around it.

    Attributes:
        name: the name of the field, which `values` and `--write` use.
        label: the text that says what to write.
        style: the text style of what is written.
        align: the side to which what is written is aligned; by default that of the style.
        frame: a line below the space to write in, or a box around it.
        multiline: true if several lines can be written.
        least: the height of the space to write in.
        beside: the width of a label to the left of the field; 0 for a label above it.
        alias: another name under which the player can give a text.
        sum_name: the name of the sum that viewers with JavaScript calculate.
    """

    name: Annotated[Template, Key("field")]
    label: Template
    least: Annotated[HeightOrFill, Key("height")] = LINE
    style: Style = "value"
    align: Align | None = None
    frame: Literal["line", "box"] = "line"
    multiline: bool = False
    beside: Millimetres = 0.0
    alias: str = ""
    sum_name: Annotated[Template | None, Key("sum")] = None

    def height(self, context: Context, width: float) -> float:
        """Return the height of the label and the space to write in."""
        return (0.0 if self.beside else style_of("label").leading) + self.least.points + _LABEL_GAP

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the label, the line or frame, and either the field's text or a form field."""
        name, label = self.name.fill(context.scope), self.label.fill(context.scope)
        area = self._draw_label(surface, label, box)
        if self.frame == "box":
            surface.box(area)
        else:
            surface.edge(area, "bottom")
            if not self.multiline:
                area = area.below(max(area.height - _WRITING_HEIGHT, 0.0))
        surface.entry(
            name,
            label,
            area,
            style_of(self.style, self.align),
            value=context.field_text(name, self.alias),
            multiline=self.multiline,
            sum_call=context.sum_call(self.sum_name),
        )

    def _draw_label(self, surface: Surface, label: str, box: Box) -> Box:
        """Draw the label, and return the remaining box for writing."""
        look = style_of("label")
        if self.beside:
            low = box.height - _LABEL_GAP
            words = box.top(low - 0.4 * MM).start(self.beside)
            surface.text(label, words, look, place=self.label.place, valign="bottom")
            return box.top(low).after(self.beside)
        return surface.heading(label, box.top(box.height - _LABEL_GAP), look, place=self.label.place)


@block("check")
@frozen
class Check(Block):
    """A box or circle to mark, with its label at the right.

    Attributes:
        name: the name of the mark, which `values` and `--write` use.
        label: the text at the right.
        shape: a box or a circle.
        mark: the sign that a viewer draws when it is set.
    """

    name: Annotated[Template, Key("check")]
    label: Template
    shape: Literal["box", "circle"] = "box"
    mark: Mark = "cross"

    def height(self, context: Context, width: float) -> float:
        """Return the height of a line of boxes."""
        return 5 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the box and its label."""
        side, look = 3.6 * MM, style_of("dense")
        name, label = self.name.fill(context.scope), self.label.fill(context.scope)
        square = box.start(side).middle(side, side)
        surface.check(name, label, square, shape=self.shape, mark=self.mark, on=context.mark_value(name))
        beside = box.after(side + 1.5 * MM)
        surface.text(label, beside, look, place=self.label.place)


@block("tally")
@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Over, Block):
    """Rows of small boxes to cross off one by one, with a wider gap after every fifth box.

    Attributes:
        name: the name of each box; it contains the name of the list's item.
        label: the name of each box for screen readers.
        align: the side to which the rows are aligned.
        mark: the sign that a viewer draws when a box is set.
        across: the number of boxes in a row.
    """

    name: Annotated[Template, Key("tally")]
    label: Template
    across: Annotated[int, Min(1), Max(100)] = 10
    align: Align = "left"
    mark: Mark = "cross"

    def height(self, context: Context, width: float) -> float:
        """Return the height of all rows."""
        rows = -(-len(self.contexts(context)) // self.across)
        return rows * (_TALLY + _TALLY_GAP)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the boxes, left to right and top to bottom."""
        contexts = self.contexts(context)
        wide = self._left(min(self.across, len(contexts)) - 1) + _TALLY
        if wide > box.width + 0.01:
            raise PressError(
                f"{self.name.place}: a row of {self.across} boxes is wider than its place; make `across` smaller"
            )
        left = box.aligned(wide, self.align).x
        for number, item in enumerate(contexts):
            row, column = divmod(number, self.across)
            square = Box(left + self._left(column), box.y + row * (_TALLY + _TALLY_GAP), _TALLY, _TALLY)
            name, label = self.name.fill(item.scope), self.label.fill(item.scope)
            surface.check(name, label, square, mark=self.mark, on=context.mark_value(name))

    def _left(self, column: int) -> float:
        return column * (_TALLY + _TALLY_GAP) + column // 5 * _TALLY_GAP


@block("columns")
@frozen
class Columns(Block):
    """Stacks side by side; without widths, all have the same width.

    Attributes:
        stacks: the stacks from left to right, each a list of blocks.
        widths: the width of each stack: `2` is a share, `30mm` is fixed.
        gap: the gap between two stacks in millimetres.
    """

    stacks: Annotated[tuple[Stack, ...], Key("columns"), Min(1)]
    widths: tuple[PlacedText, ...] | None = None
    gap: Millimetres = 4 * MM

    def validate(self) -> Iterator[Fault]:
        """Yield a fault unless each column has a width."""
        if self.widths is not None and len(self.widths) != len(self.stacks):
            yield (), f"there are {len(self.stacks)} columns, but {len(self.widths)} widths"

    @property
    def stretches(self) -> bool:
        """True if any column stretches."""
        return any(stack.stretches for stack in self.stacks)

    def height(self, context: Context, width: float) -> float:
        """Return the height of the tallest column."""
        return max(stack.height(context, w) for stack, w in zip(self.stacks, self._widths(width), strict=True))

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the columns from left to right."""
        boxes = box.columns(self._widths(box.width), self.gap)
        for stack, part in zip(self.stacks, boxes, strict=True):
            stack.draw(context, surface, part)

    def _widths(self, total: float) -> list[float]:
        return divide(self.widths or [None] * len(self.stacks), total, self.gap)


@block("box")
@frozen
class Panel(Frame):
    """A frame around blocks, with an optional title at its top.

    Attributes:
        inside: the blocks from top to bottom.
        title: the title at the top of the frame.
        fill: the colour of the ground, one of the palette.
        weight: the weight of the frame; `none` for no frame.
        pad: the gap between frame and blocks in millimetres.
    """

    inside: Annotated[Stack, Key("box")]
    title: Template | None = None
    fill: Colour | None = None
    weight: Annotated[str, Among((*WEIGHTS, "none"))] = "thin"
    pad: Millimetres = 2 * MM

    @property
    def _head(self) -> float:
        return style_of("subheading").leading + 1 * MM if self.title else 0.0

    def height(self, context: Context, width: float) -> float:
        """Return the height of title, blocks and padding."""
        return self._head + self.inside.height(context, width - 2 * self.pad) + 2 * self.pad

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the frame, the title, and the blocks of the panel."""
        surface.box(box, weight=WEIGHTS.get(self.weight), fill=self.fill, radius=1 * MM)
        if self.title:
            head = box.top(self._head + self.pad / 2).inset(self.pad, 0)
            words = self.title.fill(context.scope)
            surface.text(words, head, style_of("subheading"), place=self.title.place)
        self.inside.draw(context, surface, box.below(self._head).inset(self.pad))


@block("each")
@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Over, Frame):
    """Blocks that are repeated for each item of a list, with `across` items in a row.

    Attributes:
        over: the list: `1..25`, the name of a list in the data, or a list in the layout.
        inside: the blocks that are drawn for each item.
        across: the number of items in a row.
        gap: the gap between two items in millimetres.
    """

    over: Annotated[PlacedItems, Key("each")]
    inside: Annotated[Stack, Key("body")]
    across: Annotated[int, Min(1), Max(100)] = 1
    gap: Millimetres = 0.0

    def height(self, context: Context, width: float) -> float:
        """Return the height of all rows; each row is as high as its tallest item."""
        rows = self._rows(context)
        part = shares(width, [1] * self.across, self.gap)[0]
        heights = [max(self.inside.height(one, part) for one in row) for row in rows]
        return sum(heights) + self.gap * max(len(rows) - 1, 0)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the rows, which share the unused space."""
        rows = self._rows(context)
        widths = shares(box.width, [1] * self.across, self.gap)
        slack = (box.height - self.height(context, box.width)) / max(len(rows), 1)
        for row in rows:
            height = max(self.inside.height(one, widths[0]) for one in row) + slack
            for one, part in zip(row, box.top(height).columns(widths, self.gap), strict=False):
                self.inside.draw(one, surface, part)
            box = box.below(height + self.gap)

    def _rows(self, context: Context) -> list[list[Context]]:
        items = self.contexts(context)
        return [items[start : start + self.across] for start in range(0, len(items), self.across)]


@block("table")
@frozen
class View(Block):
    """A block with a table from the data.

    Attributes:
        table: the name of the table among the data.
    """

    table: PlacedText

    def height(self, context: Context, width: float) -> float:
        """Return the height of the table."""
        return self._laid_out(context, width).height

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the table."""
        self._laid_out(context, box.width).draw(surface, box)

    def _laid_out(self, context: Context, width: float) -> tables.SetTable:
        name = self.table.words
        table = look_up(name, context.scope, self.table.place)
        if not isinstance(table, tables.Table):
            self.table.fail(f"'{name}' is not a table; name one among the data of the sheet")
        return tables.SetTable(replace(table, place=f"{self.table.place}: {name}"), width)


@dataclass(frozen=True, slots=True, kw_only=True)
class StationMarks(Over):
    """Boxes to tick at the stations of a drawing, one for each item of a list.

    Attributes:
        at: the station of the drawing at which the box stands.
        check: the name of the mark.
        label: the name of the mark for screen readers.
        caption: a short text in the circle of the mark.
        mark: the sign that a viewer draws when it is set.
        diameter: the diameter of a separate circle for a pencil mark, in place of the station's own circle; 0 to use
            the station's circle.
        spot: the centre of the separate circle in the drawing's units (`170 28`), if it differs from that of the
            station.
    """

    at: Template
    check: Template
    label: Template
    caption: Template | None = None
    mark: Mark = "cross"
    diameter: Millimetres = 0.0
    spot: Template | None = None

    def captions(self, context: Context) -> dict[str, str]:
        """Return the captions to draw inside stations of the drawing, by the id of the station."""
        if not self.caption or self.diameter:
            return {}
        contexts = self.contexts(context)
        return {self.at.fill(item.scope): self.caption.fill(item.scope) for item in contexts}

    def draw(self, context: Context, surface: Surface, placed: art.PlacedArt) -> None:
        """Draw a box to tick at the station of each item."""
        for item in self.contexts(context):
            name, label = self.check.fill(item.scope), self.label.fill(item.scope)
            spot, on = placed.anchor(self.at.fill(item.scope)), context.mark_value(name)
            if not self.diameter:
                surface.check(name, label, spot, shape="none", mark=self.mark, on=on)
                continue
            middle = placed.spot(*_coordinates(item.scope, self.spot)) if self.spot else spot.centre
            circle = square_around(*middle, self.diameter / 2)
            surface.check(name, label, circle, shape="circle", mark=self.mark, on=on, weight=RULE)
            if self.caption:  # over the mark, to be legible
                art.draw_caption(surface, circle, self.caption.fill(item.scope))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArtNotes(Over):
    """Short notes on a drawing, each at a point in the drawing's units, with an optional arrow.

    An arrow that points down begins above the point, and one that points up begins below it.

    Attributes:
        x: the distance from the left edge in the drawing's units.
        y: the distance from the top edge in the drawing's units.
        arrow: `up` or `down` for an arrow to the point; anything else for none.
        words: the text of the note.
        alt: the text for screen readers.
    """

    x: Template
    y: Template
    arrow: Template | None = None
    words: Annotated[Template, Key("text")]
    alt: Template

    def draw(self, context: Context, surface: Surface, placed: art.PlacedArt) -> None:
        """Draw each note."""
        for item in self.contexts(context):
            self._draw_note(item.scope, surface, placed)

    def _draw_note(self, scope: dict[str, Any], surface: Surface, placed: art.PlacedArt) -> None:
        x, y = placed.spot(*_coordinates(scope, self.x, self.y))
        look, words = style_of("pen-note"), self.words.fill(scope)
        turn = self.arrow.fill(scope) if self.arrow else ""
        with surface.figure(self.alt.fill(scope)):
            half = text.width(words, look) / 2
            if turn not in ("up", "down"):
                surface.put(words, x - half, y + look.size * 0.35, look)
                return
            length, side = 3.2 * MM, -1 if turn == "down" else 1
            surface.arrow(x, y + side * length / 2, length, "down" if turn == "down" else "up", colour="pen")
            low = y - length - 0.6 * MM if turn == "down" else y + length + 0.6 * MM + look.size * 0.72
            surface.put(words, x - half, low, look)


def _coordinates(scope: dict[str, Any], *templates: Template) -> tuple[float, float]:
    """Return the coordinates of a point on a drawing, which one or two templates state."""
    words = " ".join(template.fill(scope) for template in templates)
    try:
        x, y = map(float, words.split())
    except ValueError:
        x = y = math.nan
    if not math.isfinite(x + y):
        raise PressError(f"{templates[0].place}: expected two numbers, a point in the drawing's units (got '{words}')")
    return x, y


@block("art")
@frozen
class Art(HighBlock):
    """A block with a drawing, as large as its box allows.

    Attributes:
        name: the name of the drawing's file, without `.svg`.
        alt: the text for screen readers; `none` for an ornament.
        least: the minimum height in millimetres, or `fill` for a share of the unused space.
        align: the side to which the drawing is aligned.
        marks: the boxes to tick at stations of the drawing.
        notes: the short notes on the drawing.
        struck: the name of a mark; the whole drawing is crossed out if this mark is set.
    """

    name: Annotated[Template, Key("art")]
    alt: Template | None = None
    least: Annotated[HeightOrFill, Key("height")] = Height()
    align: Align = "centre"
    marks: tuple[StationMarks, ...] = ()
    notes: tuple[ArtNotes, ...] = ()
    struck: Template | None = None

    def validate(self) -> Iterator[Fault]:
        """Yield a fault unless the drawing has a height."""
        if self.least == Height():
            yield (), "a drawing needs a height in mm, or `height: fill`"

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the drawing with its marks and notes, and cross it out if its `struck` mark is set."""
        alt = self.alt.fill(context.scope) if self.alt else None
        captions = {at: words for marks in self.marks for at, words in marks.captions(context).items()}
        name = self.name.fill(context.scope)
        stations = not any(marks.diameter for marks in self.marks)
        placed = art.draw(surface, name, box, alt=alt, captions=captions, stations=stations, align=self.align)
        for marks in self.marks:
            marks.draw(context, surface, placed)
        for notes in self.notes:
            notes.draw(context, surface, placed)
        if self.struck and context.is_marked(self.struck.fill(context.scope)):
            with surface.figure("crossed out"):
                surface.crossed(placed.box, weight=HEAVY, colour="pen")


@block("draw")
@frozen
class Drawn(HighBlock):
    """A block that is drawn by a Python function; the provider of the game registers the function.

    Attributes:
        function: the name of the function.
        least: the minimum height in millimetres, or `fill` for a share of the unused space.
    """

    function: Annotated[PlacedText, Key("draw")]
    least: Annotated[HeightOrFill, Key("height")] = Height()

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        """Draw the block by calling its drawing function."""
        name = self.function.words
        if name not in context.draw_functions:
            self.function.fail(f"no drawing function is called '{name}'")
        context.draw_functions[name](surface, box, context.scope)


def divide(widths: Sequence[PlacedText | None], total: float, gap: float = 0.0) -> list[float]:
    """Return the widths of columns in points.

    Args:
        widths: the widths in the layout: `2` is a share, `30mm` is fixed, None is one share.
        total: the width to divide.
        gap: the gap between two columns.

    Raises:
        PressError: a width cannot be parsed, or the fixed widths are larger than the total.
    """
    fixed, parts = [], []
    for width in widths:
        words = width.words if width else "1"
        is_fixed = words.endswith("mm")
        number = scalar(words.removesuffix("mm"))
        if isinstance(number, bool) or not isinstance(number, (int, float)) or number < 0:
            place = width.place if width else ""
            raise PressError(f"{place}: a width must be a share, such as 2, or a length, such as 30mm")
        fixed.append(number * MM if is_fixed else 0.0)
        parts.append(0.0 if is_fixed else number)
    left = total - sum(fixed) - gap * (len(widths) - 1)
    if left < -0.01:
        raise PressError(
            f"{next(w.place for w in widths if w)}: the columns are wider than their place; make `widths` smaller"
        )
    share = left / sum(parts) if any(parts) else 0.0
    return [f or part * share for f, part in zip(fixed, parts, strict=True)]
