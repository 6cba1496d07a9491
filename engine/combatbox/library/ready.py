"""A game's compiled book, kept from one command to the next for those that play and ask its YAML nothing.

It is known by the digest of all that it is made of: the files of the game's tables, and the code that reads them. A changed
file or program finds none, and the game is loaded, with all its checks; only what passed them is kept. It lies in the user's
cache (`$XDG_CACHE_HOME` or `~/.cache`, in `combatbox/ready`), one file a game, as JSON: nothing in it is executed. Where it
cannot be read or written, or is damaged, the game is loaded.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.games import announced, game_named
from combatbox.library import paths
from combatbox.library.cached import keep, kept
from combatbox.library.reading import folder_digest
from combatbox.play.book import Book
from combatbox.play.compiled import book_of

ROOMS = ("core", "bomber", "library", "play")
"""The rooms of the engine that make a book; the game's own makes it too."""

LIBRARIES = ("PyYAML", "pydantic")
"""What reads and checks the files for them."""


def ready(key: str) -> Book:
    """The book of a game by its own tables, as it is played. Raises as `load` does."""
    game = game_named(key)
    place, made_of = place_of(key), sources(key)
    with contextlib.suppress(CombatBoxError, ValueError):
        if text := kept(place, made_of).decode():
            return book_of(text, game)
    from combatbox.library.compiled import compiled  # these read YAML, which takes longer than all the rest
    from combatbox.library.load import load

    book = load(key)
    if sources(key) == made_of:  # nobody wrote while we read
        keep(place, made_of, compiled(book, examples=False).encode())
    return book


def text_of(book: Book) -> str:
    """The text of which another process makes the same book: the kept one, for a book that was made of that."""
    if type(book) is Book:
        with contextlib.suppress(CombatBoxError, ValueError):
            if text := kept(place_of(book.key), sources(book.key)).decode():
                return text
    from combatbox.library.book import Book as Loaded
    from combatbox.library.compiled import compiled
    from combatbox.library.load import load

    return compiled(book if isinstance(book, Loaded) else load(book.key), examples=False)


def place_of(key: str) -> Path:
    """The file in which the book of a game is kept, whether it is there or not: each folder of tables has its own."""
    folder = sha256(str(paths.home(key).tables.resolve()).encode()).hexdigest()
    return paths.cache_folder() / "ready" / f"{key}-{folder[:16]}.json"


def sources(key: str) -> str:
    """The digest of all that the book of a game is made of."""
    return sha256(f"{program(key)} {folder_digest(paths.home(key).tables)}".encode()).hexdigest()


def program(key: str) -> str:
    """The digest of all that makes the book of a game and plays it: Python, the libraries, our rooms and the game's own code."""
    held = sha256("\0".join((sys.version, *map(version, LIBRARIES), *announced())).encode())
    for path in _code(key):
        held.update(sha256(path.read_bytes()).digest())
    return held.hexdigest()


def _code(key: str) -> Iterator[Path]:
    """Every module that makes the book of a game, in a fixed order."""
    engine = Path(paths.__file__).parent.parent
    for folder in (*(engine / room for room in ROOMS), paths.code(key)):
        yield from sorted(folder.rglob("*.py"))
