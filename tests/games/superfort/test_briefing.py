"""Before the mission (section 2) and the take-off (section 3)."""

from __future__ import annotations

import pytest

from combatbox.bomber.effects.mission import target_is
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.games.superfort.setup import new_state


@pytest.mark.rule("F3.1.1", "F3.1.D1")
def test_a_day_mission_to_japan_never_has_both_ends_in_daylight(book):
    for column in ("early", "late"):
        for row in book.tables["T3-1"].lookups[column].values():
            takeoff, landing = [part for effect in row.effects for part in effect.components()]
            assert (takeoff["field"], landing["field"]) == ("sortie.takeoff", "sortie.landing_time")
            assert "night" in (takeoff["value"], landing["value"])


@pytest.mark.rule("F2.1.2", "X1.0A", "X1.0D")
@pytest.mark.parametrize("mission", [1, 6, 10, 11, 15, 20, 27, 35])
def test_a_whole_mission_is_flown_with_any_number(book, mission):
    state = fly(
        book.game, book.rulebook({}), SeededDice(f"whole {mission}"), setup=Setup(mission), player=DefaultPlayer()
    )
    assert state.outcome.result in ("american", "japanese", "draw")


@pytest.mark.rule("X1.0C", "F2.2A.2", "F4.5.1")
def test_a_beginners_mission_uses_no_optional_table(book):
    thrown = set()

    class Dice(SeededDice):
        def throw(self, count, table, who):
            thrown.add(table)
            return super().throw(count, table, who)

    for number in range(12):
        fly(
            book.game,
            book.rulebook({"A1": "beginner"}),
            Dice(f"b{number}"),
            setup=Setup(number + 5),
            player=DefaultPlayer(),
        )
    assert not thrown & {
        "R2-2B",
        "T2-2A",
        "T2-7",
        "T3-1",
        "T3-2",
        "T4-1",
        "T4-4",
        "T4-8",
        "T4-9",
        "R4-6",
        "R4-3A",
        "T9-1",
        "T6-8",
    }
    assert {"T2-1", "T4-2", "T4-10", "T6-6"} <= thrown


# ---- what a mission begins with


@pytest.mark.rule("X1.0B", "F2.3E.1", "F2.3E.2", "F2.3I.1", "F2.2C.3")
def test_a_whole_b29_with_her_crew_in_their_places_stands_on_the_base_square_low(book):
    state = new_state(book.rulebook(), Setup(3))
    const = book.meta.constants
    assert all(state.stations[role] == man.station == role and man.fit for role, man in state.men.items())
    assert (len(state.men), len(state.engines), len(state.guns)) == (11, 4, 6)
    assert {role: state.rooms[role] for role in const["crew"]} == {
        r: job["compartment"] for r, job in const["crew"].items()
    }
    assert sum(state.cabins.bottles.values()) == 3
    assert set(state.cabins.bottles) == {"nav_radio", "waist", "utility"}
    assert (state.track.zone, state.track.leg, state.track.altitude) == (0, "out", "low")
    assert const["bands"] == ["low", "medium", "high"]


@pytest.mark.rule("F2.2.N3")
@pytest.mark.parametrize(("mission", "spring"), [(10, False), (11, True)])
def test_from_the_eleventh_mission_on_it_is_spring(b29, mission, spring):
    rig = b29(mission=mission)
    loran = next(m for m in rig.flight.tables["T4-7"].modifiers if m.called == "later_mission")
    assert loran.asks(rig.flight) is spring


@pytest.mark.rule("F2.2.D1", "F2.2.N4")
def test_the_target_tables_hold_every_target_but_truk_and_no_mines_or_oil(book):
    tables = book.rulebook().tables
    lists = [tables[key] for key in ("T2-1", "T2-2C", "T2-2D", "T2-2E", "T2-3-I", "T2-3-II")]
    given = [effect for table in lists for row in table.walk() for effect in row.effects if effect.is_a(target_is)]
    assert {effect["city"] for effect in given} == {*book.meta.constants["cities"]} - {"Truk"}
    types = {
        code.split()[-1] for row in tables["T2-2A"].walk() for code in row.codes() if code.startswith("target_type ")
    }
    types |= {
        effect["type"] for table in lists for row in table.walk() for effect in row.effects if effect.is_a(target_is)
    }
    assert types <= {"airfield", "industry", "urban"}
