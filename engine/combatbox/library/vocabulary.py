"""From a spec in YAML (`{gun_out: nose}`) to an effect, condition or quantity of the game's vocabulary."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

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
    try:
        made: C = adapter(cls).validate_json(json.dumps(parameters), strict=True)
    except ValidationError as error:
        raise CombatBoxError(f"{what} {name}: {_first(error)}") from None
    return made


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
