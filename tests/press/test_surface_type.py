"""What is printed on sheets and boards can be read: no letter is too small, no line too thin for a home printer."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float, c_int
from dataclasses import replace
from math import hypot
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
import pytest

from combatbox.press.document import Document
from combatbox.press.style import HAIR, Box, style
from combatbox.press.surface import Surface

from . import built, queen, shop
from .conftest import imprint
from .test_boards import PRODUCTS, printed

LEAST = 6.5  # points
INSIDE = 6.0  # in the circles of a drawing and in the narrow cells of a long record


def sizes(page: pdfium.PdfPage) -> Iterator[tuple[float, float]]:
    """The size of each letter of a page, and how far from its top it stands: asked of pdfium, which takes a fiftieth of the time."""
    letters, matrix = page.get_textpage(), pdfium_c.FS_MATRIX()
    for index in range(letters.count_chars()):
        if not pdfium_c.FPDFText_IsGenerated(letters, index):
            pdfium_c.FPDFText_GetMatrix(letters, index, matrix)
            size = pdfium_c.FPDFText_GetFontSize(letters, index) * hypot(matrix.c, matrix.d)
            yield size, page.get_height() - letters.get_charbox(index)[3]


def strokes(page: pdfium.PdfPage) -> Iterator[float]:
    """The weight of each line that a page draws."""
    fill, stroke, weight = c_int(), c_int(), c_float()
    for shape in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_PATH], max_depth=9):
        pdfium_c.FPDFPath_GetDrawMode(shape, fill, stroke)
        if stroke.value:
            pdfium_c.FPDFPageObj_GetStrokeWidth(shape, weight)
            yield weight.value


def pages(path: Path) -> Iterator[pdfium.PdfPage]:
    document = pdfium.PdfDocument(path)
    yield from document
    document.close()


def too_fine(path: Path, least: float = INSIDE) -> list[str]:
    """Letters below the least size and lines below a hairline, each once."""
    found = set()
    for page in pages(path):
        found |= {f"letters of {size:.2f} pt" for size, _ in sizes(page) if size < least - 0.01}
        found |= {f"a line of {weight:.2f} pt" for weight in strokes(page) if weight < HAIR - 0.001}
    return sorted(found)


def test_what_is_too_fine_is_found(tmp_path: Path) -> None:
    def page(surface: Surface) -> None:
        surface.text("small", Box(20, 20, 100, 20), replace(style("text"), size=5))
        with surface.placed(Box(50, 50, 100, 100), turned=True) as card:
            card.text("smaller", Box(0, 0, 100, 20), replace(style("text"), size=4))
            card.line(0, 50, 100, 50, weight=HAIR / 2)

    with Document(imprint()) as document, document.page(bookmark="Page") as surface:
        page(surface)
    (tmp_path / "fine.pdf").write_bytes(document.pdf())
    assert too_fine(tmp_path / "fine.pdf") == [
        f"a line of {HAIR / 2:.2f} pt",
        "letters of 4.00 pt",
        "letters of 5.00 pt",
    ]


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_on_blank_sheets_and_boards_is_too_fine(paper: str) -> None:
    sheets = [queen.blank(name, paper) for name in queen.SHEETS] + [printed(name, paper) for name in PRODUCTS]
    sheets += [shop.blank(paper)[name] for name in ("mission-record", "fighter-attack")]
    assert {path.name: found for path in sheets if (found := too_fine(path))} == {}


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_that_has_room_is_smaller_than_six_and_a_half_points(paper: str) -> None:
    sheets = [shop.blank(paper)[name] for name in shop.PRODUCTS if name not in ("fighter-attack", "twentyfive-bundle")]
    sheets += [printed("counters", paper), queen.blank("composite-record", paper)]
    assert {path.name: found for path in sheets if (found := too_fine(path, LEAST))} == {}


@pytest.mark.sample(1)
@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_on_filled_sheets_is_too_fine(paper: str) -> None:
    sheets = [
        *queen.filled("miss-cue", paper).values(),
        queen.filled("tour 12", paper, queen.RECORDS)["composite-record"],
    ]
    sheets += [queen.filled("292/18", paper)["mission-chart"], *shop.filled("really-ready", paper).values()]
    assert {path.name: found for path in sheets if (found := too_fine(path))} == {}


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_type_is_eight_points_on_cards_and_but_for_the_foot_on_aids(paper: str) -> None:
    for game in ("twentyfive", "queen", "superfort", "skirmish"):
        for page in pages(built.blank(game, "table-cards", paper)):
            found = [size for size, top in sizes(page) if top < page.get_height() - 60]  # above the foot of the sheet
            assert sum(size < 7.99 for size in found) <= 0.1 * len(found), (game, min(found))
    assert too_fine(shop.blank(paper)["table-cards"], 7.0) == []
    for page in pages(shop.blank(paper)["player-aids"]):
        small = [top for size, top in sizes(page) if size < 7.99]
        assert small
        assert min(small) > page.get_height() - 60, "the foot alone"
