"""What tables and pictures are printed on. It stands by itself, for loading it takes time that few commands need."""

from __future__ import annotations

import errno
import os
from typing import Any

from rich.console import Console


class Paper(Console):
    """rich's console, whose reader may go without a word as that of any other command."""

    def __init__(self, **how: Any) -> None:
        super().__init__(highlight=False, markup=False, **how)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
