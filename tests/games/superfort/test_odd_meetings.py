"""Rules that meet seldom, read in the booklet a second time: forming up, evading, leaving, coming down."""

from __future__ import annotations

import pytest
from b29rig import ON_COURSE, two

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import altitude, cabins, damage, fires, flow, formation, landing, pressure

rule = pytest.mark.rule
QUIET = {"R4-6": ["no_effect"], "T5-1": ["resistance none"]}
OVER_TARGET = {
    "zone": 12,
    "turned": True,
    "plane__bombs_aboard": False,
    "fuel__internal": 20,
    "fuel__boxes_at_start": 38,
}
HOMEWARD = {"leg": "back", "out_of_formation": True, "plane__bombs_aboard": False, "altitude": "low"}
NO_CONTROLS = {"plane__pilot_controls_out": True, "plane__copilot_controls_out": True}


# ---- the formation (4.8)


@rule("F4.8D.1", "A18")
@pytest.mark.parametrize(("answer", "formed", "boxes"), [("rejoin", True, 18), ("stay_out", False, 19)])
def test_who_fell_out_over_the_target_may_rejoin_in_the_turn_of_turning_round(b29, answer, formed, boxes):
    answers = {"rejoin": answer, "altitude": "stay"}
    rig = b29(QUIET, answers, **OVER_TARGET, out_of_formation=True, band="high")
    rig.fly(flow.turn_round)
    assert (rig.state.in_formation, rig.state.fuel.internal) == (formed, boxes)


@rule("F4.8D.1", "F4.3A.8")
@pytest.mark.parametrize("may", [True, False])
def test_nobody_rejoins_without_the_box_that_it_costs_beside_those_of_the_zone(b29, may):
    costs = b29().flight.const.costs
    boxes = costs.loaded + costs.rejoin - (not may)
    rig = b29({}, zone=10, out_of_formation=True, fuel__internal=boxes, sortie__early=False)
    assert formation.may_rejoin(rig.flight) is may


@rule("F7.2.2a", "F4.8A.1", "A41")
@pytest.mark.parametrize(("out", "drags", "rolls"), [(1, False, True), (1, True, False), (2, False, False)])
def test_without_bombs_only_who_keeps_pace_with_the_formation_joins_it(b29, out, drags, rolls):
    rig = b29({"T4-10": ["formed"]}, zone=9, out_of_formation=True, altitude="low", band="low", sortie__early=False)
    rig.state.plane.bombs_aboard = False
    for engine in rig.state.engines[:out]:
        engine.out, engine.unfeathered = True, drags
    formation.assemble(rig.flight)
    assert (rig.dice.tables() == ["T4-10"]) is rolls


@rule("F4.8A.2", "F6.3B.1")
@pytest.mark.parametrize(("time", "alone"), [("day", True), ("night", False)])
def test_who_is_tossed_up_is_no_longer_where_the_formation_flies(b29, time, alone):
    rig = b29({"T6-9": ["tossed_up"], "R4-2-OXYGEN": ["no_effect"]}, zone=12, altitude="low", band="low", time=time)
    rig.flight.roll_on("T6-9")
    assert rig.state.track.out_of_formation is alone


# ---- evasive action (5.7)


@rule("F5.7B.3", "F7.2.2d", "A68")
@pytest.mark.parametrize(("total", "evading"), [(2, False), (7, True)])
def test_evasive_action_ends_with_the_damage_that_bars_it(b29, total, evading):
    rig = b29({"T7-10": two(total)}, zone=11, out_of_formation=True, altitude="low", evading=True, aim_spoiled=True)
    rig.wave(("tony", "12_high"))
    rig.flight.roll_on("T7-10")
    rig.fly(damage.settle)
    assert (rig.state.clash.evading, rig.state.clash.aim_spoiled) == (evading, evading)


# ---- water or land (8.5)


@rule("F8.5.2", "A67")
@pytest.mark.parametrize("setup", [{}, {"due__bail_out": "T8-4"}])
def test_a_die_says_what_is_below_where_no_controls_work(b29, setup):
    dice = {"R8-5": ["comes_down second"], "T8-4": ["jumps_clear"] * 11, "T8-7": ["lives_in_camp"] * 11}
    rig = b29(dice, **HOMEWARD, zone=11, terrain="W-J", **NO_CONTROLS, **setup)
    rig.fly(landing.come_down)
    assert "over" not in rig.player.kinds()
    assert {man.fate for man in rig.state.men.values()} == {"captured"}


@rule("F8.5.2", "F7.2.4a", "A67")
def test_gliding_without_an_engine_she_is_under_control_and_the_player_chooses(b29):
    rig = b29({"T8-2": ["sea moderate"], "T8-4": ["jumps_clear"] * 11, "T8-6": ["drowns"] * 11},
        {"over": "sea", "ditch_or_jump": "jump"}, **HOMEWARD, zone=11, terrain="W-J")  # fmt: skip
    for engine in rig.state.engines:
        engine.out = True
    rig.fly(landing.come_down)
    assert rig.dice.tables()[0] == "T8-2"
    assert rig.player.kinds() == ["over", "ditch_or_jump"]


# ---- fire on the way home (7.5, 8.4)


@rule("F7.5.5", "F8.4.3", "F8.2.1")
def test_a_fire_out_of_hand_short_of_iwo_jima_has_the_crew_leave_over_the_island(b29):
    dice = {
        "T8-4": ["jumps_clear"] * 11,
        **ON_COURSE,
    }
    rig = b29(dice, **HOMEWARD, zone=7, navigation__course="on", sortie__early=False)
    rig.state.cabins.burning["utility"] = rig.state.track.zones_entered + 1
    flow.enter(rig.flight, 6)
    with pytest.raises(FlightOver):
        rig.fly(cabins.turn)
    rig.fly(landing.come_down)
    assert rig.state.outcome.down_terrain == "I"
    assert {man.fate for man in rig.state.men.values()} == {"bailed_out"}


@rule("F4.2B.5", "F4.2C.1")
@pytest.mark.parametrize("band", ["medium", "high"])
def test_in_a_cabin_that_leaks_the_air_is_thin_without_letting_it_out_elsewhere(b29, band):
    rig = b29({"T7-12": [5]}, {"fight_fire": "cfc"}, zone=8, altitude=band, compromised={"waist": 3})
    rig.state.due.fires.append("waist")
    rig.fly(fires.fight)
    assert rig.player.kinds() == ["fight_fire"]
    assert rig.state.pressure.pressurized
    assert rig.state.cabins.burning == {}


@rule("F7.5.4", "F7.5.1")
def test_a_second_try_in_the_utility_section_takes_the_extinguisher_of_the_waist_and_never_that_of_the_radio(b29):
    rig = b29({"T7-12": ["fire_continues"] * 2}, {"fight_fire": "cfc", "again": "again"}, **HOMEWARD, zone=8)
    rig.state.due.fires.append("utility")
    rig.fly(fires.fight)
    assert rig.state.cabins.bottles == {"nav_radio": 1, "waist": 0, "utility": 0}
    assert rig.state.cabins.burning == {"utility": 12}


# ---- fuel before a field (4.3 C, 4.5 C)


@rule("F4.5C.3a", "F4.3C.1", "A65")
def test_who_looks_for_iwo_jima_until_the_tanks_are_dry_comes_down_in_the_sea(b29):
    dice = {"T4-1": ["tanks_dry"], "T8-2": ["sea moderate"], "T8-3": ["good_ditching"], "T8-6": ["rescued"] * 11}
    rig = b29(dice, {"ditch_or_jump": "ditch"}, **HOMEWARD, zone=6, terrain="I", navigation__course="off", navigation__checked_in=11, sortie__early=False,
        fuel__internal=0, fuel__boxes_at_start=38)  # fmt: skip
    with pytest.raises(FlightOver):
        rig.fly(flow.reach_iwo)
    rig.fly(landing.come_down)
    assert rig.state.outcome.landed == "sea"


# ---- pressure and oxygen (4.2, 7.4)


@rule("F7.4A.2", "F4.2B.1")
@pytest.mark.parametrize(("answer", "band"), [("restore", "high"), ("stay", "low")])
def test_oxygen_out_and_pressure_given_up_for_the_last_fight_it_may_be_had_again_in_time(b29, answer, band):
    rig = b29({}, {"restore": answer}, zone=11, given_up=True, pressurized=False, thin_since=10,
        plane__parts__oxygen_system_out=True)  # fmt: skip
    rig.fly(cabins.turn)
    assert rig.state.track.altitude == band


@rule("F7.6C.2", "A70")
@pytest.mark.parametrize(("lost", "may"), [(False, False), (True, True)])
def test_a_wounded_man_outside_the_cabins_keeps_her_low_only_where_pressure_would_come(b29, lost, may):
    rig = b29({}, **HOMEWARD, zone=8, fuel__internal=20, pressure_lost=lost)
    rig.man("cfc").light, rig.state.rooms["cfc"] = 1, "utility"
    assert altitude.may_climb(rig.flight) is may


@rule("F8.2.2", "F4.2C.1")
def test_left_out_of_control_she_decompresses_no_cabin_whose_pressure_was_gone_or_whose_men_are_dead(b29):
    rig = b29({"T7-11": ["no_effect"] * 2}, zone=11, compromised={"waist": 3})
    rig.kill("tail_gunner")
    rig.fly(pressure.before_leaving, controlled=False)
    assert [who for _, who in rig.dice.thrown] == ["nose", "nav_radio"]
