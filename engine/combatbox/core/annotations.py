"""Constraints on values beyond their type: `Annotated[int, Min(1)]`.

Games use dataclasses with these annotations to declare the contents of `game.yaml`, the names in a set-up and the
parameters of their vocabulary; `play.dataclass_validation` checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, NamedTuple, get_type_hints


@dataclass(frozen=True)
class Min:
    """The minimum of a number, or the minimum length of a list."""

    least: int


@dataclass(frozen=True)
class Max:
    """The maximum of a number, which limits, for example, the number of repetitions that a file can request."""

    most: int


@dataclass(frozen=True)
class AllKeys:
    """A mapping that must contain every key that its type allows."""


@dataclass(frozen=True)
class OfTable:
    """The id of a table of the game."""


@dataclass(frozen=True)
class OfConstant:
    """The name of a constant of `game.yaml` whose value is of this type."""

    kind: type

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the constants of this type."""
        return tuple(name for name, value in constants.items() if type(value) is self.kind)


@dataclass(frozen=True)
class OfConditions:
    """The name of a condition in the game's vocabulary."""


@dataclass(frozen=True)
class OneOf:
    """The permitted values of a parameter: the keys or items of a constant, and possibly others.

    Attributes:
        constant: the name of the constant in `game.yaml`.
        also: values that are permitted in addition to the values of the constant.
    """

    constant: str
    also: tuple[str, ...] = ()

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the permitted values.

        If the constant is neither a list nor a mapping, only the values in `also` are permitted.
        """
        values = constants.get(self.constant, ())
        return (*(str(word) for word in (values if isinstance(values, (Mapping, list)) else ())), *self.also)


@dataclass(frozen=True)
class Key:
    """The key of a field in files, if it differs from the name of the field."""

    name: str


class DeclaredField(NamedTuple):
    """A field of a dataclass that declares a mapping: its name, its type hint, and True if it has no default."""

    name: str
    hint: Any
    required: bool


@cache
def declared_fields(kind: Any) -> Mapping[str, DeclaredField]:
    """Return the fields of a dataclass by their keys in files."""
    hints = get_type_hints(kind, include_extras=True)
    declared = {}
    for item in fields(kind):
        marks = getattr(hints[item.name], "__metadata__", ())
        key = next((mark.name for mark in marks if isinstance(mark, Key)), item.name)
        required = item.default is MISSING and item.default_factory is MISSING
        if item.init:
            declared[key] = DeclaredField(item.name, hints[item.name], required)
    return declared
