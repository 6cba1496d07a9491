"""The package works without what only Linux and macOS have: on Windows it is played and printed the same.

`tests/test_sample_plugin.py` builds a game and the site without it.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.without_posix import FLAGS, FUNCTIONS, MASK, MODULES

from combatbox.library import paths
from combatbox_dev.syntax_trees import walk_nodes

PLAYS = """
import importlib, pkgutil
from pathlib import Path

import combatbox
from click.testing import CliRunner
from combatbox.cli import main


def call(*words, stdin=None):
    done = CliRunner().invoke(main, words, input=stdin)
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout


if __name__ == "__main__":
    names = [module.name for module in pkgutil.walk_packages(combatbox.__path__, "combatbox.")]
    for name in names:
        importlib.import_module(name)
    call("play", "queen", "--seed", "2", "--save", "a.save", stdin="\\n\\nq\\n")
    call("play", "queen", "--resume", "a.save", "--log", "a.jsonl", stdin="auto mission\\n")
    assert "1 same" in call("recheck", "a.jsonl")
    call("advise", "a.jsonl", "--step", "2", "--flights", "60", "--jobs", "2")
    one, two = (call("odds", "twentyfive", "--missions", "3000", "--jobs", jobs, "--json") for jobs in "12")
    assert one == two
    call("odds", "twentyfive", "--missions", "3000", "--jobs", "2", "--out", "a.odds")
    call("print", "twentyfive", "--paper", "a4", "--only", "mission-record", "--out", "papers")
    print(len(names), "modules")
"""


def sources() -> Iterator[Path]:
    """Every module of the package."""
    return (paths.root() / "engine" / "combatbox").rglob("*.py")


LACKED = {
    *MODULES,
    *(f"{module}.{name}" for module, names in FUNCTIONS.items() for name in names.split()),
    *(f"os.{flag}" for flag in FLAGS.split()),
}
"""Modules and attributes of modules that no source may name without asking first whether they exist."""


def names_in(node: ast.AST) -> list[str]:
    """The modules that a node imports, or the attribute of a name that it reads."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [f"{node.value.id}.{node.attr}"]
    return []


def posix_only(text: str) -> list[str]:
    """Find what a source uses that Windows lacks."""
    return [name for node in walk_nodes(ast.parse(text)) for name in names_in(node) if name in LACKED]


def test_no_source_uses_what_windows_lacks() -> None:
    for path in sources():
        assert not posix_only(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("text", ["import fcntl", "from pwd import getpwnam", "os.fork()", "open(os.O_DIRECTORY)"])
def test_a_source_that_uses_it_is_found(text: str) -> None:
    assert posix_only(text)


def test_every_text_file_is_written_with_the_same_line_ends() -> None:
    """`write_text` and `open` would write those of the system."""
    for path in sources():
        text = path.read_text(encoding="utf-8")
        for node in walk_nodes(ast.parse(text)) if ".write_text(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write_text":
                assert any(word.arg == "newline" for word in node.keywords), f"{path}:{node.lineno}"


def masked(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program, as a file that its worker processes can import, where all that is masked."""
    (folder / "sitecustomize.py").write_text(MASK, encoding="utf-8")
    (folder / "program.py").write_text(code, encoding="utf-8")
    path = os.pathsep.join([str(folder), *(name for name in sys.path if name)])
    home = {"HOME": str(folder), "USERPROFILE": str(folder), "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, "-W", "ignore", "program.py"], capture_output=True, text=True, check=False, cwd=folder,
        env={**os.environ, **home, "PYTHONPATH": path})  # fmt: skip


@pytest.mark.parametrize("line", ["import fcntl", "import os; os.fork()", "import signal; signal.pthread_sigmask"])
def test_what_is_masked_is_not_there(line: str, tmp_path: Path) -> None:
    done = masked(line, tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].split(":")[0] in ("ModuleNotFoundError", "AttributeError")


@pytest.mark.thorough  # tests/test_sample_plugin.py builds and prints without it.
def test_every_module_is_imported_and_a_game_played_saved_simulated_and_printed(tmp_path: Path) -> None:
    done = masked(PLAYS, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 300
    assert sorted(path.name for path in tmp_path.glob("a.*")) == ["a.jsonl", "a.odds", "a.save"]
