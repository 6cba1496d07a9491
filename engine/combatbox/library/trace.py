"""Traceability: which code and which tests answer for each rule, read from the source as text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import combatbox
from combatbox.library import paths
from combatbox.library.book import Book


@dataclass(slots=True)
class Trace:
    """Rule id to places: `module.function` in the engine, `file::test` in the tests."""

    code: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, book: Book) -> Trace:
        """What answers for the rules of one book. Without a checkout there are no tests to read."""
        package = Path(combatbox.__file__).parent
        project = paths.checkout()
        code = [(rule, place) for rule, place in marks(package, "rule")]
        tests = list(marks(project / "tests", "rule")) if project else []
        return cls(_by_rule(code, book), _by_rule(tests, book))


def _by_rule(found: list[tuple[str, str]], book: Book) -> dict[str, list[str]]:
    by_rule: dict[str, list[str]] = {}
    for rule, place in found:
        if rule in book.rules:
            by_rule.setdefault(rule, []).append(place)
    return by_rule


@cache
def marks(folder: Path, name: str) -> tuple[tuple[str, str], ...]:
    """Every (id, place) of decorators `@rule(...)` or `@pytest.mark.rule(...)` below a folder."""
    found: list[tuple[str, str]] = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(folder.parent).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
                found += [(rule, f"{place}::{node.name}") for rule in _ids(node, name)]
    return tuple(found)


def _ids(node: ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef, name: str) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call):
            called = mark.func.attr if isinstance(mark.func, ast.Attribute) else getattr(mark.func, "id", "")
            if called == name:
                yield from (
                    arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )
