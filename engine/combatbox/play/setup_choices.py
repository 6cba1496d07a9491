"""What there is to choose from before a game, as plain data: runs, missions, names, dice, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.game import Setup
from combatbox.play.book import Book, Ruling
from combatbox.play.narrate import narrate_events
from combatbox.play.session import Session

TOUR = "tour"
"""The run of a game in which missions follow each other; where there is one they have numbers alone."""


def choices(book: Book) -> dict[str, Any]:
    """All of it. `titles` of the missions, by their numbers from 1, where each is another; `names` that can be given, by key;
    `rolled`, the tables that dice are thrown for; a ruling is `optional` where it puts an optional rule in force."""
    return {
        "game": book.key,
        "title": book.title,
        "digest": book.digest,
        "version": book.version,
        "runs": list(book.game.runs),
        "missions": book.missions,
        "titles": _titles(book),
        "names": list(_names(book)),
        "rolled": [{"id": table.id, "title": table.title} for table in _rolled(book)],
        "rulings": {ruling.key: _asked(book, ruling) for ruling in book.rulings.values() if len(ruling.options) > 1},
        "places": {name: place.question for name, place in book.places.items() if place.question},
        "players": 2 if book.game.board.opponent else 1,
    }


def _asked(book: Book, ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "options": {name: choice.words for name, choice in ruling.options.items()},
        "default": ruling.default,
        "optional": ruling.id in book.optional,
    }


def _titles(book: Book) -> list[str]:
    """How the story of each begins; nothing for the missions of a tour, which begin alike."""
    if TOUR in book.game.runs or book.missions == 1 or not book.game.runs:
        return []
    titles = []
    for number in range(1, book.missions + 1):
        session = Session(book, run=next(iter(book.game.runs)), setup=Setup(number), seed="1")
        session.advance()
        told = (line.text for _event, lines in narrate_events(book, session.journal.events) for line in lines)
        titles.append(next(told, ""))
    return titles


def _names(book: Book) -> Iterator[dict[str, str]]:
    """Every name that a player may give, under its key (`crew.pilot`, `wingmen.0`), with what it is called without."""
    known: Mapping[str, Any] = book.constants.get("names", {})
    for key, usual in known.items():
        if isinstance(usual, str):
            yield {"key": key, "label": book.say(key), "usual": usual}
        else:
            yield from ({"key": f"{key}.{n}", "label": one, "usual": one} for n, one in enumerate(usual))
    if known:
        for role in book.constants.get("crew", {}):
            yield {"key": f"crew.{role}", "label": book.say(role), "usual": ""}


def names_given(book: Book, names: Mapping[str, Any]) -> dict[str, Any]:
    """Names as a set-up has them: those of a list are told by their numbers, and the others of it are as usual."""
    usual = book.constants.get("names", {})
    given = dict(names)
    for key, value in names.items():
        if isinstance(value, Mapping) and isinstance(usual.get(key), list):
            given[key] = [value.get(str(number), one) for number, one in enumerate(usual[key])]
    return given


def _rolled(book: Book) -> Iterator[Any]:
    rulebook = book.rulebook()
    return (table for name, table in rulebook.tables.items() if table.count and table.id == name)
