"""Processes of our own to fly in. Loaded when some are wanted: a mission that is flown alone waits for none."""

from __future__ import annotations

from concurrent.futures import Executor


def processes(jobs: int) -> Executor:
    """An executor of so many fresh processes; whoever asked for it shuts it down."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
