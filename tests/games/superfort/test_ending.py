"""Ending the mission (section 8), victory and the tour (section 9)."""

from __future__ import annotations

import pytest

from combatbox.bomber import campaign
from combatbox.bomber.decision_options import FlightOver
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import combat, engines, flow, landing, setup
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


# ---- landing on land


@pytest.mark.rule(
    "F8.1.1", "F8.3.1", "F7.2.1e", "F7.2.2e", "F7.2.3b", "F7.2.4b", "F6.2F.6", "F8.5.4", "F7.6F.1", "F2.3G.N1"
)
@pytest.mark.parametrize(
    ("change", "add"),
    [({}, 0), ({"engines__0__out": True}, -1), ({"plane__burst_inside": True}, -2), ({"plane__electrical_out": True}, -2),
     ({"plane__tail_skid_out": True}, -1), ({"plane__power_unit_out": True}, -1), ({"plane__landing_gear_out": True}, -3),
     ({"plane__trim_out": True}, -1), ({"plane__cable_hits": 2}, -1), ({"weather": "bad"}, -2), ({"landing_time": "night"}, -1),
     ({"landing_time": "night", "down_terrain": "I"}, 0), ({"down_terrain": "J"}, -4), ({"down_terrain": "O"}, -2),
     ({"down_terrain": "O", "mission": 3}, -4), ({"pilot_at_controls": "engineer"}, -3), ({"pilot_at_controls": "cfc"}, -6),
     ({"weather": "poor", "fwd_boxes": 2}, -2), ({"fwd_boxes": 2}, 0), ({"plane__flight_instruments_out": True}, 0),
     ({"plane__flight_instruments_out": True, "weather": "poor"}, -2)],
)  # fmt: skip
def test_what_makes_a_landing_worse(b29, change, add):
    rig = home(b29, early=change.get("mission", 12) < 11, **change)
    assert rig.flight.modified(rig.flight.table("landing.land")) == add


@pytest.mark.rule("F7.2.2e", "F7.2.3b", "F7.2.4b")
@pytest.mark.parametrize(("out", "add"), [(2, -2), (3, -3), (4, -4 - 4 - 3)])
def test_each_engine_out_is_worse_and_with_none_nothing_works(b29, out, add):
    rig = home(b29)
    for engine in rig.state.engines[:out]:
        engine.out = True
    assert rig.flight.modified(rig.flight.table("landing.land")) == add


@pytest.mark.rule("F8.1.1", "F9.3.2")
@pytest.mark.parametrize(
    ("faces", "worse", "fate"),
    [((1, 1), 3, "irreparable"), ((1, 1), 2, "repairable"), ((1, 2), 0, "safe"), ((6, 6), 13, "irreparable")],
)
def test_the_landing_roll_says_what_is_left_of_the_plane_and_a_natural_12_spares_the_crew(b29, faces, worse, fate):
    rig = home(b29, {"T8-1": list(faces)})
    rig.flight.roll("landing.land", add=-worse)
    assert rig.state.plane.fate == fate
    assert all(man.aboard for man in rig.state.men.values())


@pytest.mark.rule("F8.1.1")
def test_without_gear_a_safe_landing_may_still_end_her(b29):
    rig = home(b29, {"T8-1": ["plane_safe"], "R8-1": ["plane_irreparable"]})
    rig.state.plane.parts["landing_gear_out"] = True
    rig.fly(landing.land_at_field, "B")
    assert rig.state.plane.fate == "irreparable"
    assert rig.state.outcome.landed == "base"


@pytest.mark.rule("F8.1.2", "F8.3.3")
def test_with_both_pilots_controls_out_everyone_jumps_over_the_field_and_is_back_on_duty(b29):
    rig = home(b29, {"T8-4": ["jumps_clear"] * 11})
    rig.state.plane.parts["pilot_controls_out"] = rig.state.plane.parts["copilot_controls_out"] = True
    rig.fly(landing.land_at_field, "B")
    assert {man.fate for man in rig.state.men.values()} == {"bailed_out"}
    landing.debrief(rig.flight)
    assert rig.state.outcome.result == "japanese"


@pytest.mark.rule("F8.3.3", "F8.4.3")
def test_men_may_jump_before_a_landing_that_looks_bad_and_the_pilot_may_stay(b29):
    rig = home(
        b29,
        {"T8-4": ["jumps_clear"] * 10, "T8-1": ["plane_safe"]},
        {"jump": "jump", "jump_man": "jump", "jump_man pilot": "stay"},
        weather="bad",
    )
    rig.fly(landing.land_at_field, "B")
    assert [role for role, man in rig.state.men.items() if man.aboard] == ["pilot"]
    assert rig.state.outcome.landed == "base"


@pytest.mark.rule("F8.3.3")
def test_nobody_is_asked_to_jump_before_a_landing_without_a_minus(b29):
    rig = home(b29, {"T8-1": ["plane_safe"]})
    rig.fly(landing.land_at_field, "B")
    assert rig.player.asked == []


@pytest.mark.rule("F8.4.1", "F8.4.2")
@pytest.mark.parametrize(
    ("weather", "dice", "after"),
    [("good", {"R8-4": ["fog poor"]}, "poor"), ("poor", {"R8-4": ["fog poor"]}, "poor"), ("bad", {}, "bad")],
)
def test_fog_at_iwo_jima_makes_good_weather_poor_and_poor_weather_bad(b29, weather, dice, after):
    rig = home(b29, {**dice, "T8-1": [6, 5]}, {"jump": "stay"}, zone=6, terrain="I", weather=weather)
    rig.fly(landing.land_at_iwo)
    assert rig.state.track.weather == after
    assert rig.state.outcome.landed == "iwo"
    assert rig.dice.rest() == {}


@pytest.mark.rule("F8.5.4", "F9.3B.1")
def test_down_in_japan_the_plane_is_lost_and_the_crew_captured(b29):
    rig = home(
        b29,
        {"T8-1": ["plane_safe"], "T8-7": [*["lives_in_camp"] * 6, *["dies_in_camp"] * 5]},
        zone=12,
        down_terrain="J",
    )
    rig.state.outcome.down_terrain = "J"
    landing.touch_down(rig.flight, "J")
    fates = [man.fate for man in rig.state.men.values()]
    assert (fates.count("captured"), fates.count("died_in_camp")) == (6, 5)
    landing.debrief(rig.flight)
    assert rig.state.outcome.result == "japanese"


# ---- elsewhere


@pytest.mark.rule("F8.5.1", "F8.5.2")
def test_of_two_letters_the_player_chooses_under_control(b29):
    rig = b29({}, {"over": "japan"}, zone=11, terrain="W-J")
    rig.fly(landing.choose_ground, True)
    assert rig.state.outcome.down_terrain == "J"
    assert rig.player.options("over") == ("sea", "japan")


@pytest.mark.rule("F8.5.2")
@pytest.mark.parametrize(("face", "letter"), [(3, "W"), (4, "J")])
def test_of_two_letters_a_die_chooses_out_of_control(b29, face, letter):
    rig = b29({"R8-5": [face]}, zone=11, terrain="W-J")
    rig.fly(landing.choose_ground, False)
    assert rig.state.outcome.down_terrain == letter


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


@pytest.mark.rule("F8.6.1", "F8.6.5", "F9.3B.1")
@pytest.mark.parametrize(
    ("faces", "how", "lost"), [([1, 1], "", 11), ([2, 2], "broken", 5), ([3, 4], "hard", 1), ([4, 5], "good", 0)]
)
def test_how_a_ditching_goes_and_that_the_sea_keeps_the_plane(b29, faces, how, lost):
    dice = {
        "T8-3": faces,
        "T8-3-BROKEN": [*["drowns"] * 5, *["wound_roll -1"] * 6],
        "T8-3-HARD": ["drowns", *["in_the_rafts"] * 10],
        "T7-13": [1] * 6,
        "T8-6": ["rescued"] * 11,
    }
    rig = home(b29, dice, zone=4, terrain="W", sea="moderate", down_terrain="W")
    landing.ditch(rig.flight)
    assert rig.state.ending.ditched == how
    assert rig.state.plane.fate == "destroyed"
    assert [man.fate for man in rig.state.men.values()].count("lost_at_sea") == lost


@pytest.mark.rule("F8.6.1", "F8.1.1")
def test_a_man_who_gets_out_of_a_broken_plane_is_hurt_less_and_one_in_a_crash_more(b29):
    rig = home(
        b29, {"T8-3-BROKEN": ["wound_roll -1"], "T7-13": [1, *[3] * 11], "T8-1": [1, 1]}, zone=4, down_terrain="B"
    )
    rig.state.hand.man = "cfc"
    rig.flight.roll_on("T8-3-BROKEN", "cfc")
    assert rig.man("cfc").light == 0
    rig.flight.roll("landing.land", add=-5)
    assert {(man.light, man.serious) for man in rig.state.men.values()} == {(0, True)}


@pytest.mark.rule("F8.6.3", "F8.6.D1")
@pytest.mark.parametrize(
    ("setup", "add"),
    [({"ditched": "hard"}, 2), ({"ditched": "good"}, 3), ({"parachuted": True}, 0), ({"ditched": "hard", "sea": "calm"}, 3),
     ({"ditched": "hard", "sea": "very_rough"}, 1), ({"ditched": "hard", "course": "off"}, 0), ({"ditched": "hard", "zone": 11}, 1),
     ({"ditched": "hard", "plane__radio_out": True}, 1), ({"ditched": "hard", "plane__port_raft_out": True}, 1),
     ({"ditched": "hard", "off_runway": True}, 3)],
)  # fmt: skip
def test_rescue_by_how_they_came_down_the_sea_the_call_and_the_place(b29, setup, add):
    rig = home(b29, **{"zone": 4, **setup})
    rig.state.hand.man = "cfc"
    assert rig.flight.modified(rig.flight.table("down.at_sea")) == add


@pytest.mark.rule("F8.6.3")
@pytest.mark.parametrize(("face", "fate"), [(1, "lost_at_sea"), (6, "rescued")])
def test_at_sea_a_one_is_always_lost_and_a_six_always_saved(b29, face, fate):
    for state in ({"ditched": "good", "sea": "calm"}, {"parachuted": True, "sea": "very_rough", "course": "off"}):
        rig = home(b29, {"T8-6": [face]}, zone=4, **state)
        landing.at_sea(rig.flight, rig.man("cfc"))
        assert rig.man("cfc").fate == fate


@pytest.mark.rule("F8.6.4")
@pytest.mark.parametrize(
    ("boat", "prison", "fate"), [([3], [], "returned"), ([1], [4], "captured_at_sea"), ([1], [3], "died_in_camp")]
)
def test_near_japan_the_boat_may_be_a_japanese_one(b29, boat, prison, fate):
    rig = home(b29, {"T8-6": ["rescued"], "T8-6-BOAT": boat, "T8-7": prison}, zone=11, ditched="good")
    landing.at_sea(rig.flight, rig.man("cfc"))
    assert rig.man("cfc").fate == fate


@pytest.mark.rule("F8.2.1", "F4.2B.7")
@pytest.mark.parametrize(("table", "face", "out"), [("T8-4", 2, 11), ("T8-5", 4, 0), ("T8-5", 5, 11)])
def test_a_bail_out_under_control_saves_nearly_all_and_out_of_control_a_third(b29, table, face, out):
    rig = home(b29, {table: [face] * 11, "T8-7": ["lives_in_camp"] * 11}, zone=12, terrain="J", down_terrain="J")
    rig.state.outcome.down_terrain = "J"
    rig.fly(landing.bail_out, table)
    assert [man.fate for man in rig.state.men.values()].count("captured") == out


@pytest.mark.rule("F8.2.1")
def test_a_seriously_wounded_man_cannot_jump(b29):
    rig = home(b29, {"T8-4": ["jumps_clear"] * 10})
    rig.man("cfc").serious = True
    rig.fly(landing.bail_out, "T8-4")
    assert rig.man("cfc").fate == "went_down"


# ---- afterwards


@pytest.mark.rule("F9.1.1")
def test_the_wounded_and_the_frostbitten_at_home_learn_what_becomes_of_them(b29):
    rig = home(b29, {"T7-13-FATE": ["invalided"], "T7-14-FATE": ["recovers"]}, landed="base")
    rig.man("cfc").serious = rig.man("pilot").frostbitten = True
    landing.debrief(rig.flight)
    assert (rig.man("cfc").fate, rig.man("pilot").fate) == ("invalided", "recovers")


@pytest.mark.rule("F9.3A.1", "F9.3B.1", "F9.3C.1", "F9.3.2")
@pytest.mark.parametrize(
    ("setup", "result"),
    [({"landed": "base", "bombs_dropped": True, "aim_result": "on_target", "per_cent": 30}, "american"),
     ({"landed": "iwo", "bombs_dropped": True, "aim_result": "on_target", "per_cent": 30}, "american"),
     ({"landed": "base", "bombs_dropped": True, "aim_result": "off_target", "per_cent": 0}, "draw"),
     ({"landed": "base"}, "draw"), ({"landed": "sea", "bombs_dropped": True, "aim_result": "on_target", "per_cent": 3}, "japanese"),
     ({"landed": "base", "plane__fate": "irreparable", "bombs_dropped": True, "aim_result": "on_target", "per_cent": 3}, "japanese"),
     ({"landed": "base", "plane__burst_inside": True}, "japanese")],
)  # fmt: skip
def test_whose_victory_a_mission_is(b29, setup, result):
    rig = home(b29, **setup)
    landing.debrief(rig.flight)
    assert rig.state.outcome.result == result


@pytest.mark.rule("F9.2.1")
@pytest.mark.parametrize(
    ("setup", "face", "burned"),
    [({}, 4, 1), ({}, 3, 0), ({"band": "low"}, 3, 1), ({"target_weather": "bad"}, 4, 0), ({"per_cent": 30}, 3, 1),
     ({"per_cent": 29}, 3, 0)],
)  # fmt: skip
def test_a_raid_may_burn_a_box_of_its_city_whether_or_not_ours_bombed(b29, setup, face, burned):
    bombed = {"bombs_dropped": True, "aim_result": "on_target"} if "per_cent" in setup else {}
    rig = home(b29, {"T9-1": [face]}, target_type="urban", names={"campaign": Campaign("word")}, **bombed, **setup)
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


# ---- the base square, and Japan without an engine


@pytest.mark.rule("F8.3.2")
def test_in_the_base_square_nothing_is_rolled_but_the_landing(b29):
    rig = home(b29, {"T8-1": ["plane_safe"]}, zone=1, terrain="W", course="on", weather="good")
    rig.fly(flow.reach_base)
    assert rig.dice.tables() == ["T8-1"]
    assert (rig.state.track.zone, rig.state.outcome.landed) == (0, "base")


@pytest.mark.rule("F7.2.4c")
def test_without_an_engine_over_the_base_square_she_lands_there(b29):
    rig = home(
        b29, {"T8-1": ["plane_safe"], "R8-1": ["plane_holds"]}, {"land_or_jump": "land", "jump": "stay"}, terrain=""
    )
    for engine in rig.state.engines:
        engine.out = True
    with pytest.raises(FlightOver):
        engines.none_left(rig.flight)
    rig.fly(landing.come_down)
    assert rig.state.outcome.landed == "base"


@pytest.mark.rule("F8.5.3")
def test_a_landing_in_japan_that_is_forced_waits_for_the_fight_of_the_turn(b29):
    rig = b29({"T5-1": ["resistance none"]}, zone=12, terrain="J", ahead=True)
    for engine in rig.state.engines:
        engine.out = True
    engines.none_left(rig.flight)
    rig.state.track.out_of_formation = True
    with pytest.raises(FlightOver):
        rig.fly(combat.fight)
    assert rig.dice.tables() == ["T5-1"]
