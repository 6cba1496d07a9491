"""Rules that were played otherwise than the booklet has them, and rulings where it says less than a game must know."""

from __future__ import annotations

from pathlib import Path

import pytest
from b29rig import two

from combatbox.bomber.decision_options import FlightOver
from combatbox.core.game import Setup
from combatbox.games.superfort import (
    abort,
    altitude,
    briefing,
    cabins,
    crew_moves,
    debrief,
    engines,
    fires,
    flow,
    formation,
    landing,
    navigation,
    night,
    pressure,
    target,
)  # fmt: skip
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign

rule = pytest.mark.rule

HOMEWARD = {"leg": "back", "altitude": "low", "out_of_formation": True, "plane__bombs_aboard": False}
QUIET = {"R4-6": ["no_effect"] * 6, "T5-1": [1, 1] * 6}


def lose_engines(rig, number):
    for engine in rig.state.engines[:number]:
        engine.out = engine.feathered = True


# ---- one task a turn (7.5, 7.6)


def busy(rig, how, role):
    """That man fights a fire this turn, or has carried a casualty."""
    if how == "fire":
        rig.state.cabins.fought[role] = rig.state.rooms[role]
    else:
        rig.state.cabins.carried.append(role)


@rule("F7.5.3", "F7.6A.3", "F6.3A.1")
@pytest.mark.parametrize("how", ["fire", "carries"])
def test_a_bombardier_at_another_task_aims_no_bombs(b29, how):
    rig = b29({"T6-7": ["per_cent 0"]}, zone=12)
    busy(rig, how, "bombardier")
    target.bomb_run(rig.flight)
    assert rig.state.outcome.aim_result == "off_target"


@rule("F7.5.3", "F7.6A.3", "F4.5B.1")
@pytest.mark.parametrize("how", ["fire", "carries"])
def test_a_navigator_at_another_task_finds_no_course(b29, how):
    dice = {"T4-4": [3], "T4-5": [3], "T4-6": [3], "T4-7": [3], "T4-8": [2, 3]}
    veteran = {"names": {"missions": {"navigator": 20}}}
    rig = b29(dice, zone=11, altitude="medium", out_of_formation=True, **veteran)
    busy(rig, how, "navigator")
    assert rig.flight.modified(rig.flight.table("course.determined")) == -3
    assert rig.flight.modified(rig.flight.table("course.reckoning")) == 0  # his experience goes with him
    navigation.check(rig.flight)
    assert rig.state.navigation.course == "off"


@rule("F7.5.3", "F7.6A.3", "F6.1.1")
@pytest.mark.parametrize("how", ["fire", "carries"])
def test_a_radar_operator_at_another_task_sees_nothing_on_his_screen(b29, how):
    rig = b29(zone=12, visibility="obscured")
    run = rig.flight.table("bombs.aim")
    with_radar = rig.flight.modified(run)
    busy(rig, how, "radar_operator")
    assert rig.flight.modified(run) == with_radar - 2


@rule("F7.6A.3", "F7.5.2")
def test_who_has_carried_a_casualty_fights_no_fire_and_opens_no_doors_that_turn(b29):
    rig = b29()
    busy(rig, "carries", "navigator")
    assert "navigator" not in [man.role for man in fires.able(rig.flight, "nav_radio")]
    rig.state.plane.parts["door_controls_out"] = True
    rig.state.rooms["navigator"] = "fwd_bay"
    crew_moves.doors_by_hand(rig.flight)  # no die is thrown


@rule("F7.5.3", "F4.2B.2")
def test_an_engineer_at_another_task_does_not_see_to_the_pressure(b29):
    rig = b29()
    for role in ("pilot", "cfc", "left_gunner", "right_gunner", "radar_operator"):
        rig.man(role).serious = True
    assert pressure.may_give_up(rig.flight)
    busy(rig, "fire", "engineer")
    assert not pressure.may_give_up(rig.flight)


@rule("F7.5.2", "F7.5.3")
def test_over_the_target_the_copilot_is_sent_to_a_fire_before_the_bombardier(b29):
    rig = b29({"T7-12": ["fire_out"], "R4-2-OXYGEN": ["no_effect"]}, zone=12, due__fires=["nose"])
    rig.fly(fires.fight)
    assert list(rig.state.cabins.fought) == ["copilot"]


@rule("F7.6A.3", "F7.5.3")
def test_the_next_turn_he_is_free_again_before_the_last_drops_are_rolled_for(b29):
    rig = b29({**QUIET, "T4-1": ["tanks_hold"]}, **HOMEWARD, zone=8, fuel__internal=0, fuel__boxes_at_start=38)
    busy(rig, "fire", "engineer")
    rig.fly(flow.turn_round)  # a 3 less one would be enough as well: what counts is the modifier
    assert rig.state.cabins.fought == {}
    assert not rig.state.is_busy("engineer")


# ---- bombed out (9.2)


@rule("F9.2.2")
def test_on_the_early_missions_too_no_fire_raid_is_flown_on_a_city_bombed_out(b29):
    burned = Campaign("word", burned={"Tokyo": 5, "Nagoya": 4, "Kobe": 2})
    rig = b29({"T2-1": [3, 5, 5, 6, 6, 2, 6, 5]}, mission=5, names={"campaign": burned})
    briefing.find_target(rig.flight)
    assert (rig.state.orders.city, rig.state.orders.target_type) == ("Ota", "industry")
    works = b29({"T2-1": ["site Mitsubishi engine works"]}, mission=5, names={"campaign": burned})
    briefing.find_target(works.flight)
    assert (works.state.orders.city, works.state.orders.target_type) == ("Nagoya", "industry")


@rule("F9.2.1", "F9.2.2")
@pytest.mark.parametrize(("before", "after"), [(4, 5), (5, 5)])
def test_no_city_loses_more_boxes_than_it_has(b29, before, after):
    tour = Campaign("word", burned={"Tokyo": before})
    rig = b29({"T9-1": ["box_burned"]}, target_type="urban", names={"campaign": tour})
    debrief.burn(rig.flight)
    assert rig.state.tour.burned["Tokyo"] == after


# ---- the tail gunner by night (5.8 F)


@rule("F5.8F.2")
@pytest.mark.parametrize(("face", "fired"), [(4, ["tail"]), (5, ["tail", "aft_lower"])])
def test_the_others_fall_silent_only_where_the_die_names_the_tail_gunner(b29, face, fired):
    """The tail guns fire at the fighter that was spotted; the lower turret is held for the one that was not."""
    dice = {"T5-6-INTERCOM": [face], "T5-7": ["miss"] * 2, "T5-9": ["miss"] * 2, "R5-5": ["passes_clear"] * 2}
    answers = {
        "who tail": "left_gunner",
        "who aft_lower": "right_gunner",
        "aim aft_lower": ["hold", "f2"],
        "aim fwd_lower": "hold",
    }
    rig = b29(dice, answers, time="night", zone=11, altitude="low", out_of_formation=True,
        plane__parts__intercom_out=True).wave(("nick", "6_level"), ("nick", "6_low"))  # fmt: skip
    rig.man("cfc").serious = True
    rig.state.wave.fighters[1].untouchable = True
    rig.fly(night.first_round)
    assert [who for table, who in rig.dice.thrown if table == "T5-7"] == fired


# ---- on two engines (7.2)


@rule("F7.2.2b")
def test_however_engines_are_lost_one_band_a_turn_goes(b29):
    rig = b29({"R4-2-OXYGEN": ["no_effect"]}, **{**HOMEWARD, "altitude": "high"}, zone=8)
    for out in (2, 3):
        lose_engines(rig, out)
        rig.fly(engines.settle)
    assert rig.state.track.altitude == "medium"
    rig.state.track.turn += 1
    rig.fly(altitude.change)
    assert rig.state.track.altitude == "low"


@rule("F7.2.2b")
def test_who_sank_at_the_start_of_a_turn_loses_no_second_band_in_its_fight(b29):
    rig = b29({"R4-2-OXYGEN": ["no_effect"]}, **{**HOMEWARD, "altitude": "high"}, zone=8)
    lose_engines(rig, 2)
    rig.fly(altitude.change)
    lose_engines(rig, 3)
    rig.fly(engines.settle)
    assert rig.state.track.altitude == "medium"


@rule("F7.2.2b", "F4.1B.1")
@pytest.mark.parametrize(
    ("start", "answer", "options", "after"),
    [("high", "descend", ("descend", "dive"), "medium"), ("high", "dive", ("descend", "dive"), "low"),
     ("medium", None, None, "low"), ("low", None, None, "low")],
)  # fmt: skip
def test_on_two_engines_she_goes_down_by_one_band_or_by_two(b29, start, answer, options, after):
    rig = b29({}, {"altitude": answer}, **{**HOMEWARD, "altitude": start}, zone=8, pressurized=False)
    lose_engines(rig, 2)
    rig.fly(altitude.change)
    assert rig.state.track.altitude == after
    assert (rig.player.options("altitude") if answer else None) == options


# ---- jumping before a landing (8.3, 8.4)


def home(b29, dice, answers, **setup):
    """Over the base in bad weather, bombs gone."""
    more = {"zone": 0, "terrain": "B", "down_terrain": "B", "weather": "bad", **setup}
    return b29(dice, {"jump": "jump", **answers}, **HOMEWARD, **more)


@rule("F8.3.3")
def test_the_man_at_the_controls_jumps_too_and_another_lands_her(b29):
    answers = {"jump_man": "stay", "jump_man pilot": "jump"}
    rig = home(b29, {"T8-4": ["jumps_clear"], "T8-1": ["plane_safe"]}, answers)
    rig.fly(landing.land_at_base)
    assert (rig.man("pilot").fate, rig.state.pilot_at_controls) == ("bailed_out", "copilot")
    assert rig.state.outcome.landed == "base"


@rule("F8.3.3", "F8.4.3")
@pytest.mark.parametrize(("zone", "letter", "land"), [(0, "B", "land_at_base"), (6, "I", "land_at_iwo")])
def test_the_last_man_aboard_may_leave_her_to_herself(b29, zone, letter, land):
    rig = home(b29, {"T8-4": ["jumps_clear"] * 11}, {"jump_man": "jump"}, zone=zone, terrain=letter, down_terrain=letter,
        sortie__early=False)  # fmt: skip
    rig.fly(getattr(landing, land))
    debrief.debrief(rig.flight)
    assert {man.fate for man in rig.state.men.values()} == {"bailed_out"}
    assert (rig.state.outcome.landed, rig.state.plane.fate) == ("abandoned", "destroyed")
    assert (rig.state.outcome.result, rig.state.ending.lost_to) == ("japanese", "landing")


@rule("F8.3.3", "A76")
def test_nobody_leaves_the_controls_while_only_men_who_cannot_fly_stay_aboard(b29):
    rig = home(b29, {"T8-4": ["jumps_clear"] * 9, "T8-1": ["plane_safe"]}, {"jump_man": "jump"})
    rig.man("navigator").serious = True
    rig.fly(landing.land_at_base)
    assert [man.role for man in rig.state.aboard] == ["pilot", "navigator"]
    assert rig.state.outcome.landed == "base"


@rule("F8.4.3", "A65")
def test_men_may_jump_before_a_forced_landing_at_iwo_jima_too(b29):
    rig = b29({"T8-1": ["plane_safe"], "T8-4": ["jumps_clear"]}, {"land_or_jump": "land", "jump": "jump", "jump_man": "stay", "jump_man cfc": "jump"},
        **HOMEWARD, zone=6, terrain="I", weather="bad", navigation__course="on", navigation__checked_in=11,
        sortie__early=False)  # fmt: skip
    rig.fly(landing.come_down)
    assert (rig.man("cfc").fate, rig.state.outcome.landed) == ("bailed_out", "iwo")


@rule("F8.4.3", "F8.2.1")
def test_men_jump_before_a_forced_landing_from_low_altitude_whatever_the_pressure_was(b29):
    """No cabin loses its pressure at a blow, so the man at the controls is fit to land her."""
    rig = b29({"T8-1": ["plane_safe"], "T8-4": ["jumps_clear"]}, {"land_or_jump": "land", "jump": "jump", "jump_man": "stay", "jump_man cfc": "jump",
        "give_up_pressure": "keep"}, **{**HOMEWARD, "altitude": "high"}, zone=6, terrain="I", weather="bad",
        navigation__course="on", navigation__checked_in=11, sortie__early=False)  # fmt: skip
    rig.fly(landing.come_down)
    assert (rig.man("cfc").fate, rig.state.outcome.landed) == ("bailed_out", "iwo")
    assert (rig.state.track.altitude, rig.state.pressure.pressurized) == ("low", False)


# ---- credit (4.7 D)


COURSE = {"T4-4": ["marker 0"] * 2, "T4-5": ["marker -1"] * 2, "T4-6": ["marker 0"] * 2, "T4-7": ["marker 0"] * 2}


@rule("F4.7D.1")
@pytest.mark.parametrize(("zone", "credited"), [(12, True), (11, False)])
def test_off_course_over_the_target_gives_credit_whatever_the_abort_is_for(b29, zone, credited):
    rig = b29({**COURSE, "T4-8": ["course off"]}, zone=zone, out_of_formation=True)
    navigation.check(rig.flight)
    abort.abort(rig.flight, "abort")
    assert ("off_course" in rig.state.ending.causes) is credited
    debrief.credit(rig.flight)
    assert rig.state.outcome.counts is credited


@rule("F4.7D.1", "F4.5C.2a")
def test_the_course_found_again_over_the_target_leaves_the_cause_once(b29):
    rig = b29({**COURSE, "T4-8": ["course off", "course on"]}, zone=12, out_of_formation=True)
    navigation.check(rig.flight)
    navigation.check(rig.flight, again=True, corrected=False)
    assert rig.state.ending.causes == ["off_course"]


# ---- oxygen (7.4)


@rule("F7.4A.3")
def test_the_place_of_a_man_who_moved_into_a_dead_mans_place_has_oxygen_to_give(b29):
    rig = b29(
        {"R4-2-OXYGEN": ["no_effect"]},
        {"oxygen": "radio_operator"},
        pressurized=False,
        pressure_lost=True,
        thin_since=11,
    )
    rig.kill("engineer")
    crew_moves.take_place(rig.flight, rig.man("radio_operator"), "engineer")
    rig.state.supply.oxygen_hits["navigator"] = 2
    rig.fly(cabins.turn)
    assert rig.man("navigator").station == "radio_operator"
    assert rig.state.track.altitude == "high"


@rule("F7.4A.3")
def test_the_place_where_a_man_died_in_another_mans_seat_has_oxygen_to_give(b29):
    rig = b29(
        {"R4-2-OXYGEN": two(7)}, {"oxygen": "radio_operator"}, pressurized=False, pressure_lost=True, thin_since=11
    )
    crew_moves.take_place(rig.flight, rig.man("navigator"), "radio_operator")  # the two change places
    rig.state.cabins.moved = []
    rig.kill("navigator")
    rig.state.supply.oxygen_hits["engineer"] = 2
    assert "radio_operator" in crew_moves.places_with_air(rig.flight, rig.man("engineer"))


@rule("F7.4A.3")
def test_a_place_that_a_living_man_has_left_for_the_moment_is_his(b29):
    rig = b29()
    crew_moves.lay(rig.flight, rig.man("navigator"), "nav_radio")
    assert crew_moves.places_with_air(rig.flight, rig.man("engineer")) == ()


# ---- Iwo Jima in sight (8.4)


@rule("F8.4.1", "A65")
@pytest.mark.parametrize(("course", "letter"), [([6, 6], "I"), ([1, 1], "W")])
def test_before_a_crew_jumps_over_iwo_jima_weather_and_course_are_rolled_for(b29, course, letter):
    dice = {"T4-2": ["weather good"], "T4-4": ["marker 0"], "T4-5": ["marker 0"], "T4-6": ["marker 0"], "T4-7": ["marker 0"], "T4-8": course, "T8-4": ["jumps_clear"] * 11,
            "T8-2": ["sea moderate"], "T8-6": ["drowns"] * 11}  # fmt: skip
    rig = b29(dice, {"iwo": "land"}, **HOMEWARD, zone=7, sortie__early=False, weather="good", fuel__internal=9,
        fuel__boxes_at_start=38, navigation__course="off", navigation__off_zones=2, cabins__burning={"tail": 12}, ending__moment="fighters")  # fmt: skip
    rig.state.company.broke_up = True
    with pytest.raises(FlightOver):
        rig.fly(flow.cross, 6)
    rig.fly(landing.come_down)
    assert rig.state.outcome.down_terrain == letter
    assert rig.dice.tables()[:6] == ["T4-2", "T4-4", "T4-5", "T4-6", "T4-7", "T4-8"]


@rule("A65")
def test_over_iwo_jima_the_course_is_rolled_for_once_in_the_zone(b29):
    rig = b29({"T8-4": ["jumps_clear"] * 11}, **HOMEWARD, zone=6, terrain="I", sortie__early=False, navigation__course="on",
        navigation__checked_in=11, due__bail_out="T8-4")  # fmt: skip
    rig.fly(landing.come_down)
    assert rig.state.outcome.down_terrain == "I"


# ---- the beginner's game (1)


@rule("X1.0C", "F2.2A.2")
@pytest.mark.parametrize("rulings", [{"A1": "beginner"}, {"A1a": "off"}])
def test_without_the_later_targets_every_mission_is_one_of_the_early_ones(book, b29, rulings):
    rulebook = book.rulebook(rulings)
    state = new_state(rulebook, Setup(30))
    assert state.sortie.early
    assert not state.guns["tail_cannon"].thrown_out
    rig = b29(mission=30, rulings=rulings, target_zone=12)
    early = b29(mission=5, target_zone=12)
    for table in ("T2-6", "T4-7", "T4-11", "T5-1", "T5-5"):
        assert rig.flight.modified(rig.flight.book.tables[table]) == early.flight.modified(
            early.flight.book.tables[table]
        ), table


@rule("X1.0C", "F2.2.N5", "A2")
def test_the_mission_to_truk_is_an_early_one_with_its_cannon_and_only_once_in_a_tour(book):
    rulebook = book.rulebook({"A2": "on"})
    assert not new_state(rulebook, Setup(30)).guns["tail_cannon"].thrown_out
    after = new_state(rulebook, Setup(30, Names(campaign=Campaign("word", shaken_down=True))))
    assert (after.sortie.early, after.guns["tail_cannon"].thrown_out) == (False, True)


@rule("X1.0C", "F2.3D.2")
def test_in_the_full_game_the_later_missions_have_no_tail_cannon(book):
    state = new_state(book.rulebook({}), Setup(30))
    assert not state.sortie.early
    assert state.guns["tail_cannon"].thrown_out


# ---- where the booklet leaves it open: each ruling played both ways


@rule("F4.3D.1", "A71")
@pytest.mark.parametrize(
    ("option", "over", "may"), [("exact", 0, False), ("exact", -1, True), ("reserve", 1, True), ("reserve", 2, False)]
)
def test_a71_boxes_that_just_suffice_give_leave_to_abort_or_not(b29, option, over, may):
    setup = {"zone": 10, "fuel__internal": 2 * 2 + 1 + 6 + over, "fuel__boxes_at_start": 38, "sortie__early": False}
    rig = b29(**setup, rulings={"A71": option})
    assert abort.allowed(rig.flight) is may
    assert ("fuel" in abort.causes(rig.flight)) is (over < 0)  # what makes it count has no margin


@rule("A71")
def test_a71_the_ruling_names_the_reserve_of_the_constants(book):
    assert (
        f"{('no', 'one', 'two', 'three')[book.constants['reserve']]} boxes"
        in book.rulings["A71"].options["reserve"].words
    )


@rule("F4.7B.1", "F7.2.1c", "A72")
@pytest.mark.parametrize(("option", "turns"), [("at_once", 1), ("after_both", 2)])
def test_a72_a_slow_bomber_that_aborts_in_her_first_turn_turns_round_in_the_second_or_after_it(b29, option, turns):
    dice = {
        "T4-2": ["weather good"],
        "R4-6": ["no_effect"] * 3,
        **{name: [3] for name in ("T4-4", "T4-5", "T4-6", "T4-7")},
        "T4-8": ["course on"],
    }
    rig = b29(dice, {"abort": "abort"}, zone=7, target_zone=12, altitude="low", out_of_formation=True, fuel__internal=30,
        fuel__boxes_at_start=38, sortie__early=False, rulings={"A72": option})  # fmt: skip
    lose_engines(rig, 1)
    rig.fly(flow.cross, 8)
    assert rig.state.track.aborting
    assert rig.state.track.turn == 11 + turns


@rule("F6.4.1", "A73")
@pytest.mark.parametrize(("option", "rolls"), [("always", 2), ("after_run", 1)])
def test_a73_flak_again_without_a_bomb_run(b29, option, rolls):
    rig = b29(
        {"T6-1": ["visibility clear"], "T6-2": ["flak none"] * 2},
        zone=12,
        plane__bombs_aboard=False,
        rulings={"A73": option},
    )
    rig.fly(target.bomb)
    assert rig.dice.tables().count("T6-2") == rolls


@rule("F6.4.1", "A73")
def test_a73_after_a_bomb_run_there_is_flak_again_either_way(b29):
    rig = b29(
        {"T6-1": ["visibility clear"], "T6-2": ["flak none"] * 2, "T6-6": ["on_target"], "T6-7": ["per_cent 35"]},
        zone=12,
        rulings={"A73": "after_run"},
    )
    rig.fly(target.bomb)
    assert rig.dice.tables().count("T6-2") == 2


@rule("F4.8D.1", "F4.8C.4", "A74")
@pytest.mark.parametrize(
    ("option", "assembled", "may"), [("may", False, True), ("joined_only", False, False), ("joined_only", True, True)]
)
def test_a74_whoever_was_never_in_the_formation_rejoins_it_or_not(b29, option, assembled, may):
    rig = b29(zone=10, out_of_formation=True, assembled=assembled, fuel__internal=30, rulings={"A74": option})
    assert formation.may_rejoin(rig.flight) is may
    rig.state.track.zone = 9
    assert formation.can_still_rejoin(rig.flight) is may
    assert abort.allowed(rig.flight) is not may


@rule("F5.8E.1", "A23")
@pytest.mark.parametrize(("option", "fired"), [("settled", ["tail", "aft_lower"]), ("none_spotted", ["tail"])])
def test_a23_an_unseen_fighter_beside_a_spotted_one_is_fired_at_in_that_round_or_not(b29, option, fired):
    dice = {"T5-7": ["miss"] * 2, "T5-9": ["miss"] * 2, "R5-5": ["passes_clear"] * 2}
    answers = {"aim tail": "f1 by tail_gunner", "aim aft_lower": "f2 by left_gunner", "aim": "hold"}
    rig = b29(dice, answers, time="night", zone=11, altitude="low", out_of_formation=True,
        rulings={"A23": option}).wave(("nick", "6_high"), ("nick", "6_low"))  # fmt: skip
    rig.state.wave.fighters[1].untouchable = True
    rig.fly(night.first_round)
    assert [who for table, who in rig.dice.thrown if table == "T5-7"] == fired


@rule("F5.8E.1", "A23")
@pytest.mark.parametrize("option", ["settled", "none_spotted"])
def test_a23_where_none_is_spotted_they_fire_first_and_are_fired_at_after_it(b29, option):
    dice = {"T5-9": ["miss"], "R5-5": ["passes_clear"], "T5-7": ["miss"] * 3}
    rig = b29(dice, time="night", zone=11, altitude="low", out_of_formation=True,
        rulings={"A23": option}).wave(("nick", "6_high"), untouchable=True)  # fmt: skip
    rig.fly(night.first_round)
    assert rig.dice.tables()[0] == "T5-9"
    assert "T5-7" in rig.dice.tables()


@rule("A75")
def test_a75_what_is_chosen_is_not_what_engines_cost(b29):
    rig = b29({"R4-2-OXYGEN": two(7)}, {"altitude": "descend"}, **{**HOMEWARD, "altitude": "high"}, zone=8)
    rig.fly(altitude.change)
    lose_engines(rig, 2)
    rig.fly(engines.settle)
    assert rig.state.track.altitude == "low"


# ---- whose game it is


def test_both_publishers_are_named_with_their_years_and_in_one_place(book):
    """The first edition, and the one whose booklet we follow (it says 2012)."""
    assert book.meta.publisher == "Khyber Pass Games, 2008; Legion Wargames, 2012"
    site = Path(__file__).parents[3] / "site"
    assert [page for page in site.rglob("*.md") if "Khyber" in page.read_text("utf-8")] == []
    assert "{{ book.meta.publisher }}" in (site / "superfort" / "index.md").read_text("utf-8")
