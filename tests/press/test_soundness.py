"""Every paper is sound, and the checks of soundness find what they are there to find."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pikepdf
import pytest

from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.press.print_run import print_game
from combatbox.press.shop import PrintOptions

from . import built, queen, shop, skirmish
from .conftest import make
from .soundness import faults, syntax_faults, unsound

FILLED = {
    **{log: partial(shop.filled, log) for log in shop.LOGS},
    **{log: partial(queen.filled, log) for log in (*queen.MISSIONS, *queen.SHORT)},
    "the records of a tour": partial(queen.filled, "tour 12", only=queen.RECORDS),
    "a battle log": lambda paper: {"battle-log": skirmish.filled("log", 2, paper)},
}
"""The filled sheets of each kind on a paper."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("paper", shop.PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_blank_paper_is_sound(game: str, paper: str) -> None:
    printed = built.papers(game, paper).values()
    assert printed
    assert unsound(printed) == {}


@pytest.mark.sample(5)
@pytest.mark.parametrize("paper", shop.PAPERS)
@pytest.mark.parametrize("log", FILLED)
def test_filled_sheets_are_sound(log: str, paper: str) -> None:
    assert unsound(FILLED[log](paper).values()) == {}


@pytest.mark.thorough
def test_papers_for_a_print_shop_are_sound(tmp_path: Path) -> None:
    assert unsound(print_game(load("twentyfive"), tmp_path, "letter", job=PrintOptions(bleed=3))) == {}


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A sound sheet with form fields."""
    path = tmp_path / "sheet.pdf"
    path.write_bytes(make("fighter-attack"))
    return path


def test_a_sound_sheet_has_no_faults(sheet: Path) -> None:
    assert faults(sheet) == []


def test_a_sheet_without_language_tags_or_glyphs_is_found(sheet: Path) -> None:
    sheet.write_bytes(make("fighter-attack", values={"bomber": "日本"}, fillable=False))
    assert faults(sheet) == ["no glyph: □"]
    with pikepdf.open(sheet, allow_overwriting_input=True) as document:
        del document.Root.Lang, document.Root.StructTreeRoot
        document.save(sheet)
    found = " ".join(faults(sheet))
    assert "there is no structure tree" in found
    assert "no /Lang entry" in found


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


def test_no_test_runs_a_tool_that_pip_does_not_install() -> None:
    """PDFs are read by libraries, so that the tests pass on a machine without Poppler and qpdf."""
    tools = re.compile(r"[\"'](pdf(?:totext|toppm|tocairo|fonts|info|images)|qpdf|mutool|gs)[\"']")
    here = Path(__file__).parent.parent
    found = {path.relative_to(here): tools.findall(path.read_text(encoding="utf-8")) for path in here.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}
