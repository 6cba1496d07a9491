"""The tables of Queen of the Skies do what its rules say: spot values, counted damage, modifiers, results unrolled."""

from __future__ import annotations

import pytest

from combatbox.bomber.conditions import can_call_for_help
from combatbox.bomber.enums import letters_of
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.dice import ListedDice
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.table_views import effect_words, view
from combatbox.library import paths
from combatbox.library.load import load
from combatbox_dev.transcriptions import read_transcription


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


@pytest.mark.rule("Q-O5", "Q-E36")
def test_flak_in_a_wing_goes_to_the_wing_table(book):
    for roll in (3, 6, 8, 11):
        assert codes(book, "O-5", roll)[1] == "roll_on BL-1"


# ---- the pink card: systems, windows, cables, wounds


@pytest.mark.rule("Q-P2.12")
def test_the_last_row_of_the_nose_is_oxygen_and_no_cables(book):
    assert book.tables["P-1"].at(12).area == "Oxygen supply"
    for table in ("P-2", "P-3", "P-4", "P-5", "P-6"):
        assert codes(book, table, 12) == ["control_cable_hit"]


@pytest.mark.rule("Q12.1-1")
def test_the_second_oxygen_hit_puts_a_man_without(fly):
    flight = fly(6, 6, 3, 6, 6, 5)
    from combatbox.bomber.conditions import oxygen_out, someone_without_oxygen

    flight.roll_on("P-1")
    assert not oxygen_out(flight, "navigator")
    flight.roll_on("P-1")
    assert oxygen_out(flight, "navigator")
    assert not oxygen_out(flight, "bombardier")
    assert someone_without_oxygen.bind().holds(flight)
    flight.state.hand.man = "navigator"
    flight.state.stations["navigator"] = ""
    assert not someone_without_oxygen.bind().holds(flight)


# ---- the buff card


@pytest.mark.rule("Q-B2a", "Q6.1a-2", "Q-E35")
def test_the_target_zone_always_brings_a_wave(fly):
    flight = fly(1)
    flight.state.orders.squadron, flight.state.track.weather = "middle", "bad"
    flight.look_up("zone.below", "Abbeville@3")
    named = ("weather_bad", "squadron_middle")
    assert mods(flight, "B-2") == {"zone_modifier": 1, **{name: keyed_mods("B-2")[name] for name in named}}
    flight.roll_on("B-2")
    assert flight.state.battle.waves_due == 1


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


@pytest.mark.rule("Q-B4a")
def test_every_multiple_of_the_fw_190_is_rounded_down(book):
    from fractions import Fraction

    from combatbox.bomber.effects.battle import shells

    assert [shells.bind(n).adjusted(Fraction(3, 2), 0)["number"] for n in range(1, 8)] == [1, 3, 4, 6, 7, 9, 10]


# ---- the blue card


# ---- the green card


@pytest.mark.rule("Q-E06", "Q-E25", "Q-G3star")
def test_targets_with_more_flak(book):
    table = book.tables["G-3"]
    starred = {row.effects[0]["city"] for row in table.rows if len(row.effects) == 2}
    assert starred == {text.split()[1].rstrip(";") for text in keyed("G-3").values() if "; " in text}
    plain = {row.effects[0]["city"] for row in table.rows if len(row.effects) == 1}
    assert not starred & plain


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


@pytest.mark.rule("Q14.2b-2", "Q9.1-4")
def test_guns_at_which_a_man_is_at_home(book):
    homes = {gun: set(what.at_home) for gun, what in book.const.guns.items()}
    assert homes["top_turret"] == homes["ball_turret"] == {"engineer", "ball_gunner"}
    assert homes["port_waist"] == homes["starboard_waist"] == {"port_waist_gunner", "starboard_waist_gunner"}
    assert homes["nose"] == homes["port_cheek"] == homes["starboard_cheek"] == {"bombardier", "navigator"}


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


# ---- constants, words, and the whole book


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


def test_the_quick_start_adds_on_b1_what_the_gazetteer_gives_for_the_zone(book):
    (added, *_) = [modifier for modifier in book.view(book.tables["B-1"]).modifiers if "zone" in modifier.words.lower()]
    assert "G-11" in added.words
    text = (paths.root() / "site/queen/quick-start.md").read_text(encoding="utf-8")
    step = text[text.index("**Waves.**") : text.index("**Fighters.**")]
    assert "modifier" in step
    assert 'ref("G-11")' in step
    assert "number" not in step, "zone 6 does not add six"
    assert "note the modifier that it gives for each zone" in text
