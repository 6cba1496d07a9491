"""The order of play as a figure; an arrow can lead from one table back to an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from combatbox.core.tables import GameRulebook, Table
from combatbox.drawing.shapes import Area, Figure, Item, Label, Line

HALF = 300
"""Half the width of a figure."""

_HEIGHT, _GAP = 40, 16
"""The height of a step, and the distance to the next step."""

_LETTER_WIDTH = 13
"""An upper limit for the average width of a letter, from which the width of boxes is computed."""

_MAX_LETTERS = 25
"""Maximum number of letters beside a step."""


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
        words: for places that are not labelled with the title of their table, the label, by place.
    """
    items: list[Item] = []
    middle = {}
    rolled = {place: book.tables[(tables or {}).get(place) or book.places[place].table] for place in places}
    called = {place: (words or {}).get(place, table.title) for place, table in rolled.items()}
    right = -HALF + 20 + _LETTER_WIDTH * max(map(len, called.values()))
    end_of_words = right + 34 + _LETTER_WIDTH * max(len(_dice_words(table)) for table in rolled.values())
    for number, (place, table) in enumerate(rolled.items()):
        y = -number * (_HEIGHT + _GAP)
        middle[place] = y + _HEIGHT // 2
        back = again is not None and place == again[1]
        items += [
            area(-HALF, y, HALF + right, _HEIGHT, "ground" if back else "table"),
            Label(-HALF + 12, y + _HEIGHT // 2, called[place], "start"),
            Label(right + 26, y + _HEIGHT // 2, _dice_words(table), "start"),
        ]
        if number:
            items.append(Line(((-HALF + 165, y + _HEIGHT + _GAP), (-HALF + 165, y + _HEIGHT)), "shot"))
    if again:
        start, end = (middle[place] for place in again)
        items.append(Line(((right, start), (right + 14, start), (right + 14, end), (right, end)), "way"))
    near = -(len(places) - 1) * (_HEIGHT + _GAP) - 10
    return Figure(title, text, -HALF - 8, end_of_words, near, _HEIGHT + 10, tuple(items))


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


def figure(title: str, text: str, near: int, far: int, items: Iterable[Item]) -> Figure:
    """Return a figure of the usual width.

    Args:
        title: the title of the figure.
        text: the description of the figure.
        near: the near end of the part that the figure shows.
        far: the far end.
        items: the shapes in drawing order.
    """
    return Figure(title, text, -HALF - 8, HALF + 8, near, far, tuple(items))


def _dice_words(table: Table) -> str:
    """Return the dice of a table and, if there is space, what one roll is for: `1D6, per hit`."""
    if table.shape == "chart":
        return "no dice"
    long_form = f"{table.notation.words}, per {table.info.per}"
    return long_form if table.info.per and len(long_form) <= _MAX_LETTERS else table.notation.words
