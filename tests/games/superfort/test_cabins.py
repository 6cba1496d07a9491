"""Pressure (4.2), cold (7.3), oxygen (7.4) and crew moves through the graph of compartments (7.6)."""

from __future__ import annotations

import pytest

from combatbox.bomber.crew_positions import ways_from
from combatbox.games.superfort import compartments, crew_moves, damage, pressure

# ---- 7.3 cold


@pytest.mark.rule("F7.3.1")
def test_f731_tossed_up_the_turn_itself_is_the_one_before_the_free_one(b29):
    r = b29({"T6-9": ["tossed_up"], "R4-2-OXYGEN": ["no_effect"]}, altitude="low", compromised={"waist": 0})
    r.flight.roll_on("T6-9")
    assert r.state.pressure.compromised == {"waist": r.state.track.turn}


@pytest.mark.rule("F7.3.5")
@pytest.mark.parametrize(("altitude", "add", "bitten"), [("high", 0, True), ("medium", 1, False), ("medium", 1, True)])
def test_t714_medium_altitude_is_milder(b29, altitude, add, bitten):
    r = b29({"T7-14": ["frostbite" if bitten else "no_effect"]}, altitude=altitude)
    assert r.flight.modified(r.flight.tables["T7-14"]) == add
    pressure.freeze(r.flight, [r.man("cfc")])
    assert r.man("cfc").frostbitten is bitten
    assert r.man("cfc").fit is not bitten


# ---- 7.6 moves


@pytest.mark.rule("F7.6A.2", "A28")
def test_f76a_the_compartments_are_a_graph_with_a_tunnel(b29):
    const = b29().flight.const
    assert compartments.neighbours(const, "nav_radio") == ["nose", "waist", "fwd_bay"]
    assert ways_from(const, "utility") == [["waist", "aft_bay", "nav_radio", "fwd_bay", "nose"], ["tail"]]
    assert compartments.nearest(const, "tail", lambda place: place in ("waist", "nav_radio")) == "waist"
    assert {name: facts.room for name, facts in const.compartments.items()} == {
        "nose": 3, "nav_radio": 7, "fwd_bay": 1, "aft_bay": 1, "waist": 5, "utility": 3, "tail": 1,
    }  # fmt: skip


@pytest.mark.rule("F4.2B.3", "F4.2B.4")
@pytest.mark.parametrize(
    ("setup", "reach"),
    [
        ({}, {"nav_radio", "nose"}), ({"tunnel_pierced": True}, set()),
        ({"pressurized": False, "tunnel_pierced": True}, {"nav_radio", "nose", "aft_bay", "fwd_bay", "utility", "tail"}),
        ({"altitude": "low"}, {"nav_radio", "nose", "aft_bay", "fwd_bay", "utility", "tail"}),
    ],
)  # fmt: skip
def test_f42b_where_pressure_lets_a_man_of_the_waist_go(b29, setup, reach):
    r = b29(**setup)
    assert set(crew_moves.reachable(r.flight, r.man("cfc"))) == reach


@pytest.mark.rule("F7.6F.1")
def test_f76f_the_engineer_flies_first_and_a_casualty_makes_room(b29):
    r = b29()
    r.kill("pilot")
    r.man("copilot").serious = True
    r.fly(damage.settle)
    assert r.state.pilot_at_controls == "engineer"
    assert r.man("engineer").station in ("pilot", "copilot")
    assert r.state.rooms["engineer"] == "nose"
    assert r.state.rooms["pilot"] == "nav_radio"
    assert compartments.taken(r.state, "nose") == 3
