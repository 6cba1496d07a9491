"""The mission that a newcomer is led through: read, and held against the mission that it tells of."""

from __future__ import annotations

from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DataError, Problem, suggest
from combatbox.core.events import Event, Journal
from combatbox.core.game import Setup, fly
from combatbox.library.book import Book
from combatbox.library.schema import LessonModel
from combatbox.library.validate import model_of
from combatbox.library.yaml12 import Document, read_yaml
from combatbox.play.replay import header


def read_lesson(book: Book) -> LessonModel | None:
    """The first mission of a book; None where it has none. Raises DataError."""
    if book.lesson is None:
        return None
    document = read_yaml(book.lesson)
    problems: list[Problem] = []
    model = model_of(document, LessonModel, problems)
    if model is not None:
        problems += _unknown(book, document, model)
    if problems or model is None:
        raise DataError(problems)
    return model


def _unknown(book: Book, document: Document, lesson: LessonModel) -> list[Problem]:
    """What a lesson names that the game does not have."""
    problems: list[Problem] = []
    if lesson.mission > book.missions:
        problems.append(document.problem(("mission",), f"mission {lesson.mission}: missions are 1 to {book.missions}"))
    try:
        book.chosen(lesson.rulings)
    except CombatBoxError as error:
        problems.append(document.problem(("rulings",), str(error)))
    told: set[str] = set()
    for index, caption in enumerate(lesson.captions):
        if caption.at not in book.places:
            known = suggest(caption.at, book.places)
            problems.append(document.problem(("captions", index, "at"), f"there is no place {caption.at!r}{known}"))
        if caption.at in told:
            problems.append(document.problem(("captions", index, "at"), f"{caption.at}: has a caption already"))
        told.add(caption.at)
    return problems


def flown(book: Book, lesson: LessonModel) -> list[Event]:
    """The mission of a lesson, as the doctrine flies it."""
    rulebook, run = book.rulebook(book.chosen(lesson.rulings)), next(iter(book.game.runs))
    setup: Setup[Any] = Setup(lesson.mission)
    journal = Journal(header(book, run, rulebook.rulings, setup, f"seed {lesson.seed}"))
    fly(book.game, rulebook, SeededDice(lesson.seed), run=run, setup=setup, player=DefaultPlayer(), journal=journal)
    return journal.events


def faults(book: Book, lesson: LessonModel) -> list[str]:
    """What does not fit: a caption for a place that the mission never comes to, or before one that it comes to earlier; a
    place where something is asked, and no caption says what."""
    events = flown(book, lesson)
    reached = list(dict.fromkeys(event["place"] for event in events))
    told = [caption.at for caption in lesson.captions]
    missed = [f"{place}: this mission never comes there" for place in told if place not in reached]
    asked = dict.fromkeys(event["place"] for event in events if event["kind"] == "choice")
    silent = [
        f"{place}: is asked there, and no caption tells a newcomer what it is about"
        for place in asked
        if place not in told
    ]
    there = [place for place in told if place in reached]
    ordered = sorted(there, key=reached.index)
    late = next((place for place, due in zip(there, ordered, strict=True) if place != due), "")
    return [
        *missed,
        *silent,
        *([f"{late}: its caption stands before that of a place which comes first"] if late else []),
    ]
