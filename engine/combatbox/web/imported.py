"""The names that a module imports, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import resolve_name

_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NOT_RUN = {"TYPE_CHECKING", "__name__"}
"""The names in conditions of blocks that do not run when a module is imported."""


@cache
def imported(text: str, package: str = "", *, later: bool = False) -> tuple[str, ...]:
    """Return the dotted names of the modules and members that a module imports.

    Args:
        text: the source code of the module.
        package: the package of the module, for its relative imports; without a package, these are left out.
        later: True to include what functions import when they are called.
    """
    names: list[str] = []
    for line in _statements(ast.parse(text).body, later):
        if isinstance(line, ast.Import):
            names += [alias.name for alias in line.names]
        elif isinstance(line, ast.ImportFrom) and (package or not line.level):
            module = resolve_name("." * line.level + (line.module or ""), package or None)
            names += [module, *(f"{module}.{alias.name}" for alias in line.names)]
    return tuple(names)


def _statements(lines: Iterable[ast.AST], later: bool) -> Iterator[ast.AST]:
    """Yield the statements that run on import; with `later`, also those in functions and classes."""
    for line in lines:
        yield line
        tested = ast.walk(line.test) if isinstance(line, ast.If) else ()
        is_run = not any(isinstance(node, ast.Name) and node.id in _NOT_RUN for node in tested)
        if is_run and (later or not isinstance(line, _LATER)):
            for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                yield from _statements(getattr(line, part, ()), later)
