"""A process compiles a book once while its files are unchanged, and again when one has changed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.core.errors import DataError
from combatbox.library import load as loading
from combatbox.library.load import load

from .conftest import GAME

TITLE, ANOTHER = "title: 25 and Out", "title: 26 and In"


@pytest.fixture
def tables(own_tables: Path) -> Path:
    return own_tables


def title() -> str:
    return load(GAME).title


def bend(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_same_files_give_the_same_tables_within_a_process(tables):
    one, other = (load(GAME) for _ in range(2))
    assert one is not other
    assert all(one.tables[name] is table for name, table in other.tables.items())


def test_what_is_done_to_a_book_is_done_to_no_other(tables):
    one = load(GAME)
    name, table = next(iter(one.tables.items()))
    one.tables[name] = replace(table, title="Bent")
    assert one.view(one.tables[name]).title == "Bent"
    one.words, one.digest = {}, "another"
    other = load(GAME)
    assert (other.tables[name], other.view(other.tables[name]).title) == (table, table.title)
    assert other.words
    assert other.digest != "another"


def changes(tables: Path) -> dict[str, tuple[Path, str, str]]:
    return {
        "what the game says": (tables / "game.yaml", TITLE, ANOTHER),
        "a table": (tables / "t-tab-wing.yaml", "title: ", "title: A "),
        "a rule": (tables / "rules.yaml", "title: ", "title: A "),
        "a ruling": (tables / "rulings.yaml", "question: ", "question: And "),
    }


@pytest.mark.parametrize("what", ["what the game says", "a table", "a rule", "a ruling"])
def test_a_book_of_changed_files_is_another(tables, what):
    before = load(GAME)
    bend(*changes(tables)[what])
    after = load(GAME)
    assert (before.title, before.tables, before.rules, before.rulings) != (
        after.title,
        after.tables,
        after.rules,
        after.rulings,
    )


def test_a_new_file_a_lost_one_and_an_overlay_are_seen(tables, tmp_path):
    title()
    example = next((tables / "examples").glob("*.yaml"))
    shutil.copy(example, example.with_stem("another"))
    assert "another" in load(GAME).scripts
    overlay = tmp_path / "overlay" / GAME
    overlay.mkdir(parents=True)
    (overlay / "game.yaml").write_text(ANOTHER, encoding="utf-8")
    assert load(GAME, tmp_path / "overlay").title == "26 and In"
    (overlay / "game.yaml").write_text("title: Another", encoding="utf-8")
    assert load(GAME, tmp_path / "overlay").title == "Another"
    (tables / "rules.yaml").unlink()
    with pytest.raises(DataError):
        title()


def test_a_file_that_is_written_while_it_is_read_is_not_cached(tables, monkeypatch):
    message = loading._Loader._book

    def slow(loader: loading._Loader) -> object:
        book = message(loader)
        bend(tables / "game.yaml", TITLE, ANOTHER)
        return book

    monkeypatch.setattr(loading._Loader, "_book", slow)
    assert title() == "25 and Out"
    monkeypatch.setattr(loading._Loader, "_book", message)
    assert loading._compiled == {}
    assert title() == "26 and In"
