"""How a citation degrades under an overlay: the one place that decides what prose says of a value that is no longer there.

Prose is written for the game's own tables. With tables of somebody's own a cited effect, modifier, limit or row may be gone.
The sentence then says what holds now, or keeps the game's own value, and its paragraph is marked. Without an overlay a citation of
what is not there is an error.
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

SAID = "With your tables"
"""How the mark of a paragraph begins that says what holds now."""

KEPT = "Your tables say otherwise here"
"""How the mark of a paragraph begins that keeps the game's own sentence."""

DRAWN = f"{KEPT}: this is drawn as the game has it."
"""The mark of a figure of the game's own tables."""

NO_ROLL = "no roll"
NEVER = "never"
NO_MODIFIER = "no modifier"
NO_FLOOR = "no roll is safe from modifiers"

_MISSES = (CombatBoxError, LookupError, AttributeError, TypeError, ValueError)
"""What reading a value raises where a table of another shape has no such thing."""

_PARTS: Mapping[str, str] = {"mod": "modifiers", "floor": "floors", "limit": "modifiers"}
"""The part of a table's file that a function reads, where that is not its rows."""


@dataclass(frozen=True, slots=True)
class Degraded:
    """A citation that an overlay has overtaken.

    text: what stands in the sentence. is_kept: whether that is the game's own value. names: the tables to look at, or a constant
    or word. why: what the mark adds to these, if anything.
    """

    text: str
    is_kept: bool
    names: tuple[str, ...]
    why: str = ""

    @property
    def head(self) -> str:
        """How the mark of its paragraph begins."""
        return KEPT if self.is_kept else SAID


class Citations(Values):
    """The functions that give values, each of which degrades under an overlay."""

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Name to function."""
        return {name: partial(self._answer, name) for name in NAMES}

    def _answer(self, function: str, *arguments: str) -> str:
        found = cite(self.book, function, arguments)
        return found.text + self.mark(found) if isinstance(found, Degraded) else found

    def mark(self, degraded: Degraded) -> str:
        """What stands behind a value in the sentence, for the mark of the paragraph; it begins with `<`."""
        raise NotImplementedError


def cite(book: Book, function: str, arguments: tuple[str, ...]) -> str | Degraded:
    """Look up what a page cites.

    Args:
        book: the game, with its overlay if there is one.
        function: the name of a function of `Values`.
        arguments: what the page hands it.

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
    return _WAYS.get(function, _keep)(book, own, arguments)


def _keep(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Keep the game's own value."""
    return Degraded(own, True, (arguments[0],))


def _effect(book: Book, own: str, arguments: tuple[str, ...], gone: str) -> Degraded:
    """Say that nothing gives an effect, where the table still has the column that is asked for."""
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
    """Say that nothing hits, where the row is still there."""
    table = book.table(arguments[0])
    is_there = table.shape == "to_hit" and any(row.key == arguments[1] for row in table.rows)
    return Degraded(NO_ROLL, False, (table.id,)) if is_there else _keep(book, own, arguments)


def _floor(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    return Degraded(own, True, (arguments[0],), NO_FLOOR)


def _mod(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Say what each table adds, where each adds a number or nothing."""
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
    """What a table adds under a condition: an amount, `none`, or nothing where it is not a number."""
    found = [modifier.add for modifier in table.modifiers if modifier.when and modifier.when.code == code]
    if not found:
        return "none"
    return signed(found[-1]) if isinstance(found[-1], int) else ""


_WAYS: Mapping[str, Callable[[Book, str, tuple[str, ...]], Degraded]] = {
    "rolls": _rolls, "odds": _odds, "hits": _hits, "floor": _floor, "mod": _mod,
}  # fmt: skip


def by_head(marks: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """The marks of one paragraph by how they begin, each once."""
    heads: dict[str, list[T]] = {}
    for head, words in marks:
        if words not in heads.setdefault(head, []):
            heads[head].append(words)
    return heads


def drawn(book: Book, draw: Callable[[Book], T]) -> tuple[T, bool]:
    """Draw something of a game, and say whether it is as the game has it because an overlay lacks what is drawn."""
    try:
        return draw(book), False
    except _MISSES:
        if book.overlay is None:
            raise
        return draw(base_book(book)), True


def place_in_overlay(book: Book, function: str, names: Iterable[str]) -> str:
    """File and line of an overlay that a citation is overtaken by, as nearly as that can be told; its folder failing that."""
    assert book.overlay
    folder = paths.shown(book.overlay)
    for name in names:
        path = book.tables[name].info.path if name in book.tables else f"{folder}/game.yaml"
        if path.startswith(f"{folder}/") and paths.behind(path).is_file():
            document = read_shared(paths.behind(path))
            parts = (_PARTS.get(function, "rows"),) if name in book.tables else ("constants", *name.split("."))
            return f"{path}:{document.line(parts)}"
    return folder
