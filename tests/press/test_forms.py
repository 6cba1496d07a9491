"""Form fields: named, unique, labelled, in order, embedded, filled."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from pypdf import PdfWriter

from combatbox.press import layout
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import PAPERS, Box, style

from .conftest import imprint, make, read

SHARP = 2
"""Pixels a point."""


def test_fields_are_named_labelled_and_in_the_order_of_the_sheet() -> None:
    fields = read(make("mission-record")).get_fields() or {}
    names = list(fields)
    assert names[:5] == ["bomber", "date", "position-1-l", "position-1-c", "position-1-r"]
    assert len(names) == 2 + 25 * 9
    assert fields["flak-7-c"]["/TU"] == "Mission 7, flak die, C"


def test_field_font_is_embedded() -> None:
    form = read(make("mission-record")).trailer["/Root"]["/AcroForm"]
    font = form["/DR"]["/Font"]["/ArchivoNarrow-Form"]
    assert len(font["/FontDescriptor"]["/FontFile2"].get_data()) > 10_000


def test_each_filled_field_has_a_stream_of_its_own_and_long_words_shrink() -> None:
    writer = PdfWriter(clone_from=BytesIO(make("mission-record")))
    written = {"position-1-l": "3", "position-1-c": "5", "position-1-r": "12"}  # places of one size
    writer.update_page_form_field_values(writer.pages[0], written, auto_regenerate=False)
    fields = {
        str(one["/T"]): one for one in (entry.get_object() for entry in writer.pages[0]["/Annots"]) if "/T" in one
    }
    for name, value in written.items():
        stream = fields[name]["/AP"]["/N"].get_object().get_data()
        assert f"({value})".encode() in stream, name
    assert b"(5)" not in fields["position-2-c"]["/AP"]["/N"].get_object().get_data()
    assert " 0 Tf" in fields["bomber"]["/DA"], "as large as there is room for"


def picture_of(path: Path) -> Image.Image:
    """Draw the first page with its fields as PDFium shows it, `SHARP` pixels a point."""
    with closing(pypdfium2.PdfDocument(path)) as pdf:
        pdf.init_forms()
        return pdf[0].render(scale=SHARP).to_pil().convert("L")


def test_what_is_typed_into_a_field_is_shown_there_and_nowhere_else(tmp_path: Path) -> None:
    """By PDFium, of what pypdf has written; Poppler, MuPDF and pdf.js 5.6 were asked by hand, of every record sheet."""
    written = {"bomber": "Really Ready", "position-1-l": "3", "position-1-c": "5", "position-2-r": "12"}
    blank, filled = tmp_path / "blank.pdf", tmp_path / "filled.pdf"
    blank.write_bytes(make("mission-record"))
    writer = PdfWriter(clone_from=blank)
    writer.update_page_form_field_values(writer.pages[0], written, auto_regenerate=False)
    writer.write(filled)
    before, after = picture_of(blank), picture_of(filled)
    change = ImageChops.difference(before, after).point(lambda light: 255 * (light > 60))
    changed = set()
    for widget in (one.get_object() for one in read(blank.read_bytes()).pages[0]["/Annots"]):
        left, low, right, high = (float(side) * SHARP for side in widget["/Rect"])
        box = (round(left) + 1, round(after.height - high) + 1, round(right) - 1, round(after.height - low) - 1)
        if change.crop(box).getbbox():
            changed.add(str(widget["/T"]))
    assert changed == set(written)


def test_what_is_known_is_printed_and_the_rest_stays_fillable() -> None:
    values = {"bomber": "Łódź (II)", "c-pilot": True, "l-pilot": False}
    pdf = make("fighter-attack", values=values)
    assert set(read(make("fighter-attack")).get_fields() or {}) - set(read(pdf).get_fields() or {}) == set(values)
    assert "Łódź (II)" in read(pdf).pages[0].extract_text()


def test_a_sheet_that_is_not_fillable_has_no_fields() -> None:
    assert not read(make("fighter-attack", fillable=False)).get_fields()


def test_copies_of_a_sheet_in_one_file_have_fields_of_their_own() -> None:
    sheet = layout.read('title: T\npages: [{body: [{field: "note", label: A note}]}]', "t.yaml")
    with Document(imprint()) as document:
        for key in ("", "mission-3", "mission-4"):
            layout.render(sheet, document, {}, key=key)
    fields = read(document.pdf()).get_fields() or {}
    assert {name: field["/TU"] for name, field in fields.items()} == {
        "note": "A note",
        "mission-3-note": "Mission 3: A note",
        "mission-4-note": "Mission 4: A note",
    }


@pytest.mark.parametrize("paper", PAPERS)
def test_boxes_of_the_page(paper: str) -> None:
    (sheet,) = read(make("mission-record", paper=PAPERS[paper])).pages
    size = [pytest.approx(side, abs=0.01) for side in PAPERS[paper].size()]
    assert [*sheet.mediabox][2:] == size
    assert [*sheet.trimbox][2:] == size


@pytest.mark.parametrize(
    ("name", "label", "message"),
    [
        ("a.b", "A", "letters, digits"),
        ("twice", "A", "is defined twice"),
        ("silent", " ", "needs a label"),
    ],
)
def test_bad_fields_are_refused(page, name: str, label: str, message: str) -> None:
    def draw(surface) -> None:
        surface.entry("twice", "Once", Box(50, 50, 80, 14), style("value"))
        surface.entry(name, label, Box(50, 80, 80, 14), style("value"))

    with pytest.raises(PressError, match=message):
        page(draw)
