"""Measures of how well a heavy bomber's mission ended, for the adviser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatbox.bomber.record import GONE
from combatbox.bomber.state import State
from combatbox.core.statistics import Measure


def men_lost(state: State) -> int:
    """Return the number of men who will never fly again."""
    return sum(1 for man in state.men.values() if man.fate in GONE)


def bombs_on_target(state: State) -> int:
    """Return the percentage of bombs on target; 0 if none were dropped."""
    return state.outcome.per_cent if state.outcome.bombs_dropped else 0


def measures(home: Callable[[Any], bool], won: str) -> tuple[Measure, ...]:  # Any: the state of any bomber game
    """Return the measures of how well a mission ended.

    Args:
        home: a function that returns True for a state in which the bomber came home.
        won: the value of `result` that means a victory of the player's side.
    """
    return (
        Measure("home", "bomber home", lambda state: int(home(state))),
        Measure("won", "mission won", lambda state: int(state.outcome.result == won)),
        Measure("men_lost", "men lost", men_lost, share=False, good=-1),
        Measure("bombs", "bombs on target", bombs_on_target, share=False, unit=" %"),
    )
