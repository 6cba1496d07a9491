"""What the two record sheets hold, as `forms` makes it from the log."""

import pytest

from .conftest import AREA, AT, ATTACK, NO_FLAK, QUIET, SIDE, TARGET, miss, run_in, shot_down

NAMES = {"own": "Really Ready", "wingmen": ["Lucky Lady", "Careful Cathy"]}


@pytest.fixture
def tour(flown):
    """A quiet mission, one with fighters, and one that is lost to the flak."""
    hurt = run_in("right", "rear", "left_wing", (1, 6, 1), (3,), (5, 1, 6), (2, 3))
    return flown(
        (4, 4, 4), AT["left"], QUIET, 2, 3, 4,
        AT["right"], ATTACK, hurt, shot_down("left"), run_in("centre", "front", "fuselage", (1, 2), (), (1, 5, 1), (4,)),
        shot_down("left"), shot_down("centre"), 6, 1, 2, 1,
        AT["centre"], QUIET, 1, 6, 1, 5,
        run="tour", answers=["fly_on", "fly_on"], names=NAMES,
    )  # fmt: skip


@pytest.mark.rule("T-106", "T-901", "T-902")
def test_each_mission_has_a_line_with_position_fighter_die_and_flak_dice(tour):
    assert tour.forms["own"] == "Really Ready"
    assert tour.forms["missions"] == [
        {"number": 1, "position": list(AT["left"]), "place": "left", "fighters": [QUIET],
         "flak": {"left": 2, "centre": 3, "right": 4}, "damage": {}, "result": "completed", "rank": "first_lieutenant"},
        {"number": 2, "position": list(AT["right"]), "place": "right", "fighters": [ATTACK],
         "flak": {"left": 6, "centre": 1, "right": 2}, "damage": {"left": 1}, "result": "completed", "rank": "first_lieutenant"},
        {"number": 3, "position": list(AT["centre"]), "place": "centre", "fighters": [QUIET],
         "flak": {"left": 1, "centre": 6, "right": 1}, "damage": {"centre": 5}, "result": "lost", "rank": "first_lieutenant"},
    ]  # fmt: skip


@pytest.mark.rule("T-901", "T-104", "T-105")
def test_the_lines_of_the_12th_and_25th_mission_carry_the_promotion(flown):
    tour = flown([*AT["left"], QUIET, *NO_FLAK] * 25, run="tour")
    ranks = [line["rank"] for line in tour.forms["missions"]]
    assert ranks == ["first_lieutenant"] * 11 + ["captain"] * 13 + ["major"]
    assert tour.text.count("You are promoted to Captain.") == 1
    assert tour.text.index("You are promoted to Captain.") < tour.text.index("Mission 13 of 25")
    assert tour.text.index("You are promoted to Captain.") > tour.text.index("Mission 12 of 25")


@pytest.mark.rule("T-902")
def test_the_column_heads_of_the_mission_sheet_name_tables_and_dice(book):
    heads = {row.key: row.effects[0] for row in book.tables["T-TAB-SHEET-MISSION"].rows}
    assert list(heads) == ["position", "fighter_attack", "flak_barrage", "flak_damage"]
    for head in heads.values():
        for table in head["tables"].split("+"):
            assert table in book.tables
    assert book.tables["T-TAB-POSITION"].notation.count == 3
    assert heads["position"]["dice"] == "3d6"
    assert [heads[k]["dice"] for k in ("fighter_attack", "flak_barrage", "flak_damage")] == ["1d6", "3d6", "1d6"]


@pytest.mark.rule("T-111")
def test_each_attack_has_a_sheet_of_its_own_and_a_quiet_mission_has_none(tour):
    assert [(a["mission"], a["place"]) for a in tour.forms["attacks"]] == [(2, "right")]


@pytest.mark.rule("T-204", "T-903")
def test_the_approach_is_written_down_with_its_dice_and_in_words(tour):
    lines = tour.forms["attacks"][0]["lines"]
    assert {key: line["approach"] for key, line in lines.items()} == {
        "1A": ["right", "rear", "left_wing"],
        "2A": ["left", "front", "fuselage"],
        "3A": ["centre", "front", "fuselage"],
        "4A": ["left", "front", "fuselage"],
        "3B": ["centre", "front", "fuselage"],
    }
    for line in lines.values():
        place, side, area = line["approach"]
        assert line["id"] == [TARGET[place], SIDE[side], AREA[area]]


@pytest.mark.rule("T-903")
def test_a_line_holds_fire_and_effect_of_both_halves(tour):
    lines = tour.forms["attacks"][0]["lines"]
    parts = ("fire", "effect", "fighter_fire", "fighter_effect")
    assert [lines["1A"][p] for p in parts] == [[1, 6, 1], [3], [5, 1, 6], [2, 3]]
    assert [lines["2A"][p] for p in parts] == [[6, 1], [6], [], []]
    assert [lines["3A"][p] for p in parts] == [[1, 2], [], [1, 5, 1], [4]]


@pytest.mark.rule("T-903", "T-602")
def test_the_foot_of_the_attack_sheet_holds_the_flak_of_that_mission(tour):
    attack = tour.forms["attacks"][0]
    assert (attack["flak"], attack["damage"]) == ({"left": 6, "centre": 1, "right": 2}, {"left": 1})


@pytest.mark.rule("T-903")
def test_the_columns_of_the_attack_sheet_name_tables_and_dice(book):
    heads = {row.key: row.effects[0] for row in book.tables["T-TAB-SHEET-ATTACK"].rows}
    assert list(heads) == [
        "bomber_id", "bomber_fire", "bomber_effect", "fighter_id", "fighter_fire", "fighter_effect", "flak_barrage", "flak_hit",
    ]  # fmt: skip
    for head in heads.values():
        assert head["tables"] == "-" or all(table in book.tables for table in head["tables"].split("+"))
    heads["fighter_id"].apply(None)  # a column is printed and does nothing
    assert heads["fighter_id"].words(str) == "records what happens"
    assert heads["bomber_id"].words(str) == "records 3D6"


@pytest.mark.rule("T-904")
def test_circles_are_marked_for_engines_crew_and_fighters(tour):
    attack = tour.forms["attacks"][0]
    assert attack["bombers"]["right"] == {
        "name": "Really Ready", "left_wing_out": 2, "right_wing_out": 0, "flak_out": 0, "crew_out": [], "lost": False,
    }  # fmt: skip
    assert attack["bombers"]["left"]["flak_out"] == 1
    assert attack["bombers"]["centre"]["crew_out"] == ["copilot"]
    assert attack["fighters"] == {
        "1": {"gone": True, "mark": "bottom", "left_in": "A"},
        "2": {"gone": True, "mark": "centre", "left_in": "A"},
        "3": {"gone": True, "mark": "centre", "left_in": "B"},
        "4": {"gone": True, "mark": "centre", "left_in": "A"},
    }


@pytest.mark.rule("T-904")
def test_there_is_a_circle_for_every_position_that_can_be_hit(book):
    hit = {
        effect["station"]
        for table in ("T-TAB-CREW-FRONT", "T-TAB-CREW-REAR")
        for row in book.tables[table].rows
        for effect in row.effects
    }
    constants = book.meta.constants
    assert hit == set(constants["stations"])
    assert {station for gunners in constants["gunners"].values() for station in gunners} <= hit
    assert constants["engines"] == 2 * constants["engines_per_wing"]


@pytest.mark.rule("T-411")
def test_a_fighter_that_is_gone_has_the_pass_it_left_in_and_no_line_after_it(tour):
    attack = tour.forms["attacks"][0]
    for number, fighter in attack["fighters"].items():
        flown_in = [key[1] for key in attack["lines"] if key[0] == number]
        assert flown_in[-1] == fighter["left_in"]
        struck = [p for p in "ABC" if p > fighter["left_in"]]
        assert not set(struck) & set(flown_in)


@pytest.mark.rule("T-501")
def test_each_line_says_where_its_arrow_is_drawn(tour, book):
    for line in tour.forms["attacks"][0]["lines"].values():
        place, side, area = line["approach"]
        assert place in book.meta.constants["places"]
        assert side in ("front", "rear")
        assert area in ("left_wing", "fuselage", "right_wing")


@pytest.mark.rule("T-301")
def test_three_dice_are_all_that_is_ever_thrown_at_once(tour, flown):
    big = flown(AT["left"], ATTACK, run_in("left", "rear", "left_wing", (6, 6, 6), (2, 2, 2)), shot_down() * 3, NO_FLAK)
    assert max(count for count, _, _ in tour.throws) == 3  # the position
    assert (3, "T-TAB-FIGHTER-EFFECT", "fighter 1A") in big.throws
    assert max(count for count, _, _ in big.throws) == 3


@pytest.mark.rule("T-301", "T-903")
def test_a_sheet_has_room_for_every_line_an_attack_can_need(flown, book):
    full = flown(AT["left"], ATTACK, miss() * 12, NO_FLAK)
    lines = full.forms["attacks"][0]["lines"]
    constants = book.meta.constants
    assert list(lines) == [f"{n}{p}" for p in constants["passes"] for n in range(1, constants["fighters"] + 1)]


def test_forms_of_a_mission_lost_in_the_attack_are_closed_too(flown):
    lost = flown(AT["left"], ATTACK, run_in("left", "front", "fuselage", (1, 1), (), (6, 1, 1), (3,)))
    (attack,) = lost.forms["attacks"]
    assert lost.forms["missions"][0]["result"] == "lost"
    assert attack["bombers"]["left"]["lost"] is True
    assert attack["flak"] == {}
