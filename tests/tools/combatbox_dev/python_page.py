"""The page about the Python API, generated from the names that `combatbox` exports.

`python -m combatbox_dev.python_page` writes it; a test fails if it is outdated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from inspect import isfunction, signature

from combatbox import api
from combatbox_dev.code_page import docstring_as_markdown

HEAD = """---
title: Python
order: 8
description: Load a game, fly a mission, simulate thousands, roll on a table and print a filled sheet from Python, with examples that run.
---

# Python

`import combatbox` is quick, and offers what the command line does. Each example goes on from those above it.

## Examples

Load a game, and simulate missions. The same seed gives the same odds.

```python
import combatbox

book = combatbox.load("queen")
odds = combatbox.simulate(book, missions=200, seed=1)
print(f"{odds.survival.value:.1%} survive ({odds.survival.low:.1%} to {odds.survival.high:.1%})")
print(f"{odds.events['Bombs dropped'].value:.1%} drop their bombs")
```

Use all cores for more of them: `combatbox.simulate(book, missions=1_000_000, jobs=8)`.

Fly one mission, read its account and keep its log.

```python
log = combatbox.fly(book, seed=1943, mission=7)
print(log.summary["target"], log.summary["result"])
for line in combatbox.narrate(book, log)[:5]:
    print(line)
combatbox.write_log("seven.jsonl", log)
```

Read a log, and print its record sheets.

```python
log = combatbox.read_log("seven.jsonl")
rolls = [event for event in log.events if event["kind"] == "roll"]
files = combatbox.print_sheets(book, "sheets", log=log)
print(len(rolls), "rolls,", len(files), "files")
```

Roll on a table, with dice of your own or with a seed, and ask for exact chances.

```python
first = combatbox.roll(book, "BL-4", dice=[6])[0]
print(first.row, first.text)
chances = combatbox.exact_odds(book, "BL-4")
for outcome, chance in sorted(chances.items()):
    print(outcome, chance)
```

Play by a ruling of your choice, or with a standing order.

```python
evading = combatbox.simulate(book, missions=200, always={"evade": "evade"})
print(evading.survival.value - odds.survival.value)
```

A strategy of your own is an object with a method `choose`. It gets the decision, with its kind, its options and the usual answer
(`default`), and the flight, with the state; it returns one of the options.

```python
class Steady:
    def choose(self, decision, flight):
        if decision.kind == "abort" and "go_on" in decision.texts:
            return "go_on"
        return decision.default

log = combatbox.fly(book, seed=1943, mission=7, player=Steady())
print(log.summary["result"])
```

`deploy/survival-by-mission.ipynb` in the source is a notebook that puts the odds of every mission into a data frame and plots them.

## Reference
"""


def page() -> str:
    """Return the reference page of the Python API as Markdown."""
    names = sorted(api.__all__, key=str.lower)
    return "\n".join([HEAD, *(line for name in names for line in _entry(name))])


def _entry(name: str) -> Iterator[str]:
    value = getattr(api, name)
    yield f"### combatbox.{name}\n"
    if isfunction(value):
        yield f"```python\n{_declaration(name, value)}\n```\n"
        yield f"{docstring_as_markdown(value.__doc__ or '')}\n"
    elif isinstance(value, type):
        text = docstring_as_markdown(value.__doc__ or "")
        if is_dataclass(value) and value.__module__ == api.__name__:
            for field in fields(value):
                text = text.replace(f"- `{field.name}`: ", f"- `{field.name}` (`{field.type}`): ")
        yield f"{text}\n"
    else:
        yield f"The games: {', '.join(f'`{key}`' for key in value)}.\n"


def _declaration(name: str, function: Callable[..., object]) -> str:
    """Return a function's declaration, with a line for each parameter."""
    declared = signature(function)
    lines: list[str] = []
    for parameter in declared.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "    *," not in lines:
            lines.append("    *,")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        lines.append(f"    {parameter.name}: {parameter.annotation}{default},")
    return "\n".join([f"def {name}(", *lines, f") -> {declared.return_annotation}"])


if __name__ == "__main__":
    from combatbox.library.paths import root

    (root() / "site" / "authors" / "python.md").write_text(page(), encoding="utf-8", newline="\n")
