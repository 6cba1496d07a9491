"""Blind spots of bombers: the positions from which a fighter can attack without return fire.

They are stored in a grid of cells that is centred on the bomber. A search for a stop at which no gun bears may skip all
cells that are not blind. In doubt a cell counts as blind: it counts as covered only if a single gun covers all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from combatbox.games.skirmish.geometry import COS, ONE, SIN
from combatbox.games.skirmish.guns import FieldGun

CELL = 200
"""The side of a cell, in thousandths of an inch."""

CELLS = 80
"""The number of cells per side; the bomber is in the middle and faces higher rows."""

SLACK = 5
"""The largest rounding error of a position relative to the bomber."""

SCALE = CELL * ONE
MIDDLE = CELLS // 2 * SCALE
FAR = CELLS

BLOCK = 2 * CELL
"""The side of a block of cells, for which it is known where a line meets it."""

ROUND = BLOCK * 3 // 4
"""An upper bound of the distance between any point of a block and its centre."""

BAND = 400 * ONE
BANDS = 2 * MIDDLE // BAND
"""The number of bands; a band groups the lines that pass the bomber at about the same distance."""

Stride = tuple[int, int, int]
"""A length flown along a line, and the resulting change of position across and along the table."""

Stretch = tuple[int, int]
NOWHERE: Stretch = (1, 0)


class Blind:
    """The grid of blind spots around one kind of bomber, with each cell's distance to the nearest blind cell."""

    __slots__ = ("_arc", "_away", "_blocks", "_stretches")

    def __init__(self, guns: Sequence[FieldGun], reach: int, nose: int, arc: int, *, centre: bool) -> None:
        """Compute the grid of blind spots.

        Args:
            guns: the guns of a bomber on heading 0.
            reach: the range of guns.
            nose: the distance of nose and tail from the centre.
            arc: half the arc of a fighter, in degrees.
            centre: True if the arc is measured to the bomber's centre instead of the nearest point of its fuselage
                (S-A27).
        """
        blind = _in_reach(reach, nose).difference(*(_covered(gun, reach) for gun in guns))
        self._away, self._arc = _distances(blind), arc
        blocks = {(row // 2, column // 2) for row, column in blind}
        self._blocks = [_aimed(row, column, 0 if centre else nose) for row, column in sorted(blocks)]
        self._stretches: dict[int, list[Stretch]] = {}

    def stretch(self, heading: int, off: int) -> Stretch:
        """Return the part of a fighter's line of flight that may be in a blind spot of a bomber in the fighter's arc.

        Lengths are counted from the point where the line passes the bomber's centre.

        Args:
            heading: the heading of the line relative to the bomber's.
            off: the distance of the bomber's centre to the right of the line, in units times `ONE`; it must be less
                than the width of the grid.

        Returns:
            The beginning and the end of this part; `NOWHERE` if there is none.
        """
        stretches = self._stretches.get(heading)
        if stretches is None:
            stretches = self._stretches[heading] = self._stretches_of(heading)
        return stretches[(off + 2 * MIDDLE) // BAND]

    def _stretches_of(self, heading: int) -> list[Stretch]:
        """Return the stretch of each band; the bands reach as far as the corners of the grid on any heading."""
        sine, cosine = SIN[heading], COS[heading]
        left, right = (heading - self._arc) % 360, (heading + self._arc) % 360
        left_sine, left_cosine, right_sine, right_cosine = SIN[left], COS[left], SIN[right], COS[right]
        slack = ROUND * ONE
        lengths: list[list[int]] = [[] for _ in range(2 * BANDS)]
        for along, across, to_along, to_across in self._blocks:
            if to_across * left_cosine - to_along * left_sine < -slack:
                continue
            if to_across * right_cosine - to_along * right_sine > slack:
                continue
            flown = (across * sine + along * cosine) // ONE
            off = along * sine - across * cosine + 2 * MIDDLE
            for band in range((off - slack) // BAND, (off + slack) // BAND + 1):
                lengths[band].append(flown)
        return [(min(line) - ROUND, max(line) + ROUND) if line else NOWHERE for line in lengths]

    def away(self, along: int, across: int) -> int:
        """Return a lower bound, in units, for the distance from a position to the nearest blind spot.

        Args:
            along: how far the position is ahead of the bomber's centre, in units times `ONE`.
            across: how far the position is to the right of the bomber's centre, in units times `ONE`.
        """
        row, column = (along + MIDDLE) // SCALE, (across + MIDDLE) // SCALE
        if 0 <= row < CELLS and 0 <= column < CELLS:
            return max(0, self._away[row * CELLS + column] - 1) * CELL - SLACK
        return 0

    def sift(self, steps: Sequence[Stride], heading: int, other: int, dx: int, dy: int) -> list[Stride]:
        """Return the steps that may end in a blind spot.

        All steps must end within the grid.

        Args:
            steps: the steps along a line.
            heading: the heading of the line.
            other: the heading of the bomber.
            dx: the distance across the table from the start of the line to the bomber.
            dy: the distance along the table from the start of the line to the bomber.
        """
        away, sine, cosine = self._away, SIN[other], COS[other]
        along, across = MIDDLE - dx * sine - dy * cosine, MIDDLE + dy * sine - dx * cosine
        on, aside = COS[(heading - other) % 360], SIN[(heading - other) % 360]
        return [
            step
            for step in steps
            if not away[(along + step[0] * on) // SCALE * CELLS + (across + step[0] * aside) // SCALE]
        ]


@cache
def blind_of(guns: tuple[FieldGun, ...], reach: int, nose: int, arc: int, *, centre: bool) -> Blind:
    """Return the grid of blind spots around a bomber with these guns; the grid is cached.

    Args:
        guns: the guns of a bomber on heading 0.
        reach: the range of guns.
        nose: the distance of nose and tail from the centre.
        arc: half the arc of a fighter, in degrees.
        centre: True if the arc is measured to the bomber's centre instead of the nearest point of its fuselage (S-A27).
    """
    return Blind(guns, reach, nose, arc, centre=centre)


def _aimed(row: int, column: int, nose: int) -> tuple[int, int, int, int]:
    """Return the centre of a block of cells, and the vector from it to the nearest point of the fuselage.

    Both are given as a distance ahead of the bomber and a distance to its right. Between two positions, the vector
    changes by no more than the position does.
    """
    along, across = row * BLOCK + CELL - MIDDLE // ONE, column * BLOCK + CELL - MIDDLE // ONE
    return along, across, max(-nose, min(nose, along)) - along, -across


def _in_reach(reach: int, nose: int) -> set[tuple[int, int]]:
    """Return the cells of which a part may be within range of the fuselage."""
    centres = [(index * 2 + 1) * CELL // 2 - MIDDLE // ONE for index in range(CELLS)]
    ahead, aside = [max(0, abs(along) - nose) ** 2 for along in centres], [across**2 for across in centres]
    most = (reach + CELL) ** 2
    return {(row, column) for row, past in enumerate(ahead) for column, off in enumerate(aside) if past + off <= most}


def _covered(gun: FieldGun, reach: int) -> set[tuple[int, int]]:
    """Return the cells that a gun covers completely, each enlarged by the rounding error of positions.

    The field of fire of a gun is convex, so only the corners are tested. Rows and columns are measured once each.
    """
    _, gun_x, gun_y, left_sine, left_cosine, right_sine, right_cosine, round_ = gun
    edges = [
        (index * CELL - MIDDLE // ONE - SLACK, (index + 1) * CELL - MIDDLE // ONE + SLACK) for index in range(CELLS)
    ]
    columns = [
        (
            column,
            max(-left, right) ** 2,
            min(left * left_cosine, right * left_cosine),
            max(left * right_cosine, right * right_cosine),
        )
        for column, (left, right) in enumerate((left - gun_x, right - gun_x) for left, right in edges)
    ]
    covered: set[tuple[int, int]] = set()
    for row, (near, far) in enumerate((near - gun_y, far - gun_y) for near, far in edges):
        room = reach * reach - max(-near, far) ** 2
        least, most = max(near * left_sine, far * left_sine), min(near * right_sine, far * right_sine)
        covered.update(
            (row, column)
            for column, aside, left, right in columns
            if aside <= room and (round_ or (left >= least and right <= most))
        )
    return covered


def _distances(blind: set[tuple[int, int]]) -> bytes:
    """Return for each cell a lower bound of the distance to the nearest blind cell.

    The unit is the move of a chess king, from one cell to any adjacent cell.
    """
    wide = CELLS + 2  # with a border, which no move leaves
    away = bytearray(wide * wide)
    for row in range(1, CELLS + 1):
        away[row * wide + 1 : row * wide + 1 + CELLS] = bytes([FAR]) * CELLS
    moves = [up * wide + right for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]
    ring, steps = {(row + 1) * wide + column + 1 for row, column in blind}, 0
    while ring:
        for cell in ring:
            away[cell] = steps
        steps += 1
        ring = {beside for cell in ring for move in moves if away[beside := cell + move] == FAR}
    return b"".join(away[row * wide + 1 : row * wide + 1 + CELLS] for row in range(1, CELLS + 1))
