"""The booklet read again, paragraph by paragraph, against the running engine: what was found to differ."""

from __future__ import annotations

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games.superfort import abort, flow, pressure
from combatbox.games.superfort.setup import Names

rule = pytest.mark.rule


# ---- the doors (4.7 D, 6.3, 7.2)


@rule("F6.3A.1", "F4.7D.1")
def test_with_the_controls_of_the_doors_shot_away_nothing_is_bombed_and_the_mission_may_be_aborted(b29):
    rig = b29({}, zone=12)
    before = abort.causes(rig.flight)
    rig.state.plane.parts["door_controls_out"] = True
    flow.bomb_run(rig.flight)
    assert rig.state.plane.bombs_aboard
    assert not rig.state.outcome.bombs_dropped
    assert abort.causes(rig.flight) - before == {"door_controls_out"}


# ---- pressure (4.2, T4-9, T6-9)


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


@pytest.mark.stored
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
