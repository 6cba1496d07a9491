"""Combat by day (sections 5.1 to 5.7): who comes, whose sight works which turret, both sides' fire, what comes again."""

from __future__ import annotations

import pytest
from b29rig import shots, two

from combatbox.bomber import board, gunnery, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import attacks, combat, crew_moves, formation, guns
from combatbox.library.load import load
from combatbox.play.narrate import narration_context

ACE = load("superfort").const.ace_kills


def allocated(r, *targets):
    return shots(r.fly(guns.allocate, list(targets), guns.Plan()))


# ---- 5.1 resistance


@pytest.mark.rule("F5.1A.1", "F5.1A.2", "F5.1A.3", "A19")
@pytest.mark.parametrize(
    ("mission", "zone", "setup", "comes"),
    [
        (12, 9, {}, False), (12, 10, {}, True), (12, 14, {}, True), (12, 6, {}, False), (5, 6, {}, True),
        (5, 6, {"leg": "back"}, True), (5, 6, {"leg": "back", "landing_time": "night"}, False),
        (5, 6, {"leg": "back", "landing_time": "night", "takeoff": "night"}, True), (5, 6, {"landing_time": "night"}, True),
        (5, 5, {"truk": True, "target_zone": 5}, True), (5, 6, {"truk": True, "target_zone": 5}, False),
    ],
)  # fmt: skip
def test_f51a_where_fighters_fly(b29, mission, zone, setup, comes):
    assert combat.fighters_about(b29(mission=mission, zone=zone, **setup).flight) is comes


@pytest.mark.rule("F5.1A.4", "F5.1B.1")
def test_f51b_pressure_is_decided_before_the_roll_for_resistance(b29):
    r = b29({"T5-1": ["resistance none"], "R4-2-OXYGEN": ["no_effect"]}, {"give_up_pressure": "give_up"})
    r.fly(combat.fight)
    assert r.dice.tables() == ["R4-2-OXYGEN", "T5-1"]
    assert not r.state.pressure.pressurized
    assert r.state.pressure.given_up
    assert r.state.clash.resistance == "none"


@pytest.mark.rule("F5.1B.1")
@pytest.mark.parametrize("setup", [{"repressurized": 11}, {"altitude": "low"}, {"pressurized": False}])
def test_f51b_not_asked_after_restoring_it_this_turn_low_down_or_without_any(b29, setup):
    r = b29({"T5-1": ["resistance none"]}, **setup)
    r.fly(combat.fight)
    assert r.player.kinds() == []


@pytest.mark.rule("F2.3C.1", "F2.3F.1", "F4.8C.3", "A36")
@pytest.mark.parametrize(
    ("setup", "level"),
    [
        ({}, "none"), ({"squadron": "low"}, "light"), ({"out_of_formation": True}, "moderate"), ({"briefed": "heavy"}, "light"),
        ({"zone_modifier": 4}, "moderate"), ({"mission": 21, "squadron": "low", "zone_modifier": 1}, "light"),
        ({"squadron": "low", "formation": "tail", "zone": 12}, "moderate"), ({"formation": "tail", "zone": 12, "out_of_formation": True}, "moderate"),
        ({"formation": "lead", "zone": 12, "zone_modifier": 1, "out_of_formation": True}, "moderate"), ({"mission": 5, "squadron": "low"}, "moderate"),
        ({"squadron": "low", "escort": "p51", "escort_met": True}, "none"), ({"squadron": "low", "weather": "bad"}, "none"),
    ],
)  # fmt: skip
def test_t51_what_changes_the_resistance_roll(b29, setup, level):
    r = b29({"T5-1": two(7)}, **setup)
    r.flight.roll("combat.resistance")
    assert r.state.clash.resistance == level


@pytest.mark.rule("F5.3A.1", "F5.3B.1", "F5.3B.2")
@pytest.mark.parametrize(
    ("wave", "fired"),
    [
        # whoever could fire the upper turrets too leaves them to the CFC gunner, where he alone can fire the lower one
        ([("tony", "12_low"), ("nick", "1:30_high")], {("fwd_upper", "cfc", 1), ("fwd_lower", "bombardier", 0), ("aft_upper", "cfc", 1)}),
        # the lower turrets go to the fighter below, although the other one is the greater danger
        ([("nick", "12_high"), ("oscar", "9_low")],
         {("fwd_upper", "bombardier", 0), ("fwd_lower", "left_gunner", 1), ("aft_upper", "cfc", 0), ("aft_lower", "left_gunner", 1)}),
        # a gunner who could fire two turrets at one of them takes the other one, where nobody else can
        ([("zeke", "6_low"), ("zeke", "3_low"), ("zeke", "9_low")],
         {("fwd_lower", "right_gunner", 1), ("aft_lower", "left_gunner", 2), ("tail", "tail_gunner", 0)}),
    ],
)  # fmt: skip
def test_the_doctrine_fires_at_every_fighter_that_guns_and_men_suffice_for(b29, wave, fired):
    r = b29().wave(*wave)
    assert allocated(r, *range(len(wave))) == fired


@pytest.mark.rule("F5.3B.1")
def test_the_doctrine_makes_the_best_of_a_gun_that_the_player_has_given_away(b29):
    r = b29((), {"aim fwd_upper": "f2 by bombardier"}).wave(("tony", "12_low"), ("nick", "1:30_high"))
    assert allocated(r, 0, 1) == {("fwd_upper", "bombardier", 1), ("aft_upper", "cfc", 1)}


@pytest.mark.rule("F5.2A.1", "A20")
@pytest.mark.parametrize(
    ("level", "die", "attacks_"),
    [("light", 2, 1), ("light", 3, 0), ("moderate", 3, 1), ("moderate", 4, 0), ("heavy", 4, 1), ("heavy", 5, 0)],
)
def test_f52a_how_often_a_fighter_attacks(b29, level, die, attacks_):
    r = b29({"R5-2": [die]})
    r.flight.roll("combat.attack", column=f"{level}@hits")
    assert r.state.hand.hits == attacks_


# ---- 5.2 who comes from where


def come(b29, dice, **setup):
    r = b29(dice, **setup)
    r.wave()
    combat.attackers(r.flight)
    assert r.dice.rest() == {}
    return r, [(f.type, f.position) for f in r.state.wave.fighters]


@pytest.mark.rule("F5.2B.1", "F5.2C.1", "F5.2D.1")
def test_f52_type_area_and_angle_in_that_order(b29):
    r, found = come(b29, {"T5-2": ["fighter_type tony"], "T5-3": ["attack_from 1:30"], "T5-4": ["angle level"]})
    assert found == [("tony", "1:30_level")]
    assert r.dice.tables() == ["T5-2", "T5-3", "T5-4"]


@pytest.mark.rule("F5.2B.1")
@pytest.mark.parametrize(("mission", "zone", "kind"), [(5, 12, "jack"), (12, 12, "george"), (5, 6, "zeke")])
def test_f52b_the_column_of_types(b29, mission, zone, kind):
    _, found = come(
        b29, {"T5-2": two(11), "T5-3": ["attack_from 6"], "T5-4": ["angle low"]}, mission=mission, zone=zone
    )
    assert found == [(kind, "6_low")]


@pytest.mark.rule("F5.2C.1")
def test_f52c_a_vertical_attack_has_no_angle_and_may_bring_another(b29):
    _, found = come(
        b29,
        {
            "T5-2": ["fighter_type zeke", "fighter_type irving"],
            "T5-3": ["attack_from vertical_dive"],
            "T5-3/2": ["attack_from 12"],
            "T5-4": ["angle high"],
        },
    )
    assert found == [("zeke", "vertical_dive"), ("irving", "12_high")]
    _, found = come(
        b29, {"T5-2": ["fighter_type zeke"], "T5-3": ["attack_from vertical_climb"], "T5-3/12": ["no_more_fighters"]}
    )
    assert found == [("zeke", "vertical_climb")]


@pytest.mark.rule("F5.2C.1", "F5.2E.1")
@pytest.mark.parametrize(
    ("setup", "dice", "number"),
    [({}, [3], 1), ({}, [6], 3), ({"out_of_formation": True}, [1, 4], 2), ({"out_of_formation": True}, [6, 1], 3)],
)
def test_f52c_a_coordinated_attack_out_of_formation_takes_the_higher_of_two(b29, setup, dice, number):
    faces = {
        "T5-2": two(8) * number,
        "T5-3": ["coordinated_attack"],
        "T5-3-COORDINATED": dice,
        "T5-4": [1, 6, 3][:number],
    }
    _, found = come(b29, faces, **setup)
    assert found == [("tojo", "12_high"), ("tojo", "1:30_low"), ("tojo", "10:30_high")][:number]


@pytest.mark.rule("F5.2C.1")
@pytest.mark.parametrize(
    ("setup", "dice", "bombs"),
    [({}, [6], True), ({}, [5], False), ({"mission": 10}, [], False), ({"out_of_formation": True}, [], False)],
)
def test_t53_an_air_to_air_bomb_from_mission_eleven_on_against_a_formation(b29, setup, dice, bombs):
    r, _ = come(
        b29,
        {"T5-2": ["fighter_type tojo"], "T5-3": two(9), "T5-3/9": dice, "T5-4": ["angle high"]},
        **setup,
    )
    assert r.state.clash.air_bomb is bombs


# ---- 5.3 sights and turrets


@pytest.mark.rule("F5.3A.1", "F5.3A.2", "F5.3A.3")
def test_f53a_one_man_fires_several_turrets_at_one_fighter(b29):
    r = b29({}, {"aim fwd_upper": "f1 by cfc"}).wave(("zeke", "12_high"))
    assert allocated(r, 0) == {("fwd_upper", "cfc", 0), ("aft_upper", "cfc", 0)}
    assert r.player.options("aim", "fwd_upper") == ("f1 by bombardier", "f1 by cfc", "hold")
    assert r.player.options("aim", "aft_upper") == ("f1 by cfc", "hold")


@pytest.mark.rule("F5.3B.1", "F5.3B.2", "F5.3C.5")
def test_f53b_no_man_fires_at_two_fighters(b29):
    r = b29({}, {"aim fwd_upper": "f1 by cfc"}).wave(("zeke", "12_high"), ("zeke", "9_high"))
    assert allocated(r, 0, 1) == {("fwd_upper", "cfc", 0), ("aft_upper", "cfc", 0)}
    assert r.player.options("aim", "fwd_upper") == ("f1 by bombardier", "f1 by cfc", "f2 by cfc", "hold")
    assert r.player.options("aim", "aft_upper") == ("f1 by cfc", "hold")  # the cfc is at the first fighter already


@pytest.mark.rule("F5.3A.1")
def test_f53a_a_gun_may_hold_its_fire(b29):
    r = b29({}, {"aim": "hold"}).wave(("zeke", "6_level"))
    assert allocated(r, 0) == set()
    assert {d.who for d in r.player.asked} == {"aft_lower", "tail"}  # held, the tail guns hold the cannon as well


@pytest.mark.rule("F5.3A.2", "F2.3D.2")
@pytest.mark.parametrize(("mission", "cannon"), [(10, True), (11, False)])
def test_t56_the_cannon_is_laid_with_the_tail_guns_and_flies_to_mission_ten(b29, mission, cannon):
    r = b29({}, {"aim tail": "f1 by left_gunner"}, mission=mission).wave(("zeke", "6_low"))
    found = allocated(r, 0)
    assert ("tail", "left_gunner", 0) in found
    assert (("tail_cannon", "left_gunner", 0) in found) is cannon


@pytest.mark.rule("F5.3A.2")
@pytest.mark.parametrize(
    ("place", "guns_"),
    [
        ("12_level", {"fwd_upper", "fwd_lower"}), ("12_low", {"fwd_lower"}), ("3_level", {"aft_upper", "aft_lower"}),
        ("9_low", {"fwd_lower", "aft_lower"}), ("6_high", {"fwd_upper", "aft_upper", "tail", "tail_cannon"}),
        ("vertical_dive", {"fwd_upper", "aft_upper"}), ("vertical_climb", {"fwd_lower", "aft_lower"}),
    ],
)  # fmt: skip
def test_t56_which_turrets_bear(b29, place, guns_):
    r = b29(mission=3).wave(("zeke", place))
    assert {gun for gun, _, _ in allocated(r, 0)} == guns_


@pytest.mark.rule("F5.3C.2", "F7.3.5", "F7.5.3", "F7.6B.2")
@pytest.mark.parametrize("down", [{"serious": True}, {"idle": True}, {"silent": True}])
def test_f53c_a_man_who_cannot_act_is_left_out(b29, down):
    r = b29().wave(("zeke", "12_high"))
    for name, value in down.items():
        setattr(r.man("cfc"), name, value)
    assert allocated(r, 0) == {("fwd_upper", "bombardier", 0)}


@pytest.mark.rule("F7.6B.1", "F5.3A.2")
def test_t56_the_sight_goes_with_the_place_not_with_the_man(b29):
    r = b29().wave(("zeke", "12_low"))
    r.kill("bombardier")
    assert allocated(r, 0) == set()
    r.man("navigator").station, r.state.stations["bombardier"] = "bombardier", "navigator"
    assert allocated(r, 0) == {("fwd_lower", "navigator", 0)}


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(
    ("part", "silent"), [("top_sight_out", {"fwd_upper", "aft_upper"}), ("turrets_out", {"fwd_upper", "aft_upper"})]
)
def test_t76_a_sight_out_or_the_computer_out_silences(b29, part, silent):
    r = b29().wave(("zeke", "6_high"))
    r.state.plane.parts[part] = True
    assert allocated(r, 0) == {("tail", "tail_gunner", 0)}


@pytest.mark.rule("F5.3C.1", "A21")
@pytest.mark.parametrize(("die", "man"), [(3, "bombardier"), (4, "cfc")])
def test_f53c_without_the_intercom_a_die_names_the_cabin(b29, die, man):
    r = b29({"T5-6-INTERCOM": [die]}).wave(("zeke", "12_high"))
    r.state.plane.parts["intercom_out"] = True
    assert allocated(r, 0) == {("fwd_upper", man, 0), ("aft_upper", "cfc", 0)}


@pytest.mark.rule("F5.3C.2", "F5.3C.3")
def test_f53c_no_die_where_one_cabin_is_left_and_the_waist_chooses(b29):
    r = b29({}, {"who": "right_gunner"}).wave(("zeke", "6_low"))
    r.state.plane.parts["intercom_out"] = True
    r.kill("tail_gunner")
    found = allocated(r, 0)
    assert r.dice.thrown == []
    assert {man for _, man, _ in found} == {"right_gunner"}
    assert r.player.options("who") == ("left_gunner", "right_gunner")


@pytest.mark.rule("F5.3C.4", "F5.3C.6", "A21")
def test_f53c_a_man_named_who_fires_elsewhere_leaves_the_turret_silent(b29):
    r = b29({"T5-6-INTERCOM": [6, 6]}, {"order": "f2"}).wave(("zeke", "12_high"), ("zeke", "9_high"))
    r.state.plane.parts["intercom_out"] = True
    found = allocated(r, 0, 1)
    assert found == {("fwd_upper", "cfc", 1), ("aft_upper", "cfc", 1)}  # the second fighter first; then nobody is left


# ---- fire


def fires(b29, gun, man, kind, place, die, **setup):
    r = b29({"T5-7": [die], "T5-7-HARD": [die]}, **setup).wave((kind, place))
    return gunnery.shoot(r.flight, gunnery.Shot(gun, man, 0, guns.bearing(r.flight, gun, 0).column)), r


@pytest.mark.rule("X5.3D")
@pytest.mark.parametrize(
    ("gun", "man", "place", "needed"),
    [
        ("fwd_upper", "bombardier", "12_high", 6), ("fwd_upper", "cfc", "vertical_dive", 6), ("aft_upper", "cfc", "3_high", 5),
        ("aft_lower", "left_gunner", "6_level", 5), ("aft_lower", "left_gunner", "vertical_climb", 5), ("tail", "tail_gunner", "6_level", 4),
        ("tail", "cfc", "6_level", 5), ("aft_lower", "cfc", "3_level", 6),
    ],
)  # fmt: skip
def test_t57_what_a_gun_needs(b29, gun, man, place, needed):
    for die in (needed - 1, needed):
        assert fires(b29, gun, man, "tony", place, die)[0] is (die == needed)


@pytest.mark.rule("F5.7B.2", "F5.2F.1", "A37")
@pytest.mark.parametrize(
    ("setup", "hits"),
    [
        ({}, True),
        ({"aim_spoiled": True}, False),
        ({"plane.tail_ammunition_hit": True}, False),
        ({"plane.computer_hits": 1}, True),
    ],
)
def test_t57_evasion_ammunition_and_computer(b29, setup, hits):
    assert fires(b29, "tail", "tail_gunner", "tony", "6_level", 4, **setup)[0] is hits


@pytest.mark.rule("F7.1.2")
def test_t57_the_computer_serves_the_four_turrets(b29):
    assert not fires(b29, "aft_upper", "cfc", "tony", "3_high", 5, **{"plane.computer_hits": 1})[0]


@pytest.mark.rule("X5.3E")
def test_t57_an_ace_at_his_own_gun_and_a_six_whatever_is_against_it(b29):
    assert fires(b29, "tail", "tail_gunner", "tony", "6_level", 3, **{"men.tail_gunner.kills": ACE})[0]
    assert fires(b29, "fwd_lower", "cfc", "tony", "1:30_level", 6, aim_spoiled=True, **{"plane.computer_hits": 1})[0]


@pytest.mark.rule("F7.6A.1")
def test_t57_two_light_wounds_leave_only_the_six(b29):
    hit, r = fires(b29, "tail", "tail_gunner", "tony", "6_level", 5, **{"men.tail_gunner.light": 2})
    assert not hit
    assert r.dice.tables() == ["T5-7-HARD"]


@pytest.mark.rule("X5.3D")
@pytest.mark.parametrize(
    ("gun", "kind", "die", "damage"),
    [
        ("aft_lower", "tony", 2, "fca"), ("aft_lower", "tony", 3, "fboa"), ("aft_lower", "tony", 5, "destroyed"),
        ("fwd_upper", "tony", 4, "destroyed"), ("aft_lower", "zeke", 4, "destroyed"), ("aft_lower", "jack", 5, "fboa"),
        ("fwd_upper", "zeke", 3, "destroyed"), ("tail_cannon", "frank", 2, "fca"), ("tail", "irving", 1, "fca"),
    ],
)  # fmt: skip
def test_t58_turret_armour_and_size(b29, gun, kind, die, damage):
    r = b29({"T5-8": [die]}).wave((kind, "6_level"))
    gunnery.damage_fighter(r.flight, gunnery.Shot(gun, "cfc", 0, "side"))
    assert r.fighter(1).damage == damage
    assert r.man("cfc").kills == (damage == "destroyed")


@pytest.mark.rule("F5.2F.1", "F5.2F.2")
def test_f52f_guns_are_given_out_before_the_pilot_is_known(b29):
    dice = {"T5-7": ["miss"] * 3, "T5-5": ["fighter_pilot ace"], "T5-9": ["miss"], "R5-5": ["passes_clear"]}
    r = b29(dice).wave(("tony", "12_high"))
    r.fighter(1).status = ""
    r.fly(attacks.attack)
    assert r.dice.tables() == ["T5-5", "T5-7", "T5-7", "T5-9", "R5-5"]
    assert r.fighter(1).status == "ace"


# ---- 5.4 their fire


@pytest.mark.rule("X5.4A", "F7.2.2d", "F5.7B.2")
@pytest.mark.parametrize(
    ("place", "total", "setup", "hits"),
    [
        ("12_high", 7, {}, False), ("12_high", 8, {}, True), ("3_low", 8, {}, True), ("6_low", 7, {}, True), ("6_low", 6, {}, False),
        ("vertical_climb", 7, {}, True), ("vertical_dive", 7, {}, False), ("12_high", 8, {"evading": True}, False),
        ("6_high", 2, {}, False),
    ],
)  # fmt: skip
def test_t59_what_a_fighter_needs(b29, place, total, setup, hits):
    r = b29(
        {"T5-9": two(total), "T5-10": ["shells 1"], "T5-11": ["no_effect"], "R5-5": ["passes_clear"]}, **setup
    ).wave(("tony", place))
    r.fly(attacks.their_fire, [0])
    assert r.fighter(1).hit is hits


@pytest.mark.rule("F7.2.2d")
def test_t59_two_engines_out_make_it_easier(b29):
    r = b29({"T5-9": two(7), "T5-10": ["shells 1"], "T5-11": ["no_effect"], "R5-5": ["passes_clear"]}).wave(
        ("tony", "12_high")
    )
    r.state.engines[0].out = r.state.engines[1].out = True
    r.fly(attacks.their_fire, [0])
    assert r.fighter(1).hit


@pytest.mark.rule("X5.4A")
def test_t59_twelve_hits_whatever_is_against_it(b29):
    r = b29({"T5-9": [6, 6], "T5-10": ["shells 1"], "T5-11": ["no_effect"]}, evading=True).wave(
        ("tony", "12_high"), damage="fboa", fboa=1, fca=1
    )
    r.fighter(1).status = "green"
    r.fly(attacks.their_fire, [0])
    assert r.fighter(1).hit
    assert "R5-5" not in r.dice.tables()


@pytest.mark.rule("X5.4B")
@pytest.mark.parametrize(
    ("kind", "total", "shells"),
    [("oscar", 7, 1), ("oscar", 9, 1), ("tony", 9, 2), ("jack", 9, 3), ("jack", 7, 1), ("nick", 7, 2)],
)
def test_t510_the_class_of_the_fighter(b29, kind, total, shells):
    r = b29({"T5-9": ["hit"], "T5-10": two(total), "T5-11": two(7) * shells, "R5-5": ["passes_clear"]}).wave(
        (kind, "12_high")
    )
    r.fly(attacks.their_fire, [0])
    assert r.dice.tables().count("T5-11") == shells
    assert r.dice.rest() == {}


@pytest.mark.rule("X5.4B")
@pytest.mark.parametrize(
    ("place", "die", "inner", "sections"),
    [
        ("12_high", 1, [], ["nose", "nav_radio", "fwd_bay", "aft_bay", "waist", "utility", "tail"]),
        ("12_high", 3, [], ["port_wing", "port_wing", "starboard_wing", "starboard_wing"]),
        ("1:30_high", 5, [], ["starboard_wing"] * 3 + ["fwd_bay", "aft_bay"]), ("6_low", 5, [2], ["port_wing"] * 3 + ["fwd_bay", "aft_bay"]),
        ("10:30_low", 6, [], ["nose", "nav_radio", "port_wing", "waist", "tail"]),
    ],
)  # fmt: skip
def test_t512_walking_hits_take_the_place_of_all_shells(b29, place, die, inner, sections):
    row = {5: "T5-12/5", 6: "T5-12/6"}.get(die, "T5-12")
    r = b29(
        {"T5-11": ["walks", "walks", "section port_wing"], "T5-12": [die], row if row != "T5-12" else "-": inner}
    ).wave(("tony", place))

    assert [section for _, section in shells.place_shells(r.flight, 0, 3)] == sections


@pytest.mark.rule("X5.4B")
@pytest.mark.parametrize(("place", "near"), [("3_high", "starboard_wing"), ("9_high", "port_wing")])
def test_t511_near_and_far_wing(b29, place, near):

    r = b29({"T5-11": ["section attacking_side_wing", "far_wing"]}).wave(("tony", place))
    far = "port_wing" if near == "starboard_wing" else "starboard_wing"
    assert [section for _, section in shells.place_shells(r.flight, 0, 2)] == [near, far]


@pytest.mark.rule("F5.2C.1")
def test_t53_a_bomb_strikes_as_from_a_vertical_dive_and_only_in_the_first_attack(b29):
    r = b29({"T5-3-BOMB": ["shells 2"], "T5-11": ["no_effect"] * 2}).wave(("tony", "12_high"))
    r.state.clash.air_bomb, r.state.clash.attack_round = True, 1
    r.fly(attacks.their_fire, [0])
    assert r.fighter(1).hit
    assert r.dice.tables() == ["T5-3-BOMB", "T5-11", "T5-11"]
    r = b29({"T5-9": ["miss"], "R5-5": ["passes_clear"]}).wave(("tony", "12_high"))
    r.state.clash.air_bomb, r.state.clash.attack_round = True, 2
    r.fly(attacks.their_fire, [0])
    assert r.dice.rest() == {}


# ---- 5.5 collision


@pytest.mark.rule("X5.5A", "X5.5B")
def test_x55_a_full_collision_ends_the_flight_and_is_nobodys_kill(b29):
    r = b29({"T5-9": ["miss"], "R5-5": ["collision_course"], "R5-5-COLLISION": ["bail_out T8-5"]}).wave(
        ("tony", "12_high")
    )
    with pytest.raises(FlightOver):
        r.fly(attacks.their_fire, [0])
    assert r.state.due.bail_out == "T8-5"
    assert r.fighter(1).damage == "destroyed"
    assert all(man.kills == 0 for man in r.state.men.values())


@pytest.mark.rule("X5.5A", "A43")
@pytest.mark.parametrize(
    ("setup", "total", "destroyed"),
    [({}, 6, True), ({"evading": True}, 6, False), ({"evading": True}, 3, True), ({}, 7, False)],
)
def test_x55_evasion_makes_a_collision_rarer_not_impossible(b29, setup, total, destroyed):
    dice = {
        "T5-9": two(4),
        "R5-5": ["collision_course"],
        "R5-5-COLLISION": two(total),
        "R5-5-COLLISION/4-6": ["section_hit port_wing"],
        "T7-5": ["no_effect"],
    }
    r = b29(dice, **setup).wave(("tony", "12_high"))
    r.fly(attacks.their_fire, [0])
    assert (r.fighter(1).why == "collided") is destroyed
    assert ("T7-5" in r.dice.tables()) is destroyed


# ---- 5.6 successive attacks


@pytest.mark.rule("X5.6A", "X5.6B")
@pytest.mark.parametrize(
    ("last", "hit", "setup", "comes"),
    [
        (False, True, {}, True), (False, False, {}, False), (False, False, {"out_of_formation": True}, True),
        (True, True, {}, False), (True, True, {"out_of_formation": True}, True), (True, False, {"out_of_formation": True}, False),
        (True, True, {"engine": True}, True),
    ],
)  # fmt: skip
def test_x56_who_comes_again(b29, last, hit, setup, comes):
    r = b29(
        {"T5-13": ["attack_from 9"], "T5-4": ["angle low"]}, **{k: v for k, v in setup.items() if k != "engine"}
    ).wave(("tony", "12_high"), hit=hit)
    r.state.engines[0].out = "engine" in setup
    combat.come_again(r.flight, last=last)
    assert (r.fighter(1).position, r.fighter(1).gone) == (("9_low", False) if comes else ("12_high", True))


@pytest.mark.rule("X5.6A", "X5.6C", "X5.6D")
def test_x56_a_fight_to_its_end_with_guns_allocated_again(b29):
    dice = {
        "T5-1": ["resistance heavy"], "R5-2": ["fighter_attacks"], "T5-2": ["fighter_type tojo"], "T5-3": ["attack_from 12"], "T5-4": ["angle high"] * 2, "T5-5": ["fighter_pilot average"], "T5-7": ["miss"] * 5,
        "T5-9": ["hit", "miss"], "T5-10": ["shells 1"], "T5-11": ["no_effect"], "R5-5": ["passes_clear"] * 2, "T5-13": ["attack_from 6"],
    }  # fmt: skip
    r = b29(dice)
    r.fly(combat.fight)
    assert r.dice.rest() == {}
    assert r.player.kinds() == ["give_up_pressure", "aim", "aim", "aim", "aim", "aim"]
    assert not r.state.battle.under_attack
    assert r.fighter(1).why == "spent"
    assert r.fighter(1).attacks == 2


@pytest.mark.rule("X5.6A")
def test_x56_whoever_broke_off_does_not_come_again(b29):
    r = b29().wave(("tony", "12_high"), damage="fboa", hit=True)
    attacks.send_off(r.flight)
    assert r.fighter(1).gone
    assert r.fighter(1).why == "broke_off"


# ---- 5.7 evasive action


@pytest.mark.rule("F5.7A.1", "F5.7B.1", "F5.7B.3")
@pytest.mark.parametrize(
    ("setup", "may"),
    [
        ({}, False), ({"out_of_formation": True}, True), ({"time": "night"}, True), ({"time": "night", "engines.0.out": True}, True),
        ({"time": "night", "engines.0.out": True, "engines.3.out": True}, False), ({"time": "night", "plane.electrical_out": True}, False),
        ({"time": "night", "plane.cable_hits": 1}, True), ({"time": "night", "plane.cable_hits": 2}, False),
        ({"time": "night", "plane.burst_inside": True}, False), ({"time": "night", "pilot_at_controls": "engineer"}, False),
        ({"out_of_formation": True, "rulings": {"A1f": "off"}}, False), ({"out_of_formation": True, "rulings": {"A1": "beginner"}}, False),
    ],
)  # fmt: skip
def test_f57_when_evasive_action_is_allowed(b29, setup, may):
    assert attacks.may_evade(b29(**setup).wave().flight) is may


# ---- what is asked, in words


def asked(r, book, kind, who=""):
    """The question of the last decision of that kind and its options, in words."""
    words = narration_context(book)
    decision = [d for d in r.player.asked if d.kind == kind and who in ("", d.who)][-1]
    return board.question(decision, r.flight, words), [
        board.option(decision, o, r.flight, words) for o in decision.options
    ]


@pytest.mark.rule("F5.3A.1", "F5.3A.2")
def test_f53a_a_gun_is_asked_for_its_fighter_and_its_man(b29, book):
    r = b29().wave(("jack", "12_high"))
    r.man("bombardier").light = 1
    allocated(r, 0)
    assert asked(r, book, "aim", "fwd_upper") == (
        "Forward upper turret: at whom?",
        [
            "f1 Jack 12 High, by the bombardier: hits 1 in 6",
            "f1 Jack 12 High, by the CFC gunner: hits 1 in 6",
            "hold fire",
        ],
    )


@pytest.mark.rule("F7.6A.1", "F7.6B.1")
def test_f76_moves_in_words(b29, book):
    r = b29({}, {"move": ["radar_operator", "done"]}, compromised={"waist": 11})
    r.fly(crew_moves.moves)
    _question, options = asked(r, book, "move_to")
    assert "into the navigation and radio compartment, to no place of his own" in options
    assert any("CFC gunner's station" in option for option in options)
    assert any("(waist)" in option for option in asked(r, book, "move")[1])


@pytest.mark.rule("F4.8E.5")
def test_f48e_an_escort_keeps_fighters_away_while_she_is_in_the_formation(b29):
    rig = b29(zone=12, escort="p51", escort_met=True)
    table = rig.flight.table("combat.resistance")
    with_them = rig.flight.modified(table)
    rig.state.company.escort_met = False
    assert with_them < rig.flight.modified(table)
    rig.state.company.escort_met = rig.state.track.out_of_formation = True
    formation.settle(rig.flight)
    assert not rig.state.company.escort_met
