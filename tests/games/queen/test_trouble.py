"""Engines, cold, oxygen, fires, low altitude and fuel: tests Q-T40 to Q-T60 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import aircraft, crew, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.bomber.effects import damage as parts_damage
from combatbox.games.queen import doctrine, flow, hazards, landing, waves

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


@pytest.mark.rule("Q-R20", "Q10.1-1", "Q13.2c", "Q-P3.5")
def test_qt42_with_the_doors_stuck_nothing_is_jettisoned(rig):
    r = rig({}, {}, zone=3)
    r.state.plane.parts["bomb_doors_out"] = True
    out(r, 1)
    r.fly(hazards.after_fighting)
    assert (r.state.track.out_of_formation, r.state.plane.bombs_aboard) == (True, True)
    r.fly(hazards.jettison)
    assert r.player.asked == []
    r.state.track.leg = "back"
    assert hazards.is_slow(r.flight)


@pytest.mark.rule("Q-R20")
def test_under_the_other_ruling_bombs_go_through_stuck_doors(rig):
    r = rig({}, {"heavy": "jettison"}, zone=3, rulings={"Q-R20": "salvo"})
    r.state.plane.parts["bomb_doors_out"] = True
    out(r, 1)
    r.fly(hazards.after_fighting)
    assert (r.state.track.out_of_formation, r.state.plane.bombs_aboard) == (False, False)


@pytest.mark.rule("Q-R21", "Q10.2-1", "Q8.0h-2", "Q7.1-3")
def test_qt43_two_engines_out_over_the_target_end_the_bomb_run(rig):
    r = rig(
        {"B-2": ["waves 1"], "B-3": ["fighter me109 6_high"], "O-2": ["flak none"], "M-3": ["miss"] * 3},
        {"aim": "hold"},
        zone=5,
    )
    out(r, 1, 2)
    r.fly(flow.fly_turn)
    assert "O-6" not in r.dice.tables()
    assert (r.state.track.aborting, r.state.track.leg, r.state.outcome.counts) == (True, "back", True)
    assert (r.state.plane.bombs_aboard, r.state.outcome.bombs_dropped) == (False, False)
    assert "abort" not in r.player.kinds()


@pytest.mark.rule("Q10.2-2", "Q10.2-3")
def test_qt44_two_engines_out_help_the_fighters(rig):
    r = rig({"M-3": [4]}, zone=5).wave(("me109", "12_high"))
    out(r, 1, 4)
    assert shells.german_fire(r.flight, []) == [0]
    assert aircraft.evasion_is_forbidden(r.flight)


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


@pytest.mark.rule("Q10.4-1", "Q10.4-2", "Q-R23")
def test_qt46_without_an_engine_the_flight_ends_at_once(rig):
    r = rig({}, city="Rotterdam", zone=4)
    out(r, 1, 2, 3, 4)
    with pytest.raises(FlightOver):
        r.fly(shells.after_shell)
    mods = dict(r.flight.modifiers(r.flight.tables["G-9"]))
    assert (mods["no_engines"], mods["outside_england"]) == (-7, -3)
    assert "one_engine" not in mods
    assert dict(r.flight.modifiers(r.flight.tables["G-10"]))["no_engines"] == -4


@pytest.mark.rule("Q-E12", "Q10.3-3", "Q-G10h")
def test_qt47_one_or_two_engines_out_do_not_change_the_landing(rig):
    r = rig({}, zone=1)
    for number in (1, 2):
        out(r, number)
        assert r.flight.modifiers(r.flight.tables["G-9"]) == []
    out(r, 3)
    assert r.flight.modifiers(r.flight.tables["G-9"]) == [("one_engine", -3)]


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


@pytest.mark.rule("Q11.0-3", "Q-R26")
@pytest.mark.parametrize(("option", "asked"), [("per_zone", 0), ("per_turn", 1)])
def test_after_turning_the_same_zone_is_not_rolled_for_again(rig, option, asked):
    r = rig({"BL-5": ["no_effect"]}, {"heat": "stay"}, zone=5, leg="back", rulings={"Q-R26": option})
    r.state.supply.heat_out = {"ball_gunner": 0}
    r.fly(hazards.cold)
    assert len(r.player.asked) == asked


@pytest.mark.rule("Q12.1-4", "Q-R25", "Q-B7a")
def test_a_bomber_down_for_its_engines_does_not_climb_when_one_starts_again(rig):
    r = rig({}, {}, zone=3, leg="back")
    out(r, 1, 2)
    r.fly(hazards.after_fighting)
    r.state.engines[0].out = False
    r.fly(hazards.climb_back)
    assert (r.state.track.altitude, r.player.asked) == ("low", [])


@pytest.mark.rule("Q11.0-2", "Q-R17", "Q-R24")
def test_going_down_for_warmth_leaves_the_formation(rig):
    r = rig({}, {"heat": "descend"}, zone=5)
    r.state.supply.heat_out = {"ball_gunner": 0}
    r.fly(hazards.cold)
    assert (r.state.track.altitude, r.state.track.out_of_formation, r.state.track.low_why) == ("low", True, "heat")
    r.fly(hazards.climb_back)
    assert r.player.kinds() == ["heat"]


@pytest.mark.rule("Q11.0-5", "Q11.0-6", "Q-E05", "Q-R01", "Q-R67", "Q17.0-1", "Q5.2g-3", "Q-BL4b-2", "Q-BL5b")
def test_qt49_frostbite_and_wounds_at_home(rig):
    r = rig({"BL-5-RECOVERY": [3], "BL-4-SURVIVAL": [5]}, zone=1, landed="england")
    r.state.men["tail_gunner"].frostbitten = True
    wounded = r.state.men["navigator"]
    wounded.serious = wounded.frostbitten = True
    landing.debrief(r.flight)
    assert r.state.men["tail_gunner"].fate == "invalided"
    assert wounded.fate == "died_of_wounds"


@pytest.mark.rule("Q-R01", "Q11.0-5")
def test_under_the_other_ruling_a_3_recovers_from_frostbite(rig):
    r = rig({"BL-5-RECOVERY-SECTION": [3]}, zone=1, landed="england", rulings={"Q-R01": "section"})
    r.state.men["tail_gunner"].frostbitten = True
    landing.debrief(r.flight)
    assert r.state.men["tail_gunner"].fate == "recovers"


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


@pytest.mark.rule("Q-P1.10a", "Q-R28")
@pytest.mark.parametrize("leads", [True, False])
def test_an_odd_zone_entered_out_of_formation_for_want_of_oxygen_takes_two_turns(rig, leads):
    r = rig({"O-3": ["miss"] * 6, "B-1": ["waves 0"] * 2}, {}, zone=3, leg="back")
    r.state.supply.oxygen_hits["bombardier"] = 2
    r.state.plane.parts["navigator_equipment_out"] = not leads
    r.fly(flow.stay)
    assert r.state.track.out_of_formation
    assert r.state.track.turns_here == r.state.track.turn_in_zone == (1 if leads else 2)


@pytest.mark.rule("Q12.1-3", "Q-R27", "Q14.0-3")
def test_qt51_a_man_without_oxygen_takes_the_place_of_one_who_is_dead(rig):
    from combatbox.bomber.effects.crew import kill

    r = rig({}, {"oxygen": "bombardier"}, zone=3)
    r.state.supply.oxygen_hits = {"navigator": 2, "bombardier": 1}
    kill(r.state, r.state.men["bombardier"], "killed")
    r.fly(hazards.share_oxygen)
    assert r.player.options("oxygen") == ("bombardier", "stay")
    hazards.descend_for_oxygen(r.flight)
    assert r.state.in_formation


@pytest.mark.rule("Q12.1-4", "Q12.1-5", "Q-R25")
def test_the_bomber_climbs_back_once_there_is_oxygen_for_all(rig):
    from combatbox.bomber.effects.crew import kill

    r = rig({}, {"climb": "climb"}, zone=3, altitude="low", low_why="oxygen", out_of_formation=True)
    r.state.supply.oxygen_hits = {"navigator": 2}
    r.fly(hazards.climb_back)
    assert r.state.track.altitude == "low"
    kill(r.state, r.state.men["navigator"], "killed")
    r.fly(hazards.climb_back)
    assert (r.state.track.altitude, r.state.in_formation) == ("high", False)


@pytest.mark.rule("Q12.2-2", "Q12.2-4", "Q12.2-5", "Q-R04", "Q-E01", "Q-E02", "Q-RE1", "Q-R03")
def test_qt52_the_extinguishers_run_out(rig):
    r = rig({"BL-3": ["fire_continues", "fire_continues", "fire_out", "fire_continues", "fire_continues"]}, {}, zone=5)
    assert r.state.plane.extinguishers == 5
    r.state.due.fires = ["waist"]
    r.fly(crew.fight_fires)
    assert (r.state.plane.extinguishers, r.state.due.bail_out) == (2, "")
    r.state.due.fires = ["nose"]
    r.fly(crew.fight_fires)
    assert (r.state.plane.extinguishers, r.state.due.bail_out) == (0, "G-6")


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


@pytest.mark.rule("Q12.2-3", "Q-R05")
@pytest.mark.parametrize(
    ("fire", "down", "able"),
    [
        ("radio_room", ["radio_operator"], ["copilot", "engineer", "ball_gunner", "port_waist_gunner", "starboard_waist_gunner"]),
        ("tail", ["tail_gunner"], ["ball_gunner", "port_waist_gunner", "starboard_waist_gunner"]),
        ("nose", ["bombardier", "navigator", "engineer", "copilot"], ["radio_operator"]),
        ("waist", ["ball_gunner", "port_waist_gunner", "starboard_waist_gunner", "radio_operator"], ["copilot", "engineer", "tail_gunner"]),
    ],
)  # fmt: skip
def test_qr05_the_next_manned_compartment_on_either_side_fights_the_fire(rig, fire, down, able):
    from combatbox.bomber.effects.crew import kill

    r = rig({}, zone=5)
    for role in down:
        kill(r.state, r.state.men[role], "killed")
    assert sorted(man.role for man in crew.fire_fighters(r.flight, fire)) == sorted(able)


@pytest.mark.rule("Q13.1d-1", "Q13.1d-2", "Q-G11b", "Q-R24", "Q-R71", "Q-MC3")
@pytest.mark.parametrize(("city", "zone", "rolls"), [("Hamm", 6, 2), ("Bremen", 6, 0), ("Rotterdam", 4, 2)])
def test_qt54_light_flak_over_land_once_a_zone(rig, city, zone, rolls):
    r = rig({"O-3": ["miss"] * 4}, city=city, zone=zone, altitude="low", out_of_formation=True)
    for _ in range(2):
        r.fly(hazards.light_flak)
    assert r.dice.tables() == ["O-3"] * rolls


@pytest.mark.rule("Q-BL1c", "Q-R24")
def test_qt55_an_unfeathered_propeller_slows_but_keeps_the_height(rig):
    r = rig({"BL-1-FEATHERING": ["propeller_unfeathered this"]}, city="Paris", zone=4)
    r.state.hand.engine = 1
    r.flight.roll_on("BL-1-FEATHERING")
    r.fly(hazards.after_fighting)
    assert (r.state.in_formation, r.state.track.altitude, hazards.is_slow(r.flight)) == (False, "high", True)
    r.fly(hazards.light_flak)
    assert r.dice.tables() == ["BL-1-FEATHERING"]


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


@pytest.mark.rule("Q-BL1g", "Q-E18", "Q-R59", "Q-BL1g-2")
@pytest.mark.parametrize(("slow", "zone"), [(False, 1), (True, 2)])
def test_qt57_fuel_lasts_so_many_turns(rig, slow, zone):
    r = rig({"B-1": ["waves 0"] * 6, "G-5": ["cover poor"] * 6}, {}, city="Paris", zone=4, leg="back", two_turns=slow)
    from combatbox.bomber.effects.engines import limit_fuel

    limit_fuel(r.state, 4, "turns")
    if slow:
        with pytest.raises(FlightOver):
            r.fly(flow.fly_home)
    else:
        r.fly(flow.fly_home)
    assert r.state.track.zone == zone
    assert r.state.track.turn == 4 + (4 if slow else 3)


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


@pytest.mark.rule("Q-BL1e-1", "Q-E20", "Q-R60", "Q-BL1.9")
def test_qt59_an_engine_fire_takes_both_charges(rig):
    faces = {
        "BL-1": ["roll_on BL-1-ENGINE"] * 2,
        "BL-1-ENGINE": ["engine 1"] * 2,
        "BL-1-DAMAGE": ["engine_fire this"] * 2,
        "BL-1-FIRE": ["fire_continues", "fire_out"],
    }
    r = rig(faces, zone=5)
    shells.strike(r.flight, "port_wing")
    engine = r.state.engines[0]
    assert (engine.out, engine.feathered, engine.burning, engine.charges) == (True, True, False, 0)
    assert "BL-1-FEATHERING" not in r.dice.tables()
    shells.strike(r.flight, "port_wing")
    assert r.state.due.bail_out == "G-6"


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


@pytest.mark.rule("Q-BL4a-1", "Q-BL4a-2", "Q-BL4a-3", "Q-BL4a-4", "Q-BL4b-1", "Q-R29", "Q-R30")
def test_qt60_wounds_add_up(rig):
    r = rig({"BL-4": ["light_wound", "serious_wound", *["light_wound"] * 3]}, zone=5)
    for _ in range(2):
        r.state.hand.man = "navigator"
        r.flight.roll_on("BL-4", "navigator")
    assert r.state.men["navigator"].dead
    for _ in range(3):
        r.state.hand.man = "tail_gunner"
        r.flight.roll_on("BL-4", "tail_gunner")
    assert r.state.men["tail_gunner"].serious
    assert not r.state.men["tail_gunner"].dead
    r.dice.faces["P-1"] = ["wound navigator"]
    shells.strike(r.flight, "nose")
    assert r.dice.tables()[-1] == "P-1"


@pytest.mark.rule(
    "Q8.0-1", "Q8.0-2", "Q8.0-3", "Q8.0a", "Q8.0b", "Q8.0c", "Q8.0f", "Q8.0g", "Q8.0h-1", "Q13.2b", "Q-E16", "Q-R41"
)
@pytest.mark.parametrize(
    ("change", "counts"),
    [
        (lambda s: None, False),
        (lambda s: s.plane.parts.update(bomb_doors_out=True), True),
        (lambda s: s.plane.parts.update(intercom_out=True), True),
        (lambda s: s.plane.parts.update(norden_sight_out=True), True),
        (lambda s: s.supply.heat_out.update(tail_gunner=1), True),
        (lambda s: setattr(s.men["bombardier"], "serious", True), True),
        (parts_damage.leave_formation, True),
        (lambda s: s.supply.oxygen_hits.update(tail_gunner=2), True),
        (lambda s: setattr(s.engines[0], "out", True), True),
        (lambda s: setattr(s.supply, "fuel_turn", s.track.turn + 2), True),
    ],
)
def test_an_abort_counts_for_these_causes(rig, change, counts):
    r = rig({}, {"abort": "abort"}, zone=3)
    change(r.state)
    r.fly(hazards.abort_or_go_on)
    assert (r.state.track.aborting, r.state.track.leg, r.state.outcome.counts) == (True, "back", counts)


@pytest.mark.rule("Q8.0e", "Q8.0d")
def test_without_a_pilot_a_bomber_alone_must_abort(rig):
    r = rig({}, {"abort": "go_on"}, zone=3, out_of_formation=True)
    r.state.men["pilot"].serious = r.state.men["copilot"].serious = True
    r.fly(hazards.abort_or_go_on)
    assert r.state.track.aborting
    assert r.player.asked == []


@pytest.mark.rule("Q-R41")
@pytest.mark.parametrize(
    ("option", "counts", "formation"),
    [
        ("any_fire", True, True),
        ("fighters_only", False, True),
        ("leaves_formation", True, False),
        ("both", False, False),
    ],
)
def test_what_flak_did_counts_or_not_by_the_ruling(rig, option, counts, formation):
    faces = {"O-3": ["hit", "miss"], "O-4": ["shells 1"], "O-5": ["section nose"], "P-1": ["norden_sight_out"]}
    r = rig(faces, {"abort": "abort"}, zone=3, rulings={"Q-R41": option})
    r.fly(hazards.under_flak, "light", 2, "low")
    assert r.state.plane.parts["norden_sight_out"]
    r.fly(hazards.abort_or_go_on)
    assert (r.state.outcome.counts, r.state.in_formation) == (counts, formation)


@pytest.mark.rule("Q13.2c")
def test_out_of_formation_bombs_may_be_jettisoned(rig):
    r = rig({}, {"jettison": "jettison"}, zone=3, out_of_formation=True)
    r.fly(hazards.jettison)
    assert not r.state.plane.bombs_aboard
    hazards.bomb_run(r.flight)
    assert (r.dice.tables(), r.state.outcome.aim_result) == ([], "")


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


@pytest.mark.rule("Q13.2c", "Q13.1d-1")
@pytest.mark.parametrize(("place", "rolls"), [("low", 2), ("target", 3)])
def test_out_of_formation_the_bombs_may_go_before_flak(rig, place, rolls):
    r = rig({"O-3": ["miss"] * rolls}, {"jettison": "jettison"}, zone=5, out_of_formation=True)
    r.fly(hazards.under_flak, "light", rolls, place)
    assert r.player.kinds()[0] == "jettison"
    assert not r.state.plane.bombs_aboard


@pytest.mark.rule("Q13.2c", "Q10.1-3", "Q-BL1e-2")
def test_the_bombs_may_go_when_an_engine_stopped_for_oil_would_make_a_bomber_with_bombs_slow(rig):
    r = rig({}, {"jettison": "jettison"}, zone=3, out_of_formation=True)
    r.state.engines[0].stop_by = r.state.track.zones_entered
    r.fly(flow.leave_zone)
    assert r.player.kinds() == ["jettison"]
    assert not hazards.is_slow(r.flight)


@pytest.mark.rule("Q13.2c", "Q-G10e")
@pytest.mark.parametrize("answer", ["jettison", "keep"])
def test_the_bombs_may_go_before_the_plane_comes_down(rig, answer):
    faces = {"G-10": ["crew_lost"], "G-10-EXPLOSION": ["no_effect"]}
    r = rig(faces, {"jettison": answer, "come_down": "ditch sea"}, zone=2, leg="back")
    r.state.men["pilot"].serious = r.state.men["copilot"].serious = True
    r.fly(landing.forced_down)
    assert r.player.kinds()[0] == "jettison"
    assert ("G-10-EXPLOSION" in r.dice.tables()) is (answer == "keep")


@pytest.mark.rule("Q13.2c", "Q-G10e", "Q-R80")
@pytest.mark.parametrize("bad", [True, False])
def test_the_bombs_may_go_before_a_landing_at_the_base_that_may_set_them_off(rig, bad):
    r = rig({"O-1": ["weather good"], "G-9": ["plane_safe"]}, {"jump": "stay"}, zone=1, leg="back")
    r.state.plane.parts["tailwheel_out"] = bad
    r.fly(landing.land_in_england)
    assert r.player.kinds() == (["jettison", "jump"] if bad else [])
    assert r.state.plane.bombs_aboard is not bad


@pytest.mark.rule("Q13.2c", "Q-R80")
def test_in_formation_the_bombs_stay_aboard(rig):
    r = rig({"O-3": ["miss"] * 2}, {}, zone=5)
    r.fly(hazards.under_flak, "light", 2, "low")
    assert "jettison" not in r.player.kinds()


def test_doctrine_throws_everything_out_only_where_that_reaches_england(rig):
    assert [doctrine.throw_out(rig({}, zone=zone, leg="back").flight) for zone in (2, 3, 4)] == [
        "keep",
        "throw_out",
        "keep",
    ]
