"""The printed lines of a book's tables, and the lines that come up in a log.

A printed line is what a reader sees as one row. It can combine several rows of the data: the cells of its columns
(`B-4/2@12_high` belongs to `B-4/2`), or hit and miss of a to-hit table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Reached
from combatbox.core.tables import Row
from combatbox.play.book import Book

_COLUMN = re.compile(r"@[^/]+")
"""A pattern for the column in the name of a row, as a user may write it."""


def printed_lines(book: Book) -> dict[str, str]:
    """Return a dict from the id of each printed line to the id of its table, in the order of the tables."""
    rows = book.rows()
    return {rows[row.id].line: table.id for table in book.tables.values() for row in book.view(table).rows}


def lines_in_log(rows: Mapping[str, Row], events: Iterable[Event]) -> Iterator[tuple[str, Reached]]:
    """Yield each printed line that comes up in a log, with its event.

    Rolls without a row and rolls that are repeated are skipped.

    Args:
        rows: the rows of the book, by id.
        events: the events of the log.
    """
    for event in events:
        if "row" in event and event["row"] and event["gives"] != ["again"]:
            yield rows[event["row"]].line, event


def find_line(book: Book, text: str) -> str:
    """Return the id of the printed line that a user has named.

    Case and the kind of dash do not matter; a column, `hit` or `miss` is ignored.

    Raises:
        UnknownName: there is no such line; the error has the most similar ones.
        CombatBoxError: the text names a table.
    """
    known = printed_lines(book)
    by_normal_name = {_normalize(line): line for line in known}
    wanted = _normalize(_COLUMN.sub("", text))
    for name in (wanted, wanted.removesuffix("/hit").removesuffix("/miss")):
        if name in by_normal_name:
            return by_normal_name[name]
    lines = [line for line, table in known.items() if _normalize(table) == wanted]
    if lines:
        raise CombatBoxError(f"{text.strip()!r} is a table; name one of its rows: {', '.join(lines)}")
    table = next((t for t in set(known.values()) if wanted.startswith(f"{_normalize(t)}/")), "")
    near = [line for line in known if known[line] == table] if table else list(known)
    raise UnknownName(f"row of {book.key}", text.strip(), near)


def _normalize(text: str) -> str:
    """Return a name in normal form: lower case, hyphens for dashes, no spaces around parts."""
    return "/".join(part.strip() for part in re.sub("[‐-―−]", "-", text).lower().split("/"))
