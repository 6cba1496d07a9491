"""Functions for the compartments of the bomber: the space in them and the ways between them.

`state.rooms` maps each man to his compartment; the dead take up space too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from combatbox.bomber.crew_positions import neighbours
from combatbox.bomber.state import Man, State
from combatbox.games.superfort.constants import Constants

__all__ = ["has_space", "nearest", "neighbours", "taken", "within_reach"]


def nearest(const: Constants, compartment: str, fits: Callable[[str], bool]) -> str | None:
    """Return the nearest compartment that satisfies a predicate, or None.

    The starting compartment is included. Of several compartments at the same distance, the one that is listed first is
    returned.

    Args:
        const: the constants.
        compartment: the compartment at which to start.
        fits: a function that returns True if a compartment is suitable.
    """
    reached = within_reach(const, compartment, lambda here, there: True)
    return next(filter(fits, (compartment, *reached)), None)


def within_reach(const: Constants, start: str, passable: Callable[[str, str], bool]) -> Iterator[str]:
    """Yield the other compartments that can be reached from a compartment, nearest first.

    Args:
        const: the constants.
        start: the compartment at which to start.
        passable: a function that returns True if a man can move from one compartment into the next.
    """
    seen, edge = {start}, [start]
    while edge:
        place = edge.pop(0)
        for neighbour in neighbours(const, place):
            if neighbour not in seen and passable(place, neighbour):
                seen.add(neighbour)
                edge.append(neighbour)
                yield neighbour


def taken(state: State, compartment: str) -> int:
    """Return the number of men in a compartment, including the dead."""
    men = state.men
    return sum(1 for role, place in state.rooms.items() if place == compartment and _in_plane(men[role]))


def _in_plane(man: Man) -> bool:
    """Return True if a man or his body is aboard."""
    return not man.fate or (man.dead and man.fate == "killed")


def has_space(const: Constants, state: State, compartment: str) -> bool:
    """Return True if there is space for one more man in a compartment."""
    room: int = const.compartments[compartment].room
    return taken(state, compartment) < room
