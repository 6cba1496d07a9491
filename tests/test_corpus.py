"""Recorded games replay unchanged, except those that a correction changes, which are counted."""

import json

import pytest

from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.library.player_files import saves_in
from combatbox.play.book_codec import parse_book
from combatbox.play.recheck import KINDS, recheck_save
from combatbox_dev.corpus import COUNTS, counts, logs_in

from .corpus import FOLDER, GAMES, RELEASES

PLACES = [FOLDER, *(FOLDER / version for version in RELEASES)]


@pytest.mark.thorough  # `verify` checks the same, and names the games that differ.
@pytest.mark.parametrize("folder", PLACES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("key", GAMES)
def test_recorded_games_agree_with_their_counts(folder, key):
    """Not so? Then `combatbox recheck tests/corpus/*.jsonl` tells where; see the head of tests/corpus.py."""
    assert counts(load(key), folder) == json.loads((folder / COUNTS).read_text(encoding="utf-8"))[key]


def test_there_are_two_hundred_from_before_the_first_release():
    stored = json.loads((FOLDER / COUNTS).read_text(encoding="utf-8"))
    assert {key: sum(stored[key].values()) for key in GAMES} == GAMES
    assert all(list(each) == list(KINDS) for each in stored.values())


@pytest.mark.parametrize("version", RELEASES)
@pytest.mark.parametrize("key", GAMES)
def test_a_release_has_fifty_games_of_each_in_the_middle_at_the_end_and_as_logs(version, key):
    folder = FOLDER / version
    saves = list(saves_in(folder / f"{key}.jsonl"))
    assert len(saves) == 2 * RELEASES[version]
    assert all(save["header"]["version"] == version for save in saves)
    assert len(list(logs_in(folder, key))) == RELEASES[version]
    middle, end = (sum(len(save["answers"]) for save in half) for half in (saves[::2], saves[1::2]))
    assert middle < end or key == "twentyfive", "a mission of 25 and Out asks nothing"


def otherwise(text, row, effects):
    """Return a compiled text in which a row has the effects of another."""
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
def test_a_change_is_counted_by_its_effect(kinds, change):
    book = parse_book(change(book_text(load("twentyfive"))))
    assert {recheck_save(book, save).kind for save in saves_in(FOLDER / "twentyfive.jsonl")} == kinds
