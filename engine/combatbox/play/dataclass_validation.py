"""Data checked against a declaration of the game's own: dataclasses with type hints and the marks of `core.annotations`.

The constants of `game.yaml` and the names of a set-up are declared by each game, which knows the standard library
alone; so this walks plain type hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from combatbox.core.annotations import AllKeys, Max, Min, OfConditions, OfConstant, OfTable, OneOf
from combatbox.core.errors import suggest
from combatbox.core.table_views import listed

Where = tuple[str | int, ...]
"""The way to a thing in data: keys and numbers of items."""

Fault = tuple[Where, str]

FEW = 6
"""So many words are all told to whoever writes none of them."""

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
    """All that is wrong with a thing, each with its place, which begins with `where`.

    declared: a dataclass, or any hint made of those, of plain types, lists, tuples, mappings and literals. tables,
    conditions: the ids and words that there are, for what is declared to be one. constants: of the game, for words that
    its data lists.
    """
    return list(_Checker(frozenset(tables), frozenset(conditions), constants or {}).below(declared, data, where))


class _Checker:
    """Walks a declaration and a thing side by side."""

    def __init__(self, tables: frozenset[str], conditions: frozenset[str], constants: Mapping[str, Any]) -> None:
        self.tables, self.conditions, self.constants = tables, conditions, constants
        self.ways: Mapping[Any, Callable[[Any, Any, Where], Iterator[Fault]]] = {
            Annotated: self._marked, Union: self._union, UnionType: self._union, Literal: self._word,
            list: self._list, tuple: self._list, dict: self._mapping,
        }  # fmt: skip

    def below(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        """What is wrong with a thing, and with what is in it."""
        way = self.ways.get(get_origin(hint))
        if way:
            yield from way(hint, data, where)
        elif is_dataclass(hint):
            yield from self._dataclass(hint, data, where)
        elif hint is not Any and type(data) is not hint:
            yield where, f"{_found(data)}; {_PLAIN[hint]} is wanted"

    def _union(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        """Of several shapes the one that nearly fits tells the most; nothing at all is near to nothing else."""
        arms = [arg for arg in get_args(hint) if arg is not type(None)] if data is not None else get_args(hint)
        yield from min((list(self.below(arg, data, where)) for arg in arms), key=len)

    def _word(self, hint: Any, value: Any, where: Where) -> Iterator[Fault]:
        fault = _none_of(get_args(hint), value)
        if fault:
            yield where, fault

    def _list(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        if not isinstance(data, list):
            yield where, f"{_found(data)}; a list is wanted"
            return
        for number, item in enumerate(data):
            yield from self.below(get_args(hint)[0], item, (*where, number))

    def _dataclass(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        known = {each.name: each for each in fields(hint) if each.init}
        if not isinstance(data, dict):
            yield where, f"{_found(data)}; a mapping of {', '.join(known)} is wanted"
            return
        for key in data:
            if key not in known:
                yield (*where, key), f"unknown key{suggest(str(key), known)}"
        for name, each in known.items():
            if name in data:
                yield from self.below(_hints(hint)[name], data[name], (*where, name))
            elif each.default is MISSING and each.default_factory is MISSING:
                yield where, f"{name} is missing; add it"

    def _mapping(self, hint: Any, data: Any, where: Where) -> Iterator[Fault]:
        if not isinstance(data, dict):
            yield where, f"{_found(data)}; a mapping is wanted"
            return
        of_key, of_value = get_args(hint)
        for key, value in data.items():
            yield from self.below(of_key, key, (*where, key))
            yield from self.below(of_value, value, (*where, key))

    def _marked(self, hint: Any, value: Any, where: Where) -> Iterator[Fault]:
        """The type first: a mark may take it for granted."""
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
        return "" if value in self.tables else f"unknown table {_found(value)}{suggest(str(value), self.tables)}"

    def _listed(self, mark: OneOf | OfConstant, _hint: Any, value: Any) -> str:
        return _none_of(mark.words(self.constants), value)

    def _every(self, _mark: AllKeys, hint: Any, data: Any) -> str:
        missing = [str(key) for key in words_of(get_args(hint)[0], self.constants) if key not in data]
        if not missing:
            return ""
        return f"{missing[0]} is missing; add it" if len(missing) == 1 else f"{listed(missing)} are missing; add them"

    def _of_conditions(self, _mark: OfConditions, _hint: Any, value: Any) -> str:
        if value in self.conditions:
            return ""
        return f"unknown condition {_found(value)}{suggest(str(value), self.conditions)}"


def words_of(hint: Any, constants: Mapping[str, Any]) -> tuple[Any, ...]:
    """The words of a closed type, written out in the code or listed in the data. Raises TypeError for another type."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, OneOf | OfConstant)]
    if not marks:
        raise TypeError(f"{hint!r} has no words of its own")
    return marks[0].words(constants)


def _none_of(words: Iterable[Any], value: Any) -> str:
    """What is wrong with a thing that is none of these words; all of them where they are few."""
    known = list(words)
    if any(type(word) is type(value) and word == value for word in known):
        return ""
    names = [str(word) for word in known]
    told = f"; known: {', '.join(names)}" if len(names) <= FEW else suggest(str(value), names)
    return f"{_found(value)} is none of its words{told}"


def _least(mark: Min, _hint: Any, value: Any) -> str:
    if isinstance(value, int):
        return "" if value >= mark.least else f"{value}; {mark.least} is the least"
    return "" if len(value) >= mark.least else f"{len(value)} items; {mark.least} are the fewest"


def _most(mark: Max, _hint: Any, value: Any) -> str:
    return "" if value <= mark.most else f"{value}; {mark.most} is the most"


def made(declared: Any, data: Any) -> Any:
    """Plain data as what it is declared to be: dataclasses for mappings where they are declared. It was checked before."""
    origin, args = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return made(args[0], data)
    if origin in (Union, UnionType):
        fits = [arg for arg in args if (arg is type(None)) is (data is None)]
        return made(fits[0] if len(fits) == 1 else next((arg for arg in fits if not faults(arg, data)), fits[0]), data)
    if origin is list:
        return data.copy() if args[0] in _PLAIN else [made(args[0], item) for item in data]
    if origin is dict:
        return data.copy() if args[1] in _PLAIN else {key: made(args[1], value) for key, value in data.items()}
    if isinstance(declared, type) and is_dataclass(declared):
        return declared(**{key: made(_hints(declared)[key], value) for key, value in data.items()})
    return data


@cache
def _hints(cls: Any) -> Mapping[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _found(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]} ..."
