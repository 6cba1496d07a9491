"""Python's library and the engine as bytecode. This runs in Pyodide itself, for bytecode fits the Python that made it alone.

It reads `order.json` in its folder: `games` are the modules of each game by their names, as text;
`roots` are the modules of the standard library that all games ask for, or null. What these load in turn goes into `stdlib.zip`,
and nothing else: most of the standard library is never used. Standard library alone.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what is loaded before `used` has looked counts as asked for
    import ast
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from types import CodeType

WHOLE = ("_pyodide/", "pyodide/")
"""Packages of the archive that are kept whole: the page's side of Pyodide asks for their parts when it needs them."""


def held(modules: Mapping[str, str], *, compiled: bool = True) -> bytes:
    """Write our modules as one marshalled dictionary: by name whether each is a package, and its code or, not compiled, its text."""
    from marshal import dumps, loads

    packages = {name.rpartition(".")[0] for name in modules}
    made = {
        name: (name in packages, loads(_dumped(text, name)) if compiled else text)
        for name, text in sorted(modules.items())
    }
    return dumps(made)


@cache
def _dumped(source: str, name: str) -> bytes:
    """A module's code, made once for all games that have it. Each pack takes a copy of its own, for what marshal writes of a
    thing depends on who else holds it."""
    from marshal import dumps

    return dumps(without_lines(bare(source, name)))


def without_lines(code: CodeType) -> CodeType:
    """Return a code without its table of lines and the whole names of functions, which no page shows."""
    consts = tuple(without_lines(const) if isinstance(const, type(code)) else const for const in code.co_consts)
    return code.replace(co_linetable=b"", co_qualname=code.co_name, co_consts=consts)


def bare(source: str, name: str) -> CodeType:
    """A module of ours as code, without what is for readers: texts and types of arguments.

    What it asserts stays: an engine without is another one.
    """
    import ast

    tree = ast.parse(source)
    _without_text(tree)
    for node in _statements(tree.body):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            _without_text(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
    return compile(tree, name, "exec", dont_inherit=True, optimize=0)


def _statements(lines: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Statements, and those in them. No definition stands anywhere else, and to look into all expressions takes longer than to compile."""
    for line in lines:
        yield line
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(line, part, ()))


def _without_text(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Take the docstring away, and each text that explains a constant. A class keeps one sign: a data class that has no text
    at all makes one of its signature, which takes time."""
    import ast

    told = ast.get_docstring(node, clean=False) is not None
    rest = [line for line in node.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if isinstance(node, ast.ClassDef) and told:
        rest = [ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node)), node), *rest]
    node.body = rest or ([] if isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node)])


# ---- the standard library


def used(library: str, roots: Iterable[str]) -> set[str]:
    """The files of the library's archive that are loaded when the roots are."""
    for name in roots:
        import_module(name)
    places = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return {place.partition(library + "/")[2] for place in places if place.startswith(library + "/")}


def small(source: bytes, name: str) -> bytes:
    """A module of the standard library as the file of its bytecode, without texts and assertions."""
    from importlib.util import MAGIC_NUMBER
    from marshal import dumps

    unchecked = (1).to_bytes(4, "little") + bytes(8)  # bytecode that is not held against a source
    return MAGIC_NUMBER + unchecked + dumps(compile(source, name, "exec", dont_inherit=True, optimize=2))


def archive(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files into an archive, the same bytes for the same files."""
    import zipfile

    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, data in files:
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _of_library(name: str, data: bytes, library: str) -> tuple[str, bytes]:
    return (f"{name}c", small(data, f"{library}/{name}")) if name.endswith(".py") else (name, data)


def make(folder: Path, library: str) -> None:
    """Make all files in a folder, of each game one under its name. library: the archive of the standard library that this Python has come with."""
    order = json.loads((folder / "order.json").read_text(encoding="utf-8"))
    wanted = used(library, order["roots"]) if order["roots"] else ()
    for name, modules in order["games"].items():
        (folder / name).write_bytes(held(modules))
    if not wanted:
        return
    import zipfile

    with zipfile.ZipFile(folder / "python_stdlib.zip") as whole:
        names = [n for n in sorted(whole.namelist()) if n in wanted or (n.startswith(WHOLE) and not n.endswith("/"))]
        archive(folder / "stdlib.zip", (_of_library(name, whole.read(name), library) for name in names))
