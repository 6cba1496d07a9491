"""A log of a B-29's missions told in plain English: what the sentences of the places and any bomber's story leave to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.bomber import campaign_story, story
from combatbox.bomber.story import named, position_of
from combatbox.core.account import given
from combatbox.core.events import Event, Fact, Roll
from combatbox.core.game import NarrationContext, NarrationLine
from combatbox.core.log_state import changes_of, tree
from combatbox.core.table_views import capital, listed
from combatbox.games.superfort import fuel
from combatbox.games.superfort.no_effect import told_in_vain

State = Mapping[str, Any]


def tell(event: Event, state: State, words: NarrationContext) -> Iterator[NarrationLine]:
    """An event as lines of plain English; `state` is the flat state after it."""
    if _untold(event, words):
        return
    if event["kind"] == "roll" and (outcome := _outcome(event, state, words)):
        yield story.worded(event, outcome, state, words)
    elif "row" in event and (sections := given(event).get("walking_hits")):
        yield from _walk(event, sections, state, words)
    elif event["kind"] == "fact" and event["place"] == "guns.allocated":
        yield NarrationLine(2, _allocated(event, state, words))
    elif event["kind"] == "roll":
        outcome = story.outcome_of(event, state, words)
        vain = told_in_vain(event, outcome, state, words)
        yield story.worded(event, vain or outcome, state, words, reasoned=not vain)
    elif event["place"] == "records.start":
        yield NarrationLine(1, words.places[event["place"]].told)
        yield from _saved(state, words)
    else:
        yield from campaign_story.tell(event, state, words)
    if event["kind"] in ("roll", "consult"):
        yield from _kills(event, state, words)


def _untold(event: Event, words: NarrationContext) -> bool:
    """A roll that says only that nothing happens, turn after turn; a chart whose words the next line has anyway.

    What a check leads to is told whatever comes of it: the quiet one is the check itself, on the table of its place.
    """
    place = event["place"]
    if event["kind"] == "consult":
        return next(iter(given(event)), "") in LEADS_ON or place in ("down.at_sea", "formation.roll")
    if event["kind"] != "roll":
        return False
    quiet = place in QUIET and event["table"] == words.places[place].table
    return place == "crew.by_chance" or (quiet and event["gives"] == ["no_effect"])


QUIET = ("zone.event", "oxygen.check", "pressure.check")
"""Places of checks that are told only when something comes of them."""

LEADS_ON = ("pressure_check", "gunfire", "nervous_gunners")
"""What charts bring about that is told by what follows, or is as always."""


# ---- men by name


def _saved(state: State, words: NarrationContext) -> Iterator[NarrationLine]:
    """Whoever came back without the bomber, and flies again."""
    roles = [role for role, man in tree(state, "men").items() if man.get("fate") in SAVED]
    if roles:
        yield NarrationLine(
            2, f"Rescued, and back with the squadron: {listed([named(state, role, words) for role in roles])}."
        )


SAVED = ("rescued", "returned")
"""Fates of men who were given up for lost and were not."""


def _kills(event: Event, state: State, words: NarrationContext) -> Iterator[NarrationLine]:
    """Who has shot a fighter down, and how many that makes."""
    for steps, old, new in changes_of(event):
        match steps:
            case ("men", role, "kills") if new and new > (old or 0):
                whole = f"{words.say(str(new))} fighter{'' if new == 1 else 's'}"
                ace = ", and is an ace" if new == words.const.ace_kills else ""
                yield NarrationLine(2, f"{capital(named(state, role, words))} has {whole} to his credit{ace}.")


# ---- who fires


def _allocated(event: Fact, state: State, words: NarrationContext) -> str:
    """Man by man the guns that he fires and at whom; one who stands in for another is told with the sight that he uses."""
    guns, men = event["data"]["guns"], event["data"]["men"]
    told = [
        f"{_at_sight(man, state, words)}: {listed([words.say(f'gun_{gun}') for gun in guns if men[gun] == man])}"
        f" at the {story.fighter_at(state, next(guns[gun] for gun in guns if men[gun] == man), words)}"
        for man in dict.fromkeys(men.values())
    ]
    return f"{capital('; '.join(told))}." if told else "No gun fires."


def _at_sight(man: str, state: State, words: NarrationContext) -> str:
    station = str(state[f"men.{man}.station"])
    return words.say(man) if station == man else f"{words.say(man)} at the {words.say(station)}'s sight"


# ---- rolls of which the log knows more than the row


def _outcome(event: Roll, state: State, words: NarrationContext) -> str:
    """What came of a roll at a place that has other words for it; empty where the row says it."""
    own = event["rule"] and event["table"] in words.tables
    told = ROLLS.get(event["place"]) if own else DICE.get(event["place"])
    return told(event, state, words) if told else ""


def _weather(event: Roll, state: State, words: NarrationContext) -> str:
    """The weather, and the fuel that it cost or saved indeed: in the jet stream more, outward bound not always any."""
    row, lost = words.rows[event["row"]], _changed(event, "boxes_lost")
    saved = _changed(event, "boxes_restored")
    wind = f" and a {row.area.lower()}" if row.area and (lost or saved or "fair_wind" not in given(event)) else ""
    told = [f"{given(event)['weather'][0]} weather{wind}"]
    if lost:
        told.append(f"{fuel.boxes(lost, words.say)} of fuel lost{' in the jet stream' if lost > 1 else ''}")
    if saved:
        told.append(f"{fuel.boxes(saved, words.say)} of fuel saved")
    return "; ".join(told)


def _changed(event: Roll, path: str) -> int:
    """By how much a count has changed with an event."""
    return sum(int(new) - int(old or 0) for at, old, new in event["changes"] if at == path)


def _gunners(event: Roll, state: State, words: NarrationContext) -> str:
    """Who flies, and which guns are armed: further ones in the Low squadron alone."""
    low = state.get("squadron") == "low"
    effects = [effect for effect in words.rows[event["row"]].effects if low or effect.name != "armed_low"]
    return "; ".join(effect.short_words(words.say) for effect in effects)


def _hurt(event: Roll, state: State, words: NarrationContext) -> str:
    """What became of a fighter that was hit."""
    if any(steps[-1] == "damage" and new == "destroyed" for steps, _, new in changes_of(event)):
        return "shot down" if "destroyed" in given(event) else "damaged once too often, and shot down"
    return "; ".join(effect.short_words(words.say) for effect in words.rows[event["row"]].effects)


def _angle(event: Roll, state: State, words: NarrationContext) -> str:
    """Where a fighter comes from, hour and height together."""
    return f"from {words.say(position_of(state, event['who']))}"


def _bomb(event: Roll, state: State, words: NarrationContext) -> str:
    """How near a bomb from above has burst."""
    return f"the bomb {words.rows[event['row']].area.lower()}"


def _together(event: Roll, state: State, words: NarrationContext) -> str:
    """How many attack at once; of two throws against a bomber by itself the higher counts, and who comes is told after it."""
    if not state["out_of_formation"]:
        return ""
    return f"{words.rows[event['row']].area.lower()}, and the higher of two throws counts"


def _light(event: Roll, state: State, words: NarrationContext) -> str:
    """What becomes of a searchlight that is fired at."""
    return "" if "light_out" in given(event) or not event["gives"] else "misses the searchlight"


def _at_sea(event: Roll, state: State, words: NarrationContext) -> str:
    """Lost after all where the die alone says so before the row does, whatever help was near."""
    if "rescued" not in given(event) or state[f"men.{event['who']}.fate"] == "rescued":
        return ""
    first = words.tables[event["table"]].first
    return "; ".join(
        f"{effect.short_words(words.say)}{f', on a {row.when.words(words.say)}' if row.when else ''}"
        for row in first
        for effect in row.effects
    )


def _late_wound(event: Roll, state: State, words: NarrationContext) -> str:
    """A wound taken when the flight is over, without the duties that it would leave him."""
    wound = next((name for name in given(event) if name in ("light_wound", "serious_wound")), "")
    if not state.get("landed") or not wound or state[f"men.{event['who']}.dead"]:
        return ""
    worse = wound == "light_wound" and any(steps[-1] == "serious" for steps, _, _ in changes_of(event))
    return f"{wound.replace('_', ' ')}{', with his others as bad as a serious one' if worse else ''}"


def _far(event: Roll, state: State, words: NarrationContext) -> str:
    """The wing away from the attacker is struck; of the others the shared account tells."""
    return "strikes the far wing" if "far_wing" in given(event) else ""


def _pump(event: Roll, state: State, words: NarrationContext) -> str:
    """Which of the two a failing transfer pump has brought: a bay shut, or a box lost where there was none in it."""
    if "bay_shut" not in given(event):
        return ""
    bay = words.say(f"{given(event)['bay_shut'][0]}_bay")
    if lost := _changed(event, "boxes_lost"):
        return f"nothing is left in the {bay}; {fuel.boxes(lost, words.say)} of fuel lost"
    return f"no more fuel from the {bay}" if any(steps[0] == "tanks_shut" for steps, _, _ in changes_of(event)) else ""


def _walk(event: Event, sections: tuple[str, ...], state: State, words: NarrationContext) -> Iterator[NarrationLine]:
    """The sections that walking hits have struck, whether a die says so or the way the fighter came."""
    whole = words.say("+".join(sections))
    counted = {section: sections.count(section) for section in sections}
    struck = listed([f"{words.say(name)}{f' × {number}' if number > 1 else ''}" for name, number in counted.items()])
    outcome = struck if "+" in whole else whole
    if event["kind"] == "roll":
        yield story.worded(event, outcome, state, words)
    else:
        yield NarrationLine(1, f"{words.places[event['place']].told}: {outcome}.")


def _letter(event: Roll, state: State, words: NarrationContext) -> str:
    """What she comes down on, of the two things below."""
    return words.say(f"terrain_{state['down_terrain']}")


def _burst(event: Roll, state: State, words: NarrationContext) -> str:
    """The second die of the worst hit by flak: shells, or a burst inside."""
    shells = given(event).get("shells")
    return f"{words.say(shells[0])} shells struck home" if shells else "it bursts inside"


def _rough(event: Roll, state: State, words: NarrationContext) -> str:
    """What bad weather or turbulence is called that does no harm."""
    return words.rows[event["row"]].area.lower() if event["gives"] == ["no_effect"] else ""


ROLLS: dict[str, Callable[[Roll, State, NarrationContext], str]] = {
    "zone.weather": _weather,
    "briefing.gunners": _gunners,
    "guns.damage": _hurt,
    "attack.angle": _angle,
    "attack.bomb": _bomb,
    "attack.coordinated": _together,
    "night.light": _light,
    "attack.areas": _far,
    "damage.wound": _late_wound,
    "damage.crash_wound": _late_wound,
    "down.at_sea": _at_sea,
    "down.out_of_control": _letter,
}
"""What a story says of a roll, by its place, where its row alone would say too much or too little."""

DICE: dict[str, Callable[[Roll, State, NarrationContext], str]] = {
    "flak.effect": _burst,
    "zone.weather": _rough,
    "target.thermals": _rough,
    "zone.event": _pump,
}
"""The same of a roll that a row there leads to."""
