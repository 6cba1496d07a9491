"""Rules that come up seldom, each played by its own dice: odd meetings of damage, distance, height, fire and fuel."""

from __future__ import annotations

import pytest

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import (
    cabins,
    damage,
    fires,
    flow,
    pressure,
)

rule = pytest.mark.rule
COURSE = {"T4-4": ["marker 0"], "T4-5": ["marker 0"], "T4-6": ["marker 0"], "T4-7": ["marker 0"], "T4-8": ["course on"]}
STRAY = {**COURSE, "T4-8": ["course off"]}
QUIET = {"R4-6": ["no_effect"]}
HOMEWARD = {"leg": "back", "out_of_formation": True, "plane__bombs_aboard": False, "altitude": "low"}
TARGET = {"zone": 12, "out_of_formation": True, "fuel__internal": 30, "band": "high"}


def lose_engines(rig, number, seen=True):
    """So many engines are out and feathered; seen: what follows has been settled."""
    for engine in rig.state.engines[:number]:
        engine.out = engine.feathered = True
    rig.state.due.engines_seen = number if seen else 0


# ---- the target, and the way to it (4.5, 4.7, 6)


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
        rig.dice.faces["R4-6"] = ["no_effect"] * 2
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


# ---- pressure, cold and the dark (4.2, 5.8, 7.1, 7.3)


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


@rule("F4.2B.8", "F5.1B.1")
def test_pressure_given_up_for_a_fire_may_be_had_again_at_the_start_of_the_next_turn(b29):
    rig = b29({"T7-12": ["fire_out"], "R4-2-OXYGEN": ["no_effect"]}, {"restore": "restore"}, zone=8)
    burn(rig, "aft_bay")
    rig.state.track.turn += 1
    rig.fly(pressure.restore)
    assert rig.state.pressure.pressurized
