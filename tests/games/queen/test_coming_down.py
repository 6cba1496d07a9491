"""Landing, ditching, bailing out, flak, the bomb run and the debriefing: tests Q-T61 to Q-T77 of the inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import crew, record, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.games.queen import flow, hazards, landing


def landing_modifiers(r, table="G-9"):
    return dict(r.flight.modifiers(r.flight.tables[table]))


@pytest.mark.rule("Q-G10b", "Q-R54", "Q-BL4a-2", "Q-R66")
def test_qt61_two_veteran_pilots_help_no_more_than_one(rig):
    r = rig({}, zone=1)
    for role in ("pilot", "copilot"):
        r.state.men[role].missions = 15
    assert landing_modifiers(r) == {"pilot_veteran": 1}
    for role in ("pilot", "copilot"):
        r.state.men[role].light = 2
    assert landing_modifiers(r) == {}


@pytest.mark.rule("Q-BL1h", "Q-R47")
@pytest.mark.parametrize(
    ("option", "worse"), [("each", {"port_brake_out": -1, "starboard_brake_out": -1}), ("one", {"port_brake_out": -1})]
)
def test_brakes_of_both_wheels_count_each_or_once(rig, option, worse):
    r = rig({}, zone=1, rulings={"brakes": option})
    r.state.plane.parts |= {"port_brake_out": True, "starboard_brake_out": True}
    assert landing_modifiers(r) == worse


@pytest.mark.rule("Q-E26", "Q-R46", "Q7.1-2", "Q7.1-1", "Q-R51", "Q-E23", "Q-S13.3", "Q-R68")
@pytest.mark.parametrize(
    ("plane", "result"), [("plane_irreparable", "german_air_defence"), ("plane_repairable", "eighth_air_force")]
)
def test_qt62_a_landing_without_gear_may_cost_the_plane(rig, plane, result):
    r = rig({"O-1": ["weather good"], "G-9": ["plane_safe"], "G-9-GEAR": [plane]}, {"jump": "stay"}, zone=1)
    r.state.plane.parts["landing_gear_out"], r.state.plane.bombs_aboard = True, False
    r.state.outcome.bombs_dropped, r.state.outcome.aim_result, r.state.outcome.per_cent = True, "on_target", 30
    r.fly(landing.come_down)
    landing.debrief(r.flight)
    assert r.state.outcome.result == result


@pytest.mark.rule("Q-R46", "Q-BL1i", "Q-BL2.3")
def test_qt63_the_gear_counts_once(rig):
    r = rig({"BL-1": ["landing_gear_out"] * 2, "BL-2": ["landing_gear_out"]}, zone=1)
    shells.strike(r.flight, "port_wing")
    shells.strike(r.flight, "starboard_wing")
    r.flight.roll_on("BL-2")
    assert landing_modifiers(r) == {"landing_gear_out": -3}


@pytest.mark.rule("Q-R48", "Q-BL1b", "Q-BL2d")
def test_qt64_flaps_count_once_and_one_flap_not_at_all(rig):
    r = rig({}, zone=1)
    r.state.plane.parts["port_flap_out"] = True
    assert landing_modifiers(r) == {}
    r.state.plane.parts["starboard_flap_out"] = r.state.plane.parts["flap_controls_out"] = True
    assert landing_modifiers(r) == {"flaps_out": -1}


@pytest.mark.rule("Q-G10e", "Q-R52", "Q-G9")
@pytest.mark.parametrize(
    ("bombs", "alive", "plane"), [("plane_destroyed", 0, "destroyed"), ("no_effect", 10, "wrecked")]
)
def test_qt65_bombs_aboard_may_explode_in_a_bad_landing(rig, bombs, alive, plane):
    r = rig({"G-9": ["plane_irreparable"], "G-10-EXPLOSION": [bombs], "G-10-CAPTURE": ["returned"] * 10}, zone=4)
    landing.crash_land(r.flight, "F")
    assert sum(not man.dead for man in r.state.men.values()) == alive
    assert r.state.plane.fate == plane


@pytest.mark.rule("Q-G10a", "Q-R50", "Q-G10f", "Q-G9")
@pytest.mark.parametrize(("option", "plane"), [("crew", "irreparable"), ("plane_too", "safe")])
def test_qt66_a_natural_12_saves_the_crew(rig, option, plane):
    r = rig({"O-1": ["weather good"], "G-9": two(12)}, {"jump": "stay"}, zone=1, rulings={"Q-R50": option})
    men = r.state.men
    men["pilot"].serious = men["copilot"].serious = True
    r.state.pilot_at_controls = "engineer"
    for engine in r.state.engines[:3]:
        engine.out = True
    r.fly(landing.come_down)
    assert sum(landing_modifiers(r).values()) == -14
    assert (len(r.state.aboard), r.state.plane.fate) == (10, plane)


@pytest.mark.rule("Q-P3.4", "Q-R02", "Q-RE3", "Q-P4.4", "Q-G10g", "Q-G10", "Q-G10a", "Q16.4-1")
@pytest.mark.parametrize(("faces", "fate"), [([5, 6], "lost_at_sea"), ([6, 6], "returned")])
def test_qt67_no_rafts_and_no_radio(rig, faces, fate):
    r = rig({"G-10": faces}, zone=2, out_of_formation=True)
    r.state.plane.parts["rafts_out"] = r.state.plane.parts["radio_out"] = True
    r.state.plane.bombs_aboard = False
    assert landing_modifiers(r, "G-10") == {"rafts_out": -6, "radio_out_alone": -6}
    landing.ditch(r.flight)
    assert {man.fate for man in r.state.men.values()} == {fate}


@pytest.mark.rule("Q-E27", "Q-R43", "Q-G10g", "Q-P4b")
def test_qt68_the_radio_needs_its_own_operator(rig):
    r = rig({}, zone=2, out_of_formation=True)
    crew.change_places(r.state, r.state.men["radio_operator"], "bombardier")
    assert landing_modifiers(r, "G-10") == {"radio_out_alone": -6}
    r.state.track.out_of_formation = False
    assert landing_modifiers(r, "G-10") == {}


@pytest.mark.rule("Q-E37", "Q-R55", "Q-G7e", "Q-G7f", "Q-G8b", "Q-E34", "Q-E08", "Q-G7a", "Q-G6")
def test_qt69_a_wounded_man_in_the_water(rig):
    r = rig({"G-6": ["bails_out"] * 10, "G-8": [5, 6] + [6] * 8}, zone=2)
    for role in ("bombardier", "navigator"):
        r.state.men[role].light = 1
    r.fly(landing.bail_out, "G-6")
    assert [man.fate for man in r.state.men.values()] == ["lost_at_sea"] + ["returned"] * 9
    r = rig({"G-6": ["bails_out"] * 10}, zone=2, out_of_formation=True)
    r.state.plane.parts["radio_out"] = True
    r.fly(landing.bail_out, "G-6")
    assert {man.fate for man in r.state.men.values()} == {"lost_at_sea"}


@pytest.mark.rule("Q-G8b", "Q-E27", "Q-E34", "Q-R43")
@pytest.mark.parametrize("broken", ["nothing", "set", "operator", "away"])
def test_qg8b_whoever_jumps_over_the_sea_is_rolled_for_if_a_call_went_out(rig, broken):
    """The radio counts as it was when the crew began to leave: its operator has jumped before G-8 is rolled."""
    r = rig({"G-6": ["bails_out"] * 10, "G-8": ["rescued"] * 10}, zone=2, out_of_formation=True)
    if broken == "set":
        r.state.plane.parts["radio_out"] = True
    elif broken == "operator":
        r.state.men["radio_operator"].serious = True
    elif broken == "away":
        crew.change_places(r.state, r.state.men["radio_operator"], "bombardier")
    r.fly(landing.bail_out, "G-6")
    assert r.dice.tables().count("G-8") == (10 if broken == "nothing" else 0)
    fates = {man.fate for man in r.state.men.values()} - {"went_down"}
    assert fates == {"returned" if broken == "nothing" else "lost_at_sea"}


@pytest.mark.rule("Q16.4-2", "Q-G11c")
@pytest.mark.parametrize(("zone", "fate"), [(7, "captured"), (5, "returned")])
def test_qt70_who_is_taken_out_of_the_sea_by_whom(rig, zone, fate):
    r = rig({"G-10": ["crew_rescued"]}, city="Kiel", zone=zone)
    r.state.plane.bombs_aboard = False
    landing.ditch(r.flight)
    assert {man.fate for man in r.state.men.values()} == {fate}


@pytest.mark.rule("Q-P5c", "Q-R58", "Q-P5.9")
def test_qt71_the_trapped_gunner_dies_when_the_gear_is_out(rig):
    r = rig(
        {
            "P-5": ["turret_mechanism_out"],
            "O-1": ["weather good"],
            "G-9": ["plane_safe"],
            "G-9-GEAR": ["plane_repairable"],
        },
        {"jump": "stay"},
        zone=1,
    )
    shells.strike(r.flight, "waist")
    r.state.plane.parts["landing_gear_out"] = True
    r.fly(landing.come_down)
    assert r.state.men["ball_gunner"].fate == "killed"
    assert len(r.state.aboard) == 9


@pytest.mark.rule("Q-P2.11", "Q-P2.12", "Q-E21", "Q-R49")
def test_qt72_windows_and_cables_are_counted(rig):
    r = rig({"P-2": ["window_hit"] * 3, "P-3": ["control_cable_hit"], "P-6": ["control_cable_hit"]}, zone=5)
    seen = []
    for _ in range(3):
        shells.strike(r.flight, "pilot_compartment")
        seen.append((landing_modifiers(r).get("windows_out", 0), sorted(r.state.supply.heat_out)))
    assert seen == [(0, []), (-1, ["copilot", "pilot"]), (-1, ["copilot", "pilot"])]
    shells.strike(r.flight, "bomb_bay")
    assert "control_cables_out" not in landing_modifiers(r)
    shells.strike(r.flight, "tail")
    assert landing_modifiers(r)["control_cables_out"] == -1


@pytest.mark.rule("Q19.2a", "Q19.2d-1", "Q19.2d-2", "Q19.2d-3", "Q19.2d-4", "Q19.2d-5", "Q19.2d-6", "Q-R63", "Q-O4a")
def test_qt73_a_burst_in_the_waist(rig):
    r = rig(
        {"O-3": ["hit", "miss", "miss"], "O-4": ["burst_inside"], "O-5": ["section waist"], "BL-3": ["fire_out"]},
        zone=5,
    )
    r.player.answers["fight_fire"] = "radio_operator"
    r.fly(shells.flak, "medium", 3, "target")
    dead = [man.role for man in r.state.men.values() if man.dead]
    assert dead == ["ball_gunner", "port_waist_gunner", "starboard_waist_gunner"]
    assert (r.state.in_formation, r.state.track.two_turns, landing_modifiers(r)["burst_inside"]) == (False, True, -4)
    assert r.state.plane.parts["cable_hits"] == 1


@pytest.mark.rule("Q19.2d-6", "Q-E23", "Q-E26", "Q-R51", "Q7.1-2")
@pytest.mark.parametrize("gear_out", [False, True])
@pytest.mark.parametrize("total", [12, 6, 5])
def test_after_a_burst_inside_a_safe_landing_leaves_a_plane_beyond_repair(rig, gear_out, total):
    """12 and 6 net (8 and 2, or 5 and -1 without gear), 5 net 1: safe, repairable or crashed, she flies no more."""
    faces = {"O-1": ["weather good"], "G-9": two(total), "BL-4": ["light_wound"] * 10}
    r = rig(faces, {"jump": "stay"}, zone=1, bombs_dropped=True, aim_result="on_target", per_cent=30)
    r.state.plane.bombs_aboard = False
    r.state.plane.parts["burst_inside"], r.state.plane.parts["landing_gear_out"] = True, gear_out
    r.fly(landing.come_down)
    landing.debrief(r.flight)
    account = record.summary(r.state)
    assert account["plane"] == ("wrecked" if gear_out and total < 7 else "irreparable")
    assert account["result"] == "german_air_defence"
    assert list(record.tally(r.state))[:2] == ["german_air_defence", "plane lost: beyond repair"]


@pytest.mark.rule("Q19.2b", "Q-G7b", "Q-G7c", "Q-G7d", "Q16.1-2", "Q-R56")
def test_qt73_a_burst_in_the_tail_sends_the_others_out_on_g7(rig):
    r = rig(
        {
            "O-3": ["hit"],
            "O-4": ["burst_inside"],
            "O-5": ["section tail"],
            "G-7": ["bails_out", "goes_down", "bails_out", *["goes_down"] * 6],
            "G-7-CAPTURE": ["captured", "returned"],
        },
        zone=4,
    )
    with pytest.raises(FlightOver):
        r.fly(shells.flak, "medium", 1, "target")
    assert r.state.men["tail_gunner"].fate == "killed"
    r.fly(landing.come_down)
    assert [man.fate for man in r.state.men.values()][:3] == ["captured", "went_down", "returned"]
    r = rig({"G-11-DOWN": ["comes_down water"], "G-7": ["goes_down"] * 10}, city="Rotterdam", zone=4, bail_out="G-7")
    r.fly(landing.come_down)
    assert r.state.outcome.down_terrain == "W"


@pytest.mark.rule("Q-G8b", "Q-E34", "Q-P4.4")
@pytest.mark.parametrize(("radio_out", "default"), [(True, "ditch sea"), (False, "bail_out sea")])
def test_qg8b_doctrine_sends_nobody_into_the_sea_where_no_call_for_help_goes_out(rig, radio_out, default):
    """No rafts: the call for help alone makes jumping better than ditching. Without it whoever jumps drowns."""
    faces = {"G-10": ["crew_lost"]} if radio_out else {"G-6": ["bails_out"] * 10, "G-8": ["rescued"] * 10}
    r = rig(faces, city="Kiel", zone=4, out_of_formation=True)
    r.state.plane.parts["rafts_out"], r.state.plane.parts["radio_out"], r.state.plane.bombs_aboard = (
        True,
        radio_out,
        False,
    )
    r.fly(landing.come_down)
    assert [asked.default for asked in r.player.asked if asked.kind == "come_down"] == [default]


@pytest.mark.rule("Q19.2c", "Q-P3.3")
def test_q192c_bombs_that_go_off_leave_nothing_else_to_suffer(rig):
    r = rig({"O-3": ["hit"], "O-4": ["burst_inside"], "O-5": ["section bomb_bay"]}, zone=4)
    with pytest.raises(FlightOver):
        r.fly(shells.flak, "medium", 1, "target")
    assert (
        r.state.plane.parts["burst_inside"],
        r.state.plane.parts["rafts_out"],
        r.state.plane.parts["cable_hits"],
    ) == (False, False, 0)


@pytest.mark.rule("Q19.2c", "Q-P3.3")
def test_a_burst_in_the_bomb_bay_with_the_bombs_aboard_is_the_end(rig):
    r = rig({"O-3": ["hit"], "O-4": ["burst_inside"], "O-5": ["section bomb_bay"]}, zone=4)
    with pytest.raises(FlightOver):
        r.fly(shells.flak, "medium", 1, "target")
    r.fly(landing.come_down)
    assert (r.state.due.lost, r.state.outcome.landed, r.state.aboard) == ("bombs_explode", "destroyed", [])


@pytest.mark.rule("Q-O2", "Q-G3star", "Q-R73")
@pytest.mark.parametrize(("die", "weather", "flak"), [(6, "good", "heavy"), (1, "bad", "none")])
def test_qt74_the_amount_of_flak(rig, die, weather, flak):
    r = rig({"O-2": [die]}, city="Lorient", zone=4, increased_flak=True, weather=weather)
    r.flight.roll_on("O-2")
    assert r.state.battle.flak == flak


@pytest.mark.rule("Q-E13", "Q-R45", "Q-O6b", "Q-R44", "Q-P1.10b", "Q-O3", "Q5.2d-4", "Q-S7.4")
def test_qt75_flak_spoils_the_bomb_run_once(rig):
    faces = {
        "O-2": ["flak medium"],
        "O-3": ["hit"] * 3,
        "O-4": ["shells 1"] * 3,
        "O-5": ["section nose"] * 3,
        "P-1": ["bomb_controls_out", "no_effect", "no_effect"],
    }
    r = rig(
        {
            **faces,
        },
        zone=5,
    )
    r.fly(hazards.flak_over_target)
    assert dict(r.flight.modifiers(r.flight.tables["O-6"])) == {"hit_by_flak": -1, "bombs_by_hand": -3}


@pytest.mark.rule("Q-O6a", "Q-R66")
def test_qt76_the_bombardiers_own_missions_count(rig):
    r = rig({}, zone=5, mission=15)
    assert "bombardier_veteran" not in dict(r.flight.modifiers(r.flight.tables["O-6"]))
    r.state.men["bombardier"].missions = 11
    assert dict(r.flight.modifiers(r.flight.tables["O-6"])) == {"bombardier_veteran": 1}
    r.state.men["bombardier"].light = 2
    assert dict(r.flight.modifiers(r.flight.tables["O-6"])) == {"bombardier_two_light_wounds": -1}


@pytest.mark.rule("Q-O7", "Q-O6d", "Q17.0-2", "Q5.2d-5", "Q7.3-5")
@pytest.mark.parametrize(("die", "more", "per_cent"), [(6, [4, 5], 97), (1, [], 10)])
def test_qt77_twelve_on_the_accuracy_table(rig, die, more, per_cent):
    r = rig({"O-6": [die], "O-7": [6, 6, *more]}, zone=5)
    hazards.bomb_run(r.flight)
    assert (r.state.outcome.per_cent, r.state.outcome.bombs_dropped, r.state.plane.bombs_aboard) == (
        per_cent,
        True,
        False,
    )


@pytest.mark.rule("Q-O6c", "Q-R42", "Q5.2d-5", "Q-P1.2", "Q-BL2a", "Q-R44", "Q-P2.12")
@pytest.mark.parametrize(
    "change",
    [
        lambda s: setattr(s.men["bombardier"], "serious", True),
        lambda s: s.plane.parts.update(norden_sight_out=True),
        lambda s: s.plane.parts.update(cable_hits=2),
        lambda s: [s.plane.parts.update(autopilot_out=True), s.plane.parts.update(intercom_out=True)],
    ],
)
def test_off_target_without_a_roll(rig, change):
    r = rig({"O-7": ["per_cent 0"]}, zone=5)
    change(r.state)
    hazards.bomb_run(r.flight)
    assert (r.dice.tables(), r.state.outcome.aim_result, r.state.outcome.per_cent) == (["O-7"], "off_target", 0)


@pytest.mark.rule("Q16.1-1", "Q16.1-2", "Q16.3-1", "Q10.3-4", "Q10.4-1", "Q-G10c", "Q-G10j")
def test_over_land_and_water_the_crew_chooses(rig):
    r = rig(
        {"G-9": ["plane_repairable"], "G-10-EXPLOSION": ["no_effect"]},
        {"come_down": "land netherlands"},
        city="Rotterdam",
        zone=4,
    )
    for engine in r.state.engines:
        engine.out = True
    r.fly(landing.come_down)
    assert r.player.options("come_down") == ("ditch sea", "land netherlands", "bail_out sea", "bail_out netherlands")
    assert {man.fate for man in r.state.men.values()} == {"captured"}
    landing.debrief(r.flight)
    assert r.state.outcome.result == "german_air_defence"


@pytest.mark.rule("Q-G10d")
def test_a_seriously_wounded_man_down_in_france_is_captured(rig):
    r = rig({"G-9": ["plane_safe"], "G-10-CAPTURE": ["returned"] * 9}, zone=4)
    r.state.men["pilot"].serious = True
    landing.crash_land(r.flight, "F")
    assert [man.fate for man in r.state.men.values()].count("returned") == 9
    assert r.state.men["pilot"].fate == "captured"


@pytest.mark.rule("Q-G9", "Q-R30")
def test_a_crash_wounds_every_man(rig):
    r = rig(
        {"O-1": ["weather good"], "G-9": ["wound_crew 1"], "BL-4": ["serious_wound"] * 10}, {"jump": "stay"}, zone=1
    )
    r.state.plane.parts["landing_gear_out"] = r.state.plane.parts["burst_inside"] = False
    r.state.plane.bombs_aboard = False
    for engine in r.state.engines[:3]:
        engine.out = True
    r.state.plane.parts["tailwheel_out"] = True
    r.fly(landing.come_down)
    assert {man.serious for man in r.state.men.values()} == {True}
    assert r.state.plane.fate == "wrecked"


@pytest.mark.rule("Q-E24", "Q-R57")
def test_over_england_each_man_may_jump_first(rig):
    answers = {"jump": "jump", "jump_man": "jump", "jump_man pilot": "stay"}
    r = rig(
        {"O-1": ["weather good"], "G-6": ["bails_out"] * 8, "G-9": ["plane_safe"], "G-9-GEAR": ["plane_repairable"]},
        answers,
        zone=1,
    )
    r.state.plane.parts["landing_gear_out"] = r.state.men["navigator"].serious = True
    r.fly(landing.come_down)
    assert [man.role for man in r.state.aboard] == ["navigator", "pilot"]
    assert r.state.outcome.landed == "england"
    answers["jump_man pilot"] = "jump"
    r = rig({"O-1": ["weather good"], "G-6": ["bails_out"] * 9}, answers, zone=1)
    r.state.plane.parts["landing_gear_out"] = r.state.men["navigator"].serious = True
    r.fly(landing.come_down)
    assert (r.state.men["navigator"].fate, r.state.plane.fate) == ("went_down", "destroyed")


@pytest.mark.rule("Q-E24", "Q-R57")
@pytest.mark.parametrize("jumps", [(), ("pilot",), ("pilot", "copilot"), ("pilot", "copilot", "engineer")])
def test_whoever_jumps_somebody_stays_to_land_with_a_wounded_man(rig, jumps):
    dice = {"O-1": ["weather good"], "G-6": ["bails_out"] * 8, "G-9": two(12), "G-9-GEAR": ["plane_repairable"]}
    r = rig(dice, {"jump": "jump", **{f"jump_man {role}": "jump" for role in jumps}}, zone=1)
    r.state.plane.parts["landing_gear_out"] = r.state.men["navigator"].serious = True
    r.fly(landing.come_down)
    stayed, wounded = sorted(r.state.aboard, key=lambda man: man.serious)
    assert (stayed.fit, wounded.role, r.state.outcome.landed) == (True, "navigator", "england")


@pytest.mark.rule("Q-E24", "Q-R57", "Q-P5c")
def test_qe24_a_gunner_trapped_in_the_ball_turret_cannot_land_the_plane(rig):
    r = rig({"O-1": ["weather good"], "G-6": ["bails_out"] * 9}, {"jump": "jump", "jump_man": "jump"}, zone=1)
    r.state.plane.parts["landing_gear_out"] = r.state.men["ball_gunner"].trapped = True
    r.fly(landing.come_down)
    assert "G-9" not in r.dice.tables()
    assert (r.state.outcome.landed, r.state.plane.fate) == ("abandoned", "destroyed")
    assert r.state.men["ball_gunner"].fate == "went_down"


@pytest.mark.rule("Q-E24", "Q14.2c", "Q-R57")
def test_qe24_when_the_pilots_jump_the_engineer_lands_the_plane(rig):
    answers = {"jump": "jump", "jump_man": "stay", "jump_man pilot": "jump", "jump_man copilot": "jump"}
    r = rig(
        {"O-1": ["weather good"], "G-6": ["bails_out"] * 2, "G-9": ["plane_irreparable"], "G-9-GEAR": [1]},
        answers,
        zone=1,
    )
    r.state.plane.parts["landing_gear_out"] = True
    r.fly(landing.come_down)
    assert (r.state.pilot_at_controls, r.state.men["engineer"].station) == ("engineer", "pilot")
    assert landing_modifiers(r)["no_pilot"] == -11


@pytest.mark.rule("Q-G7d", "Q5.2g-3")
def test_a_man_who_jumped_over_england_is_home(rig):
    r = rig({}, zone=1)
    r.state.men["pilot"].fate = "bailed_out"
    assert landing.came_home(r.flight, r.state.men["pilot"])
    r.state.men["pilot"].fate = "captured"
    assert not landing.came_home(r.flight, r.state.men["pilot"])


@pytest.mark.rule("Q-R53", "Q-O1a", "Q-O1b")
def test_the_weather_of_the_place_counts_for_a_landing(rig):
    r = rig({}, zone=5, weather="bad")
    assert landing_modifiers(r)["weather_bad"] == -2
    flow.enter(r.flight, 4)
    assert "weather_bad" not in landing_modifiers(r)


@pytest.mark.rule("Q7.1-1", "Q7.1-2", "Q7.1-3")
@pytest.mark.parametrize(
    ("landed", "dropped", "aim", "result"),
    [
        ("england", True, "on_target", "eighth_air_force"),
        ("england", True, "off_target", "draw"),
        ("england", False, "", "draw"),
        ("continent", True, "on_target", "german_air_defence"),
    ],
)
def test_whose_victory_it_is(rig, landed, dropped, aim, result):
    r = rig({}, zone=1, landed=landed, bombs_dropped=dropped, aim_result=aim, per_cent=20 if dropped else -1)
    landing.debrief(r.flight)
    assert r.state.outcome.result == result
