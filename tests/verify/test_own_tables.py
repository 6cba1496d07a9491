"""What `verify --tables` asks of somebody's own tables: that their files fit, and that nothing which they add lies about."""

import shutil
import sys
from pathlib import Path

import pytest

from combatbox.cli.build_commands import _check_printing
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.verify.checks import run_checks
from combatbox.verify.data_files import check_schemas, check_use
from combatbox.verify.findings import VerifyContext
from combatbox_dev import checks

HOUSE = """\
# yaml-language-server: $schema=../schema/twentyfive-table.json
id: T-TAB-HOUSE
title: Wing of our own
added: true
dice: 1d6
source: {kind: house, section: ours}
rows:
  - {roll: 1-5}
  - {roll: 6, effects: [{engines_out: 1}]}
"""
LED_TO = """\
rulings:
  - id: T-A01
    options:
      house: {words: Our own., replaces: {T-TAB-WING: T-TAB-HOUSE}}
"""
ENDLESS = (paths.home("twentyfive").tables / "t-tab-rank.yaml").read_text("utf-8").replace(", tour_won]", "]")
RULE = "rules:\n  - {id: %s, tables: [%s, T-TAB-HOUSE]}\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine" / "twentyfive"
    folder.mkdir(parents=True)
    return folder


def lines(mine: Path) -> dict[str, list[str]]:
    book = load("twentyfive", mine.parent)
    return {
        check.name: check.lines()
        for check in run_checks([book], overlay=mine.parent, only=("schema", "use", "transcriptions"))
    }


def test_files_that_fit_and_are_used_pass(mine: Path) -> None:
    (mine / "house.yaml").write_text(HOUSE, "utf-8")
    (mine / "rulings.yaml").write_text(LED_TO, "utf-8")
    rule = next(rule for rule in load("twentyfive").rules.values() if "T-TAB-WING" in rule.tables)
    (mine / "rules.yaml").write_text(RULE % (rule.id, ", ".join(rule.tables)), "utf-8")
    (mine.parent / "schema").mkdir()
    shutil.copy(paths.tables() / "schema" / "twentyfive-table.json", mine.parent / "schema")
    report = lines(mine)
    assert report["schema"][0].startswith("ok   schema    ")
    assert "3 own files" in report["schema"][0]
    assert report["use"][0].startswith("ok   use")
    assert "it applies only to the game's own tables" in report["transcriptions"][0]


def test_what_is_added_and_lies_about_is_named_with_its_remedy(mine: Path) -> None:
    (mine / "house.yaml").write_text(HOUSE, "utf-8")
    (mine / "rulings.yaml").write_text("rulings:\n  - {id: T-A01, options: {idle: {words: Nothing.}}}\n", "utf-8")
    report = "\n".join(lines(mine)["use"])
    assert report.startswith("FAIL use")
    assert "table T-TAB-HOUSE: nothing rolls on it, leads to it or prints it; name it in a place, a row or" in report
    assert "warning: table T-TAB-HOUSE: no rule" in report


def test_a_word_of_the_game_that_somebody_s_tables_no_longer_use_is_reported_and_is_no_fault(mine: Path) -> None:
    """No row ends the tour any more: that is his business."""
    (mine / "t-tab-rank.yaml").write_text(ENDLESS, "utf-8")
    report = lines(mine)["use"]
    assert report[0].startswith("ok   use")
    assert "     warning: effect tour_won: no table uses it any more, because of your tables" in report
    assert not any("delete" in line for line in report)


def test_a_schema_that_is_not_there_or_of_another_version_is_reported_with_the_command(mine: Path) -> None:
    (mine / "wing.yaml").write_text(HOUSE.replace("T-TAB-HOUSE", "T-TAB-WING").replace("added: true\n", ""), "utf-8")
    report = "\n".join(lines(mine)["schema"])
    assert report.startswith("ok   schema")
    assert "the schema ../schema/twentyfive-table.json does not exist; run: combatbox schema --out " in report
    (mine.parent / "schema").mkdir()
    (mine.parent / "schema" / "twentyfive-table.json").write_text("{}", "utf-8")
    assert "twentyfive-table.json: the schema is of another version; run: combatbox schema" in "\n".join(
        lines(mine)["schema"]
    )


def test_without_a_checkout_the_package_finds_the_same(mine: Path) -> None:
    """In an installed copy the code of the games is not read: it reads nothing that an overlay adds."""
    (mine / "house.yaml").write_text(HOUSE, "utf-8")
    (mine / "rulings.yaml").write_text("rulings:\n  - {id: T-A01, options: {idle: {words: Nothing.}}}\n", "utf-8")
    (mine / "t-tab-rank.yaml").write_text(ENDLESS, "utf-8")
    context = VerifyContext({"twentyfive": load("twentyfive", mine.parent)}, overlay=mine.parent)
    assert sorted(check_use(context).findings) == sorted(checks.use.check(context).findings) != []


def test_the_games_themselves_are_checked_in_a_checkout(mine: Path) -> None:
    assert "are checked in a checkout" in check_use(VerifyContext({"twentyfive": load("twentyfive")})).not_run


def test_papers_that_cannot_be_printed_here_leave_the_other_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "combatbox.press.print_run", None)
    check = _check_printing({})
    assert check.ok
    assert check.not_run.endswith("install combatbox[print]")


def test_an_installed_package_has_no_schemas_of_our_games_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "checkout", lambda: None)
    context = VerifyContext({"twentyfive": load("twentyfive")})
    assert check_schemas(context).not_run == "those of the games are checked in a checkout"
