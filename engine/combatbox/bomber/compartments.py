"""The compartments of a plane as a graph: which is next to which, and what lies each way.

A game's data name the neighbours of each compartment; where they do not, the compartments lie in a row in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.constants import BomberConstants


def neighbours(const: BomberConstants, compartment: str) -> Sequence[str]:
    """The compartments next to one, by their list or else the one before and the one behind it."""
    rooms = const.compartments
    listed = rooms[compartment].neighbours
    if listed is not None:
        return listed
    row = list(rooms)
    here = row.index(compartment)
    return [*row[max(here - 1, 0) : here], *row[here + 1 : here + 2]]


def ways_from(const: BomberConstants, compartment: str) -> list[list[str]]:
    """For each neighbour the compartments that lie that way, the nearest first; each is in one way alone."""
    seen = {compartment, *neighbours(const, compartment)}
    ways = [[one] for one in neighbours(const, compartment)]
    for way in ways:
        for place in way:
            further = [one for one in neighbours(const, place) if one not in seen]
            seen.update(further)
            way.extend(further)
    return ways
