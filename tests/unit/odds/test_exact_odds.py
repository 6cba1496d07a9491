"""Exact odds: found by the engine from the tables, and equal to what a person works out by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from combatbox.core.dice import ListedDice, notation
from combatbox.core.enumeration import code_odds, format_chance, row_odds
from combatbox.core.flight import Flight
from combatbox.core.statistics import share
from combatbox_dev.survival import distribution

NESTED = """\
id: D-NEST
dice: 2d6
rows:
  - {roll: 2-6, effects: [{mark: a}]}
  - roll: 7
    then:
      dice: 1d6
      rows:
        - {roll: 1-2, effects: [{mark: b}]}
        - roll: 3-6
          effects: [ring]
          then:
            dice: d66
            rows:
              - {roll: 11-36, effects: [{mark: b}]}
              - {roll: 41-66, effects: [{mark: c}]}
  - {roll: 8-12, effects: [{roll_on: D-ONE}]}
"""

F = Fraction


def flown(drill, table, column=""):
    """The distribution of the last row reached and of all marks, through the real `roll_on`."""
    book = drill.load().rulebook()

    def run(dice):
        flight = Flight(book, dice, drill.new_state())
        row = flight.roll_on(table, column=column)
        return row.id, tuple(flight.state.marks)

    return distribution(run)


def test_a_distribution_sums_to_exactly_1_through_nested_rolls_and_rolls_on_other_tables(drill):
    drill.table(NESTED)
    found = flown(drill, "D-NEST")
    assert sum(found.values()) == 1
    assert found == {
        ("D-NEST/2-6", ("a",)): F(15, 36),
        ("D-NEST/7/1-2", ("b",)): F(6, 36) * F(1, 3),
        ("D-NEST/7/3-6/11-36", ("b",)): F(6, 36) * F(2, 3) * F(1, 2),
        ("D-NEST/7/3-6/41-66", ("c",)): F(6, 36) * F(2, 3) * F(1, 2),
        ("D-NEST/8-12", ("low",)): F(15, 36) * F(1, 2),
        ("D-NEST/8-12", ("high",)): F(15, 36) * F(1, 2),
    }


def test_the_odds_of_rows_agree_with_flying_the_table(drill):
    drill.table(NESTED)
    table = drill.load().tables["D-NEST"]
    odds = row_odds(table)
    # by hand: 2-6 falls in 1+2+3+4+5 = 15 of 36 ways, 7 in 6; 3-6 on the second die in 4 of 6; 11-36 in 18 of 36
    assert odds == {
        "D-NEST/2-6": F(15, 36), "D-NEST/7": F(6, 36), "D-NEST/8-12": F(15, 36), "D-NEST/7/1-2": F(1, 18),
        "D-NEST/7/3-6": F(1, 9), "D-NEST/7/3-6/11-36": F(1, 18), "D-NEST/7/3-6/41-66": F(1, 18),
    }  # fmt: skip
    reached = Counter()
    for (row, _), chance in flown(drill, "D-NEST").items():
        reached[row] += chance
    for row, chance in reached.items():
        assert odds[row] == chance
    assert sum(chance for row, chance in odds.items() if row.count("/") == 1) == 1


def test_the_odds_of_an_effect_count_every_row_that_has_it(drill):
    drill.table(NESTED)
    table = drill.load().tables["D-NEST"]
    assert code_odds(table)["mark b"] == F(1, 18) + F(1, 18)
    assert code_odds(table)["ring"] == F(1, 9)
    assert "mark z" not in code_odds(table)


def test_a_modifier_shifts_the_odds_and_the_clamp_gathers_what_lies_beyond(drill):
    drill.table(
        "id: D-T\ndice: 1d6\nclamp: [1, 6]\nmodifiers: [{when: alarmed, add: 2}]\nrows:\n"
        "  - {roll: 1-2}\n  - {roll: 3-5}\n  - {roll: 6}\n"
    )
    table = drill.load().tables["D-T"]
    assert row_odds(table) == {"D-T/1-2": F(1, 3), "D-T/3-5": F(1, 2), "D-T/6": F(1, 6)}
    # with +2 the faces 1-6 read 3-8: 1, 2, 3 give 3-5 and 4, 5, 6 give 6
    assert [table.at(face + 2).id for face in range(1, 7)] == 3 * ["D-T/3-5"] + 3 * ["D-T/6"]
    assert {table.at(face - 9).id for face in range(1, 7)} == {"D-T/1-2"}


def test_the_odds_of_a_column_are_those_of_its_cells(drill):
    drill.table(
        "id: D-T\nshape: columns\ndice: 2d6\ncolumns: {a: A, b: B}\ncell: mark\nrows:\n"
        "  - {roll: 2-4, cells: [x, y]}\n  - {roll: 5-12, cells: [y, y]}\n"
    )
    table = drill.load().tables["D-T"]
    assert row_odds(table, "a") == {"D-T/2-4@a": F(1, 6), "D-T/5-12@a": F(5, 6)}
    assert code_odds(table, "a")["mark x"] == F(1, 6)
    assert code_odds(table, "b")["mark y"] == 1


def test_the_odds_of_a_to_hit_table_are_those_of_hit_and_miss(drill):
    drill.table(
        "id: D-T\nshape: to_hit\ndice: 1d6\ncolumns: {a: A}\nhit: [ring]\nmiss: []\nrows: [{key: k, hits: [5-6]}]\n"
    )
    assert row_odds(drill.load().tables["D-T"], "k@a") == {"D-T/k@a/hit": F(1, 3), "D-T/k@a/miss": F(2, 3)}


# ---- 25 and Out


def test_every_table_of_the_game_has_odds_that_sum_to_1_and_agree_with_flying_it(twentyfive):
    rolled = [t for t in twentyfive.tables.values() if t.lookups]
    assert len(rolled) >= 15
    for table in rolled:
        odds = row_odds(table)
        assert sum(odds.values()) == 1, table.id
        flown_odds = distribution(
            lambda dice, t=table: t.at(t.notation.read(dice.throw(t.notation.count, t.id, ""))).id
        )
        assert odds == flown_odds, table.id


def test_the_odds_of_a_place_and_of_a_tie_by_hand(twentyfive):
    odds = row_odds(twentyfive.tables["T-TAB-POSITION"])
    # One die alone highest: with face f the other two lie below in (f-1)^2 ways, 0+1+4+9+16+25 = 55 of 216.
    assert [odds[f"T-TAB-POSITION/{n}"] for n in (1, 2, 3)] == [F(55, 216)] * 3
    assert odds["T-TAB-POSITION/0"] == F(51, 216)


@pytest.mark.keyed  # the rows 1-4, 5 and 6 are those of the rulebook
@pytest.mark.parametrize(
    ("dice", "chances"),
    [
        # one die: 4, 1 and 1 of 6 faces
        (1, (F(4, 6), F(1, 6), F(1, 6))),
        # two dice: a total of 4 or less in 1+2+3 = 6 of 36 ways, 5 in 4, 6 or more in the other 26
        (2, (F(6, 36), F(4, 36), F(26, 36))),
        # three dice: 3 or 4 in 1+3 = 4 of 216 ways, 5 in 6, the rest 206
        (3, (F(4, 216), F(6, 216), F(206, 216))),
    ],
)
def test_the_effect_of_one_two_and_three_hits_by_hand(twentyfive, dice, chances):
    table = twentyfive.tables["T-TAB-FIGHTER-EFFECT"]
    rows = [table.at(sum(faces)).id.partition("/")[2] for faces in product(range(1, 7), repeat=dice)]
    assert tuple(F(rows.count(row), len(rows)) for row in ("1-4", "5", "6")) == chances


def test_an_enumeration_asks_for_all_ways_of_every_throw_and_for_no_other():
    throws = []

    def run(dice):
        first = dice.throw(1, "A", "")[0]
        total = first + (sum(dice.throw(2, "B", "")) if first == 6 else 0)
        throws.append(total)
        return total

    found = distribution(run)
    assert len(throws) == 5 + 36
    assert sum(found.values()) == 1
    assert found[7 + 6] == F(1, 6) * F(6, 36)
    assert found[1] == F(1, 6)


def test_a_run_without_dice_is_certain():
    assert distribution(lambda dice: "x") == {"x": 1}


def test_sums_of_dice_by_enumeration_are_the_weights_of_the_notation():
    for text in ("1d6", "2d6", "3d6", "d66", "3d6-highest"):
        reading = notation(text)
        found = distribution(lambda dice, r=reading: r.read(dice.throw(r.count, "T", "")))
        assert found == {roll: F(ways, 6**reading.count) for roll, ways in reading.weights().items()}


@pytest.mark.parametrize(
    ("chance", "words"),
    [(F(0), "never"), (F(1), "always"), (F(1, 6), "1 in 6"), (F(4, 6), "2 in 3"), (F(25, 36), "25 in 36")],
)
def test_a_chance_in_words(chance, words):
    assert format_chance(chance) == words


def test_a_chance_in_per_cent():
    assert [share(c) for c in (F(1, 6), 0.5, F(0), F(1))] == ["16.7%", "50.0%", "0.0%", "100.0%"]


def test_listed_dice_give_one_line_of_the_distribution(drill):
    drill.table(NESTED)
    flight = Flight(drill.load().rulebook(), ListedDice([3, 4, 5, 6, 6]), drill.new_state())
    assert flight.roll_on("D-NEST").id == "D-NEST/7/3-6/41-66"
