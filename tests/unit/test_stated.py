"""What a rulebook proves about tables that we lack: every kind of check holds, and is seen to fail on a bent copy."""

from __future__ import annotations

import pytest
import yaml

from combatbox.core.errors import DataError
from combatbox.library.constraints import read_constraints
from combatbox.library.load import load
from combatbox.verify import constraints
from combatbox.verify.findings import VerifyContext
from combatbox_dev.transcriptions import held_by

TABLES = {
    "d-roll": """\
id: D-ROLL
title: Roll
dice: 2d6
clamp: [0, 12]
source: {kind: rulebook, section: x}
modifiers:
  - {when: alarmed, add: -2}
rows:
  - {roll: 0-2, area: Nose, effects: [{mark: low}], again: [alarmed]}
  - roll: 3-6
    then:
      dice: 1d6
      rows:
        - {roll: 1-2, effects: [{mark: split}]}
        - {roll: 3-6, effects: [{roll_on: D-ONE}]}
  - {roll: 7-12, effects: [{mark: high}]}
notes:
  - On a 5, or three times, see D-ONE.
""",
    "d-cols": """\
id: D-COLS
title: Columns
dice: 1d6
shape: columns
columns: {one: One, two: Two}
source: {kind: rulebook, section: x}
rows:
  - {roll: 1-3, cells: [{mark: a}, {mark: b}]}
  - {roll: 4-6, cells: [{mark: b}, {mark: b}]}
""",
    "d-list": """\
id: D-LIST
title: List
shape: chart
source: {kind: rulebook, section: x}
rows:
  - {key: low, effects: [{mark: x}]}
  - {key: high, effects: [{mark: y}]}
""",
}

KINDS = [
    ({"check": "dice", "table": "D-ROLL", "dice": "2d6"}, {"dice": "1d6"}, "d-roll.yaml:3 D-ROLL: is rolled with 2d6, not with 1d6"),
    (
        {"check": "row", "table": "D-ROLL", "at": 7, "gives": "mark high"}, {"at": "6-7"},
        "d-roll.yaml:10 D-ROLL/3-6: gives 1d6 (1-2: mark split, 3-6: roll_on D-ONE) and not mark high",
    ),
    ({"check": "row", "table": "D-ROLL", "at": 5, "leads": "D-ONE"}, {"at": 12}, "D-ROLL/7-12: gives mark high and not a roll on D-ONE"),
    ({"check": "row", "table": "D-ROLL", "at": 2, "area": "nose"}, {"area": "tail"}, "D-ROLL/0-2: gives mark low and not tail"),
    ({"check": "row", "table": "D-COLS", "at": 1, "column": "one", "gives": "mark a"}, {"column": ""}, "d-cols.yaml:8 D-COLS/1-3@two: gives mark b"),
    ({"check": "row", "table": "D-LIST", "at": "low", "gives": "mark x"}, {"at": "lower"}, "D-LIST: has no row lower"),
    ({"check": "row", "table": "D-ROLL", "at": 2, "lacks": "mark high"}, {"at": 12}, "D-ROLL/7-12: gives mark high"),
    ({"check": "row", "table": "D-ROLL", "at": 12, "gives": "mark *igh"}, {"gives": "mark *low"}, "and not mark *low"),
    ({"check": "possible", "table": "D-ROLL", "gives": "again alarmed"}, {"gives": "again hotter_than"}, "nothing gives again hotter_than"),
    ({"check": "possible", "table": "D-ROLL", "gives": ["mark no", "mark split"]}, {"gives": "mark no"}, "D-ROLL: nothing gives mark no"),
    ({"check": "possible", "table": "D-COLS", "column": "one", "gives": "mark a"}, {"column": "two"}, "nothing in two gives mark a"),
    ({"check": "never", "table": "D-ROLL", "gives": "mark no"}, {"gives": "roll_on"}, "d-roll.yaml:10 D-ROLL/3-6: gives roll_on"),
    ({"check": "every", "table": "D-COLS", "gives": "mark"}, {"gives": "mark b"}, "d-cols.yaml:8 D-COLS/1-3@one: gives mark a and not mark b"),
    ({"check": "chance", "table": "D-ROLL", "gives": "mark high", "exactly": "21/36"}, {"exactly": "1/2"}, "mark high comes up 7 in 12, not 1 in 2"),
    ({"check": "chance", "table": "D-ROLL", "gives": "mark split", "least": "1/8"}, {"least": "1/4"}, "mark split comes up 7 in 54, not at least 1 in 4"),
    ({"check": "chance", "table": "D-COLS", "column": "one", "gives": "mark b", "most": "1/2"}, {"column": ""}, "mark b in two comes up always, not at most"),
    ({"check": "likelier", "table": "D-ROLL", "gives": "mark high", "than": "mark low"}, {"gives": "mark low", "than": "mark high"}, "mark low is not likelier than mark high: 1 in 36 against 7 in 12"),
    ({"check": "columns", "table": "D-COLS", "has": ["one"]}, {"has": ["one", "six"]}, "d-cols.yaml:5 D-COLS: has no column six"),
    ({"check": "keys", "table": "D-LIST", "has": ["low"], "least": 2}, {"least": 3}, "d-list.yaml:5 D-LIST: has 2 rows, not 3"),
    ({"check": "keys", "table": "D-LIST", "has": ["low"]}, {"has": ["middle"]}, "D-LIST: has no row middle"),
    ({"check": "modifier", "table": "D-ROLL", "when": "alarmed", "add": -2}, {"add": -1}, "d-roll.yaml:7 D-ROLL: alarmed is -2, not -1"),
    ({"check": "modifier", "table": "D-ROLL", "when": "alarmed", "sign": "minus"}, {"sign": "plus"}, "alarmed is -2, not a plus"),
    ({"check": "modifier", "table": "D-ROLL", "when": ["x", "alarmed"]}, {"when": "x"}, "D-ROLL: has no modifier for x"),
    ({"check": "notes", "table": "D-ROLL", "name": [5, "three", "D-ONE"], "least": 1}, {"name": [6]}, "d-roll.yaml:17 D-ROLL: no note names 6"),
    ({"check": "notes", "table": "D-ROLL", "least": 1}, {"least": 2}, "has 1 notes, not 2"),
    ({"check": "leads", "table": "D-ROLL", "to": ["D-ONE"]}, {"to": ["D-SOFT"]}, "D-ROLL: no row leads to D-SOFT"),
    (
        {"check": "matching", "table": "D-LIST", "gives": "mark", "tables": ["D-ONE"]}, {"tables": ["D-SOFT"]},
        "D-SOFT/1-6: names soft, of which D-LIST has no row",
    ),
    ({"check": "matching", "table": "D-LIST", "gives": "mark", "tables": ["D-SOFT"], "besides": ["soft", "low", "high"]}, {"besides": ["soft", "low"]}, "d-list.yaml:7 D-LIST/high: none of D-SOFT names it"),
    ({"check": "constant", "constant": "missions", "value": 3}, {"value": 4}, "constant missions: is 3, not 4"),
    ({"check": "constant", "constant": "missions", "value": 3}, {"constant": "mission"}, "constant mission: is not there"),
    ({"check": "place", "place": "drill.roll", "table": "D-ONE"}, {"table": "D-SOFT"}, "place drill.roll: rolls on D-ONE, not on D-SOFT"),
    ({"check": "dice", "table": "D-ONE", "dice": "1d6"}, {"table": "D-TWO"}, "D-TWO: the table does not exist"),
]  # fmt: skip


@pytest.fixture
def proved(drill):
    for name, text in TABLES.items():
        drill.write(name, text)

    drill.edit("places", "drill.roll: {rule: D-1}", "drill.roll: {rule: D-1, table: D-ONE}")

    def run(*checks, **more):
        one = {"id": "CD.1", "by": "§4.2", "says": "It is so.", "checks": list(checks), **more}
        drill.write("constraints", yaml.safe_dump({"constraints": [one]}, allow_unicode=True))
        book = drill.load()
        return [str(found) for found in constraints.findings_of(book, read_constraints(book.constraints))]

    return run


@pytest.mark.parametrize(
    ("check", "bend", "fault"), KINDS, ids=[f"{c['check']}-{n}" for n, (c, *_) in enumerate(KINDS)]
)
def test_each_kind_of_check_holds_and_is_seen_to_fail(proved, check, bend, fault):
    assert proved(check) == []
    found = proved({**check, **bend})
    assert any(fault in one for one in found), found
    assert all(one.endswith("; CD.1, §4.2: It is so.") for one in found)


def test_every_kind_of_check_is_tried_here_or_with_the_older_game():
    from typing import get_args

    from combatbox.library import constraints as typed
    from combatbox.play.dataclass_validation import union_tag

    _, kinds = union_tag(get_args(typed.AnyCheck))
    assert kinds.keys() == {check["check"] for check, *_ in KINDS} | {"ancestor"}


def test_a_table_of_the_game_bent_breaks_what_held(proved, drill):
    check = {"check": "row", "table": "D-ROLL", "at": 12, "gives": "mark high"}
    assert proved(check) == []
    drill.edit("d-roll", "roll: 7-12, effects: [{mark: high}]", "roll: 7-12, effects: [{mark: low}]")
    assert proved(check) == [
        f"{drill.base}/drill/d-roll.yaml:16 D-ROLL/7-12: gives mark low and not mark high; CD.1, §4.2: It is so."
    ]


def test_an_owners_table_is_held_to_it_and_his_file_is_named(proved, drill):
    proved({"check": "dice", "table": "D-ONE", "dice": "1d6"})
    text = (drill.base / "drill" / "d-one.yaml").read_text()
    drill.over("d-one", text.replace("dice: 1d6", "dice: 2d6").replace("1-3", "2-3").replace("4-6", "4-12"))
    book = drill.load(overlay=True)
    (found,) = constraints.findings_of(book, read_constraints(book.constraints))
    assert str(found).startswith(f"{drill.overlay}/drill/d-one.yaml:3 D-ONE: is rolled with 2d6, not with 1d6")


# ---- the older game


ROWS = """\
id: D-OLD
title: Old
dice: 2d6
origin: ancestor
source: {kind: rulebook, section: x}
rows:
  - {roll: 2, effects: [{mark: lead}]}
  - {roll: 3-11, effects: [{mark: middle}]}
  - {roll: 12, effects: [{mark: tail}]}
"""
WORDS = {f"mark {name}": f"position {name}" for name in ("lead", "middle", "tail")}


def test_a_row_of_the_older_game_is_compared_with_it(drill):
    from combatbox.library.load import load

    older = load("queen")
    its = older.tables["G-4"]
    words = {
        f"mark {name}": row.effects[0].code for name, row in zip(("lead", "middle", "tail"), its.rows, strict=True)
    }
    drill.edit("game", "constants:", "rebuilt: {lost: it, ancestor: queen}\nconstants:")
    for name in ("d-one", "d-soft"):
        drill.edit(name, "dice: 1d6", "dice: 1d6\norigin: rulebook")
    drill.write("d-old", ROWS)
    check = {"check": "ancestor", "table": "D-OLD", "of": "G-4", "words": words,
             "rows": {"2": "2", "3-11": "3-11", "12": "12"}}  # fmt: skip
    drill.write(
        "constraints",
        yaml.safe_dump({"constraints": [{"id": "CD.1", "by": "old", "says": "As ever.", "checks": [check]}]}),
    )
    book = drill.load()
    asked = read_constraints(book.constraints)
    assert list(constraints.findings_of(book, asked)) == []
    drill.edit("d-old", "mark: tail", "mark: lead")
    (found,) = constraints.findings_of(drill.load(), asked)
    last, first = words["mark tail"], words["mark lead"]
    assert f"d-old.yaml:9 D-OLD/12: has {first} where G-4/12 has {last}" in str(found)
    drill.edit("d-old", "roll: 3-11", "roll: 4-11")
    drill.edit("d-old", "roll: 2,", "roll: 2-3,")
    found = [str(one) for one in constraints.findings_of(drill.load(), asked)]
    assert any("has no row 3-11" in one for one in found), found


# ---- the file


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"id": "CD.1", "by": "x", "says": "y"}, "CD.1: has no check; add one, or explain in `unchecked` why"),
        ({"id": "D1", "by": "x", "says": "y", "unchecked": "z"}, "id: 'D1' does not match "),
        ({"id": "CD.1", "by": "x", "says": "y", "checks": [{"check": "dise", "table": "D-ONE"}]}, "checks"),
    ],
)
def test_a_faulty_file_is_reported_with_its_line(drill, entry, says):
    path = drill.write("constraints", yaml.safe_dump({"constraints": [entry]}))
    with pytest.raises(DataError) as caught:
        read_constraints(path)
    assert any(says in str(problem) for problem in caught.value.problems), caught.value.problems


def test_an_id_stands_once(drill):
    one = {"id": "CD.1", "by": "x", "says": "y", "unchecked": "z"}
    path = drill.write("constraints", yaml.safe_dump({"constraints": [one, dict(one)]}))
    with pytest.raises(DataError, match="the id CD.1 is used twice"):
        read_constraints(path)


def test_what_the_rulebook_says_is_not_read_from_an_overlay(drill):
    drill.over("constraints", "constraints: []")
    assert drill.problems(overlay=True) == [
        "constraints.yaml:1: is not read from an overlay; what the rulebook states cannot change"
    ]


def test_it_is_no_rule_so_that_logs_stay_valid(drill):
    before = drill.load().digest
    drill.write("constraints", "constraints: []")
    assert drill.load().digest == before


# ---- the check


def test_the_check_counts_and_names_tables_that_nothing_holds(drill):
    checks = [{"check": "dice", "table": "D-ONE", "dice": "1d6"}]
    one = {"id": "CD.1", "by": "x", "says": "y", "states": 2, "checks": checks}
    drill.write("constraints", yaml.safe_dump({"constraints": [one]}))
    found = constraints.check(VerifyContext({"drill": drill.load()}))
    assert (found.ok, found.counted) == (True, "1 statement, 1 check, 2 stated numbers")
    assert [(one.place, one.severity) for one in found.findings] == [("D-SOFT", "warning")]


def test_a_game_with_its_printed_tables_is_not_asked(drill):
    assert (
        constraints.check(VerifyContext({"drill": drill.load()})).not_run
        == "it applies to games whose printed tables are lost, not to their variants"
    )


def test_a_variant_may_differ_from_what_the_rulebook_states(tmp_path):
    (tmp_path / "kyushu").mkdir()
    lines = "like: superfort\nkey: kyushu\ntitle: Kyushu\nsummary: Twenty missions.\nconstants: {missions: 20}\n"
    (tmp_path / "kyushu" / "game.yaml").write_text(lines, encoding="utf-8")
    assert not constraints.check(VerifyContext({"kyushu": load("kyushu", tmp_path)})).findings


def test_it_is_the_second_transcription_of_rebuilt_tables_alone(drill):
    checks = [{"check": "dice", "table": "D-ONE", "dice": "1d6"}]
    drill.write(
        "constraints", yaml.safe_dump({"constraints": [{"id": "CD.1", "by": "x", "says": "y", "checks": checks}]})
    )
    assert held_by(drill.load()) == set()
    drill.edit("game", "constants:", "rebuilt: {lost: it, ancestor: queen}\nconstants:")
    for name in ("d-one", "d-soft"):
        drill.edit(name, "dice: 1d6", "dice: 1d6\norigin: reconstruction")
    assert held_by(drill.load()) == {"D-ONE"}
