"""Form fields: named, unique, labelled, in order, embedded, filled."""

from __future__ import annotations

import pytest

from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.style import PAPERS, style

from .conftest import make, read


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


def test_values_fill_fields_and_marks() -> None:
    pdf = make("fighter-attack", values={"bomber": "Belle (II)", "c-pilot": True})
    fields = read(pdf).get_fields() or {}
    assert fields["bomber"]["/V"] == "Belle (II)"
    assert fields["c-pilot"]["/V"] == "/On"
    assert fields["l-pilot"]["/V"] == "/Off"


def test_a_filled_sheet_has_no_fields_and_says_what_is_marked() -> None:
    pdf = make("fighter-attack", values={"bomber": "Łódź", "c-pilot": True}, fillable=False)
    assert not read(pdf).get_fields()
    assert "Łódź" in read(pdf).pages[0].extract_text()


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
        ("twice", "A", "there twice"),
        ("silent", " ", "needs a label"),
    ],
)
def test_bad_fields_are_refused(page, name: str, label: str, message: str) -> None:
    def draw(surface) -> None:
        surface.entry("twice", "Once", Box(50, 50, 80, 14), style("value"))
        surface.entry(name, label, Box(50, 80, 80, 14), style("value"))

    with pytest.raises(PressError, match=message):
        page(draw)


def test_a_value_that_a_field_cannot_show_or_hold_is_refused(page) -> None:
    def fill(value: str):
        return lambda s: s.entry("name", "Name", Box(50, 50, 60, 14), style("value"), value=value)

    with pytest.raises(PressError, match=r"field 'name': 'Łódź' has U\+0141.* print the sheet filled"):
        page(fill("Łódź"))
    with pytest.raises(PressError, match=r"field 'name': .*there are"):
        page(fill("a name much too long for its line"))
