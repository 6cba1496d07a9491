"""Validation of data against dataclasses with type hints and `core.annotations`.

Each game declares the constants of its `game.yaml` and the names of a set-up with nothing but the standard library, so
this module checks data against plain type hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from combatbox.core.annotations import AllKeys, Max, Min, OfConditions, OfConstant, OfTable, OneOf, declared_fields
from combatbox.core.errors import suggest
from combatbox.core.table_views import join_words

Where = tuple[str | int, ...]
"""The path to a value in data: keys and indexes."""

Fault = tuple[Where, str]
"""The path to a value, and a description of its fault."""

FEW = 6
"""The maximum number of allowed values that a message lists."""

_PLAIN: Mapping[type, str] = {
    type(None): "nothing",
    int: "a whole number",
    str: "text",
    bool: "true or false",
    float: "a number",
}


def faults(
    declared: Any,
    data: Any,
    where: Where = (),
    *,
    tables: Iterable[str] = (),
    conditions: Iterable[str] = (),
    constants: Mapping[str, Any] | None = None,
) -> list[Fault]:
    """Return every place where the data does not match its declared type.

    Args:
        declared: a dataclass, or a type hint built from dataclasses, plain types, lists, tuples, mappings and literals.
        data: the data to check.
        where: the path to the data, with which the path of each fault begins.
        tables: the valid table ids, for `OfTable`.
        conditions: the valid conditions, for `OfConditions`.
        constants: the game's constants, for types whose values are listed in the game's data.
    """
    return list(_Checker(frozenset(tables), frozenset(conditions), constants or {}).below(declared, data, where))


class _Checker:
    """A checker that walks a declared type and the data in parallel."""

    def __init__(self, tables: frozenset[str], conditions: frozenset[str], constants: Mapping[str, Any]) -> None:
        self.tables, self.conditions, self.constants = tables, conditions, constants
        self.checks_by_origin: Mapping[Any, Callable[[Any, Any, Where], Iterator[Fault]]] = {
            Annotated: self._marked, Union: self._union, UnionType: self._union, Literal: self._word,
            list: self._list, tuple: self._list, dict: self._mapping,
        }  # fmt: skip

    def below(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        """Yield the faults of a value and of the values inside it."""
        check = self.checks_by_origin.get(get_origin(hint))
        if check:
            yield from check(hint, data, where)
        elif is_dataclass(hint):
            yield from self._dataclass(hint, data, where)
        elif hint is not Any and type(data) is not hint and not (hint is float and type(data) is int):
            yield where, f"must be {_PLAIN[hint]} (got {_repr(data)})"

    def _union(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        """Yield the faults of the best-fitting alternative; None fits only None."""
        arms = [arg for arg in get_args(hint) if arg is not type(None)] if data is not None else get_args(hint)
        yield from min((list(self.below(arg, data, where)) for arg in arms), key=len)

    def _word(self, hint: Any, value: Any, where: Where) -> Iterator[Fault]:
        fault = _unknown_word(get_args(hint), value)
        if fault:
            yield where, fault

    def _list(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        if not isinstance(data, list):
            yield where, f"must be a list (got {_repr(data)})"
            return
        for number, item in enumerate(data):
            yield from self.below(get_args(hint)[0], item, (*where, number))

    def _dataclass(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        known = declared_fields(hint)
        if not isinstance(data, dict):
            yield where, f"must be a mapping of {', '.join(known)} (got {_repr(data)})"
            return
        for key in data:
            if key not in known:
                yield (*where, key), f"unknown key{suggest(str(key), known)}"
        for name, each in known.items():
            if name in data:
                yield from self.below(each.hint, data[name], (*where, name))
            elif each.required:
                yield where, f"{name} is missing; add it"

    def _mapping(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        if not isinstance(data, dict):
            yield where, f"must be a mapping (got {_repr(data)})"
            return
        of_key, of_value = get_args(hint)
        for key, value in data.items():
            yield from self.below(of_key, key, (*where, key))
            yield from self.below(of_value, value, (*where, key))

    def _marked(self, hint: Any, value: Any, where: Where) -> Iterator[Fault]:
        """Yield the faults of a value: those of its type or, if its type is right, those found by the annotations."""
        inner, *marks = get_args(hint)
        wrong = list(self.below(inner, value, where))
        yield from wrong
        checks: Mapping[type, Callable[[Any, Any, Any], str]] = {
            Min: _least, Max: _most, AllKeys: self._every, OneOf: self._listed, OfConstant: self._listed, OfTable: self._of_table,
            OfConditions: self._of_conditions,
        }  # fmt: skip
        for mark in marks if not wrong else ():
            fault = next(check for kind, check in checks.items() if isinstance(mark, kind))(mark, inner, value)
            if fault:
                yield where, fault

    def _of_table(self, _mark: OfTable, _hint: Any, value: Any) -> str:
        return "" if value in self.tables else f"unknown table {_repr(value)}{suggest(str(value), self.tables)}"

    def _listed(self, mark: OneOf | OfConstant, _hint: Any, value: Any) -> str:
        return _unknown_word(mark.words(self.constants), value)

    def _every(self, _mark: AllKeys, hint: Any, data: Any) -> str:
        missing = [str(key) for key in allowed_words(get_args(hint)[0], self.constants) if key not in data]
        if not missing:
            return ""
        return (
            f"{missing[0]} is missing; add it" if len(missing) == 1 else f"{join_words(missing)} are missing; add them"
        )

    def _of_conditions(self, _mark: OfConditions, _hint: Any, value: Any) -> str:
        if value in self.conditions:
            return ""
        return f"unknown condition {_repr(value)}{suggest(str(value), self.conditions)}"


def allowed_words(hint: Any, constants: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the allowed values of a closed type: one that allows only values listed in the code or the constants.

    Raises:
        TypeError: the type is not closed.
    """
    if get_origin(hint) is Literal:
        return get_args(hint)
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, OneOf | OfConstant)]
    if not marks:
        raise TypeError(f"{hint!r} is neither a Literal nor annotated with words")
    return marks[0].words(constants)


def _unknown_word(words: Iterable[Any], value: Any) -> str:
    """Return a message if a value is not allowed.

    The message lists the allowed values if they are few, otherwise it suggests a similar one.
    """
    known = list(words)
    if any(type(word) is type(value) and word == value for word in known):
        return ""
    names = [str(word) for word in known]
    hint = f"; known: {', '.join(names)}" if len(names) <= FEW else suggest(str(value), names)
    return f"{_repr(value)} is not a known word{hint}"


def _least(mark: Min, _hint: Any, value: Any) -> str:
    if isinstance(value, int):
        return "" if value >= mark.least else f"must be at least {mark.least} (got {value})"
    items = "item" if mark.least == 1 else "items"
    return "" if len(value) >= mark.least else f"must have at least {mark.least} {items} (got {len(value)})"


def _most(mark: Max, _hint: Any, value: Any) -> str:
    return "" if value <= mark.most else f"must be at most {mark.most} (got {value})"


def build_declared(declared: Any, data: Any) -> Any:
    """Convert validated plain data to the declared type, with dataclasses instead of mappings."""
    origin, args = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return build_declared(args[0], data)
    if origin in (Union, UnionType):
        fits = [arg for arg in args if (arg is type(None)) is (data is None)]
        return build_declared(
            fits[0] if len(fits) == 1 else next((arg for arg in fits if not faults(arg, data)), fits[0]), data
        )
    if origin is list:
        return data.copy() if args[0] in _PLAIN else [build_declared(args[0], item) for item in data]
    if origin is dict:
        return (
            data.copy() if args[1] in _PLAIN else {key: build_declared(args[1], value) for key, value in data.items()}
        )
    if isinstance(declared, type) and is_dataclass(declared):
        known = declared_fields(declared)
        return declared(**{known[key].name: build_declared(known[key].hint, value) for key, value in data.items()})
    return data


def _repr(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]} ..."
