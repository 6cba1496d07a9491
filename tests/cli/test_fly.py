"""The command `fly`: the same dice give the same bytes, tours resume, replays find the first difference."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from combatbox.library.player_files import read_log, read_save

from .conftest import EXAMPLE, Call, environment, process

# ---- the same seed


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_bytes_in_separate_processes(tmp_path: Path) -> None:
    """Also with different hash seeds: no order of a set or of hashed names may show."""
    output = set()
    logs = set()
    for number in ("0", "1", "4242"):
        log = tmp_path / f"{number}.jsonl"
        done = process("campaign", "twentyfive", "--seed", "12", "--log", log, PYTHONHASHSEED=number)
        assert done.returncode == 0, done.stderr
        output.add(done.stdout)
        logs.add(log.read_bytes())
    assert (len(output), len(logs)) == (1, 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["twentyfive", "queen"])
def test_the_same_seed_gives_the_same_mission_of_every_game(game: str) -> None:
    first, second = (process("fly", game, "--seed", "9", "--json", PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second != ""


def test_without_a_seed_one_is_chosen_and_reported_and_gives_the_mission_again(call: Call) -> None:
    done = call("fly", "twentyfive")
    seed = re.fullmatch(r"Seed (\d+)\n", done.stderr)
    assert seed, done.stderr
    assert call("fly", "twentyfive", "--seed", seed[1]).stdout == done.stdout


def test_a_mission_can_be_flown_as_any_of_the_tour_and_under_a_name(call: Call) -> None:
    done = call("fly", "twentyfive", "--seed", "3", "--mission", "12", "--name", "Really Ready")
    assert "Mission 12 of 25" in done.stdout
    assert "Really Ready" in done.stdout


# ---- in a pipe


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "line", [("fly", "twentyfive", "--seed", "3"), ("table", "twentyfive", "wing"), ("odds", "queen", "--missions", "20", "--jobs", "2"),
             ("tables", "queen")], ids=lambda line: line[0])  # fmt: skip
def test_in_a_pipe_there_are_no_colour_codes_and_no_bar(line: tuple[str, ...]) -> None:
    done = process(*line, TERM="xterm-256color")
    assert done.returncode == 0
    assert done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "line", ["tables twentyfive --json", "campaign twentyfive --seed 12 --json", "fly twentyfive --seed 3"]
)
def test_a_reader_that_closes_the_pipe_ends_the_command_silently(tmp_path: Path, line: str) -> None:
    output = tmp_path / "stderr"
    words = [sys.executable, "-m", "combatbox", *line.split()]
    with output.open("wb") as sink, subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=sink, env=environment()
    ) as writer:  # fmt: skip
        assert writer.stdout
        assert writer.stdout.readline()
        writer.stdout.close()
        assert writer.wait(120) in (0, 141, -13)  # 13 is SIGPIPE, and a shell reports it as 141.
    assert output.read_text(encoding="utf-8") == ""


def test_help_on_a_narrow_terminal_breaks_no_example(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    done = call("fly", "--help")
    assert "  combatbox fly twentyfive --seed 1943" in done.stdout


# ---- dice by hand


def test_by_hand_slips_are_explained_and_asked_for_again(call: Call) -> None:
    # Position (a slip in each way, a tie, then a throw), no fighters, flak for three.
    stdin = "7,1,1\nhello\n1 2\n\n6,6,1\n2,3,6\n1\n1\n2\n3\n"
    done = call("fly", "twentyfive", "--manual", "--name", "Slow Starter", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    assert "throw 3 dice" in done.stderr
    for slip in ("'7,1,1' is not a throw", "'hello' is not a throw", "got 2 dice; 3 needed"):
        assert slip in done.stderr
    assert "Slow Starter flies on the right" in done.stdout
    assert "Slow Starter drops its bombs and comes home" in done.stdout


@pytest.mark.parametrize("typed", ["", "2,3,6\n", "2,3,6\n6\n1\n"])
def test_by_hand_the_end_of_the_input_is_a_clear_error(call: Call, typed: str) -> None:
    done = call("fly", "twentyfive", "--manual", stdin=typed)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == "combatbox: the input ended before the mission was over"


def test_a_mission_flown_by_hand_replays(call: Call, tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    assert call("fly", "twentyfive", "--manual", "--log", log, stdin="2,3,6\n1\n1\n2\n3\n").exit_code == 0
    assert read_log(log).header["dice"] == "manual"
    assert "all as written" in call("replay", log).stdout


def test_a_tour_by_hand_asks_whether_to_fly_on(call: Call) -> None:
    mission = "2,3,6\n1\n1\n2\n3\n"
    done = call("campaign", "twentyfive", "--manual", stdin=f"{mission}perhaps\nfly_on\n{mission}stand_down\n")
    assert done.exit_code == 0, done.stderr
    assert "'perhaps' is not among the options" in done.stderr
    assert "laid aside after mission 2" in done.stdout


# ---- tours in several sittings


def surviving_seed(call: Call, missions: int) -> str:
    """Return a seed whose tour lasts at least this many missions."""
    for seed in range(100):
        done = json.loads(call("campaign", "twentyfive", "--seed", seed, "--missions", missions, "--json").stdout)
        if done["summary"]["missions_completed"] == missions:
            return str(seed)
    raise AssertionError("no tour lasts so long")


def test_a_resumed_tour_keeps_its_name_and_rulings(call: Call) -> None:
    seed = surviving_seed(call, 3)
    call("campaign", "twentyfive", "--seed", seed, "--missions", "2", "--name", "Old Faithful", "--log", "a.jsonl")
    for option in ("--name", "--crew", "--ruling"):
        done = call("campaign", "twentyfive", "--resume", "a.jsonl", option, "attack_on=6")
        assert (done.exit_code, f"{option}: leave it out" in done.stderr) == (2, True)
    assert "Old Faithful" in call("campaign", "twentyfive", "--resume", "a.jsonl", "--log", "b.jsonl").stdout


def test_a_tour_goes_on_with_other_dice_and_says_so_in_its_log(call: Call) -> None:
    seed = surviving_seed(call, 2)
    call("campaign", "twentyfive", "--seed", seed, "--missions", "1", "--log", "a.jsonl")
    mission = "2,3,6\n1\n1\n2\n3\n"
    done = call("campaign", "twentyfive", "--resume", "a.jsonl", "--manual", stdin=f"fly_on\n{mission}stand_down\n")
    assert done.exit_code == 0, done.stderr
    assert read_log(Path("a.jsonl")).header["dice"] == f"seed {seed}, then manual"
    assert call("replay", "a.jsonl").exit_code == 0
    refused = call("campaign", "twentyfive", "--resume", "a.jsonl")
    assert (refused.exit_code, "continue with --manual or give a --seed" in refused.stderr) == (2, True)
    onward = call("campaign", "twentyfive", "--resume", "a.jsonl", "--seed", "5", "--missions", "3")
    assert onward.exit_code == 0, onward.stderr
    assert read_log(Path("a.jsonl")).header["dice"] == f"seed {seed}, then manual, then seed 5"
    both = call("campaign", "twentyfive", "--resume", "a.jsonl", "--seed", "5", "--manual")
    assert "choose one" in both.stderr


# ---- replays


def test_the_packaged_example_replays(call: Call) -> None:
    done = call("replay", EXAMPLE)
    assert done.exit_code == 0
    assert "all as written" in done.stdout
    assert "departs from the source's own rules" in done.stdout


def test_a_replay_can_be_described(call: Call) -> None:
    assert "tail gun and belly turret gun can fire." in call("replay", EXAMPLE, "--tell").stdout


def test_a_changed_script_stops_at_its_first_departure_with_exit_code_1(call: Call) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    die, other = "T-TAB-GUN-HIT, dice: [2, 6]", "T-TAB-GUN-HIT, dice: [2, 5]"
    assert die in text
    Path("bent.yaml").write_text(text.replace(die, other, 1), encoding="utf-8")
    done = call("replay", "bent.yaml")
    assert (done.exit_code, done.stdout) == (1, "")
    assert re.fullmatch(r"combatbox: .*step 1A.*expected hit.*got miss.*\n", done.stderr)


def test_a_log_flown_under_a_ruling_replays_under_it_and_departs_under_another(call: Call, tmp_path: Path) -> None:
    # With fighters on 5-6, some seed meets them on a 5.
    for seed in range(40):
        call("fly", "twentyfive", "--seed", seed, "--ruling", "attack_on=5-6", "--log", "ruled.jsonl")
        fighters = next(
            event
            for event in read_log(tmp_path / "ruled.jsonl").events
            if event["kind"] == "roll" and "ATTACK" in event["table"]
        )
        if fighters["dice"] == [5]:
            break
    assert call("replay", "ruled.jsonl").exit_code == 0
    done = call("replay", "ruled.jsonl", "--ruling", "attack_on=6")
    assert done.exit_code == 1
    assert "expected" in done.stderr


# ---- stopping


HEARS = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("combatbox", run_name="__main__", alter_sys=True)
"""
"""The command as in the foreground: where the tests run in the background of a shell, nobody hears Ctrl-C, and what they
start inherits that."""


def interrupted(
    words: list[str], ready: Callable[[int, Path], bool], where: Path, stdin: bytes = b""
) -> tuple[int, str]:
    """Start a command, press Ctrl-C once it is `ready`, and return its exit code and its errors.

    Ctrl-C goes to the whole process group. `ready` is called with the process id and the file of the errors.
    """
    if not hasattr(os, "killpg"):
        pytest.skip("this system has no process groups that hear Ctrl-C")
    errors = where / "errors"
    with errors.open("wb") as sink, subprocess.Popen(
        [sys.executable, "-c", HEARS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=sink, env=environment(), start_new_session=True) as started:  # fmt: skip
        assert started.stdin
        try:
            started.stdin.write(stdin)
            started.stdin.flush()
            while not ready(started.pid, errors):
                assert started.poll() is None, errors.read_text()
                time.sleep(0.05)
            os.killpg(started.pid, signal.SIGINT)
            out, _ = started.communicate(timeout=300)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
    assert out == b""
    return started.returncode, errors.read_text()


def said(words: str, times: int) -> Callable[[int, Path], bool]:
    """Whether words occur this often in the output."""
    return lambda _pid, errors: errors.read_text().count(words) >= times


def at_work(seconds: float) -> Callable[[int, Path], bool]:
    """Whether a command and its processes have used this much processor time, enough to be simulating."""
    if not Path("/proc/self/stat").is_file():
        pytest.skip("only /proc says how long processes have worked")

    def ready(pid: int, _errors: Path) -> bool:
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # The process has ended meanwhile.
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) == pid:  # The session of the process.
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK") > seconds

    return ready


def test_ctrl_c_stops_with_a_message_and_130_and_what_was_typed_is_in_the_log(
    call: Call, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    seed = surviving_seed(call, 2)
    log = tmp_path / "tour.jsonl"
    call("campaign", "twentyfive", "--seed", seed, "--missions", "1", "--log", log)
    line = ["campaign", "twentyfive", "--resume", str(log), "--manual"]
    code, err = interrupted(line, said("throw", 2), tmp_path_factory.mktemp("said"), stdin=b"2,3,6\n")
    assert code == 130
    assert err.splitlines()[-2:] == [f"What you typed is in {log}; go on with --resume {log}", "combatbox: stopped"]
    assert "Traceback" not in err
    save = read_save(log)
    assert (save["faces"], save["header"]["dice"]) == ([2, 3, 6], f"seed {seed}, then manual")
    assert [path.name for path in tmp_path.iterdir()] == ["tour.jsonl"], "nothing is left lying about"


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_odds_with_a_message_and_130_for_any_number_of_processes(jobs: str, tmp_path: Path) -> None:
    line = ["odds", "twentyfive", "--missions", "900000000", "--jobs", jobs]
    code, err = interrupted(line, at_work(1.2 * int(jobs)), tmp_path)
    assert code == 130
    assert err == "combatbox: stopped; nothing is kept, as there is no --out FILE\n"


def test_ctrl_c_while_the_command_is_loading_is_a_message_too() -> None:
    code = """
import builtins, sys
real = builtins.__import__
def load(name, *rest):
    if name == "combatbox.cli":
        raise KeyboardInterrupt
    return real(name, *rest)
builtins.__import__ = load
from combatbox.__main__ import main
main()
"""
    done = process(command=(sys.executable, "-c", code))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "combatbox: stopped\n")


@pytest.mark.thorough
def test_a_job_in_the_background_goes_on_when_ctrl_c_is_pressed_for_another() -> None:
    """A shell starts such a job with the signal ignored, and it stays so."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        started = subprocess.Popen(
            [sys.executable, "-m", "combatbox", "odds", "twentyfive", "--missions", "3000", "--jobs", "2"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True)  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    for _ in range(5):
        time.sleep(0.2)
        os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=300)
    assert (started.returncode, err) == (0, b"")
    assert b"mission survival" in out
