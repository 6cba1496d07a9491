"""The blocks that layouts are made of: how high each is, and how it is drawn.

`layout` describes the language and reads it; `grid` has the ruled record of many lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, cast

from combatbox.core.errors import UnknownName
from combatbox.press import art, tables, text
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.forms import Mark
from combatbox.press.geometry import Box, shares
from combatbox.press.style import HEAVY, MM, Align, TextStyle
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.yaml_source import Source, Template, look_up

Value = str | bool
Room = Callable[[Surface, Box, dict[str, Any]], None]
_LABEL_GAP = 1.0 * MM
_WRITTEN = 5.0 * MM
_TALLY, _TALLY_GAP = 3.2 * MM, 0.7 * MM


@dataclass(slots=True)
class Writing:
    """Words that a player wants in fields, by their names; they stand in every copy of a sheet that has the field.

    With the key of one copy before the name, `mission-3-notes-pilot`, they stand in that one alone.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)

    def take(self, name: str, key: str, printed: str, alias: str = "") -> str:
        """What to write in a field, in which something may be `printed` already; `alias` is another name for it."""
        if not printed:
            self.free.add(alias or name)
        for one in (*([f"{key}-{name}"] if key else []), name, *([alias] if alias else [])):
            self.places.add(one)
            if self.words.get(one):
                if printed:
                    raise PressError(f"field '{one}': the log has written {printed!r} there")
                self.placed.add(one)
                return self.words[one]
        return ""

    def check(self) -> None:
        """Raise UnknownName for words that found no field."""
        for name, words in self.words.items():
            if words and name not in self.placed:
                error = UnknownName("field of a record sheet", name, self.places)
                raise PressError(f"{error}; free on these sheets: {self._free()}")

    def _free(self) -> str:
        """The fields in which nothing is printed, but for those of numbered lines and of men, which are many."""
        names = sorted(name for name in self.free if not re.search(r"\d|^(?:name|notes)-", name))
        more = f", and {len(self.free) - len(names)} more" if len(self.free) > len(names) else ""
        return f"{', '.join(names)}{more}" if names else f"{len(self.free)} fields, by their names in the fillable PDF"


@dataclass(frozen=True, slots=True)
class Context:
    """What a layout is drawn with: names it may use, values of its fields, functions that draw."""

    document: Document
    scope: dict[str, Any]
    values: Mapping[str, Value]
    rooms: Mapping[str, Room]
    used: set[str]
    writing: Writing

    def within(self, **names: Any) -> Context:
        return replace(self, scope={**self.scope, **names})

    def entry(self, name: str, alias: str = "") -> str:
        """What stands in a field: the log's words, or the player's own, for which it may have an `alias`."""
        printed = self.words(name)
        return self.writing.take(name, self.document.form.key, printed, alias) or printed

    def words(self, name: str) -> str:
        """The text that fills a place, if any."""
        self.used.add(name)
        value = self.values.get(name, "")
        if isinstance(value, bool):
            raise PressError(f"field '{name}' wants text, not a mark")
        return value

    def check(self, name: str) -> bool | None:
        """Whether a box is marked; None if nobody has said so."""
        return self.marked(name) if name in self.values else None

    def marked(self, name: str) -> bool:
        self.used.add(name)
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise PressError(f"field '{name}' is marked or not; it cannot hold '{value}'")
        return value


class Block(Protocol):
    """A part of a page. A block that `stretches` takes a share of the room that others leave."""

    @property
    def stretches(self) -> bool: ...

    def height(self, context: Context, width: float) -> float: ...

    def draw(self, context: Context, surface: Surface, box: Box) -> None: ...


@dataclass(frozen=True, slots=True)
class Stack:
    """Blocks one below the other."""

    blocks: Sequence[Block]
    place: str

    @property
    def stretches(self) -> bool:
        return any(block.stretches for block in self.blocks)

    def height(self, context: Context, width: float) -> float:
        return sum(block.height(context, width) for block in self.blocks)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        heights = [block.height(context, box.width) for block in self.blocks]
        slack = box.height - sum(heights)
        if slack < -0.01:
            needed = f"{sum(heights) / MM:.1f} mm of the {box.height / MM:.1f} there are"
            raise PressError(f"{self.place}: what is listed here needs {needed}")
        stretching = sum(block.stretches for block in self.blocks)
        for block, least in zip(self.blocks, heights, strict=True):
            height = least + (slack / stretching if block.stretches else 0.0)
            block.draw(context, surface, box.top(height))
            box = box.below(height)


@dataclass(frozen=True, slots=True)
class Heading:
    words: Template
    level: int
    style: TextStyle
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return self.style.leading + 1 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        line = box.top(self.style.leading)
        words = self.words.fill(context.scope)
        surface.text(words, line, self.style, place=self.words.place, tag=f"H{self.level}")


@dataclass(frozen=True, slots=True)
class Prose:
    words: Template
    style: TextStyle
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return len(self._lines(context, width)) * self.style.leading + 0.7 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        with surface.canvas.content("P"):
            surface.lines(self._lines(context, box.width), box, self.style)

    def _lines(self, context: Context, width: float) -> list[text.Line]:
        """Emphasis is read in the layout's own words alone, never in what fills its names."""
        runs = text.marked(self.words.words, self.style)
        filled = [text.Run(self.words.fill_part(run.text, context.scope), run.font) for run in runs]
        return text.wrap(filled, width, self.style, self.words.place)


@dataclass(frozen=True, slots=True)
class Space:
    """Empty room, of a fixed height or stretching."""

    least: float
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return self.least

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Rule:
    weight: float
    colour: str
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return 2 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        y = box.y + box.height / 2
        surface.line(box.x, y, box.right, y, weight=self.weight, colour=self.colour)


@dataclass(frozen=True, slots=True)
class Field:
    """A place to write, a line below it or a frame around it; its label above, or `beside` it."""

    name: Template
    label: Template
    room: float
    style: TextStyle
    frame: Literal["line", "box"]
    multiline: bool
    beside: float = 0.0
    stretches: bool = False
    alias: str = ""

    def height(self, context: Context, width: float) -> float:
        return (0.0 if self.beside else style_of("label").leading) + self.room + _LABEL_GAP

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        name, label = self.name.fill(context.scope), self.label.fill(context.scope)
        area = self._draw_label(surface, label, box)
        if self.frame == "box":
            surface.box(area)
        else:
            surface.line(area.x, area.bottom, area.right, area.bottom)
            if not self.multiline:
                area = area.below(max(area.height - _WRITTEN, 0.0))  # one writes on a line, not above it
        surface.entry(name, label, area, self.style, value=context.entry(name, self.alias), multiline=self.multiline)

    def _draw_label(self, surface: Surface, label: str, box: Box) -> Box:
        """Print the label; what is left to write in."""
        look = style_of("label")
        if self.beside:
            low = box.height - _LABEL_GAP
            words = Box(box.x, box.y, self.beside, low - 0.4 * MM)
            surface.text(label, words, look, place=self.label.place, valign="bottom")
            return Box(box.x + self.beside, box.y, box.width - self.beside, low)
        surface.text(label, box.top(look.leading), look, place=self.label.place)
        return Box(box.x, box.y + look.leading, box.width, box.height - look.leading - _LABEL_GAP)


@dataclass(frozen=True, slots=True)
class Check:
    """A box or circle to mark, its label to the right."""

    name: Template
    label: Template
    shape: Literal["box", "circle"]
    mark: Mark
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return 5 * MM

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        side, look = 3.6 * MM, style_of("dense")
        name, label = self.name.fill(context.scope), self.label.fill(context.scope)
        square = Box(box.x, box.y + (box.height - side) / 2, side, side)
        surface.check(name, label, square, shape=self.shape, mark=self.mark, on=context.check(name))
        beside = Box(square.right + 1.5 * MM, box.y, box.width - side - 1.5 * MM, box.height)
        surface.text(label, beside, look, place=self.label.place)


@dataclass(frozen=True, slots=True)
class Over:
    """What a repetition runs over: `1..25`, a list of the data by name, or a list on the spot."""

    source: Source
    name: str

    def contexts(self, context: Context) -> list[Context]:
        return [context.within(**{self.name: item}) for item in self._items(context)]

    def _items(self, context: Context) -> Sequence[Any]:
        if not self.source.is_text():
            return cast("Sequence[Any]", self.source.plain())
        words = self.source.text()
        first, dots, last = words.partition("..")
        if dots and first.isdigit() and last.isdigit():
            return range(int(first), int(last) + 1)
        items = look_up(words, context.scope, self.source.place)
        if not isinstance(items, (list, tuple, range)):
            self.source.fail(f"'{words}' is not a list")
        return items


@dataclass(frozen=True, slots=True)
class Tally:
    """Small boxes to cross off one by one, so many in a row, a wider gap after each five."""

    over: Over
    name: Template
    label: Template
    across: int
    align: Align
    mark: Mark
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        rows = -(-len(self.over.contexts(context)) // self.across)
        return rows * (_TALLY + _TALLY_GAP)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        contexts = self.over.contexts(context)
        wide = self._left(min(self.across, len(contexts)) - 1) + _TALLY
        if wide > box.width + 0.01:
            raise PressError(f"{self.name.place}: {self.across} boxes in a row are wider than their place")
        left = box.x + {"left": 0.0, "centre": (box.width - wide) / 2, "right": box.width - wide}[self.align]
        for number, one in enumerate(contexts):
            row, column = divmod(number, self.across)
            square = Box(left + self._left(column), box.y + row * (_TALLY + _TALLY_GAP), _TALLY, _TALLY)
            name, label = self.name.fill(one.scope), self.label.fill(one.scope)
            surface.check(name, label, square, mark=self.mark, on=context.check(name))

    def _left(self, column: int) -> float:
        return column * (_TALLY + _TALLY_GAP) + column // 5 * _TALLY_GAP


@dataclass(frozen=True, slots=True)
class Columns:
    """Stacks side by side."""

    stacks: Sequence[Stack]
    widths: Sequence[Source | None]
    gap: float

    @property
    def stretches(self) -> bool:
        return any(stack.stretches for stack in self.stacks)

    def height(self, context: Context, width: float) -> float:
        widths = divide(self.widths, width, self.gap)
        return max(stack.height(context, w) for stack, w in zip(self.stacks, widths, strict=True))

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        boxes = box.columns(divide(self.widths, box.width, self.gap), self.gap)
        for stack, part in zip(self.stacks, boxes, strict=True):
            stack.draw(context, surface, part)


@dataclass(frozen=True, slots=True)
class Panel:
    """A frame around blocks, with an optional title in its head."""

    inside: Stack
    title: Template | None
    fill: str | None
    weight: float | None
    pad: float

    @property
    def stretches(self) -> bool:
        return self.inside.stretches

    @property
    def _head(self) -> float:
        return style_of("subheading").leading + 1 * MM if self.title else 0.0

    def height(self, context: Context, width: float) -> float:
        return self._head + self.inside.height(context, width - 2 * self.pad) + 2 * self.pad

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        surface.box(box, weight=self.weight, fill=self.fill, radius=1 * MM)
        if self.title:
            head = box.top(self._head + self.pad / 2).inset(self.pad, 0)
            words = self.title.fill(context.scope)
            surface.text(words, head, style_of("subheading"), place=self.title.place)
        self.inside.draw(context, surface, box.below(self._head).inset(self.pad))


@dataclass(frozen=True, slots=True)
class Each:
    """Blocks repeated, downwards or so many across."""

    over: Over
    inside: Stack
    across: int
    gap: float

    @property
    def stretches(self) -> bool:
        return self.inside.stretches

    def height(self, context: Context, width: float) -> float:
        rows = self._rows(context)
        part = shares(width, [1] * self.across, self.gap)[0]
        heights = [max(self.inside.height(one, part) for one in row) for row in rows]
        return sum(heights) + self.gap * max(len(rows) - 1, 0)

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        rows = self._rows(context)
        widths = shares(box.width, [1] * self.across, self.gap)
        slack = (box.height - self.height(context, box.width)) / max(len(rows), 1)
        for row in rows:
            height = max(self.inside.height(one, widths[0]) for one in row) + slack
            for one, part in zip(row, box.top(height).columns(widths, self.gap), strict=False):
                self.inside.draw(one, surface, part)
            box = box.below(height + self.gap)

    def _rows(self, context: Context) -> list[list[Context]]:
        items = self.over.contexts(context)
        return [items[start : start + self.across] for start in range(0, len(items), self.across)]


@dataclass(frozen=True, slots=True)
class View:
    """A table handed in with the data."""

    name: str
    place: str
    stretches: bool = False

    def height(self, context: Context, width: float) -> float:
        return tables.set_table(self._table(context), width, place=self.name).height

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        table = tables.set_table(self._table(context), box.width, place=self.name)
        table.draw(surface, box, place=f"{self.place}: {self.name}")

    def _table(self, context: Context) -> tables.Table:
        table = look_up(self.name, context.scope, self.place)
        if not isinstance(table, tables.Table):
            raise PressError(f"{self.place}: '{self.name}' is not a table")
        return table


@dataclass(frozen=True, slots=True)
class StationMarks:
    """Marks at the stations of a drawing, one for each item of a list."""

    over: Over
    at: Template
    check: Template
    label: Template
    caption: Template | None
    mark: Mark

    def captions(self, context: Context) -> dict[str, str]:
        """The words inside the stations, by station."""
        if not self.caption:
            return {}
        contexts = self.over.contexts(context)
        return {self.at.fill(one.scope): self.caption.fill(one.scope) for one in contexts}

    def draw(self, context: Context, surface: Surface, placed: art.PlacedArt) -> None:
        for one in self.over.contexts(context):
            name, label = self.check.fill(one.scope), self.label.fill(one.scope)
            spot = placed.anchor(self.at.fill(one.scope))
            surface.check(name, label, spot, shape="none", mark=self.mark, on=context.check(name))


@dataclass(frozen=True, slots=True)
class ArtNotes:
    """What a player writes on a drawing: short words at a place in the drawing's units, perhaps an arrow.

    An arrow down comes from above and points at the place, an arrow up from below.
    """

    over: Over
    x: Template
    y: Template
    arrow: Template | None
    words: Template
    alt: Template

    def draw(self, context: Context, surface: Surface, placed: art.PlacedArt) -> None:
        for one in self.over.contexts(context):
            self._draw_one(one.scope, surface, placed)

    def _draw_one(self, scope: dict[str, Any], surface: Surface, placed: art.PlacedArt) -> None:
        x, y = placed.spot(float(self.x.fill(scope)), float(self.y.fill(scope)))
        look, words = style_of("pen-note"), self.words.fill(scope)
        turn = self.arrow.fill(scope) if self.arrow else ""
        with surface.figure(self.alt.fill(scope)):
            half = text.width(text.plain(words, look), look) / 2
            if turn not in ("up", "down"):
                surface.put(words, x - half, y + look.size * 0.35, look)
                return
            length, side = 3.2 * MM, -1 if turn == "down" else 1
            surface.arrow(x, y + side * length / 2, length, "down" if turn == "down" else "up", colour="pen")
            low = y - length - 0.6 * MM if turn == "down" else y + length + 0.6 * MM + look.size * 0.72
            surface.put(words, x - half, low, look)


@dataclass(frozen=True, slots=True)
class Art:
    """A drawing, as large as its room allows."""

    name: Template
    alt: Template | None
    least: float
    stretches: bool
    align: Align
    marks: Sequence[StationMarks]
    notes: Sequence[ArtNotes] = ()
    struck: Template | None = None

    def height(self, context: Context, width: float) -> float:
        return self.least

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        alt = self.alt.fill(context.scope) if self.alt else None
        captions = {at: words for marks in self.marks for at, words in marks.captions(context).items()}
        name = self.name.fill(context.scope)
        placed = art.draw(surface, name, box, alt=alt, captions=captions, align=self.align)
        for marks in self.marks:
            marks.draw(context, surface, placed)
        for notes in self.notes:
            notes.draw(context, surface, placed)
        if self.struck and context.marked(self.struck.fill(context.scope)):
            with surface.figure("crossed out"):
                surface.crossed(placed.box, weight=HEAVY, colour="pen")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a Python function draws."""

    room: str
    place: str
    least: float
    stretches: bool

    def height(self, context: Context, width: float) -> float:
        return self.least

    def draw(self, context: Context, surface: Surface, box: Box) -> None:
        if self.room not in context.rooms:
            raise PressError(f"{self.place}: no drawing function is called '{self.room}'")
        context.rooms[self.room](surface, box, context.scope)


def divide(widths: Sequence[Source | None], total: float, gap: float = 0.0) -> list[float]:
    """Widths like `2` (a share) and `30mm` (fixed) as points."""
    fixed, parts = [], []
    for width in widths:
        words = width.text() if width else "1"
        is_fixed = words.endswith("mm")
        try:
            number = float(words.removesuffix("mm"))
        except ValueError:
            raise PressError(f"{width.place if width else ''}: a width is a share or like 30mm") from None
        fixed.append(number * MM if is_fixed else 0.0)
        parts.append(0.0 if is_fixed else number)
    room = total - sum(fixed) - gap * (len(widths) - 1)
    if room < -0.01:
        raise PressError(f"{next(w.place for w in widths if w)}: the widths are more than there is")
    share = room / sum(parts) if any(parts) else 0.0
    return [f or part * share for f, part in zip(fixed, parts, strict=True)]
