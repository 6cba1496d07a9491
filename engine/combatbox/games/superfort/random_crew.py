"""Random selection of crew members with dice."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.state import Man
from combatbox.core.dice import SIDES
from combatbox.games.superfort.state import SuperfortFlight


def some_of(flight: SuperfortFlight, men: Sequence[Man], number: int) -> list[Man]:
    """Return the given number of men, selected by dice.

    If there are not more men than this number, all of them are returned and no dice are rolled.

    Args:
        flight: the flight.
        men: the men to choose from.
        number: the number of men to choose.
    """
    left = list(men)
    if number >= len(left):
        return left
    picked = []
    for _ in range(number):
        man = left.pop(_place(flight, len(left)))
        flight.fact("crew.picked", man.role)
        picked.append(man)
    return picked


def _place(flight: SuperfortFlight, count: int) -> int:
    """Return a random index below `count`, all with the same probability.

    One die suffices for up to six men; for more men two dice are read as two digits. Rolls beyond the largest multiple
    of `count` are repeated, so that all indexes are equally probable.
    """
    if count < 2:
        return 0
    faces = SIDES if count <= SIDES else SIDES * SIDES
    while True:
        roll = flight.roll_extra("crew.by_chance", "1d6" if count <= SIDES else "d66")
        index = roll - 1 if count <= SIDES else (roll // 10 - 1) * SIDES + roll % 10 - 1
        if index < faces - faces % count:
            return index % count
