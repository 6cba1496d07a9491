"""Finds where each rule is covered in prose, code and tests.

No code is imported or run. Mentions of rules (`pytest.mark.rule("T-303")`, `{{ rule("T-303") }}`) are found in the
source files, and the names in `code:` of rules.yaml are looked up in syntax trees.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from combatbox.library import paths

_RULES = r"""\((?P<rules>(?:\s*["'][^"'{}\n]+["']\s*,?)+\s*)\)"""
_TEST = re.compile(rf"^[ ]*(?P<mark>@(?:pytest\.)?mark\.rule){_RULES}", re.MULTILINE)
_TEXT = re.compile(r"""["']([^"']+)["']""")
_ANCHOR = re.compile(r"""\brule\(\s*["']([^"']+)["']""")


@dataclass(slots=True)
class Trace:
    """All places in prose and in tests that mention one rule."""

    prose: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Implementation:
    """A function, class or method that implements a rule.

    Attributes:
        file: the file that defines it.
        line: the line of its definition.
        name: its qualified name in the file: `Wave.cover`.
    """

    file: Path
    line: int
    name: str


def find_implementation(name: str, homes: Iterable[Path]) -> Implementation | None:
    """Find the implementation with a name from `code:` in rules.yaml, such as `waves.cover`.

    Args:
        name: the dotted name.
        homes: the folders in which the name is looked up, in order: the game's folder, then the whole package.

    Returns:
        The implementation; None if no folder contains one with this name.
    """
    for home in homes:
        for file, inner in _readings(name, home):
            if file.is_file() and (line := _definitions(tree_of(file)).get(inner)):
                return Implementation(file, line, inner)
    return None


def implementations_below(home: Path) -> Iterator[str]:
    """Yield the names of all functions, classes and methods below a folder, in the form that `code:` requires."""
    for file in sorted(home.rglob("*.py")):
        below = file.relative_to(home).with_suffix("").parts
        module = below[:-1] if below[-1] == "__init__" else below
        yield from (".".join((*module, name)) for name in _definitions(tree_of(file)) if module)


def _readings(name: str, home: Path) -> Iterator[tuple[Path, str]]:
    """Yield every way to split a dotted name into the path of a file and a name in the file."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module, inner = home.joinpath(*parts[:cut]), ".".join(parts[cut:])
        yield module.with_suffix(".py"), inner
        yield module / "__init__.py", inner


@lru_cache(maxsize=512)
def _definitions(tree: ast.Module) -> Mapping[str, int]:
    """Return the line of each function, class and method of a module, by the qualified name."""
    return dict(_defined(tree.body))


def _defined(body: Iterable[ast.stmt], owner: str = "") -> Iterator[tuple[str, int]]:
    for stmt in body:
        if isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{owner}{stmt.name}", stmt.lineno
        if isinstance(stmt, ast.ClassDef):
            yield from _defined(stmt.body, f"{owner}{stmt.name}.")


def traces(prose: Path, tests: Path | None) -> dict[str, Trace]:
    """Return the places that mention each rule, by rule id.

    Args:
        prose: the folder of pages.
        tests: the folder of tests, if there is one.
    """
    by_rule: dict[str, Trace] = {}
    for rule, place in prose_marks(prose):
        by_rule.setdefault(rule, Trace()).prose.append(place)
    for rule, place in test_marks(tests) if tests else ():
        by_rule.setdefault(rule, Trace()).tests.append(place)
    return by_rule


def with_plug_ins(by_rule: dict[str, Trace], keys: Iterable[str]) -> dict[str, Trace]:
    """Add the places where plug-ins mention rules, and return the extended dict.

    Args:
        by_rule: the places found so far, by rule id; this dict is changed.
        keys: the keys of the games whose plug-ins are searched.
    """
    for key, folder in paths.plug_ins().items():
        if key in keys:
            for rule, trace in traces(folder / "site", folder / "tests").items():
                known = by_rule.setdefault(rule, Trace())
                known.prose += trace.prose
                known.tests += trace.tests
    return by_rule


def prose_marks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rule and place of every `rule("...")` in the pages below a folder, except in fenced code.

    A place is a file and line: `rules/1-all.md:40`.
    """
    for path in sorted(folder.rglob("*.md")):
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            for match in () if fenced else _ANCHOR.finditer(line):
                yield match[1], f"{path.relative_to(folder).as_posix()}:{number}"


def test_marks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rule and place of every `pytest.mark.rule("...")` in the Python files below a folder."""
    for path in files(folder):
        text = path.read_text(encoding="utf-8")
        for match in _TEST.finditer(text) if "mark.rule(" in text else ():
            place = f"{path.relative_to(folder).as_posix()}:{text.count(chr(10), 0, match.start('mark')) + 1}"
            yield from ((rule, place) for rule in _TEXT.findall(match["rules"]))


test_marks.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def files(folder: Path) -> list[Path]:
    """Return all Python files below a folder, except those of nested projects."""
    others = [path.parent for path in folder.rglob("pyproject.toml")]
    return [path for path in sorted(folder.rglob("*.py")) if not any(path.is_relative_to(other) for other in others)]


def parsed(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield each Python file below a folder with its cached syntax tree."""
    for path in files(folder):
        yield path, tree_of(path)


def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file; the tree is cached, so callers must not change it.

    Raises:
        SyntaxError: the file cannot be parsed; the exception names it.
    """
    try:
        return _tree(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        error.filename = str(path)
        raise


def walk_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node of a syntax tree and all its descendants, parents first.

    Unlike `ast.walk`, it leaves out the contexts of names (`Load`, `Store`), which are a third of all nodes, and takes
    a third of the time.
    """
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                todo += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                todo.append(part)


@lru_cache(maxsize=1024)
def _tree(text: str) -> ast.Module:
    """Parse the text of a module; the syntax tree is cached by text."""
    return ast.parse(text)
