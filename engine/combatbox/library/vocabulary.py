"""From a spec in YAML (`{gun_out: nose}`) to an effect, condition or quantity of the game's vocabulary."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from combatbox.core.effects import Coded
from combatbox.core.errors import CombatBoxError, suggest

C = TypeVar("C", bound=Coded)


_adapters: dict[type[Coded], TypeAdapter[Any]] = {}


def adapter(cls: type[Coded]) -> TypeAdapter[Any]:
    """The pydantic adapter of a vocabulary class; it checks parameters by their type hints."""
    if cls not in _adapters:
        _adapters[cls] = TypeAdapter(cls)
    return _adapters[cls]


def build(what: str, spec: Any, known: Mapping[str, type[C]]) -> C:
    """The effect, condition or quantity a spec asks for.

    A spec is a word (no parameters), or a mapping of one word to a single parameter, a list that is the
    single parameter, or a mapping of parameters. Raises CombatBoxError in one line otherwise.
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
    names = [f.name for f in fields(cls)]
    if isinstance(value, dict):
        parameters = value
    elif value is None or (value is True and not names):
        parameters = {}
    elif not names:
        raise CombatBoxError(f"{what} {name} takes no parameters; write {name} alone")
    elif len(names) != 1:
        raise CombatBoxError(f"{what} {name} takes {', '.join(names)}; write {{{name}: {{...}}}} with them")
    else:
        parameters = {names[0]: value}
    strangers = [key for key in parameters if key not in names]
    if strangers:
        raise CombatBoxError(f"{what} {name} has no parameter {strangers[0]!r}{suggest(strangers[0], names)}")
    at_once = _made(cls, parameters)
    if at_once is not None:
        return at_once
    try:
        made: C = adapter(cls).validate_json(json.dumps(parameters), strict=True)
    except ValidationError as error:
        raise CombatBoxError(f"{what} {name}: {_first(error)}") from None
    return made


Check = Callable[[Any], Any]
"""Gives a parameter's value back as the field wants it; raises TypeError for any other."""


def _made(cls: type[C], parameters: Mapping[str, Any]) -> C | None:
    """The instance, where its parameters are plainly of the types that the fields name; else None, and pydantic decides.

    An adapter of pydantic costs a millisecond to make, and a game has two hundred words: it is made for what is wrong,
    to say so, and for types that are not plain.
    """
    checks = _checks(cls)  # type: ignore[arg-type]  # a class can be hashed
    if checks is None or not {name for name, (_, needed) in checks.items() if needed} <= parameters.keys():
        return None
    try:
        return cls(**{name: checks[name][0](value) for name, value in parameters.items()})
    except (TypeError, ValueError):
        return None


@cache
def _checks(cls: type[Coded]) -> dict[str, tuple[Check, bool]] | None:
    """For each field how its value is checked and whether it must be given; None for a class with a field of another
    type than `int`, `bool`, `str`, `Literal[...]` or a tuple of such."""
    found: dict[str, tuple[Check, bool]] = {}
    hints = get_type_hints(cls) if fields(cls) else {}
    for field in fields(cls):
        check = _check(hints[field.name])
        if check is None:
            return None
        found[field.name] = check, field.default is MISSING and field.default_factory is MISSING
    return found


def _check(hint: Any) -> Check | None:
    """How a value of this type is told."""
    if hint in (int, str, bool):
        return lambda value: _same(value, type(value) is hint)
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return lambda value: _same(value, type(value) is str and value in arguments)
    if get_origin(hint) is tuple and arguments[1:] == (...,):
        one = _check(arguments[0])
        return one and (lambda value: tuple(one(item) for item in _same(value, type(value) is list)))
    return None


def _same(value: Any, right: bool) -> Any:
    if not right:
        raise TypeError
    return value


def _first(error: ValidationError) -> str:
    found = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in found["loc"] if isinstance(part, str))
    if found["type"] == "missing":
        return f"{place} is missing"
    message = found["msg"][0].lower() + found["msg"][1:]
    return f"{place}: {message}" if place else message


def spec_schema(known: Mapping[str, type[Coded]]) -> dict[str, Any]:
    """JSON Schema of a spec: one of the words, each with its own parameters."""
    bare = [name for name, cls in known.items() if not fields(cls)]
    options: list[dict[str, Any]] = [{"enum": bare}] if bare else []
    for name, cls in known.items():
        inner = adapter(cls).json_schema()
        inner.pop("title", None)
        short = list(inner.get("properties", {}).values())
        value = {"anyOf": [short[0], inner]} if len(short) == 1 else inner
        doc = (cls.__doc__ or "").splitlines()
        options.append(
            {
                "type": "object",
                "properties": {name: value},
                "required": [name],
                "additionalProperties": False,
                "description": doc[0] if doc else name,
            }
        )
    return {"anyOf": options}
