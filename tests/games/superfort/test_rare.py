"""Rules that come up seldom, each played by its own dice: odd meetings of damage, distance, height, fire and fuel."""

from __future__ import annotations

import pytest
from b29rig import two

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import (
    abort,
    cabins,
    damage,
    engines,
    fires,
    flow,
    formation,
    landing,
    night,
    pressure,
)

rule = pytest.mark.rule
COURSE = {"T4-4": ["marker 0"], "T4-5": [3], "T4-6": ["marker 0"], "T4-7": ["marker 0"], "T4-8": ["course on"]}
STRAY = {**COURSE, "T4-8": ["course off"]}
QUIET = {"R4-6": ["no_effect"]}
HOMEWARD = {"leg": "back", "out_of_formation": True, "plane__bombs_aboard": False, "altitude": "low"}
TARGET = {"zone": 12, "out_of_formation": True, "fuel__internal": 30, "band": "high"}


def lose_engines(rig, number, seen=True):
    """So many engines are out and feathered; seen: what follows has been settled."""
    for engine in rig.state.engines[:number]:
        engine.out = engine.feathered = True
    rig.state.due.engines_seen = number if seen else 0


# ---- altitude, turn by turn (4.1)


@rule("F4.1B.1", "F4.1B.2", "A34")
@pytest.mark.parametrize(("answer", "to", "boxes"), [("climb", "medium", 7), ("stay", "low", 9)])
def test_altitude_may_be_changed_in_the_turn_of_turning_round(b29, answer, to, boxes):
    dice = {**QUIET, "R4-2-OXYGEN": two(7)}
    rig = b29(dice, {"altitude": answer}, **{**HOMEWARD, "leg": "out"}, zone=8, fuel__internal=10, aborting=True)
    rig.fly(flow.turn_round)
    assert (rig.state.track.altitude, rig.state.fuel.internal) == (to, boxes)


@rule("F4.1B.1", "A34")
def test_altitude_may_be_changed_in_a_second_turn_for_the_fuel_of_the_climb_alone(b29):
    rig = b29(QUIET, {"altitude": "climb"}, **HOMEWARD, zone=8, fuel__internal=10, plane__burst_inside=False)
    rig.fly(flow.second_turn)
    assert (rig.state.track.altitude, rig.state.fuel.internal) == ("medium", 8)


@rule("F7.2.2b")
@pytest.mark.parametrize("act", [flow.second_turn, flow.turn_round])
def test_on_two_engines_she_sinks_in_each_turn_and_not_in_each_zone(b29, act):
    rig = b29(QUIET, **{**HOMEWARD, "altitude": "medium"}, zone=8, fuel__internal=10)
    lose_engines(rig, 2)
    rig.fly(act)
    assert rig.state.track.altitude == "low"


@rule("F7.2.2b")
def test_from_high_altitude_the_loss_of_two_engines_costs_one_band_in_that_turn(b29):
    rig = b29({}, **{**HOMEWARD, "altitude": "high"}, zone=8)
    lose_engines(rig, 2, seen=False)
    rig.fly(engines.settle)
    assert rig.state.track.altitude == "medium"


# ---- the target, and the way to it (4.5, 4.7, 6)


@rule("F4.5A.2", "F4.5C.2a")
def test_who_came_to_the_target_with_the_formation_looks_for_no_initial_point_when_alone(b29):
    rig = b29({}, zone=11, navigation__course="off", navigation__off_zones=1, fuel__internal=30)
    flow.enter(rig.flight, 12)
    rig.state.track.out_of_formation = True  # in the fight of the zone
    assert not flow.navigation.astray(rig.flight)
    assert rig.state.navigation.off_zones == 1  # coming back on course is still to be paid for


@rule("F4.8D.1", "F4.5A.2", "F4.5C.2a")
def test_who_rejoins_on_the_way_into_the_zone_of_the_target_has_the_course_of_the_formation(b29):
    rig = b29({}, {"rejoin": "rejoin"}, **{**TARGET, "zone": 11}, navigation__course="off", navigation__off_zones=1)
    flow.enter(rig.flight, 12)
    rig.fly(formation.rejoin)
    rig.state.track.out_of_formation = True  # in the fight of the zone, with no check in it
    assert not flow.navigation.astray(rig.flight)


@rule("F4.5C.4b", "A14")
@pytest.mark.parametrize(("between", "off_zones"), [("alone", 2), ("formed", 1)])
def test_zones_without_a_check_end_the_run_of_those_off_course(b29, between, off_zones):
    rig = b29({**STRAY, **QUIET}, zone=9, navigation__course="off", navigation__off_zones=1)
    rig.state.track.out_of_formation = between == "alone"
    if between == "formed":  # out with the formation and home with it, to the zone where it breaks up
        flow.enter(rig.flight, 10)
        rig.state.track.leg = "back"
    flow.enter(rig.flight, 9)
    rig.state.track.out_of_formation = True
    flow.navigation.check(rig.flight)
    assert rig.state.navigation.off_zones == off_zones


@rule("F4.5C.2a", "F4.5C.2c", "A66")
@pytest.mark.parametrize("lacks", ["bombs", "doors"])
def test_without_bombs_that_can_fall_the_initial_point_is_not_looked_for(b29, lacks):
    rig = b29({}, **TARGET, navigation__course="off")
    rig.state.plane.bombs_aboard = lacks != "bombs"
    rig.state.plane.parts["door_controls_out"] = lacks == "doors"
    rig.fly(flow.at_target)
    assert rig.player.kinds() == []
    assert rig.state.track.aborting
    assert (rig.state.outcome.bombs_dropped, rig.state.outcome.aim_result) == (False, "")
    assert rig.state.ending.causes == ["off_course"]


@rule("F4.5C.2a", "A13")
def test_the_further_turn_for_the_initial_point_has_its_course_its_event_and_its_fight(b29):
    dice = {**STRAY, **QUIET, "T5-1": ["resistance none"]}
    rig = b29(dice, {"initial_point": ["again", "give_up"]}, **TARGET, navigation__course="off")
    rig.fly(flow.at_target)
    assert rig.dice.tables() == ["T4-4", "T4-5", "T4-6", "T4-7", "T4-8", "R4-6", "T5-1"]
    assert rig.state.fuel.internal == 28
    assert rig.state.outcome.aim_result == "off_target"


@rule("F4.7A.2", "F4.7A.3", "F4.8C.4")
@pytest.mark.parametrize("answer", ["abort", "go_on"])
def test_in_the_zone_of_the_target_an_abort_comes_after_the_fight_and_before_the_flak(b29, answer):
    dice = {**QUIET, "T5-1": ["resistance none"]} | (
        {}
        if answer == "abort"
        else {"T6-1": ["visibility partly"], "T6-2": ["flak none"] * 2, "T6-6": ["off_target"], "T6-7": ["per_cent 0"]}
    )
    rig = b29(dice, {"abort": answer}, **TARGET, plane__radar_out=True)
    rig.fly(flow.turn, fresh=False, last=True)
    assert rig.player.kinds().count("abort") == 1
    assert rig.state.track.aborting is (answer == "abort")
    assert rig.state.over_target.turned is (answer == "go_on")


@rule("F4.7A.2")
def test_with_the_doors_of_both_bays_stuck_the_mission_is_aborted_over_the_target(b29):
    rig = b29({**QUIET, "T5-1": ["resistance none"]}, **TARGET, plane__door_controls_out=True)
    rig.fly(flow.turn, fresh=False, last=True)
    assert "abort" not in rig.player.kinds()
    assert rig.state.track.aborting
    assert "T6-2" not in rig.dice.tables()


@rule("F4.7A.2", "A62")
def test_stuck_doors_order_nobody_home_over_the_target_whose_bombs_are_gone(b29):
    rig = b29({}, {"abort": "go_on"}, zone=12, plane__bombs_aboard=False, plane__door_controls_out=True)
    rig.fly(abort.consider)
    assert (rig.player.kinds(), rig.state.track.aborting) == (["abort"], False)


@rule("F4.7A.2", "F4.7A.3", "F4.5C.2b", "A13")
def test_an_initial_point_found_at_last_leads_to_no_flak_when_that_turn_has_stuck_the_doors(b29, monkeypatch):
    def fight(flight):
        yield from ()
        flight.state.plane.parts["door_controls_out"] = True

    monkeypatch.setattr(flow, "fight", fight)
    rig = b29({**COURSE, **QUIET}, {"initial_point": "again"}, **TARGET, navigation__course="off")
    rig.fly(flow.at_target)
    assert rig.state.navigation.course == "on"
    assert rig.state.track.aborting
    assert "T6-2" not in rig.dice.tables()


@rule("F4.7B.1", "A15")
@pytest.mark.parametrize(("bombs", "left"), [(False, 9), (True, 8)])
def test_turning_round_over_the_target_with_bombs_aboard_costs_two_boxes(b29, bombs, left):
    setup = {**TARGET, "fuel__internal": 10, "turned": True, "aborting": True}
    rig = b29({**QUIET, "T5-1": ["resistance none"]}, {"drop_bombs": "keep"}, **setup, plane__bombs_aboard=bombs)
    rig.fly(flow.turn_round)
    assert rig.state.fuel.internal == left


@rule("F4.7B.4")
@pytest.mark.parametrize(("zone", "offered"), [(5, True), (6, True), (7, False)])
def test_short_of_iwo_jima_and_over_it_an_abort_may_lead_straight_there(b29, zone, offered):
    rig = b29({}, {"abort": "go_on"}, zone=zone, altitude="low", out_of_formation=True, plane__bombsight_out=True)
    rig.fly(abort.consider)
    assert ("iwo_jima" in rig.player.options("abort")) is offered


@rule("F4.7B.4", "F8.4.1")
def test_aborted_in_the_zone_of_iwo_jima_she_lands_there_without_a_further_turn(b29):
    rig = b29({"R8-4": ["fog good"], "T8-1": ["plane_safe"]}, {"drop_bombs": "drop"}, zone=6, altitude="low", out_of_formation=True,
        aborting=True, to_iwo=True, navigation__course="on", fuel__internal=10)  # fmt: skip
    rig.fly(flow.fly_out)
    rig.fly(flow.fly_home)
    assert (rig.state.outcome.landed, rig.state.track.turn, rig.state.fuel.internal) == ("iwo", 11, 10)


# ---- the last engine (7.2)


@rule("F7.2.3a")
def test_on_her_last_engine_low_down_she_comes_down_before_flak_and_bombs(b29):
    rig = b29({**QUIET, "T5-1": ["resistance none"]}, **{**TARGET, "altitude": "low"}, plane__bombs_aboard=False)
    lose_engines(rig, 3)
    rig.state.supply.range_zone = rig.state.track.zones_entered
    with pytest.raises(FlightOver):
        rig.fly(flow.turn, fresh=False, last=True)
    assert "T6-2" not in rig.dice.tables()


@rule("F7.2.3a", "F4.5C.3a")
def test_whose_last_engine_is_left_in_the_search_for_the_field_looks_no_further(b29):
    dice = {
        **STRAY,
        "R4-6": ["roll_on T4-9"],
        "T4-9": ["abort_allowed"],
        "T4-9/6": ["engine_out 3; roll_on T7-5-FEATHER"],
        "T7-5-FEATHER": ["propeller_feathered this"],
    }
    rig = b29(dice, **HOMEWARD, zone=1, navigation__course="off", fuel__internal=5)
    lose_engines(rig, 2)
    with pytest.raises(FlightOver):
        rig.fly(flow.seek_field)
    assert rig.state.engines_running() == 1


@rule("F7.2.3a")
def test_when_oil_stops_the_third_engine_low_down_she_leaves_the_zone_no_more(b29):
    rig = b29({}, **HOMEWARD, zone=8, fuel__internal=10)
    lose_engines(rig, 2)
    rig.state.engines[2].stop_by = rig.state.track.zones_entered
    with pytest.raises(FlightOver):
        rig.fly(flow.cross, 7)
    assert rig.state.track.zone == 8


@rule("F7.2.3a", "F7.2.4c")
@pytest.mark.parametrize(("carries", "home"), [(1, False), (2, True)])
def test_the_base_square_is_a_zone_for_the_last_engine(b29, carries, home):
    dice = {"T4-2": ["weather good"], **COURSE, **QUIET, "T8-1": ["plane_safe"]}
    rig = b29(dice, {"jump": "stay"}, **{**HOMEWARD, "zone": 2}, fuel__internal=10)
    lose_engines(rig, 3)
    rig.state.plane.parts["burst_inside"] = False
    rig.state.supply.range_zone = rig.state.track.zones_entered + carries
    if home:
        dice["R4-6"] += [3, 3]
        rig.dice.faces["R4-6"] = [3, 3, 3, 3]
        rig.fly(flow.cross, 1)
        rig.fly(flow.reach_base)
        assert rig.state.outcome.landed == "base"
    else:
        with pytest.raises(FlightOver):
            rig.fly(flow.cross, 1)
        assert rig.state.track.zone == 1


# ---- fires (7.5)


@rule("F7.5.5", "F8.3.3", "A63")
def test_a_fire_out_of_hand_in_zone_1_has_the_crew_leave_over_the_base(b29):
    rig = b29({}, **HOMEWARD, zone=1, navigation__course="on", fuel__internal=5)
    rig.state.cabins.burning["waist"] = rig.state.track.zones_entered + 1
    with pytest.raises(FlightOver):
        rig.fly(flow.reach_base)
    assert (rig.state.track.zone, rig.state.due.bail_out) == (0, "T8-4")


@rule("F8.3.3", "A63")
def test_who_leaves_a_burning_bomber_over_the_base_is_back_on_duty(b29):
    rig = b29({"T8-4": ["jumps_clear"] * 11}, **HOMEWARD, zone=0, terrain="B")
    rig.state.due.bail_out = "T8-4"
    rig.fly(landing.come_down)
    assert {man.fate for man in rig.state.men.values()} == {"bailed_out"}
    assert rig.state.plane.fate == "destroyed"


def burn(rig, *compartments):
    rig.state.due.fires.extend(compartments)
    rig.fly(fires.fight)


@rule("F4.2B.3", "F7.5.2", "A64")
@pytest.mark.parametrize("compartment", ["fwd_bay", "aft_bay", "utility"])
def test_for_a_fire_outside_the_cabins_pressure_is_let_out_without_a_choice(b29, compartment):
    rig = b29({"T7-12": ["fire_out"], "R4-2-OXYGEN": ["no_effect"]}, zone=8)
    burn(rig, compartment)
    assert rig.player.kinds() == ["fight_fire"]
    assert (rig.state.pressure.pressurized, rig.state.pressure.given_up) == (False, True)


@rule("F4.2B.2", "F7.5.2", "A64")
def test_where_nobody_can_let_the_pressure_out_a_fire_outside_the_cabins_burns_on(b29):
    rig = b29({}, zone=8)
    for role in ("engineer", "pilot", "cfc", "left_gunner", "right_gunner", "radar_operator"):
        rig.kill(role)
    burn(rig, "fwd_bay")
    assert rig.dice.thrown == []
    assert list(rig.state.cabins.burning) == ["fwd_bay"]


@rule("F7.5.3")
def test_no_man_fights_two_fires_in_a_turn(b29):
    rig = b29({"T7-12": ["fire_out"] * 2}, {"fight_fire": "navigator"}, **{**HOMEWARD, "zone": 8})
    rig.player.answers["fight_fire"] = ["navigator", "engineer"]
    burn(rig, "fwd_bay", "nav_radio")
    assert set(rig.player.options("fight_fire")) == {"engineer", "radio_operator"}


@rule("F7.5.4")
def test_the_same_man_may_try_a_second_time_at_one_fire(b29):
    rig = b29(
        {"T7-12": ["fire_continues", "fire_out"]}, {"fight_fire": "cfc", "again": "again"}, **{**HOMEWARD, "zone": 8}
    )
    burn(rig, "waist")
    assert [who for table, who in rig.dice.thrown if table == "T7-12"] == ["cfc", "cfc"]
    assert rig.state.cabins.bottles["utility"] == 0


@rule("F7.5.1", "F7.5.2", "A53")
def test_in_the_tail_nobody_comes_to_help_and_a_dead_gunner_leaves_it_burning(b29):
    rig = b29({}, **{**HOMEWARD, "zone": 8})
    rig.kill("tail_gunner")
    burn(rig, "tail")
    assert list(rig.state.cabins.burning) == ["tail"]


# ---- coming down (8)


@rule("F8.4.2", "A65")
@pytest.mark.parametrize(("weather", "fog", "after"), [("good", [5], "poor"), ("poor", [6], "bad"), ("bad", [], "bad")])
def test_a_forced_landing_at_iwo_jima_settles_the_fog_first(b29, weather, fog, after):
    dice = {"T8-1": ["plane_safe"], "R8-4": fog}
    rig = b29(dice, **HOMEWARD, zone=6, terrain="I", weather=weather, navigation__course="on",
        navigation__checked_in=11)  # fmt: skip
    rig.fly(landing.come_down)
    assert (rig.state.outcome.landed, rig.state.track.weather) == ("iwo", after)


@rule("F8.4.1", "F8.6.1", "A65")
def test_off_course_in_the_zone_of_iwo_jima_a_forced_landing_is_a_ditching(b29):
    rig = b29({"T8-2": ["sea moderate"], "T8-3": ["good_ditching"], "T8-6": ["rescued"] * 11}, **HOMEWARD, zone=6, terrain="I",
        navigation__course="off", navigation__checked_in=11)  # fmt: skip
    rig.fly(landing.come_down)
    assert rig.state.outcome.landed == "sea"


@rule("F8.1.2", "F8.2.1")
def test_with_both_pilots_controls_out_nobody_ditches(b29):
    rig = b29(
        {"T8-2": ["sea moderate"], "T8-4": ["jumps_clear"] * 11, "T8-6": ["rescued"] * 11},
        **HOMEWARD,
        zone=8,
        terrain="W",
    )
    rig.state.plane.parts["pilot_controls_out"] = rig.state.plane.parts["copilot_controls_out"] = True
    rig.fly(landing.come_down)
    assert rig.player.kinds() == []
    assert rig.state.outcome.landed == "abandoned"


# ---- pressure, cold and the dark (4.2, 5.8, 7.1, 7.3)


@rule("F7.1.2", "F4.2C.1")
@pytest.mark.parametrize(("lost", "checks"), [(False, 1), (True, 0)])
def test_with_all_pressure_gone_for_good_no_hit_checks_that_of_a_cabin(b29, lost, checks):
    rig = b29({"T7-1": ["no_effect"], "R7-1-PRESSURE": ["no_effect"]}, zone=8, pressure_lost=lost, pressurized=not lost)
    damage.strike(rig.flight, "nose")
    assert rig.dice.tables().count("R7-1-PRESSURE") == checks


@rule("F7.3.5", "F7.6F.1")
def test_a_frostbitten_pilot_flies_no_more(b29):
    rig = b29({"T7-14": ["frostbite"]}, zone=8)
    pressure.freeze(rig.flight, [rig.man("pilot")])
    rig.fly(damage.settle)
    assert rig.state.pilot_at_controls == "copilot"


@rule("F4.2C.1", "F7.3.1", "F7.3.4")
def test_a_cabin_that_leaks_is_cold_for_its_own_men_alone(b29):
    rig = b29({"T7-14": ["no_effect"] * 2}, {"stay": "stay"}, zone=8, altitude="high", out_of_formation=True)
    rig.state.pressure.compromised["tail"] = rig.state.track.turn - 2
    rig.fly(cabins.cold)
    assert [who for table, who in rig.dice.thrown if table == "T7-14"] == ["tail_gunner"]


@rule("F5.8D.2")
def test_when_no_night_fighter_is_left_after_our_fire_nobody_is_asked_to_evade(b29):
    rig = b29({"T5-7": ["hit"] * 6, "T5-8": ["destroyed"] * 12}, {"aim": "hold", "aim tail": "f1 by tail_gunner"}, zone=11,
        time="night", altitude="low", takeoff="night")  # fmt: skip
    rig.wave(("nick", "6_level"))
    rig.fly(night.first_round)
    assert rig.state.wave.fighters[0].gone
    assert "evade" not in rig.player.kinds()


@rule("F4.2B.8", "F5.1B.1")
def test_pressure_given_up_for_a_fire_may_be_had_again_at_the_start_of_the_next_turn(b29):
    rig = b29({"T7-12": ["fire_out"], "R4-2-OXYGEN": ["no_effect"]}, {"restore": "restore"}, zone=8)
    burn(rig, "aft_bay")
    rig.state.track.turn += 1
    rig.fly(pressure.restore)
    assert rig.state.pressure.pressurized
