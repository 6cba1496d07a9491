"""Landing, ditching, bailing out, flak, the bomb run and the debriefing: tests Q-T61 to Q-T77 of the inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import crew, record, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.games.queen import landing


def landing_modifiers(r, table="G-9"):
    return dict(r.flight.modifiers(r.flight.tables[table]))


@pytest.mark.rule("Q-BL1h", "Q-R47")
@pytest.mark.parametrize(
    ("option", "worse"), [("each", {"port_brake_out": -1, "starboard_brake_out": -1}), ("one", {"port_brake_out": -1})]
)
def test_brakes_of_both_wheels_count_each_or_once(rig, option, worse):
    r = rig({}, zone=1, rulings={"brakes": option})
    r.state.plane.parts |= {"port_brake_out": True, "starboard_brake_out": True}
    assert landing_modifiers(r) == worse


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
