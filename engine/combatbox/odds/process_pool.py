"""The processes that a command starts, which end when it ends: workers that simulate batches, and other programs."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import active_children, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from subprocess import PIPE, CompletedProcess, Popen
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from combatbox.core.errors import CombatBoxError

B = TypeVar("B")
R = TypeVar("R")

AHEAD = 4
"""Number of batches submitted for each worker, so that no worker is idle while the first result is awaited."""

PARENT_ENDED = 1
"""Exit code of a worker that ends because its parent process has ended; no program reads this code."""


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C in the `with` block, if this is the main thread, since only that one may set signal handlers."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


class _Worker(SpawnProcess):
    """A process that ignores Ctrl-C from its start, because its parent handles it."""

    def start(self) -> None:
        """Start the process with SIGINT ignored, so that Ctrl-C does not end it.

        On Linux and macOS, the new process inherits this setting from its parent.
        """
        with _ignoring_ctrl_c():
            super().start()


class _Workers(SpawnContext):
    """A multiprocessing context that spawns new processes on every platform."""

    Process = _Worker


def run_batches(
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
                for _, future in submitted if executor else ():  # our own processes are ended
                    future.cancel()
    except BrokenExecutor as error:
        raise CombatBoxError(
            f"a worker process ended before its work was complete ({error}); run the command again"
        ) from error


@contextmanager
def processes(jobs: int, begin: Callable[[], None] | None = None) -> Iterator[Executor]:
    """Yield an executor of new processes; any exception, such as that of Ctrl-C, ends the processes at once.

    Args:
        jobs: the number of processes.
        begin: a function that each process calls before its first task.
    """
    with ProcessPoolExecutor(jobs, mp_context=_Workers(), initializer=_begin, initargs=(begin,)) as pool:
        try:
            yield pool
        except BaseException:
            with _ignoring_ctrl_c():
                for worker in active_children():
                    if isinstance(worker, _Worker):
                        worker.terminate()
                pool.shutdown()
            raise


def _begin(begin: Callable[[], None] | None) -> None:
    """Prepare a worker process: ignore Ctrl-C, start to watch its parent process, and call `begin`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin:
        begin()


def _end_with_parent() -> None:
    """Wait until the parent process has ended for any reason, then end this process."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(PARENT_ENDED)


# ---- other programs

WATCH = "import os, sys; sys.stdin.read(); os.kill(int(sys.argv[1]), 9)"
"""The program that kills a process when the writing end of its standard input is closed."""


def run_program(
    command: Sequence[str | Path], *, capture: bool = True, timeout: float | None = None, **options: Any
) -> CompletedProcess[str]:
    """Run a program as `subprocess.run` does, without an exception if it fails.

    It is killed if this process ends before it, however that happens.

    Args:
        command: the program and its arguments.
        capture: True to return what it writes.
        timeout: the time in seconds after which it is killed.
        **options: further options of `Popen`.

    Raises:
        TimeoutExpired: it was killed.
    """
    pipe = PIPE if capture else None
    with (
        Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace", **options) as program,
        Popen([sys.executable, "-SIc", WATCH, str(program.pid)], stdin=PIPE, start_new_session=True) as watcher,
    ):
        try:
            output, errors = program.communicate(timeout=timeout)
        except BaseException:
            program.kill()
            raise
        finally:
            watcher.terminate()
    return CompletedProcess(command, program.returncode, output, errors)
