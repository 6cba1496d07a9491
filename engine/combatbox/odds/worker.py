"""Simulation of batches of a request in this process.

Only the packages needed for play are imported, so that a process that receives a compiled book starts quickly. Without
a compiled book, the book is loaded from its files.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games
from combatbox.play.batch import Counts, SimulationRequest, fly_runs
from combatbox.play.book import Book

_books: dict[tuple[str, str], Book] = {}


def book_of(game: str, overlay: str) -> Book:
    """Return the book of a game from this process's memory; on the first call, load it from its files.

    Args:
        game: the key of the game.
        overlay: the folder of an overlay; empty if there is none.
    """
    key = (game, overlay)
    if key not in _books:
        from combatbox.library.load import load

        _books[key] = load(game, Path(overlay) if overlay else None)
    return _books[key]


def install_book(game: str, overlay: str, text: str) -> None:
    """Decode a compiled book for later calls of `book_of`, so that this process need not read the book's files.

    Args:
        game: the key of the game.
        overlay: the folder of the overlay with which the book was compiled; empty if there is none.
        text: the serialized book.
    """
    from combatbox.play.book_codec import parse_book as from_text

    _books[game, overlay] = from_text(text)


@cache
def code_of(game: str) -> str:
    """Return the digest of the code that plays the game with this key."""
    from combatbox.library import paths

    package = Path(paths.__file__).parent.parent
    folders = [*(package / folder for folder in ("core", "bomber", "play")), paths.code(game)]
    combined = sha256()
    for number, folder in enumerate(folders):
        for path in sorted(folder.rglob("*.py")):
            file_digest = sha256(path.read_bytes()).hexdigest()
            combined.update(f"{number} {path.relative_to(folder).as_posix()} {file_digest}\n".encode())
    return combined.hexdigest()[:16]


def origin_of(digest: str, game: str) -> str:
    """Return the tables and the code with which a game is simulated, for comparison between machines.

    Args:
        digest: the digest of the tables.
        game: the key of the game whose code is used; a game that is not registered has none that could differ.
    """
    return f"tables {digest}, code {code_of(game) if game in registered_games() else 'of this process'}"


@frozen
class Batch:
    """The runs of a request from number `start` up to but not including `stop`.

    Attributes:
        base: the key of the game whose code is used, also by a variant.
        origin: the tables and the code with which the runs must be simulated, from `origin_of`.
    """

    order: SimulationRequest
    start: int
    stop: int
    base: str
    origin: str


def simulate_batch(piece: Batch) -> Counts:
    """Simulate a batch and return its counts.

    Raises:
        CombatBoxError: the tables or the code on this machine differ from those of the request.
    """
    origin = origin_of(book_of(piece.order.game, piece.order.overlay).digest, piece.base)
    if origin != piece.origin:
        raise CombatBoxError(
            f"{piece.order.game}: a simulation was requested with {piece.origin}, but a worker process has {origin}; "
            "install one version everywhere and run it again"
        )
    return fly_chunk(piece.order, piece.start, piece.stop)


def fly_chunk(order: SimulationRequest, start: int, stop: int) -> Counts:
    """Simulate the runs `start` up to but not including `stop` of a request, and return the counts."""
    return fly_runs(book_of(order.game, order.overlay), order, start, stop)
