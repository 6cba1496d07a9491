"""What the press tests share: an imprint, a one-page maker, the demo layouts and their data."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from combatbox.library import paths
from combatbox.press import layout
from combatbox.press.document import Document
from combatbox.press.surface import Surface
from combatbox.press.tables import Column, Table
from combatbox.press.tagging import Imprint

SHEETS = Path(__file__).parent / "sheets"
CREW = (
    "bombardier",
    "navigator",
    "pilot",
    "copilot",
    "engineer",
    "radio",
    "ball",
    "left-waist",
    "right-waist",
)
WEB = "https://example.org/combatbox/"


def imprint(title: str = "A sheet") -> Imprint:
    return Imprint("", title, "Pages made by tests", "0.0.1", lambda: "0123456789abcdef", WEB)


def sheet_data() -> dict[str, Any]:
    """What the demo layouts ask for."""
    names = (*CREW, "tail")
    key = Table(
        [Column("Die", align="centre", header=True), Column("Front"), Column("Rear")],
        [[str(die), f"Man {die}", f"Gunner {die}"] for die in range(1, 7)],
        style="dense",
    )
    return {
        "crew": [{"id": name, "name": name, "short": name[0].upper()} for name in names],
        "bombers": [{"id": id_, "name": name} for id_, name in (("l", "Left"), ("c", "Centre"), ("r", "Right"))],
        "passes": [{"id": f"{letter}{n}", "fighter": f"{n}{letter}"} for letter in "ABC" for n in range(1, 5)],
        "key": key,
    }


def make(name: str, *, values: dict[str, layout.Value] | None = None, **options: Any) -> bytes:
    """A demo sheet as a PDF."""
    sheet = layout.load(SHEETS / f"{name}.yaml")
    with Document(imprint(sheet.title.words), **options) as document:
        layout.render(sheet, document, sheet_data(), values=values)
    return document.pdf()


def read(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


def tree(pdf: bytes) -> list[tuple[str, Any]]:
    """The structure tree, flat: the kind of each element in reading order, and its dictionary."""

    def walk(node: Any) -> list[tuple[str, Any]]:
        node = node.get_object()
        if not isinstance(node, dict) or "/S" not in node:
            return []
        kids = node.get("/K", [])
        return [(str(node["/S"])[1:], node), *(found for kid in kids for found in walk(kid))]

    root = read(pdf).trailer["/Root"]["/StructTreeRoot"]
    return [found for kid in root["/K"] for found in walk(kid)]


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sheets of all games, which papers are made from."""
    copy = Path(shutil.copytree(paths.sheets(), tmp_path / "sheets"))
    monkeypatch.setattr("combatbox.library.paths.sheets", lambda: copy)
    return copy


@pytest.fixture
def page() -> Callable[[Callable[[Surface], None]], bytes]:
    """Draw one page and give back its file."""

    def draw(what: Callable[[Surface], None], **options: Any) -> bytes:
        with Document(imprint(), **options) as document, document.page(bookmark="Page") as surface:
            what(surface)
        return document.pdf()

    return draw
