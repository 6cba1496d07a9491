"""The tables of a game on pages: either all tables with their sources, or player aids with a page for each phase.

A table that fits a page is never cut. A table that is too wide for one column spans several columns; if it is too wide
for the page, it gets a landscape page. The type is as large as possible without additional pages.

Tables stay in order, and little white space is left. Tables that are several columns wide go across the top of a page;
the others fill the columns in order, all at the same height. The order is changed only if this arrangement is
impossible. The assignment of tables to pages is optimized over all pages at once: the cost counts pages, white space,
divided sections, and tables that stand under the heading of another section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, zip_longest
from typing import NamedTuple

from combatbox.core.annotations import frozen
from combatbox.core.table_views import TableView
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.flowables import LOW_TITLE, TITLE, draw_title
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
_MISFILED = 1.0  # the cost of a page with a table under the heading of another section


class Kind(NamedTuple):
    """The format of a product's pages.

    Attributes:
        looks: the table styles to try.
        upright, turned: the numbers of columns of portrait and landscape pages.
        title: the height of the product's title.
        led: True if the names of sections are printed above their first tables.
        again: the style of the product's title on later pages.
    """

    looks: tuple[TableStyle, ...]
    upright: tuple[int, ...]
    turned: tuple[int, ...]
    margin: float
    gap: float
    below: float
    title: float
    led: bool = False
    again: str = "heading"

    def frames(self, paper: Paper) -> list[PageFrame]:
        """Return the possible frames of pages."""
        return [
            PageFrame(
                width - 2 * self.margin, height - 2 * self.margin - _FOOT - self.title, count, self.gap, self.below
            )
            for landscape, columns in ((False, self.upright), (True, self.turned))
            for width, height in [paper.size(landscape=landscape)]
            for count in columns
        ]


TABLES = Kind(styles_of("tables"), (2,), (3,), MARGIN, 6 * MM, 3.5 * MM, TITLE, led=True)
AIDS = Kind(styles_of("aids"), (2, 3, 4), (3, 4), 8 * MM, 3.5 * MM, 2 * MM, LOW_TITLE)
LARGE_AIDS = Kind(styles_of("large-aids"), (1, 2), (2,), MARGIN, 6 * MM, 5 * MM, TITLE, again="print-name")


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


_Spot = tuple[Item, int, float]
"""An item, the index of its first column, and its y."""
_Spots = list[_Spot] | None
"""The places of all items of a page; None if they do not fit."""


class Page:
    """A page with all of some items.

    Attributes:
        white: the part of the page that stays white.
        is_misfiled: True if a reader of the columns meets a table before its section's heading, or after that of
            another.
    """

    def __init__(self, frame: PageFrame, items: Sequence[Item], spots: list[_Spot], *, in_order: bool) -> None:
        self.frame, self._items, self._spots, self._in_order = frame, items, spots, in_order
        used = sum([frame.across(item.span) * (item.height + frame.below) for item in items])
        self.white = 1 - used / (frame.width * (frame.height + frame.below))
        self.is_misfiled = _is_misfiled(spots)

    def cost(self, *, parted: bool, last: bool) -> float:
        """Return the cost; a page without white space costs 1.

        Args:
            parted: True if the section of the last table goes on on the next page.
            last: True for the last page, whose white space costs nothing.
        """
        white = 0.0 if last else self.white**2 + (_MUCH if self.white > _WHITE else 0.0)
        return 1 + white + _PARTED * parted + _DISORDER * (not self._in_order) + _MISFILED * self.is_misfiled

    @cached_property
    def placed(self) -> list[tuple[Item, Box]]:
        """The items with their places, in level columns if they are in order."""
        frame, spots = self.frame, self._spots
        if self._in_order:
            level = _least_level(self._items, frame, frame.height)
            spots = _flow(self._items, frame, level, strict=True) or spots
        return [
            (item, Box(frame.across(at) + frame.gap if at else 0.0, y, frame.across(item.span), item.height))
            for item, at, y in spots
        ]


def _page(items: Sequence[Item], frame: PageFrame) -> Page | None:
    """Return the preferred page with all of these items; None if they do not fit."""
    found: Page | None = None
    for number, arrange in enumerate(_ARRANGEMENTS):
        if spots := arrange(items, frame):
            page = Page(frame, items, spots, in_order=number == 0)
            page.is_misfiled = page.is_misfiled and arrange is not _in_bands
            if not page.is_misfiled:
                return page
            found = found or page
    return found


def _is_misfiled(spots: Sequence[_Spot]) -> bool:
    section = ""
    headed = {item.section for item, _, _ in spots if item.opens}
    for item, _, _ in sorted(spots, key=lambda spot: spot[1:]):
        if item.section != section and (item.section in headed or section in headed) and not item.opens:
            return True
        section = item.section
    return False


def _fill_columns(items: Sequence[Item], frame: PageFrame) -> _Spots:
    """Fill column by column with the items of one section after the other, in any order within a section."""
    if any(item.span > 1 for item in items):
        return None
    spots, left = list[_Spot](), list(items)
    for column in range(frame.columns):
        y = 0.0
        while left:
            section = [item for item in left if item.section == left[0].section][:_TRIED]
            chosen = _fullest(section, frame.height + 0.01 - y, frame.below)
            for item in chosen:
                spots.append((item, column, y))
                y += item.height + frame.below
                left.remove(item)
            if len(chosen) < len(section):
                break
    return None if left else spots


def _fullest(section: Sequence[Item], space: float, below: float) -> Sequence[Item]:
    """Return the items of a section that fill a space best; the one with its heading is always among them."""
    best, most = list[Item](), 0.0
    for count in range(len(section), 0, -1):
        for chosen in combinations(section, count):
            height = sum(item.height for item in chosen) + below * (count - 1)
            if most < height <= space and chosen[0].opens == section[0].opens:
                best, most = list(chosen), height
    return best


def _in_bands(items: Sequence[Item], frame: PageFrame) -> _Spots:
    """Place items in order, with each wide item below the columns of those before it."""
    top, spots, band = 0.0, list[_Spot](), list[Item]()
    for item in [*items, None]:
        if item and item.span == 1:
            band.append(item)
            continue
        placed = _flow(band, frame, _least_level(band, frame, frame.height - top), strict=True)
        if placed is None or (item and top + item.height > frame.height):
            return None
        spots += [(one, column, top + y) for one, column, y in placed]
        top += max((y + one.height + frame.below for one, _, y in placed), default=0.0)
        if item:
            spots.append((item, 0, top))
            top += item.height + frame.below
        band = []
    return spots if top <= frame.height + frame.below + 0.01 else None


def _least_level(items: Sequence[Item], frame: PageFrame, high: float) -> float:
    """Return the lowest level, at most `high`, down to which the items fit in order; `high` if there is none."""
    low = max((item.height for item in items), default=high)
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _flow(items, frame, middle, strict=True) else (middle, high)
    return high


def _flow(items: Sequence[Item], frame: PageFrame, level: float, *, strict: bool, right: bool = False) -> _Spots:
    """Place items in the columns down to a height `level`.

    With `strict`, items stay in order: no item is placed in an earlier column than the item before it. With `right`,
    items that are several columns wide stand at the right of the page.
    """
    ends, spots, column = [0.0] * frame.columns, list[_Spot](), 0
    limit = level + 0.01
    for item in sorted(items, key=lambda item: item.span == 1):
        span, places = item.span, range(frame.columns - item.span + 1)
        if span > 1:
            first = min(reversed(places) if right else places, key=lambda at: max(ends[at : at + span]))
        else:
            first = next((at for at in places[column:] if ends[at] + item.height <= limit), column)
            column = first if strict else 0
        y = max(ends[first : first + span])
        if y + item.height > limit:
            return None
        spots.append((item, first, y))
        ends[first : first + span] = [y + item.height + frame.below] * span
    return spots


_ARRANGEMENTS: tuple[Callable[[Sequence[Item], PageFrame], _Spots], ...] = (
    lambda items, frame: _flow(items, frame, frame.height, strict=True),
    lambda items, frame: _flow(items, frame, frame.height, strict=False),
    lambda items, frame: _flow(sorted(items, key=lambda item: -item.height), frame, frame.height, strict=False),
    lambda items, frame: _flow(items, frame, frame.height, strict=True, right=True),
    _fill_columns,
    _in_bands,
)
"""The ways to place items on a page, the preferred ones first."""


def deal(count: int, frames: Sequence[PageFrame], makes: Callable[[PageFrame, int], Item | None]) -> list[Page]:
    """Distribute items over pages at the lowest cost; the result is empty if an item fits no frame.

    Args:
        count: the number of items.
        frames: the frames to choose from for each page.
        makes: a function that takes a frame and the index of an item. It returns the item as it fits this frame, or
            None if it does not fit.
    """
    made = {frame: [makes(frame, number) for number in range(count)] for frame in frames}
    best: list[tuple[float, list[Page]] | None] = [(0.0, []), *[None] * count]
    for start in range(count):
        if (before := best[start]) is None:
            continue
        for frame, items in made.items():
            for stop in range(start + 1, count + 1):
                some = [item for item in items[start:stop] if item]
                page = _page(some, frame) if items[stop - 1] else None
                if page is None:
                    break
                after = items[stop] if stop < count else None
                parted = after is not None and after.section == some[-1].section
                cost = before[0] + page.cost(parted=parted, last=stop == count)
                known = best[stop]
                if known is None or cost < known[0] - 1e-9:
                    best[stop] = cost, [*before[1], page]
    end = best[count]
    return end[1] if end else []


Face = tuple[str, list[Page]]
"""A player aid: its title and its page, or several pages if its tables do not fit on one."""


def lay_out(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Page]:
    """Distribute the tables of sections over pages, in the largest type that needs no additional page.

    Args:
        paper: the size of the pages.
        sections: the sections of the product.
        kind: the format of the pages.

    Raises:
        PressError: a table fits on no page; the message names the table and the cell.
    """
    best: list[Page] = []
    for looks in reversed(kind.looks):  # smallest first, until one needs more pages
        pages = _dealt(paper, sections, kind, looks)
        if best and (not pages or len(pages) > len(best)):
            break
        best = pages or best
    best = best or _dealt(paper, _cut(paper, sections, kind), kind, kind.looks[-1])
    if best:
        return best
    for section in sections:
        for view in section.tables:
            set_view(view, kind.frames(paper)[-1].width, kind.looks[-1])  # the first that fits no page is an error
    raise PressError(f"{sections[0].title}: the tables fit no page")


def faces(paper: Paper, sections: Sequence[Section], kind: Kind = AIDS) -> list[Face]:
    """Return the player aids, one for each phase of play.

    All pages have the same type, and either all are portrait or all are landscape, depending on which allows larger
    type.
    """
    options = [_alike(paper, sections, kind._replace(turned=())), _alike(paper, sections, kind._replace(upright=()))]
    return min(options, key=lambda option: (sum(len(pages) for _, pages in option), -_size(option[0])))


def _alike(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Face]:
    """Return the pages of each phase in the largest type in which none of them needs an additional page."""
    best = [lay_out(paper, [face], kind._replace(looks=kind.looks[-1:])) for face in sections]
    for looks in reversed(kind.looks[:-1]):
        larger: list[list[Page]] = []
        for face, pages in zip(sections, best, strict=True):
            laid = _dealt(paper, [face], kind, looks)
            if not laid or len(laid) > len(pages):
                break
            larger.append(laid)
        if len(larger) < len(best):
            break
        best = larger
    return [(face.title, pages) for face, pages in zip(sections, best, strict=True)]


def printing_order(found: Sequence[Face]) -> list[Face]:
    """Return player aids in printing order: the first half of the phases on fronts, the second half on backs.

    Therefore two aids that are used together are never on the two sides of one sheet. If an aid needs several pages,
    the order does not change.
    """
    if any(len(pages) > 1 for _, pages in found):
        return list(found)
    half = -(-len(found) // 2)
    return [face for pair in zip_longest(found[:half], found[half:]) for face in pair if face]


def _size(face: Face) -> float:
    """Return the type size of player aids plus the space between rows, by which layouts are compared."""
    looks = face[1][0].placed[0][0].view.looks
    return style_of(looks.table).size + looks.pad


def _dealt(paper: Paper, sections: Sequence[Section], kind: Kind, looks: TableStyle) -> list[Page]:
    views = [(view, section, view is section.tables[0]) for section in sections for view in section.tables]

    def made(frame: PageFrame, place: int) -> Item | None:
        view, section, first = views[place]
        return _item(view, section.title, frame, looks, first and kind.led)

    least = _EMS * style_of(looks.table).size
    return deal(len(views), [frame for frame in kind.frames(paper) if frame.across(1) >= least], made)


def _item(view: TableView, section: str, frame: PageFrame, looks: TableStyle, opens: bool) -> Item | None:
    """Lay out a table across as few columns as keep it readable; return None if it is then higher than the page.

    What follows a table that fills a page, its modifiers and notes, goes across all columns, so that it is placed first
    on the next page.
    """
    rest = bool(view.modifiers and not view.rows)
    for span in range(frame.columns if rest else 1, frame.columns + 1):
        try:
            set_table = set_view(view, frame.across(span), looks)
        except PressError:
            continue
        height = set_table.height + (SECTION if opens else 0.0)
        most = _MOST if span == frame.columns else _EASY
        if height <= frame.height and (len(view.headings) == 1 or set_table.most_lines <= most):
            return Item(set_table, span, height, section, opens)
    return None


def _cut(paper: Paper, sections: Sequence[Section], kind: Kind) -> list[Section]:
    """Return the sections, with tables that fit no page cut into parts."""
    frames, looks = kind.frames(paper), replace(kind.looks[-1], bare=False)
    # A part has the name of its section above it, or its dice again below its name.
    above = SECTION if kind.led else 2 * style_of(looks.meta).leading

    def parts(section: Section, view: TableView) -> Iterator[TableView]:
        opens = kind.led and view is section.tables[0]
        if any(_item(view, section.title, frame, looks, opens) for frame in frames):
            yield view
            return
        for part in by_columns(view, frames[-1].width, looks, most_lines=_EASY):
            yield from (one.view for one in by_rows(part, frames[-1].width, frames[-1].height - above, looks))

    return [
        replace(section, tables=tuple(p for view in section.tables for p in parts(section, view)))
        for section in sections
    ]


def draw(
    document: Document, title: str, pages: Sequence[Page], kind: Kind, *, subtitle: str = "", part_of: str | None = None
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
    """
    for number, page in enumerate(pages):
        landscape = page.frame.width > document.paper.width - 2 * kind.margin + 1
        bookmark = None if number else (title if part_of is None else part_of or None)
        with document.page(landscape=landscape, margin=kind.margin, bookmark=bookmark) as surface:
            if part_of is not None and not number:
                document.bookmark(title, 1)
            draw_title(surface, title, again=kind.again if number else "", subtitle=subtitle, height=kind.title)
            for item, box in page.placed:
                if part_of is None and item.view.view.id:
                    document.canvas.name_page(item.view.view.id)
                at = box.moved(surface.body.x, surface.body.y + kind.title)
                item.draw(surface, at)
