"""A state as a log has it: flat, from paths to scalars; read off dataclasses, and set by path."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from typing import Any


def snapshot(thing: Any) -> dict[str, Any]:
    """A state as flat `path: scalar` pairs. Dataclasses, mappings and sequences are walked in order.

    What is None is not there: a log cannot tell the two apart.
    """
    flat: dict[str, Any] = {}
    flatten(thing, "", flat)
    return flat


SCALARS = frozenset((str, int, bool, float))

INLINE: Mapping[str, bool] = {"inline": True}
"""Metadata of a field that is a record or a mapping of its own in code and not in the log: the paths of what it holds
leave it out."""


@lru_cache(maxsize=4096)
def field_paths(kind: Hashable, path: str) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass with their full paths where it stands at this one; none of any other kind."""
    parts = fields(kind) if is_dataclass(kind) else ()
    return tuple([(part.name, _path_of(part, path)) for part in parts])


def _path_of(part: Field[Any], path: str) -> str:
    """The path of a field of what stands at a path."""
    if part.metadata.get("inline"):
        return path
    return f"{path}.{part.name}" if path else part.name


def flatten(thing: Any, path: str, flat: dict[str, Any]) -> None:
    """Put what stands at a path into a flat state."""
    kind = type(thing)
    if kind in SCALARS:
        flat[path] = thing
    elif ways := field_paths(kind, path):  # type: ignore[arg-type]
        for name, inner in ways:
            value = getattr(thing, name)
            if type(value) in SCALARS:
                flat[inner] = value
            else:
                flatten(value, inner, flat)
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            flatten(value, f"{path}.{key}" if path else str(key), flat)
    elif isinstance(thing, (list, tuple)):
        if all(isinstance(item, (str, int)) for item in thing):
            flat[path] = list(thing)
        else:
            for index, item in enumerate(thing):
                flatten(item, f"{path}.{index}" if path else str(index), flat)
    elif thing is not None:
        flat[path] = thing


@lru_cache(maxsize=1 << 14)
def split_path(path: str) -> tuple[str, ...]:
    """The steps of a path of the flat form: the field of the state, what is in it, a field of that (`men`, `pilot`, `kills`)."""
    return tuple(path.split("."))


def set_at_path(thing: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form. Raises LookupError or AttributeError for a path that is not there."""
    *there, last = split_path(path)
    for part in there:
        thing = thing[int(part)] if isinstance(thing, list) else _part(thing, part)
    thing = _holder(thing, last)
    if isinstance(thing, list):
        thing[int(last)] = value
    elif isinstance(thing, dict):
        thing[last] = value
    else:
        getattr(thing, last)
        setattr(thing, last, value)


def _part(thing: Any, name: str) -> Any:
    holder = _holder(thing, name)
    return holder[name] if isinstance(holder, Mapping) else getattr(holder, name)


def _holder(thing: Any, name: str) -> Any:
    """What holds a field of that name: the thing itself, or the record or mapping among its own that does."""
    found = _inside(thing, name)
    return thing if found is None else found


def _inside(thing: Any, name: str) -> Any:
    """The record or mapping of that name's field, among the thing and those of its own that a log does not name; or None."""
    known = thing if isinstance(thing, Mapping) else getattr(thing, "__dataclass_fields__", {})
    if name in known:
        return thing
    inner = [] if known is thing else [part.name for part in known.values() if part.metadata.get("inline")]
    return next((found for part in inner if (found := _inside(getattr(thing, part), name)) is not None), None)


def get_at_path(state: Any, path: str) -> Any:
    """The value at a path of the flat form; None where nothing is, but may be. Raises LookupError."""
    flat = snapshot(state)
    if path in flat:
        return flat[path]
    thing = state
    for part in split_path(path):
        holder = _holder(thing, part)
        known = holder if isinstance(holder, Mapping) else getattr(holder, "__dataclass_fields__", ())
        if part not in known:
            raise LookupError(path)
        thing = _part(thing, part)
    if thing is not None:
        raise LookupError(path)
    return None
