"""Narration of a log of B-17 missions: waves, cover and guns.

Everything else is narrated as for any bomber.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from combatbox.bomber import campaign_story, story
from combatbox.bomber.decision_options import AIMS
from combatbox.bomber.effects import battle, crew, damage, engines
from combatbox.bomber.enums import VERTICAL, placed
from combatbox.bomber.parts import parts_of
from combatbox.bomber.story import fighter_at, fighter_called, worded
from combatbox.core.account import effect_number
from combatbox.core.effects import Effect
from combatbox.core.events import Consult, Event, Fact, Roll
from combatbox.core.log_state import changes_of
from combatbox.core.narration import NarrationLine
from combatbox.core.table_views import capital, effect_words, join_words
from combatbox.games.queen.constants import QueenNarration

State = story.State
"""The flat state of a log after an event."""


def tell(event: Event, state: State, words: QueenNarration) -> Iterator[NarrationLine]:
    """Narrate an event.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    place = event["place"]
    if event["kind"] == "roll":
        outcome = _outcome(event, words) if event["rule"] else ""
        yield worded(event, outcome or _outcome_in_state(event, state, words), state, words)
    elif event["kind"] == "fact" and place in FACTS:
        yield FACTS[place](event, state, words)
    elif event["kind"] == "consult" and place == "wave.extra_fighter":
        row = words.rows[event["row"]]
        yield NarrationLine(1, f"{row.area}: {effect_words(row, words.say)} joins them.")
    elif event["kind"] == "consult" and place == "damage.further_tank":
        yield _several_tanks(event, state, words)
    else:
        yield from campaign_story.tell(event, state, words)


# ---- rolls


def _outcome(event: Roll, words: QueenNarration) -> str:
    """Return the text for a roll at a place with a formatter in `ROLLS`, otherwise an empty string."""
    formatter = ROLLS.get(event["place"])
    on_its_table = words.rows[event["row"]].table == event["table"]
    return formatter(event, words) if formatter and on_its_table and event["gives"] != ["again"] else ""


def _waves(event: Roll, words: QueenNarration) -> str:
    came = any(effect.is_a(battle.waves) for effect in words.rows[event["row"]].effects)
    number = effect_number(event, battle.waves) if came else 0
    return "none come" if not number else f"{words.say(str(number))} wave{'s' if number > 1 else ''}"


def _comes(event: Roll, words: QueenNarration) -> str:
    coming = [effect for effect in words.rows[event["row"]].effects if effect.is_a(battle.fighter_comes)]
    if not coming:
        unforeseen = any(steps[-1] == "random_event" and new for steps, _, new in changes_of(event))
        return "something unforeseen" if unforeseen else "the other bombers drive them off"
    return join_words([placed(words.say, fighter["type"], fighter["position"]) for fighter in coming])


def _driven(event: Roll, words: QueenNarration) -> str:
    effect = next(candidate for candidate in words.rows[event["row"]].effects if candidate.is_a(battle.driven_off))
    if not effect["first"]:
        return "drives nobody off"
    later = f", {words.say(str(effect['later']))} before each later attack" if effect["later"] else ""
    return f"can drive off {words.say(str(effect['first']))} now{later}"


def _sprays(event: Roll, words: QueenNarration) -> str:
    return "a fighter is hit" if any(effect.is_a(battle.roll_on) for effect in words.rows[event["row"]].effects) else ""


ROLLS: Mapping[str, Callable[[Roll, QueenNarration], str]] = {
    "waves.number": _waves,
    "waves.number_over_target": _waves,
    "wave.fighters": _comes,
    "wave.fighters_again": _comes,
    "cover.bracket": _driven,
    "guns.spray": _sprays,
}
"""Formatters of rolls by place, where the text of the row is too long or too short."""


# ---- rolls whose wording depends on the state


def _outcome_in_state(event: Roll, state: State, words: QueenNarration) -> str:
    """Return the result of a roll, worded for the state: fuel left, men at the stations."""
    return story.outcome_of(event, state, words, lambda effect: _brief(effect, event, state, words))


def _brief(effect: Effect, event: Roll, state: State, words: QueenNarration) -> str:
    """Return a short text for an effect, worded for the current state."""
    if effect.is_a(crew.wound):
        return _wounded(effect, state, words)
    if effect.is_a(engines.fuel_leak):
        another = any(path == "leaking_tanks" and len(new) > 1 for path, _, new in event["changes"])
        leaks = f"{effect['tank']} tank leaks"
        return leaks if another else f"{leaks}, with {fuel_left(state, words)}"
    components = effect.components()
    if any(
        component.is_a(damage.man_trapped) and not state.get(f"stations.{component['station']}")
        for component in components
    ):
        broken = [
            parts_of(words.const)[component["part"]].called(words.say)
            for component in components
            if component.is_a(damage.part_out)
        ]
        return "; ".join([*broken, "nobody is in it"])
    return story.briefly(effect, words)


def _wounded(effect: Effect, state: State, words: QueenNarration) -> str:
    """Return who is wounded by a hit on a station.

    This is the regular man of the station, a man who has taken it over, or nobody.
    """
    station = effect["station"]
    occupant = str(state.get(f"stations.{station}", station))
    if not occupant:
        return f"nobody is at the {words.say(station)}'s station"
    if occupant == station:
        return story.briefly(effect, words)
    return f"{words.say(occupant)} wounded at the {words.say(station)}'s station"


def _several_tanks(event: Consult, state: State, words: QueenNarration) -> NarrationLine:
    """Return the line that states the limit of fuel if several tanks leak."""
    leaking = str(len(state["leaking_tanks"]))
    return NarrationLine(1, f"With {words.say(leaking)} tanks leaking there is {fuel_left(state, words)}.")


def fuel_left(state: State, words: QueenNarration) -> str:
    """Describe the fuel limit that is in force: `fuel for two more turns`.

    The text also names the limit in zones if there is one.
    """
    until, zone = state.get("fuel_turn", 0), state.get("fuel_zone", 0)
    turns, zones = until - state["turn"], zone - state["zones_entered"]
    if until and zone:
        return f"{_fuel_for(turns, 'turn', words)}, and for {_more(zones, 'zone', words)} at most"
    return _fuel_for(turns, "turn", words) if until else _fuel_for(zones, "zone", words)


def _fuel_for(number: int, unit: str, words: QueenNarration) -> str:
    return f"fuel for {_more(number, unit, words)}" if number > 0 else f"no fuel beyond this {unit}"


def _more(number: int, unit: str, words: QueenNarration) -> str:
    return f"{words.say(str(number))} more {unit}{'' if number == 1 else 's'}"


# ---- facts


def _allocated(event: Fact, state: State, words: QueenNarration) -> NarrationLine:
    """Return a line with the guns that fire, grouped by target."""
    by: dict[str, list[str]] = {}
    for gun, aim in event["data"]["guns"].items():
        by.setdefault(aim, []).append(words.say(f"gun_{gun}"))
    aims = "; ".join(_aims(aim, guns, state, words) for aim, guns in by.items())
    return NarrationLine(2, f"{capital(aims)}." if by else "No gun fires.")


def _aims(aim: str, guns: list[str], state: State, words: QueenNarration) -> str:
    option = AIMS.get(aim)
    if option is None:
        return f"{join_words(guns)} sprayed over {words.say(aim).lower() if aim in VERTICAL else words.say(aim)}"
    fighter = fighter_at(state, aim, words)
    if option.kind == "passing":
        return f"{join_words(guns)} wait for the {fighter} to pass"
    return f"{join_words(guns)} at the {fighter}"


FACTS: Mapping[str, Callable[[Fact, State, QueenNarration], NarrationLine]] = {
    "guns.allocated": _allocated,
    "cover.driven_off": lambda e, s, w: NarrationLine(2, f"The {fighter_called(s, e['who'], w)} is driven off."),
    "wave.left": lambda e, s, w: NarrationLine(2, f"The {fighter_called(s, e['who'], w)} loses its way and leaves."),
}
"""Formatters of facts by place, for facts about a certain fighter or gun."""
