"""Men found by a die."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.state import Man
from combatbox.core.dice import SIDES
from combatbox.games.superfort.state import SuperfortFlight


def some_of(flight: SuperfortFlight, men: Sequence[Man], number: int) -> list[Man]:
    """So many of these men by dice, all of them without dice where there are no more."""
    left = list(men)
    if number >= len(left):
        return left
    picked = []
    for _ in range(number):
        man = left.pop(_place(flight, len(left)))
        flight.fact("crew.picked", man.role)
        picked.append(man)
    return picked


def _place(flight: SuperfortFlight, many: int) -> int:
    """A place among so many, each as likely: one die, two read as digits for more than six; what is over is thrown again."""
    if many < 2:
        return 0
    faces = SIDES if many <= SIDES else SIDES * SIDES
    while True:
        roll = flight.roll_extra("crew.by_chance", "1d6" if many <= SIDES else "d66")
        place = roll - 1 if many <= SIDES else (roll // 10 - 1) * SIDES + roll % 10 - 1
        if place < faces - faces % many:
            return place % many
