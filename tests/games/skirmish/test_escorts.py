"""What is offered first for escorts: attacks and places that neither the guns of their own bombers nor the flak reach."""

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.games.skirmish.doctrine import escort_plans
from combatbox.games.skirmish.line_of_fire import guns_on
from combatbox.games.skirmish.state import Section

from .conftest import escort, game_of, german
from .tabletop import diamond


def under_fire(flight, m, plane, plan):
    """How many guns and flak batteries have the escort at its stop, and where its move ends."""
    stops = {plan.path.total} | ({plan.stop} if plan.target else set())
    places = [plan.path.at(*plane.place, stop)[:2] for stop in stops]
    return sum(guns_on(m, flight.state.bombers, *place) + m.in_flak(*place) for place in places)


@pytest.mark.rule("S-644", "S-708")
@pytest.mark.parametrize(("foe", "start"), [
    (german(30, 50), (30, 42)), (german(26, 47, 180), (24, 60)), (german(30, 95, 0), (30, 80)), (german(34, 38, 90), (20, 40)),
])  # fmt: skip
def test_an_escort_attacks_out_of_reach_of_its_bombers_and_of_the_flak(table, foe, start):
    plane = escort(*start)
    flight, m = table(*diamond(30, 45), foe, plane)
    flight.state.alarmed = True
    assert not under_fire(flight, m, plane, escort_plans(m, flight.state, plane, 1)[0])


@pytest.mark.rule("S-644", "S-708")
@pytest.mark.parametrize("along", [30, 45, 84])
@pytest.mark.parametrize("heading", [0, 90, 180])
def test_with_no_german_left_or_due_an_escort_stays_out_of_reach(table, along, heading):
    plane = escort(30, along + 2, heading)
    flight, m = table(*diamond(30, along), plane)
    flight.state.alarmed = True
    flight.state.sections = [Section(["german1", "german2"], True)]
    plan = escort_plans(m, flight.state, plane, 1)[0]
    assert not under_fire(flight, m, plane, plan)
    assert m.on_table(*plan.path.at(*plane.place, plan.path.total)[:2])


@pytest.mark.rule("S-644")
def test_while_germans_are_due_an_escort_keeps_to_its_bombers(table):
    plane = escort(10, 30)
    flight, m = table(*diamond(30, 45), plane)
    flight.state.sections = [Section(["german1", "german2"])]
    near = escort_plans(m, flight.state, plane, 1)[0].path.at(*plane.place, 14000)
    flight.state.sections = []
    away = escort_plans(m, flight.state, plane, 1)[0].path.at(*plane.place, 14000)
    assert abs(near[0] - 30000) < abs(away[0] - 30000)


@pytest.mark.rule("S-644", "S-708")
def test_own_guns_and_flak_shoot_down_no_escort_in_many_games(book):
    lost = 0
    for seed in range(8):
        _, journal = game_of(book, f"escorts/{seed}", 2 + seed % 2, DefaultPlayer())
        rolls = [e for e in journal.events if e["kind"] == "roll" and e["table"] in ("S-TAB-COMBAT", "S-TAB-AA")]
        for roll in rolls:
            flak = roll["table"] == "S-TAB-AA" and roll["who"].startswith("escort")
            lost += flak or (" at escort" in roll["who"] and not roll["who"].startswith("german"))
    assert lost <= 2  # only one that has no other way
