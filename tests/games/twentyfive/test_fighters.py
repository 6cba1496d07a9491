"""The fighter attack: approach, the bomber's guns, the fighter's fire, and when a bomber is lost."""

import pytest

from .conftest import (
    AREA,
    AT,
    ATTACK,
    BOTH_ENGINES,
    DAMAGED,
    NO_FLAK,
    ONE_ENGINE,
    SIDE,
    TARGET,
    keyed,
    man_at,
    miss,
    run_in,
    shot_down,
)  # fmt: skip

OWN_LEFT = [*AT["left"], ATTACK]
ONE_HIT = (5, 1, 1)  # a fighter's fire dice


def strip(target, wing="left_wing"):
    """A fighter puts out one whole wing from the front; the guns miss."""
    return run_in(target, "front", wing, (1, 1), (), ONE_HIT, (BOTH_ENGINES,))


# ---- approach


@pytest.mark.rule("T-203")
def test_each_pass_begins_with_a_die_each_for_target_direction_and_area(flown):
    mission = flown(OWN_LEFT, run_in("right", "rear", "right_wing", (6, 1, 1), (6,)), shot_down() * 3, NO_FLAK)
    first = [(e["table"], e["dice"], e["who"]) for e in mission.rolls("") if e["who"] == "fighter 1A"][:3]
    assert first == [
        ("T-TAB-TARGET3", [TARGET["right"]], "fighter 1A"),
        ("T-TAB-DIRECTION", [SIDE["rear"]], "fighter 1A"),
        ("T-TAB-AREA", [AREA["right_wing"]], "fighter 1A"),
    ]
    assert mission.dice("DIRECTION")[1:] == [[SIDE["front"]]] * 3


@pytest.mark.keyed
@pytest.mark.rule("T-303")
@pytest.mark.parametrize("die", range(1, 7))
def test_with_three_bombers_flying_the_die_says_which_is_the_target(flown, die):
    mission = flown(OWN_LEFT, shot_down(die), shot_down() * 3, NO_FLAK)
    assert mission.gives("TARGET3")[0] == keyed("TARGET3")[die]
    assert f"target {mission.forms['attacks'][0]['lines']['1A']['approach'][0]}" == keyed("TARGET3")[die]


@pytest.mark.keyed
@pytest.mark.rule("T-304")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_direction_is_the_rear_or_the_front_by_its_die(flown, die):
    guns = (6, 1)
    mission = flown(OWN_LEFT, [1, die, 3, *guns, 6], shot_down() * 3, NO_FLAK)
    assert mission.gives("DIRECTION")[0] == keyed("DIRECTION")[die]


@pytest.mark.keyed
@pytest.mark.rule("T-305")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_area_is_a_wing_or_the_fuselage_by_its_die(flown, die):
    mission = flown(OWN_LEFT, [1, SIDE["front"], die, 6, 1, 6], shot_down() * 3, NO_FLAK)
    assert mission.gives("AREA")[0] == keyed("AREA")[die]


def lose(target):
    """Two fighters' passes that take a wing each from a bomber."""
    return [*strip(target), *strip(target, wing="right_wing")]


@pytest.mark.keyed
@pytest.mark.rule("T-306")
@pytest.mark.parametrize(
    ("own", "lost", "low", "high"),
    [("left", "centre", "left", "right"), ("left", "right", "left", "centre"), ("right", "left", "centre", "right")],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_with_two_bombers_left_the_die_says_whether_the_leftmost_or_the_rightmost_is_hit(
    flown, own, lost, low, high, die
):
    mission = flown(AT[own], ATTACK, lose(lost), shot_down(die), shot_down(1) * 3, (1, 1))
    assert mission.rolls("TARGET2")[0]["dice"] == [die]
    assert mission.forms["attacks"][0]["lines"]["3A"]["approach"][0] == (
        low if "left" in keyed("TARGET2")[die] else high
    )
    assert [e["table"] for e in mission.rolls("TARGET")] == ["T-TAB-TARGET3"] * 2 + ["T-TAB-TARGET2"] * 4


@pytest.mark.rule("T-306")
def test_a_bomber_lost_changes_the_target_die_from_the_next_approach_on(flown):
    mission = flown(OWN_LEFT, lose("right"), miss(6), shot_down(1) * 4, (1, 1))
    assert [e["table"][-1] for e in mission.rolls("TARGET")] == ["3", "3", "2", "2", "2", "2", "2"]
    assert mission.forms["attacks"][0]["lines"]["3A"]["approach"][0] == "centre"


@pytest.mark.rule("T-307")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_last_bomber_is_always_the_target_though_all_three_dice_are_thrown(flown, die):
    # own left; the right wingman is lost in pass A to 1 and 2, the centre one to 3 and 4
    mission = flown(OWN_LEFT, lose("right"), lose(6), shot_down(die), shot_down(1) * 3, (1,))
    assert mission.rolls("TARGET1")[0]["dice"] == [die]
    assert {e["gives"][0] for e in mission.rolls("TARGET1")} == {"target only_survivor"}
    assert mission.forms["attacks"][0]["lines"]["1B"]["approach"][0] == "left"
    assert mission.forms["attacks"][0]["lines"]["1B"]["id"] == [die, SIDE["front"], AREA["fuselage"]]
    assert mission.phases("under_fire") == [mission.state.own_name]


# ---- the bomber shoots first


FRONT = ["nose", "top_turret"]
REAR = {
    "left_wing": ["tail", "belly", "left_waist"],
    "fuselage": ["tail", "belly"],
    "right_wing": ["tail", "belly", "right_waist"],
}


@pytest.mark.rule("T-401", "T-402")
@pytest.mark.parametrize("area", ["left_wing", "fuselage", "right_wing"])
def test_nose_and_top_turret_fire_at_every_frontal_attack(flown, area):
    mission = flown(OWN_LEFT, run_in("left", "front", area, (6, 1), (6,)), shot_down() * 3, NO_FLAK)
    assert [e["who"] for e in mission.rolls("GUN-HIT")][:2] == FRONT


@pytest.mark.rule("T-401", "T-403", "T-404")
@pytest.mark.parametrize("area", ["left_wing", "fuselage", "right_wing"])
def test_tail_and_belly_fire_to_the_rear_and_at_a_wing_the_waist_gun_of_that_side(flown, area):
    guns = (6, 1, 1)[: len(REAR[area])]
    mission = flown(OWN_LEFT, run_in("left", "rear", area, guns, (6,)), shot_down() * 3, NO_FLAK)
    assert [e["who"] for e in mission.rolls("GUN-HIT")][: len(guns)] == REAR[area]


@pytest.mark.keyed
@pytest.mark.rule("T-401")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_gun_hits_as_its_die_says(flown, face):
    hit = keyed("GUN-HIT")[face] == "hit"
    pass_1 = run_in("left", "front", "fuselage", (face, 1), (6,) if hit else (), () if hit else (1, 1, 1))
    mission = flown(OWN_LEFT, pass_1, shot_down() * (3 if hit else 4), NO_FLAK)
    assert mission.gives("GUN-HIT")[:2] == ["hit" if hit else "miss", "miss"]


@pytest.mark.rule("T-401")
def test_the_bomber_fires_before_the_fighter(flown):
    mission = flown(OWN_LEFT, miss(), shot_down() * 4, NO_FLAK)
    tables = [e["table"] for e in mission.rolls("")]
    assert tables.index("T-TAB-GUN-HIT") < tables.index("T-TAB-FIGHTER-FIRE")


@pytest.mark.rule("T-803")
def test_only_the_guns_of_the_attacked_bomber_fire(flown):
    mission = flown(OWN_LEFT, shot_down("centre"), shot_down("right"), shot_down("left") * 2, NO_FLAK)
    guns = [e for e in mission.journal.events if e.get("table") == "T-TAB-GUNS"]
    assert [e["who"] for e in guns] == ["Left wingman", "Right wingman", "Your B-17", "Your B-17"]
    assert len(mission.rolls("GUN-HIT")) == 4 * len(FRONT)


CREW_OF = {
    "bombardier": ("front", "fuselage", FRONT, "nose"),
    "top_gunner": ("front", "fuselage", FRONT, "top_turret"),
    "tail_gunner": ("rear", "fuselage", REAR["fuselage"], "tail"),
    "belly_gunner": ("rear", "fuselage", REAR["fuselage"], "belly"),
    "left_gunner": ("rear", "left_wing", REAR["left_wing"], "left_waist"),
    "right_gunner": ("rear", "right_wing", REAR["right_wing"], "right_waist"),
}


@pytest.mark.rule("T-405", "T-206")
@pytest.mark.parametrize("station", CREW_OF)
def test_a_gun_whose_gunner_is_out_is_silent(flown, station):
    side, area, guns, silent = CREW_OF[station]
    left = [gun for gun in guns if gun != silent]
    first = run_in("right", side, "fuselage", (1, 1), (), (6, 1, 1), (man_at(side, station),))
    second = run_in("right", side, area, (6,) + (1,) * (len(left) - 1), (6,))
    mission = flown(OWN_LEFT, first, second, shot_down() * 3, NO_FLAK)
    assert mission.state.bombers["right"].crew_out == [station]
    fired = mission.forms["attacks"][0]["lines"]["2A"]["fire"]
    assert len(fired) == len(left)
    assert [e["who"] for e in mission.rolls("GUN-HIT")][2 : 2 + len(left)] == left


@pytest.mark.rule("T-405")
def test_a_bomber_without_a_gunner_that_bears_does_not_fire(flown):
    gunners = [man_at("front", role) for role in ("bombardier", "top_gunner")]
    blind = run_in("right", "front", "fuselage", (1, 1), (), (6, 6, 1), gunners)
    silent = run_in("right", "front", "left_wing", (), (), (1, 1, 1))
    mission = flown(OWN_LEFT, blind, silent, shot_down() * 4, NO_FLAK)
    assert mission.state.bombers["right"].crew_out == ["bombardier", "top_gunner"]
    assert mission.forms["attacks"][0]["lines"]["2A"]["fire"] == []
    assert "Right: no gun can fire; nose gun and top turret gun have no gunner." in mission.text


@pytest.mark.rule("T-404")
@pytest.mark.parametrize(("option", "fires"), [("side", False), ("either", True)])
def test_the_waist_gun_is_that_of_the_side_or_by_ruling_either(flown, option, fires):
    first = run_in("right", "rear", "fuselage", (1, 1), (), (6, 1, 1), (man_at("rear", "left_gunner"),))
    guns = (1, 1, 6) if fires else (6, 1)
    second = run_in("right", "rear", "left_wing", guns, (6,))
    mission = flown(OWN_LEFT, first, second, shot_down() * 3, NO_FLAK, rulings={"waist": option})
    assert [e["who"] for e in mission.rolls("GUN-HIT")][2:5][: len(guns)] == (
        ["tail", "belly", "any_waist"] if fires else ["tail", "belly"]
    )


@pytest.mark.rule("T-404", "T-405")
def test_by_that_ruling_the_waist_is_silent_once_both_gunners_are_out(flown):
    gunners = [man_at("rear", f"{side}_gunner") for side in ("left", "right")]
    first = run_in("right", "rear", "fuselage", (1, 1), (), (6, 6, 1), gunners)
    second = run_in("right", "rear", "left_wing", (6, 1), (6,))
    flown(OWN_LEFT, first, second, shot_down() * 3, NO_FLAK, rulings={"waist": "either"})


# ---- effect on the fighter


EFFECTS = [
    (1, "fuselage", "fires", "bottom"), (2, "fuselage", "fires", "bottom"), (3, "fuselage", "fires", "bottom"),
    (4, "fuselage", "fires", "bottom"), (5, "engine", "no_fire", "top"), (6, "pilot", "no_fire", "centre"),
]  # fmt: skip


@pytest.mark.keyed
@pytest.mark.rule("T-406", "T-407", "T-408", "T-409")
@pytest.mark.parametrize(("die", "cause", "fires", "mark"), EFFECTS)
def test_a_hit_damages_the_fuselage_or_stops_the_fighter_before_it_fires(flown, die, cause, fires, mark):
    fire = (1, 1, 1) if fires == "fires" else ()
    mission = flown(OWN_LEFT, run_in("left", "front", "fuselage", (6, 1), (die,), fire), shot_down() * 3, NO_FLAK)
    assert mission.gives("FIGHTER-EFFECT")[0] == f"fighter_hit {cause} {fires} {mark}"
    assert mission.summary["fighters"]["1"] == {"gone": True, "cause": cause, "pass": "A"}
    assert mission.forms["attacks"][0]["fighters"]["1"] == {"gone": True, "mark": mark, "left_in": "A"}
    assert mission.dice("FIGHTER-FIRE") == [[f] for f in fire]


@pytest.mark.rule("T-407", "T-804", "T-202")
def test_a_damaged_fighter_fires_and_is_absent_from_all_later_passes(flown):
    hurt = run_in("right", "front", "left_wing", (6, 1), (DAMAGED,), (6, 1, 1), (ONE_ENGINE,))
    mission = flown(OWN_LEFT, hurt, miss(), shot_down(), shot_down(), shot_down(), NO_FLAK)
    assert mission.state.bombers["right"].left_wing_out == 1
    assert mission.phases("approach") == ["fighter 1A", "fighter 2A", "fighter 3A", "fighter 4A", "fighter 2B"]


@pytest.mark.rule("T-804", "T-302")
def test_the_fighters_left_keep_their_numbers_and_order(flown):
    mission = flown(OWN_LEFT, shot_down(), miss(), shot_down(), miss(), miss(), miss(), shot_down() * 2, NO_FLAK)
    assert mission.phases("approach") == [
        f"fighter {f}" for f in ("1A", "2A", "3A", "4A", "2B", "4B", "2C", "4C")
    ]  # fmt: skip


@pytest.mark.rule("T-202")
def test_passes_end_when_every_fighter_is_gone(flown):
    mission = flown(OWN_LEFT, shot_down() * 4, NO_FLAK)
    assert [e["data"]["name_of_pass"] for e in mission.journal.events if e.get("name") == "pass"] == ["A"]


@pytest.mark.keyed
@pytest.mark.rule("T-410")
@pytest.mark.parametrize(
    ("dice", "cause"),
    [((1, 1), "fuselage"), ((1, 3), "fuselage"), ((1, 4), "engine"), ((2, 3), "engine"), ((3, 3), "pilot"),
     ((6, 6), "pilot")],
)  # fmt: skip
def test_the_dice_of_two_hits_are_added_up(flown, dice, cause):
    fire = (1, 1, 1) if cause == "fuselage" else ()
    mission = flown(OWN_LEFT, run_in("left", "front", "fuselage", (6, 6), dice, fire), shot_down() * 3, NO_FLAK)
    assert mission.dice("FIGHTER-EFFECT")[0] == list(dice)
    assert mission.rolls("FIGHTER-EFFECT")[0]["natural"] == sum(dice)
    assert mission.summary["fighters"]["1"]["cause"] == cause


@pytest.mark.keyed
@pytest.mark.rule("T-410")
@pytest.mark.parametrize(
    ("option", "dice", "cause"),
    [("all", (1, 1, 1), "fuselage"), ("all", (1, 1, 2), "fuselage"), ("all", (1, 1, 3), "engine"),
     ("all", (2, 2, 2), "pilot"), ("all", (6, 6, 6), "pilot"), ("first_two", (2, 2), "fuselage"), ("first_two", (2, 4), "pilot")],
)  # fmt: skip
def test_three_hits_are_added_up_or_by_ruling_only_two(flown, option, dice, cause):
    fire = (1, 1, 1) if cause == "fuselage" else ()
    first = run_in("left", "rear", "left_wing", (6, 6, 6), dice, fire)
    mission = flown(OWN_LEFT, first, shot_down() * 3, NO_FLAK, rulings={"sum_hits": option})
    assert mission.dice("FIGHTER-EFFECT")[0] == list(dice)
    assert mission.summary["fighters"]["1"]["cause"] == cause


@pytest.mark.rule("T-410")
def test_a_single_hit_is_one_die_under_either_ruling(flown):
    for option in ("all", "first_two"):
        flown(OWN_LEFT, shot_down() * 4, NO_FLAK, rulings={"sum_hits": option})


# ---- the fighter fires


@pytest.mark.keyed
@pytest.mark.rule("T-502")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_fighter_throws_three_fire_dice_and_each_hits_as_it_says(flown, face):
    hit = keyed("FIGHTER-FIRE")[face] == "hit"
    first = run_in("right", "front", "fuselage", (1, 1), (), (face, 1, 1), (2,) if hit else ())
    mission = flown(OWN_LEFT, first, shot_down() * 4, NO_FLAK)
    assert mission.dice("FIGHTER-FIRE") == [[face], [1], [1]]
    assert mission.gives("FIGHTER-FIRE") == ["hit" if hit else "miss", "miss", "miss"]
    assert len(mission.rolls("CREW")) == hit


@pytest.mark.rule("T-502")
def test_all_fire_dice_are_thrown_before_the_result_dice(flown):
    mission = flown(
        OWN_LEFT, run_in("right", "front", "fuselage", (1, 1), (), (5, 1, 6), (2, 5)), shot_down() * 4, NO_FLAK
    )
    assert [e["table"] for e in mission.rolls("FIGHTER-FIRE") + mission.rolls("CREW")] == ["T-TAB-FIGHTER-FIRE"] * 3 + [
        "T-TAB-CREW-FRONT"
    ] * 2
    numbers = [e["n"] for e in mission.rolls("FIGHTER-FIRE")] + [e["n"] for e in mission.rolls("CREW")]
    assert numbers == sorted(numbers)


@pytest.mark.keyed
@pytest.mark.rule("T-503", "T-206")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("wing", ["left_wing", "right_wing"])
def test_a_wing_hit_takes_one_engine_or_both_of_that_wing_by_its_die(flown, wing, die):
    mission = flown(OWN_LEFT, run_in("right", "front", wing, (1, 1), (), (6, 1, 1), (die,)), shot_down() * 4, NO_FLAK)
    bomber = mission.state.bombers["right"]
    assert f"engines_out {bomber.wing_out(wing)}" == keyed("WING")[die]
    assert bomber.engines_out == bomber.wing_out(wing)


@pytest.mark.rule("T-801", "T-208")
@pytest.mark.parametrize(
    ("option", "results", "out"),
    [
        ("per_hit", (3, 5, 6), 2),
        ("per_hit", (1, 1, 1), 2),
        ("per_hit", (6, 1, 1), 2),
        ("one", (1,), 1),
        ("one", (5,), 2),
    ],
)
def test_each_hit_on_a_wing_has_its_die_or_by_ruling_one_a_burst_and_no_wing_loses_more_than_it_has(
    flown, option, results, out
):
    burst = run_in("left", "rear", "left_wing", (1, 4, 4), (), (5, 6, 6), results)
    mission = flown(OWN_LEFT, burst, shot_down() * 4, NO_FLAK, rulings={"wing_rolls": option})
    assert [e["dice"][0] for e in mission.rolls("WING")] == list(results)
    assert (mission.state.own.left_wing_out, mission.state.own.right_wing_out) == (out, 0)
    assert not mission.state.own.lost


@pytest.mark.rule("T-503")
def test_under_that_ruling_a_burst_without_a_hit_throws_no_wing_die(flown):
    burst = run_in("left", "rear", "left_wing", (1, 1, 1), (), (1, 2, 3))
    assert flown(OWN_LEFT, burst, shot_down() * 4, NO_FLAK, rulings={"wing_rolls": "one"}).rolls("WING") == []


@pytest.mark.keyed
@pytest.mark.rule("T-504", "T-205", "T-505", "T-506")
@pytest.mark.parametrize("side", ["front", "rear"])
@pytest.mark.parametrize("die", range(1, 7))
def test_a_fuselage_hit_takes_a_position_of_the_list_of_its_direction(flown, side, die):
    mission = flown(
        OWN_LEFT, run_in("right", side, "fuselage", (1, 1), (), (6, 1, 1), (die,)), shot_down() * 4, NO_FLAK
    )
    assert [f"crew_out {man}" for man in mission.state.bombers["right"].crew_out] == [
        keyed(f"CREW-{side.upper()}")[die]
    ]
    assert mission.state.bombers["right"].engines_out == 0


@pytest.mark.keyed
@pytest.mark.rule("T-205")
def test_radioman_and_top_gunner_can_be_hit_from_either_direction():
    both = set(keyed("CREW-FRONT").values()) & set(keyed("CREW-REAR").values())
    assert both == {"crew_out radioman", "crew_out top_gunner"}


@pytest.mark.rule("T-208", "T-206")
def test_a_position_that_is_hit_again_stays_as_it_is_and_is_not_rolled_again(flown):
    die = man_at("front", "navigator")
    first = run_in("right", "front", "fuselage", (1, 1), (), (6, 6, 1), (die, die))
    again = run_in("right", "front", "fuselage", (1, 1), (), (6, 1, 1), (die,))
    mission = flown(OWN_LEFT, first, again, shot_down() * 4, NO_FLAK)
    assert mission.state.bombers["right"].crew_out == ["navigator"]
    assert mission.dice("CREW") == [[die]] * 3
    assert mission.text.count(f"Right: [{die}] navigator out, but that position was hit before.") == 2


@pytest.mark.rule("T-207", "T-802")
def test_a_fighter_at_a_dead_wing_is_shot_at_and_throws_no_dice(flown):
    mission = flown(OWN_LEFT, strip("right"), run_in("right", "front", "left_wing", (1, 1)), shot_down() * 4, NO_FLAK)
    assert len(mission.rolls("FIGHTER-FIRE", "2A")) == 0
    assert mission.forms["attacks"][0]["lines"]["2A"]["fire"] == [1, 1]
    assert [e["who"] for e in mission.journal.events if e.get("name") == "dead_wing"] == ["fighter 2A"]


@pytest.mark.rule("T-207", "T-802")
def test_a_damaged_fighter_at_a_dead_wing_goes_home_without_firing(flown):
    hurt = run_in("right", "front", "left_wing", (6, 1), (DAMAGED,))
    mission = flown(OWN_LEFT, strip("right"), hurt, shot_down() * 3, NO_FLAK)
    assert mission.summary["fighters"]["2"] == {"gone": True, "cause": "fuselage", "pass": "A"}


@pytest.mark.rule("T-207", "T-802")
def test_by_ruling_dice_are_thrown_at_a_dead_wing_without_effect(flown):
    useless = run_in("right", "front", "left_wing", (1, 1), (), (6, 6, 1), (5, 1))
    mission = flown(OWN_LEFT, strip("right"), useless, shot_down() * 4, NO_FLAK, rulings={"dead_wing_rolls": "true"})
    assert mission.state.bombers["right"].engines_out == 2
    assert not mission.state.bombers["right"].lost
    assert "dead_wing" not in mission.names("fact")


@pytest.mark.rule("T-207")
def test_a_wing_with_one_engine_left_is_attacked_as_ever(flown):
    half = run_in("right", "front", "left_wing", (1, 1), (), (6, 1, 1), (ONE_ENGINE,))
    mission = flown(OWN_LEFT, half, half, shot_down() * 4, NO_FLAK)
    assert mission.state.bombers["right"].left_wing_out == 2


# ---- loss


@pytest.mark.rule("T-508", "T-805")
def test_a_bomber_with_three_engines_out_is_lost_whatever_the_wing(flown):
    two = flown(OWN_LEFT, strip("right"), shot_down() * 4, NO_FLAK)
    assert not two.state.bombers["right"].lost
    one_more = run_in("right", "front", "right_wing", (1, 1), (), (6, 1, 1), (ONE_ENGINE,))
    three = flown(OWN_LEFT, strip("right"), one_more, shot_down(1) * 4, (1, 1))
    assert (three.state.bombers["right"].lost, three.state.bombers["right"].cause) == (True, "three_engines")
    assert three.state.bombers["right"].engines_out == 3


@pytest.mark.rule("T-508")
def test_one_engine_of_each_wing_and_one_more_are_three(flown):
    one = {
        wing: run_in("right", "front", wing, (1, 1), (), (6, 1, 1), (ONE_ENGINE,))
        for wing in ("left_wing", "right_wing")
    }
    mission = flown(OWN_LEFT, one["left_wing"], one["right_wing"], one["left_wing"], shot_down(1) * 4, (1, 1))
    assert mission.state.bombers["right"].cause == "three_engines"


@pytest.mark.rule("T-507")
@pytest.mark.parametrize("order", [("pilot", "copilot"), ("copilot", "pilot")])
def test_a_wingman_is_lost_with_the_second_of_pilot_and_copilot(flown, order):
    first, second = (
        run_in("right", "front", "fuselage", (1, 1), (), (6, 1, 1), (man_at("front", man),)) for man in order
    )
    one = flown(OWN_LEFT, first, shot_down() * 4, NO_FLAK)
    assert not one.state.bombers["right"].lost
    both = flown(OWN_LEFT, first, second, shot_down(1) * 4, (1, 1))
    assert (both.state.bombers["right"].lost, both.state.bombers["right"].cause) == (True, "both_pilots")
    assert both.state.tour == ""


@pytest.mark.rule("T-507")
def test_both_pilots_in_one_burst_are_enough(flown):
    burst = run_in(
        "right", "front", "fuselage", (1, 1), (), (6, 6, 1), [man_at("front", man) for man in ("copilot", "pilot")]
    )
    assert flown(OWN_LEFT, burst, shot_down(1) * 4, (1, 1)).state.bombers["right"].cause == "both_pilots"


@pytest.mark.rule("T-509", "T-701")
def test_a_hit_on_the_pilot_of_the_own_bomber_ends_the_game_at_once(flown):
    mission = flown(OWN_LEFT, run_in("left", "front", "fuselage", (1, 1), (), (6, 1, 1), (man_at("front", "pilot"),)))
    assert (mission.state.own.cause, mission.state.tour, mission.state.result) == ("own_pilot", "lost", "lost")
    assert mission.state.own.crew_out == ["pilot"]
    assert mission.names("fact") == ["lost"]


@pytest.mark.rule("T-509", "T-504")
def test_the_own_copilot_navigator_and_radioman_change_nothing(flown):
    men = [man_at("front", man) for man in ("copilot", "navigator", "radioman")]
    burst = run_in("left", "front", "fuselage", (1, 1), (), (6, 6, 6), men)
    mission = flown(OWN_LEFT, burst, shot_down() * 4, NO_FLAK)
    assert mission.state.own.crew_out == ["copilot", "navigator", "radioman"]
    assert mission.state.result == "completed"


@pytest.mark.rule("T-509")
def test_the_pilot_of_a_wingman_is_not_yours(flown):
    mission = flown(
        OWN_LEFT,
        run_in("right", "front", "fuselage", (1, 1), (), (6, 1, 1), (man_at("front", "pilot"),)),
        shot_down() * 4,
        NO_FLAK,
    )
    assert (mission.state.result, mission.state.bombers["right"].lost) == ("completed", False)


@pytest.mark.rule("T-701", "T-508")
def test_losing_the_own_bomber_stops_everything_at_once(flown):
    # two bursts at the own bomber; nothing is thrown after them: no fighter 3 or 4, no pass B, no flak
    mission = flown(OWN_LEFT, strip("left"), strip("left", wing="right_wing"))
    assert (mission.state.tour, mission.state.own.cause) == ("lost", "three_engines")
    assert mission.phases("approach") == ["fighter 1A", "fighter 2A"]
    assert "flak" not in mission.names("phase")
    assert (mission.state.completed, mission.summary["missions_completed"]) == (0, 0)
    assert "Your B-17 does not come back: too few engines were left. The tour is lost." in mission.text


@pytest.mark.rule("T-508", "T-801")
def test_all_result_dice_of_a_burst_are_thrown_before_the_loss_is_looked_at(flown):
    burst = run_in("left", "front", "right_wing", (1, 1), (), (6, 6, 6), (5, 1, 1))
    mission = flown(OWN_LEFT, strip("left"), burst)
    assert len(mission.rolls("WING")) == 1 + 3
    assert mission.state.own.lost


@pytest.mark.rule("T-507", "T-508")
def test_a_lost_wingman_is_no_loss_of_the_tour(flown):
    mission = flown(OWN_LEFT, lose("right"), shot_down(1) * 4, (1, 1))
    assert (mission.state.result, mission.state.tour, mission.state.completed) == ("completed", "", 1)
