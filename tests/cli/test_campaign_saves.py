"""The log of a campaign is its save: resumed in sittings, after a change of tables, after a kill -9."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from combatbox.core.events import Journal
from combatbox.library.load import load
from combatbox.library.player_files import read_log, write_log
from combatbox.play.canonical_json import canonical_json

from .test_fly import surviving_seed

Call = Callable[..., Result]

TABLE = (
    "id: O-1\ntitle: Weather\nshape: columns\ndice: 2d6\nsource: {kind: rulebook, section: x}\n"
    "columns: {target: Over the target, base: Over the base}\n"
    "cell: weather\nrows: [{roll: 2-12, cells: [poor, good]}]\n"
)


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_a_campaign_in_sittings_is_the_campaign_in_one_go(call: Call, game: str) -> None:
    seed = "4" if game == "queen" else surviving_seed(call, 6)
    whole = call("campaign", game, "--seed", seed, "--missions", "6", "--log", "whole.jsonl")
    assert whole.exit_code == 0, whole.stderr
    for missions in (2, 4):
        more = ("--resume", "parts.jsonl") if missions > 2 else ("--seed", seed, "--log", "parts.jsonl")
        done = call("campaign", game, *more, "--missions", missions)
        assert done.exit_code == 0, done.stderr
        assert f"laid aside after {'' if game == 'queen' else 'mission '}{missions}" in done.stdout
    assert read_log(Path("parts.jsonl")).summary["tour"] == "going on"
    assert call("campaign", game, "--resume", "parts.jsonl", "--missions", 6, "--log", "last.jsonl").exit_code == 0
    assert Path("last.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert read_log(Path("parts.jsonl")).summary["missions_completed"] == 4, "the log that is resumed stays"
    assert call("replay", "last.jsonl").exit_code == 0


def test_the_seed_chooses_the_names_and_the_log_keeps_them(call: Call) -> None:
    call("campaign", "queen", "--seed", "4", "--missions", "1", "--log", "a.jsonl", "--name", "Rain Check")
    log = read_log(Path("a.jsonl"))
    assert log.header["setup"]["names"] == {"bomber": "Rain Check", "roster": "4"}
    assert log.summary["bomber"]["name"] == "Rain Check"
    other = json.loads(call("campaign", "queen", "--seed", "5", "--missions", "1", "--json").stdout)
    assert other["summary"]["crew"]["pilot"]["name"] != log.summary["crew"]["pilot"]["name"]


def test_a_campaign_that_is_over_is_not_resumed(call: Call) -> None:
    call("campaign", "queen", "--seed", "4", "--log", "a.jsonl")
    done = call("campaign", "queen", "--resume", "a.jsonl")
    assert done.exit_code == 2
    assert any(f"the tour is over ({result})" in done.stderr for result in ("won", "lost", "drawn"))


def test_another_game_s_tour_a_mission_and_a_log_of_another_format_are_refused_with_one_line(call: Call) -> None:
    call("campaign", "twentyfive", "--seed", "1", "--missions", "1", "--log", "foreign.jsonl")
    call("fly", "queen", "--seed", "1", "--log", "mission.jsonl")
    call("campaign", "queen", "--seed", "4", "--missions", "1", "--log", "old.jsonl")
    lines = Path("old.jsonl").read_text("utf-8").splitlines()
    Path("old.jsonl").write_text(
        "\n".join([canonical_json({**json.loads(lines[0]), "format": 0}), *lines[1:], ""]), "utf-8"
    )
    for name, said in (
        ("foreign.jsonl", "is not a tour of B-17: Queen of the Skies (twentyfive, run tour)"),
        ("mission.jsonl", "is not a tour of B-17: Queen of the Skies (queen, run mission)"),
        ("old.jsonl", "is not a Combat Box log of format 1 (got 0)"),
    ):
        done = call("campaign", "queen", "--resume", name)
        assert done.exit_code == 2, name
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_replay_of_a_saved_game_names_the_command_that_goes_on_with_it(call: Call) -> None:
    call("play", "queen", "--seed", "1", "--save", "my.save", stdin="\n\n")
    done = call("replay", "my.save")
    assert done.exit_code == 2
    assert "my.save:1: the file is a saved game, not a log; continue it with `combatbox play" in done.stderr


def test_a_resumed_tour_simulates_no_mission_again(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its log holds the state between missions: what is rolled from there on is all that is rolled."""
    call("campaign", "queen", "--seed", "4", "--missions", "2", "--log", "a.jsonl")
    past, flown = read_log(Path("a.jsonl")), []
    real = Journal.add
    monkeypatch.setattr(Journal, "add", lambda journal, event: (flown.append(event["n"]), real(journal, event))[1])
    assert call("campaign", "queen", "--resume", "a.jsonl", "--missions", "2").exit_code == 0
    assert read_log(Path("a.jsonl")) == past
    assert call("campaign", "queen", "--resume", "a.jsonl", "--missions", "3").exit_code == 0
    events = read_log(Path("a.jsonl")).events
    assert events[: len(past.events) - 2] == past.events[:-2]
    assert min(flown) == len(past.events)
    assert max(flown) == len(events)


def test_a_tour_goes_on_under_other_tables_from_its_last_state(call: Call) -> None:
    """What is closed is a fact: the log names the book that came in between, and from which event on."""
    Path("new/queen").mkdir(parents=True)
    Path("new/queen/o-1.yaml").write_text(TABLE, "utf-8")
    call("campaign", "queen", "--seed", "4", "--missions", "3", "--log", "old.jsonl")
    old = read_log(Path("old.jsonl"))
    done = call(
        "campaign", "queen", "--resume", "old.jsonl", "--log", "new.jsonl", "--missions", "5", "--tables", "new"
    )
    assert done.exit_code == 0, done.stderr
    assert "the tables have changed since it was written; the tour continues from its state at that time" in done.stderr
    new = read_log(Path("new.jsonl"))
    assert new.header["books"] == [[len(old.events), load("queen", Path("new")).digest]]
    past = len(old.events) - 2
    assert new.events[:past] == old.events[:past]
    assert (old.summary["missions_completed"], new.summary["missions_completed"]) == (3, 5)
    weather = {event["row"] for event in new.events[past:] if event["kind"] == "roll" and event["table"] == "O-1"}
    assert weather == {"O-1/2-12@target", "O-1/2-12@base"}
    assert " Weather: weather good." in done.stdout, "a row that is no more is told as the log has it"
    again = call("campaign", "queen", "--resume", "new.jsonl", "--missions", "6", "--tables", "new")
    assert again.exit_code == 0, again.stderr
    assert read_log(Path("new.jsonl")).header["books"] == new.header["books"]


def test_a_log_of_before_which_holds_no_state_is_flown_again_for_it(call: Call) -> None:
    call("campaign", "queen", "--seed", "4", "--missions", "2", "--log", "now.jsonl")
    log = read_log(Path("now.jsonl"))
    write_log(Path("before.jsonl"), replace(log, closed=None))
    for name in ("now.jsonl", "before.jsonl"):
        assert call("campaign", "queen", "--resume", name, "--missions", "3").exit_code == 0
    assert Path("before.jsonl").read_bytes() == Path("now.jsonl").read_bytes()
    roll = next(event for event in log.events if event["kind"] == "roll")
    roll["dice"] = [7 - face for face in roll["dice"]]
    write_log(Path("edited.jsonl"), replace(log, closed=None))
    done = call("campaign", "queen", "--resume", "edited.jsonl")
    assert done.exit_code in (1, 2)
    assert "event" in done.stderr


@pytest.mark.thorough
def test_the_odds_of_the_queen_are_printed_as_text_and_as_json(call: Call, tmp_path: Path) -> None:
    line = ("odds", "queen", "--missions", "100", "--jobs", "1")
    output = call(*line)
    assert output.exit_code == 0, output.stderr
    for words in (
        "mission survival",
        "mission by mission",
        "by target",
        "Killed on a mission, by station",
        "How campaigns end",
    ):
        assert words in output.stdout
    found = json.loads(call(*line, "--json").stdout)
    assert {"mission_survival", "tour_completion", "tour_method", "events", "figures"} < set(found)
    alone = json.loads(call(*line, "--mission", "11", "--json").stdout)
    assert list(alone["figures"]["by_mission"]) == ["11"]
    stored = tmp_path / "queen.odds"
    assert json.loads(call(*line, "--json", "--out", str(stored)).stdout) == found
    assert (
        call(*line, "--out", str(stored)).stdout == output.stdout
    )  # The log is complete: no mission is simulated again.
    assert "belongs to another simulation (seed" in call(*line, "--seed", "other", "--out", str(stored)).stderr
    assert "--mission: must be between 0 and 25 (got 26)" in call("odds", "queen", "--mission", "26").stderr


def test_a_tour_is_written_as_csv_beside_its_log(call: Call) -> None:
    done = call("campaign", "queen", "--seed", "4", "--missions", "2", "--log", "a.jsonl", "--csv", "out/tour")
    assert done.exit_code == 0, done.stderr
    written = {path.name: path.read_bytes() for path in Path("out/tour").iterdir()}
    assert set(written) == {"missions.csv", "careers.csv", "kills.csv"}
    assert all(data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n") for data in written.values())
    assert written["missions.csv"].count(b"\r\n") == 3
    again = call("campaign", "queen", "--resume", "a.jsonl", "--missions", "2", "--csv", "out/tour")
    assert "exists already" in again.stderr
    again = call("campaign", "queen", "--resume", "a.jsonl", "--missions", "2", "--csv", "out/tour", "--overwrite")
    assert again.exit_code == 0, again.stderr
    assert {path.name: path.read_bytes() for path in Path("out/tour").iterdir()} == written
