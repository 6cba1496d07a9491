"""The statistics of B-29 Superfortress, by mission, by part of the tour and by whole tour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.bomber.statistics import (
    Computed,
    completion,
    count_campaign,
    experienced,
    missions_flown,
    share,
    survived,
)
from combatbox.core.statistics import Figures, Mark, Mean, Share, mean_of
from combatbox.games.superfort import odds_report as shown
from combatbox.games.superfort.setup import Names
from combatbox.games.superfort.state import State, SuperfortRulebook

METHOD = (
    "chance that one B-29 survives every mission of the tour: the product of its survival at each mission number, with "
    "a crew that has flown all missions before"
)

SHARES = (
    "lost",
    "lost_fighters",
    "lost_flak",
    "lost_fuel",
    "lost_accident",
    "take_off_given_up",
    "aborted",
    "on_target",
    "iwo_jima",
)
"""Figures that are shares of all missions in a part of the tour.

Missions with an abandoned take-off are included.
"""

CAUSES = {"fighters": "lost_fighters", "flak": "lost_flak", "fuel": "lost_fuel"}
"""The name of the share for each cause of the loss of a B-29.

Any other cause counts as an accident: take-off, machinery, collision, weather or landing.
"""

PARTS = {"tenth": 0.1, "half": 0.5, "ninetieth": 0.9}
"""The quantiles of the boxes of fuel left in B-29s that came home."""


def setup(book: SuperfortRulebook, mission: int) -> Names:
    """Return the setup of one mission of a tour, flown by the first B-29 and its first crew.

    The B-29 and all its men have survived the earlier missions.
    """
    return Names(**experienced(book, mission))


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
    """Yield the names in `SHARES` of what happened on a mission."""
    if state.outcome.result == "japanese":
        yield "lost"
        yield CAUSES.get(state.ending.lost_to, "lost_accident")
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
    figures: Computed = {"missions": flown} | {name: Share(times(name), flown) for name in SHARES}
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
    figures: Computed = {"tours": counted[("tour", "flown")], "first_bomber": share(counted, "tour", "first_bomber")}
    for name in ("american", "draw", "japanese", "bombers_lost", "men_lost", "aces"):
        figures[name] = mean_of(counted, ("tour", name))
    return figures


FIGURES = Figures(setup, count, work_out, shown.before, shown.after, shown.flown, shown.apart, shown.COMPARED)
