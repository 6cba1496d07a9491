"""Processes of our own to fly in. Loaded when some are wanted: a mission that is flown alone waits for none."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any


def processes(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Executor:
    """An executor of so many fresh processes; whoever asked for it shuts it down. begin: called first in each of them."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin, initargs=given)
