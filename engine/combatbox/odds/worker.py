"""Simulation of batches of a request in this process.

Only the packages needed for play are imported, so that a process that receives a compiled book starts quickly. Without
a compiled book, the book is loaded from its files.
"""

from __future__ import annotations

from pathlib import Path

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
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


@frozen
class Batch:
    """The runs of a request from number `start` up to but not including `stop`.

    Attributes:
        digest: the digest of the tables with which the runs must be simulated.
    """

    order: SimulationRequest
    start: int
    stop: int
    digest: str


def simulate_batch(piece: Batch) -> Counts:
    """Simulate a batch and return its counts.

    Raises:
        CombatBoxError: the tables on this machine differ from those of the request.
    """
    digest = book_of(piece.order.game, piece.order.overlay).digest
    if digest != piece.digest:
        raise CombatBoxError(
            f"{piece.order.game}: a simulation was requested with tables {piece.digest}, but a worker process has {digest}; run the command again"
        )
    return fly_chunk(piece.order, piece.start, piece.stop)


def fly_chunk(order: SimulationRequest, start: int, stop: int) -> Counts:
    """Simulate the runs `start` up to but not including `stop` of a request, and return the counts."""
    return fly_runs(book_of(order.game, order.overlay), order, start, stop)
