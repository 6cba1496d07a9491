"""A cache of byte strings in files, with eviction by size.

Each entry is one file. Its first line contains the digest of the entry's inputs and a checksum of its content. An entry
that is damaged, or has other inputs, counts as missing. If the folder cannot be read or written, no error is raised and
the caller computes the data again. Nothing in the cache is executed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import time

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import ABANDONED, read_file


@frozen
class Cache:
    """A folder of cache entries.

    Attributes:
        folder: the folder; None for a cache that is always empty.
        limit: the maximum total size of the entries in bytes; the least recently used ones are evicted first.
    """

    folder: Path | None
    limit: int

    def path(self, name: str, made_of: str) -> Path:
        """Return the file of an entry, which may not exist."""
        return (self.folder or Path()) / f"{name}.{made_of[:32]}"

    def get(self, name: str, made_of: str) -> bytes | None:
        """Return the content of an entry if it exists and is undamaged, otherwise None.

        Args:
            name: the name of the entry, which must be valid in a file name.
            made_of: the digest of the inputs of the entry.
        """
        if not self.folder:
            return None
        path = self.path(name, made_of)
        with suppress(CombatBoxError):
            head, _, body = read_file(path, self.limit).partition(b"\n")
            if head == _head(made_of, body):
                with suppress(OSError):  # a cache that can only be read serves all the same
                    os.utime(path)
                return body
        return None

    def put(self, name: str, made_of: str, body: bytes) -> None:
        """Write an entry atomically.

        The write does not use `fsync`, because the checksum reveals an entry that was damaged by a loss of power.
        """
        if not self.folder:
            return
        half = self.folder / f".{name}.{token_hex(4)}"
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                half.write_bytes(_head(made_of, body) + b"\n" + body)
                half.replace(self.path(name, made_of))
            finally:
                half.unlink(missing_ok=True)

    def evict(self) -> None:
        """Delete the least recently used entries beyond `limit`, and old temporary files."""
        total = 0
        for used, size, path in sorted(self._files(), reverse=True):
            is_half = path.name.startswith(".")
            total += 0 if is_half else size
            if used < time() - ABANDONED if is_half else total > self.limit:
                with suppress(OSError):
                    path.unlink()

    def get_or_make(self, name: str, made_of: str, make: Callable[[], bytes]) -> bytes:
        """Return the content of an entry; if the entry is missing, create and store it, and evict older entries.

        Args:
            name: the name of the entry.
            made_of: the digest of the inputs of the entry.
            make: a function that creates the content of the entry.
        """
        body = self.get(name, made_of)
        if body is None:
            body = make()
            self.put(name, made_of, body)
            self.evict()
        return body

    def heads(self, name: str) -> Iterator[bytes]:
        """Yield the first line of the content of each entry called `name`; the entries' checksums are not verified."""
        for path in sorted(self.folder.glob(f"{name}.*")) if self.folder else ():
            with suppress(OSError), path.open("rb") as file:
                file.readline()
                yield file.readline()

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Yield the time of the last use, the size and the path of each file in the folder of the cache."""
        with suppress(OSError):
            for entry in os.scandir(self.folder) if self.folder else ():
                with suppress(OSError):  # another process has deleted it
                    if entry.is_file():
                        yield entry.stat().st_mtime, entry.stat().st_size, Path(entry.path)


def user_cache(name: str, limit: int) -> Cache:
    """Return the cache called `name` in the user's cache folder, with a maximum size of `limit` bytes."""
    return Cache(paths.cache_folder() / name, limit)


def _head(made_of: str, body: bytes) -> bytes:
    return f"{made_of} {sha256(body).hexdigest()}".encode()


# ---- folders in an entry


def pack(folders: Mapping[str, Path]) -> bytes:
    """Pack folders into the content of a cache entry.

    The content begins with a line with the path, size and checksum of each file; the files themselves follow.

    Args:
        folders: the folders, each by the name that becomes the first part of its files' paths.
    """
    files = _files_in(folders)
    return b"".join((index_of(folders), *files.values()))


def index_of(folders: Mapping[str, Path]) -> bytes:
    """Return the line with the path, size and checksum of each file in some folders, as `pack` begins with it."""
    index = {path: (len(data), sha256(data).hexdigest()) for path, data in _files_in(folders).items()}
    return json.dumps(index).encode() + b"\n"


def _files_in(folders: Mapping[str, Path]) -> dict[str, bytes]:
    return {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for name, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def unpack(body: bytes, folders: Mapping[str, Path]) -> None:
    """Write the packed files of a cache entry into folders.

    Args:
        body: the content of the entry, as `pack` returns it.
        folders: the folders, by the names under which they were packed.
    """
    first, _, rest = body.partition(b"\n")
    at = 0
    for path, (size, _checksum) in json.loads(first).items():
        name, _, below = path.partition("/")
        place = folders[name] / below
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(rest[at : at + size])
        at += size
