"""The statistics of B-29 Superfortress, by mission, part of the tour and whole tour, and their report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.bomber.statistics import (
    Computed,
    completion,
    count_campaign,
    missions_flown,
    setup,
    share_of,
    survived,
    tour_sentence,
)
from combatbox.core.effects import WordFormatter
from combatbox.core.statistics import (
    Bar,
    Chart,
    ComparedEvent,
    Figures,
    Group,
    Mark,
    Mean,
    Share,
    Sheet,
    bar,
    mean_of,
    sheet_of,
)
from combatbox.games.superfort.constants import Constants
from combatbox.games.superfort.state import State, SuperfortRulebook

METHOD = (
    "chance that one B-29 survives every mission of the tour: the product of its survival at each mission number, with "
    "a crew that has flown all missions before"
)

LOSSES = (
    ("lost_fighters", "To fighters"),
    ("lost_flak", "To flak"),
    ("lost_fuel", "Out of fuel"),
    ("lost_accident", "Take-off, machinery, collision, weather, landing"),
)
"""The shares of the causes of losses. Any cause without a share of its own counts as an accident."""

SHOWN = {
    "lost": "Lost",
    **dict(LOSSES),
    "take_off_given_up": "Take-off given up",
    "aborted": "Aborted",
    "on_target": "On target",
    "off_course": "Off Course, of checks",
    "iwo_jima": "Landed on Iwo Jima",
}
"""All shares that are shown for each part of the tour.

All but `off_course` are shares of its missions, including those with an abandoned take-off.
"""

PARTS = {"tenth": 0.1, "half": 0.5, "ninetieth": 0.9}
"""The quantiles of the boxes of fuel left in B-29s that came home."""


def phases(book: SuperfortRulebook) -> dict[str, range]:
    """Return the missions of each part of the tour; a part is named by its first and last mission.

    The parts are the early missions, an equal number of missions after them, and the rest.
    """
    early, last = book.constants.early_missions, book.constants.missions
    ends = ((1, early), (early + 1, 2 * early), (2 * early + 1, last))
    return {f"{low}-{high}": range(low, high + 1) for low, high in ends}


# ---- counting


def count(book: SuperfortRulebook, state: State) -> Iterator[Mark]:
    """Yield the keys under which the statistics count the outcome of a mission or tour."""
    if state.campaign is not None:
        yield from _of_tour(book, state)
        return
    scope = ("mission", state.orders.mission)
    yield (*scope, "flown")
    for word in _happened(state):
        yield (*scope, word)
    yield (*scope, "attacks", state.counted.attacks)
    yield (*scope, "checks", state.counted.checks)
    yield (*scope, "strayed", state.navigation.strayed)
    if not state.ending.scrubbed and state.outcome.result != "japanese":
        yield (*scope, "boxes", state.fuel.boxes)


def _happened(state: State) -> Iterator[str]:
    """Yield the names in `SHOWN` of what happened on a mission."""
    if state.outcome.result == "japanese":
        yield "lost"
        cause = f"lost_{state.ending.lost_to}"
        yield cause if cause in SHOWN else "lost_accident"
    if state.ending.scrubbed:
        yield "take_off_given_up"
    if state.track.aborting:
        yield "aborted"
    if state.outcome.aim_result == "on_target":
        yield "on_target"
    if state.outcome.landed == "iwo":
        yield "iwo_jima"


def _of_tour(book: SuperfortRulebook, state: State) -> Iterator[Mark]:
    """Yield the keys under which the statistics count the outcome of a whole tour."""
    campaign = state.tour
    assert campaign is not None
    yield from count_campaign(book, campaign, "tour")
    yield ("tour", "american", campaign.american)
    yield ("tour", "japanese", campaign.japanese)
    yield ("tour", "draw", campaign.draw)


# ---- figures


def work_out(book: SuperfortRulebook, counted: Mapping[Mark, int]) -> Computed:
    """Compute the statistics by mission and by part of the tour, and the statistics of whole tours."""
    numbers = missions_flown(book, counted)
    figures = completion(book, counted, METHOD)
    figures["by_phase"] = {
        name: _phase(counted, [number for number in missions if number in numbers])
        for name, missions in phases(book).items()
        if set(missions) & set(numbers)
    }
    figures["by_mission"] = {str(number): survived(counted, number) for number in numbers}
    if ("tour", "flown") in counted:
        figures["tours"] = _tours(counted)
    return figures


def _phase(counted: Mapping[Mark, int], numbers: list[int]) -> Computed:
    """Return the figures of several missions combined."""

    def times(word: str) -> int:
        return sum(counted.get(("mission", number, word), 0) for number in numbers)

    def spread(word: str) -> Mean:
        return mean_of(counted, *(("mission", number, word) for number in numbers))

    flown = times("flown")
    figures: Computed = {"missions": flown} | {
        name: Share(times(name), flown) for name in SHOWN if name != "off_course"
    }
    figures["attacks"] = spread("attacks")
    figures["off_course"] = Share(_total(spread("strayed")), _total(spread("checks")))
    return figures | {f"fuel_{name}": _part(spread("boxes"), part) for name, part in PARTS.items()}


def _total(numbers: Mean) -> int:
    """Return the sum of all counted values."""
    return sum(value * times for value, times in numbers.counts.items())


def _part(numbers: Mean, part: float) -> int | None:
    """Return a quantile of the counted values; None if nothing was counted."""
    left = part * sum(numbers.counts.values())
    for value in sorted(numbers.counts):
        left -= numbers.counts[value]
        if left <= 0:
            return value
    return None


def _tours(counted: Mapping[Mark, int]) -> Computed:
    """Return the figures of tours that were flown completely."""
    figures: Computed = {"tours": counted[("tour", "flown")], "first_bomber": share_of(counted, "tour", "first_bomber")}
    for name in ("american", "draw", "japanese", "bombers_lost", "men_lost", "aces"):
        figures[name] = mean_of(counted, ("tour", name))
    return figures


Figured = Mapping[str, Any]  # nested JSON
"""The figures that `statistics.work_out` computes."""


def before(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts that precede the charts that every game has.

    They show the losses, and survival by mission and by part of the tour.
    """
    scopes = figures.get("by_phase")
    if not scopes:
        return []
    labels = {name: f"Missions {name.replace('-', ' to ')}" for name in scopes}
    home = [_home(labels[name], part) for name, part in scopes.items()]
    alone = [bar(f"Mission {number}", figure) for number, figure in figures["by_mission"].items()]
    title = "Missions that the B-29 survives"
    columns = [*((name, heading, "share") for name, heading in SHOWN.items()), ("attacks", "Fighter attacks", "number")]
    charts: list[Chart | Sheet] = [
        Chart("home-by-part", title, "Share of missions.", home, heading="Missions"),
        Chart(
            "home-by-mission",
            f"{title}, one by one",
            "For a crew that has flown all missions before.",
            alone,
            heading="Mission",
        ),
        *(_causes(name, labels[name], part) for name, part in scopes.items()),
        sheet_of("by-part", "Missions: part by part", labels, scopes, columns, ("missions", "Flown")),
    ]
    return [Group("Coming home, part by part of the tour", charts)]


def _home(label: str, part: Figured) -> Bar:
    lost = bar(label, part["lost"], part["missions"])
    return Bar(label, 1 - lost.value, 1 - lost.high, 1 - lost.low, lost.of)


def _causes(name: str, label: str, part: Figured) -> Chart:
    bars = [bar(words, part[cause], part["missions"]) for cause, words in LOSSES]
    about = f"Share of {part['missions']:,} missions."
    return Chart(f"causes-{name}", f"What brings B-29s down, {label.lower()}", about, bars, heading="Cause")


# ---- whole tours


MEANS = (
    ("american", "American victories"),
    ("draw", "Draws"),
    ("japanese", "Japanese victories"),
    ("bombers_lost", "B-29s lost"),
    ("men_lost", "Men lost"),
    ("aces", "Aces"),
)
"""The means that are shown for whole tours."""


def after(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts about whole tours, which follow the charts that every game has.

    The list is empty if no tours were simulated.
    """
    flown = figures.get("tours")
    if not flown:
        return []
    bars = [bar(label, flown[name], flown["tours"]) for name, label in MEANS]
    about = f"Mean number in a tour, of {flown['tours']:,} tours."
    return [
        Group(
            "Whole tours",
            (Chart("tour-means", "What a tour comes to", about, bars, shares=False, heading="What", of="Tours"),),
            "Flown from the first mission to the last, with replacements for men and bombers that are lost.",
        )
    ]


def flown(const: Constants, figures: Figured) -> str:
    """Return a sentence on whole tours, without a full stop; empty if there is none."""
    return tour_sentence(const, figures, "tours", "", "B-29", "{:.1%}".format)


def apart(const: Constants) -> set[str]:
    """Return the tally keys for the causes of losses, which have charts of their own."""
    return {"lost: fighters", "lost: flak", "lost: fuel"}


COMPARED = (
    ComparedEvent("compare-target", "on target", "Bombs on target", "Share of missions.", "the bombs are on target"),
    ComparedEvent("compare-win", "american", "American victory", "Share of missions.", "the mission is yours"),
    ComparedEvent("compare-abort", "aborted", "Aborted", "Share of missions.", "the mission is aborted"),
)


FIGURES = Figures(setup, count, work_out, before, after, flown, apart, COMPARED)
