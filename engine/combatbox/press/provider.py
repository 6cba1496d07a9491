"""The interface between a game and the layouts of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Event, Header
from combatbox.core.phrases import span
from combatbox.core.plugin import load_object
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.games import registered_games
from combatbox.play.medals import Medal
from combatbox.press.blocks import DrawFunction, Value
from combatbox.press.drawings import Figure
from combatbox.press.errors import PressError
from combatbox.press.tour_data import Tour, TourOdds

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book


@frozen
class SheetContext:
    """The input of a provider: the book, the rules with the tables in force, and `data` of the game's `shop.yaml`.

    In the browser the book is a compiled one (`play.book`). It lacks `meta` and all other data that exist only in YAML
    files.

    Attributes:
        odds: the odds with which a tour is compared; empty for everything but a tour book.
        medals: the medals that a tour can earn; empty for everything but a tour book.
    """

    book: Book
    rules: Rulebook
    data: Mapping[str, Any]
    odds: TourOdds = field(default_factory=TourOdds)
    medals: Sequence[Medal] = ()

    @property
    def say(self) -> Callable[[str], str]:
        """The function that returns the wording of a word of the game."""
        return self.book.say

    def table(self, name: str) -> Table:
        """Return a table under the rulings in force."""
        return self.rules.tables[name]

    def fault(self, key: str, message: str) -> PressError:
        """Return an error about a key under `data` in `shop.yaml`, with the line of the key."""
        from combatbox.press.sheet_files import read_document, where_to_write  # which read by the errors of the press

        problem = read_document(self.book, "shop").problem(
            ("data", key), f"{message}{where_to_write(self.book, 'shop')}"
        )
        return PressError(str(problem))

    def entry(self, key: str, *names: str) -> Any:  # what the data holds there
        """Return the entry with this name under a key of `data` in `shop.yaml`; several names lead deeper.

        Raises:
            PressError: there is none.
        """
        found = self.data[key]
        for depth, name in enumerate(names):
            if name not in found:
                raise self.fault(key, f"{': '.join((key, *names[:depth]))}: the entry for '{name}' is missing")
            found = found[name]
        return found

    def check_names(self, key: str, names: Iterable[str], message: str) -> None:
        """Check that a mapping under `data` in `shop.yaml` has exactly these names.

        Args:
            key: the key of the mapping.
            names: the names that it must have.
            message: the message about a name that it lacks or should not have; `{}` stands for the name.

        Raises:
            PressError: the names differ.
        """
        if odd := sorted(set(self.data[key]) ^ set(names)):
            raise self.fault(key, message.format(odd[0]))


@frozen
class FieldValues:
    """One filled copy of a sheet.

    Attributes:
        names: the values of the names to which the layout refers, if they differ from those on the blank sheet.
        values: the values of fields. They are printed; a value of False prints a box without a mark. Fields without a
            value remain fillable.
        key: the key that distinguishes this copy from others, such as `mission-3`; field names begin with it.
    """

    names: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    key: str = ""


Names = Callable[[SheetContext], Mapping[str, Any]]
DrawFunctions = Callable[[SheetContext], Mapping[str, DrawFunction]]
Fillings = Mapping[str, Sequence[FieldValues]]
Fill = Callable[[SheetContext, Mapping[str, Any]], Fillings]
Figures = Callable[[SheetContext], Iterable[Figure]]
TourReader = Callable[[SheetContext, Sequence[Event], Header], Tour]
"""A function that reads a tour from the events of its log."""


@frozen
class Provider:
    """The functions and data that a game provides for its sheets.

    Attributes:
        names: a function that returns the values to which layouts may refer, by name.
        fill: a function that converts the result of `Game.forms` to filled copies of each sheet.
        draw_functions: a function that returns the functions that layouts may call, by name.
        figures: a function that returns the drawings for pages, besides the maps.
        data: a dataclass that declares `data` of the game's `shop.yaml`, with `core.annotations`.
        tour: a function that reads the contents of a tour book from a log; None if the game has no tours.
    """

    names: Names
    fill: Fill
    draw_functions: DrawFunctions = lambda context: {}
    figures: Figures = lambda context: ()
    data: type | None = None
    tour: TourReader | None = None


def provider_of(key: str) -> Provider:
    """Return the provider that a game registers; an empty one if the game has no record sheets.

    Raises:
        CombatBoxError: the provider cannot be loaded, or the object is not a provider.
    """
    plug_in = registered_games().get(key)
    if plug_in is None or not plug_in.sheets:
        return Provider(lambda context: {}, lambda context, forms: {})
    provider = load_object(plug_in.sheets)
    if not isinstance(provider, Provider):
        raise CombatBoxError(f"{plug_in.sheets}: is not a Provider; let `sheets` of the plug-in name one")
    return provider


# Values for sheets, from tables


def up_to(last: int) -> list[int]:
    """Return the numbers from 1 to `last`."""
    return list(range(1, last + 1))


def first_parameter(row: Row) -> Any:  # which type it has depends on the effect
    """Return the first parameter of the first effect of a row."""
    return row.effects[0].parameters()[0]


def rolls_giving(table: Table, *effects: str) -> str:
    """Return the rolls of rows that have any of these effects, as a heading: `[5, 6]`."""
    rolls = sorted(roll for row in table.rows for roll in row.rolls if any(e.name in effects for e in row.effects))
    return f"[{', '.join(map(str, rolls))}]"


def in_a_line(rows: Iterable[Row], words: Callable[[Row], str]) -> str:
    """Return table rows as one line, with the rolls and wording of each row: `1–2 left, 3–4 centre, 5–6 right`."""
    return ", ".join(f"{span(row.rolls)} {words(row)}" for row in rows)
