"""Where the guns of a bomber may leave a fighter alone that can fire at it: cells of a grid that moves with the bomber.

A search for a stop at which no gun bears may leave out everything else. The grid claims too much rather than too little: a cell
counts as covered only if one gun covers all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from combatbox.games.skirmish.geometry import COS, ONE, SIN
from combatbox.games.skirmish.guns import FieldGun

CELL = 200
"""The side of a cell, in units."""

CELLS = 80
"""So many cells to a side; the bomber is in the middle, its nose towards higher rows."""

SLACK = 5
"""Places in the frame of the bomber are rounded by less."""

SCALE = CELL * ONE
MIDDLE = CELLS // 2 * SCALE
FAR = CELLS

ROUND = CELL * 3 // 4
"""No point of a cell is farther from its middle."""

BAND = 200 * ONE
BANDS = 2 * MIDDLE // BAND
"""Lines that pass a bomber are told apart by how far they pass its centre, in bands so wide."""

Stride = tuple[int, int, int]
"""What is flown of a line, and the difference of places that it makes."""

Stretch = tuple[int, int]
NOWHERE: Stretch = (1, 0)


class Blind:
    """The grid of one kind of bomber: by cell, how many cells it is to one that may be blind (0: it may be blind itself).

    centre: the arc of a fighter is towards the bomber's centre, not towards the nearest point of its fuselage (S-A27).
    """

    __slots__ = ("_arc", "_away", "_cells", "_stretches")

    def __init__(self, guns: Sequence[FieldGun], reach: int, nose: int, arc: int, *, centre: bool = False) -> None:
        blind = {
            (row, column) for row in range(CELLS) for column in range(CELLS)
            if _in_reach(row, column, reach, nose) and not any(_covers(gun, row, column, reach) for gun in guns)
        }  # fmt: skip
        self._away, self._arc = _distances(blind), arc
        self._cells = [_aimed(row, column, 0 if centre else nose) for row, column in sorted(blind)]
        self._stretches: dict[int, list[Stretch]] = {}

    def stretch(self, heading: int, off: int) -> Stretch:
        """From where to where a fighter on a line may be at a blind place with the bomber in its arc; `NOWHERE` if it never is.

        heading: of the line, the bomber's being 0. off: how far to its right it has the centre of the bomber, in units times ONE;
        the line comes no nearer than the grid is wide. Lengths are counted from where it passes the centre.
        """
        stretches = self._stretches.get(heading)
        if stretches is None:
            stretches = self._stretches[heading] = self._stretches_of(heading)
        return stretches[(off + MIDDLE) // BAND]

    def _stretches_of(self, heading: int) -> list[Stretch]:
        sine, cosine = SIN[heading], COS[heading]
        left, right = (heading - self._arc) % 360, (heading + self._arc) % 360
        stretches: list[Stretch] = [NOWHERE] * BANDS
        slack = ROUND * ONE
        for along, across, to_along, to_across in self._cells:
            if to_across * COS[left] - to_along * SIN[left] < -slack:
                continue
            if to_across * COS[right] - to_along * SIN[right] > slack:
                continue
            flown = (across * sine + along * cosine) // ONE
            off = along * sine - across * cosine + MIDDLE
            for band in range(max(0, (off - slack) // BAND), min(BANDS, (off + slack) // BAND + 1)):
                begin, end = stretches[band]
                if begin > end:
                    stretches[band] = flown - ROUND, flown + ROUND
                else:
                    stretches[band] = min(begin, flown - ROUND), max(end, flown + ROUND)
        return stretches

    def away(self, along: int, across: int) -> int:
        """How far a place is at least from any that may be blind, in units.

        along, across: where it is from the bomber's centre, ahead and to the right, in units times ONE.
        """
        row, column = (along + MIDDLE) // SCALE, (across + MIDDLE) // SCALE
        if 0 <= row < CELLS and 0 <= column < CELLS:
            return max(0, self._away[row * CELLS + column] - 1) * CELL - SLACK
        return 0

    def sift(self, steps: Sequence[Stride], heading: int, other: int, dx: int, dy: int) -> list[Stride]:
        """Those of the steps on a heading that may end at a blind place; each of them ends within the grid.

        other: the bomber's heading. dx, dy: how far it is from where the steps begin.
        """
        away, sine, cosine = self._away, SIN[other], COS[other]
        along, across = MIDDLE - dx * sine - dy * cosine, MIDDLE + dy * sine - dx * cosine
        on, aside = COS[(heading - other) % 360], SIN[(heading - other) % 360]
        return [
            step for step in steps
            if not away[(along + step[0] * on) // SCALE * CELLS + (across + step[0] * aside) // SCALE]
        ]  # fmt: skip


@cache
def blind_of(guns: tuple[FieldGun, ...], reach: int, nose: int, arc: int, *, centre: bool = False) -> Blind:
    """The grid of bombers with these guns, as they stand on heading 0; made once."""
    return Blind(guns, reach, nose, arc, centre=centre)


def _aimed(row: int, column: int, nose: int) -> tuple[int, int, int, int]:
    """The middle of a cell, ahead of the bomber's centre and to its right, and what it is from there to the nearest point of the
    fuselage; that moves by no more than the place does."""
    along, across = (row * 2 + 1) * CELL // 2 - MIDDLE // ONE, (column * 2 + 1) * CELL // 2 - MIDDLE // ONE
    return along, across, max(-nose, min(nose, along)) - along, -across


def _corners(row: int, column: int) -> Iterator[tuple[int, int]]:
    """The corners of a cell, drawn out by what places are rounded by: ahead of the bomber's centre, and to its right."""
    for up in (0, 1):
        for right in (0, 1):
            along, across = (row + up) * CELL - MIDDLE // ONE, (column + right) * CELL - MIDDLE // ONE
            yield along + (SLACK if up else -SLACK), across + (SLACK if right else -SLACK)


def _in_reach(row: int, column: int, reach: int, nose: int) -> bool:
    """Whether any of a cell may be within reach of the fuselage."""
    along, across = (row * 2 + 1) * CELL // 2 - MIDDLE // ONE, (column * 2 + 1) * CELL // 2 - MIDDLE // ONE
    past = max(0, abs(along) - nose)
    return past * past + across * across <= (reach + CELL) ** 2


def _covers(gun: FieldGun, row: int, column: int, reach: int) -> bool:
    """Whether a gun covers all of a cell: its sweep has no dents, so that the corners tell."""
    _, gun_x, gun_y, left_sine, left_cosine, right_sine, right_cosine, round_ = gun
    for along, across in _corners(row, column):
        x, y = across - gun_x, along - gun_y
        if x * x + y * y > reach * reach:
            return False
        if not round_ and (x * left_cosine < y * left_sine or x * right_cosine > y * right_sine):
            return False
    return True


def _distances(blind: set[tuple[int, int]]) -> bytes:
    """By cell the moves of a chess king to the next blind one: never more cells than it is away."""
    away = bytearray([FAR]) * (CELLS * CELLS)
    ring, steps = blind, 0
    while ring:
        for row, column in ring:
            away[row * CELLS + column] = steps
        steps += 1
        beside = {(row + up, column + right) for row, column in ring for up in (-1, 0, 1) for right in (-1, 0, 1)}
        ring = {
            (row, column) for row, column in beside
            if 0 <= row < CELLS and 0 <= column < CELLS and away[row * CELLS + column] == FAR
        }  # fmt: skip
    return bytes(away)
