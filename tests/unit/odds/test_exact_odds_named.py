"""The named chances of a game: followed once, cached from one command to the next, and never those of other tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds import exact_odds
from combatbox.odds.exact_odds import Chains, cached_chances, chances, named_chances

GAME = "queen"
QUICK = "bomb-bay-bombs"
"""A chance that is soon followed to its end."""


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A process whose cache and memory are empty, as the first one finds them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget(monkeypatch)


@pytest.fixture
def book() -> Book:
    """A book with one chance."""
    whole = load(GAME)
    return replace(whole, chances={QUICK: whole.chances[QUICK]})


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has the cache, but an empty memory, as the next one finds them."""
    monkeypatch.setattr(exact_odds, "_LATEST", {})
    monkeypatch.setattr(exact_odds, "_CHAINS", {})


def place(book: Book) -> Path:
    return cached_chances().path(GAME, exact_odds._sources_digest(book))


def nobody_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chains, "chances", lambda _: pytest.fail("followed again"))


def test_they_are_the_exact_ones_and_the_next_process_follows_none(book, monkeypatch):
    first = named_chances(book)
    assert first == chances(book)
    forget(monkeypatch)
    nobody_follows(monkeypatch)
    assert named_chances(book) == first
    assert named_chances(book) is named_chances(book)


def test_other_tables_other_chances_and_other_code_find_none(book, monkeypatch):
    assert named_chances(book)
    other_end = replace(book.chances[QUICK], outcome="another")
    nobody_follows(monkeypatch)
    for other in (
        replace(book, digest="another"),
        replace(book, chances={QUICK: other_end}),
    ):
        forget(monkeypatch)
        with pytest.raises(pytest.fail.Exception, match="followed again"):
            named_chances(other)
    forget(monkeypatch)
    monkeypatch.setattr(exact_odds, "code_digest", lambda _: "another")
    with pytest.raises(pytest.fail.Exception, match="followed again"):
        named_chances(book)


def test_a_chance_that_is_named_while_a_server_runs_is_found(book):
    assert named_chances(book).keys() == {QUICK}
    another = load(GAME).chances["bomb-bay-doors"]
    more = replace(book, chances={**book.chances, another.id: another})
    assert named_chances(more) == chances(more)


@pytest.mark.parametrize("damage", [b"", b"half", b"\xff\xfe\n{}"])
def test_what_is_damaged_is_followed_again_and_cached_again(book, monkeypatch, damage):
    first, whole = named_chances(book), place(book).read_bytes()
    for bent in (damage, whole[:-3] + damage, whole.replace(b"[1", b"[2")):
        place(book).write_bytes(bent)
        forget(monkeypatch)
        assert named_chances(book) == first
        assert place(book).read_bytes() == whole


def test_where_nothing_can_be_cached_they_are_followed(book, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert named_chances(book) == chances(book)
    assert not list(tmp_path.glob("cache/**/*"))


@pytest.fixture(scope="module")
def deep():
    """A book whose rolls are followed over many tables, its chains and its chances."""
    chains = Chains(load(GAME))
    return chains, chains.chances()


@pytest.mark.thorough
@pytest.mark.parametrize("table_id", ["P-1", "B-5", "BL-4", "M-5-REPAIR"])
def test_after_a_change_they_are_those_found_from_scratch(deep, monkeypatch, table_id):
    (earlier, before), book = deep, deep[0].book
    monkeypatch.setattr(exact_odds, "_CHAINS", {GAME: earlier})
    other = replace(book, tables={**book.tables, table_id: turned(book.tables[table_id])}, digest=f"turned {table_id}")
    assert named_chances(other) == chances(other)
    assert (named_chances(other) == before) == (table_id == "M-5-REPAIR")  # no named chance leads there


def turned(table: Table) -> Table:
    """A table with its lowest row at every roll."""
    return replace(table, lookups={name: dict.fromkeys(rows, rows[table.low]) for name, rows in table.lookups.items()})
