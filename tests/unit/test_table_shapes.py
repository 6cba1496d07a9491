"""What a table file can say beyond rows: results without a roll, rolls made again, dice in cells, and more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.bomber.setup import new_state
from combatbox.core.dice import ListedDice
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.table_views import view
from combatbox.core.tables import Table
from combatbox.library.load import load
from combatbox.library.schema import SHAPES
from combatbox.library.table_compiler import TableCompiler
from combatbox.library.yaml12 import Document, model_of, parse_yaml

HEAD = "id: X\ntitle: X\nsource: {kind: rulebook, section: X}\n"


@pytest.fixture(scope="module")
def book():
    return load("queen")


def compiled(text: str, constants: dict | None = None) -> tuple[Table | None, list[str]]:
    document = parse_yaml(HEAD + text, "x.yaml")
    shape = document.data.get("shape", "rows")
    problems: list = []
    model = model_of(
        Document(document.path, {**document.data, "shape": shape}, document.lines), SHAPES[shape], problems
    )
    assert model is not None, problems
    compiler = TableCompiler(document, model, load("queen").vocabulary, constants)
    return compiler.compile(), [str(p) for p in compiler.problems]


def table_of(text: str, constants: dict | None = None) -> Table:
    table, problems = compiled(text, constants)
    assert table is not None, problems
    return table


def flight_on(book, table: Table, faces: list[int], journal: Journal | None = None):
    rulebook = book.rulebook()
    state = new_state(rulebook, Setup())
    tables = {**rulebook.tables, table.id: table}
    return Flight(replace(rulebook, tables=tables), ListedDice(faces), state, None, journal)


FORCED = """dice: 1d6
forced:
  - {when: no_bombs, effects: [off_target], source: here}
rows:
  - {roll: 1-6, effects: [on_target]}
"""


def test_a_forced_result_throws_no_dice(book):
    flight = flight_on(book, table_of(FORCED), [])
    flight.state.plane.bombs_aboard = False
    assert flight.roll_on("X").id == "X/no_bombs"
    assert flight.state.outcome.aim_result == "off_target"


def test_without_its_state_a_forced_result_is_rolled_for(book):
    flight = flight_on(book, table_of(FORCED), [3])
    assert flight.roll_on("X").id == "X/1-6"


def test_a_forced_result_is_logged_as_consulted(book):
    journal = Journal()
    flight = flight_on(book, table_of(FORCED), [], journal)
    flight.state.plane.bombs_aboard = False
    flight.roll_on("X", "bombardier")
    assert [(e["kind"], e["row"], e["gives"]) for e in journal.events] == [("consult", "X/no_bombs", ["off_target"])]


def test_an_inner_die_can_be_forced(book):
    table = table_of(
        "dice: 1d6\nrows:\n  - roll: 1-6\n    then:\n      dice: 1d6\n      forced: [{when: no_bombs, effects: [miss]}]\n"
        "      rows: [{roll: 1-6, effects: [hit]}]\n"
    )
    flight = flight_on(book, table, [4])
    flight.state.plane.bombs_aboard = False
    assert flight.roll_on("X").id == "X/1-6/no_bombs"
    assert [row.roll for row in view(table, str).rows] == ["1–6", "no die", "1–6"]


def test_a_row_can_ask_to_be_rolled_again(book):
    journal = Journal()
    table = table_of(
        "dice: 1d6\nrows:\n  - {roll: 1-3, again: [no_bombs], effects: [miss]}\n  - {roll: 4-6, effects: [hit]}\n"
    )
    flight = flight_on(book, table, [1, 2, 6], journal)
    flight.state.plane.bombs_aboard = False
    assert flight.roll_on("X").id == "X/4-6"
    assert [e["gives"] for e in journal.events] == [["again"], ["again"], ["hit"]]
    assert flight.state.hand.hits == 1


FLOORS = """dice: 1d6
clamp: [1, 6]
modifiers: [{when: no_bombs, add: -4}]
floors: [{natural: 6, net: 5}]
rows:
  - {roll: 1-4, effects: [miss]}
  - {roll: 5-6, effects: [hit]}
"""


@pytest.mark.parametrize(("face", "row"), [(6, "X/5-6"), (5, "X/1-4")])
def test_a_natural_roll_can_stand_against_modifiers(book, face, row):
    flight = flight_on(book, table_of(FLOORS), [face])
    flight.state.plane.bombs_aboard = False
    assert flight.roll_on("X").id == row


def test_a_floor_never_makes_a_roll_worse(book):
    assert flight_on(book, table_of(FLOORS), [6]).roll_on("X").id == "X/5-6"


def test_a_floor_that_cannot_come_up_is_refused():
    _, problems = compiled(FLOORS.replace("natural: 6", "natural: 7"))
    assert any("natural roll 7 cannot come up" in p for p in problems)


def test_what_comes_first_is_done_before_the_row(book):
    journal = Journal()
    table = table_of(
        "dice: 1d6\nfirst: [{when: {net_at_most: 2}, effects: [bombs_lost]}]\nrows: [{roll: 1-6, effects: [hit]}]\n"
    )
    flight = flight_on(book, table, [2], journal)
    flight.roll_on("X")
    assert [e["kind"] for e in journal.events] == ["roll", "consult"]
    assert not flight.state.plane.bombs_aboard
    flight = flight_on(book, table, [3])
    flight.roll_on("X")
    assert flight.state.plane.bombs_aboard


def test_a_cell_can_throw_a_second_die(book):
    table = table_of(
        "shape: columns\ndice: 1d6\ncolumns: {a: A, b: B}\nrows:\n  - roll: 1-6\n    cells:\n"
        "      - {then: {dice: 1d6, rows: [{roll: 1-3, effects: [hit]}, {roll: 4-6, effects: [miss]}]}}\n      - miss\n"
    )
    assert flight_on(book, table, [1, 2]).roll_on("X", column="a").id == "X/1-6@a/1-3"
    assert flight_on(book, table, [1]).roll_on("X", column="b").id == "X/1-6@b"
    assert {"X/1-6@a/1-3", "X/1-6@a/4-6"} <= {row.id for row in table.walk()}
    assert [row.cells for row in view(table, str).rows] == [("Roll 1D6", "Miss"), ("Hit", "–"), ("Miss", "–")]


def test_a_second_die_in_a_cell_must_be_covered():
    _, problems = compiled(
        "shape: columns\ndice: 1d6\ncolumns: {a: A}\nrows:\n  - {roll: 1-6, cells: [{then: {dice: 1d6, rows: [{roll: 1-3}]}}]}\n"
    )
    assert any("roll 4 is not covered" in p for p in problems)


def test_a_modifier_can_count_several_times(book):
    table = table_of(
        "dice: 1d6\nclamp: [-9, 6]\nmodifiers: [{when: fca, add: -1, times: fca_markers}]\n"
        "rows: [{roll: '-9-3'}, {roll: 4-6, effects: [hit]}]\n"
    )
    from combatbox.bomber.state import Fighter, Wave

    flight = flight_on(book, table, [5])
    flight.state.battle.waves = [Wave([Fighter(1, "me109", "12_high", fca=3)])]
    flight.state.battle.wave_now = flight.state.hand.fighter = 0
    assert flight.modifiers(table) == [("fca", -3)]
    assert flight.modified(table) == -3


def test_adjusts_change_the_numbers_of_a_cell(book):
    table = table_of(
        "shape: columns\ndice: 1d6\ncolumns: {a: A}\ncell: shells\nadjusts: [{times: 3/2}, {add: 1}]\n"
        "rows: [{roll: 1-6, cells: [3]}]\n"
    )
    journal = Journal()
    flight = flight_on(book, table, [1], journal)
    flight.roll_on("X", column="a")
    assert flight.state.hand.shells == 5
    assert journal.events[0]["gives"] == ["shells 5"]


def test_more_dice_belong_to_the_row_just_reached(book):
    journal = Journal()
    flight = flight_on(
        book, table_of("dice: 1d6\nrows: [{roll: 1-6, effects: [{per_cent: 10+2d6}]}]\n"), [1, 3, 4], journal
    )
    flight.roll_on("X")
    assert flight.state.outcome.per_cent == 17
    assert [(e["table"], e["row"], e["net"]) for e in journal.events] == [("X", "X/1-6", 1), ("X", "X/1-6", 7)]


def test_a_note_names_a_constant_in_braces():
    table = table_of("dice: none\nshape: chart\nrows: [{key: a}]\nnotes: ['after {a.b} hits']\n", {"a": {"b": 5}})
    assert table.info.notes == ("after 5 hits",)


def test_a_note_with_an_unknown_constant_is_refused():
    _, problems = compiled("dice: none\nshape: chart\nrows: [{key: a}]\nnotes: ['after {c} hits']\n", {"a": 5})
    assert any("there is no constant 'c'" in p for p in problems)


@pytest.mark.parametrize("row", ["dice", "mod:no_bombs", "5-6"])
def test_a_correction_names_dice_a_modifier_or_a_row(row):
    table = table_of(FLOORS + f"corrected: [{{row: '{row}', was: x, by: erratum 1}}]\n")
    assert table.info.corrections[0].row == row


@pytest.mark.parametrize("row", ["mod:intercom_out", "7", "dices"])
def test_a_correction_of_nothing_is_refused(row):
    _, problems = compiled(FLOORS + f"corrected: [{{row: '{row}', was: x, by: erratum 1}}]\n")
    assert any("to correct" in p for p in problems)


def test_a_bad_dice_amount_is_refused_by_the_loader():
    _, problems = compiled("dice: 1d6\nrows: [{roll: 1-6, effects: [{per_cent: 88+2d}]}]\n")
    assert any("2d" in p for p in problems)
