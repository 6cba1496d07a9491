"""The file that a game is saved in again and again: it writes over nothing but its own saves.

A file that was there before is written over only when told to; a second game at the same file is told at once where the
file system knows locks, and at the latest when it comes to write and finds what it has not written.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combatbox.core.errors import CombatBoxError, LogError
from combatbox.library import paths
from combatbox.library.atomic_files import remove_leftovers, try_lock, write_atomically
from combatbox.library.log_files import MAX_LOG_BYTES
from combatbox.library.safe_read import Unreadable, read_file
from combatbox.play.canonical_json import from_json
from combatbox.play.saves import save_of
from combatbox.play.session import Session

if TYPE_CHECKING:
    from filelock import BaseFileLock

MAX_SAVE_BYTES = 5_000_000
"""A whole tour, with the record of its closed missions, is a tenth of that."""

LONGEST = 255
"""So many bytes the name of a file or folder has at most."""


class SaveFileInUse(CombatBoxError):
    """The file holds something that this game has not written there."""


def path_of(typed: str) -> Path:
    """A path as a person typed it, `~` for his home. Raises CombatBoxError for what can be no path."""
    if (
        not typed
        or "\0" in typed
        or "\ufffd" in typed
        or any(len(os.fsencode(part)) > LONGEST for part in Path(typed).parts)
    ):
        raise CombatBoxError(f"{typed[:40]!r} is not a valid file name")
    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        raise CombatBoxError(f"{typed[:40]}: there is no such home folder") from error


def held_at(path: Path) -> str:
    """What stands at a path, as the end of `it ...`; nothing where it is free."""
    if not os.path.lexists(path):
        return ""
    try:
        save = read_save(path)
        header, at = save["header"], save.get("at")
        what = f"mission {header['setup']['mission']}" if header["run"] == "mission" else f"a {header['run']}"
        return f"holds another game: {header['game']}, {what}{f', at {at}' if at else ''}"
    except (LogError, KeyError, TypeError):
        return "is there already, and is not a saved game"


def read_save(path: Path) -> dict[str, Any]:
    """Read a save. Raises LogError where it cannot be read, was cut short or edited."""
    try:
        text = read_file(path, MAX_SAVE_BYTES).decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError as error:
        raise LogError(f"{path}:1: cannot be read: is not UTF-8 text; this is not a Combat Box save") from error
    return save_of(text, str(path))


def saves_in(path: Path) -> list[dict[str, Any]] | None:
    """All saves of a file that holds one a line; None for a file that begins with anything else. Raises LogError."""
    try:
        text = read_file(path, MAX_LOG_BYTES).decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError:
        return None
    lines = text.splitlines()
    try:
        first = from_json(lines[0]) if lines else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(first, dict) or first.get("kind") != "save":
        return None
    return [save_of(line, str(path), number) for number, line in enumerate(lines, 1)]


def write_save(path: Path, session: Session) -> None:
    """Write a save in one step: whatever happens, there is the old one or the new."""
    write_atomically(path, session.saved().encode())


class SaveFile:
    """One file for one game. Close it when the game is left, so that another may go on with it."""

    def __init__(self, path: Path, *, own: bool = False) -> None:
        """own: what stands there is of this game (it goes on with it), or may be lost. Raises Taken, CombatBoxError."""
        self.path = path
        self._lock: BaseFileLock | None = None
        self._mark = _mark(path)
        if self._mark is not None:
            if not own:
                raise SaveFileInUse(f"{path}: {held_at(path)}")
            self._hold()

    def write(self, session: Session) -> None:
        """Save the game. Raises Taken when somebody else has written there since, CombatBoxError when it cannot be."""
        there = _mark(self.path)
        if there is not None and there != self._mark:
            raise SaveFileInUse(f"{self.path}: another game or program has written there since")
        write_save(self.path, session)
        self._mark = _mark(self.path)
        self._hold()

    def close(self) -> None:
        """Let others have it."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _hold(self) -> None:
        """Lock this path until `close`. Raises Taken when another game has it.

        Where nothing can be locked, the content that is compared at each save has to do.
        """
        if self._lock:
            return
        try:
            place = lock_place(self.path)
            place.parent.mkdir(parents=True, exist_ok=True)
            self._lock = try_lock(place)
        except OSError:
            return
        if self._lock is None:
            raise SaveFileInUse(f"{self.path}: is being played in another window; leave it there first")
        remove_leftovers(self.path)


def lock_place(path: Path) -> Path:
    """The lock file of a save. It lies in the user's cache, so that nothing appears beside the save."""
    name = sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    return paths.cache_folder() / "locks" / f"{name[:16]}.lock"


def _mark(path: Path) -> str | None:
    """Return a digest of a file's content, or None where there is no file. Raises CombatBoxError for anything but a file."""
    try:
        if not path.exists():
            return None
        if not path.is_file():
            raise CombatBoxError(f"{path}: is not a regular file; save the game under another name")
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be read: {error.strerror}") from error
