"""The guide *Make your own game* works: its files are written and its commands are run."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader
from tests.guide_reader import Reader

from combatbox.core.errors import CombatBoxError
from combatbox.library.player_files import read_log
from combatbox.library.scaffolding import new_game, new_table

PAGE = "site/authors/your-game.md"


@pytest.mark.thorough
def test_the_page_is_followed_step_by_step_and_all_of_it_works(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    assert reader.follow(PAGE) > 20
    table = (tmp_path / "built/site/liberator/tables/engine.html").read_text(encoding="utf-8")
    assert "engine out" in table
    assert "flight-log-a4.pdf" in (tmp_path / "built/site/liberator/downloads.html").read_text(encoding="utf-8")
    assert (tmp_path / "papers/liberator/flight-log-a4.pdf").is_file()
    fields = PdfReader(tmp_path / "filled/liberator/seven-flight-log-a4.pdf").get_form_text_fields()
    log = read_log(tmp_path / "seven.jsonl")
    thrown = [event["net"] for event in log.events if event["kind"] == "roll" and event["table"] == "FIRE"]
    assert thrown
    assert {str(net) for net in thrown} <= {word for text in fields.values() for word in str(text).split()}
    shown = subprocess.run(
        [sys.executable, "-m", "combatbox", "verify", "liberator"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=reader.environment, timeout=300,
    ).stdout  # fmt: skip
    assert "2 tables" in shown
    assert "FAIL" not in shown


@pytest.mark.parametrize("key", ["Liberator", "b 24", "class", "json", "../x", "queen"])
def test_a_key_that_cannot_be_one_is_refused_and_nothing_is_written(key: str, tmp_path: Path) -> None:
    with pytest.raises(CombatBoxError, match=r"is not a valid key|a game with this key exists"):
        new_game(key, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("work")
    with pytest.raises(CombatBoxError, match="is not empty"):
        new_game("liberator", tmp_path)


def test_a_game_is_written_completely_or_not_at_all_and_the_next_try_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, left = Path.write_bytes, [3]

    def full(path: Path, data: bytes) -> int:
        left[0] -= 1
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CombatBoxError, match="No space left on device; nothing was written"):
        new_game("liberator", tmp_path / "mine")
    assert not [*tmp_path.iterdir()]
    assert all(path.is_file() for path in new_game("liberator", tmp_path / "mine"))


def test_a_game_is_written_into_an_existing_empty_folder(tmp_path: Path) -> None:
    before = tmp_path.stat().st_ino
    assert all(path.is_file() for path in new_game("liberator", tmp_path))
    assert tmp_path.stat().st_ino == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".github", ".gitignore", "Makefile", "README.md", "liberator", "pyproject.toml",
    ]  # fmt: skip


def test_a_table_of_an_overlay_says_that_it_is_added_and_is_never_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "queen"
    folder.mkdir()
    path = new_table("B-1-HOUSE", folder)
    assert "added: true" in path.read_text(encoding="utf-8")
    assert "kind: house" in path.read_text(encoding="utf-8")
    with pytest.raises(CombatBoxError, match="already exists"):
        new_table("B-1-HOUSE", folder)
    with pytest.raises(CombatBoxError, match="is not a valid id of a table"):
        new_table("b-1", folder)
    from combatbox.library.load import load

    assert "B-1-HOUSE" in load("queen", tmp_path).tables


@pytest.mark.parametrize(
    ("table_id", "original", "title"),
    [
        ("B-1-HOUSE", "", "B-1 house"),
        ("B-2-HOUSE", "", "B-2 house"),
        ("RAIDERS", "B-1", "Raiders"),
        ("B-1-HOUSE", "B-2", "B 1 house"),
    ],
)
def test_a_new_table_decides_what_the_table_decides_whose_place_it_takes(
    table_id: str, original: str, title: str, tmp_path: Path
) -> None:
    from combatbox.library.load import load

    (tmp_path / "queen").mkdir()
    new_table(table_id, tmp_path / "queen", original)
    replaced = original or table_id.removesuffix("-HOUSE")
    (tmp_path / "queen" / "rulings.yaml").write_text(
        f"""\
rulings:
  - {{id: Q-H1, added: true, key: ours, question: Which table?, default: house, why: Ours.,
     options: {{printed: {{words: The game's.}}, house: {{words: Ours., replaces: {{{replaced}: {table_id}}}}}}}}}
""",
        encoding="utf-8",
    )
    book = load("queen", tmp_path)
    table, copied = book.rulebook().tables[replaced], load("queen").tables[replaced]
    assert (table.id, table.title) == (table_id, title)
    assert [row.effects for row in table.rows] == [row.effects for row in copied.rows]
    assert table.modifiers == copied.modifiers


def test_a_new_table_cannot_copy_a_table_that_the_game_lacks(tmp_path: Path) -> None:
    with pytest.raises(CombatBoxError, match=r"^--for B-11: queen has no such table; did you mean"):
        new_table("RAIDERS", tmp_path / "queen", "B-11")
    assert not (tmp_path / "queen").exists()
