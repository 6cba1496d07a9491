"""Tables as a printed card has them: what is the same stands once, and what differs is not taken together."""

from __future__ import annotations

from dataclasses import replace

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


def test_rolls_whose_results_name_them_share_a_row_above_what_is_nested_below_each() -> None:
    book, rows = load("superfort"), shown(compacted("T4-9").rows)
    at = rows.index((1, "1/2/3/4", "Engine 1/2/3/4 is out; roll 1D6"))
    below = [row.roll for row in printed_view(book, book.tables["T4-9"]).rows if row.id.startswith("T4-9/2/1/")]
    assert [roll for _, roll, _ in rows[at + 1 : at + 1 + len(below)]] == below
    assert (1, "1/2/3/4", "Engine 1/2/3/4 is out; roll on T7-5-FEATHER") in rows


def test_a_row_with_something_else_nested_below_it_stands_alone() -> None:
    book = load("superfort")
    seen = printed_view(book, book.tables["T4-9"])
    fourth = next(at for at, row in enumerate(seen.rows) if row.id == "T4-9/2/4")
    changed = [
        *seen.rows[: fourth + 2],
        replace(seen.rows[fourth + 2], cells=("Something else",)),
        *seen.rows[fourth + 3 :],
    ]
    rolls = [roll for _, roll, _ in shown(compact(replace(seen, rows=tuple(changed))).rows)]
    assert "1/2/3" in rolls
    assert "1/2/3/4" not in rolls[: rolls.index("1/2/3")]


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
