"""Engines, cold, oxygen, fires, low altitude and fuel: tests Q-T40 to Q-T60 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import crew, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.games.queen import doctrine, flow, hazards, waves

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


@pytest.mark.rule("Q10.1-2", "Q5.1d-2", "Q-R19")
def test_qt41_an_engine_lost_over_the_target_does_not_keep_from_bombing(rig):
    r = rig({"O-6": ["on_target"], "O-7": ["per_cent 20"], "B-2": [3]}, {}, zone=5, squadron="middle")
    out(r, 2)
    r.fly(hazards.after_fighting)
    assert r.state.in_formation
    hazards.bomb_run(r.flight)
    assert r.state.outcome.bombs_dropped
    r.state.track.leg = "back"
    r.fly(hazards.after_fighting)
    assert r.state.in_formation
    assert ("squadron_middle", -1) in r.flight.modifiers(r.flight.tables["B-2"])
    assert r.player.asked == []


@pytest.mark.rule("Q10.3-1", "Q10.3-2", "Q-R22", "Q-E31", "Q10.2-1")
@pytest.mark.parametrize(("choice", "down_in"), [("keep", 4), ("throw_out", 3)])
def test_qt45_the_last_engine_carries_one_zone_or_two(rig, choice, down_in):
    faces = {"B-1": ["waves 0"] * 4, "G-5": ["cover poor"] * 2, "O-3": ["miss"] * 8}
    r = rig(faces, {"throw_out": choice}, city="Hamm", zone=5, leg="back")
    out(r, 1, 2, 3)
    r.state.due.engines_seen = 2
    r.state.track.out_of_formation, r.state.track.altitude = True, "low"
    r.fly(hazards.after_fighting)
    r.fly(hazards.end_turn)
    with pytest.raises(FlightOver):
        r.fly(flow.fly_home)
    assert r.state.track.zone == down_in
    assert r.state.track.turn_in_zone == 2
    assert all(gun.thrown_out for gun in r.state.guns.values()) is (choice == "throw_out")
    assert (r.state.plane.extinguishers == 0) is (choice == "throw_out")


@pytest.mark.rule("Q11.0-1", "Q11.0-2", "Q11.0-3", "Q11.0-7", "Q-R26")
def test_qt48_the_zone_after_the_heat_is_lost_is_free(rig):
    r = rig({"BL-5": ["frostbite"]}, {"heat": "stay"}, zone=3)
    r.state.supply.heat_out = {"ball_gunner": r.state.track.zones_entered}
    for zone, asked in ((4, 0), (5, 1), (5, 1)):
        if zone != r.state.track.zone:
            flow.enter(r.flight, zone)
        r.fly(hazards.cold)
        assert len(r.player.asked) == asked
    assert r.state.men["ball_gunner"].frostbitten


@pytest.mark.rule("Q12.1-1", "Q12.1-2", "Q-E28", "Q-R28", "Q-R17", "Q-BL2c")
def test_qt50_the_bomber_goes_down_for_oxygen_with_the_next_turn(rig):
    r = rig(
        {
            "P-1": ["oxygen_hit navigator"],
        },
        {},
        zone=3,
    ).wave(("me109", "12_high"))
    r.state.supply.oxygen_hits["navigator"] = 1
    shells.strike(r.flight, "nose")
    assert hazards.without_oxygen(r.flight) == [r.state.men["navigator"]]
    r.state.battle.under_attack = False
    r.fly(hazards.after_fighting)
    assert (r.state.in_formation, r.state.track.altitude) == (True, "high")
    hazards.descend_for_oxygen(r.flight)
    assert (r.state.in_formation, r.state.track.altitude) == (False, "low")


@pytest.mark.rule("Q12.2-3", "Q14.2d-2", "Q-R05")
def test_qt53_the_copilot_stays_when_the_pilot_is_down(rig):
    r = rig({}, zone=5)
    able = [man.role for man in crew.fire_fighters(r.flight, "pilot_compartment")]
    assert able == ["copilot", "engineer"]
    from combatbox.bomber.effects.crew import kill

    kill(r.state, r.state.men["engineer"], "killed")
    r.state.men["pilot"].serious, r.state.pilot_at_controls = True, "copilot"
    able = [man.role for man in crew.fire_fighters(r.flight, "pilot_compartment")]
    assert able == ["bombardier", "navigator", "radio_operator"]  # the bomb bay between is passed over
    for role in able[:2]:
        r.state.men[role].serious = True
    assert [man.role for man in crew.fire_fighters(r.flight, "pilot_compartment")] == ["radio_operator"]


@pytest.mark.rule("Q8.0d", "Q-E09", "Q-P1.10a", "Q-R42", "Q-R18")
def test_qt56_without_a_navigator_a_bomber_alone_aborts_and_is_slow_in_odd_zones(rig):
    r = rig({}, {}, city="Hamm", zone=6, out_of_formation=True)
    r.state.orders.target_zone = 7
    r.state.men["navigator"].serious = True
    r.fly(hazards.abort_or_go_on)
    assert (r.state.track.aborting, r.state.outcome.counts, r.player.asked) == (True, True, [])
    slow = []
    for zone in (5, 4, 3, 2):
        r.state.track.zone = zone
        slow.append(hazards.is_slow(r.flight))
    assert slow == [True, False, True, False]


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


@pytest.mark.rule("Q-BL1e-2", "Q-R60")
def test_an_engine_that_leaked_its_oil_is_stopped_and_feathered_when_the_zone_is_left(rig):
    r = rig({}, {"heavy": "jettison"}, zone=3)
    engine = r.state.engines[0]
    engine.stop_by = r.state.track.zones_entered + 1
    r.fly(flow.leave_zone)
    assert not engine.out
    flow.enter(r.flight, 4)
    r.fly(flow.leave_zone)
    assert (engine.out, engine.feathered, r.state.plane.bombs_aboard) == (True, True, False)


@pytest.mark.rule("Q13.2c", "Q6.6-1")
def test_out_of_formation_the_bombs_may_go_before_every_attack_and_between_waves(rig):
    faces = {"B-3": ["fighter me109 6_high"] * 2, "M-3": ["miss"] * 12, "B-6": ["position 12_high"] * 8}
    r = rig(faces, {"aim": "hold", "jettison": ["keep"] * 3 + ["jettison"]}, zone=5, out_of_formation=True)
    for number in (0, 1):
        waves.roll_wave(r.flight, number)
    for r.state.battle.wave_now in (0, 1):
        r.fly(waves.fight_wave)
    assert r.player.kinds().count("jettison") == 4  # three attacks of the first wave, then before the second
    assert not r.state.plane.bombs_aboard
    assert r.player.kinds().index("jettison") < r.player.kinds().index("aim")


@pytest.mark.rule("Q13.2c", "Q10.1-3", "Q-BL1e-2")
def test_the_bombs_may_go_when_an_engine_stopped_for_oil_would_make_a_bomber_with_bombs_slow(rig):
    r = rig({}, {"jettison": "jettison"}, zone=3, out_of_formation=True)
    r.state.engines[0].stop_by = r.state.track.zones_entered
    r.fly(flow.leave_zone)
    assert r.player.kinds() == ["jettison"]
    assert not hazards.is_slow(r.flight)


def test_doctrine_throws_everything_out_only_where_that_reaches_england(rig):
    assert [doctrine.throw_out(rig({}, zone=zone, leg="back").flight) for zone in (2, 3, 4)] == [
        "keep",
        "throw_out",
        "keep",
    ]
