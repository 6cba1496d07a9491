"""What the print shop raises."""

from __future__ import annotations


class PressError(ValueError):
    """Something cannot be put on paper as asked: one line that names the place and the remedy."""
