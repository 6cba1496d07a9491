"""A stored playthrough is flown again step by step; after a correction, only the steps that follow from it change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.bends import bend, table_file

from combatbox.core.dice import ListedDice
from combatbox.core.errors import ReplayMismatch
from combatbox.library import paths
from combatbox.library.load import load
from combatbox_dev.consequences import lines_that_differ
from combatbox_dev.playthroughs import FEW, ListedPlay, Step, renewed

STEPS = [Step(1, "A", (1,)), Step(2, "B", (2,)), Step(3, "A", (3,)), Step(4, "C", (4,))]


def test_a_flight_that_departs_leaves_out_what_it_lacks_and_goes_on_with_the_rest() -> None:
    play = ListedPlay(STEPS, ListedDice([6]))
    assert [play.throw(1, table, "") for table in "AADC"] == [(1,), (3,), (6,), (4,)]


def test_a_flight_that_may_not_depart_stops_at_the_first_step_that_does_not_fit() -> None:
    play = ListedPlay(STEPS)
    assert play.throw(1, "A", "") == (1,)
    with pytest.raises(ReplayMismatch, match="line 2"):
        play.throw(1, "A", "")


def test_after_a_corrected_cell_a_playthrough_goes_on_as_before_with_other_faces(tmp_path: Path) -> None:
    table = tmp_path / "queen" / "bl-3.yaml"
    table.parent.mkdir()
    shutil.copy(table_file(paths.root(), "queen", "BL-3"), table)
    bend(table)
    book, counts = load("queen", tmp_path), []
    for path in sorted((paths.root() / "tests/playthroughs/queen").glob("*.txt")):
        if "\nBL-3: " in (text := path.read_text(encoding="utf-8")):
            counts.append(lines_that_differ(text, renewed(book, path).text))
    assert any(counts)
    assert max(counts) <= FEW
