"""Condensed tables for printed cards: rows with the same result are joined.

- Rolls with the same result share a row: `16, 26, 36`.
- Rolls whose results differ only in the number rolled also share a row: `1/2/3: engine 1/2/3 out`.
- Positions that need the same roll share a row: `12, 1:30, 10:30: High, Level, Low`.
- A table with few results under several headings is transposed: it has a line for each heading, with the rolls under
each result.

The text of results does not change; `verify` parses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from combatbox.core.table_views import RowView, TableView, open_span

_FEW = 3  # the most results of a table that is turned
_LIST = 8  # the most rows of a short list
_LONG = 5  # the least rows of a table that is turned
_COUNTED = 3  # the least rows to join that differ only in the number rolled
_NAMED = ("chart", "to_hit")
_ROLLED = "\0"


def compact(view: TableView) -> TableView:
    """Return a table in which rows with the same result are joined."""
    if view.shape in _NAMED:
        return replace(view, rows=tuple(_levels(list(_named(view.rows)))))
    if view.shape == "opposed":
        return view
    if view.dice.endswith("highest") and view.areas:
        return _by_name(view)
    view = _each(view)
    rows = _counted(view.rows) if len(view.headings) == 1 else view.rows
    return _strip(view) or replace(view, rows=tuple(_rolled(rows)))


def _by_name(view: TableView) -> TableView:
    """Return a table that asks which die is highest, with the names of the dice in place of roll numbers."""
    rows = tuple(replace(row, roll="") for row in view.rows)
    return replace(view, used=f"{view.dice}, {view.used}", roll_heading="", name_heading="Dice", rows=rows)


def _each(view: TableView) -> TableView:
    """Move the ending that all results of a long list have in common to the head: `each: an airfield`."""
    ends = {row.cells[0].rpartition(", ")[2] for row in view.rows if len(row.cells) == 1 and row.roll and not row.depth}
    if len(view.rows) <= _LIST or len(ends) != 1 or any(", " not in row.cells[0] for row in view.rows):
        return view
    (end,) = ends
    rows = tuple(replace(row, cells=(row.cells[0].removesuffix(f", {end}"),)) for row in view.rows)
    return replace(view, used=f"{view.used}; each: {end}", rows=rows)


def _counted(rows: Sequence[RowView]) -> list[RowView]:
    """Join adjacent rows that differ only in the number rolled, unless these are all rows of their level.

    The joined rows have equal nested rows, which follow only once.
    """
    joined: list[RowView] = []
    families = list(_families(rows, min((row.depth for row in rows), default=0)))
    for alike, run in groupby(families, key=_numberless):
        group = list(run)
        if alike is None or not _COUNTED <= len(group) < len(families):
            for family in group:
                joined += [family[0], *_counted(family[1:])]
            continue
        first, *nested = group[0]
        rolls = tuple(family[0].rolls[0] for family in group)
        named = "/".join(map(str, rolls))
        area, cell = (text.replace(_ROLLED, named) for text in alike[:2])
        joined += [replace(first, rolls=rolls, roll=named, area=area, cells=(cell,)), *_counted(nested)]
    return joined


def _numberless(family: Sequence[RowView]) -> tuple[str, ...] | None:
    """Return the texts of a row and its nested rows, with a placeholder for the number rolled.

    The result is None if the row's text lacks the number.
    """
    head = family[0]
    if len(head.rolls) != 1 or head.roll != str(head.rolls[0]):
        return None
    number = re.compile(rf"(?<!\w){head.roll}(?!\w)")
    area, cell = (number.sub(_ROLLED, text) for text in (head.area, head.cells[0]))
    return (
        (area, cell, *(text for row in family[1:] for text in (row.roll, row.area, *row.cells)))
        if _ROLLED in cell
        else None
    )


def _rolled(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join rows with the same text into one, at the place of the first; rows with a nested roll remain separate."""
    families = list(_families(rows))
    alike: dict[tuple[str, tuple[str, ...]], list[RowView]] = {}
    for family in families:
        if len(family) == 1:
            alike.setdefault((family[0].area, family[0].cells), []).append(family[0])
    for family in families:
        if len(family) > 1:
            yield from family
            continue
        group = alike[family[0].area, family[0].cells]
        if group[0] is family[0]:
            yield family[0] if len(group) == 1 else _together(group)


def _families(rows: Sequence[RowView], depth: int = 0) -> Iterator[list[RowView]]:
    """Yield each row of a level together with the rows nested below it."""
    family: list[RowView] = []
    for row in rows:
        if family and row.depth <= depth:
            yield family
            family = []
        family.append(row)
    if family:
        yield family


def _together(group: Sequence[RowView]) -> RowView:
    """Join rows with the same result into one row."""
    rolls = tuple(sorted(roll for row in group for roll in row.rolls))
    origins = tuple(dict.fromkeys(origin for row in group for origin in row.origin))
    return replace(group[0], rolls=rolls, roll=label(group), origin=origins, ends=_ends(group))


def label(group: Sequence[RowView]) -> str:
    """Return one label for the rolls of several rows; if the label of any row is open-ended, so is this one."""
    return open_span([roll for row in group for roll in row.rolls], _ends(group))


def _ends(group: Sequence[RowView]) -> tuple[bool, bool]:
    return any(row.ends[0] for row in group), any(row.ends[1] for row in group)


def _named(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join adjacent rows with the same cells, if their names can be combined."""
    for _, run in groupby(rows, key=lambda row: (row.cells, row.depth)):
        group = list(run)
        name = _product([row.area for row in group])
        if name:
            yield replace(group[0], area=name)
            continue
        for head, part in groupby(group, key=lambda row: row.area.rpartition(", ")[0]):
            alike = list(part)
            tails = ", ".join(row.area.rpartition(", ")[2] for row in alike)
            yield from [replace(alike[0], area=f"{head}: {tails}")] if head and len(alike) > 1 else alike


def _levels(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Join rows of clock positions at one level that have the same cells, at the place of the first: `3, 9 High`."""
    alike: dict[tuple[tuple[str, ...], str], list[RowView]] = {}
    for row in rows:
        hour, *heights = row.area.split(" ")
        on_clock = hour[:1].isdigit() and len(heights) == 1 and not row.depth
        alike.setdefault((row.cells, heights[0] if on_clock else row.id), []).append(row)
    for (_, level), group in alike.items():
        firsts = [row.area.rpartition(" ")[0] for row in group]
        yield group[0] if len(group) == 1 else replace(group[0], area=f"{', '.join(firsts)} {level}")


def _product(names: Sequence[str]) -> str:
    """Combine names that pair each of some first words with each of some last words: `3, 9: High, Level, Low`.

    Return an empty text for other names.
    """
    pairs = [name.rpartition(" ")[::2] for name in names]
    firsts, lasts = (list(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    complete = len(lasts) > 1 and "" not in firsts and pairs == [(first, last) for first in firsts for last in lasts]
    return f"{', '.join(firsts)}: {', '.join(lasts)}" if complete and "," not in "".join(firsts) else ""


def _strip(view: TableView) -> TableView | None:
    """Transpose a table with few results under several headings; return None for other tables."""
    results = list(dict.fromkeys(cell for row in view.rows for cell in row.cells))
    plain = not view.areas and all(row.rolls and not row.depth for row in view.rows)
    if len(view.headings) < 2 or len(view.rows) < _LONG or not plain or len(results) > _FEW:
        return None
    rows = []
    for index, heading in enumerate(view.headings):
        groups = [[row for row in view.rows if row.cells[index] == result] for result in results]
        cells = tuple(label(group) if group else "–" for group in groups)
        rows.append(replace(view.rows[0], rolls=(), roll="", area=heading, cells=cells))
    return replace(
        view, shape="to_hit", roll_heading="", name_heading="For", headings=tuple(results), areas=True, rows=tuple(rows)
    )
