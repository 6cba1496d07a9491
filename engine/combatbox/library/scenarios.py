"""Reads scenario files: those of a game, and those that players write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from combatbox.core.errors import DataError, UnknownName
from combatbox.library import paths
from combatbox.library.yaml12 import read_yaml
from combatbox.play.book import Book

SCENARIOS = "scenarios"
"""The name of the folder with a game's scenarios, inside the folder of its tables."""


def scenario_files(key: str) -> dict[str, Path]:
    """Return the files of a game's own scenarios by name, such as `low-fuel`."""
    return {path.stem: path for path in sorted((paths.home(key).tables / SCENARIOS).glob("*.yaml"))}


def read_scenario(book: Book, name: str) -> dict[str, Any]:
    """Read a scenario as plain data.

    Args:
        book: the book of the game.
        name: the name of a scenario of the game, or the path of a file.

    Raises:
        UnknownName: the game has no scenario of this name.
        DataError: the file has problems; all of them are listed.
        CombatBoxError: the game has no scenario files.
    """
    known = scenario_files(book.base_game)
    path = known.get(name) or Path(name)
    if name not in known and path.suffix != ".yaml":
        raise UnknownName(f"scenario of {book.key}", name, known, "or name a file that ends in .yaml")
    document = read_yaml(path)
    problems = [
        document.problem(where, f"{'.'.join(map(str, where))}{where and ': '}{message}")
        for where, message in book.scenario_faults(document.data)
    ]
    if problems:
        raise DataError(problems)
    data: dict[str, Any] = document.data
    return data


def read_scenarios(book: Book) -> dict[str, dict[str, Any]]:
    """Read all scenarios of a game, by name.

    Raises:
        DataError: a file has problems.
    """
    if book.game.scenarios is None:
        return {}
    return {name: read_scenario(book, name) for name in scenario_files(book.base_game)}
