"""Worker processes, and the distribution of batches to them or to another executor."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from combatbox.core.errors import CombatBoxError

B = TypeVar("B")
R = TypeVar("R")

AHEAD = 4
"""Number of batches submitted for each worker, so that no worker is idle while the first result is awaited."""

PARENT_ENDED = 1
"""Exit code of a worker that ends because its parent process has ended; no program reads this code."""


class _Worker(SpawnProcess):
    """A process that ignores Ctrl-C from its start, because its parent handles it."""

    def start(self) -> None:
        """Start the process with SIGINT ignored, so that Ctrl-C does not end it.

        On Linux and macOS, the new process inherits this setting from its parent.
        """
        if current_thread() is not main_thread():  # only the main thread may set signal handlers
            super().start()
            return
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().start()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


class _Workers(SpawnContext):
    """A multiprocessing context that spawns new processes on every platform."""

    Process = _Worker


def simulate(
    batches: Iterable[B],
    run: Callable[[B], R],
    jobs: int = 1,
    executor: Executor | None = None,
    begin: Callable[[], None] | None = None,
) -> Iterator[tuple[B, R]]:
    """Run batches, and yield each batch with its result, in order.

    Args:
        batches: the batches to run.
        run: a function that runs one batch; because workers import it, it must be at the top level of a module.
        jobs: the number of processes; with one, everything runs in this process.
        executor: the executor to use instead of processes, which is not shut down; `jobs` is then the number of its
            workers.
        begin: a function that each process calls before its first batch.

    Raises:
        CombatBoxError: a worker process ended, or the executor accepts no more work.
    """
    if executor is None and jobs <= 1:
        yield from ((batch, run(batch)) for batch in batches)
        return
    submitted: deque[tuple[B, Future[R]]] = deque()
    try:
        with nullcontext(executor) if executor else processes(jobs, begin) as pool:
            try:
                for batch in batches:
                    submitted.append((batch, pool.submit(run, batch)))
                    if len(submitted) >= AHEAD * max(jobs, 1):
                        first, future = submitted.popleft()
                        yield first, future.result()
                while submitted:
                    first, future = submitted.popleft()
                    yield first, future.result()
            finally:
                for _, future in submitted:
                    future.cancel()
    except BrokenExecutor as error:
        raise CombatBoxError(
            f"a worker process ended before its work was complete ({error}); run the command again"
        ) from error


def processes(jobs: int, begin: Callable[[], None] | None = None, *, stops: bool = False) -> Executor:
    """Return an executor of new processes, which the caller must shut down.

    Args:
        jobs: the number of processes.
        begin: a function that each process calls before its first task.
        stops: True if Ctrl-C at a terminal should end workers immediately, which is meant for tasks of several minutes.
    """
    stops = stops and signal.getsignal(signal.SIGINT) != signal.SIG_IGN  # a background job ignores Ctrl-C
    return ProcessPoolExecutor(jobs, mp_context=_Workers(), initializer=_begin, initargs=(stops, begin))


def _begin(stops: bool, begin: Callable[[], None] | None) -> None:
    """Prepare a worker process: set its reaction to Ctrl-C, start to watch its parent process, and call `begin`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if stops else signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin:
        begin()


def _end_with_parent() -> None:
    """Wait until the parent process has ended for any reason, then end this process."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(PARENT_ENDED)
