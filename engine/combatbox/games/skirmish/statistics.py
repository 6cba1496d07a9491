"""The statistics of B-17! by scenario, and the odds report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.effects import WordFormatter
from combatbox.core.statistics import (
    Chart,
    ComparedEvent,
    Figures,
    Group,
    Mark,
    Share,
    Sheet,
    bar,
    mean_of,
    sheet_of,
)
from combatbox.games.skirmish.constants import Constants, SkirmishRulebook
from combatbox.games.skirmish.state import State

Figured = Mapping[str, Any]  # nested JSON
"""The figures that `work_out` computes."""

Computed = dict[str, Any]  # nested JSON
"""The computed figures, by name."""

NUMBERS = (
    ("hits", "Bomb hits"),
    ("lost_bombers", "Bombers lost"),
    ("lost_germans", "German fighters lost"),
    ("lost_escorts", "Escorts lost"),
    ("turn", "Turns"),
)
"""The fields of the state whose mean is shown for each scenario, with their headings."""


def count(book: SkirmishRulebook, state: State) -> Iterator[Mark]:
    """Yield the keys under which the statistics count the outcome of a game."""
    scope = ("scenario", state.scenario)
    yield (*scope, "played")
    if state.result == "american":
        yield (*scope, "won")
    for name, _ in NUMBERS:
        yield (*scope, name, getattr(state, name))


def work_out(book: SkirmishRulebook, counted: Mapping[Mark, int]) -> Computed:
    """Compute the statistics of each scenario."""
    played = [n for n in range(1, book.constants.missions + 1) if ("scenario", n, "played") in counted]
    return {"by_scenario": {str(number): _scenario(counted, ("scenario", number)) for number in played}}


def _scenario(counted: Mapping[Mark, int], scope: Mark) -> Computed:
    played = counted[(*scope, "played")]
    figures: Computed = {"games": played, "won": Share(counted.get((*scope, "won"), 0), played)}
    for name, _ in NUMBERS:
        figures[name] = mean_of(counted, (*scope, name))
    bombs = figures["hits"].counts
    most = max(bombs)
    figures["hits_by_number"] = {str(hits): Share(bombs.get(hits, 0), played) for hits in range(most + 1)}
    return figures


# ---- report


def before(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts that precede the charts that every game has.

    They show the victories, losses and bomb hits of each scenario.
    """
    scopes = figures["by_scenario"]
    labels = {number: f"Scenario {number}" for number in scopes}
    won = [bar(labels[number], scenario["won"], scenario["games"]) for number, scenario in scopes.items()]
    columns = [("won", "Americans win", "share"), *((name, heading, "number") for name, heading in NUMBERS)]
    charts: list[Chart | Sheet] = [
        Chart("won", "The target is destroyed", "Share of games.", won, heading="Scenario", of="Games"),
        sheet_of("by-scenario", "Scenario: scenario by scenario", labels, scopes, columns, ("games", "Games")),
    ]
    return [Group("Scenario by scenario", charts), Group("How many bombs hit", _hits(scopes))]


def _hits(scopes: Figured) -> Sequence[Chart]:
    """Return a chart of the number of bomb hits for each scenario."""
    return [
        Chart(
            f"hits-{number}",
            f"Bomb hits in scenario {number}",
            f"Share of {scenario['games']:,} games; a game that is won ends with the hit that wins it.",
            [bar(hits, figure, scenario["games"]) for hits, figure in scenario["hits_by_number"].items()],
            heading="Hits",
            of="Games",
        )
        for number, scenario in scopes.items()
    ]


COMPARED = (
    ComparedEvent("compare-bombers", "no bomber lost", "No bomber lost", "Share of games.", "no bomber is lost"),
    ComparedEvent(
        "compare-germans",
        "a German fighter destroyed",
        "A German fighter destroyed",
        "Share of games.",
        "a German fighter is destroyed",
    ),
)

FIGURES = Figures(lambda _book, _scenario: None, count, work_out, before, compared=COMPARED)
