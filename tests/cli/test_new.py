"""The command `combatbox new overlay`, and the report of verify on its tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.wing import LESS, LESS_SHOWN, MORE, MOVED, ONE, ONE_SHOWN, TWO

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.verify import checks

from .conftest import Call

WING = Path("mine/twentyfive/t-tab-wing.yaml")


def overtype(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_all_tables_are_written_and_the_next_step_is_explained(call: Call) -> None:
    done = call("new", "overlay", "twentyfive", "mine")
    tables = len(load("twentyfive").tables)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"{tables} of {tables} tables written to mine/twentyfive",
        "Change the rows that differ, then list your changes:",
        "  combatbox verify twentyfive --tables mine",
    ]
    again = call("new", "overlay", "twentyfive", "mine")
    assert again.stdout == f"mine/twentyfive: all {tables} tables are there; nothing was written\n"


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_it_is_green_from_the_first_minute(call: Call, game: str) -> None:
    assert call("new", "overlay", game, "mine").exit_code == 0
    done = call("verify", game, "--tables", "mine")
    assert done.exit_code == 0, done.stdout
    assert done.stdout.splitlines()[-1].endswith(f"tables of {game}: none")
    assert "FAIL" not in done.stdout


@pytest.mark.thorough
def test_what_differs_is_reported_row_by_row_with_no_stale_golden_and_what_is_built_when_it_is_named(
    call: Call,
) -> None:
    call("new", "overlay", "twentyfive", "mine")
    overtype(WING, (f"roll: {ONE}", f"roll: {LESS}"), (f"roll: {TWO}", f"roll: {MORE}"))
    done = call("verify", "twentyfive", "--tables", "mine", "--site", "nowhere")
    assert done.exit_code == 0, done.stdout
    lines = done.stdout.splitlines()
    head = lines.index("Differences from the printed tables of twentyfive:")
    assert lines[head + 1 : head + 2] == [
        next(line for line in lines if f"T-TAB-WING/{MOVED}: One engine out → Two engines out" in line)
    ]
    assert all(line.startswith("     rule ") and " reads: " in line for line in lines[head + 2 :])
    (said,) = (line for line in lines if line.startswith("     rule T-503 reads: "))
    was, now = said.split(" → ")
    assert ONE_SHOWN in was
    assert LESS_SHOWN in now
    assert lines[head + 1].startswith("     mine/twentyfive/t-tab-wing.yaml:")
    for stored in ("transcriptions", "examples", "results", "goldens"):
        assert any(line.startswith(f"--   {stored}") and "the game's own tables" in line for line in lines)
    assert "stale" not in done.stdout
    built = {line.split()[1]: line for line in lines if line[:2] in ("--", "ok")}
    assert built["site"].endswith("not run: build the site first (combatbox build)")
    assert built["paper"].endswith("not run: name what you have built with these tables: --prints")


def test_games_lists_the_variants_and_titles_of_tables_in_text_and_json(call: Call, tmp_path: Path) -> None:
    for key, text in (("tunis", "like: queen\nkey: tunis\ntitle: Tunis\n"), ("queen", "title: Our Queen\n")):
        (tmp_path / "mine" / key).mkdir(parents=True)
        (tmp_path / "mine" / key / "game.yaml").write_text(text, encoding="utf-8")
    listed = json.loads(call("games", "--tables", tmp_path / "mine", "--json").stdout)["games"]
    heads = [line for line in call("games", "--tables", tmp_path / "mine").stdout.splitlines() if line[0] != " "]
    assert {"tunis": "Tunis", "queen": "Our Queen"}.items() <= {game["game"]: game["title"] for game in listed}.items()
    assert [head.partition(",")[0] for head in heads] == [f"{game['game']}: {game['title']}" for game in listed]


def test_differences_are_in_the_json_too(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: checks.CHECKS[name] for name in ("schema", "use")}  # All of them are run above.
    monkeypatch.setattr(checks, "all_checks", lambda: few)
    call("new", "overlay", "twentyfive", "mine")
    overtype(WING, (f"roll: {ONE}", f"roll: {LESS}"), (f"roll: {TWO}", f"roll: {MORE}"))
    output = json.loads(call("verify", "twentyfive", "--tables", "mine", "--json").stdout)
    assert output["ok"] is True
    assert len(output["differences"]["twentyfive"]) == 1
    assert any(line.startswith("rule T-503 reads: ") for line in output["rules"]["twentyfive"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("new", "overlay", "twentyfive"), "name a folder too"),
        (("new", "game", "twentyfive", "mine"), "a game with this key exists"),
        (
            ("new", "game", "json", "mine"),
            "json: is not a valid key, but a word or a module of Python; choose another key",
        ),
        (
            ("new", "game", "combatbox", "mine"),
            "combatbox: is not a valid key, but a word or a module of Python; choose another key",
        ),
        (
            ("new", "game", "class", "mine"),
            "class: is not a valid key, but a word or a module of Python; choose another key",
        ),
        (("new", "table", "B-1", "mine/queen"), "B-1: queen has this table already; `combatbox new overlay queen"),
        (("new", "plane", "x", "mine"), "'plane' is not one of"),
        (("new", "overlay", "twentyfiv", "mine"), "did you mean twentyfive"),
        (("new", "overlay", "twentyfive", "file"), "file: is not a folder"),
        (
            ("new", "overlay", "twentyfive", "mine", "--missing", "--overwrite"),
            "--missing and --overwrite cannot be used together; choose one",
        ),
        (("new", "overlay", "twentyfive", "mine", "--ruling", "x=y"), "--ruling: leave it out"),
        (("new", "overlay", "twentyfive", "mine", "--tables", "mine"), "--tables: leave it out"),
    ],
)
def test_impossible_requests_are_reported_in_one_line(call: Call, words: tuple[str, ...], expected: str) -> None:
    Path("file").write_text("x")
    done = call(*words)
    assert done.exit_code == 2
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not Path("mine").exists()


def test_no_file_is_overwritten_without_asking(call: Call) -> None:
    call("new", "overlay", "twentyfive", "mine")
    overtype(WING, (f"roll: {ONE}", f"roll: {LESS}"))
    before = WING.read_bytes()
    done = call("new", "overlay", "twentyfive", "mine")
    assert (done.exit_code, WING.read_bytes()) == (2, before)
    assert "t-tab-wing.yaml already exists and was edited; nothing was written" in done.stderr
    assert call("new", "overlay", "twentyfive", "mine", "--missing").exit_code == 0
    assert WING.read_bytes() == before
    assert call("new", "overlay", "twentyfive", "mine", "--overwrite").stdout.startswith("1 of ")
    assert WING.read_bytes() != before


def test_the_help_explains_the_steps(call: Call) -> None:
    shown = call("new", "--help").output
    for words in (
        "combatbox new overlay queen my-tables",
        "combatbox verify queen --tables my-tables",
        "--missing",
        "--overwrite",
    ):
        assert words in shown


def test_diff_lists_what_is_inherited_changed_and_added(call: Call) -> None:
    mine = Path("mine/twentyfive")
    mine.mkdir(parents=True)
    text = (paths.home("twentyfive").tables / "t-tab-wing.yaml").read_text(encoding="utf-8")
    (mine / "t-tab-wing.yaml").write_text(
        text.replace(f"roll: {ONE}", f"roll: {LESS}").replace(f"roll: {TWO}", f"roll: {MORE}")
    )
    (mine / "game.yaml").write_text("constants: {missions: 30}\n")
    assert call("new", "table", "T-HOUSE", "mine/twentyfive").exit_code == 0
    done = call("diff", "twentyfive", "--tables", "mine")
    assert done.exit_code == 0, done.output
    assert "own files  1 table: T-TAB-WING" in done.stdout
    assert "added      1 table: T-HOUSE" in done.stdout
    assert f"T-TAB-WING/{MOVED}: One engine out → Two engines out" in done.stdout
    assert "constant missions: 25 → 30" in done.stdout
    said = next(line for line in done.stdout.splitlines() if "rule T-503 reads: " in line)
    assert said.index(ONE_SHOWN) < said.index(" → ") < said.index(LESS_SHOWN)
    output = json.loads(call("diff", "twentyfive", "--tables", "mine", "--json").stdout)
    assert (output["changed"], output["added"]) == (["T-TAB-WING"], ["T-HOUSE"])
    assert len(output["inherited"]) == len(load("twentyfive").tables) - 1


def test_a_variant_is_played_and_compared_with_what_it_is_like(call: Call) -> None:
    Path("mine/storm").mkdir(parents=True)
    Path("mine/storm/game.yaml").write_text("like: twentyfive\nkey: storm\ntitle: Storm\nconstants: {missions: 30}\n")
    assert call("fly", "storm", "--seed", "1", "--mission", "3", "--tables", "mine").exit_code == 0
    assert "constant missions: 25 → 30" in call("diff", "twentyfive", "storm", "--tables", "mine").stdout
    assert "storm is not a variant of queen" in call("diff", "queen", "storm", "--tables", "mine").output
    assert call("fly", "storm", "--seed", "1").exit_code == 2
    assert call("diff", "twentyfive").exit_code == 2
