"""The account of a B-29's play: who fires and has the credit, why she turns back, and results that do nothing."""

from __future__ import annotations

import pytest

from combatbox.bomber import gunnery
from combatbox.games.superfort import aborting, flow, guns


@pytest.mark.rule("F4.7A.2", "F4.7D.1")
def test_an_abort_is_told_with_all_its_reasons(told):
    hurt = {"zone": 9, "altitude": "low", "out_of_formation": True, "engines__0__out": True, "fuel__internal": 38}
    lines = told(lambda rig: rig.fly(aborting.consider), (), {"abort": "abort"}, **hurt)
    why = "the loss of an engine, the loss of the formation and a bombing altitude out of reach"
    assert lines == [f"The mission is aborted for {why}; she turns for home."]


@pytest.mark.rule("F5.3A.2", "F5.3A.3", "F5.3B.1")
def test_who_fires_which_guns_is_told_man_by_man_and_by_whose_sight(told):
    def fight(rig):
        rig.state.stations["bombardier"], rig.state.stations["pilot"] = "pilot", ""
        rig.man("bombardier").station, rig.man("pilot").station = "", "bombardier"
        rig.wave(("tony", "12_low"), ("nick", "1:30_high"))
        rig.fly(guns.allocate, [0, 1], guns.Plan())

    assert told(fight) == [
        "CFC gunner: forward upper turret and aft upper turret at the Nick at 1:30 High; "
        "pilot at the bombardier's sight: forward lower turret at the Tony at 12 Low."
    ]


@pytest.mark.rule("X5.3E")
@pytest.mark.parametrize(
    ("kills", "marked", "words"),
    [
        (0, {}, ["shot down.", "CFC gunner M/Sgt. Ann Smith has one fighter to his credit."]),
        (4, {}, ["shot down.", "CFC gunner M/Sgt. Ann Smith has five fighters to his credit, and is an ace."]),
        (1, {"fboa": 1, "damage": "fboa"}, ["damaged once too often, and shot down.", "CFC gunner M/Sgt. Ann Smith has two fighters to his credit."]),
    ],
)  # fmt: skip
def test_a_fighter_destroyed_is_told_with_the_gunner_who_has_the_credit(told, kills, marked, words):
    def fight(rig):
        rig.man("cfc").kills = kills
        rig.wave(("tony", "12_high"), **marked)
        rig.flight.phase("attack.successive", number=2)
        gunnery.damage_fighter(rig.flight, gunnery.Shot("aft_upper", "cfc", 0, "front"))

    lines = told(fight, {"T5-8": [4 if marked else 6]}, names={"crew": {"cfc": "Ann Smith"}})
    assert [line.partition("] ")[2] or line for line in lines[1:]] == words


@pytest.mark.rule("X5.3E", "F9.1.2")
def test_the_record_has_the_fighters_to_a_mans_credit(told):
    def rated(kills):
        named = {"names": {"crew": {"tail_gunner": "Ann Smith"}, "kills": {"tail_gunner": kills}}}
        return told(lambda rig: rig.flight.look_up("records.survival", "35", "tail_gunner"), **named)[0]

    assert rated(0).startswith("Survival of Sgt. Ann Smith, tail gunner: ")
    assert rated(2).startswith("Survival of Sgt. Ann Smith, tail gunner, with 2 fighters to his credit: ")


@pytest.mark.rule("F4.8D.1")
def test_another_b29_too_near_drives_a_formed_one_out_of_formation_and_says_so(told):
    lines = told(lambda rig: rig.flight.roll_on("T4-9"), {"T4-9": [1, 2], "R4-8": [3, 3]})
    assert [line.partition("] ")[2] or line for line in lines] == [
        "= 3: near-collision: a danger to bombers in formation.", "She falls out of formation.", "= 6: they miss each other."
    ]  # fmt: skip


@pytest.mark.rule("F7.1.2", "F4.8C.1")
@pytest.mark.parametrize(
    ("roll", "dice", "setup", "words"),
    [
        ("T4-9", [1, 2], {"out_of_formation": True}, "near-collision: no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {"out_of_formation": True}, "lost sight of the others: no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {"time": "night", "out_of_formation": True}, "lost sight of the others: no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {}, "lost sight of the others: out of formation."),
        ("T7-6", [6, 6], {"guns__aft_upper__out": True}, "aft upper turret out: no further effect."),
        ("T7-8", [4, 5], {"plane__rudder_hits": 3}, "one hit on the rudder: no further effect."),
        ("T7-8", [4, 5], {"plane__rudder_hits": 2}, "one hit on the rudder."),
        ("T7-1", [1, 4], {"stations__pilot": ""}, "nobody is in the pilot's place."),
    ],
)  # fmt: skip
def test_a_result_that_can_do_nothing_is_told_as_that(told, roll, dice, setup, words):
    def rolled(rig):
        rig.flight.phase("attack.successive", number=2)
        rig.flight.roll_on(roll)

    lines = told(rolled, {roll: dice, "R7-1-PRESSURE": [1]}, **setup)
    assert lines[1].partition("] ")[2].partition(" ")[2].partition(" ")[2] == words


@pytest.mark.rule("F8.5.1", "A29")
@pytest.mark.parametrize(
    ("city", "below"), [("Omura", "the sea, with Okinawa in reach"), ("Tokyo", "the sea and Japan")]
)
def test_okinawa_is_in_reach_of_a_route_and_not_below_it(told, city, below):
    assert told(lambda rig: flow.enter(rig.flight, 11), city=city)[1:] == [f"Below: {below}."]


@pytest.mark.rule("F4.2B.4", "F7.1.2")
@pytest.mark.parametrize(
    ("table", "dice", "setup", "vain"),
    [
        ("T7-10", {"T7-10": [1, 2]}, {}, False),
        ("T7-10", {"T7-10": [1, 2]}, {"pressure__pressure_lost": True, "pressurized": False}, True),
        ("T7-3", {"T7-3": [4, 5], "T7-3/9": [1]}, {"pressure__pressure_lost": True, "pressurized": False}, False),
    ],
    ids=["pressure goes", "pressure is gone", "pressure is gone, and the tunnel goes"],
)
def test_the_loss_of_pressure_is_news_where_there_is_any_to_lose(told, table, dice, setup, vain):
    def rolled(rig):
        rig.flight.phase("attack.successive", number=2)
        rig.flight.roll_on(table)

    lines = told(rolled, {**dice, "R4-2-OXYGEN": [3, 4]}, **setup)
    assert any("no further effect" in line for line in lines) is vain
