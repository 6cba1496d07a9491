"""Over the target (section 6): visibility, flak twice, the bomb run, the fires below, and the turn for home."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from b29rig import ON_COURSE

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import flow, target


def over_target(b29, dice=(), answers=(), **setup):
    """A rig over Tokyo on the way out."""
    return b29(dice, answers, **{"zone": 12, "flak_add": 0, **setup})


@pytest.mark.rule("F6.1.1", "F6.2A.1", "F6.2B.1", "F6.3A.1", "F6.4.1")
def test_section_6_is_played_in_its_order_with_flak_before_and_after_the_bombs(b29):
    dice = {
        "T6-1": ["visibility clear"],
        "T6-2": ["flak light", "flak none"],
        "T6-3": ["miss"] * 3,
        "T6-6": ["on_target"],
        "T6-7": ["per_cent 35"],
    }
    rig = over_target(b29, dice)
    rig.fly(target.bomb)
    assert rig.dice.tables() == ["T6-1", "T6-2", "T6-3", "T6-3", "T6-3", "T6-6", "T6-7", "T6-2"]
    outcome = rig.state.outcome
    assert (outcome.aim_result, outcome.per_cent, rig.state.plane.bombs_aboard) == ("on_target", 35, False)


@pytest.mark.rule("X1.0C", "F6.4.1")
def test_without_the_second_flak_the_bombs_are_the_last_of_it(b29):
    rig = over_target(
        b29,
        {"T6-1": ["visibility clear"], "T6-2": ["flak none"], "T6-6": ["on_target"], "T6-7": ["per_cent 35"]},
        rulings={"A1g": "off"},
    )
    rig.fly(target.bomb)
    assert rig.dice.tables()[-1] == "T6-7"


@pytest.mark.rule("F6.4.1", "F6.2A.1", "F6.1.1")
@pytest.mark.parametrize(
    ("setup", "face", "flak"),
    [({"altitude": "high"}, 2, "none"), ({"altitude": "medium"}, 2, "light"), ({"altitude": "low"}, 3, "medium"),
     ({"altitude": "medium", "flak_time": "after"}, 2, "none"), ({"altitude": "medium", "visibility": "obscured"}, 2, "none"),
     ({"altitude": "medium", "flak_add": 1}, 5, "heavy"), ({"altitude": "low", "time": "night", "searchlit": True}, 2, "light")],
)  # fmt: skip
def test_flak_by_altitude_sight_city_and_searchlight(b29, setup, face, flak):
    rig = over_target(b29, {"T6-2": [face]}, **setup)
    rig.flight.roll("flak.amount")
    assert rig.state.battle.flak == flak


@pytest.mark.rule("F6.2C.1", "F6.2D.1", "F6.2E.1")
def test_each_shell_of_a_flak_hit_strikes_a_section_and_its_damage_is_found(b29):
    dice = {"T6-2": ["flak medium"], "T6-3": ["hit", "miss", "miss"], "T6-4": ["shells 2"], "T6-5": ["section port_wing", "section tail"], "T7-5": ["no_effect"], "T7-8": ["no_effect"],
            "R7-1-PRESSURE": ["no_effect"]}  # fmt: skip
    rig = over_target(b29, dice)
    rig.fly(target.flak)
    assert rig.dice.tables()[-5:] == ["T6-5", "T6-5", "T7-5", "T7-8", "R7-1-PRESSURE"] or rig.dice.rest() == {}
    assert rig.state.battle.hit_by_flak


@pytest.mark.rule("F6.3A.1", "F4.7C.1", "F5.7B.2")
@pytest.mark.parametrize(
    ("setup", "face", "aim"),
    [({"altitude": "high"}, 3, "off_target"), ({"altitude": "medium"}, 3, "on_target"),
     ({"altitude": "high", "target_type": "urban"}, 3, "on_target"), ({"altitude": "medium", "visibility": "partly"}, 3, "off_target"),
     ({"altitude": "medium", "visibility": "obscured"}, 4, "on_target"), ({"altitude": "medium", "hit_by_flak": True}, 3, "off_target"),
     ({"altitude": "medium", "plane__bomb_controls_out": True}, 4, "off_target"),
     ({"altitude": "medium", "plane__radar_out": True, "visibility": "obscured"}, 5, "off_target")],
)  # fmt: skip
def test_the_aim_by_altitude_target_sight_flak_and_damage(b29, setup, face, aim):
    rig = over_target(b29, {"T6-6": [face]}, **setup)
    rig.flight.roll("bombs.aim")
    assert rig.state.outcome.aim_result == aim


@pytest.mark.rule("F6.3A.1")
@pytest.mark.parametrize(
    "parts", [("bombsight_out", "radar_out"), ("cable_hits", "cable_hits")], ids=["sight and radar", "cables"]
)
def test_with_nothing_to_aim_with_the_bombs_are_off_without_a_roll(b29, parts):
    rig = over_target(b29)
    for part in parts:
        rig.state.plane.parts[part] = 2 if part == "cable_hits" else True
    rig.flight.roll("bombs.aim")
    assert rig.state.outcome.aim_result == "off_target"
    assert rig.dice.thrown == []


@pytest.mark.rule("F6.3A.1", "F6.3.N1")
@pytest.mark.parametrize(("kind", "per_cent"), [("industry", 75), ("urban", 90)])
def test_a_city_is_easier_to_hit_than_a_works(b29, kind, per_cent):
    rig = over_target(b29, {"T6-6": ["on_target"], "T6-7": [6, 6]}, target_type=kind)
    target.bomb_run(rig.flight)
    assert rig.state.outcome.per_cent == per_cent


@pytest.mark.rule("F6.3A.1", "F9.3C.1")
@pytest.mark.parametrize(("stuck", "per_cent", "dropped"), [(1, 37, True), (2, -1, False)])
def test_with_one_bay_shut_half_the_bombs_count_and_with_both_there_is_no_run(b29, stuck, per_cent, dropped):
    rig = over_target(b29, {"T6-6": ["on_target"], "T6-7": ["per_cent 75"]}, target_type="industry")
    for bay in ("fwd", "aft")[:stuck]:
        rig.state.plane.parts[f"{bay}_doors_out"] = True
    target.bomb_run(rig.flight)
    assert (rig.state.outcome.per_cent, rig.state.outcome.bombs_dropped) == (per_cent, dropped)


@pytest.mark.rule("F6.3B.1", "F2.3A.3", "F2.3B.2")
@pytest.mark.parametrize(
    ("setup", "tables"),
    [({}, ["T6-8"]), ({"great_city": False}, []), ({"altitude": "medium"}, []), ({"target_type": "industry"}, []),
     ({"formation": "tail", "squadron": "low"}, ["T6-8", "T6-9"])],
)  # fmt: skip
def test_thermals_low_over_a_great_city_that_burns(b29, setup, tables):
    rig = over_target(
        b29, {"T6-8": [4], "T6-9": ["no_effect"]},
        **{"great_city": True, "altitude": "low", "target_type": "urban", "time": "night", **setup},
    )  # fmt: skip
    rig.fly(target.thermals)
    assert rig.dice.tables() == tables


@pytest.mark.rule("F6.3B.1", "F7.1.1")
def test_thermals_may_toss_her_up_to_medium_altitude_for_nothing(b29):
    rig = over_target(b29, {"T6-9": ["tossed_up"], "R4-2-OXYGEN": ["no_effect"]}, altitude="low")
    rig.flight.roll_on("T6-9")
    assert rig.state.track.altitude == "medium"
    assert not rig.state.pressure.pressurized


@pytest.mark.rule("F6.5.1", "F4.3A.6")
def test_turning_round_over_the_target_is_a_turn_and_a_box(b29):
    rig = over_target(b29, {"R4-6": ["no_effect"], "T5-1": ["resistance none"]}, turned=True)
    rig.state.fuel.internal = rig.state.fuel.boxes_at_start = 20
    rig.state.plane.bombs_aboard = False
    rig.fly(flow.turn_round)
    assert (rig.state.fuel.internal, rig.state.track.leg, rig.state.track.zone) == (19, "back", 12)


@pytest.mark.rule("F6.2F.6")
def test_a_burst_survived_costs_two_turns_over_the_target_after_turning_round_and_a_box_for_each(b29):
    rig = over_target(
        b29,
        {"R4-6": ["no_effect"] * 2, "T5-1": ["resistance none"] * 2},
        turned=True,
        out_of_formation=True,
        altitude="low",
    )
    rig.state.fuel.internal = rig.state.fuel.boxes_at_start = 20
    rig.state.plane.bombs_aboard, rig.state.plane.parts["burst_inside"] = False, True
    rig.fly(flow.turn_round)
    assert (rig.state.fuel.internal, rig.state.track.turn) == (18, 13)


@pytest.mark.rule("F7.2.3a")
@pytest.mark.parametrize(("left", "down"), [(0, True), (1, False)])
def test_f723_on_the_last_engine_that_carries_her_no_further_she_comes_down_where_she_turns_round(b29, left, down):
    rig = over_target(
        b29, {"R4-6": ["no_effect"], "T5-1": ["resistance none"]}, turned=True, out_of_formation=True, altitude="low"
    )
    rig.state.plane.bombs_aboard = False
    rig.state.fuel.internal = rig.state.fuel.boxes_at_start = 20
    for engine in rig.state.engines[:3]:
        engine.out = True
    rig.state.due.engines_seen, rig.state.supply.range_zone = 3, rig.state.track.zones_entered + left
    with pytest.raises(FlightOver) if down else nullcontext():
        rig.fly(flow.turn_round)
    assert rig.state.track.leg == "back"


@pytest.mark.rule("F7.2.3a")
def test_f723_in_the_last_zone_of_her_last_engine_she_takes_no_second_turn(b29):
    dice = {
        **ON_COURSE,
        "R4-6": ["no_effect"],
    }
    rig = b29(dice, zone=9, leg="back", altitude="low", out_of_formation=True)
    rig.state.plane.bombs_aboard = False
    rig.state.fuel.internal = rig.state.fuel.boxes_at_start = 20
    for engine in rig.state.engines[:3]:
        engine.out = True
    rig.state.due.engines_seen, rig.state.supply.range_zone = 3, rig.state.track.zones_entered + 1
    with pytest.raises(FlightOver):
        rig.fly(flow.cross, 8)
    assert (rig.state.track.zone, rig.state.track.turn_in_zone) == (8, 1)


@pytest.mark.rule("F6.4.N1")
def test_there_is_no_flak_anywhere_else_not_even_low_over_land(b29):
    dice = {
        **ON_COURSE,
        "R4-6": ["no_effect"],
        "T5-1": ["resistance none"],
    }
    rig = b29(dice, zone=11, leg="back", altitude="low", out_of_formation=True, terrain="J")
    rig.state.plane.bombs_aboard = False
    rig.fly(flow.turn, fresh=True, last=True)
    assert not any(table.startswith("T6") for table in rig.dice.tables())


@pytest.mark.rule("F6.5.2")
def test_at_night_the_lights_are_rolled_for_again_in_the_turn_of_turning_round(b29):
    rig = over_target(
        b29,
        {"R4-6": ["no_effect"], "T5-1": ["resistance none"], "T5-14": ["not_found"]},
        turned=True,
        time="night",
        altitude="low",
        city="Tokyo",
    )
    rig.state.fuel.internal = rig.state.fuel.boxes_at_start = 20
    rig.state.plane.bombs_aboard = False
    rig.fly(flow.turn_round)
    assert rig.dice.tables() == ["R4-6", "T5-1", "T5-14"]
