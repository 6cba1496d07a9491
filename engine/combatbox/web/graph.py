"""A small drawing of a table's neighbours: the tables that lead to the table, and those to which it leads."""

from __future__ import annotations

from itertools import chain, pairwise
from types import SimpleNamespace

from markupsafe import Markup

from combatbox.web.site import page_macros

NODE, GAP, WAY = 30, 10, 46
"""The height of a box, the gap between two boxes, and the gap between two columns."""

LETTER, SMALL, PAD = 8.2, 7.1, 22
"""The width of a letter in a code and in a title, and the width of the space around the text in a box."""


def drawing(seen: SimpleNamespace) -> Markup:
    """Return the SVG for a table's view; empty if the table has no neighbours.

    Every box except the middle one is a link.
    """
    before, after = seen.used_by, seen.leads_to
    if not before and not after:
        return Markup("")
    middle = SimpleNamespace(id=seen.id, code=seen.code, label=seen.label, title=seen.title, url="")
    columns = [column for column in (before, [middle], after) if column]
    high = max(map(len, columns)) * (NODE + GAP) - GAP
    boxes: list[list[SimpleNamespace]] = []
    left = 1.0
    for column in columns:
        top = (high - len(column) * (NODE + GAP) + GAP) / 2 + 1
        width = max(map(_width, column))
        boxes.append(
            [
                SimpleNamespace(item=item, x=left, y=top + index * (NODE + GAP), width=width)
                for index, item in enumerate(column)
            ]
        )
        left += width + WAY
    ways = [(start, end) for one, other in pairwise(boxes) for start in one for end in other]
    macros = page_macros("_graph.html.j2")
    return Markup(macros.graph(seen, list(chain(*boxes)), ways, left - WAY + 1, high + 2, NODE))  # our own template


def _width(item: SimpleNamespace) -> float:
    return max(52.0, len(item.label) * (LETTER if item.code else SMALL) + PAD)
