"""Compiles what missions are flown by with mypyc, for whoever flies millions of them: `make fast`, or `COMBATBOX_FAST=1 pip install .`

The sources stay as they are and plain Python stays the default. What is compiled is found, not listed: the modules of `core` that
every roll goes through, and what a game's flow leads to in its own package and in rooms that games share, as far as it is functions
alone. Classes of data stay Python: a watched state is of another class while a log is kept, which compiled ones cannot be.
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
CORE = ("dice", "events", "flight", "order", "tables", "watch")
WITH_CLASSES = ("bomber/fields.py", "bomber/gunnery.py")
"""Modules that are compiled although they define a class: nothing asks it for its fields."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify({modules!r}, opt_level="3", debug_level="0", group_name="{package}_fast")
setup(name="{package}_fast", packages=[], ext_modules=modules)
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
    modules = sorted(busy(source))
    for module in modules:
        path = copy / module
        path.write_text(without_slots(path.read_text(encoding="utf-8")), encoding="utf-8")
    flags = ["--strict", "--ignore-missing-imports", *(f"{PACKAGE}/{module}" for module in modules)]
    (folder / "setup.py").write_text(SETUP.format(modules=flags, package=PACKAGE), encoding="utf-8")
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(folder)},
        check=True,
    )
    for module in modules:  # a copy is known by its digest as the sources are
        shutil.copyfile(source / module, copy / module)


def without_slots(text: str) -> str:
    """The source of a module whose dataclasses ask for no slots: compiled ones have nothing else, and cannot ask."""
    return re.sub(r"^@dataclass\((.*)\)$", lambda found: f"@dataclass({_no_slots(found[1])})", text, flags=re.MULTILINE)


def _no_slots(arguments: str) -> str:
    return ", ".join(one for one in arguments.split(", ") if one != "slots=True")


def busy(source: Path) -> set[str]:
    """The modules that are compiled, as paths below the package."""
    seen: set[str] = set()
    due = [path.relative_to(source).as_posix() for path in sorted(source.glob("games/*/flow.py"))]
    while due:
        module = due.pop()
        if module not in seen and (source / module).is_file():
            seen.add(module)
            due += imported((source / module).read_text(encoding="utf-8"))
    functions = {module for module in seen if module.startswith(("bomber/", "games/")) and not _data(source / module)}
    return functions | {f"core/{name}.py" for name in CORE}


def _data(path: Path) -> bool:
    """Whether a module defines classes, or nothing that could be compiled."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.as_posix().endswith(WITH_CLASSES):
        return False
    kinds = {type(node) for node in tree.body}
    return ast.ClassDef in kinds or ast.FunctionDef not in kinds


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
