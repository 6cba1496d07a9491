"""Who can fire at whom: reach, arcs, dead ahead and dead astern, and the guns of a bomber that bear. Exact, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable

from combatbox.games.skirmish.geometry import COS, ONE, SIN, apart, in_arc, offset
from combatbox.games.skirmish.guns import FieldGun
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.state import Plane

_ends: dict[tuple[int, int], tuple[int, int]] = {}


def nose_of(heading: int, length: int) -> tuple[int, int]:
    """The nose of a bomber from its centre (the tail is the opposite), kept by heading."""
    end = _ends.get((heading, length))
    if end is None:
        end = _ends[heading, length] = offset(heading, length, 0)
    return end


def hits_bomber(m: Measures, x: int, y: int, heading: int, bomber: Plane) -> bool:
    """Whether a fighter there can fire at a bomber: nearest point of its fuselage within reach and arc (S-622, G8)."""
    dx, dy = bomber.x - x, bomber.y - y
    if dx * dx + dy * dy > m.seen2:
        return False
    sine, cosine = SIN[bomber.heading], COS[bomber.heading]
    along, limit = -(dx * sine + dy * cosine), m.nose * ONE
    centre_counts = m.ruled["arc_point"] == "centre"
    if -limit <= along <= limit:
        across = dy * sine - dx * cosine  # to the right of the bomber's line above nothing
        if abs(across) > m.reach * ONE:
            return False
        if centre_counts:
            return in_arc(dx, dy, heading, m.arc)
        return not across or apart(bomber.heading + (-90 if across > 0 else 90), heading) <= m.arc
    nx, ny = nose_of(bomber.heading, m.nose)
    ex, ey = (dx + nx, dy + ny) if along > 0 else (dx - nx, dy - ny)
    if ex * ex + ey * ey > m.reach2:
        return False
    return in_arc(dx, dy, heading, m.arc) if centre_counts else in_arc(ex, ey, heading, m.arc)


def hits_fighter(m: Measures, x: int, y: int, heading: int, other: Plane) -> bool:
    """Whether a fighter there can fire at another: its centre within reach and arc (S-622, G8)."""
    dx, dy = other.x - x, other.y - y
    return dx * dx + dy * dy <= m.reach2 and in_arc(dx, dy, heading, m.arc)


def can_fire(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Whether a fighter there can fire at that aircraft."""
    return (hits_bomber if target.type == "bomber" else hits_fighter)(m, x, y, heading, target)


def dead_ahead(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Whether a fighter there comes at an aircraft from dead ahead: in front of it, and flying the other way (G8a)."""
    return apart(heading, target.heading + 180) <= m.direct and before(m, x - target.x, y - target.y, target, 1)


def dead_astern(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Whether a fighter there comes at an aircraft from dead astern: behind it, and flying the same way (G8a)."""
    return apart(heading, target.heading) <= m.direct and before(m, x - target.x, y - target.y, target, -1)


def before(m: Measures, dx: int, dy: int, target: Plane, end: int) -> bool:
    """Whether a place, so far from the centre of an aircraft, is straight in front of it (end 1) or behind it (end -1).

    The angle is seen from a bomber's nose or tail, or from its centre where that is ruled (S-A30).
    """
    dx, dy = dx * end, dy * end
    if target.type == "bomber" and m.ruled["seen_from"] == "ends":
        nx, ny = nose_of(target.heading, m.nose)
        dx, dy = dx - nx, dy - ny
    return in_arc(dx, dy, target.heading, m.direct)


def bearing_guns(m: Measures, bomber: Plane, x: int, y: int) -> list[str]:
    """The guns of a bomber that have a place within reach and arc (S-637, S-638), in the order of their table."""
    bear = _bearing(m.guns[bomber.heading], m.reach2, x - bomber.x, y - bomber.y)
    return [name for n, name in enumerate(m.gun_names) if bear >> n & 1]


def volley_guns(m: Measures, bomber: Plane, x: int, y: int) -> tuple[str, ...]:
    """The guns of a bomber that fire at a fighter that stops there (S-639), in the order of their table."""
    dx, dy = x - bomber.x, y - bomber.y
    return m.volleys[_bearing(m.guns[bomber.heading], m.reach2, dx, dy)] if dx * dx + dy * dy <= m.swept2 else ()


def _bearing(guns: tuple[FieldGun, ...], reach2: int, dx: int, dy: int) -> int:
    """The set of guns that have a place within reach and arc, so far from the centre of their bomber."""
    bear = 0
    for bit, gx, gy, left_sine, left_cosine, right_sine, right_cosine, round_ in guns:
        ax, ay = dx - gx, dy - gy
        if ax * ax + ay * ay <= reach2 and (
            round_ or (ax * left_cosine >= ay * left_sine and ax * right_cosine <= ay * right_sine)
        ):
            bear += bit
    return bear


Field = tuple[tuple[int, int, tuple[FieldGun, ...]], ...]
"""Bombers that may fire: where each is, and what its guns sweep."""


def field_of(m: Measures, bombers: Iterable[Plane]) -> Field:
    """The guns of these bombers, as they stand."""
    return tuple([(bomber.x, bomber.y, m.guns[bomber.heading]) for bomber in bombers])


def guns_in(m: Measures, field: Field, x: int, y: int, most: int = 99) -> int:
    """How many guns of a field fire at a fighter that stops there; counted no further than `most`."""
    count = 0
    swept2, reach2 = m.swept2, m.reach2
    for bx, by, guns in field:
        dx, dy = x - bx, y - by
        if dx * dx + dy * dy <= swept2 and (bear := _bearing(guns, reach2, dx, dy)):
            count += len(m.volleys[bear])
            if count >= most:
                break
    return count


def guns_on(m: Measures, bombers: Iterable[Plane], x: int, y: int) -> int:
    """How many guns of these bombers fire at a fighter that stops there."""
    return guns_in(m, field_of(m, bombers), x, y)
