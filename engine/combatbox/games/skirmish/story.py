"""Narration of a log of B-17!, with its summary and its tally keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatbox.core.account import effect_number
from combatbox.core.events import Choice, Event, Fact, Roll
from combatbox.core.log_state import changes_of
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.statistics import Measure
from combatbox.core.table_views import capital, effect_words
from combatbox.games.skirmish.effects import engine_hits, position_words
from combatbox.games.skirmish.paths import of_inches, path_of, units
from combatbox.games.skirmish.shots import Flat, shot_before
from combatbox.games.skirmish.state import Shot, State


def summary(state: State) -> dict[str, Any]:  # JSON
    """Return the result of a game."""
    return {
        "result": state.result or "going on",
        "scenario": state.scenario,
        "turns": state.turn,
        "waves": state.wave + 1,
        "hits": state.hits,
        "needed": state.needed,
        "bombers_lost": state.lost_bombers,
        "germans_lost": state.lost_germans,
        "escorts_lost": state.lost_escorts,
    }


def tally(state: State) -> Iterator[str]:
    """Yield the tally keys under which the odds count a game.

    `survived` stands for an American victory.
    """
    yield "survived" if state.result == "american" else "german win"
    if not state.lost_bombers:
        yield "no bomber lost"
    if state.lost_bombers >= 2:
        yield "two bombers lost or more"
    if state.lost_germans:
        yield "a German fighter destroyed"
    if state.lost_escorts:
        yield "an escort destroyed"
    if state.hits == 0:
        yield "no bomb hits"


MEASURES = (
    Measure("won", "Americans win", lambda state: int(state.result == "american")),
    Measure("bombers_lost", "bombers lost", lambda state: state.lost_bombers, share=False, good=-1),
    Measure("hits", "bombs that hit", lambda state: state.hits, share=False),
    Measure("germans_lost", "German fighters destroyed", lambda state: state.lost_germans, share=False),
)
"""The measures by which the adviser compares options for the Americans."""


# ---- narration


def tell(event: Event, state: Flat, words: NarrationContext) -> Iterator[NarrationLine]:
    """Narrate an event.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    if event["kind"] == "fact":
        yield NarrationLine(1, _fact(event, words))
    elif event["kind"] == "choice":
        text = _choice(event, words)
        if text:
            yield NarrationLine(1, text)
    elif event["kind"] == "roll":
        yield _roll(event, state, words)


def _fact(event: Fact, words: NarrationContext) -> str:
    """Return where aircraft start, or where a move ends; the data has the sentences for all other facts."""
    data, who = event["data"], words.say(event["who"])
    if "at" in data:
        return f"{who} start {position_words(*data['at'])}."
    return f"{who}: {path_of(data['path']).in_words}; ends {position_words(data['x'], data['y'])}."


def _choice(event: Choice, words: NarrationContext) -> str:
    """Return the text of a choice.

    It is empty for positions and moves, which are narrated when they are carried out.
    """
    who = words.say(event["who"])
    if event["decision"] in ("target", "bomb") or event["taken"] == "fly_on":
        return f"{capital(who)}: {words.say(event['taken'])}."
    return (
        f"{capital(who)}: stop to fire after {of_inches(units(event['taken']))}."
        if event["decision"] == "stop_and_fire"
        else ""
    )


def shooter_words(shot: Shot, words: NarrationContext) -> str:
    """Return the name of the attacker, with the gun if it has several: `Leader, nose gun`."""
    return ", ".join(words.say(part) for part in (shot.attacker, shot.gun) if part)


def _roll(event: Roll, state: Flat, words: NarrationContext) -> NarrationLine:
    row = words.rows[event["row"]]
    outcome = capital("; ".join(effect.short_words(words.say) for effect in row.effects)) or effect_words(
        row, words.say
    )
    hits = effect_number(event, engine_hits) if event["gives"] and row.effects[0].is_a(engine_hits) else 0
    counted = sum(new - old for steps, old, new in changes_of(event) if steps[-1] == "damage")
    if 0 < counted < hits:
        outcome = f"{words.say(str(counted))} engine{'s' if counted > 1 else ''}, all it had left"
    dice, who = tuple(event["dice"]), capital(words.say(event["who"]))
    if event["table"] not in ("S-TAB-COMBAT", "S-TAB-AA", "S-TAB-BOMB"):
        net = event["net"] if len(dice) > 1 else None
        return NarrationLine(1, f"{outcome}.", who, dice, net)
    first, second = words.tables[event["table"]].adds[event["column"]]
    totals = f"{dice[0] + first} to {dice[1] + second}"
    if event["table"] == "S-TAB-COMBAT":
        shot = shot_before(state, event)
        who = f"{shooter_words(shot, words)} at {words.say(shot.target)}"
    elif event["table"] == "S-TAB-AA":
        who = f"{words.say('flak')} at {words.say(event['who'])}"
    else:
        who = f"{who}, bombs"
    return NarrationLine(2, f"{totals}: {outcome.lower()}.", who, dice, colours=("black", "white"))
