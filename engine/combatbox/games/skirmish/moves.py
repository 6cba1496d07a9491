"""Moves of aircraft on the table, with what happens on the way: attacks, volleys, flak, damage and bomb runs."""

from __future__ import annotations

from bisect import bisect_left

from combatbox.core.decisions import Flow
from combatbox.games.skirmish.constants import Skirmish
from combatbox.games.skirmish.doctrine import ends_over_target, over_target
from combatbox.games.skirmish.effects import americans_are_asked, inches
from combatbox.games.skirmish.geometry import INCH, heading_of
from combatbox.games.skirmish.line_of_fire import dead_ahead, dead_astern, hits_fighter, volley_guns
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.paths import Path, reaches
from combatbox.games.skirmish.search import closest
from combatbox.games.skirmish.state import AWAY, Plane, Shot

FLAK_STEP = 100
"""The distance between the points of a bomber's path that are tested for being in range of flak (S-A04)."""


def fly_fighter(flight: Skirmish, m: Measures, plane: Plane, path: Path, stop: int, target: Plane | None) -> None:
    """Fly the whole move of a fighter, including its stop to fire.

    It implements S-615 to S-618, S-642 and S-A25.

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the fighter.
        path: the path.
        stop: the length flown at the stop.
        target: the target at the stop; None for a move without a stop.
    """
    start = plane.place
    plane.attacked, plane.left = False, path.total
    _log_marker(flight, plane, path)
    if target is not None:
        _fly_to(plane, start, path, stop)
        damage = plane.damage
        attack(flight, m, plane, target)
        _flak_at_fighter(flight, m, plane)
        if plane.out:
            return
        shorten(m, plane, plane.damage - damage)
        if not plane.left:  # bombers that did not fire at its stop fire where its move ends
            if flight.ruled["stopping"] == "no":
                volleys(flight, m, plane, spent=target)
            return
    end = (stop if target is not None else 0) + plane.left
    if not reaches(m, start, path, end):
        exits(flight, plane)
        if flight.ruled["leaving"] == "fighters_return":
            _await_return(m, plane, start, path, end)
        return
    _fly_to(plane, start, path, end)
    plane.left = 0
    volleys(flight, m, plane)
    _flak_at_fighter(flight, m, plane)


def _flak_at_fighter(flight: Skirmish, m: Measures, plane: Plane) -> None:
    """Fire flak at a fighter that is on the table, within range of the target's guns."""
    if plane.flies and m.in_flak(plane.x, plane.y):
        flak(flight, m, plane, "flak.fighter")


def _log_marker(flight: Skirmish, plane: Plane, path: Path) -> None:
    """Log the marker that is placed at the end of the whole move (S-617)."""
    if flight.journal:
        x, y, heading = path.at(*plane.place, path.total)
        flight.fact("plane.marked", plane.key, path=path.words, x=inches(x), y=inches(y), heading=heading)


def _fly_to(plane: Plane, start: tuple[int, int, int], path: Path, flown: int) -> None:
    plane.x, plane.y, plane.heading = path.at(*start, flown)
    plane.left = path.total - flown


def exits(flight: Skirmish, plane: Plane) -> None:
    """Remove an aircraft whose centre has crossed an edge of the table (G7a)."""
    flight.fact("plane.exits", plane.key)
    plane.out, plane.left = "exited", 0


def _await_return(m: Measures, plane: Plane, start: tuple[int, int, int], path: Path, end: int) -> None:
    """Put a fighter that has left the table at the point of the edge where it will return."""
    crossed = bisect_left(range(end), True, key=lambda flown: not reaches(m, start, path, flown + 1))
    plane.x, plane.y, _ = path.at(*start, crossed)
    plane.out = AWAY


def come_back(flight: Skirmish, m: Measures) -> None:
    """Return fighters to the table where they left it, headed for the closest bomber.

    Only one option of S-A34 lets fighters return.
    """
    bombers = flight.state.bombers
    for plane in flight.state.planes.values():
        if plane.out == AWAY:
            target = closest(plane, bombers)
            heading = heading_of(target.x - plane.x, target.y - plane.y)
            flight.fact("plane.returns", plane.key, heading=heading)
            plane.heading, plane.out = heading, ""


def fly_bomber(flight: Skirmish, m: Measures, plane: Plane, path: Path) -> Flow[None]:
    """Fly the whole move of a bomber, with its bomb run and its fire (S-636, S-640, S-702)."""
    start = plane.place
    plane.left = path.total
    _log_marker(flight, plane, path)
    over = -1 if plane.bombed else over_target(m, plane, path)
    flown = _flak_zone(flight, m, plane, path)
    if plane.out:
        return
    if over >= 0 and flight.ruled["bomb_at"] == "move_end":
        end = flown + plane.left
        over = end if ends_over_target(m, start, path, end) else -1
    if 0 <= over <= flown + plane.left and engines(m, plane):
        drops = True
        if americans_are_asked(flight):
            answer = yield flight.ask("bomber.bomb", ("bomb", "hold"), "bomb", plane.key)
            drops = answer == "bomb"
            if not drops:
                flight.state.to_target = None
        if drops:
            plane.left -= over - flown
            plane.x, plane.y, plane.heading = path.at(*start, over)
            flown = over
            bomb_run(flight, m, plane)
            if plane.out or flight.state.result:
                return
        elif flight.ruled["second_run"] == "no":  # its chance is gone
            plane.bombed = True
    end = flown + plane.left
    if not reaches(m, start, path, end):
        exits(flight, plane)
        return
    _fly_to(plane, start, path, end)
    plane.left = 0
    for german in flight.state.germans:
        volley(flight, m, plane, german)


def _flak_zone(flight: Skirmish, m: Measures, plane: Plane, path: Path) -> int:
    """Fire flak once when a bomber comes within range of it, under one option of S-A04.

    Returns:
        The length that the bomber has flown when the flak fires; 0 if the flak does not fire.
    """
    if flight.ruled["aa_bombers"] != "on_entering_6in" or plane.bombed or plane.flaked:
        return 0
    start = plane.place
    if not m.in_flak(plane.x, plane.y, path.total + FLAK_STEP):
        return 0
    for flown in range(0, path.total + 1, FLAK_STEP):
        x, y, _ = path.at(*start, flown)
        if not reaches(m, start, path, flown):
            break
        if m.in_flak(x, y):
            plane.flaked = True
            _fly_to(plane, start, path, flown)
            _flak_at_bomber(flight, m, plane, "flak.entering")
            return flown
    return 0


def _flak_at_bomber(flight: Skirmish, m: Measures, plane: Plane, place: str) -> None:
    """Fire flak at a bomber; the damage shortens the rest of its move."""
    damage = plane.damage
    flak(flight, m, plane, place)
    shorten(m, plane, plane.damage - damage)


def bomb_run(flight: Skirmish, m: Measures, plane: Plane) -> None:
    """Roll for flak, then for bomb hits, usually once for each running engine (S-703, S-704, S-706, S-A02)."""
    state = flight.state
    plane.bombed = True
    flight.phase("bomber.run", plane.key)
    if flight.ruled["aa_bombers"] == "before_drop":
        _flak_at_bomber(flight, m, plane, "flak.bomber")
    running = 0 if plane.out else engines(m, plane)
    for _ in range(min(running, 1) if flight.ruled["bomb_dice"] == "single" else running):
        flight.roll("bomber.bombs", plane.key)
        if state.hits >= state.needed and flight.ruled["end"] == "at_once":
            won(flight)
            return


def won(flight: Skirmish) -> None:
    """End the game because the target has taken enough hits (S-401, S-A23)."""
    flight.fact("game.won", hits=flight.state.hits, needed=flight.state.needed)
    flight.state.result = "american"


def can_bomb(m: Measures, plane: Plane) -> bool:
    """Return True if a bomber has bombs and a running engine (S-703)."""
    return not plane.bombed and engines(m, plane) > 0


def engines(m: Measures, plane: Plane) -> int:
    """Return the number of running engines of a bomber (S-703)."""
    return max(0, m.toughness["bomber"] - plane.damage)


# ---- fire and damage


def fire(flight: Skirmish, column: str, attacker: Plane, target: Plane, place: str, gun: str = "") -> int:
    """Roll for an attacker against a defender; no aircraft is removed yet.

    Args:
        flight: the flight.
        column: the column of S-TAB-COMBAT.
        attacker: the aircraft that fires.
        target: the aircraft that is fired at.
        place: the place in the order of play under which the roll is logged.
        gun: the gun; empty for a fighter.

    Returns:
        The number of engines hit.
    """
    shot = flight.state.shot = Shot(attacker.key, target.key, gun)
    before = target.damage
    flight.roll(place, str(shot), column=column)
    _limit_damage(flight, target, before)
    return target.damage - before


def _limit_damage(flight: Skirmish, target: Plane, before: int) -> None:
    """Limit damage so that an aircraft is destroyed only by a hit when no engine is running any more.

    This applies under one option of S-A15 only.
    """
    most = measures(flight.book).toughness[target.type]
    if flight.ruled["destroyed"] == "last_engine" and before < most < target.damage:
        target.damage = most


def attack(flight: Skirmish, m: Measures, plane: Plane, target: Plane) -> None:
    """Resolve the single attack of a fighter's move and the return fire.

    Bombers fire back with their guns; a fighter that is attacked fires back only in an attack from head-on.
    """
    state = flight.state
    plane.attacked = True
    if plane.side == "german":
        state.alarmed = True
    ahead = dead_ahead(m, *plane.place, target)
    flight.fact("fighter.attack", plane.key, target=target.key, ahead=ahead)
    if target.type == "bomber":
        fire(flight, "fighter_ahead" if ahead else "fighter", plane, target, "fire.ahead" if ahead else "fire.fighter")
        volleys(flight, m, plane, first=target, alone=flight.ruled["stopping"] == "no")
    else:
        fire(flight, "fighters", plane, target, "fire.fighter")
        falls = target.damage > m.toughness["fighter"] and flight.ruled["head_on"] == "survivors"
        if ahead and not falls and hits_fighter(m, *target.place, plane):
            fire(flight, "fighters", target, plane, "fire.head_on")
        if not fall(flight, m, plane) and flight.ruled["stopping"] == "yes":
            volleys(flight, m, plane)
    fall(flight, m, target)


def volleys(
    flight: Skirmish,
    m: Measures,
    plane: Plane,
    first: Plane | None = None,
    *,
    alone: bool = False,
    spent: Plane | None = None,
) -> None:
    """Let all bombers fire at a fighter that has stopped (S-A05, S-642).

    Bombers fire at American fighters only after the first German attack of a wave (S-644). Under one option of S-A18,
    they never do.

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the fighter.
        first: the bomber that was attacked, which fires first.
        alone: True if only the bomber `first` fires, because the others do not fire at a fighter's stop (S-A25).
        spent: a bomber that has already fired during this move.
    """
    state = flight.state
    if plane.side == "american" and not (state.alarmed and flight.ruled["friendly_fire"] == "true"):
        return
    bombers = [bomber for bomber in state.bombers if bomber is not spent]
    if first is not None:
        bombers = [first, *(bomber for bomber in bombers if bomber is not first and not alone)]
    for bomber in bombers:
        volley(flight, m, bomber, plane, attacked=bomber is first)
        if plane.out:
            return


def volley(flight: Skirmish, m: Measures, bomber: Plane, plane: Plane, *, attacked: bool = False) -> None:
    """Fire the guns of one bomber at a fighter until it is destroyed (S-641, S-A17).

    Each gun that fires has a separate roll.

    Args:
        flight: the flight.
        m: the measures of the game.
        bomber: the bomber.
        plane: the fighter.
        attacked: True if the fighter has attacked this bomber.
    """
    for gun in volley_guns(m, bomber, plane.x, plane.y):
        counts = attacked or flight.ruled["tail_bonus"] == "whenever"
        astern = counts and gun == "tail" and dead_astern(m, *plane.place, bomber)
        fire(flight, "tail_astern" if astern else "gun", bomber, plane, "fire.astern" if astern else "fire.gun", gun)
        if fall(flight, m, plane):
            return


def flak(flight: Skirmish, m: Measures, plane: Plane, place: str) -> None:
    """Roll for the target's flak against an aircraft, without modifiers (S-704, S-708).

    Args:
        flight: the flight.
        m: the measures of the game.
        plane: the aircraft.
        place: the place in the order of play under which the roll is logged.
    """
    flight.state.shot = Shot("flak", plane.key)
    before = plane.damage
    flight.roll(place, plane.key)
    _limit_damage(flight, plane, before)
    if plane.type == "bomber" and plane.damage > m.toughness["bomber"] and flight.ruled["last_volley"] == "flak_too":
        for german in flight.state.germans:
            volley(flight, m, plane, german)
    fall(flight, m, plane)


def fall(flight: Skirmish, m: Measures, plane: Plane) -> bool:
    """Remove an aircraft if it is destroyed (S-627, S-628, S-A15).

    Returns:
        True if the aircraft is no longer on the table.
    """
    if plane.out or plane.damage <= m.toughness[plane.type]:
        return bool(plane.out)
    state = flight.state
    flight.fact("plane.bomber_destroyed" if plane.type == "bomber" else "plane.fighter_destroyed", plane.key)
    plane.out = "destroyed"
    if plane.type == "bomber":
        state.lost_bombers += 1
    elif plane.side == "german":
        state.lost_germans += 1
    else:
        state.lost_escorts += 1
    return True


def shorten(m: Measures, plane: Plane, damage: int) -> None:
    """Shorten the rest of a move because of damage taken during the move (S-618, S-A11).

    Args:
        m: the measures of the game.
        plane: the aircraft.
        damage: the number of damage points taken in this move.
    """
    if m.ruled["mid_move"] == "later":
        return
    plane.left = max(0, plane.left - m.moves[plane.type].loss * damage * INCH)
