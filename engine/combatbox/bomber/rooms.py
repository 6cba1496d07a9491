"""The compartments of a plane as a graph: which is next to which, who is in each, and how many it still holds.

A game's data name the neighbours of each compartment; where they do not, the compartments lie in a row in their order.
Who is where stands in `state.rooms` of a plane whose compartments hold so many (`room`): the dead take room too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.bomber.state import Man, State


def neighbours(const: Mapping[str, Any], compartment: str) -> list[str]:
    """The compartments next to one, by their list or else the one before and the one behind it."""
    rooms = const["compartments"]
    listed: list[str] | None = rooms[compartment].get("neighbours")
    if listed is not None:
        return listed
    row = list(rooms)
    here = row.index(compartment)
    return [*row[max(here - 1, 0) : here], *row[here + 1 : here + 2]]


def ways_from(const: Mapping[str, Any], compartment: str) -> list[list[str]]:
    """For each neighbour the compartments that lie that way, the nearest first; each is in one way alone."""
    seen = {compartment, *neighbours(const, compartment)}
    ways = [[one] for one in neighbours(const, compartment)]
    for way in ways:
        for place in way:
            further = [one for one in neighbours(const, place) if one not in seen]
            seen.update(further)
            way.extend(further)
    return ways


def nearest(const: Mapping[str, Any], compartment: str, fits: Callable[[str], bool]) -> str | None:
    """The nearest compartment that fits, this one too; the first named of equally near ones. None if none does."""
    edge, seen = [compartment], {compartment}
    while edge:
        for place in edge:
            if fits(place):
                return place
        edge = [one for place in edge for one in neighbours(const, place) if one not in seen]
        seen.update(edge)
    return None


def within_reach(const: Mapping[str, Any], start: str, passable: Callable[[str, str], bool]) -> Iterator[str]:
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


def has_room(const: Mapping[str, Any], state: State, compartment: str) -> bool:
    """Whether a compartment holds one more."""
    room: int = const["compartments"][compartment]["room"]
    return taken(state, compartment) < room
