"""The command `combatbox change`, and an error in the code of a plug-in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from combatbox.cli.output import plug_in_error_message
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.verify.findings import Check
from combatbox_dev import corpus
from combatbox_dev.change import _red_tests

from .conftest import Call, environment


def test_change_renews_what_is_stored_and_lists_what_is_left(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    red = "tests/games/twentyfive/test_fighters.py::test_wing[1-2]"
    monkeypatch.setattr("combatbox_dev.change._red_tests", lambda project, names: {red: "T-TAB-WING: no row"})
    done = call("change", "twentyfive", "T-TAB-WING")
    assert done.exit_code == 0, done.stderr
    assert ran == [
        ("combatbox", "example", "renew", "twentyfive"),
        ("combatbox_dev.survival",),
        ("combatbox", "odds", "twentyfive", "--store"),
        ("combatbox", "golden", "twentyfive", "--update"),
        ("tests.press.test_structure",),
    ]
    left = done.stdout.partition("Left for a person:\n")[2]
    for output in (
        "tests/transcriptions/twentyfive/T-TAB-WING.txt",
        "tables/twentyfive/changes.yaml",
        "shop.yaml",
        "CHANGELOG.md",
        f"  - {red}: fails (T-TAB-WING: no row); correct what it expects of the table, or the code\n",
        "tests of it, with those in a browser: .venv/bin/pytest -n 2 tests/",
        " tests/games/twentyfive/test_fighters.py",  # By its rules.
        " tests/unit/odds/test_survival.py",  # By its name.
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
    red = _red_tests(tmp_path, ["test_rows.py", "browser/test_page.py"])
    assert red == {"tests/test_rows.py::test_die[1 or 2]": f"AssertionError: {reason}"}
    assert _red_tests(tmp_path, ["browser/test_page.py"]) == {}
    with pytest.raises(CombatBoxError, match="change: the tests of the table cannot be run: no tests ran"):
        _red_tests(tmp_path, ["test_none.py"])


def test_change_renews_the_variants_of_a_game_as_well(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("combatbox_dev.change._run", lambda words, project: not ran.append(words))
    monkeypatch.setattr(corpus, "update", lambda project, book: Check("corpus", counted="30 kept games"))
    assert call("change", "queen").exit_code == 0
    assert ran[:8] == [
        ("combatbox", "example", "renew", "queen"),
        ("combatbox", "odds", "queen", "--store"),
        ("combatbox", "example", "renew", "b17g"),
        ("combatbox", "odds", "b17g", "--store"),
        ("combatbox", "example", "renew", "b24d"),
        ("combatbox", "odds", "b24d", "--store"),
        ("combatbox", "example", "renew", "foggia"),
        ("combatbox", "odds", "foggia", "--store"),
    ]


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
