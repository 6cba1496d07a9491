"""Before the mission, the waves that come, and fighter cover: tests Q-T01 to Q-T17 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import two

from combatbox.bomber import shells
from combatbox.games.queen import flow, gun_allocation
from combatbox.library import paths
from combatbox_dev.transcriptions import read_transcription


@pytest.mark.rule("Q6.1a-2", "Q5.2d-2", "Q-B2a", "Q-R73", "Q-E35", "Q-O1c")
def test_qt05_over_the_target_one_wave_always_comes(rig):
    r = rig({"B-2": [1]}, city="Abbeville", zone=3, squadron="middle", weather="bad")
    row = r.flight.roll_on("B-2")
    keyed = read_transcription(paths.home("queen").transcription / "B-2.txt").mods
    added = dict(r.flight.modifiers(r.flight.tables["B-2"]))
    named = ("squadron_middle", "weather_bad")
    assert added == {"zone_modifier": 1, **{name: keyed[name] for name in named}}
    assert r.state.battle.waves_due == 1
    assert row.id.startswith("B-2/")


@pytest.mark.rule("Q-B3b", "Q6.2-3", "Q6.2-1")
def test_qt13_the_diver_of_15_stays_and_nobody_may_fire_at_it(rig):
    r = rig({"B-3": ["fighter fw190 10:30_level"], "M-4": ["driven_off 3 2"]}, {"aim": "hold"}, zone=3, cover="good")
    flow.roll_wave(r.flight, 0)
    r.fly(flow.fighters_come)
    r.fly(flow.cover)
    left = r.state.wave.attackers
    assert len(left) == 2
    assert "vertical_dive" in [f.position for f in left]
    r.fly(gun_allocation.allocate)
    diver = f"f{next(f.number for f in left if f.position == 'vertical_dive')}"
    assert all(diver not in decision.options for decision in r.player.asked if decision.kind == "aim")
    hits = r.flight.tables["M-3"].lookups["vertical_dive@hits"]
    assert [roll for roll, row in hits.items() if row.effects[0].name == "hit"] == [5, 6]


@pytest.mark.rule("Q6.2-1", "Q6.5a-3", "Q6.6-1", "Q-R08", "Q-B3d")
@pytest.mark.parametrize(("die", "why"), [(3, "driven_off"), (2, "missed")])
def test_qt14_the_bracket_of_a_lone_divers_wave_holds_when_it_comes_again(rig, die, why):
    faces = {
        "B-3": ["fighter me109 vertical_dive"],
        "M-4": [die],
        "M-3": ["hit", "miss"],
        "B-4": ["shells 1"],
        "B-5": ["no_effect"] * 9,
        "B-6": ["position 12_high"],
    }
    r = rig(faces, {"aim": "hold"}, zone=3, cover="good")
    flow.roll_wave(r.flight, 0)
    r.fly(flow.fight_wave)
    assert r.dice.tables()[:3] == ["B-3", "M-4", "M-3"]
    assert r.dice.tables().count("M-3") == (1 if why == "driven_off" else 2)
    assert r.fighter(1).why == why


@pytest.mark.rule("Q6.2-2", "Q6.5a-3", "Q-R08", "Q-M4", "Q6.5b-1")
def test_qt15_the_bracket_counts_in_each_successive_attack(rig):
    r = rig(
        {"M-4": ["driven_off 2 1"], "M-3": ["hit"] * 6, "B-4": ["shells 1"] * 9, "B-5": ["no_effect"] * 40, "B-6": ["position 12_high"] * 5},
        {"aim": "hold", "drive_off": ["f1", "f2", "f3"]},
        zone=3, cover="good",
    ).wave(*[("me109", place) for place in ("12_high", "12_low", "1:30_high", "1:30_low", "10:30_high")])  # fmt: skip
    r.fly(flow.cover)
    assert [f.number for f in r.state.wave.attackers] == [3, 4, 5]
    r.fly(flow.attacks)
    why = [f.why for f in r.state.wave.fighters]
    assert why[:3] == ["driven_off"] * 3
    assert sorted(why[3:]) == ["driven_off", "spent"]


@pytest.mark.rule("Q18.0-3", "Q-B7c")
def test_a_rabbits_foot_makes_one_later_roll_again(rig):
    r = rig({"G-5": ["cover poor", "cover good"]}, {"rabbits_foot": "again"}, zone=3, rabbits_feet=1)
    r.flight.reconsider = flow.rabbits_foot(r.flight)
    r.flight.roll_on("G-5")
    assert (r.state.track.cover, r.state.rabbits_feet) == ("good", 0)


@pytest.mark.rule("Q18.0-3", "Q-B7c", "Q-O7")
@pytest.mark.parametrize(
    ("answers", "rolls", "per_cent"),
    [(["keep", "again"], [12, 2, 12], 100), (["keep", "keep"], [12, 2], 90), (["again"], [12, 2], 75)],
)
def test_a_rabbits_foot_makes_the_further_dice_of_accuracy_again(rig, answers, rolls, per_cent):
    faces = [face for roll in rolls for face in two(roll)]
    r = rig({"O-7": faces}, {"rabbits_foot": list(answers)}, zone=5, rabbits_feet=1)
    r.flight.reconsider = flow.rabbits_foot(r.flight)
    r.flight.roll_on("O-7", column="on_target")
    assert (r.state.outcome.per_cent, r.state.rabbits_feet) == (per_cent, 1 - answers.count("again"))
    assert r.dice.rest() == {}


def test_shells_knows_no_fighter_that_left_twice(rig):
    r = rig({}).wave(("me109", "12_high"))
    shells.remove_fighter(r.fighter(1), "missed")
    shells.remove_fighter(r.fighter(1), "spent")
    assert r.fighter(1).why == "missed"
