"""The path of a fighter, found without trying them all: the best stop to fire from, else the nearest end (S-A10).

The ruling compares paths with a first leg in steps, turns in steps and stops in steps: some ten thousand of them. Most cannot
matter: a turn that points past the target, a first leg whose shortest way to the target is longer than the best stop found, a
stretch outside the circle from which the target can be fired at. Those are left out, and none that could be the best is:
`tests/games/skirmish` compares it with a search that tries every one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt

from combatbox.games.skirmish.aim import can_fire, dead_ahead, guns_on, nose_of
from combatbox.games.skirmish.geometry import COS, INCH, ONE, SIN, ahead, apart, bearing, distance, turned
from combatbox.games.skirmish.measures import Measures, Steps
from combatbox.games.skirmish.paths import Path, stays
from combatbox.games.skirmish.state import Plane

MOST = 24 * INCH
"""The strides of a heading are kept so far, which no move passes; those of a longer one are reckoned when they are asked."""

Stride = tuple[int, int, int]
Key = tuple[bool, int, int, int, bool, int]
"""What paths are compared by, the least first: not dead ahead, guns, flown to the stop, turn, to the right, first leg."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A path, and how much of it is flown before the fighter stops to fire (-1: it never does)."""

    path: Path
    stop: int = -1
    target: str = ""
    ahead: bool = False
    guns: int = 0


@cache
def turns(step: int, most: int) -> tuple[int, ...]:
    """Turns in steps, the smallest first, left before right; none is 0."""
    found = [turn for size in range(step, most + 1, step) for turn in (-size, size)]
    return tuple(turn for turn in found if turn != -180)


@cache
def legs(step: int, least: int, length: int) -> tuple[int, ...]:
    """First legs after which something is left to fly."""
    return tuple(range(least, length, step))


@cache
def strides(heading: int, step: int, most: int = MOST) -> tuple[Stride, ...]:
    """What is flown in steps on a heading, with the difference of places that it makes."""
    return tuple((flown, *ahead(0, 0, heading, flown)) for flown in range(step, most + 1, step))


@cache
def _window(reach: int, far: int) -> int:
    """How many degrees from the bearing of a place so far off (in steps of an inch) a line may point to come within reach."""
    away = far * INCH
    if away <= reach:
        return 180
    return next(degrees for degrees in range(91) if SIN[degrees] * away >= reach * ONE) + 1


class Search:
    """One fighter's search for a stop against one target. It changes nothing."""

    def __init__(
        self, m: Measures, plane: Plane, length: int, target: Plane, bombers: Sequence[Plane], steps: Steps
    ) -> None:
        self.m, self.plane, self.length, self.target, self.steps = m, plane, length, target, steps
        self.least = m.moves[plane.type].straight * INCH
        self.most = m.moves[plane.type].turn
        self.bomber = target.type == "bomber"
        self.far = m.reach + (m.nose if self.bomber else 0)
        self.legs = legs(steps.leg, self.least, length)
        near = length + m.reach + m.nose
        self.bombers = [
            b for b in bombers if abs(b.x - plane.x) <= near and abs(b.y - plane.y) <= near
        ]  # fmt: skip
        self.best: Plan | None = None
        self.key: Key | None = None

    def run(self) -> Plan | None:
        """The best plan with a stop on a path that stays on the table; None where there is none."""
        plane = self.plane
        if distance(self.target.x - plane.x, self.target.y - plane.y) > self.length + self.far:
            return None
        self._along_the_first_leg()
        if self.bomber:
            self._after_a_turn(ahead_alone=True)
        if self.best is None or not self.best.ahead:
            self._after_a_turn(ahead_alone=False)
        return self.best

    # ---- stops before the turn

    def _along_the_first_leg(self) -> None:
        """Stops on the line straight ahead; the turn after them is the smallest that keeps the fighter on the table."""
        m, plane, target = self.m, self.plane, self.target
        plain = Path(self.length)
        plain_stays = stays(m, plane, plain)
        for stop in range(0, self.length + 1, self.steps.stop):
            x, y = ahead(plane.x, plane.y, plane.heading, stop)
            if not m.on_table(x, y):
                break
            if can_fire(m, x, y, plane.heading, target):
                path = plain if plain_stays else self._turning_after(stop)
                if path is not None:
                    self._take(path, stop, x, y, plane.heading)

    def _turning_after(self, stop: int) -> Path | None:
        for turn in turns(self.steps.pivot, self.most):
            for first in self.legs:
                path = Path(first, turn, self.length - first)
                if first >= stop and stays(self.m, self.plane, path):
                    return path
        return None

    # ---- stops after the turn

    def _after_a_turn(self, *, ahead_alone: bool) -> None:
        """Every line from every turning place that can come within reach of the target."""
        m, plane, target, far = self.m, self.plane, self.target, self.far
        against = (target.heading + 180 - plane.heading) % 360
        all_turns = turns(self.steps.pivot, self.most)
        if ahead_alone:
            all_turns = tuple([turn for turn in all_turns if apart(turn, against) <= m.direct])
        for first in self.legs:
            x, y = ahead(plane.x, plane.y, plane.heading, first)
            if not m.on_table(x, y):
                break
            dx, dy = target.x - x, target.y - y
            away = distance(dx, dy)
            if away - far > self.length - first:
                continue
            key = self.key
            if key is not None and key[0] != ahead_alone and key[1] == 0 and first + self._gap(dx, dy) > key[2]:
                continue  # no stop from here on is flown to on a shorter way than the best
            window = _window(far, away // INCH)
            towards = bearing(dx, dy) - plane.heading if window < 90 else 0
            for turn in all_turns:
                if window >= 90 or -window <= (turn - towards + 180) % 360 - 180 <= window:
                    self._along(first, turn, (x, y, dx, dy), ahead_alone)

    def _gap(self, dx: int, dy: int) -> int:
        """How far a place is at least from the nearest from which the target can be fired at, by where the target is."""
        if not self.bomber:
            return distance(dx, dy) - self.far - 1
        nx, ny = nose_of(self.target.heading, self.m.nose)
        along = dx * nx + dy * ny
        if abs(along) < nx * nx + ny * ny:
            return abs(dx * ny - dy * nx) // self.m.nose - self.m.reach - 2
        return min(distance(dx + nx, dy + ny), distance(dx - nx, dy - ny)) - self.m.reach - 2

    def _along(self, first: int, turn: int, place: tuple[int, int, int, int], ahead_alone: bool) -> None:
        """The stops on one line after a turn, from where it comes within the circle round the target."""
        x, y, dx, dy = place
        heading = (self.plane.heading + turn) % 360
        sine, cosine, far = SIN[heading], COS[heading], self.far
        off = abs(dx * cosine - dy * sine) // ONE
        if off > far:
            return
        near = (dx * sine + dy * cosine) // ONE
        step, key = self.steps.stop, self.key
        end = min(self.length - first, near + (self.m.nose if self.bomber else 0) + 2)
        if key is not None and key[0] != ahead_alone and key[1] == 0:
            end = min(end, key[2] - first)  # nothing beats no guns but a shorter way to the stop
        begin = near - isqrt(far * far - off * off) - 2
        begin = step if begin <= step else -(-begin // step) * step
        if end < begin:
            return
        steps = strides(heading, step, max(MOST, self.length))[begin // step - 1 : end // step]
        if self.bomber and self.m.rulings["S-A27"] == "nearest":
            stops = self._seen(steps, heading, dx, dy)
        else:
            m, target = self.m, self.target
            stops = [s for s in steps if can_fire(m, x + s[1], y + s[2], heading, target)]
        if stops:
            path = Path(first, turn, self.length - first)
            for flown, sx, sy in stops:
                self._take(path, first + flown, x + sx, y + sy, heading)

    def _seen(self, steps: Sequence[Stride], heading: int, dx: int, dy: int) -> list[Stride]:
        """Those of the steps from which a bomber can be fired at: `aim.hits_bomber` for one line, where the arc towards a
        flank of the fuselage is the same all along it."""
        m, other = self.m, self.target.heading
        sine, cosine = SIN[other], COS[other]
        limit, wide, reach2 = m.nose * ONE, m.reach * ONE, m.reach2
        from_right, from_left = apart(other - 90, heading) <= m.arc, apart(other + 90, heading) <= m.arc
        nx, ny = nose_of(other, m.nose)
        left, right = (heading - m.arc) % 360, (heading + m.arc) % 360
        left_sine, left_cosine, right_sine, right_cosine = SIN[left], COS[left], SIN[right], COS[right]
        found = []
        for step in steps:
            ex, ey = dx - step[1], dy - step[2]
            along = ex * sine + ey * cosine
            if -limit <= along <= limit:
                across = ey * sine - ex * cosine
                if -wide <= across <= wide and ((from_right if across > 0 else from_left) or not across):
                    found.append(step)
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
                found.append(step)
        return found

    # ---- comparing

    def _take(self, path: Path, stop: int, x: int, y: int, heading: int) -> None:
        """Keep this stop if it is better than the best so far."""
        m, key = self.m, self.key
        not_ahead = not (self.bomber and dead_ahead(m, x, y, heading, self.target))
        most = 99
        if key is not None:
            if not_ahead > key[0]:
                return
            if not_ahead == key[0]:
                rest = (stop, abs(path.pivot), path.pivot > 0, path.first)
                most = key[1] + (rest < key[2:])
                if most == 0:
                    return
        guns = guns_on(m, self.bombers, x, y, most)
        if guns >= most or not m.on_table(x, y) or (path.pivot and not stays(m, self.plane, path)):
            return
        self.key = (not_ahead, guns, stop, abs(path.pivot), path.pivot > 0, path.first)
        self.best = Plan(path, stop, self.target.key, not not_ahead, guns)


def approach(m: Measures, plane: Plane, length: int, target: Plane, steps: Steps) -> Plan:
    """The path that ends nearest to a target and stays on the table; one that leaves it where there is no other."""
    least, most = m.moves[plane.type].straight * INCH, m.moves[plane.type].turn
    best: tuple[int, int, bool, int] | None = None
    x, y = ahead(plane.x, plane.y, plane.heading, length)
    if m.on_table(x, y):
        best = (target.x - x) ** 2 + (target.y - y) ** 2, 0, False, length
    turn_of = 0
    for first in legs(steps.leg, least, length):
        x, y = ahead(plane.x, plane.y, plane.heading, first)
        if not m.on_table(x, y):
            break
        towards = bearing(target.x - x, target.y - y) - plane.heading
        tried = 0
        for turn in _about(towards, steps.pivot, most):
            ex, ey = ahead(x, y, (plane.heading + turn) % 360, length - first)
            if not m.on_table(ex, ey):
                continue
            now = (target.x - ex) ** 2 + (target.y - ey) ** 2, abs(turn), turn > 0, first
            if best is None or now < best:
                best, turn_of = now, turn
            tried += 1
            if tried == 3:  # the end comes nearer with every step towards the bearing
                break
    if best is None or not turn_of:
        return Plan(Path(length))
    return Plan(Path(best[3], turn_of, length - best[3]))


def _about(towards: int, step: int, most: int) -> Iterator[int]:
    """Turns in steps, those nearest to the one that is wanted first; none is 0."""
    middle = (turned(towards) + step // 2) // step
    for size in range(180 // step + 1):
        for number in (middle - size, middle + size) if size else (middle,):
            turn = turned(number * step)
            turn = 180 if turn == -180 else turn
            if turn and abs(turn) <= most:
                yield turn


def closest(plane: Plane, bombers: Sequence[Plane]) -> Plane:
    """The bomber nearest to a fighter, centre to centre; of those as near the one worse damaged, then in their order."""
    return min(bombers, key=lambda b: ((b.x - plane.x) ** 2 + (b.y - plane.y) ** 2, -b.damage))


def german_plan(m: Measures, plane: Plane, length: int, bombers: Sequence[Plane], steps: Steps | None = None) -> Plan:
    """What a German fighter does by the ruling: at the closest bomber, from a stop if there is one (S-A10)."""
    target = closest(plane, bombers)
    steps = steps or m.german
    counted = [target] if m.rulings["S-A28"] == "attacked" else bombers
    return Search(m, plane, length, target, counted, steps).run() or approach(m, plane, length, target, steps)
