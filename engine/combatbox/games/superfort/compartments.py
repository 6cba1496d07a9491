"""Compartments with a limited number of men, and the ways between them.

`state.rooms` says who is where; the dead take space too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from combatbox.bomber.compartments import neighbours
from combatbox.bomber.state import Man, State
from combatbox.games.superfort.constants import Constants

__all__ = ["has_space", "inside", "nearest", "neighbours", "taken", "within_reach"]


def nearest(const: Constants, compartment: str, fits: Callable[[str], bool]) -> str | None:
    """Return the nearest compartment that fits, or None.

    The start counts too; of equally near ones the first named is returned.

    Args:
        const: the constants.
        compartment: where to start.
        fits: True for a compartment that fits.
    """
    edge, seen = [compartment], {compartment}
    while edge:
        for place in edge:
            if fits(place):
                return place
        edge = [neighbour for place in edge for neighbour in neighbours(const, place) if neighbour not in seen]
        seen.update(edge)
    return None


def within_reach(const: Constants, start: str, passable: Callable[[str, str], bool]) -> Iterator[str]:
    """Yield the other compartments that can be reached from one.

    Args:
        const: the constants.
        start: where to start.
        passable: True if a man gets from one compartment into the next.
    """
    seen, edge = {start}, [start]
    while edge:
        place = edge.pop(0)
        for neighbour in neighbours(const, place):
            if neighbour not in seen and passable(place, neighbour):
                seen.add(neighbour)
                edge.append(neighbour)
                yield neighbour


def inside(state: State, compartment: str) -> list[Man]:
    """Return the living men in a compartment, in the order of the crew."""
    return [man for man in state.aboard if state.rooms.get(man.role) == compartment]


def taken(state: State, compartment: str) -> int:
    """Return how many men a compartment holds, including the dead."""
    men = state.men
    return sum(1 for role, place in state.rooms.items() if place == compartment and _in_plane(men[role]))


def _in_plane(man: Man) -> bool:
    """Return True if a man or his body is aboard.

    The fate of a man who died in the plane is `killed`.
    """
    return not man.fate or (man.dead and man.fate == "killed")


def has_space(const: Constants, state: State, compartment: str) -> bool:
    """Return True if a compartment holds one more."""
    room: int = const.compartments[compartment].room
    return taken(state, compartment) < room
