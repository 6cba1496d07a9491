"""The file to which a game is saved repeatedly.

An existing file is overwritten only if it belongs to the game or the player agrees. If the file system supports locks,
a second game that uses the same file is refused when it opens the file. Otherwise, a game is refused when it saves and
finds that another program has changed the file.
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
from combatbox.play.saves import parse_save
from combatbox.play.session import Session

if TYPE_CHECKING:
    from filelock import BaseFileLock

MAX_SAVE_BYTES = 5_000_000
"""The maximum size of a save in bytes, ten times the size of the save of a whole tour."""

LONGEST = 255
"""The maximum number of bytes in the name of a file or folder."""


class SaveFileInUse(CombatBoxError):
    """Raised when another game uses the save file, or has written to it."""


def path_of(typed: str) -> Path:
    """Return the path that a user has typed, with `~` expanded.

    Raises:
        CombatBoxError: the text is not a valid path.
    """
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


def describe_existing(path: Path) -> str:
    """Return a description of an existing file, as the predicate of a sentence about it; empty if there is no file."""
    if not os.path.lexists(path):
        return ""
    try:
        save = read_save(path)
        header, at = save["header"], save.get("at")
        what = f"mission {header['setup']['mission']}" if header["run"] == "mission" else f"a {header['run']}"
        return f"has another game: {header['game']}, {what}{f', at {at}' if at else ''}"
    except (LogError, KeyError, TypeError):
        return "already exists and is not a saved game"


def read_save(path: Path) -> dict[str, Any]:
    """Read and check a save.

    Raises:
        LogError: the save cannot be read, is truncated or was edited.
    """
    try:
        text = read_file(path, MAX_SAVE_BYTES).decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError as error:
        raise LogError(f"{path}:1: is not UTF-8 text; the file is not a Combat Box save") from error
    return parse_save(text, str(path))


def saves_in(path: Path) -> list[dict[str, Any]] | None:
    """Return all saves of a file with one save in each line; None if the file does not begin with a save.

    Raises:
        LogError: the file cannot be read, or a save in it is damaged.
    """
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
    return [parse_save(line, str(path), number) for number, line in enumerate(lines, 1)]


def write_save(path: Path, session: Session) -> None:
    """Write a save atomically, so that the file contains either the old or the new save."""
    write_atomically(path, session.saved().encode())


class SaveFile:
    """The save file of a game in play; the game must close it when the player leaves."""

    def __init__(self, path: Path, *, own: bool = False) -> None:
        """Claim a save file.

        Args:
            path: the file.
            own: True if an existing file belongs to this game or may be overwritten.

        Raises:
            SaveFileInUse: the file already has content that may not be overwritten, or another game has the file open.
            CombatBoxError: the file cannot be read or is not a regular file.
        """
        self.path = path
        self._lock: BaseFileLock | None = None
        self._content_digest = _content_digest(path)
        if self._content_digest is not None:
            if not own:
                raise SaveFileInUse(f"{path}: {describe_existing(path)}")
            self._lock_path()

    def write(self, session: Session) -> None:
        """Save the game.

        Raises:
            SaveFileInUse: another program has written to the file in the meantime.
            CombatBoxError: the file cannot be written.
        """
        current = _content_digest(self.path)
        if current is not None and current != self._content_digest:
            raise SaveFileInUse(f"{self.path}: was changed by another game or program")
        write_save(self.path, session)
        self._content_digest = _content_digest(self.path)
        self._lock_path()

    def close(self) -> None:
        """Release the lock of the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _lock_path(self) -> None:
        """Lock the file until `close`.

        If the file system does not support locks, other games are detected only by their changes to the content.

        Raises:
            SaveFileInUse: another game has the file open.
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
            raise SaveFileInUse(f"{self.path}: is open in another window; leave the game there first")
        remove_leftovers(self.path)


def lock_place(path: Path) -> Path:
    """Return the lock file of a save.

    It is in the user's cache folder, so that no extra file appears next to the save.
    """
    name = sha256(os.fsencode(os.path.realpath(path))).hexdigest()
    return paths.cache_folder() / "locks" / f"{name[:16]}.lock"


def _content_digest(path: Path) -> str | None:
    """Return a digest of the content of a file, or None if it does not exist.

    Raises:
        CombatBoxError: it is not a regular file or cannot be read.
    """
    try:
        if not path.exists():
            return None
        if not path.is_file():
            raise CombatBoxError(f"{path}: is not a regular file; save the game under another name")
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be read: {error.strerror}") from error
