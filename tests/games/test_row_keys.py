"""Every key of every table, misspelt and missing: the loader says so with file and line, or the game plays on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from combatbox.core.decisions import DefaultPlayer, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import DataError, Problem
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.yaml12 import read_shared

MISSIONS = 12


def tables_of(book: Book) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files of a game's tables by name, each as data that may be changed."""
    for table in book.tables.values():
        path = paths.resolve_display_path(table.info.path)
        yield path.name, json.loads(json.dumps(read_shared(path).data))


def keys_of(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of a table: of its rows and of its columns."""
    yield from (("row", str(row["key"])) for row in data["rows"] if "key" in row)
    yield from (("column", column) for column in data.get("columns", {}))


Key = tuple[str, str]


def mutated(data: dict[str, Any], keys: Iterable[Key], how: str) -> dict[str, Any]:
    """A table with some of its keys misspelt, or with the rows and columns of them taken out; one of each stays."""
    data = deepcopy(data)
    for kind, key in keys:
        if kind == "row":
            _row(data, key, how)
        else:
            _column(data, key, how)
    return data


def _row(data: dict[str, Any], key: str, how: str) -> None:
    row = next(row for row in data["rows"] if str(row.get("key")) == key)
    if how == "misspelt":
        row["key"] = f"{key}x"
    elif len(data["rows"]) > 1:
        data["rows"].remove(row)


def _column(data: dict[str, Any], key: str, how: str) -> None:
    columns = [*data["columns"]]
    if how == "misspelt":
        data["columns"] = {f"{name}x" if name == key else name: title for name, title in data["columns"].items()}
    elif len(columns) > 1:
        del data["columns"][key]
        for row in data["rows"]:
            for cells in ("cells", "hits"):
                if row.get(cells):
                    del row[cells][columns.index(key)]


def write(folder: Path, game: str, name: str, data: dict[str, Any]) -> None:
    (folder / game).mkdir(parents=True, exist_ok=True)
    (folder / game / name).write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")


def refused(game: str, overlay: Path) -> tuple[Problem, ...]:
    try:
        load(game, overlay)
    except DataError as error:
        return error.problems
    return ()


def fly_all(book: Book) -> None:
    """Fly missions under any rulings, with a log and the sheets that are filled from it."""
    for seed in range(MISSIONS):
        pick = random.Random(seed)
        rulings = {one.id: pick.choice([*one.options]) for one in book.rulings.values()} if seed % 2 else {}
        setup, journal = Setup(1 + seed % (3 if book.game.numbered == "scenario" else 30)), Journal()
        player = RandomPlayer(seed) if seed % 3 else DefaultPlayer()
        rulebook = book.rulebook(rulings)
        fly(book.game, rulebook, SeededDice(f"keys {seed}"), setup=setup, player=player, journal=journal)


Keys = dict[str, list[Key]]
"""Some keys of each table, by the name of its file."""


class Mutants:
    """The mutants of one game, loaded as an overlay has them; many tables in each overlay."""

    def __init__(self, game: str, how: str, folder: Path) -> None:
        self.game, self.how, self.folder, self.tried = game, how, folder, 0
        self.tables = dict(tables_of(load(game)))

    def write(self, folder: Path, keys: Keys) -> None:
        """Write an overlay in which these keys are misspelt or missing."""
        for name, those in keys.items():
            write(folder, self.game, name, mutated(self.tables[name], those, self.how))

    def problems(self, keys: Keys) -> dict[str, list[str]]:
        """What the loader says of each table with these keys mutated; each message has the file of a mutant, and a line."""
        self.tried += 1
        overlay = self.folder / str(self.tried)
        self.write(overlay, keys)
        messages: dict[str, list[str]] = {}
        for problem in refused(self.game, overlay):
            path = Path(problem.path)
            assert path.parent == overlay / self.game, problem
            assert path.name in keys, problem
            assert 1 <= problem.line <= len(path.read_text().splitlines()), problem
            messages.setdefault(path.name, []).append(problem.message)
        return messages

    def harmless(self, keys: Keys) -> Keys:
        """Return those keys of the tables that the loader does not ask for, after it has named each of the others.

        Where a message names no key, its table goes on in halves, beside all others that were reported. Only where there is
        no message of any table, none of the keys does harm: some checks come after others.
        """
        harmless: Keys = {}
        groups = {name: [those] for name, those in keys.items()}
        account = [*groups]
        while groups:
            tried = {name: groups[name].pop() for name in account}
            messages = self.problems(tried)
            for name, group in tried.items():
                if name not in messages:
                    if messages or len(tried) < len(groups):
                        groups[name].append(group)
                    else:
                        harmless.setdefault(name, []).extend(group)
                elif len(left := unnamed(group, messages[name])) < len(group):
                    groups[name] += [left] if left else []
                elif len(group) > 1:
                    groups[name] += [group[: len(group) // 2], group[len(group) // 2 :]]
            groups = {name: waiting for name, waiting in groups.items() if waiting}
            account = [name for name in groups if name in messages] or [*groups]
        return harmless


def unnamed(keys: Iterable[Key], messages: Iterable[str]) -> list[Key]:
    """Return the keys that no message names, as they were or misspelt."""
    account = " ".join(messages)
    return [(kind, key) for kind, key in keys if f"{key}'" not in account and f"{key}x'" not in account]


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["misspelt", "missing"])
@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_misspelt_or_missing_is_refused_with_file_and_line_or_does_no_harm(
    game: str, how: str, tmp_path: Path
) -> None:
    mutants = Mutants(game, how, tmp_path)
    for number in (0, 1):  # a table keeps one row and one column
        halves = {name: [*keys_of(data)][number::2] for name, data in mutants.tables.items()}
        halves = {name: half for name, half in halves.items() if half}
        left = mutants.harmless(halves)
        assert sum(map(len, left.values())) < sum(map(len, halves.values()))
        if left:
            overlay = tmp_path / f"harmless {number}"
            mutants.write(overlay, left)
            fly_all(load(game, overlay))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "name", "key", "wrong", "expected"),
    [
        ("queen", "m-1-hard.yaml", "six", "sixx", "M-1-HARD: nothing looks up the row 'sixx'; did you mean six?"),
        ("queen", "m-3.yaml", "3_high", "", "M-3: the row '3_high' is missing; the game looks it up, so add it"),
        ("queen", "g-11.yaml", "Lille", "", "G-11: the row 'Lille' is missing; the game looks it up, so add it"),
        ("superfort", "t5-8-sum.yaml", "fca+fboa", "fca+fbox", "did you mean fca+fboa?"),
    ],
)
def test_what_is_wrong_with_a_key_is_reported_once_in_one_line(
    game: str, name: str, key: str, wrong: str, expected: str, tmp_path: Path
) -> None:
    data = dict(tables_of(load(game)))[name]
    row = next(row for row in data["rows"] if row["key"] == key)
    if wrong:
        row["key"] = wrong
    else:
        data["rows"].remove(row)
    write(tmp_path, game, name, data)
    problems = refused(game, tmp_path)
    assert [problem.message.endswith(expected) for problem in problems] == [True]
