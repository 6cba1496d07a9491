"""Reads the medals of a game from `medals.yaml`, with the line of each mistake."""

from __future__ import annotations

from combatbox.library.book import Book
from combatbox.library.yaml12 import checked_model, read_yaml
from combatbox.play.medals import Medal, MedalFile, medal_faults


def read_medals(book: Book) -> list[Medal]:
    """Return the medals of a game, the highest first; a game without a file has none.

    Raises:
        DataError: the file has problems.
    """
    if book.medals is None:
        return []
    crew = list(book.constants.get("crew", ()))
    return checked_model(read_yaml(book.medals), MedalFile, lambda file: medal_faults(file, crew)).medals
