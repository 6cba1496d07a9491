"""Reads and writes log files; a log is written atomically and checked line by line."""

from __future__ import annotations

from pathlib import Path

from combatbox.core.errors import LogError
from combatbox.library.atomic_files import write_atomically
from combatbox.library.safe_read import Unreadable, read_file
from combatbox.play.logs import Log, log_lines, parse_log

MAX_LOG_BYTES = 100_000_000
"""The maximum size of a log in bytes, a hundred times the size of the log of a whole tour."""


def write_log(path: Path | str, log: Log) -> None:
    """Write a log file atomically."""
    lines = log_lines(log.header, log.events, log.summary, log.closed)
    write_atomically(Path(path), ("\n".join(lines) + "\n").encode())


def read_log(path: Path) -> Log:
    """Read and check a log file.

    Raises:
        LogError: the log is truncated, edited or of another format; the message names the line.
    """
    try:
        data = read_file(path, MAX_LOG_BYTES)
    except Unreadable as error:
        raise LogError(str(error)) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(f"{path}:{line}: is not UTF-8 text; the file is not a Combat Box log or is damaged") from error
    return parse_log(text, str(path))
