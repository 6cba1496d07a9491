"""Compiles what missions are flown by with mypyc, for whoever flies millions of them: `make fast`, or `COMBATBOX_FAST=1 pip install .`

The sources stay as they are and plain Python stays the default. What is compiled is found, not listed: the modules of `core` that
every roll goes through, and what a game's flow and its vocabulary lead to in its own package and in rooms that games share. Records are
compiled, too: to read a field of one is a twentieth of the work then. mypyc forgets what a field was annotated with and the words on
a class, so each is told that (`core.records`), and how a log is kept of what is set in it (`core.native`).
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED = "COMBATBOX_FAST"
NEEDED = ["mypy[mypyc]>=1.15", "setuptools"]
ROOT = Path(__file__).resolve().parent
PACKAGE = "combatbox"
DATA = ("tables", "templates", "site", "tests", "mkdocs.yml", "pyproject.toml")
CORE = ("called", "declared", "dice", "effects", "events", "flight", "handing", "native", "order", "tables", "watch")
PLAIN = ("bomber/kept.py", "vocabulary.py")
"""Modules that make classes of others as they are loaded."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
libraries = {libraries!r}
files = [file for _, files in libraries for file in files]
groups = [(files, name) for name, files in libraries]
flags = ["--strict", "--ignore-missing-imports"]
setup(name="combatbox", packages=[], ext_modules=mypycify([*flags, *files], opt_level="2", debug_level="0", separate=groups))
"""


class CompiledHook(BuildHookInterface[Any]):
    """Puts the compiled modules beside their sources in a wheel that is asked to have them."""

    def dependencies(self) -> list[str]:
        return NEEDED if os.environ.get(ASKED) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard" or not os.environ.get(ASKED):
            return
        folder = Path(self.directory) / "compiled"
        compile_into(folder)
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for library in libraries(folder):
            build_data["force_include"][str(library)] = library.relative_to(folder).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(Path(self.directory) / "compiled", ignore_errors=True)


def libraries(folder: Path) -> Iterator[Path]:
    """What has been compiled below a folder."""
    for end in ("*.so", "*.pyd"):
        yield from (path for path in folder.rglob(end) if "build" not in path.relative_to(folder).parts)


def compile_into(folder: Path) -> None:
    """Lay a copy of the package into a folder, with what is compiled beside its source. Raises CalledProcessError."""
    source, copy = ROOT / "engine" / PACKAGE, folder / PACKAGE
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    modules, extended = sorted(busy(source)), bases(source)
    for module in modules:
        path = copy / module
        path.write_text(native(path.read_text(encoding="utf-8"), extended), encoding="utf-8")
    (folder / "setup.py").write_text(SETUP.format(libraries=_grouped(modules)), encoding="utf-8")
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count() or 1}"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(folder)},
        check=True,
    )
    for module in modules:  # a copy is known by its digest as the sources are
        shutil.copyfile(source / module, copy / module)


def _grouped(modules: list[str]) -> list[tuple[str, list[str]]]:
    """The files of each library, one for each room and each game, so that several are compiled at once.

    mypyc must know how a `Noting` record is set before it meets one: it goes from library to library as they need each other,
    within one by the alphabet. So `core` has to be one of its own.
    """
    rooms: dict[str, list[str]] = {}
    for module in modules:
        *folders, _ = module.split("/")
        rooms.setdefault("_".join([PACKAGE, *folders[: 2 if folders[0] == "games" else 1]]), []).append(
            f"{PACKAGE}/{module}"
        )
    return [*rooms.items()]


def bases(source: Path) -> set[str]:
    """The names of all classes of which others are made."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in source.rglob("*.py")]
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return {ast.unparse(base).rpartition(".")[2] for node in classes for base in node.bases}


def native(text: str, extended: set[str]) -> str:
    """The source of a module as mypyc can compile it: its dataclasses without slots, which compiled ones cannot ask for, and with
    what they are to know of themselves. extended: the classes of which others are made.
    """
    lines = [_without_slots(line) for line in text.split("\n")]
    kinds = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and _marks(node) is not None]
    for node in reversed(kinds):
        frozen = "frozen" in (_marks(node) or ())
        notes = not frozen and not node.bases and node.name not in extended
        lines[node.end_lineno : node.end_lineno] = [] if frozen or notes else _twin(node)
        first = node.body[0]
        after = first.end_lineno if isinstance(first, ast.Expr) else first.lineno - 1
        lines.insert(after or 0, f"    _annotated: _typing.ClassVar[dict[str, str]] = {_annotated(node)!r}")
        if not (frozen or node.bases):
            lines[node.lineno - 1] = f"class {node.name}({'_native.Noting' if notes else '_native.Twin'}):"
        if not notes:
            lines.insert(node.lineno - 1 - len(node.decorator_list), MARK)
    lines += [f"_document({node.name}, {ast.get_docstring(node, clean=False)!r})" for node in kinds]
    return "\n".join(lines).replace(FUTURE, FUTURE + HEAD, 1) if kinds else text


FUTURE = "from __future__ import annotations\n"
HEAD = """
import typing as _typing
from combatbox.core.records import document as _document, mypyc_attr
from combatbox.core import native as _native
"""
MARK = "@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)"
NUMBERS = ("bool", "float", "int")


def _marks(node: ast.ClassDef) -> set[str | None] | None:
    """The marks of a dataclass; None of another class."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name) and called.id == "dataclass":
            return {mark.arg for mark in decorator.keywords} if isinstance(decorator, ast.Call) else set()
    return None


def _without_slots(line: str) -> str:
    marks = re.fullmatch(r"@dataclass\((.*)\)", line)
    if marks is None:
        return line
    return f"@dataclass({', '.join(one for one in marks[1].split(', ') if one != 'slots=True')})"


def _annotated(node: ast.ClassDef) -> dict[str, str]:
    """The fields of a class in order, with what they are annotated with."""
    parts = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    return {part.target.id: ast.unparse(part.annotation) for part in parts if isinstance(part.target, ast.Name)}


def _twin(node: ast.ClassDef) -> list[str]:
    """What lays a record of this kind beside its twin, field by field."""
    fields = [(name, note in NUMBERS) for name, note in _annotated(node).items() if "ClassVar" not in note]
    take = [f"self.{name} = other.{name}" for name, _ in fields]
    changed = [line for name, number in fields for line in (
        f"if self.{name} {'!=' if number else 'is not'} other.{name}:",
        f"    fields.append(({name!r}, self.{name}, other.{name}))",
        f"    self.{name} = other.{name}",
    )]  # fmt: skip
    above = bool(node.bases)
    return [
        *_method("take", "None", node, [*["super().take(record)"] * above, *take]),
        *_method("changed", CHANGED, node, [
            f"fields: {CHANGED} = {'super().changed(record)' if above else '[]'}", *changed, "return fields",
        ]),
    ]  # fmt: skip


CHANGED = "list[tuple[str, _typing.Any, _typing.Any]]"


def _method(name: str, gives: str, node: ast.ClassDef, body: list[str]) -> list[str]:
    head = f"def {name}(self, record: _typing.Any) -> {gives}:"
    return ["", f"    {head}", f"        other: {node.name} = record", *(f"        {line}" for line in body)]


def busy(source: Path) -> set[str]:
    """The modules that are compiled, as paths below the package."""
    seen: set[str] = set()
    begin = [*source.glob("games/*/flow.py"), *source.glob("**/vocabulary.py")]
    due = [path.relative_to(source).as_posix() for path in sorted(begin)]
    while due:
        module = due.pop()
        if module not in seen and (source / module).is_file():
            seen.add(module)
            due += imported((source / module).read_text(encoding="utf-8"))
    played = {module for module in seen if module.startswith(("bomber/", "games/")) and not module.endswith(PLAIN)}
    return {module for module in played if _does(source / module)} | {f"core/{name}.py" for name in CORE}


def _does(path: Path) -> bool:
    """Whether a module defines anything that could be compiled."""
    return any(
        isinstance(node, (ast.ClassDef, ast.FunctionDef)) for node in ast.parse(path.read_text(encoding="utf-8")).body
    )


def imported(text: str) -> Iterator[str]:
    """The modules of ours that a source names, as paths below the package: those of which something is taken, and modules taken whole."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PACKAGE}."):
            way = "/".join(node.module.split(".")[1:])
            yield f"{way}.py"
            yield from (f"{way}/{alias.name}.py" for alias in node.names)


def main(folder: Path) -> None:
    """Compile into a folder beside which the data lie, and leave a command there that runs it."""
    engine = folder / "engine"
    compile_into(engine)
    for name in DATA:
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(ROOT / name)
    command = folder / "combatbox"
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH="{engine}" exec "{sys.executable}" -m {PACKAGE} "$@"\n', encoding="utf-8"
    )
    command.chmod(0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
