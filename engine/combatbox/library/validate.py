"""Validates YAML documents with pydantic models, and reports the line of each problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from combatbox.core.errors import MOST_LINES, DataError, Problem, suggest
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import Where

M = TypeVar("M", bound=BaseModel)


MAPPINGS = ("model_type", "dict_type")
"""The types of pydantic errors for a value that should be a mapping.

For these errors, messages of our own replace those of pydantic, which name Python classes.
"""

MOST = MOST_LINES - 1
"""The maximum number of problems of a file that are described; the others are counted, in the last line."""

_LENGTH = re.compile(r"^(?:List|String) (should have at (?:least|most) \d+ \w+)(?: after validation, not \d+)?$")
"""Pydantic's message about the length of a list or text; only its group is shown."""


def checked_model(document: Document, cls: type[M], faults: Callable[[M], Iterable[tuple[Where, str]]]) -> M:
    """Validate a document as a model, and by a check of what a schema cannot express.

    Args:
        document: the document.
        cls: the class of the model.
        faults: a function that yields the faults of a valid model, each with its place in the document.

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
    """Validate a document as a model; return None if it has problems.

    Args:
        document: the document.
        cls: the class of the model.
        problems: the list to which the problems are added, with their lines.
    """
    try:
        return cls.model_validate(document.data)
    except ValidationError as error:
        faulty: dict[tuple[Where, str], list[Any]] = {}
        for fault in error.errors(include_url=False):
            where = _node(document, fault["loc"])
            name = str(fault["loc"][-1]) if fault["type"] == "missing" else ""
            faulty.setdefault((where, name), []).append(fault)
        around = {where[:length] for where, _ in faulty for length in range(len(where))}
        # of several shapes that do not fit, the one that nearly fits has the best message
        shown = [place for place in faulty if place[1] or place[0] not in around]
        if rest := shown[MOST:]:
            problems.append(document.problem(rest[0][0], f"{len(rest)} more problems from here on"))
        for where, name in shown[:MOST]:
            shown_place = (
                where[:-1] if name and where[-1:] == (name,) else where
            )  # a key of an overlay that takes it out
            place = ".".join(str(part) for part in (*shown_place, name) if part != "")
            advice = _advice(faulty[where, name], where, cls)
            problems.append(document.problem(where, f"{place}: {advice}" if place else advice))
        return None


def _node(document: Document, loc: Where) -> Where:
    """Return the path of the node in the document that corresponds to the location of a pydantic error."""
    where: Where = ()
    for part in loc:
        if (*where, part) in document.lines:
            where = (*where, part)
    return where


def _advice(faults: list[Any], where: Where, cls: type[BaseModel]) -> str:
    kind = faults[0]["type"]
    if kind == "extra_forbidden":
        model = _model_at(cls, where[:-1])
        return f"unknown key{suggest(str(where[-1]), model.model_fields if model else ())}"
    if kind == "missing":
        return "is missing; add it"
    if kind in MAPPINGS and len({fault["type"] for fault in faults}) == 1:
        return f"a mapping is wanted; found {faults[0]['input']!r}"[:300]
    messages = (_LENGTH.sub(r"\1", fault["msg"]).removeprefix("Input should be ") for fault in faults)
    wants = " or ".join(dict.fromkeys(messages))
    wants = wants if wants[:1].isupper() or wants.startswith("should") else f"should be {wants}"
    return f"{wants[0].lower()}{wants[1:]}; found {faults[0]['input']!r}"[:300]


def _model_at(cls: type[BaseModel], where: Where) -> type[BaseModel] | None:
    """Return the model for the mapping at a place of a document; None if the place has no model."""
    model: type[BaseModel] | None = cls
    for part in where:
        known = model.model_fields.get(str(part)) if model else None
        if known:
            model = _inner_model(known.annotation)
    return model


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_inner_model, get_args(annotation))), None)
