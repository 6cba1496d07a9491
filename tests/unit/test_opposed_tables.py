"""Opposed tables: both sides throw a die, add what their column says, and the totals are compared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from combatbox.core.dice import ListedDice, notation
from combatbox.core.enumeration import row_odds
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.table_views import view
from combatbox.core.tables import Rulebook
from combatbox.games.twentyfive.state import State
from combatbox.library.load import load
from combatbox.library.schema import SHAPES
from combatbox.library.table_compiler import TableCompiler
from combatbox.library.yaml12 import Document, model_of, parse_yaml
from combatbox.verify.independent_reader import read_plain
from combatbox.verify.odds import column_findings

TEXT = """id: X
title: A duel
shape: opposed
dice: 1d6-opposed
source: {kind: rulebook, section: X}
sides: [attacker, defender]
columns:
  even: {title: Two alike, adds: [0, 0]}
  strong: {title: A strong attacker, adds: [3, 1]}
rows:
  - {wins: "no"}
  - {wins: more, effects: [miss]}
  - {wins: double, effects: [hit]}
"""


def compiled(text=TEXT):
    document = parse_yaml(text, "x.yaml")
    problems: list = []
    model = model_of(Document(document.path, document.data, document.lines), SHAPES["opposed"], problems)
    assert model is not None, problems
    compiler = TableCompiler(document, model, load("twentyfive").vocabulary)
    return compiler.compile(), [str(problem) for problem in compiler.problems]


@pytest.fixture
def table():
    found, problems = compiled()
    assert found is not None, problems
    return found


def rolled(table, faces, column, journal=None):
    rules = load("twentyfive").rulebook()
    flight = Flight(
        Rulebook("twentyfive", "", {table.id: table}, rules.constants, rules.rulings),
        ListedDice(faces), State(), None, journal, dry=True,
    )  # fmt: skip
    return flight.roll_on("X", column=column)


@pytest.mark.parametrize(
    ("faces", "column", "row"),
    [
        ((3, 3), "even", "X/no@even"),
        ((2, 5), "even", "X/no@even"),
        ((5, 3), "even", "X/more@even"),
        ((6, 3), "even", "X/double@even"),
        ((1, 3), "strong", "X/no@strong"),
        ((1, 1), "strong", "X/double@strong"),
        ((4, 3), "strong", "X/more@strong"),
    ],
)
def test_totals_of_both_sides_are_compared(table, faces, column, row):
    assert rolled(table, faces, column).id == row


def test_the_log_has_both_dice_and_the_column(table):
    journal = Journal()
    rolled(table, (4, 3), "strong", journal)
    event = journal.events[0]
    assert (event["dice"], event["natural"], event["column"], event["gives"]) == ([4, 3], 43, "strong", ["miss"])


def test_exact_odds_are_counted_over_both_dice(table):
    assert row_odds(table, "even") == {
        "X/no@even": Fraction(21, 36), "X/more@even": Fraction(6, 36), "X/double@even": Fraction(9, 36),
    }  # fmt: skip


def test_a_table_with_no_row_for_double_reads_it_as_more():
    table, _ = compiled(TEXT.replace("  - {wins: double, effects: [hit]}\n", ""))
    assert rolled(table, (6, 1), "even").id == "X/more@even"


def test_a_reader_sees_the_comparison_and_what_both_sides_add(table):
    seen = view(table, str)
    assert [row.area for row in seen.rows] == ["Equal or lower", "Higher, but less than double", "Double or more"]
    assert [(m.words, m.amount) for m in seen.modifiers] == [
        ("Two alike", "adds 0 against 0"), ("A strong attacker", "adds +3 against +1"),
    ]  # fmt: skip
    assert seen.dice == "1D6 for each side"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('  - {wins: "no"}\n', "", "no row for no"),
        ("{wins: more,", "{wins: double,", "two rows are for the same result"),
        ("1d6-opposed", "2d6", "thrown by one side"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(old, new, expected):
    table, problems = compiled(TEXT.replace(old, new))
    assert table is None
    assert expected in " ".join(problems)


def test_the_plain_reading_of_verify_agrees_and_sees_a_table_that_is_bent(table, tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(TEXT, encoding="utf-8")
    plain = read_plain(path, load("twentyfive").vocabulary)
    assert list(column_findings(plain, "strong", row_odds(table, "strong"))) == []
    path.write_text(TEXT.replace("adds: [3, 1]", "adds: [2, 1]"), encoding="utf-8")
    bent = read_plain(path, load("twentyfive").vocabulary)
    assert list(column_findings(bent, "strong", row_odds(table, "strong")))


def test_the_notation_is_one_die_for_each_side():
    dice = notation("1d6-opposed")
    assert (dice.count, dice.read((5, 3)), len(dice.rolls())) == (2, 53, 36)
