"""Files from anywhere, read without being led astray: a device has no end, and a FIFO may never begin."""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError

MAX_BYTES = 1_000_000
"""Bytes that a file of tables may have."""


class Unreadable(CombatBoxError):
    """A file that cannot be read; `why` says it without the name."""

    def __init__(self, path: Path, why: str) -> None:
        self.why = why
        super().__init__(f"{path}: {why}")


def read_file(path: Path, most: int) -> bytes:
    """All of a file. Raises Unreadable for what is no file, is over `most` bytes, or cannot be read.

    It is opened without waiting and looked at when it is open, so that nothing can be put in its place in between.
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
        raise Unreadable(path, "cannot be read: no file has such a name") from error
    if len(data) > most:
        raise Unreadable(path, f"is over {most} bytes, the most that such a file may have")
    return data


def folder_digest(*folders: Path) -> str:
    """The digest of folders of tables: the names of all their files, and what the YAML at their tops holds."""
    held = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            held.update(f"\0{path}\0{path.is_dir()}".encode(errors="surrogateescape"))
            if path.parent == folder and path.suffix == ".yaml":
                held.update(_held(path))
    return held.hexdigest()


def _held(path: Path) -> bytes:
    """The digest of a file, or the reason why it cannot be read."""
    try:
        return sha256(read_file(path, MAX_BYTES)).digest()
    except Unreadable as error:
        return error.why.encode()


def _named(kind: int) -> str:
    if stat.S_ISDIR(kind):
        return "a folder; name a file"
    return f"a {'pipe' if stat.S_ISFIFO(kind) else 'device'}; copy it into a file first"
