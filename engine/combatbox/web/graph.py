"""A small drawing of a table's neighbours: the tables that lead to the table, and those to which it leads."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from markupsafe import Markup

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
    widths = [max(map(_width, column)) for column in columns]
    height = max(len(column) for column in columns) * (NODE + GAP) - GAP
    places: list[list[tuple[float, float]]] = []
    left = 1.0
    for column, width in zip(columns, widths, strict=True):
        top = (height - len(column) * (NODE + GAP) + GAP) / 2 + 1
        places.append([(left, top + index * (NODE + GAP)) for index in range(len(column))])
        left += width + WAY
    lines = [
        _line(x + widths[number], y, to_x, to_y)
        for number in range(len(columns) - 1)
        for x, y in places[number]
        for to_x, to_y in places[number + 1]
    ]
    boxes = [
        _box(item, x, y, width)
        for column, width, spots in zip(columns, widths, places, strict=True)
        for item, (x, y) in zip(column, spots, strict=True)
    ]
    wide, high = left - WAY + 1, height + 2
    label = _label(seen.label, before, after)
    return Markup(
        '<svg class="cb-graph" viewBox="0 0 {0:g} {1:g}" width="{0:g}" height="{1:g}" role="group" aria-label="{2}">'
        "{3}{4}</svg>"
    ).format(round(wide, 1), round(high, 1), label, Markup("").join(lines), Markup("").join(boxes))


def _width(item: SimpleNamespace) -> float:
    return max(52.0, len(item.label) * (LETTER if item.code else SMALL) + PAD)


def _label(name: str, before: Sequence[SimpleNamespace], after: Sequence[SimpleNamespace]) -> str:
    parts = []
    if before:
        parts.append(f"{', '.join(item.label for item in before)} send you to {name}")
    if after:
        parts.append(f"{name} leads to {', '.join(item.label for item in after)}")
    return "; ".join(parts)


def _line(x: float, y: float, to_x: float, to_y: float) -> Markup:
    """Return a curved arrow from the right edge of one box to the left edge of another."""
    y, to_y, end = y + NODE / 2, to_y + NODE / 2, to_x - 6
    bend = (x + end) / 2
    return Markup(
        '<path class="cb-graph__way" d="M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}"/><path class="cb-graph__head" d="M{:g} {:g}l-7 -4v8z"/>'
    ).format(*(round(number, 1) for number in (x, y, bend, y, bend, to_y, end, to_y, to_x, to_y)))


def _box(item: SimpleNamespace, x: float, y: float, width: float) -> Markup:
    inside = Markup(
        '<rect x="{:g}" y="{:g}" width="{:g}" height="{}"/><text x="{:g}" y="{:g}">{}</text>'
    ).format(round(x, 1), round(y, 1), round(width, 1), NODE, round(x + width / 2, 1), round(y + NODE / 2 + 4.5, 1), item.label)  # fmt: skip
    if not item.url:
        return Markup('<g class="cb-graph__own">{}</g>').format(inside)
    return Markup('<a href="{}" aria-label="{}" data-cb-ref="{}/{}">{}</a>').format(
        item.url, f"{item.code} {item.title}".strip(), item.game, item.id, inside
    )
