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

`import combatbox` is quick, and offers what the command line does. A game is given by its key, `"queen"`, or by a book that you have loaded,
which saves reading it again. Each example goes on from those above it.

To install it: `pip install ./combatbox-VERSION-py3-none-any.whl`, with the version of your wheel. To print sheets write `[print]` behind that name:
`pip install "./combatbox-VERSION-py3-none-any.whl[print]"`.

## Examples

Load a game, and simulate missions. The same seed gives the same odds.

```python
import combatbox

book = combatbox.load("queen")
odds = combatbox.simulate(book, missions=200, seed=1)
print(f"{odds.survival.value:.1%} survive ({odds.survival.low:.1%} to {odds.survival.high:.1%})")
print(f"{odds.events['Bombs dropped'].value:.1%} drop their bombs")
```

Use all cores for more of them: `combatbox.simulate(book, missions=1_000_000, jobs=8)`; more than one machine: [Cluster](cluster.md).

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
rolls = [row for row in log.rows() if row["kind"] == "roll"]
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
pressing_on = combatbox.simulate(book, missions=200, seed=1, always={"abort": "go_on"})
for event in ("Bombs dropped", "The bomber survives"):
    print(f"{event}: {pressing_on.events[event].value - odds.events[event].value:+.1%}")
```

## A strategy of your own

A player is an object with a method `choose`. It gets the `Decision`, with its kind, its options and the usual answer (`default`), and the
`Flight`, with the state; it returns one of the options. This one turns for home with the first engine out:

```python
class Cautious:
    def choose(self, decision: combatbox.Decision, flight: combatbox.Flight) -> str:
        if decision.kind == "abort" and flight.state.engines_out():
            return "abort"
        return decision.default
```

Its odds beside those of the usual answers, with the same dice:

```python
cautious = combatbox.simulate(book, missions=200, seed=1, player=Cautious())
for event in ("Mission survival", "Bombs dropped", "Aborted"):
    shares = [row["value"] for found in (odds, cautious) for row in found.rows() if row["event"] == event]
    print(f"{event:<18}", *(f"{share:6.1%}" for share in shares))
print(combatbox.fly(book, seed=1943, mission=7, player=Cautious()).summary["result"])
```

A copy of the object flies each mission: what it notes in one does not reach the next. For `jobs=8` its class stands in a module, which the
other processes import. `book.kinds` lists the kinds of decision, and `book.options()` their options.

## In a notebook

The last line of a cell shows a book, a log, a roll or odds in a line or a table; `book.table("wing")` shows a table with its results in words.
`rows()` of odds and of a log are rows for a data frame, `pandas.DataFrame(odds.rows())`, and `plot()` draws the odds:

```python
from pathlib import Path

Path("odds.svg").write_text(odds.plot(), encoding="utf-8")
print(book, log, len(odds.rows()), "rows")
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
    elif name == "Flight":
        yield "A flight of any game, as a player gets it. Its `state` is that of the game; [its methods](reference.md#flight).\n"
    elif isinstance(value, type):
        text = docstring_as_markdown(value.__doc__ or "")
        if name in ("Odds", "RollResult") and is_dataclass(value):
            for field in fields(value):
                text = text.replace(f"- `{field.name}`: ", f"- `{field.name}` (`{field.type}`): ")
        yield f"{text}\n"
        yield from _methods(name, value)
    else:
        yield f"The games: {', '.join(f'`{key}`' for key in value)}.\n"


def _methods(name: str, cls: type) -> Iterator[str]:
    """Yield the methods of a class that is for this API: of a player, a log or odds."""
    for method, function in vars(cls).items() if name in ("Log", "Odds", "Player") else ():
        if isfunction(function) and not method.startswith("_"):
            yield f"#### {name}.{method}\n"
            yield f"```python\n{_declaration(method, function)}\n```\n"
            yield f"{docstring_as_markdown(function.__doc__ or '')}\n"


def _declaration(name: str, function: Callable[..., object]) -> str:
    """Return a function's declaration, with a line for each parameter."""
    declared = signature(function)
    lines: list[str] = []
    for parameter in declared.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "    *," not in lines:
            lines.append("    *,")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        kind = "" if parameter.annotation is parameter.empty else f": {parameter.annotation}"
        lines.append(f"    {parameter.name}{kind}{default},")
    return "\n".join([f"def {name}(", *lines, f") -> {declared.return_annotation}"])


if __name__ == "__main__":
    from combatbox.library.paths import root

    (root() / "site" / "authors" / "python.md").write_text(page(), encoding="utf-8", newline="\n")
