"""Paper read back: every cell of every table stands in the PDFs, row by row, below its table's heading."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from combatbox.core.table_views import ModifierView, RowView, TableView
from combatbox.library.load import load
from combatbox.press import deck, reference
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.printed_tables import printed_view
from combatbox.press.style import MARGIN, PAPERS
from combatbox.press.tables import TableStyle, by_columns, by_rows, meta_words, set_view
from combatbox_dev.paper import modifier_in_text
from combatbox_dev.site import Expected

from .conftest import imprint, read
from .shop import PAPERS as SIZES
from .shop import book, loose


def tables() -> list[TableView]:
    return [printed_view(book(), table) for table in book().tables.values()]


def segments(text: str, views: list[TableView]) -> dict[str, str]:
    """What stands below each table's heading, up to the next heading; continued tables are headed again."""
    places = []
    for one in views:
        pattern = rf"{loose(one.title)}\s*(?:·\s*continued\s*)?{re.escape(one.id)}(?![\w-])"
        places += [(match.start(), match.end(), one.id) for match in re.finditer(pattern, text)]
    places.sort()
    found: dict[str, str] = {}
    for index, (_, end, name) in enumerate(places):
        until = places[index + 1][0] if index + 1 < len(places) else len(text)
        found[name] = found.get(name, "") + "\n" + text[end:until]
    return found


def check(one: TableView, text: str) -> None:
    """Rows in order, each row's roll, area and cells following one another with blanks between."""
    at = 0
    for row in one.rows:
        cells = [cell for cell in (row.roll, row.area, *row.cells) if cell]
        match = re.compile(r"(?<![\d–−])" + r"\s*".join(map(loose, cells)) + r"(?![\w–])").search(text, at)
        assert match, f"{one.id}, row {row.roll or row.area!r}: {cells}"
        at = match.end()
    for note in one.notes:
        assert re.search(loose(note), text), f"{one.id}: {note}"
    for modifier in one.modifiers:
        assert re.search(loose(f"{modifier.amount} {modifier.words}"), text), f"{one.id}: {modifier.words}"


# Tables of games to come


def made_up(columns: int, rows: int, words: str = "Walking hits: nose, pilot compartment") -> TableView:
    """A table of the kind that Queen of the Skies has: nested rows, modifiers, notes, corrections."""
    base = tables()[0]
    lines = [
        RowView(f"B-5/{n}", "", (n,), str(n), 0, "", tuple(f"{words} {n}.{c}" for c in range(columns)), (), ())
        for n in range(2, 2 + rows)
    ]
    nested = replace(lines[0], id="B-5/2/1", roll="1–3", depth=1, cells=tuple(f"Port {c}" for c in range(columns)))
    return replace(
        base,
        id="B-5",
        title="Where shells hit",
        headings=tuple(f"Front {c}" for c in range(columns)),
        rows=(lines[0], nested, *lines[1:]),
        areas=False,
        modifiers=(ModifierView("Over the target", "−3", ""), ModifierView("Out of formation", "+1", "")),
        notes=("A note below the table.",),
    )


def print_view(*views: TableView, paper: str = "a4") -> Document:
    with Document(imprint(), paper=PAPERS[paper]) as document:
        pages = reference.lay_out(document.paper, [Section("All", views)], reference.TABLES)
        reference.draw(document, "Tables", pages, reference.TABLES)
    return document


def text_of(document: Document) -> str:
    return "\n".join(page.extract_text() for page in read(document.pdf()).pages)


@pytest.mark.parametrize("paper", SIZES)
def test_a_wide_table_turns_the_page_and_stays_whole(paper: str) -> None:
    wide = made_up(16, 7)
    document = print_view(wide, paper=paper)
    (page,) = read(document.pdf()).pages[:1]
    assert float(page.mediabox.width) > float(page.mediabox.height)
    check(wide, segments(text_of(document), [wide])["B-5"])


def test_a_table_too_high_below_the_name_of_its_section_is_cut() -> None:
    """On A4 it has room on a turned page alone, and none where the name stands above it."""
    high = replace(made_up(17, 9), notes=("A note below the table.", "Another one."))
    bed = reference.TABLES.frames(PAPERS["a4"], reference.TABLES.ways[0])[-1]
    alone = set_view(high, bed.width, reference.TABLES.looks[-1])
    assert bed.height - reference.SECTION < alone.height <= bed.height
    text = text_of(print_view(high))
    for row in high.rows:
        for cell in row.cells:
            assert re.search(loose(cell), text), cell
    assert text.count("Where shells hit") > 1


def test_a_middling_table_takes_the_width_of_an_upright_page() -> None:
    middling = made_up(5, 4, words="Hit")
    document = print_view(middling)
    (page,) = read(document.pdf()).pages
    assert float(page.mediabox.width) < float(page.mediabox.height)
    check(middling, segments(text_of(document), [middling])["B-5"])


def test_a_table_wider_than_any_page_is_cut_by_its_columns() -> None:
    wide = made_up(40, 3, words="Compartment")
    text = text_of(print_view(wide))
    for row in wide.rows:
        for cell in row.cells:
            assert re.search(loose(cell), text), cell
    assert text.count("Where shells hit") > 1


def test_a_table_higher_than_a_page_goes_on_and_is_headed_again() -> None:
    long = made_up(1, 190, words="Hit")
    document = print_view(long)
    check(long, segments(text_of(document), [long])["B-5"])
    assert re.search(r"·\s+continued", text_of(document))
    looks = TableStyle()
    parts = by_rows(long, 300, 400, looks)
    assert all(part.view.rows[0].depth == 0 for part in parts)
    assert [bool(part.view.notes) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_a_table_that_a_page_holds_is_not_cut() -> None:
    first, second = made_up(1, 30, words="Hit"), replace(made_up(1, 40, words="Miss"), id="B-6", title="What else")
    third = replace(made_up(1, 50, words="Fire"), id="B-7", title="What burns")
    text = text_of(print_view(first, second, third))
    for one in (first, second, third):
        check(one, segments(text, [first, second, third])[one.id])
        assert text.count(f"{one.title}\n") == 1


def test_a_part_that_begins_amid_nested_rows_says_again_what_they_go_on_from() -> None:
    base = made_up(1, 2, words="Hit").rows[0]
    depths = (0, *(1, 2, 2, 2) * 8)
    rows = tuple(replace(base, id=f"B-5/{n}", roll=f"{n}", depth=depth) for n, depth in enumerate(depths))
    deep = replace(made_up(1, 2), rows=rows, modifiers=(), notes=())
    parts = by_rows(deep, 200, 150, TableStyle())
    assert len(parts) > 2
    for part in parts:
        found = part.view.rows
        assert found[0].id == rows[0].id
        assert found[-1].depth > 0, "no row ends a part without those nested below it"
        assert all(after.depth <= before.depth + 1 for before, after in pairwise(found))
    text = [row.id for part in parts for row in part.view.rows]
    assert list(dict.fromkeys(text)) == [row.id for row in rows]
    assert all(part.height <= 150 for part in parts)


def test_columns_of_a_table_stand_alike_in_all_its_parts() -> None:
    base = made_up(2, 24, words="Walking hits: nose, pilot compartment")
    short = tuple(replace(row, cells=("Nose", "Tail")) for row in base.rows[14:])
    parts = by_rows(replace(base, rows=(*base.rows[:14], *short)), 240, 220, TableStyle())
    assert not any(row.depth for row in parts[-2].view.rows), "a part without nested rows, and with short cells alone"
    kinds = {tuple(column.align for column in part.rows.table.columns) for part in parts if part.rows}
    assert kinds == {("left", "left", "left")}


@pytest.mark.parametrize("paper", SIZES)
def test_modifiers_end_where_the_rows_above_them_do(paper: str) -> None:
    """In columns of a page and on cards; below a table of a whole page they would be too far from their words."""
    one = made_up(1, 3, words="Hit")
    column = (PAPERS[paper].width - 2 * MARGIN - reference.TABLES.gap) / 2
    for width in (130.0, 190.0, column):
        (part,) = by_rows(one, width, 900, TableStyle())
        assert part.rows
        assert part.modifiers
        assert sum(part.modifiers.widths) == pytest.approx(sum(part.rows.widths))


def test_one_correction_to_several_rows_is_reported_once_with_the_minus_of_print() -> None:
    queen = load("queen")
    notes = {name: printed_view(queen, queen.tables[name]).notes for name in ("G-3", "G-10", "BL-1")}
    assert sum("St. Nazaire" in note for note in notes["G-3"]) == 1
    (text,) = [note for note in notes["G-3"] if "St. Nazaire" in note]
    assert text.startswith("42, 43 and 44: “")
    assert any("“−2” is printed" in note for note in notes["G-10"])
    assert [note for note in notes["BL-1"] if "erratum 18" in note] == [
        "10: 6 results are other than printed, by erratum 18."
    ]
    assert meta_words(printed_view(queen, queen.tables["BL-1-FEATHERING"])).count("3–4") == 1


def test_a_cell_that_fits_nowhere_is_an_error_naming_table_and_cell() -> None:
    with pytest.raises(PressError, match=r"B-5, row 1, 'Front 0': the word 'x{400} 2.0'|B-5: the longest words"):
        print_view(made_up(1, 2, words="x" * 400))
    with pytest.raises(PressError, match="B-5"):
        by_columns(made_up(4, 2, words="x" * 400), 200, TableStyle())
    with pytest.raises(PressError, match=r"B-5, row '2': higher than its page or card"):
        by_rows(made_up(1, 2, words="word " * 900), 200, 300, TableStyle())


def test_cards_go_on_over_as_many_as_a_table_needs() -> None:
    long = made_up(2, 30)
    with Document(imprint()) as document:
        laid = deck.lay_out(document.paper, [Section("All", (long,))], deck.stocks(document.paper, "poker"))
        deck.draw(document, "Cards", laid)
    assert len(laid) > 1
    text = text_of(document)
    assert "· continued" in text
    for row in long.rows:
        assert re.search(r"\s*".join(loose(cell) for cell in (row.roll, *row.cells)), text), row.id


def test_a_card_that_cannot_hold_a_table_says_which() -> None:
    sections = [Section("All", (made_up(1, 2, "x" * 90),))]
    with pytest.raises(PressError, match=r"B-5.* on a poker card"):
        deck.lay_out(PAPERS["a4"], sections, deck.stocks(PAPERS["a4"], "poker"))


def test_a_modifier_among_others_of_its_amount_is_read_with_that_amount_alone() -> None:
    text = Expected("modifier", "−1 Bad weather", re.compile("−1 Bad weather"), None, ("−1", "Bad weather"))
    assert modifier_in_text(text, "−1 Evasive action; Night; Bad weather +1 Ace")
    assert not modifier_in_text(text, "−1 Evasive action; Night +1 Ace; Bad weather"), "under another amount"
    assert not modifier_in_text(text, "−1 Evasive action; Bad weathered")
