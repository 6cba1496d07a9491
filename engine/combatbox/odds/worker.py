"""Pieces of an order, flown and counted in whatever process this is. It loads the rooms that play and no more, so that a
process that was handed a compiled book begins at once; from files a book is loaded where nobody handed one over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.play.batch import Counts, SimulationRequest, fly_runs
from combatbox.play.book import Book

_books: dict[tuple[str, str], Book] = {}


def book_of(game: str, overlay: str) -> Book:
    """The book: the one that was handed over, or loaded once a process."""
    key = (game, overlay)
    if key not in _books:
        from combatbox.library.load import load

        _books[key] = load(game, Path(overlay) if overlay else None)
    return _books[key]


def install_book(game: str, overlay: str, text: str) -> None:
    """Take a compiled book for the one of that game and overlay: nothing of its files is read in this process."""
    from combatbox.play.book_codec import book_of as from_text

    _books[game, overlay] = from_text(text)


@dataclass(frozen=True, slots=True)
class Batch:
    """Runs `start` to `stop` of an order, and the digest of the tables that they are to be flown with."""

    order: SimulationRequest
    start: int
    stop: int
    digest: str


def fly_piece(piece: Batch) -> Counts:
    """Fly a piece and count. Raises CombatBoxError where this machine has other tables."""
    digest = book_of(piece.order.game, piece.order.overlay).digest
    if digest != piece.digest:
        raise CombatBoxError(f"{piece.order.game}: ordered with the tables {piece.digest}, a worker has {digest}")
    return fly_chunk(piece.order, piece.start, piece.stop)


def fly_chunk(order: SimulationRequest, start: int, stop: int) -> Counts:
    """Fly runs `start` to `stop` of an order and count what happened in them."""
    return fly_runs(book_of(order.game, order.overlay), order, start, stop)
