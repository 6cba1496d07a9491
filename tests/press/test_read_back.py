"""Paper read back: every cell of every table stands in the PDFs, row by row, below its table's heading."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pytest

from combatbox.core.wording import ModifierView, RowView, TableView
from combatbox.library.load import load
from combatbox.press import cards, deck, reference
from combatbox.press.catalogue import Catalogue, Section, printed_view
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import MARGIN, MM, PAPERS
from combatbox.press.views import Looks, SetView, by_columns, by_rows, meta_words

from .conftest import imprint, read
from .shop import PAPERS as SIZES
from .shop import blank, book, everything, loose


def tables() -> list[TableView]:
    return [printed_view(table, book().say) for table in book().tables.values()]


def segments(text: str, views: list[TableView]) -> dict[str, str]:
    """What stands below each table's heading, up to the next heading; continued tables are headed again."""
    places = []
    for one in views:
        pattern = rf"{loose(one.title)}\s*{re.escape(one.id)}(?![\w-])"
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


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("product", ["tables", "table-cards", "twentyfive-bundle"])
def test_every_cell_of_every_table_reads_back(product: str, paper: str) -> None:
    found = segments(everything(blank(paper)[product]), tables())
    assert set(found) == set(book().tables)
    for one in tables():
        check(one, found[one.id])


def test_a_changed_cell_is_noticed() -> None:
    found = segments(everything(blank("a4")["tables"]), tables())
    (wing,) = [one for one in tables() if one.id == "T-TAB-WING"]
    wrong = replace(wing, rows=(wing.rows[0], replace(wing.rows[1], cells=("Three engines out",))))
    with pytest.raises(AssertionError, match="T-TAB-WING, row '5–6'"):
        check(wrong, found[wing.id])


def test_tables_come_in_the_order_of_play_on_two_pages() -> None:
    for paper in SIZES:
        text = everything(blank(paper)["tables"])
        order = sorted(book().tables, key=lambda name: re.search(rf"{name}(?![\w-])", text).start())
        assert order[:3] == ["T-TAB-POSITION", "T-TAB-ATTACK", "T-TAB-TARGET3"]
        assert order[-2:] == ["T-TAB-SHEET-MISSION", "T-TAB-SHEET-ATTACK"]
        assert len(read(blank(paper)["tables"].read_bytes()).pages) == 2


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


def print_view(one: TableView, paper: str = "a4", **plan: object) -> Document:
    with Document(imprint(), paper=PAPERS[paper]) as document:
        how = reference.Plan(**plan)  # type: ignore[arg-type]
        pages = reference.lay_out(document.paper, [Section("All", (one,))], how)
        reference.draw(document, "Tables", pages, how)
    return document


def text_of(document: Document) -> str:
    return "\n".join(page.extract_text() for page in read(document.pdf()).pages)


@pytest.mark.parametrize("paper", SIZES)
def test_a_wide_table_turns_the_page_and_stays_whole(paper: str) -> None:
    wide = made_up(11, 11)
    document = print_view(wide, paper)
    (page,) = read(document.pdf()).pages[:1]
    assert float(page.mediabox.width) > float(page.mediabox.height)
    check(wide, segments(text_of(document), [wide])["B-5"])


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


def test_a_long_table_goes_on_and_is_headed_again() -> None:
    long = made_up(1, 90, words="Hit")
    document = print_view(long, columns=1)
    assert len(read(document.pdf()).pages) > 1
    assert "continued" in text_of(document)
    check(long, segments(text_of(document), [long])["B-5"])
    looks = Looks()
    parts = by_rows(long, 300, 400, looks)
    assert all(part.view.rows[0].depth == 0 for part in parts)
    assert [bool(part.view.notes) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_a_part_that_begins_amid_nested_rows_says_again_what_they_go_on_from() -> None:
    base = made_up(1, 2, words="Hit").rows[0]
    depths = (0, *(1, 2, 2, 2) * 8)
    rows = tuple(replace(base, id=f"B-5/{n}", roll=f"{n}", depth=depth) for n, depth in enumerate(depths))
    deep = replace(made_up(1, 2), rows=rows, modifiers=(), notes=())
    parts = by_rows(deep, 200, 150, Looks())
    assert len(parts) > 2
    for part in parts:
        found = part.view.rows
        assert found[0].id == rows[0].id
        assert found[-1].depth > 0, "no row ends a part without those nested below it"
        assert all(after.depth <= before.depth + 1 for before, after in pairwise(found))
    told = [row.id for part in parts for row in part.view.rows]
    assert list(dict.fromkeys(told)) == [row.id for row in rows]
    assert all(part.height <= 150 for part in parts)


def test_columns_of_a_table_stand_alike_in_all_its_parts() -> None:
    base = made_up(2, 24, words="Walking hits: nose, pilot compartment")
    short = tuple(replace(row, cells=("Nose", "Tail")) for row in base.rows[14:])
    parts = by_rows(replace(base, rows=(*base.rows[:14], *short)), 240, 220, Looks())
    assert not any(row.depth for row in parts[-2].view.rows), "a part without nested rows, and with short cells alone"
    kinds = {tuple(column.align for column in part.rows.table.columns) for part in parts if part.rows}
    assert kinds == {("left", "left", "left")}


@pytest.mark.parametrize("paper", SIZES)
def test_modifiers_end_where_the_rows_above_them_do(paper: str) -> None:
    """In columns of a page and on cards; below a table of a whole page they would be too far from their words."""
    one = made_up(1, 3, words="Hit")
    column = (PAPERS[paper].width - 2 * MARGIN - reference.Plan().gap) / 2
    for width in (130.0, 190.0, column):
        (part,) = by_rows(one, width, 900, Looks())
        assert part.rows
        assert part.modifiers
        assert sum(part.modifiers.widths) == pytest.approx(sum(part.rows.widths))


def test_one_correction_to_several_rows_is_told_once_with_the_minus_of_print() -> None:
    queen = load("queen")
    notes = {name: printed_view(queen.tables[name], queen.say).notes for name in ("G-3", "G-10")}
    assert sum("St. Nazaire" in note for note in notes["G-3"]) == 1
    (told,) = [note for note in notes["G-3"] if "St. Nazaire" in note]
    assert told.startswith("42, 43 and 44: “")
    assert any("“−2” is printed" in note for note in notes["G-10"])
    assert meta_words(printed_view(queen.tables["BL-1-FEATHERING"], queen.say)).count("3–4") == 1


def test_a_table_is_cut_rather_than_much_of_a_column_left_white() -> None:
    first, second = (
        made_up(1, 20, words="Hit"),
        replace(made_up(1, 30, words="Miss"), id="B-6", title="What else is hit"),
    )
    third = replace(made_up(1, 30, words="Fire"), id="B-7", title="What burns")
    with Document(imprint()) as document:
        pages = reference.lay_out(document.paper, [Section("All", (first, second, third))], reference.Plan())
        reference.draw(document, "Tables", pages, reference.Plan())
    found = segments(text_of(document), [first, second, third])
    for one in (first, second, third):
        check(one, found[one.id])
    placed = [[piece.view.id for block, _ in page.placed for piece in block.pieces if isinstance(piece, SetView)]
              for page in pages]  # fmt: skip
    assert placed[0] == ["B-5", "B-6", "B-6", "B-7"]


def test_a_cell_that_fits_nowhere_is_an_error_naming_table_and_cell() -> None:
    with pytest.raises(PressError, match=r"B-5, row 1, 'Front 0': the word 'x{400} 2.0'|B-5: its longest words"):
        print_view(made_up(1, 2, words="x" * 400))
    with pytest.raises(PressError, match="B-5"):
        by_columns(made_up(4, 2, words="x" * 400), 200, Looks())
    with pytest.raises(PressError, match=r"B-5, row '2': it is higher than its page or card"):
        by_rows(made_up(1, 2, words="word " * 900), 200, 300, Looks())


def test_cards_go_on_over_as_many_as_a_table_needs() -> None:
    long = made_up(2, 30)
    with Document(imprint()) as document:
        setting = cards.best(document.paper, cards.stock("poker"))
        laid = deck.lay_out([Section("All", (long,))], setting.stock)
        deck.draw(document, Catalogue("Game", "", []), "Cards", laid, setting)
    text = text_of(document)
    assert re.search(r"\b1 of \d", text)
    check(long, segments(text, [long])["B-5"])


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("stock", ["poker", "bridge", "tarot", *cards.SHEETS])
def test_words_on_the_back_of_a_card_keep_clear_of_its_frame_and_none_stands_alone(stock: str, paper: str) -> None:
    with Document(imprint(), paper=PAPERS[paper]) as document:
        setting = cards.best(document.paper, cards.stock(stock, paper))
        laid = deck.lay_out([Section("All", (made_up(1, 2, words="Hit"),))], setting.stock)
        about = Catalogue("B-17: Queen of the Skies", "Solitaire missions of the Eighth Air Force", [])
        deck.draw(document, about, "Cards", laid, setting)
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        page = file.pages[1]
        frame = min((c for c in page.curves if c["stroke"]), key=lambda c: (c["linewidth"], c["top"], c["x0"]))
        sort = [char for char in page.chars if frame["x0"] - 20 < char["x0"] < frame["x1"] + 20]
        assert min(char["x0"] for char in sort) > frame["x0"] + 1.5 * MM
        assert max(char["x1"] for char in sort) < frame["x1"] - 1.5 * MM
        for line in page.crop((frame["x0"], 0, frame["x1"], page.height)).extract_text_lines():
            assert " " in line["text"], "no word stands alone"


def test_a_card_that_cannot_hold_a_table_says_which() -> None:
    setting = cards.best(PAPERS["a4"], cards.stock("poker"))
    sections = [Section("All", (made_up(1, 2, "x" * 90),))]
    with pytest.raises(PressError, match=r"B-5.* on a poker card"):
        deck.lay_out(sections, setting.stock)
