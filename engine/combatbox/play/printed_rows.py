"""The printed lines of a book's tables, and which of them an event of the log shows.

A line is what a reader sees as one row: its columns share it (`B-4/2@12_high` is in `B-4/2`), and so do hit and miss of a
to-hit table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Reached
from combatbox.core.tables import Row
from combatbox.play.book import Book

_COLUMN = re.compile(r"@[^/]+")
"""What somebody who names a row may write of the column in it."""


def printed_lines(book: Book) -> dict[str, str]:
    """Every printed line of a book with its table's id, in the order of the tables."""
    rows = book.rows()
    return {rows[row.id].line: table.id for table in book.tables.values() for row in book.view(table).rows}


def shown(rows: Mapping[str, Row], events: Iterable[Event]) -> Iterator[tuple[str, Reached]]:
    """Each line that comes up in a log, with its event; a throw that does not count and is made again shows none.

    rows: of the book, by id. Dice that were thrown for no row show none either.
    """
    for event in events:
        if "row" in event and event["row"] and event["gives"] != ["again"]:
            yield rows[event["row"]].line, event


def line_named(book: Book, text: str) -> str:
    """The line that is meant: by its id in any case, with a column or hit and miss or without, dashes of any length.

    Raises UnknownName with the nearest lines, CombatBoxError for the name of a table alone.
    """
    known = printed_lines(book)
    by_plain = {_plain(line): line for line in known}
    wanted = _plain(_COLUMN.sub("", text))
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
