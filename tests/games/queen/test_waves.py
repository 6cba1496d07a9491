"""Before the mission, the waves that come, and fighter cover: tests Q-T01 to Q-T17 of the rule inventory."""

from __future__ import annotations

import pytest
from rig import places, two

from combatbox.bomber import shells
from combatbox.games.queen import flow, gun_allocation, hazards, waves
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


@pytest.mark.rule("Q-B3c", "Q-E14", "Q-R15", "Q6.1b-2")
def test_qt08_no_attackers_means_no_extra_fighter(rig):
    r = rig({"B-1": ["waves 1"], "B-3": ["no_attackers"]}, city="Bremen", zone=5, formation="tail")
    r.fly(waves.fight_waves)
    assert places(r.state) == []
    assert r.state.battle.waves[0].done
    assert not r.state.battle.attacked


@pytest.mark.rule("Q-B3c", "Q13.1a", "Q-R15")
def test_qt09_out_of_formation_no_attackers_is_rolled_again(rig):
    r = rig({"B-3": ["no_attackers", "fighter me109 6_high"]}, zone=5, out_of_formation=True)
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fighters_come)
    assert places(r.state) == [("me109", "6_high"), ("me109", "12_level")]


@pytest.mark.rule("Q13.0-1", "Q13.1b-2", "Q5.1c-2", "Q-R14", "Q-R17", "Q-MC1")
def test_qt10_a_lead_bomber_alone_draws_the_one_extra_fighter(rig):
    r = rig({"B-3": ["fighter me109 12_high"]}, zone=5, formation="lead")
    r.wave(("me109", "12_level"))
    from combatbox.bomber.effects.damage import put_out_of_formation

    put_out_of_formation(r.state)
    assert r.state.in_formation  # the wave in progress is fought in formation
    r.state.battle.under_attack = False

    r.fly(hazards.after_fighting)
    assert not r.state.in_formation
    r.state.battle.waves = []
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fighters_come)
    assert places(r.state) == [("me109", "12_high"), ("me109", "12_level")]


@pytest.mark.rule("Q-B3d", "Q-R39", "Q6.2-2", "Q-R09")
def test_qt12_cover_cannot_touch_a_diver_and_two_guns_bear_on_it(rig):
    r = rig({"M-4": ["driven_off 3 2"]}, {"aim": "f1"}, zone=3, cover="good").wave(("me109", "vertical_dive"))
    r.fly(waves.cover)
    assert (r.dice.tables(), r.player.asked, r.fighter(1).gone) == (["M-4"], [], False)
    shots = r.fly(gun_allocation.allocate)
    assert [(s.gun, s.column) for s in shots] == [
        ("top_turret", "vertical_dive|top_turret@me109"),
        ("radio_room", "vertical_dive|radio_room@me109"),
    ]
    hits = r.flight.tables["M-1"].lookups["vertical_dive|radio_room@me109"]
    assert [roll for roll, row in hits.items() if row.effects[0].name == "hit"] == [6]


@pytest.mark.rule("Q-B3b", "Q6.2-3", "Q6.2-1")
def test_qt13_the_diver_of_15_stays_and_nobody_may_fire_at_it(rig):
    r = rig({"B-3": ["fighter fw190 10:30_level"], "M-4": ["driven_off 3 2"]}, {"aim": "hold"}, zone=3, cover="good")
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fighters_come)
    r.fly(waves.cover)
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
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fight_wave)
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
    r.fly(waves.cover)
    assert [f.number for f in r.state.wave.attackers] == [3, 4, 5]
    r.fly(waves.attacks)
    why = [f.why for f in r.state.wave.fighters]
    assert why[:3] == ["driven_off"] * 3
    assert sorted(why[3:]) == ["driven_off", "spent"]


@pytest.mark.rule("Q6.6-1", "Q-R16", "Q6.1b-1")
@pytest.mark.parametrize(
    ("option", "order"), [("at_once", ["B-3", "B-3", "M-4"]), ("as_they_come", ["B-3", "M-4", "B-3"])]
)
def test_the_waves_of_a_turn_are_rolled_together_and_fought_one_by_one(rig, option, order):
    faces = {"B-1": ["waves 2"], "B-3": ["fighter me109 6_high"] * 2, "M-4": ["driven_off 3 2"] * 2}
    r = rig(faces, zone=3, cover="good", rulings={"Q-R16": option})
    r.fly(waves.fight_waves)
    assert [table for table in r.dice.tables() if table != "B-1"][:3] == order
    assert [wave.done for wave in r.state.battle.waves] == [True, True]


@pytest.mark.rule("Q21.0-3")
def test_the_german_player_places_a_fighter_once_at_each_position(rig):
    r = rig({"B-6": ["position 12_high"]}, {"position": ["6_low", "roll"]}, zone=5, rulings={"Q-X4": "on"})
    r.wave(("me109", "12_high"), ("me109", "3_level"))
    r.fly(waves.come_again)
    assert [f.position for f in r.state.wave.fighters] == ["6_low", "12_high"]
    assert r.player.asked[0].who == "german"
    assert not [o for o in r.player.asked[0].options if o.startswith("vertical")]
    assert "6_low" not in r.player.options("position")


@pytest.mark.rule("Q15.0-1", "Q15.2a", "Q15.2b", "Q15.2c", "Q15.2d", "Q15.2e", "Q15.2f", "Q10.2-3", "Q-R40")
def test_evasive_action_is_refused_to_a_bomber_that_cannot(rig):
    def may(change):
        r = rig({}, {"evade": "evade"}, zone=5, out_of_formation=True).wave(("me109", "12_high"))
        change(r.state)
        r.fly(waves.evade)
        return r.state.wave.evading

    def three_out(state):
        state.plane.parts["tailwheel_out"] = state.plane.parts["port_brake_out"] = state.plane.parts[
            "landing_gear_out"
        ] = True

    assert may(lambda state: None)
    assert not may(lambda state: setattr(state.track, "out_of_formation", False))
    assert not may(lambda state: [setattr(e, "out", True) for e in state.engines[:2]])
    assert not may(lambda state: state.plane.parts.update(cable_hits=2))
    assert not may(three_out)
    assert not may(lambda state: setattr(state, "pilot_at_controls", "engineer"))
    assert not may(lambda state: state.plane.parts.update(burst_inside=True))


@pytest.mark.rule("Q18.0-1", "Q-B7h")
def test_with_events_a_66_is_an_event_instead_of_a_wave(rig):
    r = rig(
        {
            "B-3": ["random_event"],
            "B-7": ["formation lead"],
        },
        zone=5,
        rulings={"Q-X2": "on"},
    )
    waves.roll_wave(r.flight, 0)
    r.fly(waves.fight_wave)
    assert (r.state.orders.formation, places(r.state), r.state.battle.waves[0].done) == ("lead", [], True)


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
