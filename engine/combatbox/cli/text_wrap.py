"""Word wrapping with a hanging indent."""

from __future__ import annotations

from textwrap import wrap

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
        text, max(width, NARROWEST), subsequent_indent=hanging_indent, break_on_hyphens=False, expand_tabs=False,
        drop_whitespace=True,
    ) or [text]  # fmt: skip
