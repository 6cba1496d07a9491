"""Worker processes end with the command that started them, and Ctrl-C is reported in one line."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import environment, process
from .test_play import at_work, interrupted

LINES = {
    "odds": ("odds", "twentyfive", "--missions", "900000000", "--jobs", "2"),
    "verify": ("verify", "queen"),
    "example": ("example", "twentyfive", "--like", "survived, no survived", "--tries", "900000000", "--jobs", "2"),
}
"""Commands that start workers, one for each way: `example --renew` searches as `example --like` does."""


@pytest.mark.sample(2)
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
