"""Sentences of the narration that are stored in data, with placeholders.

A place lists sentences for phases, facts and charts under `says`; the first sentence that fits is used. Under `chosen`
it lists sentences for the options of a decision. There are four kinds of placeholder: `{who}`; a name in the event's
data; `{row}` for the wording of a chart's row; and `state.` with a path of the flat state, in which `*` stands for
`who`. The value is translated with the game's word list. `{=left}` is replaced by the untranslated value, `{gun_.who}`
by the wording of `gun_tail` if `who` is `tail`, and `{due|box|boxes}` by a count: `two boxes`. If the value is a list,
its items are joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Consult, Event, Fact, Phase
from combatbox.core.table_views import capital, effect_words, join_words

if TYPE_CHECKING:
    from combatbox.core.effects import WordFormatter
    from combatbox.core.narration import NarrationContext
    from combatbox.core.places import Place

_PART = re.compile(
    r"\{(?P<plain>=?)(?:(?P<prefix>[a-z_]+_)\.)?(?P<name>[a-z][a-z0-9_]*(?:\.(?:[a-z0-9_]+|\*))*)(?:\|(?P<one>[^|{}]+)\|(?P<more>[^|{}]+))?\}|[{}]"
)
STATE = "state."
"""Prefix of a placeholder for a value of the flat state."""


@dataclass(frozen=True)
class Placeholder:
    """A placeholder in a sentence.

    Attributes:
        name: the name of the value to insert.
        plain: True to insert the value without translating it.
        prefix: the text that is put before the value to form a vocabulary term.
        one: the noun after a count of one; empty if the value is not a count.
        more: the noun after any other count.
    """

    name: str
    plain: bool
    prefix: str
    one: str
    more: str

    def render(self, value: Any, say: WordFormatter) -> str:
        """Return the value as text for the sentence."""
        if isinstance(value, list | tuple):
            return join_words([self.render(item, say) for item in value])
        if self.one:
            return f"{value if self.plain else say(str(value))} {self.one if value == 1 else self.more}"
        return str(value) if self.plain else say(f"{self.prefix}{value}")


@cache
def parts_of(line: str) -> tuple[str | Placeholder, ...]:
    """Parse a sentence into its placeholders and the texts between them.

    Raises:
        CombatBoxError: a brace is not part of a placeholder.
    """
    parts: list[str | Placeholder] = []
    end = 0
    for match in _PART.finditer(line):
        if not match["name"]:
            raise CombatBoxError(f"{line!r:.60}: a brace is not part of a placeholder")
        parts += [line[end : match.start()], Placeholder(match["name"], bool(match["plain"]), match["prefix"] or "", match["one"] or "", match["more"] or "")]  # fmt: skip
        end = match.end()
    return (*(part for part in parts if part), *([line[end:]] if line[end:] else []))


def render_sentences(event: Event, state: Mapping[str, Any], words: NarrationContext) -> Iterator[tuple[int, str]]:
    """Yield the depth and the text of the sentence that fits an event, if there is one.

    Nothing is yielded if the place has no sentence that fits, if the sentence is empty (the event is then not
    narrated), or if the event consults a chart that does not belong to the place.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the game's rows, places and word list.
    """
    place = words.places.get(event["place"])
    if place is None:
        return
    if event["kind"] == "choice":
        if event["taken"] in place.chosen:
            yield place.depth, place.chosen[event["taken"]]
    elif place.says and (
        event["kind"] in ("phase", "fact") or (event["kind"] == "consult" and _is_own_chart(event, place))
    ):
        values = _EventValues(event, state, words)
        for sentence in place.says:
            if all(values.holds(name, wanted) for name, wanted in sentence.given.items()):
                yield place.depth, values.render(sentence.line)
                return


def _is_own_chart(event: Consult, place: Place) -> bool:
    """Return True if the chart belongs to its place, False if a row led to it."""
    return bool(place.table and event["rule"])


@dataclass(frozen=True)
class _EventValues:
    """The values of placeholders for an event that is neither a roll nor a choice."""

    event: Phase | Fact | Consult
    state: Mapping[str, Any]
    words: NarrationContext

    def render(self, line: str) -> str:
        """Return a sentence with its placeholders filled.

        Raises:
            CombatBoxError: the event has no value for a placeholder.
        """
        say = self.words.say
        return capital(
            "".join(
                part if isinstance(part, str) else part.render(self.value(part.name), say) for part in parts_of(line)
            )
        )

    def value(self, name: str, *, optional: bool = False) -> Any:
        """Return the value of a placeholder; empty text if the state has no value.

        Args:
            name: the placeholder.
            optional: True to return empty text also if the event has no such value.

        Raises:
            CombatBoxError: the event has no such value.
        """
        event = self.event
        if name.startswith(STATE):
            return self.state.get(name.removeprefix(STATE).replace("*", event["who"]), "")
        if event["kind"] == "consult":
            known: Mapping[str, Any] = {"row": effect_words(self.words.rows[event["row"]], self.words.say).lower()}
        else:
            known = event["data"]
        if name != "who" and name not in known:
            if optional:
                return ""
            raise CombatBoxError(f"{event['place']}: has no value {name!r}; use one of {', '.join(('who', *known))}")
        return event["who"] if name == "who" else known[name]

    def holds(self, name: str, wanted: Any) -> bool:
        """Return True if a value is as required.

        Args:
            name: the placeholder.
            wanted: the required value, a list of permitted values, or another placeholder in braces. A value that is a
                list is compared as its items joined by spaces.
        """
        value = self.value(name, optional=True)
        plain = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
        if isinstance(wanted, str) and wanted.startswith("{"):
            wanted = self.value(wanted.strip("{}"))
        return plain in wanted if isinstance(wanted, list | tuple) else plain == wanted
