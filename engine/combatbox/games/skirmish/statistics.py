"""The odds of B-17! by scenario: who wins, bombs that hit, aircraft lost, turns; what is counted, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.effects import WordFormatter
from combatbox.core.statistics import Bar, Chart, Column, Compared, Figures, Group, Mark, Share, Sheet, bar, mean_of
from combatbox.games.skirmish.constants import Constants, SkirmishRulebook
from combatbox.games.skirmish.state import State

Figured = Mapping[str, Any]

NUMBERS = (
    ("hits", "Bomb hits"),
    ("lost_bombers", "Bombers lost"),
    ("lost_germans", "German fighters lost"),
    ("lost_escorts", "Escorts lost"),
    ("turn", "Turns"),
)
"""Fields of the state whose mean is told of each scenario, with their headings."""


def count(book: SkirmishRulebook, state: State) -> Iterator[Mark]:
    """The marks of a game."""
    scope = ("scenario", state.scenario)
    yield (*scope, "played")
    if state.result == "american":
        yield (*scope, "won")
    for name, _ in NUMBERS:
        yield (*scope, name, getattr(state, name))


def work_out(book: SkirmishRulebook, counted: Mapping[Mark, int]) -> dict[str, Any]:
    """The figures by scenario."""
    played = [n for n in range(1, book.constants.missions + 1) if ("scenario", n, "played") in counted]
    return {"by_scenario": {str(number): _scenario(counted, ("scenario", number)) for number in played}}


def _scenario(counted: Mapping[Mark, int], scope: Mark) -> dict[str, Any]:
    played = counted[(*scope, "played")]
    figures: dict[str, Any] = {"games": played, "won": Share(counted.get((*scope, "won"), 0), played)}
    for name, _ in NUMBERS:
        figures[name] = mean_of(counted, (*scope, name))
    bombs = figures["hits"].counts
    most = max(bombs)
    figures["hits_by_number"] = {str(hits): Share(bombs.get(hits, 0), played) for hits in range(most + 1)}
    return figures


# ---- shown


def before(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Scenario by scenario: who wins, and what it costs."""
    scopes = figures["by_scenario"]
    labels = {number: f"Scenario {number}" for number in scopes}
    won = [bar(labels[number], told["won"], told["games"]) for number, told in scopes.items()]
    columns = [Column("Americans win", [bar("", told["won"]) for told in scopes.values()])]
    columns += [
        Column(heading, [bar("", told[name]) for told in scopes.values()], "number") for name, heading in NUMBERS
    ]
    columns.append(Column("Games", [Bar("", told["games"], 0, 0) for told in scopes.values()], "count"))
    charts: list[Chart | Sheet] = [
        Chart("won", "The target is destroyed", "Share of games.", won, heading="Scenario", of="Games"),
        Sheet("by-scenario", "All figures, scenario by scenario", "Scenario", list(labels.values()), columns),
    ]
    return [Group("Scenario by scenario", charts), Group("How many bombs hit", _hits(scopes))]


def _hits(scopes: Figured) -> Sequence[Chart]:
    """How often so many bombs hit; the game ends with the one that wins it."""
    return [
        Chart(
            f"hits-{number}",
            f"Bomb hits in scenario {number}",
            f"Share of {told['games']:,} games; a game that is won ends with the hit that wins it.",
            [bar(hits, figure, told["games"]) for hits, figure in told["hits_by_number"].items()],
            heading="Hits",
            of="Games",
        )
        for number, told in scopes.items()
    ]


def after(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Nothing more."""
    return []


def flown(const: Constants, figures: Figured) -> str:
    """There are no tours."""
    return ""


def apart(const: Constants) -> set[str]:
    """Every word of the tally is told with the others."""
    return set()


COMPARED = (
    Compared("compare-bombers", "no bomber lost", "No bomber lost", "Share of games.", "no bomber is lost"),
    Compared(
        "compare-germans", "a German fighter destroyed", "A German fighter destroyed", "Share of games.",
        "a German fighter is destroyed",
    ),
)  # fmt: skip

FIGURES = Figures(lambda _book, _scenario: None, count, work_out, before, after, flown, apart, COMPARED)
