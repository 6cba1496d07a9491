"""Packing of pieces onto pages: no piece is divided, the pieces stay in order, and little white space is left.

A page frame has columns. Pieces that are several columns wide go across its top; the others fill the columns in order,
all at the same height. The order is changed only if this arrangement is impossible. The assignment of pieces to pages
is optimized over all pages at once: the cost counts pages, white space, divided sections, and pieces that stand under
the heading of another section.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Generic, NamedTuple, TypeVar

from combatbox.press.geometry import Box

P = TypeVar("P")
_WHITE = 1 / 3  # the share of white space above which a page costs more
_MUCH, _PARTED, _DISORDER = 0.6, 0.12, 0.05  # costs in pages: too much white, a divided section, a changed order
_TRIED = 12  # the largest number of items of which every choice is tried; each further item doubles the time
_MISFILED = 1.0  # the cost of a page with a piece under the heading of another section


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Item(Generic[P]):
    """A piece, the number of columns that it spans, its height, its section, and whether it has the section's heading."""

    piece: P
    span: int
    height: float
    section: str = ""
    opens: bool = False


@dataclass(frozen=True, slots=True)
class PackedPage(Generic[P]):
    """A page: the position of each piece from the top left, and the part of the page that stays white."""

    bed: PageFrame
    placed: tuple[tuple[P, Box], ...]
    white: float
    in_order: bool


ItemFactory = Callable[[PageFrame, int], Item[P] | None]
"""A function that returns the item with an index for a page frame; None if the item does not fit."""


_Spot = tuple[Item[P], int, float]
"""An item, the index of its first column, and its y."""


class _Candidate(NamedTuple, Generic[P]):
    """A possible page with the values that determine its cost, before its columns are levelled."""

    bed: PageFrame
    spots: Sequence[_Spot[P]]
    white: float
    in_order: bool
    misfiled: bool


def fill(items: Sequence[Item[P]], bed: PageFrame) -> PackedPage[P] | None:
    """Return a page with all of these items; None if they do not fit."""
    page = _candidate(items, bed)
    return _final_page(items, page) if page else None


def _candidate(items: Sequence[Item[P]], bed: PageFrame) -> _Candidate[P] | None:
    """Return a candidate page with all of these items; None if they do not fit."""
    used = sum([bed.across(item.span) * (item.height + bed.below) for item in items])
    white = 1 - used / (bed.width * (bed.height + bed.below))
    found: _Candidate[P] | None = None
    for number, arrange in enumerate(_ARRANGEMENTS):
        if spots := arrange(items, bed):
            page = _Candidate(bed, spots, white, number == 0, arrange is not _in_bands and _is_misfiled(spots))
            if not page.misfiled:
                return page
            found = found or page
    return found


def _fill_columns(items: Sequence[Item[P]], bed: PageFrame) -> list[_Spot[P]] | None:
    """Fill column by column with the items of one section after the other, in any order within a section.

    Return None if they do not fit, or if an item is several columns wide.
    """
    if any(item.span > 1 for item in items):
        return None
    spots, left = list[_Spot[P]](), list(items)
    for column in range(bed.columns):
        y = 0.0
        while left:
            section = [item for item in left if item.section == left[0].section][:_TRIED]
            chosen = _fullest(section, bed.height + 0.01 - y, bed.below)
            for item in chosen:
                spots.append((item, column, y))
                y += item.height + bed.below
                left.remove(item)
            if len(chosen) < len(section):
                break
    return None if left else spots


def _fullest(section: Sequence[Item[P]], space: float, below: float) -> Sequence[Item[P]]:
    """Return the items of a section that fill a space best; the one with its heading is always among them."""
    best, most = list[Item[P]](), 0.0
    for count in range(len(section), 0, -1):
        for chosen in combinations(section, count):
            height = sum(item.height for item in chosen) + below * (count - 1)
            if most < height <= space and chosen[0].opens == section[0].opens:
                best, most = list(chosen), height
    return best


def _in_bands(items: Sequence[Item[P]], bed: PageFrame) -> list[_Spot[P]] | None:
    """Place items in order, with each wide item below the columns of those before it; return None if they do not fit."""
    top, spots, band = 0.0, list[_Spot[P]](), list[Item[P]]()
    for item in [*items, None]:
        if item and item.span == 1:
            band.append(item)
            continue
        placed = _flow(band, bed, _least_level(band, bed, bed.height - top), strict=True)
        if placed is None or (item and top + item.height > bed.height):
            return None
        spots += [(one, column, top + y) for one, column, y in placed]
        top += max((y + one.height + bed.below for one, _, y in placed), default=0.0)
        if item:
            spots.append((item, 0, top))
            top += item.height + bed.below
        band = []
    return spots if top <= bed.height + bed.below + 0.01 else None


def _is_misfiled(spots: Sequence[_Spot[P]]) -> bool:
    """Return True if a reader of the columns meets a piece before its section's heading, or after that of another."""
    section = ""
    headed = {item.section for item, _, _ in spots if item.opens}
    for item, _, _ in sorted(spots, key=lambda spot: spot[1:]):
        if item.section != section and (item.section in headed or section in headed) and not item.opens:
            return True
        section = item.section
    return False


def _final_page(items: Sequence[Item[P]], page: _Candidate[P]) -> PackedPage[P]:
    """Return the final page of a candidate, with level columns if it is in order."""
    bed = page.bed
    spots = (_levelled(items, bed) if page.in_order else None) or page.spots
    placed = [
        (item.piece, Box(bed.across(at) + bed.gap if at else 0.0, y, bed.across(item.span), item.height))
        for item, at, y in spots
    ]
    return PackedPage(bed, tuple(placed), page.white, page.in_order)


def _levelled(items: Sequence[Item[P]], bed: PageFrame) -> list[_Spot[P]] | None:
    """Return the places of the items, in order, with columns as low and as equal as possible."""
    return _flow(items, bed, _least_level(items, bed, bed.height), strict=True)


def _least_level(items: Sequence[Item[P]], bed: PageFrame, high: float) -> float:
    """Return the lowest level, at most `high`, down to which the items fit in order; `high` if there is none."""
    low = max((item.height for item in items), default=high)
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _flow(items, bed, middle, strict=True) else (middle, high)
    return high


def _flow(
    items: Sequence[Item[P]], bed: PageFrame, level: float, *, strict: bool, right: bool = False
) -> list[_Spot[P]] | None:
    """Place items in the columns down to a height `level`; return None if they do not fit.

    With `strict`, items stay in order: no item is placed in an earlier column than the item before it. With `right`,
    items that are several columns wide stand at the right of the page.
    """
    ends, spots, column = [0.0] * bed.columns, list[_Spot[P]](), 0
    for item in [one for one in items if one.span > 1]:
        places = range(bed.columns - item.span + 1)
        first = min(reversed(places) if right else places, key=lambda at: max(ends[at : at + item.span]))
        y = max(ends[first : first + item.span])
        if y + item.height > level + 0.01:
            return None
        spots.append((item, first, y))
        ends[first : first + item.span] = [y + item.height + bed.below] * item.span
    for item in [one for one in items if one.span == 1]:
        limit = level + 0.01
        for first in range(column, bed.columns):
            y = ends[first]
            if y + item.height <= limit:
                break
        else:
            return None
        column = first if strict else 0
        spots.append((item, first, y))
        ends[first] = y + item.height + bed.below
    return spots


_ARRANGEMENTS: tuple[Callable[[Sequence[Item[Any]], PageFrame], list[_Spot[Any]] | None], ...] = (
    lambda items, bed: _flow(items, bed, bed.height, strict=True),
    lambda items, bed: _flow(items, bed, bed.height, strict=False),
    lambda items, bed: _flow(sorted(items, key=lambda item: -item.height), bed, bed.height, strict=False),
    lambda items, bed: _flow(items, bed, bed.height, strict=True, right=True),
    _fill_columns,
    _in_bands,
)
"""The ways to place items on a page, the preferred ones first."""


def deal(count: int, beds: Sequence[PageFrame], makes: ItemFactory[P]) -> list[PackedPage[P]] | None:
    """Distribute items over pages at the lowest cost; return None if an item fits no frame.

    Args:
        count: the number of items.
        beds: the frames to choose from for each page.
        makes: a function that takes a frame and the index of an item. It returns the item as it fits this frame, or
            None if it does not fit.
    """
    made = cache(makes)
    best: list[tuple[float, list[tuple[list[Item[P]], _Candidate[P]]]] | None] = [(0.0, []), *[None] * count]
    for start in range(count):
        before = best[start]
        if before is None:
            continue
        for bed in beds:
            items: list[Item[P]] = []
            for stop in range(start + 1, count + 1):
                item = made(bed, stop - 1)
                if item is None:
                    break
                items.append(item)
                page = _candidate(items, bed)
                if page is None:
                    break
                after = made(bed, stop) if stop < count else None
                parted = after is not None and after.section == items[-1].section
                cost = before[0] + _cost(page, parted, last=stop == count)
                known = best[stop]
                if known is None or cost < known[0] - 1e-9:
                    best[stop] = cost, [*before[1], ([*items], page)]
    end = best[count]
    return [_final_page(items, page) for items, page in end[1]] if end else None


def _cost(page: _Candidate[P], parted: bool, *, last: bool) -> float:
    """Return the cost of a page; a page without white space costs 1."""
    white = page.white**2 + (_MUCH if page.white > _WHITE else 0.0)
    return 1 + (0.0 if last else white) + _PARTED * parted + _DISORDER * (not page.in_order) + _MISFILED * page.misfiled
