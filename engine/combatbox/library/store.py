"""Files written so that nothing is lost: atomically, with a check on every line of a log."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from combatbox.core.errors import CombatBoxError, LogError
from combatbox.library.reading import Unreadable, read_file
from combatbox.play.logs import Log, log_lines, log_of

UNSYNCED = "COMBATBOX_UNSYNCED"
"""The variable that has files written without waiting for the disk: in a gate that writes gigabytes to throw them away. A file
comes into its place in one step all the same; it is a loss of power that could cost it."""

MAX_LOG_BYTES = 100_000_000
"""A whole tour is a hundredth of that."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file in one step: readers see the old content or the new, never half of it.

    Raises CombatBoxError when the folder cannot be written to, or a device or a pipe stands there.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise CombatBoxError(f"{path}: cannot be written: a device or a pipe, not a file")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if not os.environ.get(UNSYNCED):
                os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()  # is gone when it was put in place


def write_log(path: Path, log: Log) -> None:
    """Write a log as a file, atomically."""
    lines = log_lines(log.header, log.events, log.summary, log.closed)
    write_atomically(path, ("\n".join(lines) + "\n").encode())


def read_log(path: Path) -> Log:
    """Read a log. Raises LogError naming the line where it was cut, edited or is of another format."""
    try:
        data = read_file(path, MAX_LOG_BYTES)
        text = data.decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(f"{path}:{line}: is not UTF-8 text; this is no log of ours, or it was damaged") from error
    return log_of(text, str(path))
