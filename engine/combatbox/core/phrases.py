"""Phrases: wording that stands in data, with places that are filled in when it is said.

`{side} flap out` says a parameter of its word, `{light_wounds.handicap} light wounds` a constant of the game and
`if at {say.low_altitude}` a word of the game's list, each in the game's own way: 2 is `two`. `{=number}` gives it as it
stands, `{+number}` as a modifier is printed. `{{` and `}}` are braces. What a place is, is found out when the phrase is read; nothing in it is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from combatbox.core.errors import CombatBoxError, suggest
from combatbox.core.records import dataclass

_PART = re.compile(r"\{\{|\}\}|\{(?P<how>[=+]?)(?P<name>[a-z][a-z0-9_]*(?:\.[a-zA-Z0-9_]+)*)\}|[{}]")
_BRACES = {"{{": "{", "}}": "}"}


def number(value: int) -> str:
    """A number as printed: `3`, `−3`."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """A modifier as printed: `+1`, `−3`, `0`."""
    return f"+{value}" if value > 0 else number(value)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a phrase. given: it is a parameter of that name; else a word of the data that is said. how: `=` or `+` before it."""

    name: str
    given: bool
    how: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A wording as text and places."""

    parts: tuple[str | Place, ...]

    def said(self, say: Any, given: Mapping[str, Any]) -> str:
        """The phrase in full, with these parameters. say: the game's way with words of its data.

        A place that has nothing to say leaves no gap.
        """
        told = [part if isinstance(part, str) else _filled(part, say, given) for part in self.parts]
        return " ".join("".join(told).split())


def _filled(place: Place, say: Any, given: Mapping[str, Any]) -> str:
    value = given[place.name] if place.given else place.name
    if place.how == "+" and isinstance(value, int):
        return signed(value)
    if isinstance(value, tuple):
        return ", ".join(str(item) if place.how else say(str(item)) for item in value)
    text: str = str(value) if place.how else say(str(value))
    return text


def phrase(text: str, parameters: Collection[str], constants: Mapping[str, Any], words: Collection[str]) -> Phrase:
    """A phrase read from data.

    parameters: of its word. constants: of the game. words: of the game's list. Raises CombatBoxError, in one line, for a
    place that is none of them and for a lone brace.
    """
    parts: list[str | Place] = []
    end = 0
    for found in _PART.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        if found["name"]:
            parts.append(_place(found["name"], found["how"], parameters, constants, words))
        elif found[0] in _BRACES:
            parts.append(_BRACES[found[0]])
        else:
            raise CombatBoxError(f"{text!r:.60} has a lone {found[0]}; write {found[0] * 2} for the brace itself")
    parts.append(text[end:])
    return Phrase(tuple(part for part in parts if part != ""))


def _place(
    name: str, how: str, parameters: Collection[str], constants: Mapping[str, Any], words: Collection[str]
) -> Place:
    """What stands at a place: a parameter, a word of the list, or a constant, which is put in at once."""
    if name in parameters:
        return Place(name, True, how)
    first, _, word = name.partition(".")
    if first == "say":
        if word not in words:
            raise CombatBoxError(f"there is no word {word!r} in game.yaml{suggest(word, words)}")
        return Place(word, False, how)
    value: Any = constants
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | str):
        known = (*parameters, *constants)
        raise CombatBoxError(f"{{{name}}} is no parameter and no number or word of game.yaml{suggest(name, known)}")
    return Place(str(value), False, how)
