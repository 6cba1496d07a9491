"""The named chances of a game: followed once in a process, and never those of other tables, rulings or chances."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds import exact_odds
from combatbox.odds.exact_odds import Chains, chances

QUICK = "bomb-bay-bombs"
"""A chance that is soon followed to its end."""


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book with one chance, in a process that has followed none."""
    monkeypatch.setattr(exact_odds, "_LATEST", {})
    whole = load("queen")
    return replace(whole, chances={QUICK: whole.chances[QUICK]})


def test_they_are_the_exact_ones_and_followed_once(book, monkeypatch):
    first = chances(book)
    assert first == {QUICK: Chains(book).chance(book.chances[QUICK])}
    monkeypatch.setattr(exact_odds, "Chains", lambda *_: pytest.fail("followed again"))
    assert chances(book) == first


def test_other_tables_other_rulings_and_other_chances_are_followed_anew(book, monkeypatch):
    assert chances(book)
    another = load("queen").chances["bomb-bay-doors"]
    assert chances(replace(book, chances={**book.chances, another.id: another})).keys() == {QUICK, another.id}
    table = book.tables["P-3"]
    lowest = {name: dict.fromkeys(rows, rows[table.low]) for name, rows in table.lookups.items()}
    turned = replace(book, tables={**book.tables, "P-3": replace(table, lookups=lowest)}, digest="turned")
    assert chances(turned) != chances(book)
    monkeypatch.setattr(exact_odds, "Chains", lambda *_: pytest.fail("followed again"))
    with pytest.raises(pytest.fail.Exception, match="followed again"):
        chances(book, rulings={"Q-X1": "on"})
