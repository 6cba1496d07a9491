"""The packer: pieces of matter dealt onto pages, whole, in order, with little white between them.

A page is a bed of columns. Pieces of several columns' width lie across its top; the others run down the columns in order,
all ending at one height. Only where that does not do are they taken out of order. Which pieces share a page is weighed over
all pages at once: what each page costs is how many there are, what stays white on it, and what it parts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from combatbox.press.geometry import Box

P = TypeVar("P")
_WHITE = 1 / 3  # of a page: more is too much
_MUCH, _PARTED, _DISORDER = 0.6, 0.12, 0.05  # what costs of a page: too much white, a parted section, a broken order


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A page to lie on, in points: its columns and what is left between them."""

    width: float
    height: float
    columns: int
    gap: float
    below: float

    def across(self, span: int) -> float:
        """The width of so many columns."""
        column = (self.width - self.gap * (self.columns - 1)) / self.columns
        return span * column + (span - 1) * self.gap


@dataclass(frozen=True, slots=True)
class Item(Generic[P]):
    """A piece, how many columns it spans, how high it is, and to which section it belongs."""

    piece: P
    span: int
    height: float
    section: str = ""


@dataclass(frozen=True, slots=True)
class PackedPage(Generic[P]):
    """A page: where each piece lies from the top left, and how much of the page is white."""

    bed: PageFrame
    placed: tuple[tuple[P, Box], ...]
    white: float
    in_order: bool


Makes = Callable[[PageFrame, int], Item[P] | None]
"""What makes the item at a place for a bed; None if it does not fit one."""


_Spot = tuple[Item[P], int, float]
"""An item, its first column and how far down it lies."""


class _Laid(NamedTuple, Generic[P]):
    """A page that is weighed: all that its cost asks. What lies in order is not brought to one height yet."""

    bed: PageFrame
    spots: Sequence[_Spot[P]]
    white: float
    in_order: bool


def fill(items: Sequence[Item[P]], bed: PageFrame) -> PackedPage[P] | None:
    """The page on which all of these lie, None if they do not fit."""
    page = _laid(items, bed)
    return _settled(items, page) if page else None


def _laid(items: Sequence[Item[P]], bed: PageFrame) -> _Laid[P] | None:
    """The same page, to be weighed."""
    spots = _flow(items, bed, bed.height, strict=True)
    in_order = spots is not None
    if not in_order:
        tall = sorted(items, key=lambda item: -item.height)
        spots = _flow(items, bed, bed.height, strict=False) or _flow(tall, bed, bed.height, strict=False)
    if spots is None:
        return None
    used = sum([bed.across(item.span) * (item.height + bed.below) for item in items])
    return _Laid(bed, spots, 1 - used / (bed.width * (bed.height + bed.below)), in_order)


def _settled(items: Sequence[Item[P]], page: _Laid[P]) -> PackedPage[P]:
    """A page with all that lies in order brought to one height."""
    bed = page.bed
    spots = (_levelled(items, bed) if page.in_order else None) or page.spots
    placed = [
        (item.piece, Box(bed.across(at) + bed.gap if at else 0.0, y, bed.across(item.span), item.height))
        for item, at, y in spots
    ]
    return PackedPage(bed, tuple(placed), page.white, page.in_order)


def _levelled(items: Sequence[Item[P]], bed: PageFrame) -> list[_Spot[P]] | None:
    """In order, at the least height at which that can be done."""
    low, high = max(item.height for item in items), bed.height
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _flow(items, bed, middle, strict=True) else (middle, high)
    return _flow(items, bed, high, strict=True)


def _flow(items: Sequence[Item[P]], bed: PageFrame, level: float, *, strict: bool) -> list[_Spot[P]] | None:
    """Lay items down the columns to a level; `strict` is never back to a column that was left."""
    ends, spots, column = [0.0] * bed.columns, list[_Spot[P]](), 0
    for item in [one for one in items if one.span > 1]:
        first = min(range(bed.columns - item.span + 1), key=lambda at: max(ends[at : at + item.span]))
        y = max(ends[first : first + item.span])
        if y + item.height > level + 0.01:
            return None
        spots.append((item, first, y))
        ends[first : first + item.span] = [y + item.height + bed.below] * item.span
    for item in [one for one in items if one.span == 1]:
        room = level + 0.01
        for first in range(column, bed.columns):
            y = ends[first]
            if y + item.height <= room:
                break
        else:
            return None
        column = first if strict else 0
        spots.append((item, first, y))
        ends[first] = y + item.height + bed.below
    return spots


def deal(count: int, beds: Sequence[PageFrame], makes: Makes[P]) -> list[PackedPage[P]] | None:
    """Deal pieces onto the cheapest pages, the beds taken as they suit; None if one fits no bed."""
    made = cache(makes)
    best: list[tuple[float, list[tuple[list[Item[P]], _Laid[P]]]] | None] = [(0.0, []), *[None] * count]
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
                page = _laid(items, bed)
                if page is None:
                    break
                after = made(bed, stop) if stop < count else None
                parted = after is not None and after.section == items[-1].section
                cost = before[0] + _cost(page, parted, last=stop == count)
                known = best[stop]
                if known is None or cost < known[0] - 1e-9:
                    best[stop] = cost, [*before[1], ([*items], page)]
    end = best[count]
    return [_settled(items, page) for items, page in end[1]] if end else None


def _cost(page: _Laid[P], parted: bool, *, last: bool) -> float:
    """What a page costs, in pages."""
    white = page.white**2 + (_MUCH if page.white > _WHITE else 0.0)
    return 1 + (0.0 if last else white) + _PARTED * parted + _DISORDER * (not page.in_order)
