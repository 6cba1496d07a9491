"""Guns, fighters' fire and what it does: tests Q-T18 to Q-T39 and Q-T78 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import ACE, two

from combatbox.bomber import crew, gunnery, shells
from combatbox.bomber.gunnery import Shot
from combatbox.games.queen import crew_moves, gun_allocation, hazards, waves


def shot(gun, man, column="", fighter=0, **more):
    return Shot(gun, man, fighter, column, **more)


def bears(gun, place="12_high", kind="me109"):
    return f"{place}|{gun}@{kind}"


@pytest.mark.rule("Q-B4a", "Q6.4b-1")
def test_qt18_shells_of_an_fw190_and_of_an_me110(rig):
    r = rig({"B-4": ["shells 3", "shells 8"], "B-5": ["no_effect"] * 20}, zone=5).wave(
        ("fw190", "12_high"), ("me110", "6_level")
    )
    found = shells.locate(r.flight, [0, 1])
    assert [who for table, who in r.dice.thrown if table == "B-5"] == ["f1"] * 3 + ["f2"] * 8
    assert found == []
    r = rig({"B-4": ["shells 4"], "B-5": ["no_effect"] * 20}, zone=5).wave(("fw190", "12_high"))
    shells.locate(r.flight, [0])
    assert r.dice.tables().count("B-5") == 4  # three, and half as many again, rounded down


@pytest.mark.rule("Q-B5-2", "Q-B5a", "Q-R10", "Q6.4c-1")
def test_qt19_walking_hits_replace_the_other_shells(rig):
    r = rig(
        {
            "B-4": ["shells 3"],
            "B-5": ["section pilot_compartment", "walking_hits nose pilot_compartment", "section port_wing"],
        },
        zone=5,
    ).wave(("me109", "12_high"))
    found = shells.locate(r.flight, [0])
    assert [section for _, section in found] == ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]


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


@pytest.mark.rule("Q-B5c", "Q-B5d", "Q-B5b")
@pytest.mark.parametrize(("place", "wing"), [("9_level", "port_wing"), ("3_level", "starboard_wing")])
def test_qt20_walking_hits_strike_the_wing_on_the_attacking_side(rig, place, wing):
    r = rig({"B-4": ["shells 1"], "B-5": ["walking_hits nose attacking_side_wing"]}, zone=5).wave(("me109", place))
    assert [section for _, section in shells.locate(r.flight, [0])] == ["nose", wing, "waist", "tail"]


@pytest.mark.rule("Q-M2a", "Q-M2b", "Q6.3c-1", "Q-R38")
@pytest.mark.parametrize(
    ("gun", "man", "kind", "die", "damage"),
    [
        ("tail", "tail_gunner", "fw190", 4, "fboa"),
        ("nose", "bombardier", "fw190", 5, "fboa"),
        ("ball_turret", "ball_gunner", "me109", 4, "destroyed"),
        ("port_waist", "port_waist_gunner", "fw190", 1, "fca"),
    ],
)
def test_qt21_qt22_twin_guns_and_the_fw190_change_the_damage(rig, gun, man, kind, die, damage):
    r = rig({"M-2": [die]}, zone=5).wave((kind, "12_high"))
    gunnery.damage_fighter(r.flight, shot(gun, man))
    assert r.fighter(1).damage == damage
    assert r.state.men[man].kills == (damage == "destroyed")


@pytest.mark.rule("Q-E03", "Q-E04", "Q-M3", "Q-R11")
@pytest.mark.parametrize(("die", "hits"), [(6, True), (5, False)])
def test_qt23_two_fca_cost_two_and_end_the_attacks(rig, die, hits):
    r = rig({"M-3": [die], "M-2": ["fca"] * 2, "B-4": ["shells 1"], "B-5": ["no_effect"]}, {"aim": "hold"}, zone=5)
    r.wave(("me109", "12_high"))
    for _ in range(2):
        gunnery.damage_fighter(r.flight, shot("nose", "bombardier"))
    assert r.fighter(1).damage == "fboa"
    r.fly(waves.attacks)
    assert (r.fighter(1).hit, r.fighter(1).why) == (hits, "broke_off" if hits else "missed")
    assert "B-6" not in r.dice.tables()


@pytest.mark.rule("Q-E03", "Q-E04", "Q17.0-5", "Q-R37")
def test_qt24_two_fboa_destroy_before_it_fires(rig):
    r = rig({"M-1": ["hit"] * 3, "M-2": ["fboa"] * 2}, {"aim": "f1"}, zone=5).wave(("fw190", "6_high"))
    r.state.guns["radio_room"].bursts = 0
    r.fly(waves.attack)
    assert (r.fighter(1).damage, r.fighter(1).why) == ("destroyed", "destroyed")
    assert "M-3" not in r.dice.tables()
    assert [man.role for man in r.state.men.values() if man.kills] == ["tail_gunner"]


@pytest.mark.rule("Q-R12", "Q-E03", "Q-E04")
@pytest.mark.parametrize(("option", "damage"), [("rolled_only", "fboa"), ("derived_too", "destroyed")])
def test_qt25_two_fca_and_one_fboa_do_not_destroy(rig, option, damage):
    r = rig({"M-2": ["fca", "fca", "fboa"]}, zone=5, rulings={"Q-R12": option}).wave(("me109", "12_high"))
    for _ in range(3):
        gunnery.damage_fighter(r.flight, shot("nose", "bombardier"))
    assert r.fighter(1).damage == damage
    if damage == "fboa":
        assert sum(add for _, add in r.flight.modifiers(r.flight.tables["M-3"])) == -4


@pytest.mark.rule("Q9.2-1", "Q9.2-2", "Q9.2-3", "Q-R13")
def test_qt28_a_passing_shot_is_lost_with_the_tail_guns_and_costs_nothing(rig):
    r = rig(
        {"M-3": ["hit"], "B-4": ["shells 1"], "B-5": ["section tail"], "P-6": ["gun_out tail"]},
        {"aim": "hold", "aim tail": "passing f1"},
        zone=5,
    )
    r.wave(("me109", "12_high"))
    r.fly(waves.attack)
    assert r.state.guns["tail"].out
    assert r.state.guns["tail"].bursts == 23
    assert "M-1-HARD" not in r.dice.tables()


@pytest.mark.rule("Q9.2-3", "Q9.2-5", "Q9.2-6", "Q-P4.3")
def test_qt29_a_passing_shot_is_lost_with_the_intercom(rig):
    r = rig(
        {"M-3": ["miss", "hit"], "B-4": ["shells 1"], "B-5": ["section radio_room"], "P-4": ["intercom_out"]},
        {"aim": "hold", "aim tail": "passing f1"},
        zone=5,
    ).wave(("me109", "12_high"), ("me109", "9_high"))
    r.fly(waves.attack)
    assert r.state.plane.parts["intercom_out"]
    assert r.state.guns["tail"].bursts == 23
    assert r.fighter(1).why == "missed"


@pytest.mark.rule("Q-E33", "Q9.2-4", "Q9.3-1", "Q9.2-7", "Q-M1c")
def test_qt30_an_ace_adds_one_to_a_passing_shot(rig):
    r = rig({"M-3": ["miss"], "M-1-HARD": [5], "M-2": [1]}, {"aim": "hold", "aim tail": "passing f1"}, zone=5)
    r.wave(("me109", "12_high"))
    r.state.men["tail_gunner"].kills = ACE
    r.fly(waves.attack)
    assert r.fighter(1).fca == 1
    assert r.state.guns["tail"].bursts == 22


@pytest.mark.rule("Q9.2-7", "Q-R11")
def test_a_passing_shot_that_marks_fboa_ends_the_attacks_of_a_fighter_that_hit(rig):
    r = rig(
        {"M-3": ["hit"], "B-4": ["shells 1"], "B-5": ["no_effect"], "M-1-HARD": ["hit"], "M-2": ["fboa"]},
        {"aim": "hold", "aim tail": "passing f1"},
        zone=5,
    ).wave(("me109", "12_high"))
    r.fly(waves.attacks)
    assert (r.fighter(1).hit, r.fighter(1).why) == (True, "broke_off")


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


@pytest.mark.rule("Q9.3-3", "Q-R31", "Q-BL4a-1")
@pytest.mark.parametrize(("option", "hit"), [("any_wound", False), ("second_wound", True)])
def test_qt32_a_wounded_ace_has_no_bonus(rig, option, hit):
    r = rig({"M-1": [5]}, zone=5, rulings={"Q-R31": option}).wave(("me109", "12_high"))
    man = r.state.men["engineer"]
    man.kills, man.light = ACE, 1
    assert gunnery.shoot(r.flight, shot("top_turret", "engineer", bears("top_turret"))) is hit


@pytest.mark.rule("Q9.3-2")
def test_qt33_the_bonus_comes_with_the_shot_after_the_fifth_kill(rig):
    r = rig({"M-1": [6, 5], "M-2": [6]}, zone=5).wave(("me109", "12_high"), ("me109", "12_high"))
    r.state.men["engineer"].kills = ACE - 1
    first = shot("top_turret", "engineer", bears("top_turret"))
    r.fly(gunnery.fire, [first])
    assert r.state.men["engineer"].kills == ACE
    assert gunnery.shoot(r.flight, shot("top_turret", "engineer", bears("top_turret"), fighter=1))


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


@pytest.mark.rule("Q14.2b-2")
def test_ball_gunner_and_engineer_keep_the_bonus_in_each_others_turrets(rig):
    r = rig({"M-1": [5]}, zone=5).wave(("me109", "12_high"))
    r.state.men["ball_gunner"].kills = ACE
    assert gunnery.shoot(r.flight, shot("top_turret", "ball_gunner", bears("top_turret")))


@pytest.mark.rule("Q9.1-2", "Q9.1-3")
def test_qt36_the_cheek_guns_never_fire_together(rig):
    r = rig({}, {"aim port_cheek": "f1", "aim": "f2", "aim tail": "hold"}, zone=5)
    r.wave(("me109", "10:30_level"), ("me109", "1:30_level"))
    assert [s.gun for s in r.fly(gun_allocation.allocate)] == ["port_cheek"]
    assert [d.who for d in r.player.asked] == ["port_cheek", "tail"]


@pytest.mark.rule("Q9.1-4", "Q-R34", "Q6.3a-1")
def test_with_one_fit_man_in_the_nose_one_gun_fires(rig):
    r = rig({}, {"aim": "f1", "aim starboard_cheek": "f2", "aim tail": "hold"}, zone=5)
    r.wave(("me109", "12_level"), ("me109", "1:30_level"))
    r.state.men["bombardier"].serious = True
    shots = r.fly(gun_allocation.allocate)
    assert [(s.gun, s.man) for s in shots if s.gun != "top_turret"] == [("nose", "navigator")]
    assert "starboard_cheek" not in [d.who for d in r.player.asked]


@pytest.mark.rule("Q6.3a-2", "Q9.4-1", "Q9.4-2")
def test_a_gun_marks_off_a_burst_and_an_empty_one_is_not_asked(rig):
    r = rig({}, {"aim": "f1", "aim tail": "hold"}, zone=5).wave(("me109", "12_high"))
    r.state.guns["nose"].bursts = 0
    shots = r.fly(gun_allocation.allocate)
    assert [s.gun for s in shots] == ["top_turret"]
    assert r.state.guns["top_turret"].bursts == 15
    assert "nose" not in [d.who for d in r.player.asked]


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


@pytest.mark.rule("Q9.4-3", "Q-P1.3", "Q-R35")
def test_a_broken_gun_gives_its_bursts_and_a_single_one_takes_from_twins(rig):
    r = rig({}, {"pass_bursts": ["10 from tail to nose", "done"]}, zone=5)
    r.state.guns["nose"].bursts, r.state.guns["tail"].out = 0, True
    r.fly(crew_moves.pass_bursts)
    assert (r.state.guns["nose"].bursts, r.state.guns["tail"].bursts) == (10, 13)
    assert "16 from tail to nose" not in r.player.options("pass_bursts")  # the nose gun began with 15


@pytest.mark.rule("Q9.4-5", "Q14.1-1")
@pytest.mark.parametrize("attacked", [True, False])
def test_qt39_bursts_are_passed_only_in_a_turn_without_an_attack(rig, attacked):

    r = rig({}, {}, zone=5, attacked=attacked)
    r.state.guns["nose"].bursts = 0
    r.fly(hazards.end_turn)
    assert ("pass_bursts" in r.player.kinds()) is not attacked


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


@pytest.mark.rule("Q-M5b", "Q-B7e", "Q-E30")
def test_a_jammed_gun_is_worked_on_in_each_new_zone(rig):
    from combatbox.games.queen import flow

    r = rig({"M-5-REPAIR": ["no_effect", "gun_unjammed this", "gun_out this"]}, zone=5)
    tail, ball = r.state.guns["tail"], r.state.guns["ball_turret"]
    tail.jammed = "spray"
    flow.clear_jams(r.flight)
    assert tail.jammed
    flow.clear_jams(r.flight)
    assert not tail.jammed
    tail.jammed = "spray"
    flow.clear_jams(r.flight)
    assert tail.out
    ball.jammed = "cold"
    hazards.go_down(r.flight, "oxygen.descends", "oxygen")
    assert ball.works


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


@pytest.mark.rule("Q12.2-6", "Q14.1-3", "Q-R75")
def test_a_man_who_fights_a_fire_or_moves_is_silent_for_a_wave(rig):
    r = rig({"BL-3": ["fire_out"]}, {"fight_fire": "port_waist_gunner", "aim": "hold"}, zone=5).wave(
        ("me109", "9_high")
    )
    r.state.due.fires = ["waist"]
    r.fly(crew.fight_fires)
    assert gun_allocation.gunner(r.flight, "port_waist") is None
    crew_moves.end_wave(r.state, fought=True)
    r.state.battle.under_attack = False
    assert gun_allocation.gunner(r.flight, "port_waist")
    crew_moves.move(r.flight, r.state.men["port_waist_gunner"], "tail_gunner", safe=False)
    crew_moves.begin_wave(r.state)
    assert gun_allocation.gunner(r.flight, "tail") is None
    crew_moves.end_wave(r.state, fought=True)
    assert gun_allocation.gunner(r.flight, "tail")


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


@pytest.mark.rule("Q-R37")
def test_nobody_is_asked_where_the_order_of_the_guns_cannot_matter(rig):
    r = rig({"M-1": ["hit", "miss", "hit"], "M-2": ["fca"] * 2}, zone=5).wave(("me109", "9_high"), ("me109", "12_high"))
    misses = nine_high("port_waist", "port_waist_gunner")
    other = shot("nose", "bombardier", bears("nose"), fighter=1)
    r.fly(gunnery.fire, [nine_high("top_turret", "engineer"), misses, other])
    assert r.dice.tables().count("M-2") == 2
    assert r.player.asked == []


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
    "M-1": [1] * 9,
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


@pytest.mark.rule("Q14.1-4")
@pytest.mark.parametrize(("place", "faces"), [("target", {"O-3": ["miss"] * 3}), ("low", {"O-3": ["miss"] * 2})])
def test_the_waist_gunners_may_change_guns_after_flak_with_nothing_broken(rig, place, faces):

    answers = {"move": "starboard_waist_gunner", "move_to": "port_waist_gunner"}
    r = rig(faces, answers, zone=5)
    r.fly(hazards.under_flak, "light", len(faces["O-3"]), place)
    assert [r.state.stations[station] for station in WAIST] == list(WAIST[::-1])


@pytest.mark.rule("Q14.1-2", "Q14.1-4")
def test_without_the_intercom_the_waist_gunners_keep_their_guns_under_attack(rig):
    r = rig({}, {}, zone=5)
    r.state.plane.parts["intercom_out"] = True
    r.fly(crew_moves.moves, safe=False)
    assert r.player.asked == []


@pytest.mark.rule("Q14.1-4")
def test_the_waist_gunners_change_sides_at_no_cost(rig):
    r = rig({}, zone=5).wave(("me109", "9_high"))
    crew_moves.move(r.flight, r.state.men["port_waist_gunner"], "starboard_waist_gunner", safe=False)
    assert gun_allocation.gunner(r.flight, "port_waist").role == "starboard_waist_gunner"


@pytest.mark.rule("Q14.1-2")
def test_without_the_intercom_men_move_in_safe_turns_alone(rig):
    r = rig({}, {}, zone=5)
    r.state.plane.parts["intercom_out"] = r.state.men["bombardier"].serious = True
    r.fly(crew_moves.moves, safe=False)
    assert r.player.asked == []
    r.fly(crew_moves.moves, safe=True)
    assert r.player.kinds() == ["move"]


@pytest.mark.rule("Q14.2d-1", "Q14.2c")
def test_the_pilots_stay_in_their_seats(rig):
    r = rig({}, {}, zone=5)
    r.state.men["bombardier"].serious = True
    r.fly(crew_moves.moves, safe=True)
    assert not {"pilot", "copilot", "bombardier"} & set(r.player.options("move"))


@pytest.mark.rule("Q14.2a", "Q-R29", "Q-P1.4")
def test_a_hit_falls_on_whoever_sits_there(rig):
    r = rig({"P-1": ["wound bombardier"] * 2, "BL-4": ["light_wound"]}, zone=5)
    crew.change_places(r.state, r.state.men["radio_operator"], "bombardier")
    shells.strike(r.flight, "nose")
    assert r.state.men["radio_operator"].light == 1
    r.state.stations["bombardier"] = ""
    shells.strike(r.flight, "nose")
    assert r.dice.tables().count("BL-4") == 1


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


@pytest.mark.rule("Q-R76", "Q14.2c")
def test_with_nobody_fit_to_fly_the_plane_goes_down(rig):
    from combatbox.bomber.decision_options import FlightOver

    r = rig({}, zone=5)
    for man in r.state.men.values():
        man.serious = True
    with pytest.raises(FlightOver):
        r.fly(crew.man_the_controls)
    assert (r.state.due.lost, r.state.aboard) == ("nobody_to_fly", [])
