"""Every command: its help, its JSON, its errors. An error is one line, and the exit code tells programs."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import click
import pytest
from tests.wing import LESS, LESS_CHANCE, MORE, MOVED, ONE, ONE_CHANCE, TWO

from combatbox.cli import COMMANDS, main
from combatbox.library import paths
from combatbox.library.cached_books import cached_book
from combatbox.library.source_dates import version
from combatbox.verify.checks import all_checks
from combatbox_dev import code_page, command_page

from .conftest import EXAMPLE, ROOT, Call, process


def command(name: str) -> click.Command:
    """A command as the user types it."""
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


# ---- imports


def test_a_command_imports_only_modules_that_it_uses() -> None:
    """Measured in modules, not in seconds: those are for `make bench`."""
    code = (
        "import sys; from combatbox.cli import main; main({!r}, standalone_mode=False); print('\\n'.join(sys.modules))"
    )
    for game in ("twentyfive", "queen"):
        cached_book(game)  # The first test that needs the tables reads them for all.
    for line, unused in (
        (["--version"], {"yaml", "rich", "combatbox.games.queen.game", "combatbox.library.load"}),
        (
            ["fly", "twentyfive", "--seed", "1"],
            {
                "yaml",
                "combatbox.games.queen.game",
                "combatbox.bomber",
                "rich",
                "multiprocessing",
                "combatbox.press",
                "combatbox.odds.example_search",
                "combatbox.odds.stored_odds",
                "combatbox.library.export",
                "combatbox.library.replay",
            },
        ),
        (
            ["fly", "queen", "--seed", "1"],
            {"combatbox.games.twentyfive.game", "yaml", "rich", "multiprocessing", "jinja2"},
        ),
    ):
        done = process(command=(sys.executable, "-c", code.format(line)))
        assert done.returncode == 0, done.stderr
        assert not unused & set(done.stdout.splitlines()), line


# ---- help


WITH_HELP = [*COMMANDS, *(f"example {name}" for name in ("check", "find", "list", "renew"))]


@pytest.mark.parametrize("name", WITH_HELP)
def test_every_command_has_help_with_an_example_and_knows_rulings_and_overlays(call: Call, name: str) -> None:
    shown = call(*name.split(), "--help")
    assert shown.exit_code == 0
    assert "Example:\n" in shown.output.replace("\n  Example", "\nExample")
    assert f"combatbox {name}" in shown.output
    if name not in ("change", "example"):  # One renews results of the game's own tables, the other has subcommands.
        assert "--ruling ID=OPTION" in shown.output
        assert "--tables DIR" in shown.output


@pytest.mark.parametrize("name", WITH_HELP)
def test_every_option_has_help(name: str) -> None:
    first, *below = name.split()
    found = command(first)
    for word in below:
        assert isinstance(found, click.Group)
        found = found.commands[word]
    for option in found.params:
        if isinstance(option, click.Option):
            assert option.help or option.name in ("out",), f"{name} --{option.name}"


def test_the_main_help_names_every_command_and_the_version_is_shown(call: Call) -> None:
    shown = call("--help").output
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert call("--version").output == f"combatbox, version {version()}\n"


def test_without_a_command_the_help_is_shown_with_whole_summaries(call: Call) -> None:
    shown = call()
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.output == call("--help").output
    assert "..." not in shown.output.partition("Commands:")[2]
    words = " ".join(shown.output.split())
    for name in COMMANDS:
        assert " ".join((command(name).help or "").partition("\n\n")[0].split()) in words, name


# ---- JSON

JSON_LINES = [
    (("games",), {"games"}),
    (("tables", "twentyfive"), {"tables"}),
    (("table", "twentyfive", "wing"), {"id", "rows", "dice", "chances"}),
    (("roll", "twentyfive", "wing", "--dice", "5"), {"game", "table", "rolls", "dice", "net", "words"}),
    (("roll", "twentyfive", "wing", "--seed", "3"), {"game", "table", "rolls", "dice", "net", "words"}),
    (("fly", "twentyfive", "--seed", "1943"), {"header", "events", "summary"}),
    (("fly", "twentyfive"), {"header", "events", "summary"}),
    (("fly", "queen", "--seed", "3"), {"header", "events", "summary"}),
    (("campaign", "twentyfive", "--seed", "12", "--missions", "2"), {"header", "events", "summary"}),
    (("replay", EXAMPLE), {"header", "events", "summary"}),
    (("example", "find", "twentyfive", "--like", "all wingmen lost", "--jobs", "1"), {"found", "tried", "fly"}),
    (("odds", "twentyfive", "--missions", "200", "--jobs", "1"), {"mission_survival", "tour_completion", "events"}),
    (("example", "find", "twentyfive", "--like", "wingman lost", "--jobs", "1"), {"found", "tried", "fly"}),
]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("line", "keys"), JSON_LINES)
def test_json_is_one_document_on_standard_output_and_nothing_else(call: Call, line: tuple, keys: set[str]) -> None:
    done = call(*line, "--json")
    assert done.exit_code == 0, done.stderr
    assert keys <= set(json.loads(done.stdout))
    assert done.stderr == ""


def test_every_command_that_has_json_is_asked_for_it_above() -> None:
    having = {name for name in COMMANDS if any("--json" in option.opts for option in command(name).params)}
    assert having - {str(line[0]) for line, _ in JSON_LINES} <= {
        "advise",
        "diff",
        "doctor",
        "recheck",
        "verify",
    }  # These are tested where they are made.


def test_the_json_of_odds_has_value_low_high_and_exact(call: Call) -> None:
    found = json.loads(call("odds", "twentyfive", "--missions", "500", "--jobs", "1", "--json").stdout)
    for key in ("mission_survival", "tour_completion"):
        assert set(found[key]) == {"value", "low", "high", "exact"}
        assert 0 <= found[key]["low"] <= found[key]["value"] <= found[key]["high"] <= 1


def test_the_json_of_a_mission_has_all_that_is_needed_to_fly_it_again(call: Call, tmp_path: Path) -> None:
    found = json.loads(call("fly", "twentyfive", "--seed", "7", "--log", "seven.jsonl", "--json").stdout)
    assert {"game", "run", "rulings", "setup", "dice", "digest"} <= set(found["header"])
    assert found["header"]["dice"] == "seed 7"
    again = json.loads(call("replay", tmp_path / "seven.jsonl", "--json").stdout)
    assert again == found


# ---- looking up


def test_dice_that_were_thrown_are_read_and_nested_rolls_followed(call: Call) -> None:
    done = call("roll", "twentyfive", "T-TAB-FIGHTER-EFFECT", "--dice", "4,3", "--json")
    found = json.loads(done.stdout)
    assert (found["dice"], found["net"]) == ([4, 3], 7)
    assert "explodes" in found["words"]


def test_further_dice_of_a_row_are_followed_too(call: Call) -> None:
    rolls = json.loads(call("roll", "superfort", "T7-7", "--dice", "2,3,1", "--json").stdout)["rolls"]
    assert [(roll["on"], roll["seen"]) for roll in rolls] == [(on, "Utility compartment") for on in ("T7-7", "T7-7/5")]


# ---- errors

BAD = [
    (("bogus",), "unknown command 'bogus'"),
    (("flyy",), "did you mean fly"),
    (("games", "--bogus"), "--bogus"),
    (("table",), "GAME"),
    (("table", "twentyfive"), "ID"),
    (("table", "twentysix", "wing"), "unknown game 'twentysix'; did you mean twentyfive"),
    (("table", "twentyfive", "T-TAB-WIND"), "did you mean T-TAB-WING"),
    (("table", "twentyfive", "zzz"), "unknown table of twentyfive 'zzz'; `combatbox tables twentyfive` lists them"),
    (("table", "twentyfive", "attack"), "is ambiguous: T-TAB-ATTACK or T-TAB-SHEET-ATTACK"),
    (("roll", "twentyfive", "wing", "--dice", "7"), "'7' is not a throw; type faces 1 to 6"),
    (("roll", "twentyfive", "wing", "--dice", "0"), "'0' is not a throw"),
    (("roll", "twentyfive", "wing", "--dice", "a"), "'a' is not a throw"),
    (("roll", "twentyfive", "wing", "--dice", ""), "'' is not a throw"),
    (("roll", "twentyfive", "wing", "--dice", "3,4"), "left over"),
    (("roll", "twentyfive", "position", "--dice", "3,4"), "the dice ran out"),
    (("roll", "twentyfive", "wing", "--dice", "3", "--seed", "4"), "--dice and --seed: choose one"),
    (("roll", "twentyfive", "guns"), "is a chart, which is not rolled on"),
    (("roll", "twentyfive", "wing", "--column", "x"), "T-TAB-WING has no columns"),
    (("roll", "twentyfive", "wing", "--modifier", "x"), "'x' is not a valid integer"),
    (("fly", "twentyfive", "--seed", "1", "--manual"), "--manual and --seed: choose one"),
    (("fly", "twentyfive", "--mission", "0"), "--mission: must be between 1 and 25 (got 0)"),
    (("fly", "twentyfive", "--mission", "26"), "--mission: must be between 1 and 25 (got 26)"),
    (("fly", "twentyfive", "--mission", "two"), "'two' is not a valid integer"),
    (("fly", "twentyfive", "--name", ""), "1 to 40 printable characters"),
    (("fly", "twentyfive", "--name", "x" * 41), "1 to 40 printable characters"),
    (("fly", "twentyfive", "--name", "a\nb"), "1 to 40 printable characters"),
    (("fly", "twentyfive", "--seed", "1", "--log", "."), "directory"),
    (("fly", "twentyfive", "--seed", "1", "--log", "file/below.jsonl"), "cannot be written"),
    (("fly", "twentyfive", "--seed", "1", "--log", "/dev/null/x.jsonl"), "cannot be written"),
    (("fly", "twentyfive", "--ruling", "attack_on"), "write ID=OPTION, for example T-A02=5-6"),
    (("fly", "twentyfive", "--ruling", "="), "--ruling '=': write ID=OPTION, for example T-A02=5-6"),
    (("fly", "twentyfive", "--ruling", "atack_on=6"), "did you mean attack_on"),
    (
        ("fly", "twentyfive", "--ruling", "T-A2=6"),
        "unknown ruling of twentyfive 'T-A2'; `combatbox rulings twentyfive` lists them",
    ),
    (("fly", "skirmish", "--option", "turet"), "--option: unknown option of skirmish 'turet'; did you mean turret?"),
    (
        ("fly", "queen", "--option", "frostbite_recovery"),
        "--option: unknown option of queen 'frostbite_recovery'; known: ",
    ),
    (("fly", "queen", "--option", "frostbite_recovery"), "; for this ruling use --ruling frostbite_recovery=OPTION"),
    (("rule", "queen", "zz"), "unknown rule of queen 'zz'; `combatbox rules queen` lists them"),
    (("search", "queen", "zz"), "'zz': no title of queen has these words; `combatbox rules queen` lists all"),
    (("table", "queen", "B-5", "--json", "--follow"), "--follow: leave it out: the document has all columns"),
    (("print", "queen", "--dry-run", "--images", "x"), "--images: leave it out: only blank papers are listed"),
    (("campaign", "skirmish", "--csv", "x"), "--csv: leave it out: the evenings of"),
    (("fly", "twentyfive", "--seed"), "requires an argument  (see: combatbox fly --help)"),
    (("new", "overlay", "mine", "--rows"), "(see: combatbox new --help)"),
    (
        ("diff", "queen", "superfort"),
        "superfort is not a variant of queen; name a variant whose game.yaml has `like: queen`",
    ),
    (("fly", "twentyfive", "--ruling", "attack_on=7"), "has no option '7'; known: 5-6, 6"),
    (("campaign", "twentyfive", "--missions", "0"), "--missions: must be between 1 and 25 (got 0)"),
    (("campaign", "twentyfive", "--missions", "26"), "--missions: must be between 1 and 25 (got 26)"),
    (("campaign", "twentyfive", "--resume", "nowhere.jsonl"), "does not exist"),
    (("campaign", "twentyfive", "--resume", "empty.jsonl"), "empty.jsonl:1: the file is empty"),
    (("replay", "nowhere.yaml"), "does not exist"),
    (("replay", "folder"), "is a directory"),
    (("replay", "folder.yaml"), "is a directory"),
    (("replay", "binary.yaml"), "binary.yaml:1: is not UTF-8"),
    (("replay", "binary.jsonl"), "binary.jsonl:1: is not UTF-8"),
    (("replay", "empty.yaml"), "empty.yaml:1: the file is empty"),
    (("replay", "empty.jsonl"), "empty.jsonl:1: the file is empty"),
    (("replay", "file"), "file:1: the line is not JSON"),
    (("odds", "twentyfive", "--missions", "0"), "--missions: must be between 1 and 1000000000 (got 0)"),
    (("odds", "twentyfive", "--missions", "-5"), "--missions: must be between 1 and 1000000000 (got -5)"),
    (("odds", "twentyfive", "--missions", "1" + "0" * 30), "--missions: must be between 1 and 1000000000 (got 1000"),
    (("odds", "twentyfive", "--jobs", "-1"), "--jobs: must be between 0 and 256 (got -1)"),
    (("odds", "twentyfive", "--jobs", "9999"), "--jobs: must be between 0 and 256 (got 9999)"),
    (("games", "--tables", "nowhere"), "--tables nowhere: is not a folder"),
    (("games", "--tables", "file"), "--tables file: is not a folder"),
    (("print", "twentyfive", "--log", "nowhere.jsonl"), "does not exist"),
    (("print", "twentyfive", "--log", "empty.jsonl"), "empty.jsonl:1: the file is empty"),
    (("print", "twentyfive", "--paper", "a5"), "'a5' is not one of"),
    (("print", "twentysix"), "unknown game 'twentysix'"),
    (("golden",), "say --check or --update"),
    (("golden", "--settle"), "--settle is gone, for the transcriptions hold each cell; use --update"),
    (("fly", "twentyfive", "--seed", "1", "--row", ""), "no row of twentyfive is named"),
    (("campaign", "twentyfive", "--seed", "1", "--row", ""), "no row of twentyfive is named"),
    (("fly", "twentyfive", "--ruling", "attack_on=6", "--ruling", "T-A02=5-6"), "T-A02 is given twice"),
    (("games", "--ruling", "attack_on=6"), "--ruling: leave it out"),
    (("tables", "queen", "--ruling", "spray_fire=on"), "--ruling: leave it out"),
    (("verify", "twentyfive", "--ruling", "attack_on=6"), "--ruling: leave it out"),
    (("schema", "--ruling", "x=y"), "--ruling: leave it out"),
    (("schema", "--ruling", "x=y", "--tables", "folder"), "--ruling and --tables: leave them out"),
    (("golden", "--check", "--ruling", "x=y"), "--ruling: leave it out"),
    (("build", "--ruling", "x=y"), "--ruling: leave it out"),
    (("example", "list", "queen", "--ruling", "spray_fire=on"), "--ruling: leave it out"),
    (("example", "check", "queen", "--ruling", "spray_fire=on"), "--ruling: leave it out"),
    (("print", "--ruling", "spray_fire=on"), "--ruling: leave it out: no game is named"),
    (("print", "--log", "file", "--ruling", "spray_fire=on"), "--ruling: leave it out"),
    (("odds", "queen", "--always", "abort=nope"), "unknown option of abort 'nope'"),
    (("odds", "queen", "--always", "nope=abort"), "unknown kind of decision 'nope'"),
    (("odds", "queen", "--always", "abort"), "write KIND=OPTION"),
    (("odds", "queen", "--always", "abort=abort", "--always", "abort=go_on"), "abort is given twice"),
    (("odds", "queen", "--always", "fly_on=stand_down"), "tours always run to their end"),
    (("odds", "queen", "--sensible", "abort"), "it is only for --player random"),
    (("odds", "queen", "--store", "--always", "abort=abort"), "the stored orders decide what is simulated"),
    (("odds", "queen", "--store", "--missions", "20000"), "the stored orders decide what is simulated"),
    (("fly", "twentyfive", "--seed", "1", "--log", "pipe"), "the path is a device or a pipe"),
]


@pytest.mark.sample(16)
@pytest.mark.parametrize(("line", "expected"), BAD, ids=[" ".join(line)[:60] for line, _ in BAD])
def test_bad_input_is_one_line_on_standard_error_and_exit_code_2(
    call: Call, tmp_path: Path, line: tuple[str, ...], expected: str
) -> None:
    for name in ("folder", "folder.yaml"):
        (tmp_path / name).mkdir()
    for name, data in (("file", b"words"), ("binary", b"\xff\xfe\x00\x01"), ("empty", b"")):
        for end in ("", ".yaml", ".jsonl"):
            (tmp_path / f"{name}{end}").write_bytes(data)
    os.mkfifo(tmp_path / "pipe")
    done = call(*line)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("combatbox: ")
    assert expected in done.stderr


def test_option_is_refused_by_a_game_that_has_none(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    book = cached_book("twentyfive")
    without = {key: ruling for key, ruling in book.rulings.items() if "on" not in ruling.options}
    monkeypatch.setattr("combatbox.cli.common.cached_book", lambda _: replace(book, rulings=without))
    done = call("fly", "twentyfive", "--option", "turret")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "combatbox: --option: twentyfive has no option to switch on; use --ruling ID=OPTION\n"


def test_an_unexpected_fault_is_not_hidden(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatbox.cli.lookup.load", lambda *_: 1 / 0)
    assert isinstance(call("games").exception, ZeroDivisionError)


# ---- overlays


def test_an_overlay_replaces_one_table_and_leaves_the_others(call: Call, tmp_path: Path) -> None:
    overlay = tmp_path / "mine"
    (overlay / "twentyfive").mkdir(parents=True)
    text = (ROOT / "tables" / "twentyfive" / "t-tab-wing.yaml").read_text(encoding="utf-8")
    (overlay / "twentyfive" / "t-tab-wing.yaml").write_text(
        text.replace(ONE, LESS).replace(TWO, MORE), encoding="utf-8"
    )
    for name, plain, bent in (("wing", ONE_CHANCE, LESS_CHANCE), ("flak-hit", "5 in 6", "5 in 6")):
        assert plain in call("table", "twentyfive", name).stdout.splitlines()[4]
        assert bent in call("table", "twentyfive", name, "--tables", overlay).stdout.splitlines()[4]
    found = json.loads(call("roll", "twentyfive", "wing", "--dice", str(MOVED), "--tables", overlay, "--json").stdout)
    assert found["words"] == "Two engines out"


# ---- the command and the module


def test_python_m_combatbox_is_the_command() -> None:
    for words in (("games",), ("fly", "twentyfive", "--seed", "3"), ("bogus",), ("--version",)):
        module = process(*words)
        command = process(*words, command=(str(Path(sys.executable).with_name("combatbox")),))
        assert (module.returncode, module.stdout, module.stderr) == (command.returncode, command.stdout, command.stderr)


# ---- the page


def test_the_page_of_the_command_line_agrees_with_the_commands() -> None:
    """`python -m combatbox_dev.command_page` renews the page."""
    stored = (ROOT / "site" / "authors" / "commands.md").read_text(encoding="utf-8")
    assert stored == command_page.page()
    assert all(f"\n## {name}\n" in stored for name in COMMANDS)


def test_the_reference_page_agrees_with_the_code() -> None:
    """`python -m combatbox_dev.code_page` renews the page."""
    stored = (ROOT / "site" / "authors" / "reference.md").read_text(encoding="utf-8")
    assert stored == code_page.page()
    assert "- `names_area`: True if the wording names the area that is struck." in stored


def test_the_page_of_verify_names_every_check_with_its_stage() -> None:
    stored = (ROOT / "site" / "authors" / "verify.md").read_text(encoding="utf-8")
    output = re.findall(r"^\| `(\w+)` \| .* \| (\w+) \|$", stored, re.MULTILINE)
    assert output == [(name, check.stage) for name, check in all_checks().items()]


def test_a_variant_named_where_the_game_is_wanted_says_where_it_goes(call: Call, tmp_path: Path) -> None:
    (tmp_path / "v" / "night").mkdir(parents=True)
    (tmp_path / "v" / "night" / "game.yaml").write_text("key: night\nlike: queen\n", encoding="utf-8")
    done = call("diff", "night", "--tables", tmp_path / "v")
    assert done.exit_code == 2
    assert "'night' is a variant of queen; name queen here, and the variant after it" in done.stderr


@pytest.mark.parametrize(
    ("line", "option"), [("odds queen --store", "--store"), ("example renew queen", "example renew")]
)
def test_results_stored_beside_tables_are_not_renewed_in_an_installed_wheel(
    call: Call, monkeypatch: pytest.MonkeyPatch, line: str, option: str
) -> None:
    monkeypatch.setattr(paths, "checkout", lambda: None)
    done = call(*line.split())
    output = (
        f"combatbox: {option}: stores beside the tables of queen, which are in the installed package; use a checkout "
        "of the project\n"
    )
    assert (done.exit_code, done.stderr) == (2, output)
