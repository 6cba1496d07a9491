"""Tables as a printed card has them: what is the same stands once.

Rolls with one result share a row (`16, 26, 36`), positions with one need another (`12, 1:30, 10:30: High, Level, Low`), and
a table of few results under several heads lies on its side as a strip: a line a head, the rolls under each result.
What a row says stays to the letter; `verify` reads it back in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from combatbox.core.wording import RowView, TableView, open_span

_FEW = 3  # results that make a strip of a table under several heads
_LONG = 5  # rows that make it worth the while
_NAMED = ("chart", "to_hit")


def compact(view: TableView) -> TableView:
    """The same table in fewer rows, if it says anything twice."""
    if view.shape in _NAMED:
        return replace(view, rows=tuple(_named(view.rows)))
    if view.shape == "opposed":
        return view
    return _strip(view) or replace(view, rows=tuple(_rolled(view.rows)))


def _rolled(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Rows that say the same, each where the first of them stood; not those with a second die, nor those below one."""
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


def _families(rows: Sequence[RowView]) -> Iterator[list[RowView]]:
    """Each row with those nested below it."""
    family: list[RowView] = []
    for row in rows:
        if family and not row.depth:
            yield family
            family = []
        family.append(row)
    if family:
        yield family


def _together(group: Sequence[RowView]) -> RowView:
    """Rows of one result as one."""
    rolls = tuple(sorted(roll for row in group for roll in row.rolls))
    origins = tuple(dict.fromkeys(origin for row in group for origin in row.origin))
    return replace(group[0], rolls=rolls, roll=label(group), origin=origins, ends=_ends(group))


def label(group: Sequence[RowView]) -> str:
    """The rolls of rows taken together, open at the ends where one of them is."""
    return open_span([roll for row in group for roll in row.rolls], _ends(group))


def _ends(group: Sequence[RowView]) -> tuple[bool, bool]:
    return any(row.ends[0] for row in group), any(row.ends[1] for row in group)


def _named(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Neighbours with the same cells under one name, if their names can be told together."""
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


def _product(names: Sequence[str]) -> str:
    """Names that are every pair of some first and some last words: `3, 9: High, Level, Low`. Nothing if they are not."""
    pairs = [name.rpartition(" ")[::2] for name in names]
    firsts, lasts = (list(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    whole = len(lasts) > 1 and "" not in firsts and pairs == [(first, last) for first in firsts for last in lasts]
    return f"{', '.join(firsts)}: {', '.join(lasts)}" if whole and "," not in "".join(firsts) else ""


def _strip(view: TableView) -> TableView | None:
    """A table of few results under several heads, laid on its side."""
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
