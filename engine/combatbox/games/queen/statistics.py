"""The statistics of Queen of the Skies, by mission, target and station."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.bomber.setup import Names
from combatbox.bomber.state import State
from combatbox.core.statistics import Chain, Figures, Mark, Share, mean_of
from combatbox.games.queen import odds_report as shown
from combatbox.games.queen.constants import QueenRulebook

Computed = dict[str, Any]  # nested JSON
"""The computed figures, by name."""

METHOD = (
    "chance that one bomber survives every mission of the campaign: the product of its survival at each mission "
    "number, with a crew that has flown all missions before"
)


def setup(book: QueenRulebook, mission: int) -> Names:
    """Return the setup of one mission of a campaign, flown by the first bomber and its first crew.

    The bomber and all its men have survived the earlier missions.
    """
    return Names(bomber_missions=mission, missions=dict.fromkeys(book.constants.crew, mission))


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
    lost_careers = [
        career for career in campaign.careers if career.fate not in (*book.constants.fit_again, "sent_home")
    ]
    finished_careers = [career for career in campaign.careers if career.fate == "sent_home"]
    yield ("campaign", "flown")
    yield ("campaign", campaign.result)
    yield ("campaign", "bombers_lost", sum(1 for service in campaign.services if service.fate not in ("", "retired")))
    yield ("campaign", "men_lost", len(lost_careers))
    yield ("campaign", "men_home", len(finished_careers))
    yield ("campaign", "aces", len(campaign.aces))
    if campaign.services[0].missions >= book.constants.missions:
        yield ("campaign", "first_bomber")
    for role in {career.role for career in finished_careers}:
        yield ("campaign", "home", role)


# ---- figures


def work_out(book: QueenRulebook, counted: Mapping[Mark, int]) -> Computed:
    """Compute the statistics by mission, by target and by station, and the statistics of whole campaigns."""
    last = book.constants.missions
    numbers = [number for number in range(1, last + 1) if ("mission", number, "flown") in counted]
    cities = sorted({str(mark[1]) for mark in counted if mark[0] == "target"})
    figures: Computed = {}
    campaigns = counted.get(("campaign", "flown"), 0)
    if book.constants.credits and campaigns:  # a campaign skips numbers, so they do not make a chain
        figures["tour_completion"] = Share(counted.get(("campaign", "first_bomber"), 0), campaigns)
        figures["tour_method"] = "campaigns that the first bomber survives"
    elif len(numbers) == last:
        figures["tour_completion"] = Chain(tuple(_survived(counted, number) for number in numbers))
        figures["tour_method"] = METHOD
    figures["by_mission"] = {str(number): _scope(counted, ("mission", number)) for number in numbers}
    figures["by_target"] = {city: _scope(counted, ("target", city)) for city in cities}
    stations = {role: _station(counted, role) for role in book.constants.crew}
    deadliest = max(stations, key=lambda role: counted.get(("station", role, "killed"), 0))
    figures["by_station"] = stations
    figures["deadliest_station"] = {"station": deadliest, "killed": stations[deadliest]["killed"]}
    if campaigns:
        figures["campaigns"] = _campaigns(book, counted)
    return figures


def _survived(counted: Mapping[Mark, int], number: int) -> Share:
    flown = counted[("mission", number, "flown")]
    return Share(flown - counted.get(("mission", number, "lost"), 0), flown)


def _scope(counted: Mapping[Mark, int], scope: Mark) -> Computed:
    flown = counted[(*scope, "flown")]
    figures: Computed = {"missions": flown}
    for name in ("lost", "aborted", "on_target"):
        figures[name] = Share(counted.get((*scope, name), 0), flown)
    figures["men_lost"] = mean_of(counted, (*scope, "men_lost"))
    figures["per_cent"] = mean_of(counted, (*scope, "per_cent"))
    return figures


def _station(counted: Mapping[Mark, int], role: str) -> Computed:
    flown = counted.get(("station", role, "flown"), 0)
    return {
        "killed": Share(counted.get(("station", role, "killed"), 0), flown),
        "lost": Share(counted.get(("station", role, "lost"), 0), flown),
        "kills": mean_of(counted, ("station", role, "kills")),
    }


def _campaigns(book: QueenRulebook, counted: Mapping[Mark, int]) -> Computed:
    flown = counted[("campaign", "flown")]
    figures: Computed = {"campaigns": flown}
    for name in ("won", "lost", "drawn", "first_bomber"):
        figures[name] = Share(counted.get(("campaign", name), 0), flown)
    for name in ("bombers_lost", "men_lost", "men_home", "aces"):
        figures[name] = mean_of(counted, ("campaign", name))
    figures["home_from"] = {
        role: Share(counted.get(("campaign", "home", role), 0), flown) for role in book.constants.crew
    }
    return figures


FIGURES = Figures(setup, count, work_out, shown.before, shown.after, shown.flown, shown.apart, shown.COMPARED)
