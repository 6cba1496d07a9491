"""The odds of a game on a terminal: every game uses the same words, and no keys."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

import combatbox
from combatbox.cli import main
from combatbox.cli.odds_commands import report
from combatbox.games import GAMES
from combatbox.library.cached_books import cached_book
from combatbox.odds.stored_odds import read_stored

from .conftest import Call


@pytest.mark.parametrize("game", GAMES)
def test_the_odds_are_printed_in_words(game: str) -> None:
    odds = read_stored(game)[0].found
    text = "\n".join(report(cached_book(game), odds))
    assert "mission survival" in text
    assert "How often each thing happens" in text
    assert not re.findall(r"\b\w+_\w+\b", text)


@pytest.mark.parametrize(("game", "enemy"), [("queen", "German"), ("superfort", "Japanese")])
def test_both_tours_call_victories_by_nations(game: str, enemy: str) -> None:
    odds = read_stored(game)[0].found
    text = "\n".join(report(cached_book(game), odds))
    for words in ("American victory", f"{enemy} victory", "Drawn mission"):
        assert words in text


def test_sheets_have_a_row_for_each_mission_under_its_headings() -> None:
    lines = list(report(cached_book("queen"), read_stored("queen")[0].found))
    at = lines.index("All figures, mission by mission.")
    heading, first = lines[at + 1], lines[at + 2]
    assert "Men lost" in heading
    assert first.split()[:2] == ["Mission", "1"]
    assert len(heading) == len(first)


def test_odds_are_written_as_csv(call: Call) -> None:
    line = ("odds", "twentyfive", "--missions", "100", "--jobs", "1", "--seed", "3")
    assert call(*line, "--csv", "odds.csv").exit_code == 0
    text = Path("odds.csv").read_bytes().decode("utf-8-sig")
    found = combatbox.simulate("twentyfive", missions=100, seed=3)
    rows = [{key: "" if value is None else str(value) for key, value in row.items()} for row in found.rows()]
    assert list(csv.DictReader(StringIO(text, newline=""))) == rows
    assert "exists already" in call(*line, "--csv", "odds.csv").stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_few_missions_are_reported_without_the_groups_that_were_not_flown(game: str) -> None:
    shown = CliRunner().invoke(main, ["odds", game, "--missions", "2", "--jobs", "1"])
    assert shown.exit_code == 0, shown.exception
    assert "Missions 11 to 25" not in shown.output
