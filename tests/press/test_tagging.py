"""Tagged PDF: the structure tree, the metadata, the checkers, the same bytes every time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfdoc import DummyDoc, PDFArray, PDFDictionary

from combatbox.press.style import Box, style
from combatbox.press.tagging import written

from .conftest import WEB, make, read, tree

MAKER = """
import hashlib, sys
sys.path.insert(0, {here!r})
from conftest import make
print(hashlib.sha256(make("fighter-attack", values={{"bomber": "Really Ready"}})).hexdigest())
"""


def test_tree_holds_headings_pictures_tables_and_fields_in_reading_order() -> None:
    kinds = [kind for kind, _ in tree(make("fighter-attack"))]
    assert kinds[:2] == ["Document", "H1"]
    assert kinds.count("Figure") == 3 + 4
    assert kinds.count("Table") == 2
    assert kinds.count("Form") == len(read(make("fighter-attack")).get_fields() or {})
    assert kinds.index("H1") < kinds.index("Figure") < kinds.index("Table")


def test_pictures_have_alternatives_and_heads_have_scopes() -> None:
    elements = tree(make("fighter-attack"))
    assert all(node.get("/Alt") for kind, node in elements if kind == "Figure")
    assert {node["/A"]["/Scope"] for kind, node in elements if kind == "TH"} == {"/Column", "/Row"}


def test_every_page_and_annotation_leads_back_to_the_tree() -> None:
    reader = read(make("mission-record"))
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    keys = numbers[::2]
    assert keys == sorted(keys)
    for sheet in reader.pages:
        assert sheet["/StructParents"] in keys
        assert sheet["/Tabs"] == "/S"
        assert all(annotation.get_object()["/StructParent"] in keys for annotation in sheet["/Annots"])


def test_metadata_and_bookmarks() -> None:
    reader = read(make("mission-record"))
    assert reader.metadata
    assert reader.metadata.title == "Mission Record Sheet"
    assert reader.metadata.author == "Combat Box"
    assert "0123456789abcdef" in reader.metadata["/Keywords"]
    assert reader.trailer["/Root"]["/Lang"] == "en-GB"
    assert [entry.title for entry in reader.outline] == ["Mission Record Sheet"]
    assert reader.xmp_metadata
    assert reader.xmp_metadata.dc_title == {"x-default": "Mission Record Sheet"}


def test_the_foot_says_what_where_from_and_where_else() -> None:
    reader = read(make("mission-record"))
    words = reader.pages[0].extract_text()
    for part in ("Combat Box", "unofficial companion", "version 0.0.1", "tables 01234567", WEB):
        assert part in words
    links = [a.get_object() for a in reader.pages[0]["/Annots"] if a.get_object()["/Subtype"] == "/Link"]
    assert [link["/A"]["/URI"] for link in links] == [WEB]


def test_same_bytes_in_two_processes() -> None:
    def digest(seed: str) -> str:
        code = MAKER.format(here=str(Path(__file__).parent))
        run = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        return run.stdout.strip()

    here = hashlib.sha256(make("fighter-attack", values={"bomber": "Really Ready"})).hexdigest()
    assert {digest("1"), digest("2")} == {here}


def test_content_inside_content_is_refused(page) -> None:
    def draw(surface) -> None:
        with surface.figure("a picture"):
            surface.text("words", Box(50, 50, 100, 20), style("text"))

    with pytest.raises(RuntimeError, match="P drawn inside other content"):
        page(draw)


def test_lines_of_a_paragraph_do_not_run_together(page) -> None:
    words = "alpha bravo charlie delta echo foxtrot golf hotel india juliet"
    pdf = page(lambda s: s.paragraph(words, Box(50, 50, 90, 200), style("text")))
    assert words in " ".join(read(pdf).pages[0].extract_text().split())


def test_dictionaries_and_lists_of_python_are_written_as_those_of_reportlab() -> None:
    plain = {"Köln": ["/Name", True, 1.5, None], "K": [{}, []]}
    theirs = PDFDictionary(
        {"Köln": PDFArray(["/Name", True, 1.5, None]), "K": PDFArray([PDFDictionary(), PDFArray([])])}
    )
    assert written(plain, DummyDoc()) == written(theirs, DummyDoc())
