"""Find unused code of games with vulture, and rules whose code nothing uses.

Vulture compares names: a definition is used where its name stands anywhere in the package.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from vulture import Vulture
from vulture.core import Item

from combatbox.core.phrases import join_words
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.yaml12 import read_shared
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox_dev.projects import engine_of
from combatbox_dev.rules import Named, carriers

FOLDERS = ("bomber", "games", "press/games")
"""Where unused code is reported: what a game is made of. Elsewhere click, MkDocs and pages call functions by name."""

WORDS = ["@effect", "@condition", "@quantity"]
"""The decorators that register a word of tables, which no code then needs to name."""

DEFINITIONS = ("class", "function", "method", "property")


def check(context: VerifyContext) -> Check:
    """Report definitions and fields of states that nothing uses, with the rules that they carry."""
    if not context.project or all(key in paths.plug_ins() for key in context.books):
        return Check("unused", not_run="asked of our own games, in a checkout")
    carried = [carrier for book in context.books.values() for carrier in carriers(context, book)]
    findings = [
        _finding(context, item, [one.id for one in carried if _is(one, item)]) for item in unused_items(context)
    ]
    modules = sum(1 for folder in FOLDERS for _ in (engine_of(context) / folder).rglob("*.py"))
    return check_result("unused", findings, (modules, "module"))


def unused_items(context: VerifyContext) -> Iterator[Item]:
    """Yield what vulture reports in the games: definitions that are no word of tables, and fields of states."""
    vulture = _Reader()
    vulture.scavenge([engine_of(context)])
    read = _names_in(vulture.texts, context)
    for item in vulture.get_unused_code():
        path = item.filename.relative_to(engine_of(context)).as_posix()
        if not path.startswith(FOLDERS):
            continue
        if item.typ in DEFINITIONS or (item.typ == "variable" and path.endswith("state.py") and item.name not in read):
            yield item


class _Reader(Vulture):  # type: ignore[misc]  # vulture has no types
    """Vulture that also collects the strings in the code it reads.

    Attributes:
        texts: the strings.
    """

    def __init__(self) -> None:
        super().__init__(ignore_decorators=WORDS)
        self.texts: set[str] = set()

    def visit_Constant(self, node: ast.Constant) -> None:  # noqa: N802
        """Collect a string."""
        if isinstance(node.value, str):
            self.texts.add(node.value)


def _is(carrier: Named, item: Item) -> bool:
    """Return True if a name under `code:` means this definition."""
    found = carrier.found
    return (
        found is not None
        and found.file == item.filename
        and found.name.rpartition(".")[2] == item.name
        and item.first_lineno <= found.line <= item.last_lineno
    )


def _finding(context: VerifyContext, item: Item, rules: list[str]) -> Finding:
    place = f"{item.filename.relative_to(engine_of(context)).as_posix()}:{item.first_lineno} {item.name}"
    carried = f"carries {join_words(rules)}, but " if rules else ""
    return Finding(place, f"{carried}nothing uses this {item.typ}; delete it")


def _names_in(code: set[str], context: VerifyContext) -> set[str]:
    """Return the names that code and `vocabulary.yaml` read as text.

    Examples are `getattr(state, name)` and `counts: fuel.boxes_lost`.
    """
    texts = set(code)
    for key in GAMES:
        path = context.tables_of(key) / "vocabulary.yaml"
        texts |= set(_strings(read_shared(path).data)) if path.is_file() else set()
    return {name for text in texts if re.fullmatch(r"[a-z_.]+", text) for name in text.split(".")}


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _strings(value)
