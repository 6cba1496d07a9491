"""Odds by flying many missions. No log is kept; mission i has the dice of seed `SEED/i` and can be flown again.

The work can be shared out over any `concurrent.futures.Executor`: `odds(book, order, executor=pool)`. An order is
plain data and the rules are read where it is flown, so that the executor of a cluster does as well as local ones,
for instance that of Dask: `odds(book, order, jobs=200, executor=Client("scheduler:8786").get_executor())` (jobs says
how many pieces to keep under way). What comes out is the same to the last digit, whoever flies.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds.pool import processes
from combatbox.play.flown import Counts, Order, check_kinds, check_orders, exact_survival, fly_runs, odds_of, tours_of

CHUNK = 1_000
TOUR_CHUNK = 20
Progress = Callable[[int, int], None]

_books: dict[tuple[str, str], Book] = {}


def book_of(game: str, overlay: str) -> Book:
    """The book, loaded once a process."""
    key = (game, overlay)
    if key not in _books:
        _books[key] = load(game, Path(overlay) if overlay else None)
    return _books[key]


def fly_chunk(order: Order, start: int, stop: int) -> Counts:
    """Fly runs `start` to `stop` of an order and count what happened in them."""
    return fly_runs(book_of(order.game, order.overlay), order, start, stop)


def fly_many(order: Order, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None) -> Counts:
    """Fly an order in `jobs` processes, or on any executor handed in; the result does not depend on which.

    executor: of threads, of processes, of a cluster; it is left open. progress: told how many runs of how many are
    done. Raises CombatBoxError for a count below 1.
    """
    if order.missions < 1:
        raise CombatBoxError(f"--missions {order.missions}: at least one mission is needed")
    check_kinds(book_of(order.game, order.overlay), order)
    size = CHUNK if order.run == "mission" else TOUR_CHUNK
    chunks = [(start, min(start + size, order.missions)) for start in range(0, order.missions, size)]
    counted = Counts()
    done = 0
    for (start, stop), part in _results(order, chunks, jobs, executor):
        counted.update(part)
        done += stop - start
        if progress:
            progress(done, order.missions)
    return counted


def _results(
    order: Order, chunks: list[tuple[int, int]], jobs: int, executor: Executor | None
) -> Iterator[tuple[tuple[int, int], Counts]]:
    if executor is None and (jobs <= 1 or len(chunks) == 1):
        for chunk in chunks:
            yield chunk, fly_chunk(order, *chunk)
        return
    own = processes(jobs) if executor is None else None
    pool = executor or own
    assert pool is not None
    left = iter(chunks)
    flying: dict[Future[Counts], tuple[int, int]] = {}
    try:
        with _interrupts_held_back():
            for chunk in islice(left, max(jobs, 1) * 2):
                flying[pool.submit(fly_chunk, order, *chunk)] = chunk
        while flying:
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                yield flying.pop(future), future.result()
                for chunk in islice(left, 1):
                    flying[pool.submit(fly_chunk, order, *chunk)] = chunk
    finally:
        if own:
            own.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that start in here never hear Ctrl-C: the one that started them does, and ends them in good order."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def odds(
    book: Book, order: Order, jobs: int = 1, progress: Progress | None = None, executor: Executor | None = None
) -> dict[str, Any]:
    """The odds of a game as plain data: survival of a mission, of the tour, what happens how often, and its figures."""
    check_orders(book, order)
    counted = fly_many(order, jobs, _part(progress, order.missions, 0), executor)
    whole, toured = tours_of(book, order), Counts()
    if whole:
        toured = fly_many(whole, jobs, _part(progress, order.missions, order.missions), executor)
    return odds_of(book, order, counted, toured, exact_survival(book, order.rulings))


def _part(progress: Progress | None, missions: int, done: int) -> Progress | None:
    """Progress within one of two parts, told as missions of so many; the second part makes no headway of its own."""
    if progress is None or done:
        return None
    return lambda now, _all: progress(now, missions)
