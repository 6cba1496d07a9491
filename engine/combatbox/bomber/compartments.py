"""The compartments of a plane as a graph.

A game's data name the neighbours of each compartment; where they do not, the compartments lie in a row in their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.constants import BomberConstants


def neighbours(const: BomberConstants, compartment: str) -> Sequence[str]:
    """Return the compartments next to one.

    Those that the data list, or else the one before it and the one behind.
    """
    compartments = const.compartments
    declared = compartments[compartment].neighbours
    if declared is not None:
        return declared
    row = list(compartments)
    here = row.index(compartment)
    return [*row[max(here - 1, 0) : here], *row[here + 1 : here + 2]]


def ways_from(const: BomberConstants, compartment: str) -> list[list[str]]:
    """Return for each neighbour the compartments that lie that way, the nearest first.

    A compartment belongs to one way only.
    """
    seen = {compartment, *neighbours(const, compartment)}
    ways = [[place] for place in neighbours(const, compartment)]
    for way in ways:
        for reached in way:
            further = [place for place in neighbours(const, reached) if place not in seen]
            seen.update(further)
            way.extend(further)
    return ways
