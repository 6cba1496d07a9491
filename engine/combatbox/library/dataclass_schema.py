"""Generates JSON Schema from dataclasses, type hints and `core.annotations`.

A class or an annotation can state its own schema as `schema`. Values that depend on the data of a game (`OneOf`, `OfConstant`, ids of tables) are plain strings in the schema, because
an editor cannot know them; the loader checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from combatbox.core.annotations import AllKeys, Max, Min, declared_fields
from combatbox.play.json_schemas import Schema

_PLAIN: Mapping[Any, Schema] = {
    int: {"type": "integer"}, str: {"type": "string"}, bool: {"type": "boolean"}, float: {"type": "number"},
    type(None): {"type": "null"}, Any: {},
}  # fmt: skip


def declared_schema(hint: Any) -> Schema:
    """Return the schema of a dataclass, or of a type hint that contains dataclasses.

    Raises:
        TypeError: the type hint is not supported.
    """
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin is Annotated:
        return _marked(args[0], args[1:])
    if hasattr(hint, "schema"):
        return dict(hint.schema)
    if origin in (Union, UnionType):
        return {"anyOf": [declared_schema(arg) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (list, tuple):
        return {"type": "array", "items": declared_schema(args[0])}
    if origin is dict:
        return _mapping(*args)
    if is_dataclass(hint):
        return record_schema(hint)
    raise TypeError(f"{hint!r}: not supported as the type of data")


def record_schema(kind: Any) -> Schema:
    """Return the schema of a dataclass, in which fields without a default are required."""
    declared = declared_fields(kind)
    needed = [key for key, item in declared.items() if item.required]
    schema: Schema = {
        "type": "object",
        "properties": {key: declared_schema(item.hint) for key, item in declared.items()},
        "additionalProperties": False,
    }
    return {**schema, "required": needed} if needed else schema


def _mapping(key: Any, value: Any) -> Schema:
    """Return the schema of a mapping; if the type of the keys lists values, only these keys are permitted."""
    schema: Schema = {"type": "object", "additionalProperties": declared_schema(value)}
    keys = _closed(key)
    return {**schema, "propertyNames": {"enum": keys}} if keys else schema


def _closed(key: Any) -> list[str]:
    """Return the permitted keys if the type of the keys lists them, otherwise an empty list."""
    return [str(word) for word in get_args(key)] if get_origin(key) is Literal else []


def _marked(inner: Any, marks: tuple[Any, ...]) -> Schema:
    """Return the schema of a type with its annotations applied."""
    own = next((mark.schema for mark in marks if hasattr(mark, "schema")), None)
    schema = declared_schema(inner) if own is None else dict(own)
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
