"""A corrected cell breaks no test of something else: tables are bent in turn, and the tests that read them run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bends import bent_project, is_bent, red_tests, with_rolls


def test_a_bent_table_has_a_roll_in_the_next_row_or_two_results_exchanged() -> None:
    rolls = {"rows": [{"roll": 1, "effects": ["a"]}, {"roll": "2-3", "effects": ["b"]}, {"roll": 4, "effects": ["c"]}]}
    assert is_bent(rolls)
    assert [row["roll"] for row in rolls["rows"]] == ["1-2", 3, 4]
    single = {"rows": [{"roll": 1, "effects": ["a"]}, {"roll": 2, "then": {"rows": [{"roll": 1}]}}, {"roll": 3}]}
    assert not is_bent(single)
    single["rows"][1]["effects"] = ["b"]
    assert is_bent(single)
    assert [row.get("effects") for row in single["rows"]] == [["b"], ["a"], None]


STORED = ("test_every_example_shows_what_it_is_stored_for",)
"""Tests of stored missions, which `combatbox change` renews after a correction."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project, in which tests run as in the gate."""
    with bent_project(tmp_path_factory.mktemp("bent")) as copy, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_ADDOPTS", "--gate")
        yield copy


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "table"), with_rolls())
def test_a_bent_table_breaks_no_test_that_does_not_quote_it(project: Path, game: str, table: str) -> None:
    red = red_tests(project, game, table)
    assert {test: reason for test, reason in red.items() if test.rpartition("::")[2] not in STORED} == {}
