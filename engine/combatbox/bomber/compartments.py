"""The compartments of a plane as a graph.

A game's data lists the neighbours of each compartment. Compartments without such a list are in a row, in the order of
the data.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.constants import BomberConstants


def neighbours(const: BomberConstants, compartment: str) -> Sequence[str]:
    """Return the compartments next to a compartment.

    These are the neighbours listed in the data, or else the compartments before and after it in the row.
    """
    compartments = const.compartments
    declared = compartments[compartment].neighbours
    if declared is not None:
        return declared
    row = list(compartments)
    here = row.index(compartment)
    return [*row[max(here - 1, 0) : here], *row[here + 1 : here + 2]]


def ways_from(const: BomberConstants, compartment: str) -> list[list[str]]:
    """Return a list for each neighbour, with the compartments in its direction, nearest first.

    Each compartment is in one of the lists only.
    """
    seen = {compartment, *neighbours(const, compartment)}
    ways = [[place] for place in neighbours(const, compartment)]
    for way in ways:
        for reached in way:
            further = [place for place in neighbours(const, reached) if place not in seen]
            seen.update(further)
            way.extend(further)
    return ways
