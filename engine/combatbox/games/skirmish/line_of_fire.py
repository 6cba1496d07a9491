"""Lines of fire: range, arcs, attacks from dead ahead and astern, and guns that bear.

All results are exact, because only integers are used.
"""

from __future__ import annotations

from collections.abc import Iterable

from combatbox.games.skirmish.geometry import COS, ONE, SIN, apart, in_arc, offset
from combatbox.games.skirmish.guns import FieldGun
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.state import Plane

_noses: dict[tuple[int, int], tuple[int, int]] = {}


def nose_of(heading: int, length: int) -> tuple[int, int]:
    """Return the position of a bomber's nose relative to its centre; the tail is opposite."""
    end = _noses.get((heading, length))
    if end is None:
        end = _noses[heading, length] = offset(heading, length, 0)
    return end


def hits_bomber(m: Measures, x: int, y: int, heading: int, bomber: Plane) -> bool:
    """Return True if a fighter at a position can fire at a bomber (S-622, G8).

    The nearest point of the bomber's fuselage must be within range and arc; under one option of S-A27, its centre must
    be in the arc.

    Args:
        m: the measures of the game.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        heading: the heading of the fighter.
        bomber: the bomber.
    """
    dx, dy = bomber.x - x, bomber.y - y
    if dx * dx + dy * dy > m.seen2:
        return False
    sine, cosine = SIN[bomber.heading], COS[bomber.heading]
    along, limit = -(dx * sine + dy * cosine), m.nose * ONE
    centre_counts = m.ruled["arc_point"] == "centre"
    if -limit <= along <= limit:
        across = dy * sine - dx * cosine  # positive to the right of the bomber's line
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
    """Return True if a fighter at a position can fire at another fighter (S-622, G8).

    The centre of the other fighter must be within range and arc.

    Args:
        m: the measures of the game.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        heading: the heading of the fighter.
        other: the other fighter.
    """
    dx, dy = other.x - x, other.y - y
    return dx * dx + dy * dy <= m.reach2 and in_arc(dx, dy, heading, m.arc)


def can_fire(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Return True if a fighter at a position can fire at an aircraft.

    Args:
        m: the measures of the game.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        heading: the heading of the fighter.
        target: the aircraft.
    """
    return (hits_bomber if target.type == "bomber" else hits_fighter)(m, x, y, heading, target)


def dead_ahead(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Return True if a fighter attacks an aircraft from dead ahead (G8a).

    The fighter must be in front of the aircraft and fly in the opposite direction.

    Args:
        m: the measures of the game.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        heading: the heading of the fighter.
        target: the aircraft.
    """
    return apart(heading, target.heading + 180) <= m.direct and is_before(m, x - target.x, y - target.y, target, 1)


def dead_astern(m: Measures, x: int, y: int, heading: int, target: Plane) -> bool:
    """Return True if a fighter attacks an aircraft from dead astern (G8a).

    The fighter must be behind the aircraft and fly in the same direction.

    Args:
        m: the measures of the game.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        heading: the heading of the fighter.
        target: the aircraft.
    """
    return apart(heading, target.heading) <= m.direct and is_before(m, x - target.x, y - target.y, target, -1)


def is_before(m: Measures, dx: int, dy: int, target: Plane, end: int) -> bool:
    """Return True if a position is straight in front of an aircraft (or, for `end` -1, straight behind it).

    For a bomber the angle is measured from its nose or tail, or from its centre, as the ruling says (S-A30).

    Args:
        m: the measures of the game.
        dx: the position relative to the aircraft's centre, across the table.
        dy: the position relative to the aircraft's centre, along the table.
        target: the aircraft.
        end: 1 for in front, -1 for behind.
    """
    dx, dy = dx * end, dy * end
    if target.type == "bomber" and m.ruled["seen_from"] == "ends":
        nx, ny = nose_of(target.heading, m.nose)
        dx, dy = dx - nx, dy - ny
    return in_arc(dx, dy, target.heading, m.direct)


def bearing_guns(m: Measures, bomber: Plane, x: int, y: int) -> list[str]:
    """Return the guns of a bomber that bear on a position, in table order (S-637, S-638).

    Args:
        m: the measures of the game.
        bomber: the bomber.
        x: the position, across the table.
        y: the position, along the table.
    """
    bear = _bearing(m.guns[bomber.heading], m.reach2, x - bomber.x, y - bomber.y)
    return [name for n, name in enumerate(m.gun_names) if bear >> n & 1]


def volley_guns(m: Measures, bomber: Plane, x: int, y: int) -> tuple[str, ...]:
    """Return the guns that fire at a fighter when it stops at a position (S-639).

    Args:
        m: the measures of the game.
        bomber: the bomber.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.

    Returns:
        The names of the guns, in the order of their table.
    """
    dx, dy = x - bomber.x, y - bomber.y
    return m.volleys[_bearing(m.guns[bomber.heading], m.reach2, dx, dy)] if dx * dx + dy * dy <= m.swept2 else ()


def _bearing(guns: tuple[FieldGun, ...], reach2: int, dx: int, dy: int) -> int:
    """Return the guns that bear on a position, as a bit set.

    The position is relative to the centre of the bomber.
    """
    bear = 0
    for bit, gx, gy, left_sine, left_cosine, right_sine, right_cosine, round_ in guns:
        ax, ay = dx - gx, dy - gy
        if ax * ax + ay * ay <= reach2 and (
            round_ or (ax * left_cosine >= ay * left_sine and ax * right_cosine <= ay * right_sine)
        ):
            bear += bit
    return bear


Field = tuple[tuple[int, int, tuple[FieldGun, ...]], ...]
"""The bombers that may fire: the position of each, and its guns on its heading."""


def field_of(m: Measures, bombers: Iterable[Plane]) -> Field:
    """Return the positions and the guns of these bombers."""
    return tuple([(bomber.x, bomber.y, m.guns[bomber.heading]) for bomber in bombers])


def guns_in(m: Measures, field: Field, x: int, y: int, most: int = 99) -> int:
    """Return the number of guns in a field that fire at a fighter when it stops at a position.

    Args:
        m: the measures of the game.
        field: the guns.
        x: the position of the fighter, across the table.
        y: the position of the fighter, along the table.
        most: the number at which counting stops.
    """
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
    """Return the number of these bombers' guns that fire at a fighter at a position."""
    return guns_in(m, field_of(m, bombers), x, y)
