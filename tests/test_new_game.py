"""The guide *Make your own game* works: its files are written and its commands are run."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest
from pypdf import PdfReader

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.player_files import read_log
from combatbox.library.scaffolding import new_game, new_table

PAGE = paths.root() / "site" / "authors" / "your-game.md"
BLOCK = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<path>[^",]+)(?:, (?P<what>[^"]+))?")?\n(?P<body>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
PLAYED = "\n" * 9
"""What is typed where the page says to play: Enter, to the end."""


class Reader:
    """A reader with an empty folder who follows the guide."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.done = folder, 0
        self.took: list[tuple[str, float]] = []
        """Each command with the seconds that it took: `pytest -rP` shows them, and nothing is held to them."""

    def follow(self, kind: str, what: str, path: str, body: str) -> None:
        """Follow the instructions of a block."""
        file = self.folder / path if path else self.folder
        if kind == "console":
            for line in body.splitlines():
                self.type(shlex.split(line.removeprefix("$ ")))
        elif not what:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")
        elif what == "at its end":
            file.write_text(file.read_text(encoding="utf-8") + body, encoding="utf-8")
        else:
            assert what == "the lines above the dashes become those below"
            old, new = body.split("---\n")
            text = file.read_text(encoding="utf-8")
            assert text.count(old.rstrip("\n")) == 1, f"{path} has {old!r} once"
            file.write_text(text.replace(old.rstrip("\n"), new.rstrip("\n")), encoding="utf-8")
        self.done += 1

    def type(self, words: list[str]) -> None:
        """Run a command, which must succeed."""
        if words[0] == "pip":
            return self.install(self.folder / words[-1])
        line, began = [sys.executable, "-m", *words], perf_counter()
        done = subprocess.run(
            line, input=PLAYED, capture_output=True, text=True, check=False, cwd=self.folder, env=self.environment, timeout=1200
        )  # fmt: skip
        assert done.returncode == 0, f"{words}:\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        self.took.append((" ".join(words), perf_counter() - began))
        return None

    def install(self, project: Path) -> None:
        """Install as pip does but without a network, by putting files on Python's path."""
        info = project / f"{project.name}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project.name}\nVersion: 0.1\n")
        points = re.search(
            r"(?s)\[project.entry-points.\"combatbox.games\"\]\n(.*?)\n\n", (project / "pyproject.toml").read_text()
        )
        assert points
        announced = points[1].replace('"', "")
        (info / "entry_points.txt").write_text(f"[combatbox.games]\n{announced}\n")

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment in which the project is installed."""
        where = os.pathsep.join([str(self.folder / "liberator"), *filter(None, [os.environ.get("PYTHONPATH")])])
        return {**os.environ, "PYTHONPATH": where, "PYTHONDONTWRITEBYTECODE": "1"}


def blocks() -> list[tuple[str, str, str, str]]:
    """Return the blocks of the guide in order."""
    text = re.sub(r"^\{% (?:end)?raw %\}\n", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(m["kind"], m["what"] or "", m["path"] or "", m["body"]) for m in BLOCK.finditer(text)]


@pytest.mark.thorough
def test_the_page_is_followed_step_by_step_and_all_of_it_works(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for block in blocks():
        reader.follow(*block)
    assert reader.done == len(blocks()) > 20
    table = (tmp_path / "built/site/liberator/tables/engine.html").read_text(encoding="utf-8")
    assert "engine out" in table
    assert "flight-log-a4.pdf" in (tmp_path / "built/site/liberator/downloads.html").read_text(encoding="utf-8")
    assert (tmp_path / "papers/liberator/flight-log-a4.pdf").is_file()
    fields = PdfReader(tmp_path / "filled/liberator/seven-flight-log-a4.pdf").get_form_text_fields()
    log = read_log(tmp_path / "seven.jsonl")
    thrown = [event["net"] for event in log.events if event["kind"] == "roll" and event["table"] == "FIRE"]
    assert thrown
    assert {str(net) for net in thrown} <= {word for text in fields.values() for word in str(text).split()}
    print("\n".join(f"{seconds:6.1f} s  {line}" for line, seconds in reader.took))
    shown = subprocess.run(
        [sys.executable, "-m", "combatbox", "verify", "liberator"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=reader.environment, timeout=300,
    ).stdout  # fmt: skip
    assert "2 tables" in shown
    assert "FAIL" not in shown


def test_a_game_that_was_just_written_is_well_at_the_stage_playable(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    reader.type(["combatbox", "new", "game", "liberator"])
    data = tmp_path / "liberator" / "liberator" / "data"
    game = data / "tables" / "liberator" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("stage: draft", "stage: playable"), encoding="utf-8")
    reader.install(tmp_path / "liberator")
    reader.type(["combatbox", "schema", "liberator", "--out", str(data / "tables" / "schema")])
    reader.type(["combatbox", "verify", "liberator"])
    reader.type(["pytest", "-p", "no:cacheprovider", str(data / "tests")])


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
