"""The statistics that the bomber games have in common, and the measures of how well a mission ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.enums import BomberRulebook
from combatbox.bomber.record import GONE
from combatbox.bomber.setup import Names
from combatbox.bomber.state import Campaign, State
from combatbox.core.statistics import Chain, Mark, Measure, Share, Words, bar, format_interval

Computed = dict[str, Any]  # nested JSON
"""The computed figures, by name."""


def setup(book: BomberRulebook, mission: int) -> Names:
    """Return the set-up of one mission of a campaign, flown by the first bomber and its first crew.

    The bomber and all its men have survived the earlier missions.
    """
    return Names(bomber_missions=mission, missions=dict.fromkeys(book.constants.crew, mission))


def tour_sentence(
    const: BomberConstants, figures: Mapping[str, Any], tours: str, carried: str, bomber: str, words: Words
) -> str:
    """Return a sentence on how often the first bomber came through a whole tour, without a full stop.

    Args:
        const: the constants of the game.
        figures: the figures of the game.
        tours: the name of the figures of whole tours, and of their number.
        carried: what the crews carry from one mission to the next, in brackets; empty for no list.
        bomber: the word for the bomber.
        words: the function that formats a share.

    Returns:
        The sentence; empty if no tours were flown.
    """
    flown = figures.get(tours)
    if not flown:
        return ""
    through, number = bar("", flown["first_bomber"]), flown[tours]
    return (
        f"Of {number:,} {tours} flown mission after mission, with what their crews carry from one to the next{carried}, "
        f"the first {bomber} came through all {const.missions} in {round(through.value * number):,}: "
        f"{words(through.value)} ({format_interval(through, words)})"
    )


def count_campaign(book: BomberRulebook, campaign: Campaign, scope: str) -> Iterator[Mark]:
    """Yield the keys under which the statistics count the losses and the aces of a whole campaign.

    Args:
        book: the rulebook of the game.
        campaign: the campaign.
        scope: the first word of the keys.
    """
    on_duty = (*book.constants.fit_again, "sent_home")
    yield (scope, "flown")
    yield (scope, "bombers_lost", sum(service.fate not in ("", "retired") for service in campaign.services))
    yield (scope, "men_lost", sum(career.fate not in on_duty for career in campaign.careers))
    yield (scope, "aces", len(campaign.aces))
    if campaign.services[0].missions >= book.constants.missions:
        yield (scope, "first_bomber")


def missions_flown(book: BomberRulebook, counted: Mapping[Mark, int]) -> list[int]:
    """Return the numbers of the missions that were counted."""
    return [number for number in range(1, book.constants.missions + 1) if ("mission", number, "flown") in counted]


def completion(book: BomberRulebook, counted: Mapping[Mark, int], method: str) -> Computed:
    """Return the probability that one bomber survives all missions, if every mission was counted.

    Args:
        book: the rulebook of the game.
        counted: the counts by key.
        method: a description of the calculation.
    """
    numbers = missions_flown(book, counted)
    if len(numbers) < book.constants.missions:
        return {}
    return {"tour_completion": Chain(tuple(survived(counted, number) for number in numbers)), "tour_method": method}


def survived(counted: Mapping[Mark, int], number: int) -> Share:
    """Return the share of the missions with this number that the bomber survived."""
    flown = counted[("mission", number, "flown")]
    return Share(flown - counted.get(("mission", number, "lost"), 0), flown)


def share_of(counted: Mapping[Mark, int], *mark: str | int) -> Share:
    """Return the share of a scope's flights that have a key; the last part of the key follows the scope."""
    *scope, name = mark
    return Share(counted.get((*scope, name), 0), counted.get((*scope, "flown"), 0))


def men_lost(state: State) -> int:
    """Return the number of men who will never fly again."""
    return sum(man.fate in GONE for man in state.men.values())


def bombs_on_target(state: State) -> int:
    """Return the percentage of bombs on target; 0 if none were dropped."""
    return state.outcome.per_cent if state.outcome.bombs_dropped else 0


BURSTS = Measure("bursts", "bursts left", lambda state: sum(gun.bursts for gun in state.guns.values()), share=False)


def mission_measures(home: Callable[[Any], bool], won: str) -> tuple[Measure, ...]:  # Any: the state of any bomber game
    """Return the measures of how well a mission ended.

    Args:
        home: a function that returns True for a state in which the bomber came home.
        won: the value of `result` that means a victory of the player's side.
    """
    return (
        Measure("home", "bomber home", lambda state: int(home(state))),
        Measure("won", "mission won", lambda state: int(state.outcome.result == won)),
        Measure("men_lost", "men lost", men_lost, share=False, good=-1),
        Measure("bombs", "bombs on target", bombs_on_target, share=False, unit=" %"),
    )
