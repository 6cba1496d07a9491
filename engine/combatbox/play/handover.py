"""A game between two people on two devices, handed over as a shared text after each turn of a side.

There is no server, so a device knows only its own copy of the game. It accepts a text that continues this copy, and
refuses a text that is older or has other answers or dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.dice import seed_from_header
from combatbox.core.errors import LogError
from combatbox.core.events import Event, answers_of, faces_of
from combatbox.core.table_views import plural
from combatbox.play.book import Book
from combatbox.play.checkpoint import unpack_records


class StaleHandover(LogError):
    """Raised if a shared text does not continue the game on this device."""


@dataclass(frozen=True)
class _Course:
    """The course of a saved game: how it began, its answers, and the entered dice."""

    begins: tuple[Any, ...]
    answers: list[tuple[str, str]]
    faces: list[int]


def check_goes_on(book: Book, shared: Mapping[str, Any], stored: Mapping[str, Any]) -> None:
    """Check that a shared game continues the game that this device has saved.

    Args:
        book: the book of the game.
        shared: the save in the shared text.
        stored: the save on this device.

    Raises:
        StaleHandover: the shared text belongs to another game, is an earlier state of this game, or has other answers
            or dice.
    """
    new, old = _course(book, shared), _course(book, stored)
    if new.begins != old.begins:
        raise StaleHandover(
            "the link belongs to another game than the one saved on this device under the same id; remove the game here to open it"
        )
    same = min(len(new.answers), len(old.answers))
    differs = next((n for n in range(same) if new.answers[n] != old.answers[n]), None)
    thrown = min(len(new.faces), len(old.faces))
    if differs is not None or new.faces[:thrown] != old.faces[:thrown]:
        where = f"at decision {differs + 1}" if differs is not None else "in the entered dice"
        raise StaleHandover(
            f"the link and the game on this device differ {where}; remove the game here to continue from the link"
        )
    ahead = len(old.answers) - len(new.answers)
    if ahead > 0:
        raise StaleHandover(
            f"the link is stale: the game on this device is {plural(ahead, 'decision')} ahead; "
            "continue that game, or open a newer link"
        )


def _course(book: Book, save: Mapping[str, Any]) -> _Course:
    head, past = save["header"], _past_events(save)
    begins = (head["game"], head["run"], head["dice"], head["setup"], book.chosen(head["rulings"]))
    answers = [*answers_of(past), *((answer[0], answer[1]) for answer in save["answers"])]
    by_hand = seed_from_header(head["dice"]) is None
    faces = [*faces_of(past), *save["faces"]] if by_hand else []
    return _Course(begins, answers, faces)


def _past_events(save: Mapping[str, Any]) -> list[Event]:
    """Return the events of a save up to its last checkpoint."""
    closed = save.get("closed")
    return [*unpack_records(closed["records"]), closed["event"]] if closed else []
