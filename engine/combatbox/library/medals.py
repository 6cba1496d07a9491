"""Reads the medals of a game from `medals.yaml`, with the line of each mistake."""

from __future__ import annotations

from combatbox.core.errors import DataError
from combatbox.library.book import Book
from combatbox.library.yaml12 import read_yaml
from combatbox.play.dataclass_validation import build_declared, faults
from combatbox.play.medals import Medal, MedalFile, medal_faults


def read_medals(book: Book) -> list[Medal]:
    """Return the medals of a game, the highest first; a game without a file has none.

    Raises:
        DataError: the file has problems.
    """
    if book.medals is None:
        return []
    document = read_yaml(book.medals)
    if wrong := faults(MedalFile, document.data):
        raise DataError([document.problem(where, message) for where, message in wrong])
    file: MedalFile = build_declared(MedalFile, document.data)
    if wrong := list(medal_faults(file, list(book.constants.get("crew", ())))):
        raise DataError([document.problem(where, message) for where, message in wrong])
    return file.medals
