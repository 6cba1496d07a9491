"""All tables of a game in big type on sheets to fold: panels side by side, in the order of play.

Tables run from panel to panel and are headed again where they go on. Where to cut is weighed over all panels at
once (`_Deal`): a little white at the foot of each is better than a table torn apart, and both are better than an
empty panel. The fewest sheets are taken that hold everything, and then the larger type and as much air between the
rows as they have room for.

The sheets fold like a concertina, and their backs go on where their fronts end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import NamedTuple

from combatbox.press import fonts, text
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.heads import SECTION, draw_section
from combatbox.press.style import HAIR, HEAVY, MM, SAFE_MARGIN, THIN, Paper
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.text import Line
from combatbox.press.views import Looks, SetView, Strip, by_columns, set_view

LOOKS = (
    Looks(title="card-heading", table="card-table", head="card-head"),
    Looks(title="card-heading", table="panel-table", head="panel-head"),
)

_SIDE = 7 * MM  # from a fold, or the edge of the paper, to the words
_FOOT = 5 * MM
_BELOW = 3.2 * MM  # below a table
_FOLD = 8 * MM  # the length of a fold's marks
_ENTRY = 11  # a line of the contents
_TIGHTEST, _LOOSEST, _STEP = 0.8, 2.6, 0.1  # points above and below the words of a row
_EASE = 0.95  # the part of a panel that is counted on; the rest is there for better cuts
_LONG = 0.6  # of a panel: a table so high may well be cut
_EASY = 4  # lines in a cell that a reader still takes in at a glance

# What cuts cost, next to (100 x the white part of a panel)².
_NEW_TABLE, _CUT, _SHORT_CUT, _BAD_CUT, _HALF_EMPTY, _EMPTY = 10.0, 150.0, 600.0, 4000.0, 20_000.0, 10_000.0


@dataclass(frozen=True, slots=True)
class _Table:
    """A table, or some columns of it; whether a section begins with it, and whether it goes on with other columns."""

    section: str
    opens: bool
    goes_on: bool
    strip: Strip


class Stretch(NamedTuple):
    """What stands on a panel: everything from one place up to another. Places count the items of all tables."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A table, or what of it stands on a panel, under the name of a section if that begins here or goes on."""

    view: SetView
    section: str = ""
    again: bool = False

    @property
    def height(self) -> float:
        return self.view.height + (SECTION if self.section else 0.0)


@dataclass(frozen=True, slots=True)
class Panel:
    pieces: Sequence[Piece]

    @property
    def height(self) -> float:
        return sum(piece.height for piece in self.pieces) + _BELOW * (len(self.pieces) - 1)


@dataclass(frozen=True, slots=True)
class Folded:
    """Everything laid out: panels, so many to a side of a sheet, and where each section begins.

    On the first panel stands what is `told` of the file, and how high the `opening` of that panel is.
    """

    columns: int
    panels: Sequence[Panel]
    sections: Sequence[tuple[str, int]]
    told: Sequence[list[Line]]
    opening: float

    @property
    def sides(self) -> list[Sequence[Panel]]:
        return [self.panels[start : start + self.columns] for start in range(0, len(self.panels), self.columns)]


@dataclass(frozen=True, slots=True)
class _Room:
    """The measures of a panel; on the first, a title and the contents take some of it."""

    width: float
    height: float
    opening: float

    def of(self, panel: int) -> float:
        return self.height - (self.opening if panel == 0 else 0.0)


def lay_out(paper: Paper, sections: Sequence[Section], columns: int, told: Sequence[str] = ()) -> Folded:
    """Deal the tables onto panels; `told` are paragraphs below the title.

    Raises PressError naming the table and cell that fit nowhere.
    """
    width, small = panel_width(paper, columns), style_of("footer")
    lines = [text.wrap(text.plain(words, small), width, small, "imprint") for words in told]
    room = _room(paper, columns, len(sections), sum(map(len, lines)))
    deck, panels = _largest(sections, room, 2 * columns)
    air = _most_air(deck, room, panels)
    dealt = _Deal(deck, room, air).best(panels)
    made, parts = list[Panel](), dict[str, Iterator[int]]()
    for stretch in dealt:
        made.append(Panel(list(_pieces(deck, stretch, air, parts))))
    starts = {piece.section: n for n, panel in enumerate(made, 1) for piece in panel.pieces if not piece.again}
    begins = [(one.title, starts[one.title]) for one in sections if one.title in starts]
    return Folded(columns, made, begins, lines, room.opening)


def panel_width(paper: Paper, columns: int) -> float:
    """How wide the matter of a panel is."""
    return paper.size(landscape=True)[0] / columns - 2 * _SIDE


def _room(paper: Paper, columns: int, sections: int, told: int) -> _Room:
    """The room there is beside a title, lines of small print and a contents of so many sections."""
    _, height = paper.size(landscape=True)
    opening = style_of("title").leading + 6 * MM + told * style_of("footer").leading + sections * _ENTRY + _BELOW
    return _Room(panel_width(paper, columns), height - 2 * SAFE_MARGIN - _FOOT, opening)


def _tables(sections: Sequence[Section], width: float, looks: Looks) -> Iterator[_Table]:
    for section in sections:
        opens = True
        for view in section.tables:
            for number, part in enumerate(by_columns(view, width, looks, most_lines=_EASY)):
                yield _Table(section.title, opens, number > 0, Strip(set_view(part, width, looks)))
                opens = False


def _largest(sections: Sequence[Section], room: _Room, sheet: int) -> tuple[list[_Table], int]:
    """The tables in the largest type that takes no more sheets than the smallest does, and so many panels."""
    found = []
    for looks in LOOKS:
        tables = list(_tables(sections, room.width, looks))
        panels = _Deal(tables, room, _TIGHTEST - looks.pad).least()
        found.append((tables, -(-panels // sheet) * sheet))
    least = min(panels for _, panels in found)
    return next((tables, panels) for tables, panels in found if panels == least)


def _most_air(tables: Sequence[_Table], room: _Room, panels: int) -> float:
    """What can be added above and below the words of a row when there are so many panels."""
    pad = tables[0].strip.whole.looks.pad
    low, high = 0, round((_LOOSEST - _TIGHTEST) / _STEP)
    while low < high:  # by halves
        middle = (low + high + 1) // 2
        fits = _Deal(tables, room, _TIGHTEST + middle * _STEP - pad).least(_EASE) <= panels
        low, high = (middle, high) if fits else (low, middle - 1)
    return round(_TIGHTEST + low * _STEP - pad, 3)


def _pieces(tables: Sequence[_Table], stretch: Stretch, air: float, parts: dict[str, Iterator[int]]) -> Iterator[Piece]:
    """The tables of a stretch, those that go on headed by the number of their part."""
    first, at = True, 0
    for table in tables:
        start, stop = max(stretch.start - at, 0), min(stretch.stop - at, len(table.strip))
        at += len(table.strip)
        if start >= stop:
            continue
        opens = table.opens and start == 0
        number = next(parts.setdefault(table.strip.whole.view.id, count(1)))
        view = table.strip.part(start, stop, f"part {number}" if number > 1 else "", air)
        yield Piece(view, table.section if first or opens else "", not opens)
        first = False


# Dealing


@dataclass
class _Deal:
    """The ways to deal tables onto panels, with more or less air between their rows."""

    tables: Sequence[_Table]
    room: _Room
    air: float
    _begins: list[int] = field(default_factory=list)
    _owner: list[int] = field(default_factory=list)
    _seen: dict[tuple[int, float], list[tuple[int, float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, table in enumerate(self.tables):
            self._begins.append(len(self._owner))
            self._owner += [number] * len(table.strip)
        self._begins.append(len(self._owner))

    @property
    def end(self) -> int:
        return len(self._owner)

    def ends(self, start: int, height: float) -> Iterator[tuple[int, float]]:
        """Every place where a panel that begins at one may end, and how high it is then."""
        used = SECTION
        number = self._owner[start]
        item = start - self._begins[number]
        while number < len(self.tables):
            table = self.tables[number]
            strip, begins = table.strip, self._begins[number]
            more = "part 2" if item or table.goes_on else ""
            if item == 0 and table.opens and begins != start:
                used += SECTION
            for stop in range(item + 1, len(strip) + 1):
                needed = used + strip.height(item, stop, more, self.air)
                if needed > height + 0.01:
                    return
                yield begins + stop, needed
            used += strip.height(item, len(strip), more, self.air) + _BELOW
            number, item = number + 1, 0

    @cached_property
    def costs(self) -> list[float]:
        """What a cut at each place costs."""
        return [self._cost(place) for place in range(self.end + 1)]

    def _cost(self, place: int) -> float:
        """Nothing before a section, little before a table, more amid one, most amid a short one."""
        if place == self.end:
            return 0.0
        table = self.tables[self._owner[place]]
        item = place - self._begins[self._owner[place]]
        if item == 0:
            return 0.0 if table.opens else _NEW_TABLE
        if not table.strip.cut_well(item):
            return _BAD_CUT
        short = max(0.0, 1 - table.strip.whole.height / (_LONG * self.room.height))
        return _CUT + short * _SHORT_CUT

    def least(self, ease: float = 1.0) -> int:
        """So many panels are needed, cut wherever one may, if that part of each can be filled."""
        place = panels = 0
        while place < self.end:
            place = self._furthest(place, ease * self.room.of(panels))
            panels += 1
        return panels

    def _furthest(self, start: int, height: float) -> int:
        return self._last_good(start, list(self.ends(start, height)))

    def _last_good(self, start: int, ends: Sequence[tuple[int, float]]) -> int:
        """The last place where one may cut; the last of all if that is nowhere."""
        if not ends:
            number = self._owner[start]
            called = self.tables[number].strip.called(start - self._begins[number])
            raise PressError(f"{called}: it is higher than a panel")
        costs = self.costs
        return next((place for place, _ in reversed(ends) if costs[place] < _BAD_CUT), ends[-1][0])

    def _last_ends(self, start: int, height: float, panels: int) -> list[tuple[int, float]]:
        """The ends after which the rest has room on so many panels."""
        if start == self.end:
            return []
        if (start, height) not in self._seen:
            self._seen[start, height] = list(self.ends(start, height))
        needed = self._needed
        return [end for end in self._seen[start, height] if needed[end[0]] <= panels]

    @cached_property
    def _needed(self) -> list[int]:
        """How many full panels what begins at each place needs."""
        needed, height = [0] * (self.end + 1), self.room.height
        for place in range(self.end - 1, -1, -1):
            ends = self._seen[place, height] = list(self.ends(place, height))
            needed[place] = 1 + needed[self._last_good(place, ends)]
        return needed

    def best(self, panels: int) -> list[Stretch]:
        """The cheapest way onto no more than so many panels."""
        layers: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
        for number in range(panels):
            after: dict[int, tuple[float, int]] = {}
            height = self.room.of(number)
            for start, (spent, _) in layers[-1].items():
                for place, used in self._last_ends(start, height, panels - number - 1):
                    cost = spent + self.costs[place] + _white(used / height)
                    if place not in after or cost < after[place][0]:
                        after[place] = cost, start
            layers.append(after)
        finished = [number for number, layer in enumerate(layers) if self.end in layer]
        last = min(finished, key=lambda number: layers[number][self.end][0] + _EMPTY * (panels - number))
        place, found = self.end, list[Stretch]()
        for layer in layers[last:0:-1]:
            found.insert(0, Stretch(layer[place][1], place))
            place = layer[place][1]
        return found


def _white(filled: float) -> float:
    """What it costs to leave the rest of a panel white."""
    return (100 * (1 - filled)) ** 2 + (_HALF_EMPTY if filled < 0.5 else 0.0)


# Drawing


def draw(document: Document, title: str, folded: Folded) -> None:
    """Draw the sheets, fronts and backs by turns."""
    turned = document.turns_upside_down(landscape=True)
    for number, side in enumerate(folded.sides):
        bookmark = None if number else title
        with document.page(landscape=True, bookmark=bookmark, margin=0.0, foot=False) as sheet:
            whole = Box(0, 0, sheet.width, sheet.height)
            with sheet.placed(whole, turned=turned and number % 2 == 1) as surface:
                for index, panel in enumerate(side):
                    _draw_panel(surface, title, folded, number * folded.columns + index, panel)
                _draw_folds(surface, folded.columns)


def _draw_panel(surface: Surface, title: str, folded: Folded, number: int, panel: Panel) -> None:
    width = surface.width / folded.columns
    index = number % folded.columns
    box = Box(index * width, 0, width, surface.height).inset(_SIDE, SAFE_MARGIN)
    _draw_foot(surface, box, number + 1)
    if number == 0:
        box = _draw_opening(surface, box, title, folded)
    for piece in panel.pieces:
        if piece.section:
            draw_section(surface, box, piece.section, again=piece.again)
            box = box.below(SECTION)
        piece.view.draw(surface, box)
        box = box.below(piece.view.height + _BELOW)


def _draw_opening(surface: Surface, box: Box, title: str, folded: Folded) -> Box:
    """The title, where it was made from, and on which panel each step begins; the room left below."""
    head, over, small = style_of("title"), style_of("overline"), style_of("footer")
    imprint = surface.document.imprint
    surface.text(title, box.top(head.leading), head, place="title", tag="H1", valign="top")
    surface.text(imprint.game.upper(), box.below(head.leading - 2).top(over.leading), over, place="title", tag="P")
    line = box.below(head.leading + 4 * MM)
    surface.line(line.x, line.y, line.right, line.y, weight=HEAVY)
    line = line.below(1 * MM)
    for lines in folded.told:
        with surface.canvas.content("P"):
            surface.lines(lines, line, small)
        line = line.below(len(lines) * small.leading)
    line = line.below(1 * MM)
    with surface.canvas.element("TOC"):
        for name, panel in folded.sections:
            with surface.canvas.element("TOCI"):
                _draw_entry(surface, line.top(_ENTRY), name, panel)
            line = line.below(_ENTRY)
    surface.line(box.x, line.y + 1, box.right, line.y + 1, weight=THIN)
    return box.below(folded.opening)


def _draw_entry(surface: Surface, box: Box, name: str, panel: int) -> None:
    look, number = style_of("entry"), str(panel)
    wide = fonts.width(number, look.font, look.size)
    surface.text(name, box.columns([box.width - wide - 4 * MM])[0], look, place="contents", tag="P")
    surface.text(number, Box(box.right - wide, box.y, wide + 1, box.height), look, place="contents", tag="P")


def _draw_foot(surface: Surface, box: Box, number: int) -> None:
    """What was printed at the left, the panel's number at the right."""
    look, bold, imprint = style_of("footer"), style_of("number"), surface.document.imprint
    parts = (imprint.product, f"version {imprint.version}", f"tables {imprint.digest[:8]}", imprint.remark)
    words = " · ".join(part for part in parts if part)
    with surface.canvas.artifact("Pagination"):
        surface.put(words, box.x, box.bottom, look)
        wide = fonts.width(str(number), bold.font, bold.size)
        surface.put(str(number), box.right - wide, box.bottom, bold)


def _draw_folds(surface: Surface, columns: int) -> None:
    """Dashes at the head and the foot of the sheet where it is folded."""
    for number in range(1, columns):
        x = surface.width * number / columns
        for y in (0.0, surface.height - _FOLD):
            with surface.pen(HAIR, "soft", [2, 2]) as raw:
                raw.line(x, surface.height - y, x, surface.height - y - _FOLD)
