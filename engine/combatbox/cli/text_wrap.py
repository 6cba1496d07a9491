"""Lines folded at words, with what follows set in below the first."""

from __future__ import annotations

from textwrap import wrap

NARROWEST = 20
"""Narrower than this a window is not folded for."""


def fold(text: str, width: int, hang: int = 2) -> list[str]:
    """A line in lines of so many columns, broken between words; its own indentation and `hang` more before all but the first."""
    if len(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip())
    before = " " * min(indent + hang, width // 2)
    return wrap(
        text, max(width, NARROWEST), subsequent_indent=before, break_on_hyphens=False, expand_tabs=False,
        drop_whitespace=True,
    ) or [text]  # fmt: skip
