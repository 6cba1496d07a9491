"""Where men may be: carrying the wounded, making room, shelter from the cold, oxygen, and who sits at the controls."""

from __future__ import annotations

import pytest

from combatbox.bomber import crew, crew_positions
from combatbox.bomber.effects.crew import kill
from combatbox.games.queen import crew_moves, hazards


def dead(r, *roles):
    for role in roles:
        kill(r.state, r.state.men[role], "killed")


def cold(r, *stations):
    """The heat of these stations is out since the bomber took off."""
    r.state.supply.heat_out = dict.fromkeys(stations, 0)


def stations(r, *roles):
    return [r.state.men[role].station for role in roles]


# ---- carrying (14.0, 14.1)


@pytest.mark.rule("Q14.1-5", "Q14.0-3", "Q14.1-3")
@pytest.mark.parametrize("who", ["navigator", "pilot", "copilot"])
def test_q1415_a_wounded_man_is_carried_to_any_free_station_and_nobody_is_silent(rig, who):
    r = rig({}, {"move": [who, "done"], "move_to": "tail_gunner"}, zone=4, attacked=True)
    dead(r, "tail_gunner")
    r.state.men[who].serious = True
    r.state.pilot_at_controls = "copilot" if who == "pilot" else "pilot"
    r.fly(crew_moves.moves, safe=False)
    assert r.player.options("move_to") == ("tail_gunner", "stay")
    assert stations(r, who) == ["tail_gunner"]
    assert r.state.stations[who] == ""
    assert not any(man.silent or man.silent_next for man in r.state.men.values())


@pytest.mark.rule("Q14.0-3", "Q14.1-5", "Q-R77")
@pytest.mark.parametrize(
    ("altitude", "offered"), [("high", ("copilot",)), ("low", ("copilot", "ball_gunner", "tail_gunner"))]
)
def test_q1403_a_wounded_man_is_carried_to_heat_and_oxygen_alone_low_down_anywhere(rig, altitude, offered):
    r = rig({}, zone=4, altitude=altitude)
    dead(r, "copilot", "ball_gunner", "tail_gunner")
    r.state.men["navigator"].serious = True
    cold(r, "ball_gunner")
    r.state.supply.oxygen_hits = {"tail_gunner": 2}
    assert crew_positions.places_for(r.flight, r.state.men["navigator"]) == offered


@pytest.mark.rule("Q14.1-5", "Q-P5c", "Q-R77")
def test_nobody_gets_into_or_out_of_a_turret_that_is_stuck(rig):
    r = rig({}, zone=4)
    r.state.plane.parts["turret_mechanism_out"] = r.state.men["ball_gunner"].trapped = True
    r.state.men["ball_gunner"].serious = True
    dead(r, "tail_gunner")
    r.fly(crew_moves.moves, safe=True)
    assert "ball_gunner" not in r.player.options("move")
    assert "ball_gunner" not in crew_positions.places_for(r.flight, r.state.men["engineer"])
    dead(r, "ball_gunner")
    assert crew_positions.vacant(r.flight) == ["tail_gunner"]


@pytest.mark.rule("Q14.1-5", "Q14.0-3", "Q-R77")
def test_q1415_an_exchange_puts_nobody_in_the_cold_while_a_better_station_is_free(rig):
    """The tail gunner, cold, takes over the top turret: the engineer goes to the free nose, not to the cold tail."""
    r = rig({}, {"move": ["tail_gunner", "done"], "move_to": "engineer"}, zone=4)
    dead(r, "bombardier")
    cold(r, "tail_gunner")
    r.fly(crew_moves.moves, safe=True)
    assert stations(r, "tail_gunner", "engineer") == ["engineer", "bombardier"]
    assert r.state.stations["tail_gunner"] == ""
    r = rig({}, {"move": ["tail_gunner", "done"], "move_to": "engineer"}, zone=4)
    cold(r, "tail_gunner")
    r.fly(crew_moves.moves, safe=True)
    assert stations(r, "tail_gunner", "engineer") == ["engineer", "tail_gunner"]  # none is free: they change places


@pytest.mark.rule("Q14.0-2")
@pytest.mark.parametrize(
    ("leg", "zone", "turns", "moves"),
    [("back", 3, 1, True), ("back", 2, 1, False), ("back", 2, 2, True), ("out", 2, 1, True)],
)
def test_the_doctrine_moves_nobody_where_no_attack_can_come(rig, leg, zone, turns, moves):
    r = rig({}, {}, zone=zone, leg=leg, turns_here=turns)
    dead(r, "tail_gunner")
    r.fly(crew_moves.moves, safe=True)
    assert (r.player.asked[0].default != "done") is moves


@pytest.mark.rule("Q14.1-5", "Q14.0-2")
def test_q1415_where_a_man_who_makes_room_goes_is_the_players_choice(rig):
    answers = {"move": ["radio_operator", "done"], "move_to": "bombardier", "make_room": "tail_gunner"}
    r = rig({}, answers, zone=4)
    dead(r, "tail_gunner")
    r.state.men["bombardier"].serious = True
    r.fly(crew_moves.moves, safe=True)
    assert r.player.options("make_room", "bombardier") == ("radio_operator", "tail_gunner")
    assert stations(r, "radio_operator", "bombardier") == ["bombardier", "tail_gunner"]


@pytest.mark.rule("Q14.0-3", "Q14.1-5")
def test_a_wounded_man_makes_no_room_where_only_the_cold_is_left_to_him(rig):
    r = rig({}, zone=4)
    cold(r, "tail_gunner")
    r.state.men["engineer"].serious = True
    assert "engineer" not in crew_positions.places_for(r.flight, r.state.men["tail_gunner"])
    dead(r, "navigator")
    assert "engineer" in crew_positions.places_for(r.flight, r.state.men["tail_gunner"])


# ---- oxygen and heat for those who lack them (12.1, 14.0)


@pytest.mark.rule("Q12.1-3", "Q14.1-2")
@pytest.mark.parametrize(("attacked", "asked"), [(True, []), (False, ["oxygen"])])
def test_q1412_without_the_intercom_the_oxygen_move_too_waits_for_a_safe_turn(rig, attacked, asked):
    r = rig({}, zone=4, attacked=attacked)
    r.state.plane.parts["intercom_out"] = True
    dead(r, "bombardier")
    r.state.supply.oxygen_hits = {"navigator": 2}
    r.fly(hazards.share_oxygen)
    assert r.player.kinds() == asked
    cold(r, "ball_gunner")
    dead(r, "radio_operator")
    r.fly(hazards.share_heat)
    assert r.player.kinds() == [*asked, *(["warmth"] if asked else [])]


@pytest.mark.rule("Q12.1-3", "Q14.1-5", "Q14.0-3")
@pytest.mark.parametrize("who", ["navigator", "pilot", "copilot"])
def test_q1213_a_wounded_man_without_oxygen_is_carried_and_the_formation_kept(rig, who):
    r = rig({}, zone=4)
    dead(r, "tail_gunner")
    r.state.men[who].serious = True
    r.state.supply.oxygen_hits = {who: 2}
    r.state.pilot_at_controls = "copilot" if who == "pilot" else "pilot"
    r.fly(hazards.share_oxygen)
    hazards.descend_for_oxygen(r.flight)
    assert (stations(r, who), r.state.in_formation) == (["tail_gunner"], True)


@pytest.mark.rule("Q12.1-3", "Q14.0-3", "Q14.2d-1")
def test_q1213_a_dead_pilots_oxygen_serves_the_copilot_and_others(rig):
    r = rig({}, zone=4)
    dead(r, "pilot")
    r.state.pilot_at_controls = "copilot"
    r.state.supply.oxygen_hits = {"copilot": 2}
    r.fly(hazards.share_oxygen)
    assert stations(r, "copilot") == ["pilot"]
    r.state.supply.oxygen_hits["copilot"], r.state.supply.oxygen_hits["tail_gunner"] = 1, 2
    r.fly(hazards.share_oxygen)
    assert stations(r, "tail_gunner") == ["copilot"]
    assert hazards.without_oxygen(r.flight) == []


@pytest.mark.rule("Q12.1-3", "Q14.2d-1")
def test_a_copilot_without_oxygen_does_not_leave_the_controls(rig):
    r = rig({}, zone=4)
    dead(r, "tail_gunner")
    r.state.supply.oxygen_hits = {"copilot": 2}
    r.fly(hazards.share_oxygen)
    assert r.player.asked == []


@pytest.mark.rule("Q12.1-3", "Q14.0-3", "Q14.1-5")
def test_q1213_a_fit_man_makes_room_for_one_who_is_wounded_and_has_no_oxygen(rig):
    """The one free station is cold: no place for a wounded man, but for the man who gives him his."""
    r = rig({}, zone=4)
    dead(r, "tail_gunner")
    cold(r, "tail_gunner")
    r.state.men["navigator"].serious = True
    r.state.supply.oxygen_hits = {"navigator": 2}
    r.fly(hazards.share_oxygen)
    assert hazards.without_oxygen(r.flight) == []
    assert stations(r, "navigator", "bombardier") == ["bombardier", "tail_gunner"]


@pytest.mark.rule("Q14.0-3", "Q14.1-5", "Q11.0-3")
def test_q1403_the_wounded_are_the_first_to_be_brought_out_of_the_cold(rig):
    r = rig({}, zone=3)
    dead(r, "navigator")
    cold(r, "port_waist_gunner", "tail_gunner")
    r.state.men["tail_gunner"].serious = True
    r.fly(hazards.end_turn)
    assert stations(r, "tail_gunner", "port_waist_gunner") == ["navigator", "port_waist_gunner"]


@pytest.mark.rule("Q11.0-3", "Q14.1-5", "Q14.0-3")
def test_q1103_a_frostbitten_man_gives_up_his_warm_station(rig):
    r = rig({}, zone=3)
    cold(r, "tail_gunner")
    r.state.men["radio_operator"].frostbitten = True
    r.fly(hazards.share_heat)
    assert r.player.options("warmth") == ("radio_operator", "stay")
    assert stations(r, "tail_gunner", "radio_operator") == ["radio_operator", "tail_gunner"]


@pytest.mark.rule("Q11.0-1", "Q11.0-3")
@pytest.mark.parametrize(("zone", "ago", "goes"), [(3, 0, False), (3, 1, True), (2, 2, False), (4, 0, True)])
def test_q1101_nobody_leaves_his_gun_for_warmth_once_the_cold_can_bite_no_more(rig, zone, ago, goes):
    """Homeward, heat lost so many zones ago; the next zone is free, and zone 2 the last in which it is cold."""
    r = rig({}, zone=zone, leg="back")
    dead(r, "navigator")
    r.state.supply.heat_out = {"tail_gunner": r.state.track.zones_entered - ago}
    r.fly(hazards.share_heat)
    assert (stations(r, "tail_gunner") == ["navigator"]) is goes


@pytest.mark.rule("Q14.0-3", "Q14.0-2")
def test_doctrine_mans_no_twin_guns_where_there_is_no_oxygen(rig):
    r = rig({}, zone=4)
    dead(r, "tail_gunner")
    r.state.supply.oxygen_hits = {"tail_gunner": 2}
    r.fly(crew_moves.moves, safe=True)
    assert r.state.stations["tail_gunner"] == ""


@pytest.mark.rule("Q12.1-3", "Q12.1-4")
def test_doctrine_leaves_no_gun_for_oxygen_that_does_not_keep_the_formation(rig):
    """The pilot cannot be helped, so the engineer's move would not keep the bomber up."""
    r = rig({}, zone=4)
    dead(r, "bombardier")
    r.state.supply.oxygen_hits = {"pilot": 2, "engineer": 2}
    r.fly(hazards.share_oxygen)
    assert (r.player.options("oxygen"), stations(r, "engineer")) == (("bombardier", "stay"), ["engineer"])


# ---- climbing back (12.1, Q-R25)


@pytest.mark.rule("Q12.1-4", "Q-R25")
def test_qr25_a_bomber_held_down_by_the_cold_does_not_climb(rig):
    r = rig({}, zone=4, altitude="low", low_why="oxygen", out_of_formation=True)
    cold(r, "tail_gunner")
    r.fly(hazards.climb_back)
    assert (r.player.asked, r.state.track.altitude) == ([], "low")
    dead(r, "navigator")
    r.fly(hazards.share_heat)
    r.fly(hazards.climb_back)
    assert (r.player.kinds(), r.state.track.altitude) == (["warmth", "climb"], "high")


@pytest.mark.rule("Q12.1-4", "Q-R25")
def test_qr25_a_bomber_held_down_by_its_engines_asks_nobody_to_move_for_oxygen(rig):
    r = rig({}, zone=4, altitude="low", low_why="oxygen", out_of_formation=True)
    dead(r, "navigator")
    r.state.supply.oxygen_hits = {"tail_gunner": 2}
    for engine in r.state.engines[:2]:
        engine.out = True
    r.fly(hazards.share_oxygen)
    r.fly(hazards.climb_back)
    assert r.player.asked == []


# ---- the controls (14.2 c)


@pytest.mark.rule("Q14.2c", "Q14.0-3")
def test_q142c_the_man_whom_a_stand_in_relieves_goes_where_he_can_live(rig):
    """The radio operator, cold at his own station, takes over: the wounded pilot is carried to the warm nose instead."""
    r = rig({}, zone=4)
    dead(r, "engineer", "navigator", "bombardier")
    r.state.men["pilot"].serious = r.state.men["copilot"].serious = True
    cold(r, "radio_operator", "engineer", "bombardier")
    r.player.answers["fly"] = "radio_operator"
    r.fly(crew.man_the_controls)
    assert stations(r, "radio_operator", "pilot", "copilot") == ["pilot", "navigator", "copilot"]


@pytest.mark.rule("Q14.2c", "Q12.1-3")
def test_q142c_a_stand_in_takes_the_seat_that_has_oxygen(rig):
    r = rig({}, zone=4)
    r.state.men["pilot"].serious = r.state.men["copilot"].serious = True
    r.state.supply.oxygen_hits = {"pilot": 2}
    r.fly(crew.man_the_controls)
    assert stations(r, "engineer", "pilot", "copilot") == ["copilot", "pilot", "engineer"]


@pytest.mark.rule("Q14.2c")
def test_q142c_a_stand_in_takes_an_empty_seat_and_relieves_nobody(rig):
    r = rig({}, zone=4)
    dead(r, "copilot")
    r.state.men["pilot"].serious = True
    r.fly(crew.man_the_controls)
    assert stations(r, "engineer", "pilot") == ["copilot", "pilot"]
