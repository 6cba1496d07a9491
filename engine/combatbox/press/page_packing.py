"""Packing of pieces onto pages: no piece is divided, the pieces stay in order, and little white space is left.

A page frame has columns. Pieces that are several columns wide go across its top; the others fill the columns in order,
all at the same height. The order is changed only if this arrangement is impossible. The assignment of pieces to pages
is optimized over all pages at once: the cost counts pages, white space, and divided sections.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from combatbox.press.geometry import Box

P = TypeVar("P")
_WHITE = 1 / 3  # the share of white space above which a page costs more
_MUCH, _PARTED, _DISORDER = 0.6, 0.12, 0.05  # costs in pages: too much white, a divided section, a changed order


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
    """A piece, the number of columns that it spans, its height, and its section."""

    piece: P
    span: int
    height: float
    section: str = ""


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


def fill(items: Sequence[Item[P]], bed: PageFrame) -> PackedPage[P] | None:
    """Return a page with all of these items; None if they do not fit."""
    page = _candidate(items, bed)
    return _final_page(items, page) if page else None


def _candidate(items: Sequence[Item[P]], bed: PageFrame) -> _Candidate[P] | None:
    """Return a candidate page with all of these items; None if they do not fit."""
    spots = _flow(items, bed, bed.height, strict=True)
    in_order = spots is not None
    if not in_order:
        tall = sorted(items, key=lambda item: -item.height)
        spots = _flow(items, bed, bed.height, strict=False) or _flow(tall, bed, bed.height, strict=False)
    if spots is None:
        return None
    used = sum([bed.across(item.span) * (item.height + bed.below) for item in items])
    return _Candidate(bed, spots, 1 - used / (bed.width * (bed.height + bed.below)), in_order)


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
    low, high = max(item.height for item in items), bed.height
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _flow(items, bed, middle, strict=True) else (middle, high)
    return _flow(items, bed, high, strict=True)


def _flow(items: Sequence[Item[P]], bed: PageFrame, level: float, *, strict: bool) -> list[_Spot[P]] | None:
    """Place items in the columns down to a height `level`; return None if they do not fit.

    With `strict`, items stay in order: no item is placed in an earlier column than the item before it.
    """
    ends, spots, column = [0.0] * bed.columns, list[_Spot[P]](), 0
    for item in [one for one in items if one.span > 1]:
        first = min(range(bed.columns - item.span + 1), key=lambda at: max(ends[at : at + item.span]))
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
    return 1 + (0.0 if last else white) + _PARTED * parted + _DISORDER * (not page.in_order)
