"""Guns, fighters' fire and what it does: tests Q-T18 to Q-T39 and Q-T78 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import ACE, two

from combatbox.bomber import crew, gunnery, shells
from combatbox.bomber.gunnery import Shot
from combatbox.games.queen import crew_moves, gun_allocation, waves


def shot(gun, man, column="", fighter=0, **more):
    return Shot(gun, man, fighter, column, **more)


def bears(gun, place="12_high", kind="me109"):
    return f"{place}|{gun}@{kind}"


@pytest.mark.rule("Q-B5-2", "Q-R10")
@pytest.mark.parametrize(
    ("rolls", "struck"),
    [
        ((2, 12), ["port_wing", "port_wing", "starboard_wing", "starboard_wing"]),
        ((12, 2), ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]),
    ],
)
def test_the_second_walking_hits_of_an_attack_add_nothing(rig, rolls, struck):
    faces = {"B-4": ["shells 3"], "B-5": [*two(7), *(face for roll in rolls for face in two(roll))]}  # three shells
    r = rig(faces, zone=5).wave(("me109", "9_high"))
    assert [section for _, section in shells.locate(r.flight, [0])] == struck
    assert r.dice.rest() == {}


@pytest.mark.rule("Q-B5-2")
def test_the_walking_hits_of_one_fighter_are_not_those_of_the_next(rig):
    r = rig({"B-4": ["shells 5"] * 2, "B-5": ["walking_hits nose attacking_side_wing"] * 10}, zone=5).wave(
        ("me109", "9_level"), ("me109", "3_level")
    )
    struck = [(index, section) for index, section in shells.locate(r.flight, [0, 1]) if section.endswith("wing")]
    assert struck == [(0, "port_wing"), (1, "starboard_wing")]


@pytest.mark.rule("Q-R12", "Q-E03", "Q-E04")
@pytest.mark.parametrize(("option", "damage"), [("rolled_only", "fboa"), ("derived_too", "destroyed")])
def test_qt25_two_fca_and_one_fboa_do_not_destroy(rig, option, damage):
    r = rig({"M-2": ["fca", "fca", "fboa"]}, zone=5, rulings={"Q-R12": option}).wave(("me109", "12_high"))
    for _ in range(3):
        gunnery.damage_fighter(r.flight, shot("nose", "bombardier"))
    assert r.fighter(1).damage == damage
    if damage == "fboa":
        assert sum(add for _, add in r.flight.modifiers(r.flight.tables["M-3"])) == -4


@pytest.mark.rule("Q-BL2b", "Q9.3-4", "Q-R33", "Q-R32")
def test_qt31_without_the_intercom_the_tail_guns_hit_on_5_and_the_others_on_6(rig):
    r = rig({"M-1-HARD": [4, 5, 5, 6, 5]}, zone=5).wave(("me110", "6_high"))
    r.state.plane.parts["intercom_out"] = True
    tail = shot("tail", "tail_gunner", bears("tail", "6_high", "me110"))
    top = shot("top_turret", "engineer", bears("top_turret", "6_high", "me110"))
    assert [gunnery.shoot(r.flight, tail) for _ in range(2)] == [False, True]
    assert [gunnery.shoot(r.flight, top) for _ in range(2)] == [False, True]
    r.state.men["engineer"].kills = ACE
    assert gunnery.shoot(r.flight, top)


@pytest.mark.rule("Q15.1a", "Q15.1b", "Q-R32")
def test_qt34_evasive_action_spoils_everybodys_aim(rig):
    r = rig({"M-1-HARD": [5, 5, 6], "M-3": [4, 5]}, zone=5, out_of_formation=True).wave(("me109", "3_level"))
    r.state.wave.evading = True
    r.state.men["starboard_waist_gunner"].kills = ACE
    waist = shot("starboard_waist", "starboard_waist_gunner", bears("starboard_waist", "3_level"))
    top = shot("top_turret", "engineer", bears("top_turret", "3_level"))
    assert gunnery.shoot(r.flight, waist)
    assert [gunnery.shoot(r.flight, top) for _ in range(2)] == [False, True]
    assert shells.german_fire(r.flight, []) == []
    assert shells.german_fire(r.flight, []) == [0]


@pytest.mark.rule("Q14.2b-1", "Q14.2b-2")
def test_qt35_waist_gunners_are_at_home_at_both_waist_guns_and_nowhere_else(rig):
    r = rig({"M-1": [5], "M-1-HARD": [5, 6]}, zone=5).wave(("me109", "6_high"))
    man = r.state.men["port_waist_gunner"]
    man.kills = ACE
    assert gunnery.shoot(r.flight, shot("starboard_waist", man.role, bears("starboard_waist", "3_level")))
    radio = shot("radio_room", man.role, bears("radio_room", "6_high"))
    assert [gunnery.shoot(r.flight, radio) for _ in range(2)] == [False, True]


@pytest.mark.rule("Q9.1-4", "Q-R34", "Q6.3a-1")
def test_with_one_fit_man_in_the_nose_one_gun_fires(rig):
    r = rig({}, {"aim": "f1", "aim starboard_cheek": "f2", "aim tail": "hold"}, zone=5)
    r.wave(("me109", "12_level"), ("me109", "1:30_level"))
    r.state.men["bombardier"].serious = True
    shots = r.fly(gun_allocation.allocate)
    assert [(s.gun, s.man) for s in shots if s.gun != "top_turret"] == [("nose", "navigator")]
    assert "starboard_cheek" not in [d.who for d in r.player.asked]


@pytest.mark.rule("Q9.1-1", "Q14.0-2", "Q14.1-5", "Q-S10.5", "Q-R34")
def test_qt37_to_take_over_a_station_is_to_carry_the_wounded_man_out(rig):
    r = rig({}, {"move": ["radio_operator", "done"], "move_to": "bombardier"}, zone=5, leg="back")
    r.state.men["bombardier"].serious = True
    r.fly(crew_moves.moves, safe=True)
    assert r.state.stations["bombardier"] == "radio_operator"
    assert r.state.men["bombardier"].station == "radio_operator"
    nose = [s for s in ("bombardier", "navigator") if r.state.stations[s]]
    assert len(nose) == 2


@pytest.mark.rule("Q9.4-3", "Q9.4-4", "Q-R35")
def test_qt38_twin_guns_take_even_numbers_from_twin_guns_alone(rig):
    r = rig({}, {"pass_bursts": ["4 from tail to top_turret", "done"]}, zone=5)
    r.state.guns["top_turret"].bursts, r.state.guns["tail"].bursts = 0, 5
    r.state.guns["ball_turret"].bursts = 0
    r.fly(crew_moves.pass_bursts)
    first = r.player.asked[0].options
    assert [o for o in first if o.endswith("to top_turret")] == [
        "2 from tail to top_turret",
        "4 from tail to top_turret",
    ]
    assert not [o for o in first if "waist" in o]
    assert (r.state.guns["top_turret"].bursts, r.state.guns["tail"].bursts) == (4, 1)


@pytest.mark.rule("Q9.5-1", "Q9.5-2", "Q9.5-3", "Q-M5a", "Q-E15", "Q-R36")
def test_qt78_spray_fire_takes_three_bursts_and_one_roll_a_fighter(rig):
    r = rig(
        {"M-5": ["no_effect", "fighter_breaks_off"]},
        {"aim": "hold", "aim tail": "spray 6_high"},
        zone=5,
        rulings={"Q-X1": "on"},
    )
    r.wave(("me109", "6_high"), ("me109", "6_high"), ("me109", "12_high"))
    r.state.guns["top_turret"].bursts = 2
    shots = r.fly(gun_allocation.allocate)
    assert r.state.guns["tail"].bursts == 20
    r.fly(gunnery.fire, shots)
    assert [f.why for f in r.state.wave.fighters] == ["", "broke_off", ""]
    assert not [o for o in r.player.options("aim", "top_turret") if o.startswith("spray")]
    assert not [o for o in r.player.options("aim", "nose") if o.startswith("spray")]


@pytest.mark.rule("Q20.0-1", "Q20.0-2", "Q20.0-3")
def test_german_pilots_are_rolled_once_and_change_both_sides_fire(rig):
    r = rig({"M-6": ["fighter_pilot green", "fighter_pilot ace"], "M-1": [5, 6]}, zone=5, rulings={"Q-X3": "on"})
    r.wave(("me109", "12_high"), ("me109", "12_high"))
    gunnery.pilot_status(r.flight)
    gunnery.pilot_status(r.flight)
    assert [f.status for f in r.state.wave.fighters] == ["green", "ace"]
    assert gunnery.shoot(r.flight, shot("top_turret", "engineer", bears("top_turret")))
    assert gunnery.shoot(r.flight, shot("top_turret", "engineer", bears("top_turret"), fighter=1))  # a natural 6
    r.state.hand.fighter = 1
    assert sum(add for _, add in r.flight.modifiers(r.flight.tables["M-3"])) == 1


def nine_high(gun, man, **more):
    return shot(gun, man, bears(gun, "9_high"), **more)


@pytest.mark.rule("Q-R37", "Q17.0-5", "Q6.3c-1")
@pytest.mark.parametrize("first", ["port_waist", "top_turret"])
def test_whose_hit_counts_first_is_the_players_choice(rig, first):
    r = rig({"M-1": ["hit"] * 3, "M-2": ["destroyed", "fca"]}, {"first_gun": first}, zone=5)
    r.wave(("me109", "9_high"), ("me109", "12_high"))
    hits = [nine_high("top_turret", "engineer"), nine_high("port_waist", "port_waist_gunner")]
    r.fly(gunnery.fire, [*hits, shot("nose", "bombardier", bears("nose"), fighter=1)])
    assert [d.options for d in r.player.asked] == [("top_turret", "port_waist")]
    killer = {"top_turret": "engineer", "port_waist": "port_waist_gunner"}[first]
    assert [man.role for man in r.state.men.values() if man.kills] == [killer]
    assert r.dice.thrown[3:] == [("M-2", first), ("M-2", "nose")]


@pytest.mark.rule("Q-R37", "Q9.5-1", "Q-M5.2")
@pytest.mark.parametrize(("first", "why"), [("tail", "broke_off"), ("top_turret", "destroyed")])
def test_a_spray_may_wait_for_a_hit_on_the_same_fighter(rig, first, why):
    r = rig(
        {"M-1": ["hit"], "M-2": ["destroyed"], "M-5": ["fighter_breaks_off"]},
        {"first_gun": first},
        zone=5,
        rulings={"Q-X1": "on"},
    )
    r.wave(("me109", "9_high"))
    r.fly(gunnery.fire, [nine_high("tail", "tail_gunner", spray="9_high"), nine_high("top_turret", "engineer")])
    assert r.fighter(1).why == why
    assert r.state.men["engineer"].kills == (why == "destroyed")


WAIST = ("port_waist_gunner", "starboard_waist_gunner")
HIT_ONCE = {
    "M-1": ["miss"] * 9,
    "M-3": ["hit", "miss"],
    "B-4": ["shells 2"],
    "B-5": ["no_effect"] * 9,
    "B-6": ["position 12_level"],
}


@pytest.mark.rule("Q14.1-4", "Q14.2b-2")
def test_the_waist_gunners_may_change_guns_before_during_and_after_the_attacks_of_a_wave_with_nothing_broken(rig):
    answers = {"aim": "hold", "move": ["port_waist_gunner", "done", "done"], "move_to": "starboard_waist_gunner"}
    r = rig({"B-3": ["fighter me109 6_high"], **HIT_ONCE}, answers, zone=5)
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fight_wave)
    asked = [decision.options for decision in r.player.asked if decision.kind == "move"]
    assert asked == [("done", *WAIST), ("done", *WAIST[::-1]), ("done", *WAIST[::-1])]
    kinds = [kind for kind in r.player.kinds() if kind != "move_to"]
    assert [kind for n, kind in enumerate(kinds) if n == 0 or kind != kinds[n - 1]] == ["move", "aim"] * 2 + ["move"]
    assert [r.state.stations[station] for station in WAIST] == list(WAIST[::-1])
    assert not any(man.silent or man.silent_next for man in r.state.men.values())


@pytest.mark.rule("Q14.2d-1", "Q14.2c")
def test_the_pilots_stay_in_their_seats(rig):
    r = rig({}, {}, zone=5)
    r.state.men["bombardier"].serious = True
    r.fly(crew_moves.moves, safe=True)
    assert not {"pilot", "copilot", "bombardier"} & set(r.player.options("move"))


@pytest.mark.rule("Q14.2c", "Q-R76", "Q-R42")
def test_the_engineer_takes_over_from_both_pilots_and_then_anyone(rig):
    r = rig({}, {"fly": "tail_gunner"}, zone=5)
    men = r.state.men
    men["pilot"].serious = men["copilot"].serious = True
    r.fly(crew.man_the_controls)
    assert (r.state.pilot_at_controls, men["engineer"].station) == ("engineer", "pilot")
    men["engineer"].serious = True
    r.fly(crew.man_the_controls)
    assert r.state.pilot_at_controls == "tail_gunner"
    assert "no_pilot" in [c for c, _ in r.flight.modifiers(r.flight.tables["G-9"])]
