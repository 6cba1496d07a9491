"""What the page of a table is given for rolling on it: the table as it is exported, and the controls it needs.

The script that rolls (`scripts/src/roller`) knows the format of the export and no table. What one roll tells the
next it is told as well (`core.roll_context`): the facts, what this table reads off them, and what each of its rows decides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.roll_context import WHO, CarriedFacts, DerivedFact, FactLookup, RollContextSpec
from combatbox.core.table_views import capital
from combatbox.core.tables import Row, Table
from combatbox.library.book import Book
from combatbox.library.export import table_json
from combatbox.web.views import Views


def roller(way: RollerState, table: Table, views: Views, chances: dict[str, Fraction]) -> SimpleNamespace | None:
    """The controls for a roll on a table, and its data; None for a chart, which nobody rolls on."""
    book = way.book
    if not table.lookups:
        return None
    told, after = table_json(book, table, chances), book.followers(table)
    stated = {item["when"] for kind in ("modifiers", "adjusts", "floors", "forced", "first") for item in told[kind]}
    others = {code: asked for code, asked in told["conditions"].items() if code not in stated and "always" not in asked}
    usual = table.notation.count
    return SimpleNamespace(
        dice=table.notation.words,
        count=table.notation.count,
        keys=[(row["key"], row["area"]) for row in told["rows"]] if table.shape == "to_hit" else [],
        columns=list(table.columns.items()) if len(table.columns) > 1 else [],
        counts=range(usual, told["most_dice"] + 1) if told["most_dice"] > usual else (),
        picks=way.picks(table),
        asks=_asks(told, others),
        data=_inline(
            {
                "game": book.key,
                "table": told,
                "links": _links(views, way, [*way.next(table), *after]),
                "after": after,
                "ends": _ends(table) if after else [],
                **way.told(table),
            }
        ),
    )


class RollerState:
    """The way from table to table in one book: what each reads off facts, and what its results hand on."""

    def __init__(self, book: Book) -> None:
        self.book = book
        made = book.game.hands
        self.handing = made(book.rulebook(), book.say) if made else RollContextSpec({}, {})

    def reads(self, key: str) -> tuple[FactLookup, ...]:
        """What a table reads off facts."""
        return self.handing.readings.get(key, ())

    def next(self, table: Table) -> list[str]:
        """The tables that rows of a table lead to, as the book has them."""
        led = (name for row in table_rows(table) for name in self.book.leads_of(row))
        return [name for name in dict.fromkeys(led) if name in self.book.tables]

    def onward(self, table: Table) -> list[str]:
        """Every table that can be rolled on next."""
        return list(dict.fromkeys([*self.next(table), *self.book.followers(table)]))

    def hands(self, row: Row) -> list[CarriedFacts]:
        """What the effects of a row hand on, but for what another of them bars."""
        barred = {bar for effect in row.effects for bar in effect.suppresses().items()}
        handed = [
            one
            for effect in row.effects
            for one in effect.carries(self.book.const)
            if not barred & {(fact, value) for fact, value in one.facts.items() if isinstance(value, str)}
        ]
        return [replace(one, table=self.book.say(one.table)) if one.table else one for one in handed]

    def keeps(self, key: str) -> list[str]:
        """The facts that are read at a table or anywhere after it."""
        asked: set[str] = set()
        seen, todo = set(), [key]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                asked.update(fact for reading in self.reads(name) for fact in reading.facts)
                asked.update(by.fact for row in table_rows(self.book.tables[name]) for by in self._by(row))
                todo += self.onward(self.book.tables[name])
        return [fact for fact in self.handing.facts if fact in asked]

    def _by(self, row: Row) -> Iterator[DerivedFact]:
        for handed in self.hands(row):
            yield from (value for value in handed.facts.values() if isinstance(value, DerivedFact))

    def picks(self, table: Table) -> list[SimpleNamespace]:
        """The facts that a reader is asked for beside column and row: those that decide a condition of this table, which
        must be said, and those that the next table reads and nothing here decides, which may be. Where a row makes several
        rolls on one table, each has its own there."""
        own = self.reads(table.id)
        needed = [fact for reading in own if reading.of in table_conditions(table) for fact in reading.facts]
        placed = {fact for reading in own if reading.of not in (WHO, *needed) for fact in reading.facts}
        decided = {fact for row in table_rows(table) for handed in self.hands(row) for fact in handed.facts}
        later = [
            fact
            for name in self.onward(table)
            if name not in self._several(table)
            for reading in self.reads(name)
            if reading.of != WHO
            for fact in reading.facts
            if fact not in placed | decided and self.handing.facts[fact].early
        ]
        return [
            SimpleNamespace(name=fact, needed=fact in needed, words=self.handing.facts[fact].words,
                            options=list(self.handing.facts[fact].options.items()))
            for fact in dict.fromkeys([*needed, *later])
        ]  # fmt: skip

    def _several(self, table: Table) -> set[str]:
        """The tables on which one row has several rolls made: a gun's at each fighter of a wave."""
        sent = [Counter(handed.table for handed in self.hands(row)) for row in table_rows(table)]
        return {name for counts in sent for name, count in counts.items() if name and count > 1}

    def told(self, table: Table) -> dict[str, Any]:
        """The data: facts with their options, what this table reads, what each of its rows hands on."""
        rows = {row.id: self.hands(row) for row in table_rows(table)}
        hands = {key: [_handed_json(handed) for handed in handed_on] for key, handed_on in rows.items() if handed_on}
        known = set(self.keeps(table.id)) | {pick.name for pick in self.picks(table)}
        return {
            "facts": {
                name: {"words": fact.words, "options": dict(fact.options)}
                for name, fact in self.handing.facts.items()
                if name in known
            },
            "reads": [{"of": r.of, "facts": list(r.facts), "values": dict(r.values)} for r in self.reads(table.id)],
            "hands": hands,
        }


def table_rows(table: Table) -> Iterable[Row]:
    """Every row and cell of a table, second dice and what comes without a roll included, each once."""
    by_id = {row.id: row for row in table.walk()}
    for lookup in table.lookups.values():
        by_id.update((row.id, row) for row in lookup.values())
    return by_id.values()


def table_conditions(table: Table) -> list[str]:
    """The codes of the conditions that a roll on a table asks, in their order, but for those that always hold."""
    return [*dict.fromkeys(condition.code for condition in table.asks() if not condition.always)]


def _handed_json(handed: CarriedFacts) -> dict[str, Any]:
    facts = {
        name: value if isinstance(value, str) else {"by": value.fact, "values": dict(value.values)}
        for name, value in handed.facts.items()
    }
    return {"table": handed.table, "facts": facts, "numbers": dict(handed.numbers)}


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
    rows = (row for lookup in table.lookups.values() for row in lookup.values())
    return sorted({effect.code for row in rows for effect in row.effects if effect.stops_sequence()})


def _links(views: Views, way: RollerState, names: list[str]) -> dict[str, dict[str, Any]]:
    """Where the tables stand that a roll leads to, whether one rolls there, and what is kept for them."""
    links = {}
    for name in dict.fromkeys(names):
        ref, table = views.table_ref(name), way.book.tables[name]
        links[ref.id] = {"href": ref.url, "title": ref.title, "rolled": bool(table.lookups),
                         "keeps": way.keeps(name), "asks": table_conditions(table)}  # fmt: skip
    return links


def _inline(data: Any) -> Markup:
    """JSON that can stand in a script element: no `<` can close or open anything there."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # no mark-up is left in it
