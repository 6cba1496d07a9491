"""Worker processes, and batches of work shared out over them or over any other executor."""

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
"""Batches submitted for each worker, so that none is idle while the first result is awaited."""

PARENT_ENDED = 1
"""Exit code of a worker whose parent has ended; nobody reads it."""


class _Worker(SpawnProcess):
    """A process that ignores Ctrl-C from its first moment: its parent hears it, and ends its workers in good order."""

    def start(self) -> None:
        """Start the process. On Linux and macOS it inherits that the signal is ignored."""
        if current_thread() is not main_thread():  # only the main thread may set what a signal does
            super().start()
            return
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().start()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


class _Workers(SpawnContext):
    """Starts workers as fresh processes, the same on every system."""

    Process = _Worker


def simulate(
    batches: Iterable[B],
    run: Callable[[B], R],
    jobs: int = 1,
    executor: Executor | None = None,
    begin: Callable[[], None] | None = None,
) -> Iterator[tuple[B, R]]:
    """Run batches and yield each with its result, in their order, however many workers there are.

    Args:
        batches: what to run.
        run: runs one batch. Workers import it, so it is a function of a module.
        jobs: how many processes; with one, everything runs in this process.
        executor: used instead of processes, and left open; `jobs` then says how many workers it has.
        begin: called first in each process.

    Raises:
        CombatBoxError: a worker process ended, or the executor takes no more work.
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
            f"a worker process ended before its work was done ({error}); run the command again"
        ) from error


def processes(jobs: int, begin: Callable[[], None] | None = None, *, stops: bool = False) -> Executor:
    """Make an executor of fresh processes, which the caller shuts down. A worker ends with its parent.

    Args:
        jobs: how many processes.
        begin: called first in each of them.
        stops: Ctrl-C at a terminal ends a worker at once, for tasks that take minutes.
    """
    stops = stops and signal.getsignal(signal.SIGINT) != signal.SIG_IGN  # a job in the background hears no Ctrl-C
    return ProcessPoolExecutor(jobs, mp_context=_Workers(), initializer=_begin, initargs=(stops, begin))


def _begin(stops: bool, begin: Callable[[], None] | None) -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if stops else signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin:
        begin()


def _end_with_parent() -> None:
    """End this process when its parent has ended, however that was killed: nobody else would tell it."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(PARENT_ENDED)
