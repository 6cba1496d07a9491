"""Before the mission (section 2) and the take-off (section 3)."""

from __future__ import annotations

import pytest

from combatbox.bomber.effects.mission import target_is
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import briefing, fuel, landing
from combatbox.games.superfort.setup import new_state
from combatbox.games.superfort.state import Campaign
from combatbox.library.load import load

TABLES = load("superfort").rulebook().tables
ANY = {"T2-4": ["formation middle"], "T2-5": ["squadron middle"], "T2-6": [3], "T2-8": ["escort none"], "T3-1": [1]}
LATER = {**ANY, "R2-2B": ["day_mission"], "T2-2A": ["target_type urban"], "T2-2B": ["band medium"]}


def secondary(*cities):
    """Return the wanted results that give these secondary cities in turn; all are on the list of the first one."""
    first = next(name for name in ("T2-3-I", "T2-3-II") if any(
        code == f"target {cities[0]} urban" for row in TABLES[name].walk() for code in row.codes()))  # fmt: skip
    return {"T2-2C": ["roll_on T2-3"], "T2-3": [f"roll_on {first}"], first: [f"target {city}" for city in cities]}


def briefed(b29, dice, **setup):
    """A rig after its briefing; every die laid out is thrown."""
    rig = b29(dice, city="", target_zone=0, zone=0, **setup)
    briefing.brief(rig.flight)
    assert rig.dice.rest() == {}
    return rig


@pytest.mark.rule("F2.2B.1", "F2.2C.2", "F2.3A.2", "F2.3D.3", "F2.3H.1")
def test_a_night_mission_flies_low_with_gunners_by_dice_and_without_escort(b29):
    dice = {**LATER, "R2-2B": ["night_mission"], "T2-2C": ["target Tokyo"], "T2-7": ["all_gunners; no_guns"]}
    del dice["T2-2B"], dice["T2-8"]
    state = briefed(b29, dice).state
    assert (state.sortie.time, state.sortie.band, state.sortie.escort) == ("night", "low", "")
    assert not any(gun.works for gun in state.guns.values())


@pytest.mark.rule("F2.2D.1", "F6.3B.1")
@pytest.mark.parametrize(
    ("kind", "table", "city"),
    [("airfield", "T2-2E", "Kanoya"), ("industry", "T2-2D", "Akashi"), ("urban", "", "Nagaoka")],
)
def test_the_type_decides_which_list_is_used_and_secondary_cities_are_not_great_cities(b29, kind, table, city):
    drawn = {table: [f"target {city}"]} if table else secondary(city)
    state = briefed(b29, {**LATER, "T2-2A": [f"target_type {kind}"], **drawn}).state
    assert state.orders.city == city
    assert not state.sortie.great_city


@pytest.mark.rule("F2.2.N1", "F2.2.N2")
@pytest.mark.parametrize(("history", "cities"), [("off", ["Kyoto"]), ("on", ["Kyoto", "Akashi"])])
def test_a_city_that_history_spared_is_rolled_again_under_the_option(b29, history, cities):
    dice = {**LATER, **secondary(*cities)}
    assert briefed(b29, dice, rulings={"A2a": history}).state.orders.city == cities[-1]


@pytest.mark.rule("F9.2.2")
def test_a_city_bombed_out_is_not_burned_again_but_its_works_may_be_bombed(b29):
    burned = Campaign("word", burned={"Kobe": 2, "Akashi": 1})
    dice = {**LATER, **secondary("Akashi", "Amagasaki"), "T2-2C": ["target Kobe"]}
    assert briefed(b29, dice, names={"campaign": burned}).state.orders.city == "Amagasaki"
    works = {**LATER, "T2-2A": ["target_type industry"], "T2-2D": ["target Akashi"]}
    assert briefed(b29, works, names={"campaign": burned}).state.orders.city == "Akashi"


@pytest.mark.rule("F2.3D.1", "F2.3D.2")
@pytest.mark.parametrize(("mission", "cannon"), [(10, True), (11, False)])
def test_by_day_everyone_flies_and_the_cannon_only_on_early_missions(b29, mission, cannon):
    state = b29(mission=mission).state
    assert state.guns["tail_cannon"].works is cannon
    assert all(gun.works for name, gun in state.guns.items() if name != "tail_cannon")


@pytest.mark.rule("F2.3D.3", "F2.3B.2")
@pytest.mark.parametrize(
    ("result", "squadron", "men", "guns"),
    [
        ("gunners tail_gunner; no_guns", "high", 1, 0),
        ("gunners tail_gunner; armed tail", "high", 1, 1),
        ("all_gunners; no_guns", "low", 4, 0),
        ("armed_low fwd_lower", "high", 3, 1),
        ("armed_low fwd_lower", "low", 3, 3),
        ("armed fwd_lower", "low", 4, 3),
        ("armed fwd_upper", "high", 4, 5),
    ],
)
def test_gunners_and_guns_at_night_by_the_die_and_the_squadron(b29, result, squadron, men, guns):
    rig = b29({"T2-7": [result]}, squadron=squadron)
    rig.flight.roll("briefing.gunners")
    gunners = [rig.man(role) for role in ("cfc", "left_gunner", "right_gunner", "tail_gunner")]
    assert len([man for man in gunners if man.aboard]) == men
    assert len([gun for gun in rig.state.guns.values() if gun.works]) == guns


@pytest.mark.rule("F2.3D.3", "F4.7C.1")
def test_a_gunner_who_stays_behind_gains_nothing_by_a_mission_that_counts(b29):
    rig = b29({"T2-7": ["gunners tail_gunner; armed tail"]})
    rig.flight.roll("briefing.gunners")
    before = rig.man("cfc").missions
    rig.state.outcome.bombs_dropped = True
    landing.credit(rig.flight)
    assert rig.man("cfc").missions == before - 1
    assert rig.man("tail_gunner").missions == before


@pytest.mark.rule("F2.3G.1", "F2.3G.2", "F2.3G.3", "F2.3G.4")
@pytest.mark.parametrize(
    ("band", "zone", "guns", "bays"),
    [("high", 12, True, 2), ("medium", 12, False, 2), ("high", 6, True, 0), ("low", 12, True, 1), ("low", 12, False, 0),
     ("low", 13, False, 1), ("low", 14, True, 2), ("low", 6, True, 0)],
)  # fmt: skip
def test_auxiliary_tanks_by_altitude_distance_and_guns(b29, band, zone, guns, bays):
    rig = b29(band=band, target_zone=zone)
    rig.state.guns["aft_upper"].thrown_out = not guns
    fuel.load(rig.flight)
    left = rig.state.fuel
    assert [left.fwd_boxes + left.aft_boxes, left.boxes_at_start] == [4 * bays, 38 + 4 * bays]
    assert bays != 1 or left.aft_boxes == 4


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
