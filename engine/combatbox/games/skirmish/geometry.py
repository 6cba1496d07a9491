"""Positions, headings, arcs and ranges, computed with integers.

Lengths are in thousandths of an inch; headings are in degrees, clockwise from the far edge with the target. Sines are
rounded to integers first, so every platform computes the same positions. A position is a pair (x, y): x increases to the
right along the edge where the Americans enter, y increases towards the target. A heading of 0 points to the target's
edge, 90 to the right.
"""

from __future__ import annotations

from bisect import bisect_right
from math import isqrt, radians, sin

INCH = 1000
"""The number of units in an inch."""

ONE = 1_000_000
"""The integer that stands for 1 in the sines and cosines below."""

_HALF = ONE // 2

SIN = tuple(round(sin(radians(degrees)) * ONE) for degrees in range(360))
"""The sine of each whole degree, in millionths.

None is nearer than 0.0002 to the middle between two integers, so every platform rounds to the same ones.
"""

COS = SIN[90:] + SIN[:90]
"""The cosine of each whole degree, in millionths."""


def ahead(x: int, y: int, heading: int, length: int) -> tuple[int, int]:
    """Return the position reached by moving a length along a heading of 0 to 359 degrees.

    A negative length moves backwards. The changes of x and y are rounded to the nearest unit symmetrically about 0, so
    mirrored legs end at exactly mirrored positions.

    Args:
        x: the start, across the table.
        y: the start, along the table.
        heading: the heading in degrees.
        length: the length.
    """
    across, along = length * SIN[heading], length * COS[heading]
    return (
        x + (across + _HALF) // ONE if across >= 0 else x - (_HALF - across) // ONE,
        y + (along + _HALF) // ONE if along >= 0 else y - (_HALF - along) // ONE,
    )


def offset(heading: int, forward: int, right: int) -> tuple[int, int]:
    """Return the vector from an aircraft to a point that is ahead of it and to its right.

    Args:
        heading: the heading in degrees.
        forward: the distance forward.
        right: the distance to the right.
    """
    x, y = ahead(0, 0, heading, forward)
    return ahead(x, y, (heading + 90) % 360, right)


def turned(degrees: int) -> int:
    """Return a turn as its equivalent between -180 and 179 degrees; negative turns are to the left."""
    return (degrees + 180) % 360 - 180


def apart(first: int, second: int) -> int:
    """Return the difference between two headings, from 0 to 180 degrees."""
    return abs(turned(first - second))


def in_arc(dx: int, dy: int, heading: int, half: int) -> bool:
    """Return True if a vector lies within an arc about a heading, edges included.

    Args:
        dx: the vector's component across the table.
        dy: the vector's component along the table.
        heading: the heading in degrees.
        half: half the arc in degrees, at most 90.
    """
    left, right = (heading - half) % 360, (heading + half) % 360
    return dx * COS[left] >= dy * SIN[left] and dx * COS[right] <= dy * SIN[right]


def heading_of(dx: int, dy: int) -> int:
    """Return the heading of a vector, rounded to a whole degree; 0 for the zero vector."""
    if dx < 0:
        return (360 - heading_of(-dx, dy)) % 360
    if dx == 0:
        return 0 if dy >= 0 else 180
    low = bisect_right(_SLOPES, -dy * ONE // dx)  # may be one off, because slopes are rounded
    while low < 179 and dx * COS[low + 1] >= dy * SIN[low + 1]:
        low += 1
    while low and dx * COS[low] < dy * SIN[low]:
        low -= 1
    past, short = dx * COS[low] - dy * SIN[low], dy * SIN[low + 1] - dx * COS[low + 1]
    return low if past <= short else low + 1


_SLOPES = [-COS[degrees] * ONE // SIN[degrees] for degrees in range(1, 180)]
"""The slopes of the headings of 1 to 179 degrees, in millionths."""


def distance(dx: int, dy: int) -> int:
    """Return the length of a vector, rounded down to whole units."""
    return isqrt(dx * dx + dy * dy)
