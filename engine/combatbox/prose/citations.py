"""Fallback values for citations when an overlay lacks the cited value.

Prose is written for the game's original tables. In the tables of an overlay, a cited effect, modifier, limit or row may
be missing. The sentence then states what applies instead, or repeats the original value, and a note is added to the
paragraph. Without an overlay, it is an error to cite a missing value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import join_words, signed
from combatbox.core.shapes import Figures
from combatbox.core.tables import Table
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.scenarios import read_scenarios
from combatbox.library.yaml12 import read_shared
from combatbox.prose.table_values import NAMES, Values

T = TypeVar("T")

NOW_HEAD = "With your tables"
"""The first words of the note on a paragraph that states what applies under the overlay."""

UNCHANGED_HEAD = "Your tables say otherwise here"
"""The first words of the note on a paragraph that keeps the game's original value."""

DRAWN = f"{UNCHANGED_HEAD}: this is drawn as the game has it."
"""The note on a figure that was drawn with the game's original tables."""

NO_ROLL = "no roll"
NEVER = "never"
NO_MODIFIER = "no modifier"
NO_FLOOR = "no roll is safe from modifiers"

MISSES = (CombatBoxError, LookupError, AttributeError, TypeError, ValueError)
"""The exceptions that can occur when a value is read from a table of an unexpected shape."""

_PARTS: Mapping[str, str] = {"mod": "modifiers", "floor": "floors", "limit": "modifiers"}
"""For each function, the part of a table's file that it reads; functions that are not listed read the rows."""


@frozen
class Degraded:
    """The replacement for a cited value that is missing under an overlay.

    A note on the paragraph tells the reader about the replacement.

    Attributes:
        text: the text that the page shows instead of the missing value.
        is_unchanged: True if the text is the game's original value.
        names: the tables, the constant or the term that the note names.
        why: an explanation that follows these names in the note; empty if there is none.
    """

    text: str
    is_unchanged: bool
    names: tuple[str, ...]
    why: str = ""

    @property
    def head(self) -> str:
        """The first words of the note about the replacement: NOW_HEAD or UNCHANGED_HEAD."""
        return UNCHANGED_HEAD if self.is_unchanged else NOW_HEAD


class Citations(Values):
    """The functions that return values for prose; for a value that an overlay lacks, they return a replacement."""

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions that look up values, by name."""
        return {name: partial(self._answer, name) for name in NAMES}

    def _answer(self, function: str, *arguments: str) -> str:
        answer = cite(self.book, function, arguments)
        return answer.text + self.mark(answer) if isinstance(answer, Degraded) else answer

    def see(self, *names: str) -> str:
        """Return a sentence that refers the reader of a glossary entry to other entries."""
        return f"See {join_words([self.ref(name) for name in names])}."

    def ref(self, name: str, text: str = "") -> str:
        """Return a link to a table, rule or ruling."""
        raise NotImplementedError

    def mark(self, degraded: Degraded) -> str:
        """Return the HTML that follows a replacement for a value that is missing under an overlay.

        The note on the paragraph is made from this HTML, which must begin with `<`.
        """
        raise NotImplementedError


def cite(book: Book, function: str, arguments: tuple[str, ...]) -> str | Degraded:
    """Look up a value that a page cites, or its replacement under an overlay.

    Args:
        book: the game, with its overlay if there is one.
        function: the name of a function of `Values`.
        arguments: the arguments of the call in the page.

    Raises:
        CombatBoxError: the value is missing, and there is no overlay or the original tables lack the value as well.
    """
    try:
        text: str = getattr(Values(book), function)(*arguments)
    except MISSES:
        if book.overlay is None:
            raise
        text = ""
    if book.overlay is None or text not in ("", "–"):
        return text
    own = cite(base_book(book), function, arguments)
    return own if isinstance(own, Degraded) else _DEGRADE.get(function, _keep)(book, own, arguments)


def _keep(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Return the game's original value as the replacement."""
    return Degraded(own, True, (arguments[0],))


def _effect(book: Book, own: str, arguments: tuple[str, ...], gone: str) -> Degraded:
    """Return a replacement that says that no roll has the effect.

    If the table lacks the cited column, the replacement is the original value.
    """
    table = book.table(arguments[0])
    column = arguments[2] if len(arguments) > 2 else ""
    if table.shape == "chart":
        return Degraded("none" if gone == NO_ROLL else gone, False, (table.id,))
    return Degraded(gone, False, (table.id,)) if column in table.lookups else _keep(book, own, arguments)


def _hits(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Return a replacement that says that no roll hits.

    If the table lacks the cited row, the replacement is the original value.
    """
    table = book.table(arguments[0])
    is_there = table.shape == "to_hit" and any(row.key == arguments[1] for row in table.rows)
    return Degraded(NO_ROLL, False, (table.id,)) if is_there else _keep(book, own, arguments)


def _floor(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    return Degraded(own, True, (arguments[0],), NO_FLOOR)


def _mod(book: Book, own: str, arguments: tuple[str, ...]) -> Degraded:
    """Return a replacement with the modifier's amount on each table, or with the original value if an amount varies."""
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
    """Return a modifier's amount as text: `none` if there is no such modifier, empty if the amount varies."""
    amounts = [modifier.add for modifier in table.modifiers if modifier.when and modifier.when.code == code]
    if not amounts:
        return "none"
    return signed(amounts[-1]) if isinstance(amounts[-1], int) else ""


_DEGRADE: Mapping[str, Callable[[Book, str, tuple[str, ...]], Degraded]] = {
    "rolls": partial(_effect, gone=NO_ROLL), "odds": partial(_effect, gone=NEVER), "hits": _hits, "floor": _floor, "mod": _mod,
}  # fmt: skip


def by_head(marks: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Group the notes on one paragraph by their first words, without duplicates.

    Each item of `marks` is a pair: the first words of a note, and what the note is about.
    """
    heads: dict[str, list[T]] = {}
    for head, words in marks:
        if words not in heads.setdefault(head, []):
            heads[head].append(words)
    return heads


def draw_figures(book: Book, rulings: Mapping[str, str]) -> Figures:
    """Return the figures of a game's chapters by name; the table of a scenario is `scenario-NAME`.

    Args:
        book: the book of the game.
        rulings: the options in force.
    """
    pages = book.game.pages
    figures = dict(pages.drawings(book.rulebook(rulings), book.say)) if pages.drawings else {}
    if draw := pages.scenario_figure:
        scenarios = read_scenarios(book).items()
        figures |= {f"scenario-{name}": draw(book.rulebook(rulings, scenario)) for name, scenario in scenarios}
    return figures


def draw_or_fall_back(book: Book, draw: Callable[[Book], T]) -> tuple[T, bool]:
    """Make a drawing from a book, or from the game's original tables if the overlay lacks data for it.

    Args:
        book: the book.
        draw: a function that makes the drawing from a book.

    Returns:
        The drawing, and True if it was made with the game's original tables.
    """
    try:
        return draw(book), False
    except MISSES:
        if book.overlay is None:
            raise
        return draw_or_fall_back(base_book(book), draw)[0], True


def has_own_amount(book: Book, table_id: str, code: str) -> bool:
    """Return True if an overlay changes the amount of a modifier of a table."""
    return _amount(book.table(table_id), code) != _amount(base_book(book).table(table_id), code)


def place_in_overlay(book: Book, function: str, names: Iterable[str]) -> str:
    """Return the file and line of an overlay that make a citation invalid.

    If no such line can be found, return the folder of the overlay.

    Args:
        book: the book.
        function: the name of a function of `Values`.
        names: the tables, constants or terms that are cited.
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
