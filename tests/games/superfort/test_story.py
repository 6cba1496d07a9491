"""The account of a B-29's mission: what only a B-29 has, in words that say what came about and no more."""

from __future__ import annotations

import pytest

from combatbox.games.superfort import abort, altitude, damage, engines, fires, flow, fuel, landing, pressure


def test_a_single_box_from_a_bay_is_one_box_and_not_one_of_them(account_of):
    fuelled = {"fuel__internal": 30, "fuel__aft_boxes": 4, "fuel__tanks_carried": ["aft"]}
    one = account_of(lambda rig: rig.fly(fuel.pay, 1, "zone"), (), {"box": "aft"}, **fuelled)
    two = account_of(lambda rig: rig.fly(fuel.pay, 2, "zone"), (), {"box": "aft"}, **fuelled)
    assert (one, two) == (
        ["Fuel: one box from the aft bomb bay burnt; 33 left."],
        ["Fuel: two boxes burnt, one of them from the aft bomb bay; 32 left."],
    )


@pytest.mark.parametrize(
    ("altitude", "leg", "dice", "words"),
    [
        ("high", "out", [5, 6], "Weather: [5, 6] = 11: poor weather and a head wind; two boxes of fuel lost in the jet stream."),
        ("low", "out", [5, 6], "Weather: [5, 6] = 11: poor weather and a head wind; one box of fuel lost."),
        ("low", "out", [4, 5], "Weather: [4, 5] = 9: good weather."),
        ("low", "back", [4, 5], "Weather: [4, 5] = 9: good weather and a fair wind; one box of fuel saved."),
    ],
)  # fmt: skip
def test_the_weather_line_says_the_fuel_that_it_cost_or_saved_here(account_of, altitude, leg, dice, words):
    fuelled = {"fuel__internal": 20, "fuel__boxes_at_start": 38, "track__leg": leg, "track__altitude": altitude}
    assert account_of(lambda rig: rig.flight.roll("zone.weather"), {"T4-2": dice}, zone=11, **fuelled) == [words]


def test_a_second_die_is_reported_where_the_first_was_thrown(account_of):
    lines = account_of(
        lambda rig: damage.strike(rig.flight, "tail"),
        {"T7-8": [4, 6], "R7-1-PRESSURE": [1], "T7-8/10": [1], "T7-8/10/1-3": [5]},
    )
    assert [line.partition(":")[0] for line in lines] == ["Tail", "Tail", "Tail"]
    assert lines[-1].endswith("right elevator out.")


def test_whom_a_die_picks_is_said_and_no_row_twice(account_of):
    lines = account_of(
        lambda rig: pressure.decompress(rig.flight, "nose"),
        {"T7-11": [2, 3, 1]},
    )
    assert lines == [
        "Decompression: [2, 3] = 5: one man in it takes a light wound.",
        "The dice pick the bombardier.",
    ]


def test_the_last_engine_of_a_b29_is_reported_with_the_zones_it_carries_her(account_of):
    out = {f"engines__{n}__out": True for n in (0, 1, 2)}
    lines = account_of(lambda rig: engines.reach(rig.flight), **out, track__altitude="medium")
    assert lines == ["One engine is left: it carries her one zone more."]
    assert account_of(lambda rig: engines.reach(rig.flight), **out, track__altitude="low") == [
        "One engine is left: it carries her no further than this zone."
    ]


def test_an_engine_that_overheats_is_cooled_or_stopped_in_the_account(account_of):
    engine = {"fuel__internal": 20, "hand__engine": 2}
    lines = account_of(
        lambda rig: engines.overheat(rig.flight, rig.state.engines[1]), (), {"overheats": "shut_down"}, **engine
    )
    assert lines == ["It is shut down, its propeller feathered."]


def test_a_fire_is_no_fire_of_oxygen_and_its_end_is_reported(account_of):
    def burn(rig):
        rig.state.due.fires.append("utility")
        rig.fly(fires.fight)

    dice = {"T7-12": ["fire_continues"] * 2, "R4-2-OXYGEN": ["no_effect"]}
    lines = account_of(burn, dice, {"fight_fire": "cfc", "again": "again"})
    assert lines[0] == "The pressure is let out of the cabins; everyone goes on oxygen."
    assert lines[1] == "Fire in the utility section: the CFC gunner fights it with its extinguisher."
    assert lines[-1] == "The fire in the utility section is out of hand: the crew must leave in the next zone."


def test_pressure_that_is_lost_or_let_out_is_reported(account_of):
    lines = account_of(lambda rig: pressure.lose_all(rig.flight), {"R4-2-OXYGEN": ["no_effect"]})
    assert lines == ["The cabins lose their pressure; everyone goes on oxygen."]


def test_over_iwo_jima_the_zone_is_named_once(account_of):
    lines = account_of(lambda rig: flow.begin_turn(rig.flight, 6), city="Iwo_Jima", target_zone=6)
    assert lines == ["Turn 12: zone 6, off Iwo Jima, outward bound"]


def test_bad_weather_is_reported_before_what_it_brings(account_of):
    lines = account_of(lambda rig: rig.flight.roll("zone.weather"), {"T4-2": [1, 1], "T4-3": [3, 4]}, zone=11)
    assert lines == ["Weather: [1, 1] = 2: bad weather.", "Bad weather: [3, 4] = 7: rough air."]


def test_a_man_picked_who_was_in_hand_already_is_named_all_the_same(account_of):
    lines = account_of(lambda rig: pressure.decompress(rig.flight, "nose"), {"T7-11": [2, 3, 2]}, hand__man="pilot")
    assert lines[-1] == "The dice pick the pilot."


def test_what_is_counted_stands_once_in_a_modifier(account_of):
    lines = account_of(lambda rig: rig.flight.roll("fuel.last_drops"), {"T4-1": [5]}, fuel__last_drops=1)
    assert lines == ["The last drops: [5] = 4: just enough, and she flies on (−1 for earlier successes)."]


def named(rig, role, name, **more):
    man = rig.state.men[role]
    man.name, man.rank = name, more.pop("rank", "Sgt.")


@pytest.mark.parametrize(
    ("setup", "wanted"),
    [
        ({"engines__1__out": True}, "The mission is aborted for the loss of an engine; she turns for home."),
        (
            {"plane__parts__fwd_doors_out": True, "plane__parts__radar_out": True},
            "The mission is aborted for bomb bay doors that will not open and the loss of the radar; she turns for home.",
        ),
        ({"plane__bombs_aboard": False}, "The mission is aborted for the loss of the bombs; she turns for home."),
        ({"track__must_abort": True}, "The mission is aborted; she turns for home."),
    ],
)
def test_an_abort_is_reported_with_its_reason(account_of, setup, wanted):
    assert account_of(lambda rig: abort.abort(rig.flight, "abort"), **setup) == [wanted]


def test_a_mission_that_does_not_count_has_no_result_but_a_reason(account_of):
    lines = account_of(lambda rig: (rig.flight.consult("debriefing.result"), landing.credit(rig.flight)))
    assert lines == [
        "No bombs fell on a target, and that was not the doing of the enemy: the mission does not count, and its number is flown again."
    ]


def test_a_mission_that_the_enemy_cut_short_counts_and_has_its_result(account_of):
    aborted = {"track__aborting": True, "ending__causes": ["engine"], "outcome__result": "draw"}
    assert account_of(lambda rig: landing.credit(rig.flight), **aborted) == [
        "The enemy made her turn back, so the mission counts: a draw."
    ]


def test_frostbite_names_the_man(account_of):
    def freeze(rig):
        named(rig, "tail_gunner", "Ann Smith")
        pressure.freeze(rig.flight, [rig.state.men["tail_gunner"]])

    (line,) = account_of(freeze, {"T7-14": ["frostbite"]})
    assert line.startswith("Tail gunner Sgt. Ann Smith: [1] ")


def test_pressure_that_comes_and_goes_with_the_height_is_reported(account_of):
    def up_and_down(rig):
        for steps in (1, -1):
            altitude.move(rig.flight, steps, "chosen")
            pressure.follow_altitude(rig.flight)

    assert account_of(up_and_down, track__altitude="low") == [
        "Up to medium altitude.",
        "The cabins are put under pressure.",
        "Down to low altitude.",
        "Low down the pressure is let out of the cabins.",
    ]


def test_without_both_inboard_engines_it_is_said_why_there_is_no_pressure(account_of):
    inboard = {"engines__1__out": True, "engines__2__out": True}
    lines = account_of(lambda rig: pressure.let_out_if_lost(rig.flight), {"R4-2-OXYGEN": ["no_effect"]}, **inboard)
    assert lines == ["With both inboard engines out the cabins lose their pressure; everyone goes on oxygen."]


def test_a_second_turn_in_a_zone_is_reported_as_one(account_of):
    def again(rig):
        flow.begin_turn(rig.flight, 9)
        rig.state.track.turn_in_zone = 2

    assert account_of(again) == ["Turn 12: zone 9, over the open sea, a second turn there, outward bound"]


def test_rescued_men_stand_in_the_record(account_of):
    def record(rig):
        named(rig, "engineer", "Bo Lee", rank="2nd Lt.")
        rig.state.men["engineer"].fate = "rescued"
        rig.flight.phase("records.start")

    assert account_of(record) == ["The record", "Rescued, and back with the squadron: engineer 2nd Lt. Bo Lee."]
