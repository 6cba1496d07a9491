"""How a stretch of play runs, as a figure: its tables in the order in which they are rolled on, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combatbox.core.tables import Rulebook, Table
from combatbox.core.tabletop import Area, Figure, Item, Label, Line, Spot

HALF = 300
"""Half the width of a figure."""

_HIGH, _GAP, _WIDE = 40, 16, 310
"""How high a step is, how far it is from the next, and how wide it is."""

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
    for number, place in enumerate(places):
        table = book.tables[(tables or {}).get(place) or book.places[place].table]
        y = -number * (_HIGH + _GAP)
        middle[place] = y + _HIGH // 2
        back = again is not None and place == again[1]
        items += [
            Area(box(-HALF, y, _WIDE, _HIGH), "ground" if back else "table"),
            Label(-HALF + 12, y + _HIGH // 2, (words or {}).get(place, table.title), "start"),
            Label(_WIDE - HALF + 26, y + _HIGH // 2, _thrown(table), "start"),
        ]
        if number:
            along = _WIDE // 2 - HALF + 10
            items.append(Line(((along, y + _HIGH + _GAP), (along, y + _HIGH)), "shot"))
    if again:
        right, (start, end) = _WIDE - HALF, (middle[place] for place in again)
        items.append(Line(((right, start), (right + 14, start), (right + 14, end), (right, end)), "way"))
    near = -(len(places) - 1) * (_HIGH + _GAP) - 10
    return Figure(title, text, -HALF - 8, HALF + 8, near, _HIGH + 10, tuple(items))


def box(x: int, y: int, wide: int, high: int) -> tuple[Spot, ...]:
    """The corners of a rectangle, from its corner that is nearest on the left."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def _thrown(table: Table) -> str:
    """What is thrown on a table and, where there is room for it, for what; a chart is only read."""
    if table.shape == "chart":
        return "no dice"
    whole = f"{table.notation.words}, per {table.info.per}"
    return whole if table.info.per and len(whole) <= _MOST else table.notation.words
