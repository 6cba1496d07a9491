"""House rules whose rows leave a flight nothing to go on: the table is named, and no dice are thrown for ever."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Setup, fly
from combatbox.library import paths
from combatbox.library.load import load

EFFECTS = re.compile(r"effects: \[.*\]\}$", re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "table", "effects", "mission", "message"),
    [
        ("twentyfive", "t-tab-position", "roll_again", 1, "T-TAB-POSITION: throws again for ever; let a row give"),
        ("skirmish", "s-tab-wave-escort", "", 3, "S-TAB-WAVE-ESCORT: its rows never rank the waves; give them"),
        ("skirmish", "s-tab-wave-german", "{shows: 1}", 3, "S-TAB-WAVE-GERMAN: its rows never rank the waves; give"),
        ("skirmish", "s-tab-entry", "", 1, "S-TAB-ENTRY: no row says where a section enters at 0 o'clock; give one"),
        ("queen", "g-1", "", 1, "G-1/3: names no target; give it `target`"),
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
    with pytest.raises(CombatBoxError, match=f"^{message}"):
        fly(book.game, book.rulebook(), SeededDice(1), setup=setup, player=DefaultPlayer())
