"""The distribution of a table's results as bars: each result has a segment as wide as its probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from combatbox.core.tables import Table
from combatbox.drawing.sequence import HALF, area, figure
from combatbox.drawing.shapes import Figure, Item, Label

LOOKS = ("table", "reach", "ground", "astern", "ahead")
"""The drawing styles for the results of a table, from the lowest result up; results beyond the last style share it."""

PITCH, HIGH = 84, 40
"""The distance between two bars, and the height of a bar."""

LEAST = 34
"""The minimum width of a part in which its text is printed."""

TALL = 200
"""The height of an upright bar whose probability is 1."""

KEY_PITCH, KEY = 34, 22
"""The distance between the lines of the key to the drawing styles, and the size of its squares."""


@dataclass(frozen=True, slots=True)
class Part:
    """A segment of a bar: the words in it, its weight, and its drawing style."""

    words: str
    weight: int
    look: str


def stacked(title: str, text: str, bars: Mapping[str, Sequence[Part]], key: Mapping[str, str] | None = None) -> Figure:
    """Return a figure of bars of equal length, each divided into segments in proportion to their weights.

    Args:
        title: the title of the figure.
        text: the description of the figure.
        bars: the segments of each bar, by the text above the bar.
        key: the meaning of each drawing style; the meanings are shown below the bars, two on each line.
    """
    items: list[Item] = []
    for number, (name, parts) in enumerate(bars.items()):
        y = -number * PITCH
        items.append(Label(-HALF, y + HIGH + 18, name, "start"))
        left, total = 0, sum(part.weight for part in parts)
        for part in parts:
            x = 2 * HALF * left // total - HALF
            wide = 2 * HALF * (left + part.weight) // total - HALF - x
            items.append(area(x, y, wide, HIGH, part.look))
            if wide >= LEAST:
                items.append(Label(x + wide // 2, y + HIGH // 2, part.words))
            left += part.weight
    near = -(len(bars) - 1) * PITCH - 14
    for number, (look, words) in enumerate((key or {}).items()):
        x, y = -HALF + number % 2 * HALF, near - 22 - number // 2 * KEY_PITCH
        items += [area(x, y - KEY // 2, KEY, KEY, look), Label(x + KEY + 10, y, words, "start")]
    near -= KEY_PITCH * -(-len(key or ()) // 2) + 8 * bool(key)
    return figure(title, text, near, HIGH + 40, items)


def shares(table: Table, title: str, text: str) -> Figure:
    """Return a figure of the distribution of the numbers in a table, with a bar for each column.

    Args:
        table: a table with columns; each cell has one effect, whose first argument is a number.
        title: the title of the figure.
        text: the description of the figure.
    """
    bars = {
        name: [
            Part(words, weight, LOOKS[min(rank, len(LOOKS) - 1)])
            for rank, (words, weight) in enumerate(chances(table, column).items())
        ]
        for column, name in table.columns.items()
    }
    return stacked(title, text, bars)


def columns(title: str, text: str, head: str, bars: Sequence[tuple[str, float, str]]) -> Figure:
    """Return a figure of upright bars whose heights are probabilities, with the percentage above each bar.

    Args:
        title: the title of the figure.
        text: the description of the figure.
        head: the text above all bars.
        bars: for each bar, the text below it, its probability and its drawing style.
    """
    wide = 2 * HALF // len(bars)
    items: list[Item] = [Label(-HALF, TALL + 44, head, "start")]
    for number, (words, chance, look) in enumerate(bars):
        x, top = -HALF + number * wide, round(TALL * chance)
        items += [
            area(x + 4, 0, wide - 8, top, look),
            Label(x + wide // 2, top + 16, f"{100 * chance:.0f}"),
            Label(x + wide // 2, -18, words),
        ]
    return figure(title, text, -36, TALL + 60, items)


def percentages(weights: Mapping[str, int], looks: Mapping[str, str]) -> list[Part]:
    """Return a bar segment for each possible result, labelled with its percentage.

    Args:
        weights: the weight of each result; results without weight get no segment.
        looks: the drawing style of each result, in the order of the segments.
    """
    total = sum(weights.values())
    return [
        Part(f"{100 * weights[result] / total:.0f}", weights[result], look)
        for result, look in looks.items()
        if weights.get(result)
    ]


def chances(table: Table, column: str, add: int = 0) -> dict[str, int]:
    """Return the number of throws that lead to each result of a column, by result in ascending order.

    Args:
        table: a table in which each row or cell has one effect. The result is the effect's first argument, or the
            effect's name if it has no arguments.
        column: the column; empty for a table without columns.
        add: the sum of the modifiers, which is added to every throw.
    """
    parts: dict[str, int] = {}
    for roll, weight in table.notation.weights().items():
        effect = table.at(roll + add, column).effects[0]
        words = str(next(iter(effect.parameters()), effect.name))
        parts[words] = parts.get(words, 0) + weight
    return dict(
        sorted(parts.items(), key=lambda part: (not part[0].isdigit(), int(part[0]) if part[0].isdigit() else 0))
    )
