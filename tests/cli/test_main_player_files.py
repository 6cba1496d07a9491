"""The files of a person: one command has a file, and nothing that was typed is lost."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.api import fly
from combatbox.core.dice import seed_from_header
from combatbox.library.load import load
from combatbox.library.player_files import PlayerFile, read_log, read_save, read_text
from combatbox.play.logs import log_text
from combatbox.play.saves import is_save

from .conftest import EXAMPLE, ROOT, Call, environment, process

SCENARIO = next(iter(sorted((ROOT / "tables" / "skirmish" / "scenarios").glob("*.yaml"))))

# ---- one file, one command


@contextmanager
def begun(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Yield a command in a process of its own that has claimed its file and waits for dice or a decision."""
    line = [sys.executable, "-m", "combatbox", *words]
    with subprocess.Popen(line, stdin=-1, stdout=-1, stderr=subprocess.STDOUT, text=True, env=environment()) as child:
        try:
            yield child
        finally:
            child.kill()


def read_until(child: subprocess.Popen[str], words: str) -> str:
    """Read what a command says until it has said some words; a prompt does not end a line."""
    assert child.stdout
    text = ""
    while words not in text:
        char = child.stdout.read(1)
        assert char, text
        text += char
    return text


@pytest.fixture
def tour(call: Call, tmp_path: Path) -> Path:
    """Return the log of a tour that goes on."""
    for seed in range(100):
        path = tmp_path / "tour.jsonl"
        call("campaign", "twentyfive", "--seed", seed, "--missions", "1", "--log", path, "--overwrite")
        if read_log(path).summary["tour"] == "going on":
            return path
    raise AssertionError("no bomber comes home")


@pytest.mark.parametrize("resumes", [False, True], ids=["two new", "two resumed"])
def test_of_two_campaigns_with_one_log_one_is_refused_and_the_other_loses_nothing(tour: Path, resumes: bool) -> None:
    log = tour if resumes else tour.with_name("new.jsonl")
    line = ("campaign", "twentyfive", *(("--resume", str(tour)) if resumes else ()), "--log", str(log), "--manual")
    with begun(*line) as first:
        read_until(first, "throw")
        before = tour.read_bytes()
        other = process(*line[:-1])
        assert other.returncode == 2
        assert other.stderr == (
            f"combatbox: {log}: is open in another window or named twice; end the command there first, or name another file\n"
        )
        assert tour.read_bytes() == before
        assert first.stdin
        first.stdin.write("4 3 2\n")
        first.stdin.flush()
        read_until(first, "throw")
    assert read_save(log)["faces"] == [4, 3, 2]


def test_of_two_simulations_with_one_file_one_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "some.odds"
    line = ("odds", "twentyfive", "--missions", "2000", "--tours", "1", "--jobs", "1", "--out", str(out), "--json")
    with PlayerFile(out):
        refused = process(*line)
    assert refused.returncode == 2
    assert "is open in another window" in refused.stderr
    assert not out.exists()
    assert json.loads(process(*line).stdout)["missions"] == 2000
    first = out.read_bytes()
    other = process(*line[:-1], "--seed", "other")
    assert "belongs to another simulation" in other.stderr
    assert out.read_bytes() == first


@pytest.mark.parametrize("line", [("export", "twentyfive", "--out"), ("fly", "twentyfive", "--log")])
def test_a_file_that_another_command_has_claimed_is_left_alone_even_with_overwrite(
    call: Call, tmp_path: Path, line: Sequence[str]
) -> None:
    path = tmp_path / "mine.json"
    path.write_text("mine")
    with PlayerFile(path, own=True):
        done = call(*line, path, "--overwrite")
    assert (done.exit_code, path.read_text()) == (2, "mine")
    assert "is open in another window" in done.stderr


# ---- dice that are typed


def typed(count: int) -> str:
    """Return lines that answer any question: the usual option, one die, two dice; what does not fit is refused."""
    return "\n3\n2 4\n" * count


@pytest.mark.parametrize("command", ["fly", "campaign"])
@pytest.mark.parametrize("log", ["mine.jsonl", ""], ids=["a log", "no log"])
def test_typed_dice_are_kept_when_the_input_ends_and_the_next_run_goes_on(
    call: Call, tmp_path: Path, command: str, log: str
) -> None:
    options = ("--log", log) if log else ()
    done = call(command, "queen", "--manual", *options, stdin=typed(9))
    assert done.exit_code == 2
    name = log or "queen.save"
    assert f"What you type is kept in {name}.\n" in done.stderr
    assert f"What you typed is in {name}; go on with --resume {name}" in done.stderr
    kept = read_save(tmp_path / name)
    assert kept["header"]["run"] == {"fly": "mission", "campaign": "tour"}[command]
    assert len(kept["faces"]) >= 1
    done = call(command, "queen", "--resume", name, stdin=typed(4))
    assert f"What you typed is in {name}" in done.stderr
    more = read_save(tmp_path / name)
    assert more["faces"][: len(kept["faces"])] == kept["faces"]
    assert len(more["faces"]) > len(kept["faces"])


def test_the_command_that_goes_on_can_be_copied_whatever_the_file_is_called(call: Call) -> None:
    for name in ("my mission.save", "it's.save"):
        done = call("fly", "queen", "--manual", "--log", name, stdin="3\n")
        words = shlex.split(
            next(line for line in done.stderr.splitlines() if "go on with" in line).partition("with ")[2]
        )
        assert words == ["--resume", name]
        assert name in shlex.split(call("replay", name).stderr.split("`")[1])


def test_a_mission_in_sittings_is_the_mission_in_one_go(call: Call, tmp_path: Path) -> None:
    """The dice of a seed, typed one throw a sitting; decisions are those of the doctrine."""
    book = load("twentyfive")
    whole = fly(book, seed="typed")
    throws = [" ".join(map(str, event["dice"])) for event in whole.events if event["kind"] == "roll"]
    for number, throw in enumerate(throws, 1):
        resume = ("--resume", "mine.jsonl") if number > 1 else ("--manual", "--log", "mine.jsonl")
        done = call("fly", "twentyfive", *resume, "--player", "doctrine", stdin=f"{throw}\n")
        assert done.exit_code == (2 if number < len(throws) else 0), done.stderr
    log = read_log(tmp_path / "mine.jsonl")
    assert log.header["dice"] == "manual"
    assert log_text(replace(log, header=whole.header)) == log_text(whole)


def test_the_file_that_nobody_named_is_gone_at_the_end_and_no_other_is_used(call: Call, tmp_path: Path) -> None:
    (tmp_path / "twentyfive.save").write_text("mine")
    throws = [e["dice"] for e in fly(load("twentyfive"), seed="typed").events if e["kind"] == "roll"]
    lines = "".join(f"{' '.join(map(str, throw))}\n" for throw in throws)
    done = call("fly", "twentyfive", "--manual", "--player", "doctrine", stdin=lines)
    assert done.exit_code == 0, done.stderr
    assert "What you type is kept in twentyfive-2.save." in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["twentyfive.save"]
    assert (tmp_path / "twentyfive.save").read_text() == "mine"


def test_a_tour_with_a_log_is_written_after_each_mission(
    tour: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it is killed, its file goes on from the last mission and comes to the same log."""
    seed = seed_from_header(read_log(tour).header["dice"])
    log, texts, real = tour.with_name("whole.jsonl"), list[str](), PlayerFile.write
    monkeypatch.setattr(PlayerFile, "write", lambda file, text: (texts.append(text), real(file, text))[1])
    assert call("campaign", "twentyfive", "--seed", seed, "--log", log).exit_code == 0
    whole, saves = log.read_text(), texts[:-1]
    assert whole == texts[-1]
    assert len(saves) == sum(event["kind"] == "choice" for event in read_log(log).events) > 1
    for text in saves:
        log.write_text(text)
        assert call("campaign", "twentyfive", "--resume", log).exit_code == 0
        assert log.read_text() == whole


def test_a_campaign_of_evenings_goes_on_in_the_evening_that_was_left(call: Call, tmp_path: Path) -> None:
    line = ("campaign", "skirmish", "--scenario", "five-evenings", "--manual", "--log", "evening.jsonl")
    call(*line, stdin=typed(3))
    kept = read_save(tmp_path / "evening-1.jsonl")
    assert kept["answers"]
    call("campaign", "skirmish", "--resume", "evening-1.jsonl", stdin=typed(9))
    more = read_save(tmp_path / "evening-1.jsonl")
    assert more["answers"][: len(kept["answers"])] == kept["answers"]
    assert len(more["answers"]) > len(kept["answers"])


def test_a_save_of_other_dice_or_of_another_game_is_refused(call: Call, tour: Path) -> None:
    call("fly", "queen", "--manual", stdin=typed(5))
    assert (
        "leave it out: the file contains the dice" in call("fly", "queen", "--resume", "queen.save", "--seed", 3).stderr
    )
    assert "is not a mission of 25 and Out" in call("fly", "twentyfive", "--resume", "queen.save").stderr
    assert "is not a tour of B-17" in call("campaign", "queen", "--resume", "queen.save").stderr
    assert "is not a mission of 25 and Out" in call("fly", "twentyfive", "--resume", tour).stderr


def kill_while_typing(line: Sequence[str], file: Path, resume: Sequence[str], chance: random.Random) -> None:
    """Type dice and kill the command after a number of them; each one that the command has asked on for is kept."""
    known: list[int] = read_save(file)["faces"] if file.exists() and is_save(read_text(file)) else []
    with begun(*(resume if known else line)) as child:
        assert child.stdin
        for _ in range(chance.randint(1, 4)):
            prompt = read_until(child, "throw ")
            count = int(read_until(child, " ").strip())
            read_until(child, ": ")
            faces = [chance.randint(1, 6) for _ in range(count)]
            child.stdin.write(f"{' '.join(map(str, faces))}\n")
            child.stdin.flush()
            known += faces
            assert prompt
        read_until(child, "throw ")
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert read_save(file)["faces"] == known


@pytest.mark.skipif(os.name == "nt", reason="needs kill -9")
@pytest.mark.parametrize("times", [4, pytest.param(100, marks=pytest.mark.thorough)])
def test_a_kill_loses_nothing_that_was_typed(times: int, tmp_path: Path) -> None:
    chance, file = random.Random("kill"), tmp_path / "mine.jsonl"
    line = ("fly", "queen", "--player", "doctrine", "--manual", "--log", str(file))
    resume = ("fly", "queen", "--player", "doctrine", "--resume", str(file))
    for number in range(times):
        if number % 4 == 0:
            file.unlink(missing_ok=True)
        kill_while_typing(line, file, resume, chance)


# ---- one tolerance

EDITS = {
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "Windows line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "no last line end": lambda data: data.removesuffix(b"\n"),
    "blank last line": lambda data: data + b"\n",
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("kind", ["log", "save", "odds", "scenario", "script"])
def test_every_file_that_an_editor_has_saved_opens(
    kind: str, edit: Callable[[bytes], bytes], call: Call, tmp_path: Path
) -> None:
    odds = ("odds", "twentyfive", "--missions", "20", "--jobs", "1", "--out")
    made: dict[str, tuple[tuple[object, ...], tuple[object, ...]]] = {
        "log": (("fly", "queen", "--seed", "1", "--log", "a.jsonl"), ("replay", "a.jsonl")),
        "save": (("play", "queen", "--seed", "1", "--save", "a.save"), ("recheck", "a.save")),
        "odds": ((*odds, "a.odds"), (*odds, "a.odds")),
        "scenario": ((), ("fly", "skirmish", "--seed", "1", "--scenario", "a.yaml")),
        "script": ((), ("replay", "a.yaml")),
    }
    first, again = made[kind]
    path = tmp_path / str(again[-1])
    if kind in ("scenario", "script"):
        files = {"scenario": SCENARIO, "script": EXAMPLE}
        path.write_bytes(files[kind].read_bytes())
    else:
        call(*first, stdin="\nq\n")
    before = call(*again)
    path.write_bytes(edit(path.read_bytes()))
    after = call(*again)
    assert (after.exit_code, after.stdout) == (before.exit_code, before.stdout) == (0, before.stdout)
