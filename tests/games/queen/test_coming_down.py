"""Landing, ditching, bailing out, flak, the bomb run and the debriefing: tests Q-T61 to Q-T77 of the inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import record
from combatbox.games.queen import landing


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
