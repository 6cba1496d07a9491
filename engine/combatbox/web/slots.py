"""Placeholders ("slots") in Markdown that are replaced by HTML after the conversion."""

from __future__ import annotations

import re


def slot(slots: list[str], html: str) -> str:
    """Add HTML to `slots`, and return the placeholder that stands for it in the Markdown."""
    slots.append(html)
    return f'\n<div data-cb-slot="{len(slots) - 1}"></div>\n'


def extract_html_slots(text: str, slots: list[str]) -> str:
    """Move the HTML between the headings of a generated page into `slots`, so that Markdown need not parse it.

    Text that does not begin and end with HTML is not moved.
    """

    def move(match: re.Match[str]) -> str:
        html = match[0].strip()
        return slot(slots, html) if html.startswith("<") and html.endswith(">") else match[0]

    return re.sub(r"(?:^(?!#{1,6} ).*\n?)+", move, text, flags=re.MULTILINE)


def fill(html: str, slots: list[str]) -> str:
    """Replace the placeholders in a page by the HTML that is stored in `slots`."""
    return re.sub(r'<div data-cb-slot="(\d+)"></div>', lambda match: slots[int(match[1])], html)
