"""What the text of combat and damage leaves open, as the rulings have it, and what its design notes say of our tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from b29rig import two

from combatbox.bomber.fields_of_fire import fired_by
from combatbox.games.superfort import attacks, cabins, crew_moves, damage, engines, fires, night, pressure


@pytest.mark.rule("F4.2B.6", "A7")
def test_a7_expected_combat_is_a_reason_to_give_pressure_up(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]}, {"give_up_pressure": "give_up"})
    r.fly(pressure.before_combat)
    assert r.state.pressure.given_up


@pytest.mark.rule("F4.2D.1")
def test_f42d_without_pressure_everyone_is_on_oxygen_and_its_turns_are_counted(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]})
    pressure.go_thin(r.flight, "pressure.given_up", given_up=True)
    assert (r.state.pressure.thin_since, r.state.pressure.air_checked) == (11, 11)
    assert not pressure.all_under_pressure(r.flight)


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
    r.fly(night.first_round)
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


@pytest.mark.rule("A52", "F7.4B.1")
def test_a52_an_oxygen_fire_leaves_the_oxygen_as_it_is(b29):
    r = b29({"T7-8": ["fire_in tail"], "R7-1-PRESSURE": ["no_effect"]})
    damage.strike(r.flight, "tail")
    assert r.state.due.fires == ["tail"]
    assert r.state.supply.oxygen_hits == {}


@pytest.mark.rule("A53", "F7.5.5")
@pytest.mark.parametrize("lacks", ["bottles", "men"])
def test_a53_a_fire_that_nobody_fights_burns_on(b29, lacks):
    r = b29()
    r.state.due.fires = ["tail"]
    if lacks == "bottles":
        r.state.cabins.bottles = {}
    else:
        r.man("tail_gunner").serious = True
    r.fly(fires.fight)
    assert r.state.cabins.burning == {"tail": 12}
    assert r.dice.thrown == []


@pytest.mark.rule("A54", "F7.6A.3")
def test_a54_who_carries_goes_back_to_his_place(b29):
    r = b29({}, {"move": ["bombardier", "done"], "carry_to": "nav_radio", "helper": "navigator"})
    r.kill("bombardier")
    r.fly(crew_moves.moves)
    assert r.state.rooms["bombardier"] == "nav_radio"
    assert (r.man("navigator").station, r.man("navigator").silent) == ("navigator", True)


@pytest.mark.rule("A55", "F7.3.1", "F7.3.4")
def test_a55_a_leaking_cabin_and_a_plane_without_pressure_are_both_cold(b29):
    r = b29(
        {"T7-14": ["no_effect"] * 4, "R7-3": ["no_effect"]},
        {"stay": "stay"},
        pressurized=False,
        pressure_lost=True,
        thin_since=9,
        compromised={"waist": 9},
    )
    r.fly(cabins.cold)
    assert r.dice.tables() == ["T7-14"] * 4 + ["R7-3"]


@pytest.mark.rule("A55")
def test_a55_low_down_the_count_ends_and_a_climb_starts_it_again(b29):
    r = b29(altitude="low", compromised={"nose": 3})
    pressure.follow_altitude(r.flight)
    assert r.state.pressure.compromised == {"nose": 0}
    r.state.track.altitude, r.state.track.turn = "medium", 20
    pressure.follow_altitude(r.flight)
    assert r.state.pressure.compromised == {"nose": 20}


@pytest.mark.rule("A56", "F5.8I.4")
def test_a56_evasion_goes_on_into_the_second_attack_and_spoils_both_aims(b29):
    dice = {"T5-7": ["miss"] * 2, "T5-9": ["miss"], "R5-5": ["passes_clear"]}
    r = b29(dice, time="night", altitude="low", evading=True).wave(("nick", "6_level"))
    r.fly(night.second_round)
    assert r.state.clash.aim_spoiled
    assert "evade" not in r.player.kinds()


@pytest.mark.rule("A57", "X5.5A")
def test_a57_a_fighter_that_bombs_does_not_close_in(b29):
    r = b29({"T5-3-BOMB": [1]}, air_bomb=True, attack_round=1).wave(("tony", "12_high"))
    r.fly(attacks.their_fire, [0])
    assert r.dice.tables() == ["T5-3-BOMB"]
    assert not r.fighter(1).hit


@pytest.mark.rule("A58", "F7.1.3")
def test_a58_an_engine_fire_put_out_leaves_it_out_and_feathered(b29):
    dice = {
        "T7-5": ["roll_on T7-5-WHICH"],
        "T7-5-WHICH": ["engine 2"],
        "T7-5-ENGINE": ["engine_fire this"],
        "T7-5-FIRE": ["fire_continues", "fire_out"],
    }
    r = b29(dice)
    damage.strike(r.flight, "port_wing")
    engine = r.state.engines[1]
    assert (engine.out, engine.feathered, engine.burning, engine.charges) == (True, True, False, 0)


@pytest.mark.rule("A59", "F7.2.3a")
def test_a59_the_height_before_it_sinks_says_how_far_the_last_engine_carries(b29):
    r = b29({"R4-2-OXYGEN": ["no_effect"]})
    for number in (0, 1, 2):
        r.state.engines[number].out = True
    r.fly(engines.settle)
    assert r.state.supply.range_zone == r.state.track.zones_entered + 2
    assert r.state.track.altitude == "medium"
