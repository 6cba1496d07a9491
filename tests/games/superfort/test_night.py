"""Night combat (section 5.8): searchlights, fighters seen or unseen, the one attack that may follow."""

from __future__ import annotations

import pytest

from combatbox.games.superfort import combat, guns


def dark(b29, dice=(), answers=(), **setup):
    r = b29(dice, {"evade": "steady", **dict(answers)}, **{"time": "night", "altitude": "low", "zone": 12, **setup})
    return r.wave()


@pytest.mark.rule("F5.8D.2")
def test_f58d_evasion_after_our_fire_and_before_theirs_spoils_theirs_alone(b29):
    dice = {"T5-7": ["hit", "miss", "hit"], "T5-8": ["fca", "fca"], "T5-9": ["miss"]}
    r = dark(b29, dice, {"evade": "evade"}, zone=11).wave(("nick", "6_high"))
    r.fly(combat.first_round)
    assert r.dice.tables()[:5] == ["T5-7", "T5-7", "T5-7", "T5-8", "T5-8"]
    assert r.state.clash.evading
    assert not r.state.clash.aim_spoiled
    assert r.player.kinds()[-1] == "evade"
    assert r.fighter(1).damage == "fboa"


@pytest.mark.rule("F5.8F.2")
@pytest.mark.parametrize(("die", "firing"), [(4, {"tail"}), (5, {"tail", "aft_lower"})])
def test_f58f_without_the_intercom_a_tail_gunner_named_fires_alone_in_the_first_round(b29, die, firing):
    r = dark(b29, {"T5-6-INTERCOM": [die]}, {"who": "left_gunner"}, zone=11).wave(("nick", "6_level"))
    r.state.plane.parts["intercom_out"] = True
    assert {shot.gun for shot in r.fly(guns.allocate, [0], guns.Plan())} == firing
    r.dice.faces["T5-6-INTERCOM"] = [die]
    assert {shot.gun for shot in r.fly(guns.allocate, [0], guns.Plan(), first=False)} == {"tail", "aft_lower"}
