"""`combatbox play`: in a pipe and on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from combatbox.cli import main
from combatbox.library.store import read_log


def run(*args, typed=""):
    return CliRunner().invoke(main, ["play", *args], input=typed)


def test_numbers_ids_and_enter_answer(tmp_path):
    log = tmp_path / "log.jsonl"
    done = run("queen", "--seed", "5", "--mission", "12", "--log", str(log), typed="2\nF4\n\nauto mission\n")
    assert done.exit_code == 0, done.output
    assert [a["taken"] for a in read_log(log).events if a["kind"] == "choice"][:3] == ["f2", "f4", "f1"]
    assert f"The log is in {log}." in done.output


def test_what_is_no_option_is_explained_and_asked_again():
    done = run("queen", "--seed", "5", "--mission", "12", typed="9\nhodl\nq\n\n")
    assert "'9' is no option and no command" in done.output
    assert "did you mean hold" in done.output
    assert "Not saved." not in done.output  # nothing was decided, so nothing is asked either


def test_help_names_the_rule_its_tables_and_the_stretches():
    done = run("queen", "--seed", "5", "--mission", "12", typed="?\nq\n\n")
    assert "Rule Q6.3a-1: Choosing a target for each gun" in done.output
    assert "M-1 Defensive fire" in done.output
    assert "wave, turn, zone, mission" in done.output


def test_undo_log_look_and_an_unknown_stretch():
    done = run("queen", "--seed", "5", "--mission", "12", typed="u\n1\nu\nlog 2\nlook\nauto week\nq\n")
    assert done.exit_code == 0
    assert "There is nothing to take back." in done.output
    assert "Taken back; 1 so far." in done.output
    assert "unknown stretch of play 'week'" in done.output
    assert done.output.count("England 1 - >2>") == 2


def test_it_saves_at_every_decision_and_goes_on(tmp_path):
    save, log = tmp_path / "seven.save", tmp_path / "log.jsonl"
    done = run("queen", "--seed", "5", "--mission", "12", "--save", str(save), typed="1\n2\n")
    assert done.exit_code == 2
    assert "the input ended before the game did; it is saved in" in done.output
    done = run("queen", "--resume", str(save), "--log", str(log), typed="u\nauto mission\n")
    assert done.exit_code == 0, done.output
    found = read_log(log)
    assert found.header["undone"] == 1
    assert next(a["taken"] for a in found.events if a["kind"] == "choice") == "f1"
    again = run("queen", "--resume", str(save))
    assert again.exit_code == 0
    assert "the end" in again.output


def test_saving_by_command_and_on_leaving(tmp_path):
    done = run("queen", "--seed", "5", typed=f"s\ns {tmp_path}/a.save\nq\n")
    assert "Save where?" in done.output
    assert "Go on with: combatbox play queen --resume" in done.output
    done = run("queen", "--seed", "5", typed=f"\nq\n{tmp_path}/b.save\n")
    assert (tmp_path / "b.save").is_file()
    done = run("queen", "--seed", "5", typed="\nq\n\n")
    assert "Not saved." in done.output
    done = run("queen", "--seed", "5", typed="s /proc/nowhere/x.save\nq\n")
    assert "cannot be written" in done.output


def test_real_dice_are_asked_for_and_can_be_left():
    done = run("twentyfive", "--manual", typed="7\n1 2\nq\n")
    assert done.exit_code == 0
    assert "throw" in done.output
    assert "is no throw" in done.output


def test_a_tour_of_twentyfive_asks_whether_to_fly_on():
    done = run("twentyfive", "--run", "tour", "--seed", "1", typed="\nstand_down\n")
    assert done.exit_code == 0
    assert "Mission 1 is done. Fly the next one now?" in done.output
    assert "centre" in done.output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("queen", "--mission", "26"), "--mission 26: 1 to 25"),
        (("queen", "--seed", "1", "--manual"), "choose one"),
        (("queen", "--run", "war"), "unknown run of queen 'war'"),
        (("queen", "--name", ""), "1 to 40"),
        (("queun",), "did you mean queen"),
    ],
)
def test_wrong_orders_are_refused(args, message):
    done = run(*args)
    assert done.exit_code == 2
    assert message in done.output


def test_resume_takes_nothing_that_the_save_holds(tmp_path):
    save = tmp_path / "x.save"
    run("queen", "--seed", "5", "--save", str(save), typed="q\n")
    done = run("queen", "--resume", str(save), "--seed", "6", "--ruling", "Q-X1=on")
    assert done.exit_code == 2
    assert "leave --seed and --ruling out" in done.output
    save.write_text("{}")
    assert "no save" in run("queen", "--resume", str(save)).output


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal_the_screen_is_redrawn(tmp_path):
    import pty
    import select

    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "45"}
    command = [sys.executable, "-m", "combatbox", "play", "queen", "--seed", "5", "--mission", "12"]
    child = subprocess.Popen(
        [*command, "--save", str(tmp_path / "t.save")], stdin=follower, stdout=follower, stderr=follower, env=env
    )
    os.close(follower)
    seen = b""

    def until(wanted):
        nonlocal seen
        end = time.time() + 120
        while wanted not in seen and time.time() < end:
            if not select.select([leader], [], [], 1)[0]:
                continue
            try:
                seen += os.read(leader, 65536)
            except OSError:
                break
        assert wanted in seen, seen[-2000:]

    until(b"at whom?")
    assert b"\x1b[?1049h" in seen  # the other screen
    assert b"\x1b[1;35mf1 Me 109 12 Low" in seen
    os.write(leader, b"auto mission\n")
    until(b"It is over.")
    os.write(leader, b"u\n")
    until(b"Taken back; 1 so far.")
    assert b"Debriefing" not in seen[seen.rindex(b"just now") :]  # what was taken back is not told as having happened
    os.write(leader, b"q\n")
    until(b"Go on with: combatbox play queen --resume")
    child.wait(120)
    os.close(leader)
    assert child.returncode == 0
    assert b"\x1b[?1049l" in seen
