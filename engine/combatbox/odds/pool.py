"""Worker processes of our own. Loaded when some are wanted: a mission that is flown alone waits for none."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread, current_thread, main_thread
from typing import Any

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


def processes(jobs: int, begin: Callable[..., None] | None = None, *args: Any, stops: bool = False) -> Executor:
    """Make an executor of fresh processes, which the caller shuts down. A worker ends with its parent.

    Args:
        jobs: how many processes.
        begin: called first in each of them, with `args`.
        stops: Ctrl-C at a terminal ends a worker at once, for tasks that take minutes.
    """
    stops = stops and signal.getsignal(signal.SIGINT) != signal.SIG_IGN  # a job in the background hears no Ctrl-C
    return ProcessPoolExecutor(jobs, mp_context=_Workers(), initializer=_begin, initargs=(stops, begin, *args))


def _begin(stops: bool, begin: Callable[..., None] | None, *args: Any) -> None:
    """Prepare a worker."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if stops else signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin:
        begin(*args)


def _end_with_parent() -> None:
    """End this process when its parent has ended, however that was killed: nobody else would tell it."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(PARENT_ENDED)
