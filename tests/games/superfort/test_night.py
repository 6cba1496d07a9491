"""Night combat (section 5.8): searchlights, fighters seen or unseen, the one attack that may follow."""

from __future__ import annotations

import pytest
from b29rig import two

from combatbox.games.superfort import combat, guns, night


def dark(b29, dice=(), answers=(), **setup):
    r = b29(dice, {"evade": "steady", **dict(answers)}, **{"time": "night", "altitude": "low", "zone": 12, **setup})
    return r.wave()


@pytest.mark.rule("F5.8A.1", "F5.8A.3")
@pytest.mark.parametrize(("setup", "rolls"), [({}, True), ({"zone": 11}, False), ({"searchlights": False}, False)])
def test_f58a_searchlights_over_the_target_unless_it_has_none(b29, setup, rolls):
    r = dark(b29, {"T5-14": ["not_found"]}, resistance="none", **setup)
    r.fly(night.fight)
    assert (r.dice.tables() == ["T5-14"]) is rolls


@pytest.mark.rule("F5.8A.1", "F5.7B.2", "A38")
@pytest.mark.parametrize(
    ("setup", "total", "fixed"),
    [
        ({}, 8, True), ({"city": "Kobe"}, 8, False), ({"city": "Kobe"}, 9, True), ({"evading": True}, 8, False),
        ({"weather": "bad"}, 9, False), ({"formation": "tail"}, 7, True),
    ],
)  # fmt: skip
def test_t514_what_finds_the_bomber(b29, setup, total, fixed):
    r = dark(b29, {"T5-14": two(total)}, {"fire_at_light": "hold"}, **setup)
    r.fly(night.searchlights)
    assert r.state.clash.searchlit is fixed


@pytest.mark.rule("F5.8A.2")
@pytest.mark.parametrize(("die", "out"), [(4, False), (5, True)])
def test_t514b_a_lower_turret_may_fire_at_the_light_and_at_nothing_else(b29, die, out):
    r = dark(
        b29,
        {"T5-14": ["searchlit"], "T5-14-LIGHT": [die]},
        {"fire_at_light aft_lower": "left_gunner", "fire_at_light fwd_lower": "hold"},
    )
    r.fly(night.searchlights)
    assert r.state.clash.searchlit is not out
    assert not guns.ready(r.flight, "aft_lower")
    assert r.man("left_gunner").silent
    assert r.player.options("fire_at_light", "aft_lower") == ("left_gunner", "right_gunner", "cfc", "hold")


@pytest.mark.rule("F5.8B.1", "F5.1A.4")
@pytest.mark.parametrize(
    ("level", "lit", "total", "kinds"),
    [
        ("moderate", False, 9, []), ("moderate", False, 10, ["irving"]), ("moderate", False, 11, ["nick"]),
        ("moderate", False, 12, ["nick", "irving"]), ("light", False, 11, ["irving"]), ("heavy", True, 10, ["nick", "irving"]),
    ],
)  # fmt: skip
def test_t515_who_comes_out_of_the_dark(b29, level, lit, total, kinds):
    r = dark(b29, {"T5-15": two(total)}, resistance=level, searchlit=lit)
    r.flight.roll("night.fighters")
    assert [f.type for f in r.state.wave.fighters] == kinds


@pytest.mark.rule("F7.1.1")
@pytest.mark.parametrize(
    ("zone", "tables"), [(12, ["T5-15", "T5-15-GUNNERS", "T5-15-GUNNERS/5-6", "T7-5"]), (11, ["T5-15"])]
)
def test_t515a_nervous_gunners_over_the_target(b29, zone, tables):
    r = dark(
        b29,
        {"T5-15": [1, 1], "T5-15-GUNNERS": ["section_hit port_wing"], "T7-5": ["no_effect"]},
        zone=zone,
        resistance="heavy",
    )
    r.flight.roll("night.fighters")
    assert r.dice.tables() == tables
    assert r.state.wave.fighters == []


@pytest.mark.rule("F5.8C.1", "F5.8D.1")
def test_f58c_two_never_share_an_angle(b29):
    r = dark(
        b29,
        {
            "T5-15": ["night_fighter nick; night_fighter irving"],
            "T5-4": ["angle high", "angle high", "angle low"],
            "R5-8": [3, 2],
        },
        resistance="moderate",
    )
    r.flight.roll("night.fighters")
    night.close_in(r.flight)
    assert [(f.position, f.untouchable, f.status) for f in r.state.wave.fighters] == [
        ("6_high", False, "average"), ("6_low", False, "average"),
    ]  # fmt: skip


@pytest.mark.rule("F5.8D.1")
@pytest.mark.parametrize(
    ("alone", "die", "seen"), [(False, 3, True), (False, 4, False), (True, 2, True), (True, 3, False)]
)
def test_f58d_other_eyes_than_the_tail_gunners_help(b29, alone, die, seen):
    r = dark(b29, {"R5-8": [die]}).wave(("nick", "6_high"), untouchable=True)
    for role in ("cfc", "left_gunner", "right_gunner") if alone else ():
        r.man(role).fate = "stood_down"
    r.state.hand.fighter = 0
    r.flight.roll("night.spotted")
    assert r.fighter(1).untouchable is not seen


@pytest.mark.rule("F5.8D.4", "F5.8E.1")
def test_f58e_an_unseen_fighter_fires_first_and_is_fired_at_after_it(b29):
    dice = {"T5-9": ["miss"], "R5-5": ["passes_clear"], "T5-7": ["miss"] * 3}
    r = dark(b29, dice, zone=11).wave(("nick", "6_high"), untouchable=True)
    r.fly(night.first_round)
    assert r.dice.tables() == ["T5-9", "R5-5", "T5-7", "T5-7", "T5-7"]


@pytest.mark.rule("F5.8D.2")
def test_f58d_evasion_after_our_fire_and_before_theirs_spoils_theirs_alone(b29):
    dice = {"T5-7": [6, 1, 4], "T5-8": [1, 1], "T5-9": two(9)}
    r = dark(b29, dice, {"evade": "evade"}, zone=11).wave(("nick", "6_high"))
    r.fly(night.first_round)
    assert r.dice.tables()[:5] == ["T5-7", "T5-7", "T5-7", "T5-8", "T5-8"]
    assert r.state.clash.evading
    assert not r.state.clash.aim_spoiled
    assert r.player.kinds()[-1] == "evade"
    assert r.fighter(1).damage == "fboa"


@pytest.mark.rule("F5.8D.2")
def test_f58d_without_the_intercom_nobody_warns_the_pilot(b29):
    r = dark(
        b29,
        {"T5-6-INTERCOM": ["cabin_fires tail"], "T5-7": ["miss"], "T5-9": ["miss"], "R5-5": ["passes_clear"]},
        zone=11,
    ).wave(("nick", "6_level"))
    r.state.plane.parts["intercom_out"] = True
    r.fly(night.first_round)
    assert "evade" not in r.player.kinds()


@pytest.mark.rule("F5.8D.3")
def test_f58d_evading_the_lights_spoils_the_gunners_aim_as_well(b29):
    r = dark(b29, {"T5-14": two(5)}, {"evade": "evade"})
    r.fly(night.searchlights)
    assert r.state.clash.evading
    assert r.state.clash.aim_spoiled


@pytest.mark.rule("F5.8F.2")
@pytest.mark.parametrize(("die", "firing"), [(4, {"tail"}), (5, {"tail", "aft_lower"})])
def test_f58f_without_the_intercom_a_tail_gunner_named_fires_alone_in_the_first_round(b29, die, firing):
    r = dark(b29, {"T5-6-INTERCOM": [die]}, {"who": "left_gunner"}, zone=11).wave(("nick", "6_level"))
    r.state.plane.parts["intercom_out"] = True
    assert {shot.gun for shot in r.fly(guns.allocate, [0], guns.Plan())} == firing
    r.dice.faces["T5-6-INTERCOM"] = [die]
    assert {shot.gun for shot in r.fly(guns.allocate, [0], guns.Plan(), first=False)} == {"tail", "aft_lower"}


@pytest.mark.rule("F5.8I.1", "F5.8I.2")
@pytest.mark.parametrize(
    ("kind", "damage", "engines_out", "comes"),
    [
        ("nick", "", 0, True),
        ("nick", "fca", 0, False),
        ("irving", "", 0, False),
        ("irving", "", 1, True),
        ("irving", "fca", 1, False),
    ],
)
def test_f58i_who_comes_again(b29, kind, damage, engines_out, comes):
    r = dark(b29, zone=11).wave((kind, "6_level"), damage=damage)
    r.state.engines[0].out = engines_out > 0
    assert night.returns(r.flight, r.fighter(1)) is comes


@pytest.mark.rule("F5.8I.3", "F5.8I.4", "F5.8H.1")
def test_f58i_one_of_two_comes_again_in_a_vertical_climb(b29):
    dice = {"T5-7": ["miss"] * 2, "T5-9": ["miss"], "R5-5": ["passes_clear"]}
    r = dark(b29, dice, {"returns": "f2"}, zone=11).wave(("nick", "6_level"), ("nick", "6_low"))
    r.fly(night.second_round)
    assert r.player.options("returns") == ("f1", "f2")
    assert r.fighter(1).why == "spent"
    assert r.fighter(2).position == "vertical_climb"
    assert r.dice.rest() == {}


@pytest.mark.rule("F5.8.1", "F5.1A.4")
def test_f58_none_means_no_night_fighter_but_the_lights_still_look(b29):
    r = dark(b29, {"T5-1": ["resistance none"], "T5-14": ["not_found"]})
    r.fly(combat.fight)
    assert r.dice.tables() == ["T5-1", "T5-14"]
