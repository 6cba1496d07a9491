"""What the loader refuses, each with file, line, what it is and what would be right."""

import shutil
from pathlib import Path

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DataError, UnknownName
from combatbox.core.game import fly
from combatbox.core.statistics import DayScore
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import SIMULATED
from combatbox.library.export import book_text
from combatbox.library.folders import CHANGES, CONSTRAINTS, DRAWING, LESSON, MEDALS, SPECIAL
from combatbox.library.load import UNPLAYED, load, load_all, load_game
from combatbox.library.table_compiler import label, parse_rolls
from combatbox.library.yaml12 import read_yaml
from combatbox.play.book_codec import parse_book
from combatbox.play.canonical_json import digest

HEAD = "id: D-T\ntitle: T\nsource: {kind: rulebook, section: x}\n"  # three lines


def refused(drill, body):
    drill.write("d-t", HEAD + body)
    return drill.problems()


def test_a_sound_folder_loads(drill):
    book = drill.load()
    assert (book.key, book.meta.title) == ("drill", "Drill")
    assert list(book.tables) == ["D-ONE", "D-SOFT"]
    assert book.variants == {"D-SOFT": "D-ONE"}
    assert list(book.rules) == ["D-1"]
    assert list(book.rulings) == ["D-A1"]
    assert book.scripts == {}


# ---- tables and files that are refused, each in a line


REFUSED = {
    "a row that covers no roll is refused": (
        "dice: 1d6\nrows:\n  - {roll: 1-6}\n  - {roll: []}\n",
        ["d-t.yaml:7: D-T: covers no roll; write 7, 7-9 or [3, 9, 11]"],
    ),
    "a roll of a nested row is checked at its own line": (
        "dice: 1d6\nrows:\n  - roll: 1-6\n    then:\n      dice: 1d6\n      rows:\n        - {roll: 1-4}\n",
        ["d-t.yaml:9: D-T: roll 5 is not covered (1d6 needs 1-6)"],
    ),
    "a nested roll needs dice": (
        "dice: 1d6\nrows:\n  - roll: 1-6\n    then:\n      dice: none\n      rows: [{roll: 1-6}]\n",
        ["d-t.yaml:8: D-T: a roll inside a row needs dice, such as 1d6"],
    ),
    "an uncovered roll of a clamped table names the clamp": (
        "dice: 1d6\nclamp: [-1, 6]\nmodifiers: [{when: alarmed, add: -2}]\nrows: [{roll: 0-6}]\n",
        ["d-t.yaml:7: D-T: roll -1 is not covered (1d6 needs -1 to 6)"],
    ),
    "a table with modifiers says how far it goes": (
        "dice: 1d6\nmodifiers: [{when: alarmed, add: -2}]\nrows: [{roll: 1-6}]\n",
        ["d-t.yaml:5: D-T: has modifiers but no clamp; add the clamp that net rolls beyond the table are read as"],
    ),
    "a roll of a table with columns stands in one row": (
        "shape: columns\ndice: 1d6\ncolumns: {a: A, b: B}\ncell: mark\nrows:\n"
        "  - {roll: 1-4, cells: [x, y]}\n  - {roll: 4-6, cells: [x, y]}\n",
        ["d-t.yaml:10: D-T: roll 4 is in two rows; each roll belongs to one"],
    ),
    "a roll that hits is possible": (
        "shape: to_hit\ndice: 1d6\ncolumns: {a: A}\nhit: [ring]\nmiss: []\nrows:\n  - {key: k, hits: [5-7]}\n",
        ["d-t.yaml:10: D-T: roll 7 cannot come up; it must be 1 to 6"],
    ),
    "a key of a to hit table stands once": (
        "shape: to_hit\ndice: 1d6\ncolumns: {a: A}\nhit: [ring]\nmiss: []\nrows:\n  - {key: k, hits: [6]}\n  - {key: k, hits: [5]}\n",
        ["d-t.yaml:11: D-T: the key k is used twice; keys are unique"],
    ),
    "a named key of a chart stands once": (
        "shape: chart\nrows:\n  - {key: a b}\n  - {key: a b}\n",
        ["d-t.yaml:7: D-T: the key a b is used twice; keys are unique"],
    ),
    "two keys that would be the same link are refused": (
        "shape: chart\nrows:\n  - {key: a b}\n  - {key: a-b}\n",
        ["d-t.yaml:5: D-T: D-T/a-b and D-T/a b would have the same link; change one of the keys"],
    ),
    "a quantity is a known word": (
        "dice: 1d6\nclamp: [1, 6]\nmodifiers:\n  - {add: {heat_time: 2}}\nrows: [{roll: 1-6}]\n",
        ["d-t.yaml:7: D-T: unknown quantity 'heat_time'; did you mean heat_times?"],
    ),
    "a correction names a row and a column that exist": (
        "dice: 1d6\nrows:\n  - {roll: 1-3}\n  - {roll: 4-6}\ncorrected:\n"
        "  - {row: 4-6, was: hit, by: erratum 1}\n  - {row: 5-6, was: hit, by: erratum 2}\n"
        "  - {row: 1-3, column: near, was: hit, by: erratum 3}\n",
        [
            "d-t.yaml:10: D-T: there is no row 5-6 to correct",
            "d-t.yaml:11: D-T: there is no column near to correct",
        ],
    ),
    "an unknown key is refused with the nearest of that place": (
        "dcie: 1d6\ndice: 1d6\nrows:\n  - {roll: 1-6, efects: [ring]}\n",
        [
            "d-t.yaml:4: dcie: unknown key; did you mean dice?",
            "d-t.yaml:7: rows.0.efects: unknown key; did you mean effects?",
        ],
    ),
    "a value of the wrong type is shown": (
        "dice: 6\nper: [gun]\nrows:\n  - {roll: 1.5}\n  - 7\n",
        [
            "d-t.yaml:4: dice: must be text (got 6)",
            "d-t.yaml:5: per: must be text (got ['gun'])",
            "d-t.yaml:7: rows.0.roll: must be a whole number, text or a list (got 1.5)",
            "d-t.yaml:8: rows.1: must be a mapping (got 7)",
        ],
    ),
    "a table that an effect rolls on exists": (
        "dice: 1d6\nrows:\n  - {roll: 1-5}\n  - roll: 6\n    effects:\n      - ring\n      - {roll_on: D-SOFTY}\n",
        ["d-t.yaml:10: D-T: unknown table 'D-SOFTY'; did you mean D-SOFT?"],
    ),
}
"""A table after its head, and what is said of it."""


@pytest.mark.parametrize(("body", "problems"), REFUSED.values(), ids=REFUSED)
def test_a_table_is_refused_with_file_line_and_remedy(drill, body, problems):
    assert refused(drill, body) == problems


EDITED = {
    "the default of a ruling is one of its options": (
        [("rulings", 'default: "no"', "default: noo")],
        ["rulings.yaml:8: D-A1: default 'noo' is not an option; did you mean no?"],
    ),
    "tables and rules that a ruling names exist": (
        [
            ("rulings", "D-ONE: D-SOFT", "D-ONE: D-SOFY"),
            ("rulings", "rules: [D-1]", "rules:\n      - D-1\n      - D-2"),
        ],
        [
            "rulings.yaml:7: D-A1: unknown table 'D-SOFY'; did you mean D-SOFT?",
            "rulings.yaml:12: D-A1: unknown rule 'D-2'; did you mean D-1?",
        ],
    ),
    "sentences of a place can be read and are for its options": (
        [
            ("places", "drill.rested: {rule: D-1}", 'drill.rested: {rule: D-1, says: [Rested., {line: "a { b"}]}'),
            ("places", "question: Go on?}", "question: Go on?, options: {stay: x}, chosen: {sty: On.}}"),
        ],
        [
            "places.yaml:3: drill.go_on: unknown option 'sty'; did you mean stay?",
            "places.yaml:4: drill.rested: 'a { b': has a single {; write {{ for the brace itself",
        ],
    ),
    "a table that a ruling replaces exists": (
        [("rulings", "D-ONE: D-SOFT", "D-OEN: D-SOFT")],
        ["rulings.yaml:7: D-A1: unknown table 'D-OEN'; did you mean D-ONE?"],
    ),
    "the table that a variant stands for exists": (
        [("d-soft", "variant_of: D-ONE", "variant_of: D-NONE")],
        ["d-soft.yaml:4: D-SOFT: unknown table 'D-NONE'; did you mean D-ONE?"],
    ),
    "a table with faults of its own is not reported as missing too": (
        [("d-soft", "roll: 1-6", "roll: 1-5")],
        ["d-soft.yaml:6: D-SOFT: roll 6 is not covered (1d6 needs 1-6)"],
    ),
    "the key of a game is the name of its folder": (
        [("game", "key: drill", "key: dirll")],
        ["game.yaml:1: the key is 'dirll' in the folder of 'drill'; write drill"],
    ),
}
"""Edits of a sound folder, each with file, old and new text, and what is said of it."""


@pytest.mark.parametrize(("edits", "problems"), EDITED.values(), ids=EDITED)
def test_an_edited_folder_is_refused_with_file_line_and_remedy(drill, edits, problems):
    for edit in edits:
        drill.edit(*edit)
    assert drill.problems() == problems


# ---- rolls


@pytest.mark.parametrize(
    ("dice", "rows", "problem"),
    [
        ("1d6", ["1-3", "5-6"], "d-t.yaml:5: D-T: roll 4 is not covered (1d6 needs 1-6)"),
        ("2d6", ["3-12"], "d-t.yaml:5: D-T: roll 2 is not covered (2d6 needs 2-12)"),
        ("d66", ["11-36", "41-65"], "d-t.yaml:5: D-T: roll 66 is not covered (d66 needs 11-66)"),
        (
            "3d6-highest",
            ["1", "2", "3"],
            "d-t.yaml:5: D-T: roll 0 is not covered (3d6-highest needs 0 for a tie and 1-3)",
        ),
        ("1d6", ["1-3", "3-6"], "d-t.yaml:7: D-T: roll 3 is in two rows; each roll belongs to one"),
        ("1d6", ["1-3", "4-6", "7"], "d-t.yaml:8: D-T: roll 7 cannot come up; it must be 1 to 6"),
        ("1d6", ["1-3", "4-9"], "d-t.yaml:7: D-T: roll 9 cannot come up; it must be 1 to 6"),
        ("2d6", ["1-7", "8-12"], "d-t.yaml:6: D-T: roll 1 cannot come up; it must be 2 to 12"),
        ("d66", ["11-37", "41-66"], "d-t.yaml:6: D-T: roll 37 cannot come up; it must be 11 to 66"),
        ("1d6", ["1-6", "8-9"], "d-t.yaml:7: D-T: roll 8 cannot come up; it must be 1 to 6"),
        ("1d6", ["1-6", "x"], "d-t.yaml:7: D-T: 'x' is not a roll; write 7, 7-9 or 3, 9, 11"),
        ("1d6", ["1-6", "5-"], "d-t.yaml:7: D-T: '5-' is not a roll; write 7, 7-9 or 3, 9, 11"),
        ("1d6", ["1-4", "6-5"], "d-t.yaml:7: D-T: '6-5' is reversed; write 5-6"),
    ],
)
def test_rolls_are_covered_once_and_possible(drill, dice, rows, problem):
    body = f"dice: {dice}\nrows:\n" + "".join(f'  - {{roll: "{roll}"}}\n' for roll in rows)
    assert problem in refused(drill, body)


@pytest.mark.parametrize(("clamp", "words"), [("[6, 1]", "6 to 1"), ("[0, 100000]", "0 to 100000")])
def test_a_clamp_is_a_range_of_reasonable_length(drill, clamp, words):
    assert refused(drill, f"dice: 1d6\nclamp: {clamp}\nrows: [{{roll: 1-6}}]\n") == [
        f"d-t.yaml:5: D-T: {words} is not a range; write the lowest net roll, then the highest"
    ]


@pytest.mark.parametrize("clamp", ["[1]", "[1, 2, 3]", "6", "[a, b]"])
def test_a_clamp_is_two_numbers(drill, clamp):
    found = refused(drill, f"dice: 1d6\nclamp: {clamp}\nrows: [{{roll: 1-6}}]\n")
    assert all(problem.startswith("d-t.yaml:5: clamp") for problem in found)


@pytest.mark.parametrize(("dice", "rows"), [("d66", "11-66"), ("2d6-highest", "0-2")])
def test_nothing_is_added_to_dice_that_are_not_added_up(drill, dice, rows):
    body = f"dice: {dice}\nclamp: [0, 66]\nmodifiers: [{{when: alarmed, add: -2}}]\nrows: [{{roll: {rows}}}]\n"
    assert refused(drill, body) == [f"d-t.yaml:6: D-T: {dice} is not added up, so nothing can be added to it"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("dice: 1d20\nrows: [{roll: 1-6}]\n",
         "d-t.yaml:4: D-T: '1d20' is not a dice notation; write 1d6, 2d6, 3d6, d66, 3d6-highest, 1d6-opposed or none"),
        ("rows: [{roll: 1-6}]\n", "d-t.yaml:1: D-T: a table of shape rows is rolled on; give its dice, such as 1d6"),
        ("shape: chart\ndice: 1d6\nrows: [{key: a}]\n",
         "d-t.yaml:5: D-T: a chart is not rolled on; drop its dice, or give it another shape"),
        ("shape: rwos\ndice: 1d6\nrows: [{roll: 1-6}]\n", "d-t.yaml:4: unknown shape 'rwos'; did you mean rows?"),
        ("shape: [rows]\n", "d-t.yaml:4: unknown shape ['rows']; did you mean rows?"),
    ],
)  # fmt: skip
def test_shape_and_dice_fit_each_other(drill, body, problem):
    assert refused(drill, body) == [problem]


# ---- columns, to-hit matrices, charts


def test_a_row_has_one_cell_for_each_column(drill):
    body = "shape: columns\ndice: 1d6\ncolumns: {a: A, b: B}\ncell: mark\nrows:\n  - roll: 1-6\n    cells: [x]\n"
    assert "d-t.yaml:10: D-T: roll 1-6 has 1 cells; 2 columns need one each" in refused(drill, body)
    body = "shape: to_hit\ndice: 1d6\ncolumns: {a: A, b: B}\nhit: [ring]\nmiss: []\nrows:\n  - {key: k, hits: [6]}\n"
    assert refused(drill, body) == ["d-t.yaml:10: D-T: k has 1 cells; 2 columns need one each"]
    body = "shape: chart\ncolumns: {a: A, b: B}\ncell: mark\nrows:\n  - {key: k, cells: [x, y, z]}\n"
    assert refused(drill, body) == ["d-t.yaml:8: D-T: k has 3 cells; 2 columns need one each"]


@pytest.mark.parametrize(
    ("keys", "rows", "problem"),
    [
        ("0-5", ["0-2", "4-5"], "d-t.yaml:6: D-T: key 3 is not covered (keys are 0-5)"),
        ("0-5", ["0-3", "3-5"], "d-t.yaml:8: D-T: the key 3 is used twice; keys are unique"),
        ("0-5", ["0-5", "6"], "d-t.yaml:8: D-T: key 6 cannot come up; it must be 0 to 5"),
        ("0-5", ["0-7"], "d-t.yaml:7: D-T: key 7 cannot come up; it must be 0 to 5"),
        ("0-5", ["0-5", "paris"], "d-t.yaml:8: D-T: 'paris' is not a roll; write 7, 7-9 or 3, 9, 11"),
        ("0-9999999999", ["0-5"], "d-t.yaml:5: D-T: '0-9999999999' is too long; a range has at most 1000 rolls"),
        ("few", ["0"], "d-t.yaml:5: D-T: 'few' is not a roll; write 7, 7-9 or 3, 9, 11"),
    ],
)
def test_numbered_keys_of_a_chart_are_covered_once(drill, keys, rows, problem):
    body = f"shape: chart\nkeys: {keys}\nrows:\n" + "".join(f"  - {{key: {key}}}\n" for key in rows)
    assert problem in refused(drill, body)


# ---- vocabulary


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("{makr: x}", "unknown effect 'makr'; did you mean mark?"),
        ("rign", "unknown effect 'rign'; did you mean ring?"),
        ("{heat: much}", "effect heat: degrees: must be a whole number (got 'much')"),
        ("{heat: 1.5}", "effect heat: degrees: must be a whole number (got 1.5)"),
        ('{heat: "3"}', "effect heat: degrees: must be a whole number (got '3')"),
        ("{heat: true}", "effect heat: degrees: must be a whole number (got True)"),
        ("{mark: 6}", "effect mark: word: must be text (got 6)"),
        ("heat", "effect heat: degrees is missing"),
        ("{ring: 3}", "effect ring takes no parameters; write ring alone"),
        ("{ring: {loud: 3}}", "effect ring has no parameter 'loud'"),
        ("{paint: red}", "effect paint takes colour, coats; write {paint: {...}} with them"),
        ("{paint: {coats: 2}}", "effect paint: colour is missing"),
        ("{paint: {colour: green}}", "effect paint: colour: 'green' is not a known word; known: red, blue"),
        ("{paint: {colour: red, coast: 2}}", "effect paint has no parameter 'coast'; did you mean coats?"),
        ("{lamps: [red, green]}", "effect lamps: colours: 'green' is not a known word; known: red, blue"),
        ("{mark: x, ring: true}", "effect {'mark': 'x', 'ring': True} must be a single word with its parameters"),
        ("{}", "effect {} must be a single word with its parameters"),
    ],
)
def test_an_effect_is_a_known_word_with_the_parameters_it_takes(drill, spec, problem):
    found = refused(drill, f"dice: 1d6\nrows:\n  - {{roll: 1-3}}\n  - roll: 4-6\n    effects:\n      - {spec}\n")
    assert found == [f"d-t.yaml:9: D-T: {problem}"]


def test_an_effect_without_parameters_may_be_written_as_true(drill):
    drill.write("d-t", HEAD + "dice: 1d6\nrows: [{roll: 1-6, effects: [{ring: true}, {paint: {colour: blue}}]}]\n")
    assert [e.code for e in drill.load().tables["D-T"].at(1).effects] == ["ring", "paint blue 1"]


def test_the_effect_of_a_cell_is_a_known_word_too(drill):
    body = "shape: columns\ndice: 1d6\ncolumns: {{a: A}}\ncell: {}\nrows:\n  - {{roll: 1-6, cells: [{}]}}\n"
    assert refused(drill, body.format("heta", "1")) == ["d-t.yaml:9: D-T: unknown effect 'heta'; did you mean heat?"]
    assert refused(drill, body.format("heat", "warm")) == [
        "d-t.yaml:9: D-T: effect heat: degrees: must be a whole number (got 'warm')"
    ]


def test_cells_without_a_word_of_their_own_are_effects(drill):
    drill.write("d-t", HEAD + "shape: columns\ndice: 1d6\ncolumns: {a: A, b: B, c: C}\nrows:\n"
                "  - {roll: 1-6, cells: [ring, [{mark: x}, ring], \"-\"]}\n")  # fmt: skip
    table = drill.load().tables["D-T"]
    assert [[e.code for e in table.at(1, c).effects] for c in "abc"] == [["ring"], ["mark x", "ring"], []]


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("alarmd", "unknown condition 'alarmd'; did you mean alarmed?"),
        ("{hotter_than: [1]}", "condition hotter_than: degrees: must be a whole number (got [1])"),
        ("ring", "unknown condition 'ring'; known: alarmed, hotter_than"),
    ],
)
def test_a_condition_is_a_known_word(drill, spec, problem):
    body = f"dice: 1d6\nclamp: [1, 6]\nmodifiers:\n  - {{when: alarmed, add: 1}}\n  - when: {spec}\n    add: 1\nrows: [{{roll: 1-6}}]\n"
    assert refused(drill, body) == [f"d-t.yaml:8: D-T: {problem}"]
    assert refused(drill, f"shape: chart\nrows:\n  - {{key: a, when: {spec}}}\n") == [f"d-t.yaml:6: D-T: {problem}"]


@pytest.mark.parametrize("times", ["half", "1/0", ""])
def test_an_adjustment_multiplies_by_a_fraction(drill, times):
    body = f'dice: 1d6\nadjusts:\n  - {{when: alarmed, times: "{times}"}}\nrows: [{{roll: 1-6}}]\n'
    assert refused(drill, body) == [f"d-t.yaml:6: D-T: {times!r} is not a fraction; write 3/2"]


def test_adjustments_are_compiled(drill):
    drill.write(
        "d-t", HEAD + "shape: chart\nadjusts:\n  - {when: alarmed, times: 3/2, add: 1, source: x}\nrows: [{key: a}]\n"
    )
    (adjust,) = drill.load().tables["D-T"].adjusts
    assert (adjust.when.code, adjust.times, adjust.add, adjust.source) == ("alarmed", 3 / 2, 1, "x")


# ---- corrections


def test_a_correction_stands_in_the_table(drill):
    drill.write("d-t", HEAD + "dice: 1d6\nrows: [{roll: 1-6}]\ncorrected: [{row: 1-6, was: miss, by: erratum 3}]\n")
    (correction,) = drill.load().tables["D-T"].info.corrections
    assert (correction.row, correction.was, correction.by) == ("1-6", "miss", "erratum 3")


# ---- schema


def test_a_missing_key_is_named(drill):
    drill.write("d-t", "id: D-T\ndice: 1d6\nrows:\n  - {roll: 1-6}\n  - {area: Tail}\n")
    assert drill.problems() == [
        "d-t.yaml:1: source: is missing; add it",
        "d-t.yaml:1: title: is missing; add it",
        "d-t.yaml:5: rows.1.roll: is missing; add it",
    ]


def test_of_several_shapes_a_value_may_have_the_nearest_is_reported(drill):
    drill.write("d-t", "id: D-T\ntitle: T\nsource:\n  kind: rumour\n  section: x\ndice: 1d6\nrows: [{roll: 1-6}]\n")
    (problem,) = drill.problems()
    assert problem.startswith(
        "d-t.yaml:4: source.kind: 'rumour' is not a known word; known: erratum, card-image, rulebook"
    )


@pytest.mark.parametrize("name", ["d-t", "T 1", "-T"])
def test_an_id_is_capitals_digits_and_hyphens(drill, name):
    drill.write("d-t", HEAD.replace("D-T", name) + "dice: 1d6\nrows: [{roll: 1-6}]\n")
    assert drill.problems()[0].startswith(f"d-t.yaml:1: id: {name!r} does not match ")


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "6\n"])
def test_a_file_is_a_mapping(drill, text):
    drill.write("d-t", text)
    assert drill.problems() == ["d-t.yaml:1: the top level must be a mapping"]


# ---- ids and references


def test_an_id_stands_in_one_file(drill):
    drill.write("d-z", HEAD.replace("D-T", "D-ONE") + "dice: 1d6\nrows: [{roll: 1-6}]\n")
    (problem,) = drill.problems()
    assert problem.startswith("d-z.yaml:1: the id D-ONE is also used in ")
    assert problem.endswith("drill/d-one.yaml; ids are unique")


def test_an_id_that_stands_twice_is_found_though_the_first_file_has_faults(drill):
    drill.edit("d-one", "roll: 1-3", "roll: 1-2")
    drill.write("d-z", HEAD.replace("D-T", "D-ONE") + "dice: 1d6\nrows: [{roll: 1-6}]\n")
    assert [p.split(":")[0] for p in drill.problems()] == ["d-one.yaml", "d-z.yaml"]


def test_ids_of_rulings_and_rules_are_unique(drill):
    drill.write("rules", "rules:\n  - {id: D-1, kind: a, title: A}\n  - {id: D-1, kind: b, title: B}\n")
    ruling = "  - {id: ID, key: KEY, question: q, options: {a: {words: w}}, default: a, why: y}\n"
    drill.write("rulings", "rulings:\n" + ruling.replace("ID", "D-A1").replace("KEY", "a")
                + ruling.replace("ID", "D-A1").replace("KEY", "b") + ruling.replace("ID", "D-A3").replace("KEY", "a"))  # fmt: skip
    assert drill.problems() == [
        "rules.yaml:3: the id D-1 is used twice; ids are unique",
        "rulings.yaml:3: the id D-A1 is used twice; ids are unique",
        "rulings.yaml:4: the id a is used twice; ids are unique",
    ]


def test_a_table_that_a_cell_of_a_chart_or_a_nested_row_rolls_on_exists(drill):
    body = "shape: chart\ncolumns: {a: A}\ncell: roll_on\nrows:\n  - {key: k, cells: [D-TWO]}\n"
    assert refused(drill, body)[0].startswith("d-t.yaml:8: D-T: unknown table 'D-TWO'")
    body = "dice: 1d6\nrows: [{roll: 1-6, then: {dice: 1d6, rows: [{roll: 1-6, effects: [{roll_on: D-TWO}]}]}}]\n"
    assert refused(drill, body)[0].startswith("d-t.yaml:5: D-T: unknown table 'D-TWO'")


def test_tables_that_a_rule_names_exist(drill):
    drill.write("rules", "rules:\n  - {id: D-1, kind: flow, title: R, tables: [D-ONE]}\n"
                "  - {id: D-2, kind: flow, title: R, tables: [D-ONE, D-ON]}\n")  # fmt: skip
    assert drill.problems() == ["rules.yaml:3: D-2: unknown table 'D-ON'; did you mean D-ONE?"]


def test_every_problem_of_a_run_is_reported_at_once(drill):
    drill.edit("game", "players: 1", "players: one")
    drill.edit("d-one", "mark: low", "makr: low")
    drill.edit("d-one", "roll: 4-6", "roll: 5-6")
    drill.edit("d-soft", "variant_of: D-ONE", "variant_of: D-TWO")
    drill.write("broken", "a: [1\n")
    drill.write("twice", "a: 1\na: 2\nb: 1\nb: 2\n")
    drill.edit("rulings", 'default: "no"', "default: never")
    drill.edit("rules", "tables: [D-ONE]", "tables: [D-TEN]")
    assert [p.split(": ")[0] for p in drill.problems()] == [
        "broken.yaml:2", "d-one.yaml:5", "d-one.yaml:6", "d-soft.yaml:4", "game.yaml:4", "rules.yaml:2",
        "rulings.yaml:8", "twice.yaml:2", "twice.yaml:4",
    ]  # fmt: skip


def test_the_tables_before_a_table_are_those_it_names_and_unknown_ones_are_refused(drill):
    drill.table("id: D-LATE\ndice: 1d6\nused: after D-NOWHERE\nafter: [D-ONE]\nrows: [{roll: 1-6}]")
    book = drill.load()
    assert book.senders(book.tables["D-LATE"]) == ["D-ONE"]
    assert "D-LATE" in book.followers(book.tables["D-ONE"])
    drill.table("id: D-LATE\ndice: 1d6\nafter: [D-OEN]\ninstead_of: D-ONES\nrows: [{roll: 1-6}]")
    assert [text.partition(": ")[2] for text in drill.problems()] == [
        "D-LATE: unknown table 'D-OEN'; did you mean D-ONE?",
        "D-LATE: unknown table 'D-ONES'; did you mean D-ONE?",
    ]


def test_a_folder_without_tables_or_special_files_says_what_is_missing(drill, drill_game, tmp_path):
    with pytest.raises(DataError) as caught:
        load_game(drill_game, tmp_path / "nowhere" / drill_game.key)
    assert [Path(p.path).name for p in caught.value.problems] == ["game.yaml", "rules.yaml", "rulings.yaml"]
    for name in ("d-one", "d-soft"):
        (drill.base / "drill" / f"{name}.yaml").unlink()
    drill.write("rulings", "rulings: []\n")
    drill.write("rules", "rules: []\n")
    assert drill.problems() == ["drill:1: has no tables"]


def test_a_game_nobody_knows_is_named_with_those_there_are():
    with pytest.raises(UnknownName, match="unknown game 'twentyfour'; did you mean twentyfive"):
        load("twentyfour")


# ---- the book


def test_a_table_is_found_in_any_case_and_by_its_ending(twentyfive):
    assert twentyfive.table("t-tab-wing").id == "T-TAB-WING"
    assert twentyfive.table("wing").id == "T-TAB-WING"
    with pytest.raises(UnknownName, match="unknown table of twentyfive 'wnig'"):
        twentyfive.table("wnig")


def test_a_ruling_is_found_by_id_or_key_and_its_option_checked(twentyfive):
    assert twentyfive.ruling("T-A02") is twentyfive.ruling("attack_on")
    assert twentyfive.chosen({"attack_on": "5-6"})["T-A02"] == "5-6"
    assert twentyfive.chosen({})["T-A02"] == "6"
    with pytest.raises(UnknownName, match="did you mean attack_on"):
        twentyfive.ruling("atack_on")
    with pytest.raises(CombatBoxError, match=r"ruling T-A02 \(attack_on\) has no option '5'; known: 5-6, 6"):
        twentyfive.chosen({"T-A02": "5"})


def test_a_ruling_puts_one_table_in_the_place_of_another(drill):
    book = drill.load()
    assert book.rulebook().tables["D-ONE"].id == "D-ONE"
    assert book.rulebook({"gentle": "yes"}).tables["D-ONE"].id == "D-SOFT"
    assert book.tables["D-ONE"].id == "D-ONE"


def test_words_come_from_the_list_of_the_game_or_are_spelled_out(drill):
    book = drill.load()
    assert [book.say(w) for w in ("blue", "left_wing", "3", "12", "13", "²")] == [
        "sky blue", "left wing", "three", "twelve", "13", "²",
    ]  # fmt: skip


def test_all_rows_are_found_by_id_nested_rows_and_cells_too(drill):
    drill.write(
        "d-t",
        HEAD + "shape: columns\ndice: 1d6\ncolumns: {a: A, b: B}\ncell: mark\nrows:\n  - {roll: 1-6, cells: [x, y]}\n",
    )
    drill.write(
        "d-u", HEAD.replace("D-T", "D-U") + "dice: 1d6\nrows: [{roll: 1-6, then: {dice: 1d6, rows: [{roll: 1-6}]}}]\n"
    )
    drill.write(
        "d-v", HEAD.replace("D-T", "D-V") + "shape: chart\ncolumns: {a: A}\ncell: mark\nrows: [{key: k, cells: [x]}]\n"
    )
    rows = drill.load().rows()
    assert {key for key in rows if not key.startswith(("D-ONE", "D-SOFT"))} == {
        "D-T/1-6", "D-T/1-6@a", "D-T/1-6@b", "D-U/1-6", "D-U/1-6/1-6", "D-V/k", "D-V/k@a",
    }  # fmt: skip


# ---- labels


@pytest.mark.parametrize(
    ("text", "rolls"),
    [(7, (7,)), ("7", (7,)), ("7-9", (7, 8, 9)), ("3, 9,11", (3, 9, 11)), ("-3", (-3,)), ("-3--1", (-3, -2, -1)),
     ("-1 - 1", (-1, 0, 1)), ([3, 9], (3, 9)), ("5-5", (5,))],
)  # fmt: skip
def test_a_label_of_rolls_is_read(text, rolls):
    assert parse_rolls(text) == rolls


def test_a_label_on_d66_leaves_out_what_cannot_come_up():
    valid = [tens * 10 + ones for tens in range(1, 7) for ones in range(1, 7)]
    assert parse_rolls("15-22", valid) == (15, 16, 21, 22)
    assert label((15, 16, 21, 22), valid) == "15-22"
    assert label((11, 13, 14, 66), valid) == "11,13-14,66"


@pytest.mark.parametrize("text", ["", "a", "1-2-3", "7-", "1..2", "1;2", "²", ","])
def test_other_labels_are_refused(text):
    with pytest.raises(CombatBoxError, match="is not a roll; write"):
        parse_rolls(text)


# ---- overlays


def test_an_overlay_replaces_one_table_and_the_digest_shows_it(drill):
    drill.over(
        "anything",
        "id: D-ONE\ntitle: Bent\nsource: {kind: rulebook, section: x}\ndice: 1d6\nrows: [{roll: 1-6, effects: [ring]}]\n",
    )
    plain, bent = drill.load(), drill.load(overlay=True)
    assert bent.tables["D-ONE"].title == "Bent"
    assert bent.tables["D-SOFT"] == plain.tables["D-SOFT"]
    assert bent.digest != plain.digest


def test_the_digest_follows_what_the_files_say_and_not_how(drill):
    before = drill.load().digest
    drill.edit("d-one", "dice: 1d6\n", "# a remark\ndice:   '1d6'\n")
    assert drill.load().digest == before
    drill.edit("d-one", "mark: low", "mark: lower")
    assert drill.load().digest != before


def test_the_digest_leaves_out_where_the_code_of_rules_and_rulings_is(drill):
    """A function that moves changes no rule: logs and stored odds stay valid."""
    plain = drill.load()
    drill.edit("rules", "tables: [D-ONE]}", "tables: [D-ONE], code: [flow.roll, core.dice.Dice.roll]}")
    drill.edit("rulings", "    rules: [D-1]\n", "    rules: [D-1]\n    code: [flow.roll]\n")
    carried = drill.load()
    assert carried.rules["D-1"].code == ["flow.roll", "core.dice.Dice.roll"]
    assert carried.rulings["D-A1"].code == ["flow.roll"]
    assert carried.digest == plain.digest
    drill.edit("rules", "title: Roll in order", "title: Roll out of order")
    assert drill.load().digest != plain.digest


def test_words_for_readers_change_no_stored_odds(drill):
    """A title or a rule's words need no new simulation; a row does."""
    plain = drill.load()
    drill.edit("rules", "title: Roll in order", "title: Roll out of order")
    drill.edit("d-one", "title: ", "title: A new ")
    worded = drill.load()
    assert worded.tables["D-ONE"].title == f"A new {plain.tables['D-ONE'].title}"
    assert worded.digest != plain.digest
    assert worded.digests[SIMULATED] == plain.digests[SIMULATED]
    drill.edit("d-one", "mark: low", "mark: lower")
    assert drill.load().digests[SIMULATED] != plain.digests[SIMULATED]


def test_the_digest_leaves_out_how_far_the_game_is(drill):
    """An author who raises the stage need not simulate the stored odds again."""
    before = drill.load()
    drill.edit("game", "title: Drill", "stage: playable\ntitle: Drill")
    assert drill.load().meta.stage == "playable"
    assert drill.load().digest == before.digest


def test_the_digest_leaves_out_the_code_that_an_overlay_names(drill):
    plain = drill.load()
    drill.over("rules", "rules:\n  - {id: D-1, kind: flow, title: Roll in order, tables: [D-ONE], code: [flow.roll]}\n")
    bent = drill.load(overlay=True)
    assert bent.rules["D-1"].code == ["flow.roll"]
    assert bent.digest == plain.digest


def test_an_erratum_has_its_number_and_no_log_goes_stale_by_it(drill):
    plain = drill.load()
    drill.edit("rules", "tables: [D-ONE]}", "tables: [D-ONE], erratum: erratum 7}")
    numbered = drill.load()
    assert numbered.rules["D-1"].erratum == "erratum 7"
    assert numbered.digest == plain.digest


def test_a_mission_of_the_day_names_tables_and_measures_that_there_are_and_no_log_goes_stale_by_it(drill):
    plain = drill.load()
    assert plain.day is None
    drill.edit("game", "title: Drill", "day: {guns: [D-ONE], points: {}}\ntitle: Drill")
    assert drill.load().day == DayScore(["D-ONE"], {})
    assert drill.load().digest == plain.digest
    drill.edit("game", "day: {guns: [D-ONE], points: {}}", "day: {guns: [D-OWN], points: {won: 2.5}}")
    with pytest.raises(DataError) as wrong:
        drill.load()
    assert [problem.message for problem in wrong.value.problems] == [
        "day: guns: unknown name 'D-OWN'; did you mean D-ONE?",
        "day: points: unknown name 'won'",
    ]


CHANGED = "changes:\n  - {date: 2026-11-22, words: The last row was lost., rules: [D-1], rows: [D-ONE]}\n"


def test_corrections_name_rules_and_rows_that_there_are(drill):
    plain = drill.load()
    drill.write("changes", CHANGED)
    message = drill.load()
    assert [change.words for change in message.changes] == ["The last row was lost."]
    assert message.digest == plain.digest
    drill.write("changes", CHANGED.replace("D-1]", "D-9]").replace("[D-ONE]", "[D-ONE/99]"))
    with pytest.raises(DataError) as wrong:
        drill.load()
    assert [problem.message.split(";")[0] for problem in wrong.value.problems] == [
        ["there is no 'D-9'", " did you mean 'D-1'?"][0], "there is no 'D-ONE/99'"]  # fmt: skip
    drill.write("changes", CHANGED.replace("2026-11-22", "yesterday"))
    with pytest.raises(DataError, match=r"changes.yaml:2: changes.0.date"):
        drill.load()


def without_origins(data):
    """The data of a file as if nowhere were said where its values come from."""
    if isinstance(data, dict):
        data.pop("origin", None)
        for key, value in data.items():
            data[key] = without_origins(value)
        return data["text"] if set(data) == {"text"} else data
    return [without_origins(item) for item in data] if isinstance(data, list) else data


def test_the_digests_of_the_games_are_those_of_their_files_without_code():
    """The digest covers everything but `code:`, the origins of values, and what the rulebook proves."""
    for key in GAMES:
        files = {}
        for path in sorted(paths.home(key).tables.glob("*.yaml")):
            data = read_yaml(path).data
            if path.name not in ("odds.yaml", CHANGES, DRAWING, CONSTRAINTS, LESSON, MEDALS):
                files[path.name if path.name in SPECIAL else data.get("id", path.stem.upper())] = without_origins(data)
        for unplayed in ("rebuilt", "tallied", "day"):
            files["game.yaml"].pop(unplayed, None)
        for name in ("rules", "rulings"):
            for item in files[f"{name}.yaml"][name]:
                for said in UNPLAYED:
                    item.pop(said, None)
        for place in files.get("places.yaml", {"places": {}})["places"].values():
            for name in (
                "question",
                "help",
                "no",
                "told",
                "about",
                "options",
                "under",
                "options_under",
                "says",
                "colours",
                "chosen",
                "depth",
            ):
                place.pop(name, None)
        if "places.yaml" in files:
            files["places.yaml"] = files["places.yaml"]["places"]
        assert digest(files) == load(key).digest


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("flow.roll", "rules.0.code: must be a list (got 'flow.roll')"),
        ("[roll]", "rules.0.code.0: 'roll' does not match "),
        ("[flow.roll()]", "rules.0.code.0: 'flow.roll()' does not match "),
        ("[combatbox/flow.py]", "rules.0.code.0: 'combatbox/flow.py' does not match "),
    ],
)
def test_code_that_is_no_list_of_dotted_names(drill, code, says):
    drill.edit("rules", "tables: [D-ONE]}", f"tables: [D-ONE], code: {code}}}")
    (problem,) = drill.problems()
    assert problem.startswith(f"rules.yaml:2: {says}")


@pytest.mark.parametrize("sentence", ["Roll again", '" Roll again."', '"Roll.\\nAgain."'])
def test_what_is_often_missed_is_one_sentence(drill, sentence):
    drill.edit("rules", "tables: [D-ONE]}", f"tables: [D-ONE], often_missed: {sentence}}}")
    (problem,) = drill.problems()
    assert problem.startswith("rules.yaml:2: rules.0.often_missed: ")
    assert "does not match" in problem


def test_what_is_often_missed_is_no_part_of_play_and_an_overlay_has_its_own(drill):
    digest_before = drill.load().digest
    drill.edit("rules", "tables: [D-ONE]}", "tables: [D-ONE], often_missed: Roll again.}")
    drill.over("rules", "rules:\n  - {id: D-1, often_missed: Roll twice.}\n")
    book, over = drill.load(), drill.load(overlay=True)
    assert (dict(book.often_missed), dict(over.often_missed)) == ({"D-1": "Roll again."}, {"D-1": "Roll twice."})
    assert book.digest == over.digest == digest_before


def test_an_overlay_replaces_one_ruling_and_leaves_the_others(drill):
    ruling = "  - {id: D-A2, key: other, question: q, options: {a: {words: w}, b: {words: w}}, default: a, why: y}\n"
    path = drill.base / "drill" / "rulings.yaml"
    path.write_text(path.read_text() + ruling)
    drill.over("rulings", "rulings:\n" + ruling.replace("default: a", "default: b"))
    book = drill.load(overlay=True)
    assert book.chosen({}) == {"D-A1": "no", "D-A2": "b"}
    assert list(book.rulings) == ["D-A1", "D-A2"]
    assert book.digest != drill.load().digest


def test_a_fault_in_a_ruling_of_an_overlay_is_reported_in_the_overlay(drill):
    path = drill.over(
        "rulings",
        "rulings:\n\n  - id: D-A1\n    key: gentle\n    question: q\n    options: {a: {words: w}}\n    default: z\n    why: y\n",
    )
    with pytest.raises(DataError) as caught:
        drill.load(overlay=True)
    assert [(p.path, p.line) for p in caught.value.problems] == [(path.as_posix(), 7)]


def test_an_overlay_that_replaces_nothing_is_refused(drill):
    drill.over("x", HEAD.replace("D-T", "D-NOE") + "dice: 1d6\nrows: [{roll: 1-6}]\n")
    drill.over(
        "rulings", "rulings:\n  - {id: D-A9, key: k, question: q, options: {a: {words: w}}, default: a, why: y}\n"
    )
    drill.over("rules", "rules:\n  - just words\n")
    assert drill.problems(overlay=True) == [
        "rules.yaml:2: replaces nothing: no rule None; known: D-1",
        "rulings.yaml:2: replaces nothing: no ruling D-A9; did you mean D-A1?",
        "x.yaml:1: replaces no table: D-NOE; did you mean D-ONE?",
    ]


def test_an_id_that_stands_twice_in_an_overlay_is_refused(drill):
    ruling = "  - {id: D-A1, key: gentle, question: q, options: {a: {words: w}}, default: a, why: y}\n"
    drill.over("rulings", "rulings:\n" + ruling + ruling)
    assert drill.problems(overlay=True) == ["rulings.yaml:3: the id D-A1 is used twice; ids are unique"]


def test_a_bad_table_of_an_overlay_is_reported_like_any_other(drill):
    drill.over("x", HEAD.replace("D-T", "D-ONE") + "dice: 1d6\nrows: [{roll: 1-5}]\n")
    assert drill.problems(overlay=True) == ["x.yaml:5: D-ONE: roll 6 is not covered (1d6 needs 1-6)"]


def test_an_overlay_may_replace_the_constants(drill):
    drill.over("game", (drill.base / "drill" / "game.yaml").read_text().replace("missions: 3", "missions: 4"))
    assert drill.load(overlay=True).meta.constants["missions"] == 4


def test_an_overlay_folder_of_a_game_nobody_knows_is_refused(drill):
    (drill.overlay / "dirll").mkdir(parents=True)
    with pytest.raises(UnknownName, match=r"unknown game folder in .*overlay 'dirll'; did you mean drill"):
        drill.load(overlay=True)


def test_an_overlay_that_is_no_folder_or_holds_none_is_refused(drill):
    with pytest.raises(CombatBoxError, match="overlay: is not a folder"):
        drill.load(overlay=True)
    drill.overlay.mkdir()
    (drill.overlay / "d-one.yaml").write_text("id: D-ONE\n")
    (drill.overlay / ".git").mkdir()
    with pytest.raises(CombatBoxError, match=r"has no folder of a game; put the files into .*overlay/drill"):
        drill.load(overlay=True)


def test_an_overlay_for_another_game_leaves_this_one_alone(drill):
    (drill.overlay / "twentyfive").mkdir(parents=True)
    assert drill.load(overlay=True).digest == drill.load().digest


def test_an_overlay_bends_the_real_game(tmp_path):
    (tmp_path / "twentyfive").mkdir()
    (tmp_path / "twentyfive" / "always.yaml").write_text(
        "id: T-TAB-ATTACK\ntitle: Always\ndice: 1d6\nsource: {kind: rulebook, section: x}\n"
        "rows: [{roll: 1-6, effects: [attack]}]\n"
    )
    book = load("twentyfive", tmp_path)
    assert book.tables["T-TAB-ATTACK"].at(1).effects[0].code == "attack"
    assert load_all(tmp_path)["twentyfive"].digest == book.digest != load("twentyfive").digest


def test_all_games_load_and_their_problems_are_reported_together(tmp_path):
    assert "twentyfive" in load_all()
    (tmp_path / "twentyfive").mkdir()
    (tmp_path / "twentyfive" / "x.yaml").write_text("id: T-TAB-NONE\n")
    with pytest.raises(DataError, match=r"x.yaml:1: "):
        load_all(tmp_path)


def test_a_mistake_of_a_game_is_not_reported_again_for_its_variants(tmp_path, monkeypatch):
    tables = Path(shutil.copytree(paths.tables(), tmp_path / "tables"))
    table = tables / "queen" / "m-3.yaml"
    table.write_text(table.read_text().replace('"12_high"', '"12_hight"'))
    monkeypatch.setattr(paths, "tables", lambda: tables)
    with pytest.raises(DataError, match="nothing looks up the row '12_hight'; did you mean 12_high") as caught:
        load_all()
    assert len(caught.value.problems) == 1


# ---- files that would be passed over in silence


@pytest.mark.parametrize("name", ["d-one.yml", "D-ONE.YAML", "rulings.yml", "game.Yml"])
def test_a_file_of_an_overlay_that_nobody_would_read_is_named(drill, name):
    drill.over("d-soft", (drill.base / "drill" / "d-soft.yaml").read_text())
    (drill.overlay / "drill" / name).write_text("id: D-ONE\n")
    assert drill.problems(overlay=True) == [f"{name}:1: is not read; rename it to {Path(name).stem}.yaml"]


def test_a_table_that_nobody_would_read_is_named_without_an_overlay_too(drill):
    (drill.base / "drill" / "d-two.yml").write_text("id: D-TWO\n")
    assert drill.problems() == ["d-two.yml:1: is not read; rename it to d-two.yaml"]


def test_an_overlay_of_chances_or_of_folders_is_named(drill):
    drill.over("odds", "chances: []\n")
    drill.over("examples/one", "game: drill\n")
    assert drill.problems(overlay=True) == [
        "examples:1: is a folder, which is not read; put its files into the folder above",
        "odds.yaml:1: is not read from an overlay; its chances are the game's own",
    ]


def test_a_file_beside_the_folders_of_an_overlay_is_named(drill):
    drill.over("d-soft", (drill.base / "drill" / "d-soft.yaml").read_text())
    (drill.overlay / "d-one.yaml").write_text("id: D-ONE\n")
    with pytest.raises(CombatBoxError, match=r"d-one.yaml is not in the folder of a game; move it into .*drill"):
        drill.load(overlay=True)


# ---- house rules: what an overlay changes, and adds


def test_an_overlay_names_only_the_constants_and_words_that_it_changes(drill):
    plain = drill.load()
    drill.over("game", "constants: {missions: 4}\nwords: {low: very low}\n")
    bent = drill.load(overlay=True)
    assert bent.constants == {**plain.constants, "missions": 4}
    assert bent.words == {**plain.words, "low": "very low"}
    assert bent.title == plain.title


def test_an_overlay_changes_the_default_of_a_ruling_alone(drill):
    plain = drill.load().rulings["D-A1"]
    other = next(option for option in plain.options if option != plain.default)
    drill.over("rulings", f"rulings:\n  - {{id: D-A1, default: {other}}}\n")
    bent = drill.load(overlay=True).rulings["D-A1"]
    assert (bent.default, bent.options, bent.question) == (other, plain.options, plain.question)


def test_a_fault_in_what_an_overlay_names_is_reported_with_its_line_there(drill):
    drill.over("game", "\nconstants: {missions: 4}\nplayers: many\n")
    assert drill.problems(overlay=True) == ["game.yaml:3: players: must be a whole number (got 'many')"]  # fmt: skip


NEW = HEAD.replace("D-T", "D-NEW") + "added: true\ndice: 1d6\nrows: [{roll: 1-6, effects: [{mark: low}]}]\n"


def test_an_overlay_adds_a_table_that_a_ruling_of_it_puts_in_the_place_of_another(drill):
    drill.over("d-new", NEW)
    drill.over(
        "rulings",
        "rulings:\n  - {id: D-A1, options: {house: {words: our own, replaces: {D-ONE: D-NEW}}}, default: house}\n",
    )
    book = drill.load(overlay=True)
    assert "D-NEW" in book.tables
    assert book.rulebook().tables["D-ONE"].id == "D-NEW"
    assert book.digest != drill.load().digest


def test_a_table_that_is_added_is_new_and_stands_in_an_overlay(drill):
    drill.over("d-new", NEW.replace("D-NEW", "D-ONE"))
    assert drill.problems(overlay=True) == ["d-new.yaml:1: D-ONE: already exists; remove `added`"]
    drill.over("d-new", NEW.replace("D-NEW", "Q-77777"))
    assert "Q-77777" in drill.load(overlay=True).tables
    drill.edit("d-one", "dice: 1d6", "dice: 1d6\nadded: true")
    assert "d-one.yaml:1: D-ONE: only an overlay adds tables; remove `added`" in drill.problems()


def test_a_variant_is_a_game_but_for_what_its_files_have_otherwise(tmp_path):
    folder = tmp_path / "storm"
    folder.mkdir()
    (folder / "game.yaml").write_text("like: twentyfive\nkey: storm\ntitle: Storm\nconstants: {missions: 30}\n")
    book, base = load("storm", tmp_path), load("twentyfive")
    assert (book.key, book.title, book.missions) == ("storm", "Storm", 30)
    assert book.tables.keys() == base.tables.keys()
    assert book.digest != base.digest
    assert parse_book(book_text(book)).key == "storm"
    state = fly(book.game, book.rulebook(), SeededDice("1"), player=DefaultPlayer())
    assert state.result


def test_a_variant_says_what_it_is_like_and_has_the_key_of_its_folder(tmp_path):
    folder = tmp_path / "storm"
    folder.mkdir()
    (folder / "game.yaml").write_text("key: storm\n")
    with pytest.raises(DataError, match="add `like`: one of twentyfive"):
        load("storm", tmp_path)
    (folder / "game.yaml").write_text("like: twentyfiv\n")
    with pytest.raises(DataError, match="unknown game 'twentyfiv'; did you mean twentyfive"):
        load("storm", tmp_path)
    (folder / "game.yaml").write_text("like: twentyfive\nkey: strom\n")
    with pytest.raises(DataError, match="the key is 'strom' in the folder of 'storm'; write storm"):
        load("storm", tmp_path)
    with pytest.raises(UnknownName):
        load("storm")
