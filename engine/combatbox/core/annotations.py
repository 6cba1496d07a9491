"""Constraints on values beyond their type: `Annotated[int, Min(1)]`.

Games use dataclasses with these annotations to declare the contents of `game.yaml`, the names in a set-up and the
parameters of their vocabulary, and `library.schema` declares the other data files with them;
`play.dataclass_validation` checks data by them, and `library.dataclass_schema` makes JSON Schemas of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from combatbox.core.errors import suggest

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass with slots: a value whose fields are declared once and never change.

    Each object gets its own list or mapping where the default is an empty one. A generic class has no slots, because calling one
    with its parameters, as in `Setup[Names](1)`, sets an attribute.
    """
    make_defaults(cls)
    return dataclass(frozen=True, slots=not hasattr(cls, "__parameters__"))(cls)


@dataclass_transform(field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make a class a dataclass whose fields may change; its defaults are those of `frozen`."""
    make_defaults(cls)
    return dataclass(cls)


def make_defaults(cls: type) -> None:
    """Replace each empty list or mapping that is a default of a class by a field that makes one for each object."""
    for name in get_annotations(cls):
        if (default := cls.__dict__.get(name)) in ([], {}):
            setattr(cls, name, field(default_factory=type(default)))


def computed(**options: Any) -> Any:
    """Return a field of a dataclass that is computed and does not belong to its value.

    Args:
        options: further options of `dataclasses.field`.
    """
    return field(init=False, repr=False, compare=False, **options)


FEW = 6
"""The maximum number of allowed values that a message lists."""


@frozen
class Known:
    """The names that data may use, which come from other files of the game.

    Attributes:
        constants: the game's constants, for types whose values are listed in them.
        tables: the valid table ids, for `OfTable`.
        conditions: the valid conditions, for `OfConditions`.
        place: a function that returns the file and line of a path, for `Read`.
        scalar: a function that converts scalars, if all of them were read as text.
    """

    constants: Mapping[str, Any] = {}
    tables: Collection[str] = ()
    conditions: Collection[str] = ()
    place: Callable[[tuple[str | int, ...]], str] = str
    scalar: Callable[[str], Any] | None = None


class Mark:
    """The base class of constraints."""

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of a value that has the right type; empty if it meets the constraint."""
        return ""

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the keywords of JSON Schema that state the constraint, for a type of JSON such as `array`."""
        return {}


_SIZES = {"array": "Items", "object": "Properties", "string": "Length"}
_PARTS: Mapping[Any, str] = {str: "character", dict: "entry"}


def _out_of(value: Any, bound: int, word: str) -> str:
    """Return the message for a number beyond a bound, or for a text, list or mapping of a wrong length."""
    if isinstance(value, (int, float)):
        return f"must be {word} {bound} (got {value})"
    part = _PARTS.get(type(value), "item")
    parts = part if bound == 1 else f"{part.removesuffix('y')}{'ies' if part[-1] == 'y' else 's'}"
    return f"must have {word} {bound} {parts} (got {len(value)})"


@frozen
class Bound(Mark):
    """The base class of bounds of a number, or of the length of a text, list or mapping."""

    bound: int
    words = "greater than"

    def fits(self, size: float) -> bool:
        """Return True if a number or a length keeps within the bound."""
        return size > self.bound

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of a value that is beyond the bound."""
        size = value if isinstance(value, (int, float)) else len(value)
        return "" if self.fits(size) else _out_of(value, self.bound, self.words)


class Min(Bound):
    """The minimum of a number, or the minimum length of a text, list or mapping."""

    words = "at least"

    def fits(self, size: float) -> bool:
        """Return True if it is at least the minimum."""
        return size >= self.bound

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the minimum or the minimum length."""
        return {f"min{_SIZES.get(kind, 'imum')}": self.bound}


class Max(Bound):
    """The maximum of a number or of a length, which limits, for example, the repetitions that a file can request."""

    words = "at most"

    def fits(self, size: float) -> bool:
        """Return True if it is at most the maximum."""
        return size <= self.bound

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the maximum or the maximum length."""
        return {f"max{_SIZES.get(kind, 'imum')}": self.bound}


Count = Annotated[int, Min(0)]
"""A number of things, which may be none."""

Positive = Annotated[int, Min(1)]
"""A number of things, of which there is at least one."""

FilledText = Annotated[str, Min(1)]
"""A text that is not empty."""

FilledList = Annotated[list[str], Min(1)]
"""A list of texts that is not empty."""


class Above(Bound):
    """A number that a value must exceed."""

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the bound, which is not permitted itself."""
        return {"exclusiveMinimum": self.bound}


@frozen
class Pattern(Mark):
    """A regular expression that a text must match, with ^ and $ around it if it must match the whole text."""

    expression: str

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of a text that does not match."""
        if re.search(self.expression, value) and not value.endswith("\n"):
            return ""
        return f"{shown(value)} does not match {self.expression}"

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the regular expression."""
        return {"pattern": self.expression}


class Written(Pattern):
    """A regular expression for editors; faults of the text are reported by the code that parses it."""

    def fault(self, value: Any, known: Known) -> str:
        """Return nothing."""
        return ""


@frozen
class AllKeys:
    """A mapping that must contain every key that its type allows."""


@frozen
class Open:
    """A mapping that may contain further keys, because another version of the program may write them."""


@frozen
class OfTable(Mark):
    """The id of a table of the game."""

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of an id that no table has."""
        return "" if value in known.tables else f"unknown table {shown(value)}{suggest(str(value), known.tables)}"


@frozen
class OfConditions(Mark):
    """The name of a condition in the game's vocabulary."""

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of a name that is not that of a condition."""
        if value in known.conditions:
            return ""
        return f"unknown condition {shown(value)}{suggest(str(value), known.conditions)}"


class Listed(Mark):
    """The base class of constraints that permit only certain words."""

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the permitted words, which depend on the constants of the game."""
        raise NotImplementedError

    def fault(self, value: Any, known: Known) -> str:
        """Return the fault of a word that is not permitted."""
        return word_fault(self.words(known.constants), value)


@frozen
class OfConstant(Listed):
    """The name of a constant of `game.yaml` whose value is of this type."""

    kind: type

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the constants of this type."""
        return tuple(name for name, value in constants.items() if type(value) is self.kind)


@frozen
class OneOf(Listed):
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


@frozen
class Among(Listed):
    """The words that a text may be."""

    options: tuple[str, ...]

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the permitted words."""
        return self.options

    def keywords(self, kind: str) -> dict[str, Any]:
        """Return the permitted words."""
        return {"enum": list(self.options)}


@frozen
class Read:
    """A value that a function makes from data of another type; a class can state the data in the same way, as `reads`.

    Attributes:
        data: the type of the data.
        function: the function, which takes the data and its place, and raises ValueError if the data has a fault.
    """

    data: Any
    function: Callable[[Any, str], Any]


@frozen
class FirstKey:
    """A mapping whose first key selects the dataclass that declares it."""

    kinds: Mapping[str, type]


@frozen
class Key:
    """The key of a field in files, if it differs from the name of the field."""

    name: str


def word_fault(words: Iterable[Any], value: Any) -> str:
    """Return a message if a value is not allowed.

    The message lists the allowed values if they are few, otherwise it suggests a similar one.
    """
    known = list(words)
    if any(type(word) is type(value) and word == value for word in known):
        return ""
    names = [str(word) for word in known]
    hint = f"; known: {', '.join(names)}" if len(names) <= FEW else suggest(str(value), names)
    return f"{shown(value)} is not a known word{hint}"


def shown(value: Any) -> str:
    """Return a value as a message shows it, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]} ..."


class DeclaredField(NamedTuple):
    """A field of a dataclass that declares a mapping: its name, its type hint, and its default or MISSING."""

    name: str
    hint: Any
    default: Any

    @property
    def required(self) -> bool:
        """True if it has no default."""
        return self.default is MISSING


@cache
def declared_fields(kind: Any) -> Mapping[str, DeclaredField]:
    """Return the fields of a dataclass, or the keys of a TypedDict, by their keys in files.

    A key of a TypedDict that may be missing has no default, which is stated as an ellipsis.
    """
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        spare = {key: get_origin(hint) is NotRequired for key, hint in hints.items()}
        return {
            key: DeclaredField(key, *((get_args(hint)[0], ...) if spare[key] else (hint, MISSING)))
            for key, hint in hints.items()
        }
    declared = {}
    for item in fields(kind):
        marks = getattr(hints[item.name], "__metadata__", ())
        key = next((mark.name for mark in marks if isinstance(mark, Key)), item.name)
        default = item.default if item.default_factory is MISSING else item.default_factory()
        if item.init:
            declared[key] = DeclaredField(item.name, hints[item.name], default)
    return declared


def is_record(hint: Any) -> bool:
    """Return True if a type hint is a dataclass or a TypedDict."""
    return is_dataclass(hint) or is_typeddict(hint)


def without_defaults(record: Any) -> dict[str, Any]:
    """Return the fields of a record that are required, or whose values differ from their defaults."""
    kind: Any = type(record)
    declared = declared_fields(kind)
    return {key: value for key, item in declared.items() if (value := getattr(record, item.name)) != item.default}
