"""The account of a mission: its lines, and the data that narrators need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from combatbox.core.effects import VocabularyTerm, WordFormatter
from combatbox.core.events import Event
from combatbox.core.places import Place
from combatbox.core.tables import Row, Table

C_co = TypeVar("C_co", covariant=True)
"""The constants of a game, as it declares them."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
    places: Mapping[str, Place] = field(default_factory=dict)
    modifiers: Mapping[str, VocabularyTerm] = field(default_factory=dict)
    drawing: Any = None
    values: SentenceValues = lambda event, state, words: {}

    def title(self, table: str) -> str:
        """Return the title of a table, or its id if the game has no such table."""
        return self.tables[table].title if table in self.tables else table


NarrationContext = GameNarrationContext[Any]
"""The data for a narrator of any game, for code that does not depend on the game's constants."""

Narrator = Callable[[Event, Mapping[str, Any], NarrationContext], Iterable[NarrationLine]]
