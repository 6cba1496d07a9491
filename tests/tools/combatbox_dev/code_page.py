"""The reference page about writing the code of a game, generated from the engine's code.

`python -m combatbox_dev.code_page` writes it; a test fails if it is outdated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import Signature, cleandoc, isfunction, signature
from textwrap import dedent
from typing import Any

from combatbox.core.effects import Condition, Declared, Effect, Quantity, VocabularyTerm, condition, effect, quantity
from combatbox.core.flight import GameFlight
from combatbox_dev.stable_page import signature_text

HEAD = """---
title: What a game is written with
order: 7
description: The decorators of effects, conditions and quantities, and Flight with every method, for the code of a game of your own.
---

# What a game is written with

A row of a table has effects; a modifier, or a row of a chart, has a condition; what a modifier adds may be a quantity. Each is a function
under one of three decorators. It takes the flight (dice, player, log and state of one run) and then the parameters that tables give it. The
first line of its docstring stands on the page of the vocabulary. [Make your own game](your-game.md) shows them at work.

```python
@effect("engine_out", words="{side} engine out")
def engine_out(flight: Sortie, side: Literal["left", "right"]) -> None:
    \"\"\"An engine stops, which is as bad as a hit.\"\"\"
    flight.state.hits += 1
```

Where an argument of a decorator depends on the parameters, it is a function that takes them by name: `leads_to=lambda table: table`. A wording is
a phrase with the parameters in braces, or such a function, which takes `say` first. A function that looks something up in the constants
of the game (for `next_tables` or `carries`) takes these first.
"""
DECORATORS = (Declared, effect, condition, quantity)
CLASSES = (VocabularyTerm, Effect, Condition, Quantity, GameFlight)


def page() -> str:
    """Return, as Markdown, the reference page for authors of the code of a game."""
    decorators = (line for decorator in DECORATORS for line in _decorator(decorator))
    return "\n".join([HEAD, *decorators, *(line for cls in CLASSES for line in _class(cls))])


def _decorator(declared: type[Declared[Any]]) -> Iterator[str]:
    """Yield the section about a decorator; `Declared` has the arguments that all decorators share."""
    yield "## All decorators\n" if declared is Declared else f"## @{declared.__name__}\n"
    yield docstring_as_markdown(declared.__doc__ or "").replace("**Args**\n\n", "") + "\n"


def _class(cls: type) -> Iterator[str]:
    above = cls.__mro__[1].__name__
    title = cls.__name__.removeprefix(
        "Game"
    )  # a game calls its own `GameFlight` of state, constants and rulings `Flight`
    yield f"## {title}\n"
    yield f"`{cls.__module__}.{cls.__qualname__}`" + (f", a {above}\n" if above == VocabularyTerm.__name__ else "\n")
    yield f"{docstring_as_markdown(cls.__doc__ or '')}\n"
    for name, member in vars(cls).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not isfunction(function) or not function.__doc__:
            continue
        yield f"### {title}.{name}\n"
        yield f"```python\n{_signature(name, member, function)}\n```\n"
        yield f"{docstring_as_markdown(function.__doc__)}\n"


def _signature(name: str, member: object, function: object) -> str:
    parameters = signature(function)  # type: ignore[arg-type]  # always a function here
    if isinstance(member, property):
        result = parameters.return_annotation
        return f"{name}: {result if result is not Signature.empty else 'object'}"
    return f"def {name}{signature_text(function)}"


def docstring_as_markdown(text: str) -> str:
    """Return a docstring as Markdown, with its sections as lists below a bold heading."""
    text = re.sub(r"(?m)^(Args|Attributes|Raises):$", r"**\1**\n", cleandoc(text).replace("<", "&lt;"))
    text = re.sub(r"(?m)^(Returns|Yields):\n +", r"**\1** ", text)
    text, _, example = text.partition("\nExample:\n")
    text = re.sub(r"\n {8,}", " ", text)
    text = re.sub(r"(?m)^ +(\w+): ", r"- `\1`: ", text)
    return text + (f"\n**Example**\n\n```pycon\n{dedent(example)}\n```" if example else "")


if __name__ == "__main__":
    from combatbox.library.paths import root

    (root() / "site" / "authors" / "reference.md").write_text(page(), encoding="utf-8", newline="\n")
