"""Validation of logs, saves and set-ups: every part must have its declared type.

The checksums in a file prove that it has not been edited since it was written; this module proves that it can be
replayed. The schema of a log line is the published one (`play.json_schemas`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from combatbox.core.annotations import Known
from combatbox.core.errors import CombatBoxError, LogError
from combatbox.core.game import Setup
from combatbox.play.book import Book
from combatbox.play.dataclass_validation import build_declared, faults
from combatbox.play.json_schemas import Schema, log_schema, save_schema
from combatbox.play.logs import Log

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "array": (list, tuple),
    "object": dict,
}


def fault(schema: Schema, data: Any, place: str = "") -> str:
    """Return the first fault of JSON data, with its path; empty if the data match the schema.

    Args:
        schema: the schema, with only the few keywords that our schemas use.
        data: the data to check.
        place: the path to the data.
    """
    return next(_faults(schema, data, place), "")


def _faults(schema: Schema, data: Any, place: str) -> Iterator[str]:
    kind = schema.get("type")
    at = f"{place}: " if place else ""
    if kind and (not isinstance(data, _TYPES[kind]) or (kind == "integer" and isinstance(data, bool))):
        yield f"{at}must be {'an' if kind[0] in 'aio' else 'a'} {kind} (got {data!r:.60})"
    elif "const" in schema and data != schema["const"]:
        yield f"{at}must be {schema['const']!r} (got {data!r:.60})"
    elif "enum" in schema and data not in schema["enum"]:
        yield f"{at}must be {' or '.join(map(str, schema['enum']))} (got {data!r:.60})"
    elif isinstance(data, dict):
        yield from _object_faults(schema, data, place)
    elif isinstance(data, (list, tuple)):
        yield from _list_faults(schema, data, place)
    elif isinstance(data, int) and not schema.get("minimum", data) <= data <= schema.get("maximum", data):
        least, most = schema.get("minimum"), schema.get("maximum")
        yield f"{at}must be {f'at least {least}' if most is None else f'between {least} and {most}'} (got {data})"
    elif isinstance(data, str) and "pattern" in schema and not re.search(schema["pattern"], data):
        yield f"{at}must match {schema['pattern']} (got {data!r:.60})"


def _object_faults(schema: Schema, data: dict[str, Any], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    yield from (
        f"{place + ': ' if place else ''}{name} is missing" for name in schema.get("required", ()) if name not in data
    )
    for name, value in data.items():
        below = f"{place}.{name}" if place else name
        if name in known:
            yield from _faults(known[name], value, below)
        elif isinstance(others, dict):
            yield from _faults(others, value, below)
        elif not others:
            yield f"{below:.60}: unknown field"


def _list_faults(schema: Schema, data: Sequence[Any], place: str) -> Iterator[str]:
    first = schema.get("prefixItems", ())
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(data))
    if not least <= len(data) <= most:
        yield f"{place}: must have {least} items (got {len(data)})"
    for number, value in enumerate(data):
        inner = first[number] if number < len(first) else schema.get("items", {})
        if inner:
            yield from _faults(inner, value, f"{place}.{number}")


@cache
def _line_schemas(games: tuple[str, ...] = ()) -> Mapping[str, Schema]:
    """Return the schema of each kind of line, without the checksum `h`, because the reader has removed it."""
    schemas = {}
    for kind, schema in log_schema(games)["$defs"].items():
        known = {name: value for name, value in schema["properties"].items() if name not in ("kind", "format", "h")}
        schemas[kind] = {**schema, "properties": {"kind": {}, **known}, "required": list(known)}
    return schemas


def check_log(name: str, log: Log, games: Iterable[str] = ()) -> None:
    """Check every line of a log against the schema.

    Args:
        name: the name of the file, for messages.
        log: the log to check.
        games: the keys of the existing games.

    Raises:
        LogError: a line does not match the schema; the message names the line.
    """
    wrong = fault(_line_schemas(tuple(games))["header"], log.header, "the header")
    if wrong:
        raise LogError(f"{name}:1: {wrong}")
    for number, event in enumerate(log.events, 2):
        wrong = event_fault(event)
        if wrong:
            raise LogError(f"{name}:{number}: the line is not an event of a Combat Box log: {wrong}")


def event_fault(event: Any) -> str:
    """Return the fault of an event; empty if it matches the schema."""
    kind = event.get("kind") if isinstance(event, dict) else None
    known = kind in ("phase", "roll", "consult", "choice", "fact")
    return fault(_line_schemas()[str(kind)], event) if known else f"unknown kind {kind!r:.60}"


def save_fault(body: Mapping[str, Any]) -> str:
    """Return the fault of a save; empty if it is consistent."""
    wrong = fault(save_schema(), dict(body))
    if wrong:
        return wrong
    faces = [answer[2] for answer in body["answers"]]
    steps = [answer[3] for answer in body["answers"]]
    if faces != sorted(faces) or (faces and faces[-1] > len(body["faces"])):
        return "answers: their numbers of dice do not fit `faces`"
    return "" if steps == sorted(steps) else "answers: their steps must not decrease"


def setup_from_header(book: Book, head: Mapping[str, Any]) -> Setup[Any]:
    """Build the set-up of a run from the header of its log or save, and validate it.

    Raises:
        CombatBoxError: the header has a mission or name that the game does not have.
    """
    setup = head["setup"]
    return setup_of(book, setup["mission"], setup["names"], setup.get("scenario"))


def setup_of(book: Book, mission: Any, names: Any, scenario: Mapping[str, Any] | None = None) -> Setup[Any]:
    """Build the set-up of a run from plain data, and validate it.

    Args:
        book: the book of the game.
        mission: the number of the mission.
        names: the names, as the game declares them.
        scenario: a scenario of the players' own, which `Book.rulebook` validates.

    Raises:
        CombatBoxError: there is no such mission or name, or a value has another type.
    """
    last = book.constants.get("missions")
    if not isinstance(mission, int) or isinstance(mission, bool) or mission < 1 or (last and mission > last):
        raise CombatBoxError(f"mission {mission!r:.60}: a tour has missions 1 to {last}")
    if scenario is not None and mission != 1:
        raise CombatBoxError(f"mission {mission}: a scenario of the players' own counts as mission 1")
    declared = book.game.types.names
    if declared is None:
        if names:
            raise CombatBoxError(f"names: {book.title} has no names to give; leave them out")
        return Setup(mission, scenario=scenario)
    for where, message in faults(declared, names, ("names",), Known(book.constants)):
        raise CombatBoxError(f"{'.'.join(map(str, where))}: {message}")
    return Setup(mission, build_declared(declared, names), scenario)
