"""The tutorial mission, and checks of its captions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.errors import CombatBoxError, suggest
from combatbox.core.events import Event
from combatbox.library.book import Book
from combatbox.library.schema import LessonModel
from combatbox.library.yaml12 import Where, checked_model, read_yaml
from combatbox.play.setup_choices import begun


def read_lesson(book: Book) -> LessonModel | None:
    """Read the tutorial of a book; return None if it has none.

    Raises:
        DataError: the file has problems.
    """
    if book.lesson is None:
        return None
    return checked_model(read_yaml(book.lesson), LessonModel, partial(_faults, book))


def _faults(book: Book, lesson: LessonModel) -> Iterator[tuple[Where, str]]:
    """Yield every place, ruling or mission that the game does not have, with its place in the file."""
    if lesson.mission > book.missions:
        yield ("mission",), f"mission {lesson.mission}: missions are 1 to {book.missions}"
    try:
        book.chosen(lesson.rulings)
    except CombatBoxError as error:
        yield ("rulings",), str(error)
    captioned: set[str] = set()
    for index, caption in enumerate(lesson.captions):
        where = ("captions", index, "at")
        if caption.at not in book.places:
            yield where, f"unknown place {caption.at!r}{suggest(caption.at, book.places)}"
        if caption.at in captioned:
            yield where, f"{caption.at}: has two captions; merge them"
        captioned.add(caption.at)


def fly_lesson(book: Book, lesson: LessonModel) -> list[Event]:
    """Simulate the mission of a tutorial with the default player, and return the events of the mission."""
    run = next(iter(book.game.runs))
    session = begun(book, seed=lesson.seed, run=run, mission=lesson.mission, rulings=lesson.rulings)
    return session.fly(DefaultPlayer()).events


def caption_faults(book: Book, lesson: LessonModel) -> list[str]:
    """Return the mismatches between the captions of a tutorial and its mission.

    Mismatches are captions for a place that the mission never reaches, captions in the wrong order, and places with a
    decision but without a caption.
    """
    events = fly_lesson(book, lesson)
    reached = list(dict.fromkeys(event["place"] for event in events))
    captioned = [caption.at for caption in lesson.captions]
    missed = [f"{place}: the mission never reaches this place" for place in captioned if place not in reached]
    asked = dict.fromkeys(event["place"] for event in events if event["kind"] == "choice")
    uncaptioned = [
        f"{place}: a decision is made here; add a caption that explains it" for place in asked if place not in captioned
    ]
    on_the_way = [place for place in captioned if place in reached]
    ordered = sorted(on_the_way, key=reached.index)
    late = next((place for place, due in zip(on_the_way, ordered, strict=True) if place != due), "")
    return [
        *missed,
        *uncaptioned,
        *([f"{late}: the caption is out of order; move it behind those of earlier places"] if late else []),
    ]
