"""The guns of a bomber: their positions and arcs, and which of them fire together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, product
from typing import NamedTuple

from combatbox.games.skirmish.geometry import COS, SIN, offset


class Covers(NamedTuple):
    """The position, direction and half arc of a gun.

    The position is relative to the bomber's centre, in thousandths of an inch.
    """

    forward: int
    right: int
    facing: int
    half: int


WAISTS = frozenset({"left_waist", "right_waist"})
ENDS = frozenset({"nose", "tail"})
TURRET = "top_turret"

FieldGun = tuple[int, int, int, int, int, int, int, bool]
"""A gun of a bomber that flies on a certain heading.

The values are the gun's bit in a set of guns; its position relative to the centre; sine and cosine of the left and of
the right edge of its arc; and True if it fires all round.
"""


def firing_guns(guns: Sequence[str]) -> list[str]:
    """Return the guns that fire at one target at one stop, from the guns that bear.

    Either the waist guns fire, or the nose and the tail; a turret cannot fire together with the tail. The larger of the
    two sets fires; if they have the same size, the set with nose or tail fires (S-639, S-809, S-A16).
    """
    ends = [gun for gun in guns if gun in ENDS]
    waists = [gun for gun in guns if gun in WAISTS]
    sets = [ends, waists]
    if TURRET in guns:
        sets += [[gun for gun in ends if gun != "tail"] + [TURRET], [*waists, TURRET]]
    best = max(sets, key=len)  # the first of the largest: nose and tail before waists
    return [gun for gun in guns if gun in best]


def sweeps(guns: Mapping[str, Covers]) -> tuple[tuple[FieldGun, ...], ...]:
    """Return the guns of a bomber for each heading from 0 to 359, with their arcs turned to this heading."""
    return tuple(tuple(_gun(1 << n, gun, heading) for n, gun in enumerate(guns.values())) for heading in range(360))


def _gun(bit: int, gun: Covers, heading: int) -> FieldGun:
    """Return a gun of a bomber that flies on this heading."""
    x, y = offset(heading, gun.forward, gun.right)
    half = min(gun.half, 90)
    left, right = (heading + gun.facing - half) % 360, (heading + gun.facing + half) % 360
    return bit, x, y, SIN[left], COS[left], SIN[right], COS[right], gun.half >= 180


def volleys_of(names: Sequence[str], *, limited: bool) -> tuple[tuple[str, ...], ...]:
    """Return, for each set of guns that bear, the guns that fire.

    The index in the result is the set as a number, with a bit for each gun.

    Args:
        names: the names of the guns; their order determines the bits of a set.
        limited: True to apply the limits of `firing_guns`; False to let all guns that bear fire.
    """
    sets = (compress(names, reversed(bits)) for bits in product((False, True), repeat=len(names)))
    return tuple(tuple(firing_guns(bear) if limited else bear) for bear in map(tuple, sets))
