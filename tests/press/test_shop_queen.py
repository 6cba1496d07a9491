"""The print shop of Queen of the Skies: what it prints, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatbox.library.load import load
from combatbox.press.catalogue import read_catalogue
from combatbox.press.errors import PressError
from combatbox.press.provider import provider_of
from combatbox.press.shop import open_shop


def test_tables_are_printed_in_the_order_that_the_game_gives_them() -> None:
    book = load("queen")
    sections = read_catalogue(book).sections(book, book.rulebook(), every=True)
    assert {section.title: [table.id for table in section.tables] for section in sections} == book.meta.order
    assert sorted(table.id for section in sections for table in section.tables) == sorted(book.tables)


def test_tables_outside_the_order_come_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    book = load("queen")
    book.meta.order = {"First": ["P-2", "P-1"]}
    sections = read_catalogue(book).sections(book, book.rulebook(), every=True)
    assert [section.title for section in sections] == ["First", "Further tables"]
    assert len(sections[1].tables) == len(book.tables) - 2
    book.meta.order = {}
    assert [section.title for section in read_catalogue(book).sections(book, book.rulebook(), every=True)] == ["Tables"]


def test_every_man_of_the_crew_has_his_circle() -> None:
    book = load("queen")
    shop = open_shop(book)
    names = provider_of("queen").names(shop.context)
    assert [man["title"] for man in names["crew"]][:6] == [
        "Bombardier", "Navigator", "Pilot", "Copilot", "Engineer", "Radio operator",
    ]  # fmt: skip
    spots = dict(shop.context.data["stations"])
    spots["nagivator"] = spots.pop("navigator")
    shop.context.data["stations"].clear()
    shop.context.data["stations"].update(spots)
    with pytest.raises(PressError, match=r"shop.yaml:\d+: stations .*'nagivator' is only in one of them"):
        provider_of("queen").names(shop.context)
