"""Guns, fighters' fire and what it does: tests Q-T18 to Q-T39 and Q-T78 of the rule inventory."""

from __future__ import annotations

import pytest

from combatbox.bomber import gunnery
from combatbox.bomber.gunnery import Shot
from combatbox.games.queen import crew_moves, flow


def shot(gun, man, column="", fighter=0, **more):
    return Shot(gun, man, fighter, column, **more)


def bears(gun, place="12_high", kind="me109"):
    return f"{place}|{gun}@{kind}"


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
    flow.roll_wave(r.flight, 0)
    r.fly(flow.fight_wave)
    asked = [decision.options for decision in r.player.asked if decision.kind == "move"]
    assert asked == [("done", *WAIST), ("done", *WAIST[::-1]), ("done", *WAIST[::-1])]
    kinds = [kind for kind in r.player.kinds() if kind != "move_to"]
    assert [kind for n, kind in enumerate(kinds) if n == 0 or kind != kinds[n - 1]] == ["move", "aim"] * 2 + ["move"]
    assert [r.state.stations[station] for station in WAIST] == list(WAIST[::-1])
    assert not any(man.silent or man.silent_next for man in r.state.men.values())
