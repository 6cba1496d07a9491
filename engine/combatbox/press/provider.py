"""The interface between a game and the layouts of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.plugin import load_object
from combatbox.core.table_views import span
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.errors import PressError
from combatbox.press.figure import Figure


@dataclass(frozen=True, slots=True)
class SheetContext:
    """The input of a provider: the book, the tables in force, and `data` of the game's `shop.yaml`."""

    book: Book
    rules: Rulebook
    data: Mapping[str, Any]

    def table(self, name: str) -> Table:
        """Return a table under the rulings in force."""
        return self.rules.tables[name]

    def fault(self, key: str, message: str) -> PressError:
        """Return an error about a key under `data` in `shop.yaml`, with its line."""
        from combatbox.press.sheet_files import read_document  # which reads by the errors of the press

        return PressError(str(read_document(self.book, "shop").problem(("data", key), message)))


@dataclass(frozen=True, slots=True)
class FieldValues:
    """One filled copy of a sheet: names that differ from the blank one's, and the values of its fields.

    Words and marks in `values` are printed, also an absent mark (False); fields without words, and marks that are not mentioned, stay
    fillable. `key` tells copies apart: `mission-3`.
    """

    names: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    key: str = ""


Names = Callable[[SheetContext], Mapping[str, Any]]
DrawFunctions = Callable[[SheetContext], Mapping[str, DrawFunction]]
Fillings = Mapping[str, Sequence[FieldValues]]
Fill = Callable[[SheetContext, Mapping[str, Any]], Fillings]
Figures = Callable[[SheetContext], Iterable[Figure]]


@dataclass(frozen=True, slots=True)
class Provider:
    """The functions and data that a game provides for its sheets.

    names: returns what layouts may refer to. draw_functions: what they may have drawn. fill: turns `Game.forms` into filled copies of each
    sheet. figures: drawings for pages besides the maps. data: a dataclass that declares `data` of the game's `shop.yaml`, with
    `core.annotations`.
    """

    names: Names
    fill: Fill
    draw_functions: DrawFunctions = lambda context: {}
    figures: Figures = lambda context: ()
    data: type | None = None


def provider_of(key: str) -> Provider:
    """Return the provider that a game registers; an empty one for a game without record sheets.

    Raises:
        CombatBoxError: it cannot be loaded, or is not a provider.
    """
    plug_in = registered_games().get(key)
    if plug_in is None or not plug_in.sheets:
        return Provider(lambda context: {}, lambda context, forms: {})
    provider = load_object(plug_in.sheets)
    if not isinstance(provider, Provider):
        raise CombatBoxError(f"{plug_in.sheets} is not a Provider")
    return provider


# Words for sheets, from tables


def rolls_giving(table: Table, *effects: str) -> str:
    """Return the rolls of rows with one of these effects, as a heading: `[5, 6]`."""
    rolls = sorted(roll for row in table.rows for roll in row.rolls if any(e.name in effects for e in row.effects))
    return f"[{', '.join(map(str, rolls))}]"


def in_a_line(rows: Iterable[Row], words: Callable[[Row], str]) -> str:
    """Return rows as a line of text: `1–2 left, 3–4 centre, 5–6 right`."""
    return ", ".join(f"{span(row.rolls)} {words(row)}" for row in rows)
