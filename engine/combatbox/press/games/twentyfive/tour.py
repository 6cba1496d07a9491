"""The contents of the tour book of 25 and Out, read from a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.events import Event, Header
from combatbox.core.log_state import is_fact, is_phase
from combatbox.core.phrases import join_words, number_word
from combatbox.core.table_views import capital
from combatbox.games.twentyfive.constants import Constants
from combatbox.games.twentyfive.scene import ENGINES_OUT, engines_out
from combatbox.press.provider import SheetContext
from combatbox.press.tour_data import TOUR, Comparison, MissionEntry, Tour, share


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def read_tour(context: SheetContext, events: Sequence[Event], header: Header) -> Tour:
    """Read the contents of a tour book from a log."""
    causes = dict(_causes(context, events))
    forms = context.book.game.forms([*events], header, context.rules)
    attacks = {attack["mission"]: attack for attack in forms["attacks"]}
    flown = [mission for mission in forms["missions"] if mission["result"]]
    ranks = [str(mission["rank"]) for mission in flown]
    entries = [
        _entry(context, mission, attacks.get(mission["number"]), forms["own"], causes, promoted=rank != before)
        for mission, rank, before in zip(flown, ranks, ranks[:1] + ranks, strict=False)
    ]
    closing = _closing(context, flown, attacks)
    heads = ("Mission", "Bomber lost")
    lost = [line for mission in flown for line in _lost(mission, attacks.get(mission["number"]))]
    return Tour(str(forms["own"]), _result(context, flown), (), (), entries, (heads, lost), closing, context.odds.about)


def _result(context: SheetContext, flown: Sequence[Mapping[str, Any]]) -> str:
    completed = sum(mission["result"] == "completed" for mission in flown)
    of = constants(context).missions
    if completed >= of:
        return f"All {of} missions are flown. Home."
    if flown and flown[-1]["result"] == "lost":
        return f"Lost on mission {flown[-1]['number']}, with {completed} of {of} behind her."
    return f"{completed} of {of} missions flown, and going on."


def _causes(context: SheetContext, events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """Yield the number of the mission on which the player's bomber was lost, with the cause in words."""
    number = 0
    for event in events:
        if is_phase(event, "mission"):
            number = event["data"]["number"]
        elif is_fact(event, "lost"):
            yield number, context.say(str(event["data"]["cause"]))


def _entry(
    context: SheetContext,
    mission: Mapping[str, Any],
    attack: Mapping[str, Any] | None,
    own: str,
    causes: Mapping[int, str],
    *,
    promoted: bool,
) -> MissionEntry:
    place, say = mission["place"], context.say
    bomber, const = _own_bomber(context, mission, attack), constants(context)
    engines = [f"engine-{number}" for number in engines_out(bomber, const)]
    men = [context.data["stations"][station] for station in bomber["crew_out"]]
    return MissionEntry(
        int(mission["number"]),
        f"{capital(say(place))} of the element" if place else "On the way",
        own,
        _day(context, mission, attack, bomber, causes),
        tuple(_facts(context, mission, attack, bomber)),
        (f"Promoted to {say(str(mission['rank']))}.",) if promoted else (),
        crossed=(*men, *engines),
    )


def _own_bomber(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """Return the engines and men of the player's bomber that are out at the end of a mission.

    Without an attack by fighters there is no attack sheet, and only flak can have put engines out.
    """
    place = mission["place"]
    if attack and place in attack["bombers"]:
        bomber: Mapping[str, Any] = attack["bombers"][place]
        return bomber
    die = mission["damage"].get(place)
    effects = context.table("T-TAB-FLAK-DAMAGE").at(die, "").effects if die else ()
    out = next((effect["engines"] for effect in effects if effect.name == "engines_out"), 0)
    return {**dict.fromkeys(ENGINES_OUT, 0), "flak_out": out, "crew_out": ()}


def _facts(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None, bomber: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    say, place = context.say, mission["place"]
    if attack:
        at_us = sum(line["approach"][:1] == [place] for line in attack["lines"].values())
        gone = sum(bool(fighter["gone"]) for fighter in attack["fighters"].values())
        yield "Fighters", f"{len(attack['fighters'])}; {at_us} of {len(attack['lines'])} attacks on her"
        yield "Driven off or shot down", str(gone)
    else:
        yield "Fighters", "none"
    if bomber["crew_out"]:
        yield "Men hit", join_words([say(station) for station in bomber["crew_out"]])
    if out := _count_engines_out(bomber):
        yield "Engines out", str(out)
    yield "Flak", _flak(mission)
    yield "Result", "bombs away, and home" if mission["result"] == "completed" else "lost"


def _flak(mission: Mapping[str, Any]) -> str:
    if mission["place"] in mission["damage"]:
        return f"hit, damage {mission['damage'][mission['place']]}"
    return "no hit" if mission["flak"] else "none"


def _count_engines_out(bomber: Mapping[str, Any]) -> int:
    return sum(int(bomber[field]) for field in ENGINES_OUT)


def _day(
    context: SheetContext,
    mission: Mapping[str, Any],
    attack: Mapping[str, Any] | None,
    bomber: Mapping[str, Any],
    causes: Mapping[int, str],
) -> str:
    """Return a sentence about the most important event of a mission."""
    say, place = context.say, mission["place"]
    bombers: Mapping[str, Mapping[str, Any]] = attack["bombers"] if attack else {}
    if mission["result"] == "lost":
        return f"She does not come back: {causes.get(mission['number'], 'nobody saw why')}."
    lost = [str(other["name"]) for where, other in bombers.items() if other["lost"] and where != place]
    if lost:
        return f"{capital(join_words(lost))} {'goes' if len(lost) == 1 else 'go'} down beside her."
    if bomber["crew_out"]:
        return f"She comes home with {join_words([f'her {say(station)}' for station in bomber['crew_out']])} hit."
    if out := _count_engines_out(bomber):
        return f"She comes home with {f'{number_word(out)} engines' if out > 1 else 'an engine'} out."
    return "The fighters come, and not one hits her." if attack else "No fighter comes near."


def _lost(mission: Mapping[str, Any], attack: Mapping[str, Any] | None) -> Iterator[list[str]]:
    """Yield the bombers of the element that were lost on a mission."""
    for bomber in attack["bombers"].values() if attack else ():
        if bomber["lost"]:
            yield [str(mission["number"]), capital(str(bomber["name"]))]


def _closing(
    context: SheetContext, flown: Sequence[Mapping[str, Any]], attacks: Mapping[int, Mapping[str, Any]]
) -> list[Comparison]:
    """Return the tour's figures, compared with the stored odds."""
    book, count = context.book, len(flown)
    odds = context.odds.percentage
    home = sum(mission["result"] == "completed" for mission in flown)
    return [
        Comparison("Missions with fighters", share(len(attacks), count), odds("attacked")),
        Comparison("Came home", share(home, count), odds("survived")),
        Comparison(
            "The whole tour",
            "yes" if home >= book.const.missions else "no",
            odds(TOUR, digits=1),
        ),
        Comparison(
            "Bombers of the element lost",
            str(sum(bomber["lost"] for attack in attacks.values() for bomber in attack["bombers"].values())),
        ),
        Comparison(
            "Fighters driven off or shot down",
            str(sum(bool(one["gone"]) for attack in attacks.values() for one in attack["fighters"].values())),
        ),
    ]
