"""From a spec in YAML (`{gun_out: nose}`) to an effect, condition or quantity of the game's vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from combatbox.core.effects import Coded
from combatbox.core.errors import CombatBoxError, suggest
from combatbox.library.declared import faults, words_of

C = TypeVar("C", bound=Coded)
Constants = Mapping[str, Any]

_SCHEMA = {int: "integer", str: "string", bool: "boolean"}


class _Unfit(Exception):
    """A value is none that the field can have; says what is wanted."""


def build(what: str, spec: Any, known: Mapping[str, type[C]], constants: Constants) -> C:
    """The effect, condition or quantity a spec asks for.

    A spec is a word (no parameters), or a mapping of one word to a single parameter, a list that is the
    single parameter, or a mapping of parameters. constants: of the game, for words that its data lists.
    Raises CombatBoxError in one line otherwise.
    """
    if isinstance(spec, dict):
        if len(spec) != 1:
            raise CombatBoxError(f"{what} {spec!r} must be one word with its parameters")
        ((name, value),) = spec.items()
    else:
        name, value = spec, None
    if not isinstance(name, str) or name not in known:
        raise CombatBoxError(f"unknown {what} {name!r}{suggest(str(name), known)}")
    cls = known[name]
    parameters = _parameters(f"{what} {name}", value, [field.name for field in fields(cls)])
    try:
        return cls(**_read(cls, parameters, constants))
    except (_Unfit, ValueError) as error:
        raise CombatBoxError(f"{what} {name}: {error}") from None


def _parameters(word: str, value: Any, names: list[str]) -> Mapping[str, Any]:
    """The parameters by name that stand behind a word."""
    if isinstance(value, dict):
        strangers = [key for key in value if key not in names]
        if strangers:
            raise CombatBoxError(f"{word} has no parameter {strangers[0]!r}{suggest(str(strangers[0]), names)}")
        return value
    if value is None or (value is True and not names):
        return {}
    if not names:
        raise CombatBoxError(f"{word} takes no parameters; write {word.rsplit(maxsplit=1)[-1]} alone")
    if len(names) != 1:
        raise CombatBoxError(
            f"{word} takes {', '.join(names)}; write {{{word.rsplit(maxsplit=1)[-1]}: {{...}}}} with them"
        )
    return {names[0]: value}


def _read(cls: type[Coded], parameters: Mapping[str, Any], constants: Constants) -> dict[str, Any]:
    """Every parameter as its field wants it."""
    read: dict[str, Any] = {}
    hints = _hints(cls)  # type: ignore[arg-type]  # a class can be hashed
    for field in fields(cls):
        if field.name in parameters:
            try:
                read[field.name] = _value(hints[field.name], parameters[field.name], constants)
            except _Unfit as error:
                raise _Unfit(f"{field.name}: {error}") from None
        elif _needed(field):
            raise _Unfit(f"{field.name} is missing")
    return read


def _needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _hints(cls: type[Coded]) -> dict[str, Any]:
    """The types of the fields of a word, with the lists that they name."""
    return get_type_hints(cls, include_extras=True)


def _value(hint: Any, value: Any, constants: Constants) -> Any:
    """The value, if it is of that type: a list of YAML becomes a tuple. Raises _Unfit."""
    wrong = faults(hint, value, constants=constants)
    if wrong:
        raise _Unfit(wrong[0][1][:300])
    return tuple(value) if isinstance(value, list) else value


# ---- JSON Schema


def spec_schema(known: Mapping[str, type[Coded]], constants: Constants) -> dict[str, Any]:
    """JSON Schema of a spec: one of the words, each with its own parameters."""
    bare = [name for name, cls in known.items() if not fields(cls)]
    options: list[dict[str, Any]] = [{"enum": bare}] if bare else []
    for name, cls in known.items():
        inner = _word_schema(cls, constants)
        short = list(inner.get("properties", {}).values())
        value = {"anyOf": [short[0], inner]} if len(short) == 1 else inner
        options.append(
            {
                "type": "object",
                "properties": {name: value},
                "required": [name],
                "additionalProperties": False,
                "description": (cls.__doc__ or name).splitlines()[0],
            }
        )
    return {"anyOf": options}


def _word_schema(cls: type[Coded], constants: Constants) -> dict[str, Any]:
    """The parameters of a word as the properties of an object."""
    hints = _hints(cls)  # type: ignore[arg-type]  # a class can be hashed
    properties = {field.name: _type_schema(hints[field.name], constants) for field in fields(cls)}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    needed = [field.name for field in fields(cls) if _needed(field)]
    return {**schema, "required": needed} if needed else schema


def _type_schema(hint: Any, constants: Constants) -> dict[str, Any]:
    if hint in _SCHEMA:
        return {"type": _SCHEMA[hint]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _type_schema(get_args(hint)[0], constants)}
    if get_origin(hint) is UnionType:
        return {"anyOf": [_type_schema(one, constants) for one in get_args(hint)]}
    return {"enum": list(words_of(hint, constants))}
