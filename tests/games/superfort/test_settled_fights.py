"""What the text of combat and damage leaves open, as the rulings have it, and what its design notes say of our tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from b29rig import two

from combatbox.bomber.gunnery import fired_by
from combatbox.games.superfort import combat, damage, engines


@pytest.mark.rule("F4.2.D1")
def test_f42_three_cabins_and_a_tunnel_between_the_first_two(b29):
    const = b29().flight.const
    cabins_ = [name for name, compartment in const.compartments.items() if compartment.pressurized]
    assert cabins_ == ["nose", "nav_radio", "waist", "tail"]  # nose, navigation and radio are the first cabin
    assert const.tunnel == ["nav_radio", "waist"]


@pytest.mark.rule("F5.3.D1")
def test_f53_every_turret_is_fired_by_the_sights_that_control_it(book):
    guns = book.rulebook({}).constants.guns
    chart = book.rulebook({}).tables["T5-6"]
    for key, row in chart.keys.items():
        gun = key.partition("@")[2]
        men = {man for effect in row.effects if effect.is_a(fired_by) for man in effect["men"]}
        assert men <= ({*guns[gun].primary, *guns[gun].secondary} if gun in guns else set()), key
    for gun in ("fwd_upper", "fwd_lower", "aft_upper", "aft_lower"):
        assert "cfc" in (*guns[gun].primary, *guns[gun].secondary)  # his ring sight works all four turrets
    assert "bombardier" not in (*guns["tail"].primary, *guns["tail"].secondary)
    assert not any(
        "tail_gunner" in (*facts.primary, *facts.secondary)
        for name, facts in guns.items()
        if not name.startswith("tail")
    )


@pytest.mark.rule("F5.2.D1")
def test_f52_where_attacks_come_from(book):
    table = book.rulebook({}).tables["T5-3"]
    ways = {}
    for roll, number in table.notation.weights().items():
        first = next(iter(table.at(roll).effects))
        ways[first.code] = ways.get(first.code, Fraction(0)) + Fraction(number, 36)
    nose = sum(ways[f"attack_from {clock}"] for clock in ("12", "1:30", "10:30"))
    assert nose > Fraction(40, 100)
    assert Fraction(16, 100) < ways["attack_from 6"] < Fraction(17, 100)
    assert round(float(ways["coordinated_attack"]), 2) == 0.11
    assert ways["attack_from 1:30"] > ways["attack_from 10:30"]


@pytest.mark.rule("F5.8F.1", "F5.8G.1", "A23")
def test_a23_of_two_the_one_spotted_is_fired_at_first_and_the_other_fires_first(b29):
    dice = {"T5-7": ["miss"] * 6, "T5-9": ["miss"] * 2, "R5-5": ["passes_clear"] * 2}
    r = b29(dice, {"evade": "steady", "aim tail": "f2 by tail_gunner"}, time="night", altitude="low").wave(
        ("nick", "6_high"), ("irving", "6_low")
    )
    r.fighter(1).untouchable = True
    r.fly(combat.first_round)
    thrown = [(table, who) for table, who in r.dice.thrown if table in ("T5-7", "T5-9")]
    theirs = [who for table, who in thrown if table == "T5-9"]
    assert theirs == ["f1", "f2"]  # unseen before seen
    assert thrown.index(("T5-7", "tail")) < thrown.index(("T5-9", "f1")) < thrown.index(("T5-7", "aft_upper"))


@pytest.mark.rule("A50", "F7.1.2")
@pytest.mark.parametrize(("die", "side"), [(3, "port"), (4, "starboard")])
def test_a50_a_further_die_says_which_elevator(b29, die, side):
    r = b29({"T7-8": two(10), "T7-8/10": [1], "T7-8/10/1-3": [die], "R7-1-PRESSURE": [1]})
    damage.strike(r.flight, "tail")
    assert [name for name in ("port", "starboard") if r.state.plane.parts[f"{name}_elevator_out"]] == [side]


@pytest.mark.rule("A51", "F7.6F.1")
def test_a51_a_gunner_takes_a_pilots_seat_at_once(b29):
    r = b29({}, {"fly": "tail_gunner"})
    for role in ("pilot", "copilot", "engineer"):
        r.man(role).serious = True
    r.fly(damage.settle)
    assert r.state.rooms["tail_gunner"] == "nose"
    assert sorted(role for role in ("pilot", "copilot", "bombardier") if r.state.rooms[role] == "nav_radio") in (
        ["copilot"],
        ["pilot"],
    )


@pytest.mark.rule("A59", "F7.2.3a")
def test_a59_the_height_before_it_sinks_says_how_far_the_last_engine_carries(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]})
    for number in (0, 1, 2):
        r.state.engines[number].out = True
    r.fly(engines.settle_engines)
    assert r.state.supply.range_zone == r.state.track.zones_entered + 2
    assert r.state.track.altitude == "medium"
