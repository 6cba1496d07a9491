"""House rules whose rows leave a flight nothing to go on: the table is named, and no dice are thrown for ever."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.core.game import Setup, fly
from combatbox.library import paths
from combatbox.library.load import load

EFFECTS = re.compile(r"effects: \[.*\]\}$", re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "table", "effects", "mission", "message"),
    [
        ("twentyfive", "t-tab-position", "roll_again", 1, "T-TAB-POSITION: throws again for ever; let a row give"),
        ("skirmish", "s-tab-wave-german", "{shows: 1}", 3, "S-TAB-WAVE-GERMAN: its rows never rank the waves; give"),
    ],
)
def test_rows_that_settle_nothing_are_named(
    game: str, table: str, effects: str, mission: int, message: str, tmp_path: Path
) -> None:
    text = (paths.home(game).tables / f"{table}.yaml").read_text(encoding="utf-8")
    (tmp_path / game).mkdir()
    changed = EFFECTS.sub(f"effects: [{effects}]}}", text)
    (tmp_path / game / f"{table}.yaml").write_text(changed, encoding="utf-8")
    book = load(game, tmp_path)
    setup = Setup(mission=mission)

    def until_a_mission_reaches_the_table() -> None:
        for seed in range(400):
            fly(book.game, book.rulebook(), SeededDice(seed), setup=setup, player=DefaultPlayer())

    with pytest.raises(CombatBoxError, match=f"^{message}"):
        until_a_mission_reaches_the_table()


@pytest.mark.parametrize(
    ("game", "table", "message"),
    [
        ("queen", "g-1", "G-1/3: decides nothing; give it `target`"),
        ("superfort", "t2-1", "T2-1/64: decides nothing; give it `target`"),
        ("twentyfive", "t-tab-position", "T-TAB-POSITION/1: decides nothing; give it `position` or `roll_again`"),
    ],
)
def test_rows_without_an_effect_that_the_game_needs_are_refused_with_file_and_line(
    game: str, table: str, message: str, tmp_path: Path
) -> None:
    text = (paths.home(game).tables / f"{table}.yaml").read_text(encoding="utf-8")
    (tmp_path / game).mkdir()
    changed = re.sub(r"effects: \[.*\]", "effects: []", text)
    path = tmp_path / game / f"{table}.yaml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load(game, tmp_path)
    (problem,) = [one for one in refused.value.problems if one.message == message]
    assert Path(problem.path) == path
    assert text.splitlines()[problem.line - 1].lstrip().startswith("- {roll: ")
