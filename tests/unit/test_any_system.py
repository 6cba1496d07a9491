"""The package works without what only Linux and macOS have: on Windows it is played, printed and built the same."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from combatbox.library import paths

MODULES = [
    "crypt",
    "fcntl",
    "grp",
    "nis",
    "posix_ipc",
    "pty",
    "pwd",
    "readline",
    "resource",
    "spwd",
    "syslog",
    "termios",
    "tty",
]
"""Modules of the standard library that Windows lacks."""

FUNCTIONS = {
    "os": "chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp getpriority getuid killpg lchown "
    "mkfifo mknod nice openpty sched_getaffinity sched_setaffinity setgid setpgid setsid setuid statvfs sync uname wait",
    "signal": "SIGALRM SIGCHLD SIGHUP SIGKILL SIGQUIT SIGUSR1 SIGUSR2 alarm pause pthread_kill pthread_sigmask setitimer "
    "sigpending sigtimedwait sigwait",
    "select": "epoll poll",
    "time": "tzset",
}
"""Functions and constants that Windows lacks, as far as the standard library itself does without them here."""

FLAGS = "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC"
"""Flags that Windows lacks. Libraries use them here, so that they are looked for in our sources alone."""

MASK = f"""
import os, select, signal, sys, time

import filelock  # it has a way of its own on each system


class Masked:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {MODULES!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Masked)
for name in {MODULES!r}:
    sys.modules.pop(name, None)
for module, names in {FUNCTIONS!r}.items():
    for name in names.split():
        vars(sys.modules[module]).pop(name, None)
"""
"""Python reads it as `sitecustomize` at the start of every process, also of those that we start."""

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


BUILDS = """
from pathlib import Path
from combatbox.cli.builder import build_all
from combatbox.library.load import load

for line in build_all(Path("built"), {"twentyfive": load("twentyfive")}):
    print(line)
"""


def sources() -> Iterator[Path]:
    """Every module of the package."""
    return (paths.root() / "engine" / "combatbox").rglob("*.py")


def used(module: str, names: list[str], tree: ast.AST) -> list[str]:
    """Names of a module that a source reads without asking first whether they exist."""
    return [
        f"{module}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if (node.value.id, node.attr in names) == (module, True)
    ]


def posix_only(text: str) -> list[str]:
    """What a source uses that Windows lacks."""
    tree = ast.parse(text)
    imported = [
        name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    ]
    found = [name for name in imported if name in MODULES]
    for module, names in {**FUNCTIONS, "os": f"{FUNCTIONS['os']} {FLAGS}"}.items():
        found += used(module, names.split(), tree)
    return found


def test_no_source_uses_what_windows_lacks() -> None:
    for path in sources():
        assert not posix_only(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("text", ["import fcntl", "from pwd import getpwnam", "os.fork()", "open(os.O_DIRECTORY)"])
def test_a_source_that_uses_it_is_found(text: str) -> None:
    assert posix_only(text)


def test_every_text_file_is_written_with_the_same_line_ends() -> None:
    """`write_text` and `open` would write those of the system."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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


def test_every_module_is_imported_and_a_game_played_saved_simulated_and_printed(tmp_path: Path) -> None:
    done = masked(PLAYS, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 300
    assert sorted(path.name for path in tmp_path.glob("a.*")) == ["a.jsonl", "a.odds", "a.save"]


def test_papers_examples_and_site_are_built(tmp_path: Path) -> None:
    done = masked(BUILDS, tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "built").iterdir() if path.name != ".kept") == [
        "engine", "examples", "print", "site"]  # fmt: skip
    assert list((tmp_path / "built" / "print" / "twentyfive").glob("*.pdf"))
    assert (tmp_path / "built" / "site" / "index.html").is_file()
