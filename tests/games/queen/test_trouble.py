"""Engines, cold, oxygen, fires, low altitude and fuel: tests Q-T40 to Q-T60 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import shells
from combatbox.games.queen import flow, hazards

NO_WAVES = {"B-1": ["waves 0"] * 30, "B-2": ["waves 1"] * 9, "B-3": ["no_attackers"] * 9, "G-5": ["cover poor"] * 9}


def out(r, *numbers):
    for number in numbers:
        r.state.engines[number - 1].out = True


@pytest.mark.rule("Q10.1-1", "Q10.1-3", "Q10.1-4", "Q-R18", "Q-R19", "Q2.2-2", "Q-E17")
def test_qt40_a_bomber_that_keeps_its_bombs_is_slow_until_they_are_gone(rig):
    r = rig(dict(NO_WAVES), {"heavy": "keep", "jettison": "keep", "abort": "go_on"}, zone=3)
    out(r, 2)
    r.fly(hazards.after_fighting)
    assert r.state.track.out_of_formation
    turns = r.state.track.turn

    def alone(number):
        """Out of formation no attackers is rolled again: leave the waves out of this test."""
        r.dice.faces["B-1"] = ["waves 0"] * number

    alone(2)
    r.fly(flow.cross_zone, 4)
    assert r.state.track.turn == turns + 2
    r.state.plane.bombs_aboard = False
    alone(1)
    assert not hazards.is_slow(r.flight)
    r.state.track.leg = "back"
    r.fly(flow.cross_zone, 3)
    assert r.state.track.turn == turns + 3
    assert r.state.track.out_of_formation


@pytest.mark.rule("Q-R59", "Q-BL1g", "Q-E19")
@pytest.mark.parametrize(("option", "turn", "zone"), [("turns", 7, 0), ("zones", 8, 6)])
def test_qt58_a_second_tank_shortens_and_nothing_lengthens(rig, option, turn, zone):
    r = rig({"BL-1": two(10) * 2, "BL-1/10": [5, 2], "BL-1/10/4-6": [3, 6], "BL-1/10/1-3": ["no_effect"]}, zone=5,
            rulings={"Q-R59": option})  # fmt: skip
    r.dice.faces["BL-1/10/4-6/3-4"] = [1]
    r.state.supply.leaking_tanks, r.state.supply.fuel_turn, r.state.hand.side = (
        ["starboard_inboard"],
        r.state.track.turn + 3,
        "port",
    )
    shells.strike(r.flight, "port_wing")
    assert (r.state.supply.fuel_turn, r.state.supply.fuel_zone) == (turn, zone)
    shells.strike(r.flight, "port_wing")
    assert (r.state.supply.fuel_turn, r.state.supply.fuel_zone) == (turn, zone)


@pytest.mark.rule("Q13.2c", "Q6.6-1")
def test_out_of_formation_the_bombs_may_go_before_every_attack_and_between_waves(rig):
    faces = {"B-3": ["fighter me109 6_high"] * 2, "M-3": ["miss"] * 12, "B-6": ["position 12_high"] * 8}
    r = rig(faces, {"aim": "hold", "jettison": ["keep"] * 3 + ["jettison"]}, zone=5, out_of_formation=True)
    for number in (0, 1):
        flow.roll_wave(r.flight, number)
    for r.state.battle.wave_now in (0, 1):
        r.fly(flow.fight_wave)
    assert r.player.kinds().count("jettison") == 4  # three attacks of the first wave, then before the second
    assert not r.state.plane.bombs_aboard
    assert r.player.kinds().index("jettison") < r.player.kinds().index("aim")
