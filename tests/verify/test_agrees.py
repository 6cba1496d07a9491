"""Every check runs on the zoo of all shapes and finds nothing.

`make test` runs `combatbox verify` on the project.
"""

from __future__ import annotations

import pytest

from combatbox.library.load import load_all
from combatbox.verify.checks import SLOWEST, all_checks, run_checks
from combatbox.verify.findings import Check, Finding


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["schema", "transcriptions", "engine", "odds"])
def test_every_shape_agrees(name, zoo):
    assert zoo.findings(name) == []


def test_every_shape_agrees_on_pages(zoo):
    zoo.build_site()
    check = zoo.run("site")
    assert not check.failed, "\n".join(check.lines())
    assert "28 tables" in check.counted


def test_every_shape_agrees_on_paper(zoo):
    zoo.print_tables()
    check = zoo.run("paper")
    assert not check.failed, "\n".join(check.lines())
    assert "28 tables" in check.counted


def test_what_is_not_there_is_not_passed():
    books = load_all()
    for name in ("site", "paper", "transcriptions", "goldens", "rules"):
        (check,) = run_checks(books, only=[name])
        assert check.not_run
        assert not check.errors or name == "rules"
        assert "not run:" in check.lines()[0]
        assert not check.lines()[0].startswith("ok")


def test_several_processes_find_what_one_finds_in_the_same_order(zoo):
    zoo.bend(zoo.transcription("T-TAB-WING"), "5", "6")
    names = ["schema", "transcriptions", "odds", "engine"]
    books = {"twentyfive": zoo.book()}
    one, two = (run_checks(books, project=zoo.root, only=names, jobs=jobs) for jobs in (1, 2))
    assert [check.name for check in one] == [name for name in all_checks() if name in names]
    assert one == two
    assert [check.name for check in two if check.failed] == ["transcriptions"]


def test_checks_that_have_a_process_each_are_checks():
    assert set(SLOWEST) < set(all_checks())


def test_one_line_each(project):
    checks = run_checks(load_all(), project=project, only=["schema", "transcriptions"])
    lines = [line for check in checks for line in check.lines()]
    assert not any(check.failed for check in checks)
    assert len(lines) == 2
    assert lines[0].startswith("ok   schema  ")
    assert "tables" in lines[1]
    assert "cells" in lines[1]


def test_a_single_finding_stands_on_its_line():
    check = Check("transcriptions", (Finding("T-TAB-WING row 5", "tables say 1", "look"),))
    assert check.lines() == ["FAIL transcriptions T-TAB-WING row 5: tables say 1; run: look"]
    warned = Check("use", (Finding("x", "is stale", severity="warning"),), "3 tables")
    assert not warned.failed
    assert warned.lines() == ["ok   use       3 tables", "     warning: x: is stale"]


def test_the_order_of_checks():
    assert list(all_checks())[:3] == ["schema", "engine", "flights"]
