"""The contents of the tour book of 25 and Out, read from a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.events import Event, Header
from combatbox.core.table_views import capital, join_words
from combatbox.games.twentyfive.constants import Constants
from combatbox.odds.stored_odds import read_stored
from combatbox.press.provider import SheetContext
from combatbox.press.tour_data import Comparison, MissionEntry, Tour, share

_OUT = ("left_wing_out", "right_wing_out", "flak_out")
"""The fields of a bomber's state that count engines out."""


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game as an object of their class."""
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
    about, closing = _closing(context, flown, attacks)
    heads = ("Mission", "Bomber lost")
    lost = [line for mission in flown for line in _lost(mission, attacks.get(mission["number"]))]
    return Tour(str(forms["own"]), _result(context, flown), (), (), entries, (heads, lost), closing, about)


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
        if event["kind"] == "phase" and event["name"] == "mission":
            number = event["data"]["number"]
        elif event["kind"] == "fact" and event["name"] == "lost":
            yield number, context.book.say(str(event["data"]["cause"]))


def _entry(
    context: SheetContext,
    mission: Mapping[str, Any],
    attack: Mapping[str, Any] | None,
    own: str,
    causes: Mapping[int, str],
    *,
    promoted: bool,
) -> MissionEntry:
    place, say = mission["place"], context.book.say
    bomber = attack["bombers"].get(place, {}) if attack else {}
    const = constants(context)
    out = engines_out(bomber, const.engines, const.engines_per_wing) if bomber else []
    engines = [f"engine-{number}" for number in out]
    men = [context.data["stations"][station] for station in bomber.get("crew_out") or ()]
    return MissionEntry(
        int(mission["number"]),
        f"{capital(say(place))} of the element" if place else "On the way",
        own,
        _day(context, mission, attack, causes),
        tuple(_facts(context, mission, attack)),
        (f"Promoted to {say(str(mission['rank']))}.",) if promoted else (),
        crossed=(*men, *engines),
    )


def _facts(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None
) -> Iterator[tuple[str, str]]:
    say, place = context.book.say, mission["place"]
    if attack:
        at_us = sum(line["approach"][:1] == [place] for line in attack["lines"].values())
        gone = sum(bool(fighter["gone"]) for fighter in attack["fighters"].values())
        yield "Fighters", f"{len(attack['fighters'])}; {at_us} of {len(attack['lines'])} attacks on her"
        yield "Driven off or shot down", str(gone)
        bomber = attack["bombers"].get(place, {})
        if bomber.get("crew_out"):
            yield "Men hit", join_words([say(station) for station in bomber["crew_out"]])
        out = sum(int(bomber.get(how) or 0) for how in _OUT)
        if out:
            yield "Engines out", str(out)
    else:
        yield "Fighters", "none"
    yield "Flak", _flak(mission)
    yield "Result", "bombs away, and home" if mission["result"] == "completed" else "lost"


def _flak(mission: Mapping[str, Any]) -> str:
    if mission["place"] in mission["damage"]:
        return f"hit, damage {mission['damage'][mission['place']]}"
    return "no hit" if mission["flak"] else "none"


def _day(
    context: SheetContext, mission: Mapping[str, Any], attack: Mapping[str, Any] | None, causes: Mapping[int, str]
) -> str:
    """Return the sentence of the day, which is about the most important event."""
    say, place = context.book.say, mission["place"]
    bombers: Mapping[str, Mapping[str, Any]] = attack["bombers"] if attack else {}
    if mission["result"] == "lost":
        return f"She does not come back: {causes.get(mission['number'], 'nobody saw why')}."
    lost = [bomber["name"] for where, bomber in bombers.items() if bomber["lost"] and where != place]
    if lost:
        return (
            f"{join_words([capital(str(name)) for name in lost])} {'goes' if len(lost) == 1 else 'go'} down beside her."
        )
    own = bombers.get(place, {})
    if own.get("crew_out"):
        return f"She comes home with {join_words([f'her {say(station)}' for station in own['crew_out']])} hit."
    out = sum(int(own.get(how) or 0) for how in _OUT)
    if out or mission["place"] in mission["damage"]:
        return f"She comes home with {'two engines' if out > 1 else 'an engine'} out."
    return "The fighters come, and not one hits her." if attack else "No fighter comes near."


def engines_out(bomber: Mapping[str, Any], engines: int, per_wing: int) -> list[int]:
    """Return the engines to cross out: the outer engine of a wing first, then the remaining ones for flak."""
    left, right = list(range(1, per_wing + 1)), list(range(engines, per_wing, -1))
    out = left[: bomber["left_wing_out"]] + right[: bomber["right_wing_out"]]
    rest = [engine for engine in range(1, engines + 1) if engine not in out]
    return sorted(out + rest[: bomber["flak_out"]])


def _lost(mission: Mapping[str, Any], attack: Mapping[str, Any] | None) -> Iterator[list[str]]:
    """Yield the bombers of the element that were lost on a mission."""
    for bomber in attack["bombers"].values() if attack else ():
        if bomber["lost"]:
            yield [str(mission["number"]), capital(str(bomber["name"]))]


def _closing(
    context: SheetContext, flown: Sequence[Mapping[str, Any]], attacks: Mapping[int, Mapping[str, Any]]
) -> tuple[str, list[Comparison]]:
    """Return a description of the stored odds, and the figures of the tour compared with them."""
    book, count = context.book, len(flown)
    stored = next((item for item in read_stored(book.base_game) if item.digest == book.digest), None)
    events = stored.found.get("events", {}) if stored else {}

    def odds(name: str) -> str:
        return f"{events[name]['value']:.0%}" if name in events else ""

    tour = (stored.found.get("tour_completion") if stored else None) or {}
    home = sum(mission["result"] == "completed" for mission in flown)
    lines = [
        Comparison("Missions with fighters", share(len(attacks), count), odds("attacked")),
        Comparison("Came home", share(home, count), odds("survived")),
        Comparison(
            "The whole tour",
            "yes" if home >= book.const.missions else "no",
            f"{tour['value']:.1%}" if "value" in tour else "",
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
    return (f"{stored.order.missions:,} missions. {stored.text}" if stored else ""), lines
