"""The statistics of Queen of the Skies, by mission, target and station."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.bomber.setup import Names
from combatbox.bomber.state import State
from combatbox.bomber.statistics import Computed, completion, count_campaign, experienced, missions_flown, share
from combatbox.core.statistics import Figures, Mark, Share, mean_of
from combatbox.games.queen import odds_report as shown
from combatbox.games.queen.constants import QueenRulebook

METHOD = (
    "chance that one bomber survives every mission of the campaign: the product of its survival at each mission "
    "number, with a crew that has flown all missions before"
)


def setup(book: QueenRulebook, mission: int) -> Names:
    """Return the setup of one mission of a campaign, flown by the first bomber and its first crew.

    The bomber and all its men have survived the earlier missions.
    """
    return Names(**experienced(book, mission))


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
            "tour_completion": share(counted, "campaign", "first_bomber"),
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
        figures[name] = share(counted, *scope, name)
    figures["men_lost"] = mean_of(counted, (*scope, "men_lost"))
    figures["per_cent"] = mean_of(counted, (*scope, "per_cent"))
    return figures


def _station(counted: Mapping[Mark, int], role: str) -> Computed:
    return {
        "killed": share(counted, "station", role, "killed"),
        "lost": share(counted, "station", role, "lost"),
        "kills": mean_of(counted, ("station", role, "kills")),
    }


def _campaigns(book: QueenRulebook, counted: Mapping[Mark, int]) -> Computed:
    flown = counted[("campaign", "flown")]
    figures: Computed = {"campaigns": flown}
    for name in ("won", "lost", "drawn", "first_bomber"):
        figures[name] = share(counted, "campaign", name)
    for name in ("bombers_lost", "men_lost", "men_home", "aces"):
        figures[name] = mean_of(counted, ("campaign", name))
    figures["home_from"] = {
        role: Share(counted.get(("campaign", "home", role), 0), flown) for role in book.constants.crew
    }
    return figures


FIGURES = Figures(setup, count, work_out, shown.before, shown.after, shown.flown, shown.apart, shown.COMPARED)
