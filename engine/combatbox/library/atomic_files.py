"""Atomic replacement and safe reading of files, and lock files, on every operating system.

New content is written next to the old content, on the same file system, and renamed into place. Replacing a folder
needs two renames. A process that is killed between them leaves the old folder under a temporary name, and the next run
restores it.

Files are also read safely: devices, which never end, and pipes, which can block, are refused.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths

if TYPE_CHECKING:
    from filelock import BaseFileLock

UNSYNCED = "COMBATBOX_UNSYNCED"
"""The environment variable that skips `fsync`, for test runs that write gigabytes of temporary data.

Files are still replaced atomically; only a loss of power could damage them.
"""

ABANDONED = 600.0
"""The age in seconds from which a temporary file is considered abandoned.

A single write takes less than a second.
"""

_TEMPORARY = re.compile(r"\.(.+)\.[a-z0-9_]{8}(\.half)?")
"""A pattern for the names of temporary files; older versions of the program left out the suffix `.half`."""

_LOCK = ".lock"


# ---- files


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the content of a file, so that readers see either the old content or the new content.

    If the path is a symbolic link, the file to which it leads is replaced. The new file has the permissions of the old
    file, or those that the umask allows if there was no file. Missing folders are created.

    Raises:
        CombatBoxError: the file cannot be written, or the path is a folder, a device or a pipe.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(path, target)
        temporary = target.with_name(f".{target.name}.{token_hex(4)}.half")
        with _parents(target):
            try:
                _write(temporary, data, mode)
                temporary.replace(target)
            finally:
                with contextlib.suppress(OSError):
                    temporary.unlink()  # exists only if it was not renamed
        _sync_folder(target.parent)
        remove_leftovers(target, older_than=ABANDONED)
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror or error}") from error


@contextmanager
def _parents(path: Path) -> Iterator[None]:
    """Create the missing folders above a path; if the block fails, delete those that are empty."""
    missing = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in missing:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def remove_leftovers(path: Path, older_than: float = 0.0) -> None:
    """Delete the temporary files of processes that were killed while writing a file.

    Args:
        path: the file that was being written.
        older_than: the minimum age of the temporary files in seconds; use 0 only if no other process can be writing.
    """
    target = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        for entry in os.scandir(target.parent):
            match = _TEMPORARY.fullmatch(entry.name)
            if match and match[1] == target.name and match[2] and entry.stat().st_mtime <= time() - older_than:
                Path(entry.path).unlink()


def _mode_of(path: Path, target: Path) -> int | None:
    """Return the permissions of a file; None if it does not exist."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise CombatBoxError(f"{path}: cannot be written: a device or a pipe, not a file")
    return mode & 0o777


def _write(temporary: Path, data: bytes, mode: int | None) -> None:
    """Write a new file and wait until it is on the disk.

    Args:
        temporary: the file, which must not exist.
        data: its content.
        mode: its permissions; None leaves them to the umask.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666 if mode is None else 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        if not os.environ.get(UNSYNCED):
            os.fsync(file.fileno())
    if mode is not None:
        with contextlib.suppress(OSError):  # some file systems have no permissions
            temporary.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Wait until a rename in a folder is on the disk; do nothing on Windows."""
    if os.environ.get(UNSYNCED):
        return
    with contextlib.suppress(OSError):  # Windows cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# ---- locks


def file_lock(path: Path) -> BaseFileLock:
    """Return a lock on a lock file, without acquiring the lock.

    The operating system releases the lock when the process ends. On a file system without locks, acquiring the lock
    raises OSError. The mere existence of a file is not used as a lock instead, because such a lock would outlive a
    killed process.
    """
    from filelock import FileLock  # imported here because it takes a tenth of a second

    return FileLock(path, thread_local=False, fallback_to_soft=False)


def lock_place(path: Path) -> Path:
    """Return the lock file of a file or folder.

    It is in the user's cache folder, so that no extra file appears beside the person's own.
    """
    name = sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    return paths.cache_folder() / "locks" / f"{name[:16]}.lock"


def try_lock(path: Path) -> BaseFileLock | None:
    """Acquire a lock without waiting; return None if another process holds it.

    Raises:
        OSError: the file system does not support locks.
    """
    from filelock import Timeout

    lock = file_lock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    return lock


# ---- folders


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder that replaces `folder` when the block ends.

    If the block raises an exception, `folder` remains unchanged.

    Raises:
        CombatBoxError: the disk is full, there is a file with the folder's name, or the folder cannot be written.
    """
    target = folder.resolve()  # a link to a folder stays a link
    try:
        if target.exists() and not target.is_dir():
            raise CombatBoxError(f"{folder}: is a file, but a folder is needed here; move it away")
        with _parents(target), _work_folder(target) as work:
            new = work / "new"
            new.mkdir()
            yield new
            with _swap_lock(target):
                _swap(target, new, work / "old")
    except (OSError, CombatBoxError) as error:
        message = str(error)
        if isinstance(error, OSError):
            place = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else str(folder)
            message = f"{place}: cannot be written: {error.strerror or error}"
        if _final_names(message) == str(error):
            raise
        raise CombatBoxError(_final_names(message)) from error


def write_new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files of a new or empty folder, or none of them.

    They are written to a temporary folder and then moved into place.

    Args:
        folder: the folder.
        files: the content of each file, by its path in the folder.

    Raises:
        CombatBoxError: the folder cannot be written; in this case, it is not created.
    """
    try:
        with (
            _parents(folder),
            tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary,
        ):
            complete = Path(temporary) / "whole"
            complete.mkdir()
            for name, data in files.items():
                path = complete / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            if folder.exists():  # it may be a shell's working folder, so it must stay the same folder
                for path in complete.iterdir():
                    path.rename(folder / path.name)
            else:
                complete.rename(folder)
    except OSError as error:
        raise CombatBoxError(f"{folder}: cannot be written: {error.strerror}; nothing was written") from error


def restore_folder(target: Path) -> None:
    """Restore a folder after a process was killed while it replaced this folder.

    The old folder is moved back if the new folder is missing. Otherwise the old folder is deleted.
    """
    parked = _parked(target)
    if not parked.is_dir():
        return
    if target.exists():
        shutil.rmtree(parked, ignore_errors=True)
    else:
        parked.rename(target)


def carry_over(old: Path, new: Path, generated: Collection[tuple[str, str]] = ()) -> None:
    """Link or copy files that users added to the old folder into the new folder.

    Args:
        old: the folder that will be replaced; it may not exist.
        new: the folder that replaces it.
        generated: the path and SHA-256 of files that earlier builds generated; these are not carried over unless they
            were edited.

    Raises:
        CombatBoxError: one folder has a file where the other has a folder.
    """
    names = {name for name, _ in generated}
    for path in sorted(old.rglob("*")) if old.is_dir() else ():
        copy = new / path.relative_to(old)
        is_folder = path.is_dir() and not path.is_symlink()
        if copy.exists():
            if is_folder != copy.is_dir():
                kinds = ("folder", "file") if is_folder else ("file", "folder")
                raise CombatBoxError(f"{path}: is a {kinds[0]}, but a {kinds[1]} is needed here; move it away")
        elif is_folder:
            copy.mkdir(parents=True)
        elif not (_TEMPORARY.fullmatch(path.name) or _is_generated(generated, names, path, old)):
            _link_or_copy(path, copy)


def _is_generated(generated: Collection[tuple[str, str]], names: Collection[str], path: Path, folder: Path) -> bool:
    """Return True if a file is unchanged since an earlier build generated it."""
    name = path.relative_to(folder).as_posix()
    return name in names and not path.is_symlink() and (name, sha256(path.read_bytes()).hexdigest()) in generated


def _link_or_copy(path: Path, copy: Path) -> None:
    try:
        os.link(path, copy, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(path, copy, follow_symlinks=False)


def _final_names(message: str) -> str:
    """Return a message in which the names of work folders are replaced by the final names."""
    return re.sub(r"\.([^/\\]+)\.(?:new-[a-z0-9_]{8}(?:[/\\](?:new|old))?|old)\b", r"\1", message)


@contextmanager
def _swap_lock(target: Path) -> Iterator[None]:
    """Wait until no other process renames a folder, and keep others from it; do nothing without locks."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            place = lock_place(target)
            place.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(file_lock(place))
        yield


@contextmanager
def _work_folder(target: Path) -> Iterator[Path]:
    """Yield a new work folder next to the target, and delete the work folder at the end.

    What killed processes left is restored or deleted first. The lock file of a work folder is next to it and is locked
    before the folder is created, so that no other process takes the folder for an abandoned one.
    """
    prefix = f".{target.name}.new-"
    work = target.with_name(f"{prefix}{token_hex(4)}")
    lock = None
    try:
        with _swap_lock(target):  # a lock file exists before it is locked, so that another process could take it
            restore_folder(target)
            for name in sorted({path.name.removesuffix(_LOCK) for path in target.parent.iterdir()}):
                if name.startswith(prefix):
                    _delete_leftover(target.with_name(name))
            with contextlib.suppress(OSError):  # without locks no leftovers are deleted either
                lock = try_lock(_lock_file(work))
            work.mkdir()
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
        if lock:
            lock.release()
        _unlink(_lock_file(work))


def _delete_leftover(work: Path) -> None:
    """Delete a work folder and its lock file, unless its process is still running."""
    try:
        lock = try_lock(_lock_file(work))
    except OSError:
        return
    if lock is None:
        return
    try:
        shutil.rmtree(work, ignore_errors=True)
    finally:
        lock.release()
        _unlink(_lock_file(work))


def _lock_file(work: Path) -> Path:
    return work.with_name(f"{work.name}{_LOCK}")


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _swap(target: Path, new: Path, old: Path) -> None:
    """Replace the target by the new folder, and move the old target to `old`."""
    if not target.exists():
        new.rename(target)
        return
    parked = _parked(target)
    target.rename(parked)
    try:
        new.rename(target)
    except OSError:
        parked.rename(target)
        raise
    parked.rename(old)


def _parked(target: Path) -> Path:
    """Return the path that the old folder has between the two renames of a replacement."""
    return target.with_name(f".{target.name}.old")


# ---- reading


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
