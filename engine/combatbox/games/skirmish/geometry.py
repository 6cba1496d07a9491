"""Places, headings, arcs and ranges in whole numbers: thousandths of an inch, and degrees clockwise from the target end.

No float comes in, so every platform finds the same place. A place is a pair (x, y): x to the right along the edge where the
Americans enter, y towards the target. A heading of 0 is towards the target end, 90 to the right.
"""

from __future__ import annotations

from bisect import bisect_right
from math import isqrt

INCH = 1000
"""Units to an inch."""

ONE = 1_000_000
"""What a sine of 1 is in the table below."""

_HALF = ONE // 2

_QUARTER = (
    0,
    17452,
    34899,
    52336,
    69756,
    87156,
    104528,
    121869,
    139173,
    156434,
    173648,
    190809,
    207912,
    224951,
    241922,
    258819,
    275637,
    292372,
    309017,
    325568,
    342020,
    358368,
    374607,
    390731,
    406737,
    422618,
    438371,
    453990,
    469472,
    484810,
    500000,
    515038,
    529919,
    544639,
    559193,
    573576,
    587785,
    601815,
    615661,
    629320,
    642788,
    656059,
    669131,
    681998,
    694658,
    707107,
    719340,
    731354,
    743145,
    754710,
    766044,
    777146,
    788011,
    798636,
    809017,
    819152,
    829038,
    838671,
    848048,
    857167,
    866025,
    874620,
    882948,
    891007,
    898794,
    906308,
    913545,
    920505,
    927184,
    933580,
    939693,
    945519,
    951057,
    956305,
    961262,
    965926,
    970296,
    974370,
    978148,
    981627,
    984808,
    987688,
    990268,
    992546,
    994522,
    996195,
    997564,
    998630,
    999391,
    999848,
    1000000,
)
"""The sines of 0 to 90 degrees, in millionths."""


def _sine(degrees: int) -> int:
    turned = degrees % 180
    sine = _QUARTER[turned if turned <= 90 else 180 - turned]
    return sine if degrees % 360 < 180 else -sine


SIN = tuple(_sine(degrees) for degrees in range(360))
"""The sine of each whole degree, in millionths."""

COS = tuple(_sine(degrees + 90) for degrees in range(360))
"""The cosine of each whole degree, in millionths."""


def ahead(x: int, y: int, heading: int, length: int) -> tuple[int, int]:
    """The place so far ahead on a heading of 0 to 359; behind, where the length is negative.

    Each difference is rounded to the nearest unit, alike on both sides of nothing, so that a mirrored leg is mirrored.
    """
    across, along = length * SIN[heading], length * COS[heading]
    return (
        x + (across + _HALF) // ONE if across >= 0 else x - (_HALF - across) // ONE,
        y + (along + _HALF) // ONE if along >= 0 else y - (_HALF - along) // ONE,
    )


def offset(heading: int, forward: int, right: int) -> tuple[int, int]:
    """What is so far forward and to the right of a place, on that heading, as a difference of places."""
    x, y = ahead(0, 0, heading, forward)
    return ahead(x, y, (heading + 90) % 360, right)


def turned(degrees: int) -> int:
    """The smallest turn that comes to this many degrees: -180 to 179, to the left below nothing."""
    return (degrees + 180) % 360 - 180


def apart(one: int, other: int) -> int:
    """How many degrees two headings differ, 0 to 180."""
    return abs(turned(one - other))


def in_arc(dx: int, dy: int, heading: int, half: int) -> bool:
    """Whether a difference of places lies within `half` degrees (90 at most) to either side of a heading, edges included."""
    left, right = (heading - half) % 360, (heading + half) % 360
    return dx * COS[left] >= dy * SIN[left] and dx * COS[right] <= dy * SIN[right]


def bearing(dx: int, dy: int) -> int:
    """The whole degree nearest to the direction of a difference of places; 0 for none. Found by cross products."""
    if dx < 0:
        return (360 - bearing(-dx, dy)) % 360
    if dx == 0:
        return 0 if dy >= 0 else 180
    low = bisect_right(_SLOPES, -dy * ONE // dx)  # or one beside it: slopes are rounded
    while low < 179 and dx * COS[low + 1] >= dy * SIN[low + 1]:
        low += 1
    while low and dx * COS[low] < dy * SIN[low]:
        low -= 1
    past, short = dx * COS[low] - dy * SIN[low], dy * SIN[low + 1] - dx * COS[low + 1]
    return low if past <= short else low + 1


_SLOPES = [-COS[degrees] * ONE // SIN[degrees] for degrees in range(1, 180)]
"""How steeply the headings of 1 to 179 degrees go down the table, in millionths."""


def distance(dx: int, dy: int) -> int:
    """The length of a difference of places, rounded down to whole units."""
    return isqrt(dx * dx + dy * dy)
