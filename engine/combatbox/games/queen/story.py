"""What a log of Queen of the Skies tells: summary, tally, narration and forms.

No run is offered yet, so these say plainly what the events and the state hold and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.events import Event
from combatbox.core.game import Line, Words
from combatbox.core.tables import Rulebook
from combatbox.core.wording import capital, effect_words
from combatbox.games.queen.state import State


def summary(state: State) -> dict[str, Any]:
    """How a mission ended, as plain data."""
    return {
        "result": state.result,
        "bomber": state.bomber,
        "target": state.city,
        "aim": state.aim_result,
        "per_cent": state.per_cent,
        "plane": state.plane.fate,
        "engines_out": state.engines_out(),
        "crew": {
            man.role: {"light": man.light, "serious": man.serious, "fate": man.fate, "kills": man.kills}
            for man in state.men.values()
        },
    }


def tally(state: State) -> Iterator[str]:
    """What a mission counts as in the odds."""
    if state.result:
        yield state.result


def tell(event: Event, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    """An event as a line: the phase, or the row that a roll reached."""
    if event["kind"] == "phase":
        yield Line(0, capital(words.say(event["name"])))
    elif event["kind"] in ("roll", "consult"):
        who = f"{capital(words.say(event['who']))}: " if event["who"] else ""
        dice = f"[{', '.join(str(face) for face in event['dice'])}] " if event["kind"] == "roll" else ""
        row = words.rows[event["row"]]
        yield Line(1, f"{event['table']}: {who}{dice}{effect_words(row, words.say)}.")
    elif event["kind"] == "choice":
        yield Line(1, f"{capital(words.say(event['decision']))}: {words.say(event['taken'])}.")
    else:
        yield Line(1, f"{capital(words.say(event['name']))}.")


def forms(events: list[Event], header: Mapping[str, Any], book: Rulebook) -> dict[str, Any]:
    """The sheets of the game; they are filled once missions are flown."""
    return {}
