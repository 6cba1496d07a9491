"""The booklet read again, paragraph by paragraph, against the running engine: what was found to differ."""

from __future__ import annotations

import pytest
from b29rig import two

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import abort, doctrine, flow, formation, fuel, pressure, target
from combatbox.games.superfort.setup import Names

rule = pytest.mark.rule
FUELLED = {"fuel__internal": 30, "fuel__boxes_at_start": 46, "fuel__tanks_carried": ["fwd", "aft"]}


# ---- the doors (4.7 D, 6.3, 7.2)


@rule("F6.3A.1", "F4.7D.1")
def test_with_the_controls_of_the_doors_shot_away_nothing_is_bombed_and_the_mission_may_be_aborted(b29):
    rig = b29({}, zone=12)
    before = abort.causes(rig.flight)
    rig.state.plane.parts["door_controls_out"] = True
    target.bomb_run(rig.flight)
    assert rig.state.plane.bombs_aboard
    assert not rig.state.outcome.bombs_dropped
    assert abort.causes(rig.flight) - before == {"door_controls_out"}


@rule("F4.7B.2", "F2.3G.N1")
def test_through_doors_that_do_not_open_neither_bombs_nor_tanks_are_dropped(b29):
    rig = b29({}, **FUELLED, fuel__aft_boxes=2)
    rig.state.plane.parts["door_controls_out"] = True
    assert fuel.may_drop(rig.flight) == []
    rig.fly(abort.drop_bombs)
    assert rig.state.plane.bombs_aboard


# ---- altitude (4.1)


@rule("F4.1.N1")
@pytest.mark.parametrize(("band", "bombed"), [("high", True), ("medium", False), ("low", False)])
def test_the_target_is_bombed_at_the_altitude_of_the_mission_alone(b29, band, bombed):
    rig = b29({"T6-6": ["off_target"], "T6-7": ["per_cent 0"]}, zone=12, track__altitude=band, sortie__band="high")
    target.bomb_run(rig.flight)
    assert rig.state.outcome.bombs_dropped is bombed


@rule("F8.4.1", "F8.3.1", "F4.2A.1")
def test_whoever_lands_at_iwo_jima_goes_low_first_and_lets_the_pressure_out(b29):
    rig = b29(
        {"R8-4": ["fog good"], "T8-1": ["plane_safe"]},
        zone=6,
        track__leg="back",
        sortie__early=False,
        navigation__course="on",
    )
    rig.fly(flow.reach_iwo)
    assert rig.state.track.altitude == "low"
    assert not rig.state.pressure.pressurized
    assert rig.state.outcome.landed == "iwo"


# ---- aborting (4.7, 4.8, 7.2)


@pytest.mark.rule("F4.1.N1", "F7.2.1c", "A60")
@pytest.mark.parametrize(
    ("setup", "choice"),
    [
        ({"altitude": "low", "engines__0__out": True}, "abort"),  # with bombs aboard she does not climb on three engines
        ({"altitude": "medium", "engines__0__out": True}, "go_on"),  # she is up there already
        ({"altitude": "high", "engines__0__out": True}, "go_on"),  # and going down costs nothing
        ({"altitude": "low"}, "go_on"),
        ({"altitude": "low", "zone": 12}, "abort"),  # there is no zone left to climb in
        ({"altitude": "low", "plane__oxygen_system_out": True, "pressure__pressure_lost": True}, "abort"),
    ],
)  # fmt: skip
def test_the_doctrine_turns_back_when_the_altitude_of_the_bomb_run_is_out_of_reach(b29, setup, choice):
    rig = b29(band="medium", **{"zone": 9, "out_of_formation": True, "fuel__internal": 38, **setup})
    assert doctrine.abort(rig.flight) == choice


@rule("F4.7B.4", "F4.7D.2")
def test_straight_on_to_iwo_jima_the_bombs_may_be_dropped_first_and_every_zone_is_cheaper(b29):
    answers = {"drop_bombs": "drop", "box": "internal"}
    rig = b29({"T4-2": ["weather good"], "R4-6": ["no_effect"]}, answers, zone=5, sortie__early=False, **FUELLED)
    rig.state.track.out_of_formation = rig.state.track.aborting = rig.state.ending.to_iwo = True
    rig.state.sortie.time, rig.state.track.altitude = "day", "high"
    for table, face in (("T4-4", 3), ("T4-5", 3), ("T4-6", 3), ("T4-7", 3)):
        rig.dice.faces[table] = [face]
    rig.dice.faces["T4-8"] = two(8)
    rig.fly(flow.fly_out)
    assert not rig.state.plane.bombs_aboard
    assert rig.state.fuel.internal == 29


@rule("F4.8C.4")
@pytest.mark.parametrize(
    ("zone", "setup", "may"),
    [
        (10, {}, False),  # back with the others in the next zone
        (11, {}, True),  # the next zone is the target's
        (10, {"track__altitude": "medium"}, True),  # a climb takes it there
        (10, {"company__off_time": True}, True),
        (10, {"engines__0__out": True}, True),
    ],
)
def test_whoever_can_still_rejoin_before_the_target_may_not_abort_for_being_alone(b29, zone, setup, may):
    rig = b29({}, zone=zone, track__out_of_formation=True, sortie__early=False, **FUELLED, **setup)
    rig.state.fuel.internal = 38
    assert abort.allowed(rig.flight) is may


@rule("F7.2.1a", "F4.7A.2")
def test_who_dropped_the_bombs_to_stay_in_formation_is_not_sent_home_out_of_it(b29):
    rig = b29({}, {"abort": "go_on"}, plane__bombs_aboard=False, engines__0__out=True)
    rig.fly(abort.consider)
    assert rig.state.in_formation
    assert not rig.state.track.aborting
    assert doctrine.abort(rig.flight) == "abort"  # it may fly on; the doctrine does not, with nothing to bomb


# ---- tanks (2.3 G)


@rule("F2.3G.N1")
def test_tanks_whose_pump_has_failed_are_asked_for_at_the_start_of_a_turn_and_go_by_default(b29):
    rig = b29({}, **FUELLED, fuel__aft_boxes=3, fuel__tanks_shut=["aft"])
    assert doctrine.drop_tanks(rig.flight, landing=False) == "aft"


@rule("F2.3G.N1", "F8.1.1")
def test_before_a_bad_landing_full_tanks_go_by_default_and_before_a_good_one_they_stay(b29):
    rig = b29({}, **FUELLED, fuel__aft_boxes=3, track__altitude="low", plane__bombs_aboard=False)
    rig.state.men["pilot"].missions = 20
    assert doctrine.drop_tanks(rig.flight, landing=True) == "keep"
    rig.state.track.weather = "bad"
    assert doctrine.drop_tanks(rig.flight, landing=True) == "aft"


# ---- pressure (4.2, T4-9, T6-9)


@rule("F4.2C.1", "F4.6.1")
@pytest.mark.parametrize(
    ("setup", "blown"),
    [({}, True), ({"track__altitude": "low"}, False), ({"pressure__pressurized": False}, False)],
)
def test_a_gunner_is_blown_out_with_his_blister_by_the_pressure_and_by_nothing_else(b29, setup, blown):
    dice = {"T4-9": ["blister_out"], "T4-9/5": ["blown_out left_gunner"], "T7-11": ["no_effect"]}
    rig = b29(dice, **setup)
    rig.flight.roll_on("T4-9")
    assert rig.man("left_gunner").dead is blown


@rule("F4.2C.1", "F7.1.2")
def test_a_second_blister_blows_nobody_out(b29):
    rig = b29(
        {
            "T4-9": ["blister_out"],
            "T4-9/5": ["blown_out left_gunner"],
        },
        pressure__compromised={"waist": 3},
    )
    rig.flight.roll_on("T4-9")
    assert not rig.man("left_gunner").dead


@rule("F4.2D.1", "F4.2D.2", "F4.2B.1")
def test_tossed_up_by_the_heat_she_is_without_pressure_until_the_engineer_gives_it_again(b29):
    rig = b29(
        {"T6-9": ["tossed_up"], "R4-2-OXYGEN": ["no_effect"]}, {"restore": "restore"}, track__altitude="low", zone=12
    )
    rig.flight.roll_on("T6-9")
    assert rig.state.track.altitude == "medium"
    assert rig.state.pressure.thin_since == rig.state.track.turn
    assert rig.dice.tables() == ["T6-9", "R4-2-OXYGEN"]

    rig.state.track.turn += 1
    pressure.follow_altitude(rig.flight)
    assert not rig.state.pressure.pressurized
    rig.fly(pressure.restore)
    assert rig.state.pressure.pressurized


@rule("F7.4A.2", "F7.4A.4", "F4.8D.1")
def test_who_left_the_formation_for_want_of_oxygen_climbs_again_but_does_not_rejoin(b29):
    rig = b29({}, {}, zone=10, pressure__pressurized=False, plane__parts__oxygen_system_out=True, sortie__early=False)
    pressure.descend_for_oxygen(rig.flight)
    assert rig.state.track.altitude == "low"
    rig.state.plane.parts["oxygen_system_out"] = False  # a vacancy, for all
    rig.state.track.altitude = "high"
    assert rig.state.alone
    assert not formation.may_rejoin(rig.flight)
    rig.state.company.gasping = False
    assert formation.may_rejoin(rig.flight)


@rule("F2.2.N5")
def test_in_a_tour_truk_is_flown_once_and_then_the_missions_that_count(book):
    rules = book.rulebook({"truk": "on"})
    journal = Journal()
    fly(book.game, rules, SeededDice("truk"), run="tour", setup=Setup(1, Names(roster="superfort")), journal=journal,
        player=Stops(3))  # fmt: skip
    journal.flush_changes()
    cities = [str(new) for e in journal.events for at, _old, new in e["changes"] if at == "city" and new]
    assert cities[0] == "Truk"
    assert "Truk" not in cities[1:]
    assert len(cities) >= 3


class Stops(DefaultPlayer):
    """Flies so many missions more, by the doctrine, and then stands down."""

    def __init__(self, more):
        self.more = more

    def choose(self, decision, flight):
        if decision.kind == "fly_on":
            self.more -= 1
            return "fly_on" if self.more else "stand_down"
        return super().choose(decision, flight)


# ---- the rules that may be left out (the mark in the booklet), each by its own switch

OFF = {
    "later_targets": ("R2-2B", "T2-2A", "T2-2B", "T2-2C", "T2-2D", "T2-2E", "T2-3"),
    "take_off": ("T3-1", "T3-2"),
    "fuel": ("R4-3A", "R4-3A-GUNNERS", "T4-1"),
    "navigation": ("T4-4", "T4-5", "T4-6", "T4-7", "T4-8", "R4-5C", "R4-5C-ASSEMBLY"),
    "random_events": ("R4-6",),
    "evasion": (),
    "second_flak": (),
    "thermals": ("T6-8", "T6-9"),
    "urban_damage": ("T9-1",),
    "night": ("R2-2B", "T2-7", "T5-14", "T5-15", "R5-8"),
}
"""What is never rolled on without a rule, by its switch; evasive action and the second flak are recognized by their names."""


@pytest.fixture(scope="module")
def rolled(book):
    """The tables rolled on and the decisions asked in some missions of a tour under rulings."""

    def missions(**rulings):
        rules, seen = book.rulebook(rulings), set()
        for seed in range(5):
            journal = Journal()
            fly(book.game, rules, SeededDice(f"off {seed}"), setup=Setup(30), player=DefaultPlayer(), journal=journal)
            seen |= {e["table"] for e in journal.events if e["kind"] == "roll"}
            seen |= {e["decision"] for e in journal.events if e["kind"] == "choice"}
            seen |= {e["name"] for e in journal.events if e["kind"] == "phase"}
        return seen

    return missions


@rule("X1.0C", "F2.2A.2")
def test_each_rule_that_may_be_left_out_has_a_switch_that_leaves_out_it_and_no_other(book, rolled):
    switches = {r.key for r in book.rulings.values() if r.id[:2] == "A1" and r.id[2:].isalpha()}
    assert switches == set(OFF)
    whole = rolled()
    named = {**OFF, "evasion": ("evade",), "second_flak": ("flak_again",)}
    for switch, tables in named.items():
        seen = rolled(**{switch: "off"})
        assert not seen & set(tables), switch
        others = {
            name for other, names in named.items() for name in names if other not in (switch, "later_targets", "night")
        }
        assert switch in ("later_targets", "night") or (others - set(tables)) & whole <= seen | {
            "T6-9",
            "T4-1",
            "R4-5C-ASSEMBLY",
        }
