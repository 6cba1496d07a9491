"""Scenario files and campaigns of evenings on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import _NamedTextIOWrapper

from combatbox.library.load import load
from combatbox.library.scenarios import read_scenarios
from combatbox.play.setup_choices import contest_title, setup_choices

from .conftest import Call

MINE = "title: Mine\nforces: {bombers: 2, escorts: 0, germans: 1}\nhits: 2\ntable: {width: 36, length: 60}\n"


def test_a_file_is_flown_simulated_and_replayed(call: Call, tmp_path: Path) -> None:
    path, log = tmp_path / "mine.yaml", tmp_path / "mine.jsonl"
    path.write_text(MINE)
    flown = call("fly", "skirmish", "--scenario", str(path), "--seed", "1", "--log", str(log))
    assert flown.stdout.startswith("Mine: 2 bomb hits win\n")
    odds = call("odds", "skirmish", "--scenario", str(path), "--missions", "5", "--jobs", "1")
    assert odds.stdout.startswith("B-17!, Mine: 5 missions")
    path.unlink()
    assert "all as written" in call("replay", str(log)).stdout
    assert "1 same" in call("recheck", str(log)).stdout


def test_a_fault_is_one_line_with_its_place(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE + "wave: 2\n")
    result = call("fly", "skirmish", "--scenario", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith("combatbox: mine.yaml:5: wave: unknown key; known: ")


def test_a_game_without_scenario_files_says_so(call: Call) -> None:
    assert (
        "--mission: 'low-fuel' is not a valid integer; 25 and Out has no scenario files"
        in call("fly", "twentyfive", "--mission", "low-fuel").stderr
    )


def test_a_campaign_is_flown_in_several_sittings(call: Call, tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    first = call(
        "campaign", "skirmish", "--scenario", "five-evenings", "--missions", "1", "--seed", "5", "--log", str(log)
    )
    assert "Evening 1 of 5" in first.stderr
    resumed = call(
        "campaign", "skirmish", "--resume", str(tmp_path / "evening-1.jsonl"), "--missions", "1", "--seed", "5",
        "--log", str(log),
    )  # fmt: skip
    assert resumed.stdout.startswith("The bridge: ")
    assert (tmp_path / "evening-2.jsonl").is_file()


def test_a_campaign_of_evenings_needs_its_first(call: Call) -> None:
    assert "needs a scenario that begins one" in call("campaign", "skirmish").stderr
    wrong = call("campaign", "skirmish", "--scenario", "low-fuel").stderr
    assert "needs a scenario that begins one; name it, such as five-evenings" in wrong


def test_evenings_are_counted_from_one_and_a_log_takes_no_scenario(call: Call, tmp_path: Path) -> None:
    for count in ("0", "-1", "6"):
        result = call("campaign", "skirmish", "--scenario", "five-evenings", "--missions", count)
        assert result.exit_code == 2
        assert "--missions: must be between 1 and 5" in result.stderr
    log = tmp_path / "evening-1.jsonl"
    log.touch()
    result = call("campaign", "skirmish", "--resume", str(log), "--scenario", "five-evenings")
    assert "the file contains the scenario; leave --scenario out" in result.stderr


def test_a_tour_refuses_a_scenario_instead_of_leaving_it_out(call):
    done = call("campaign", "twentyfive", "--scenario", "3", "--seed", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--scenario: leave it out: a tour of 25 and Out has no scenarios" in done.stderr


@pytest.mark.parametrize(("typed", "begins"), [("", "Scenario 1"), ("2", "Scenario 2"), ("low-fuel", "Low fuel")])
def test_at_a_terminal_the_scenarios_are_listed_with_who_fights_whom(
    call: Call, monkeypatch: pytest.MonkeyPatch, typed: str, begins: str
) -> None:
    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda stream: stream.name == "<stdin>", raising=False)
    shown = call("play", "skirmish", "--seed", "1", "--lines", stdin=f"{typed}\nq\n").stdout
    book = load("skirmish")
    for title in setup_choices(book)["titles"]:
        assert title in " ".join(shown.split())
    for name, own in read_scenarios(book).items():
        assert f"{name} {contest_title(book, scenario=own)}" in " ".join(shown.split())
    assert f"[1] {begins}: " in " ".join(shown.split())
    assert "against" not in call("play", "skirmish", "--scenario", "2", "--lines", stdin="q\n").stdout


def test_games_without_scenarios_and_pipes_are_not_asked(call: Call) -> None:
    assert "Which one?" not in call("play", "skirmish", "--seed", "1", stdin="q\n").stdout
