"""The record sheets of a game as tables of text, converted from the fields that `Game.forms` fills in from a log.

These tables are for readers who do not use the PDF. A sheet has one table of names and values, and tables with columns
for records that have the same fields. Empty fields are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.table_views import capital
from combatbox.play.book import Book

Table = dict[str, Any]
"""A table of text with the keys `sheet`, `title`, `columns` (empty if each row is a name and a value) and `rows`."""

WHOLE = 3
"""If the items of a list have at least this many nested fields, each item gets a separate sheet."""

WIDE = 14
"""If an item of a list has more values than this, it gets a separate sheet."""


def record_tables(book: Book, forms: Mapping[str, Any]) -> list[Table]:
    """Return the tables of all sheets, in the order of their fields.

    A sheet that is also contained in a list of sheets appears only in the list.
    """

    def label(name: str) -> str:
        words, field = book.game.form_words.get(name), name.rpartition(".")[2]
        return capital(book.say(field) if field in book.words else field.replace("_", " ")) if words is None else words

    def value(text: str) -> str:
        """Return the text of a field: terms of the game in English, the player's text unchanged."""
        return book.say(text) if text in book.words or (text.islower() and "_" in text) else text

    listed = [sheet for several in forms.values() if isinstance(several, list) for sheet in several]
    sheets = {name: sheet for name, sheet in forms.items() if not isinstance(sheet, Mapping) or sheet not in listed}
    return list(_Charts(label, value).sheets(sheets))


@frozen
class _Charts:
    """A converter of nested fields to tables.

    Attributes:
        _label: a function that returns the label of a field; empty to leave the field out.
        _value: a function that returns the text of a field's value.
    """

    _label: Callable[[str], str]
    _value: Callable[[str], str]

    def sheets(self, fields: Mapping[str, Any]) -> Iterator[Table]:
        """Yield one sheet for the plain fields, one for each other field, and one for each record in a list."""
        labelled = {name: value for name, value in fields.items() if self._label(name)}
        yield from self._sheet("", {name: value for name, value in labelled.items() if _is_plain(value)})
        for name, value in labelled.items():
            if isinstance(value, list) and any(map(self._fills_sheet, value)):
                for number, sheet in enumerate(value, start=1):
                    yield from self._sheet(f"{self._label(name)} {number}", sheet)
            elif not _is_plain(value):
                yield from self._sheet(self._label(name), value if isinstance(value, Mapping) else _numbered(value))

    def _sheet(self, sheet: str, fields: Mapping[str, Any]) -> Iterator[Table]:
        for table in self._tables("", fields):
            yield {"sheet": sheet, **table}

    def _tables(self, title: str, fields: Mapping[str, Any]) -> Iterator[Table]:
        """Yield one table for records that are alike, otherwise a table of the plain fields and tables of the rest."""
        if _are_alike(fields):
            yield from self._several(title, fields)
            return
        rows = [row for row in self._pairs("", fields) if row[1]]
        if rows:
            yield {"title": title, "columns": [], "rows": rows}
        for name, value in fields.items():
            if not _is_flat(value) and self._label(str(name)):
                under = _subtitle(title, self._label(str(name)))
                yield from self._tables(under, value if isinstance(value, Mapping) else _numbered(value))

    def _fills_sheet(self, record: Any) -> bool:
        """Return True if a value gets a separate sheet."""
        if not isinstance(record, Mapping):
            return False
        deep = sum(not _is_flat(value) for value in record.values())
        return deep >= WHOLE or len(list(self._pairs("", record))) > WIDE or _are_alike(record)

    def _pairs(self, before: str, fields: Mapping[str, Any]) -> Iterator[list[str]]:
        """Yield the names and values of plain fields, including those one level down."""
        for name, value in fields.items():
            label = _subtitle(before, self._label(str(name)))
            if not self._label(str(name)) or not _is_flat(value):
                continue
            if isinstance(value, Mapping) and value:
                yield from self._pairs(label, value)
            else:
                yield [label, capital(self._cell(value))]

    def _several(self, title: str, records: Mapping[str, Any]) -> Iterator[Table]:
        """Yield a table with a row for each record, and tables of their nested fields."""
        rows = {key: dict(self._pairs("", record)) for key, record in records.items()}
        yield from self._grid(title, {(self._label(str(key)),): row for key, row in rows.items()})
        deep = dict.fromkeys(
            name for record in records.values() for name, value in record.items() if not _is_flat(value)
        )
        for name in deep:
            inner = {key: record[name] for key, record in records.items() if not _is_flat(record.get(name, ""))}
            nested = {
                key: record if isinstance(record, Mapping) else _numbered(record) for key, record in inner.items()
            }
            under = _subtitle(title, self._label(name))
            if all(map(_are_alike, nested.values())) and all(
                _is_flat(each) for record in nested.values() for each in record.values()
            ):
                cells: dict[tuple[str, ...], dict[str, str]] = {
                    (self._label(str(key)), self._label(str(part))): dict(self._pairs("", each))
                    for key, record in nested.items()
                    for part, each in record.items()
                }
                yield from self._grid(under, cells)
            else:
                for key, record in nested.items():
                    yield from self._tables(f"{under} {self._label(str(key))}", record)

    def _grid(self, title: str, rows: Mapping[tuple[str, ...], Mapping[str, str]]) -> Iterator[Table]:
        """Yield a table without empty columns, and without rows that have only a number.

        A column that only repeats the row numbers is removed, and its name becomes the heading of the numbers.
        """
        filled = {key: row for key, row in rows.items() if [*filter(None, row.values())] not in ([], [key[0]])}
        if not filled:
            return
        columns: list[str] = list(dict.fromkeys(name for row in filled.values() for name in row))
        columns = [name for name in columns if any(row.get(name) for row in filled.values())]
        head = [""] * len(next(iter(filled)))
        numbers = [
            name for name in columns if len(head) == 1 and all(row.get(name) == key[0] for key, row in filled.items())
        ]
        if numbers:
            head[0] = numbers[0]
            columns.remove(numbers[0])
        cells = [[*key, *(row.get(name, "") for name in columns)] for key, row in filled.items()]
        yield {"title": title, "columns": [*head, *columns], "rows": cells}

    def _cell(self, value: Any) -> str:
        if value is None or isinstance(value, bool):
            return "✓" if value else ""
        if isinstance(value, str):
            return self._value(value)
        if not isinstance(value, list | tuple):
            return str(value) if value != {} else ""
        cells = [self._cell(item) for item in value]
        between = "; " if any(isinstance(item, list | tuple) for item in value) else ", "
        return between.join(cell or "–" for cell in cells) if any(cells) else ""


def _subtitle(title: str, label: str) -> str:
    """Return a title followed by the label of one of its parts."""
    return f"{title}, {label if label[:2].isupper() else label[:1].lower() + label[1:]}" if title else label


def _numbered(several: list[Any]) -> dict[str, Any]:
    return {str(number): one for number, one in enumerate(several, start=1)}


def _is_plain(value: Any) -> bool:
    """Return True if a value fits into one cell: a text, a number, a boolean, or a list of such values."""
    if isinstance(value, list | tuple):
        return all(_is_plain(item) and not isinstance(item, Mapping) for item in value)
    return not isinstance(value, Mapping) or not value


def _is_flat(value: Any) -> bool:
    """Return True if a value fits into a few rows: it is plain, or its fields are plain."""
    return _is_plain(value) or (isinstance(value, Mapping) and all(map(_is_plain, value.values())))


def _are_alike(values: Mapping[str, Any]) -> bool:
    """Return True if all values are mappings that have a key in common."""
    records = list(values.values())
    if not records or not all(isinstance(record, Mapping) and record for record in records):
        return False
    return bool(set.intersection(*(set(record) for record in records)))
