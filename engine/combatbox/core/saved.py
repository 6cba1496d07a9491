"""Going on from where a log left off: first what is written, then fresh dice and a live player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combatbox.core.decisions import Decision, Player
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


class ResumedPlayer:
    """The choices of a log, then those of another player."""

    def __init__(self, answers: Sequence[tuple[str, str]], then: Player) -> None:
        self._answers = list(answers)
        self._then = then

    def choose(self, decision: Decision, flight: Any) -> str:
        """The next choice: of the log while it lasts."""
        if self._answers:
            return self._answers.pop(0)[1]
        return self._then.choose(decision, flight)
