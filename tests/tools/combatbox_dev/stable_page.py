"""The page about the stable interface, which is also its record: names of Python, keys of files, commands.

`python -m combatbox_dev.stable_page` writes it, and refuses a change that `core.plugin.API` does not announce; a test
fails if the page is outdated.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, isclass, isfunction, signature
from pathlib import Path
from typing import Any, get_origin

import click

from combatbox import api
from combatbox.cli import COMMANDS, main
from combatbox.cli.example import Examples
from combatbox.core.plugin import API
from combatbox.library.dataclass_schema import schema_of
from combatbox.library.paths import root
from combatbox.library.schema import SHAPES, GameModel
from combatbox.library.schemas import schemas
from combatbox.press.catalogue import KINDS
from combatbox.press.layout import BLOCK_KINDS
from combatbox.prose.table_values import NAMES

PAGE = root() / "site" / "authors" / "stable.md"

MODULES: Mapping[str, tuple[str, ...]] = {
    "combatbox": tuple(sorted(api.__all__)),
    "combatbox.core.board": ("Board", "Highlight", "Opponent", "Seat"),
    "combatbox.core.decisions": ("Decision", "DefaultPlayer", "Flow", "FreeFormChoice", "Player", "StandingOrders"),
    "combatbox.core.dice": ("ListedDice", "SeededDice"),
    "combatbox.core.effects": ("Condition", "Effect", "Quantity", "condition", "effect", "quantity"),
    "combatbox.core.errors": ("CombatBoxError", "UnknownName"),
    "combatbox.core.events": ("Event", "Header", "Journal"),
    "combatbox.core.flight": ("Flight",),
    "combatbox.core.game": (
        "DataTypes", "Game", "GamePages", "Setup", "TourSpec", "declared_in", "fly", "vocabulary_index",
    ),
    "combatbox.core.narration": ("NarrationContext", "NarrationLine"),
    "combatbox.core.plugin": ("API", "GamePlugin"),
    "combatbox.core.styled_text": ("Piece", "Styled", "styled"),
    "combatbox.core.table_views": ("capital",),
    "combatbox.core.tables": ("Row", "Rulebook", "Table"),
    "combatbox.library.load": ("load",),
    "combatbox.press.provider": ("FieldValues", "Provider", "SheetContext"),
}  # fmt: skip
"""The names on which a plug-in may rely, by module; `combatbox` has those of the Python API."""

TERM = ("name", "arguments", "code", "words")
DECLARED = ("name", "words", "short_words", "in_prose", "check", "prepared", "hints")
ONLY: Mapping[str, tuple[str, ...]] = {
    "Book": (
        "game", "title", "constants", "words", "tables", "rulings", "rules", "places", "digest", "key", "say", "table",
        "ruling", "rulebook",
    ),
    "Condition": (*TERM, "holds"),
    "Decision": ("kind", "rule", "question", "options", "default", "who", "place"),
    "Effect": (*TERM, "apply"),
    "Flight": (
        "state", "const", "rulings", "book", "dice", "enter", "choose_tables", "step", "table", "ask", "roll", "roll_on",
        "row_at", "roll_extra", "modified", "modifiers", "look_up", "consult", "phase", "fact", "run",
    ),
    "FreeFormChoice": ("form", "read", "draw"),
    "GamePlugin": ("key", "game", "sheets", "folder", "place", "api"),
    "Journal": ("header", "events"),
    "Quantity": (*TERM, "amount"),
    "Row": ("id", "rolls", "key", "area", "effects", "table", "column", "words"),
    "Rulebook": ("game", "digest", "tables", "constants", "rulings", "places"),
    "Table": ("id", "title", "shape", "rows", "columns", "row_for"),
    "condition": (*DECLARED, "noted", "always", "roll_condition", "fact_condition", "ruling_condition"),
    "effect": (
        *DECLARED, "idle", "adjusts", "names_area", "size", "leads_to", "stops_sequence", "next_tables", "carries",
        "suppresses",
    ),
    "quantity": DECLARED,
}  # fmt: skip
"""The stable members of classes that have more of them than a plug-in needs."""

RELEASED = ""
"""The number of the plug-in API in the latest release; after a release, what is added needs a new number."""

CALLS = ("drawing", "figure", "ref", "rule", "ruling", "see", "table", "widget")
"""The calls of chapters that show more than a value of a table."""

READ_BY_COMMANDS = ("log.json", "book.json", "export.json")
"""The schemas of files that nobody writes by hand; they have numbers of their own."""

HEAD = f"""---
title: What stays as it is
order: 9
description: The interface for games by others, with its number; what may change, when, and how a game says which number it needs.
---

# What stays as it is

A game that is a plug-in relies on names of Combat Box: modules, keys of files, commands. Those below are the *plug-in API*, and it has a
number of its own. This is number **{API}**.

## The promise

- The **second part** of the number grows when something is added. A game for 1.0 works with 1.1.
- The **first part** grows when something is removed, renamed, or wants other arguments. The changelog names it, and the old form is read for
  one release where that is possible.
- A new version of Combat Box that changes nothing here keeps the number.
- Everything else (the package `bomber`, other names of `core`, every name that begins with `_`) may change in any release.
- Logs, saves and the published JSON have numbers of their own and are read on, whatever the number of the plug-in API is.

## Say which number you need

`combatbox new game` writes the number into the plug-in:

```python
PLUGIN = GamePlugin("liberator", "liberator.game:GAME", folder=Path(__file__).parent / "data", api="{API}")
```

A Combat Box that cannot serve that number says so in one line, and names the command that helps. If you use a name that came with 1.1, write
`api="1.1"`.

Check: `combatbox games` lists your game.

A dataclass is listed by its fields, each with `= ...` if it may be left out.
"""


def entries() -> dict[str, dict[str, str]]:
    """Return everything that is stable: for each heading of the page the names, with a signature or a list of words."""
    known = {module: dict(_module(module, names)) for module, names in MODULES.items()}
    known["Data files"] = {name: _words(keys) for name, keys in _data_files()}
    known["Sheets, and the calls of chapters"] = {
        "block": _words(BLOCK_KINDS), "product": _words(KINDS), "call": _words({*NAMES, *CALLS}),
    }  # fmt: skip
    known["Commands"] = dict(_commands())
    return known


def page() -> str:
    """Return the page as Markdown."""
    parts = (f"\n## {head}\n\n```text\n{_lines(names)}\n```\n" for head, names in entries().items())
    return HEAD + "".join(parts)


def _lines(names: Mapping[str, str]) -> str:
    return "\n".join(f"{name}{text}" for name, text in names.items())


def recorded(text: str) -> dict[str, str]:
    """Return the entries of a page, by heading and name."""
    known: dict[str, str] = {}
    for head, block in re.findall(r"(?ms)^## ([^\n]+)\n\n```text\n(.*?)\n```$", text):
        for line in block.splitlines():
            name = re.match(r"[\w.{}-]+", line)
            assert name
            known[f"{head} {name[0]}"] = line[name.end() :]
    return known


def number_of(text: str) -> tuple[int, int]:
    """Return the number of the plug-in API that a page states."""
    match = re.search(r"number \*\*(\d+)\.(\d+)\*\*", text)
    assert match
    return int(match[1]), int(match[2])


def unannounced(before: str, after: str) -> list[str]:
    """Return what has changed between two pages though the number of the second does not say so.

    Args:
        before: the page as it was.
        after: the page of the code of today.
    """
    old, new = recorded(before), recorded(after)
    (major, minor), (new_major, new_minor) = number_of(before), number_of(after)
    if new_major > major:
        return []
    broken = [name for name, text in old.items() if name not in new or not _extends(text, new[name])]
    problems = [f"{name}: has gone or wants other arguments; raise API to {major + 1}.0" for name in broken]
    if new_minor > minor or API != RELEASED:
        return problems
    added = [name for name, text in new.items() if name not in broken and old.get(name) != text]
    return problems + [f"{name}: is new or takes more; raise API to {major}.{minor + 1}" for name in added]


def _extends(old: str, new: str) -> bool:
    """Return True if whatever relies on the old text of an entry can rely on the new one."""
    if new in (old, f"{old} = ..."):  # a field that need no longer be given
        return True
    if not old.startswith("(") or not new.startswith("("):
        return old.startswith(" = ") and new.startswith(" = ") and set(old.split()) <= set(new.split())
    first, second = (ast.parse(f"def f{text}: ...").body[0] for text in (old, new))
    assert isinstance(first, ast.FunctionDef)
    assert isinstance(second, ast.FunctionDef)
    before, after = first.args, second.args
    positions = len(before.args) <= len(after.args) and all(map(_takes, after.args, before.args))
    names = all(any(_takes(arg, old_arg) for arg in after.kwonlyargs) for old_arg in before.kwonlyargs)
    needed = len(after.args) - len(after.defaults) <= len(before.args) - len(before.defaults)
    wanted = [arg.arg for arg, default in zip(after.kwonlyargs, after.kw_defaults, strict=True) if default is None]
    result = ast.dump(first.returns or ast.Pass()) == ast.dump(second.returns or ast.Pass())
    return positions and names and needed and {*wanted} <= {arg.arg for arg in before.kwonlyargs} and result


def _takes(new: ast.arg, old: ast.arg) -> bool:
    """Return True if a parameter takes whatever the old one takes: the same types, or more of them."""
    return new.arg == old.arg and set(_alternatives(old.annotation)) <= set(_alternatives(new.annotation))


def _alternatives(annotation: ast.expr | None) -> Iterator[str]:
    if isinstance(annotation, ast.BinOp):
        yield from (*_alternatives(annotation.left), *_alternatives(annotation.right))
    else:
        yield ast.dump(annotation or ast.Pass())


# ---- names of Python


def _module(module: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        value = getattr(import_module(module), name)
        known = get_origin(value) or value
        if isclass(known) and known.__module__.startswith("combatbox."):
            yield name, ""
            yield from _class(name, known)
        else:
            yield name, signature_text(value) if isfunction(value) else ""


def _class(name: str, known: type) -> Iterator[tuple[str, str]]:
    """Yield the members of a class, those of `ONLY` or all that are public."""
    members: dict[str, str] = {}
    for cls in reversed([cls for cls in known.__mro__ if _is_ours(cls)]):
        for key, value in vars(cls).items():
            members[key] = signature_text(value) if isfunction(value) else ""
    if is_dataclass(known):
        members |= {field.name: _field(field) for field in fields(known)}
    public = ONLY.get(name) or [key for key in members if not key.startswith("_")]
    yield from ((f"{name}.{key}", members.get(key, "")) for key in public)


def _is_ours(cls: type) -> bool:
    return cls.__module__.startswith("combatbox.")


def _field(field: Field[Any]) -> str:
    is_needed = field.default is MISSING and field.default_factory is MISSING
    return f": {field.type}{'' if is_needed else ' = ...'}"


def signature_text(function: Any) -> str:
    """Return the signature of a function, with annotations as they are written."""
    text = signature(function)
    parameters = [
        each.replace(annotation=_Bare(each.annotation), default=_default(each)) for each in text.parameters.values()
    ]
    bare = text.replace(parameters=parameters, return_annotation=_Bare(text.return_annotation))
    return str(bare)


class _Bare:
    """An annotation that is printed as it is written, without quotes."""

    def __new__(cls, annotation: Any) -> Any:
        return annotation if annotation is Signature.empty else super().__new__(cls)

    def __init__(self, annotation: Any) -> None:
        self.text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))

    def __repr__(self) -> str:
        return self.text


def _default(parameter: Parameter) -> Any:
    simple = (str, int, float, bool, type(None), type(Parameter.empty))
    return parameter.default if isinstance(parameter.default, simple) else ...


# ---- files and commands


def _data_files() -> Iterator[tuple[str, set[str]]]:
    written = {name: schema for name, schema in schemas(()).items() if name not in READ_BY_COMMANDS}
    shapes = {f"table-{name}.yaml": schema_of(model) for name, model in SHAPES.items()}
    for name, schema in {"game.yaml": schema_of(GameModel), **shapes, **written}.items():
        models = [schema, *schema.get("$defs", {}).values()]
        yield name.replace(".json", ".yaml"), {key for model in models for key in model.get("properties", {})}


def _commands() -> Iterator[tuple[str, str]]:
    context = click.Context(main, info_name="combatbox")
    for name in sorted(COMMANDS):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        former = command.former("find") if isinstance(command, Examples) else command  # what 1.0.0 has is understood
        groups = {"": former, **getattr(command, "commands", {})}
        for word, each in groups.items():
            options = {
                option for parameter in each.get_params(inner) for option in parameter.opts if option[:2] == "--"
            }
            yield f"{name}.{word}" if word else name, _words(options)


def _words(words: Any) -> str:
    return f" = {' '.join(sorted(words))}"


def write(path: Path = PAGE) -> None:
    """Write the page; exit if the number of the plug-in API does not announce what has changed."""
    text = page()
    if path.is_file() and (problems := unannounced(path.read_text(encoding="utf-8"), text)):
        sys.exit("\n".join(["core/plugin.py: API does not announce a change:", *problems]))
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
