"""A log of a B-17's missions told in plain English: waves, cover and guns, which no other bomber's story has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.bomber import campaign_story
from combatbox.bomber.asking import AIMS
from combatbox.bomber.effects.battle import DrivenOff, FighterComes, RollOn, Waves
from combatbox.bomber.story import fighter_at, fighter_called, worded
from combatbox.bomber.terms import VERTICAL, placed
from combatbox.core.account import number_given
from combatbox.core.events import Event, Fact, Roll, way
from combatbox.core.game import Line, Words
from combatbox.core.wording import capital, effect_words, listed

State = Mapping[str, Any]


def tell(event: Event, state: State, words: Words) -> Iterator[Line]:
    """An event as lines of plain English; `state` is the flat state after it."""
    place = event["place"]
    if event["kind"] == "roll" and event["rule"] and (outcome := _outcome(event, words)):
        yield worded(event, outcome, state, words)
    elif event["kind"] == "fact" and place in FACTS:
        yield FACTS[place](event, state, words)
    elif event["kind"] == "consult" and place == "wave.extra_fighter":
        row = words.rows[event["row"]]
        yield Line(1, f"{row.area}: {effect_words(row, words.say)} joins them.")
    else:
        yield from campaign_story.tell(event, state, words)


# ---- rolls


def _outcome(event: Roll, words: Words) -> str:
    """What came of a roll at a place that has words of its own for it; empty where the row says it."""
    told = ROLLS.get(event["place"])
    on_its_table = words.rows[event["row"]].table == event["table"]
    return told(event, words) if told and on_its_table and event["gives"] != ["again"] else ""


def _waves(event: Roll, words: Words) -> str:
    number = number_given(event, Waves)
    return "none come" if not number else f"{words.say(str(number))} wave{'s' if number > 1 else ''}"


def _comes(event: Roll, words: Words) -> str:
    coming = [effect for effect in words.rows[event["row"]].effects if isinstance(effect, FighterComes)]
    if not coming:
        unforeseen = any(way(path)[-1] == "random_event" and new for path, _, new in event["changes"])
        return "something unforeseen" if unforeseen else "the other bombers drive them off"
    return listed([placed(words.say, one.type, one.position) for one in coming])


def _driven(event: Roll, words: Words) -> str:
    effect = next(one for one in words.rows[event["row"]].effects if isinstance(one, DrivenOff))
    if not effect.first:
        return "drives nobody off"
    later = f", {words.say(str(effect.later))} before each later attack" if effect.later else ""
    return f"can drive off {words.say(str(effect.first))} now{later}"


def _sprays(event: Roll, words: Words) -> str:
    return "a fighter is hit" if any(isinstance(one, RollOn) for one in words.rows[event["row"]].effects) else ""


ROLLS: Mapping[str, Callable[[Roll, Words], str]] = {
    "waves.number": _waves,
    "waves.number_over_target": _waves,
    "wave.fighters": _comes,
    "wave.fighters_again": _comes,
    "cover.bracket": _driven,
    "guns.spray": _sprays,
}
"""What a story says of a roll, by its place, where its row alone would say too much or too little."""


# ---- facts


def _allocated(event: Fact, state: State, words: Words) -> Line:
    """The guns by what they are aimed at."""
    by: dict[str, list[str]] = {}
    for gun, aim in event["data"]["guns"].items():
        by.setdefault(aim, []).append(words.say(f"gun_{gun}"))
    aims = "; ".join(_aims(aim, guns, state, words) for aim, guns in by.items())
    return Line(2, f"{capital(aims)}." if by else "No gun fires.")


def _aims(aim: str, guns: list[str], state: State, words: Words) -> str:
    option = AIMS.get(aim)
    if option is None:
        return f"{listed(guns)} sprayed over {words.say(aim).lower() if aim in VERTICAL else words.say(aim)}"
    fighter = fighter_at(state, aim, words)
    if option.kind == "passing":
        return f"{listed(guns)} wait for the {fighter} to pass"
    return f"{listed(guns)} at the {fighter}"


FACTS: Mapping[str, Callable[[Fact, State, Words], Line]] = {
    "guns.allocated": _allocated,
    "cover.driven_off": lambda e, s, w: Line(2, f"The {fighter_called(s, e['who'], w)} is driven off."),
    "wave.left": lambda e, s, w: Line(2, f"The {fighter_called(s, e['who'], w)} loses its way and leaves."),
}
"""What a story says of what happens to fighters and guns, by its place: of the one that is meant, as it attacks."""
