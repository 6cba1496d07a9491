"""Reads files safely: devices never end, and reading a FIFO may block."""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError

MAX_BYTES = 1_000_000
"""Maximum bytes of a file of tables."""


class Unreadable(CombatBoxError):
    """A file that cannot be read.

    Attributes:
        why: the reason, without the file's name.
    """

    def __init__(self, path: Path, why: str) -> None:
        self.why = why
        super().__init__(f"{path}: {why}")


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file.

    It is opened without blocking and checked while open, so that it cannot be exchanged in between.

    Args:
        path: the file.
        most: the maximum number of bytes.

    Raises:
        Unreadable: it is not a regular file, is too large, or cannot be read.
    """
    try:
        flags = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))  # no system has them all
        handle = os.open(path, sum(flags, os.O_RDONLY))
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind):
            os.close(handle)
            raise Unreadable(path, f"cannot be read: it is {_named(kind)}")
        with os.fdopen(handle, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Unreadable(path, f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise Unreadable(path, "cannot be read: not a valid file name") from error
    if len(data) > most:
        raise Unreadable(path, f"is larger than the limit of {most} bytes")
    return data


def folder_digest(*folders: Path) -> str:
    """Return the digest of folders: all file names, and the YAML at the top level."""
    combined = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            combined.update(f"\0{path}\0{path.is_dir()}".encode(errors="surrogateescape"))
            if path.parent == folder and path.suffix == ".yaml":
                combined.update(_file_digest(path))
    return combined.hexdigest()


def _file_digest(path: Path) -> bytes:
    """Return the digest of a file, or the reason why it cannot be read."""
    try:
        return sha256(read_file(path, MAX_BYTES)).digest()
    except Unreadable as error:
        return error.why.encode()


def _named(kind: int) -> str:
    if stat.S_ISDIR(kind):
        return "a folder; name a file"
    return f"a {'pipe' if stat.S_ISFIFO(kind) else 'device'}; copy it into a file first"
