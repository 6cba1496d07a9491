"""Narration of a log of B-17 missions: waves, cover and guns.

Everything else is narrated as for any bomber.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from combatbox.bomber import story
from combatbox.bomber.enums import AIMS, VERTICAL
from combatbox.bomber.story import fighter_at, fighter_called, fuel_left, outcome_of, worded
from combatbox.core.events import Event, Fact, Roll
from combatbox.core.log_state import LogState
from combatbox.core.narration import NarrationLine
from combatbox.core.phrases import join_words
from combatbox.core.table_views import capital
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
        first = (
            place in LANDINGS and event["rule"] and state["plane.bombs_aboard"] and event["net"] <= _bad(event, words)
        )
        yield worded(event, words.say("bombs_first") if first else outcome_of(event, state, words), state, words)
        yield from story.marks_of_burst(event, state, words)
        if _is_explosion(event) and state["plane.fate"] != "destroyed" and isinstance(state, LogState) and state.roll:
            line = worded(state.roll, outcome_of(state.roll, state, words), state, words)
            yield replace(line, text=line.bare, dice=(), net=None)
    elif _is_explosion(event):
        return  # without bombs there is nothing to tell
    elif event["kind"] == "fact" and place == "guns.allocated":
        yield _allocated(event, state, words)
    else:
        yield from story.tell(event, state, words)


def values(event: Event, state: State, words: QueenNarration) -> Mapping[str, Callable[[], str]]:
    """Return values for the sentences of places: the fighter that the event is about, and the fuel that is left."""
    return {
        "fighter": lambda: fighter_called(state, event["who"], words),
        "area": lambda: words.rows[event["row"]].area,  # type: ignore[typeddict-item]
        "tanks": lambda: words.say(str(len(state["leaking_tanks"]))),
        "fuel": lambda: fuel_left(state, words),
    }


# ---- rolls


def _bad(event: Roll, words: QueenNarration) -> int:
    """Return the net roll of a landing up to which the bombs aboard may explode before its result takes effect."""
    checks = [row.when.roll_condition() for row in words.tables[event["table"]].first if row.when]
    return max([check["net_at_most"] for check in checks if check], default=event["net"] - 1)


def _is_explosion(event: Event) -> bool:
    """Return True if an event of a landing is about the bombs aboard: it is not on the table of its place."""
    return event["kind"] in ("roll", "consult") and event["place"] in LANDINGS and not event["rule"]


LANDINGS = ("landing.land", "down.crash", "down.ditch")
"""The places in the order of play where the bomber comes down."""


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
