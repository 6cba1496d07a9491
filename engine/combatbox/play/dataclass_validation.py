"""Validation of data against dataclasses with type hints and `core.annotations`.

All data of the project is declared in this way, with nothing but the standard library: the files of tables, the
constants of `game.yaml`, the names in a set-up and the state of a tour. A type hint is compiled to a checker, which
reports every fault and returns the data as the declared type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from combatbox.core.annotations import (
    AllKeys,
    FirstKey,
    Known,
    Listed,
    Mark,
    Open,
    Read,
    declared_fields,
    is_record,
    shown,
    word_fault,
)
from combatbox.core.errors import MOST_LINES, suggest
from combatbox.core.phrases import join_words

Where = tuple[str | int, ...]
"""The path to a value in data: keys and indexes."""

Fault = tuple[Where, str]
"""The path to a value, and a description of its fault."""

MISSING = "is missing; add it"
"""The description of a fault whose path is that of a key that a mapping lacks."""

_PLAIN: Mapping[Any, str] = {
    type(None): "nothing",
    int: "a whole number",
    str: "text",
    bool: "true or false",
    float: "a number",
    list: "a list",
    dict: "a mapping",
}


class _Check(NamedTuple):
    """A check of data, with the faults that were found.

    Attributes:
        known: the names that the data may use; None if the data has been checked before, and is only converted.
        scalar: the function that converts a text where the declaration allows another type; None for data with types.
    """

    found: list[Fault]
    known: Known | None
    scalar: Callable[[str], Any] | None = None


class _Checker(NamedTuple):
    """A compiled type hint.

    Attributes:
        kinds: the types that the data may have; None for any type.
        words: a description of the data, for messages.
        inside: a function that checks data of one of these types, and returns it as the declared type.
    """

    kinds: frozenset[type] | None
    words: str
    inside: Callable[[Any, Where, _Check], Any]

    def fits(self, data: Any) -> bool:
        """Return True if data is of a type that it may have."""
        return self.kinds is None or type(data) in self.kinds

    def read(self, data: Any, where: Where, check: _Check) -> Any:
        """Return data as the declared type; if it has faults, they are added and the data is returned unchanged."""
        if check.scalar and self.kinds and type(data) is str:
            value = check.scalar(data)
            data = value if value is not None and self.fits(value) else data
        if self.kinds is None or type(data) in self.kinds:
            return self.inside(data, where, check)
        check.found.append((where, f"must be {self.words} (got {shown(data)})"))
        return data


def checked(declared: Any, data: Any, where: Where = (), known: Known | None = None) -> tuple[Any, list[Fault]]:
    """Return data as its declared type, and every place where it does not match this type.

    Args:
        declared: a dataclass, or a type hint built from dataclasses, plain types, lists, tuples, mappings and literals.
            A field whose type is a Literal in each dataclass of a union selects one of them.
        data: the data to check.
        where: the path to the data, with which the path of each fault begins.
        known: the names that the data may use.
    """
    known = known or Known()
    check = _Check([], known, known.scalar)
    return _checker(declared).read(data, where, check), check.found


def faults(declared: Any, data: Any, where: Where = (), known: Known | None = None) -> list[Fault]:
    """Return every place where the data does not match its declared type; the arguments are those of `checked`."""
    return checked(declared, data, where, known)[1]


def build_declared(declared: Any, data: Any) -> Any:
    """Convert validated plain data to the declared type, with dataclasses instead of mappings."""
    return _checker(declared).read(data, (), _Check([], None))


def _checker(hint: Any) -> _Checker:
    """Return the checker of a type hint; it is not cached, because `int | str` equals `str | int`."""
    args = get_args(hint)
    compiled = _BY_ORIGIN.get(get_origin(hint))
    if compiled:
        return compiled(*args)
    if hasattr(hint, "reads"):
        return _made(hint.reads, hint)
    if is_record(hint):
        return _record(hint)
    if hint is Any:
        return _Checker(None, "", _unchanged)
    kinds = frozenset((int, float)) if hint is float else frozenset((hint,))
    return _Checker(kinds, _PLAIN[hint], _unchanged)


def _unchanged(data: Any, where: Where, check: _Check) -> Any:
    return data


def _word(*words: Any) -> _Checker:
    """Return the checker of a Literal."""

    def inside(data: Any, where: Where, check: _Check) -> Any:
        if check.known and (fault := word_fault(words, data)):
            check.found.append((where, fault))
        return data

    return _Checker(frozenset(map(type, words)), f"one of {', '.join(map(str, words))}", inside)


def _list(of: Any) -> _Checker:
    """Return the checker of a list."""
    read = _checker(of).read

    def inside(data: Any, where: Where, check: _Check) -> Any:
        return [read(item, (*where, number), check) for number, item in enumerate(data)]

    return _Checker(frozenset((list,)), "a list", inside)


def _mapping(of_key: Any, of_value: Any) -> _Checker:
    """Return the checker of a mapping with any keys of a type."""
    key_of, value_of = _checker(of_key), _checker(of_value)

    def inside(data: Any, where: Where, check: _Check) -> Any:
        read = {}
        for key, value in data.items():
            place = (*where, key)
            key_of.read(key, place, check)
            read[key] = value_of.read(value, place, check)
        return read

    return _Checker(frozenset((dict,)), "a mapping", inside)


def _tuple(*of: Any) -> _Checker:
    """Return the checker of a list with a type of its own for each item, or of a list of any length."""
    if of[-1:] == (...,):
        return _made(list[of[0]], lambda items, place: tuple(items))  # type: ignore[valid-type]
    checkers = list(map(_checker, of))

    def inside(data: Any, where: Where, check: _Check) -> Any:
        if len(data) != len(of):
            check.found.append((where, f"must have {len(of)} items (got {len(data)})"))
            return data
        pairs = enumerate(zip(checkers, data, strict=True))
        return tuple(checker.read(item, (*where, number), check) for number, (checker, item) in pairs)

    return _Checker(frozenset((list, tuple)), "a list", inside)


def _record(kind: Any, *, is_open: bool = False) -> _Checker:
    """Return the checker of a record, whose fields without a default must be in the data."""

    def inside(data: Any, where: Where, check: _Check) -> Any:
        declared, before = _fields(kind), len(check.found)
        for key in data:
            if key not in declared and not is_open:
                near = suggest(str(key), declared) if len(check.found) < MOST_LINES else ""  # which takes long
                check.found.append(((*where, key), f"unknown key{near}"))
        read = {}
        for key, (name, checker, required) in declared.items():
            if key in data:
                read[name] = checker.read(data[key], (*where, key), check)
            elif required:
                check.found.append(((*where, key), MISSING))
        if len(check.found) > before:
            return data
        built = kind(**read)
        check.found.extend(((*where, *place), fault) for place, fault in validate(built))
        return built

    validate = getattr(kind, "validate", lambda built: ())
    return _Checker(frozenset((dict,)), "a mapping", inside)


def _by_first_key(kinds: Mapping[str, type]) -> _Checker:
    """Return the checker of a mapping whose first key selects its dataclass."""

    def inside(data: Any, where: Where, check: _Check) -> Any:
        first = next(iter(data), "")
        if fault := word_fault(kinds, first):
            check.found.append((where, fault))
            return data
        return _record(kinds[first]).inside(data, where, check)

    return _Checker(frozenset((dict,)), "a mapping", inside)


def _made(of: Any, function: Callable[[Any, str], Any]) -> _Checker:
    """Return the checker of data from which a function makes the value."""
    plain = _checker(of)

    def inside(data: Any, where: Where, check: _Check) -> Any:
        before = len(check.found)
        read = plain.inside(data, where, check)
        if len(check.found) == before:
            try:
                return function(read, (check.known or Known()).place(where))
            except ValueError as error:
                check.found.append((where, str(error)))
        return data

    return _Checker(plain.kinds, plain.words, inside)


@cache
def _fields(kind: Any) -> Mapping[str, tuple[str, _Checker, bool]]:
    """Return the name of each field by its key, with its checker, and True if it is required."""
    return {key: (item.name, _checker(item.hint), item.required) for key, item in declared_fields(kind).items()}


def _marked(inner: Any, *marks: Any) -> _Checker:
    """Return the checker of an annotated type: the marks are checked if the type is right."""
    is_open = any(isinstance(mark, Open) for mark in marks)
    plain = _record(inner, is_open=True) if is_open else _selected(inner, marks)
    own = [mark for mark in marks if isinstance(mark, Mark)]
    every = get_args(inner)[0] if any(isinstance(mark, AllKeys) for mark in marks) else None

    def inside(data: Any, where: Where, check: _Check) -> Any:
        before = len(check.found)
        read = plain.inside(data, where, check)
        if check.known and len(check.found) == before:
            wrong = [mark.fault(data, check.known) for mark in own]
            wrong += [_lacking(allowed_words(every, check.known.constants), data)] if every else []
            check.found.extend((where, fault) for fault in wrong if fault)
        return read

    return _Checker(plain.kinds, plain.words, inside)


def _selected(inner: Any, marks: Iterable[Any]) -> _Checker:
    """Return the checker of the data from which an annotation makes the value; otherwise that of the type itself."""
    for mark in marks:
        if isinstance(mark, Read):
            return _made(mark.data, mark.function)
        if isinstance(mark, FirstKey):
            return _by_first_key(mark.kinds)
    return _checker(inner)


def _lacking(keys: Iterable[Any], data: Any) -> str:
    """Return a message that names the keys that a mapping lacks; empty if it has all of them."""
    missing = [str(key) for key in keys if key not in data]
    return f"{join_words(missing)} {MISSING if len(missing) == 1 else 'are missing; add them'}" if missing else ""


def _union(*hints: Any) -> _Checker:
    """Return the checker of a union: of several alternatives of the data's type, the one that fits best."""
    arms = [_checker(hint) for hint in hints]
    tag, kinds_by_tag = union_tag(hints)
    by_tag = {word: _checker(kind) for word, kind in kinds_by_tag.items()}

    def inside(data: Any, where: Where, check: _Check) -> Any:
        if tag and type(data) is dict:
            word = data.get(tag)
            if isinstance(word, str) and word in by_tag:
                return by_tag[word].inside(data, where, check)
            why = word_fault(by_tag, word) if tag in data else MISSING
            check.found.append(((*where, tag), why))
            return data
        fitting = [arm for arm in arms if arm.fits(data)]
        if len(fitting) == 1:
            return fitting[0].inside(data, where, check)
        tried: list[list[Fault]] = []
        for arm in fitting:
            trial = check._replace(found=[])
            read = arm.inside(data, where, trial)
            if not trial.found:
                return read
            tried.append(trial.found)
        best: list[Fault] = min(tried, key=len)
        check.found.extend(best)
        return data

    kinds = None if any(arm.kinds is None for arm in arms) else frozenset().union(*(arm.kinds or () for arm in arms))
    words = list(dict.fromkeys(arm.words for arm in arms if arm.words != "nothing"))
    return _Checker(kinds, join_words(words, "or"), inside)


def union_tag(hints: Sequence[Any]) -> tuple[str, Mapping[Any, Any]]:
    """Return the key that tells the dataclasses of a union apart, and the dataclass for each of its values.

    The key is empty if there are not several dataclasses, or if none of their fields has other words in each of them.
    """
    kinds: list[Any] = [hint for hint in hints if is_record(hint)]
    for key in declared_fields(kinds[0]) if len(kinds) > 1 else ():
        types = [declared_fields(kind)[key].hint for kind in kinds if key in declared_fields(kind)]
        by_word = {word: kind for kind, hint in zip(kinds, types, strict=False) for word in get_args(hint)}
        if (
            len(types) == len(kinds)
            and {get_origin(hint) for hint in types} == {Literal}
            and len(by_word) >= len(kinds)
        ):
            return key, by_word
    return "", {}


_BY_ORIGIN: Mapping[Any, Callable[..., _Checker]] = {
    Annotated: _marked,
    Union: _union,
    UnionType: _union,
    Literal: _word,
    list: _list,
    tuple: _tuple,
    dict: _mapping,
}


def allowed_words(hint: Any, constants: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the allowed values of a closed type: one that allows only values listed in the code or the constants.

    Raises:
        TypeError: the type is not closed.
    """
    if get_origin(hint) is Literal:
        return get_args(hint)
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, Listed):
            return mark.words(constants)
    raise TypeError(f"{hint!r} is neither a Literal nor annotated with words")
