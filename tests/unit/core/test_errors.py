"""Errors of worker processes arrive as they were raised."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError, DataError, Problem, ReplayMismatch, UnknownName
from combatbox.press.errors import PapersFailed

RAISED = [
    CombatBoxError("file: is wrong; correct it"),
    DataError([Problem("tables/a.yaml", 3, "unknown key 'x'")]),
    UnknownName("table", "wnig", ["wing"]),
    ReplayMismatch("step 1", "a hit", "a miss"),
    PapersFailed({"tables-a4.pdf": "a cell is too long"}, [Path("cards-a4.pdf")]),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_is_pickled_with_its_message_and_attributes(error: CombatBoxError) -> None:
    received = pickle.loads(pickle.dumps(error))
    assert (type(received), str(received), received.exit_code) == (type(error), str(error), error.exit_code)
    assert vars(received) == vars(error)
