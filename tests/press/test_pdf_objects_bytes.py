"""What we write in ReportLab's place is to the byte what it would write."""

from __future__ import annotations

from typing import Any

import pytest
from reportlab.pdfbase.pdfdoc import DummyDoc, PDFArray, PDFDictionary, PDFName, PDFString

from combatbox.press import pdf_objects

THINGS = {
    "whole numbers": PDFArray([0, 1, -7, 65535, 123456789]),
    "numbers with a point": PDFArray([1.0, 0.5, -0.25, 1e-9, 841.89, 12345.678901]),
    "true is no number": PDFArray([True, 1, 1.0]),
    "names with strange letters": PDFDictionary({"A b": PDFName("x#y"), "é": PDFName("(")}),
    "texts": PDFArray([PDFString("plain"), PDFString("(in) brackets\\"), PDFString("Köln – ₂"), PDFString("")]),
    "letters that are no text": PDFArray(["/Name", "true", "é", "x" * 500, b"\xff\x00", None]),
    "exactly a line of entries": PDFDictionary(dict.fromkeys("abcdef", 1)),
    "more entries than a line has": PDFDictionary(dict.fromkeys("gfedcba", 1)),
    "more parts than a line has": PDFArray(range(21)),
    "nothing at all": PDFArray([PDFDictionary(), PDFArray([])]),
    "one within another": PDFDictionary({"K": PDFArray([PDFDictionary({"S": PDFName("URI"), "V": 2.5})])}),
}


@pytest.mark.parametrize("name", THINGS)
def test_a_thing_is_written_as_reportlab_writes_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thing, ours = THINGS[name], pdf_objects.written(THINGS[name], DummyDoc())
    monkeypatch.setattr("reportlab.pdfbase.pdfdoc.format", pdf_objects._format)
    assert pdf_objects._format(thing, DummyDoc()) == ours


def test_an_entry_to_a_line_where_reportlab_was_configured_so(monkeypatch: pytest.MonkeyPatch) -> None:
    thing: Any = PDFDictionary({"A": 1, "B": 2})
    thing.multiline = "forced"
    assert pdf_objects.written(thing, DummyDoc()).count(b"\n") == 3
