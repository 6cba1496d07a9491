"""Where output goes: any encoding, a full device, a pipe without a reader, streams that are closed.

Text that the encoding of a stream lacks is written plainly (`–` as `-`) instead of ending the command. Whatever else keeps
a stream from being written to is an `OSError` that the command line tells in one line.
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
"""How the characters of our words are written where there are only those of a typewriter."""

ERRORS = "combatbox-plain"
"""The name under which Python knows this way with characters that an encoding lacks."""

UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN)
"""How writing to a stream fails: device full, quota used up, file too large, terminal gone, closed, not to be waited for."""


def plainly(text: str) -> str:
    """A text in the characters of a typewriter: by `PLAIN`, letters without their accents, else a question mark."""
    return "".join(PLAIN.get(char) or _bare(char) for char in text)


def _bare(char: str) -> str:
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plainly(error.object[error.start : error.end]), error.end


codecs.register_error(ERRORS, _replaced)


class _Closed(io.TextIOBase):
    """Stands where standard output was closed: nothing can be written, and whoever tries hears of it."""

    encoding = "utf-8"

    def writable(self) -> bool:
        """It would be."""
        return True

    def write(self, _text: str) -> int:
        """Raise OSError."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def streams() -> Iterator[None]:
    """Make the standard streams fit for use: each there, and none that ends a command over a character."""
    before = sys.stdin, sys.stdout, sys.stderr
    # a stream is None where the one who started us closed it
    given = cast("tuple[TextIO | None, TextIO | None, TextIO | None]", before)
    with contextlib.ExitStack() as opened:
        if given[0] is None:
            sys.stdin = opened.enter_context(open(os.devnull, encoding="utf-8"))  # noqa: PTH123
        if given[1] is None:
            sys.stdout = cast("TextIO", _Closed())
        if given[2] is None:
            sys.stderr = opened.enter_context(open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # no option, die or file is called so, as whoever asked will say
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=ERRORS)
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def read_line() -> str:
    """A line of standard input with its end, nothing where the input ends. Raises CombatBoxError when it is unreadable."""
    try:
        return sys.stdin.readline()
    except OSError as error:
        raise CombatBoxError(f"the input cannot be read: {error.strerror}") from error


def fault_of(error: OSError) -> str:
    """What is to be said of an error of the system. Raises it again when it is none of files or of output."""
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    if error.errno not in UNWRITABLE:
        raise error
    return f"the output cannot be written: {error.strerror}"


MOST_FRAMES = 4
"""Lines of a plug-in's own code that are shown of an error in it."""


def fault_of_plug_in(error: Exception) -> str:
    """An error that the code of a plug-in's game led to, in a few lines with its files; nothing for any other error."""
    import traceback
    from pathlib import Path

    from combatbox.library import paths

    frames = traceback.extract_tb(error.__traceback__)
    for key in paths.plug_ins():
        folder = paths.code(key)
        own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
        if own:
            lines = [
                f"{paths.shown(Path(one.filename))}:{one.lineno} {one.name}: {one.line}" for one in own[-MOST_FRAMES:]
            ]
            return "\n".join([f"{type(error).__name__} in the code of {key}: {error}", *lines])
    return ""


def let_go(stream: TextIO | None) -> None:
    """What is left of a stream goes nowhere, so that Python does not stumble over it again when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]


def fits_encoding(text: str) -> bool:
    """Standard output can write this text as it is."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
