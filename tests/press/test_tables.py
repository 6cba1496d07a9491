"""Tables and running matter: widths, refusals, pages, heads again, nothing lost."""

from __future__ import annotations

from io import BytesIO

import pdfplumber
import pytest

from combatbox.press import flowables, tables
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import Ink, style
from combatbox.press.tables import Column, Table

from .conftest import imprint, read, tree

NOSE = Table(
    [Column("2d6", align="centre", header=True), Column("Area"), Column("Effect")],
    [["2", "Norden sight", "Bomb run off target"], ["3–12", "Crew", "Roll on BL-4"]],
    place="P-1",
)


def long_table(rows: int) -> Table:
    return Table([Column("Roll", header=True), Column("Result")], [[str(n), f"row number {n}"] for n in range(rows)])


def points(*words: str) -> list[flowables.Point]:
    return list(map(flowables.Point, words))


def pages(blocks: list[flowables.Block], height: float = 400.0) -> bytes:
    with Document(imprint(), ink=Ink("saver")) as document:
        for frame in flowables.paginate(flowables.Flow(document).cut(blocks, 300), height):
            with document.page() as page:
                flowables.draw(page, page.body.top(height), frame)
    return document.pdf()


def test_a_table_is_read_back_from_the_page(page) -> None:
    pdf = page(lambda s: tables.SetTable(NOSE, s.body.width).draw(s, s.body))
    words = read(pdf).pages[0].extract_text()
    for part in ("Norden sight", "3–12", "Roll on BL-4"):
        assert part in words
    kinds = [kind for kind, _ in tree(pdf)]
    assert kinds.count("TR") == 3


def test_columns_get_what_their_words_need() -> None:
    narrow, *_ = tables.SetTable(NOSE, 300).widths
    assert narrow < 40
    assert sum(tables.SetTable(NOSE, 300).widths) == pytest.approx(300)
    table = tables.SetTable(NOSE, 300)
    assert all(len(table.cells[number][-1]) == 1 for number in range(1, len(NOSE.rows) + 1))


def test_short_results_stand_beside_what_gives_them() -> None:
    flak = Table([Column("Roll", align="centre", header=True), Column("Result")], [["1 or less", "No"], ["6", "Heavy"]])
    first, second = tables.SetTable(flak, 300).widths
    assert first < 60
    assert first + second == pytest.approx(300)


def test_a_long_list_of_rolls_runs_in_a_line_above_its_result() -> None:
    columns = [Column("", header=True), Column("")]
    long = "FW 190 at 12 High; FW 190 at 12 Level"  # the table is lowest beside a column of single rolls
    rows = [["16, 22, 26, 33, 36", "No attackers"], *([str(roll), long] for roll in range(41, 57))]
    way = tables.lowest([Table(columns, rows)], 186)
    above, below = way.cells[1]
    assert len(above) == 1
    assert [bool(line) for line in below] == [False, True]


def test_a_short_list_of_rolls_is_not_broken() -> None:
    rows = [
        ["16, 22", "No attackers"],
        *([str(roll), "FW 190 at 12 High; FW 190 at 12 Level"] for roll in range(41, 57)),
    ]
    way = tables.lowest([Table([Column("", header=True), Column("")], rows)], 186)
    assert len(way.cells[1][0]) == 1


def test_a_table_that_does_not_fit_names_itself() -> None:
    with pytest.raises(PressError, match="P-1: the longest words need"):
        tables.SetTable(NOSE, 60)


def test_a_word_too_wide_names_row_and_column() -> None:
    fixed = Table([Column("A", 1), Column("B", 1)], [["x", "y"], ["x", "Unterscharführerin"]], place="T-9")
    with pytest.raises(PressError, match="T-9, row 2, 'B': the word 'Unterscharführerin'"):
        tables.SetTable(fixed, 60)


def test_a_row_short_of_a_cell_is_refused() -> None:
    with pytest.raises(PressError, match="P-2: row 1 has 1 cells for 2 columns"):
        tables.SetTable(Table([Column("A"), Column("B")], [["x"]], place="P-2"), 100)


def test_a_long_table_runs_over_pages_with_its_heads_and_loses_no_row() -> None:
    pdf = pages([long_table(70)])
    sheets = read(pdf).pages
    assert len(sheets) > 2
    for sheet in sheets:
        assert "Roll" in sheet.extract_text()
    words = "\n".join(sheet.extract_text() for sheet in sheets)
    assert all(f"row number {n}\n" in words + "\n" for n in range(70))
    assert [kind for kind, _ in tree(pdf)].count("Table") == 1
    assert [kind for kind, _ in tree(pdf)].count(
        "TH"
    ) == 2 + 70  # a roll heads its row; heads repeated for the eye are artifacts


def test_a_heading_never_ends_a_page() -> None:
    line = style("text").leading
    for lines in range(20, 36):
        blocks = [
            flowables.Paragraph("word"),
            flowables.Picture(lambda s, b: None, lines * line),
            flowables.Heading("Last"),
            flowables.Paragraph("End."),
        ]
        with pdfplumber.open(BytesIO(pages(blocks, 36 * line))) as file:
            holders = [page for page in file.pages if "Last" in page.extract_text()]
            assert all("End." in page.extract_text() for page in holders)


def test_a_paragraph_leaves_no_single_line_behind() -> None:
    words = "alpha bravo charlie delta echo foxtrot golf hotel india juliet " * 4
    with Document(imprint()) as document:
        pieces = flowables.Flow(document).cut([flowables.Paragraph(words)], 200)
        for height in range(30, 120, 7):
            frames = flowables.paginate(pieces, float(height))
            assert all(len(frame) >= 2 for frame in frames)
            assert sum(len(frame) for frame in frames) == len(pieces)
        with document.page():
            pass


def frames(blocks: list[flowables.Block], height: float) -> list[list[flowables.FlowFragment]]:
    with Document(imprint()) as document:
        pieces = flowables.Flow(document).cut(blocks, 300)
        with document.page():
            pass
    return flowables.paginate(pieces, height)


@pytest.mark.parametrize(
    "after",
    [
        flowables.Paragraph("Table M-1", "pointer"),
        flowables.Bullets(points("one", "two")),
        long_table(2),
    ],
)
def test_what_a_paragraph_introduces_stands_on_its_page(after: flowables.Block) -> None:
    line = style("text").leading
    blocks: list[flowables.Block] = [
        flowables.Picture(lambda s, b: None, 10 * line),
        flowables.Paragraph("Read this:"),
        after,
    ]
    for lines in range(11, 24):
        found = frames(blocks, lines * line)
        assert len(found[0]) == 1 or len(found[0]) > 2, lines


def test_the_name_of_a_table_introduces_nothing() -> None:
    blocks: list[flowables.Block] = [flowables.Paragraph("Table M-1", "pointer"), flowables.Paragraph("Go on.")]
    with Document(imprint()) as document:
        pieces = flowables.Flow(document).cut(blocks, 300)
        with document.page():
            pass
    assert [piece.held for piece in pieces] == [False, False]


def test_the_first_and_the_last_point_of_a_list_do_not_stand_alone() -> None:
    line = style("text").leading
    for lines in range(3, 12):
        for frame in frames([flowables.Bullets(points(*map(str, range(11))))], lines * line * 1.4):
            assert len(frame) > 1, lines


def test_numbers_of_points_end_in_one_place_and_never_touch_the_words() -> None:
    with pdfplumber.open(BytesIO(pages([flowables.Bullets(points(*["Xx"] * 12), numbered=True)]))) as file:
        words = file.pages[0].extract_words(x_tolerance=1)
    marks = [word for word in words if word["text"].rstrip(".").isdigit() and word["text"].endswith(".")]
    starts = {round(word["x0"], 1) for word in words if word["text"] == "Xx"}
    assert len(marks) == 12
    assert len({round(mark["x1"], 1) for mark in marks}) == 1
    assert len(starts) == 1
    assert starts.pop() - marks[0]["x1"] >= 3


def test_lists_are_lists() -> None:
    kinds = [kind for kind, _ in tree(pages([flowables.Bullets(points("one", "two"), numbered=True)]))]
    assert kinds[1:] == ["L", "LI", "Lbl", "LBody", "LI", "Lbl", "LBody", "P", "Link"]


def test_a_block_higher_than_its_frame_is_refused() -> None:
    with pytest.raises(PressError, match="cannot be cut"):
        flowables.paginate([flowables.FlowFragment(500, lambda s, b: None)], 400)


def test_a_figure_that_has_no_room_lets_text_by_with_its_words_and_comes_where_there_is_room_again() -> None:
    line = style("text").leading
    figure = flowables.Picture(lambda s, b: None, 8 * line, held=True, floats=True)
    words = flowables.Paragraph("What it shows.", "note", floats=True)
    text = [flowables.Paragraph(f"{number}.") for number in range(12)]
    blocks = [flowables.Picture(lambda s, b: None, 6 * line), figure, words, figure, words, *text]
    found = frames(blocks, 20 * line)
    heights = [[round(piece.height / line) for piece in frame] for frame in found]
    assert heights[0][:2] == [6, 8], "the first has room"
    assert 8 not in heights[0][2:], "the second lets what follows by"
    assert len(heights[0]) > 4
    assert heights[1][0] == 8
    assert found[1][1].height == style("note").leading, "and takes its words along"


def test_a_figure_never_comes_between_the_lines_of_a_paragraph() -> None:
    line = style("text").leading
    long = flowables.Paragraph("alpha bravo charlie delta echo foxtrot golf hotel india juliet " * 12)
    figure = flowables.Picture(lambda s, b: None, 6 * line, floats=True)
    for lines in range(14, 30):
        for frame in frames([flowables.Picture(lambda s, b: None, 9 * line), figure, long, long], lines * line):
            at = next((number for number, piece in enumerate(frame) if piece.height == 6 * line), 0)
            assert at == 0 or at == len(frame) - 1 or frame[at + 1].before > 0, lines


def test_a_heading_whose_figure_has_no_room_goes_on_with_the_words_below_the_figure() -> None:
    line = style("text").leading
    figure = flowables.Picture(lambda s, b: None, 8 * line, held=True, floats=True)
    words = flowables.Paragraph("What it shows.", "note", floats=True)
    text = [flowables.Paragraph(f"{number}.") for number in range(9)]
    blocks = [flowables.Picture(lambda s, b: None, 9 * line), flowables.Heading("Fire"), figure, words, *text]
    first, second, *_ = frames(blocks, 16 * line)
    assert [piece.opens.words for piece in first if piece.opens] == ["Fire"]
    assert first[-1].opens is None, "with words below it"
    assert second[0].height == 8 * line
