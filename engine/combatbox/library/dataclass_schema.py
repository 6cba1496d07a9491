"""JSON Schema of what a game declares by dataclasses, type hints and the marks of `core.annotations`.

What the data themselves list (`OneOf`, `OfConstant`), and the ids of tables, an editor cannot know while they are written:
these are texts here, and looked at when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from combatbox.core.annotations import AllKeys, Max, Min
from combatbox.play.json_schemas import Schema

_PLAIN: Mapping[Any, Schema] = {
    int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}, float: {"type": "number"},
    type(None): {"type": "null"}, Any: {},
}  # fmt: skip


def declared_schema(hint: Any) -> Schema:
    """The schema of a declaration: a dataclass, or any hint made of those. Raises TypeError for a hint that it does not know."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin is Annotated:
        return _marked(args[0], args[1:])
    if origin in (Union, UnionType):
        return {"anyOf": [declared_schema(arg) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (list, tuple):
        return {"type": "array", "items": declared_schema(args[0])}
    if origin is dict:
        return _mapping(*args)
    if is_dataclass(hint):
        return _record(hint)
    raise TypeError(f"{hint!r}: nothing that data can be declared as")


def _record(kind: Any) -> Schema:
    """The fields of a dataclass, those without a value of their own required."""
    hints = get_type_hints(kind, include_extras=True)
    declared = [one for one in fields(kind) if one.init]
    needed = [one.name for one in declared if one.default is MISSING and one.default_factory is MISSING]
    schema: Schema = {
        "type": "object",
        "properties": {one.name: declared_schema(hints[one.name]) for one in declared},
        "additionalProperties": False,
    }
    return {**schema, "required": needed} if needed else schema


def _mapping(key: Any, value: Any) -> Schema:
    """A mapping; where its keys are a closed list, of those alone."""
    schema: Schema = {"type": "object", "additionalProperties": declared_schema(value)}
    keys = _closed(key)
    return {**schema, "propertyNames": {"enum": keys}} if keys else schema


def _closed(key: Any) -> list[str]:
    """The words that keys may be, if code says so; JSON has texts alone as keys."""
    return [str(word) for word in get_args(key)] if get_origin(key) is Literal else []


def _marked(inner: Any, marks: tuple[Any, ...]) -> Schema:
    """A type with what is said beyond it."""
    schema = declared_schema(inner)
    kind = schema.get("type")
    least, most = {
        "array": ("minItems", "maxItems"), "object": ("minProperties", "maxProperties"), "string": ("minLength", "maxLength"),
    }.get(str(kind), ("minimum", "maximum"))  # fmt: skip
    for mark in marks:
        if isinstance(mark, Min):
            schema[least] = mark.least
        elif isinstance(mark, Max):
            schema[most] = mark.most
        elif isinstance(mark, AllKeys) and get_origin(inner) is dict and (keys := _closed(get_args(inner)[0])):
            schema["required"] = keys
    return schema
