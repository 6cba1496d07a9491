"""Two players at one terminal: the German player sees only his side, and prompts say who throws."""

from __future__ import annotations

import os
import re

import pytest
from click.testing import CliRunner

from combatbox.cli import main

from .terminal import Terminal

TWO = ("--seed", "5", "--mission", "12", "--ruling", "Q-X4=on")
QUESTION = "German player, F3 Me 109 12 High: where does this fighter attack from?"
SECRET = re.compile(r"wounded|wound:|Crew:|waist 20|ball turret \d|Bo |Pi |Ta |at the Me 109 at")


def run(*args, typed=""):
    return CliRunner().invoke(main, [*args], input=typed)


@pytest.mark.rule("Q21.0-2")
def test_the_german_player_sees_only_his_side():
    done = run("play", "queen", *TWO, typed="auto turn\nlog 99\n6_low\nq\n\n")
    assert QUESTION in done.output
    bombers, _, rest = done.output.partition("> auto turn")
    germans, _, _ = rest.partition("> 6_low")
    assert SECRET.search(bombers)
    assert not SECRET.search(germans), SECRET.search(germans)
    assert "strikes the waist" in germans
    assert "Damage that shows" not in germans
    assert germans.count("Me 109 at 12 High: [6] hits.") == 2  # Above the question, and in the log.


@pytest.mark.rule("Q21.0-2")
def test_leaving_in_the_german_player_s_place_reveals_no_more():
    done = run("play", "queen", *TWO, typed="auto turn\nq\n\n")
    assert not SECRET.search(done.output.partition("> auto turn")[2])


@pytest.mark.rule("Q21.0-3")
def test_auto_decides_for_one_player_and_stops_at_the_other():
    done = run("play", "queen", *TWO, typed="auto mission\n6_low\nauto mission\nauto mission\nq\n\n")
    assert done.output.count("German player, F") > 1
    assert "The German player sends it in from 6 Low." in done.output


@pytest.mark.rule("Q21.0-1")
@pytest.mark.parametrize("command", ["play", "fly"])
def test_prompts_for_real_dice_say_who_throws(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    typed = "3\n3 4\n" * 20  # An invalid answer is asked for again.
    two = run(command, "queen", "--manual", "--ruling", "Q-X4=on", typed=typed).output
    assert "bomber's player, G-1" in two
    assert "German player, B-1: throw 1 die" in two
    assert "bomber's player, B-1" not in two
    assert "player, " not in run(command, "queen", "--manual", typed=typed).output


@pytest.mark.sample(1)
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.rule("Q21.0-2")
@pytest.mark.parametrize("mode", [(), ("--lines",)])
def test_on_a_terminal_the_seat_is_handed_over(mode):
    at = Terminal("queen", *TWO, *mode, columns=100, rows=45)
    at.until(b"Who changes his station?")
    at.type("\n")
    at.until(b"at whom?")
    at.type("auto turn\n")
    text = at.until(b"Now the German player decides; hand over, then press Enter").decode()
    screen = text.rpartition("\n" * 3)[2] if mode else text.rpartition("\x1b[2J")[2]
    assert not SECRET.search(screen)
    at.type("\n")
    at.until(b"where does this fighter attack from?")
    at.type("auto turn\n")
    at.until(b"Now the bomber's player decides")
    at.type("\n")
    at.until(b"Crew:")
    at.child.terminate()
    at.ends()
