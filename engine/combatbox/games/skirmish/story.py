"""Narration of a log of B-17!, with its summary and its tally keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from combatbox.core.events import Event, Roll
from combatbox.core.log_state import changes_of, effect_number, tree
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.statistics import Measure
from combatbox.core.table_views import capital, effect_words
from combatbox.games.skirmish.effects import engine_hits, position_words
from combatbox.games.skirmish.paths import of_inches, parse_move, units
from combatbox.games.skirmish.state import FLY_ON, TO_TARGET, Shot, State


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
    """Narrate the choice of a target, of a stop or about bombs; places have the sentences for all other events."""
    if event["kind"] != "choice":
        return
    flies_on = event["taken"] in (FLY_ON, TO_TARGET)
    if flies_on or event["decision"] in ("target", "bomb", "stop_and_fire"):
        stops = event["decision"] == "stop_and_fire" and not flies_on
        taken = f"stop to fire after {of_inches(units(event['taken']))}" if stops else words.say(event["taken"])
        yield NarrationLine(1, f"{capital(words.say(event['who']))}: {taken}.")


def values(event: Event, state: Flat, words: NarrationContext) -> dict[str, Any]:
    """Return the values for the sentences on positions, moves and rolls.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    if event["kind"] == "roll":
        shot, (black, white) = shot_before(state, event), words.tables[event["table"]].adds.get(event["column"], (0, 0))
        first, second = event["dice"][0] + black, event["dice"][-1] + white
        return {
            "outcome": _outcome(event, words),
            "totals": f"{first} to {second}",
            "shooter": shooter_words(shot, words),
            "target": shot.target,
            "black": "black",
            "white": "white",
        }
    if event["kind"] != "fact":
        return {}
    data = event["data"]
    if "path" in data:
        return {"move": parse_move(data["path"]).in_words, "end": position_words(data["x"], data["y"])}
    return {"places": position_words(*data["at"])} if "at" in data else {}


def _outcome(event: Roll, words: NarrationContext) -> str:
    """Return the result of a roll; damage is counted by what it has changed."""
    row = words.rows[event["row"]]
    hits = effect_number(event, engine_hits) if event["gives"] and row.effects[0].is_a(engine_hits) else 0
    counted = sum(new - old for steps, old, new in changes_of(event) if steps[-1] == "damage")
    if 0 < counted < hits:
        return f"{words.say(str(counted))} engine{'s' if counted > 1 else ''}, all it had left"
    return "; ".join(effect.short_words(words.say) for effect in row.effects) or effect_words(row, words.say).lower()


def shooter_words(shot: Shot, words: NarrationContext) -> str:
    """Return the name of the attacker, with the gun if it has several: `Leader, nose gun`."""
    return ", ".join(words.say(part) for part in (shot.attacker, shot.gun) if part)


PARTS = tuple(field.name for field in fields(Shot))


Flat = Mapping[str, Any]  # values of every kind of field
"""The flat state of a log."""


def shot_in(state: Flat) -> Shot:
    """Return the current shot of a flat state."""
    return Shot(**tree(state, "shot"))


def shot_before(state: Flat, event: Event) -> Shot:
    """Return the shot that was being resolved when an event happened.

    Args:
        state: the flat state after the event.
        event: the event.
    """
    old = {path: before for path, before, _after in event["changes"]}
    return Shot(**{part: str(old.get(f"shot.{part}", state[f"shot.{part}"])) for part in PARTS})
