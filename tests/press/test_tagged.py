"""The check of tagged PDF finds what is bent."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from pdfua.catalog import clause_summary, coverage
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject, TextStringObject

from combatbox.library import paths

from .conftest import imprint, make
from .tagged import findings


@cache
def sound() -> bytes:
    """The sheet that is bent below."""
    return make("fighter-attack")


def bent(bend: Callable[[PdfWriter, Any], None]) -> list[str]:
    """What is found in a sheet after a change to it; the change gets the file and all its elements."""
    writer = PdfWriter(clone_from=BytesIO(sound()))
    elements = []

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, dict) and "/S" in node:
            elements.append(node)
            for kid in node["/K"]:
                walk(kid)

    walk(writer.root_object["/StructTreeRoot"]["/K"][0])
    bend(writer, elements)
    out = BytesIO()
    writer.write(out)
    return findings(out.getvalue())


def first(elements: Any, kind: str) -> Any:
    return next(node for node in elements if node["/S"] == kind)


def relabel(kind: str, other: str) -> Callable[[PdfWriter, Any], None]:
    return lambda w, e: first(e, kind).__setitem__(NameObject("/S"), NameObject(other))


def without(key: str) -> Callable[[PdfWriter, Any], None]:
    return lambda w, e: w.root_object.__delitem__(key)


def drawing(change: Callable[[bytes], bytes]) -> Callable[[PdfWriter, Any], None]:
    def bend(writer: PdfWriter, elements: Any) -> None:
        page = writer.pages[0]
        stream = StreamObject()
        stream.set_data(change(page.get_contents().get_data()))  # type: ignore[union-attr]
        page[NameObject("/Contents")] = writer._add_object(stream)

    return bend


def entry(change: Callable[[Any], None]) -> Callable[[PdfWriter, Any], None]:
    """A change to the first field."""

    def bend(writer: PdfWriter, elements: Any) -> None:
        entries = (one.get_object() for one in writer.pages[0]["/Annots"])  # type: ignore[attr-defined]
        change(next(one for one in entries if "/T" in one))

    return bend


def swap(writer: PdfWriter, elements: Any) -> None:
    entries = writer.pages[0]["/Annots"]
    writer.pages[0][NameObject("/Annots")] = ArrayObject(
        reversed([list.__getitem__(entries, n) for n in range(len(entries))])
    )  # type: ignore[arg-type]


def test_the_sheet_that_is_bent_is_sound() -> None:
    assert bent(lambda writer, elements: None) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("bend", "message"),
    [
        (without("/StructTreeRoot"), "there is no structure tree"),
        (without("/AcroForm"), "page 1: bomber: a field that the form does not list"),
        (relabel("/H1", "/H2"), "H2 after no heading"),
        (relabel("/H1", "/P"), "no heading at all"),
        (relabel("/P", "/Heading"), "Heading: no standard kind of element"),
        (relabel("/TR", "/P"), "P inside Table"),
        (relabel("/TH", "/P"), "P inside TR"),
        (relabel("/P", "/TD"), "TD inside"),
        (lambda w, e: first(e, "/TH").__delitem__("/A"), "TH without a scope"),
        (lambda w, e: first(e, "/TR")["/K"].pop(), "Table with rows of"),
        (lambda w, e: first(e, "/P").__setitem__(NameObject("/K"), ArrayObject()), "P with nothing in it"),
        (lambda w, e: first(e, "/P").__setitem__(NameObject("/P"), first(e, "/H1")), "its /P leads elsewhere"),
        (lambda w, e: first(e, "/Form").__setitem__(NameObject("/K"), ArrayObject()), "is not in the tree"),
        (lambda w, e: w.pages[0].__delitem__("/Tabs"), "the tabulator does not follow the structure"),
        (lambda w, e: w.pages[0].__delitem__("/StructParents"), "page 1: mark 0 does not lead back"),
        (swap, "the tabulator goes another way than reading does"),
        (entry(lambda one: one.__delitem__("/TU")), "a field without a label"),
        (entry(lambda one: one.__setitem__(NameObject("/T"), TextStringObject("mission"))), "with the same one"),
        (entry(lambda one: one.__setitem__(NameObject("/StructParent"), NumberObject(0))), "does not lead back"),
        (drawing(lambda data: data + b"\n0 0 9 9 re f\n"), "something is drawn (f) that is neither"),
        (drawing(lambda data: data + b"\nBT (loose) Tj ET\n"), "something is drawn (Tj) that is neither"),
        (drawing(lambda data: data + b"\n/P <</MCID 9999>> BDC EMC\n"), "mark 9999 is not in the tree"),
        (drawing(lambda data: data + b"\n/P <</MCID 0>> BDC EMC\n"), "a mark's number is there twice"),
        (drawing(lambda data: data + b"\n/P <</MCID 9999>> BDC\n"), "a mark never ends"),
        (drawing(lambda data: data + b"\nEMC\n"), "a mark ends that never began"),
        (drawing(lambda data: data + b"\n/P BMC EMC\n"), "a mark without a number"),
        (drawing(lambda data: data.replace(b"/Artifact", b"/P <</MCID 9998>> BDC /Artifact", 1)), "inside other content"),
        (drawing(lambda data: b""), "the tree has a mark 0 that is on no page"),
    ],
)  # fmt: skip
def test_what_is_bent_is_found(bend: Callable[[PdfWriter, Any], None], message: str) -> None:
    assert any(message in found for found in bent(bend))


def test_letters_in_strings_are_not_taken_for_drawing() -> None:
    assert bent(drawing(lambda data: data + b"\n/Artifact <</Type /Layout>> BDC BT (f \\) EMC) Tj ET EMC\n")) == []


def test_an_element_that_nothing_was_drawn_into_is_left_out() -> None:
    from combatbox.press.document import Document
    from combatbox.press.style import style

    with Document(imprint()) as document, document.page(bookmark="One") as page:
        page.canvas.plan("Sect").plan("P")
        page.text("Title", page.body.top(30), style("title"), tag="H1")
    reader = PdfReader(BytesIO(document.pdf()))
    kids = reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0]["/K"]
    assert "/Sect" not in [kid.get_object().get("/S") for kid in kids]
    assert findings(document.pdf()) == []


def test_faces_must_be_embedded_and_readable() -> None:
    def bend(key: str) -> Callable[[PdfWriter, Any], None]:
        def change(writer: PdfWriter, elements: Any) -> None:
            for one in writer._objects:
                if isinstance(one, DictionaryObject) and one.get("/Type") == "/Font" and "/ToUnicode" in one:
                    holder = one if key in one else one["/FontDescriptor"]
                    holder.pop(key, None)  # type: ignore[union-attr]

        return change

    assert any("is not embedded" in found for found in bent(bend("/FontFile2")))
    facts = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    helvetica = DictionaryObject({NameObject(key): NameObject(value) for key, value in facts.items()})
    assert "/Helvetica is not embedded" in bent(lambda writer, elements: writer._add_object(helvetica))
    assert any("does not say which letters" in found for found in bent(bend("/ToUnicode")))


def test_the_page_about_us_says_which_rules_of_pdf_ua_no_checker_has_looked_at() -> None:
    text = " ".join((paths.root() / "site" / "about.md").read_text(encoding="utf-8").split())
    clauses = {clause: (checked, total) for clause, checked, total in clause_summary()}
    assert f"Of the {coverage().total} rules" in text
    assert f"the tests look at {coverage().covered}," in text
    none, some = re.search(r"any rule of clauses (.*?), and at not all of (.*?)\. Files", text).groups()  # type: ignore[union-attr]
    assert re.findall(r"[\d.]+\d", none) == [clause for clause, (checked, _) in clauses.items() if not checked]
    assert re.findall(r"[\d.]*\d", some) == [
        clause for clause, (checked, total) in clauses.items() if 0 < checked < total
    ]
