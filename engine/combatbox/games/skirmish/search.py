"""The search for the path of a fighter.

It finds the path with the best stop to fire, or else the path that ends nearest to a target.

The ruling (S-A10) compares some ten thousand paths, whose first legs, turns and stops are multiples of fixed steps. The
search skips most of them because they cannot be the best: turns that point past the target, first legs after which the
target is farther away than the best stop so far, and parts of a path outside the range from which the target can be
fired at. A test in `tests/games/skirmish` compares the result with a search of all paths.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import isqrt
from typing import NamedTuple

from combatbox.core.annotations import frozen
from combatbox.games.skirmish.constants import StepSizes
from combatbox.games.skirmish.geometry import COS, INCH, ONE, SIN, ahead, apart, distance, heading_of, turned
from combatbox.games.skirmish.line_of_fire import Field, can_fire, dead_ahead, field_of, guns_in, nose_of
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.paths import Path, stays
from combatbox.games.skirmish.state import Plane

MOST = 24 * INCH
"""The largest length for which positions along a heading are cached.

No printed move is longer; positions on longer moves are computed on demand.
"""

SLACK = 5
"""The margin that is added to computed bounds, because positions and sines are rounded."""

Stride = tuple[int, int, int]
"""A length flown along a line, and the resulting change of position across and along the table."""

Key = tuple[bool, int, int, int, bool, int]
"""The rank of a path; the lowest rank is best.

The values are: False if the attack is from dead ahead, the number of guns that fire back, the length to the stop, the
size of the turn, True if the turn is to the right, and the first leg.
"""


@frozen
class Plan:
    """A path, with a stop to fire if there is one.

    Attributes:
        path: the path.
        stop: the length flown at the stop; -1 if there is no stop.
        target: the key of the target at the stop.
        ahead: True if the attack is from dead ahead.
        guns: the number of guns that fire back.
    """

    path: Path
    stop: int = -1
    target: str = ""
    ahead: bool = False
    guns: int = 0


@cache
def turns(step: int, most: int) -> tuple[int, ...]:
    """Return the multiples of a step as turns, except 0: the smallest first, left before right.

    Args:
        step: the difference between successive turns, in degrees.
        most: the largest turn.
    """
    both_ways = [turn for size in range(step, most + 1, step) for turn in (-size, size)]
    return tuple(turn for turn in both_ways if turn != -180)


@cache
def strides(heading: int, step: int, most: int) -> tuple[Stride, ...]:
    """Return the moves along a heading whose lengths are the multiples of a step, up to a limit.

    Args:
        heading: the heading of the moves, in degrees.
        step: the difference between successive lengths, in thousandths of an inch.
        most: the largest length, in thousandths of an inch.

    Returns:
        For each move, its length and the changes of position across and along the table.
    """
    return tuple((flown, *ahead(0, 0, heading, flown)) for flown in range(step, most + 1, step))


def _window(wide: int, half: int, far: int, away: int, left: int) -> int:
    """Return the largest angle by which a line can miss a target's bearing and still bring it in range.

    Args:
        wide: the largest distance from the line at which the target can be in range.
        half: half the length of the target.
        far: the largest distance at which the target's centre can be in range.
        away: the distance from the start of the line to the target.
        left: the length of the line.

    Returns:
        The angle to either side in degrees; 0 for a target out of reach, 180 if every line can have it in range.
    """
    if away > far + left:
        return 0
    if away * away <= wide * wide + half * half:
        return 180
    off = bisect_left(_SINES, wide * ONE // away)
    if away <= far:
        return off + 2
    way = min(left, isqrt(away * away - far * far) + 1)  # along the tangent, or as far as the line goes
    cosine = (away * away + way * way - far * far) * ONE // (2 * away * way) if way > 0 else ONE
    return min(off, 91 - bisect_left(_COSINES, cosine)) + 2  # a margin for rounded sines, bearings and positions


_SINES = [SIN[degrees] for degrees in range(91)]
_COSINES = [COS[degrees] for degrees in range(90, -1, -1)]


class Askew(NamedTuple):
    """How a target lies relative to the line on which a fighter flies.

    Attributes:
        longer: the distance by which the target extends along the line, in both directions from its centre.
        wider: the distance by which the target extends across the line, in both directions from its centre.
        from_right: True if the target's fuselage is in the fighter's arc while the fighter is to the right of the
            target.
        from_left: True if the target's fuselage is in the fighter's arc while the fighter is to the left of the target.
    """

    longer: int
    wider: int
    from_right: bool
    from_left: bool


@lru_cache(2048)
def _askew(turn: int, half: int, arc: int) -> Askew:
    """Return how a target lies relative to the line on which a fighter flies.

    Args:
        turn: the heading of the fighter less that of the target, from 0 to 359.
        half: half of the length of the target.
        arc: the arc of the fighter, in degrees to each side.
    """
    return Askew(
        half * abs(COS[turn]) // ONE, half * abs(SIN[turn]) // ONE, apart(turn, -90) <= arc, apart(turn, 90) <= arc
    )


Place = tuple[int, int, int, int]
"""A position, and the vector from it to the target."""

Corner = tuple[int, int, int, int, int, int]
"""A turning point.

The values are a lower bound of the length to any stop after it, the first leg, the position, and the vector from it to
the target.
"""


class Search:
    """The search for the best stop of one fighter against one target; it changes no state."""

    def __init__(
        self,
        m: Measures,
        plane: Plane,
        length: int,
        target: Plane,
        bombers: Sequence[Plane],
        steps: StepSizes,
        *,
        ends: bool = False,
        flak: int = 0,
    ) -> None:
        """Set up a search.

        Args:
            m: the measures of the game.
            plane: the fighter.
            length: the length of its move.
            target: the target.
            bombers: the bombers whose guns count.
            steps: the step sizes of the search for paths.
            ends: True to count also the guns that bear on the end of the move.
            flak: the number of guns that one roll of flak counts as, at stops within the range of flak.
        """
        self.ends, self.flak = ends, flak
        self.m, self.plane, self.length, self.target, self.steps = m, plane, length, target, steps
        self.least = m.moves[plane.type].straight * INCH
        self.most = m.moves[plane.type].turn
        self.longest = max(MOST, length)  # the same for most moves, so that they share a cache entry
        self.bomber = target.type == "bomber"
        self.half = m.nose if self.bomber else 0
        self.far = m.reach + self.half
        self.nearest = self.bomber and m.ruled["arc_point"] == "nearest"
        inside = m.reach if self.nearest else self.far  # limits how far a target in its arc is off its line
        self.wide = inside * SIN[m.arc] // ONE + (self.half if self.nearest else 0) + SLACK
        self.reach_off = m.reach * SIN[m.arc] // ONE + SLACK
        self.behind = COS[m.arc] * ONE // max(1, SIN[m.arc])  # the cotangent of the arc
        self.latest = m.last_leg(plane.type, length)
        self.legs = range(self.least, self.latest + 1, steps.leg)  # each leaves some length for the second leg
        self.ways_on: list[tuple[int, int, bool, int, Path]] | None = None
        self.bombers = bombers
        self.field: Field = ()
        self.fewest = 0, 0
        """The smallest possible number of guns that fire at a stop: first at stops dead ahead, then at all others."""
        self.best: Plan | None = None
        self.key: Key | None = None

    def run(self) -> Plan | None:
        """Return the best plan that has a stop and stays on the table, or None."""
        plane = self.plane
        if distance(self.target.x - plane.x, self.target.y - plane.y) > self.length + self.far:
            return None
        self._look_about()
        self._along_the_first_leg()
        if self.bomber:
            self._dead_ahead()
        if self.best is None or not self.best.ahead:
            self._after_a_turn()
        return self.best

    def _look_about(self) -> None:
        """Determine the bombers whose guns can fire at a stop."""
        m, plane, target = self.m, self.plane, self.target
        near = self.length + m.reach + m.nose
        close = [b for b in self.bombers if abs(b.x - plane.x) <= near and abs(b.y - plane.y) <= near]
        if target in close:
            close.sort(key=lambda b: b is not target)  # its guns are most likely to bear
            self.fewest = (1 if m.nose_gun else 0), 0
        self.field = field_of(m, close)

    # ---- stops before the turn

    def _along_the_first_leg(self) -> None:
        """Try the stops straight ahead.

        The turn after such a stop is the smallest one that keeps the fighter on the table.
        """
        m, plane, target, heading = self.m, self.plane, self.target, self.plane.heading
        dx, dy = target.x - plane.x, target.y - plane.y
        if abs(dx * COS[heading] - dy * SIN[heading]) // ONE > self.wide:
            return
        plain = Path(self.length)
        plain_stays = stays(m, plane, plain)
        near = (dx * SIN[heading] + dy * COS[heading]) // ONE
        for stop, sx, sy in ((0, 0, 0), *strides(heading, self.steps.stop, self.longest)):
            if stop < near - self.far - SLACK:
                continue
            x, y = plane.x + sx, plane.y + sy
            if stop > min(self.length, near + self.half + SLACK) or not m.on_table(x, y):
                break
            if can_fire(m, x, y, heading, target):
                path = self._safest_after(stop) if self.ends else plain if plain_stays else self._turning_after(stop)
                if path is not None:
                    ahead_of = self.bomber and dead_ahead(m, x, y, heading, target)
                    self._take(path, not ahead_of, [(stop, x, y)])

    def _safest_after(self, stop: int) -> Path | None:
        """Return the path after a stop on the first leg at whose end the fewest guns bear.

        Of several such paths, return the one with the smallest turn.
        """
        if self.ways_on is None:
            paths = [Path(self.length)]
            paths += [
                Path(first, turn, self.length - first)
                for first in self.legs
                for turn in turns(self.steps.pivot, self.most)
            ]
            self.ways_on = sorted(
                (
                    (self._guns_at_end(path), abs(path.pivot), path.pivot > 0, path.first, path)
                    for path in paths
                    if stays(self.m, self.plane, path)
                ),
                key=lambda way: way[:4],
            )
        if stop == self.length and stays(self.m, self.plane, Path(stop)):
            return Path(stop)
        return next((path for *_, path in self.ways_on if path.first >= stop), None)

    def _guns_at_end(self, path: Path) -> int:
        x, y, _ = path.at(*self.plane.place, path.total)
        return self._guns(x, y)

    def _guns(self, x: int, y: int, most: int = 99) -> int:
        """Return the number of guns that fire at a fighter at a position, with flak if counted."""
        flak = self.flak if self.flak and self.m.in_flak(x, y) else 0
        return flak + guns_in(self.m, self.field, x, y, most - flak) if flak < most else flak

    def _turning_after(self, stop: int) -> Path | None:
        for turn in turns(self.steps.pivot, self.most):
            for first in self.legs:
                path = Path(first, turn, self.length - first)
                if first >= stop and stays(self.m, self.plane, path):
                    return path
        return None

    # ---- stops after the turn

    def _dead_ahead(self) -> None:
        """Try the lines that run opposite to the target's heading, through the area in front of it."""
        m, other, far = self.m, self.target.heading, self.far
        nx, ny, reach = 0, 0, far
        if m.ruled["seen_from"] == "ends":  # it is seen from the nose, to which the range is measured too
            nx, ny = nose_of(other, m.nose)
            reach = m.reach
        limit = (reach * SIN[min(90, 2 * m.direct)] // ONE + SLACK) * ONE
        against = turned(other + 180 - self.plane.heading)
        against_it = _turns_within(against, m.direct, self.steps.pivot, self.most)
        for _, first, x, y, to_x, to_y in self._corners():
            dx, dy = to_x + nx, to_y + ny
            left = self._left(first, ahead_alone=True)
            if left <= 0 or dx * dx + dy * dy > (reach + left + SLACK) ** 2:
                continue
            for turn in against_it:
                heading = (self.plane.heading + turn) % 360
                if -limit <= dx * COS[heading] - dy * SIN[heading] <= limit:
                    near = (dx * SIN[heading] + dy * COS[heading]) // ONE
                    stops = self._steps(heading, near - reach - SLACK, min(left, near + SLACK))
                    stops = _in_front(stops, dx, dy, other, m.direct)
                    stops = [s for s in stops if can_fire(m, x + s[1], y + s[2], heading, self.target)]
                    self._stop_at(first, turn, x, y, stops, ahead_alone=True)

    def _after_a_turn(self) -> None:
        """Try every line from a turning point that can come within range of the target.

        Lines that may have the nearest stop are tried first.
        """
        way, limit = self.plane.heading, self.wide * ONE
        for soonest, first, x, y, dx, dy in self._corners():
            left = self._left(first, ahead_alone=False)
            if left < self.length - first and self.key is not None and soonest > self.key[2]:
                return
            window = _window(self.wide, self.half, self.far, distance(dx, dy), left)
            if not window:
                continue
            towards = turned(heading_of(dx, dy) - way) if window < 180 else 0
            for turn in _turns_within(towards, window, self.steps.pivot, self.most):
                heading = (way + turn) % 360
                off = dx * COS[heading] - dy * SIN[heading]
                if not -limit <= off <= limit:
                    continue
                near = (dx * SIN[heading] + dy * COS[heading]) // ONE
                begin, end = self._within_reach(heading, abs(off) // ONE, near)
                if begin <= left and end > 0:
                    self._along(first, turn, (x, y, dx, dy), begin, min(left, end))

    def _left(self, first: int, *, ahead_alone: bool) -> int:
        """Return the length of the second leg within which a stop could beat the best stop so far."""
        left, key = self.length - first, self.key
        return min(left, key[2] - first) if key is not None and self._settled(ahead_alone) else left

    def _corners(self) -> list[Corner]:
        """Return the turning points; those with the nearest possible stop come first."""
        plane, target = self.plane, self.target
        corners = []
        for first, sx, sy in strides(plane.heading, self.steps.leg, self.longest)[self.least // self.steps.leg - 1 :]:
            x, y = plane.x + sx, plane.y + sy
            if first > self.latest or not self.m.on_table(x, y):
                break
            dx, dy = target.x - x, target.y - y
            gap = max(0, self._gap(dx, dy))
            if gap <= self.length - first:
                corners.append((first + gap, first, x, y, dx, dy))
        corners.sort()
        return corners

    def _settled(self, ahead_alone: bool) -> bool:
        """Return True if only a shorter way can beat the best stop.

        This holds if the best stop is of the kind searched for and the fewest possible guns fire at it.

        Args:
            ahead_alone: True in the search for attacks from dead ahead.
        """
        key = self.key
        return key is not None and key[0] != ahead_alone and key[1] <= self.fewest[key[0]]

    def _gap(self, dx: int, dy: int) -> int:
        """Return a lower bound of the distance to a position from which the target is in range.

        Args:
            dx: the vector to the target, across the table.
            dy: the vector to the target, along the table.
        """
        if not self.bomber:
            return distance(dx, dy) - self.far - 1
        nx, ny = nose_of(self.target.heading, self.m.nose)
        along = dx * nx + dy * ny
        if abs(along) < nx * nx + ny * ny:
            return abs(dx * ny - dy * nx) // self.m.nose - self.m.reach - 2
        return min(distance(dx + nx, dy + ny), distance(dx - nx, dy - ny)) - self.m.reach - 2

    def _within_reach(self, heading: int, off: int, near: int) -> tuple[int, int]:
        """Return the part of a line from which the target can be in range and arc.

        Args:
            heading: the heading of the line.
            off: the distance at which the line passes the target's centre.
            near: the length along the line to the point nearest to the target's centre.

        Returns:
            The beginning and the end; the end is before the beginning if there is no such part.
        """
        askew = _askew((heading - self.target.heading) % 360, self.half, self.m.arc)
        if off > self.far or (self.nearest and off > self.reach_off + askew.wider):
            return 0, -1
        begin = near - min(isqrt(self.far * self.far - off * off), self.m.reach + askew.longer) - SLACK
        return begin, near + askew.longer - max(0, off - askew.wider) * self.behind // ONE + SLACK

    def _along(self, first: int, turn: int, place: Place, begin: int, end: int) -> None:
        """Try the stops on one line after a turn.

        Args:
            first: the first leg.
            turn: the turn.
            place: the turning point, and the vector from it to the target.
            begin: the beginning of the part to try, on the second leg.
            end: the end of the part to try.
        """
        x, y, dx, dy = place
        heading, key = (self.plane.heading + turn) % 360, self.key
        if key is not None and abs(turn) > key[3] and self._settled(ahead_alone=False):  # only a shorter way is better
            end = min(end, key[2] - first - self.steps.stop)
        steps = self._steps(heading, begin, end)
        if not steps:
            return
        if self.nearest:
            stops = self._seen(steps, heading, dx, dy)
        else:
            stops = [s for s in steps if can_fire(self.m, x + s[1], y + s[2], heading, self.target)]
        self._stop_at(first, turn, x, y, stops, ahead_alone=False)

    def _steps(self, heading: int, begin: int, end: int) -> Sequence[Stride]:
        """Return the steps on a second leg that lie between two lengths."""
        step = self.steps.stop
        return strides(heading, step, self.longest)[max(0, -(-begin // step) - 1) : max(0, end // step)]

    def _seen(self, steps: Sequence[Stride], heading: int, dx: int, dy: int) -> list[Stride]:
        """Return the steps from which a bomber can be fired at.

        This computes `line_of_fire.hits_bomber` for all steps at once: along a line, the fighter's heading is constant.
        """
        m, other = self.m, self.target.heading
        askew = _askew((heading - other) % 360, self.half, m.arc)
        sine, cosine = SIN[other], COS[other]
        limit, wide, reach2 = m.nose * ONE, m.reach * ONE, m.reach2
        nx, ny = nose_of(other, m.nose)
        left, right = (heading - m.arc) % 360, (heading + m.arc) % 360
        left_sine, left_cosine, right_sine, right_cosine = SIN[left], COS[left], SIN[right], COS[right]
        seen = []
        for step in steps:
            ex, ey = dx - step[1], dy - step[2]
            along, across = ex * sine + ey * cosine, ey * sine - ex * cosine
            if -limit <= along <= limit:
                if -wide <= across <= wide and ((askew.from_right if across > 0 else askew.from_left) or not across):
                    seen.append(step)
                continue
            if along < 0:
                ex, ey = ex + nx, ey + ny
            else:
                ex, ey = ex - nx, ey - ny
            if (
                ex * ex + ey * ey <= reach2
                and ex * left_cosine >= ey * left_sine
                and ex * right_cosine <= ey * right_sine
            ):
                seen.append(step)
        return seen

    # ---- comparing

    def _stop_at(self, first: int, turn: int, x: int, y: int, stops: Sequence[Stride], *, ahead_alone: bool) -> None:
        """Rank the stops on a line that starts with a turn at a position."""
        if stops:
            ends = [(first + flown, x + sx, y + sy) for flown, sx, sy in stops]
            self._take(Path(first, turn, self.length - first), not ahead_alone, ends)

    def _take(self, path: Path, not_ahead: bool, stops: Sequence[Stride]) -> None:
        """Take the best of these stops if it beats the best stop so far.

        Args:
            path: the path.
            not_ahead: True if the attack is not from dead ahead.
            stops: the length flown and the position of each stop, nearest first.
        """
        key, most = self.key, 99
        if key is not None and not_ahead > key[0]:
            return
        rest = abs(path.pivot), path.pivot > 0, path.first
        checked = not path.pivot
        at_end: int | None = None
        for stop, x, y in stops:
            if key is not None and not_ahead == key[0]:
                most = key[1] + ((stop, *rest) < key[2:])
                if most <= self.fewest[not_ahead]:  # true of every later stop as well
                    return
            guns = self._guns(x, y, most)
            if guns >= most:
                continue
            if not checked and not stays(self.m, self.plane, path):
                return
            checked = True
            if self.ends and stop < path.total:
                if at_end is None:
                    at_end = self._guns_at_end(path)
                guns += at_end
                if guns >= most:
                    continue
            self.key = key = (not_ahead, guns, stop, *rest)
            self.best = Plan(path, stop, self.target.key, not not_ahead, guns)


def _in_front(steps: Sequence[Stride], dx: int, dy: int, heading: int, half: int) -> list[Stride]:
    """Return the steps that end straight in front of a point of an aircraft.

    Args:
        steps: the steps.
        dx: the vector to the point, across the table.
        dy: the vector to the point, along the table.
        heading: the heading of the aircraft.
        half: half the angle in degrees.
    """
    left, right = (heading - half) % 360, (heading + half) % 360
    left_sine, left_cosine, right_sine, right_cosine = SIN[left], COS[left], SIN[right], COS[right]
    return [
        step
        for step in steps
        if (step[1] - dx) * left_cosine >= (step[2] - dy) * left_sine
        and (step[1] - dx) * right_cosine <= (step[2] - dy) * right_sine
    ]


def _turns_within(towards: int, window: int, step: int, most: int) -> list[int]:
    """Return the multiples of a step that lie within a window around a given turn, the smallest first."""
    most_left = window - towards
    return [turn for turn in turns(step, most) if (turn + most_left) % 360 <= 2 * window]


def approach(m: Measures, plane: Plane, length: int, target: Plane, steps: StepSizes) -> Plan:
    """Return the path that ends nearest to a target and stays on the table.

    If all paths leave the table, the fighter flies straight on.

    Args:
        m: the measures of the game.
        plane: the fighter.
        length: the length of its move.
        target: the target.
        steps: the step sizes of the search for paths.
    """
    least, most = m.moves[plane.type].straight * INCH, m.moves[plane.type].turn
    best: tuple[int, int, bool, int] | None = None
    x, y = ahead(*plane.place, length)
    if m.on_table(x, y):
        best = target.square_to(x, y), 0, False, length
    turn_of = 0
    for first in range(least, m.last_leg(plane.type, length) + 1, steps.leg):
        x, y = ahead(*plane.place, first)
        if not m.on_table(x, y):
            break
        short = distance(target.x - x, target.y - y) - (length - first) - SLACK
        if best is not None and short > 0 and short * short > best[0]:  # it cannot end nearer than the best
            continue
        towards = heading_of(target.x - x, target.y - y) - plane.heading
        tried = 0
        for turn in _turns_about(towards, steps.pivot, most):
            ex, ey = ahead(x, y, (plane.heading + turn) % 360, length - first)
            if not m.on_table(ex, ey):
                continue
            rank = target.square_to(ex, ey), abs(turn), turn > 0, first
            if best is None or rank < best:
                best, turn_of = rank, turn
            tried += 1
            if tried == 3:  # the end comes nearer with every step towards the bearing
                break
    if best is None or not turn_of:
        return Plan(Path(length))
    return Plan(Path(best[3], turn_of, length - best[3]))


def _turns_about(towards: int, step: int, most: int) -> Iterator[int]:
    """Yield the multiples of a step as turns, except 0, starting with those nearest to a given turn."""
    middle = (turned(towards) + step // 2) // step
    for size in range(180 // step + 1):
        for number in (middle - size, middle + size) if size else (middle,):
            turn = turned(number * step)
            turn = 180 if turn == -180 else turn
            if turn and abs(turn) <= most:
                yield turn


def closest(plane: Plane, bombers: Sequence[Plane]) -> Plane:
    """Return the bomber nearest to a fighter, centre to centre.

    Of several at the same distance, the most damaged one counts as nearest.
    """
    return by_distance(plane, bombers)[0]


def by_distance(plane: Plane, bombers: Sequence[Plane]) -> list[Plane]:
    """Return the bombers sorted by distance, the nearest first (S-601)."""
    return sorted(bombers, key=lambda bomber: (bomber.square_to(plane.x, plane.y), -bomber.damage))


def german_plan(
    m: Measures, plane: Plane, length: int, bombers: Sequence[Plane], steps: StepSizes | None = None
) -> Plan:
    """Return the move of a German fighter under the ruling (S-A10).

    The fighter attacks the closest bomber if there is a stop from which it can fire, and otherwise approaches it.

    Args:
        m: the measures of the game.
        plane: the fighter.
        length: the length of its move.
        bombers: the bombers on the table.
        steps: the step sizes of the search for paths; by default the step sizes that the ruling states.
    """
    steps, ends = steps or m.german, m.ruled["guns_at_end"] == "yes"
    targets = by_distance(plane, bombers)
    for target in targets if m.ruled["german_targets"] == "any" else targets[:1]:
        counted = [target] if m.ruled["guns_counted"] == "attacked" else bombers
        plan = Search(m, plane, length, target, counted, steps, ends=ends).run()
        if plan is not None:
            return plan
    return approach(m, plane, length, targets[0], steps)
