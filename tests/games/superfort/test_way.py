"""The way out and home (section 4): altitude, fuel, weather, course, events, formation, escort, aborting."""

from __future__ import annotations

import pytest
from b29rig import ON_COURSE

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import abort, altitude, engines, flow, formation, fuel, navigation

COURSE = {**{f"T4-{method}": ["marker 0"] for method in (4, 5, 6, 7)}, "T4-8": ["course on"]}
STRAY = {**COURSE, "T4-8": ["course off"]}


def fuelled(b29, dice=(), answers=(), *, internal=38, fwd=0, aft=0, **setup):
    """A rig with so many boxes."""
    rig = b29(dice, answers, **setup)
    left = rig.state.fuel
    left.internal, left.fwd_boxes, left.aft_boxes = internal, fwd, aft
    left.boxes_at_start, left.tanks_carried = internal + fwd + aft, ["fwd", "aft"]
    return rig


# ---- altitude (4.1)


@pytest.mark.rule("F4.1B.1", "F4.1B.2", "F4.1.N1", "F4.3A.7")
def test_alone_the_bomber_may_climb_one_band_and_go_down_two(b29):
    rig = b29(out_of_formation=True, altitude="medium", zone=8)
    assert altitude.legal(rig.flight) == ("stay", "climb", "descend")
    rig.state.track.altitude = "high"
    assert altitude.legal(rig.flight) == ("stay", "descend", "dive")
    rig.state.track.out_of_formation = False
    assert altitude.legal(rig.flight) == ("stay",)


@pytest.mark.rule("F4.1B.1", "F4.3A.7")
@pytest.mark.parametrize(
    ("answer", "to", "boxes"), [("climb", "high", 2), ("descend", "low", 0), ("stay", "medium", 0)]
)
def test_a_climb_costs_boxes_and_a_descent_none(b29, answer, to, boxes):
    rig = b29({}, {"altitude": answer}, out_of_formation=True, altitude="medium", zone=8)
    assert rig.fly(altitude.change) == boxes
    assert rig.state.track.altitude == to


@pytest.mark.rule("F4.1B.3")
def test_zone_1_is_entered_low_and_nothing_is_climbed_there(b29):
    rig = b29(out_of_formation=True, altitude="low", zone=1)
    assert altitude.legal(rig.flight) == ("stay",)


@pytest.mark.rule("F7.2.1c", "F7.2.1d")
def test_on_three_engines_there_is_no_climb_before_the_bombs_are_gone(b29):
    rig = b29(out_of_formation=True, altitude="medium", zone=8)
    rig.state.engines[0].out = True
    assert "climb" not in altitude.legal(rig.flight)
    assert engines.slow(rig.flight)
    rig.state.plane.bombs_aboard = False
    assert "climb" in altitude.legal(rig.flight)
    assert not engines.slow(rig.flight)


@pytest.mark.rule("F7.2.1c", "F7.2.2a", "A34")
@pytest.mark.parametrize(
    ("setup", "engines_out", "turns"),
    [
        ({"leg": "back", "turned": True}, 2, 2),  # homeward from the target too
        ({"leg": "back", "aborting": True}, 2, 2),  # and on the way home of a bomber that has turned back
        ({"leg": "back", "turned": True}, 1, 1),  # but on three engines no more, once the bombs are gone
        ({"leg": "back", "turned": True, "plane__burst_inside": True}, 0, 2),
    ],
)  # fmt: skip
def test_a_slow_bomber_takes_two_turns_for_each_zone_on_the_way_home(b29, setup, engines_out, turns):
    dice = {
        **ON_COURSE,
        "R4-6": ["no_effect"] * turns,
    }
    rig = b29(
        dice, out_of_formation=True, altitude="low", zone=9, plane__bombs_aboard=False, fuel__internal=20, **setup
    )
    for engine in rig.state.engines[:engines_out]:
        engine.out = engine.feathered = True
    rig.state.due.engines_seen = engines_out
    rig.fly(flow.cross, 8)
    assert rig.state.track.turn == 11 + turns
    assert rig.state.fuel.internal == 19 - bool(
        setup.get("plane__burst_inside")
    )  # the second turn costs no fuel, but for a burst


@pytest.mark.rule("F4.7B.1", "F7.2.1c")
def test_a_slow_bomber_that_turns_back_in_a_zone_spends_its_further_turn_turning_round(b29):
    dice = {
        **ON_COURSE,
        "R4-6": ["no_effect"],
    }
    rig = b29(
        dice,
        {"abort": "abort"},
        out_of_formation=True,
        altitude="high",
        zone=8,
        fuel__internal=38,
        engines__0__out=True,
    )
    rig.fly(flow.cross, 9)
    assert (rig.state.track.turn, rig.state.track.aborting) == (12, True)


# ---- fuel (4.3)


@pytest.mark.rule("F4.3A.1", "F2.3G.1")
def test_there_are_forty_six_boxes_at_most(b29):
    rig = b29(band="high", target_zone=12)
    fuel.load(rig.flight)
    assert rig.state.fuel.boxes == 46


@pytest.mark.rule("F4.3A.2", "F4.3A.3", "F4.3A.4")
@pytest.mark.parametrize(("guns", "gunners", "lost"), [(4, 4, 2), (5, 5, 0), (4, 5, 1), (5, 4, 1)])
def test_guns_cost_a_box_below_their_number_and_gunners_at_theirs(b29, guns, gunners, lost):
    rig = fuelled(b29, {"R4-3A": [guns], "R4-3A-GUNNERS": [gunners]})
    fuel.weigh(rig.flight)
    assert rig.state.fuel.internal == 38 - lost


@pytest.mark.rule("F4.3A.5", "F4.3A.10")
@pytest.mark.parametrize(("bombs", "cost"), [(True, 2), (False, 1)])
def test_a_zone_costs_two_boxes_with_bombs_and_one_without(b29, bombs, cost):
    rig = b29()
    rig.state.plane.bombs_aboard = bombs
    assert fuel.zone_cost(rig.flight) == cost


@pytest.mark.rule("F4.3B.1")
@pytest.mark.parametrize(("answer", "left"), [("aft", (37, 4, 3)), ("fwd", (37, 3, 4)), ("internal", (36, 4, 4))])
def test_one_of_the_boxes_due_may_come_from_a_bay(b29, answer, left):
    rig = fuelled(b29, {}, {"box": answer}, fwd=4, aft=4)
    rig.fly(fuel.pay, 2, "zone")
    found = rig.state.fuel
    assert (found.internal, found.fwd_boxes, found.aft_boxes) == left


@pytest.mark.rule("F4.3B.1")
def test_a_zone_takes_one_box_from_the_bays_however_often_it_is_paid(b29):
    rig = fuelled(b29, fwd=4, aft=4)
    rig.fly(fuel.pay, 2, "zone")
    rig.fly(fuel.pay, 1, "rejoin")
    assert rig.state.fuel.fwd_boxes + rig.state.fuel.aft_boxes == 7
    rig.state.track.zones_entered += 1
    rig.fly(fuel.pay, 2, "zone")
    assert rig.state.fuel.fwd_boxes + rig.state.fuel.aft_boxes == 6


@pytest.mark.rule("F4.3B.2")
def test_boxes_of_a_bay_whose_pump_is_out_are_never_paid(b29):
    rig = fuelled(b29, {}, {}, internal=1, fwd=4)
    rig.state.fuel.tanks_shut.append("fwd")
    rig.fly(fuel.pay, 2, "zone")
    assert (rig.state.fuel.internal, rig.state.fuel.fwd_boxes, rig.state.fuel.usable) == (0, 4, 0)


@pytest.mark.rule("F4.3C.1")
@pytest.mark.parametrize(("boxes", "rolled"), [(1, False), (0, True)])
def test_the_last_drops_are_rolled_for_with_every_box_gone(b29, boxes, rolled):
    rig = fuelled(b29, {"T4-1": ["tanks_hold"]}, internal=boxes)
    fuel.last_drops(rig.flight)
    assert (rig.dice.thrown != []) is rolled
    assert rig.state.fuel.last_drops == rolled


@pytest.mark.rule("F4.3C.1")
@pytest.mark.parametrize(
    ("face", "before", "engineer", "holds"),
    [(1, 0, 8, False), (1, 0, 15, False), (2, 0, 8, True), (2, 1, 8, False), (2, 1, 15, True), (6, 2, 8, True), (3, 3, 8, False)],
)  # fmt: skip
def test_each_success_makes_the_next_harder_a_one_always_fails_and_a_six_holds_three_times(
    b29, face, before, engineer, holds
):
    rig = fuelled(b29, {"T4-1": [face]}, internal=0, names={"missions": {"engineer": engineer}})
    rig.state.fuel.last_drops = before
    if holds:
        fuel.last_drops(rig.flight)
        assert rig.state.fuel.last_drops == before + 1
    else:
        with pytest.raises(FlightOver):
            fuel.last_drops(rig.flight)
        assert rig.state.ending.out_of_fuel


@pytest.mark.rule("F2.3G.N1", "F2.3G.N2")
def test_tanks_fall_with_their_fuel_unless_doors_or_gear_of_their_bay_are_out(b29):
    rig = fuelled(b29, {}, {"drop_tanks": "both"}, fwd=2, aft=3)
    rig.state.plane.parts["aft_release_out"] = True
    assert fuel.may_drop(rig.flight) == ["fwd"]
    rig.player.answers["drop_tanks"] = "fwd"
    rig.fly(fuel.drop_tanks)
    assert (rig.state.fuel.fwd_boxes, rig.state.fuel.aft_boxes, rig.state.fuel.boxes_lost) == (0, 3, 2)


@pytest.mark.rule("F4.3A.9")
def test_lost_and_restored_boxes_never_pass_what_the_mission_began_with(b29):
    rig = fuelled(b29, internal=38, aft=1)
    fuel.restore(rig.flight, 2)
    assert rig.state.fuel.boxes == 39
    fuel.lose(rig.flight, 3)
    fuel.restore(rig.flight, 2)
    assert (rig.state.fuel.internal, rig.state.fuel.boxes_restored) == (37, 2)


@pytest.mark.rule("F4.3D.1")
def test_boxes_that_do_not_reach_there_and_back_are_cause_to_abort(b29):
    rig = fuelled(b29, internal=30, zone=1, band="low", altitude="low", mission=3)
    assert "fuel" in abort.causes(rig.flight)
    rig.state.fuel.internal = 38
    assert "fuel" not in abort.causes(rig.flight)


@pytest.mark.rule("F4.3A.1", "F4.3A.6", "F4.3C.2")
@pytest.mark.parametrize(
    ("band", "zone", "cost"), [("low", 12, 36), ("high", 12, 40), ("high", 14, 46), ("low", 14, 42)]
)
def test_the_plain_cost_of_a_mission_is_what_the_booklet_leaves_for_it(b29, band, zone, cost):
    rig = fuelled(b29, internal=cost, mission=3, zone=0, target_zone=zone, band=band, altitude="low")
    assert fuel.enough_to_bomb(rig.flight)
    rig.state.fuel.internal -= 1
    assert not fuel.enough_to_bomb(rig.flight)


# ---- weather (4.4)


@pytest.mark.rule("F4.4.1", "F4.3A.9")
@pytest.mark.parametrize(
    ("faces", "zone", "band", "leg", "change"),
    [([5, 6], 11, "high", "out", -2), ([5, 6], 11, "medium", "out", -1), ([5, 6], 9, "high", "out", -1),
     ([4, 5], 9, "high", "out", 0), ([4, 5], 9, "high", "back", 1), ([4, 6], 9, "high", "out", 1)],
)  # fmt: skip
def test_winds_cost_and_give_fuel_and_the_jet_stream_costs_twice(b29, faces, zone, band, leg, change):
    rig = fuelled(b29, {"T4-2": faces}, internal=20, zone=zone, altitude=band, leg=leg)
    rig.state.fuel.boxes_at_start, rig.state.fuel.boxes_used = 38, 18
    rig.flight.roll("zone.weather")
    assert rig.state.fuel.internal == 20 + change


# ---- navigation (4.5)


@pytest.mark.rule("F4.5A.1", "F4.5A.2", "F4.5A.4")
@pytest.mark.parametrize(
    ("setup", "checked"),
    [({}, False), ({"formation": "lead"}, True), ({"formation": "lead", "squadron": "low"}, False),
     ({"out_of_formation": True}, True), ({"time": "night", "out_of_formation": True}, True)],
)  # fmt: skip
def test_the_course_is_checked_alone_at_night_and_by_the_lead_of_the_middle_squadron(b29, setup, checked):
    assert navigation.is_checked(b29(**setup).flight) is checked


@pytest.mark.rule("F4.5A.5", "F4.5B.1")
def test_four_methods_add_up_to_the_roll_for_the_course(b29):
    rig = b29({"T4-4": [1], "T4-5": [1], "T4-6": [1], "T4-7": [1], "T4-8": [3, 3]}, time="night", zone=12, mission=12)
    rig.state.plane.parts["radar_out"] = True
    navigation.check(rig.flight)
    assert rig.state.navigation.marker == -3
    assert rig.dice.tables() == ["T4-4", "T4-5", "T4-6", "T4-7", "T4-8"]
    assert rig.state.navigation.course == "off"


@pytest.mark.rule("F4.5A.5", "F4.5.D1")
def test_without_radio_operator_radio_navigation_counts_against_without_a_roll(b29):
    rig = b29({**{k: v for k, v in COURSE.items() if k != "T4-7"}, "T4-5": [4]})
    rig.man("radio_operator").serious = True
    navigation.check(rig.flight)
    assert rig.state.navigation.marker == -1
    assert "T4-7" not in rig.dice.tables()


@pytest.mark.rule("F4.5C.4a", "F4.5C.4b", "F4.5C.4c")
@pytest.mark.parametrize(("zones", "face", "lost"), [(1, 4, 0), (1, 5, 1), (2, 4, 1), (3, 2, 0), (3, 3, 1)])
def test_back_on_course_may_cost_a_box_and_the_likelier_the_longer_it_was_off(b29, zones, face, lost):
    rig = fuelled(b29, {**COURSE, "R4-5C": [face]}, out_of_formation=True)
    rig.state.navigation.off_zones = zones
    navigation.check(rig.flight)
    assert rig.state.fuel.boxes_lost == lost
    assert rig.state.navigation.off_zones == 0


@pytest.mark.rule("F4.5C.4b", "F4.5C.4c", "F4.5C.2a")
def test_a_further_turn_in_a_zone_is_no_further_zone_and_corrects_for_nothing(b29):
    rig = fuelled(
        b29,
        {
            "T4-4": ["marker 0"] * 2,
            "T4-5": ["marker -1"] * 2,
            "T4-6": ["marker 0"] * 2,
            "T4-7": ["marker 0"] * 2,
            "T4-8": ["course off", "course on"],
        },
    )
    rig.state.navigation.off_zones = 1
    navigation.check(rig.flight, again=True)
    assert rig.state.navigation.off_zones == 1
    navigation.check(rig.flight, again=True, corrected=False)
    assert rig.state.navigation.off_zones == 0
    assert rig.state.fuel.boxes_lost == 0


@pytest.mark.rule("F4.5C.2a", "F4.5C.2b")
def test_the_initial_point_is_looked_for_at_two_boxes_a_turn_and_then_bombed(b29):
    dice = {
        **COURSE,
        "R4-6": ["no_effect"],
        "T5-1": ["resistance none"],
        "T6-1": ["visibility clear"],
        "T6-2": ["flak none"] * 2,
        "T6-6": ["on_target"],
        "T6-7": ["per_cent 35"],
        "R5-2": [],
    }
    rig = fuelled(b29, dice, {"initial_point": "again"}, zone=12, out_of_formation=True, course="off", internal=30)
    rig.fly(flow.at_target)
    assert rig.state.fuel.internal == 28
    assert rig.state.outcome.bombs_dropped
    assert rig.state.track.turn == 12


@pytest.mark.rule("F4.5C.2c", "F4.7D.1")
def test_a_target_given_up_off_course_counts_as_bombed_off_target_and_is_credited(b29):
    rig = b29({}, {"initial_point": "give_up"}, zone=12, out_of_formation=True, course="off")
    rig.fly(flow.at_target)
    outcome = rig.state.outcome
    assert (outcome.bombs_dropped, outcome.aim_result, outcome.per_cent) == (True, "off_target", 0)
    assert rig.state.ending.causes == ["off_course"]
    assert rig.state.track.aborting


@pytest.mark.rule("F4.5C.3a", "F4.5C.3c")
def test_off_course_before_the_base_each_turn_of_search_costs_a_box(b29):
    dice = {
        "T4-4": ["marker 0"] * 2,
        "T4-5": ["marker 0"] * 2,
        "T4-6": ["marker 0"] * 2,
        "T4-7": ["marker 0"] * 2,
        "T4-8": ["course off", "course on"],
        "R4-6": ["no_effect"] * 2,
    }
    rig = fuelled(b29, dice, internal=4, zone=1, leg="back", altitude="low", out_of_formation=True, course="off")
    rig.fly(flow.seek_field)
    assert rig.state.fuel.internal == 2
    assert rig.state.navigation.course == "on"
    assert rig.dice.rest() == {}


@pytest.mark.rule("F4.5C.3b")
def test_the_search_goes_on_without_boxes_only_on_the_last_drops(b29):
    rig = fuelled(
        b29,
        {"T4-1": ["tanks_dry"]},
        internal=0,
        zone=1,
        leg="back",
        altitude="low",
        out_of_formation=True,
        course="off",
    )
    with pytest.raises(FlightOver):
        rig.fly(flow.seek_field)


# ---- events (4.6)


@pytest.mark.rule("F4.6.1")
@pytest.mark.parametrize(("faces", "event"), [([6, 5], False), ([6, 6], True)])
def test_a_twelve_brings_a_random_event(b29, faces, event):
    rig = fuelled(b29, {"R4-6": faces, "T4-9": ["boxes_restored 1"]}, internal=20)
    rig.state.fuel.boxes_at_start, rig.state.fuel.boxes_used = 38, 18
    rig.fly(flow.happen)
    assert rig.state.fuel.internal == 20 + event


@pytest.mark.rule("F4.6.1", "F4.3B.2")
def test_a_pump_that_fails_shuts_its_bay_or_costs_a_box(b29):
    rig = fuelled(
        b29,
        {
            "T4-9": ["bay_shut fwd 1"],
        },
        fwd=3,
    )
    rig.flight.roll_on("T4-9")
    assert rig.state.fuel.tanks_shut == ["fwd"]
    assert rig.state.fuel.boxes_lost == 0
    dry = fuelled(
        b29,
        {
            "T4-9": ["bay_shut aft 1"],
        },
        fwd=3,
    )
    dry.flight.roll_on("T4-9")
    assert dry.state.fuel.tanks_shut == []
    assert dry.state.fuel.boxes_lost == 1


@pytest.mark.rule("F4.8D.1")
@pytest.mark.parametrize(("formed", "tables"), [(True, ["T4-9", "R4-8"]), (False, ["T4-9"])])
def test_a_near_collision_breaks_the_formation_and_touches_nobody_who_is_alone(b29, formed, tables):
    rig = b29({"T4-9": ["near_collision"], "R4-8": ["missed_each_other"]}, out_of_formation=not formed)
    rig.flight.roll_on("T4-9")
    assert rig.dice.tables() == tables
    assert rig.state.track.out_of_formation


# ---- aborting (4.7)


@pytest.mark.rule("F4.7A.2", "F4.8C.2")
def test_in_formation_with_nothing_wrong_nobody_is_asked_to_abort(b29):
    rig = fuelled(b29, fwd=4, aft=4)
    rig.fly(abort.consider)
    assert rig.player.asked == []


@pytest.mark.rule("F4.7A.2", "F4.7A.1")
def test_a_bombsight_out_allows_an_abort_which_leaves_the_formation(b29):
    rig = fuelled(b29, {}, {"abort": "abort"}, fwd=4, aft=4)
    rig.state.plane.parts["bombsight_out"] = True
    rig.fly(abort.consider)
    assert rig.state.track.aborting
    assert rig.state.track.out_of_formation


@pytest.mark.rule("F4.8C.4")
def test_alone_past_the_assembly_the_mission_may_be_aborted(b29):
    rig = fuelled(b29, {}, {"abort": "go_on"}, fwd=4, aft=4, out_of_formation=True)
    rig.fly(abort.consider)
    assert rig.player.kinds() == ["abort"]
    assert not rig.state.track.aborting


@pytest.mark.rule("F4.7B.4", "F8.4.1")
@pytest.mark.parametrize(("zone", "offered"), [(4, True), (8, False)])
def test_short_of_iwo_jima_the_way_may_lead_straight_on_to_it(b29, zone, offered):
    rig = fuelled(b29, {}, {}, fwd=4, aft=4, zone=zone)
    rig.state.plane.parts["radar_out"] = True
    rig.fly(abort.consider)
    assert ("iwo_jima" in rig.player.options("abort")) is offered


@pytest.mark.rule("F4.7D.1")
@pytest.mark.parametrize(("by_fighters", "counts"), [(True, True), (False, False)])
def test_an_abort_is_credited_when_the_enemy_brought_its_cause_about(b29, by_fighters, counts):
    from combatbox.games.superfort import landing

    rig = fuelled(b29, fwd=4, aft=4)
    before = abort.causes(rig.flight)
    rig.state.plane.parts["bombsight_out"] = True
    if by_fighters:
        abort.note(rig.flight, before)
    rig.state.track.aborting, rig.state.outcome.landed = True, "base"
    landing.credit(rig.flight)
    assert rig.state.outcome.counts is counts


@pytest.mark.rule("F4.7B.1", "F4.7B.2", "F4.7D.2", "F4.7B.3")
@pytest.mark.parametrize(("answer", "cost"), [("keep", 2), ("drop", 1)])
def test_turning_back_is_a_turn_that_is_paid_with_or_without_bombs(b29, answer, cost):
    rig = fuelled(
        b29, {"R4-6": ["no_effect"]}, {"drop_bombs": answer}, internal=30, zone=8, altitude="low", out_of_formation=True
    )
    rig.state.track.aborting = True
    rig.fly(flow.turn_round)
    assert (rig.state.fuel.internal, rig.state.track.leg, rig.state.track.turn) == (30 - cost, "back", 12)


# ---- formation and escort (4.8)


@pytest.mark.rule("F4.8A.1", "F4.8A.2", "F4.8A.3")
@pytest.mark.parametrize(
    ("mission", "zone", "band", "rolls"),
    [(12, 9, "high", True), (12, 9, "medium", False), (3, 3, "high", True), (12, 3, "high", False)],
)
def test_the_formation_assembles_in_its_zone_at_mission_altitude(b29, mission, zone, band, rolls):
    rig = b29({"T4-10": ["formed"]}, mission=mission, zone=zone, altitude=band, out_of_formation=True)
    formation.assemble(rig.flight)
    assert rig.state.in_formation is rolls
    assert bool(rig.dice.thrown) is rolls


@pytest.mark.rule("F4.5C.1")
@pytest.mark.parametrize(("face", "formed"), [(2, True), (3, False)])
def test_off_course_at_the_assembly_two_in_six_are_in_time(b29, face, formed):
    rig = b29({"R4-5C-ASSEMBLY": [face], "T4-10": ["formed"]}, zone=9, out_of_formation=True, course="off")
    formation.assemble(rig.flight)
    assert rig.state.in_formation is formed
    assert rig.state.company.off_time is not formed


@pytest.mark.rule("F4.8A.3", "F4.8D.1")
def test_a_natural_two_at_the_assembly_is_a_near_collision(b29):
    rig = b29({"T4-10": [1, 1], "R4-8": ["bail_out T8-5"]}, zone=9, out_of_formation=True)
    formation.assemble(rig.flight)
    assert rig.state.due.bail_out == "T8-5"
    assert not rig.state.in_formation


@pytest.mark.rule("F4.8B.1", "F4.5A.3")
def test_homeward_the_formation_ends_where_it_assembled_and_checks_begin_again(b29):
    rig = b29(zone=9, leg="back")
    formation.break_up(rig.flight)
    assert rig.state.alone
    assert navigation.is_checked(rig.flight)


@pytest.mark.rule("F4.8D.1", "F4.3A.8")
def test_who_fell_out_may_rejoin_for_a_box_as_tail_bomber(b29):
    rig = fuelled(b29, {}, {"rejoin": "rejoin"}, zone=10, out_of_formation=True)
    rig.fly(formation.rejoin)
    assert rig.state.in_formation
    assert rig.state.orders.formation == "tail"
    assert rig.state.fuel.internal == 37


@pytest.mark.rule("F4.8D.1")
@pytest.mark.parametrize(
    "setup", [{"off_time": True}, {"altitude": "medium"}, {"zone": 9}, {"aborting": True}, {"engines__0__out": True}]
)
def test_nobody_rejoins_late_elsewhere_at_another_height_or_on_three_engines(b29, setup):
    assert not formation.may_rejoin(b29(out_of_formation=True, **setup).flight)


@pytest.mark.rule("F4.8E.1", "F4.8E.2", "F4.8E.3")
def test_a_missed_rendezvous_is_tried_again_with_two_less(b29):
    rig = b29({"T4-11": [3, 5, 6]}, escort="p51", zone=9)
    for _ in range(3):
        formation.meet(rig.flight)
    assert rig.state.company.escort_met
    assert rig.state.company.rendezvous == 3


@pytest.mark.rule("F4.8E.2", "F4.8E.4")
@pytest.mark.parametrize(
    "setup", [{"zone": 8}, {"out_of_formation": True}, {"escort": ""}, {"formation": "lead", "course": "off"}]
)
def test_no_rendezvous_too_early_alone_without_an_escort_or_lost_at_the_lead(b29, setup):
    rig = b29(**{"escort": "p51", "zone": 9, **setup})
    formation.meet(rig.flight)
    assert rig.dice.thrown == []


@pytest.mark.rule("F4.8C.1", "F2.3A.4")
def test_at_night_nobody_is_out_of_formation(b29):
    assert not b29(time="night", out_of_formation=True).state.alone
    assert b29(out_of_formation=True).state.alone


@pytest.mark.rule("F4.1A.1", "F4.0.1", "F4.0.2")
def test_the_steps_of_a_turn_come_in_their_order(b29):
    dice = {
        "T4-2": ["weather good"],
        **COURSE,
        "R4-6": ["no_effect"],
        "T4-10": ["formed"],
        "T4-11": ["escort_met"],
        "T5-1": ["resistance none"],
    }
    rig = fuelled(b29, dice, {}, fwd=4, aft=4, zone=8, out_of_formation=True, escort="p51", altitude="high")
    rig.fly(flow.cross, 9)
    assert rig.dice.tables() == ["T4-2", "T4-4", "T4-5", "T4-6", "T4-7", "T4-8", "R4-6", "T4-10", "T4-11"]
    assert rig.state.track.zone == 9
    assert rig.state.fuel.boxes == 44


@pytest.mark.rule("F4.7A.3")
def test_all_fighting_of_a_zone_comes_before_an_abort(b29, monkeypatch):
    played = []

    def fought(flight):
        played.append("fight")

    def asked(flight):
        played.append("abort")
        yield from ()

    monkeypatch.setattr(flow.combat, "fight", fought)
    monkeypatch.setattr(flow.abort, "consider", asked)
    rig = b29({"T4-2": ["weather good"], "R4-6": ["no_effect"]}, zone=11)
    rig.fly(flow.turn, fresh=True, last=True)
    assert played == ["fight", "abort"]
