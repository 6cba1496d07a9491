"""The folded reference: full panels in big type, in the order of play, that fold where they should."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise

import pdfplumber
import pytest
from pypdf import PdfReader

from combatbox.library.load import load
from combatbox.press import folded
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.folded import Folded
from combatbox.press.job import Job
from combatbox.press.shop import Shop, open_shop
from combatbox.press.style import MM, PAPERS, Edge
from combatbox.press.style import style as style_of

from .conftest import imprint
from .test_read_back import made_up

COLUMNS = 3
every_one = pytest.mark.parametrize(
    ("game", "paper"), [(g, p) for g in ("queen", "twentyfive", "skirmish") for p in PAPERS]
)


@cache
def shop(game: str, duplex: Edge = "long") -> Shop:
    return open_shop(load(game), job=Job(duplex=duplex))


@cache
def laid(game: str, paper: str) -> Folded:
    return folded.lay_out(PAPERS[paper], shop(game)._sections(), COLUMNS, ("Made by tests.", "On the web."))


@cache
def printed(game: str, paper: str, duplex: Edge = "long") -> bytes:
    (product,) = [one for one in shop(game).products if one.kind == "folded"]
    assert product.columns == COLUMNS
    with shop(game, duplex).document(product.title, paper, fillable=True) as document:
        shop(game, duplex).draw(product, document)
    return document.pdf()


@every_one
def test_panels_are_well_filled(game: str, paper: str) -> None:
    found = laid(game, paper)
    room = folded._room(PAPERS[paper], COLUMNS, len(found.sections), 2)
    filled = [panel.height / room.of(number) for number, panel in enumerate(found.panels)]
    assert max(filled) <= 1.0001
    assert min(filled) > 0.6
    assert sum(filled) / len(filled) > 0.8
    assert len(found.panels) % (2 * COLUMNS) == 0, "sheets are full on both sides"


@every_one
def test_type_is_big(game: str, paper: str) -> None:
    looks = {piece.view.looks for panel in laid(game, paper).panels for piece in panel.pieces}
    assert len(looks) == 1
    assert style_of(looks.pop().table).size >= 9


@every_one
def test_every_panel_names_its_step_and_tables_come_in_the_order_of_play(game: str, paper: str) -> None:
    found, sections = laid(game, paper), shop(game)._sections()
    order = [(section.title, view.id) for section in sections for view in section.tables]
    said: list[tuple[str, str]] = []
    for panel in found.panels:
        assert panel.pieces[0].section
        for piece in panel.pieces:
            step = piece.section or said[-1][0]
            if (step, piece.view.view.id) not in said[-1:]:
                said.append((step, piece.view.view.id))
    assert said == order
    begins = dict(found.sections)
    assert list(begins) == [section.title for section in sections]
    assert list(begins.values()) == sorted(begins.values())


@every_one
def test_nothing_stands_on_a_fold_or_near_an_edge(game: str, paper: str) -> None:
    width = PAPERS[paper].height
    folds = [width * n / COLUMNS for n in range(1, COLUMNS)]
    with pdfplumber.open(BytesIO(printed(game, paper))) as file:
        for page in file.pages[:2]:
            for char in page.chars:
                assert all(char["x1"] < fold - 6 * MM or char["x0"] > fold + 6 * MM for fold in folds), char
                assert 6 * MM < char["x0"] < page.width - 6 * MM
                assert 8 * MM < char["top"] < page.height - 8 * MM
            dashes = {round(line["x0"]) for line in page.lines if line["width"] < 0.1 and line["height"] > 10}
            assert {round(fold) for fold in folds} <= dashes


def numbers(pdf: bytes, page: int) -> dict[int, float]:
    """The panels' numbers on a page, and where across it they stand."""
    with pdfplumber.open(BytesIO(pdf)) as file:
        sheet = file.pages[page]
        upright = [char for char in sheet.chars if char["upright"] and char["matrix"][0] > 0]
        foot = [c for c in sheet.chars if (c["bottom"] > sheet.height - 11 * MM if upright else c["top"] < 11 * MM)]
        words = sheet.filter(lambda thing: thing in foot).extract_words()
        return {int(w["text"] if upright else w["text"][::-1]): w["x0"] for w in words if w["text"].isdigit()}


@pytest.mark.parametrize("duplex", ["short", "long"])
def test_backs_go_on_where_fronts_end_whichever_edge_the_sheet_is_turned_over(duplex: Edge) -> None:
    pdf = printed("twentyfive", "a4", duplex)
    front, back = numbers(pdf, 0), numbers(pdf, 1)
    assert sorted(front, key=front.__getitem__) == [1, 2, 3]
    # Over the long edge of a sheet that lies on its side the back comes out on its head.
    assert sorted(back, key=back.__getitem__, reverse=duplex == "long") == [4, 5, 6]


def test_cut_tables_are_headed_again_with_the_number_of_their_part() -> None:
    panels = laid("queen", "a4").panels
    parts: dict[str, list[str]] = {}
    for panel in panels:
        for piece in panel.pieces:
            heading = "".join(run.text for line in piece.view.heading for run in line)
            parts.setdefault(piece.view.view.id, []).append(heading)
            if piece.view.rows:
                assert piece.view.rows.head.height > 0
    cut = {name: headings for name, headings in parts.items() if len(headings) > 1}
    assert "B-3" in cut
    for name, headings in cut.items():
        assert headings[0].endswith(name)
        assert [heading.rpartition("part ")[2] for heading in headings[1:]] == [
            str(number) for number in range(2, len(headings) + 1)
        ]
    assert len(cut) < len(parts) / 2, "most tables stay whole"


def test_a_cut_leaves_two_rows_on_either_side_and_nested_rows_with_their_own() -> None:
    pieces = [piece.view.view for panel in laid("queen", "a4").panels for piece in panel.pieces]
    for one, after in pairwise(pieces):
        if one.id == after.id and one.headings == after.headings:
            assert len(one.rows) + len(one.modifiers) > 1
            assert len(after.rows) + len(after.modifiers) + len(after.notes) > 1
            assert not (after.rows and after.rows[0].depth)


def test_what_stands_below_a_table_cut_by_columns_stands_there_once() -> None:
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(printed("queen", "a4"))).pages)
    (gazetteer,) = [table for name, table in load("queen").tables.items() if name == "G-11"]
    for note in gazetteer.info.notes:
        assert len(re.findall(r"\s+".join(map(re.escape, note.split())), text)) == 1


def test_a_long_table_runs_over_panels_and_sheets() -> None:
    long = made_up(1, 400, words="Hit")
    found = folded.lay_out(PAPERS["a4"], [Section("All", (long,))], COLUMNS)
    rows = [row.id for panel in found.panels for piece in panel.pieces for row in piece.view.view.rows]
    assert rows == [row.id for row in long.rows]
    assert len(found.sides) > 3


def test_a_row_higher_than_a_panel_is_an_error_naming_table_and_row() -> None:
    wide = made_up(1, 2, words="word " * 900)
    with pytest.raises(PressError, match=r"B-5, row '2': it is higher than a panel"):
        folded.lay_out(PAPERS["a4"], [Section("All", (wide,))], COLUMNS)
    with pytest.raises(PressError, match="B-5"):
        folded.lay_out(PAPERS["a4"], [Section("All", (made_up(1, 2, words="x" * 400),))], COLUMNS)


def test_the_first_panel_says_what_is_where_and_which_tables_these_are() -> None:
    first = PdfReader(BytesIO(printed("queen", "letter"))).pages[0].extract_text()
    for title, panel in laid("queen", "letter").sections:
        assert re.search(rf"{re.escape(title)}\s+{panel}\b", first)
    assert "accessible web edition: " in " ".join(first.split())
    assert load("queen").digest[:8] in first


def test_more_air_where_there_is_room() -> None:
    few = replace(made_up(1, 12, words="Hit"), notes=())
    found = folded.lay_out(PAPERS["a4"], [Section("All", (few,))], 1)
    assert found.panels[0].pieces[0].view.looks.pad == pytest.approx(folded._LOOSEST)
    with Document(imprint()) as document:
        folded.draw(document, "Reference", found)
    assert len(PdfReader(BytesIO(document.pdf())).pages) == len(found.sides)
