"""The tables of a game on pages: either all tables with their sources, or player aids with a page for each phase.

A table that fits a page is never cut. A table that is too wide for one column spans several columns; if it is too wide
for the page, it gets a landscape page. The type is as large as possible without additional pages.

Tables stay in order, and little white space is left. Tables that are several columns wide go across the top of a page;
the others fill the columns in order, all at the same height. The order is changed only if this arrangement is
impossible. The assignment of tables to pages is optimized over all pages at once: the cost counts pages, white space,
divided sections, and tables that stand under the heading of another section.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, zip_longest
from typing import NamedTuple

from combatbox.core.annotations import frozen
from combatbox.core.table_views import TableView
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.flowables import LOW_TITLE, TITLE, cheapest, draw_title
from combatbox.press.style import MARGIN, MM, Box, Paper
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface
from combatbox.press.tables import SetView, TableStyle, by_columns, by_rows, set_view, styles_of

ABOUT_CODES = "Small beside a name is the code that the printed game, our site and our commands have for the table."
SECTION = 6 * MM  # the height of a section's name
_FOOT = 5 * MM
_EASY, _MOST = 3, 6  # lines in a cell that are easy to read, and that are accepted where there is no more width
_EMS = 15.5  # the least width of a column in ems: in a narrower one most cells break
_WHITE = 1 / 3  # the share of white space above which a page costs more
_MUCH, _PARTED, _DISORDER = 0.6, 0.12, 0.05  # costs in pages: too much white, a divided section, a changed order
_TRIED = 12  # the largest number of items of which every choice is tried; each further item doubles the time


class Kind(NamedTuple):
    """The format of a product's pages.

    Attributes:
        looks: the table styles to try.
        ways: sets of page formats, one of which all pages share; a format is True for landscape, and a number of columns.
        title: the height of the product's title.
        led: True if the names of sections are printed above their first tables.
        again: the style of the product's title on later pages.
    """

    looks: tuple[TableStyle, ...]
    ways: tuple[tuple[tuple[bool, int], ...], ...]
    margin: float
    gap: float
    below: float
    title: float
    led: bool = False
    again: str = "heading"

    def frames(self, paper: Paper, way: Sequence[tuple[bool, int]]) -> list[PageFrame]:
        """Return the frames of pages in some formats."""
        low = 2 * self.margin + _FOOT + self.title
        return [
            PageFrame(width - 2 * self.margin, height - low, columns, self.gap, self.below)
            for landscape, columns in way
            for width, height in [paper.size(landscape=landscape)]
        ]


_UPRIGHT, _TURNED = ((False, 2), (False, 3), (False, 4)), ((True, 3), (True, 4))
TABLES = Kind(styles_of("tables"), (((False, 2), (True, 3)),), MARGIN, 6 * MM, 3.5 * MM, TITLE, led=True)
AIDS = Kind(styles_of("aids"), (_UPRIGHT, _TURNED), 8 * MM, 3.5 * MM, 2 * MM, LOW_TITLE)
LARGE_AIDS = Kind(
    styles_of("large-aids"), (((False, 1), (False, 2)), ((True, 2),)), MARGIN, 6 * MM, 5 * MM, TITLE, again="print-name"
)


@frozen
class PageFrame:
    """The space of a page in points, with its columns and the gaps between them."""

    width: float
    height: float
    columns: int
    gap: float
    below: float

    def across(self, span: int) -> float:
        """Return the width of `span` columns."""
        column = (self.width - self.gap * (self.columns - 1)) / self.columns
        return span * column + (span - 1) * self.gap


@frozen
class Item:
    """A table to place on a page.

    Attributes:
        span: the number of columns that it spans.
        height: its height with that of the section's name, in points.
        opens: True if the name of its section is above it.
    """

    view: SetView
    span: int
    height: float
    section: str = ""
    opens: bool = False

    @property
    def entry(self) -> _Entry:
        """The table before it was laid out."""
        return _Entry(self.view.view, self.section, self.opens)

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the table at the top of a box."""
        if self.opens:
            look = style_of("section")
            line = box.top(look.leading + 2)
            surface.document.bookmark(self.section, 1)
            surface.text(self.section.upper(), line, look, place=f"section '{self.section}'", tag="H2")
            surface.edge(line, "bottom", colour="accent")
            box = box.below(SECTION)
        self.view.draw(surface, box)


class _Entry(NamedTuple):
    """A table with its section, whose name is above it if it `opens` the section."""

    view: TableView
    section: str
    opens: bool


_Spot = tuple[Item, int, float]
"""An item, the index of its first column, and its y."""
_Spots = list[_Spot] | None
"""The places of all items of a page; None if they do not fit."""


@frozen
class Page:
    """A page with all of some items."""

    frame: PageFrame
    items: Sequence[Item]
    spots: list[_Spot]
    in_order: bool

    @property
    def white(self) -> float:
        """The part of the page that stays white."""
        return _white(self.items, self.frame)

    def cost(self, *, parted: bool, last: bool) -> float:
        """Return the cost; a page without white space costs 1.

        Args:
            parted: True if the section of the last table goes on on the next page.
            last: True for the last page, whose white space costs nothing.
        """
        white = 0.0 if last else self.white**2 + (_MUCH if self.white > _WHITE else 0.0)
        return 1 + white + _PARTED * parted + _DISORDER * (not self.in_order)

    @property
    def placed(self) -> list[tuple[Item, Box]]:
        """The items with their places, in level columns if they are in order."""
        frame, spots = self.frame, self.spots
        if self.in_order:
            spots = _level(self.items, frame, frame.height) or spots
        return [
            (item, Box(frame.across(at) + frame.gap if at else 0.0, y, frame.across(item.span), item.height))
            for item, at, y in spots
        ]


def _white(items: Sequence[Item], frame: PageFrame) -> float:
    """Return the part of a page that items leave white; it is negative if they cannot fit."""
    used = sum([frame.across(item.span) * (item.height + frame.below) for item in items])
    return 1 - used / (frame.width * (frame.height + frame.below))


def _page(items: Sequence[Item], frame: PageFrame) -> Page | None:
    """Return the preferred page with all of these items; None if they do not fit, or only with one misfiled."""
    for arrange in (_in_order, _filled, _in_bands) if _white(items, frame) >= 0 else ():
        spots = arrange(items, frame, frame.height)
        if spots and (arrange is _in_bands or not _is_misfiled(items, spots)):
            return Page(frame, items, spots, arrange is _in_order)
    return None


def _is_misfiled(items: Sequence[Item], spots: Sequence[_Spot]) -> bool:
    """Return True if a reader of the columns meets an item in the wrong place.

    This is a table before its section's heading, or after that of another, or a part of a table before the part that it
    continues.
    """
    section = ""
    headed = {item.section for item in items if item.opens}
    read = [item for item, _, _ in sorted(spots, key=lambda spot: spot[1:])]
    for item in read:
        if item.section != section and (item.section in headed or section in headed) and not item.opens:
            return True
        section = item.section
    parts = [pair for pair in pairwise(items) if pair[0].view.view.id == pair[1].view.view.id]
    return any(read.index(part) > read.index(after) for part, after in parts)


def _place_wide(items: Sequence[Item], frame: PageFrame, *, right: bool) -> tuple[list[_Spot], list[float]]:
    """Place the items that are several columns wide at the top of a page, at the left or the right.

    Returns:
        The places, and the y below them in each column.
    """
    spots, ends = list[_Spot](), [0.0] * frame.columns
    for item in items:
        if item.span > 1:
            places = range(frame.columns - item.span + 1)
            first = min(places[:: -1 if right else 1], key=lambda at: max(ends[at : at + item.span]))
            y = max(ends[first : first + item.span])
            spots.append((item, first, y))
            ends[first : first + item.span] = [y + item.height + frame.below] * item.span
    return spots, ends


def _in_order(items: Sequence[Item], frame: PageFrame, level: float) -> _Spots:
    """Place wide items at the top and the others in order below them, column by column down to a height."""
    spots, ends = _place_wide(items, frame, right=False)
    column = 0
    for item in items:
        if item.span == 1:
            while column < frame.columns - 1 and ends[column] + item.height > level + 0.01:
                column += 1
            spots.append((item, column, ends[column]))
            ends[column] += item.height + frame.below
    return spots if max(ends) <= level + frame.below + 0.01 else None


def _filled(items: Sequence[Item], frame: PageFrame, level: float) -> _Spots:
    """Place wide items at the top, and fill the columns with one section after the other.

    A column begins with the first item that is left; those that fill it best follow.
    """
    spots, ends = _place_wide(items, frame, right=True)
    left = [item for item in items if item.span == 1]
    for column in range(frame.columns):
        while left:
            section = [item for item in left if item.section == left[0].section][:_TRIED]
            chosen = _fullest(section, level + 0.01 - ends[column], frame.below)
            for item in chosen:
                spots.append((item, column, ends[column]))
                ends[column] += item.height + frame.below
                left.remove(item)
            if len(chosen) < len(section):
                break
    return None if left or max(ends) > level + frame.below + 0.01 else spots


def _fullest(section: Sequence[Item], space: float, below: float) -> Sequence[Item]:
    """Return the items of a section that fill a space best; the first one is always among them."""
    first, *others = section

    def height(chosen: Sequence[Item]) -> float:
        return sum([item.height for item in chosen]) + below * (len(chosen) - 1)

    choices = ([first, *more] for count in range(len(others), -1, -1) for more in combinations(others, count))
    return max((chosen for chosen in choices if height(chosen) <= space), key=height, default=[])


def _in_bands(items: Sequence[Item], frame: PageFrame, level: float) -> _Spots:
    """Place items in order, with each wide item below the columns of those before it."""
    top, spots, band = 0.0, list[_Spot](), list[Item]()
    for item in [*items, None]:
        if item and item.span == 1:
            band.append(item)
            continue
        placed = _level(band, frame, level - top)
        if placed is None:
            return None
        spots += [(one, column, top + y) for one, column, y in placed]
        top += max((y + one.height + frame.below for one, _, y in placed), default=0.0)
        if item:
            spots.append((item, 0, top))
            top += item.height + frame.below
        band = []
    return spots if top <= level + frame.below + 0.01 else None


def _level(items: Sequence[Item], frame: PageFrame, high: float) -> _Spots:
    """Place items in order down to the lowest level that is possible, at most `high`."""
    low = max((item.height for item in items), default=high)
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _in_order(items, frame, middle) else (middle, high)
    return _in_order(items, frame, high)


Face = tuple[str, list[Page]]
"""A player aid: its title and its page, or several pages if its tables do not fit on one."""


def faces(paper: Paper, sections: Sequence[Section], kind: Kind = AIDS) -> list[Face]:
    """Return the player aids, each in the largest type that its page holds, and all portrait or all landscape."""
    groups = _lay_out(paper, [[section] for section in sections], kind)
    return [(section.title, pages) for section, pages in zip(sections, groups, strict=True)]


def lay_out(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Distribute the tables of sections over pages, in the largest type that needs no additional page.

    Args:
        paper: the size of the pages.
        sections: the sections of the product.
        kind: the format of the pages.

    Raises:
        PressError: a table fits on no page; the message names the table and the cell.
    """
    return _lay_out(paper, [sections], kind)[0]


def _lay_out(paper: Paper, groups: Sequence[Sequence[Section]], kind: Kind) -> list[list[Page]]:
    """Return the pages of each group: the fewest pages that are possible, then those in the largest type."""
    entries = [
        [
            _Entry(view, section.title, kind.led and view is section.tables[0])
            for section in group
            for view in section.tables
        ]
        for group in groups
    ]
    options = [[_largest(group, kind, kind.frames(paper, way)) for group in entries] for way in kind.ways]
    return min(options, key=lambda option: (sum(map(len, option)), -sum(_size(pages[0]) for pages in option)))


def _largest(entries: Sequence[_Entry], kind: Kind, frames: Sequence[PageFrame]) -> list[Page]:
    """Return pages of tables in the largest type that needs no additional page; aids choose it for each page."""
    fewest = _dealt(entries, frames, kind.looks[-1]) or _dealt(_cut(entries, kind, frames), frames, kind.looks[-1])
    if not fewest:
        raise PressError(f"{entries[0].section}: the tables fit no page")
    larger = (_dealt(entries, frames, looks) for looks in kind.looks[:-1])
    pages = next((pages for pages in larger if pages and len(pages) <= len(fewest)), fewest)
    if kind.led or len(pages) == 1:
        return pages
    return [page for part in pages for page in _largest([item.entry for item in part.items], kind, frames)]


def printing_order(found: Sequence[Face]) -> list[Face]:
    """Return player aids in printing order: the first half of the phases on fronts, the second half on backs.

    Therefore two aids that are used together are never on the two sides of one sheet. If an aid needs several pages,
    the order does not change.
    """
    if any(len(pages) > 1 for _, pages in found):
        return list(found)
    half = -(-len(found) // 2)
    return [face for pair in zip_longest(found[:half], found[half:]) for face in pair if face]


def _size(page: Page) -> float:
    """Return the size of a page's type plus the space between rows, by which layouts are compared."""
    looks = page.items[0].view.looks
    return style_of(looks.table).size + looks.pad


def _dealt(entries: Sequence[_Entry], frames: Sequence[PageFrame], looks: TableStyle) -> list[Page]:
    """Distribute tables over pages at the lowest cost; the result is empty if one fits no frame."""
    least = _EMS * style_of(looks.table).size
    items = {frame: [_item(entry, frame, looks) for entry in entries] for frame in frames if frame.across(1) >= least}

    def ways(start: int) -> Iterator[tuple[int, float, list[Page]]]:
        for frame, fitting in items.items():
            some = list[Item]()
            for stop, (item, after) in enumerate(pairwise([*fitting[start:], None]), start + 1):
                page = _page(some := [*some, item], frame) if item else None
                if not page:
                    break
                parted = after is not None and after.section == some[-1].section
                yield stop, page.cost(parted=parted, last=stop == len(entries)), [page]

    return cheapest(len(entries), ways)


def _item(entry: _Entry, frame: PageFrame, looks: TableStyle) -> Item | None:
    """Lay out a table across as few columns as keep it readable; return None if it is then higher than the page.

    What follows a table that fills a page, its modifiers and notes, goes across all columns, so that it is placed first
    on the next page.
    """
    view = entry.view
    rest = bool(view.modifiers and not view.rows)
    for span in range(frame.columns if rest else 1, frame.columns + 1):
        try:
            set_table = set_view(view, frame.across(span), looks)
        except PressError:
            continue
        height = set_table.height + (SECTION if entry.opens else 0.0)
        most = _MOST if span == frame.columns else _EASY
        if height <= frame.height and (len(view.headings) == 1 or set_table.most_lines <= most):
            return Item(set_table, span, height, entry.section, entry.opens)
    return None


def _cut(entries: Sequence[_Entry], kind: Kind, frames: Sequence[PageFrame]) -> list[_Entry]:
    """Return the tables, with those that fit no page cut into parts."""
    looks, frame = kind.looks[-1], frames[-1]
    height = frame.height - SECTION  # a part has the name of its section above it

    def parts(entry: _Entry) -> Iterator[TableView]:
        if any(_item(entry, one, looks) for one in frames):
            yield entry.view
            return
        for part in by_columns(entry.view, frame.width, looks, most_lines=_EASY):
            yield from (one.view for one in by_rows(part, frame.width, height, looks))

    return [
        entry._replace(view=view, opens=entry.opens and not at)
        for entry in entries
        for at, view in enumerate(parts(entry))
    ]


def draw(
    document: Document,
    title: str,
    pages: Sequence[Page],
    kind: Kind,
    *,
    subtitle: str = "",
    part_of: str | None = None,
    notes: Mapping[str, str] | None = None,
) -> None:
    """Draw the pages of a reference.

    In the document with all tables, links can point to each table by its id: `tables-a4.pdf#nameddest=P-1`.

    Args:
        document: the document to draw into.
        title: the title of the product.
        pages: the pages, as `lay_out` returns them.
        kind: the format of the pages.
        subtitle: a note beside the title of the first page.
        part_of: the title of a set of player aids if the pages are its first side; empty for a further side; None if
            the pages are not player aids.
        notes: other words for some notes, which take no more space.
    """
    for number, page in enumerate(pages):
        landscape = page.frame.width > page.frame.height
        bookmark = None if number else (title if part_of is None else part_of or None)
        with document.page(landscape=landscape, margin=kind.margin, bookmark=bookmark) as surface:
            if part_of is not None and not number:
                document.bookmark(title, 1)
            draw_title(surface, title, again=kind.again if number else "", subtitle=subtitle, height=kind.title)
            for item, box in page.placed:
                if part_of is None and item.view.view.id:
                    document.canvas.name_page(item.view.view.id)
                at = box.moved(surface.body.x, surface.body.y + kind.title)
                _worded(item, notes or {}).draw(surface, at)


def _worded(item: Item, notes: Mapping[str, str]) -> Item:
    """Return an item with other words for some notes."""
    view = item.view.view
    if notes.keys().isdisjoint(view.notes):
        return item
    view = replace(view, notes=tuple(notes.get(note, note) for note in view.notes))
    return replace(item, view=set_view(view, item.view.width, item.view.looks))
