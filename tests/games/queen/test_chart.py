"""The Mission Chart as the log fills it: landing lines and crew moves, against the flight itself."""

from __future__ import annotations

from collections import Counter

import pytest
from invariants import HarshDice, RandomPlayer

from combatbox.bomber.record import forms, landings
from combatbox.bomber.setup import Names
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Setup, fly


class Looking(Journal):
    """A journal that asks the flight itself, as it comes down, what both landing tables would add."""

    book = None
    landing = None

    def add(self, event):
        rolled = event["kind"] == "roll" and event["table"] in landings(self.book.constants).values()
        if rolled or (event["kind"] == "phase" and event["name"] == "bail_out"):
            flight = Flight(self.book, SeededDice(""), self._state)
            self.landing = {
                how: flight.modifiers(flight.tables[table]) for how, table in landings(self.book.constants).items()
            }
        super().add(event)


def flown(book, number):
    """A rough mission and its journal."""
    chosen = book.chosen({})
    setup = Setup(20, Names(missions={"pilot": 15 if number % 2 else 5}))
    journal = Looking(book.header("mission", chosen, setup, "script"))
    journal.book = book.rulebook(chosen)
    fly(
        book.game,
        journal.book,
        HarshDice(f"chart/{number}"),
        setup=setup,
        player=RandomPlayer(f"chart/{number}"),
        journal=journal,
    )
    journal.flush_changes()
    return journal, forms(journal.events, journal.header, journal.book)["mission_chart"]


@pytest.mark.rule("Q-MC8", "Q-G10b", "Q-G10g", "Q-R54")
def test_qmc8_both_landing_lines_have_every_modifier_that_the_flight_had(book):
    seen = Counter()
    for number in range(100):
        journal, chart = flown(book, number)
        if journal.landing is None:
            continue
        assert {how: [tuple(m) for m in chart["landing"][how]] for how in journal.landing} == journal.landing, number
        for how, modifiers in journal.landing.items():
            rolled = any("row" in e and e["table"] == landings(book.const)[how] for e in journal.events)
            seen.update((how, rolled, name) for name, _ in modifiers)
    for name in ("pilot_veteran", "radio_out_alone", "weather_poor", "rafts_out"):
        assert seen["water", False, name], name  # on the line of the landing that was not made
    assert seen["land", False, "outside_england"]


@pytest.mark.rule("Q-MC9", "Q14.1-1")
def test_qmc9_the_chart_notes_where_each_man_went(book):
    moved = 0
    for number in range(40):
        journal, chart = flown(book, number)
        went = {role: [] for role in chart["crew"]}
        at = {role: role for role in went}
        for event in journal.events:
            for path, _, new in event["changes"]:
                if path.startswith("stations.") and new and at[new] != path.removeprefix("stations."):
                    at[new] = path.removeprefix("stations.")
                    went[new].append(at[new])
        assert {role: man["moves"] for role, man in chart["crew"].items()} == went
        moved += sum(map(len, went.values()))
    assert moved > 10
