"""The distribution of a table's results as bars: each result has a part whose width is its probability."""

from __future__ import annotations

from combatbox.core.tables import Table
from combatbox.drawing.sequence import HALF, box
from combatbox.drawing.shapes import Area, Figure, Item, Label

LOOKS = ("table", "reach", "ground", "astern", "ahead")
"""Looks of results, the lowest first; those above the last have its look."""

PITCH, HIGH = 84, 40
"""Distance between bars, and their height."""

LEAST = 34
"""The least width of a part that has room for its number."""


def shares(table: Table, title: str, text: str) -> Figure:
    """Return a figure of the distribution of the numbers in a table, with a bar for each column.

    Args:
        table: a table with columns; each cell has one effect, whose first argument is a number.
        title: the title of the figure.
        text: the description of the figure.
    """
    items: list[Item] = []
    total = sum(table.notation.weights().values())
    for number, (column, name) in enumerate(table.columns.items()):
        y = -number * PITCH
        items.append(Label(-HALF, y + HIGH + 18, name, "start"))
        left, parts = 0, chances(table, column)
        for rank, (words, weight) in enumerate(parts.items()):
            x, wide = 2 * HALF * left // total - HALF, 2 * HALF * (left + weight) // total - 2 * HALF * left // total
            items.append(Area(box(x, y, wide, HIGH), LOOKS[min(rank, len(LOOKS) - 1)]))
            if wide >= LEAST:
                items.append(Label(x + wide // 2, y + HIGH // 2, words))
            left += weight
    return Figure(title, text, -HALF - 8, HALF + 8, -(len(table.columns) - 1) * PITCH - 14, HIGH + 40, tuple(items))


def chances(table: Table, column: str) -> dict[str, int]:
    """Return for each number of a column how many throws lead to it, in ascending order."""
    parts: dict[str, int] = {}
    for roll, weight in table.notation.weights().items():
        words = str(table.at(roll, column).effects[0].parameters()[0])
        parts[words] = parts.get(words, 0) + weight
    return dict(
        sorted(parts.items(), key=lambda part: (not part[0].isdigit(), int(part[0]) if part[0].isdigit() else 0))
    )
