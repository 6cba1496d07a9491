"""Reads scenario files: those of a game, and those that players write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import DataError, LogError, UnknownName
from combatbox.library import paths
from combatbox.library.folders import RESULTS
from combatbox.library.player_files import read_log
from combatbox.library.yaml12 import checked_model, read_shared, read_yaml
from combatbox.play.book import Book
from combatbox.play.logs import check_log
from combatbox.play.replay import replay_log

SCENARIOS = "scenarios"
"""The name of the folder with a game's scenarios, inside the folder of its tables."""


@frozen
class Fitted:
    """The simulated games to which points were fitted.

    Attributes:
        designs: the number of different scenarios that were simulated.
        games: the number of games that were simulated for each.
        seed: the seed of the dice.
    """

    designs: int
    games: int
    seed: str


@frozen
class ScenarioChances:
    """The simulated games, or campaigns, of a scenario.

    Attributes:
        games: the number of games that were simulated.
        won: how many the Americans won.
        begins: the winners of the first games, evening by evening, which a test repeats.
        evenings: how many games the Americans won on each evening.
    """

    games: int
    won: int
    begins: list[str]
    evenings: list[int]


@frozen
class ContestFigures:
    """The file with the points and simulated chances of a game's scenarios.

    Attributes:
        fitted: the simulated games to which the points were fitted.
        values: the points of each part of a scenario.
        digest: the digest of the tables that were simulated.
        seed: the seed of the games by which chances were simulated.
        chances: the chances by scenario.
    """

    fitted: Fitted
    values: dict[str, float]
    digest: str
    seed: str
    chances: dict[str, ScenarioChances]


def scenario_files(key: str) -> dict[str, Path]:
    """Return the files of a game's own scenarios by name, such as `low-fuel`."""
    return {path.stem: path for path in sorted((paths.home(key).tables / SCENARIOS).glob("*.yaml"))}


def read_scenario(book: Book, name: str) -> dict[str, Any]:
    """Read a scenario as plain data.

    Args:
        book: the book of the game.
        name: the name of a scenario of the game, the path of a scenario file, or the path of the log of an evening of
            a campaign, which stands for the next evening.

    Raises:
        UnknownName: the game has no scenario of this name.
        DataError: the file has problems; all of them are listed.
        LogError: the log belongs to no campaign that goes on.
        CombatBoxError: the game has no scenario files.
    """
    known = scenario_files(book.base_game)
    path = known.get(name) or Path(name)
    if path.suffix == ".jsonl":
        return following_scenario(book, path)
    if name not in known and path.suffix != ".yaml":
        raise UnknownName(f"scenario of {book.key}", name, known, "or name a file that ends in .yaml")
    document = read_yaml(path)
    problems = [document.fault(*each) for each in book.scenario_faults(document.data)]
    if problems:
        raise DataError(problems)
    data: dict[str, Any] = document.data
    return data


def following_scenario(book: Book, path: Path) -> dict[str, Any]:
    """Return the scenario that follows the evening of a campaign in a log, under the rulings of that evening.

    Raises:
        LogError: the log cannot be read, or no evening follows.
    """
    log = read_log(path)
    check_log(str(path), log, (book.key,))
    spec, scenario = book.game.scenarios, log.header["setup"].get("scenario")
    following = spec.following(scenario, replay_log(book, log).state) if spec and scenario else None
    if following is None:
        raise LogError(f"{path}: no evening follows; name the log of an evening that is not the last of its campaign")
    chosen = log.header["rulings"].items()
    rules = {name: option for name, option in chosen if option != book.ruling(name).default}
    others = {key: value for key, value in following.items() if key != "rules"}
    return {**others, "rules": rules} if rules else others


def read_scenarios(book: Book) -> dict[str, dict[str, Any]]:
    """Read all scenarios of a game, by name.

    Raises:
        DataError: a file has problems.
    """
    if book.game.scenarios is None:
        return {}
    return {name: read_scenario(book, name) for name in scenario_files(book.base_game)}


def contest_figures(book: Book) -> dict[str, Any]:
    """Return the points and simulated chances of a game's scenarios, from their file; empty if there is none.

    Raises:
        DataError: the file has problems.
    """
    book.note(RESULTS)
    path = contest_path(book.base_game)
    if not path.is_file():
        return {}
    document = read_shared(path)
    checked_model(document, ContestFigures)
    return dict(document.data)


def contest_path(key: str) -> Path:
    """Return the path of the file with the points and simulated chances of a game's scenarios."""
    return paths.home(key).tables / RESULTS / "contest.yaml"
