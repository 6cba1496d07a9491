"""The kept compiled book of a game: played from where nothing has changed, never where something has."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatbox.core.errors import DataError
from combatbox.library import load as loading
from combatbox.library import ready
from combatbox.library.cached import head
from combatbox.odds.runs import odds
from combatbox.play.compiled import book_of
from combatbox.play.flown import Order

from .conftest import GAME

TITLE, ANOTHER = "title: 25 and Out", "title: 26 and In"


@pytest.fixture
def tables(own_tables: Path) -> Path:
    """The game's tables, with the book kept already."""
    assert ready.ready(GAME).title == "25 and Out"
    return own_tables


def bend_kept(*, sound: bool) -> None:
    """Another title in the kept book, with the checksum of that or of what was there."""
    path = ready.place_of(GAME)
    first, _, body = path.read_bytes().partition(b"\n")
    bent = body.replace(b"25 and Out", b"26 and In")
    assert bent != body
    path.write_bytes((head(ready.sources(GAME), bent) if sound else first) + b"\n" + bent)


def bend_tables(tables: Path) -> None:
    path = tables / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert TITLE in text
    path.write_text(text.replace(TITLE, ANOTHER), encoding="utf-8")


def test_the_next_command_loads_no_yaml_and_plays_the_same_book(tables, monkeypatch):
    loaded = loading.load(GAME)
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    kept = ready.ready(GAME)
    assert (kept.digest, kept.constants, kept.places) == (loaded.digest, loaded.constants, loaded.places)
    assert list(kept.tables) == list(loaded.tables)
    assert kept.rows().keys() == loaded.rows().keys()


def test_what_is_kept_is_what_is_played(tables):
    bend_kept(sound=True)
    assert ready.ready(GAME).title == "26 and In"


def test_a_damaged_book_is_not_used_and_made_anew(tables):
    whole = ready.place_of(GAME).read_bytes()
    bend_kept(sound=False)
    assert ready.ready(GAME).title == "25 and Out"
    assert ready.place_of(GAME).read_bytes() == whole


def test_a_changed_table_is_loaded_and_kept_in_its_place(tables, monkeypatch):
    bend_tables(tables)
    assert ready.ready(GAME).title == "26 and In"
    assert len(list(ready.place_of(GAME).parent.iterdir())) == 1
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    assert ready.ready(GAME).title == "26 and In"


def test_a_fault_in_a_table_is_told_though_a_book_is_kept(tables):
    (tables / "wing.yaml").write_text("id: [", encoding="utf-8")
    with pytest.raises(DataError):
        ready.ready(GAME)


def test_what_other_code_made_is_not_used(tables, monkeypatch):
    bend_kept(sound=True)
    other = tables.parent / "effect.py"
    other.write_text("", encoding="utf-8")
    monkeypatch.setattr(ready, "_code", lambda _: iter([other]))
    assert ready.ready(GAME).title == "25 and Out"


def test_where_nothing_can_be_kept_the_game_is_loaded(tables, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert ready.ready(GAME).title == "25 and Out"


def test_processes_are_handed_the_kept_text_and_make_the_same_book_of_it(tables, monkeypatch):
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    book = ready.ready(GAME)
    text = ready.text_of(book)
    assert book_of(text).digest == book.digest
    assert text.encode() == ready.place_of(GAME).read_bytes().partition(b"\n")[2]


def test_processes_are_handed_the_very_book_where_it_was_loaded_or_nothing_is_kept(tables):
    loaded, book = loading.load(GAME), ready.ready(GAME)
    ready.place_of(GAME).unlink()
    assert ready.text_of(book) == ready.text_of(loaded)
    assert book_of(ready.text_of(loaded)).digest == loaded.digest


def test_odds_by_the_kept_book_load_no_yaml_and_are_those_of_the_loaded_one(tables, monkeypatch):
    order = Order(GAME, 40, "kept")
    by_files = odds(loading.load(GAME), order)
    monkeypatch.setattr(loading, "load", lambda *_: pytest.fail("loaded again"))
    assert odds(ready.ready(GAME), order) == by_files
