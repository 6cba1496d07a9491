"""Whoever decides, and however badly the dice fall: every mission ends, and its state holds together at every event."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.superfort.fuzzing import fuzz

from combatbox_dev.fuzz import play

RARE = {"oxygen"}
"""Kinds of decision that chance all but never comes to: a man without oxygen beside a dead one (`test_cabins.py` has it)."""

PIECES, MISSIONS = 2, 45
"""Together some 3,000 decisions; `make test-fuzz` plays a million."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(PIECES))
def test_any_legal_play_ends_and_every_box_is_accounted_for(book, number):
    piece = play(fuzz(book), number * MISSIONS, (number + 1) * MISSIONS)
    assert piece.faults == {}
    assert piece.decisions > 1_000
    assert {"altitude", "box", "aim", "abort", "iwo", "move"} <= set(piece.asked)


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["miser", "late", "odd"])
def test_play_that_pays_least_puts_off_or_is_odd_pays_what_is_due(book, player):
    assert play(fuzz(book), 0, MISSIONS, player=player).faults == {}


@pytest.mark.rule("F4.3A.5", "F4.3B.1")
def test_tanks_that_need_not_pay_are_found(book, monkeypatch):
    from combatbox.games.superfort import fuel

    def bent(flight, due):
        options = fuel.open_bays(flight)
        return (
            ""
            if not options or (yield flight.ask("fuel.box", (*options, "internal"), options[0])) == "internal"
            else options[0]
        )

    monkeypatch.setattr(fuel, "_from_bay", bent)
    faults = (fault for n in range(200) for fault in play(fuzz(book), n, n + 1, player="miser").faults.values())
    assert any(" due, " in fault for fault in faults)


@pytest.mark.thorough
def test_the_kinds_of_decisions_are_those_that_play_asks_for(book):
    """Each of them within some hundred runs, missions and tours; and no other."""
    missions = replace(fuzz(book), rulings=lambda book, number: {}, watch=None, ends=None)
    tours = replace(missions, run="tour", setup=None)
    asked: set[str] = set()
    for number in range(1_000):
        asked |= set((missions if number % 10 else tours).flown(number, log=False).asked)
        if asked >= set(book.kinds) - RARE:
            break
    assert asked - RARE == set(book.kinds) - RARE


@pytest.mark.thorough
def test_the_doctrine_flies_every_mission_of_the_tour(book):
    piece = play(fuzz(book), 0, 70, player="doctrine")
    assert piece.faults == {}
    assert {"base", "iwo"} <= set(piece.ends)


@pytest.mark.parametrize(
    ("field", "word"), [("internal", "Fuel("), ("boxes_used", "Fuel(")], ids=["a box too many", "a box unpaid"]
)
def test_a_box_that_nobody_paid_for_is_found(book, monkeypatch, field, word):
    from combatbox.games.superfort import fuel

    def bent(flight):
        setattr(flight.state.fuel, field, getattr(flight.state.fuel, field) - 1)

    monkeypatch.setattr(fuel, "leak", bent)
    piece = play(fuzz(book), 1, 9)
    assert len(piece.faults) > 1  # all but those that never leave the ground, or fly without boxes
    assert all(word in fault for fault in piece.faults.values())
