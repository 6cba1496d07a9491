"""The odds report of Queen of the Skies, by mission, target and station."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from combatbox.core.effects import WordFormatter
from combatbox.core.statistics import Bar, Chart, Column, ComparedEvent, Group, Sheet, bar, estimate, format_interval
from combatbox.core.table_views import capital
from combatbox.games.queen.constants import Constants

Figured = Mapping[str, Any]  # nested JSON
"""The figures that `statistics.work_out` computes."""


def before(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts about single missions and targets, which precede the charts that every game has."""
    groups: list[Group] = []
    if figures.get("by_mission"):
        groups.append(_by_mission(const, figures["by_mission"]))
    if figures.get("by_target"):
        groups.append(_by_target(say, figures["by_target"]))
    return groups


def _by_mission(const: Constants, scopes: Figured) -> Group:
    flown = [
        (low, high, [scopes[number] for number in scopes if low <= int(number) <= high])
        for low, high in bands_of(const)
    ]
    bands = [_home(f"Missions {low} to {high}", band) for low, high, band in flown if band]
    single = [_home(f"Mission {number}", [scopes[number]]) for number in scopes]
    about = "Share of missions, by the tables that give their targets."
    alone = "Share of missions, for a crew that has flown all missions before."
    title = "Missions without a German victory"
    return Group(
        "Coming home, mission by mission",
        (
            Chart("home-by-band", title, about, bands, heading="Missions"),
            Chart("home-by-mission", f"{title}, one by one", alone, single, heading="Mission"),
            _scopes(
                "by-mission",
                "All figures, mission by mission",
                "Mission",
                {key: f"Mission {key}" for key in scopes},
                scopes,
            ),
        ),
    )


def _by_target(say: WordFormatter, scopes: Figured) -> Group:
    cities = sorted(scopes, key=lambda city: float(scopes[city]["lost"]["value"]))
    home = [_home(say(city), [scopes[city]]) for city in cities]
    men = [
        bar(say(city), scopes[city]["men_lost"], scopes[city]["missions"])
        for city in cities
        if scopes[city]["men_lost"]
    ]
    about = "Share of missions, the safest target first."
    lost = "Mean number of men who do not fly the next mission."
    return Group(
        "Target by target",
        (
            Chart("home-by-target", "Missions without a German victory, by target", about, home, heading="Target"),
            Chart("men-by-target", "Men lost on a mission, by target", lost, men, shares=False, heading="Target"),
            _scopes(
                "by-target", "All figures, target by target", "Target", {city: say(city) for city in cities}, scopes
            ),
        ),
    )


SCOPE = (
    ("lost", "German victory", "share"),
    ("men_lost", "Men lost", "number"),
    ("on_target", "On target", "share"),
    ("aborted", "Aborted", "share"),
    ("per_cent", "% of bombs on target", "number"),
)
"""The figures shown for every mission and target: the name, heading and kind of each.

`per_cent` is an average over the missions that dropped their bombs.
"""


def _scopes(key: str, title: str, heading: str, labels: Mapping[str, str], scopes: Figured) -> Sheet:
    """Return a sheet with the figures of each mission, or of each target."""
    columns = []
    for name, label, kind in SCOPE:
        figures = [scopes[key][name] for key in labels]
        columns.append(Column(label, [bar("", figure) if figure else None for figure in figures], kind))
    columns.append(Column("Flown", [Bar("", scopes[key]["missions"], 0, 0) for key in labels], "count"))
    return Sheet(key, title, heading, list(labels.values()), columns)


def bands_of(const: Constants) -> list[tuple[int, int]]:
    """Return the first and last mission of each group of missions that share a target table."""
    bands, first = [], 1
    for last in sorted(const.target_tables.values()):
        bands.append((first, last))
        first = last + 1
    return bands


def _home(label: str, scopes: Sequence[Figured]) -> Bar:
    """Return a bar for the share of missions without a German victory, for several missions or targets together."""
    flown = sum(scope["missions"] for scope in scopes)
    survived = flown - sum(round(scope["lost"]["value"] * scope["missions"]) for scope in scopes)
    share = estimate(survived, flown)
    return Bar(label, share.value, share.low, share.high, flown)


# ---- stations and campaigns


def after(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts about stations and whole campaigns, which follow the charts that every game has."""
    groups: list[Group] = []
    if figures.get("by_station"):
        groups.append(_stations(say, figures["by_station"]))
    if figures.get("campaigns"):
        groups.append(_campaigns(say, figures["campaigns"]))
    return groups


def _stations(say: WordFormatter, stations: Figured) -> Group:
    killed = sorted((bar(capital(say(role)), station["killed"]) for role, station in stations.items()), key=_by_rank)
    lost = sorted((bar(capital(say(role)), station["lost"]) for role, station in stations.items()), key=_by_rank)
    worst, best = (
        f"{extreme.label.lower()} ({extreme.value:.1%} of missions, {format_interval(extreme)})"
        for extreme in (killed[0], killed[-1])
    )
    dead = "Share of missions on which the man of that station is killed."
    gone = "Share of missions after which he does not fly again: killed, captured or invalided."
    return Group(
        "Station by station",
        (
            Chart("killed", "Killed on a mission, by station", dead, killed, heading="Station"),
            Chart("lost", "Lost to the crew, by station", gone, lost, heading="Station"),
        ),
        f"The deadliest station is that of the {worst}; the safest that of the {best}.",
    )


def _by_rank(station: Bar) -> float:
    return -station.value


ENDS = (
    ("won", "Won by the 8th Air Force"),
    ("drawn", "Drawn"),
    ("lost", "Lost"),
    ("first_bomber", "The first bomber comes through"),
)
MEANS = (
    ("bombers_lost", "Bombers lost"),
    ("men_lost", "Men lost"),
    ("men_home", "Men sent home"),
    ("aces", "Aces"),
)
"""The mean numbers that are shown for campaigns; `ENDS` lists the shares."""


def _campaigns(say: WordFormatter, flown: Figured) -> Group:
    of = flown["campaigns"]
    ends = [bar(label, flown[name], of) for name, label in ENDS]
    means = [bar(label, flown[name], of) for name, label in MEANS if flown[name]]
    home = [bar(capital(say(role)), figure, of) for role, figure in flown["home_from"].items()]
    about = f"Share of {of:,} campaigns."
    cost = "Mean number in a campaign."
    done = "A man of that station is sent home with his missions done"
    return Group(
        "Whole campaigns",
        (
            Chart("campaign-ends", "How campaigns end", about, ends, heading="End", of="Campaigns"),
            Chart("campaign-means", "What campaigns cost", cost, means, shares=False, heading="What", of="Campaigns"),
            Chart("campaign-home", done, about, home, heading="Station", of="Campaigns"),
        ),
        "Flown from the first mission to the last, with replacements for men and bombers that are lost.",
    )


def flown(const: Constants, figures: Figured) -> str:
    """Return a sentence on whole campaigns, without a full stop; empty if there is none."""
    campaigns = figures.get("campaigns")
    if not campaigns:
        return ""
    through, number = bar("", campaigns["first_bomber"]), campaigns["campaigns"]
    return (
        f"Of {number:,} campaigns flown mission after mission, with what their crews carry from one to the next "
        f"(kills, wounds, men replaced), the first bomber came through all {const.missions} in "
        f"{round(through.value * number):,}: {through.value:.2%} ({format_interval(through, '{:.2%}'.format)})"
    )


def apart(const: Constants) -> set[str]:
    """Return the tally keys for the loss of each man, which have charts of their own."""
    return {f"{role} lost" for role in const.crew}


COMPARED = (
    ComparedEvent("compare-target", "on target", "Bombs on target", "Share of missions.", "the bombs are on target"),
    ComparedEvent(
        "compare-crew",
        "whole crew fit again",
        "The whole crew fit again",
        "Share of missions after which every man can fly again.",
        "the whole crew is fit again",
    ),
)
