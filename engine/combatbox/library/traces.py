"""Where each rule stands: its place in the prose, the code that carries it, the tests that prove it.

Nothing is imported or run; marks are read from the sources (`@rule("T-303")`, `pytest.mark.rule("T-303")`,
`{{ rule("T-303") }}`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_DECORATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ANCHOR = re.compile(r"""\brule\(\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention of a rule: its id and where it stands, `flow.py:40 approach`."""

    rule: str
    place: str


@dataclass(slots=True)
class Trace:
    """Everywhere one rule stands."""

    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def traces(prose: Path, code: Path, tests: Path | None) -> dict[str, Trace]:
    """Every rule id that is marked anywhere, with its places. Folders that do not exist hold no marks."""
    found: dict[str, Trace] = {}
    for mark in prose_marks(prose):
        found.setdefault(mark.rule, Trace()).prose.append(mark.place)
    for mark in code_marks(code):
        found.setdefault(mark.rule, Trace()).code.append(mark.place)
    for mark in test_marks(tests) if tests else ():
        found.setdefault(mark.rule, Trace()).tests.append(mark.place)
    return found


def prose_marks(folder: Path) -> Iterator[Mark]:
    """Every `rule("...")` of the Markdown pages below a folder."""
    for path in sorted(folder.rglob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in _ANCHOR.finditer(line):
                yield Mark(match[1], f"{path.relative_to(folder).as_posix()}:{number}")


def code_marks(folder: Path) -> Iterator[Mark]:
    """Every `@rule("...")` on a function or class below a folder."""
    for path, tree in parsed(folder, "rule("):
        for node in _statements(tree.body):
            if isinstance(node, _DECORATED):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and _name(decorator.func) == "rule":
                        place = f"{path.relative_to(folder).as_posix()}:{decorator.lineno} {node.name}"
                        yield from (Mark(text, place) for text in _texts(decorator.args))


def test_marks(folder: Path) -> Iterator[Mark]:
    """Every `pytest.mark.rule("...")` below a folder, on a test, a class, a module or a parameter."""
    for path, tree in parsed(folder, "mark.rule("):
        for node in _marking(tree):
            if isinstance(node, ast.Call) and _name(node.func) == "mark.rule":
                place = f"{path.relative_to(folder).as_posix()}:{node.lineno}"
                yield from (Mark(text, place) for text in _texts(node.args))


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement, those of functions and classes included; what stands inside expressions marks nothing."""
    for node in body:
        yield node
        yield from _statements(getattr(node, "body", ()))


def _marking(tree: ast.Module) -> Iterator[ast.AST]:
    """All that can mark tests: the decorators, and what is assigned (`pytestmark`, lists of parameters)."""
    for node in _statements(tree.body):
        if isinstance(node, _DECORATED):
            for decorator in node.decorator_list:
                yield from ast.walk(decorator)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value:
            yield from ast.walk(node.value)


test_marks.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def parsed(folder: Path, having: str = "") -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file below a folder that has this text in it, with its syntax tree."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if having in text:
            yield path, ast.parse(text, str(path))


def _name(node: ast.expr) -> str:
    """`rule` for `rule` and `rules.rule`, `mark.rule` for `pytest.mark.rule`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = node.value.attr if isinstance(node.value, ast.Attribute) else ""
        return f"mark.{node.attr}" if owner == "mark" or _is_mark(node.value) else node.attr
    return ""


def _is_mark(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "mark"


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
