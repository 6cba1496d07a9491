"""Narration of a log of B-17!, with its summary and its tally keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from combatbox.core.events import Choice, Event, Fact, Phase, Roll
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.statistics import Measure
from combatbox.core.table_views import capital, effect_words
from combatbox.games.skirmish.paths import path_of
from combatbox.games.skirmish.shots import Flat, shot_before
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
    """Narrate an event.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    if event["kind"] == "phase":
        yield NarrationLine(*_phase(event, words))
    elif event["kind"] == "fact":
        text = _fact(event, words)
        if text:
            yield NarrationLine(1, text)
    elif event["kind"] == "choice":
        text = _choice(event, words)
        if text:
            yield NarrationLine(1, text)
    elif event["kind"] == "roll":
        yield _roll(event, state, words)


def _phase(event: Phase, words: NarrationContext) -> tuple[int, str]:
    data, who = event["data"], words.say(event["who"])
    formatters: dict[str, Callable[[], str]] = {
        "game": lambda: f"{data.get('title') or 'Scenario ' + str(data['scenario'])}: {data['needed']} bomb hits win",
        "waves": lambda: "The waves",
        "wave": lambda: f"Wave {data['number']} of {data['of']}",
        "deployment": lambda: "Setting up",
        "turn": lambda: f"Turn {data['number']}",
        "bomb_run": lambda: f"{who} is over the target",
    }
    text = formatters[event["name"]]()
    return (1 if event["name"] == "bomb_run" else 0), text


def _fact(event: Fact, words: NarrationContext) -> str:
    data, who = event["data"], words.say(event["who"])
    formatters: dict[str, Callable[[], str]] = {
        "allotted": lambda: (
            f"By wave: escorts {', '.join(map(str, data['escorts']))}; Germans {', '.join(map(str, data['germans']))}."
        ),
        "deployed": lambda: f"{who} start at {'; '.join(_pairs(data['at']))}.",
        "enters": lambda: (
            f"{capital(who)} enters at {data['hour']} o'clock, {words.say(data['altitude'])}, heading {data['heading']}."
        ),
        "move": lambda: f"{who}: {path_of(data['path']).in_words}, to {_tenths(data['x'])}, {_tenths(data['y'])}.",
        "attack": lambda: f"{who} fires at {words.say(data['target'])}{' from dead ahead' if data['ahead'] else ''}.",
        "destroyed": lambda: f"{who} is destroyed.",
        "exits": lambda: f"{who} leaves the table.",
        "won": lambda: f"The target is destroyed: {data['hits']} hits of {data['needed']}. The Americans win.",
        "wave_over": lambda: "No bomber on the table can bomb any more; those that are left fly home.",
        "returns": lambda: f"{who} comes back to the table, heading {data['heading']}.",
        "lost": lambda: f"{_lost(data)}: {data['hits']} hits of {data['needed']}. The Germans win.",
    }
    return formatters[event["name"]]()


def _lost(data: Flat) -> str:
    """Return the reason why the Germans have won; older logs do not have one."""
    if data.get("why") == "turns":
        return f"Nobody has won in {data['turns']} turns"
    return "No bomber that could bomb is left" if data.get("why") == "spent" else "No bomber is left"


def _pairs(at: list[str]) -> list[str]:
    return [f"{x}, {y}" for x, y in zip(at[::2], at[1::2], strict=True)]


def _choice(event: Choice, words: NarrationContext) -> str:
    """Return the text of a choice.

    It is empty for positions and moves, which are narrated when they are carried out.
    """
    who = words.say(event["who"])
    if event["decision"] in ("target", "bomb") or event["taken"] in (FLY_ON, TO_TARGET):
        return f"{capital(who)}: {words.say(event['taken'])}."
    return (
        f"{capital(who)}: stop to fire after {event['taken']} inches." if event["decision"] == "stop_and_fire" else ""
    )


def _tenths(inches: str) -> str:
    """Format a coordinate to a tenth of an inch: `13.1`."""
    return f"{float(inches):.1f}".removesuffix(".0")


def shooter_words(shot: Shot, words: NarrationContext) -> str:
    """Return the name of the attacker, with the gun if it has several: `Leader, nose gun`."""
    return ", ".join(words.say(part) for part in (shot.attacker, shot.gun) if part)


def _roll(event: Roll, state: Flat, words: NarrationContext) -> NarrationLine:
    row = words.rows[event["row"]]
    outcome = effect_words(row, words.say)
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
