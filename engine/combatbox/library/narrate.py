"""A log as a story: each event handed to the game's teller with the state it left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combatbox.core.events import Event
from combatbox.core.game import Line, Words
from combatbox.library.book import Book


def words_of(book: Book) -> Words:
    """What a teller needs of a book."""
    titles = {key: table.title for key, table in book.tables.items()}
    return Words(book.rows(), titles, book.say, book.meta.constants)


def narrate_events(book: Book, events: list[Event]) -> Iterator[tuple[Event, list[Line]]]:
    """Each event with its lines."""
    words = words_of(book)
    state: dict[str, Any] = {}
    for event in events:
        for path, _old, new in event["changes"]:
            if new is None:
                state.pop(path, None)
            else:
                state[path] = new
        yield event, list(book.game.tell(event, state, words))


def narrate(book: Book, events: list[Event]) -> Iterator[Line]:
    """All lines of a log."""
    for _event, lines in narrate_events(book, events):
        yield from lines
