"""The record sheets of a game as tables of text: what `Game.forms` fills in from a log, under the words that the game has for it.

Whoever has no PDF shows them. A sheet has a table of names and values, and one with columns for whatever comes several times with
the same fields. What holds nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.core.table_views import capital
from combatbox.play.book import Book

Table = dict[str, Any]
"""`sheet` on which it stands and its `title` there, `columns` (none where a row is a name and a value) and `rows`, all of text."""

WHOLE = 3
"""How many parts with fields of their own make something that comes several times a sheet by itself, each time it comes."""

WIDE = 14
"""So do more values than so many columns hold."""


def charted(book: Book, forms: Mapping[str, Any]) -> list[Table]:
    """All sheets, table by table, in the order of their fields. A sheet that is also one of a list of them is told there."""

    def label(name: str) -> str:
        words, field = book.game.form_words.get(name), name.rpartition(".")[2]
        return capital(book.say(field) if field in book.words else field.replace("_", " ")) if words is None else words

    def value(text: str) -> str:
        """A text of a field: a word of the game is said, what a player wrote stays as it is."""
        return book.say(text) if text in book.words or (text.islower() and "_" in text) else text

    listed = [one for several in forms.values() if isinstance(several, list) for one in several]
    sheets = {name: one for name, one in forms.items() if not isinstance(one, Mapping) or one not in listed}
    return list(_Charts(label, value).sheets(sheets))


class _Charts:
    """Sets nested fields as tables. label: what a field is called, nothing where it is not for readers; value: a text in one."""

    def __init__(self, label: Callable[[str], str], value: Callable[[str], str]) -> None:
        self._label, self._value = label, value

    def sheets(self, fields: Mapping[str, Any]) -> Iterator[Table]:
        """A sheet of what stands by itself, one of each other field, and of a list of sheets one each."""
        known = {name: one for name, one in fields.items() if self._label(name)}
        yield from self._sheet("", {name: one for name, one in known.items() if _plain(one)})
        for name, one in known.items():
            if isinstance(one, list) and any(map(self._whole, one)):
                for number, sheet in enumerate(one, start=1):
                    yield from self._sheet(f"{self._label(name)} {number}", sheet)
            elif not _plain(one):
                yield from self._sheet(self._label(name), one if isinstance(one, Mapping) else _numbered(one))

    def _sheet(self, sheet: str, fields: Mapping[str, Any]) -> Iterator[Table]:
        for table in self._tables("", fields):
            yield {"sheet": sheet, **table}

    def _tables(self, title: str, fields: Mapping[str, Any]) -> Iterator[Table]:
        """The tables of some fields: what they are, if that comes several times; else what is plain, and then the others."""
        if _alike(fields):
            yield from self._several(title, fields)
            return
        rows = [row for row in self._pairs("", fields) if row[1]]
        if rows:
            yield {"title": title, "columns": [], "rows": rows}
        for name, value in fields.items():
            if not _flat(value) and self._label(str(name)):
                under = _under(title, self._label(str(name)))
                yield from self._tables(under, value if isinstance(value, Mapping) else _numbered(value))

    def _whole(self, one: Any) -> bool:
        """Whether something fills a sheet by itself."""
        if not isinstance(one, Mapping):
            return False
        deep = sum(not _flat(value) for value in one.values())
        return deep >= WHOLE or len(list(self._pairs("", one))) > WIDE or _alike(one)

    def _pairs(self, before: str, fields: Mapping[str, Any]) -> Iterator[list[str]]:
        """Names and values of what is plain, and of what holds nothing else."""
        for name, value in fields.items():
            label = _under(before, self._label(str(name)))
            if not self._label(str(name)) or not _flat(value):
                continue
            if isinstance(value, Mapping) and value:
                yield from self._pairs(label, value)
            else:
                yield [label, capital(self._cell(value))]

    def _several(self, title: str, several: Mapping[str, Any]) -> Iterator[Table]:
        """What comes several times, a row each; and of what each holds beside, one table for all."""
        rows = {key: dict(self._pairs("", one)) for key, one in several.items()}
        yield from self._grid(title, {(self._label(str(key)),): row for key, row in rows.items()})
        deep = dict.fromkeys(name for one in several.values() for name, value in one.items() if not _flat(value))
        for name in deep:
            inner = {key: one[name] for key, one in several.items() if not _flat(one.get(name, ""))}
            held = {key: one if isinstance(one, Mapping) else _numbered(one) for key, one in inner.items()}
            under = _under(title, self._label(name))
            if all(map(_alike, held.values())) and all(_flat(each) for one in held.values() for each in one.values()):
                cells: dict[tuple[str, ...], dict[str, str]] = {
                    (self._label(str(key)), self._label(str(part))): dict(self._pairs("", each))
                    for key, one in held.items()
                    for part, each in one.items()
                }
                yield from self._grid(under, cells)
            else:
                for key, one in held.items():
                    yield from self._tables(f"{under} {self._label(str(key))}", one)

    def _grid(self, title: str, rows: Mapping[tuple[str, ...], Mapping[str, str]]) -> Iterator[Table]:
        """Rows under columns. Columns in which nothing stands are left out, and rows that have no more than their number; a column
        of nothing but these numbers names them."""
        told = {key: row for key, row in rows.items() if [*filter(None, row.values())] not in ([], [key[0]])}
        if not told:
            return
        columns: list[str] = list(dict.fromkeys(name for row in told.values() for name in row))
        columns = [name for name in columns if any(row.get(name) for row in told.values())]
        heads = [""] * len(next(iter(told)))
        numbers = [
            name for name in columns if len(heads) == 1 and all(row.get(name) == key[0] for key, row in told.items())
        ]
        if numbers:
            heads[0] = numbers[0]
            columns.remove(numbers[0])
        cells = [[*key, *(row.get(name, "") for name in columns)] for key, row in told.items()]
        yield {"title": title, "columns": [*heads, *columns], "rows": cells}

    def _cell(self, value: Any) -> str:
        if value is None or isinstance(value, bool):
            return "✓" if value else ""
        if isinstance(value, str):
            return self._value(value)
        if not isinstance(value, list | tuple):
            return str(value) if value != {} else ""
        cells = [self._cell(one) for one in value]
        between = "; " if any(isinstance(one, list | tuple) for one in value) else ", "
        return between.join(cell or "–" for cell in cells) if any(cells) else ""


def _under(title: str, label: str) -> str:
    """What a part of something with a title is called."""
    return f"{title}, {label if label[:2].isupper() else label[:1].lower() + label[1:]}" if title else label


def _numbered(several: list[Any]) -> dict[str, Any]:
    return {str(number): one for number, one in enumerate(several, start=1)}


def _plain(value: Any) -> bool:
    """One cell holds it: a text, a number, a mark, or a list of them or of such lists."""
    if isinstance(value, list | tuple):
        return all(_plain(one) and not isinstance(one, Mapping) for one in value)
    return not isinstance(value, Mapping) or not value


def _flat(value: Any) -> bool:
    """A few rows hold it: it is plain, or has fields that are."""
    return _plain(value) or (isinstance(value, Mapping) and all(map(_plain, value.values())))


def _alike(several: Mapping[str, Any]) -> bool:
    """Things of one kind: each has fields, and some of them all have."""
    ones = list(several.values())
    if not ones or not all(isinstance(one, Mapping) and one for one in ones):
        return False
    return bool(set.intersection(*(set(one) for one in ones)))
