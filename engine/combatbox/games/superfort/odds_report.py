"""The odds report of B-29 Superfortress, by part of the tour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.effects import WordFormatter
from combatbox.core.statistics import Bar, Chart, Column, ComparedEvent, Group, Sheet, bar
from combatbox.games.superfort.constants import Constants

Figured = Mapping[str, Any]  # nested JSON
"""The figures that `statistics.work_out` computes."""

CAUSES = (
    ("lost_fighters", "To fighters"),
    ("lost_flak", "To flak"),
    ("lost_fuel", "Out of fuel"),
    ("lost_accident", "Take-off, machinery, collision, weather, landing"),
)
"""The causes of losses that are shown as bars."""

SHARES = (
    ("lost", "Lost"),
    *CAUSES,
    ("take_off_given_up", "Take-off given up"),
    ("aborted", "Aborted"),
    ("on_target", "On target"),
    ("off_course", "Off Course, of checks"),
    ("iwo_jima", "Landed on Iwo Jima"),
)
"""All shares that are shown for each part of the tour."""


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
        _sheet(labels, scopes),
    ]
    return [Group("Coming home, part by part of the tour", charts)]


def _home(label: str, part: Figured) -> Bar:
    lost = bar(label, part["lost"], part["missions"])
    return Bar(label, 1 - lost.value, 1 - lost.high, 1 - lost.low, lost.of)


def _causes(name: str, label: str, part: Figured) -> Chart:
    bars = [bar(words, part[cause], part["missions"]) for cause, words in CAUSES]
    about = f"Share of {part['missions']:,} missions."
    return Chart(f"causes-{name}", f"What brings B-29s down, {label.lower()}", about, bars, heading="Cause")


def _sheet(labels: Mapping[str, str], scopes: Figured) -> Sheet:
    columns = [Column(heading, [bar("", part[name]) for part in scopes.values()]) for name, heading in SHARES]
    columns.append(Column("Fighter attacks", [bar("", part["attacks"]) for part in scopes.values()], "number"))
    columns.append(Column("Flown", [Bar("", part["missions"], 0, 0) for part in scopes.values()], "count"))
    return Sheet("by-part", "All figures, part by part", "Missions", list(labels.values()), columns)


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
    tours = figures.get("tours")
    if not tours:
        return ""
    through = bar("", tours["first_bomber"])
    return (
        f"Of {tours['tours']:,} tours flown mission after mission, with what their crews carry from one to the next, "
        f"the first B-29 came through all {const.missions} in {round(through.value * tours['tours']):,}: "
        f"{through.value:.1%} ({through.low:.1%} to {through.high:.1%})"
    )


def apart(const: Constants) -> set[str]:
    """Return the tally keys for the causes of losses, which have charts of their own."""
    return {"lost: fighters", "lost: flak", "lost: fuel"}


COMPARED = (
    ComparedEvent("compare-target", "on target", "Bombs on target", "Share of missions.", "the bombs are on target"),
    ComparedEvent("compare-win", "american", "American victory", "Share of missions.", "the mission is yours"),
    ComparedEvent("compare-abort", "aborted", "Aborted", "Share of missions.", "the mission is aborted"),
)
