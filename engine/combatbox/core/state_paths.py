"""The flat form of a state, a mapping from paths to scalars, as logs store it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from typing import Any


def snapshot(node: Any) -> dict[str, Any]:
    """Return a state in its flat form, as a dict from paths to scalars.

    Dataclasses, mappings and sequences are traversed in order. None is left out, because a log cannot distinguish it
    from a missing value.
    """
    flat: dict[str, Any] = {}
    flatten(node, "", flat)
    return flat


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


def flatten(node: Any, path: str, flat: dict[str, Any]) -> None:
    """Add the value at a path to a flat state, with one entry for each scalar in the value."""
    kind = type(node)
    if kind in SCALARS:
        flat[path] = node
    elif paths := field_paths(kind, path):  # type: ignore[arg-type]
        for name, inner in paths:
            value = getattr(node, name)
            if type(value) in SCALARS:
                flat[inner] = value
            else:
                flatten(value, inner, flat)
    elif isinstance(node, Mapping):
        for key, value in node.items():
            flatten(value, f"{path}.{key}" if path else str(key), flat)
    elif isinstance(node, (list, tuple)):
        if all(isinstance(item, (str, int)) for item in node):
            flat[path] = list(node)
        else:
            for index, item in enumerate(node):
                flatten(item, f"{path}.{index}" if path else str(index), flat)
    elif node is not None:
        flat[path] = node


@lru_cache(maxsize=1 << 14)
def split_path(path: str) -> tuple[str, ...]:
    """Return the steps of a path in the flat form: `men`, `pilot`, `kills`.

    Example:
        >>> split_path("crew.pilot.wounds")
        ('crew', 'pilot', 'wounds')
    """
    return tuple(path.split("."))


def set_at_path(node: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form.

    Raises:
        LookupError: a key or index of the path does not exist.
        AttributeError: a field of the path does not exist.
    """
    *there, last = split_path(path)
    for part in there:
        node = node[int(part)] if isinstance(node, list) else _part(node, part)
    node = _holder(node, last)
    if isinstance(node, list):
        node[int(last)] = value
    elif isinstance(node, dict):
        node[last] = value
    else:
        getattr(node, last)
        setattr(node, last, value)


def _part(node: Any, name: str) -> Any:
    holder = _holder(node, name)
    return holder[name] if isinstance(holder, Mapping) else getattr(holder, name)


def _holder(node: Any, name: str) -> Any:
    """Return the value, or the inline record in it, that has a field of this name.

    If neither has the field, the value itself is returned.
    """
    holder = _inside(node, name)
    return node if holder is None else holder


def _inside(node: Any, name: str) -> Any:
    """Return the value, or the inline record in it, that has a field or key of this name; None if neither has."""
    known = node if isinstance(node, Mapping) else getattr(node, "__dataclass_fields__", {})
    if name in known:
        return node
    inner = [] if known is node else [part.name for part in known.values() if part.metadata.get("inline")]
    return next((holder for part in inner if (holder := _inside(getattr(node, part), name)) is not None), None)


def get_at_path(state: Any, path: str) -> Any:
    """Return the value at a path of the flat form; None if the field is empty.

    Raises:
        LookupError: the path does not exist.
    """
    flat = snapshot(state)
    if path in flat:
        return flat[path]
    node = state
    for part in split_path(path):
        holder = _holder(node, part)
        known = holder if isinstance(holder, Mapping) else getattr(holder, "__dataclass_fields__", ())
        if part not in known:
            raise LookupError(path)
        node = _part(node, part)
    if node is not None:
        raise LookupError(path)
    return None
