"""Narration of a log of B-17 missions: waves, cover and guns.

Everything else is narrated as for any bomber.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from combatbox.bomber import campaign_story, story
from combatbox.bomber.decision_options import AIMS
from combatbox.bomber.effects import battle
from combatbox.bomber.effects.mission import plane_ends
from combatbox.bomber.enums import VERTICAL, placed
from combatbox.bomber.story import fighter_at, fighter_called, fuel_left, outcome_of, worded
from combatbox.core.account import effect_number
from combatbox.core.events import Event, Fact, Roll
from combatbox.core.log_state import LogState, changes_of
from combatbox.core.narration import NarrationLine
from combatbox.core.table_views import capital, join_words
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
        first = _bombs_first(event, state, words)
        outcome = words.say("bombs_first") if first else outcome_of(event, state, words, ROLLS.get(place))
        yield worded(event, outcome, state, words)
        yield from story.marks_of_burst(event, state, words)
        if _is_explosion(event) and state["plane.fate"] != "destroyed" and isinstance(state, LogState) and state.roll:
            outcome = outcome_of(state.roll, state, words, ROLLS.get(place))
            line = worded(state.roll, outcome, state, words)
            yield replace(line, text=line.bare, dice=(), net=None)
    elif _is_explosion(event):
        return  # without bombs there is nothing to tell
    elif event["kind"] == "fact" and place == "guns.allocated":
        yield _allocated(event, state, words)
    else:
        yield from campaign_story.tell(event, state, words)


def values(event: Event, state: State, words: QueenNarration) -> Mapping[str, Callable[[], str]]:
    """Return values for the sentences of places: the fighter that the event is about, and the fuel that is left."""
    return {
        "fighter": lambda: fighter_called(state, event["who"], words),
        "area": lambda: words.rows[event["row"]].area,  # type: ignore[typeddict-item]
        "tanks": lambda: words.say(str(len(state["leaking_tanks"]))),
        "fuel": lambda: fuel_left(state, words),
    }


# ---- rolls


def _bombs_first(event: Roll, state: State, words: QueenNarration) -> bool:
    """Return True if the bombs aboard may explode before the result of this landing takes effect."""
    first = words.tables[event["table"]].first if event["table"] in words.tables else ()
    nets = [row.when.roll_condition().get("net_at_most", event["net"] - 1) for row in first if row.when]
    return bool(nets) and event["net"] <= max(nets) and bool(state["plane.bombs_aboard"])


def _is_explosion(event: Event) -> bool:
    """Return True if an event of a landing is about the bombs aboard: it is not on the table of its place."""
    return event["kind"] in ("roll", "consult") and event["place"] in LANDINGS and not event["rule"]


LANDINGS = ("landing.land", "down.crash", "down.ditch")
"""The places in the order of play where the bomber comes down."""


def _plane_ends(event: Roll, state: State, words: QueenNarration) -> str:
    """Return the text for a landing, without a fate of the plane that what follows makes worse."""
    row = words.rows[event["row"]]
    worse = state.get("plane.burst_inside") or state.get("plane.landing_gear_out")
    fates = {e: piece["fate"] for e in row.effects for piece in e.components() if piece.is_a(plane_ends)}
    rest = story.effects_text(event, state, words, [effect for effect in row.effects if effect not in fates])
    if event["place"] == "down.crash":
        return f"{rest}; {words.say('plane_lost')}"
    return rest if worse and not any(fate in words.const.beyond_repair for fate in fates.values()) else ""


def _waves(event: Roll, state: State, words: QueenNarration) -> str:
    came = any(effect.is_a(battle.waves) for effect in words.rows[event["row"]].effects)
    number = effect_number(event, battle.waves) if came else 0
    return "none come" if not number else f"{words.say(str(number))} wave{'s' if number > 1 else ''}"


def _comes(event: Roll, state: State, words: QueenNarration) -> str:
    coming = [effect for effect in words.rows[event["row"]].effects if effect.is_a(battle.fighter_comes)]
    if not coming:
        unforeseen = any(steps[-1] == "random_event" and new for steps, _, new in changes_of(event))
        return "something unforeseen" if unforeseen else "the other bombers drive them off"
    return join_words([placed(words.say, fighter["type"], fighter["position"]) for fighter in coming])


def _driven(event: Roll, state: State, words: QueenNarration) -> str:
    effect = next(candidate for candidate in words.rows[event["row"]].effects if candidate.is_a(battle.driven_off))
    if not effect["first"]:
        return "drives nobody off"
    later = f", {words.say(str(effect['later']))} before each later attack" if effect["later"] else ""
    return f"can drive off {words.say(str(effect['first']))} now{later}"


def _sprays(event: Roll, state: State, words: QueenNarration) -> str:
    return "a fighter is hit" if any(effect.is_a(battle.roll_on) for effect in words.rows[event["row"]].effects) else ""


ROLLS: Mapping[str, story.Outcome] = {
    "waves.number": _waves,
    "waves.number_over_target": _waves,
    "wave.fighters": _comes,
    "wave.fighters_again": _comes,
    "cover.bracket": _driven,
    "guns.spray": _sprays,
    "landing.land": _plane_ends,
    "down.crash": _plane_ends,
}
"""Formatters of rolls by place, where the text of the row is too long or too short."""


# ---- facts


def _allocated(event: Fact, state: State, words: QueenNarration) -> NarrationLine:
    """Return a line with the guns that fire, grouped by target."""
    by: dict[str, list[str]] = {}
    for gun, aim in event["data"]["guns"].items():
        by.setdefault(aim, []).append(words.say(f"gun_{gun}"))
    held_last = sorted(by.items(), key=lambda group: group[0] in AIMS and AIMS[group[0]].kind == "passing")
    aims = "; ".join(_aims(aim, guns, state, words) for aim, guns in held_last)
    return NarrationLine(2, f"{capital(aims)}." if by else "No gun fires.")


def _aims(aim: str, guns: list[str], state: State, words: QueenNarration) -> str:
    option = AIMS.get(aim)
    if option is None:
        return f"{join_words(guns)} sprayed over {words.say(aim).lower() if aim in VERTICAL else words.say(aim)}"
    fighter = fighter_at(state, aim, words)
    if option.kind == "passing":
        return f"{join_words(guns)} wait for the {fighter} to pass"
    return f"{join_words(guns)} at the {fighter}"
