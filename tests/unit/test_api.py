"""The package `combatbox`: its public names, its page, and the notebook."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import get_type_hints

import pytest

import combatbox
from combatbox import CombatBoxError, api
from combatbox.library import paths
from combatbox_dev import python_page

ROOT = paths.root()
PAGE = ROOT / "site" / "authors" / "python.md"
NOTEBOOK = ROOT / "deploy" / "survival-by-mission.ipynb"


def test_importing_it_loads_nothing_before_it_is_used() -> None:
    code = "import sys, combatbox; print(sorted(name for name in sys.modules if name.startswith('combatbox')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['combatbox']"


def test_it_offers_what_the_api_module_and_its_stub_have() -> None:
    stub = Path(combatbox.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    assert re.findall(r" import (\w+) as \1$", stub, re.MULTILINE) == api.__all__
    assert sorted(combatbox.__all__) == sorted([*api.__all__, "__version__"])
    for name in api.__all__:
        assert getattr(combatbox, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="has no attribute 'missing'"):
        combatbox.missing  # noqa: B018


def test_its_page_agrees_with_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == python_page.page()


def test_the_examples_of_its_page_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = PAGE.read_text(encoding="utf-8").partition("## Reference")[0]
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", examples, re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), names)
    assert "survive (" in capsys.readouterr().out
    assert list(tmp_path.glob("sheets/*.pdf"))


def test_the_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {}
    for cell in cells:
        code = "".join(cell["source"]).replace('"queen"', '"twentyfive"').replace("MISSIONS = 300", "MISSIONS = 20")
        needed = re.findall(r"^import (pandas|matplotlib)", code, re.MULTILINE)
        compiled = compile(code, str(NOTEBOOK), "exec")
        if all(find_spec(module) for module in needed):
            exec(compiled, names)
    rows = names["rows"]
    assert isinstance(rows, list)
    assert [row["mission"] for row in rows] == list(range(1, 26))
    assert all(row["low"] <= row["survival"] <= row["high"] for row in rows)


def test_a_simulation_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from combatbox.cli import main

    book = combatbox.load("twentyfive")
    found = combatbox.simulate(book, missions=100, seed="api", mission=3)
    main(
        ["odds", "twentyfive", "--missions", "100", "--seed", "api", "--mission", "3", "--json"], standalone_mode=False
    )
    printed = json.loads(capsys.readouterr().out)
    assert found.survival.to_json() == printed["mission_survival"]
    assert [share.to_json() for share in found.events.values()] == list(printed["events"].values())


def test_a_mission_is_that_of_the_command_and_its_log_is_read_back(tmp_path: Path) -> None:
    from combatbox.cli import main

    book = combatbox.load("twentyfive")
    combatbox.write_log(tmp_path / "ours.jsonl", combatbox.fly(book, seed=1943, mission=7))
    log = tmp_path / "theirs.jsonl"
    main(["fly", "twentyfive", "--seed", "1943", "--mission", "7", "--log", str(log)], standalone_mode=False)
    assert (tmp_path / "ours.jsonl").read_bytes() == log.read_bytes()
    assert combatbox.read_log(log).summary["result"]


def test_rolls_and_their_exact_chances_agree() -> None:
    book = combatbox.load("queen")
    assert combatbox.roll(book, "BL-4", dice=[6])[0].row == "BL-4/6"
    assert all(isinstance(chance, Fraction) for chance in combatbox.exact_odds(book, "BL-4").values())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda book: combatbox.fly(book, seed=1, mission=26), "between 1 and 25"),
        (lambda book: combatbox.simulate(book, mission=26), "between 1 and 25"),
        (lambda book: combatbox.simulate(book, missions=0), "at least 1"),
        (lambda book: combatbox.simulate(book, missions=10, jobs=0), "jobs must be at least 1"),
        (lambda book: combatbox.roll(book, "BL-4"), "give exactly one of them"),
        (lambda book: combatbox.roll(book, "M-1-NEEDS", seed=1), "a chart is not rolled on"),
        (lambda book: combatbox.fly(book, seed=1, rulings={"nope": "on"}), "nope"),
    ],
)
def test_unknown_parts_of_a_game_are_refused(wrong: Callable[[combatbox.Book], object], message: str) -> None:
    with pytest.raises(combatbox.CombatBoxError, match=message):
        wrong(combatbox.load("queen"))


def test_the_account_of_a_log_of_another_game_is_refused() -> None:
    log = combatbox.fly(combatbox.load("queen"), seed=1)
    with pytest.raises(combatbox.CombatBoxError, match="^the log is of queen, not of twentyfive; load that game"):
        combatbox.narrate(combatbox.load("twentyfive"), log)


def test_paths_may_be_texts() -> None:
    """The examples of the page write and read files by their names, so a type checker must accept that."""
    for function in (combatbox.write_log, combatbox.read_log, combatbox.print_sheets):
        first = next(name for name in get_type_hints(function) if name in ("path", "folder"))
        assert get_type_hints(function)[first] == Path | str, function.__name__


def test_a_column_that_is_not_named_is_asked_for() -> None:
    book = combatbox.load("queen")
    for attempt in (combatbox.exact_odds, partial(combatbox.roll, seed=1)):
        with pytest.raises(CombatBoxError, match="no column of B-5 is named; known: front_high, "):
            attempt(book, "B-5")
