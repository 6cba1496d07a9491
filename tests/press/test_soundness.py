"""The checks of soundness find what they are there to find."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from .conftest import make
from .soundness import fonts, syntax_faults


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sound sheet with form fields."""
    path = tmp_path / "sheet.pdf"
    path.write_bytes(make("fighter-attack"))
    return path


def test_a_sound_sheet_has_no_syntax_faults(sheet: Path) -> None:
    assert syntax_faults(sheet) == []


def test_wrong_offsets_of_objects_are_found(sheet: Path) -> None:
    data = sheet.read_bytes()
    sheet.write_bytes(data.replace(b"\n", b"\n% moved by a line\n", 1))
    assert syntax_faults(sheet)


def test_a_damaged_stream_is_found(sheet: Path) -> None:
    with pikepdf.open(sheet) as document:
        page = document.pages[0]
        contents = page.Contents
        stream = contents[0] if isinstance(contents, pikepdf.Array) else contents
        stream.write(b"not deflated", filter=pikepdf.Name.FlateDecode)
        document.save(sheet.with_name("damaged.pdf"))
    assert syntax_faults(sheet.with_name("damaged.pdf"))


def test_a_truncated_file_is_found(sheet: Path) -> None:
    data = sheet.read_bytes()
    sheet.write_bytes(data[: len(data) // 2])
    assert syntax_faults(sheet)
    sheet.write_bytes(b"%PDF-1.7\n")
    assert syntax_faults(sheet)


def test_a_font_without_its_file_is_found(sheet: Path) -> None:
    assert fonts(sheet)
    assert all(fonts(sheet).values())
    bare = sheet.with_name("bare.pdf")
    with pikepdf.open(sheet) as document:
        document.pages[0].Resources.Font["/Other"] = document.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        )
        document.save(bare)
    assert [name for name, embedded in fonts(bare).items() if not embedded] == ["/Helvetica"]


def test_no_test_runs_a_tool_that_pip_does_not_install() -> None:
    """PDFs are read by libraries, so that the tests pass on a machine without Poppler and qpdf."""
    tools = re.compile(r"[\"'](pdf(?:totext|toppm|tocairo|fonts|info|images)|qpdf|mutool|gs)[\"']")
    here = Path(__file__).parent.parent
    found = {path.relative_to(here): tools.findall(path.read_text(encoding="utf-8")) for path in here.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}
