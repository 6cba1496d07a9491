"""Rules, rulings and tables looked up in the terminal: by id, by section, by words; completed by the shell, and paged."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from combatbox.cli import common, lookup, main
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.odds.exact_odds import chances
from combatbox.prose.sentences import sentences_of

from .conftest import Call

SECTION = re.compile(r"Q(?P<section>\d+\.\d+)(?P<part>[a-z]?)(?:-\d+)?")


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_listed_and_found_by_its_id_and_by_its_section(call: Call, game: str) -> None:
    book = load(game)
    listed = [line.split()[1] for line in call("rules", game).stdout.splitlines()]
    assert listed == list(book.rules)
    entries = [each for each in lookup._entries(book) if each.kind == "rule"]
    for rule_id in book.rules:
        found = {each.id for each in entries if each.is_at(rule_id.lower())}
        assert rule_id in found
        number = SECTION.fullmatch(rule_id)
        if number:
            inside = {
                key for key in book.rules if (other := SECTION.fullmatch(key)) and other["section"] == number["section"]
            }
            assert {each.id for each in entries if each.is_at(number["section"])} == inside
            part = {key for key in inside if key.startswith(f"Q{number['section']}{number['part']}")}
            assert {each.id for each in entries if each.is_at(f"section {number['section']} {number['part']}.")} == part


@pytest.mark.parametrize(
    ("name", "rule_id"),
    [("erratum 5", "Q-E05"), ("BL-1 note g", "Q-BL1g"), ("§ 14.2 d", "Q14.2d-2"), ("q6.3A-1", "Q6.3a-1")],
)
def test_a_rule_is_named_as_books_and_papers_name_it(call: Call, name: str, rule_id: str) -> None:
    book = load("queen")
    shown = call("rule", "queen", name).stdout
    assert f"Rule {rule_id}: {book.rules[rule_id].title}" in shown
    words = " ".join(shown.split())
    for text in sentences_of(book, [rule_id], book.chosen({}))[rule_id]:
        assert " ".join(text.split()) in words
    assert max(map(len, shown.splitlines())) <= lookup.WIDTH


def test_a_rule_is_shown_under_the_ruling_chosen_and_a_ruling_with_its_options(call: Call) -> None:
    book = load("twentyfive")
    ruling = book.ruling("attack_on")
    other = next(option for option in ruling.options if option != ruling.default)
    rule_id = ruling.rules[0]
    assert f"{ruling.id} (attack_on={ruling.default})" in call("rule", "twentyfive", rule_id).stdout
    assert (
        f"{ruling.id} (attack_on={other})"
        in call("rule", "twentyfive", rule_id, "--ruling", f"attack_on={other}").stdout
    )
    alone = call("rule", "twentyfive", "attack_on").stdout
    assert alone in call("rulings", "twentyfive").stdout
    assert f"  > {ruling.default}: " in alone
    assert f"    {other}: " in alone
    for each in book.rulings.values():
        assert f"{each.id} ({each.key}): " in call("rulings", "twentyfive").stdout


def test_a_search_finds_ids_sections_and_words_of_titles(call: Call) -> None:
    def found(*words: str) -> list[str]:
        return [line.split()[1] for line in call("search", "queen", *words).stdout.splitlines()]

    book = load("queen")
    titles = {**{r.id: r.title for r in book.rules.values()}, **{t.id: t.title for t in book.tables.values()}}
    titles |= {r.id: f"{r.question} {r.key}" for r in book.rulings.values()}
    assert found("BALL", "turret") == [
        key for key, title in titles.items() if {"ball", "turret"} <= set(re.findall(r"\w+", title.lower()))
    ]
    assert found("9.2") == [key for key in book.rules if key.startswith("Q9.2")]
    assert found("b-1") == ["Q-B1", "B-1"]


def test_a_table_as_json_is_that_of_all_tables(call: Call) -> None:
    (listed,) = [
        table for table in json.loads(call("tables", "queen", "--json").stdout)["tables"] if table["id"] == "P-3"
    ]
    assert json.loads(call("table", "queen", "P-3", "--json").stdout) == listed
    chance = load("queen").chances["bomb-bay-bombs"]
    ruled = json.loads(call("table", "queen", chance.table, "--json", "--ruling", "Q-R63=no_fire").stdout)["chances"]
    expected = chances(load("queen"), rulings={"Q-R63": "no_fire"})
    assert {each["id"]: each["exact"] for each in ruled} == {each["id"]: str(expected[each["id"]]) for each in ruled}


def completed(*words: str) -> list[str]:
    """Return what a shell offers for the last word of a command line."""
    *before, last = words
    return [item.value for item in ShellComplete(main, {}, "combatbox", "").get_completions(before, last)]


def test_a_shell_completes_games_tables_rules_rulings_and_missions() -> None:
    book = load("queen")
    assert completed("table", "que") == ["queen"]
    assert completed("table", "queen", "bl-4") == [key for key in book.tables if key.startswith("BL-4")]
    assert completed("roll", "queen", "BL-4") == completed("table", "queen", "bl-4")
    assert completed("rule", "queen", "Q9.2-1") == ["Q9.2-1"]
    ruling = book.ruling("Q-R01")
    offered = [f"{ruling.key}={option}" for option in ruling.options]
    assert completed("fly", "queen", "--ruling", ruling.key) == offered
    assert completed("odds", "queen", "--mission", "2") == ["2", *map(str, range(20, 26))]
    assert "low-fuel" in completed("fly", "skirmish", "--scenario", "")
    assert completed("fly", "skirmish", "--option", "turr") == ["turret"]
    assert completed("fly", "--ruling", "") == []


def test_a_shell_completes_what_a_folder_of_tables_adds(tmp_path: Path) -> None:
    (tmp_path / "storm").mkdir()
    (tmp_path / "storm" / "game.yaml").write_text("like: twentyfive\nkey: storm\ntitle: Storm\n")
    assert completed("fly", "--tables", str(tmp_path), "sto") == ["storm"]


def test_long_output_goes_through_a_pager_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    paged: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", paged.append)
    monkeypatch.setattr(common, "get_terminal_size", lambda: os.terminal_size((80, 5)))
    common.print_paged(str(number) for number in range(9))
    assert paged == []
    assert capsys.readouterr().out.split() == list("012345678")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    common.print_paged("123")
    assert paged == []
    common.print_paged("12345")
    assert paged == ["1\n2\n3\n4\n5\n"]


def test_the_environment_names_tables_and_paper(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine" / "queen").mkdir(parents=True)
    (tmp_path / "mine" / "queen" / "game.yaml").write_text("title: Our Queen\n", encoding="utf-8")
    monkeypatch.setenv("COMBATBOX_TABLES", str(tmp_path / "mine"))
    monkeypatch.setenv("COMBATBOX_PAPER", "letter")
    assert "queen: Our Queen" in call("games").stdout
    assert "  letter  " in call("print", "queen", "--dry-run").stdout
    assert "[env var: COMBATBOX_TABLES]" in " ".join(call("fly", "--help").stdout.split())
    refused = call("odds", "queen", "--store")
    assert (refused.exit_code, "the stored orders decide" in refused.stderr) == (2, True)


def test_a_dry_run_lists_the_papers_and_prints_none(call: Call, tmp_path: Path) -> None:
    lines = call("print", "twentyfive", "--dry-run", "--paper", "a4").stdout.splitlines()
    assert list(tmp_path.rglob("*.pdf")) == []
    names = [line.split()[0].removeprefix("twentyfive/") for line in lines]
    assert len(names) > 5
    call("print", "twentyfive", "--paper", "a4", "--only", names[1], "--out", "out")
    assert [path.name for path in tmp_path.rglob("*.pdf")] == [f"{names[1]}-a4.pdf"]
