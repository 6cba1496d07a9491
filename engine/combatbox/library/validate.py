"""Validates YAML documents against declared types, and reports the line of each problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from combatbox.core.errors import MOST_LINES, DataError, Problem
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import Where, checked

M = TypeVar("M")

MOST = MOST_LINES - 1
"""The maximum number of problems of a file that are described; the others are counted, in the last line."""


def checked_model(
    document: Document, cls: type[M], faults: Callable[[M], Iterable[tuple[Where, str]]] = lambda model: ()
) -> M:
    """Validate a document as its declared type, and by a check of what a declaration cannot express.

    Args:
        document: the document.
        cls: the type.
        faults: a function that yields the faults of valid data, each with its place in the document.

    Raises:
        DataError: the document has problems; all of them are listed.
    """
    problems: list[Problem] = []
    model = model_of(document, cls, problems)
    if model is not None:
        problems += [document.problem(where, message) for where, message in faults(model)]
    if problems or model is None:
        raise DataError(problems)
    return model


def model_of(document: Document, cls: type[M], problems: list[Problem]) -> M | None:
    """Validate a document as its declared type; return None if it has problems.

    Args:
        document: the document.
        cls: the type.
        problems: the list to which the problems are added, with their lines.
    """
    model: M
    model, wrong = checked(cls, document.data)
    problems += [document.fault(where, message) for where, message in wrong[:MOST]]
    if rest := wrong[MOST:]:
        problems.append(document.problem(rest[0][0], f"{len(rest)} more problems from here on"))
    return None if wrong else model
