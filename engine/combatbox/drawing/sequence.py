"""How a stretch of play runs, as a figure: its tables in the order in which they are rolled on, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combatbox.core.tables import Rulebook, Table
from combatbox.drawing.shapes import Area, Figure, Item, Label, Line, Spot

HALF = 300
"""Half the width of a figure."""

_HIGH, _GAP = 40, 16
"""How high a step is, and how far it is from the next."""

_BROAD = 12
"""No letter is wider, on the average of its words: boxes are as wide as their words need."""

_MOST = 25
"""So many letters have room beside a step."""


def steps(
    book: Rulebook,
    title: str,
    text: str,
    places: Sequence[str],
    again: tuple[str, str] | None = None,
    *,
    tables: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
) -> Figure:
    """Tables in the order in which they are rolled on, each with its dice and for what.

    again: from which place play goes back, and to which. tables: of places that name none themselves. words: for places that
    are called otherwise than their table.
    """
    items: list[Item] = []
    middle = {}
    rolled = {place: book.tables[(tables or {}).get(place) or book.places[place].table] for place in places}
    called = {place: (words or {}).get(place, table.title) for place, table in rolled.items()}
    right = -HALF + 20 + _BROAD * max(map(len, called.values()))
    end_of_words = right + 34 + _BROAD * max(len(_thrown(table)) for table in rolled.values())
    for number, (place, table) in enumerate(rolled.items()):
        y = -number * (_HIGH + _GAP)
        middle[place] = y + _HIGH // 2
        back = again is not None and place == again[1]
        items += [
            Area(box(-HALF, y, HALF + right, _HIGH), "ground" if back else "table"),
            Label(-HALF + 12, y + _HIGH // 2, called[place], "start"),
            Label(right + 26, y + _HIGH // 2, _thrown(table), "start"),
        ]
        if number:
            items.append(Line(((-HALF + 165, y + _HIGH + _GAP), (-HALF + 165, y + _HIGH)), "shot"))
    if again:
        start, end = (middle[place] for place in again)
        items.append(Line(((right, start), (right + 14, start), (right + 14, end), (right, end)), "way"))
    near = -(len(places) - 1) * (_HIGH + _GAP) - 10
    return Figure(title, text, -HALF - 8, end_of_words, near, _HIGH + 10, tuple(items))


def box(x: int, y: int, wide: int, high: int) -> tuple[Spot, ...]:
    """The corners of a rectangle, from its corner that is nearest on the left."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def _thrown(table: Table) -> str:
    """What is thrown on a table and, where there is room for it, for what; a chart is only read."""
    if table.shape == "chart":
        return "no dice"
    whole = f"{table.notation.words}, per {table.info.per}"
    return whole if table.info.per and len(whole) <= _MOST else table.notation.words
