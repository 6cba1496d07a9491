"""Pressure (4.2), cold (7.3), oxygen (7.4) and crew moves through the graph of compartments (7.6)."""

from __future__ import annotations

import pytest
from b29rig import two

from combatbox.bomber.compartments import ways_from
from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import altitude, cabins, compartments, crew_moves, damage, pressure


def without_pressure(b29, dice=(), answers=(), **setup):
    """Given up two turns ago: the free turn is over."""
    return b29(dice, answers, **{"pressurized": False, "given_up": True, "thin_since": 9, **setup})


# ---- 4.2 pressure


@pytest.mark.rule("F4.2A.1")
def test_f42a_pressure_comes_on_the_way_up_and_goes_on_the_way_down(b29):
    r = b29(altitude="low")
    r.state.track.altitude = "medium"
    pressure.follow_altitude(r.flight)
    assert r.state.pressure.pressurized
    r.state.track.altitude = "low"
    pressure.follow_altitude(r.flight)
    assert not r.state.pressure.pressurized
    assert r.state.pressure.thin_since == 0


@pytest.mark.rule("F4.2C.1", "F4.2C.2")
def test_f42c_what_is_lost_does_not_come_back_with_the_climb(b29):
    r = b29(altitude="low", pressure_lost=True)
    r.state.track.altitude = "high"
    pressure.follow_altitude(r.flight)
    assert not r.state.pressure.pressurized
    assert r.state.pressure.thin_since == 11


@pytest.mark.rule("F4.2B.1", "F4.2B.2")
@pytest.mark.parametrize(
    ("down", "give_up", "restore"),
    [
        ((), True, True), (("engineer",), True, False), (("engineer", "pilot"), True, False),
        (("engineer", "pilot", "cfc", "left_gunner", "right_gunner", "radar_operator"), False, False),
    ],
)  # fmt: skip
def test_f42b_who_can_let_pressure_out_and_who_can_restore_it(b29, down, give_up, restore):
    r = b29()
    for role in down:
        r.man(role).serious = True
    assert pressure.may_give_up(r.flight) is give_up
    r.state.pressure.pressurized, r.state.pressure.given_up = False, True
    assert pressure.may_restore(r.flight) is restore


@pytest.mark.rule("F4.2B.8", "F7.6C.2")
def test_f42b_not_restored_with_a_wounded_man_outside_the_cabins(b29):
    r = without_pressure(b29)
    r.state.rooms["cfc"] = "utility"
    assert pressure.may_restore(r.flight)
    r.man("cfc").light = 1
    assert not pressure.may_restore(r.flight)


@pytest.mark.rule("F7.6C.2", "F4.2A.1", "A70")
@pytest.mark.parametrize(
    ("place", "setup", "climbs"),
    [("waist", {}, True), ("utility", {}, False), ("aft_bay", {}, False), ("utility", {"pressure_lost": True}, True)],
)
def test_f76c_no_climb_to_where_pressure_comes_with_a_wounded_man_outside_the_cabins(b29, place, setup, climbs):
    r = b29(altitude="low", out_of_formation=True, **setup)
    r.man("cfc").light = 1
    r.state.rooms["cfc"] = place
    assert altitude.may_climb(r.flight) is climbs


@pytest.mark.rule("F4.2B.8", "F5.1B.1")
def test_f42b_restored_at_the_start_of_a_turn(b29):
    r = without_pressure(b29, {}, {"restore": "restore"})
    r.fly(cabins.turn)
    assert r.state.pressure.pressurized
    assert r.state.pressure.repressurized == 11
    assert r.state.pressure.thin_since == 0


@pytest.mark.rule("F4.2D.2", "F4.2D.3", "F4.2D.4", "A8")
@pytest.mark.parametrize(
    ("total", "intercom", "dice", "dead"),
    [
        (11, False, {}, ""), (12, False, {"R4-2-WHO": ["man_at tail_gunner"], "R4-2-REVIVED": ["revived"]}, ""), (12, False, {"R4-2-WHO": ["man_at tail_gunner"], "R4-2-REVIVED": ["killed"]}, "tail_gunner"),
        (10, True, {"R4-2-WHO": [6, 1], "R4-2-WHO/1": ["man_at pilot"], "R4-2-REVIVED": ["killed"]}, "pilot"), (12, False, {"R4-2-WHO": ["man_at radar_operator"]}, "radar_operator"),
    ],
)  # fmt: skip
def test_f42d_a_man_without_his_mask(b29, total, intercom, dice, dead):
    r = without_pressure(b29, {"R4-2-OXYGEN": two(total), **dice})
    r.state.plane.parts["intercom_out"] = intercom
    if dice == {"R4-2-WHO": ["man_at radar_operator"]}:
        r.kill("radar_operator")  # nobody there: nothing happens
    pressure.check_air(r.flight)
    assert r.dice.rest() == {}
    assert [man.role for man in r.state.men.values() if man.dead] == ([dead] if dead else [])
    pressure.check_air(r.flight)  # once a turn


@pytest.mark.rule("F4.2B.7", "F4.2D.1", "F8.2.2")
@pytest.mark.parametrize(
    ("controlled", "answer", "tables"),
    [(True, "give_up", []), (True, "keep", ["T7-11"] * 4), (False, "", ["T7-11"] * 4)],
)
def test_f42b_leaving_under_pressure_hurts_in_every_cabin_with_men(b29, controlled, answer, tables):
    r = b29({"T7-11": ["no_effect"] * 4}, {"give_up_pressure": answer})  # and nobody goes on oxygen for it
    r.fly(pressure.before_leaving, controlled)
    assert r.dice.tables() == tables
    assert not r.state.pressure.pressurized


@pytest.mark.rule("X5.4C", "F4.2C.1")
def test_f42c_an_empty_cabin_or_one_that_leaks_already_loses_nothing(b29):
    r = b29(**{"rooms.tail_gunner": "waist", "stations.tail_gunner": "", "men.tail_gunner.station": ""})
    pressure.compromise(r.flight, "tail")
    assert r.state.pressure.compromised == {"tail": 11}
    assert r.dice.thrown == []
    r.state.track.turn = 12
    pressure.compromise(r.flight, "tail")
    assert r.state.pressure.compromised == {"tail": 11}


# ---- 7.3 cold


@pytest.mark.rule("F7.3.1", "F7.3.2", "F7.3.3")
@pytest.mark.parametrize(("since", "rolls"), [(11, 0), (10, 0), (9, 3)])
def test_f731_one_turn_is_free_then_the_men_of_the_cabin_roll(b29, since, rolls):
    r = b29({"T7-14": [4, 3, 4]}, {"stay": "stay"}, compromised={"nose": since})
    r.fly(cabins.cold)
    assert len(r.dice.thrown) == rolls
    if rolls:
        assert [who for _, who in r.dice.thrown] == ["bombardier", "pilot", "copilot"]
        assert r.man("pilot").frostbitten
        assert not r.man("pilot").fit


@pytest.mark.rule("F7.3.1")
def test_f731_tossed_up_the_turn_itself_is_the_one_before_the_free_one(b29):
    r = b29({"T6-9": ["tossed_up"], "R4-2-OXYGEN": ["no_effect"]}, altitude="low", compromised={"waist": 0})
    r.flight.roll_on("T6-9")
    assert r.state.pressure.compromised == {"waist": r.state.track.turn}


@pytest.mark.rule("F7.3.2", "F7.3.4")
@pytest.mark.parametrize(
    "setup", [{"compromised": {"nose": 9}}, {"pressurized": False, "pressure_lost": True, "thin_since": 9}]
)
def test_f732_or_the_bomber_goes_low_out_of_its_formation(b29, setup):
    r = b29({}, {"stay": "descend"}, **setup)
    r.fly(cabins.cold)
    assert r.state.track.altitude == "low"
    assert r.state.track.out_of_formation
    assert r.state.pressure.thin_since == 0


@pytest.mark.rule("F7.3.2")
@pytest.mark.parametrize(
    ("setup", "answer"),
    [
        ({"compromised": {"nose": 9}}, "stay"),
        ({"compromised": {"nose": 9, "waist": 9}}, "descend"),
        ({"compromised": {"nose": 9, "waist": 9}, "zone": 12}, "stay"),
        ({"pressurized": False, "pressure_lost": True, "thin_since": 9}, "descend"),
        ({"compromised": {"nose": 9}, "plane__bombs_aboard": False}, "descend"),
    ],
)
def test_f732_the_doctrine_goes_low_before_the_crew_freezes_unless_the_bombs_fall_here(b29, setup, answer):
    r = b29({"T7-14": ["no_effect"] * 11}, **setup)
    r.fly(cabins.cold)
    assert r.player.asked[0].default == answer


@pytest.mark.rule("F7.3.3")
def test_f733_nobody_is_asked_for_an_empty_cabin(b29):
    r = b29(compromised={"tail": 5})
    r.kill("tail_gunner")
    r.fly(cabins.cold)
    assert r.player.kinds() == []


@pytest.mark.rule("F7.3.4")
@pytest.mark.parametrize(
    ("altitude", "die", "everyone"), [("medium", 1, True), ("medium", 2, False), ("high", 2, True), ("high", 3, False)]
)
def test_f734_a_die_for_the_whole_plane_first(b29, altitude, die, everyone):
    r = without_pressure(
        b29, {"R7-3": [die], "T7-14": [6] * 11}, {"stay": "stay"}, altitude=altitude, pressure_lost=True
    )
    r.fly(cabins.cold)
    assert (len(r.dice.thrown) == 12) is everyone
    assert not any(man.frostbitten for man in r.state.men.values())


@pytest.mark.rule("F7.3.5")
@pytest.mark.parametrize(("altitude", "die", "bitten"), [("high", 3, True), ("medium", 3, False), ("medium", 2, True)])
def test_t714_medium_altitude_is_milder(b29, altitude, die, bitten):
    r = b29({"T7-14": [die]}, altitude=altitude)
    pressure.freeze(r.flight, [r.man("cfc")])
    assert r.man("cfc").frostbitten is bitten
    assert r.man("cfc").fit is not bitten


# ---- 7.4 oxygen


@pytest.mark.rule("F7.4A.1", "F7.4A.2")
@pytest.mark.parametrize(
    ("setup", "hits", "low"),
    [({}, 2, False), ({"pressurized": False, "pressure_lost": True, "thin_since": 11}, 2, True),
     ({"pressurized": False, "pressure_lost": True, "thin_since": 11}, 1, False), ({"compromised": {"tail": 11}}, 2, True)],
)  # fmt: skip
def test_f74a_two_hits_take_the_bomber_low_unless_all_are_under_pressure(b29, setup, hits, low):
    r = b29(**setup)
    r.state.supply.oxygen_hits["cfc"] = hits
    pressure.descend_for_oxygen(r.flight)
    assert (r.state.track.altitude == "low") is low
    assert r.state.track.out_of_formation is low


@pytest.mark.rule("F7.4A.3")
def test_f74a_he_may_take_the_place_of_a_dead_man_and_the_bomber_stays_up(b29):
    r = b29(
        {"R4-2-OXYGEN": ["no_effect"]},
        {"oxygen": "radio_operator"},
        pressurized=False,
        pressure_lost=True,
        thin_since=11,
    )
    r.state.supply.oxygen_hits["navigator"] = 2
    r.kill("radio_operator")
    r.fly(cabins.turn)
    assert r.man("navigator").station == "radio_operator"
    assert r.state.track.altitude == "high"


@pytest.mark.rule("F7.4A.3")
def test_f74a_the_place_of_a_dead_pilot_is_taken_for_its_oxygen_and_for_nothing_else(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]}, {}, pressurized=False, pressure_lost=True, thin_since=11)
    r.state.supply.oxygen_hits["bombardier"] = 2
    r.kill("copilot")
    assert "copilot" not in crew_moves.destinations(r.flight, r.man("bombardier"))
    r.fly(cabins.turn)
    assert r.state.stations["copilot"] == "bombardier"
    assert r.state.track.altitude == "high"


@pytest.mark.rule("F7.4A.4")
@pytest.mark.parametrize(
    ("broken", "setup", "low"),
    [
        (False, {}, False),
        (True, {}, False),
        (True, {"pressure_lost": True}, True),
        (True, {"compromised": {"nose": 0}}, True),
    ],
)
def test_f74a_who_may_climb_back(b29, broken, setup, low):
    r = b29(altitude="low", **setup)
    r.state.plane.parts["oxygen_system_out"] = broken
    assert pressure.must_stay_low(r.flight) is low


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


@pytest.mark.rule("F7.6A.2")
def test_f76a_the_dead_take_room_and_a_full_compartment_takes_nobody(b29):
    r = b29()
    r.kill("bombardier")
    assert compartments.taken(r.state, "nose") == 3
    assert "bombardier" not in crew_moves.destinations(r.flight, r.man("navigator"))
    r.state.rooms["bombardier"] = "nav_radio"
    assert "bombardier" in crew_moves.destinations(r.flight, r.man("navigator"))


@pytest.mark.rule("F7.6B.1")
def test_f76b_inside_a_compartment_places_are_changed_freely(b29):
    r = b29()
    crew_moves.take_place(r.flight, r.man("cfc"), "left_gunner")
    assert (r.man("cfc").station, r.man("left_gunner").station) == ("left_gunner", "cfc")
    assert r.state.stations["cfc"] == "left_gunner"
    assert not r.man("cfc").silent


@pytest.mark.rule("F7.6B.1", "F7.6A.1")
@pytest.mark.parametrize(("role", "light", "asked"), [("cfc", 1, False), ("cfc", 2, True), ("navigator", 2, False)])
def test_f76b_a_gunner_whose_wounds_spoil_his_aim_may_give_up_his_sight(b29, role, light, asked):
    r = b29({}, {"move": ["radar_operator", "done"], "move_to": role})
    r.man(role).light = light
    r.fly(crew_moves.moves)
    assert r.state.stations["radar_operator"] == ("cfc" if asked else "radar_operator")


@pytest.mark.rule("F7.6B.2")
def test_f76b_between_compartments_he_fires_no_gun_this_turn(b29):
    r = b29({}, {"move": ["radar_operator", "done"], "move_to": "nav_radio"}, compromised={"waist": 11})
    r.fly(crew_moves.moves)
    man = r.man("radar_operator")
    assert man.silent
    assert man.station == ""
    assert r.state.rooms["radar_operator"] == "nav_radio"
    crew_moves.begin(r.flight)
    assert not man.silent


@pytest.mark.rule("F7.6C.1", "F7.6A.3")
@pytest.mark.parametrize(
    ("role", "fate", "compartments_"),
    [
        ("bombardier", "serious", ("nav_radio",)),
        ("cfc", "serious", ()),
        ("navigator", "dead", ()),
        ("tail_gunner", "dead", ()),
    ],
)
def test_f76c_casualties_are_carried_into_the_next_compartment_and_never_through_the_tunnel(
    b29, role, fate, compartments_
):
    r = b29()
    if fate == "dead":
        r.kill(role)
    else:
        r.man(role).serious = True
    assert tuple(crew_moves.carry_targets(r.flight, r.man(role))) == compartments_  # under pressure; the nose is full


@pytest.mark.rule("F7.6A.3", "F7.6C.1")
def test_f76a_a_dead_tail_gunner_is_carried_out_and_his_place_taken(b29):
    answers = {
        "give_up_pressure": "give_up",
        "move": ["tail_gunner", "right_gunner", "done"],
        "carry_to": "utility",
        "helper": "left_gunner",
        "move_to": "tail_gunner",
    }
    r = b29({"R4-2-OXYGEN": ["no_effect"]}, answers)
    r.kill("tail_gunner")
    r.fly(crew_moves.moves)
    assert r.state.rooms["tail_gunner"] == "utility"
    assert r.man("left_gunner").silent
    assert r.man("right_gunner").station == "tail_gunner"
    assert r.state.rooms["right_gunner"] == "tail"


@pytest.mark.rule("F7.6A.1")
def test_f76_a_man_moves_or_carries_once_a_turn(b29):
    r = b29({}, {"move": ["bombardier", "done"], "carry_to": "nav_radio", "helper": "engineer"})
    r.man("bombardier").serious = True
    r.fly(crew_moves.moves)
    assert "engineer" not in r.player.options("move")
    assert "bombardier" not in r.player.options("move")


@pytest.mark.rule("F7.6E.1")
def test_f76e_pilots_stay_put(b29):
    r = b29(compromised={"nose": 11})
    assert not crew_moves.may_go(r.flight, r.man("pilot"))
    assert not crew_moves.may_go(r.flight, r.man("copilot"))
    assert crew_moves.may_go(r.flight, r.man("bombardier"))


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


@pytest.mark.rule("F7.6F.1")
def test_f76f_then_anyone_and_with_nobody_the_plane_is_lost(b29):
    r = b29({}, {"fly": "left_gunner"})
    for role in ("pilot", "copilot", "engineer"):
        r.man(role).serious = True
    r.fly(damage.settle)
    assert r.state.pilot_at_controls == "left_gunner"
    assert r.state.rooms["left_gunner"] == "nose"
    for man in r.state.men.values():
        man.idle = True
    with pytest.raises(FlightOver):
        r.fly(damage.settle)
    assert r.state.due.lost == "nobody_to_fly"


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(("die", "open_"), [(4, False), (5, True)])
def test_t79_a_man_in_a_bay_opens_the_doors_by_hand(b29, die, open_):
    r = b29(
        {"T7-9-DOORS": [die]},
        altitude="low",
        **{"rooms.navigator": "fwd_bay", "men.navigator.station": "", "stations.navigator": ""},
    )
    r.state.plane.parts["door_controls_out"] = True
    crew_moves.doors_by_hand(r.flight)
    assert r.state.plane.parts["door_controls_out"] is not open_
