"""The fallback of citations under an overlay that does not have the cited value.

Prose is written for the game's own tables. With other tables a cited effect, modifier, limit or row may be missing.
The sentence then says what applies now, or keeps the game's own value, and its paragraph is marked. Without an overlay, citing
something that does not exist is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import signed
from combatbox.core.tables import Table
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.yaml12 import read_shared
from combatbox.prose.table_values import NAMES, Values

T = TypeVar("T")

NOW_HEAD = "With your tables"
"""Beginning of the mark of a paragraph that says what applies now."""

UNCHANGED_HEAD = "Your tables say otherwise here"
"""Beginning of the mark of a paragraph that keeps the game's own value."""

DRAWN = f"{UNCHANGED_HEAD}: this is drawn as the game has it."
"""The mark of a figure of the game's own tables."""

NO_ROLL = "no roll"
NEVER = "never"
NO_MODIFIER = "no modifier"
NO_FLOOR = "no roll is safe from modifiers"

_MISSES = (CombatBoxError, LookupError, AttributeError, TypeError, ValueError)
"""Exceptions when a value is read from a table of another shape."""

_PARTS: Mapping[str, str] = {"mod": "modifiers", "floor": "floors", "limit": "modifiers"}
"""The part of a table's file that a function reads, by default its rows."""


@dataclass(frozen=True, slots=True)
class Degraded:
    """A citation that an overlay invalidates.

    Attributes:
        text: the text for the sentence.
        is_unchanged: the text is the game's own value.
        names: the tables to look at, or a constant or word.
        why: an addition to these in the mark, if there is one.
    """

    text: str
    is_unchanged: bool
    names: tuple[str, ...]
    why: str = ""

    @property
    def head(self) -> str:
        """The beginning of the mark of its paragraph."""
        return UNCHANGED_HEAD if self.is_unchanged else NOW_HEAD


class Citations(Values):
    """The functions that return values, each of which degrades under an overlay."""

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by name."""
        return {name: partial(self._answer, name) for name in NAMES}

    def _answer(self, function: str, *arguments: str) -> str:
        answer = cite(self.book, function, arguments)
        return answer.text + self.mark(answer) if isinstance(answer, Degraded) else answer

    def mark(self, degraded: Degraded) -> str:
        """Return the markup after a value for the paragraph's mark; it begins with `<`."""
        raise NotImplementedError


def cite(book: Book, function: str, arguments: tuple[str, ...]) -> str | Degraded:
    """Look up a value that a page cites.

    Args:
        book: the game, with its overlay if there is one.
        function: the name of a function of `Values`.
        arguments: its arguments from the page.

    Raises:
        CombatBoxError: there is no overlay, or the game's own tables do not have it either.
    """
    try:
        text: str = getattr(Values(book), function)(*arguments)
    except _MISSES:
        if book.overlay is None:
            raise
        text = ""
    if book.overlay is None or text not in ("", "–"):
        return text
    own: str = getattr(Values(base_book(book)), function)(*arguments)
    return _DEGRADE.get(function, _keep)(book, own, arguments)


def _keep(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Keep the game's own value."""
    return Degraded(own, True, (arguments[0],))


def _effect(book: Book, own: str, arguments: tuple[str, ...], gone: str) -> Degraded:
    """Say that nothing has an effect, if the table still has the cited column."""
    table = book.table(arguments[0])
    column = arguments[2] if len(arguments) > 2 else ""
    if table.shape == "chart":
        return Degraded("none" if gone == NO_ROLL else gone, False, (table.id,))
    return Degraded(gone, False, (table.id,)) if column in table.lookups else _keep(book, own, arguments)


def _rolls(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    return _effect(book, own, arguments, NO_ROLL)


def _odds(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    return _effect(book, own, arguments, NEVER)


def _hits(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Say that nothing hits, if the row still exists."""
    table = book.table(arguments[0])
    is_there = table.shape == "to_hit" and any(row.key == arguments[1] for row in table.rows)
    return Degraded(NO_ROLL, False, (table.id,)) if is_there else _keep(book, own, arguments)


def _floor(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    return Degraded(own, True, (arguments[0],), NO_FLOOR)


def _mod(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Say what each table adds, if each adds a number or nothing."""
    table_id, code, *also = arguments
    tables = (table_id, *also)
    amounts = [_amount(book.table(table), code) for table in tables]
    if "" in amounts:
        return Degraded(own, True, tables)
    if set(amounts) == {"none"}:
        return Degraded(NO_MODIFIER, False, tables)
    each = (f"{amount} on {table}" for amount, table in zip(amounts, tables, strict=True))
    return Degraded(", ".join(each), False, tables)


def _amount(table: Table, code: str) -> str:
    """Return what a table adds: an amount, `none`, or empty if it is not a number."""
    amounts = [modifier.add for modifier in table.modifiers if modifier.when and modifier.when.code == code]
    if not amounts:
        return "none"
    return signed(amounts[-1]) if isinstance(amounts[-1], int) else ""


_DEGRADE: Mapping[str, Callable[[Book, str, tuple[str, ...]], Degraded]] = {
    "rolls": _rolls, "odds": _odds, "hits": _hits, "floor": _floor, "mod": _mod,
}  # fmt: skip


def by_head(marks: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Group the marks of one paragraph by their beginning, without repetitions."""
    heads: dict[str, list[T]] = {}
    for head, words in marks:
        if words not in heads.setdefault(head, []):
            heads[head].append(words)
    return heads


def draw_or_fall_back(book: Book, draw: Callable[[Book], T]) -> tuple[T, bool]:
    """Draw something of a game.

    Args:
        book: the book.
        draw: draws it from a book.

    Returns:
        The drawing, and True if it is the game's own because an overlay lacks what is drawn.
    """
    try:
        return draw(book), False
    except _MISSES:
        if book.overlay is None:
            raise
        return draw(base_book(book)), True


def place_in_overlay(book: Book, function: str, names: Iterable[str]) -> str:
    """Return file and line in an overlay that invalidate a citation, or its folder.

    Args:
        book: the book.
        function: the name of a function of `Values`.
        names: the tables, constants or words it cites.
    """
    assert book.overlay
    folder = paths.display_path(book.overlay)
    for name in names:
        path = book.tables[name].info.path if name in book.tables else f"{folder}/game.yaml"
        if path.startswith(f"{folder}/") and paths.resolve_display_path(path).is_file():
            document = read_shared(paths.resolve_display_path(path))
            parts = (_PARTS.get(function, "rows"),) if name in book.tables else ("constants", *name.split("."))
            return f"{path}:{document.line(parts)}"
    return folder
