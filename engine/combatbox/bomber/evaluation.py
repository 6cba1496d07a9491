"""In what numbers the end of a heavy bomber's mission is good or bad, for the adviser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatbox.bomber.record import GONE
from combatbox.bomber.state import State
from combatbox.core.statistics import Measure


def men_lost(state: State) -> int:
    """How many men fly no more."""
    return sum(1 for man in state.men.values() if man.fate in GONE)


def bombs_on_target(state: State) -> int:
    """How much of the bombs fell on the target, in parts of a hundred; none where none were dropped."""
    return state.outcome.per_cent if state.outcome.bombs_dropped else 0


def measures(home: Callable[[Any], bool], won: str) -> tuple[Measure, ...]:
    """What counts at the end of a mission. home: whether the bomber came through. won: what a victory of ours is called."""
    return (
        Measure("home", "bomber home", lambda state: int(home(state))),
        Measure("won", "mission won", lambda state: int(state.outcome.result == won)),
        Measure("men_lost", "men lost", men_lost, share=False, good=-1),
        Measure("bombs", "bombs on target", bombs_on_target, share=False, unit=" %"),
    )
