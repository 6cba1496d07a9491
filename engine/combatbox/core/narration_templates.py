"""Sentences of the narration that are stored in data, as phrases (`core.phrases`).

A place lists sentences for its events under `says`; the first sentence that fits is used. Under `chosen` it lists
sentences for the options of a decision. The placeholders are:

- `who`, and the names in the event's data;
- `row` and `result` for the wording of the row that was reached (`row` in small letters), and `why` for the reason why it
  applies;
- `state.`, `before.` or `changed.` with a path of the flat state: the value after the event, the value before it, or True
  if the event has changed it. In a path, `*` stands for `who`, and `[burst.target]` for the value at that path;
- `const.` with the name of a constant of the game;
- the values that the game adds (`Game.values`); a function is called when its value is wanted.

The items of a list are joined: `nose gun and tail gun`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Event, Reached
from combatbox.core.log_state import LogState
from combatbox.core.narration import NarrationLine
from combatbox.core.phrases import parts_of
from combatbox.core.table_views import capital, effect_words, join_words

if TYPE_CHECKING:
    from combatbox.core.narration import NarrationContext
    from combatbox.core.places import Place

_INNER = re.compile(r"\[([a-z_.]+)\]")


def render_sentences(event: Event, state: Mapping[str, Any], words: NarrationContext) -> list[NarrationLine] | None:
    """Return the lines of the sentence that fits an event.

    The list is empty if the sentence is empty: the event is then not narrated. The result is None if the place has no
    sentence that fits, or if the event is a roll or chart to which a row led.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the game's rows, places and word list.
    """
    place = words.places.get(event["place"])
    if place is None:
        return None
    if event["kind"] == "choice":
        text = place.chosen.get(event["taken"])
        return None if text is None else [NarrationLine(place.depth, text)] if text else []
    if not place.says or ("row" in event and not _is_of_place(event, place, words)):
        return None
    values = _EventValues(event, state, words)
    line = next((s.line for s in place.says if all(values.holds(*condition) for condition in s.given.items())), None)
    return None if line is None else [_line(values, line, place)] if line else []


def _is_of_place(event: Reached, place: Place, words: NarrationContext) -> bool:
    """Return True if the place calls for a roll or chart, False if a row leads to it."""
    if event["kind"] == "consult":
        return bool(place.table and event["rule"])
    return bool(event["rule"]) and words.rows[event["row"]].table == event["table"]


def _line(values: _EventValues, sentence: str, place: Place) -> NarrationLine:
    """Return the line with a sentence; before that of a roll stand its name and its dice."""
    event, text = values.event, values.render(sentence)
    if event["kind"] != "roll":
        return NarrationLine(place.depth, capital(text))
    who, dice = values.render(place.told), tuple(event["dice"])
    net = event["net"] if event["modifiers"] or (len(dice) > 1 and event["natural"] == sum(dice)) else None
    colours = tuple([str(values.value(colour)) for colour in place.colours])
    return NarrationLine(place.depth, text if who else capital(text), capital(who), dice, net, colours)


class _EventValues:
    """The values of placeholders for an event."""

    def __init__(self, event: Event, state: Mapping[str, Any], words: NarrationContext) -> None:
        self.event, self.words = event, words
        before = state.before if isinstance(state, LogState) else state
        self.paths = {"state": state, "before": before, "changed": {path: True for path, _, _ in event["changes"]}}
        self.known: dict[str, Any] = {"who": event["who"], **event.get("data", {})}  # type: ignore[dict-item]
        if "row" in event:
            row = words.rows[event["row"]]
            result = "; ".join(effect.words(words.say) for effect in row.effects)
            why = row.when.words(words.say) if row.when else words.say(row.key)
            self.known |= {"row": effect_words(row, words.say).lower(), "result": result, "why": why}
        self.known |= words.values(event, state, words)

    def render(self, line: str) -> str:
        """Return a sentence with its placeholders filled.

        Raises:
            CombatBoxError: the event has no value for a placeholder.
        """
        say = self.words.say
        return "".join(
            part
            if isinstance(part, str)
            else part.render(self.value(part.name) if part.given else part.name, say, join_words)
            for part in parts_of(line)
        )

    def value(self, name: str) -> Any:
        """Return the value of a placeholder; empty text if the state has no value.

        Raises:
            CombatBoxError: the event has no such value.
        """
        kind, _, path = _INNER.sub(lambda inner: str(self.value(f"state.{inner[1]}")), name).partition(".")
        if kind in self.paths:
            return self.paths[kind].get(path.replace("*", self.event["who"]), "")
        if kind == "const":
            return reduce(_part_of, path.split("."), self.words.const)
        if name not in self.known:
            raise CombatBoxError(f"{self.event['place']}: has no value {name!r}; use one of {', '.join(self.known)}")
        known = self.known[name]
        return known() if callable(known) else known

    def holds(self, name: str, wanted: Any) -> bool:
        """Return True if a value is as required.

        Args:
            name: the placeholder.
            wanted: the required value, a list of permitted values, or another placeholder in braces. A value that is a
                list is compared as its items joined by spaces.
        """
        value = self.value(name) if "." in name or name in self.known else ""
        plain = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
        if isinstance(wanted, str) and wanted.startswith("{"):
            wanted = self.value(wanted.strip("{}"))
        return plain in wanted if isinstance(wanted, list | tuple) else plain == wanted


def _part_of(value: Any, name: str) -> Any:
    return value[name] if isinstance(value, Mapping) else getattr(value, name)
