"""A corrected cell breaks no test of something else: the tables of a game are bent, and its tests run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

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


OTHERS = [game for game in GAMES if game != "twentyfive"]
UNJUDGED: Mapping[str, str] = {
    "twentyfive": "",
    "skirmish": "",
    "queen": "B-1 G-8 G-9 G-10 P-6",
    "superfort": "",
}
"""The tables that are not bent: their tests still hold values of theirs, or nobody has looked. It only becomes shorter."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project, in which tests run as in the gate."""
    with bent_project(tmp_path_factory.mktemp("bent")) as copy, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_ADDOPTS", "--gate")
        yield copy


def judged(game: str) -> list[str]:
    """Return the tables of a game that are bent."""
    return [table for key, table in with_rolls() if key == game and table not in UNJUDGED[game].split()]


@pytest.mark.parametrize("game", ["twentyfive", *(pytest.param(game, marks=pytest.mark.thorough) for game in OTHERS)])
def test_bent_tables_break_no_test_of_their_game(project: Path, game: str) -> None:
    assert red_tests(project, game, judged(game), f"games/{game}/") == {}
