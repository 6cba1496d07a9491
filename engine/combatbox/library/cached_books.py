"""Compiled books in the user's cache: current books, and archived books for saved games.

A saved game can be continued with the book with which it began. The current book of a game is cached under the digest
of its sources, which are the files of the game's tables and the code that reads them. Only a book that has passed all
checks is cached. While nothing has changed, commands for playing therefore read no YAML.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.core.errors import CombatBoxError
from combatbox.games import game_named, registered_games
from combatbox.library import paths
from combatbox.library.atomic_files import folder_digest, read_file
from combatbox.library.cache import Cache, user_cache
from combatbox.play.book import Book
from combatbox.play.book_codec import parse_book

if TYPE_CHECKING:
    from combatbox.library.book import Book as LoadedBook

LAYERS = ("core", "bomber", "library", "play")
"""The packages of the engine on which every book depends."""

MAX_BYTES = 20_000_000
"""The maximum size of a compiled book in bytes; the project's books have at most half a million."""


def current_books() -> Cache:
    """Return the cache of the games' current books."""
    return user_cache("ready", MAX_BYTES)


def archived_books() -> Cache:
    """Return the cache of archived books, which are compressed."""
    return user_cache("books", MAX_BYTES)


# ---- the current book


def cached_book(key: str) -> Book:
    """Return the book of a game without an overlay, from the cache if it is current.

    Raises:
        UnknownName: there is no such game.
        DataError: the files of the game have problems.
    """
    game = game_named(key)
    made_of = sources_for_game(key)
    with suppress(CombatBoxError, ValueError):
        if text := current_books().get(key, made_of):
            return parse_book(text.decode(), game)
    from combatbox.library.export import book_text  # these read YAML, which takes longer than all the rest
    from combatbox.library.load import load

    book = load(key)
    if sources_for_game(key) == made_of:  # no file changed while it was read
        current_books().put(key, made_of, book_text(book, examples=False).encode())
        current_books().evict()
    return book


def serialize_book(book: Book) -> str:
    """Return a book in serialized form, from which another process can decode the same book."""
    if type(book) is Book and (text := current_books().get(book.key, sources_for_game(book.key))):
        return text.decode()
    from combatbox.library.book import Book as Loaded
    from combatbox.library.export import book_text
    from combatbox.library.load import load

    return book_text(book if isinstance(book, Loaded) else load(book.key), examples=False)


def sources_for_game(key: str) -> str:
    """Return the digest of all sources of a game's book: code and tables."""
    return sha256(f"{code_digest(key)} {folder_digest(paths.home(key).tables)}".encode()).hexdigest()


def code_digest(key: str) -> str:
    """Return the digest of the code that compiles and plays a game's book.

    It covers the versions of Python and PyYAML, the packages of the engine, and the game's code.
    """
    combined = sha256("\0".join((sys.version, version("PyYAML"), *registered_games())).encode())
    for path in _code(key):
        combined.update(sha256(path.read_bytes()).digest())
    return combined.hexdigest()


def _code(key: str) -> Iterator[Path]:
    """Yield every module on which the book of a game depends, in a fixed order."""
    engine = Path(paths.__file__).parent.parent
    for folder in (*(engine / layer for layer in LAYERS), paths.code(key)):
        yield from sorted(folder.rglob("*.py"))


# ---- earlier books


def archive_book(book: LoadedBook) -> None:
    """Archive a book, so that a saved game can later be continued with the book with which it began."""
    from combatbox.library.export import book_text

    archive = archived_books()
    archive.get_or_make(book.key, book.digest, lambda: gzip.compress(book_text(book).encode(), 9, mtime=0))


def archived_book(key: str, digest: str) -> Book | None:
    """Return the archived book with this digest, or None."""
    body = archived_books().get(key, digest)
    with suppress(CombatBoxError, ValueError, zlib.error):
        packed = body or read_file(_earlier_place(key, digest), MAX_BYTES)
        text = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(packed, MAX_BYTES).decode()
        book = parse_book(text, game_named(key))
        return book if book.digest == digest else None
    return None


def _earlier_place(key: str, digest: str) -> Path:
    """Return the file in which earlier versions of the program archived a book.

    Eviction from the cache deletes these files as well.
    """
    return archived_books().path(key, digest).with_name(f"{key}-{digest}.json.gz")
