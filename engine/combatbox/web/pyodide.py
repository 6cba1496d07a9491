"""Pyodide, the Python that runs in a browser: downloaded once, verified, and cached outside of git.

Three sources are tried in this order: the folder in the environment variable `COMBATBOX_PYODIDE`, a pinned wheel by
pip, and a pinned package by npm. The digests of the files must be the same in all of them. Which registries pip and npm
use depends on their configuration.
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
from combatbox.odds.process_pool import run_program

VERSION = "314.0.7"
"""The version of Pyodide, whose Python is 3.14."""

WHEEL = "flet-web==1.0.5"
"""A wheel on PyPI that contains Pyodide's unaltered core files in `INSIDE`; the rest of the wheel is not used."""

INSIDE = "flet_web/web/pyodide/"

PACKAGE = f"pyodide@{VERSION}"
"""Pyodide's own package on npm, which has the same files."""

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
"""The required files, with their SHA-256 digests."""

PATIENCE = 300
"""The timeout of a download in seconds."""


def core_files(cache: Path) -> Path:
    """Return the folder of Pyodide's core files; download them if they are missing or damaged.

    Args:
        cache: the folder of caches.

    Raises:
        CombatBoxError: the files cannot be downloaded; the message is one line.
    """
    folder = cache / "pyodide" / VERSION
    if not all(_is_intact(folder / name, digest) for name, digest in FILES.items()):
        _fetch(folder)
    return folder


def _is_intact(path: Path, digest: str) -> bool:
    return path.is_file() and sha256(path.read_bytes()).hexdigest() == digest


def _fetch(target: Path) -> None:
    """Download the files from the first source that has them; verify all of them before any is written."""
    failures = []
    for source in (_from_folder, _from_pip, _from_npm):
        with tempfile.TemporaryDirectory() as folder:
            try:
                files = source(Path(folder))
            except CombatBoxError as error:
                failures.append(str(error))
                continue
        if files:
            for name, data in files.items():
                write_atomically(target / name, data)
            return
    raise CombatBoxError(f"Pyodide cannot be fetched: {'; '.join(failures)}")


def _from_folder(_: Path) -> dict[str, bytes]:
    """Read the files from the folder that `SOURCE` names; return nothing if it is not set."""
    where = os.environ.get(SOURCE)
    if not where:
        return {}
    files = {name: Path(where) / name for name in FILES}
    absent = next((name for name, path in files.items() if not path.is_file()), "")
    if absent:
        raise CombatBoxError(f"{SOURCE}: {absent} is not in {where}")
    return _checked(where, {name: path.read_bytes() for name, path in files.items()})


def _from_pip(folder: Path) -> dict[str, bytes]:
    """Download the files with pip, in its current configuration."""
    order = [
        "--no-deps",
        "--only-binary",
        ":all:",
        "--disable-pip-version-check",
        "--quiet",
        "--dest",
        str(folder),
        WHEEL,
    ]
    _run(WHEEL, [sys.executable, "-m", "pip", "download", "--timeout", "15", "--retries", "1", *order], folder)
    wheel = next(folder.glob("*.whl"), None)
    if wheel is None:
        raise CombatBoxError(f"{WHEEL}: pip downloaded no wheel")
    return _from_wheel(wheel)


def _from_npm(folder: Path) -> dict[str, bytes]:
    """Download the files with npm, in its current configuration; return nothing if npm is missing."""
    npm = shutil.which("npm")
    if not npm:
        return {}
    _run(PACKAGE, [npm, "pack", "--loglevel", "error", "--pack-destination", str(folder), PACKAGE], folder)
    archive = next(folder.glob("*.tgz"), None)
    if archive is None:
        raise CombatBoxError(f"{PACKAGE}: npm downloaded no package")
    return _from_package(archive)


def _run(what: str, command: list[str], folder: Path) -> None:
    """Run the client of a registry.

    Raises:
        CombatBoxError: the client fails or times out; the message is one line.
    """
    try:
        done = run_program(command, timeout=PATIENCE, cwd=folder, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as error:
        raise CombatBoxError(f"{what}: no answer within {PATIENCE} s") from error
    if done.returncode:
        raise CombatBoxError(f"{what}: {_last_line(done.stderr)}")


def _last_line(text: str) -> str:
    """Return the last error message of pip or npm, without addresses."""
    lines = [line for line in text.splitlines() if line.strip()] or ["no reason is given"]
    errors = [line for line in lines if line.startswith("ERROR")] or [line for line in lines if "log" not in line]
    message = (errors or lines)[-1].removeprefix("ERROR: ").removeprefix("npm error ")
    return re.sub(r"\S+://\S+", "an index", message)


def _from_wheel(wheel: Path) -> dict[str, bytes]:
    """Read the files from a wheel.

    Raises:
        CombatBoxError: the wheel is not the pinned one.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            files = {name: archive.read(INSIDE + name) for name in FILES}
    except (zipfile.BadZipFile, KeyError) as error:
        raise CombatBoxError(f"{wheel.name}: not the pinned wheel: {error}") from error
    return _checked(wheel.name, files)


def _from_package(package: Path) -> dict[str, bytes]:
    """Read the files from the npm package.

    Raises:
        CombatBoxError: the package is not the pinned one.
    """
    files = {}
    try:
        with tarfile.open(package) as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                files[name] = member.read() if member else b""
    except (tarfile.TarError, OSError, KeyError) as error:
        raise CombatBoxError(f"{package.name}: not the pinned package: {error}") from error
    return _checked(package.name, files)


def _checked(where: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files if all digests match.

    Raises:
        CombatBoxError: a digest differs.
    """
    for name, data in files.items():
        if sha256(data).hexdigest() != FILES[name]:
            raise CombatBoxError(f"{where}: {name} is not the pinned file; none of its files is used")
    return files
