"""The guide *Make a variant* works: its variant flies, prints and is verified."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.guide_reader import Reader

from combatbox.library.load import load

PAGE = "site/authors/your-variant.md"


@pytest.mark.thorough
def test_the_page_is_followed_step_by_step_and_all_of_it_works(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    assert reader.follow(PAGE) > 15
    book = load("winter", tmp_path / "my-variants")
    assert book.tables["M-1"].columns["fw190a8"] == "FW 190 A-8"
    assert book.places["zone.cover"].tables == ("G-5", "G-5-FEBRUARY")
    assert "Munster" in book.constants["cities"]
    assert "Meaulte" not in book.constants["cities"]
    printed = {path.name for path in (tmp_path / "papers" / "winter").glob("*.pdf")}
    assert {"mission-chart-a4.pdf", "fighter-cards-a4.pdf", "strategic-board-a4.pdf", "rules-a4.pdf"} < printed
    shown = subprocess.run(
        [sys.executable, "-m", "combatbox", "verify", "winter", "--tables", "my-variants"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=reader.environment, timeout=300,
    ).stdout  # fmt: skip
    assert "FAIL" not in shown
    assert not re.search(r"5-guns\.md:\d", shown)  # The section of this gun fits it.
