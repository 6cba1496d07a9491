"""The printed lines of a book's tables, and which of them an event of the log shows.

A line is what a reader sees as one row: its columns share it (`B-4/2@12_high` is in `B-4/2`), and so do hit and miss of a
to-hit table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Reached
from combatbox.core.tables import Table
from combatbox.library.book import Book

_COLUMN = re.compile(r"@[^/]+")


def line_of(row: str, table: Table | None) -> str:
    """The printed line of a row, by the row's id in the log."""
    line = _COLUMN.sub("", row)
    return line.rpartition("/")[0] if table and table.shape == "to_hit" else line


def printed(row: str) -> str:
    """The line of a row that stands in a view, where to-hit tables have no hit and miss."""
    return _COLUMN.sub("", row)


def printed_lines(book: Book) -> dict[str, str]:
    """Every printed line of a book with its table's id, in the order of the tables."""
    return {printed(row.id): table.id for table in book.tables.values() for row in book.view(table).rows}


def shown(tables: Mapping[str, Table], events: Iterable[Event]) -> Iterator[tuple[str, Reached]]:
    """Each line that comes up in a log, with its event; a throw that does not count and is made again shows none."""
    for event in events:
        if "row" in event and event["gives"] != ["again"]:
            table = event["table"].partition("/")[0]  # the second die of a row is a table of its own
            yield line_of(event["row"], tables.get(table)), event


def line_named(book: Book, text: str) -> str:
    """The line that is meant: by its id in any case, with a column or hit and miss or without, dashes of any length.

    Raises UnknownName with the nearest lines, CombatBoxError for the name of a table alone.
    """
    known = printed_lines(book)
    by_plain = {_plain(line): line for line in known}
    wanted = _plain(printed(text))
    for name in (wanted, wanted.removesuffix("/hit").removesuffix("/miss")):
        if name in by_plain:
            return by_plain[name]
    lines = [line for line, table in known.items() if _plain(table) == wanted]
    if lines:
        raise CombatBoxError(f"{text.strip()!r} is a table; name one of its rows: {', '.join(lines)}")
    table = next((t for t in set(known.values()) if wanted.startswith(f"{_plain(t)}/")), "")
    near = [line for line in known if known[line] == table] if table else list(known)
    raise UnknownName(f"row of {book.key}", text.strip(), near)


def _plain(text: str) -> str:
    """A name as it is compared: lower case, hyphens for dashes and minus signs, no blanks around the parts."""
    return "/".join(part.strip() for part in re.sub("[‐-―−]", "-", text).lower().split("/"))
