"""The outline of a part of the table, found by asking a rule: a figure drawn so cannot disagree with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from combatbox.drawing.shapes import Spot

Holds = Callable[[int, int], bool]
"""Whether a rule holds for something at this place."""

Window = tuple[int, int, int, int]
"""A part of the table: its left, right, near and far."""

Span = tuple[int, int]
"""From the leftmost to the rightmost place of a row at which it holds, with no gap between."""


def outlines(holds: Holds, window: Window, step: int) -> list[tuple[Spot, ...]]:
    """The outlines of every part of a window in which it holds, corner by corner.

    Rows are looked at in steps; where it begins and ends in a row, and where a part begins and ends, is found to the unit.
    What is narrower than a step may be missed.
    """
    left, right, near, far = window
    done: list[_Part] = []
    open_: list[_Part] = []
    before_it = near
    for y in [*range(near, far, step), far]:
        spans = _spans(holds, [*range(left, right, step), right], y)
        going: list[_Part] = []
        for span in spans:
            before = [part for part in open_ if part.touches(span)]
            alone = len(before) == 1 and sum(before[0].touches(other) for other in spans) == 1
            part = before[0] if alone else _Part(_tip(holds, window, span, y, before_it))
            part.rows.append((y, span))
            going.append(part)
        done += [part for part in open_ if part not in going]
        for part in done:
            if not part.end:
                last, span = part.rows[-1]
                part.end = _tip(holds, window, span, last, y)
        open_, before_it = going, y
    for part in open_:
        last, span = part.rows[-1]
        part.end = _tip(holds, window, span, last, last)
    return [part.corners() for part in [*done, *open_]]


class _Part:
    """A part that goes on from row to row. begin, end: the places beyond its first and last row, to which it reaches."""

    def __init__(self, begin: tuple[Spot, ...]) -> None:
        self.begin = begin
        self.rows: list[tuple[int, Span]] = []
        self.end: tuple[Spot, ...] = ()

    def touches(self, span: Span) -> bool:
        """Whether a span of the next row goes on from the last one."""
        _, (left, right) = self.rows[-1]
        return left <= span[1] and span[0] <= right

    def corners(self) -> tuple[Spot, ...]:
        """Up along its left edge and down along its right one."""
        lefts = [(span[0], y) for y, span in self.rows]
        rights = [(span[1], y) for y, span in reversed(self.rows)]
        return (*reversed(self.begin), *lefts, *self.end, *rights)


def _spans(holds: Holds, columns: Sequence[int], y: int) -> list[Span]:
    """The spans of a row, their ends to the unit."""
    found: list[Span] = []
    begin: int | None = None
    before = columns[0]
    for x in columns:
        if holds(x, y):
            if begin is None:
                begin = x if x == before else _edge(lambda at: holds(at, y), before, x)
        elif begin is not None:
            found.append((begin, _edge(lambda at: not holds(at, y), before, x) - 1))
            begin = None
        before = x
    return [*found, (begin, columns[-1])] if begin is not None else found


def _edge(holds: Callable[[int], bool], without: int, within: int) -> int:
    """The first place from one where it does not hold to one where it does, at which it does."""
    while within - without > 1:
        middle = (without + within) // 2
        if holds(middle):
            within = middle
        else:
            without = middle
    return within


def _tip(holds: Holds, window: Window, span: Span, row: int, beyond: int) -> tuple[Spot, ...]:
    """How far a part goes beyond a row towards the next one, and its ends there; nothing where it goes no further."""
    middle, way = (span[0] + span[1]) // 2, 1 if beyond > row else -1
    if row == beyond:
        return ()
    far = _edge(lambda at: not holds(middle, row + way * at), 0, abs(beyond - row)) - 1
    if not far:
        return ()
    y, half = row + way * far, (window[1] - window[0]) // 2
    left = middle + 1 - _edge(lambda at: not holds(middle - at, y), 0, half)
    right = middle - 1 + _edge(lambda at: not holds(middle + at, y), 0, half)
    return ((left, y), (right, y))
