"""What the page of a table is given for rolling on it: the table as it is exported, and the controls it needs.

The script that rolls (`site/assets/js/roller.js`) knows the format of the export and no table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.tables import Table
from combatbox.core.wording import capital
from combatbox.library.book import Book
from combatbox.library.export import table_json
from combatbox.web.views import Views


def roller(book: Book, table: Table, views: Views, chances: dict[str, Fraction]) -> SimpleNamespace | None:
    """The controls for a roll on a table, and its data; None for a chart, which nobody rolls on."""
    if not table.lookups:
        return None
    told, after = table_json(book, table, chances), book.followers(table)
    stated = {thing["when"] for kind in ("modifiers", "adjusts", "floors", "forced", "first") for thing in told[kind]}
    others = {code: asked for code, asked in told["conditions"].items() if code not in stated}
    usual = table.notation.count
    return SimpleNamespace(
        dice=table.notation.words,
        count=table.notation.count,
        keys=[(row["key"], row["area"]) for row in told["rows"]] if table.shape == "to_hit" else [],
        columns=list(table.columns.items()) if len(table.columns) > 1 else [],
        counts=range(usual, told["most_dice"] + 1) if told["most_dice"] > usual else (),
        asks=_asks(told, others),
        data=_inline(
            {
                "table": told,
                "links": _links(views, [*_leads(told), *after]),
                "after": after,
                "ends": _ends(table) if after else [],
            }
        ),
    )


def _asks(told: dict[str, Any], others: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """What the rows ask besides, by code. Words that several ask alike are told apart by the rows that ask."""
    words = [asked["words"] for asked in others.values()]
    asks = []
    for code, asked in others.items():
        areas = dict.fromkeys(row["area"] for row in told["rows"] if code in row["again"] and row["area"])
        alike = words.count(asked["words"]) > 1 and areas
        asks.append((code, f"{capital(' and '.join(areas))}: {asked['words']}" if alike else capital(asked["words"])))
    return asks


def _ends(table: Table) -> list[str]:
    """The codes of results after which no other table is rolled on."""
    rows = (row for found in table.lookups.values() for row in found.values())
    return sorted({effect.code for row in rows for effect in row.effects if effect.ends()})


def _links(views: Views, names: list[str]) -> dict[str, dict[str, str]]:
    """Where the tables stand that a roll leads to."""
    refs = [views.table_ref(name) for name in dict.fromkeys(names)]
    return {ref.id: {"href": ref.url, "title": ref.title} for ref in refs}


def _leads(told: Any) -> Iterator[str]:
    """Every table that is named under `leads`, wherever that stands."""
    if isinstance(told, list):
        for inner in told:
            yield from _leads(inner)
    elif isinstance(told, dict):
        for key, inner in told.items():
            if key in ("leads", "hit_leads", "miss_leads"):
                yield from (
                    name for names in (inner.values() if isinstance(inner, dict) else [inner]) for name in names
                )
            else:
                yield from _leads(inner)


def _inline(thing: Any) -> Markup:
    """JSON that can stand in a script element: no `<` can close or open anything there."""
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # no mark-up is left in it
