"""What stops a mission is a finding with the file of the game's code, and what is stored and stale is one finding."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.library import paths
from combatbox.library.load import load
from combatbox.verify import checks
from combatbox.verify.checks import CheckSpec, run_checks
from combatbox.verify.findings import Check, Finding, VerifyContext, combine
from combatbox.verify.missions import check_flights
from combatbox_dev import corpus


def test_an_error_in_the_code_of_a_game_is_a_finding_with_its_file() -> None:
    book = load("twentyfive")

    def broken(flight):
        raise KeyError("no such gun")

    bad = replace(book, game=replace(book.game, runs={"mission": broken}))
    (finding,) = check_flights(VerifyContext({"twentyfive": bad})).findings
    assert "test_flights.py:" in finding.place
    assert finding.place.endswith(" broken")
    assert "KeyError: 'no such gun' (mission 1, seed 'verify/0')" in finding.message
    assert check_flights(VerifyContext({"twentyfive": book})).ok


def test_an_error_in_the_code_of_a_plug_in_is_a_finding_of_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(context: VerifyContext) -> Check:
        raise KeyError("no such gun")

    monkeypatch.setitem(checks.CHECKS, "examples", CheckSpec(broken, "draft"))
    with pytest.raises(KeyError):
        run_checks([load("twentyfive")], only=["examples"])
    monkeypatch.setattr(paths, "plug_ins", lambda: {"twentyfive": Path()})
    monkeypatch.setattr(paths, "code", lambda key: Path(__file__).parent)
    (check,) = run_checks([load("twentyfive")], only=["examples"])
    (finding,) = check.findings
    assert re.fullmatch(r".*test_flights\.py:\d+ broken", finding.place)
    assert finding.message == "KeyError: 'no such gun'"


def test_files_that_differ_in_the_same_way_are_one_finding() -> None:
    many = [Finding(f"tests/{n}.txt:1", "is stale: digest a, now b", "update") for n in range(99)]
    report = [*combine([*many, Finding("other", "is missing", "update")])]
    assert [str(one) for one in report] == [
        "tests/0.txt:1 and 98 more files: is stale: digest a, now b; run: update",
        "other: is missing; run: update",
    ]


def test_saved_games_that_go_otherwise_are_reported_with_the_commands_that_help(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / corpus.FOLDER
    folder.mkdir(parents=True)
    lines = (project / corpus.FOLDER / "twentyfive.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "twentyfive.jsonl").write_bytes(b"".join(lines[:3]))
    context = VerifyContext({"twentyfive": load("twentyfive")}, project=tmp_path)
    (finding,) = corpus.check(context).findings
    assert "twentyfive: 0 same, now 3" in finding.message
    assert "combatbox change twentyfive" in finding.command
    corpus.update(tmp_path, load("twentyfive"))
    assert corpus.check(context).ok
