"""The doctrine for escorts and bombers.

It selects the moves that are offered to a player, and makes the moves for which no player is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.games.skirmish.geometry import COS, INCH, ONE, SIN, ahead
from combatbox.games.skirmish.line_of_fire import can_fire, dead_ahead, guns_on
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.paths import Path, reaches, stays
from combatbox.games.skirmish.search import Plan, Search, approach, closest, turns
from combatbox.games.skirmish.state import Plane, State

FLAK = 3
"""The number of bombers' guns that are as dangerous as one roll of the target's flak."""

NO_STOP = (-1, None)
"""The length flown at a stop to fire, and the target, of a move without a stop."""


def escort_plans(m: Measures, state: State, plane: Plane, most: int) -> list[Plan]:
    """Return the best moves of an escort: attacks where nobody can fire back, then safe moves.

    Args:
        m: the measures of the game.
        state: the state.
        plane: the escort.
        most: the largest number of moves to return.
    """
    length = m.allowance(plane, state.escorts_first)
    bombers = state.bombers if state.alarmed and m.ruled["friendly_fire"] == "true" else []
    germans = sorted(state.germans, key=lambda german: german.square_to(plane.x, plane.y))
    ranked: list[tuple[tuple[int, int, int], Plan]] = []
    for order, german in enumerate(germans):
        plan = Search(m, plane, length, german, bombers, m.doctrine, ends=True, flak=FLAK).run()
        if plan is not None:
            ranked.append(((plan.guns, -german.damage, order), plan))
            if most == 1 and not plan.guns and german.damage:
                break
    ranked.sort(key=lambda item: item[0])
    plans = [plan for (danger, *_), plan in ranked if not danger][:most]
    if len(plans) < most:
        plans += _stations(m, state, plane, length, germans, bombers)
        plans += [plan for (danger, *_), plan in ranked if danger]
    return list(dict.fromkeys(plans))[:most]


def _stations(
    m: Measures, state: State, plane: Plane, length: int, germans: Sequence[Plane], bombers: Sequence[Plane]
) -> list[Plan]:
    """Return moves without an attack, the safest of each kind.

    The kinds are a move towards the nearest German fighter, or towards the bombers while Germans are still due, and a
    move with the smallest turn.
    """
    goals = germans or (state.bombers if state.germans_due else [])
    paths = _paths(m, plane, length)
    least_turn = [path for path in sorted(paths, key=lambda path: abs(path.pivot)) if stays(m, plane, path)]

    def away(path: Path) -> int:
        x, y, _ = path.at(*plane.place, path.total)
        return goals[0].square_to(x, y)

    ordered = ([sorted(least_turn, key=away)] if goals else []) + [least_turn]
    return [Plan(_safest(m, plane, paths, bombers)) for paths in ordered if paths] or [Plan(Path(length))]


def _paths(m: Measures, plane: Plane, length: int) -> list[Path]:
    """Return the moves that the doctrine considers: straight on, and with a turn after a leg."""
    moves = m.moves[plane.type]
    first_legs = range(moves.straight * INCH, m.last_leg(plane.type, length) + 1, m.doctrine.leg)
    pivots = turns(m.doctrine.pivot, moves.turn)
    return [Path(length), *(Path(first, turn, length - first) for first in first_legs for turn in pivots)]


def _safest(m: Measures, plane: Plane, paths: Sequence[Path], bombers: Sequence[Plane]) -> Path:
    """Return the first of the paths at whose end the fewest guns bear."""
    best, least = paths[0], 99
    for path in paths:
        x, y, _ = path.at(*plane.place, path.total)
        danger = FLAK if m.in_flak(x, y) else 0
        danger += guns_on(m, bombers, x, y)
        if danger < least:
            best, least = path, danger
        if not danger:
            break
    return best


def german_plans(m: Measures, state: State, plane: Plane, length: int, most: int) -> list[Plan]:
    """Return the best moves of a German fighter that a player controls.

    The moves are an attack on each bomber, the nearest first, then an approach and a move straight on.

    Args:
        m: the measures of the game.
        state: the state.
        plane: the fighter.
        length: the length of its move.
        most: the largest number of moves to return.
    """
    bombers = sorted(state.bombers, key=lambda bomber: bomber.square_to(plane.x, plane.y))
    plans = [plan for b in bombers if (plan := Search(m, plane, length, b, bombers, m.german).run())]
    return [*plans, approach(m, plane, length, bombers[0], m.german), Plan(Path(length))][:most]


def targets_at(m: Measures, plane: Plane, enemies: Sequence[Plane], path: Path, flown: int) -> list[Plane]:
    """Return the aircraft at which a fighter can fire after part of a path (S-622).

    Args:
        m: the measures of the game.
        plane: the fighter.
        enemies: the possible targets.
        path: the path.
        flown: the length flown.
    """
    if not reaches(m, plane.place, path, flown):
        return []
    x, y, heading = path.at(*plane.place, flown)
    return [enemy for enemy in enemies if can_fire(m, x, y, heading, enemy)]


def stops_on(m: Measures, state: State, plane: Plane, path: Path) -> list[tuple[int, Plane]]:
    """Return the possible stops on a path, at regular steps, with each target at each stop.

    Args:
        m: the measures of the game.
        state: the state.
        plane: the fighter.
        path: the path.

    Returns:
        The length flown and the target of each stop, in order.
    """
    enemies = state.enemies_of(plane)
    steps = range(0, path.total + 1, m.german.stop)
    return [(flown, enemy) for flown in steps for enemy in targets_at(m, plane, enemies, path, flown)]


def stop_as_ordered(m: Measures, state: State, plane: Plane, path: Path) -> tuple[int, Plane | None]:
    """Return the best stop of a German fighter on a path that has already been chosen.

    At this stop the fighter fires at the closest of the bombers that it can fire at from the path.

    Returns:
        The length flown and the target; `NO_STOP` if there is none.
    """
    stops = [stop for stop in stops_on(m, state, plane, path) if stop[1].type == "bomber"]
    if not stops:
        return NO_STOP
    target = closest(plane, [bomber for bomber in state.bombers if any(bomber is other for _, other in stops)])
    counted = [target] if m.ruled["guns_counted"] == "attacked" else state.bombers

    def worth(flown: int) -> tuple[bool, int, int]:
        x, y, heading = path.at(*plane.place, flown)
        return not dead_ahead(m, x, y, heading, target), guns_on(m, counted, x, y), flown

    return min((flown for flown, other in stops if other is target), key=worth), target


def stop_at_escort(m: Measures, state: State, plane: Plane, path: Path) -> tuple[int, Plane | None]:
    """Return the first stop on a path at which a German fighter can fire at an escort (S-A26).

    One option of the ruling does not let Germans stop for escorts.

    Returns:
        The length flown and the target; `NO_STOP` if there is none.
    """
    if m.ruled["escorts"] == "alike":
        return NO_STOP
    stops = (stop for stop in stops_on(m, state, plane, path) if stop[1].type == "fighter")
    return next(stops, NO_STOP)


def best_stops(m: Measures, state: State, plane: Plane, path: Path, most: int) -> list[tuple[int, Plane]]:
    """Return the best stops on a path.

    Stops dead ahead of a bomber come first, then those at which the fewest guns fire, then those with the shortest way.

    Args:
        m: the measures of the game.
        state: the state.
        plane: the fighter.
        path: the path.
        most: the largest number of stops to return.

    Returns:
        The length flown and the target of each stop.
    """

    def worth(stop: tuple[int, Plane]) -> tuple[bool, int, int]:
        x, y, heading = path.at(*plane.place, stop[0])
        ahead_of = stop[1].type == "bomber" and dead_ahead(m, x, y, heading, stop[1])
        shot_at = plane.side == "german" or state.alarmed
        return not ahead_of, guns_on(m, state.bombers, x, y) if shot_at else 0, stop[0]

    best: list[tuple[int, Plane]] = []
    for stop in sorted(stops_on(m, state, plane, path), key=worth):
        if all(stop[0] != other[0] for other in best):
            best.append(stop)
    return best[:most]


# ---- bombers


def bomber_paths(m: Measures, plane: Plane, group: Sequence[Plane], most: int) -> list[Path]:
    """Return the best moves of a bomber, or of the leader of a group.

    The best moves are those that, continued straight on, pass over the target. A bomber without bombs flies straight
    on.

    Args:
        m: the measures of the game.
        plane: the bomber.
        group: the bombers that make the same move.
        most: the largest number of moves to return.
    """
    length = m.allowance(plane)
    if most == 1 and (plane.bombed or _miss(m, plane, Path(length), group) == 0):
        return [Path(length)]
    paths = _paths(m, plane, length)
    paths.sort(key=lambda path: (_miss(m, plane, path, group), abs(path.pivot), path.pivot > 0, path.first))
    return paths[:most]


def _miss(m: Measures, plane: Plane, path: Path, group: Sequence[Plane]) -> int:
    """Return the distance at which the line of a move passes the target, summed over a group.

    A bomber that would leave the table before the target counts as a miss by the width of the table.
    """
    left, right, near, far = m.target
    goal_x, goal_y = (left + right) // 2, (near + far) // 2
    onward = Path(path.first, path.pivot, path.second + m.length) if path.pivot else Path(path.first + m.length)
    total = 0
    for bomber in group:
        if path.pivot and not m.on_table(*ahead(*bomber.place, path.first)):
            total += m.width
            continue
        x, y, heading = path.at(*bomber.place, path.total)
        if not m.on_table(x, y):
            total += 0 if over_target(m, bomber, path) >= 0 else m.width
        elif over_target(m, bomber, onward) < 0:
            cross_x, cross_y = ahead(x, y, heading, max(0, goal_y - y))
            total += abs(cross_x - goal_x) + abs(cross_y - goal_y) + m.gap
    return total


def over_target(m: Measures, plane: Plane, path: Path) -> int:
    """Return the length flown when a bomber is first over the target (S-702, G9).

    A bomber is over the target when its nose and its tail both are.

    Args:
        m: the measures of the game.
        plane: the bomber.
        path: the path.

    Returns:
        The length; -1 if the bomber is never over the target.
    """
    first = _first_over(m, *plane.place, path.first)
    if first >= 0 or not path.pivot:
        return first
    x, y = ahead(*plane.place, path.first)
    if not m.on_table(x, y):  # it leaves before it turns
        return -1
    least = min(1, path.second)  # without a second leg, test the turning point on the new heading
    second = _first_over(m, x, y, (plane.heading + path.pivot) % 360, path.second, least=least)
    return path.first + second if second >= 0 else -1


def ends_over_target(m: Measures, start: tuple[int, int, int], path: Path, flown: int) -> bool:
    """Return True if a bomber is over the target, and on the table, where its move ends (S-A03).

    Args:
        m: the measures of the game.
        start: the position and heading at the start.
        path: the path.
        flown: the length flown at the end of the move, which may be shorter than the path.
    """
    return reaches(m, start, path, flown) and _is_over(m, *path.at(*start, flown))


def _is_over(m: Measures, x: int, y: int, heading: int) -> bool:
    left, right, near, far = m.target
    return all(
        left <= px <= right and near <= py <= far
        for px, py in (
            ahead(x, y, heading, m.nose),
            ahead(x, y, heading, -m.nose),
        )
    )


def _first_over(m: Measures, x: int, y: int, heading: int, length: int, least: int = 0) -> int:
    """Return the first whole unit of a straight leg at which a bomber is over the target.

    Args:
        m: the measures of the game.
        x: the start, across the table.
        y: the start, along the table.
        heading: the heading.
        length: the length of the leg.
        least: the length at which to begin.

    Returns:
        The length flown; -1 if the bomber is never over the target.
    """
    left, right, near, far = m.target
    if (
        near - y > length + 2 or left - x > length + 2 or x - right > length + 2
    ):  # its middle must be over the target, too
        return -1
    nose_x, nose_y = ahead(0, 0, heading, m.nose)
    low, high, slack = 0, length, 1
    for place, share, near_end, far_end in (
        (x, SIN[heading], left + abs(nose_x), right - abs(nose_x)),
        (y, COS[heading], near + abs(nose_y), far - abs(nose_y)),
    ):
        if share == 0:
            if not near_end <= place <= far_end:
                return -1
            continue
        ends = sorted((-(-(near_end - place) * ONE // share), (far_end - place) * ONE // share))
        low, high = max(low, ends[0]), min(high, ends[1])
        slack = max(slack, 2 + ONE // abs(share))  # on a slant, rounding moves the edge by this much
    if low > high + 2 * slack:
        return -1
    tried = range(max(least, low - slack), min(length, low + slack) + 1)
    return next((t for t in tried if _is_over(m, *ahead(x, y, heading, t), heading)), -1)
