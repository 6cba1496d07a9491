"""Descriptions of the origins of values in rebuilt tables.

A game without available printed tables has `rebuilt` in its `game.yaml`. Each of its tables states the `origin` of its
values, for the whole table and for each row, modifier and note that differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from combatbox.core.phrases import join_words
from combatbox.core.table_views import RowView, capital
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.library.load import meta_of

OWN = "my-tables"
"""The name of the overlay folder in the sample commands for owners of the printed game."""

ORIGINS: Mapping[str, str] = {
    "rulebook": "stated by the rulebook",
    "ancestor": "taken over from an older game",
    "history": "set from public history",
    "reconstruction": "our own, balanced by test",
    "owner": "put in by an owner of the printed game",
}
"""The description of each origin of a value."""


def rebuilt(book: Book, table: Table) -> bool:
    """Return True if a table was rebuilt instead of transcribed from a printed table."""
    return book.view(table).rebuilt


class HowTo(NamedTuple):
    """The texts and commands that a page shows to an owner of the printed game.

    Attributes:
        words: an explanation of why tables are rebuilt.
        own_command: the command that writes the tables as files to edit.
        check_command: the command that checks the edited files.
    """

    words: str
    own_command: str
    check_command: str


def how_to(book: Book) -> HowTo:
    """Return the texts and commands that a page shows to an owner of the printed game."""
    return HowTo(
        explain_rebuilt(book),
        f"combatbox new overlay {book.key} {OWN}",
        f"combatbox verify {book.key} --tables {OWN}",
    )


def explain_rebuilt(book: Book) -> str:
    """Return an explanation of why tables are rebuilt; empty if the game has no rebuilt tables."""
    if not book.rebuilt:
        return ""
    kinds = join_words([origin_in_words(book, origin) for origin in ORIGINS if origin in book.origins], "or")
    return (
        f"{book.rebuilt} Each value is {kinds}, and every table says which. "
        "They are checked against all that the rulebook states of them."
    )


def origin_in_words(book: Book, origin: str) -> str:
    """Return the description of an origin, for players; if the origin is an older game, its title is included."""
    ancestor = book.meta.rebuilt.ancestor if book.meta.rebuilt else ""
    if origin == "ancestor" and ancestor:
        return f"taken over from {meta_of(ancestor).title}"
    return ORIGINS[origin]


def describe_origins(book: Book, table: Table) -> list[tuple[str, str]]:
    """Return the origins of the values of a rebuilt table; empty for any other table.

    The most frequent origin is listed last, so that it can be described as the origin of the rest.

    Returns:
        Pairs of the description of an origin, and the names of the rows, modifiers and notes that have this origin.
    """
    shown = book.view(table)
    if not shown.rebuilt:
        return []
    parts = [
        *_rows(shown.rows),
        *((modifier.origin, f"the modifier “{modifier.words}”") for modifier in shown.modifiers),
        *((origin, f"note {number}") for number, origin in enumerate(shown.note_origins, 1)),
    ]
    names_by_origin: dict[tuple[str, ...], list[str]] = {}
    for origin, name in parts:
        names_by_origin.setdefault(origin, []).append(name)
    most = max(names_by_origin, key=lambda origin: len(names_by_origin[origin]))
    lines = [
        (origins_in_words(book, origin), join_words(list(dict.fromkeys(names_by_origin[origin]))))
        for origin in names_by_origin
        if origin != most
    ]
    return [*lines, (origins_in_words(book, most), "the rest" if lines else "all of it")]


def _rows(rows: Sequence[RowView]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the origins and the name of each row; a nested row is left out if its parent has the same origins."""
    above: list[tuple[tuple[str, ...], str]] = []
    for row in rows:
        del above[row.depth :]
        name = ", then ".join([*(label for _, label in above), row.roll or row.area])
        if not above or above[-1][0] != row.origin:
            yield row.origin, name
        above.append((row.origin, row.roll or row.area))


def origins_in_words(book: Book, origins: tuple[str, ...]) -> str:
    """Return the descriptions of origins, joined: `In part stated by the rulebook, in part our own`."""
    words = [origin_in_words(book, origin) for origin in origins]
    return capital(f"in part {', in part '.join(words)}" if len(words) > 1 else "".join(words))
