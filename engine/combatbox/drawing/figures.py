"""Figures of tables: rectangles with words, the order of play, and the distribution of results as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.shapes import Area, Figure, Item, Label, Line
from combatbox.core.tables import GameRulebook, Table

HALF = 300
"""Half the width of a figure."""

STEP_HEIGHT, STEP_PITCH = 40, 56
"""The height of a step in the order of play, and the distance from one step to the next."""

LETTER_WIDTH = 13
"""An upper limit for the average width of a letter, from which the width of boxes is computed."""

MAX_LETTERS = 25
"""Maximum number of letters beside a step."""

LOOKS = ("table", "reach", "ground", "astern", "ahead")
"""The drawing styles for the results of a table, from the lowest result up; results beyond the last style share it."""

BAR_PITCH, BAR_HEIGHT = 84, 40
"""The distance between two bars, and the height of a bar."""

LEAST = 34
"""The minimum width of a part of a bar in which its text is printed."""

TALL = 200
"""The height of an upright bar whose probability is 1."""

# ---- parts of figures


def area(x: int, y: int, wide: int, high: int, look: str) -> Area:
    """Return a rectangle.

    Args:
        x: the left edge.
        y: the near edge.
        wide: the width.
        high: the height.
        look: the style of the area.
    """
    return Area(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), look)


def cell(x: int, y: int, wide: int, high: int, look: str, words: str) -> list[Item]:
    """Return a rectangle as `area` does, with a text in its middle unless the text is empty."""
    return [area(x, y, wide, high, look), *([Label(x + wide // 2, y + high // 2, words)] if words else [])]


def left(y: float, words: str) -> Label:
    """Return a text that starts at the left end of a figure of the usual width."""
    return Label(-HALF, y, words, "start")


def figure(title: str, text: str, near: int, far: int, items: Iterable[Item], half: int = HALF + 8) -> Figure:
    """Return a figure whose middle is at 0.

    Args:
        title: the title of the figure.
        text: the description of the figure.
        near: the near end of the part that the figure shows.
        far: the far end.
        items: the shapes in drawing order.
        half: half the width of the part that the figure shows.
    """
    return Figure(title, text, -half, half, near, far, tuple(items))


def way_out(y: float, near: float, parts: Iterable[tuple[float, float]]) -> float:
    """Return the height at which a line from a point in the fuselage leaves it without crossing a part beside it.

    Args:
        y: the height of the point.
        near: the height to which the line goes on, which decides between the ends of a part.
        parts: the ends of each part along the fuselage, such as those of the wings with their engines.
    """
    ends = next((part for part in parts if min(part) < y < max(part)), (y,))
    return min(ends, key=lambda end: abs(end - near))


def rolls_that_give(table: Table, value: str) -> list[int]:
    """Return the rolls on a table whose rows have an effect with this argument."""
    return sorted(
        roll for row in table.rows if any(value in effect.parameters() for effect in row.effects) for roll in row.rolls
    )


# ---- the order of play


def steps(
    book: GameRulebook[Any, Any],
    title: str,
    text: str,
    places: Sequence[str],
    again: tuple[str, str] | None = None,
    *,
    tables: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
) -> Figure:
    """Return a figure of tables in the order in which they are rolled on.

    Args:
        book: the rulebook.
        title: the title of the figure.
        text: the description of the figure.
        places: the places in the order of play.
        again: the place from which play returns, and the place to which it returns.
        tables: for places that do not name a table, the id of the table to show, by place.
        words: for places that are not labelled with the title of their table up to a comma, the label, by place.
    """
    rolled = {place: book.tables[(tables or {}).get(place) or book.places[place].table] for place in places}
    called = {place: (words or {}).get(place, table.title.split(",")[0]) for place, table in rolled.items()}
    dice = {place: _dice_words(table) for place, table in rolled.items()}
    items: list[Item] = []
    right = 20 - HALF + LETTER_WIDTH * max(map(len, called.values()))
    middle = {place: 20 - number * STEP_PITCH for number, place in enumerate(places)}
    for place, y in middle.items():
        look = "ground" if again and place == again[1] else "table"
        items += [
            area(-HALF, y - 20, HALF + right, STEP_HEIGHT, look),
            Label(12 - HALF, y, called[place], "start"),
            Label(right + 26, y, dice[place], "start"),
        ]
        if place != places[0]:
            items.append(Line(((165 - HALF, y + 36), (165 - HALF, y + 20)), "shot"))
    if again:
        start, end = (middle[place] for place in again)
        items.append(Line(((right, start), (right + 14, start), (right + 14, end), (right, end)), "way"))
    end_of_words = right + 34 + LETTER_WIDTH * max(map(len, dice.values()))
    return Figure(title, text, -HALF - 8, end_of_words, middle[places[-1]] - 30, 50, tuple(items))


def _dice_words(table: Table) -> str:
    """Return the dice of a table and, if there is space, what one roll is for: `1D6, per hit`."""
    if table.shape == "chart":
        return "no dice"
    long_form = f"{table.notation.words}, per {table.info.per}"
    return long_form if table.info.per and len(long_form) <= MAX_LETTERS else table.notation.words


# ---- bars


@frozen
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
    near = 70
    for name, parts in bars.items():
        near -= BAR_PITCH
        weights = [0, *accumulate(part.weight for part in parts)]
        items.append(left(near + 72, name))
        for part, ends in zip(parts, pairwise(weights), strict=True):
            x, end = (2 * HALF * weight // weights[-1] - HALF for weight in ends)
            items += cell(x, near + 14, end - x, BAR_HEIGHT, part.look, part.words if end - x >= LEAST else "")
    for number, (look, words) in enumerate((key or {}).items()):
        x, y = number % 2 * HALF - HALF, near - 22 - number // 2 * 34
        items += [area(x, y - 11, 22, 22, look), Label(x + 32, y, words, "start")]
    near -= (len(key) + 1) // 2 * 34 + 8 if key else 0
    return figure(title, text, near, BAR_HEIGHT + 40, items)


def distribution(table: Table, title: str, text: str) -> Figure:
    """Return a figure of the distribution of the numbers in a table, with a bar for each column.

    Args:
        table: a table with columns; each cell has one effect, whose first argument is a number.
        title: the title of the figure.
        text: the description of the figure.
    """
    bars = {
        name: [
            Part(words, weight, LOOKS[min(rank, len(LOOKS) - 1)])
            for rank, (words, weight) in enumerate(throws_by_result(table, column).items())
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
    items: list[Item] = [left(TALL + 44, head)]
    for number, (words, chance, look) in enumerate(bars):
        x, top = number * wide - HALF, round(TALL * chance)
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
    return [
        Part(f"{100 * probability(weights, result):.0f}", weights[result], look)
        for result, look in looks.items()
        if weights.get(result)
    ]


def probability(weights: Mapping[str, int], result: str) -> float:
    """Return the probability of a result, from the weights of all results."""
    return weights.get(result, 0) / sum(weights.values())


def throws_by_result(table: Table, column: str = "", add: int = 0) -> dict[str, int]:
    """Return the number of throws that lead to each result of a column, by result in ascending order.

    Args:
        table: a table in which each row or cell has one effect. The result is the effect's first argument, or the
            effect's name if it has no arguments.
        column: the column; empty for a table without columns.
        add: the sum of the modifiers, which is added to every throw.
    """
    weights: Counter[str] = Counter()
    for roll, weight in table.notation.weights().items():
        effect = table.at(roll + add, column).effects[0]
        weights[str(next(iter(effect.parameters()), effect.name))] += weight
    return dict(sorted(weights.items(), key=lambda part: int(part[0]) if part[0].isdigit() else inf))
