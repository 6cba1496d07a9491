"""Odds from many simulated missions, in one process, several or a cluster.

The work can be distributed over any `concurrent.futures.Executor`: `odds(book, order, executor=pool)`. A request is
plain data, and workers load the rules themselves, so the executor of a cluster works as well as a local one. An example
for Dask is `odds(book, order, jobs=200, executor=Client("scheduler:8786").get_executor())`, in which `jobs` is the
number of workers. The result does not depend on how the work is distributed. Local processes receive the compiled book,
so they import neither the YAML reader nor the validation. With the parameter `out`, completed batches are stored in a
file, from which the same request can be resumed.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.cached_books import serialize_book
from combatbox.library.player_files import PlayerFile
from combatbox.odds.checkpoint import Checkpoint
from combatbox.odds.process_pool import run_batches
from combatbox.odds.worker import Batch, install_book, origin_of, simulate_batch
from combatbox.play.batch import (
    Counts,
    SimulationRequest,
    check_kinds,
    check_orders,
    fly_runs,
    non_default_rulings,
    odds_of,
    tours_of,
)
from combatbox.play.book import Book

CHUNK = 1_000
"""Maximum number of missions in a batch; 1,000 missions take half a second of processor time. The minimum is a tenth."""

SHARES = 20
"""Number of batches for each worker, unless a batch would be too large or too small, so that all finish together."""

Progress = Callable[[int, int], None]


def _fly(
    book: Book,
    orders: Sequence[SimulationRequest],
    checkpoint: Checkpoint,
    jobs: int,
    progress: Progress | None,
    executor: Executor | None,
) -> None:
    """Simulate all runs that the checkpoint lacks, for one request for each kind of run (missions or tours)."""
    for order in orders:
        _check(book, order)
    weights = {order.run: book.missions if order.run == "tour" else 1 for order in orders}
    total = sum(order.missions * weights[order.run] for order in orders)
    done = sum(checkpoint.flown[order.run].runs * weights[order.run] for order in orders)
    if total - done <= CHUNK // 10:
        jobs = 1  # to start a process takes longer
    batches = _batches(book, orders, checkpoint, jobs)
    for batch, counts in _completed(book, orders[0], batches, jobs, executor):
        checkpoint.add(batch, counts)
        done += (batch.stop - batch.start) * weights[batch.order.run]
        if progress:
            progress(done * orders[0].missions // total, orders[0].missions)


def _check(book: Book, order: SimulationRequest) -> None:
    if order.missions < 1:
        raise CombatBoxError(f"missions: must be at least 1 (got {order.missions})")
    check_kinds(book, order)


def _completed(
    book: Book, order: SimulationRequest, batches: Iterable[Batch], jobs: int, executor: Executor | None
) -> Iterator[tuple[Batch, Counts]]:
    """Simulate batches, and yield each batch with its counts, in order."""
    if executor is None and jobs <= 1:
        yield from run_batches(batches, lambda batch: fly_runs(book, batch.order, batch.start, batch.stop))
        return
    begin = None
    if executor is None and book.base_game in registered_games():  # else each worker loads the book
        begin = functools.partial(install_book, order.game, order.overlay, serialize_book(book))
    yield from run_batches(batches, simulate_batch, jobs, executor, begin)


def _batches(book: Book, orders: Iterable[SimulationRequest], checkpoint: Checkpoint, jobs: int) -> Iterator[Batch]:
    """Split into batches the runs that still have to be simulated; a tour counts as its missions."""
    origin = origin_of(book.digest, book.base_game)
    for order in orders:
        price = book.missions if order.run == "tour" else 1
        missions = min(CHUNK, max(CHUNK // 10, order.missions * price // (SHARES * max(jobs, 1))))
        size = max(1, missions // price)
        for start in range(checkpoint.flown[order.run].runs, order.missions, size):
            yield Batch(order, start, min(start + size, order.missions), book.base_game, origin)


def odds(
    book: Book,
    order: SimulationRequest,
    jobs: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    out: Path | None = None,
) -> dict[str, Any]:
    """Return the odds of a game as plain data.

    Args:
        book: the book.
        order: the request.
        jobs: the number of processes.
        progress: a function that is called with the number of completed missions and the total number.
        executor: the executor to use instead of processes; it is not shut down.
        out: a file for completed batches; batches that are already in the file are not simulated again.
    """
    check_orders(book, order)
    tours_order = tours_of(book, order)
    with PlayerFile(out, own=True) if out else nullcontext() as file:
        checkpoint = Checkpoint(book, order, file)
        _fly(book, [order, tours_order] if tours_order else [order], checkpoint, jobs, progress, executor)
    missions, tours = (checkpoint.flown[run].counts for run in ("mission", "tour"))
    exact = exact_survival(book, order.rulings)
    try:
        return odds_of(book, order, missions, tours, exact)
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        if not checkpoint.is_loaded:
            raise
        raise CombatBoxError(
            f"{out}: the counts contradict each other ({type(error).__name__} {error}); delete the file to start again"
        ) from error


def exact_survival(book: Book, rulings: Mapping[str, str]) -> float | None:
    """Return the exact probability of surviving a mission; None if it is not known.

    A plug-in may compute it. For our games it is stored beside the tables, for each choice of the rulings that matter;
    under other tables it is not known.
    """
    if method := book.game.pages.survival:
        return method(book.rulebook(rulings))
    stored = stored_survival(book)
    if stored.get("digest") != book.digest:
        return None
    chosen = {key: option for key, option in non_default_rulings(book, rulings).items() if key not in stored["idle"]}
    return next((each["survival"] for each in stored["chances"] if each["rulings"] == chosen), None)


def stored_survival(book: Book) -> dict[str, Any]:
    """Return what is stored of the exact survival under a game's own tables; empty if nothing is."""
    path = paths.home(book.base_game).tables / "results" / "survival.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}
