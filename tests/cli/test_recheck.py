"""Saved games after a change of tables: rechecked, and resumed as the player decides."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from combatbox.library import paths
from combatbox.library.cached_books import archive_book
from combatbox.library.load import load
from combatbox.library.player_files import read_save
from combatbox.play.session import Session

from .conftest import Call

SEED = "recheck"


def a_game(answers: int = 4) -> Session:
    """Return a mission of queen after a few decisions."""
    session = Session(load("queen"), seed=SEED)
    session.advance()
    for _ in range(answers):
        assert session.decision
        session.answer(session.decision.default)
    return session


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return an overlay in which two rows are exchanged, and the row that the game of `a_game` gets there."""
    folder = tmp_path_factory.mktemp("moved")
    (folder / "queen").mkdir()
    for event in a_game().journal.events:
        if event["kind"] != "roll":
            continue
        source = paths.home("queen").tables / f"{event['table'].lower()}.yaml"
        text = source.read_text(encoding="utf-8") if source.is_file() else ""
        effects = re.findall(r"effects: (\[[^\]]+\])", text)
        label = event["row"].rpartition("/")[2]
        mine = re.search(rf"roll: \"?{re.escape(label)}\"?,.*effects: (\[[^\]]+\])", text)
        other = next((e for e in effects if mine and e != mine[1]), "")
        if mine and other and event["row"].count("/") == 1:
            changed = text[: mine.start(1)] + other + text[mine.end(1) :]
            (folder / "queen" / source.name).write_text(changed, encoding="utf-8")
            return folder, event["row"]
    raise AssertionError("no row of the game can be changed")


def test_a_log_that_is_the_same_and_one_that_is_not(call: Call, moved: tuple[Path, str], tmp_path: Path) -> None:
    log = tmp_path / "seven.jsonl"
    assert call("fly", "queen", "--seed", SEED, "--log", str(log)).exit_code == 0
    assert "1 rechecked: 1 same, 0 other words" in call("recheck", str(log)).output
    done = call("recheck", str(log), "--tables", str(moved[0]))
    assert done.exit_code == 1
    assert moved[1] in done.output
    output = json.loads(call("recheck", str(log), "--tables", str(moved[0]), "--json").output)
    assert output["counts"]["same"] == 0
    assert output["games"][0]["row"] == moved[1]
    assert output["games"][0]["event"] > 1


def test_saves_of_which_a_file_holds_several_are_named_by_their_lines(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text(a_game(2).saved() + a_game(5).saved(), encoding="utf-8")
    assert "2 rechecked: 2 same" in call("recheck", str(file)).output
    lines = file.read_text(encoding="utf-8").replace("recheck", "another")
    file.write_text(lines, encoding="utf-8")
    assert f"{file}:1: the save was edited" in call("recheck", str(file)).output


def test_a_mission_that_is_flown_otherwise_now_names_its_ways(
    call: Call, moved: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    save = tmp_path / "game.save"
    save.write_text(a_game().saved(), encoding="utf-8")
    before = save.read_bytes()
    done = call("play", "queen", "--resume", str(save), "--tables", str(moved[0]))
    assert done.exit_code == 2
    assert "mission 1, at " in done.output
    assert moved[1] in done.output
    assert "--moved on: " in done.output
    assert "--moved finish" not in done.output, "the book that it was flown by is not kept"
    archive_book(load("queen"))
    done = call("play", "queen", "--resume", str(save), "--tables", str(moved[0]))
    assert "--moved finish: " in done.output
    assert "--moved look: " in done.output
    assert f"it was: {moved[1]}: " in done.output
    assert save.read_bytes() == before


def test_it_is_finished_flown_on_or_looked_at(call: Call, moved: tuple[Path, str], tmp_path: Path) -> None:
    archive_book(load("queen"))
    save, log = tmp_path / "game.save", tmp_path / "game.jsonl"
    save.write_text(a_game().saved(), encoding="utf-8")
    before = save.read_bytes()
    looked = call("play", "queen", "--resume", str(save), "--tables", str(moved[0]), "--moved", "look")
    assert looked.exit_code == 0, looked.output
    assert save.read_bytes() == before
    flown = call(
        "play", "queen", "--resume", str(save), "--save", str(tmp_path / "on.save"), "--tables", str(moved[0]), "--moved", "on",
        stdin="auto mission\n",
    )  # fmt: skip
    assert flown.exit_code == 0, flown.output
    assert read_save(tmp_path / "on.save")["header"]["books"][0][1] == load("queen", moved[0]).digest
    finished = call(
        "play", "queen", "--resume", str(save), "--tables", str(moved[0]), "--moved", "finish", "--log", str(log),
        stdin="auto mission\n",
    )  # fmt: skip
    assert finished.exit_code == 0, finished.output
    assert "1 same" in call("recheck", str(log)).output


def test_a_save_cannot_be_finished_under_a_book_that_is_not_cached(
    call: Call, moved: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "none")  # short, so that the message is shown whole
    monkeypatch.chdir(tmp_path)
    save = Path("game.save")
    save.write_text(a_game().saved(), encoding="utf-8")
    done = call("play", "queen", "--resume", str(save), "--tables", str(moved[0]), "--moved", "finish")
    assert done.exit_code == 2
    assert "is not archived here" in done.output


def test_the_book_is_exported(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    assert "book " in call("export", "twentyfive", "--out", str(path)).output
    assert path.read_text(encoding="utf-8") == call("export", "twentyfive").output
