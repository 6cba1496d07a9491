"""The flak barrage over the target, and how a mission ends."""

import pytest

from .conftest import (
    AT,
    ATTACK,
    BOTH_ENGINES,
    FLAK_TAKES,
    NO_FLAK,
    ONE_ENGINE,
    QUIET,
    keyed,
    miss,
    run_in,
    shot_down,
)  # fmt: skip

LEFT = [*AT["left"], QUIET]
NAMES = {"own": "O", "wingmen": ["A", "B"]}


@pytest.mark.rule("T-112", "T-601")
def test_flak_comes_on_every_mission_after_the_fighters(flown):
    for mission in (flown(LEFT, NO_FLAK), flown(AT["left"], ATTACK, shot_down() * 4, NO_FLAK)):
        assert mission.names("phase").count("flak") == 1
        assert mission.dice("FLAK-HIT") == [[1], [1], [1]]
        last = mission.rolls("")[-3:]
        assert [e["table"] for e in last] == ["T-TAB-FLAK-HIT"] * 3


@pytest.mark.keyed
@pytest.mark.rule("T-602", "T-603")
@pytest.mark.parametrize("face", range(1, 7))
def test_each_bomber_has_a_die_in_the_order_of_the_colours_and_is_hit_as_its_die_says(flown, face):
    hit = keyed("FLAK-HIT")[face] == "hit"
    mission = flown(AT["centre"], QUIET, 1, 2, face, *([1] if hit else []), names=NAMES)
    assert mission.phases("under_fire") == ["A", "O", "B"]
    assert mission.gives("FLAK-HIT") == ["miss", "miss", "hit" if hit else "miss"]
    assert mission.phases("hit_by_flak") == (["B"] if hit else [])
    assert mission.forms["missions"][0]["flak"] == {"left": 1, "centre": 2, "right": face}


@pytest.mark.rule("T-113", "T-602")
def test_the_die_of_a_bomber_already_lost_is_left_out(flown):
    wing = {w: run_in("right", "front", w, (1, 1), (), (6, 1, 1), (BOTH_ENGINES,)) for w in ("left_wing", "right_wing")}
    mission = flown(AT["left"], ATTACK, wing["left_wing"], wing["right_wing"], shot_down(1) * 4, (1, 2), names=NAMES)
    assert mission.state.bombers["right"].lost
    assert mission.forms["missions"][0]["flak"] == {"left": 1, "centre": 2}


@pytest.mark.rule("T-113", "T-602")
@pytest.mark.parametrize(("option", "dice"), [("all", [[1], [2], [3]]), ("own_only", [[2]])])
def test_the_wingmen_have_flak_dice_or_by_ruling_only_your_own_bomber(flown, option, dice):
    mission = flown(AT["centre"], QUIET, *[d[0] for d in dice], rulings={"roll_wingmen_flak": option})
    assert mission.dice("FLAK-HIT") == dice
    assert mission.phases("under_fire") == ([mission.state.own_name] if option == "own_only" else
                                            ["Left wingman", "Your B-17", "Right wingman"])  # fmt: skip


@pytest.mark.rule("T-116")
def test_one_barrage_can_hit_several_bombers_all_hit_dice_before_the_damage_dice(flown):
    one, two = FLAK_TAKES.values()
    mission = flown(AT["right"], QUIET, 6, 6, 6, one, two, one)
    assert [(e["table"][6:], e["dice"]) for e in mission.rolls("FLAK")] == [
        ("FLAK-HIT", [6]), ("FLAK-HIT", [6]), ("FLAK-HIT", [6]),
        ("FLAK-DAMAGE", [one]), ("FLAK-DAMAGE", [two]), ("FLAK-DAMAGE", [one]),
    ]  # fmt: skip
    assert [b.flak_out for b in mission.state.bombers.values()] == [1, 2, 1]
    assert mission.forms["missions"][0]["damage"] == {"left": one, "centre": two, "right": one}


RULES = {1: 1, 2: 1, 3: 2, 4: 2, 5: "lost", 6: "lost"}
INTRO = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: "lost"}


@pytest.mark.keyed
@pytest.mark.rule("T-604", "T-114")
@pytest.mark.parametrize(("option", "outcomes"), [("rules", RULES), ("intro", INTRO)])
@pytest.mark.parametrize("die", range(1, 7))
def test_flak_damage_is_by_the_rules_section_or_by_ruling_by_the_introduction(flown, option, outcomes, die):
    mission = flown(LEFT, 1, 1, 6, die, rulings={"flak_damage": option})
    bomber = mission.state.bombers["right"]
    assert (bomber.lost, bomber.flak_out) == ((True, 0) if outcomes[die] == "lost" else (False, outcomes[die]))
    assert bomber.cause == ("flak_destroys" if bomber.lost else "")
    assert bomber.crew_out == []
    assert mission.rolls("FLAK-DAMAGE")[0]["table"] == (
        "T-TAB-FLAK-DAMAGE" if option == "rules" else "T-TAB-FLAK-DAMAGE-INTRO"
    )


def with_engines_out(count, place="right"):
    """A fighter attack that leaves a bomber with so many engines out by one pass, and no fighters."""
    results = {1: (ONE_ENGINE,), 2: (BOTH_ENGINES,)}[count]
    return [*run_in(place, "front", "left_wing", (1, 1), (), (6, 1, 1), results), *(shot_down() * 4)]


@pytest.mark.rule("T-115", "T-605")
@pytest.mark.parametrize(("before", "more", "lost"), [(1, 1, False), (1, 2, True), (2, 1, True), (2, 2, True)])
def test_engines_lost_to_flak_add_to_those_lost_to_fighters(flown, before, more, lost):
    mission = flown(AT["left"], ATTACK, with_engines_out(before), 1, 1, 6, FLAK_TAKES[more])
    bomber = mission.state.bombers["right"]
    assert bomber.lost is lost
    assert bomber.engines_out == before + more
    assert bomber.cause == ("three_engines" if lost else "")


@pytest.mark.rule("T-605", "T-701")
def test_your_own_bomber_short_of_one_engine_goes_down_on_two_more(flown):
    mission = flown(AT["left"], ATTACK, with_engines_out(1, "left"), 6, 1, 1, FLAK_TAKES[2])
    assert (mission.state.result, mission.state.own.cause) == ("lost", "three_engines")


@pytest.mark.rule("T-701")
def test_your_own_bomber_lost_to_flak_stops_the_damage_dice_at_once(flown):
    mission = flown(AT["centre"], QUIET, 6, 6, 6, FLAK_TAKES[1], 6)  # left 1 engine, own lost; no die for the right one
    assert mission.state.tour == "lost"
    assert mission.state.bombers["right"].flak_out == 0
    assert mission.phases("hit_by_flak") == ["Left wingman", "Your B-17"]


@pytest.mark.rule("T-702")
def test_surviving_the_flak_completes_the_mission_without_another_roll(flown):
    mission = flown(LEFT, NO_FLAK)
    assert (mission.state.result, mission.state.completed) == ("completed", 1)
    after = [e for e in mission.journal.events if e["n"] > mission.rolls("FLAK-HIT")[-1]["n"]]
    assert [e["kind"] for e in after] == ["phase", "fact", "consult"]
    assert "Your B-17 drops its bombs and comes home. Missions completed: 1 of 25." in mission.text


@pytest.mark.rule("T-702")
def test_a_wingman_lost_to_flak_is_no_matter_for_the_mission(flown):
    mission = flown(LEFT, 1, 6, 6, 6, 6)
    assert mission.state.result == "completed"
    assert [b.lost for b in mission.state.bombers.values()] == [False, True, True]


@pytest.mark.rule("T-601", "T-202")
def test_fighters_that_were_never_hit_leave_before_the_flak(flown):
    mission = flown(AT["left"], ATTACK, miss() * 12, NO_FLAK)
    assert [f["gone"] for f in mission.summary["fighters"].values()] == [False] * 4
    flak = next(e["n"] for e in mission.journal.events if e.get("name") == "flak")
    assert all(e["n"] < flak for e in mission.journal.events if e.get("name") == "approach")
