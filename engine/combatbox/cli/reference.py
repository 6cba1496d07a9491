"""The reference page of what a game's code is written with, made from the classes themselves.

`python -m combatbox.cli.reference` writes it; a test says when that is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Signature, cleandoc, isfunction, signature

from combatbox.core.effects import Coded, Condition, Effect, Quantity
from combatbox.core.flight import Flight

HEAD = """---
title: What a game is written with
order: 7
description: Effect, Condition, Quantity and Flight with every method, for the code of a game of your own.
---

# What a game is written with

A row of a table has effects; a modifier, or a row of a chart, has a condition; what a modifier adds may be a quantity. Each is a frozen
dataclass whose fields are its parameters, with a `name` by which tables call it. All of them are handed the flight: dice, player, log and
state of one run. [Make your own game](your-game.md) shows them at work.
"""
MUST = {Coded: ("words",), Effect: ("apply",), Condition: ("holds",), Quantity: ("amount",), Flight: ()}
"""The methods that a game has to write."""


def page() -> str:
    """The page as Markdown."""
    return "\n".join([HEAD, *(line for cls in MUST for line in _class(cls))])


def _class(cls: type) -> Iterator[str]:
    above = cls.__mro__[1].__name__
    yield f"## {cls.__name__}\n"
    yield f"`{cls.__module__}.{cls.__qualname__}`" + (f", a {above}\n" if above == Coded.__name__ else "\n")
    yield f"{_plain(cls.__doc__ or '')}\n"
    for name, member in vars(cls).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not isfunction(function) or not function.__doc__:
            continue
        must = " *You write this one.*" if name in MUST[cls] else ""
        yield f"### {cls.__name__}.{name}\n"
        yield f"```python\n{_signature(name, member, function)}\n```\n"
        yield f"{_plain(function.__doc__)}{must}\n"


def _signature(name: str, member: object, function: object) -> str:
    told = signature(function)  # type: ignore[arg-type]  # of a function, as was asked
    if isinstance(member, property):
        result = told.return_annotation
        return f"{name}: {result if result is not Signature.empty else 'object'}"
    return f"def {name}{told}".replace("'", "")


def _plain(text: str) -> str:
    return cleandoc(text).replace("<", "&lt;")


if __name__ == "__main__":
    from combatbox.library.paths import root

    (root() / "site" / "authors" / "reference.md").write_text(page(), encoding="utf-8", newline="\n")
