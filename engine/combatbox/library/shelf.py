"""Compiled books kept by their digest, so that a game in progress can end under the book it began with.

They lie in the user's cache (`$XDG_CACHE_HOME` or `~/.cache`, in `combatbox/books`), one file a book. A game is played all
the same where they cannot be written or read.
"""

from __future__ import annotations

import contextlib
import gzip
import io
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.games import game_named
from combatbox.library import book as loaded
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.compiled import compiled
from combatbox.library.reading import read_file
from combatbox.play.book import Book
from combatbox.play.compiled import book_of

MOST = 20_000_000
"""Bytes that a compiled book may have, spread out; ours have half a million at most."""


def folder() -> Path:
    """Where books are kept."""
    return paths.cache_folder() / "books"


def place_of(key: str, digest: str) -> Path:
    """The file of a book, whether it is there or not."""
    return folder() / f"{key}-{digest}.json.gz"


def keep(book: loaded.Book) -> None:
    """Keep a book, unless it is kept already; nothing is said where it cannot be."""
    path = place_of(book.key, book.digest)
    with contextlib.suppress(CombatBoxError, OSError):
        if not path.is_file():
            write_atomically(path, gzip.compress(compiled(book).encode(), 9, mtime=0))


def kept(key: str, digest: str) -> Book | None:
    """The book of that digest; None where it is not kept. Raises CombatBoxError for a file that holds another."""
    path = place_of(key, digest)
    if not path.is_file():
        return None
    try:
        with gzip.GzipFile(fileobj=_bytes(path)) as file:
            text = file.read(MOST).decode("utf-8")
    except (OSError, EOFError, ValueError) as error:
        raise CombatBoxError(f"{path}: cannot be read; delete it") from error
    book = book_of(text, game_named(key))
    if book.digest != digest:
        raise CombatBoxError(f"{path}: holds the book {book.digest}; delete it")
    return book


def _bytes(path: Path) -> io.BytesIO:
    return io.BytesIO(read_file(path, MOST))
