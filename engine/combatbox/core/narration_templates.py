"""Sentences of the account that stand in data: the words of a place, with gaps that the event and the state fill.

A place says them under `says`, for phases, facts and charts, the first of them that fits; under `chosen`, for what is
decided there. A gap is `{who}`, a name of the event's own data, `{row}` for what the row of a chart says, or `state.` and a path of the flat
state, in which `*` stands for `who`; it is said in the game's words. `{=left}` gives it as it stands, `{gun_.who}` says `gun_tail` for
`tail`, and `{due|box|boxes}` counts: `two boxes`. A list is said item by item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Consult, Event, Fact, Phase
from combatbox.core.table_views import capital, effect_words, listed

if TYPE_CHECKING:
    from combatbox.core.effects import WordFormatter
    from combatbox.core.game import NarrationContext
    from combatbox.core.places import Place

_PART = re.compile(
    r"\{(?P<plain>=?)(?:(?P<prefix>[a-z_]+_)\.)?(?P<name>[a-z][a-z0-9_]*(?:\.(?:[a-z0-9_]+|\*))*)(?:\|(?P<one>[^|{}]+)\|(?P<more>[^|{}]+))?\}|[{}]"
)
STATE = "state."
"""What begins the name of a value of the flat state."""


@dataclass(frozen=True)
class Placeholder:
    """A gap of a sentence, as it was read."""

    name: str
    plain: bool
    prefix: str
    one: str
    more: str

    def render(self, value: Any, say: WordFormatter) -> str:
        """The value in words."""
        if isinstance(value, list | tuple):
            return listed([self.render(item, say) for item in value])
        if self.one:
            return f"{value if self.plain else say(str(value))} {self.one if value == 1 else self.more}"
        return str(value) if self.plain else say(f"{self.prefix}{value}")


@cache
def parts_of(line: str) -> tuple[str | Placeholder, ...]:
    """A sentence as texts and gaps. Raises CombatBoxError for a brace that is part of no gap."""
    parts: list[str | Placeholder] = []
    end = 0
    for found in _PART.finditer(line):
        if not found["name"]:
            raise CombatBoxError(f"{line!r:.60} has a brace that is part of no gap")
        parts += [line[end : found.start()], Placeholder(found["name"], bool(found["plain"]), found["prefix"] or "", found["one"] or "", found["more"] or "")]  # fmt: skip
        end = found.end()
    return (*(part for part in parts if part), *([line[end:]] if line[end:] else []))


def parse_sentences(event: Event, state: Mapping[str, Any], words: NarrationContext) -> Iterator[tuple[int, str]]:
    """The sentence that the place of an event has for it, and how deep it is told; one with no words is told as nothing.

    state: the flat state after the event. There is none where the place says nothing of such an event, or nothing that fits, nor
    for a chart that is not its own.
    """
    place = words.places.get(event["place"])
    if place is None:
        return
    if event["kind"] == "choice":
        if event["taken"] in place.chosen:
            yield place.depth, place.chosen[event["taken"]]
    elif place.says and (event["kind"] in ("phase", "fact") or (event["kind"] == "consult" and _own(event, place))):
        told = _Told(event, state, words)
        for saying in place.says:
            if all(told.holds(name, wanted) for name, wanted in saying.given.items()):
                yield place.depth, told.said(saying.line)
                return


def _own(event: Consult, place: Place) -> bool:
    """Whether a chart is that of its place, and none that a row has led to."""
    return bool(place.table and event["rule"])


@dataclass(frozen=True)
class _Told:
    """What there is to tell of an event that is no roll and no choice."""

    event: Phase | Fact | Consult
    state: Mapping[str, Any]
    words: NarrationContext

    def said(self, line: str) -> str:
        """A sentence with its gaps filled. Raises CombatBoxError for a gap that this event does not fill."""
        say = self.words.say
        return capital(
            "".join(
                part if isinstance(part, str) else part.render(self.value(part.name), say) for part in parts_of(line)
            )
        )

    def value(self, name: str) -> Any:
        """What a gap or a condition names; what the state does not have is empty."""
        event = self.event
        if name.startswith(STATE):
            return self.state.get(name.removeprefix(STATE).replace("*", event["who"]), "")
        if event["kind"] == "consult":
            known: Mapping[str, Any] = {"row": effect_words(self.words.rows[event["row"]], self.words.say).lower()}
        else:
            known = event["data"]
        if name != "who" and name not in known:
            raise CombatBoxError(f"{event['place']} has no {name!r} to tell of, only {', '.join(('who', *known))}")
        return event["who"] if name == "who" else known[name]

    def holds(self, name: str, wanted: Any) -> bool:
        """A value is the one wanted, one of those, or the same as another gap; a list is its items with blanks between them."""
        value = self.value(name)
        plain = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
        if isinstance(wanted, str) and wanted.startswith("{"):
            wanted = self.value(wanted.strip("{}"))
        return plain in wanted if isinstance(wanted, list | tuple) else plain == wanted
