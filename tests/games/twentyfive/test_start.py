"""Before the target: tour, names, rank, place in the element, and whether fighters come."""

import re

import pytest

from combatbox.core.errors import CombatBoxError, IllegalChoice
from combatbox.library import paths
from combatbox.library.load import load

from .conftest import AT, ATTACK, NO_FLAK, QUIET, face_for, miss, shot_down


def quiet(place="left"):
    return [*AT[place], QUIET, *NO_FLAK]


# ---- the tour


@pytest.mark.rule("T-101", "T-703", "T-117")
def test_a_tour_is_25_missions_and_surviving_all_of_them_wins(flown):
    tour = flown(quiet() * 25, run="tour")
    assert (tour.state.tour, tour.state.completed, tour.summary["tour"]) == ("won", 25, "won")
    assert [e["data"]["number"] for e in tour.journal.events if e.get("name") == "mission"] == list(range(1, 26))
    assert [e["rule"] for e in tour.journal.events if e["kind"] == "choice"] == ["T-101"] * 24


@pytest.mark.rule("T-101")
def test_a_tour_may_be_laid_aside_and_taken_up_again_with_the_next_mission(flown):
    first = flown(quiet() * 2, run="tour", answers=["fly_on", "stand_down"])
    assert (first.state.completed, first.summary["tour"]) == (2, "going on")
    assert first.names("fact") == ["completed", "completed", "stand_down"]
    second = flown(quiet() * 23, run="tour", mission=first.state.completed + 1)
    assert (second.state.tour, second.state.completed) == ("won", 25)
    assert second.journal.events[1]["data"] == {"number": 3, "of": 25}


@pytest.mark.rule("T-101")
def test_before_the_next_mission_a_player_flies_on_or_stands_down_and_nothing_else(flown):
    with pytest.raises(IllegalChoice, match=r"'desert' is not an option of 'fly_on' \(T-101\)"):
        flown(quiet() * 2, run="tour", answers=["desert"])


@pytest.mark.rule("T-701", "T-101")
def test_a_lost_tour_is_over_without_another_question(flown):
    tour = flown(quiet(), AT["left"], QUIET, 6, 1, 1, 5, run="tour", answers=["fly_on"])
    assert (tour.state.tour, tour.state.completed, tour.state.mission) == ("lost", 1, 2)
    assert tour.names("fact") == ["completed", "lost"]


@pytest.mark.rule("T-102")
def test_the_player_names_the_bombers_before_the_first_mission(flown):
    mission = flown(AT["centre"], QUIET, NO_FLAK, names={"own": "Really Ready", "wingmen": ["Lucky Lady", "Cathy"]})
    names = {place: bomber["name"] for place, bomber in mission.summary["bombers"].items()}
    assert names == {"left": "Lucky Lady", "centre": "Really Ready", "right": "Cathy"}
    assert mission.forms["own"] == "Really Ready"


@pytest.mark.rule("T-102")
def test_names_not_given_are_those_of_the_game(flown, book):
    mission = flown(AT["left"], QUIET, NO_FLAK)
    assert mission.summary["bombers"]["left"]["name"] == book.meta.constants["names"]["own"]
    assert mission.forms["own"] == book.meta.constants["names"]["own"]


@pytest.mark.rule("T-102")
@pytest.mark.parametrize(
    "names", [{"own": ""}, {"own": "  "}, {"own": 3}, {"wingmen": "Lucky Lady"}, {"wingmen": ["A"]}, {"wingmen": ["A", ""]},
              {"wingmen": ["A", "B", "C"]}, {"pilot": "Me"}],
)  # fmt: skip
def test_names_that_fit_no_bomber_are_refused(flown, names):
    with pytest.raises(CombatBoxError):
        flown(quiet(), names=names)


@pytest.mark.rule("T-101", "T-106")
@pytest.mark.parametrize("mission", [0, 26, -1])
def test_a_mission_that_no_tour_has_is_refused(flown, mission):
    with pytest.raises(CombatBoxError, match="a tour has missions 1 to 25"):
        flown(quiet(), mission=mission)


@pytest.mark.rule("T-101")
def test_damage_is_not_carried_to_the_next_mission(flown):
    hit = [*AT["left"], QUIET, 6, 1, 6, 3, 5]  # two engines of the own bomber, the right wingman destroyed
    tour = flown(hit, quiet("right"), run="tour", answers=["fly_on", "stand_down"])
    assert len(tour.rolls("FLAK-HIT")) == 6
    assert all(not b["lost"] and b["flak_out"] == 0 and b["crew_out"] == [] for b in tour.summary["bombers"].values())


# ---- rank


@pytest.mark.rule("T-103")
def test_the_player_starts_as_first_lieutenant(flown):
    assert flown(quiet()).state.rank == "first_lieutenant"
    assert flown(quiet(), run="tour", answers=["stand_down"]).journal.events[0]["gives"] == ["rank first_lieutenant"]


@pytest.mark.rule("T-104")
@pytest.mark.parametrize(("mission", "rank"), [(10, "first_lieutenant"), (11, "first_lieutenant"), (12, "captain"),
                                               (13, "captain"), (24, "captain")])  # fmt: skip
def test_completing_the_12th_mission_makes_a_captain(flown, mission, rank):
    assert flown(quiet(), mission=mission).state.rank == rank


@pytest.mark.rule("T-104")
def test_the_12th_mission_is_flown_as_first_lieutenant_and_the_13th_as_captain(flown):
    for mission, before in ((12, "rank first_lieutenant"), (13, "rank captain")):
        consulted = [e for e in flown(quiet(), mission=mission).journal.events if e.get("table") == "T-TAB-RANK"]
        assert consulted[0]["gives"] == [before]


@pytest.mark.rule("T-104", "T-701")
def test_losing_the_12th_mission_is_no_promotion(flown):
    lost = flown(AT["left"], QUIET, 6, 1, 1, 6, mission=12)
    assert (lost.state.rank, lost.state.completed, lost.state.tour) == ("first_lieutenant", 11, "lost")


@pytest.mark.rule("T-105", "T-117", "T-703")
def test_completing_the_25th_mission_makes_a_major_and_wins(flown):
    last = flown(quiet(), mission=25)
    assert (last.state.rank, last.state.tour, last.state.completed) == ("major", "won", 25)
    assert "You are promoted to Major; the tour is won." in last.text


@pytest.mark.rule("T-105", "T-701")
def test_losing_the_25th_mission_loses_the_tour(flown):
    lost = flown(AT["left"], QUIET, 6, 1, 1, 6, mission=25)
    assert (lost.state.rank, lost.state.tour, lost.state.completed) == ("captain", "lost", 24)


# ---- position


@pytest.mark.keyed
@pytest.mark.rule("T-107", "T-108")
@pytest.mark.parametrize(
    ("dice", "place"),
    [((6, 1, 1), "left"), ((2, 1, 1), "left"), ((4, 5, 4), "centre"), ((1, 6, 5), "centre"), ((3, 2, 6), "right"),
     ((5, 5, 6), "right")],
)  # fmt: skip
def test_black_is_left_white_centre_red_right_and_the_highest_is_your_place(flown, dice, place):
    mission = flown(dice, QUIET, NO_FLAK)
    assert mission.state.position == place
    assert mission.dice("POSITION") == [list(dice)]
    assert mission.rolls("POSITION")[0]["who"] == "black, white, red"
    assert mission.forms["missions"][0]["position"] == list(dice)
    assert mission.forms["missions"][0]["place"] == place


@pytest.mark.rule("T-108")
@pytest.mark.parametrize(("place", "order"), [("left", "OAB"), ("centre", "AOB"), ("right", "ABO")])
def test_the_wingmen_take_the_places_left_over_from_left_to_right(flown, place, order):
    mission = flown(quiet(place), names={"own": "O", "wingmen": ["A", "B"]})
    assert "".join(b["name"] for b in mission.summary["bombers"].values()) == order


@pytest.mark.rule("T-109")
def test_a_tie_for_highest_is_thrown_again_with_all_three_dice_until_one_is_highest(flown):
    mission = flown((6, 6, 1), (4, 4, 4), (3, 5, 5), AT["left"], QUIET, NO_FLAK)
    assert mission.dice("POSITION") == [[6, 6, 1], [4, 4, 4], [3, 5, 5], [*AT["left"]]]
    assert mission.gives("POSITION") == ["roll_again"] * 3 + ["position left"]
    assert mission.state.position == "left"
    assert mission.forms["missions"][0]["position"] == [*AT["left"]]  # only the last throw is written down
    assert mission.text.count("[4, 4, 4] A tie: throw all the dice again.") == 1


def test_a_row_of_house_rules_without_a_position_is_refused_with_file_and_line(tmp_path):
    table = (paths.home("twentyfive").tables / "t-tab-position.yaml").read_text(encoding="utf-8")
    (tmp_path / "twentyfive").mkdir()
    without = re.sub(r"effects:\s*(\[\{position: left\}\]|- position: left)", "effects: []", table)
    (tmp_path / "twentyfive" / "position.yaml").write_text(without, encoding="utf-8")
    row = f"T-TAB-POSITION/{face_for('POSITION', 'position left')}"
    with pytest.raises(CombatBoxError, match=rf"position\.yaml:\d+: {row}: decides nothing; give it `position`"):
        load("twentyfive", tmp_path)


@pytest.mark.rule("T-109")
def test_a_tie_below_the_highest_is_no_tie(flown):
    assert flown((5, 5, 6), QUIET, NO_FLAK).state.position == "right"


# ---- fighters?


def attack_dice(die, attacked):
    return [*AT["left"], die, *(shot_down() * 4 if attacked else []), *NO_FLAK]


@pytest.mark.keyed
@pytest.mark.rule("T-110")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("option", "lowest"), [("6", 6), ("5-6", 5)])
def test_fighters_attack_on_a_6_or_by_the_sheet_on_5_and_6(flown, die, option, lowest):
    mission = flown(attack_dice(die, die >= lowest), rulings={"attack_on": option})
    assert mission.state.attacked == (die >= lowest)
    assert bool(mission.phases("approach")) == (die >= lowest)
    assert mission.forms["missions"][0]["fighters"] == [die]
    assert mission.rolls("ATTACK")[0]["table"] == ("T-TAB-ATTACK" if option == "6" else "T-TAB-ATTACK-SHEET")


@pytest.mark.rule("T-110")
def test_the_fighter_die_is_thrown_once_a_mission_after_the_position(flown):
    tables = [e["table"] for e in flown(quiet()).journal.events if e["kind"] == "roll"]
    assert tables[:2] == ["T-TAB-POSITION", "T-TAB-ATTACK"]
    assert tables.count("T-TAB-ATTACK") == 1


@pytest.mark.rule("T-201", "T-202", "T-302")
def test_four_fighters_make_three_passes_each_all_of_them_a_pass_before_any_the_next(flown):
    mission = flown(AT["left"], ATTACK, miss() * 12, NO_FLAK)
    assert mission.phases("approach") == [f"fighter {n}{p}" for p in "ABC" for n in "1234"]
    passes = [e["data"]["name_of_pass"] for e in mission.journal.events if e.get("name") == "pass"]
    assert passes == ["A", "B", "C"]
