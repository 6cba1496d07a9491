"""Dice for resuming a saved game: first the recorded faces, then fresh ones."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.core.dice import Dice, ListedDice


class ResumedDice:
    """The faces of a log, then those of other dice.

    Args:
        faces: the recorded faces.
        then: the dice to throw once those are used up.
    """

    __slots__ = ("_left", "_listed", "_then")

    def __init__(self, faces: Sequence[int], then: Dice) -> None:
        self._listed = ListedDice(faces)
        self._left = len(faces)
        self._then = then

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next faces, from the log while it lasts."""
        if self._left <= 0:
            return self._then.throw(count, table, who)
        self._left -= count
        return self._listed.throw(count, table, who)
