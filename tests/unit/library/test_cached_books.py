"""The cached compiled book of a game: played from where nothing has changed, never where something has."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from combatbox.core.errors import DataError
from combatbox.library import cached_books
from combatbox.library import load as loading
from combatbox.library.cached_books import archive_book, archived_book, archived_books, cached_book, current_books
from combatbox.library.export import book_text
from combatbox.odds.simulation import odds
from combatbox.play.batch import SimulationRequest
from combatbox.play.book_codec import parse_book

from .conftest import GAME

TITLE, ANOTHER = "title: 25 and Out", "title: 26 and In"


@pytest.fixture
def tables(own_tables: Path) -> Path:
    """The game's tables, with the book in the cache."""
    assert cached_book(GAME).title == "25 and Out"
    return own_tables


def place() -> Path:
    return current_books().path(GAME, cached_books.sources_for_game(GAME))


def corrupt_cached_book(*, sound: bool) -> None:
    """Another title in the cached book, with the checksum of that or of what was there."""
    bent = place().read_bytes().replace(b"25 and Out", b"26 and In")
    assert bent != place().read_bytes()
    if sound:
        current_books().put(GAME, cached_books.sources_for_game(GAME), bent.partition(b"\n")[2])
    else:
        place().write_bytes(bent)


def bend_tables(tables: Path) -> None:
    path = tables / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert TITLE in text
    path.write_text(text.replace(TITLE, ANOTHER), encoding="utf-8")


def test_the_next_command_loads_no_yaml_and_plays_the_same_book(tables, monkeypatch):
    loaded = loading.load(GAME)
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    cached = cached_book(GAME)
    assert (cached.digest, cached.constants, cached.places) == (loaded.digest, loaded.constants, loaded.places)
    assert list(cached.tables) == list(loaded.tables)
    assert cached.rows().keys() == loaded.rows().keys()


def test_the_cached_book_is_the_one_played(tables):
    corrupt_cached_book(sound=True)
    assert cached_book(GAME).title == "26 and In"


def test_a_damaged_cached_book_is_not_used_and_is_replaced(tables):
    whole = place().read_bytes()
    corrupt_cached_book(sound=False)
    assert cached_book(GAME).title == "25 and Out"
    assert place().read_bytes() == whole


def test_a_changed_table_is_loaded_and_cached(tables, monkeypatch):
    bend_tables(tables)
    assert cached_book(GAME).title == "26 and In"
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    assert cached_book(GAME).title == "26 and In"


def test_a_fault_in_a_table_is_reported_though_a_book_is_cached(tables):
    (tables / "wing.yaml").write_text("id: [", encoding="utf-8")
    with pytest.raises(DataError):
        cached_book(GAME)


def test_what_other_code_made_is_not_used(tables, monkeypatch):
    corrupt_cached_book(sound=True)
    other = tables.parent / "effect.py"
    other.write_text("", encoding="utf-8")
    monkeypatch.setattr(cached_books, "_code", lambda _: iter([other]))
    assert cached_book(GAME).title == "25 and Out"


def test_where_nothing_can_be_cached_the_game_is_loaded(tables, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cached_book(GAME).title == "25 and Out"


def test_processes_are_handed_the_cached_text_and_make_the_same_book_of_it(tables, monkeypatch):
    monkeypatch.setattr(loading, "load", lambda _: pytest.fail("loaded again"))
    book = cached_book(GAME)
    text = cached_books.serialize_book(book)
    assert parse_book(text).digest == book.digest
    assert text.encode() == place().read_bytes().partition(b"\n")[2]


def test_processes_are_handed_the_very_book_where_it_was_loaded_or_nothing_is_cached(tables):
    loaded, book = loading.load(GAME), cached_book(GAME)
    place().unlink()
    assert cached_books.serialize_book(book) == cached_books.serialize_book(loaded)
    assert parse_book(cached_books.serialize_book(loaded)).digest == loaded.digest


def test_odds_by_the_cached_book_load_no_yaml_and_are_those_of_the_loaded_one(tables, monkeypatch):
    order = SimulationRequest(GAME, 40, "kept")
    by_files = odds(loading.load(GAME), order)
    monkeypatch.setattr(loading, "load", lambda *_: pytest.fail("loaded again"))
    assert odds(cached_book(GAME), order) == by_files


def test_an_archived_book_is_found_by_its_digest_and_a_damaged_one_counts_as_absent(tables):
    book = loading.load(GAME)
    assert archived_book(GAME, book.digest) is None
    archive_book(book)
    again = archived_book(GAME, book.digest)
    assert again is not None
    assert again.digest == book.digest
    path = archived_books().path(GAME, book.digest)
    whole = path.read_bytes()
    for damaged in (b"no zip", whole[:-1], whole[:90] + b"x" + whole[91:]):
        path.write_bytes(damaged)
        assert archived_book(GAME, book.digest) is None
    archive_book(book)
    assert path.read_bytes() == whole


def test_a_book_that_an_earlier_version_archived_is_found(tables):
    book = loading.load(GAME)
    place = archived_books().path(GAME, book.digest).with_name(f"{GAME}-{book.digest}.json.gz")
    place.parent.mkdir(parents=True)
    place.write_bytes(gzip.compress(book_text(book).encode(), 9, mtime=0))
    again = archived_book(GAME, book.digest)
    assert again is not None
    assert again.digest == book.digest
    place.rename(place.with_name(f"{GAME}-{'0' * 16}.json.gz"))
    assert archived_book(GAME, "0" * 16) is None, "it holds another book"
