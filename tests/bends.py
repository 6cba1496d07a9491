"""Bent tables: one cell of a table is changed as a correction would change it, in the file or in a copy of the project.

python -m tests.bends queen BL-3     # the tests that a bent BL-3 turns red
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.load import load
from combatbox_dev.change import run_tests, tests_of
from combatbox_dev.consequences import KINDS, lines_that_differ

LEFT_OUT = (".git", ".venv", "build", "node_modules", ".*_cache", ".hypothesis")
MODULES = "scripts/node_modules"
STORED_IN = ("tables", "variants", "tests")
_ID = re.compile(r"^id: (\S+)$", re.MULTILINE)
_NAMED = re.compile(r'(?<!"roll": )"(\d+(?:-\d+)?)"')  # in JSON
_ROLL = re.compile(r"(-?\d+)(?:-(-?\d+))?\Z")


def rows_of(data: Any) -> Iterator[list[dict[str, Any]]]:
    """Yield every list of rows with rolls in the data of a table, outer lists first."""
    if isinstance(data, dict):
        if data.get("rows") and all("roll" in row for row in data["rows"]):
            yield data["rows"]
        for value in data.values():
            yield from rows_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from rows_of(value)


def is_bent(data: Any, overlays: Sequence[Any] = ()) -> bool:
    """Move a roll from the longer of two rows to the other one; where that cannot be, exchange two rows.

    Of two rows of one roll each, between which a clamped table ends on both sides, the second one gets a roll below. A roll is
    not moved from or to a row that another part of the table or an overlay names by its rolls; `corrected` and floors follow their
    rows.

    Args:
        data: the data of the table.
        overlays: the data of the overlays of the table in variants.

    Returns:
        False if the table has nothing to bend, such as a chart.
    """
    pairs = [pair for rows in rows_of(data) for pair in pairwise(rows)]
    uses = {key: value for key, value in data.items() if key != "corrected"}
    named = set(_NAMED.findall(json.dumps([uses, *overlays])))
    free = [pair for pair in pairs if not {str(row["roll"]) for row in pair} & named]
    return any(_is_moved(data, *pair) for pair in free) or any(_are_exchanged(*pair) for pair in pairs)


def _is_moved(data: Any, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Move a roll from one of two rows to the other one, and return False if that cannot be."""
    rolls = [_ROLL.match(str(row["roll"])) for row in (one, other)]
    first, last, begin, end = (int(roll[part] or roll[1]) if roll else 0 for roll in rolls for part in (1, 2))
    is_clamped = end == first + 1 and data.get("clamp") == [first, end]
    step = -1 if is_clamped or last - first > end - begin else 1
    if not all(rolls) or last + 1 != begin:
        return False
    if is_clamped:
        first -= 1
        data["clamp"] = [first, end]
    elif end == first + 1:
        return False
    for floor in data.get("floors", ()):
        if floor["net"] == (last if step < 0 else begin):
            floor["net"] += step
    begin += step
    for row, low, high in ((one, first, begin - 1), (other, begin, end)):
        text = low if low == high else f"{low}-{high}"
        for entry in data.get("corrected", ()):
            if entry["row"] == str(row["roll"]):
                entry["row"] = str(text)
        row["roll"] = text
    return True


def _are_exchanged(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Exchange all but the rolls of two rows, and return False if their effects are equal or a roll follows."""
    if "effects" not in one or "effects" not in other or one["effects"] == other["effects"]:
        return False
    rest, second = ({key: row.pop(key) for key in [*row] if key != "roll"} for row in (one, other))
    one.update(second)
    other.update(rest)
    return True


def bend(path: Path) -> bool:
    """Bend the table in a file, and return False if it has nothing to bend."""
    schema, _, text = path.read_text(encoding="utf-8").partition("\n")  # a comment names the schema
    data = yaml.safe_load(text)
    overlays = path.parents[2].glob(f"variants/*/{path.name}")
    has_bent = is_bent(data, [yaml.safe_load(overlay.read_text(encoding="utf-8")) for overlay in overlays])
    path.write_text(f"{schema}\n{yaml.safe_dump(data, allow_unicode=True, sort_keys=False)}", encoding="utf-8")
    return has_bent


def with_rolls() -> list[tuple[str, str]]:
    """Return the game and the id of each table with rolls; the files are not parsed, because every test run asks this."""
    files = [(game, path) for game in GAMES for path in sorted(paths.home(game).tables.glob("*.yaml"))]
    texts = [(game, path.read_text(encoding="utf-8")) for game, path in files]
    return [(game, found[1]) for game, text in texts if "roll:" in text and (found := _ID.search(text))]


@contextmanager
def bent_project(folder: Path) -> Iterator[Path]:
    """Yield a copy of the project below a folder, whose own code the commands and tests in it run."""
    copy = folder / "project"
    shutil.copytree(paths.root(), copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (copy / MODULES).symlink_to(paths.root() / MODULES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(str(copy / name) for name in ("engine", "tests/tools", ".")))
        yield copy


def table_file(project: Path, game: str, table: str) -> Path:
    """Return the file of a table."""
    return project / "tables" / game / f"{table.lower()}.yaml"


def differences(project: Path) -> dict[Path, int]:
    """Return how many lines differ in each stored result that a copy of the project has renewed."""
    stored = re.compile("|".join(KINDS.values()))
    files = [path.relative_to(project) for name in STORED_IN for path in (project / name).rglob("*.*")]
    texts = {path: (paths.root() / path, project / path) for path in files if stored.search(path.as_posix())}
    lines = {path: lines_that_differ(*map(_text, both)) for path, both in texts.items()}
    return {path: count for path, count in lines.items() if count}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


MARK = "not browser and not keyed and not stored"
"""The tests that a bent table may not turn red: all others need the correction in a second place, too."""


def red_tests(project: Path, game: str, tables: Sequence[str], folder: str = "") -> dict[str, str]:
    """Bend tables of a copy of the project, and return the tests of theirs that fail, each with its reason.

    Args:
        project: the copy.
        game: the game of the tables.
        tables: the ids of the tables; all are bent at once, and put back afterwards.
        folder: the beginning of the paths of the test files, below `tests/`; all by default.
    """
    before = {path: path.read_bytes() for path in (table_file(project, game, table) for table in tables)}
    files = {name for table in tables for name in tests_of(load(game), table, project / "tests")}
    try:
        for path in before:
            bend(path)
        return run_tests(project, sorted(name for name in files if name.startswith(folder)), MARK)
    finally:
        for path, text in before.items():
            path.write_bytes(text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, bent_project(Path(place)) as found:
        for line in red_tests(found, sys.argv[1], sys.argv[2:]).items():
            print(*line, sep=": ")
