"""Worker processes end with the command that started them, and Ctrl-C is reported in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from combatbox.library.cached_books import cached_book
from combatbox.library.player_files import PlayerFile
from combatbox.odds.checkpoint import Checkpoint
from combatbox.play.batch import SimulationRequest

from .conftest import environment, process
from .test_fly import HEARS, at_work, interrupted

LINES = {
    "odds": ("odds", "twentyfive", "--missions", "900000000", "--jobs", "2"),
    "verify": ("verify", "queen"),
    "example": (
        "example",
        "find",
        "twentyfive",
        "--like",
        "survived, no survived",
        "--tries",
        "900000000",
        "--jobs",
        "2",
    ),
}
"""Commands that start workers, one for each way: `example renew` searches as `example find` does."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("kill", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("command", LINES)
def test_no_worker_lives_on_when_its_command_is_killed(command: str, kill: signal.Signals, tmp_path: Path) -> None:
    """Workers write to the pipe that their command writes to: it ends when the last of them has ended."""
    started = subprocess.Popen(
        [sys.executable, "-m", "combatbox", *LINES[command]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=environment(), start_new_session=True)  # fmt: skip
    ready = at_work(3)
    while not ready(started.pid, tmp_path):
        assert started.poll() is None
    started.send_signal(kill)
    output, _ = started.communicate(timeout=300)
    assert started.returncode == -kill
    assert b"Traceback" not in output


@pytest.mark.thorough
def test_ctrl_c_stops_verify_with_a_message_and_130(tmp_path: Path) -> None:
    code, err = interrupted(list(LINES["verify"]), at_work(5), tmp_path)
    assert (code, err) == (130, "combatbox: stopped\n")


LONG = """
import sys, time
from pathlib import Path
from combatbox.odds.process_pool import run_batches, run_program
def work(number):
    print("begun", flush=True)
    time.sleep(3600)
if __name__ == "__main__":
    if sys.argv[1] == "workers":
        list(run_batches(range(9), work, jobs=2))
    else:
        run_program([sys.executable, "-c", "import long_work; long_work.work(1)"], capture=False)
"""


def begun(way: str, folder: Path) -> subprocess.Popen[bytes]:
    """Return a process whose children have begun to work for an hour."""
    (folder / "long_work.py").write_text(LONG, encoding="utf-8")
    path = environment(PYTHONPATH=os.pathsep.join([str(folder), environment()["PYTHONPATH"]]))
    started = subprocess.Popen(
        [sys.executable, "long_work.py", way], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=path, cwd=folder,
        start_new_session=True)  # fmt: skip
    assert started.stdout
    assert started.stdout.readline() == b"begun\n"
    return started


@pytest.mark.sample(2)
@pytest.mark.parametrize("way", ["workers", "program"])
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_that_a_command_started_lives_on_when_it_is_killed(
    way: str, end: signal.Signals, tmp_path: Path
) -> None:
    """The children write to the pipe of their parent, which ends when the last of them has ended."""
    started = begun(way, tmp_path)
    started.send_signal(end)
    started.communicate(timeout=300)
    assert started.returncode == -end


@pytest.mark.parametrize("way", ["workers", "program"])
def test_ctrl_c_ends_children_that_have_an_hour_of_work_left(way: str, tmp_path: Path) -> None:
    started = begun(way, tmp_path)
    started.send_signal(signal.SIGINT)  # To this process alone, as a program sends it.
    output, _ = started.communicate(timeout=300)
    assert b"KeyboardInterrupt" in output.splitlines()[-1]


def test_ctrl_c_says_how_many_missions_of_odds_are_kept_and_a_second_one_is_quiet(tmp_path: Path) -> None:
    out = tmp_path / "kept.odds"
    started = subprocess.Popen(
        [sys.executable, "-c", HEARS, *LINES["odds"], "--out", str(out)], stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, env=environment(), start_new_session=True, text=True)  # fmt: skip
    while not out.exists():
        assert started.poll() is None
        time.sleep(0.05)
    while started.poll() is None:
        os.killpg(started.pid, signal.SIGINT)
        time.sleep(0.05)
    _, errors = started.communicate()
    assert started.returncode == 130
    assert "Traceback" not in errors


def test_ctrl_c_says_how_many_missions_of_odds_are_in_the_file(tmp_path: Path) -> None:
    out = tmp_path / "kept.odds"
    code, errors = interrupted([*LINES["odds"], "--out", str(out)], lambda _pid, _errors: out.exists(), tmp_path)
    book = cached_book("twentyfive")
    order = SimulationRequest("twentyfive", 900000000, "1", {})
    with PlayerFile(out, own=True) as file:
        kept = Checkpoint(book, order, file).flown["mission"].runs
    assert (code, kept > 0) == (130, True)
    assert errors == f"combatbox: stopped; {kept} missions are in {out}, and the same command goes on from there\n"


STOPS = """
import signal, sys
left = int(sys.argv.pop(1))
signal.signal(signal.SIGINT, signal.default_int_handler)
def count(event, args):
    global left
    if event == "import":
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)
from combatbox.__main__ import main
sys.addaudithook(count)
main()
"""


@pytest.mark.thorough
@pytest.mark.parametrize("line", [("odds", "twentyfive", "--missions", "10", "--jobs", "1"), ("table", "queen", "B-5")])
def test_ctrl_c_at_any_import_is_one_line(line: tuple[str, ...]) -> None:
    seen = set()
    for number in (1, 5, 50, 100, 150, 200, 250, 300, 400, 550):
        done = process(number, *line, command=(sys.executable, "-c", STOPS))
        if done.returncode == 0:
            break
        assert (done.returncode, done.stderr) == (130, "combatbox: stopped\n"), number
        seen.add(number)
    assert len(seen) > 5


def test_a_working_folder_that_is_gone_is_one_line(tmp_path: Path) -> None:
    gone = "import os, runpy, sys; os.rmdir(os.getcwd()); runpy.run_module('combatbox', run_name='__main__', alter_sys=True)"
    lines = (
        "games",
        "table queen B-5",
        "odds twentyfive --missions 3000 --jobs 2",
        "play queen --save x.save",
        "schema",
    )
    for number, line in enumerate(lines):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = process(*line.split(), command=(sys.executable, "-c", gone), where=folder)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert done.stderr == "combatbox: the folder that you are in has been deleted; change to another one\n"
