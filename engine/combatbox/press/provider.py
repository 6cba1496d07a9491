"""The seam between a game and its layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.plugin import load_object
from combatbox.core.table_views import span
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.yaml12 import read_yaml
from combatbox.press.blocks import Room, Value
from combatbox.press.errors import PressError
from combatbox.press.figure import Figure


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What a provider works from: the book, the tables in force, and `data` of the game's `shop.yaml`."""

    book: Book
    rules: Rulebook
    data: Mapping[str, Any]

    def table(self, name: str) -> Table:
        """A table as the rulings in force have it."""
        return self.rules.tables[name]

    def fault(self, key: str, message: str) -> PressError:
        """The error that `data` of `shop.yaml` is wrong, at the line of one of its keys."""
        path = paths.home(self.book.house).sheets / "shop.yaml"
        return PressError(str(read_yaml(path).problem(("data", key), message)))


@dataclass(frozen=True, slots=True)
class FieldValues:
    """One filled copy of a sheet: names that differ from the blank one's, and the values of its fields.

    Words and marks that the values have are printed, also that a mark is not there (False); places for words of which
    there are none, and marks that are not mentioned, stay fillable. `key` tells a copy from others: `mission-3`.
    """

    names: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    key: str = ""


Names = Callable[[SheetContext], Mapping[str, Any]]
Rooms = Callable[[SheetContext], Mapping[str, Room]]
Fillings = Mapping[str, Sequence[FieldValues]]
Fill = Callable[[SheetContext, Mapping[str, Any]], Fillings]
Figures = Callable[[SheetContext], Iterable[Figure]]


@dataclass(frozen=True, slots=True)
class Provider:
    """`names` are what layouts may mention, `rooms` what they may have drawn; `fill` turns `Game.forms` into
    filled copies of each sheet; `figures` are drawings for pages beside the maps. `data` declares what `data` of the game's
    `shop.yaml` holds: a dataclass, with the marks of `core.annotations`."""

    names: Names
    fill: Fill
    rooms: Rooms = lambda stuff: {}
    figures: Figures = lambda stuff: ()
    data: type | None = None


def provider_of(key: str) -> Provider:
    """The provider that a game announces; one with nothing to say for a game without record sheets.

    Raises CombatBoxError where what it announces cannot be loaded or is no provider.
    """
    announcement = registered_games().get(key)
    if announcement is None or not announcement.sheets:
        return Provider(lambda stuff: {}, lambda stuff, forms: {})
    provider = load_object(announcement.sheets)
    if not isinstance(provider, Provider):
        raise CombatBoxError(f"{announcement.sheets}: is no provider of sheets")
    return provider


# Words for sheets, from tables


def rolls_giving(table: Table, *effects: str) -> str:
    """The rolls of rows with one of these effects, as sheets head their columns: `[5, 6]`."""
    rolls = sorted(roll for row in table.rows for roll in row.rolls if any(e.name in effects for e in row.effects))
    return f"[{', '.join(map(str, rolls))}]"


def in_a_line(rows: Iterable[Row], words: Callable[[Row], str]) -> str:
    """Rows as a line of text: `1–2 left, 3–4 centre, 5–6 right`."""
    return ", ".join(f"{span(row.rolls)} {words(row)}" for row in rows)
