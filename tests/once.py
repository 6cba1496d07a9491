"""What is expensive is made once for all workers of a run of tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

Once = Callable[[str, Callable[[Path], object]], Path]


def once(name: str, fill: Callable[[Path], object]) -> Path:
    """Return a folder that is filled once for all workers: the first worker fills it, and the others wait."""
    shared = Path(os.environ["XDG_CACHE_HOME"]).parent  # All workers share this cache; see `conftest.py`.
    whole, half = shared / name, shared / f"{name}.half"
    with FileLock(shared / f"{name}.lock"):
        if not whole.is_dir():
            half.mkdir(exist_ok=True)
            fill(half)
            half.rename(whole)
    return whole
