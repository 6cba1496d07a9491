"""Outlines of the region where a rule holds, determined by evaluating the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from combatbox.core.shapes import Spot

Holds = Callable[[int, int], bool]
"""A function that returns True if a rule holds at a position, given as x and y."""

Window = tuple[int, int, int, int]
"""A rectangular area of the table top, as (left, right, near, far)."""

Span = tuple[int, int]
"""An uninterrupted run of positions in a row at which the rule holds, as (leftmost, rightmost)."""


def outlines(holds: Holds, window: Window, step: int) -> list[tuple[Spot, ...]]:
    """Return the outlines of every part of a window in which a rule holds.

    Only every `step`-th row and column is scanned, but the ends of each span and of each part are exact. Parts narrower
    than a step may be missed.

    Args:
        holds: a function that returns True for a position where the rule holds.
        window: the part of the table top to scan.
        step: the distance between scanned rows and columns.
    """
    left, right, near, far = window
    finished: list[_Part] = []
    open_: list[_Part] = []
    previous_row = near
    for y in [*range(near, far, step), far]:
        spans = _spans(holds, [*range(left, right, step), right], y)
        current: list[_Part] = []
        for span in spans:
            touching = [part for part in open_ if part.touches(span)]
            is_continued = len(touching) == 1 and sum(touching[0].touches(other) for other in spans) == 1
            part = touching[0] if is_continued else _Part(_tip(holds, window, span, y, previous_row))
            part.rows.append((y, span))
            current.append(part)
        finished += [part for part in open_ if part not in current]
        for part in finished:
            if not part.end:
                last, span = part.rows[-1]
                part.end = _tip(holds, window, span, last, y)
        open_, previous_row = current, y
    for part in open_:
        last, span = part.rows[-1]
        part.end = _tip(holds, window, span, last, last)
    return [part.corners() for part in [*finished, *open_]]


class _Part:
    """A connected part of the region, built row by row.

    Attributes:
        begin: the corners of the tip before the first row.
        rows: each row with its span.
        end: the corners of the tip after the last row.
    """

    def __init__(self, begin: tuple[Spot, ...]) -> None:
        self.begin = begin
        self.rows: list[tuple[int, Span]] = []
        self.end: tuple[Spot, ...] = ()

    def touches(self, span: Span) -> bool:
        """Return True if a span of the next row overlaps the span of this part's last row."""
        _, (left, right) = self.rows[-1]
        return left <= span[1] and span[0] <= right

    def corners(self) -> tuple[Spot, ...]:
        """Return the corners of the outline, up along the left edge and down along the right edge."""
        lefts = [(span[0], y) for y, span in self.rows]
        rights = [(span[1], y) for y, span in reversed(self.rows)]
        return (*reversed(self.begin), *lefts, *self.end, *rights)


def _spans(holds: Holds, columns: Sequence[int], y: int) -> list[Span]:
    """Return the spans of a row, each with its exact ends."""
    spans: list[Span] = []
    begin: int | None = None
    previous = columns[0]
    for x in columns:
        if holds(x, y):
            if begin is None:
                begin = x if x == previous else _edge(lambda at: holds(at, y), previous, x)
        elif begin is not None:
            spans.append((begin, _edge(lambda at: not holds(at, y), previous, x) - 1))
            begin = None
        previous = x
    return [*spans, (begin, columns[-1])] if begin is not None else spans


def _edge(holds: Callable[[int], bool], without: int, within: int) -> int:
    """Return the first position at which a rule holds, found by bisection.

    Args:
        holds: a function that returns True for a position where the rule holds.
        without: a position where the rule does not hold.
        within: a later position where the rule holds.
    """
    while within - without > 1:
        middle = (without + within) // 2
        if holds(middle):
            within = middle
        else:
            without = middle
    return within


def _tip(holds: Holds, window: Window, span: Span, row: int, beyond: int) -> tuple[Spot, ...]:
    """Return the corners of a part's tip beyond a row; empty if there is none.

    Args:
        holds: a function that returns True for a position where the rule holds.
        window: the part of the table top that is scanned.
        span: the span of the row.
        row: the row.
        beyond: the next row, in which the part does not continue.
    """
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
