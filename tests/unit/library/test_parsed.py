"""What is kept of the YAML of a game, and of a book in a process: used where nothing has changed, never where something has."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.core.errors import DataError
from combatbox.library import load as loading
from combatbox.library import parsed, yaml12
from combatbox.library.cached import head
from combatbox.library.load import load

from .conftest import GAME, forget

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


def bend_kept(tables: Path, *, sound: bool) -> None:
    """Another title in what is kept, with the checksum of that or of what was there."""
    path = parsed.place_of(tables)
    first, _, body = path.read_bytes().partition(b"\n")
    assert b"25 and Out" in body
    bent = body.replace(b"25 and Out", b"26 and In")
    path.write_bytes((head(parsed.parser(), bent) if sound else first) + b"\n" + bent)


def test_the_next_process_parses_nothing_of_a_game_that_is_kept(tables, monkeypatch):
    book = load(GAME)
    forget(monkeypatch)
    monkeypatch.setattr(parsed, "parse_yaml", lambda *_: pytest.fail("parsed again"))
    again = load(GAME)
    assert (again.digest, again.tables, again.rules) == (book.digest, book.tables, book.rules)


def test_what_is_kept_is_what_a_new_process_loads(tables, monkeypatch):
    assert title() == "25 and Out"
    bend_kept(tables, sound=True)
    forget(monkeypatch)
    assert title() == "26 and In"


def test_a_changed_file_is_parsed_and_kept_anew(tables, monkeypatch):
    title()
    bend(tables / "game.yaml", TITLE, ANOTHER)
    for _ in range(2):
        forget(monkeypatch)
        assert title() == "26 and In"
    (kept,) = parsed.place_of(tables).parent.iterdir()
    held = json.loads(kept.read_bytes().partition(b"\n")[2])
    assert len(held) == len(list(tables.glob("*.yaml"))), "what is no text of the folder any more is not kept"


def test_what_another_parser_made_is_not_used(tables, monkeypatch):
    title()
    bend_kept(tables, sound=True)
    forget(monkeypatch)
    other = tables.parent / "yaml12.py"
    other.write_bytes(Path(yaml12.__file__).read_bytes() + b"\n")
    monkeypatch.setattr(parsed, "getfile", lambda module: str(other) if module is yaml12 else module.__file__)
    assert title() == "25 and Out"


@pytest.mark.parametrize("damage", ["bent", "cut", "no text", "a folder"])
def test_what_is_damaged_is_not_used(tables, monkeypatch, damage):
    title()
    kept = parsed.place_of(tables)
    if damage == "bent":
        bend_kept(tables, sound=False)
    elif damage == "cut":
        kept.write_bytes(kept.read_bytes()[:-100])
    elif damage == "no text":
        kept.write_bytes(b"\xff\n{}")
    else:
        kept.unlink()
        kept.mkdir()
    forget(monkeypatch)
    assert title() == "25 and Out"


def test_where_nothing_can_be_kept_the_game_is_loaded_all_the_same(tables, monkeypatch):
    (tables.parent / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tables.parent / "file"))
    assert title() == "25 and Out"


def test_a_problem_of_a_kept_file_has_its_line(tables, monkeypatch):
    title()
    forget(monkeypatch)
    (tables / "t-tab-wing.yaml").rename(tables / "gone")
    with pytest.raises(DataError) as caught:
        load(GAME)
    assert any(one.path.endswith("rules.yaml") and one.line > 1 for one in caught.value.problems)


# ---- within a process


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


def test_a_file_that_is_written_while_it_is_read_is_kept_for_nobody(tables, monkeypatch):
    told = loading._Loader._book

    def slow(loader: loading._Loader) -> object:
        book = told(loader)
        bend(tables / "game.yaml", TITLE, ANOTHER)
        return book

    monkeypatch.setattr(loading._Loader, "_book", slow)
    assert title() == "25 and Out"
    monkeypatch.setattr(loading._Loader, "_book", told)
    assert loading._compiled == {}
    assert title() == "26 and In"


def test_only_the_home_of_a_game_is_kept(tables, tmp_path):
    load(GAME, base=Path(shutil.copytree(tables.parent, tmp_path / "elsewhere")))
    assert not parsed.place_of(tables).parent.exists()
