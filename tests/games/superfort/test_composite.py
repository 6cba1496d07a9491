"""The composite record of a B-29's tour, filled in from the log alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.scripted import Answers, TableDice

from combatbox.bomber import campaign
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.games.superfort.setup import HOOKS, new_state


@pytest.mark.rule("F2.1.2")
@pytest.mark.parametrize(("missions", "code"), [(35, "USA"), (34, "")])
def test_the_record_shows_who_was_sent_home(book, missions, code):
    setup = book.setup(20, {"roster": "composite", "missions": {"tail_gunner": missions}})
    rulebook = book.rulebook()
    state = new_state(rulebook, setup)
    journal = Journal(book.header("tour", rulebook.rulings, setup, "script"))
    flight: Flight[Any] = Flight(rulebook, TableDice({}), state, Answers({}), journal)
    flight.run(campaign.begin(flight, HOOKS))
    flight.phase("mission.start", state.bomber, number=state.orders.mission, of=35)
    state.orders.city, state.outcome.result, state.outcome.landed, state.plane.fate = (
        "Tokyo",
        "american",
        "base",
        "safe",
    )
    campaign.close_books(flight)
    journal.flush_changes()
    row = book.game.forms(journal.events, journal.header, rulebook)["composite"]["rows"][19]
    assert row["crew"]["tail_gunner"]["fate"] == code
    assert row["crew"]["pilot"]["fate"] == ""


@pytest.mark.rule("F9.4.2")
def test_a_gunner_who_stayed_on_the_ground_last_is_still_flying_when_the_tour_ends(book):
    setup = book.setup(35, {"roster": "composite"})
    rulebook = book.rulebook()
    state = new_state(rulebook, setup)
    flight: Flight[Any] = Flight(rulebook, TableDice({}), state, Answers({}))
    flight.run(campaign.begin(flight, HOOKS))
    state.outcome.counts = True
    for role, fate in {"tail_gunner": "stood_down", "pilot": "captured"}.items():
        state.men[role].fate = fate
        campaign.end_career(flight, state.men[role])
    assert [(career.role, career.fate) for career in state.campaign.careers] == [
        ("tail_gunner", ""),
        ("pilot", "captured"),
    ]
