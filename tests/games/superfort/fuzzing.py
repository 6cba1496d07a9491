"""What must hold of random legal play of B-29 Superfortress: its part of `combatbox_dev.fuzz`."""

from __future__ import annotations

import random
from typing import Any

import fight_invariants
import way_invariants

from combatbox.core.events import Event
from combatbox.core.game import Setup
from combatbox.core.tables import Rulebook
from combatbox.games.superfort.record import forms, summary, tally
from combatbox.games.superfort.setup import Names
from combatbox.library.book import Book
from combatbox_dev.fuzz import Fuzz, Trial

WORSE = {**way_invariants.WORSE, **fight_invariants.WORSE}
LEANS = {**fight_invariants.LEANS, "jump": 0.5, "jump_man": 0.5, "abort": 0.9, "altitude": 0.6}


def rulings(book: Book, number: int) -> dict[str, str]:
    """Every third mission under any options at all, the rest the full game."""
    chance = random.Random(f"rulings/{number}")
    if number % 3:
        return {}
    return {r.id: chance.choice(list(r.options)) for r in book.rulings.values() if len(r.options) > 1}


def setup(book: Book, number: int) -> Setup[Names]:
    """Mission after mission, now with novices, now with veterans."""
    missions = dict.fromkeys(book.meta.constants["crew"], number % 4 * 6 + 1)
    return Setup(number % book.missions + 1, Names(missions=missions))


class Watching:
    """Looks at the state and at what is done at every event."""

    def __init__(self, book: Rulebook, doctrine: bool) -> None:
        self.book = book

    def __call__(self, state: Any, event: Event) -> None:
        """Before the event changes anything."""
        fight_invariants.check(state, self.book)
        fight_invariants.check_event(state, event, self.book)
        way_invariants.check(state, self.book)
        way_invariants.check_event(state, event, self.book)


def fuzz(book: Book) -> Fuzz:
    """Missions of B-29 Superfortress and all that must hold of them."""
    return Fuzz(
        book, word="legal", rulings=rulings, setup=setup, worse=WORSE, leans=LEANS,
        watch=Watching, ends=ends, outcome=lambda state: state.outcome.landed or "not flown",
    )  # fmt: skip


def ends(trial: Trial) -> None:
    """A mission is over: it has a result, the same in every account of it."""
    events = trial.journal.events
    way_invariants.check_end(trial.state, events, trial.rulebook.constants)
    way_invariants.fuel_is_paid(events, trial.rulebook)
    account = summary(trial.state)
    log = forms(events, trial.journal.header, trial.rulebook)["mission_log"]
    assert log["result"] == account["result"]
    assert log["result"] in tally(trial.state)
    fuel = trial.state.fuel
    assert log["internal"] + log["fwd_boxes"] + log["aft_boxes"] == account["fuel"]["left"] == fuel.boxes
