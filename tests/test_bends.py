"""A corrected cell breaks no test of something else: the tables of a game are bent, and its tests run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.bends import bent_project, is_bent, red_tests, with_rolls

from combatbox.games import GAMES


def test_a_bent_table_has_a_roll_in_the_next_row_or_two_results_exchanged() -> None:
    rolls = {"rows": [{"roll": 1, "effects": ["a"]}, {"roll": "2-3", "effects": ["b"]}, {"roll": 4, "effects": ["c"]}]}
    assert is_bent(rolls)
    assert [row["roll"] for row in rolls["rows"]] == ["1-2", 3, 4]
    single = {"rows": [{"roll": 1, "effects": ["a"]}, {"roll": 2, "then": {"rows": [{"roll": 1}]}}, {"roll": 3}]}
    assert not is_bent(single)
    single["rows"][1]["effects"] = ["b"]
    assert is_bent(single)
    assert [row.get("effects") for row in single["rows"]] == [["b"], ["a"], None]


def test_a_bent_table_that_is_clamped_around_a_border_has_it_one_roll_lower() -> None:
    table: dict[str, Any] = {"clamp": [3, 4], "rows": [{"roll": 3, "effects": ["a"]}, {"roll": 4, "effects": ["b"]}]}
    assert is_bent(table)
    assert table == {"clamp": [2, 4], "rows": [{"roll": 2, "effects": ["a"]}, {"roll": "3-4", "effects": ["b"]}]}


def test_what_is_corrected_and_a_floor_follow_a_bent_row() -> None:
    table: dict[str, Any] = {
        "floors": [{"natural": 6, "net": 2}],
        "rows": [{"roll": 1}, {"roll": "2-3"}],
        "corrected": [{"row": "2-3"}],
    }
    assert is_bent(table)
    assert table == {
        "floors": [{"natural": 6, "net": 3}],
        "rows": [{"roll": "1-2"}, {"roll": 3}],
        "corrected": [{"row": "3"}],
    }


def test_a_bent_row_may_have_negative_rolls() -> None:
    assert is_bent(negative := {"rows": [{"roll": "-5--1"}, {"roll": "0-6"}]})
    assert [row["roll"] for row in negative["rows"]] == ["-5-0", "1-6"]


OTHERS = [game for game in GAMES if game != "twentyfive"]
UNJUDGED: Mapping[tuple[str, str], str] = {
    ("queen", "G-10"): "b24d names both rows, so a bend turns the table round, and with it what doctrine decides",
}
"""The tables that are not bent, each with the reason."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project, in which tests run as in the gate."""
    with bent_project(tmp_path_factory.mktemp("bent")) as copy, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_ADDOPTS", "--gate")
        yield copy


def judged(game: str) -> list[str]:
    """Return the tables of a game that are bent."""
    return [table for key, table in with_rolls() if key == game and (game, table) not in UNJUDGED]


@pytest.mark.parametrize("game", ["twentyfive", *(pytest.param(game, marks=pytest.mark.thorough) for game in OTHERS)])
def test_bent_tables_break_no_test_of_their_game(project: Path, game: str) -> None:
    assert red_tests(project, game, judged(game), f"games/{game}/") == {}
