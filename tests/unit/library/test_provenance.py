"""Tables that are rebuilt say where each of their values comes from, until an owner of the printed game has put in his."""

from __future__ import annotations

import pytest

from combatbox.library import provenance
from combatbox.library.export import table_json
from combatbox.library.load import load

REBUILT = "rebuilt: {lost: its Book of Tables, ancestor: queen}\n"
TABLE = """\
id: D-T
title: T
dice: 1d6
clamp: [0, 6]
origin: reconstruction
source: {kind: reconstruction, section: x}
modifiers:
  - {when: alarmed, add: -1, origin: rulebook}
rows:
  - {roll: 0-2, effects: [{mark: low}], origin: [rulebook, reconstruction]}
  - roll: 3-5
    origin: ancestor
    then:
      dice: 1d6
      rows:
        - {roll: 1-3, effects: [{mark: a}]}
        - {roll: 4-6, effects: [{mark: b}], origin: history}
  - {roll: 6, effects: [{mark: high}]}
notes:
  - A note of ours.
  - {text: A note of theirs., origin: rulebook}
"""


@pytest.fixture
def rebuilt(drill):
    """The drill game without its printed tables."""
    drill.edit("game", "constants:", f"{REBUILT}constants:")
    for name in ("d-one", "d-soft"):
        drill.edit(name, "dice: 1d6", "dice: 1d6\norigin: rulebook")
    drill.write("d-t", TABLE)
    return drill


def origins(book, table="D-T"):
    seen = book.view(book.tables[table])
    return {row.id.removeprefix(f"{table}/"): row.origin for row in seen.rows}


def test_a_row_comes_from_where_it_says_or_where_its_table_does(rebuilt):
    book = rebuilt.load()
    assert origins(book) == {
        "0-2": ("rulebook", "reconstruction"),
        "3-5": ("ancestor",),
        "3-5/1-3": ("ancestor",),
        "3-5/4-6": ("history",),
        "6": ("reconstruction",),
    }
    seen = book.view(book.tables["D-T"])
    assert [one.origin for one in seen.modifiers] == [("rulebook",)]
    assert seen.note_origins == (("reconstruction",), ("rulebook",))
    assert seen.notes == ("A note of ours.", "A note of theirs.")


def test_a_table_all_of_which_the_rulebook_states_is_not_rebuilt(rebuilt):
    book = rebuilt.load()
    assert {key: provenance.rebuilt(book, table) for key, table in book.tables.items()} == {
        "D-ONE": False,
        "D-SOFT": False,
        "D-T": True,
    }
    assert "its Book of Tables" in book.rebuilt
    assert provenance.describe_origins(book, book.tables["D-ONE"]) == []


def test_what_each_value_comes_from_is_written_in_words(rebuilt):
    book = rebuilt.load()
    older = load("queen").meta.title
    message = dict(provenance.describe_origins(book, book.tables["D-T"]))
    assert message["In part stated by the rulebook, in part our own, balanced by test"] == "2 or less"
    assert message[f"Taken over from {older}"] == "3–5"
    assert message["Set from public history"] == "3–5, then 4–6"
    assert message["Our own, balanced by test"] == "the rest"
    assert message["Stated by the rulebook"] == "the modifier “The alarm has rung” and note 2"
    assert "its Book of Tables" in provenance.explain_rebuilt(book)


def test_where_values_come_from_is_no_rule_so_that_logs_stay_valid(rebuilt):
    before = rebuilt.load().digest
    rebuilt.edit("d-t", "origin: ancestor", "origin: history")
    rebuilt.edit("d-t", "  - A note of ours.", "  - {text: A note of ours., origin: history}")
    rebuilt.edit("game", "its Book of Tables", "all of them")
    assert rebuilt.load().digest == before
    rebuilt.edit("d-t", "{mark: a}", "{mark: b}")
    assert rebuilt.load().digest != before


def test_a_game_with_its_printed_tables_has_nothing_of_it(drill):
    book = drill.load()
    assert origins(book, "D-ONE") == {"1-3": (), "4-6": ()}
    assert book.rebuilt == ""
    assert provenance.explain_rebuilt(book) == ""
    assert "origins" not in table_json(book, book.tables["D-ONE"])


def test_the_published_json_of_a_table_has_its_origins(rebuilt):
    book = rebuilt.load()
    message = table_json(book, book.tables["D-T"])["origins"]
    assert message["rebuilt"] is True
    assert message["rows"]["D-T/3-5/4-6"] == ["history"]
    assert (message["modifiers"], message["notes"]) == ([["rulebook"]], [["reconstruction"], ["rulebook"]])


# ---- what is refused


def test_every_table_of_such_a_game_must_say_it(rebuilt):
    rebuilt.edit("d-one", "origin: rulebook\n", "")
    assert rebuilt.problems() == [
        "d-one.yaml:1: D-ONE: does not say where its values come from; add `origin`, as game.yaml has `rebuilt`"
    ]


def test_a_table_of_another_game_must_not(drill):
    drill.edit("d-one", "dice: 1d6", "dice: 1d6\norigin: history")
    (problem,) = drill.problems()
    assert problem.startswith("d-one.yaml:4: D-ONE: says where its values come from")


def test_an_owners_numbers_are_no_part_of_the_game(rebuilt):
    rebuilt.edit("d-one", "origin: rulebook", "origin: owner")
    (problem,) = rebuilt.problems()
    assert problem.startswith("d-one.yaml:4: D-ONE: an owner's numbers belong into a folder of his own")


def test_an_origin_that_nobody_knows_and_an_older_game_that_is_none(rebuilt):
    rebuilt.edit("d-t", "origin: ancestor", "origin: hearsay")
    rebuilt.edit("game", "ancestor: queen", "ancestor: quen")
    problems = rebuilt.problems()
    assert any("unknown game 'quen'; did you mean queen?" in problem for problem in problems)
    assert any("hearsay" in problem and problem.startswith("d-t.yaml:12") for problem in problems)


# ---- an owner's own tables


def test_a_table_laid_over_unchanged_is_as_rebuilt_as_it_was(rebuilt):
    rebuilt.over("d-t", f"# read by an owner, not changed\n{TABLE}")
    book = rebuilt.load(overlay=True)
    assert book.view(book.tables["D-T"]).rebuilt
    assert origins(book)["6"] == ("reconstruction",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{mark: high}", "{mark: low}"),
        ("A note of ours.", "A note of mine."),
        ("origin: reconstruction\n", "origin: owner\n"),
    ],
)
def test_a_table_in_which_an_owner_has_put_something_is_his(rebuilt, old, new):
    rebuilt.over("d-t", TABLE.replace(old, new, 1))
    book = rebuilt.load(overlay=True)
    seen = book.view(book.tables["D-T"])
    assert set(seen.origins) == {"owner"}
    assert not seen.rebuilt
    assert provenance.describe_origins(book, book.tables["D-T"]) == []


def test_an_owner_need_not_mark_anything(rebuilt):
    bare = "\n".join(line for line in TABLE.splitlines() if not line.strip().startswith("origin:")) + "\n"
    rebuilt.over("d-t", bare)
    book = rebuilt.load(overlay=True)
    assert not book.view(book.tables["D-T"]).rebuilt
