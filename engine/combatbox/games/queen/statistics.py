"""The statistics of Queen of the Skies, by mission, target and station, and their report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from combatbox.bomber.state import State
from combatbox.bomber.statistics import (
    Computed,
    completion,
    count_campaign,
    missions_flown,
    setup,
    share_of,
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
    Share,
    bar,
    estimate,
    format_interval,
    mean_of,
    sheet_of,
)
from combatbox.core.table_views import capital
from combatbox.games.queen.constants import Constants, QueenRulebook

METHOD = (
    "chance that one bomber survives every mission of the campaign: the product of its survival at each mission "
    "number, with a crew that has flown all missions before"
)


def count(book: QueenRulebook, state: State) -> Iterator[Mark]:
    """Yield the keys under which the statistics count the outcome of a mission or campaign."""
    if state.campaign is not None:
        yield from _of_campaign(book, state)
        return
    lost = state.outcome.result == "german_air_defence"
    fit_again = book.constants.fit_again
    lost_roles = [man.role for man in state.men.values() if man.fate not in fit_again]
    for scope, key in (("mission", state.orders.mission), ("target", state.orders.city)):
        yield (scope, key, "flown")
        yield (scope, key, "men_lost", len(lost_roles))
        if lost:
            yield (scope, key, "lost")
        if state.track.aborting:
            yield (scope, key, "aborted")
        if state.outcome.bombs_dropped:
            yield (scope, key, "per_cent", state.outcome.per_cent)
            if state.outcome.aim_result == "on_target":
                yield (scope, key, "on_target")
    for man in state.men.values():
        yield ("station", man.role, "flown")
        yield ("station", man.role, "kills", man.kills)
        if man.dead:
            yield ("station", man.role, "killed")
        if man.role in lost_roles:
            yield ("station", man.role, "lost")


def _of_campaign(book: QueenRulebook, state: State) -> Iterator[Mark]:
    campaign = state.campaign
    assert campaign is not None
    finished_careers = [career for career in campaign.careers if career.fate == "sent_home"]
    yield from count_campaign(book, campaign, "campaign")
    yield ("campaign", campaign.result)
    yield ("campaign", "men_home", len(finished_careers))
    for role in {career.role for career in finished_careers}:
        yield ("campaign", "home", role)


# ---- figures


def work_out(book: QueenRulebook, counted: Mapping[Mark, int]) -> Computed:
    """Compute the statistics by mission, by target and by station, and the statistics of whole campaigns."""
    numbers = missions_flown(book, counted)
    cities = sorted({str(mark[1]) for mark in counted if mark[0] == "target"})
    campaigns = counted.get(("campaign", "flown"), 0)
    if book.constants.credits:  # a campaign skips numbers, so they do not make a chain
        figures: Computed = {
            "tour_completion": share_of(counted, "campaign", "first_bomber"),
            "tour_method": "share of campaigns that the first bomber survives",
        }
    else:
        figures = completion(book, counted, METHOD)
    figures["by_mission"] = {str(number): _scope(counted, ("mission", number)) for number in numbers}
    figures["by_target"] = {city: _scope(counted, ("target", city)) for city in cities}
    stations = {role: _station(counted, role) for role in book.constants.crew}
    deadliest = max(stations, key=lambda role: counted.get(("station", role, "killed"), 0))
    figures["by_station"] = stations
    figures["deadliest_station"] = {"station": deadliest, "killed": stations[deadliest]["killed"]}
    if campaigns:
        figures["campaigns"] = _campaigns(book, counted)
    return figures


def _scope(counted: Mapping[Mark, int], scope: Mark) -> Computed:
    figures: Computed = {"missions": counted[(*scope, "flown")]}
    for name in ("lost", "aborted", "on_target"):
        figures[name] = share_of(counted, *scope, name)
    figures["men_lost"] = mean_of(counted, (*scope, "men_lost"))
    figures["per_cent"] = mean_of(counted, (*scope, "per_cent"))
    return figures


def _station(counted: Mapping[Mark, int], role: str) -> Computed:
    return {
        "killed": share_of(counted, "station", role, "killed"),
        "lost": share_of(counted, "station", role, "lost"),
        "kills": mean_of(counted, ("station", role, "kills")),
    }


def _campaigns(book: QueenRulebook, counted: Mapping[Mark, int]) -> Computed:
    flown = counted[("campaign", "flown")]
    figures: Computed = {"campaigns": flown}
    for name in ("won", "lost", "drawn", "first_bomber"):
        figures[name] = share_of(counted, "campaign", name)
    for name in ("bombers_lost", "men_lost", "men_home", "aces"):
        figures[name] = mean_of(counted, ("campaign", name))
    figures["home_from"] = {
        role: Share(counted.get(("campaign", "home", role), 0), flown) for role in book.constants.crew
    }
    return figures


Figured = Mapping[str, Any]  # nested JSON
"""The figures that `statistics.work_out` computes."""


def before(const: Constants, say: WordFormatter, figures: Figured) -> list[Group]:
    """Return the charts about single missions and targets, which precede the charts that every game has."""
    return _groups(figures, by_mission=partial(_by_mission, const), by_target=partial(_by_target, say))


def _groups(figures: Figured, **drawn: Callable[[Figured], Group]) -> list[Group]:
    """Return the charts of each name for which there are figures."""
    return [draw(figures[name]) for name, draw in drawn.items() if figures.get(name)]


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
            sheet_of(
                "by-mission",
                "Mission: mission by mission",
                {key: f"Mission {key}" for key in scopes},
                scopes,
                SCOPE,
                FLOWN,
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
            sheet_of(
                "by-target", "Target: target by target", {city: say(city) for city in cities}, scopes, SCOPE, FLOWN
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

FLOWN = ("missions", "Flown")
"""The name and heading of the number of missions."""


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
    return _groups(figures, by_station=partial(_stations, say), campaigns=partial(_campaign_group, say))


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


def _campaign_group(say: WordFormatter, flown: Figured) -> Group:
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
    carried = " (kills, wounds, men replaced)"
    return tour_sentence(const, figures, "campaigns", carried, "bomber", "{:.2%}".format)


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


FIGURES = Figures(setup, count, work_out, before, after, flown, apart, COMPARED)
