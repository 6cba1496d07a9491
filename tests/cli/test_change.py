"""The command `combatbox change`, and an error in the code of a plug-in."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from combatbox.cli.output import plug_in_error_message
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import join_words
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds.process_pool import run_program
from combatbox.odds.stored_odds import stored_for
from combatbox.verify.findings import Check, Finding
from combatbox_dev import change, corpus
from combatbox_dev.change import run_tests
from combatbox_dev.consequences import Snapshot, report

from .conftest import ROOT, Call, environment


@pytest.fixture
def outdated(monkeypatch: pytest.MonkeyPatch) -> None:
    """All stored odds are of other tables."""
    monkeypatch.setattr("combatbox_dev.change.faults", lambda book, item: ["was simulated with other tables"])


@pytest.mark.usefixtures("outdated")
def test_change_renews_what_is_stored_and_lists_what_is_left(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    red = "tests/games/twentyfive/test_fighters.py::test_wing[1-2]"
    monkeypatch.setattr("combatbox_dev.change.run_tests", lambda project, names: {red: "T-TAB-WING: no row"})
    done = call("change", "twentyfive", "T-TAB-WING")
    assert done.exit_code == 0, done.stderr
    assert ran[0] == ("combatbox_dev.survival",)  # before the odds, which hold it
    simulated = ("combatbox", "odds", "twentyfive", "--store")
    assert simulated in ran  # beside the others
    assert [words for words in ran[1:] if words != simulated] == [
        ("combatbox", "example", "renew", "twentyfive"),
        ("combatbox", "golden", "twentyfive", "--update"),
        ("tests.press.test_print_run_structure", "twentyfive"),
    ]
    assert "What differs:\n  - nothing that is stored differs\n  - pages " in done.stdout
    left = done.stdout.partition("Left for a person:\n")[2]
    for output in (
        "tests/transcriptions/twentyfive/T-TAB-WING.txt",
        "tables/twentyfive/changes.yaml",
        "shop.yaml",
        "CHANGELOG.md",
        f"  - {red}: fails (T-TAB-WING: no row); correct what it expects of the table, or the code\n",
        "tests of it, with those in a browser: .venv/bin/pytest -n 2 tests/",
        " tests/games/twentyfive/test_fighters.py",  # By its rules.
        " tests/unit/odds/test_report_survival.py",  # By its name.
    ):
        assert output in left


def test_change_runs_the_tests_of_a_table_and_names_those_that_fail(tmp_path: Path) -> None:
    (tmp_path / "tests" / "browser").mkdir(parents=True)
    reason = "P-2: no row gives gun_out top_turret any more; script another result, or delete this test"
    text = (
        "import pytest\n@pytest.mark.parametrize('die', ['1 or 2', '6'])\n"
        f"def test_die(die):\n    if die != '6':\n        raise AssertionError('{reason}')\n"
    )
    for name in ("test_rows.py", "browser/test_page.py"):
        (tmp_path / "tests" / name).write_text(text, encoding="utf-8")
    red = run_tests(tmp_path, ["test_rows.py", "browser/test_page.py"])
    assert red == {"tests/test_rows.py::test_die[1 or 2]": f"AssertionError: {reason}"}
    assert run_tests(tmp_path, ["browser/test_page.py"]) == {}
    with pytest.raises(CombatBoxError, match="change: the tests of the table cannot be run: no tests ran"):
        run_tests(tmp_path, ["test_none.py"])


@pytest.mark.usefixtures("outdated")
def test_change_renews_the_variants_of_a_game_as_well(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    assert call("change", "queen").exit_code == 0
    games = ("queen", "b17g", "b24d", "foggia")
    assert [words for words in ran if words[1:2] == ("odds",)] == [
        ("combatbox", "odds", key, "--store") for key in games
    ]
    renewed = [("combatbox", "example", "renew", key) for key in games]
    assert [words for words in ran if words[1:2] != ("odds",)][:4] == renewed


def test_change_simulates_nothing_again_whose_tables_and_sample_are_as_stored(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A corrected note must not cost a simulation."""
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    assert call("change", "twentyfive").exit_code == 0
    assert ran
    assert not [words for words in ran if words[1:2] == ("odds",)]


def test_change_names_the_chances_of_scenarios_that_are_of_other_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    skirmish = load("skirmish")
    assert not [line for line in change._left(skirmish, ROOT, None) if "contest" in line]
    monkeypatch.setattr(change, "contest_figures", lambda book: {"digest": "0" * 16})
    (line,) = [line for line in change._left(skirmish, ROOT, None) if "contest" in line]
    assert line.startswith("python -m combatbox_dev.contest: simulates")


def test_change_quick_leaves_simulations_and_names_those_of_other_tables(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    stored = stored_for(load("skirmish"))
    stale = [replace(item, digest="0" * 16) for item in stored]
    monkeypatch.setattr("combatbox_dev.change.stored_for", lambda book: stale)
    done = call("change", "skirmish", "--quick")
    assert done.exit_code == 0, done.stderr
    assert ran
    assert not [words for words in ran if words[1:2] == ("odds",)]
    names = join_words([item.id for item in stored])
    assert f"Left for a person:\n  - combatbox odds skirmish --store: {names} are of earlier tables\n" in done.stdout


def test_a_dry_run_of_change_names_what_would_differ_and_why_and_writes_nothing(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "tests/playthroughs/queen/06-mission-8.txt:9"
    table = next(iter(load("queen").tables))
    monkeypatch.setattr("combatbox_dev.change._run", lambda *_: pytest.fail("something is written"))
    monkeypatch.setattr("combatbox_dev.change.expected", lambda *_: [Finding(place, 'it has "a", now "b"')])
    done = call("change", "queen", table, "--dry-run")
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == f'{place}: it has "a", now "b"'
    assert re.match(rf"pages \d+ state or cite {table}: queen/tables/{table.lower()}", lines[1])
    assert re.match(r"tests \d+ files name it or its rules: .+\.py", lines[2])
    assert lines[3] == "1 stored result would differ; nothing was written"


def test_the_report_of_change_counts_files_and_lines_by_consequence_and_shows_the_shift_of_odds() -> None:
    before = Snapshot({"tests/golden/tables/queen.txt": "a\nb\n", "tests/corpus/counts.json": "1\n"}, {"queen": 81.2})
    golden, new = {"tests/golden/tables/queen.txt": "a\nc\n"}, {"tests/playthroughs/queen/1.txt": "x\ny\n"}
    after = Snapshot({**before.texts, **golden, **new}, {"queen": 81.1})
    assert list(report(before, after)) == [
        "texts of tables 1 (2 lines): tests/golden/tables/queen.txt",
        "playthroughs 1 (2 lines): tests/playthroughs/queen/1.txt",
        "odds of queen: -0.1 points of missions survived, now 81.1 of 100",
    ]
    assert list(report(before, before)) == ["nothing that is stored differs"]


@pytest.mark.usefixtures("outdated")
def test_change_says_which_command_failed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: words[1:2] != ("odds",))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    done = call("change", "twentyfive")
    assert done.exit_code == 2
    assert "these failed: combatbox odds twentyfive --store; fix what they report" in done.stderr


def test_change_refuses_tables_that_contradict_each_other_before_it_runs_anything(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(book: Book) -> None:
        raise CombatBoxError("S-TAB-COMBAT: make the tables agree")

    monkeypatch.setattr(Book, "rulebook", refuse)
    done = call("change", "skirmish")
    assert done.stderr.splitlines() == ["combatbox: S-TAB-COMBAT: make the tables agree"]
    assert done.stdout == ""


def test_an_error_in_the_code_of_a_plug_in_is_a_few_lines_with_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError) as found:
        {}["no such gun"]
    assert plug_in_error_message(found.value) == ""
    monkeypatch.setattr(paths, "plug_ins", lambda: {"liberator": Path()})
    monkeypatch.setattr(paths, "code", lambda key: Path(__file__).parent)
    output = plug_in_error_message(found.value).splitlines()
    assert output[0] == "KeyError in the code of liberator: 'no such gun'"
    assert "test_change.py:" in output[1]


STOPPED = """
import signal
import os
import signal
import subprocess
import sys
from pathlib import Path
from combatbox_dev.change import _run
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    _run(("long_work",), Path("."))
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.skipif(os.name == "nt", reason="needs process groups")
def test_ctrl_c_shows_no_traceback_of_a_module_that_change_runs(tmp_path: Path) -> None:
    (tmp_path / "long_work.py").write_text("import time\nprint('begun', flush=True)\ntime.sleep(3600)\n")
    started = subprocess.Popen(
        [sys.executable, "-uc", STOPPED], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=environment(), cwd=tmp_path, start_new_session=True)  # fmt: skip
    assert started.stdout
    assert [started.stdout.readline() for _ in range(2)] == ["$ python -m long_work\n", "begun\n"]
    os.killpg(started.pid, signal.SIGINT)
    output, _ = started.communicate(timeout=60)
    assert output == "stopped\n"


ROLL = re.compile(r"\broll: (\d+)(?:-(\d+))?(?=[,}\n])")


def move_boundary(text: str) -> str:
    """Give a table's first row of several rolls one roll less, and the row below one more."""
    rolls = list(ROLL.finditer(text))
    for row, below in pairwise(rolls):
        first, last = int(row[1]), int(row[2] or row[1])
        if first < last and int(below[1]) == last + 1:
            upper = f"roll: {first}" if first == last - 1 else f"roll: {first}-{last - 1}"
            lower = f"roll: {last}-{below[2] or below[1]}"
            return text[: row.start()] + upper + text[row.end() : below.start()] + lower + text[below.end() :]
    raise AssertionError("no two rows between which a roll can move")


def test_a_roll_is_moved_from_a_row_to_the_one_below() -> None:
    rows = "rows:\n  - {roll: 1, a}\n  - {roll: 2-3, b}\n  - roll: 4\n    area: c\n  - {roll: 5-6, d}\n"
    assert move_boundary(rows) == rows.replace("2-3", "2").replace("roll: 4", "roll: 3-4")


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "file"), [("queen", "bl-3")])
def test_no_test_types_what_follows_from_a_cell(tmp_path: Path, game: str, file: str) -> None:
    """A cell is changed in a copy of the project; transcriptions apart, no test that reads the table is red then."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    table = tmp_path / "tables" / game / f"{file}.yaml"
    table.write_text(move_boundary(table.read_text(encoding="utf-8")), encoding="utf-8")
    code = os.pathsep.join(str(tmp_path / folder) for folder in ("engine", "tests/tools"))
    words = [sys.executable, "-m", "combatbox", "change", game, file, "--quick"]
    done = run_program(words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": code})
    assert "\n$ pytest " in done.stdout, done.stderr
    red = re.findall(r"^  - (tests/.+): fails \((.*)\); correct", done.stdout, re.MULTILINE)
    assert [test for test in red if "/verify/test_transcription" not in test[0]] == []
