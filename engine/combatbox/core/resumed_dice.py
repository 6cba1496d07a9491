"""Going on from where a kept game left off: first the dice that have fallen, then fresh ones."""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.core.dice import Dice, ListedDice


class ResumedDice:
    """The faces of a log, then those of other dice."""

    __slots__ = ("_left", "_listed", "_then")

    def __init__(self, faces: Sequence[int], then: Dice) -> None:
        self._listed = ListedDice(faces)
        self._left = len(faces)
        self._then = then

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next faces: of the log while it lasts."""
        if self._left <= 0:
            return self._then.throw(count, table, who)
        self._left -= count
        return self._listed.throw(count, table, who)
