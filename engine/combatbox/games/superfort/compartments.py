"""Compartments that hold so many men: who is in each, how many more it takes, and how far a man gets through them.

Who is where stands in `state.rooms`: the dead take room too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from combatbox.bomber.compartments import neighbours
from combatbox.bomber.state import Man, State
from combatbox.games.superfort.constants import Constants

__all__ = ["has_room", "inside", "nearest", "neighbours", "taken", "within_reach"]


def nearest(const: Constants, compartment: str, fits: Callable[[str], bool]) -> str | None:
    """The nearest compartment that fits, this one too; the first named of equally near ones. None if none does."""
    edge, seen = [compartment], {compartment}
    while edge:
        for place in edge:
            if fits(place):
                return place
        edge = [one for place in edge for one in neighbours(const, place) if one not in seen]
        seen.update(edge)
    return None


def within_reach(const: Constants, start: str, passable: Callable[[str, str], bool]) -> Iterator[str]:
    """The other compartments that can be come to from one, over steps that are passable from one to the next."""
    seen, edge = {start}, [start]
    while edge:
        place = edge.pop(0)
        for one in neighbours(const, place):
            if one not in seen and passable(place, one):
                seen.add(one)
                edge.append(one)
                yield one


def inside(state: State, compartment: str) -> list[Man]:
    """The living men in a compartment, in the order of the crew."""
    return [man for man in state.aboard if state.rooms.get(man.role) == compartment]


def taken(state: State, compartment: str) -> int:
    """How many men a compartment holds, the dead among them."""
    men = state.men
    return sum(1 for role, place in state.rooms.items() if place == compartment and _in_plane(men[role]))


def _in_plane(man: Man) -> bool:
    """He is aboard, or his body is: a dead man's fate is that he was killed in the plane."""
    return not man.fate or (man.dead and man.fate == "killed")


def has_room(const: Constants, state: State, compartment: str) -> bool:
    """Whether a compartment holds one more."""
    room: int = const.compartments[compartment].room
    return taken(state, compartment) < room
