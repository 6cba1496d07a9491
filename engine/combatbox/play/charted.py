"""The record sheets of a game as tables of text: the fields that `Game.forms` fills from a log, each under its own name.

Whoever has no PDF shows them: a table of names and values, one with columns where several have the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.core.wording import capital
from combatbox.play.book import Book

Table = dict[str, Any]
"""`title`, `columns` (none where a row is a name and a value) and `rows`, all of text."""


def charted(book: Book, forms: Mapping[str, Any]) -> list[Table]:
    """All sheets, table by table, in the order of their fields. A sheet that is also one of a list of them is told there."""

    def value(text: str) -> str:
        """A text of a field: a word of the game is said, what a player wrote stays as it is."""
        return book.say(text) if text in book.words or (text.islower() and "_" in text) else text

    listed = [one for several in forms.values() if isinstance(several, list) for one in several]
    sheets = {name: one for name, one in forms.items() if not isinstance(one, Mapping) or one not in listed}
    return list(_Charts(lambda name: capital(name.replace("_", " ")), value).tables("", sheets))


class _Charts:
    """Sets nested fields as tables. label: the name of a field; value: a text in one."""

    def __init__(self, label: Callable[[str], str], value: Callable[[str], str]) -> None:
        self._label, self._value = label, value

    def tables(self, title: str, fields: Mapping[str, Any]) -> Iterator[Table]:
        """The tables of some fields: what is plain first, then each of those that hold fields of their own."""
        rows = [[self._label(str(name)), self._cell(value)] for name, value in fields.items() if _plain(value)]
        if rows:
            yield {"title": title, "columns": [], "rows": rows}
        for name, value in fields.items():
            if not _plain(value):
                yield from self._deep(", ".join(filter(None, [title, self._label(str(name))])), value)

    def _deep(self, title: str, value: Any) -> Iterator[Table]:
        several = value if isinstance(value, Mapping) else {str(n): one for n, one in enumerate(value, start=1)}
        if not all(isinstance(one, Mapping) for one in several.values()):
            yield from self.tables(title, several)
        elif all(_plain(field) for one in several.values() for field in one.values()):
            names = list(dict.fromkeys(name for one in several.values() for name in one))
            yield {
                "title": title,
                "columns": ["", *(self._label(str(name)) for name in names)],
                "rows": [
                    [self._label(str(key)), *(self._cell(one.get(name)) for name in names)]
                    for key, one in several.items()
                ],
            }
        else:
            for key, one in several.items():
                yield from self.tables(f"{title} {self._label(str(key))}", one)

    def _cell(self, value: Any) -> str:
        if value is None or isinstance(value, bool):
            return "✓" if value else ""
        if isinstance(value, str):
            return self._value(value)
        return ", ".join(map(self._cell, value)) if isinstance(value, list | tuple | dict) else str(value)


def _plain(value: Any) -> bool:
    """One cell holds it: a text, a number, a mark, or a list of them."""
    if isinstance(value, list | tuple):
        return all(not isinstance(one, list | tuple | Mapping) for one in value)
    return not isinstance(value, Mapping) or not value
