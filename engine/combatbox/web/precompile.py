"""The compilation of Python's library and the engine to bytecode, for the browser.

It runs in Pyodide itself, because bytecode can be used only by the version of Python that made it. It reads
`order.json` in its folder, which has three keys. `known` lists the modules of the standard library that all games
import; `LIBRARY` is true if they are to be written to an archive. `packs` has, for each further file to write, a list: what
answers the requests of a page (empty for a pack that is added to another), the source code of its modules by name, and
the modules of the standard library that these import besides those in the archive.

Only the modules in `known` and those that they import go into the archive, because most of the standard library is
never used. This module uses only the standard library.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a module imported here would count as used in `used`
    import ast
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping
    from pathlib import Path
    from types import CodeType
    from typing import Any
    from zipfile import ZipFile

LIBRARY, PRESS = "engine-stdlib", "engine*press"
"""The files of the standard library and of the press, which are also their keys in the build cache."""

WHOLE = ("_pyodide/", "pyodide/")
"""Packages of the archive that are included completely, because Pyodide imports parts of them on demand."""


def held(modules: Mapping[str, str], *, compiled: bool = True) -> bytes:
    """Return our modules as one marshalled dictionary.

    Args:
        modules: the source code of the modules, by name.
        compiled: True to include compiled code, False to include source code.

    Returns:
        The marshalled dictionary. It has a pair for each module name: True if the module is a package, and its compiled
        or source code.
    """
    from marshal import dumps, loads

    packages = {name.rpartition(".")[0] for name in modules}
    entries = {
        name: (name in packages, loads(_marshalled(text, name)) if compiled else text)
        for name, text in sorted(modules.items())
    }
    return dumps(entries)


def pack(
    dispatcher: str,
    modules: Mapping[str, str],
    importer: Callable[[dict[str, Any]], Any] | None = None,
    library: Mapping[str, str] = {},
) -> bytes:
    """Return a pack: modules, and the methods of their dataclasses, for `boot.opened`.

    Args:
        dispatcher: the location of what answers the requests of a page, as `package.module:NAME`.
        modules: the source code of the modules, by name.
        importer: `boot.Pack`, with which the modules are imported to collect these methods; without one, the pack has
            source code and no methods.
        library: the source code of further modules of the standard library.
    """
    from marshal import dumps, loads

    methods = loads(_methods(modules, importer(loads(held(modules))))) if importer else {}
    return dumps((dispatcher, loads(held({**library, **modules}, compiled=importer is not None)), methods))


def _methods(modules: Iterable[str], importer: Any) -> bytes:
    """Return the methods that dataclasses generate when modules are imported: marshalled code, by its source code.

    Python compiles the source code of these methods whenever it starts, which would take half of the time in which a
    page imports the engine.
    """
    from marshal import dumps

    methods = {}

    def generate(source: str, *scopes: dict[str, Any]) -> None:
        code = methods[source] = without_names(compile(source, "", "exec"))
        exec(code, *scopes)

    vars(dataclasses)["exec"] = generate
    sys.meta_path.insert(0, importer)
    for name in modules:
        with suppress(Exception):  # a module that cannot be imported here reports it where the game is played
            import_module(name)
    for name in modules:
        sys.modules.pop(name, None)
    return dumps(methods)


@cache
def _marshalled(source: str, name: str) -> bytes:
    """Return a module's marshalled code, compiled once for all games.

    Each pack unmarshals its own copy, because marshal's output depends on shared references.
    """
    from marshal import dumps

    return dumps(without_names(bare(source, name)))


DECLARED = frozenset(("offered", "effect", "condition", "quantity"))
"""The decorators of functions whose annotations declare arguments: those that a page or a table may give."""


VARARGS, VARKEYWORDS = 4, 8
"""The flags of code with `*args` and with `**kwargs`: `inspect` has them, too, and would count as used."""


def without_names(code: CodeType) -> CodeType:
    """Return code without line numbers, qualified names and the names of local variables, which no page shows.

    The names of arguments stay, because callers use them.
    """
    consts = tuple(without_names(const) if isinstance(const, type(code)) else const for const in code.co_consts)
    further = (code.co_flags & (VARARGS | VARKEYWORDS)).bit_count()
    count = code.co_argcount + code.co_kwonlyargcount + further
    local = tuple(f"_{number}" for number in range(len(code.co_varnames) - count))
    return code.replace(
        co_linetable=b"",
        co_firstlineno=1,
        co_qualname=code.co_name,
        co_consts=consts,
        co_varnames=code.co_varnames[:count] + local,
    )


def bare(source: str, name: str) -> CodeType:
    """Compile one of our modules without docstrings, and without annotations outside of classes.

    The annotations that declare the arguments of pages and tables stay. Assertions are not removed, because an engine
    without them would behave differently.
    """
    import ast

    tree = ast.parse(source)
    _without_text(tree)
    tree.body = [_assigned(line) if isinstance(line, ast.AnnAssign) else line for line in tree.body]
    for node in _statements(tree.body):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            _without_text(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list]
            if any(isinstance(mark, ast.Name) and mark.id in DECLARED for mark in marks):
                continue
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
    return compile(tree, name, "exec", dont_inherit=True, optimize=0)


def _assigned(line: ast.AnnAssign) -> ast.stmt:
    """Return an assignment of a module without its annotation."""
    import ast

    plain = ast.Assign([line.target], line.value) if line.value else ast.Pass()
    return ast.copy_location(plain, line)


def _statements(lines: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and the statements nested in them.

    Definitions occur nowhere else, and a search of all expressions would take longer than the compilation.
    """
    for line in lines:
        yield line
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(line, part, ()))


def _without_text(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Remove docstrings, and strings after constants.

    A class with a docstring keeps one character, because a dataclass without a docstring generates one from its
    signature, which takes time.
    """
    import ast

    has_docstring = ast.get_docstring(node, clean=False) is not None
    rest = [line for line in node.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if isinstance(node, ast.ClassDef) and has_docstring:
        rest = [ast.copy_location(ast.Expr(ast.copy_location(ast.Constant("-"), node)), node), *rest]
    node.body = rest or ([] if isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node)])


# ---- the standard library


def used(library: str, roots: Iterable[str]) -> set[str]:
    """Return the files in the archive of the library that are loaded when the modules in `roots` are imported."""
    for name in roots:
        import_module(name)
    places = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return {place.partition(library + "/")[2] for place in places if place.startswith(library + "/")}


def small(source: bytes, name: str) -> bytes:
    """Return a module of the standard library as a bytecode file, without docstrings, assertions, lines and local names."""
    from importlib.util import MAGIC_NUMBER
    from marshal import dumps

    unchecked = (1).to_bytes(4, "little") + bytes(8)  # bytecode that is not compared with its source
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + unchecked + dumps(without_names(code))


def write_library(target: Path, source: ZipFile, wanted: Container[str]) -> None:
    """Write the wanted files of the standard library into an archive, compiled.

    The archive is not compressed, because its modules are smaller if they are compressed together. The dates of its
    files are fixed, so that equal files give equal bytes.

    Args:
        target: the path of the archive.
        source: this Python's archive.
        wanted: the wanted files, in addition to the packages in `WHOLE`.
    """
    from zipfile import ZipFile, ZipInfo

    with ZipFile(target, "w") as archive:
        for name in sorted(source.namelist()):
            if name in wanted or (name.startswith(WHOLE) and not name.endswith("/")):
                data, is_code = source.read(name), name.endswith(".py")
                info = ZipInfo(f"{name}c" if is_code else name, (1980, 1, 1, 0, 0, 0))
                archive.writestr(info, small(data, f"{source.filename}/{name}") if is_code else data)


def make(folder: Path, library: str) -> None:
    """Compile the modules that `order.json` lists, and write the results to its folder.

    The results are a file for each pack, and `LIBRARY`.

    Args:
        folder: the folder with `order.json` and `boot.py`, which also receives the results.
        library: the path of this Python's archive of the standard library.
    """
    import zipfile

    order = json.loads((folder / "order.json").read_text(encoding="utf-8"))
    known = used(library, order["known"])
    boot: dict[str, Any] = {}
    exec((folder / "boot.py").read_text(encoding="utf-8"), boot)
    with zipfile.ZipFile(library) as zip_file:
        if order[LIBRARY]:
            write_library(folder / LIBRARY, zip_file, known)
        further = {
            name: {
                path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): zip_file.read(path).decode()
                for path in sorted(roots and used(library, roots) - known)
            }
            for name, (_dispatcher, _modules, roots) in order["packs"].items()
        }
    for name, (dispatcher, modules, _roots) in order["packs"].items():
        made = (
            pack(dispatcher, modules, boot["Pack"], further[name]) if dispatcher else held({**further[name], **modules})
        )
        (folder / name).write_bytes(made)
