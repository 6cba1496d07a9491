"""Odds by flying many missions. No log is kept; mission i has the dice of seed `SEED/i` and can be flown again.

The work can be shared out over any `concurrent.futures.Executor`: `odds(book, order, executor=pool)`. An order is
plain data and the rules are read where it is flown, so that the executor of a cluster does as well as local ones,
for instance that of Dask: `odds(book, order, jobs=200, executor=Client("scheduler:8786").get_executor())` (jobs says
how many workers there are). What comes out is the same to the last digit, whoever flies. Our own processes are handed the
compiled book and load neither YAML nor what checks it. With `out` what is flown is kept, and the same order goes on from there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games
from combatbox.library.cached_books import text_of
from combatbox.odds.checkpoint import Checkpoint, Span
from combatbox.odds.process_pool import simulate
from combatbox.odds.worker import Batch, fly_piece, install_book
from combatbox.play.batch import (
    Counts,
    SimulationRequest,
    check_kinds,
    check_orders,
    exact_survival,
    fly_runs,
    odds_of,
    tours_of,
)
from combatbox.play.book import Book

CHUNK = 1_000
"""Missions of a piece at most: half a second of one processor."""

LONGEST = 3_000
"""Of orders so long that a piece is a small part of them all the same: two or three seconds, for which Ctrl-C waits."""

TAPERED = 10
"""How many times smaller the last pieces may be, so that nobody waits long for the last of the others."""

SHARES = 4
"""Towards the end a piece is this part of what one worker has left, so that all workers end together."""

MISSIONS_A_PIECE_OF_TOURS = 50
"""A piece of tours has so many times fewer runs than one of missions."""

Progress = Callable[[int, int], None]


def fly_many(
    order: SimulationRequest, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> Counts:
    """Fly an order in `jobs` processes, or on any executor handed in; the result does not depend on which.

    executor: of threads, of processes, of a cluster; it is left open. progress: told how many runs of how many are
    done. Raises CombatBoxError for a count below 1, and where a worker process ends early.
    """
    from combatbox.library.load import load

    book = load(order.game, Path(order.overlay) if order.overlay else None)
    partial = Checkpoint(book, order)
    _fly(book, [order], partial, jobs, progress, executor)
    return partial.flown[order.run].counts


def _fly(
    book: Book,
    orders: Sequence[SimulationRequest],
    partial: Checkpoint,
    jobs: int,
    progress: Progress | None,
    executor: Executor | None,
) -> None:
    """Fly what is left of these orders, each of another kind of run, by the same workers."""
    for order in orders:
        _check(book, order)
    weights = {order.run: book.missions if order.run == "tour" else 1 for order in orders}
    whole = sum(order.missions * weights[order.run] for order in orders)
    done = sum(partial.flown[order.run].runs * weights[order.run] for order in orders)
    flown = _flown(book, orders[0], list(_pieces(book, orders, partial, jobs)), jobs, executor)
    for piece, counts in flown:
        partial.add(piece, counts)
        done += (piece.stop - piece.start) * weights[piece.order.run]
        if progress:
            progress(done * orders[0].missions // whole, orders[0].missions)


def _check(book: Book, order: SimulationRequest) -> None:
    if order.missions < 1:
        raise CombatBoxError(f"--missions {order.missions}: at least one mission is needed")
    check_kinds(book, order)


def _flown(
    book: Book, order: SimulationRequest, pieces: Sequence[Batch], jobs: int, executor: Executor | None
) -> Iterator[tuple[Batch, Counts]]:
    """The pieces with what was counted in each, as they are done."""
    if executor is None and (jobs <= 1 or len(pieces) < 2):
        for piece in pieces:
            yield piece, fly_runs(book, piece.order, piece.start, piece.stop)
        return
    yield from simulate(pieces, fly_piece, jobs, executor, _handing(book, order) if executor is None else None)


def _handing(book: Book, order: SimulationRequest) -> Callable[[], None] | None:
    """What a process of ours calls first; nothing for a game that has not announced its code."""
    if book.house not in registered_games():
        return None
    return functools.partial(install_book, order.game, order.overlay, text_of(book))


def _pieces(book: Book, orders: Iterable[SimulationRequest], partial: Checkpoint, jobs: int) -> Iterator[Batch]:
    for order in orders:
        most = min(LONGEST, max(CHUNK, order.missions // 2_000))
        most = most if order.run == "mission" else max(1, most // MISSIONS_A_PIECE_OF_TOURS)
        for start, stop in cut(partial.flown[order.run].gaps(order.missions), jobs, most):
            yield Batch(order, start, stop, book.digest)


def cut(gaps: Sequence[Span], jobs: int, most: int) -> Iterator[Span]:
    """Gaps cut into pieces: `most` is the longest, and they grow shorter towards the end, so that all end together."""
    least, left = max(1, most // TAPERED), sum(stop - start for start, stop in gaps)
    for first, end in gaps:
        start = first
        while start < end:
            stop = min(end, start + min(most, max(least, left // (SHARES * max(jobs, 1)))))
            yield start, stop
            left -= stop - start
            start = stop


def odds(
    book: Book,
    order: SimulationRequest,
    jobs: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    out: Path | None = None,
) -> dict[str, Any]:
    """The odds of a game as plain data: survival of a mission, of the tour, what happens how often, and its figures.

    out: keeps what is flown, and what it has is not flown again.
    """
    check_orders(book, order)
    whole, partial = tours_of(book, order), Checkpoint(book, order, out)
    _fly(book, [order, whole] if whole else [order], partial, jobs, progress, executor)
    missions, tours = (partial.flown[run].counts for run in ("mission", "tour"))
    return odds_of(book, order, missions, tours, exact_survival(book, order.rulings))
