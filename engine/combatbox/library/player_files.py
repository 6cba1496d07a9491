"""The files of a person: saves, logs, checkpoints of odds, exports and papers.

This is the only module that opens such a file for writing, and all of them are read with one tolerance. A command
claims its file before it begins (`PlayerFile`). An existing file is overwritten only if the player said so or the file
belongs to the game. If the file system supports locks, a second command that claims the same file is refused.
Otherwise, a command that finds at a write that another program has changed the file leaves it as it is, and puts its
own work beside it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from combatbox.core.errors import CombatBoxError, LogError
from combatbox.library.atomic_files import (
    Unreadable,
    lock_place,
    read_file,
    remove_leftovers,
    try_lock,
    write_atomically,
)
from combatbox.play.canonical_json import text_lines
from combatbox.play.logs import Log, log_text, parse_log
from combatbox.play.saves import is_save, parse_save

if TYPE_CHECKING:
    from filelock import BaseFileLock

MAX_FILE_BYTES = 100_000_000
"""The maximum size of a log, save or checkpoint in bytes, a hundred times the size of the log of a whole tour."""

LONGEST = 255
"""The maximum number of bytes in the name of a file or folder."""


class FileInUse(CombatBoxError):
    """Raised when a file belongs to another game or program, which uses it or has written to it."""


class FileExists(FileInUse):
    """Raised when a file exists and may not be overwritten."""


class PlayerFile:
    """A file that a command writes, and closes at its end.

    Attributes:
        path: the path of the file.
        is_written: True if this command has written to it.
    """

    def __init__(self, path: Path, *, own: bool = False) -> None:
        """Claim a file.

        Args:
            path: the file.
            own: True if an existing file belongs to this command or may be overwritten.

        Raises:
            FileExists: the file exists and may not be overwritten.
            FileInUse: another command has claimed the file.
            CombatBoxError: the file cannot be written.
        """
        self.path, self.is_written = path, False
        self._lock: BaseFileLock | None = None
        self._lock_path()
        try:
            check_writable(path)  # writes beside the file, and so not before it is locked
            self._digest = _content_digest(path)
            if self._digest is not None and not own:
                raise FileExists(f"{path}: {describe_existing(path)}")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, text: str | bytes) -> None:
        """Replace the content of the file atomically.

        Raises:
            FileInUse: another program has changed the file; the content is in another file, which the message names
                and to which later calls write.
            CombatBoxError: the file cannot be written.
        """
        data = text.encode() if isinstance(text, str) else text
        before = self.path
        is_foreign = _content_digest(before) not in (None, self._digest)
        if is_foreign:
            self.path = next(_numbered(before))
        write_atomically(self.path, data)
        self._digest, self.is_written = sha256(data).hexdigest(), True
        if is_foreign:
            self.close()
            self._lock_path()
            raise FileInUse(
                f"{before}: was changed by another game or program; what this command has written is in {self.path}"
            )

    def delete(self) -> None:
        """Delete the file if this command has written it and nobody has changed it since."""
        if self.is_written and _content_digest(self.path) == self._digest:
            self.path.unlink()

    def close(self) -> None:
        """Release the lock of the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _lock_path(self) -> None:
        """Lock the file until `close`.

        If the file system does not support locks, other commands are detected only by their changes to the content.

        Raises:
            FileInUse: another command has claimed the file.
        """
        try:
            place = lock_place(self.path)
            place.parent.mkdir(parents=True, exist_ok=True)
            self._lock = try_lock(place)
        except OSError:
            return
        if self._lock is None:
            raise FileInUse(
                f"{self.path}: is open in another window or named twice; end the command there first, or name another file"
            )
        remove_leftovers(self.path)


def _numbered(path: Path) -> Iterator[Path]:
    """Yield paths beside a file with numbers in their names, such as `tour-2.jsonl`, that do not exist yet."""
    for number in count(2):
        other = path.with_name(f"{path.stem}-{number}{path.suffix}")
        if not os.path.lexists(other):
            yield other


def claim_free(path: Path) -> PlayerFile:
    """Claim a file that nobody has named; if it exists or is in use, the new one gets a number: `queen-2.save`.

    Raises:
        CombatBoxError: the folder cannot be written.
    """
    for other in (path, *islice(_numbered(path), 1_000)):
        with suppress(FileInUse):
            return PlayerFile(other)
    raise CombatBoxError(f"{path}: exists already, and so do others with a number; delete some")


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


def check_writable(path: Path) -> None:
    """Check before a game, and not only at its end, that a file can be written.

    Raises:
        CombatBoxError: the file cannot be written.
    """
    try:
        if path.is_dir():
            raise CombatBoxError(f"{path}: the path is a folder; name a file")
        if path.exists() and not path.is_file():
            raise CombatBoxError(f"{path}: cannot be written: the path is a device or a pipe; name a file")
        target = Path(os.path.realpath(path))
        folder = target.parent
        if not folder.exists():
            raise CombatBoxError(f"{path}: cannot be written: there is no folder {folder}; create it first")
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{target.name}.", suffix=".half"):
            pass  # named as `atomic_files` will name it
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error


def _content_digest(path: Path) -> str | None:
    """Return a digest of the content of a file, or None if it does not exist.

    Raises:
        CombatBoxError: it cannot be read.
    """
    try:
        return sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be read: {error.strerror}") from error


# ---- what a file contains


def read_text(path: Path) -> str:
    """Return the text of a log, save or checkpoint.

    Raises:
        LogError: the file cannot be read, or is not text.
    """
    try:
        data = read_file(path, MAX_FILE_BYTES)
    except Unreadable as error:
        raise LogError(str(error)) from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(f"{path}:{line}: is not UTF-8 text; the file is not one of Combat Box, or is damaged") from error


def read_save(path: Path) -> dict[str, Any]:
    """Read and check a save.

    Raises:
        LogError: the save cannot be read, is truncated or was edited.
    """
    return parse_save(read_text(path), str(path))


def saves_in(path: Path) -> list[dict[str, Any]] | None:
    """Return all saves of a file with one save in each line; None if the file does not begin with a save.

    Raises:
        LogError: the file cannot be read, or a save in it is damaged.
    """
    text = read_text(path)
    if not is_save(text):
        return None
    return [parse_save(line, str(path), number) for number, line in enumerate(text_lines(text), 1)]


def read_log(path: Path) -> Log:
    """Read and check a log file.

    Raises:
        LogError: the log is truncated, edited or of another format; the message names the line.
    """
    return parse_log(read_text(path), str(path))


def write_log(path: Path | str, log: Log) -> None:
    """Write a log file atomically, whether or not it exists; missing folders are created."""
    write_atomically(Path(path), log_text(log).encode())


def describe_existing(path: Path) -> str:
    """Return a description of an existing file, as the predicate of a sentence about it."""
    try:
        save = read_save(path)
        header, at = save["header"], save.get("at")
        what = f"mission {header['setup']['mission']}" if header["run"] == "mission" else f"a {header['run']}"
        return f"has another game: {header['game']}, {what}{f', at {at}' if at else ''}"
    except (LogError, KeyError, TypeError):
        return "the file exists already"
