"""Logs as files: written in one step, with a check on every line."""

from __future__ import annotations

from pathlib import Path

from combatbox.core.errors import LogError
from combatbox.library.atomic_files import write_atomically
from combatbox.library.safe_read import Unreadable, read_file
from combatbox.play.logs import Log, log_lines, log_of

MAX_LOG_BYTES = 100_000_000
"""A whole tour is a hundredth of that."""


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
        raise LogError(f"{path}:{line}: is not UTF-8 text; it is not a Combat Box log, or was damaged") from error
    return log_of(text, str(path))
