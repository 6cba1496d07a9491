"""Two hundred kept games are what they were, but for those that a correction has taken another way, which are counted."""

import json

import pytest

from combatbox.library.book_export import book_text
from combatbox.library.load import load
from combatbox.library.savefile import saves_in
from combatbox.play.book_codec import parse_book
from combatbox.play.recheck import KINDS, recheck_save

from .corpus import FOLDER, GAMES, counted

COUNTS = json.loads((FOLDER / "counts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", GAMES)
def test_kept_games_are_as_their_counts_say(key):
    """Not so? Then `combatbox recheck tests/corpus/*.jsonl` tells where; see the head of tests/corpus.py."""
    assert counted(key) == COUNTS[key]


def test_there_are_two_hundred_of_them():
    assert sum(GAMES.values()) >= 200
    assert {key: sum(COUNTS[key].values()) for key in GAMES} == GAMES
    assert all(list(counts) == list(KINDS) for counts in COUNTS.values())


def otherwise(text, row, effects):
    """A compiled text in which a row has the effects of another."""
    data = json.loads(text)
    rows = {row["id"]: row for row in data["rows"]}
    rows[row]["effects"] = rows[effects]["effects"]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("kinds", "change"),
    [
        ({"same"}, lambda text: text.replace('"title":"', '"title":"The ')),
        ({"other words"}, lambda text: text.replace('"rule":"T-106"', '"rule":"T-107"')),
        ({"same", "other outcome"}, lambda text: otherwise(text, "T-TAB-RANK/0-11", "T-TAB-RANK/12-24")),
        ({"same", "departs"}, lambda text: otherwise(text, "T-TAB-ATTACK/1-5", "T-TAB-ATTACK/6")),
    ],
)
def test_a_change_is_counted_as_what_it_does(kinds, change):
    book = parse_book(change(book_text(load("twentyfive"))))
    assert {recheck_save(book, save).kind for save in saves_in(FOLDER / "twentyfive.jsonl")} == kinds
