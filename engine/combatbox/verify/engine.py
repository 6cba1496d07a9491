"""The engine against a plain reading of the files: every table, column and face, enumerated.

`Flight.roll_on` itself is flown, on a copy of each table whose effects only note that they were reached, so
that no state is needed and every row can be reached alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from combatbox.core.dice import NeedMoreDice, PrefixDice, all_throws
from combatbox.core.effects import Condition, Effect, Quantity, Say
from combatbox.core.flight import Flight
from combatbox.core.tables import Modifier, Row, Rulebook, Table
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.plain import PlainPart, PlainTable, code
from combatbox.verify.room import Room

Throws = tuple[tuple[int, ...], ...]
QUANTITY = 3
"""How far up and down a modifier is tried whose amount a quantity gives."""


@dataclass(frozen=True, slots=True)
class Noted(Effect):
    """Stands for an effect: notes its code instead of doing it."""

    name: ClassVar[str] = "noted"
    stood_for: str

    def words(self, say: Say) -> str:
        """Its code."""
        return self.stood_for

    def apply(self, flight: Any) -> None:
        """Note it."""
        flight.state.codes.append(self.stood_for)


@dataclass(frozen=True, slots=True)
class Switch(Condition):
    """Stands for a condition: holds while the stub state says so."""

    name: ClassVar[str] = "switch"
    number: int

    def holds(self, flight: Any) -> bool:
        """Whether it is switched on."""
        return self.number in flight.state.on


@dataclass(frozen=True, slots=True)
class Given(Quantity):
    """Stands for a quantity: the amount that the stub state gives."""

    name: ClassVar[str] = "given"

    def amount(self, flight: Any) -> int:
        """The amount being tried."""
        return int(flight.state.given)


@dataclass(slots=True)
class Stub:
    """All the state that a noted effect and a switched condition need."""

    on: frozenset[int] = frozenset()
    given: int = 0
    codes: list[str] = field(default_factory=list)


def dry(table: Table) -> Table:
    """The table with effects that only note themselves and conditions that can be switched."""
    rows: dict[int, Row] = {}

    def row_of(row: Row) -> Row:
        if id(row) not in rows:
            effects = tuple(Noted(effect.code) for effect in row.effects)
            rows[id(row)] = replace(row, effects=effects, then=dry(row.then) if row.then else None)
        return rows[id(row)]

    modifiers = tuple(
        Modifier(Switch(number), item.add if isinstance(item.add, int) else Given(), "")
        for number, item in enumerate(table.modifiers)
    )
    lookups = {column: {net: row_of(row) for net, row in found.items()} for column, found in table.lookups.items()}
    return replace(table, rows=tuple(row_of(row) for row in table.rows), lookups=lookups, modifiers=modifiers)


@dataclass(frozen=True, slots=True)
class Case:
    """One way to roll on a table: column, number of dice, and the modifiers that are switched on."""

    column: str = ""
    count: int = 0
    on: frozenset[int] = frozenset()
    given: int = 0


def check(room: Room) -> Check:
    """Every face of every table of every game."""
    findings: list[Finding] = []
    tables = throws = 0
    for key, book in room.books.items():
        for table_id, plain in room.plain[key].items():
            found = list(table_findings(book.tables[table_id], plain))
            findings += [item for item in found if isinstance(item, Finding)][:5]
            throws += sum(item for item in found if isinstance(item, int))
            tables += 1
    return checked("engine", findings, (tables, "table"), (throws, "throw"))


def table_findings(table: Table, plain: PlainTable) -> Iterator[Finding | int]:
    """What a compiled table does otherwise than its file says, and how many throws were made to see it."""
    yield from _modifier_findings(table, plain)
    if not plain.rolled:
        yield from _chart_findings(table, plain)
        return
    if set(table.lookups) != set(plain.lookups):
        yield Finding(table.id, f"the engine has the columns {sorted(table.lookups)}, the file {sorted(plain.lookups)}")
        return
    if len(table.modifiers) != len(plain.modifiers()):
        return
    copy = dry(table)
    book = Rulebook("verify", "", {copy.id: copy}, {}, {})
    for case in cases(plain):
        seen = 0
        for throws, stub, row in flown(book, copy.id, case):
            seen += 1
            expected = reading(plain, case, throws)
            got = (row.id, "; ".join(stub.codes) or "no_effect")
            if expected != got:
                yield Finding(
                    place_of(plain, case, throws), f"the engine gives {_said(got)}, the file {_said(expected)}"
                )
        yield seen


def _modifier_findings(table: Table, plain: PlainTable) -> Iterator[Finding]:
    mine = [(m.when.code if m.when else "always", m.add if isinstance(m.add, int) else None) for m in table.modifiers]
    if mine != plain.modifiers():
        yield Finding(table.id, f"the engine has the modifiers {mine}, the file {plain.modifiers()}")


def _chart_findings(table: Table, plain: PlainTable) -> Iterator[Finding | int]:
    """A chart is looked up, not rolled on: every key and every condition."""
    cells = plain.cells()
    for (path, column), expected in cells.items():
        key = f"{path[0]}@{column}" if column else path[0]
        row = table.keys.get(key)
        got = "; ".join(effect.code for effect in row.effects) or "no_effect" if row else "nothing"
        if got != expected:
            yield Finding(f"{table.id}/{key}", f"the engine gives {got!r}, the file {expected!r}")
    mine = [(row.key, row.when.code) for row in table.rows if row.when]
    theirs = [(row.key, code(row.when, plain.game.conditions)) for row in plain.part.rows if row.when is not None]
    if mine != theirs:
        yield Finding(table.id, f"the engine asks {mine}, the file {theirs}")
    yield len(cells)


# ---- flying


def cases(plain: PlainTable) -> Iterator[Case]:
    """Every column, every number of dice that may be added up, and every modifier alone and together."""
    amounts = [amount for _, amount in plain.modifiers()]
    for column in plain.lookups:
        for count in range(1, int(plain.data.get("totals_of", 1)) + 1):
            for on, given in _switched(amounts):
                yield Case(column, plain.part.count * count if count > 1 else 0, on, given)


def _switched(amounts: Sequence[int | None]) -> Iterator[tuple[frozenset[int], int]]:
    """No modifier; each alone; and sets of them that make every sum between the lowest and the highest."""
    yield frozenset(), 0
    for number, amount in enumerate(amounts):
        for given in (0,) if amount is not None else [n for n in range(-QUANTITY, QUANTITY + 1) if n]:
            yield frozenset({number}), given
    sums: dict[int, frozenset[int]] = {0: frozenset()}
    for number, amount in enumerate(amounts):
        for total, on in list(sums.items()):
            if amount is not None:
                sums.setdefault(total + amount, on | {number})
    yield from ((on, 0) for on in sums.values() if len(on) > 1)


def flown(book: Rulebook, table_id: str, case: Case) -> Iterator[tuple[Throws, Stub, Row]]:
    """Roll on a table with every way the dice can fall, nested dice included."""
    open_prefixes: list[Throws] = [()]
    while open_prefixes:
        prefix = open_prefixes.pop()
        stub = Stub(case.on, case.given)
        flight: Flight[Stub] = Flight(book, PrefixDice(prefix), stub)
        try:
            row = flight.roll_on(table_id, column=case.column, count=case.count)
        except NeedMoreDice as need:
            open_prefixes += [(*prefix, throw) for throw in all_throws(need.count)]
        else:
            yield prefix, stub, row


# ---- reading


def reading(plain: PlainTable, case: Case, throws: Throws) -> tuple[str, str]:
    """Row id and codes that the file gives for these throws, by the plain reading alone."""
    amounts = [amount if amount is not None else case.given for _, amount in plain.modifiers()]
    net = plain.part.read(throws[0]) + sum(amounts[number] for number in case.on)
    if plain.shape == "to_hit":
        return _reading_to_hit(plain, case.column, max(plain.part.low, min(plain.part.high, net)))
    codes: list[str] = []
    part: PlainPart | None = plain.part
    row = None
    for throw in throws:
        assert part is not None
        row = part.row(net if part is plain.part else part.read(throw))
        if row is None:
            return "no row", "nothing"
        specs = row.cells.get(case.column if part is plain.part else "", [])
        codes += [code(spec, plain.game.effects) for spec in specs or []]
        part = row.then
    assert row is not None
    name = f"{row.id}@{case.column}" if plain.shape == "columns" else row.id
    return name, "; ".join(codes) or "no_effect"


def _reading_to_hit(plain: PlainTable, place: str, net: int) -> tuple[str, str]:
    key, _, column = place.rpartition("@")
    row = next(row for row in plain.part.rows if row.key == key)
    side = "hit" if net in row.hits[column] else "miss"
    return f"{row.id}@{column}/{side}", plain.codes(plain.data[side])


def place_of(plain: PlainTable, case: Case, throws: Throws) -> str:
    """Table, column, modifier and dice, as a person reads them."""
    amounts = [amount if amount is not None else case.given for _, amount in plain.modifiers()]
    add = sum(amounts[number] for number in case.on)
    dice = ", then ".join(" ".join(str(face) for face in throw) for throw in throws)
    return f"{plain.id}{f' {case.column}' if case.column else ''}, dice {dice}{f', modifiers {add:+d}' if add else ''}"


def _said(reached: tuple[str, str]) -> str:
    return f"{reached[0]} ({reached[1]})"


def dry_book(tables: Mapping[str, Table]) -> Rulebook:
    """All tables of a game, dry, as a rulebook to roll on."""
    return Rulebook("verify", "", {key: dry(table) for key, table in tables.items()}, {}, {})
