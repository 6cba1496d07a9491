"""Standard streams that are safe to write to, with any encoding, on a full device, or into a closed pipe.

Characters that the encoding of a stream lacks are replaced (`–` by `-`) and do not end the command. Any other failure
to write raises `OSError`, which the command line reports in one line.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import TextIO, cast

from combatbox.core.errors import CombatBoxError

PLAIN = {
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "─": "-", "━": "-", "│": "|", "†": "+", "×": "x", "÷": "/", "·": "-",
    "•": "*", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "±": "+/-",
    "ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "\u2009": " ", "\u202f": " ",
}  # fmt: skip
"""ASCII replacements for the characters that our texts use."""

ERRORS = "combatbox-plain"
"""The name of our error handler for characters that an encoding lacks."""

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN)
"""Errors of writing to a stream: device full, quota exceeded, file too large, terminal gone, stream closed, write would
block.
"""


def to_ascii(text: str) -> str:
    """Return a text in ASCII: characters of `PLAIN` are replaced, accents removed, and others become question marks."""
    return "".join(PLAIN.get(char) or _without_accents(char) for char in text)


def _without_accents(char: str) -> str:
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def _handle_encode_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _handle_encode_error)


class _Closed(io.TextIOBase):
    """A stand-in for a closed standard output, which raises OSError on writing."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """Return True, so that writing is attempted and fails."""
        return True

    def write(self, _text: str) -> int:
        """Raise OSError, because the stream is closed."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def streams() -> Iterator[None]:
    """Open standard streams that are closed, and make all of them accept any character."""
    before = sys.stdin, sys.stdout, sys.stderr
    # A stream is None where the parent process closed it.
    inherited = cast("tuple[TextIO | None, TextIO | None, TextIO | None]", before)
    with contextlib.ExitStack() as opened:
        if inherited[0] is None:
            sys.stdin = opened.enter_context(open(os.devnull, encoding="utf-8"))  # noqa: PTH123
        if inherited[1] is None:
            sys.stdout = cast("TextIO", _Closed())
        if inherited[2] is None:
            sys.stderr = opened.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123
        if isinstance(sys.stdin, io.TextIOWrapper):
            # The replaced text is not a valid option, die or file name, so the reader rejects it.
            sys.stdin.reconfigure(errors="replace")
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=ERRORS)
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def read_line() -> str:
    """Read a line of standard input with its line end; return an empty string at the end of the input.

    Raises:
        CombatBoxError: the input cannot be read.
    """
    try:
        return sys.stdin.readline()
    except OSError as error:
        raise CombatBoxError(f"the input cannot be read: {error.strerror}") from error
    except UnicodeError as error:
        remedy = "name its encoding with PYTHONIOENCODING, such as utf-8"
        raise CombatBoxError(f"the input cannot be read: {error}; {remedy}") from error


def os_error_message(error: OSError) -> str:
    """Return the message for an error of a file or of standard output; raise any other error again."""
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    if error.errno not in UNWRITABLE:
        raise error
    return f"the output cannot be written: {error.strerror}"


MOST_FRAMES = 4
"""The maximum number of stack frames of a plug-in that the message for an error in its code shows."""


def plug_in_error_message(error: Exception) -> str:
    """Return the message for an error in the code of a plug-in; empty for any other error."""
    import traceback
    from pathlib import Path

    from combatbox.library import paths

    frames = traceback.extract_tb(error.__traceback__)
    for key in paths.plug_ins():
        try:
            folder = paths.code(key)
        except CombatBoxError:
            continue  # its code cannot be found, so it has not raised the error
        own_frames = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
        if own_frames:
            lines = [
                f"{paths.display_path(Path(one.filename))}:{one.lineno} {one.name}: {one.line}"
                for one in own_frames[-MOST_FRAMES:]
            ]
            return "\n".join([f"{type(error).__name__} in the code of {key}: {error}", *lines])
    return ""


def discard(stream: TextIO | None) -> None:
    """Redirect a broken stream to the null device, so that Python does not fail on it at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def fits_encoding(text: str) -> bool:
    """Return True if standard output can encode this text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
