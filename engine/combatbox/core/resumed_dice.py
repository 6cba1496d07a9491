"""Dice for resuming a saved game: first the recorded faces, then new throws."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.core.dice import Dice, ListedDice


class ResumedDice:
    """Dice that return the faces of a log first, then throw other dice.

    Args:
        faces: the recorded faces.
        then: the dice to throw when the recorded faces are used up.
    """

    __slots__ = ("_left", "_listed", "_then")

    def __init__(self, faces: Sequence[int], then: Dice) -> None:
        self._listed = ListedDice(faces)
        self._left = len(faces)
        self._then = then

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next recorded faces, or a new throw once the recorded faces are used up."""
        if self._left <= 0:
            return self._then.throw(count, table, who)
        self._left -= count
        return self._listed.throw(count, table, who)
