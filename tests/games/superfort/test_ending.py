"""Ending the mission (section 8), victory and the tour (section 9)."""

from __future__ import annotations

import pytest

from combatbox.bomber import campaign
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import landing, setup
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.setup import Names
from combatbox.games.superfort.state import Campaign
from combatbox.library.load import load
from combatbox.play.narrate import narrate
from combatbox.play.replay import header

HOME = {"zone": 0, "leg": "back", "altitude": "low", "out_of_formation": True, "terrain": "B"}
CONST = load("superfort").const
VETERANS = {
    "names": {
        "missions": dict.fromkeys(("pilot", "copilot", "navigator", "engineer", "radio_operator"), CONST.novice + 2)
    }
}


def home(b29, dice=(), answers=(), **setup):
    """A rig over the base, bombs gone, with pilots who are neither novices nor veterans (the present mission counts)."""
    rig = b29(dice, answers, **{**VETERANS, **HOME, "down_terrain": "B", **setup})
    rig.state.plane.bombs_aboard = False
    return rig


# ---- elsewhere


@pytest.mark.rule("F8.6.1", "F8.6.2", "F7.2.4a", "F4.3C.1")
def test_over_water_the_sea_is_known_before_the_choice_to_ditch_or_jump(b29):
    rig = home(
        b29,
        {"T8-2": ["sea calm"], "T8-3": ["good_ditching"], "T8-6": ["rescued"] * 11},
        {"ditch_or_jump": "ditch"},
        zone=4,
        terrain="W",
    )
    rig.state.ending.out_of_fuel = True
    rig.fly(landing.come_down)
    assert rig.dice.tables()[:2] == ["T8-2", "T8-3"]
    assert rig.state.ending.sea == "calm"
    assert rig.state.outcome.landed == "sea"


# ---- afterwards


@pytest.mark.rule("F9.2.1")
@pytest.mark.parametrize(
    ("setup", "add", "burned"),
    [({}, 0, 1), ({}, 0, 0), ({"band": "low"}, 1, 1), ({"target_weather": "bad"}, -1, 0), ({"per_cent": 30}, 1, 1),
     ({"per_cent": 29}, 0, 0)],
)  # fmt: skip
def test_a_raid_may_burn_a_box_of_its_city_whether_or_not_ours_bombed(b29, setup, add, burned):
    bombed = {"bombs_dropped": True, "aim_result": "on_target"} if "per_cent" in setup else {}
    result = "box_burned" if burned else "fires_contained"
    rig = home(b29, {"T9-1": [result]}, target_type="urban", names={"campaign": Campaign("word")}, **bombed, **setup)
    assert rig.flight.modified(rig.flight.tables["T9-1"]) == add
    landing.burn(rig.flight)
    assert rig.state.tour.burned.get("Tokyo", 0) == burned


@pytest.mark.rule("F9.2.2")
@pytest.mark.parametrize(("city", "boxes", "out"), [("Tokyo", 4, False), ("Tokyo", 5, True), ("Kochi", 1, True)])
def test_a_city_is_bombed_out_when_its_boxes_are_gone(b29, city, boxes, out):
    rig = b29(names={"campaign": Campaign("word", burned={city: boxes})})
    assert is_bombed_out(rig.flight, city) is out


# ---- the tour


@pytest.fixture(scope="module")
def flown(book):
    """A whole tour and its log."""
    rulebook, setup = book.rulebook({}), Setup(1, Names(roster="superfort"))
    journal = Journal(header(book, "tour", rulebook.rulings, setup, "1945"))
    state = fly(
        book.game, rulebook, SeededDice("1945"), run="tour", setup=setup, player=DefaultPlayer(), journal=journal
    )
    journal.flush_changes()
    return state, journal


@pytest.mark.rule("F9.4.1", "F2.1.1", "F2.1.2", "F9.4.2", "F9.1.2")
def test_a_tour_ends_after_thirty_five_credited_missions_with_its_winner_and_ratings(flown):
    state, _journal = flown
    tally = state.campaign
    assert state.completed == 35 == tally.american + tally.japanese + tally.draw
    assert tally.result == (
        "won" if tally.american > tally.japanese else "lost" if tally.american < tally.japanese else "drawn"
    )
    assert tally.bombing
    assert all(service.rating for service in tally.services if service.missions)
    assert setup.summary(state)["next"] is None


@pytest.mark.rule("F9.4.1")
@pytest.mark.parametrize(("ours", "theirs", "result"), [(3, 2, "won"), (2, 3, "lost"), (2, 2, "drawn")])
def test_draws_do_not_decide_a_tour(b29, ours, theirs, result):
    rig = b29(names={"campaign": Campaign("word", american=ours, japanese=theirs, draw=30)})
    campaign.finish(rig.flight)
    assert rig.state.campaign.result == result


@pytest.mark.rule("F9.1.2", "F4.7D.1")
def test_a_mission_without_credit_is_flown_again_with_the_same_number(b29):
    rig = b29(names={"campaign": Campaign("word")}, mission=12)
    rig.state.outcome.result, rig.state.outcome.landed, rig.state.outcome.counts = "draw", "base", False
    campaign.close_books(rig.flight)
    assert rig.state.completed == 11
    assert campaign.carry_on(rig.state).mission == 12


@pytest.mark.rule("F9.1.2", "F2.1.1")
def test_a_b29_lost_at_sea_is_struck_out_with_its_dead_and_new_names_take_over(b29):
    rig = b29(names={"campaign": Campaign("word"), "crew": {"pilot": "Ann Smith"}}, mission=12)
    rig.state.outcome.result, rig.state.outcome.landed, rig.state.plane.fate = "japanese", "sea", "destroyed"
    for man in rig.state.men.values():
        man.fate = "rescued"
    rig.man("pilot").fate, rig.man("pilot").dead = "lost_at_sea", True
    campaign.close_books(rig.flight)
    onward = campaign.carry_on(rig.state)
    assert rig.state.campaign.grounded
    assert onward.mission == 13
    assert onward.names.bomber == ""
    assert "pilot" not in onward.names.crew
    assert "copilot" in onward.names.crew


def test_the_story_of_a_tour_is_one_of_b29s_over_the_pacific(book, flown):
    _state, journal = flown
    account = "\n".join(line.shown for line in narrate(book, journal.events))
    for word in ("Marianas", "Iwo Jima", "boxes", "American win", "The navigator takes stock", "The tour is"):
        assert word in account
    for stranger in ("England", "German", "8th Air Force", "Luftwaffe", "B-17"):
        assert stranger not in account
