"""What must hold of random legal play of B-17!: its part of `combatbox_dev.fuzz`. A referee with a ruler of his own watches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import Referee, whole_numbers

from combatbox.core.events import snapshot
from combatbox.core.game import Setup
from combatbox.library.book import Book
from combatbox_dev.fuzz import Fuzz, Trial

WORSE: Mapping[str, tuple[int, ...]] = {"S-TAB-COMBAT": (6, 1), "S-TAB-AA": (6, 2), "S-TAB-ARRIVAL": (2,)}
LEANS: Mapping[str, float] = {"bomb": 0.6, "move": 0.3, "stop_and_fire": 0.4}


def setup(book: Book, number: int) -> Setup[Any]:
    """The second scenario half the time, since it has everything; the others in turn."""
    return Setup((2, 1, 2, 3)[number % 4])


def ends(trial: Trial) -> None:
    """A game is over: somebody has won, in whole numbers, and its counts agree with the table top."""
    state, summary = trial.state, trial.rulebook and trial.journal.events[-1]
    whole_numbers(snapshot(state))
    assert state.result in ("american", "german")
    assert summary["name"] == ("won" if state.result == "american" else "lost")
    destroyed = [e["who"] for e in trial.journal.events if e.get("name") == "destroyed"]
    assert state.lost_bombers + state.lost_germans + state.lost_escorts == len(destroyed)
    assert state.lost_germans == sum(who.startswith("german") for who in destroyed)


def fuzz(book: Book) -> Fuzz:
    """Games of all scenarios under any rulings, and all that must hold of them."""
    return Fuzz(
        book, word="legal", setup=setup, worse=WORSE, leans=LEANS, watch=Referee, ends=ends,
        outcome=lambda state: f"{state.scenario}: {state.result}",
    )  # fmt: skip
