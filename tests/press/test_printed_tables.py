"""Tables as a printed card has them: what is the same stands once, and what differs is not taken together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.core.table_views import RowView, TableView
from combatbox.library.load import load
from combatbox.press.printed_tables import compact, printed_view
from combatbox.press.reference import AIDS
from combatbox.press.tables import set_view

CLOSE = AIDS.looks[-1]


def compacted(name: str) -> TableView:
    book = load("superfort")
    return compact(printed_view(book, book.tables[name]))


def shown(rows: tuple[RowView, ...]) -> list[tuple[int, str, str]]:
    return [(row.depth, row.roll, row.cells[0]) for row in rows]


def alike(seen: TableView, area: str) -> list[RowView]:
    """Return the rows directly below a row of a printed table whose results name their rolls."""
    return [row for row in seen.rows if row.id == f"{area}/{row.roll}" and f" {row.roll} " in row.cells[0]]


@pytest.mark.parametrize("area", ["T4-9/2", "T4-9/6"])
def test_rolls_whose_results_name_them_share_a_row_above_what_is_nested_below_each(area: str) -> None:
    book, rows = load("superfort"), shown(compacted("T4-9").rows)
    seen = printed_view(book, book.tables["T4-9"])
    first, *others = alike(seen, area)
    rolls = "/".join(row.roll for row in (first, *others))
    at = rows.index((1, rolls, first.cells[0].replace(first.roll, rolls, 1)))
    below = [row.roll for row in seen.rows if row.id.startswith(f"{first.id}/")]
    assert others
    assert [roll for _, roll, _ in rows[at + 1 : at + 1 + len(below)]] == below


def test_a_row_with_something_else_nested_below_it_stands_alone() -> None:
    book = load("superfort")
    seen = printed_view(book, book.tables["T4-9"])
    rows = alike(seen, "T4-9/2")
    first, last = rows[0], rows[-1]
    _, *below = [row for row in seen.rows if row.id.startswith(first.id)]
    at = max(number for number, row in enumerate(seen.rows) if row.id.startswith(last.id)) + 1
    other = replace(first, id="T4-9/2/9", roll="9", cells=(first.cells[0].replace(first.roll, "9", 1),))
    nested = [replace(row, id=row.id.replace(first.id, other.id)) for row in below]
    nested[0] = replace(nested[0], cells=("Something else",))
    more = replace(seen, rows=(*seen.rows[:at], other, *nested, *seen.rows[at:]))
    rolls = [roll for _, roll, _ in shown(compact(more).rows)]
    together = "/".join(row.roll for row in rows)
    assert together in rolls
    assert rolls.index(together) < rolls.index(other.roll)


def test_places_of_one_level_with_the_same_guns_share_a_row() -> None:
    names = [row.area for row in compacted("T5-6").rows]
    assert names[0] == "12, 1:30, 10:30 High"
    assert "3, 9 High" in names
    assert {"3 Level", "9 Level", "Vertical Dive"} <= set(names), "others have other guns, or no hour"


def test_what_all_results_of_a_list_end_with_stands_once() -> None:
    fields, arsenals = compacted("T2-2E"), compacted("T2-2D")
    assert fields.used.endswith("; each: airfield")
    assert fields.rows[0].cells == ("Kanoya",)
    assert all(", industry" in row.cells[0] for row in arsenals.rows), "these end in several ways"


def test_a_list_is_read_down_and_a_few_rows_across() -> None:
    cities = set_view(compacted("T2-3-I"), 176, CLOSE).rows
    assert cities
    assert [cells[0] for cells in cities.table.rows][:3] == ["11", "12", "13"]  # type: ignore[index]
    squadron = set_view(compacted("T2-5"), 176, CLOSE).rows
    assert squadron
    assert squadron.table.rows[0][::2] == ["1–2", "3–4"]  # type: ignore[index]


def test_modifiers_of_player_aids_have_their_amounts_in_bold_and_a_line_each_where_they_are_many() -> None:
    few = set_view(compacted("T6-1"), 176, CLOSE).amounts
    assert [run.text.strip() for line in few for run in line if run.font == "narrow-bold"] == ["−1", "−2", "+1"]
    many = set_view(compacted("T8-1"), 176, CLOSE).amounts
    starts = [line[0].text.strip() for line in many if line[0].font == "narrow-bold"]
    assert starts[:6] == ["−1", "−2", "−3", "−4", "+1", "−6"]


def test_a_city_that_is_bombed_out_is_described_in_the_note_alone() -> None:
    cities = compacted("T2-3-I")
    assert not any("again" in row.cells[0] for row in cities.rows)
    assert "bombed out is rolled again" in cities.notes[0]
