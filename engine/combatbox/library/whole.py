"""Whole folders made aside and put into place at once: whoever looks, or is killed, finds the old one or the new one.

A folder is made beside the one that it takes the place of, on the same file system. Linux exchanges two names in one
step (`RENAME_EXCHANGE`). Where a file system cannot, the old folder steps aside and the new one takes its place: two
steps, and whoever is killed between them finds the old one put back by the next run, before anything else is done.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_HALF_WRITTEN = re.compile(r"\.(.+)\.[a-z0-9_]{8}")
"""What `store.write_atomically` leaves behind when it is killed."""


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of `folder` when all went well; else all stays as it was.

    Raises CombatBoxError, in one line, where the disk is full, something is in the way, or the place cannot be written to.
    """
    target = folder.resolve()  # a link to a folder stays a link
    try:
        if target.exists() and not target.is_dir():
            raise CombatBoxError(f"{folder}: is a file where a folder is to be; move it away")
        target.parent.mkdir(parents=True, exist_ok=True)
        _put_back(target)
        with _aside(target) as room:
            new = room / "new"
            new.mkdir()
            yield new
            _swap(target, new, room / "old")
    except OSError as error:
        place = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else str(folder)
        raise CombatBoxError(_meant(f"{place}: cannot be written: {error.strerror or error}")) from error
    except CombatBoxError as error:
        if str(error) == _meant(str(error)):
            raise
        raise CombatBoxError(_meant(str(error))) from error


def take_along(old: Path, new: Path, made: Collection[tuple[str, str]] = ()) -> None:
    """Put what only the old folder has into the new one: what others keep there is not ours to throw away.

    made: files that we have made once, by their paths in the folder, with their SHA-256. Such a file, unless somebody has
    changed it since, is left behind: we make it no more. Raises CombatBoxError where the one has a file and the other a folder.
    """
    names = {name for name, _ in made}
    for path in sorted(old.rglob("*")) if old.is_dir() else ():
        there = new / path.relative_to(old)
        folder = path.is_dir() and not path.is_symlink()
        if there.exists():
            if folder != there.is_dir():
                kinds = ("folder", "file") if folder else ("file", "folder")
                raise CombatBoxError(f"{path}: is a {kinds[0]} where a {kinds[1]} is to be; move it away")
        elif folder:
            there.mkdir(parents=True)
        elif not (_HALF_WRITTEN.fullmatch(path.name) or _is_one_of(made, names, path, old)):
            _link_or_copy(path, there)


def _is_one_of(made: Collection[tuple[str, str]], names: Collection[str], path: Path, folder: Path) -> bool:
    """A file of a folder is as it was made once."""
    name = path.relative_to(folder).as_posix()
    return name in names and not path.is_symlink() and (name, sha256(path.read_bytes()).hexdigest()) in made


def _link_or_copy(path: Path, there: Path) -> None:
    try:
        os.link(path, there, follow_symlinks=False)
    except OSError:
        shutil.copy2(path, there, follow_symlinks=False)


def _meant(message: str) -> str:
    """A message with the names that files were to have, for those that they had aside."""
    return re.sub(r"\.([^/]+)\.new-[a-z0-9_]{8}/new", r"\1", message)


@contextmanager
def _aside(target: Path) -> Iterator[Path]:
    """A room of our own beside the target, gone at the end. It is locked while it is used: what is not, was left by
    a process that was killed, and is cleared away."""
    for left in target.parent.glob(f"{_prefix(target)}*"):
        with _locked(left) as mine:
            if mine:
                shutil.rmtree(left, ignore_errors=True)
    while True:
        room = Path(tempfile.mkdtemp(dir=target.parent, prefix=_prefix(target)))
        with _locked(room) as mine:
            if not mine or not room.is_dir():
                continue  # another process took it for left over, in the moment before it was locked
            try:
                yield room
            finally:
                shutil.rmtree(room, ignore_errors=True)
            return


def _prefix(target: Path) -> str:
    return f".{target.name}.new-"


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Whether the folder is ours alone, as long as the context lasts. The lock of a process ends with it."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def _swap(target: Path, new: Path, old: Path) -> None:
    """Put the new folder into the place of the target, whose old one goes into the room or stands aside."""
    if not target.exists():
        new.rename(target)
    elif not exchange(new, target):
        aside = _standing_aside(target)
        target.rename(aside)
        new.rename(target)
        aside.rename(old)


def exchange(one: Path, other: Path) -> bool:
    """Exchange two names of one file system in one step. False where that cannot be done; then nothing was."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), ctypes.c_uint(_RENAME_EXCHANGE)) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), str(other))


def _standing_aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _put_back(target: Path) -> None:
    """Mend what a kill between two renames has left."""
    aside = _standing_aside(target)
    if not aside.is_dir():
        return
    if target.exists():
        shutil.rmtree(aside, ignore_errors=True)
    else:
        aside.rename(target)
