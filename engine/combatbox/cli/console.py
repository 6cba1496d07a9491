"""The console for tables and pictures, in a separate module because rich loads slowly."""

from __future__ import annotations

import errno
import os
from typing import Any

from rich.console import Console


class Output(Console):
    """A rich console that raises BrokenPipeError, as any other output does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, **options)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, so that the command line handles it."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
