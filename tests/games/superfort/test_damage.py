"""Damage by section (7.1), fires (7.5), engines (7.2), a burst inside (6.2F)."""

from __future__ import annotations

import pytest
from b29rig import two

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import crew_moves, damage, engines, fires


def struck(b29, section, dice, **setup):
    r = b29(dice, **setup)
    damage.strike(r.flight, section)
    assert r.dice.rest() == {}
    return r


# ---- sections


@pytest.mark.rule("X5.4C", "F4.2C.1", "F7.1.2")
@pytest.mark.parametrize(
    ("altitude", "die", "tables"),
    [("high", 6, ["R7-1-PRESSURE", "T7-11"]), ("low", 6, ["R7-1-PRESSURE"]), ("high", 5, ["R7-1-PRESSURE"])],
)
def test_t71p_every_hit_checks_the_pressure_once(b29, altitude, die, tables):
    r = b29({"T7-1": ["no_effect"] * 2, "R7-1-PRESSURE": [die, die], "T7-11": ["no_effect"]}, altitude=altitude)
    damage.strike(r.flight, "nose")
    assert [t for t in r.dice.tables() if t != "T7-1"] == tables
    assert ("nose" in r.state.pressure.compromised) is (die == 6)
    damage.strike(r.flight, "nose")
    assert r.dice.tables().count("R7-1-PRESSURE") == (1 if die == 6 else 2)  # once it is gone there are no more checks


@pytest.mark.rule("X5.4C")
def test_t76_a_blister_checks_a_second_time_and_takes_a_sight(b29):
    r = struck(
        b29,
        "waist",
        {
            "T7-6": ["pressure_check waist"],
            "R7-1-PRESSURE": ["no_effect", "compromised this"],
            "T7-11": ["no_effect"],
            "T7-6/11": ["left_sight_out"],
        },
    )
    assert "waist" in r.state.pressure.compromised
    assert r.state.plane.parts["left_sight_out"]


@pytest.mark.rule("F7.6D.1")
def test_t72_a_wound_is_for_whoever_is_in_the_place(b29):
    r = b29({"T7-2": ["wound engineer"] * 2, "R7-1-PRESSURE": ["no_effect"] * 2, "T7-13": ["light_wound"]})
    r.man("engineer").station, r.state.stations["engineer"] = "", "radio_operator"
    r.man("radio_operator").station, r.state.stations["radio_operator"] = "engineer", ""
    damage.strike(r.flight, "nav_radio")
    assert (r.man("radio_operator").light, r.man("engineer").light) == (1, 0)
    r.state.stations["engineer"] = ""
    damage.strike(r.flight, "nav_radio")  # nobody there: no roll
    assert r.dice.rest() == {}


@pytest.mark.rule("F7.4A.1")
def test_t77_two_hits_on_the_cylinders_put_everyones_oxygen_out(b29):
    r = struck(b29, "utility", {"T7-7": ["cylinder_hit"]})
    assert not r.state.plane.parts["oxygen_system_out"]
    r.dice.faces["T7-7"] = ["cylinder_hit"]
    damage.strike(r.flight, "utility")
    assert r.state.plane.parts["oxygen_system_out"]


@pytest.mark.rule("F7.1.2")
def test_t78_three_hits_take_the_tailplane_and_the_plane_with_it(b29):
    r = b29({"T7-8": ["tailplane_root_hit"] * 3, "R7-1-PRESSURE": ["no_effect"] * 3})
    for number in (1, 2, 3):
        damage.strike(r.flight, "tail")
        assert (r.state.due.bail_out == "T8-5") is (number == 3)


@pytest.mark.rule("F7.1.2", "A44")
def test_t77_t78_the_tail_skid_is_one_part(b29):
    r = b29({"T7-7": ["tail_skid_out"], "T7-8": ["tail_skid_out"], "R7-1-PRESSURE": ["no_effect"]})
    damage.strike(r.flight, "utility")
    damage.strike(r.flight, "tail")
    assert r.state.plane.parts["tail_skid_out"] is True


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(("mission", "die", "out"), [(5, 5, "tail_cannon"), (12, 5, "tail"), (5, 4, "tail")])
def test_t78_the_cannon_or_without_one_the_tail_guns(b29, mission, die, out):
    r = struck(b29, "tail", {"T7-8": two(4), "T7-8/4": [die], "R7-1-PRESSURE": ["no_effect"]}, mission=mission)
    assert [name for name, gun in r.state.guns.items() if gun.out] == [out]


@pytest.mark.rule("F4.2C.1")
def test_t77_a_bulkhead_costs_a_neighbour_its_pressure(b29):
    r = struck(b29, "utility", {"T7-7": ["compromised tail"], "T7-11": ["no_effect"]})
    assert list(r.state.pressure.compromised) == ["tail"]
    assert r.state.pressure.pressurized


@pytest.mark.rule("F7.1.2")
def test_t710_the_electrical_system_takes_much_with_it(b29):
    r = b29({"T7-10": ["electrical_out"]})
    r.flight.roll_on("T7-10")
    parts = r.state.plane.parts
    assert all(parts[p] for p in ("electrical_out", "intercom_out", "radar_out", "radio_out", "bomb_controls_out"))
    assert all(gun.out for gun in r.state.guns.values())


@pytest.mark.rule("F4.3B.2")
def test_t710_pumps_extinguishers_and_feathering(b29):
    r = b29(
        {"T7-10": ["pumps_out", "one_charge_each", "feathering_system_out", "engine_fails"], "T7-10-WHICH": [6, 2]},
        fwd_boxes=4,
        aft_boxes=4,
        internal=10,
    )
    for _ in range(3):
        r.flight.roll_on("T7-10")
    assert r.state.fuel.usable == 10
    assert {e.charges for e in r.state.engines} == {1}
    r.flight.roll_on("T7-10")  # the magnetos of an engine, whose propeller cannot be feathered any more
    assert r.state.engines[1].out
    assert r.state.engines[1].unfeathered
    assert r.dice.rest() == {}


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(("answer", "boxes", "out"), [("box", 9, False), ("shut_down", 10, True)])
def test_t710_an_engine_that_overheats_costs_a_box_or_is_shut_down(b29, answer, boxes, out):
    r = b29({"T7-10": ["engine_overheats"], "T7-10-WHICH": ["engine 3"]}, {"overheats": answer}, internal=10)
    r.flight.roll_on("T7-10")
    assert r.state.fuel.internal == boxes
    assert r.state.engines[2].out is out


@pytest.mark.rule("F2.3G.N1")
@pytest.mark.parametrize(
    ("boxes", "dice", "left", "end"),
    [
        (4, {"T7-3/10": ["bay_boxes_lost fwd"]}, 0, ""), (4, {"T7-3/10": ["no_effect"]}, 4, ""), (4, {"T7-3/10": ["fire_in fwd_bay"]}, 0, "fire"),
        (4, {"T7-3/10": ["bail_out T8-5"]}, 0, "T8-5"), (0, {}, 0, ""),
    ],
)  # fmt: skip
def test_t73_an_auxiliary_tank_is_hit_only_with_fuel_in_it(b29, boxes, dice, left, end):
    r = struck(b29, "fwd_bay", {"T7-3": two(10), **dice}, fwd_boxes=boxes)
    assert r.state.fuel.fwd_boxes == left
    assert r.state.due.fires == (["fwd_bay"] if end == "fire" else [])
    assert (r.state.due.bail_out == "T8-5") is (end == "T8-5")


@pytest.mark.rule("F4.2B.4")
def test_t73_the_tunnel_pierced_costs_all_pressure_and_the_way_through(b29):
    r = struck(b29, "fwd_bay", {"T7-3": ["tunnel_pierced"], "R4-2-OXYGEN": ["no_effect"]})
    assert r.state.pressure.tunnel_pierced
    assert r.state.pressure.pressure_lost
    assert not r.state.pressure.pressurized


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(("aboard", "dice", "lost"), [(True, [6], "bombs_explode"), (True, [5], ""), (False, [], "")])
def test_t74_bombs_go_up_only_while_they_are_aboard(b29, aboard, dice, lost):
    r = struck(b29, "aft_bay", {"T7-4": [6, 6], "T7-4/12": dice}, **{"plane.bombs_aboard": aboard})
    assert r.state.due.lost == lost


@pytest.mark.rule("F4.6.1", "F7.1.3")
@pytest.mark.parametrize(
    ("event", "inner", "propeller"),
    [(2, "T4-9/2", "T4-9/2/3"), (6, "T4-9/6", "T7-5-FEATHER")],
    ids=["fire", "failure"],
)
@pytest.mark.parametrize("out", [True, False], ids=["out already", "running"])
def test_t49_an_event_at_an_engine_that_is_out_already_rolls_for_no_propeller(b29, event, inner, propeller, out):
    r = b29({"T4-9": two(event), inner: [3], propeller: [] if out else [6 if event == 6 else 5]})
    r.state.engines[2].out = r.state.engines[2].feathered = out
    r.flight.roll_on("T4-9")
    assert r.dice.rest() == {}
    assert r.state.engines[2].out
    assert (r.state.engines[2].unfeathered, r.state.track.out_of_formation) == (not out, not out)


@pytest.mark.rule("F7.1.3")
def test_t75_the_propeller_of_a_further_engine_is_rolled_for_after_a_dead_one_was_hit(b29):
    r = b29(
        {
            "T4-9": ["abort_allowed"],
            "T4-9/6": ["engine_out 3; roll_on T7-5-FEATHER"],
            "T7-5-FEATHER": ["propeller_feathered this"],
        }
    )
    r.state.engines[2].out = True
    r.flight.roll_on("T4-9")
    engines.fail(r.flight, r.state.engines[0])
    assert r.dice.rest() == {}
    assert r.state.engines[0].feathered


@pytest.mark.rule("F7.1.2")
def test_t75_an_engine_fire_uses_its_charges_and_then_the_crew_leaves(b29):
    dice = {
        "T7-5": ["roll_on T7-5-WHICH"],
        "T7-5-WHICH": ["engine 4"],
        "T7-5-ENGINE": ["engine_fire this"],
        "T7-5-FIRE": ["fire_continues"] * 2,
    }
    r = struck(b29, "starboard_wing", dice)
    assert r.state.due.bail_out == "T8-4"
    assert r.state.engines[3].burning


@pytest.mark.rule("F7.1.2")
def test_t75_a_propeller_flies_into_the_nose_and_the_plane_holds(b29):
    dice = {
        "T7-5": ["roll_on T7-5-WHICH"], "T7-5-WHICH": ["engine 2"], "T7-5-ENGINE": ["engine_out this"], "T7-5-ENGINE/5": ["section_hit nose"], "T7-1": ["no_effect"],
        "R7-1-PRESSURE": ["no_effect"], "T7-5-CONTROL": ["no_effect"],
    }  # fmt: skip
    r = struck(b29, "port_wing", dice)
    assert r.state.engines[1].out
    assert not r.state.due.bail_out


@pytest.mark.rule("F7.1.2")
def test_t75_a_propeller_that_drags_takes_the_bomber_out_of_formation(b29):
    r = struck(
        b29,
        "port_wing",
        {
            "T7-5": ["roll_on T7-5-WHICH"],
            "T7-5-WHICH": ["engine 1"],
            "T7-5-ENGINE": ["roll_on T7-5-FEATHER"],
            "T7-5-FEATHER": ["drags this"],
        },
    )
    assert r.state.track.out_of_formation
    assert engines.slow(r.flight)


@pytest.mark.rule("F4.3A.9")
def test_t75_a_leaking_tank_costs_two_boxes_now(b29):
    r = struck(
        b29,
        "port_wing",
        {
            "T7-5": ["wing_leak"],
        },
        internal=10,
    )
    assert r.state.fuel.internal == 8
    assert r.state.fuel.wing_leak


# ---- wounds


@pytest.mark.rule("F7.6A.1")
@pytest.mark.parametrize(
    ("light", "serious", "wound", "ends"),
    [
        (0, False, "light_wound", "light"),
        (1, False, "light_wound", "light"),
        (2, False, "light_wound", "serious"),
        (0, True, "light_wound", "dead"),
        (1, False, "serious_wound", "dead"),
        (0, False, "killed", "dead"),
        (0, False, "serious_wound", "serious"),
    ],
)
def test_t713_wounds_add_up(b29, light, serious, wound, ends):
    r = b29({"T7-13": [wound]})
    man = r.man("navigator")
    man.light, man.serious = light, serious
    r.state.hand.man = "navigator"
    r.flight.roll("damage.wound", "navigator")
    assert ("dead" if man.dead else "serious" if man.serious else "light") == ends


@pytest.mark.rule("F4.2B.7", "F6.2F.4")
@pytest.mark.parametrize(("total", "dice", "hurt"), [(2, {"T7-13": [2, 3, 5]}, 2), (4, {"T7-11": [2]}, 1), (7, {}, 0)])
def test_t711_who_is_hurt_when_the_air_goes(b29, total, dice, hurt):
    faces = {"T7-11": [*two(total), *dice.get("T7-11", [])], "T7-13": dice.get("T7-13", [])}
    r = b29(faces)
    r.state.pressure.cabin = "nose"
    r.flight.roll("pressure.decompression", "nose")
    nose = [r.man(role) for role in ("bombardier", "pilot", "copilot")]
    assert sum(man.wounded for man in nose) == hurt
    assert r.dice.rest() == {}


# ---- 7.5 fires


def burn(b29, compartment, dice, answers=(), **setup):
    r = b29(dice, {"give_up_pressure": "keep", **dict(answers)}, **setup)
    r.state.due.fires = [compartment]
    return r


@pytest.mark.rule("F7.5.1", "F7.5.2", "F7.5.3")
def test_f75_a_man_of_the_compartment_fights_it_with_the_nearest_extinguisher(b29):
    r = burn(b29, "nose", {"T7-12": ["fire_out"]}, {"fight_fire": "bombardier"})
    r.fly(fires.fight)
    assert r.player.options("fight_fire") == ("bombardier", "copilot")  # the pilot never
    assert r.man("bombardier").silent
    assert r.state.cabins.bottles == {"nav_radio": 0, "waist": 1, "utility": 1}


@pytest.mark.rule("F7.5.5")
@pytest.mark.parametrize(
    ("compartment", "dice", "at_once"),
    [("nose", [5], True), ("nav_radio", [6], True), ("tail", [5], False), ("waist", [5, 6], False)],
)
def test_f75_what_is_not_put_out_drives_the_crew_out_at_once_or_in_the_next_zone(b29, compartment, dice, at_once):
    r = burn(b29, compartment, {"T7-12": dice})
    r.fly(fires.fight)
    assert (r.state.due.bail_out == "T8-4") is at_once
    assert r.dice.rest() == {}
    if not at_once:
        fires.leave_burning_plane(r.flight)
        r.state.track.zones_entered += 1
        with pytest.raises(FlightOver):
            fires.leave_burning_plane(r.flight)


@pytest.mark.rule("F7.5.4")
@pytest.mark.parametrize(
    ("bottles", "asked"),
    [({"waist": 1, "utility": 1, "nav_radio": 1}, True), ({"waist": 1, "utility": 0, "nav_radio": 1}, False)],
)
def test_f75_a_second_try_needs_another_extinguisher_of_waist_or_utility(b29, bottles, asked):
    r = burn(b29, "waist", {"T7-12": ["fire_continues", "fire_out"]}, {"again": "again"})
    r.state.cabins.bottles = dict(bottles)
    r.fly(fires.fight)
    assert ("again" in r.player.kinds()) is asked
    assert r.state.cabins.bottles["nav_radio"] == 1
    assert (r.state.cabins.burning == {}) is asked


@pytest.mark.rule("F7.5.2")
def test_f75_an_empty_compartment_is_fought_from_the_next_one(b29):
    r = burn(b29, "fwd_bay", {"T7-12": ["fire_out"], "R4-2-OXYGEN": ["no_effect"]})
    r.fly(fires.fight)
    assert set(r.player.options("fight_fire")) == {"engineer", "navigator", "radio_operator"}


@pytest.mark.rule("F4.2B.5", "F7.5.2", "A40")
@pytest.mark.parametrize(("answer", "die", "out"), [("keep", 5, False), ("give_up", 5, True), ("give_up", 6, False)])
def test_f75_thin_air_helps_and_a_six_never_does(b29, answer, die, out):
    r = burn(b29, "tail", {"T7-12": [die], "R4-2-OXYGEN": ["no_effect"]}, {"give_up_pressure": answer})
    r.fly(fires.fight)
    assert (r.state.cabins.burning == {}) is out


@pytest.mark.rule("F7.6E.1")
def test_f76e_the_copilot_fights_no_fire_when_a_pilot_is_badly_hurt(b29):
    r = b29(**{"men.pilot.serious": True})
    assert [man.role for man in fires.able(r.flight, "nose")] == ["bombardier"]


# ---- 7.2 engines


def stop(r, *numbers):
    for number in numbers:
        r.state.engines[number - 1].out = True


@pytest.mark.rule("F7.2.1a", "F7.2.1b")
@pytest.mark.parametrize(
    ("setup", "answer", "asked", "formed", "bombs"),
    [
        ({}, "jettison", True, True, False), ({}, "keep", True, False, True), ({"zone": 12}, "keep", False, True, True),
        ({"out_of_formation": True}, "keep", False, False, True), ({"time": "night"}, "keep", False, True, True),
    ],
)  # fmt: skip
def test_f721_one_engine_out_in_formation(b29, setup, answer, asked, formed, bombs):
    r = b29({}, {"heavy": answer}, **setup)
    stop(r, 1)
    r.fly(engines.settle)
    assert ("heavy" in r.player.kinds()) is asked
    assert (r.state.in_formation, r.state.plane.bombs_aboard) == (formed, bombs)


@pytest.mark.rule("F7.2.1c", "F7.2.1d")
@pytest.mark.parametrize(
    ("out", "bombs", "slow"), [(0, True, False), (1, True, True), (1, False, False), (2, False, True)]
)
def test_f721_how_slow_and_whether_it_climbs(b29, out, bombs, slow):
    r = b29(**{"plane.bombs_aboard": bombs})
    stop(r, *range(1, out + 1))
    assert engines.slow(r.flight) is slow
    assert engines.may_climb(r.flight) is not slow


@pytest.mark.rule("F7.2.2a", "F7.2.2b")
def test_f722_two_engines_out_cost_bombs_tanks_formation_and_a_band(b29):
    r = b29(fwd_boxes=4, aft_boxes=2)
    stop(r, 1, 4)
    r.fly(engines.settle)
    state = r.state
    assert not state.plane.bombs_aboard
    assert state.fuel.boxes == state.fuel.internal
    assert not state.in_formation
    assert state.track.altitude == "medium"
    assert state.pressure.pressurized
    r.fly(engines.settle)
    assert state.track.altitude == "medium"  # not both bands in one turn
    engines.sink(r.flight)
    assert state.track.altitude == "medium"
    state.track.turn += 1
    engines.sink(r.flight)
    assert state.track.altitude == "low"
    assert not state.pressure.pressurized


@pytest.mark.rule("F7.2.2c", "F4.2C.2")
def test_f722_both_inboard_engines_out_end_all_pressure(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]})
    stop(r, 2, 3)
    r.fly(engines.settle)
    assert not r.state.pressure.pressurized
    assert r.state.pressure.thin_since == 11


@pytest.mark.rule("F7.2.3a")
@pytest.mark.parametrize(("altitude", "zones"), [("low", 0), ("medium", 1), ("high", 2)])
def test_f723_how_far_the_last_engine_carries(b29, altitude, zones):
    r = b29({"R4-2-OXYGEN": ["no_effect"]}, altitude=altitude)
    stop(r, 1, 2, 4)
    r.fly(engines.settle)
    for _ in range(zones):
        engines.fly_on(r.flight)
        r.state.track.zones_entered += 1
    with pytest.raises(FlightOver):
        engines.fly_on(r.flight)


@pytest.mark.rule("F7.2.4a")
def test_f724_without_an_engine_it_comes_down_at_once(b29):
    r = b29().wave(("tony", "12_high"))
    stop(r, 1, 2, 3, 4)
    with pytest.raises(FlightOver):
        r.fly(damage.settle)


@pytest.mark.rule("F7.2.2a", "F7.1.2")
def test_f722_bombs_behind_doors_that_stay_shut_stay_aboard(b29):
    r = b29(fwd_boxes=4)
    r.state.plane.parts["door_controls_out"] = True
    stop(r, 1, 2)
    r.fly(engines.settle)
    assert r.state.plane.bombs_aboard


@pytest.mark.rule("F7.1.2")
def test_t75_an_engine_that_leaks_oil_stops_after_one_more_zone(b29):
    r = b29(**{"engines.0.stop_by": 12, "plane.bombs_aboard": False})
    r.fly(engines.leave_zone)
    assert not r.state.engines[0].out
    r.state.track.zones_entered = 12
    r.fly(engines.leave_zone)
    assert r.state.engines[0].out
    assert r.state.engines[0].feathered


# ---- 6.2F a burst inside


def burst(b29, section, dice, **setup):
    r = b29(dice, **setup)
    r.flight.look_up("flak.burst", section)
    return r


@pytest.mark.rule("F6.2F.1", "F6.2F.2")
@pytest.mark.parametrize("section", ["nose", "tail", "port_wing"])
def test_f62f_nose_tail_and_wings_are_fatal(b29, section):
    r = burst(b29, section, {})
    inside = [man for role, man in r.state.men.items() if r.state.rooms[role] == section]
    assert r.state.due.bail_out == "T8-5"
    assert all(man.dead for man in inside)


@pytest.mark.rule("F6.2F.3", "A24")
def test_f62f_a_bay_with_bombs_ends_everything(b29):
    r = burst(b29, "fwd_bay", {})
    assert r.state.due.lost == "bombs_explode"
    assert not any(man.aboard for man in r.state.men.values())


@pytest.mark.rule("F6.2F.6")
@pytest.mark.parametrize(("bulkhead", "cabin"), [(1, "waist"), (4, "tail")])
def test_f62f_a_burst_in_utility_costs_a_cabin_its_pressure_and_decompresses_none(b29, bulkhead, cabin):
    r = b29({"T6-4": ["burst_inside"], "T6-5": ["section utility"], "T7-7": [1, bulkhead]})
    r.flight.roll("flak.effect")
    assert r.state.plane.broken("burst_inside")
    assert list(r.state.pressure.compromised) == [cabin]
    assert "T7-11" not in r.dice.tables()


@pytest.mark.rule("F6.2F.1")
@pytest.mark.parametrize(("section", "dice"), [("utility", {"T7-7": [1, 1]}), ("tail", {})])
def test_f62f_a_burst_kills_whoever_is_in_the_compartment_with_a_place_there_or_without(b29, section, dice):
    r = b29(dice, pressurized=False, plane__bombs_aboard=False)
    crew_moves.lay(r.flight, r.man("radar_operator"), section)
    r.flight.look_up("flak.burst", section)
    assert r.man("radar_operator").dead
    assert not r.man("cfc").dead


@pytest.mark.rule("F6.2F.6", "A25")
def test_f62f_a_burst_thrown_for_reads_the_tables_that_its_results_lead_to(b29):
    dice = {
        "T6-4": ["burst_inside"],
        "T6-5": ["section nav_radio"],
        "T7-13": ["light_wound"] * 3,
        "T7-11": ["no_effect"],
        "R4-2-OXYGEN": ["no_effect"],
        "T7-10": ["feathering_system_out"],
        "T7-2": [4, 5],
    }
    r = b29(dice, pressurized=True, plane__bombs_aboard=False)
    r.flight.roll_on("T6-4")
    assert r.dice.rest() == {}
    assert r.state.plane.parts["feathering_system_out"]


@pytest.mark.rule("F6.2F.1", "F6.2F.4", "F6.2F.5", "F6.2F.6", "A25")
def test_f62f_nav_radio_wounds_the_nose_and_suffers_every_result_once(b29):
    further = [4, 5]  # the second dice of oxygen and of the forward turrets, each thrown once
    r = burst(
        b29,
        "nav_radio",
        {
            "T7-13": ["light_wound"] * 3,
            "T7-11": ["no_effect"],
            "R4-2-OXYGEN": ["no_effect"],
            "T7-10": ["no_effect"],
            "T7-2": further,
        },
    )
    state = r.state
    assert r.dice.rest() == {}
    assert all(r.man(role).dead for role in ("engineer", "navigator", "radio_operator"))
    assert [r.man(role).light for role in ("pilot", "copilot", "bombardier")] == [1, 1, 1]
    parts = state.plane.parts
    assert parts["intercom_out"]
    assert parts["radio_out"]
    assert parts["navigator_equipment_out"]
    assert parts["burst_inside"]
    assert state.guns["fwd_lower"].out
    assert not state.guns["fwd_upper"].out
    assert state.pressure.pressure_lost
    assert state.track.two_turns
    assert state.track.out_of_formation
