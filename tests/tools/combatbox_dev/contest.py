"""Fits the points of B-17! to simulated games, and simulates the chances of its scenarios and of its campaign.

`python -m combatbox_dev.contest` writes `tables/skirmish/results/contest.yaml`, in half an hour. With names of scenarios it
simulates their chances again and keeps all else; with `points` it fits only the points.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from os import cpu_count
from typing import Any

from yaml import safe_dump

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.campaign import next_evening
from combatbox.games.skirmish.points import parts
from combatbox.games.skirmish.scenario import Scenario
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import SIMULATED, Book
from combatbox.library.load import load
from combatbox.library.scenarios import contest_figures, contest_path, read_scenarios
from combatbox.play.dataclass_validation import build_declared

GAME = "skirmish"
SEED = "x"
"""The seed of the games to which points are fitted."""

GAMES_A_DESIGN = 200
"""The number of games by which the mean hits of a design are found."""

GAMES_A_CHANCE = 4000
"""The number of games by which the chance of a scenario is simulated."""

TIE = 2.5
"""The lead in points of the side that wins ties.

The usual correction is half a hit. A quarter fits, because the distribution of hits is skewed.
"""

CAMPAIGNS = 1000
"""The number of campaigns by which the chance of a campaign is simulated."""

BEGINS = 4
"""The number of games whose results are stored, so that a test can repeat them."""

CHUNK = 125
"""The number of games that one process plays at a time."""

HEAD = """# yaml-language-server: $schema=../../schema/contest.json
# Points and simulated chances of the scenarios; `python -m combatbox_dev.contest` writes this file.
# Ten points are one bomb hit. They are fitted by least squares to the mean bomb hits of the designs, weighted by their bombers.
"""


@cache
def book() -> Book:
    """Return the book of the game, loaded once in each process."""
    return load(GAME)


Design = tuple[tuple[int, ...], Mapping[str, Any]]
"""The bombers, escorts, Germans and waves of a design, and what else it states."""

SHORT: Mapping[str, Any] = {"table": {"width": 48, "length": 72}}
TURRETS: Mapping[str, Any] = {"rules": {"turret": "on"}}

DESIGNS: Sequence[Design] = (
    ((4, 0, 6), {}), ((4, 0, 7), {}), ((4, 0, 8), {}), ((4, 2, 6), {}), ((4, 4, 8), {}), ((3, 1, 4), {}),
    ((4, 2, 6), SHORT), ((4, 2, 8), SHORT), ((4, 0, 7), {"table": {"width": 60, "length": 90}}),
    ((3, 2, 4, 2), {}), ((3, 1, 5, 2), {}),
    ((4, 4, 4), {"damage": [1, 0, 2, 1]}), ((4, 3, 6), {"damage": [1, 1, 1, 1]}), ((4, 2, 6), {"damage": [0, 1, 1, 1]}),
    ((4, 0, 10), TURRETS), ((4, 0, 11), TURRETS), ((4, 0, 12), TURRETS),
)  # fmt: skip
"""The scenarios to which points are fitted, near those that make a match."""


def designs() -> list[dict[str, Any]]:
    """Return the designs as scenarios in which no game ends early, because they need more hits than there are."""
    names = ("bombers", "escorts", "germans", "waves")
    return [
        {"title": "x", "hits": 100, "forces": dict(zip(names, forces, strict=False)), **more}
        for forces, more in DESIGNS
    ]


def hits_of(scenario: Mapping[str, Any], start: int, stop: int, seed: str) -> list[int]:
    """Return the bomb hits of each game; with more hits needed than can be had, a game goes on to its end."""
    setup: Setup[Any] = Setup(scenario=scenario)
    rulebook = book().rulebook({}, scenario)
    games = range(start, stop)
    return [
        fly(book().game, rulebook, SeededDice(f"{seed}/{game}"), setup=setup, player=DefaultPlayer()).hits
        for game in games
    ]


def evenings_won(scenario: Mapping[str, Any], start: int, stop: int, seed: str) -> list[list[str]]:
    """Return the winners of the evenings of each campaign; a scenario by itself is a campaign of one evening."""
    campaigns = []
    for game in range(start, stop):
        won: list[str] = []
        evening: Mapping[str, Any] | None = scenario
        while evening:
            dice = SeededDice(f"{seed}/{game}/{len(won)}" if won else f"{seed}/{game}")
            state = fly(
                book().game, book().rulebook({}, evening), dice, setup=Setup(scenario=evening), player=DefaultPlayer()
            )
            won.append(state.result)
            evening = next_evening(evening, state)
        campaigns.append(won)
    return campaigns


def fit(results: Sequence[tuple[Mapping[str, Any], Sequence[int]]]) -> dict[str, float]:
    """Return the values in points that fit best, by the normal equations.

    Args:
        results: each design, with the hits of its games.
    """
    names = ("bomber", "turret", "escort", "german", "damage", "foot")
    matrix = [[0.0] * (len(names) + 1) for _ in names]
    squares = bombers = 0.0
    for design, hits in results:
        counts = parts(build_declared(Scenario, design), book().const)
        mean = sum(hits) / len(hits)
        row = [float(counts[name]) for name in names]
        weight = 1 / counts["bomber"]
        for i, left in enumerate(row):
            for j, right in enumerate([*row, 10 * mean]):
                matrix[i][j] += weight * left * right
        print(design, round(mean, 3), round(sqrt(sum((hit - mean) ** 2 for hit in hits) / len(hits)), 3), flush=True)
        squares += sum((hit - mean) ** 2 for hit in hits) / len(hits)
        bombers += counts["bomber"]
    solved = dict(zip(names, _solved(matrix), strict=True))
    for name in ("german", "damage"):
        solved[name] = -solved[name]
    return {
        **{name: round(value, 1) for name, value in solved.items()},
        "spread": round(10 * sqrt(squares / bombers), 1),
    }


def _solved(matrix: list[list[float]]) -> list[float]:
    """Solve linear equations by elimination; each row has the coefficients and the right side."""
    for i, pivot in enumerate(matrix):
        pivot[:] = [value / pivot[i] for value in pivot]
        for j, row in enumerate(matrix):
            if j != i:
                factor = row[i]
                row[:] = [value - factor * by for value, by in zip(row, pivot, strict=True)]
    return [row[-1] for row in matrix]


def simulated_points(pool: ProcessPoolExecutor) -> dict[str, Any]:
    """Simulate the designs, and return the part of the file about points."""
    tasks = [(design, pool.submit(hits_of, design, 0, GAMES_A_DESIGN, SEED)) for design in designs()]
    values = fit([(design, task.result()) for design, task in tasks])
    return {
        "fitted": {"designs": len(tasks), "games": len(tasks) * GAMES_A_DESIGN, "seed": SEED},
        "values": {**values, "hit": 10, "tie": TIE},
    }


def simulated_chances(pool: ProcessPoolExecutor, names: Sequence[str]) -> dict[str, Any]:
    """Simulate scenarios of the game, all if none is named, and return their chances by name."""
    scenarios = {
        name: book().as_played(scenario)
        for name, scenario in read_scenarios(book()).items()
        if name in (names or [name])
    }
    tasks = {
        name: [
            pool.submit(evenings_won, scenario, start, start + CHUNK, "1")
            for start in range(0, CAMPAIGNS if "campaign" in scenario else GAMES_A_CHANCE, CHUNK)
        ]
        for name, scenario in scenarios.items()
    }
    chances: dict[str, Any] = {}
    for name, batches in tasks.items():
        campaigns = [won for task in batches for won in task.result()]
        chances[name] = {
            "games": len(campaigns),
            "won": sum(won.count("american") > won.count("german") for won in campaigns),
            "begins": [" ".join(won) for won in campaigns[:BEGINS]],
            "evenings": [sum(won[n] == "american" for won in campaigns) for n in range(len(campaigns[0]))],
        }
        print(name, chances[name], flush=True)
    return chances


def main(names: Sequence[str]) -> None:
    """Write the file; see the top of this module."""
    data = contest_figures(book())
    chances = data.pop("chances", {})
    with ProcessPoolExecutor(cpu_count()) as pool:
        if not names or "points" in names:
            data |= simulated_points(pool)
            print(data, flush=True)
        if names != ["points"]:
            chances |= simulated_chances(pool, names)
            data |= {"digest": book().digests[SIMULATED], "seed": "1"}
    data["chances"] = dict(sorted(chances.items()))
    text = HEAD + safe_dump(data, sort_keys=False, width=120, default_flow_style=None)
    write_atomically(contest_path(GAME), text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
