"""Damage by section (7.1), fires (7.5), engines (7.2), a burst inside (6.2F)."""

from __future__ import annotations

import pytest

from combatbox.games.superfort import damage, engines


def struck(b29, section, dice, **setup):
    r = b29(dice, **setup)
    damage.strike(r.flight, section)
    assert r.dice.rest() == {}
    return r


# ---- sections


@pytest.mark.rule("X5.4C", "F4.2C.1", "F7.1.2")
@pytest.mark.parametrize(
    ("altitude", "result", "tables"),
    [
        ("high", "compromised this", ["R7-1-PRESSURE", "T7-11"]),
        ("low", "compromised this", ["R7-1-PRESSURE"]),
        ("high", "no_effect", ["R7-1-PRESSURE"]),
    ],
)
def test_t71p_every_hit_checks_the_pressure_once(b29, altitude, result, tables):
    r = b29({"T7-1": ["no_effect"] * 2, "R7-1-PRESSURE": [result, result], "T7-11": ["no_effect"]}, altitude=altitude)
    damage.strike(r.flight, "nose")
    assert [t for t in r.dice.tables() if t != "T7-1"] == tables
    is_gone = result == "compromised this"
    assert ("nose" in r.state.pressure.compromised) is is_gone
    damage.strike(r.flight, "nose")
    assert r.dice.tables().count("R7-1-PRESSURE") == (1 if is_gone else 2)  # once it is gone there are no more checks


@pytest.mark.rule("F4.2C.1")
def test_t77_a_bulkhead_costs_a_neighbour_its_pressure(b29):
    r = struck(b29, "utility", {"T7-7": ["compromised tail"], "T7-11": ["no_effect"]})
    assert list(r.state.pressure.compromised) == ["tail"]
    assert r.state.pressure.pressurized


# ---- wounds


@pytest.mark.rule("F7.6A.1")
@pytest.mark.parametrize(
    ("light", "serious", "wound", "ends"),
    [
        (0, False, "light_wound", "light"),
        (1, False, "light_wound", "light"),
        (2, False, "light_wound", "serious"),
        (0, True, "light_wound", "dead"),
        (1, False, "serious_wound", "dead"),
        (0, False, "killed", "dead"),
        (0, False, "serious_wound", "serious"),
    ],
)
def test_t713_wounds_add_up(b29, light, serious, wound, ends):
    r = b29({"T7-13": [wound]})
    man = r.man("navigator")
    man.light, man.serious = light, serious
    r.state.hand.man = "navigator"
    r.flight.roll("damage.wound", "navigator")
    assert ("dead" if man.dead else "serious" if man.serious else "light") == ends


@pytest.mark.rule("F4.2B.7", "F6.2F.4")
@pytest.mark.parametrize(
    ("dice", "hurt"),
    [
        ({"T7-11": ["cabin_wounds all -2"], "T7-13": ["unhurt", "light_wound", "light_wound"]}, 2),
        ({"T7-11": ["cabin_light_wound", 2]}, 1),
        ({"T7-11": ["no_effect"]}, 0),
    ],
)
def test_t711_who_is_hurt_when_the_air_goes(b29, dice, hurt):
    r = b29(dice)
    r.state.pressure.cabin = "nose"
    r.flight.roll("pressure.decompression", "nose")
    nose = [r.man(role) for role in ("bombardier", "pilot", "copilot")]
    assert sum(man.wounded for man in nose) == hurt
    assert r.dice.rest() == {}


# ---- 7.2 engines


def stop(r, *numbers):
    for number in numbers:
        r.state.engines[number - 1].out = True


@pytest.mark.rule("F7.2.2a", "F7.2.2b")
def test_f722_two_engines_out_cost_bombs_tanks_formation_and_a_band(b29):
    r = b29(fwd_boxes=4, aft_boxes=2)
    stop(r, 1, 4)
    r.fly(engines.settle)
    state = r.state
    assert not state.plane.bombs_aboard
    assert state.fuel.boxes == state.fuel.internal
    assert not state.in_formation
    assert state.track.altitude == "medium"
    assert state.pressure.pressurized
    r.fly(engines.settle)
    assert state.track.altitude == "medium"  # not both bands in one turn
    engines.sink(r.flight)
    assert state.track.altitude == "medium"
    state.track.turn += 1
    engines.sink(r.flight)
    assert state.track.altitude == "low"
    assert not state.pressure.pressurized


# ---- 6.2F a burst inside


def burst(b29, section, dice, **setup):
    r = b29(dice, **setup)
    r.flight.look_up("flak.burst", section)
    return r


@pytest.mark.rule("F6.2F.1", "F6.2F.2")
@pytest.mark.parametrize("section", ["nose", "tail", "port_wing"])
def test_f62f_nose_tail_and_wings_are_fatal(b29, section):
    r = burst(b29, section, {})
    inside = [man for role, man in r.state.men.items() if r.state.rooms[role] == section]
    assert r.state.due.bail_out == "T8-5"
    assert all(man.dead for man in inside)


@pytest.mark.rule("F6.2F.6")
@pytest.mark.parametrize(("bulkhead", "cabin"), [(1, "waist"), (4, "tail")])
def test_f62f_a_burst_in_utility_costs_a_cabin_its_pressure_and_decompresses_none(b29, bulkhead, cabin):
    r = b29({"T6-4": ["burst_inside"], "T6-5": ["section utility"], "T7-7": [1, bulkhead]})
    r.flight.roll("flak.effect")
    assert r.state.plane.broken("burst_inside")
    assert list(r.state.pressure.compromised) == [cabin]
    assert "T7-11" not in r.dice.tables()
