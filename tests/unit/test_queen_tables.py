"""The tables of Queen of the Skies do what its rules say: spot values, counted damage, modifiers, results unrolled."""

from __future__ import annotations

import pytest

from combatbox.bomber.conditions.crew import can_call_for_help
from combatbox.bomber.enums import letters_of
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.dice import ListedDice, dice_for_total
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.table_views import effect_words, view
from combatbox.library import paths
from combatbox.library.load import load
from combatbox_dev.transcriptions import read_transcription

ACE = load("queen").const.ace_kills


@pytest.fixture(scope="session")
def book():
    return load("queen")


@pytest.fixture
def fly(book):
    """A flight on the queen's tables with these dice; `mission` and `rulings` as wanted."""

    def made(*faces: int, mission: int = 11, **rulings: str) -> Flight:
        rulebook = book.rulebook({key.replace("_", "-"): option for key, option in rulings.items()})
        return Flight(rulebook, ListedDice(list(faces)), new_state(rulebook, Setup(mission=mission)))

    return made


def attacked(flight: Flight, *fighters: tuple[str, str]) -> Flight:
    """The flight with these fighters (type, position) as its wave, the first one in hand."""
    flight.state.battle.waves = [Wave([Fighter(n, kind, place) for n, (kind, place) in enumerate(fighters, 1)])]
    flight.state.battle.wave_now = flight.state.hand.fighter = 0
    return flight


def codes(book, table: str, roll: int, column: str = "") -> list[str]:
    return [effect.code for effect in book.tables[table].at(roll, column).effects]


def keyed(table: str) -> dict[tuple[str, str], str]:
    """What the second transcription of a table says: by row and column the codes."""
    transcription = read_transcription(paths.root() / "tests" / "transcriptions" / "queen" / f"{table}.txt")
    return {("/".join(map(str, path)), column): text for (path, column), text in transcription.cells.items()}


def keyed_mods(table: str) -> dict[str, int | str]:
    """What the second transcription says of the modifiers of a table."""
    return read_transcription(paths.root() / "tests" / "transcriptions" / "queen" / f"{table}.txt").mods


def mods(flight: Flight, table: str) -> dict[str, int]:
    return dict(flight.modifiers(flight.tables[table]))


# ---- the orange card


@pytest.mark.parametrize(
    "table",
    [
        pytest.param("O-3", marks=pytest.mark.rule("Q-O3")),
        pytest.param("O-4", marks=pytest.mark.rule("Q-O4b")),
        pytest.param("O-7", marks=pytest.mark.rule("Q-O7")),
    ],
)
def test_each_roll_gives_what_the_second_transcription_says(book, table):
    for (roll, column), text in keyed(table).items():
        assert "; ".join(codes(book, table, int(roll), column)) == text, (roll, column)


@pytest.mark.rule("Q-O2", "Q-G3star")
@pytest.mark.parametrize(
    ("die", "weather", "star", "flak"),
    [(6, "good", True, "heavy"), (1, "bad", True, "none"), (4, "poor", False, "light")],
)
def test_flak_over_the_target_by_weather_and_target(fly, die, weather, star, flak):
    flight = fly(die)
    flight.state.track.weather, flight.state.orders.increased_flak = weather, star
    flight.roll_on("O-2")
    assert flight.state.battle.flak == flak


@pytest.mark.rule("Q-O5", "Q-E36")
def test_flak_in_a_wing_goes_to_the_wing_table(book):
    for roll in (3, 6, 8, 11):
        assert codes(book, "O-5", roll)[1] == "roll_on BL-1"


@pytest.mark.rule("Q-O6a", "Q-BL4a-2")
def test_a_veteran_bombardier_adds_one_until_his_second_light_wound(fly):
    flight = fly()
    man = flight.state.men["bombardier"]
    man.missions = 11
    assert mods(flight, "O-6") == {"bombardier_veteran": 1}
    man.light = 1
    assert mods(flight, "O-6") == {"bombardier_veteran": 1}
    man.light = 2
    assert mods(flight, "O-6") == {"bombardier_two_light_wounds": -1}


@pytest.mark.rule("Q-O6a")
@pytest.mark.parametrize(("missions", "veteran"), [(10, False), (11, True), (25, True), (26, False)])
def test_a_veteran_is_on_his_own_eleventh_to_twenty_fifth_mission(fly, missions, veteran):
    flight = fly(mission=15)
    flight.state.men["bombardier"].missions = missions
    assert bool(mods(flight, "O-6")) is veteran


@pytest.mark.rule("Q-E13", "Q-P1.10b", "Q-P3.2", "Q-O6b")
def test_bombs_by_hand_and_flak_add_up_but_each_counts_once(fly):
    flight = fly()
    flight.state.plane.parts["bomb_controls_out"] = flight.state.plane.parts["bomb_release_out"] = True
    flight.state.battle.hit_by_flak = True
    assert mods(flight, "O-6") == {"hit_by_flak": -1, "bombs_by_hand": -3}


@pytest.mark.rule("Q-O6c", "Q-P1.2", "Q-P2.12", "Q-BL2a")
@pytest.mark.parametrize(
    ("what", "row"),
    [
        ("bombardier", "bombardier_unfit"),
        ("norden_sight_out", "norden_sight_out"),
        ("cable_hits", "control_cables_out"),
        ("autopilot", "autopilot_and_intercom_out"),
    ],
)
def test_the_bomb_run_is_off_target_without_a_roll(fly, what, row):
    flight = fly()
    if what == "bombardier":
        flight.state.men["bombardier"].serious = True
    elif what == "cable_hits":
        flight.state.plane.parts["cable_hits"] = 2
    elif what == "autopilot":
        flight.state.plane.parts["autopilot_out"] = flight.state.plane.parts["intercom_out"] = True
    else:
        flight.state.plane.parts["norden_sight_out"] = True
    assert flight.roll_on("O-6").id == f"O-6/{row}"
    assert flight.state.outcome.aim_result == "off_target"


@pytest.mark.rule("Q-O7")
def test_the_best_bomb_run_throws_two_more_dice(fly):
    flight = fly(6, 6, 4, 5)
    flight.roll_on("O-7", column="on_target")
    assert flight.state.outcome.per_cent == 97


@pytest.mark.rule("Q-O1a", "Q5.2d-1")
def test_weather_belongs_to_the_place_where_it_is_rolled(fly):
    flight = fly(1, 1, 1, 2)
    flight.state.track.zone = 5
    flight.roll_on("O-1", column="target")
    flight.state.track.zone = 1
    flight.roll_on("O-1", column="base")
    assert (flight.state.track.target_weather, flight.state.track.base_weather, flight.state.track.weather) == (
        "bad",
        "poor",
        "poor",
    )


# ---- the pink card: systems, windows, cables, wounds


@pytest.mark.rule("Q-P2.11", "Q-E21")
def test_the_second_window_hit_costs_the_pilots_heat_and_the_landing(fly):
    flight = fly(5, 6, 5, 6, 5, 6)
    state = flight.state
    flight.roll_on("P-2")
    assert (state.supply.heat_out, mods(flight, "G-9")) == ({}, {})
    state.track.zones_entered = 3
    flight.roll_on("P-2")
    assert state.supply.heat_out == {"pilot": 3, "copilot": 3}
    flight.roll_on("P-2")
    assert mods(flight, "G-9") == mods(flight, "G-10") == {"windows_out": -1}


@pytest.mark.rule("Q-P2.12")
def test_cable_hits_count_over_the_whole_plane(fly):
    flight = fly(6, 6, 6, 6)
    flight.roll_on("P-3")
    assert mods(flight, "G-10") == {}
    flight.roll_on("P-6")
    assert mods(flight, "G-10") == {"control_cables_out": -1}
    assert flight.roll_on("O-6").id == "O-6/control_cables_out"


@pytest.mark.rule("Q-P2.12")
def test_the_last_row_of_the_nose_is_oxygen_and_no_cables(book):
    assert book.tables["P-1"].at(12).area == "Oxygen supply"
    for table in ("P-2", "P-3", "P-4", "P-5", "P-6"):
        assert codes(book, table, 12) == ["control_cable_hit"]


@pytest.mark.rule("Q-P1.4", "Q14.2a")
def test_a_wound_falls_on_whoever_sits_there(fly):
    flight = fly(2, 4, 2)
    state = flight.state
    state.stations["bombardier"], state.stations["radio_operator"] = "radio_operator", "bombardier"
    state.men["radio_operator"].station, state.men["bombardier"].station = "bombardier", "radio_operator"
    flight.roll_on("P-1")
    assert (state.men["radio_operator"].light, state.men["bombardier"].light) == (1, 0)


@pytest.mark.rule("Q-P1.4")
def test_a_row_that_names_two_men_rolls_for_each(fly):
    flight = fly(1, 2, 1, 4)
    flight.roll_on("P-2")
    assert (flight.state.men["pilot"].light, flight.state.men["copilot"].serious) == (1, True)


@pytest.mark.rule("Q14.2a")
def test_a_wound_for_an_empty_station_does_nothing(fly):
    flight = fly(2, 4)
    flight.state.stations["bombardier"] = ""
    flight.roll_on("P-1")
    assert not any(man.wounded for man in flight.state.men.values())


@pytest.mark.rule("Q-BL4a-3", "Q-BL4a-4")
@pytest.mark.parametrize(
    ("dice", "end"),
    [
        ([1], "light"),
        ([1, 1], "light"),
        ([1, 1, 1], "serious"),
        ([1, 1, 1, 1], "dead"),
        ([4], "serious"),
        ([1, 4], "dead"),
        ([4, 1], "dead"),
        ([4, 5], "dead"),
        ([6], "dead"),
    ],
)
def test_wounds_add_up(fly, dice, end):
    flight = fly(*dice)
    flight.state.hand.man = "navigator"
    man = flight.state.men["navigator"]
    for _ in dice:
        flight.roll_on("BL-4", "navigator")
    assert ("dead" if man.dead else "serious" if man.serious else "light") == end
    assert (flight.state.stations["navigator"] == "") is (end == "dead")


@pytest.mark.rule("Q-P3.3")
def test_bombs_are_a_danger_only_while_aboard(fly):
    flight = fly(1, 2, 5)
    flight.roll_on("P-3")
    assert (flight.state.due.lost, flight.state.plane.fate, flight.state.aboard) == ("bombs_explode", "destroyed", [])
    flight = fly(1, 2)
    flight.state.plane.bombs_aboard = False
    assert flight.roll_on("P-3").id == "P-3/3,9,11/no_bombs"
    assert len(flight.state.aboard) == 10


@pytest.mark.rule("Q-P3.4", "Q-RE3")
def test_rafts_cost_six_or_by_the_card_two(fly):
    flight = fly(2, 2)
    flight.roll_on("P-3")
    assert mods(flight, "G-10") == {"rafts_out": -6}
    flight = fly(2, 2, Q_R02="card")
    flight.roll_on("P-3")
    assert mods(flight, "G-10") == {"rafts_out_as_printed": -2}


@pytest.mark.rule("Q12.1-1")
def test_the_second_oxygen_hit_puts_a_man_without(fly):
    flight = fly(6, 6, 3, 6, 6, 5)
    from combatbox.bomber.conditions.rules import oxygen_out, someone_without_oxygen

    flight.roll_on("P-1")
    assert not oxygen_out(flight, "navigator")
    flight.roll_on("P-1")
    assert oxygen_out(flight, "navigator")
    assert not oxygen_out(flight, "bombardier")
    assert someone_without_oxygen.bind().holds(flight)
    flight.state.hand.man = "navigator"
    flight.state.stations["navigator"] = ""
    assert not someone_without_oxygen.bind().holds(flight)


@pytest.mark.rule("Q12.2-1")
def test_an_oxygen_fire_closes_the_compartment_and_waits_to_be_fought(fly):
    flight = fly(5, 5, 6)
    flight.roll_on("P-2")
    state = flight.state
    assert state.due.fires == ["pilot_compartment"]
    assert state.supply.oxygen_hits == {"pilot": 2, "copilot": 2, "engineer": 2}


@pytest.mark.rule("Q12.2-4", "Q12.2-5", "Q-BL3", "Q-E01")
def test_hand_extinguishers_run_out_and_then_the_crew_bails_out(fly):
    face = {row.codes()[0]: row.rolls[0] for row in load("queen").rulebook().tables["BL-3"].rows}
    burns, out = face["fire_continues"], face["fire_out"]
    flight = fly(burns, burns, out, burns, burns)
    state = flight.state
    state.hand.fire, state.hand.fire_tries = "nose", 0
    for _ in range(3):
        flight.roll_on("BL-3")
    assert (state.hand.fire, state.plane.extinguishers, state.due.bail_out) == ("", 2, "")
    state.hand.fire, state.hand.fire_tries = "tail", 0
    for _ in range(3):
        flight.roll_on("BL-3")
    assert (state.hand.fire, state.plane.extinguishers, state.due.bail_out) == ("tail", 0, "G-6")


@pytest.mark.rule("Q-P5c", "Q-G7b")
def test_a_gunner_trapped_in_his_turret_cannot_jump(fly):
    flight = fly(4, 5, 6)
    state = flight.state
    flight.roll_on("P-5")
    state.hand.man = "ball_gunner"
    assert flight.roll_on("G-6").id == "G-6/cannot_jump"
    assert state.men["ball_gunner"].fate == "went_down"


@pytest.mark.rule("Q-P6.7")
def test_the_third_rudder_hit_counts(fly):
    flight = fly(*[3, 4] * 4)
    got = []
    for _ in range(4):
        flight.roll_on("P-6")
        got.append(mods(flight, "G-9"))
    assert got == [{}, {}, {"rudder_out": -1}, {"rudder_out": -1}]


@pytest.mark.rule("Q-P6b", "Q-BL2d")
def test_elevators_count_once_however_they_are_lost(fly):
    flight = fly(4, 5, 3, 4, 5, 4, 4, 4)
    flight.roll_on("P-6")
    assert mods(flight, "G-9") == {}
    flight.roll_on("P-6")
    assert mods(flight, "G-9") == {"elevators_out": -1}
    flight.roll_on("BL-2")
    assert mods(flight, "G-9") == {"elevators_out": -1}


@pytest.mark.rule("Q-P6c")
def test_three_hits_tear_a_tailplane_off_and_both_end_the_flight(fly):
    flight = fly(*[4, 5, 5] * 3, *[4, 5, 6] * 3)
    for _ in range(3):
        flight.roll_on("P-6")
    assert (mods(flight, "G-10"), flight.state.due.bail_out) == ({"tailplane_off": -1}, "")
    for _ in range(3):
        flight.roll_on("P-6")
    assert flight.state.due.bail_out == "G-7"


# ---- the buff card


@pytest.mark.rule("Q-B1", "Q5.1d-2", "Q13.1b-1", "Q5.1e-2")
def test_waves_by_zone_and_squadron(fly):
    flight = fly(5, 6)
    state = flight.state
    state.orders.squadron = "middle"
    flight.look_up("zone.below", "Paris@2")
    assert mods(flight, "B-1") == {"zone_modifier": -2, "squadron_middle": -1}
    flight.roll_on("B-1")
    assert state.battle.waves_due == 0
    flight.roll_on("B-1")
    assert state.battle.waves_due == 1
    state.track.out_of_formation = True
    assert mods(flight, "B-1") == {"zone_modifier": -2}


@pytest.mark.rule("Q-B2a", "Q6.1a-2", "Q-E35")
def test_the_target_zone_always_brings_a_wave(fly):
    flight = fly(1)
    flight.state.orders.squadron, flight.state.track.weather = "middle", "bad"
    flight.look_up("zone.below", "Abbeville@3")
    named = ("weather_bad", "squadron_middle")
    assert mods(flight, "B-2") == {"zone_modifier": 1, **{name: keyed_mods("B-2")[name] for name in named}}
    flight.roll_on("B-2")
    assert flight.state.battle.waves_due == 1


@pytest.mark.rule("Q-B7i")
def test_loose_and_tight_formation_cancel_and_outlast_formation(fly):
    flight = fly()
    flight.state.chance.lasting["loose_formation"] = flight.state.chance.lasting["tight_formation"] = (
        flight.state.track.out_of_formation
    ) = True
    assert sum(mods(flight, "B-1").values()) == sum(mods(flight, "B-2").values()) == 0
    assert mods(flight, "B-1") == {"zone_modifier": 0, "loose_formation": 1, "tight_formation": -1}


@pytest.mark.rule("Q6.1b-1", "Q-B3b")
def test_a_wave_is_written_down_with_its_diver(fly):
    flight = attacked(fly(1, 5))
    flight.roll_on("B-3")
    fighters = flight.state.wave.fighters
    assert [(f.type, f.position) for f in fighters] == [
        ("fw190", place) for place in ("12_high", "10:30_level", "9_level", "6_high", "vertical_dive")
    ]
    assert [f.untouchable for f in fighters] == [False, False, False, False, True]
    assert not flight.const.positions["vertical_dive"].cover
    assert flight.const.positions["vertical_climb"].cover


@pytest.mark.rule("Q18.0-1", "Q18.0-2")
def test_the_last_row_of_the_wave_table_is_an_event_only_with_that_option(fly):
    flight = attacked(fly(6, 6))
    flight.roll_on("B-3")
    assert (flight.state.wave.no_attackers, flight.state.wave.random_event) == (True, False)
    flight = attacked(fly(6, 6, Q_X2="on"))
    flight.roll_on("B-3")
    assert (flight.state.wave.no_attackers, flight.state.wave.random_event) == (False, True)


@pytest.mark.rule("Q-B4a")
@pytest.mark.parametrize(
    ("kind", "place", "total", "shells"),
    [
        ("fw190", "12_high", 2, 4),
        ("fw190", "12_high", 7, 1),
        ("fw190", "6_low", 12, 10),
        ("me110", "6_low", 12, 8),
        ("me110", "vertical_climb", 7, 2),
        ("me109", "6_low", 12, 7),
    ],
)
def test_fw_190_hit_half_again_as_often_and_me_110_once_more(fly, kind, place, total, shells):
    flight = attacked(fly(*dice_for_total(total)), (kind, place))
    flight.roll_on("B-4", column=flight.const.positions[place].shells)
    assert flight.state.hand.shells == shells


@pytest.mark.rule("Q-B4a")
def test_every_multiple_of_the_fw_190_is_rounded_down(book):
    from fractions import Fraction

    from combatbox.bomber.effects.battle import shells

    assert [shells.bind(n).adjusted(Fraction(3, 2), 0)["number"] for n in range(1, 8)] == [1, 3, 4, 6, 7, 9, 10]


@pytest.mark.rule("Q-B5a", "Q-B5b", "Q-B5c", "Q-B5d")
@pytest.mark.parametrize(
    ("place", "total", "walking"),
    [
        ("12_high", 12, ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]),
        ("6_high", 11, ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]),
        ("3_low", 2, ["port_wing", "port_wing", "starboard_wing", "starboard_wing"]),
        ("9_level", 12, ["nose", "port_wing", "waist", "tail"]),
        ("3_level", 12, ["nose", "starboard_wing", "waist", "tail"]),
    ],
)
def test_walking_hits_of_each_kind(fly, place, total, walking):
    flight = attacked(fly(*dice_for_total(total)), ("me109", place))
    flight.roll_on("B-5", column=flight.const.positions[place].areas)
    assert (flight.state.hand.walking, flight.state.hand.located) == (walking, [])


@pytest.mark.rule("Q-B5d")
@pytest.mark.parametrize(("place", "wing"), [("3_level", "starboard"), ("9_level", "port")])
def test_the_wing_on_the_attacking_side(fly, place, wing):
    flight = attacked(fly(*dice_for_total(6)), ("me109", place))
    flight.roll_on("B-5", column="side_level")
    assert (flight.state.hand.located, flight.state.hand.side) == ([f"{wing}_wing"], wing)


@pytest.mark.rule("Q6.4c-1")
def test_a_wing_hit_from_in_front_is_placed_by_another_die(fly):
    flight = attacked(fly(4, 4, 5), ("me109", "12_low"))
    flight.roll_on("B-5", column="front_low")
    assert flight.state.hand.located == ["starboard_wing"]


@pytest.mark.rule("Q-B7b", "Q-B7h")
def test_an_event_that_can_happen_only_once_is_rolled_again(fly):
    flight = fly(1, 3, 1, 3, 3, 4)
    flight.roll_on("B-7")
    assert flight.state.chance.lasting["loose_formation"]
    flight.roll_on("B-7")
    assert flight.state.rabbits_feet == 1
    flight = fly(1, 2, 3, 4)
    flight.state.orders.formation = "tail"
    flight.roll_on("B-7")
    assert (flight.state.orders.formation, flight.state.rabbits_feet) == ("tail", 1)


@pytest.mark.rule("Q-B7a", "Q-E29")
def test_an_engine_failure_feathers_and_the_same_event_restarts_it(fly):
    flight = fly(1, 1, 3, 4, 2, 1, 1, 1, 1, 6, 5, 6)
    state = flight.state
    flight.roll_on("B-7")
    assert (state.engines[0].out, state.engines[0].feathered, state.chance.failed_engine) == (True, True, 1)
    flight.roll_on("B-7")
    assert (state.engines[0].out, state.chance.failed_engine) == (False, 0)
    flight.roll_on("B-7")
    assert (state.engines[1].out, state.engines[1].unfeathered, state.track.two_turns) == (True, True, True)


@pytest.mark.rule("Q-B7e")
def test_extreme_cold_tries_every_gun(fly):
    flight = fly(4, 6, 6, *[1] * 7, 6)
    flight.roll_on("B-7")
    assert [gun.name for gun in flight.state.guns.values() if gun.jammed == "cold"] == ["nose", "tail"]


@pytest.mark.rule("Q-B7g-2")
def test_a_steep_dive_tries_both_wings(fly):
    flight = fly(6, 6, 5, 6, 3, 6)
    flight.roll_on("B-7")
    state = flight.state
    assert (state.track.out_of_formation, state.plane.bombs_aboard, state.track.must_abort) == (True, False, True)
    assert (state.plane.parts["port_wing_off"], state.plane.parts["starboard_wing_off"], state.due.bail_out) == (
        False,
        True,
        "G-7",
    )


@pytest.mark.rule("Q-B7g-2")
def test_an_accident_out_of_formation_is_an_engine_failure(fly):
    flight = fly(6, 6, 4, 4, 2)
    flight.state.track.out_of_formation = True
    flight.roll_on("B-7")
    assert flight.state.engines[3].out


@pytest.mark.rule("Q-B7g-1")
def test_a_shallow_dive_costs_formation_for_this_zone_and_the_next(fly):
    flight = fly(6, 6, 4, 5)
    state = flight.state
    state.track.zones_entered = 4
    flight.roll_on("B-7")
    assert [not state.in_formation, state.track.zones_entered] == [True, 4]
    state.track.zones_entered = 5
    assert not state.in_formation
    state.track.zones_entered = 6
    assert state.in_formation


# ---- the blue card


@pytest.mark.rule("Q-BL1a")
def test_the_fifth_hit_on_one_wing_root_tears_the_wing_off(fly):
    flight = fly(*[1, 1] * 9)
    state = flight.state
    for side, hits in (("port", 4), ("starboard", 4)):
        state.hand.side = side
        for _ in range(hits):
            flight.roll_on("BL-1")
    assert state.due.bail_out == ""
    state.hand.side = "port"
    flight.roll_on("BL-1")
    assert (state.plane.parts["port_wing_off"], state.plane.parts["starboard_wing_off"], state.due.bail_out) == (
        True,
        False,
        "G-7",
    )


@pytest.mark.rule("Q-BL1b")
def test_one_flap_does_nothing_and_both_count(fly):
    flight = fly(1, 3, 2, 1, 3, 2)
    flight.state.hand.side = "port"
    flight.roll_on("BL-1")
    assert mods(flight, "G-9") == {}
    flight.state.hand.side = "starboard"
    flight.roll_on("BL-1")
    assert mods(flight, "G-9") == {"flaps_out": -1}


@pytest.mark.rule("Q-BL1.9", "Q-BL1c")
@pytest.mark.parametrize(
    ("side", "die", "engine"), [("port", 3, 1), ("port", 4, 2), ("starboard", 1, 3), ("starboard", 6, 4)]
)
def test_which_engine_is_hit(fly, side, die, engine):
    flight = fly(4, 5, die, 3, 1)
    flight.state.hand.side = side
    flight.roll_on("BL-1")
    assert [e.number for e in flight.state.engines if e.out and e.feathered] == [engine]


@pytest.mark.rule("Q-BL1c")
def test_an_unfeathered_propeller_slows_the_bomber_and_costs_formation(fly):
    flight = fly(4, 5, 1, 4, 6)
    state = flight.state
    state.hand.side, state.battle.under_attack = "port", True
    flight.roll_on("BL-1")
    assert (state.track.two_turns, state.track.out_of_formation, state.track.leaves_formation) == (True, False, True)


@pytest.mark.rule("Q-BL1d", "Q-BL2.10")
def test_a_runaway_engine_with_and_without_the_feathering_system(fly):
    flight = fly(4, 5, 1, 5, 5)
    flight.state.hand.side = "port"
    flight.roll_on("BL-1")
    assert (flight.state.engines[0].out, flight.state.due.bail_out) == (True, "")
    flight = fly(4, 5, 1, 5)
    flight.state.hand.side, flight.state.plane.parts["feathering_system_out"] = "port", True
    flight.roll_on("BL-1")
    assert flight.state.due.bail_out == "G-6"


@pytest.mark.rule("Q-BL1e-1", "Q-E20")
def test_an_engine_fire_spends_charges_and_leaves_the_engine_feathered(fly):
    flight = fly(4, 5, 1, 6, 1, 5, 4)
    flight.state.hand.side = "port"
    flight.roll_on("BL-1")
    engine = flight.state.engines[0]
    assert (engine.out, engine.feathered, engine.burning, engine.charges, flight.state.due.bail_out) == (
        True,
        True,
        False,
        0,
        "",
    )


@pytest.mark.rule("Q-BL1e-1", "Q-BL2.11")
@pytest.mark.parametrize("dice", [[4, 5, 1, 6, 1, 5, 6], [4, 5, 1, 6, 1]])
def test_an_engine_fire_that_burns_on_means_bailing_out(fly, dice):
    flight = fly(*dice)
    flight.state.hand.side = "port"
    flight.state.plane.parts["engine_extinguishers_out"] = len(dice) == 5
    flight.roll_on("BL-1")
    assert flight.state.due.bail_out == "G-6"


@pytest.mark.rule("Q-BL1.9")
def test_a_dead_engine_shrugs_off_everything_but_a_fire(fly):
    flight = fly(4, 5, 1, 3, 4, 5, 1, 5, 4, 5, 1, 6, 3, 4, 5, 1, 6, 1, 1)
    state = flight.state
    state.hand.side, state.engines[0].out = "port", True
    for _ in range(3):
        flight.roll_on("BL-1")
    assert (state.due.bail_out, state.track.two_turns, state.engines[0].stop_by, state.engines[0].charges) == (
        "",
        False,
        0,
        2,
    )
    flight.roll_on("BL-1")
    assert state.engines[0].charges == 1


@pytest.mark.rule("Q-BL1e-2")
def test_an_oil_leak_gives_a_deadline_in_zones_and_the_earlier_one_stands(fly):
    flight = fly(4, 5, 1, 6, 3, 5, 4, 5, 1, 6, 3, 1, 4, 5, 1, 6, 4, 5)
    state = flight.state
    state.hand.side, state.track.zones_entered = "port", 4
    got = []
    for _ in range(3):
        flight.roll_on("BL-1")
        got.append(state.engines[0].stop_by)
    assert got == [7, 5, 5]


@pytest.mark.rule("Q-BL1f")
@pytest.mark.parametrize(("die", "table"), [(5, "G-6"), (6, "G-7")])
def test_a_fuel_fire_is_not_to_be_fought(fly, die, table):
    flight = fly(5, 5, 1, 1, die)
    flight.state.hand.side = "port"
    flight.roll_on("BL-1")
    assert flight.state.due.bail_out == table


@pytest.mark.rule("Q-BL1g", "Q-E18", "Q-E19")
def test_fuel_leaks_of_several_tanks(fly):
    flight = fly(5, 5, 1, 3, 6, 5, 5, 1, 4, 6, 5, 5, 4, 3, 6, 5, 5, 1, 3, 1)
    state = flight.state
    state.hand.side, state.track.turn = "port", 3
    flight.roll_on("BL-1")
    assert (state.supply.leaking_tanks, state.supply.fuel_turn) == (["port_outboard"], 9)
    flight.roll_on("BL-1")
    assert (state.supply.leaking_tanks, state.supply.fuel_turn) == (["port_outboard"], 9)
    flight.roll_on("BL-1")
    assert (state.supply.leaking_tanks, state.supply.fuel_turn) == (["port_outboard", "port_inboard"], 5)
    state.track.turn, state.hand.side = 4, "starboard"
    flight.roll_on("BL-1")
    assert (len(state.supply.leaking_tanks), state.supply.fuel_turn) == (3, 5)


@pytest.mark.rule("Q-BL1h", "Q-BL1i", "Q-BL2.3")
def test_gear_counts_once_and_each_brake_for_itself(fly):
    flight = fly()
    plane = flight.state.plane
    plane.parts["landing_gear_out"] = plane.parts["port_brake_out"] = plane.parts["starboard_brake_out"] = True
    assert mods(flight, "G-9") == {"landing_gear_out": -3, "port_brake_out": -1, "starboard_brake_out": -1}
    assert mods(flight, "G-10") == {}
    flight = fly(Q_R47="one")
    flight.state.plane.parts["port_brake_out"] = flight.state.plane.parts["starboard_brake_out"] = True
    assert mods(flight, "G-9") == {"port_brake_out": -1}


@pytest.mark.rule("Q-BL2.12")
def test_without_electricity_the_crew_bails_out(fly):
    flight = fly(6, 6)
    flight.roll_on("BL-2")
    assert (flight.state.plane.parts["electrical_out"], flight.state.due.bail_out) == (True, "G-6")


@pytest.mark.rule("Q-BL4b-2", "Q11.0-6")
def test_a_frostbitten_man_never_recovers_quickly_from_a_serious_wound(fly):
    flight = fly(1, 5)
    flight.state.hand.man = "tail_gunner"
    flight.state.men["tail_gunner"].frostbitten = True
    assert flight.roll_on("BL-4-SURVIVAL").id == "BL-4-SURVIVAL/2-5"
    assert flight.roll_on("BL-4-SURVIVAL").id == "BL-4-SURVIVAL/6"
    assert flight.state.men["tail_gunner"].fate == "died_of_wounds"


@pytest.mark.rule("Q11.0-5", "Q-E05", "Q-BL5b")
def test_frostbite_at_home(fly):
    flight = fly(3, 4)
    for man, fate in (("pilot", "invalided"), ("copilot", "recovers")):
        flight.state.hand.man = man
        flight.roll_on("BL-5-RECOVERY")
        assert flight.state.men[man].fate == fate


# ---- the green card


@pytest.mark.rule("Q-E06", "Q-E25", "Q-G3star")
def test_targets_with_more_flak(book):
    table = book.tables["G-3"]
    starred = {row.effects[0]["city"] for row in table.rows if len(row.effects) == 2}
    assert starred == {text.split()[1].rstrip(";") for text in keyed("G-3").values() if "; " in text}
    plain = {row.effects[0]["city"] for row in table.rows if len(row.effects) == 1}
    assert not starred & plain


@pytest.mark.rule("Q3.2-2")
def test_two_dice_as_tens_and_ones(fly):
    flight = fly(2, 5)
    flight.roll_on("G-3")
    assert (flight.state.orders.city, flight.state.orders.target_type) == ("Paris", "industry")


@pytest.mark.rule("Q5.1d-3", "Q5.2b-2")
def test_early_missions_roll_neither_squadron_nor_cover(fly):
    flight = fly(mission=5)
    flight.roll_on("G-4-SQUADRON")
    flight.roll_on("G-5")
    assert (flight.state.orders.squadron, flight.state.track.cover) == ("", "good")
    flight = fly(5, 1, mission=6)
    flight.roll_on("G-4-SQUADRON")
    flight.roll_on("G-5")
    assert (flight.state.orders.squadron, flight.state.track.cover) == ("low", "poor")


@pytest.mark.rule("Q-G6", "Q-BL4a-2")
def test_only_a_one_is_a_danger_in_a_controlled_bailout(fly):
    flight = fly(1, 6, 1, 5, 2, 2, 6)
    state = flight.state
    for man, fate in (("pilot", "killed"), ("copilot", "bailed_out"), ("engineer", "bailed_out")):
        state.hand.man = man
        flight.roll_on("G-6")
        assert state.men[man].fate == fate
    state.hand.man, state.men["navigator"].light = "navigator", 2
    flight.roll_on("G-6")
    assert state.men["navigator"].fate == "killed"


@pytest.mark.rule("Q-E37", "Q-G7f", "Q-G8b")
def test_a_light_wound_spoils_a_five_in_the_water_but_not_a_natural_six(fly):
    flight = fly(5, 6, 6)
    state = flight.state
    for man, table, fate in (
        ("pilot", "G-8", "lost_at_sea"),
        ("copilot", "G-8", "rescued"),
        ("engineer", "G-7", "bailed_out"),
    ):
        state.hand.man, state.men[man].light = man, 1
        flight.roll_on(table)
        assert state.men[man].fate == fate


@pytest.mark.rule("Q-G8b", "Q-E27", "Q-E34")
def test_without_a_working_radio_nobody_is_found_out_of_formation(fly):
    flight = fly(6)
    state = flight.state
    state.hand.man, state.plane.parts["radio_out"] = "pilot", True
    flight.roll_on("G-8")
    assert state.men["pilot"].fate == "rescued"
    state.track.out_of_formation, state.hand.man = True, "copilot"
    assert flight.roll_on("G-8").id == "G-8/radio_out_alone"


@pytest.mark.rule("Q-E27", "Q-G10g")
def test_the_radio_needs_its_own_man_and_a_call_sent_before_jumping_stands(fly):
    flight = fly()
    state = flight.state
    state.track.out_of_formation = True
    assert mods(flight, "G-10") == {}
    state.abandon(can_call_for_help(flight))
    state.men["radio_operator"].fate = "bailed_out"
    assert mods(flight, "G-10") == {}
    state.due.abandoned = False
    assert mods(flight, "G-10") == {"radio_out_alone": -6}


@pytest.mark.rule("Q-G7c", "Q-G7d", "Q-G10d")
def test_where_men_come_down(fly):
    flight = fly(6, 5)
    state = flight.state
    state.hand.man, state.outcome.down_terrain = "pilot", "N"
    flight.roll_on("G-7-CAPTURE")
    assert state.men["pilot"].fate == "captured"
    state.hand.man, state.outcome.down_terrain = "copilot", "F"
    flight.roll_on("G-7-CAPTURE")
    assert state.men["copilot"].fate == "returned"
    state.hand.man, state.men["engineer"].serious = "engineer", True
    assert flight.roll_on("G-10-CAPTURE").id == "G-10-CAPTURE/seriously_wounded"
    state.hand.man = "navigator"
    flight.roll_on("G-10-CAPTURE")
    assert state.men["navigator"].fate == "captured"


@pytest.mark.rule("Q16.4-2", "Q-G11c")
def test_who_takes_men_out_of_the_sea(fly):
    flight = fly()
    state = flight.state
    for man, zone, fate in (("pilot", "5", "returned"), ("copilot", "7", "captured")):
        state.hand.man = man
        flight.look_up("down.rescue", zone)
        assert state.men[man].fate == fate


@pytest.mark.rule("Q-G9", "Q-E12")
def test_landing_modifiers_of_a_sick_plane(fly):
    flight = fly()
    state = flight.state
    state.engines[0].out = state.engines[1].out = True
    assert mods(flight, "G-9") == mods(flight, "G-10") == {}
    state.engines[2].out = True
    assert mods(flight, "G-9") == mods(flight, "G-10") == {"one_engine": -3}
    state.engines[3].out, state.track.zone = True, 4
    assert mods(flight, "G-9") == {"no_engines": -7, "outside_england": -3}
    assert mods(flight, "G-10") == {"no_engines": -4}


@pytest.mark.rule("Q-G10b", "Q-BL4a-2", "Q-G10f")
def test_pilots_and_their_experience(fly):
    flight = fly()
    men = flight.state.men
    men["pilot"].missions = men["copilot"].missions = 15
    assert mods(flight, "G-9") == {"pilot_veteran": 1}
    men["pilot"].light = men["copilot"].light = 2
    assert mods(flight, "G-9") == {}
    men["pilot"].serious = men["copilot"].serious = True
    assert mods(flight, "G-9") == {"no_pilot": -11}


@pytest.mark.rule("Q-O1a", "Q-O1b", "Q19.2d-4")
def test_weather_and_a_burst_make_landings_worse(fly):
    flight = fly()
    flight.state.plane.parts["burst_inside"] = True
    flight.state.track.weather = "poor"
    assert mods(flight, "G-9") == mods(flight, "G-10") == {"weather_poor": -1, "burst_inside": -4}
    flight.state.track.weather = "bad"
    assert mods(flight, "G-9")["weather_bad"] == -2


@pytest.mark.rule("Q-G9", "Q-G10a")
@pytest.mark.parametrize(
    ("total", "ruling", "fate"), [(12, "crew", "irreparable"), (12, "plane_too", "safe"), (11, "crew", "wrecked")]
)
def test_a_natural_twelve_saves_the_crew_and_the_plane_by_its_net_roll(fly, total, ruling, fate):
    flight = fly(*dice_for_total(total), Q_R50=ruling)
    state = flight.state
    state.men["pilot"].serious = state.men["copilot"].serious = True
    state.plane.parts["landing_gear_out"] = True
    state.plane.bombs_aboard = False
    flight.roll_on("G-9")
    assert state.plane.fate == fate
    assert bool(state.aboard) is (total == 12)


@pytest.mark.rule("Q-G9")
def test_a_crash_adds_to_the_wounds_of_every_man_aboard(fly):
    flight = fly(4, 5, *[3] * 10)
    state = flight.state
    state.men["pilot"].serious = state.men["copilot"].serious = True
    state.plane.bombs_aboard = False
    flight.roll_on("G-9")
    assert state.plane.fate == "wrecked"
    assert (state.men["pilot"].fate, state.men["navigator"].serious) == ("killed", True)
    assert state.hand.wound_add == 0


@pytest.mark.rule("Q-G10e")
def test_bombs_aboard_may_explode_in_a_bad_landing(fly):
    flight = fly(5, 6, 6)
    state = flight.state
    state.men["pilot"].serious = state.men["copilot"].serious = True
    flight.roll_on("G-9")
    assert (state.plane.fate, state.aboard) == ("destroyed", [])
    flight = fly(5, 6, 5)
    state = flight.state
    state.men["pilot"].serious = state.men["copilot"].serious = True
    flight.roll_on("G-9")
    assert (state.plane.fate, len(state.aboard)) == ("irreparable", 10)


@pytest.mark.rule("Q-G10e", "Q-G10a")
def test_a_natural_twelve_rules_out_the_explosion_at_a_net_roll_of_exactly_nought(fly):
    flight = fly(6, 6)
    state = flight.state
    state.men["pilot"].serious = state.men["copilot"].serious = True
    state.plane.parts["window_hits"] = 2
    assert sum(mods(flight, "G-9").values()) == -12
    flight.roll_on("G-9")
    assert (state.plane.fate, len(state.aboard)) == ("irreparable", 10)


@pytest.mark.rule("Q-G10", "Q-G10a")
def test_in_the_water_a_natural_twelve_rescues(fly):
    flight = fly(5, 6, 6, 6)
    state = flight.state
    (
        state.plane.bombs_aboard,
        state.plane.parts["rafts_out"],
        state.plane.parts["radio_out"],
        state.track.out_of_formation,
    ) = (
        False,
        True,
        True,
        True,
    )
    assert flight.roll_on("G-10").id == "G-10/2-3"
    assert flight.roll_on("G-10").id == "G-10/4-12"


@pytest.mark.rule("Q-E22", "Q5.2a-2")
@pytest.mark.parametrize(
    ("city", "zone"), [("Rouen", 4), ("St_Omer", 2), ("Paris", 5), ("Kiel", 8), ("La_Rochelle", 8), ("Hamm", 7)]
)
def test_the_last_zone_of_a_route_is_the_target_zone(book, city, zone):
    table = book.tables["G-11"]
    assert [z for z in table.columns if f"{city}@{z}" in table.keys][-1] == str(zone)


@pytest.mark.rule("Q-G11b")
def test_a_zone_says_what_lies_under_it(fly):
    flight = fly()
    row = flight.look_up("zone.below", "Rotterdam@4")
    assert (flight.state.track.zone_modifier, letters_of(flight.const, flight.state.track.terrain)) == (0, ("W", "N"))
    assert row.effects[0].code == "zone 0 W-N"
    assert flight.look_up("zone.below", "Brest@6").effects[0].code == "zone +1 F"


# ---- the board


@pytest.mark.rule("Q-M1b", "Q-M1c", "Q9.3-3", "Q14.2b-2")
def test_an_ace_adds_one_at_his_own_gun_while_unhurt(fly):
    flight = attacked(fly(), ("me110", "6_high"))
    state = flight.state
    state.hand.gun, state.hand.man = "tail", "tail_gunner"
    man = state.men["tail_gunner"]
    man.kills = ACE - 1
    assert mods(flight, "M-1") == {}
    man.kills = ACE
    assert mods(flight, "M-1") == mods(flight, "M-1-HARD") == {"ace_gunner": 1}
    state.hand.gun = "radio_room"
    assert mods(flight, "M-1") == {}
    state.hand.gun, man.light = "tail", 1
    assert mods(flight, "M-1") == {}
    man.light, man.frostbitten = 0, True
    assert mods(flight, "M-1") == {}
    state.hand.gun, state.hand.man = "ball_turret", "engineer"
    state.men["engineer"].kills = ACE + 1
    assert mods(flight, "M-1") == {"ace_gunner": 1}


@pytest.mark.rule("Q-B7f", "Q20.0-2")
def test_an_ace_for_a_day_and_the_other_sides_pilots(fly):
    flight = attacked(fly(Q_X3="on"), ("me109", "12_high"))
    state = flight.state
    state.hand.gun, state.hand.man = "tail", "tail_gunner"
    state.men["tail_gunner"].ace_for_a_day = True
    state.attacker.status = "green"
    assert mods(flight, "M-1") == {"ace_for_a_day": 1, "green_pilot": 1}
    assert (mods(flight, "M-3"), mods(flight, "M-5")) == ({"green_pilot": -1}, {"green_pilot": 1})
    state.men["tail_gunner"].kills, state.attacker.status = ACE, "ace"
    assert mods(flight, "M-1") == {"ace_gunner": 1, "ace_pilot": -1}
    assert (mods(flight, "M-3"), mods(flight, "M-5")) == ({"ace_pilot": 1}, {"ace_pilot": -1})


@pytest.mark.rule("Q-M1b")
def test_a_natural_six_always_hits(fly):
    flight = attacked(fly(6, 6), ("me109", "12_high"))
    state = flight.state
    state.hand.gun, state.hand.man, state.attacker.status = "nose", "bombardier", "ace"
    flight.roll_on("M-1", column="12_high|nose@me109")
    assert state.hand.hits == 1
    state.attacker.fca = state.attacker.fboa = 1
    flight.roll_on("M-3", column="12_high@hits")
    assert state.hand.hits == 2


@pytest.mark.rule("Q-M1b", "Q-B3d", "Q-B3e")
@pytest.mark.parametrize(
    ("place", "guns"),
    [
        ("12_high", ["top_turret", "nose"]),
        ("10:30_level", ["port_cheek"]),
        ("6_level", ["tail"]),
        ("vertical_dive", ["top_turret", "radio_room"]),
        ("vertical_climb", ["ball_turret"]),
    ],
)
def test_which_guns_bear(book, place, guns):
    assert [row.key.split("|")[1] for row in book.tables["M-1"].rows if row.key.startswith(f"{place}|")] == guns


@pytest.mark.rule("Q9.2-4", "Q11.0-4", "Q14.2b-1", "Q15.1b", "Q-BL2b", "Q-BL4a-2")
def test_what_makes_a_gun_need_more(fly):
    def needs(prepare) -> str:
        flight = attacked(fly(), ("me110", "6_high"))
        state = flight.state
        state.hand.gun, state.hand.man = "tail", "tail_gunner"
        prepare(state)
        flight.consult("guns.needs")
        return state.hand.aim

    def silent(state):
        state.plane.parts["intercom_out"] = True

    def waist(state):
        silent(state)
        state.hand.gun, state.hand.man = "port_waist", "port_waist_gunner"

    def hurt(state):
        silent(state)
        state.men["tail_gunner"].light = 2

    assert needs(lambda state: None) == ""
    assert needs(silent) == "five_six"
    assert needs(waist) == "six"
    assert needs(hurt) == "six"
    assert needs(lambda state: setattr(state.hand, "passing_shot", True)) == "six"
    assert needs(lambda state: setattr(state.wave, "evading", True)) == "six"
    assert needs(lambda state: setattr(state.men["tail_gunner"], "frostbitten", True)) == "six"
    assert needs(lambda state: setattr(state.hand, "man", "radio_operator")) == "six"


@pytest.mark.rule("Q-BL2b", "Q9.2-4", "Q-E33")
@pytest.mark.parametrize(("row", "die", "kills", "hits"), [("five_six", 5, 0, 1), ("six", 5, 0, 0), ("six", 5, ACE, 1)])
def test_a_gun_under_a_handicap_keeps_its_ace_bonus(fly, row, die, kills, hits):
    flight = attacked(fly(die), ("me110", "6_high"))
    state = flight.state
    state.hand.gun, state.hand.man, state.men["tail_gunner"].kills = "tail", "tail_gunner", kills
    flight.roll_on("M-1-HARD", column=f"{row}@hits")
    assert state.hand.hits == hits


@pytest.mark.rule("Q14.2b-2", "Q9.1-4")
def test_guns_at_which_a_man_is_at_home(book):
    homes = {gun: set(what.at_home) for gun, what in book.const.guns.items()}
    assert homes["top_turret"] == homes["ball_turret"] == {"engineer", "ball_gunner"}
    assert homes["port_waist"] == homes["starboard_waist"] == {"port_waist_gunner", "starboard_waist_gunner"}
    assert homes["nose"] == homes["port_cheek"] == homes["starboard_cheek"] == {"bombardier", "navigator"}


@pytest.mark.rule("Q-M2a", "Q-M2b")
@pytest.mark.parametrize(
    ("gun", "kind", "die", "damage"),
    [
        ("tail", "fw190", 4, "fboa"),
        ("nose", "fw190", 5, "fboa"),
        ("port_waist", "fw190", 1, "fca"),
        ("ball_turret", "me109", 4, "destroyed"),
        ("top_turret", "me110", 2, "fboa"),
        ("radio_room", "me109", 2, "fca"),
        ("top_turret", "fw190", 5, "destroyed"),
    ],
)
def test_damage_to_a_fighter_by_gun_and_type(fly, gun, kind, die, damage):
    flight = attacked(fly(die), (kind, "12_high"))
    flight.state.hand.gun = gun
    flight.roll_on("M-2")
    assert flight.state.attacker.damage == damage


@pytest.mark.rule("Q-E03", "Q-E04")
@pytest.mark.parametrize(
    ("dice", "damage", "fire"),
    [
        ([1, 1], "fboa", -2),
        ([1, 3], "fboa", -3),
        ([3, 1], "fboa", -3),
        ([3, 3], "destroyed", -4),
        ([1, 1, 3], "fboa", -4),
        ([1, 1, 1], "fboa", -3),
        ([1, 3, 3], "destroyed", -5),
    ],
)
def test_damage_on_a_fighter_adds_up(fly, dice, damage, fire):
    flight = attacked(fly(*dice), ("me109", "12_high"))
    flight.state.hand.gun = "nose"
    for _ in dice:
        flight.roll_on("M-2")
    assert flight.state.attacker.damage == damage
    assert sum(mods(flight, "M-3").values()) == fire


@pytest.mark.rule("Q-E03")
def test_an_fboa_made_of_two_fca_counts_on_only_by_the_other_ruling(fly):
    flight = attacked(fly(1, 1, 3, Q_R12="derived_too"), ("me109", "12_high"))
    flight.state.hand.gun = "nose"
    for _ in range(3):
        flight.roll_on("M-2")
    assert flight.state.attacker.damage == "destroyed"


@pytest.mark.rule("Q9.3-1", "Q9.3-2", "Q17.0-5")
def test_the_gunner_who_destroys_a_fighter_has_the_kill_once(fly):
    flight = attacked(fly(3, 3, 6), ("me109", "12_high"))
    state = flight.state
    state.hand.gun, state.hand.man = "nose", "bombardier"
    flight.roll_on("M-2")
    state.hand.man = "navigator"
    flight.roll_on("M-2")
    flight.roll_on("M-2")
    assert (state.men["bombardier"].kills, state.men["navigator"].kills) == (0, 1)
    assert (state.attacker.gone, state.attacker.why) == (True, "destroyed")


@pytest.mark.rule("Q-M3", "Q15.1a", "Q10.2-2")
def test_german_fire_by_damage_evasion_and_dead_engines(fly):
    flight = attacked(fly(), ("me109", "12_high"))
    state = flight.state
    state.attacker.fca, state.attacker.fboa, state.wave.evading = 2, 1, True
    state.engines[0].out = state.engines[3].out = True
    assert mods(flight, "M-3") == {"fca": -2, "fboa": -2, "evasive_action": -1, "two_engines_out": 1}


@pytest.mark.rule("Q-M4", "Q5.2d-2")
@pytest.mark.parametrize(
    ("die", "cover", "weather", "friends", "driven"),
    [
        (4, "good", "", False, (2, 1)),
        (3, "good", "poor", False, (1, 0)),
        (6, "poor", "", False, (1, 0)),
        (5, "fair", "bad", True, (2, 1)),
        (1, "good", "bad", False, (0, 0)),
        (6, "good", "", True, (3, 2)),
    ],
)
def test_fighter_cover_drives_off(fly, die, cover, weather, friends, driven):
    flight = attacked(fly(die), ("me109", "12_high"))
    flight.state.track.weather, flight.state.chance.lasting["aggressive_friends"] = weather, friends
    flight.roll_on("M-4", column=cover)
    assert (flight.state.wave.driven_first, flight.state.wave.driven_later) == driven


@pytest.mark.rule("Q-M4")
def test_fair_cover_is_good_cover_two_lower_and_poor_four(book):
    table = book.tables["M-4"]

    def first(roll: int, column: str) -> tuple[int, int]:
        (effect,) = table.at(roll, column).effects
        return effect["first"], effect["later"]

    for roll in range(7):
        assert first(roll, "fair") == first(roll - 2, "good")
        assert first(roll, "poor") == first(roll - 4, "good")
        for column in table.columns:
            assert first(roll, column)[1] == first(roll - 2, column)[0]


@pytest.mark.rule("Q-M5.2", "Q-M5b", "Q-M5a")
def test_spray_fire(fly):
    flight = attacked(fly(1, 4, 6, 1, 2, 6), ("me110", "6_high"))
    state = flight.state
    state.hand.gun, state.hand.man, state.hand.spraying = "tail", "tail_gunner", True
    flight.roll_on("M-5")
    assert state.guns["tail"].jammed == "spray"
    flight.roll_on("M-5")
    assert (state.attacker.gone, state.attacker.why) == (True, "broke_off")
    flight.roll_on("M-5")
    assert state.attacker.damage == "fca"
    flight.roll_on("M-5-REPAIR")
    assert state.guns["tail"].works
    flight.roll_on("M-5-REPAIR")
    assert state.guns["tail"].out
    spray = {place for place, what in flight.const.positions.items() if what.spray}
    assert spray == {f"{c}_{h}" for c in (3, 6, 9) for h in ("high", "level", "low")} | {"vertical_climb"}


# ---- a burst inside the plane


@pytest.mark.rule("Q19.2a", "Q19.2d-1", "Q19.2d-3", "Q-O4a")
def test_a_burst_in_the_waist(fly):
    flight = fly(1, 1, 4, 5)
    state = flight.state
    flight.roll_on("O-4")
    assert [man.role for man in state.men.values() if man.dead] == [
        "ball_gunner", "port_waist_gunner", "starboard_waist_gunner",
    ]  # fmt: skip
    assert (state.track.out_of_formation, state.track.two_turns, state.plane.parts["burst_inside"]) == (
        True,
        True,
        True,
    )
    assert all(state.guns[gun].out for gun in ("port_waist", "starboard_waist", "ball_turret"))
    assert (state.plane.parts["cable_hits"], state.due.fires, state.hand.bursting, state.due.bail_out) == (
        1,
        ["waist"],
        False,
        "",
    )


@pytest.mark.rule("Q19.2d-3")
def test_a_burst_lights_no_fire_under_the_other_ruling(fly):
    flight = fly(1, 1, 4, 5, Q_R63="no_fire")
    flight.roll_on("O-4")
    assert (flight.state.due.fires, flight.state.supply.oxygen_hits["ball_gunner"] >= 2) == ([], True)


@pytest.mark.rule("Q19.2b")
@pytest.mark.parametrize("dice", [(1, 2), (2, 3), (4, 4), (6, 6)])
def test_a_burst_in_a_wing_the_tail_or_the_pilot_compartment_ends_the_flight(fly, dice):
    flight = fly(1, 1, *dice)
    flight.roll_on("O-4")
    assert (flight.state.due.bail_out, flight.state.plane.parts["burst_inside"]) == ("G-7", False)


@pytest.mark.rule("Q19.2c")
@pytest.mark.parametrize("aboard", [True, False])
def test_a_burst_in_the_bomb_bay_with_and_without_bombs(fly, aboard):
    flight = fly(1, 1, 1, 1)
    flight.state.plane.bombs_aboard = aboard
    flight.roll_on("O-4")
    assert bool(flight.state.due.lost) is aboard
    assert flight.state.plane.parts["rafts_out"] is not aboard  # bombs that go off leave nothing else to suffer (19.2c)
    assert bool(flight.state.aboard) is not aboard


@pytest.mark.rule("Q19.2d-3", "Q-P1.2")
def test_a_burst_in_the_nose_puts_the_bomb_run_off_target(fly):
    flight = fly(1, 1, 4, 6)
    flight.roll_on("O-4")
    assert flight.state.plane.parts["norden_sight_out"]
    assert flight.roll_on("O-6").effects[0].code == "off_target"


# ---- charts of the rules


@pytest.mark.rule("Q7.1-1", "Q7.1-2", "Q7.1-3")
@pytest.mark.parametrize(
    ("fate", "aim", "burst", "result"),
    [
        ("safe", "on_target", False, "eighth_air_force"),
        ("repairable", "off_target", False, "draw"),
        ("irreparable", "on_target", False, "german_air_defence"),
        ("safe", "on_target", True, "german_air_defence"),
    ],
)
def test_whose_victory(fly, fate, aim, burst, result):
    flight = fly()
    state = flight.state
    state.outcome.landed, state.plane.fate, state.outcome.bombs_dropped, state.outcome.aim_result = (
        "england",
        fate,
        True,
        aim,
    )
    state.plane.parts["burst_inside"] = burst
    flight.consult("debriefing.result")
    assert state.outcome.result == result


@pytest.mark.rule("Q7.1-2")
def test_a_plane_down_in_europe_is_a_german_victory(fly):
    flight = fly()
    state = flight.state
    state.outcome.landed, state.plane.fate, state.outcome.bombs_dropped, state.outcome.aim_result = (
        "land",
        "safe",
        True,
        "on_target",
    )
    flight.consult("debriefing.result")
    assert state.outcome.result == "german_air_defence"


@pytest.mark.rule("Q8.0-2", "Q8.0d", "Q8.0e", "Q8.0h-2", "Q-E16")
def test_causes_for_aborting(fly):
    flight = fly()
    state = flight.state
    assert flight.consult("abort.causes") is None
    state.men["navigator"].serious = True
    assert flight.consult("abort.causes") is None
    state.track.out_of_formation = True
    assert flight.consult("abort.causes").key == "navigator"
    assert state.track.must_abort
    flight = fly()
    flight.state.engines[1].out = True
    assert flight.consult("abort.causes").key == "engine"
    assert not flight.state.track.must_abort
    flight.state.engines[2].out = True
    assert flight.consult("abort.causes").key == "two_engines_out"


@pytest.mark.rule("Q-E16")
def test_a_leak_that_leaves_enough_fuel_is_no_cause(fly):
    flight = fly()
    state = flight.state
    state.track.zone, state.track.turn, state.orders.target_zone, state.supply.fuel_turn = 3, 3, 3, 6
    assert flight.consult("abort.causes") is None
    state.orders.target_zone = 5
    assert flight.consult("abort.causes").key == "fuel"


@pytest.mark.rule("Q15.2a", "Q15.2d", "Q15.2e")
def test_what_forbids_evasive_action(fly):
    flight = fly()
    state = flight.state
    assert flight.consult("wave.evasion_barred").key == "in_formation"
    state.track.out_of_formation = True
    assert flight.consult("wave.evasion_barred") is None
    state.plane.parts["landing_gear_out"] = state.plane.parts["tailwheel_out"] = True
    state.track.weather = "bad"
    assert flight.consult("wave.evasion_barred") is None
    state.plane.parts["rafts_out"] = True
    assert flight.consult("wave.evasion_barred").key == "damage"
    state.plane.parts["rafts_out"], state.pilot_at_controls = False, "engineer"
    assert flight.consult("wave.evasion_barred").key == "controls"
    flight = fly(Q_R40="total")
    flight.state.track.out_of_formation = flight.state.plane.parts["landing_gear_out"] = True
    assert flight.consult("wave.evasion_barred").key == "damage"


@pytest.mark.rule("Q15.2d", "Q-P4.4")
def test_a_broken_radio_is_damage_that_forbids_evasive_action_but_a_missing_operator_is_none(fly):
    flight = fly()
    state = flight.state
    state.track.out_of_formation = state.plane.parts["landing_gear_out"] = state.plane.parts["tailwheel_out"] = True
    state.men["radio_operator"].serious = True
    assert "radio_out_alone" in mods(flight, "G-10")
    assert flight.consult("wave.evasion_barred") is None
    state.plane.parts["radio_out"] = True
    assert flight.consult("wave.evasion_barred").key == "damage"


# ---- constants, words, and the whole book


@pytest.mark.rule("Q9.4-1", "Q12.2-2", "Q-E02")
def test_what_a_bomber_carries(fly):
    state = fly().state
    assert [gun.bursts for gun in state.guns.values()] == [15, 10, 10, 16, 10, 20, 20, 20, 23]
    assert (state.plane.extinguishers, [e.charges for e in state.engines]) == (5, [2, 2, 2, 2])
    assert len(state.aboard) == 10


def test_both_fire_tables_have_the_same_modifiers(book):
    one, other = book.tables["M-1"], book.tables["M-1-HARD"]
    assert (one.modifiers, one.floors) == (other.modifiers, other.floors)


def test_every_gun_of_the_fire_table_and_every_position_is_known(book):
    const = book.const
    keys = [row.key.split("|") for row in book.tables["M-1"].rows]
    assert {place for place, _ in keys} == set(const.positions) == {row.key for row in book.tables["M-3"].rows}
    assert {gun for _, gun in keys} == set(const.guns)
    for what in const.positions.values():
        assert what.shells in book.tables["B-4"].columns
        assert what.areas in book.tables["B-5"].columns


def test_every_city_that_can_be_a_target_has_a_route(book):
    cities = {row.effects[0]["city"] for name in ("G-1", "G-2", "G-3") for row in book.tables[name].rows}
    assert cities == {row.key for row in book.tables["G-11"].rows}


def test_every_row_has_words_that_end_without_a_stop_and_without_underscores(book):
    for table in book.tables.values():
        for row in view(table, book.say).rows:
            for cell in row.cells:
                assert "_" not in cell
                assert not cell.endswith(".")
    for row in book.rows().values():
        assert "_" not in effect_words(row, book.say)


def unused(known, used):
    """The words that stand in no table, and that no word is made of which does."""
    met = [known[name] for name in used]
    for word in met:  # grows as it goes
        met += word.uses
    elsewhere = {"keeps_number", "adds"}  # keys of the shared package that only tables of the B-29 use
    return [name for name, word in known.items() if word not in met and name not in elsewhere]


def test_no_effect_of_the_vocabulary_is_unused(book):
    used = {effect.name for row in book.rows().values() for effect in row.effects}
    assert unused(book.vocabulary.effects, used) == []


def test_no_condition_of_the_vocabulary_is_unused(book):
    used = set()
    for table in book.tables.values():
        inner = [row.then for row in table.walk() if row.then]
        for part in (table, *inner):
            used |= {m.when.name for m in part.modifiers if m.when} | {f.when.name for f in part.floors if f.when}
            used |= {a.when.name for a in part.adjusts if a.when}
            used |= {row.when.name for row in (*part.rows, *part.forced, *part.first) if row.when}
            used |= {again.name for row in part.rows for again in row.again}
    assert unused(book.vocabulary.conditions, used) == []


def test_the_quick_start_adds_on_b1_what_the_gazetteer_gives_for_the_zone(book):
    (added, *_) = [modifier for modifier in book.view(book.tables["B-1"]).modifiers if "zone" in modifier.words.lower()]
    assert "G-11" in added.words
    text = (paths.root() / "site/queen/quick-start.md").read_text(encoding="utf-8")
    step = text[text.index("**Waves.**") : text.index("**Fighters.**")]
    assert "modifier" in step
    assert 'ref("G-11")' in step
    assert "number" not in step, "zone 6 does not add six"
    assert "note the modifier that it gives for each zone" in text
