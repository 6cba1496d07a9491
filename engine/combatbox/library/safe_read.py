"""Reads files safely: it refuses devices, which never end, and pipes, which can block."""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError

MAX_BYTES = 1_000_000
"""The maximum size of a file of tables in bytes."""


class Unreadable(CombatBoxError):
    """Raised when a file cannot be read.

    Attributes:
        why: the reason, without the name of the file.
    """

    def __init__(self, path: Path, why: str) -> None:
        self.why = why
        super().__init__(f"{path}: {why}")


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a regular file.

    The file is opened without blocking and its type is checked after opening, so that the file cannot be exchanged
    between the check and the reading.

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
    """Return a digest of some folders: of all file names, and of the content of YAML files at their top level."""
    combined = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            combined.update(f"\0{path}\0{path.is_dir()}".encode(errors="surrogateescape"))
            if path.parent == folder and path.suffix == ".yaml":
                combined.update(_file_digest(path))
    return combined.hexdigest()


def _file_digest(path: Path) -> bytes:
    """Return the digest of a file; if the file cannot be read, return the reason, encoded as bytes."""
    try:
        return sha256(read_file(path, MAX_BYTES)).digest()
    except Unreadable as error:
        return error.why.encode()


def _named(kind: int) -> str:
    if stat.S_ISDIR(kind):
        return "a folder; name a file"
    return f"a {'pipe' if stat.S_ISFIFO(kind) else 'device'}; copy it into a file first"
