"""The paths of the flat form of a state: a mapping from paths to scalars, as logs store it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache, reduce
from typing import Any

SCALARS = frozenset((str, int, bool, float))

INLINE: Mapping[str, bool] = {"inline": True}
"""Metadata of a field whose record or mapping is merged into its owner: the paths of its values omit the field."""


@lru_cache(maxsize=4096)
def field_paths(kind: Hashable, path: str) -> tuple[tuple[str, str], ...]:
    """Return the name and path of each field of a dataclass; empty for other types."""
    parts = fields(kind) if is_dataclass(kind) else ()
    return tuple([(part.name, _path_of(part, path)) for part in parts])


def _path_of(part: Field[Any], path: str) -> str:
    """Return the path of a field of the record at this path."""
    if part.metadata.get("inline"):
        return path
    return f"{path}.{part.name}" if path else part.name


@lru_cache(maxsize=1 << 14)
def split_path(path: str) -> tuple[str, ...]:
    """Return the steps of a path in the flat form: `men`, `pilot`, `kills`.

    Example:
        >>> split_path("crew.pilot.wounds")
        ('crew', 'pilot', 'wounds')
    """
    return tuple(path.split("."))


def set_at_path(state: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form.

    Raises:
        LookupError: an index of the path does not exist.
        AttributeError: a field or key of the path does not exist.
    """
    *there, last = split_path(path)
    node = reduce(_value_at, there, state)
    holder = node if isinstance(node, list | dict) else _holder(node, last)
    if isinstance(holder, list):
        holder[int(last)] = value
    elif isinstance(holder, dict):
        holder[last] = value
    else:
        setattr(holder, last, value)


def get_at_path(state: Any, path: str) -> Any:
    """Return the value at a path of the flat form; None if the field is empty.

    Raises:
        LookupError: the path does not exist, or is that of a record or container.
    """
    try:
        value = reduce(_value_at, split_path(path), state)
    except (AttributeError, ValueError) as error:
        raise LookupError(path) from error
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return [*value]
    if value is not None and type(value) not in SCALARS:
        raise LookupError(path)
    return value


def _value_at(node: Any, step: str) -> Any:
    """Return the value at one step of a path; AttributeError if there is none."""
    if isinstance(node, list):
        return node[int(step)]
    holder = _holder(node, step)
    if holder is None:
        raise AttributeError(step)
    return holder[step] if isinstance(holder, Mapping) else getattr(holder, step)


def _holder(node: Any, name: str) -> Any:
    """Return the value, or the inline record in it, that has a field or key of this name; None if neither has."""
    known = node if isinstance(node, Mapping) else getattr(node, "__dataclass_fields__", {})
    if name in known:
        return node
    inner = [] if known is node else [part.name for part in known.values() if part.metadata.get("inline")]
    return next((holder for part in inner if (holder := _holder(getattr(node, part), name)) is not None), None)
