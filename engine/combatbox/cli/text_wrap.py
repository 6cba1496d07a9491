"""Text wrapped at words, with a hanging indent."""

from __future__ import annotations

from textwrap import wrap

NARROWEST = 20
"""The narrowest width that text is wrapped to."""


def fold(text: str, width: int, hang: int = 2) -> list[str]:
    """Wrap a line at words.

    Args:
        text: the line; its indentation is repeated.
        width: columns.
        hang: further indentation of all lines but the first.
    """
    if len(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip())
    hanging_indent = " " * min(indent + hang, width // 2)
    return wrap(
        text, max(width, NARROWEST), subsequent_indent=hanging_indent, break_on_hyphens=False, expand_tabs=False,
        drop_whitespace=True,
    ) or [text]  # fmt: skip
