"""Syntax trees of the engine's code, and where a rule is implemented in them. No code is imported or run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from combatbox.library.rule_traceability import files


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
