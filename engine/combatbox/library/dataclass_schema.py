"""Generates JSON Schema from dataclasses, type hints and `core.annotations`.

A class or an annotation can state its own schema as `schema`. Values that depend on the data of a game (`OneOf`,
`OfConstant`, ids of tables) are plain strings in the schema, because an editor cannot know them; the loader checks them.
Descriptions of classes and fields are those in the docstrings, whose section `Attributes` describes the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from inspect import cleandoc
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from combatbox.core.annotations import AllKeys, Mark, Open, Read, declared_fields, is_record
from combatbox.core.table_views import capital
from combatbox.play.dataclass_validation import union_tag

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_PLAIN: Mapping[Any, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


def schema_of(kind: Any) -> Schema:
    """Return the schema of a dataclass, in which every other dataclass is a definition in `$defs`."""
    defs: dict[str, Schema] = {}
    schema = record_schema(kind, defs)
    return {**schema, "$defs": defs} if defs else schema


def declared_schema(hint: Any, defs: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of a dataclass, or of a type hint that contains dataclasses.

    Args:
        hint: the dataclass or type hint.
        defs: the definitions to which dataclasses are added, and to which the schema refers; if None, their schemas are
            part of the schema.

    Raises:
        TypeError: the type hint is not supported.
    """
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin is Annotated:
        return _marked(args[0], args[1:], defs)
    if hasattr(hint, "schema"):
        return dict(hint.schema)
    if origin in (Union, UnionType):
        return {"oneOf" if union_tag(args)[0] else "anyOf": [declared_schema(arg, defs) for arg in args]}
    if origin is Literal:
        return _words(args)
    if origin is list or args[1:] == (...,):
        return {"type": "array", "items": declared_schema(args[0], defs)}
    if origin is tuple:
        items = [declared_schema(arg, defs) for arg in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin is dict:
        return _mapping(args[0], args[1], defs)
    if not is_record(hint):
        raise TypeError(f"{hint!r}: not supported as the type of data")
    name = definition_name(hint)
    if defs is None:
        return record_schema(hint)
    if name not in defs:
        defs[name] = {}  # a dataclass may contain itself
        defs[name] = record_schema(hint, defs)
    return {"$ref": f"#/$defs/{name}"}


def definition_name(kind: Any) -> str:
    """Return the name of a dataclass in `$defs`; exported data has short names there, such as `row` of `ExportedRow`."""
    name: str = kind.__name__
    return name.removeprefix("Exported").lower() if name.startswith("Exported") else name


def record_schema(kind: Any, defs: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of a dataclass, in which fields without a default are required.

    Args:
        kind: the dataclass.
        defs: as for `declared_schema`.
    """
    declared, (about, words) = declared_fields(kind), described(kind)
    properties: dict[str, Schema] = {}
    for key, item in declared.items():
        properties[key] = declared_schema(item.hint, defs)
        if item.name in words:
            properties[key]["description"] = words[item.name]
        if isinstance(item.default, (str, int, float, list, dict, type(None))):
            properties[key]["default"] = item.default
    needed = [key for key, item in declared.items() if item.required]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**({"description": about} if about else {}), **schema, **({"required": needed} if needed else {})}


@cache
def described(kind: Any) -> tuple[str, Mapping[str, str]]:
    """Return the description of a dataclass in its docstring, and those of its fields and of those that it inherits."""
    words: dict[str, str] = {}
    for cls in reversed(kind.__mro__):
        for part in re.split(r"\n    (?! )", _sections(cls)[1])[1:]:
            name, _, meaning = " ".join(part.split()).partition(": ")
            words[name] = f"{capital(meaning).rstrip('.')}."
    return _sections(kind)[0], words


def _sections(cls: type) -> tuple[str, str]:
    """Return the description in the docstring of a class, and its section `Attributes`."""
    written = cleandoc(cls.__dict__.get("__doc__") or "")
    about, _, rest = "" if written.startswith(f"{cls.__name__}(") else written, "", ""
    about, _, rest = about.partition("\n\nAttributes:")
    return about, rest.partition("\n\n")[0]


def _words(words: Iterable[Any]) -> Schema:
    """Return the schema of a Literal."""
    allowed = list(words)
    kind = {"type": "string"} if all(isinstance(word, str) for word in allowed) else {}
    return {"const": allowed[0], **kind} if len(allowed) == 1 else {"enum": allowed, **kind}


def _mapping(key: Any, value: Any, defs: dict[str, Schema] | None) -> Schema:
    """Return the schema of a mapping, whose keys may be restricted to certain words or to a pattern."""
    schema: Schema = {"type": "object", "additionalProperties": declared_schema(value, defs)}
    named = {name: rule for name, rule in declared_schema(key).items() if name != "type"}
    if not named:
        return schema
    keys = _closed(key)
    return {**schema, "propertyNames": {"enum": keys} if keys else named}


def _closed(key: Any) -> list[str]:
    """Return the permitted keys if the type of the keys lists them, otherwise an empty list."""
    return [str(word) for word in get_args(key)] if get_origin(key) is Literal else []


def _marked(inner: Any, marks: tuple[Any, ...], defs: dict[str, Schema] | None) -> Schema:
    """Return the schema of a type with its annotations applied."""
    is_open = any(isinstance(mark, Open) for mark in marks)
    data = next((mark.data for mark in marks if isinstance(mark, Read)), inner)
    own = next((mark.schema for mark in marks if hasattr(mark, "schema")), None)
    schema = declared_schema(data, None if is_open else defs) if own is None else dict(own)
    if is_open:
        del schema["additionalProperties"]
    kind = str(schema.get("type"))
    for mark in marks:
        if isinstance(mark, Mark):
            schema |= mark.keywords(kind)
        elif isinstance(mark, AllKeys) and get_origin(inner) is dict and (keys := _closed(get_args(inner)[0])):
            schema["required"] = keys
    return schema
