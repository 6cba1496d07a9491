"""Printed lines: what a reader sees as one row, whatever the log calls it."""

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.play.narrate import find_line, lines_in_log, printed_lines


@pytest.fixture(scope="module")
def book():
    return load("queen")


def test_columns_of_a_line_share_it_and_so_do_hit_and_miss(book):
    rows = book.rows()
    assert rows["B-4/2@front"].line == "B-4/2"
    sides = [rows[f"M-3/12_high@hits/{side}"] for side in ("hit", "miss")]
    assert [(row.line, row.side, row.table) for row in sides] == [
        ("M-3/12_high", "hit", "M-3"), ("M-3/12_high", "miss", "M-3")
    ]  # fmt: skip
    nested = next(row for row in rows.values() if row.table == "P-1" and row.id.count("/") == 2)
    assert nested.line == nested.id


@pytest.mark.parametrize("key", GAMES)
def test_every_row_knows_its_table_its_line_and_its_column(key):
    """A second die in a cell of a column among them: its line has the column of the cell no more."""
    book = load(key)
    for row in book.rows().values():
        parts = [part.partition("@")[0] for part in row.id.split("/")]
        assert row.line == "/".join(parts[:-1] if row.side else parts)
        assert row.table == parts[0]
        assert row.column == "".join(part.partition("@")[2] for part in row.id.split("/"))


def test_every_row_that_a_view_prints_is_one_line_of_its_table(book):
    lines = printed_lines(book)
    assert len(lines) == sum(len(book.view(table).rows) for table in book.tables.values())
    assert all(line.startswith(f"{table}/") for line, table in lines.items())


def test_a_throw_that_does_not_count_shows_no_line(book):
    nested = next(row.id for row in book.rows().values() if row.table == "P-1" and row.id.count("/") == 2)
    events = [
        {"kind": "phase", "n": 1},
        {"n": 2, "table": nested.rpartition("/")[0], "row": nested, "gives": []},
        {"n": 3, "table": "B-7", "row": "B-7/4", "gives": ["again"]},
        {"n": 4, "table": "B-7", "row": "B-7/9", "gives": ["x"]},
    ]
    assert [(line, event["n"]) for line, event in lines_in_log(book.rows(), events)] == [
        (nested, 2),
        ("B-7/9", 4),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("P-5/10", "P-5/10"),
        ("p-5 / 9 / 1–2", "P-5/9/1-2"),
        ("B-4/2@12_high", "B-4/2"),
        ("g-9/−3", "G-9/-3"),
        ("g-11/romilly-sur-seine", "G-11/Romilly-sur-Seine"),
    ],
)
def test_lines_are_named_forgivingly(book, text, line):
    assert find_line(book, text) == line


def test_a_row_of_a_to_hit_table_is_named_with_hit_or_without(book):
    hits = next(table for table in book.tables.values() if table.shape == "to_hit")
    line = next(line for line, table in printed_lines(book).items() if table == hits.id)
    assert find_line(book, f"{line}/hit") == find_line(book, f"{line}/miss") == find_line(book, line) == line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P-5/13", r"unknown row of queen 'P-5/13'; did you mean P-5/"),
        ("P-55/3", r"unknown row of queen 'P-55/3'; did you mean P-5/3"),
        ("P-5", r"'P-5' is a table; name one of its rows: P-5/2, P-5/2/1-2, "),
        ("", "no row of queen is named"),
    ],
)
def test_what_is_no_line_is_reported_with_what_is_near(book, text, expected):
    with pytest.raises(CombatBoxError, match=expected):
        find_line(book, text)
