"""Moves of aircraft on the table: stops to fire, bomb runs, and leaving the table."""

from __future__ import annotations

from bisect import bisect_left

from combatbox.core.decisions import Flow
from combatbox.games.skirmish.combat import attack, flak, shorten, volley, volleys
from combatbox.games.skirmish.constants import Skirmish
from combatbox.games.skirmish.doctrine import ends_over_target, over_target
from combatbox.games.skirmish.effects import americans_are_asked, inches
from combatbox.games.skirmish.geometry import bearing
from combatbox.games.skirmish.parameters import Measures
from combatbox.games.skirmish.paths import Path, reaches
from combatbox.games.skirmish.search import closest
from combatbox.games.skirmish.state import AWAY, Plane

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
            heading = bearing(target.x - plane.x, target.y - plane.y)
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
