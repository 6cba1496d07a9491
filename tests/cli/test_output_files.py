"""Files that commands write: no file of the user is lost, and no unwanted folder is created."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library import atomic_files
from combatbox.library.atomic_files import write_atomically
from combatbox.library.player_files import check_writable

from .conftest import Call
from .test_fly import surviving_seed

WRITE = (
    ("fly", "twentyfive", "--seed", "1", "--log"),
    ("campaign", "twentyfive", "--seed", "1", "--missions", "1", "--log"),
    ("play", "twentyfive", "--seed", "1", "--log"),
    ("example", "find", "twentyfive", "--like", "attacked", "--out"),
    ("export", "twentyfive", "--out"),
)


@pytest.mark.parametrize("line", WRITE, ids=lambda line: line[0])
def test_a_file_that_exists_is_replaced_only_with_overwrite(line: tuple[str, ...], call: Call, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    stdin = "auto mission\n"
    done = call(*line, "mine.txt", stdin=stdin)
    assert done.exit_code == 2
    other = "continue it with --resume mine.txt" if line[0] == "campaign" else "name another file"
    assert done.stderr == f"combatbox: mine.txt: the file exists already; {other}, or replace it with --overwrite\n"
    assert mine.read_text() == "mine"
    done = call(*line, "mine.txt", "--overwrite", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    assert mine.read_text() != "mine"


def test_a_tour_in_progress_is_not_lost_to_one_that_begins(call: Call, tmp_path: Path) -> None:
    tour = ("campaign", "twentyfive", "--missions", "1", "--seed")
    assert call(*tour, surviving_seed(call, 2), "--log", "tour.jsonl").exit_code == 0
    before = (tmp_path / "tour.jsonl").read_bytes()
    assert call(*tour, "13", "--log", "tour.jsonl").exit_code == 2
    assert (tmp_path / "tour.jsonl").read_bytes() == before
    (tmp_path / "other.jsonl").write_text("mine")
    done = call("campaign", "twentyfive", "--resume", "tour.jsonl", "--log", "other.jsonl")
    assert "other.jsonl: the file exists already; name another file, or replace it with --overwrite" in done.stderr
    done = call("campaign", "twentyfive", "--missions", "2", "--resume", "tour.jsonl", "--log", "./tour.jsonl")
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize(
    "line",
    [*WRITE, ("odds", "twentyfive", "--missions", "10", "--out"), ("play", "twentyfive", "--save")],
    ids=lambda line: f"{line[0]} {line[-1]}",
)
def test_a_folder_that_does_not_exist_is_not_created(line: tuple[str, ...], call: Call, tmp_path: Path) -> None:
    done = call(*line, "nope/a.txt", stdin="q\n")
    assert done.exit_code == 2
    output = f"nope/a.txt: cannot be written: there is no folder {tmp_path / 'nope'}; create it first"
    assert done.stderr == f"combatbox: {output}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "more", [("--always", "abort"), ("--always", "x=y"), ("--sensible", "abort"), ("--mission", "99")]
)
def test_odds_with_an_option_that_is_refused_leave_nothing(more: tuple[str, ...], call: Call, tmp_path: Path) -> None:
    for out in ("new/x.odds", "x.odds"):
        done = call("odds", "queen", "--missions", "10", "--out", out, *more)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert list(tmp_path.iterdir()) == []


def test_a_save_at_the_table_creates_no_folder(call: Call, tmp_path: Path) -> None:
    done = call("play", "queen", "--seed", "1", stdin="s nope/a.save\nq\n\n")
    assert "nope/a.save: cannot be written: there is no folder" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody make links without a right to")
def test_a_save_behind_a_link_keeps_its_place_and_permissions(call: Call, tmp_path: Path) -> None:
    (tmp_path / "cloud").mkdir()
    real, link = tmp_path / "cloud" / "real.save", tmp_path / "tonight.save"
    call("play", "queen", "--seed", "1", "--save", real, stdin="q\n")
    real.chmod(0o600)
    link.symlink_to(real)
    before = real.read_bytes()
    done = call("play", "queen", "--resume", "tonight.save", stdin="\nq\n")
    assert done.exit_code == 0, done.stderr
    assert link.is_symlink()
    assert (real.stat().st_mode & 0o777, real.read_bytes() != before) == (0o600, True)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["cloud", "real.save", "tonight.save"]


def test_moved_without_a_save_is_one_line(call: Call) -> None:
    done = call("play", "queen", "--moved", "on")
    assert (done.exit_code, done.stderr) == (
        2, "combatbox: --moved: only for a save; name it with --resume\n")  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [("odds", "skirmish"), ("fly", "skirmish"), ("play", "skirmish"), ("example", "find", "skirmish", "--row", "x")],
)
@pytest.mark.parametrize("typed", [("--scenario", "9"), ("--scenario=9",), ("--mission", "9")])
def test_a_number_out_of_range_is_answered_about_the_option_that_was_typed(
    line: tuple[str, ...], typed: tuple[str, ...], call: Call
) -> None:
    message = call(*line, *typed).stderr
    assert message.startswith(f"combatbox: {typed[0].partition('=')[0]}: must be between ")
    assert message.endswith("(got 9)\n")


@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "skirmish"])
def test_odds_show_words_and_no_ids(game: str, call: Call) -> None:
    done = call("odds", game, "--missions", "60", "--tours", "1", "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    assert "_" not in done.stdout
    words = {
        "queen": "  American victory  ",
        "superfort": "  American victory  ",
        "twentyfive": "  Lost: flak destroyed",
    }
    assert words.get(game, "  The target is destroyed") in done.stdout


@pytest.mark.parametrize("length", range(236, 252))
def test_a_name_that_is_too_long_to_be_written_is_refused_before_the_game(tmp_path: Path, length: int) -> None:
    path = tmp_path / ("x" * length)
    try:
        write_atomically(path, b"")
    except CombatBoxError:
        with pytest.raises(CombatBoxError, match="cannot be written: File name too long"):
            check_writable(path)
    else:
        check_writable(path)


@pytest.mark.parametrize(
    "line",
    [
        ("new", "overlay", "twentyfive", "new/mine"),
        ("new", "variant", "mine", "new/mine", "--like", "queen"),
        ("schema", "--out", "new/schema"),
        ("print", "twentyfive", "--paper", "a4", "--only", "mission-record", "--out", "new/papers"),
        ("print", "twentyfive", "--images", "new/images", "--dpi", "50"),
    ],
    ids=lambda line: " ".join(line[:3:2]),
)
def test_a_full_disk_leaves_no_empty_folder(
    line: tuple[str, ...], call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_files, "_write", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    done = call(*line)
    assert "No space left on device" in done.stderr
    assert list(tmp_path.iterdir()) == []
