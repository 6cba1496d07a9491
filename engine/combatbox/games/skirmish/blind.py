"""Where the guns of a bomber may leave a fighter alone that can fire at it: cells of a grid that moves with the bomber.

A search for a stop at which no gun bears may leave out everything else. The grid claims too much rather than too little: a cell
counts as covered only if one gun covers all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from combatbox.games.skirmish.geometry import ONE
from combatbox.games.skirmish.guns import FieldGun

CELL = 400
"""The side of a cell, in units."""

CELLS = 40
"""So many cells to a side; the bomber is in the middle, its nose towards higher rows."""

SLACK = 5
"""Places in the frame of the bomber are rounded by less."""

SCALE = CELL * ONE
MIDDLE = CELLS // 2 * SCALE
FAR = CELLS


class Blind:
    """The grid of one kind of bomber: by cell, how many cells it is to one that may be blind (0: it may be blind itself)."""

    __slots__ = ("_away",)

    def __init__(self, guns: Sequence[FieldGun], reach: int, nose: int) -> None:
        self._away = _distances({
            (row, column) for row in range(CELLS) for column in range(CELLS)
            if _in_reach(row, column, reach, nose) and not any(_covers(gun, row, column, reach) for gun in guns)
        })  # fmt: skip

    def away(self, along: int, across: int) -> int:
        """How far a place is at least from any that may be blind, in units.

        along, across: where it is from the bomber's centre, ahead and to the right, in units times ONE.
        """
        row, column = (along + MIDDLE) // SCALE, (across + MIDDLE) // SCALE
        if 0 <= row < CELLS and 0 <= column < CELLS:
            return max(0, self._away[row * CELLS + column] - 1) * CELL - SLACK
        return 0

    def may_be(self, along: int, across: int) -> bool:
        """Whether a place (as above, within reach of the bomber) may be blind."""
        return not self._away[(along + MIDDLE) // SCALE * CELLS + (across + MIDDLE) // SCALE]


@cache
def blind_of(guns: tuple[FieldGun, ...], reach: int, nose: int) -> Blind:
    """The grid of bombers with these guns, as they stand on heading 0; made once."""
    return Blind(guns, reach, nose)


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
