"""The console for tables and pictures, and text wrapped to it, in a separate module because rich loads slowly."""

from __future__ import annotations

import errno
import os
from textwrap import wrap
from typing import Any

from rich.console import Console


class Output(Console):
    """A rich console that raises BrokenPipeError, as any other output does."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, **options)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, so that the command line handles it."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


NARROWEST = 20
"""The minimum width to which text is wrapped."""


def fold(text: str, width: int, hang: int = 2) -> list[str]:
    """Wrap a line between words, and return the resulting lines.

    Args:
        text: the line; each resulting line repeats its indentation.
        width: the width in characters.
        hang: the further indentation of all lines after the first.
    """
    if len(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip())
    hanging_indent = " " * min(indent + hang, width // 2)
    return wrap(
        text,
        max(width, NARROWEST),
        subsequent_indent=hanging_indent,
        break_on_hyphens=False,
        expand_tabs=False,
        drop_whitespace=True,
    ) or [text]
