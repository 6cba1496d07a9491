"""Helpers for tests of the roller's way from table to table: the engine's rolls and the roller's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.flight import Flight
from combatbox.core.roll_context import COLUMN, KEY, WHO, FactLookup
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.library.book import Book
from combatbox.web.table_page import RollerState, table_rows

Facts = dict[str, str]


# ---- the engine's rolls


class Begun:
    """Dice that begin with these faces, and continue from a seed."""

    def __init__(self, first: Iterable[tuple[int, ...]] = (), seed: str = "chain") -> None:
        self.first = list(first)
        self.random = Random(seed)

    def throw(self, count: int, table: str = "", who: str = "") -> tuple[int, ...]:
        """Return the next faces."""
        return self.first.pop(0) if self.first else tuple(self.random.randint(1, 6) for _ in range(count))


@dataclass
class Asked:
    """A roll as the engine makes it: table, column or row, man, and the conditions that hold."""

    table: str
    settled: dict[str, Any]
    numbers: dict[str, int]
    who: str = ""


class Watched(Flight[Any]):
    """A flight that records each roll, but not the rolls that follow from it.

    sure: conditions that the row decides.
    """

    def __init__(self, rulebook: Rulebook, way: RollerState, state: Any, dice: Any, sure: tuple[str, ...] = ()) -> None:
        super().__init__(rulebook, dice, state, DefaultPlayer())
        self.way, self.calls, self.depth, self.sure = way, [], 0, sure

    way: RollerState
    sure: tuple[str, ...]
    calls: list[Asked]
    depth: int

    def _roll(self, table: Table, who: str, column: str, count: int, add: int, rule: str) -> Row:
        """Record the roll, and make it."""
        if not self.depth:
            self.calls.append(self._asked(table, who, column, add))
        self.depth += 1
        try:
            return super()._roll(table, who, column, count, add, rule)
        finally:
            self.depth -= 1

    def _asked(self, table: Table, who: str, column: str, add: int) -> Asked:
        settled: dict[str, Any] = {}
        conditions = {condition.code: condition for condition in table.asks()}
        key, _, at = column.rpartition("@") if table.shape == "to_hit" else ("", "", column)
        for reading in self.way.reads(table.id):
            if reading.of == COLUMN:
                settled[COLUMN] = at
            elif reading.of == KEY:
                settled[KEY] = key
            elif reading.of == WHO:
                settled[WHO] = self.state.hand.side if reading.facts == ("side",) else who
            else:
                settled[reading.of] = conditions[reading.of].holds(self)
        settled.update({code: conditions[code].holds(self) for code in self.sure if code in conditions})
        numbers = {m.add.code: m.add.amount(self) + add for m in table.modifiers if not isinstance(m.add, int)}
        return Asked(table.id, settled, {code: n for code, n in numbers.items() if code == "crash_wounds"}, who)


@dataclass
class Case:
    """A row that leads to another roll, the facts at its time, and the engine's next roll."""

    table: str
    row: str
    codes: list[str]
    facts: Facts
    engine: list[Asked]
    held: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    chosen: frozenset[str] = frozenset()
    """What the reader still chooses there, from what is left."""


def contexts(way: RollerState, names: Iterable[str]) -> Iterator[Facts]:
    """Yield every combination of these facts."""
    listed = list(dict.fromkeys(names))
    for values in product(*(way.handing.facts[name].options for name in listed)):
        yield dict(zip(listed, values, strict=True))


def looked_up(reading: FactLookup, facts: Facts) -> Any:
    return reading.values.get("|".join(facts[name] for name in reading.facts))


def rows_that_lead_on(
    way: RollerState, cases: Callable[[Table, Row, list[str], Facts], Iterator[Case]]
) -> Iterator[Case]:
    """Yield every row of every table that leads to another, under all facts that either of them reads.

    A man and his wounds are left out, because a row names its man.
    """
    for table in way.book.tables.values():
        for row in table_rows(table):
            forced = row.id.rpartition("/")[2]  # The row does not occur without this condition.
            own = [reading for reading in way.reads(table.id) if reading.of in (COLUMN, KEY, forced)]
            led = [name for name in way.book.leads_of(row) if way.book.tables[name].lookups and table.lookups]
            if not led:
                continue
            column = row.id.partition("@")[2].partition("/")[0]
            column = column if column in table.columns and table.shape != "to_hit" else ""
            key = row.id.partition("/")[2].partition("@")[0] if table.shape == "to_hit" else ""
            given = {fact for handed in way.hands(row) for fact in handed.facts}
            read = [fact for name in led for reading in way.reads(name) for fact in reading.facts]
            names = [*(fact for reading in own for fact in reading.facts), *read]
            names = [fact for fact in names if fact not in given and fact not in ("man", "light")]
            wanted = {COLUMN: column, KEY: key, forced: True}
            for facts in contexts(way, names):
                if all(looked_up(reading, facts) == wanted[reading.of] for reading in own):
                    yield from cases(table, row, [effect.code for effect in row.effects], facts)


def leading(book: Book) -> set[str]:
    """Return the rows that lead to a table that is rolled on."""
    return {row.id for table in book.tables.values() if table.lookups for row in table_rows(table)
            if any(book.tables[name].lookups for name in book.leads_of(row))}  # fmt: skip


# ---- the roller


GONE_ON = """([tables, cases]) => cases.map(one => {
    const data = tables[one.table], known = {};
    for (const name of Object.keys(one.facts)) if (data.facts[name]) known[name] = [one.facts[name]];
    const step = {row: one.row, kind: "roll", codes: one.codes.filter(code => code !== "no_effect"), again: false};
    return cbRoller.nextRolls(data, step, {known: one.blank ? {} : known, held: one.held, lacking: one.lacking}).map(sent => {
        const there = tables[sent.table];
        if (!there) return null;
        const begun = cbRoller.readQuery(there, "?" + cbRoller.writeQuery(data, sent));
        const settled = cbRoller.possibleValues(there, begun.known);
        for (const code of begun.held) settled[code] = [true];
        for (const code of begun.lacking) settled[code] = [false];
        return {table: sent.table, from: begun.from, settled, numbers: begun.numbers};
    }).filter(Boolean);
})"""


def carried(site: Path, book: Book) -> dict[str, Any]:
    """Return the data in the page of each table for its roller."""
    found = {}
    for key, table in book.tables.items():
        if table.lookups:
            html = (site / f"{book.key}/tables/{key.lower()}.html").read_text(encoding="utf-8")
            (inside,) = re.findall(r'<script type="application/json">(.*?)</script>', html)
            found[key] = json.loads(inside)
    return found


def gone_on(page: Page, tables: Mapping[str, Any], cases: list[Case], *, blank: bool) -> list[list[dict[str, Any]]]:
    """Return what the roller passes on from each row, and what the next page reads.

    blank: whether nothing is known before.
    """
    asked = [
        {"table": c.table, "row": c.row, "codes": c.codes, "facts": c.facts, "held": c.held, "lacking": c.lacking, "blank": blank}
        for c in cases
    ]  # fmt: skip
    found: list[list[dict[str, Any]]] = page.evaluate(GONE_ON, [tables, asked])
    return found


def faults(case: Case, sent: list[dict[str, Any]], *, blank: bool) -> Iterator[str]:
    """Yield where the roller differs from the engine, or assumes what is not known."""
    where = f"{case.row} {case.facts}"
    if {one["table"] for one in sent} < {call.table for call in case.engine}:
        yield f"{where}: the engine rolls on {[call.table for call in case.engine]}, the roller on {sent}"
    for call in case.engine:
        fitting = [one for one in sent if one["table"] == call.table and _fits(call, one)]
        if not fitting:
            yield f"{where}: the engine has {call}, the roller {sent}"
        elif not blank and not any(_sure(call, one, case.chosen) for one in fitting):
            yield f"{where}: the engine has {call}, the roller would ask: {fitting}"


def _fits(call: Asked, one: Mapping[str, Any]) -> bool:
    numbers: bool = call.numbers == {**call.numbers, **one["numbers"]} and call.numbers.keys() <= one["numbers"].keys()
    return numbers and all(value in one["settled"].get(of, [value]) for of, value in call.settled.items())


def _sure(call: Asked, one: Mapping[str, Any], chosen: frozenset[str]) -> bool:
    return all(one["settled"].get(of) == [value] for of, value in call.settled.items() if of not in (WHO, *chosen))
