"""Over the target (section 6): visibility, flak twice, the bomb run, the fires below, and the turn for home."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from b29rig import ON_COURSE

from combatbox.bomber.enums import FlightOver
from combatbox.games.superfort import flow


def over_target(b29, dice=(), answers=(), **setup):
    """A rig over Tokyo on the way out."""
    return b29(dice, answers, **{"zone": 12, "flak_add": 0, **setup})


@pytest.mark.rule("F6.2C.1", "F6.2D.1", "F6.2E.1")
def test_each_shell_of_a_flak_hit_strikes_a_section_and_its_damage_is_found(b29):
    dice = {"T6-2": ["flak medium"], "T6-3": ["hit", "miss", "miss"], "T6-4": ["shells 2"], "T6-5": ["section port_wing", "section tail"], "T7-5": ["no_effect"], "T7-8": ["no_effect"],
            "R7-1-PRESSURE": ["no_effect"]}  # fmt: skip
    rig = over_target(b29, dice)
    rig.fly(flow.flak)
    assert rig.dice.tables()[-5:] == ["T6-5", "T6-5", "T7-5", "T7-8", "R7-1-PRESSURE"] or rig.dice.rest() == {}
    assert rig.state.battle.hit_by_flak


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
