"""The account of a mission: its lines, and the data from which a game's narrator makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.effects import VocabularyTerm, WordFormatter
from combatbox.core.events import Event
from combatbox.core.places import Place
from combatbox.core.tables import Row, Table


@dataclass(frozen=True)
class Detail:
    """The contribution of a line to a later one: an amount of a sum (`sun and stars`, 1), or dice that another die follows.

    A heading above such rolls contributes nothing.
    """

    words: str = ""
    amount: int = 0
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class NarrationLine:
    """One line of a narrated mission.

    Attributes:
        depth: the level of indentation.
        who: who rolls.
        dice: the faces thrown.
        net: the net roll, if it differs.
        colours: of the dice, in their order, if the rules ask for dice of a colour.
        bare: the text without the modifiers, for callers that show those apart.
        detail: what a short account adds to a later line instead of this one.
        sums: a short account says here what made the sum: the details since the last such line, then these modifiers.
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
        """The line for a terminal: `Tail gun: [6] hit`, `Flak: [4] = 3: light flak`."""
        who = f"{self.who}: " if self.who else ""
        dice = f"[{', '.join(map(str, self.dice))}] " if self.dice else ""
        net = f"= {self.net}: ".replace("-", "−") if self.net is not None else ""
        return f"{who}{dice}{net}{self.text}"


Narrator = Callable[[Event, Mapping[str, Any], "NarrationContext"], Iterable[NarrationLine]]


@dataclass(frozen=True)
class NarrationContext:
    """The data that a narrator needs besides the log.

    Attributes:
        rows: the rows of all tables, by id.
        tables: the tables, by id.
        say: turns words of the data into English.
        const: the game's constants, typed as the game declares them.
        places: the places in the order of play, by name.
        modifiers: the terms that the log names as modifiers, by code.
        drawing: the game's `drawing.yaml` as the game declares it.
    """

    rows: Mapping[str, Row]
    tables: Mapping[str, Table]
    say: WordFormatter
    const: Any
    places: Mapping[str, Place] = field(default_factory=dict)
    modifiers: Mapping[str, VocabularyTerm] = field(default_factory=dict)
    drawing: Any = None

    def title(self, table: str) -> str:
        """Return the title of a table; its id if the game has no such table."""
        return self.tables[table].title if table in self.tables else table
