"""The check that the engine reads every throw on every table as the independent reader does.

The check calls `Flight.roll_on` on a copy of each table. The effects of the copy only record that they were reached, so
no state of a game is needed, and every row can be reached separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor as down
from typing import Any, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.dice import DiceExhausted, PrefixDice, all_throws
from combatbox.core.effects import Effect, condition, effect, quantity
from combatbox.core.flight import Flight
from combatbox.core.table_views import code_of
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox.verify.independent_reader import PlainModifier, PlainPart, PlainRow, PlainTable, at, code

T = TypeVar("T")

Throws = tuple[tuple[int, ...], ...]
Name = tuple[str, str, int]
"""The name of a switch for a condition in a table.

It consists of the kind of part with the condition (such as `modifier`), the id of the table or row with this part, and
the index of the part there.
"""
QUANTITY = 3
"""The maximum absolute value that is tried for a quantity that gives the amount of a modifier."""


@effect("noted", words=lambda say, stood_for: stood_for.code, adjusts="stood_for")
def record(flight: Any, stood_for: Effect) -> None:
    """Record the code of an effect and do not apply it."""
    flight.state.codes.append(stood_for.code)


@condition("switch")
def switch(flight: Any, number: Name) -> bool:
    """Stand in for the condition with the name `number`; return True if it is among `Stub.on`."""
    return number in flight.state.on


@condition("once")
def once(flight: Any, number: Name) -> bool:
    """Stand in for a condition to repeat a roll.

    If the condition is among `Stub.on`, it returns True the first time and False afterwards, so that the roll is
    repeated only once.
    """
    if number not in flight.state.on or number in flight.state.spent:
        return False
    flight.state.spent.add(number)
    return True


@quantity("given")
def given(flight: Any) -> int:
    """Stand in for any quantity of a table, and return `Stub.given`."""
    return int(flight.state.given)


@dataclass(slots=True)
class Stub:
    """A replacement for the state of a game, for rolls on the copies of tables that `dry` makes.

    Attributes:
        on: the names of the conditions that are assumed to hold.
        given: the value of every quantity.
        codes: the codes of the effects that rolls have reached.
        spent: the names of the conditions that have already caused a roll to be repeated.
    """

    on: frozenset[Name] = frozenset()
    given: int = 0
    codes: list[str] = field(default_factory=list)
    spent: set[Name] = field(default_factory=set)


def dry(table: Table) -> Table:
    """Return a copy of the table that can be rolled on without the state of a game.

    Its effects only record their codes. Its conditions hold if their names are in `Stub.on`.
    """
    rows: dict[int, Row] = {}

    def row_of(row: Row) -> Row:
        if id(row) not in rows:
            again = tuple(once.bind(("again", row.id, number)) for number, _ in enumerate(row.again))
            then = dry(row.then) if row.then else None
            effects = tuple(record.bind(effect) for effect in row.effects)
            rows[id(row)] = replace(row, effects=effects, again=again, then=then)
        return rows[id(row)]

    def switched(kind: str, parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(replace(part, when=switch.bind((kind, table.id, n))) for n, part in enumerate(parts))

    modifiers = (
        replace(
            item,
            add=item.add if isinstance(item.add, int) else given.bind(),
            times=given.bind() if item.times else None,
        )
        for item in table.modifiers
    )
    return replace(
        table,
        rows=tuple(row_of(row) for row in table.rows),
        lookups={column: {net: row_of(row) for net, row in lookup.items()} for column, lookup in table.lookups.items()},
        modifiers=switched("modifier", modifiers),
        adjusts=switched("adjust", table.adjusts),
        floors=switched("floor", table.floors),
        forced=switched("forced", map(row_of, table.forced)),
        first=switched("first", map(row_of, table.first)),
    )


@frozen
class Case:
    """One way to roll on a table: the column, the number of dice, and the conditions that are assumed to hold.

    Attributes:
        count: the number of dice; 0 for the table's usual number.
        on: the names of the conditions that are assumed to hold.
        given: the value of every quantity.
    """

    column: str = ""
    count: int = 0
    on: frozenset[Name] = frozenset()
    given: int = 0

    def holding(self, kind: str, place: str, items: Iterable[T]) -> Iterator[T]:
        """Yield the items of a table or row whose conditions are assumed to hold."""
        return (item for number, item in enumerate(items) if (kind, place, number) in self.on)


def check(context: VerifyContext) -> Check:
    """Check every possible throw on every table of every game."""
    findings: list[Finding] = []
    tables = throws = 0
    for key, book in context.books.items():
        for table_id, plain in context.plain[key].items():
            compared = list(table_findings(book.tables[table_id], plain))
            findings += [item for item in compared if isinstance(item, Finding)][:5]
            throws += sum(item for item in compared if isinstance(item, int))
            tables += 1
    return check_result("engine", findings, (tables, "table"), (throws, "throw"))


def table_findings(table: Table, plain: PlainTable) -> Iterator[Finding | int]:
    """Compare a compiled table with its file; yield the differences, and the numbers of throws that were compared."""
    yield from _state_findings(table, plain)
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
        for throws, stub, row in roll_all(book, copy.id, case):
            seen += 1
            expected = reading(plain, case, throws)
            got = (row.id, _joined(stub.codes))
            if expected != got:
                yield Finding(
                    place_of(plain, case, throws), f"the engine gives {_format(got)}, the file {_format(expected)}"
                )
        yield seen


def _modifiers(table: Table) -> list[tuple[str | int, ...]]:
    """Return each modifier of a compiled table in the form of `_modifier_tuples`."""
    return [
        (
            m.when.code if m.when else "always",
            m.add if isinstance(m.add, int) else m.add.code,
            *([m.times.code] if m.times else []),
        )
        for m in table.modifiers
    ]


def _modifier_tuples(modifiers: Sequence[PlainModifier]) -> list[tuple[str | int, ...]]:
    """Return each modifier as a tuple: its condition, its amount or quantity, and its multiplier if it has one."""
    return [
        (item.when, item.quantity if item.amount is None else item.amount, *([item.times] if item.times else []))
        for item in modifiers
    ]


def _state_findings(table: Table, plain: PlainTable) -> Iterator[Finding]:
    """Yield the differences in the parts of a table that depend on the state of a game.

    These are modifiers, adjustments, results that apply without a roll or before a row's result, floors, and repeated
    rolls.
    """
    adjusts = [(a.when.code if a.when else "always", str(a.times), a.add, a.least) for a in table.adjusts]
    theirs = [
        (plain.asked(item), str(item.get("times", "1")), item.get("add", 0), item.get("least"))
        for item in plain.data.get("adjusts", [])
    ]
    floors = [(f.natural, f.net, f.when.code if f.when else "always") for f in table.floors]
    parts = {place: plain.unrolled(part.forced) for place, part in rolled_parts(plain) if part.forced}
    ours = {part.id: _unrolled(part.forced) for part in table.parts() if part.forced}
    again = {row.id: [c.code for c in row.again] for row in table.walk() if row.again}
    printed = {
        row.id: [code(spec, plain.vocabulary.conditions) for spec in row.again] for row in plain.walk() if row.again
    }
    compared: Iterable[tuple[str, object, object]] = (
        ("the engine has the modifiers", _modifiers(table), _modifier_tuples(plain.modifiers())),
        ("the engine has the adjustments", adjusts, theirs),
        ("first: the engine has", _unrolled(table.first), plain.first()),
        ("the engine has the floors", floors, plain.floors()),
        ("forced: the engine has", ours, parts),
        ("again: the engine has", again, printed),
    )
    for words, engine, file in compared:
        if engine != file:
            yield Finding(table.id, f"{words} {engine}, the file {file}")


def _unrolled(rows: tuple[Row, ...]) -> list[tuple[str, str]]:
    return [(row.when.code if row.when else "always", code_of(row.effects)) for row in rows]


def rolled_parts(plain: PlainTable) -> Iterator[tuple[str, PlainPart]]:
    """Yield the table and its nested rolls as parsed by the independent reader, each with its id in the engine."""
    yield plain.id, plain.part
    yield from _below(plain.part)


def _below(part: PlainPart) -> Iterator[tuple[str, PlainPart]]:
    for row in part.rows:
        for place, second in [*([(row.id, row.then)] if row.then else []), *_cells_of(row)]:
            yield place, second
            yield from _below(second)


def _cells_of(row: PlainRow) -> Iterator[tuple[str, PlainPart]]:
    yield from ((at(row.id, column), second) for column, second in row.thens.items())


def _chart_findings(table: Table, plain: PlainTable) -> Iterator[Finding | int]:
    """Compare every key and condition of a chart, which is looked up without dice, with the file.

    Yield the differences, and the number of cells that were compared.
    """
    cells = plain.cells()
    for (path, column), expected in cells.items():
        key = f"{path[0]}@{column}" if column else path[0]
        row = table.keys.get(key)
        got = code_of(row.effects) if row else "nothing"
        if got != expected:
            yield Finding(f"{table.id}/{key}", f"the engine gives {got!r}, the file {expected!r}")
    ours = [(row.key, row.when.code) for row in table.rows if row.when]
    theirs = [(row.key, plain.asked({"when": row.when})) for row in plain.part.rows if row.when is not None]
    if ours != theirs:
        yield Finding(table.id, f"the engine asks {ours}, the file {theirs}")
    yield len(cells)


# ---- rolling


def cases(plain: PlainTable) -> Iterator[Case]:
    """Yield the cases to check.

    Each column is combined with each possible number of dice and with each set of conditions that `_switched` yields.
    """
    for column in plain.lookups:
        for count in range(1, int(plain.data.get("totals_of", 1)) + 1):
            for on, given in _switched(plain):
                yield Case(column, plain.part.count * count if count > 1 else 0, on, given)


def _switched(plain: PlainTable) -> Iterator[tuple[frozenset[Name], int]]:
    """Yield the sets of conditions that a check assumes to hold, each with the value of the quantities.

    First come the conditions of sets of modifiers: each set alone, with each floor, and with all floors. Then every
    other condition follows alone, and finally the conditions of all adjustments together.
    """
    floors = _names("floor", plain.id, plain.floors())
    for on, given in _modified(plain):
        yield on, given
        yield from ((on | {floor}, given) for floor in floors)
        if len(floors) > 1:
            yield on | set(floors), given
    adjusts = _names("adjust", plain.id, plain.data.get("adjusts", []))
    alone = [*adjusts, *_names("first", plain.id, plain.first())]
    for place, part in rolled_parts(plain):
        alone += _names("forced", place, part.forced)
        alone += [name for row in part.rows for name in _names("again", row.id, row.again)]
    yield from ((frozenset({name}), 0) for name in alone)
    if len(adjusts) > 1:
        yield frozenset(adjusts), 0


def _names(kind: str, place: str, items: Sequence[object]) -> list[Name]:
    """Return the names of the conditions of the items of a kind in a table or row."""
    return [(kind, place, number) for number in range(len(items))]


def _modified(plain: PlainTable) -> Iterator[tuple[frozenset[Name], int]]:
    """Yield the sets of modifiers to try, each with the value of the quantities.

    The empty set comes first, then each modifier alone, then sets of fixed amounts for every total that they can have.
    """
    yield frozenset(), 0
    modifiers = plain.modifiers()
    names = _names("modifier", plain.id, modifiers)
    for name, item in zip(names, modifiers, strict=True):
        fixed = item.amount is not None and not item.times
        for amount in (0,) if fixed else [n for n in range(-QUANTITY, QUANTITY + 1) if n]:
            yield frozenset({name}), amount
    sums: dict[int, frozenset[Name]] = {0: frozenset()}
    for name, item in zip(names, modifiers, strict=True):
        for total, on in list(sums.items()):
            if item.amount is not None and not item.times:
                sums.setdefault(total + item.amount, on | {name})
    yield from ((on, 0) for on in sums.values() if len(on) > 1)


def roll_all(book: Rulebook, table_id: str, case: Case) -> Iterator[tuple[Throws, Stub, Row]]:
    """Roll on a table, including nested rolls, with all possible throws; yield the throws, stub state and final row."""
    open_prefixes: list[Throws] = [()]
    while open_prefixes:
        prefix = open_prefixes.pop()
        stub = Stub(case.on, case.given)
        flight: Flight[Stub] = Flight(book, PrefixDice(prefix), stub)
        try:
            row = flight.roll_on(table_id, column=case.column, count=case.count)
        except DiceExhausted as need:
            open_prefixes += [(*prefix, throw) for throw in all_throws(need.count)]
        else:
            yield prefix, stub, row


# ---- the independent reading


def reading(plain: PlainTable, case: Case, throws: Throws) -> tuple[str, str]:
    """Return the id of the row, and the codes, that these throws reach according to the table's file."""
    return Reading(plain, case, list(throws)).of(plain.part, plain.id, case.column, [])


@dataclass(slots=True)
class Reading:
    """A reader that determines the result of some throws on a table without the engine.

    Attributes:
        plain: the table as parsed by the independent reader.
        case: the case for which the table is read.
        throws: the throws that have not been used yet.
        spent: the conditions that have already caused a roll to be repeated.
    """

    plain: PlainTable
    case: Case
    throws: list[tuple[int, ...]]
    spent: set[Name] = field(default_factory=set)

    def of(self, part: PlainPart, place: str, column: str, codes_before: list[str]) -> tuple[str, str]:
        """Return the id of the row that the next throws reach, and the codes of all results on the way.

        Args:
            part: the table or nested roll to read.
            place: the id of this table, or of the row with this nested roll.
            column: the column to read; empty for a nested roll.
            codes_before: the codes of the rolls that led to this one.
        """
        top = part is self.plain.part
        for when, text in self.case.holding("forced", place, self.plain.unrolled(part.forced)):
            return f"{place}/{when.replace(' ', '_')}", _joined([*codes_before, text])
        if not self.throws:
            return "another roll", "nothing"
        natural = part.read(self.throws.pop(0))
        net = self.net(natural) if top else natural
        if self.plain.shape == "to_hit":
            return _reading_to_hit(self.plain, column, max(part.low, min(part.high, net)))
        if self.plain.shape == "opposed":
            result = next(row for row in part.rows if net in row.hits[column])
            return at(result.id, column), self.plain.codes(result.cells[""])
        row = part.row(net)
        if row is None:
            return "no row", "nothing"
        if self.rolled_again(row):
            return self.of(part, place, column, codes_before)
        codes = [*codes_before, *self.first(), self.adjusted(row.cells.get(column), top)] if top else [*codes_before]
        if not top:
            codes.append(self.plain.codes(row.cells.get("") or []))
        row_place = at(row.id, column) if top else row.id
        second = row.second(column)
        if second and self.throws_or_forced(second, row_place):
            return self.of(second, row_place, "", codes)
        return row_place, _joined(codes)

    def throws_or_forced(self, second: PlainPart, place: str) -> bool:
        """Return True if a nested roll can be read, because a throw is left or a result applies without a roll."""
        return bool(self.throws) or any(self.case.holding("forced", place, second.forced))

    def net(self, natural: int) -> int:
        """Return the net roll for a natural roll, under the modifiers and floors that apply in the case."""
        net = natural + added(self.plain, self.case)
        for roll, least, _ in self.case.holding("floor", self.plain.id, self.plain.floors()):
            if roll == natural:
                net = max(net, least)
        return net

    def rolled_again(self, row: PlainRow) -> bool:
        """Return True if a roll that reached this row has to be repeated; each condition causes this only once."""
        for number, _ in enumerate(row.again):
            name = ("again", row.id, number)
            if name in self.case.on and name not in self.spent:
                self.spent.add(name)
                return True
        return False

    def first(self) -> list[str]:
        """Return the codes of the results that apply in this case before the result of the rolled row."""
        return [text for _, text in self.case.holding("first", self.plain.id, self.plain.first())]

    def adjusted(self, specs: list[Any] | None, top: bool) -> str:
        """Return the codes of a cell, with the numbers in them adjusted as the case requires and rounded down."""
        text = self.plain.codes(specs or [])
        for item in self.case.holding("adjust", self.plain.id, self.plain.data.get("adjusts", [])):
            times, add = Fraction(str(item.get("times", "1"))), int(item.get("add", 0))
            text = "; ".join(_changed(cell_code, times, add, item.get("least")) for cell_code in text.split("; "))
        return text


def _changed(text: str, times: Fraction, add: int, least: int | None) -> str:
    """Return a code in which each number is multiplied, rounded down, increased by `add`, and at least `least`."""

    def number(word: str) -> str:
        changed = down(int(word) * times) + add
        return str(changed if least is None else max(changed, least))

    return " ".join(number(word) if word.isdigit() else word for word in text.split(" "))


def added(plain: PlainTable, case: Case) -> int:
    """Return the sum of the modifiers that apply in a case."""
    total = 0
    for item in case.holding("modifier", plain.id, plain.modifiers()):
        amount = item.amount if item.amount is not None else case.given
        total += amount * case.given if item.times else amount
    return total


def _joined(codes: Sequence[str]) -> str:
    return "; ".join(text for text in codes if text != "no_effect" and text) or "no_effect"


def _reading_to_hit(plain: PlainTable, place: str, net: int) -> tuple[str, str]:
    row, column = next((r, c) for r in plain.part.rows for c in r.hits if at(r.key, c) == place)
    side = "hit" if net in row.hits[column] else "miss"
    return f"{at(row.id, column)}/{side}", plain.codes(plain.data[side])


def place_of(plain: PlainTable, case: Case, throws: Throws) -> str:
    """Describe a throw for a finding.

    The description names the table, the column, the dice, the sum of the modifiers, and the kinds of the other
    conditions that are assumed to hold (such as `floor` or `forced`).

    Args:
        plain: the table as parsed by the independent reader.
        case: the column, and the conditions that are assumed to hold.
        throws: the faces of the throws.
    """
    add = added(plain, case)
    dice = ", then ".join(" ".join(str(face) for face in throw) for throw in throws)
    text = f"{plain.id}{f' {case.column}' if case.column else ''}, dice {dice}{f', modifiers {add:+d}' if add else ''}"
    others = sorted({kind for kind, _, _ in case.on} - {"modifier"})
    return f"{text}, with {' and '.join(others)}" if others else text


def _format(reached: tuple[str, str]) -> str:
    return f"{reached[0]} ({reached[1]})"
