"""The account of a mission: its lines, the data that narrators need, and the sentences that are stored in data.

A place lists sentences for its events under `says`, as phrases (`core.phrases`); the first sentence that fits is used.
Under `chosen` it lists sentences for the options of a decision. The placeholders are:

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
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, Generic, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Place
from combatbox.core.effects import VocabularyTerm, WordFormatter
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Event, Reached
from combatbox.core.log_state import LogState
from combatbox.core.phrases import join_words, parts_of
from combatbox.core.table_views import capital, effect_words
from combatbox.core.tables import Row, Table

C_co = TypeVar("C_co", covariant=True)
"""The constants of a game, as it declares them."""


@frozen
class Detail:
    """The part of a narrated line that a short account moves to a later line.

    A heading has an empty detail if the lines of the rolls below it have details.

    Attributes:
        words: the name of an addend in a sum, such as `sun and stars`.
        amount: the addend.
        dice: the faces of a die that is followed by another die.
    """

    words: str = ""
    amount: int = 0
    dice: tuple[int, ...] = ()


@frozen
class NarrationLine:
    """One line of a narrated mission.

    Attributes:
        depth: the level of indentation.
        text: the text after the name and the dice.
        who: the man, gun or fighter for whom the roll is made.
        dice: the faces of the dice that were thrown.
        net: the net roll, if it differs from the natural roll.
        colours: the colours of the dice in their order, if the rules require coloured dice.
        bare: the text without the modifiers, for callers that show the modifiers separately.
        detail: the detail that a short account adds to a later line instead of showing this line; None if it shows this
            line.
        sums: the modifiers that this line lists in a short account, after the details since the previous such line;
            None for a line that lists none.
    """

    depth: int
    text: str
    who: str = ""
    dice: tuple[int, ...] = ()
    net: int | None = None
    colours: tuple[str, ...] = ()
    bare: str = ""
    detail: Detail | None = None
    sums: tuple[str, ...] | None = None

    @property
    def shown(self) -> str:
        """The line as shown in a terminal: `Flak: [4] = 3: light flak`."""
        who = f"{self.who}: " if self.who else ""
        dice = f"[{', '.join(map(str, self.dice))}] " if self.dice else ""
        net = f"= {self.net}: ".replace("-", "−") if self.net is not None else ""
        return f"{who}{dice}{net}{self.text}"


SentenceValues = Callable[[Event, Mapping[str, Any], Any], Mapping[str, Any]]
"""Returns values for the sentences of places: (event, flat state, narration context)."""


@frozen
class GameNarrationContext(Generic[C_co]):
    """The data that a narrator needs in addition to the log.

    Attributes:
        rows: the rows of all tables, by id.
        tables: the tables, by id.
        say: a function that translates terms of the data into English.
        const: the game's constants, typed as the game declares them.
        places: the places in the order of play, by name.
        modifiers: the terms that the log lists as modifiers, by code.
        drawing: the game's `drawing.yaml`, as the type that the game declares.
        values: a function that returns further values for the sentences of places, by name.
    """

    rows: Mapping[str, Row]
    tables: Mapping[str, Table]
    say: WordFormatter
    const: C_co
    places: Mapping[str, Place] = {}
    modifiers: Mapping[str, VocabularyTerm] = {}
    drawing: Any = None
    values: SentenceValues = lambda event, state, words: {}

    def title(self, table: str) -> str:
        """Return the title of a table, or its id if the game has no such table."""
        return self.tables[table].title if table in self.tables else table


NarrationContext = GameNarrationContext[Any]
"""The data for a narrator of any game, for code that does not depend on the game's constants."""

Narrator = Callable[[Event, Mapping[str, Any], NarrationContext], Iterable[NarrationLine]]


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
