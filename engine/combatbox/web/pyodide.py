"""Pyodide, the Python that a browser runs: downloaded once, each file checked, and cached outside of git.

There are three sources, tried in this order, with the same files by their digests: a folder that the environment variable `SOURCE`
names, a pinned wheel by pip, a pinned package by npm. Which registries those ask is for their own configuration to say.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
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

PACKAGE = f"pyodide@{VERSION}"
"""npm's package of Pyodide itself, which has the same files."""

SOURCE = "COMBATBOX_PYODIDE"
"""The environment variable that names a folder with the files."""

FILES: Mapping[str, str] = {
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.js": "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""What is taken from a source, with the SHA-256 of each."""

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
    """Download the files from the first source that has them, and check each before any is written."""
    failures = []
    for source in (_from_folder, _from_pip, _from_npm):
        with tempfile.TemporaryDirectory() as room:
            try:
                files = source(Path(room))
            except CombatBoxError as error:
                failures.append(str(error))
                continue
        if files:
            for name, data in files.items():
                write_atomically(folder / name, data)
            return
    raise CombatBoxError(f"Pyodide cannot be fetched: {'; '.join(failures)}")


def _from_folder(_room: Path) -> dict[str, bytes]:
    """The files from the folder that `SOURCE` names: a Pyodide that somebody brought along. Nothing where it names none."""
    where = os.environ.get(SOURCE)
    if not where:
        return {}
    files = {name: Path(where) / name for name in FILES}
    absent = next((name for name, path in files.items() if not path.is_file()), "")
    if absent:
        raise CombatBoxError(f"{SOURCE}: {absent} is not in {where}")
    return _checked(where, {name: path.read_bytes() for name, path in files.items()})


def _from_pip(room: Path) -> dict[str, bytes]:
    """The files from the wheel, from wherever pip is configured to look."""
    order = [
        "--no-deps",
        "--only-binary",
        ":all:",
        "--disable-pip-version-check",
        "--quiet",
        "--dest",
        str(room),
        WHEEL,
    ]
    _run(WHEEL, [sys.executable, "-m", "pip", "download", "--timeout", "15", "--retries", "1", *order], room)
    wheel = next(room.glob("*.whl"), None)
    if wheel is None:
        raise CombatBoxError(f"{WHEEL}: no wheel came")
    return _taken(wheel)


def _from_npm(room: Path) -> dict[str, bytes]:
    """The files from npm's package, from the registry that npm is configured with. Nothing where there is no npm."""
    npm = shutil.which("npm")
    if not npm:
        return {}
    _run(PACKAGE, [npm, "pack", "--loglevel", "error", "--pack-destination", str(room), PACKAGE], room)
    archive = next(room.glob("*.tgz"), None)
    if archive is None:
        raise CombatBoxError(f"{PACKAGE}: no package came")
    return _unpacked(archive)


def _run(what: str, command: list[str], room: Path) -> None:
    """Run a client of a registry. Raises CombatBoxError, in one line, where it fails or does not end."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False, timeout=PATIENCE,
            cwd=room, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise CombatBoxError(f"{what}: nothing came in {PATIENCE} s") from error
    if done.returncode:
        raise CombatBoxError(f"{what}: {_last_line(done.stderr)}")


def _last_line(text: str) -> str:
    """The last error that pip or npm tells, without addresses."""
    lines = [line for line in text.splitlines() if line.strip()] or ["no reason is given"]
    errors = [line for line in lines if line.startswith("ERROR")] or [line for line in lines if "log" not in line]
    told = (errors or lines)[-1].removeprefix("ERROR: ").removeprefix("npm error ")
    return re.sub(r"\S+://\S+", "an index", told)


def _taken(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel. Raises CombatBoxError for one that is not the one we know."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            files = {name: archive.read(INSIDE + name) for name in FILES}
    except (zipfile.BadZipFile, KeyError) as error:
        raise CombatBoxError(f"{wheel.name}: is not the wheel that was pinned: {error}") from error
    return _checked(wheel.name, files)


def _unpacked(package: Path) -> dict[str, bytes]:
    """The files of npm's package. Raises CombatBoxError for one that is not the one we know."""
    files = {}
    try:
        with tarfile.open(package) as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                files[name] = member.read() if member else b""
    except (tarfile.TarError, OSError, KeyError) as error:
        raise CombatBoxError(f"{package.name}: is not the package that was pinned: {error}") from error
    return _checked(package.name, files)


def _checked(where: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """The files, if each has its digest. Raises CombatBoxError."""
    for name, data in files.items():
        if sha256(data).hexdigest() != FILES[name]:
            raise CombatBoxError(f"{where}: {name} is not the one that was pinned; nothing of it is used")
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
