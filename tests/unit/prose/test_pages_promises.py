"""A page that promises to be all you need holds what its game needs."""

import re
from collections import Counter
from pathlib import Path

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.library.load import load
from combatbox.library.paths import checkout
from combatbox.prose.table_values import NAMES

PROMISE = re.compile(r"\b(all|everything) (that )?you need\b", re.IGNORECASE)
CALL = re.compile(rf"\{{\{{ ({'|'.join(NAMES)})\((.*?)\) \}}\}}")
MISSIONS = 20
SITE = (checkout() or Path()) / "site"

VALUES = {
    "skirmish": [
        "words S-TAB-SCENARIO 1",
        *(f"inches table.{side}" for side in ("width", "length")),
        "inches target.right target.left", "inches target.far target.near",
        *(f"inches deployment.{part}" for part in ("near", "far", "flank", "gap")),
        *(f"words {table} {kind}" for table in ("S-TAB-MOVE", "S-TAB-VALUES", "S-TAB-TOUGHNESS") for kind in ("fighter", "bomber")),
        *(f"words S-TAB-GUN {gun}" for gun in ("nose", "tail", "left_waist", "right_waist")),
        "inches reach", "const arc", "inches flak_reach", "words S-TAB-MOD ahead_bonus",
        *(f"odds S-TAB-BOMB bomb_hits {hits}" for hits in (1, 2)),
    ],
}  # fmt: skip
"""What a first game needs besides the tables that are thrown on: the calls of values with their arguments."""

PROMISING = [
    path.relative_to(SITE) for path in sorted(SITE.rglob("*.md"))
    if path.stem != "index" and PROMISE.search(path.read_text(encoding="utf-8"))  # an index only leads to the page
]  # fmt: skip


def test_there_are_pages_that_promise_to_be_enough():
    assert Path("skirmish/quick-start.md") in PROMISING


BEGINNERS = {"superfort": {"take_off": "off", "fuel": "off", "navigation": "off", "random_events": "off"}}
"""The rulings of the game that a page flies, where it says what it leaves out."""


def usually_thrown_on(book):
    """Return the tables that are rolled on in three quarters of first missions."""
    rolled: Counter[str] = Counter()
    rulebook = book.rulebook(BEGINNERS.get(book.key))
    for number in range(MISSIONS):
        journal, dice = Journal(), SeededDice(f"promise/{number}")
        fly(book.game, rulebook, dice, setup=Setup(1), player=DefaultPlayer(), journal=journal)
        rolled.update({event["table"] for event in journal.events if event["kind"] == "roll"})
    return {table for table, missions in rolled.items() if missions >= MISSIONS * 3 / 4}


@pytest.mark.parametrize("page", PROMISING, ids=str)
def test_a_page_that_promises_to_be_enough_has_every_value_of_a_first_mission(page):
    text, book = (SITE / page).read_text(encoding="utf-8"), load(page.parts[0])
    calls = {" ".join([name, *re.findall(r'"([^"]*)"', arguments)]) for name, arguments in CALL.findall(text)}
    assert set(VALUES.get(book.key, ())) <= calls
    cited = {
        *re.findall(r'"([A-Z][A-Z0-9-]*)"', text),
        *(name.upper() for name in re.findall(r"tables/([a-z0-9-]+)\.md", text)),
    }
    missing = {
        table for table in usually_thrown_on(book) - cited
        if not any(table.startswith(f"{other}-") for other in cited)  # a ruling puts M-1-HARD in the place of M-1
    }  # fmt: skip
    assert missing == set()
