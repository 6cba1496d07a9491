"""Fixtures for the command line, within the process and in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result

from combatbox.cli import main
from combatbox.library import paths

ROOT = paths.root()
EXAMPLE = ROOT / "tables" / "twentyfive" / "examples" / "really-ready.yaml"

INTERNALS = re.compile(
    r"Path\(|<(class|function|built-in|module)|object at 0x|\w(Error|Exception)\(|mappingproxy|frozenset|dict_\w+\("
    r"|\b(typing|datetime|collections|combatbox)\.\w+[.(\[]"
)
"""What Python shows of its own objects, which no message to a person contains."""

Call = Callable[..., Result]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs a command line within the process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object, stdin: str | bytes | None = None) -> Result:
        done = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
        assert not INTERNALS.search(done.stderr), done.stderr
        return done

    return run


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a child process: no settings of the terminal, and this package."""
    found = {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS")}
    return {**found, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **more}


def process(
    *words: object, stdin: str = "", where: Path | None = None, command: Sequence[str] = (), **more: str
) -> subprocess.CompletedProcess[str]:
    """Return a function that runs a command line in a child process, by default as `python -m combatbox`."""
    line = [*(command or (sys.executable, "-m", "combatbox")), *(str(word) for word in words)]
    with TemporaryDirectory() as empty:  # where no folder is named, what a command keeps must not litter this one
        return subprocess.run(
            line, input=stdin, capture_output=True, text=True, check=False, timeout=300,
            cwd=where or (empty if "--manual" in words else None), env=environment(**more),
        )  # fmt: skip
