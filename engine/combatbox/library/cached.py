"""Texts kept in the user's cache from one command to the next, each with what it was made of and a checksum.

They lie in `$XDG_CACHE_HOME` or `~/.cache`, in `combatbox`. What is damaged, or was made of something else, is as good as
none; where nothing can be read or written, nothing is said: whoever asks makes it again. Nothing in them is executed.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.library.atomic_files import write_atomically
from combatbox.library.reading import read_file

MOST = 20_000_000
"""Bytes that a kept text may have; ours have half a million at most."""


def kept(place: Path, made_of: str) -> bytes:
    """The text kept in a file; empty where there is none, or it was made of something else, or is damaged."""
    with contextlib.suppress(CombatBoxError):
        first, _, body = read_file(place, MOST).partition(b"\n")
        return body if first == head(made_of, body) else b""
    return b""


def keep(place: Path, made_of: str, body: bytes) -> None:
    """Keep a text in a file, in place of what was kept there."""
    with contextlib.suppress(CombatBoxError, OSError):
        write_atomically(place, head(made_of, body) + b"\n" + body)


def head(made_of: str, body: bytes) -> bytes:
    """The first line of a kept text: what it was made of, and a checksum of what comes below."""
    return f"{made_of} {sha256(body).hexdigest()}".encode()
