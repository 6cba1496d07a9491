"""Checks of a game's tables against the statements of its rulebook, for games whose printed tables are lost.

For such a game, the statements take the place of a second transcription of the tables. They are applied to the
project's tables, or to the tables of an owner of the printed game. A finding names the file and line, the row, the
statement, and the place of the statement in the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from operator import gt, lt, ne
from typing import Any

from combatbox.core.effects import Effect, VocabularyTerm
from combatbox.core.enumeration import format_chance
from combatbox.core.errors import CombatBoxError
from combatbox.core.tables import Modifier, Row, Table, unique_rows
from combatbox.library import constraints as typed
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.constraints import ConstraintModel, read_constraints, tables_of
from combatbox.library.folders import CONSTRAINTS
from combatbox.library.load import load
from combatbox.library.table_compiler import label, parse_rolls
from combatbox.library.yaml12 import Where, read_shared
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result


def check(context: VerifyContext) -> Check:
    """Check the tables of every game that has a `constraints.yaml` against the statements in this file.

    They bind the tables of the printed game. A variant of it may differ on purpose.
    """
    findings: list[Finding] = []
    constraints: list[ConstraintModel] = []
    for book in context.books.values():
        if book.constraints and not book.variant_folder:
            statements = read_constraints(book.constraints)
            findings += findings_of(book, statements)
            findings += _unchecked_tables(book, statements)
            constraints += statements
    if not constraints:
        return Check("stated", not_run="it applies to games whose printed tables are lost, not to their variants")
    checks = sum(len(one.checks) for one in constraints)
    numbers = sum(one.states for one in constraints)
    return check_result(
        "stated", findings, (len(constraints), "statement"), (checks, "check"), (numbers, "stated number")
    )


def _unchecked_tables(book: Book, constraints: Sequence[ConstraintModel]) -> Iterator[Finding]:
    """Yield a warning for each table that no statement covers, and that therefore has no second transcription."""
    covered = {name for statement in constraints for check in statement.checks for name in tables_of(check)}
    for key in book.tables:
        if key not in covered:
            yield Finding(key, f"no check of {CONSTRAINTS} covers it", severity="warning")


def findings_of(book: Book, constraints: Sequence[ConstraintModel]) -> Iterator[Finding]:
    """Yield the contradictions between a book's tables and the statements of its rulebook."""
    judge = Judge(book)
    for statement in constraints:
        for check in statement.checks:
            for place, fault in judge.faults(check):
                yield Finding(place, f"{fault}; {statement.id}, {statement.by}: {statement.says}")


Fault = tuple[str, str]
"""The place of a fault, and a description of the fault."""


class Judge:
    """A checker of the tables of one book against statements of the rulebook."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._older: Book | None = None

    def faults(self, check: typed.AnyCheck) -> Iterator[Fault]:
        """Yield every fault that a check finds in the tables, with its place."""
        missing = [name for name in tables_of(check) if name not in self.book.tables]
        if missing:
            yield missing[0], "the table does not exist"
            return
        table = self.book.tables.get(getattr(check, "table", ""))
        method: Callable[[Any, Any], Iterator[Fault]] = getattr(self, f"_{check.check}")
        yield from method(table, check)

    # ---- places and rows

    def place(self, table: Table, where: Where = (), name: str = "") -> str:
        """Return the file and line of a part of a table, followed by `name` or else by the table's id."""
        path = table.info.path
        document = read_shared(paths.resolve_display_path(path))
        return f"{path}:{document.line(where)} {name or table.id}"

    def row_place(self, table: Table, row: Row) -> str:
        """Return the file and line of a row, followed by the row's id."""
        index = next((n for n, other in enumerate(table.rows) if row.line in _lines(table, other)), None)
        return self.place(table, ("rows", index) if index is not None else (), row.id)

    def columns(self, table: Table, column: str) -> list[str]:
        """Return the columns that a check covers: the one that it names, or all of them."""
        return [column] if column else list(table.lookups) or [""]

    def reached(self, table: Table, column: str) -> list[Row]:
        """Return every row that a column can give, without repetitions, including rows that apply without a roll."""
        if table.shape == "chart":
            cells = [row for row in table.keys.values() if not column or row.column == column]
            return unique_rows(cells)
        return [*unique_rows(table.lookups[column].values()), *table.forced, *table.first]

    def _reached(self, table: Table, column: str = "") -> Iterator[Row]:
        """Yield every row that a column can give, or that any column can."""
        for each in self.columns(table, column):
            if self._column(table, each):
                yield from self.reached(table, each)

    def at(self, table: Table, column: str, at: int | str) -> list[Row]:
        """Return the rows that the given rolls reach or, in a chart, the row that has the given key.

        Args:
            table: the table.
            column: the column.
            at: the label of rolls, such as `7-9`; for a chart, the key.

        Returns:
            The rows without repetitions; empty if there are none.
        """
        if table.shape == "chart":
            key = f"{at}@{column}" if column else str(at)
            return [table.keys[key]] if key in table.keys else []
        net = sorted({*table.lookups[column], *table.notation.rolls()})
        rows = [table.at(roll, column) for roll in parse_rolls(at, net) if roll in net]
        return unique_rows(rows)

    # ---- results of rows

    def fits(self, row: Row, check: typed.Outcome) -> bool:
        """Return True if a row, or a row of its nested rolls, has the result that a check requires."""
        return self._is(row, check) or bool(
            row.then and any(self.fits(inner, check) for inner in (*row.then.rows, *row.then.forced))
        )

    def _is(self, row: Row, check: typed.Outcome) -> bool:
        """Return True if the row itself has the required effects, area and following tables, without nested rolls."""
        tests = (
            (check.gives, lambda wanted: any(matches(code, wanted) for code in codes_of(row))),
            (check.leads, lambda wanted: wanted in self.book.leads_of(row)),
            (check.area, lambda wanted: wanted.lower() == row.area.lower()),
        )
        requested = [(as_list(wanted), test) for wanted, test in tests if wanted]
        return all(any(test(value) for value in wanted) for wanted, test in requested)

    def share(self, row: Row, check: typed.Outcome) -> Fraction:
        """Return the probability that a row has the result that a check requires.

        It is 1 if the row itself has the result. Otherwise it is the probability that the row's nested roll gives the
        result, or 0 if the row has no nested roll.
        """
        if self._is(row, check) or not row.then:
            return Fraction(int(self._is(row, check)))
        return self.likelihood(row.then, "", check)

    def likelihood(self, table: Table, column: str, check: typed.Outcome) -> Fraction:
        """Return the probability that a roll without modifiers has the result that a check requires."""
        ways = table.notation.weights()
        whole = sum(ways.values())
        shares = (Fraction(number, whole) * self.share(table.at(roll, column), check) for roll, number in ways.items())
        return sum(shares, Fraction(0))

    # ---- the checks

    def _dice(self, table: Table, check: typed.Dice) -> Iterator[Fault]:
        if table.notation.text != check.dice:
            yield self.place(table, ("dice",)), f"is rolled with {table.notation.text}, not with {check.dice}"

    def _row(self, table: Table, check: typed.RowCheck) -> Iterator[Fault]:
        for column in self.columns(table, check.column) if table.shape != "chart" else [check.column]:
            rows = self._column(table, column) and self.at(table, column, check.at)
            if not rows:
                yield self.place(table), f"has no row {check.at}{_in_column(column)}"
            for row in rows or ():
                if not self.fits(row, check):
                    yield self.row_place(table, row), f"gives {gist(row)} and not {asked_for(check)}"
                for code in as_list(check.lacks):
                    if self.fits(row, _with_codes(check, code)):
                        yield self.row_place(table, row), f"gives {code}"

    def _possible(self, table: Table, check: typed.Possible) -> Iterator[Fault]:
        if not any(self.fits(row, check) for row in self._reached(table, check.column)):
            yield self.place(table), f"nothing{_in_column(check.column)} gives {asked_for(check)}"

    def _never(self, table: Table, check: typed.Never) -> Iterator[Fault]:
        for row in self._reached(table, check.column):
            if self.fits(row, check):
                yield self.row_place(table, row), f"gives {asked_for(check)}"

    def _every(self, table: Table, check: typed.Every) -> Iterator[Fault]:
        for row in self._reached(table, check.column):
            if not self.fits(row, check):
                yield self.row_place(table, row), f"gives {gist(row)} and not {asked_for(check)}"

    def _chance(self, table: Table, check: typed.ChanceCheck) -> Iterator[Fault]:
        for column in self.columns(table, check.column):
            chance = self.likelihood(table, column, check) if self._column(table, column) else Fraction(0)
            for wanted, wrong, words in (
                (check.exactly, ne, "not"),
                (check.least, lt, "not at least"),
                (check.most, gt, "not at most"),
            ):
                if wanted is not None and wrong(chance, Fraction(wanted)):
                    chances = f"{format_chance(chance)}, {words} {format_chance(Fraction(wanted))}"
                    yield self.place(table), f"{asked_for(check)}{_in_column(column)} comes up {chances}"

    def _likelier(self, table: Table, check: typed.Likelier) -> Iterator[Fault]:
        other = _with_codes(check, check.than)
        for column in self.columns(table, check.column):
            one, two = (self.likelihood(table, column, asked) for asked in (check, other))
            if one <= two:
                odds = f"{format_chance(one)} against {format_chance(two)}"
                yield (
                    self.place(table),
                    f"{asked_for(check)}{_in_column(column)} is not likelier than {asked_for(other)}: {odds}",
                )

    def _columns(self, table: Table, check: typed.Columns) -> Iterator[Fault]:
        for column in check.has:
            if column not in table.columns:
                yield self.place(table, ("columns",)), f"has no column {column}"

    def _keys(self, table: Table, check: typed.Keys) -> Iterator[Fault]:
        for key in check.has:
            if not any(row.key == str(key) for row in table.rows):
                yield self.place(table, ("rows",)), f"has no row {key}"
        if len(table.rows) < check.least:
            yield self.place(table, ("rows",)), f"has {len(table.rows)} rows, not {check.least}"

    def _modifier(self, table: Table, check: typed.ModifierCheck) -> Iterator[Fault]:
        named = _modifiers(table, as_list(check.when))
        if not named:
            yield self.place(table, ("modifiers",)), f"has no modifier for {' or '.join(as_list(check.when))}"
        for index, modifier in named:
            add = modifier.add if isinstance(modifier.add, int) else None
            fault = add is not None and {"plus": add <= 0, "minus": add >= 0, "": False}[check.sign]
            if (check.add is not None and add != check.add) or fault:
                wanted = f"{check.add:+d}" if check.add is not None else f"a {check.sign}"
                amount_now = f"{add:+d}" if add is not None else "what another table gives"
                yield (
                    self.place(table, ("modifiers", index)),
                    f"{' or '.join(as_list(check.when))} is {amount_now}, not {wanted}",
                )

    def _notes(self, table: Table, check: typed.Notes) -> Iterator[Fault]:
        notes = " ".join(table.info.notes)
        for name in check.name:
            if not re.search(rf"(?<![\w-]){re.escape(str(name))}(?![\w])", notes, re.IGNORECASE):
                yield self.place(table, ("notes",)), f"no note names {name}"
        if len(table.info.notes) < check.least:
            yield self.place(table, ("notes",)), f"has {len(table.info.notes)} notes, not {check.least}"

    def _leads(self, table: Table, check: typed.LeadsTo) -> Iterator[Fault]:
        led = {name for row in self._reached(table) for name in self._led(row)}
        for name in check.to:
            if name not in led:
                yield self.place(table), f"no row leads to {name}"

    def _led(self, row: Row) -> Iterator[str]:
        yield from self.book.leads_of(row)
        for inner in (*row.then.rows, *row.then.forced) if row.then else ():
            yield from self._led(inner)

    def _matching(self, chart: Table, check: typed.Matching) -> Iterator[Fault]:
        keys = [row.key for row in chart.rows]
        given: dict[str, Fault] = {}
        for name in check.tables:
            table = self.book.tables[name]
            for row in self._reached(table):
                for effect in _effects(row):
                    if effect.name == check.gives and effect.parameters():
                        key = str(effect.parameters()[0])
                        given.setdefault(
                            key, (self.row_place(table, row), f"names {key}, of which {chart.id} has no row")
                        )
        for key, fault in given.items():
            if key not in keys and key not in check.besides:
                yield fault
        for key in keys:
            if key not in given and key not in check.besides:
                yield (
                    self.place(chart, ("rows", keys.index(key)), f"{chart.id}/{key}"),
                    f"none of {', '.join(check.tables)} names it",
                )

    def _constant(self, _: None, check: typed.Constant) -> Iterator[Fault]:
        value: Any = self.book.meta.constants
        for part in check.constant.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if value != check.value:
            yield (
                f"constant {check.constant}",
                f"is {value!r}, not {check.value!r}" if value is not None else "is not there",
            )

    def _place(self, _: Table, check: typed.PlaceCheck) -> Iterator[Fault]:
        place = self.book.places.get(check.place)
        if place is None or place.table != check.table:
            yield (
                f"place {check.place}",
                f"rolls on {place.table or 'no table'}, not on {check.table}" if place else "is not there",
            )

    # ---- the older game

    @property
    def older(self) -> Book:
        """The book of the older game on which this game is based."""
        if self._older is None:
            rebuilt = self.book.meta.rebuilt
            if not (rebuilt and rebuilt.ancestor):
                raise CombatBoxError(
                    f"{self.book.key}: a check refers to the older game; name it in game.yaml (rebuilt: ancestor)"
                )
            self._older = load(rebuilt.ancestor)
        return self._older

    def _ancestor(self, mine: Table, check: typed.Ancestor) -> Iterator[Fault]:
        theirs = self.older.tables[check.of]
        for ours, its in check.rows.items():
            one = self._single(mine, check.column, ours)
            other = self._single(theirs, check.its, its)
            if one is None or other is None:
                yield (
                    self.place(mine),
                    f"has no row {ours}" if one is None else f"is compared with {check.of}/{its}, which is not there",
                )
                continue
            effects, meant = (self._account(row, table, check) for row, table in ((one, mine), (other, theirs)))
            if effects != meant:
                yield (
                    self.row_place(mine, one),
                    f"has {effects or 'nothing'} where {check.of}/{its} has {meant or 'nothing'}",
                )
        for ours, its in check.modifiers.items():
            yield from self._ancestral_modifier(check, mine, theirs, ours, its)

    def _ancestral_modifier(
        self, check: typed.Ancestor, mine: Table, theirs: Table, ours: str, its: str
    ) -> Iterator[Fault]:
        one, other = _amount(mine, ours), _amount(theirs, its)
        if one is None or one != other:
            yield (
                self.place(mine, ("modifiers",)),
                f"{ours} is {one or 'not there'}, {check.of} has {its} {other or 'not'}",
            )

    def _single(self, table: Table, column: str, at: str) -> Row | None:
        """Return the only row for a roll or key in a column; None if there is not exactly one."""
        if table.shape == "to_hit":
            cells = table.lookups.get(f"{at}@{column}", {})
            return next((row for row in cells.values() if row.side == "hit"), None)
        rows = self.at(table, column, at) if table.shape == "chart" or column in table.lookups else []
        return rows[0] if len(rows) == 1 else None

    def _account(self, row: Row, table: Table, check: typed.Ancestor) -> str:
        """Return the text to compare for a row: the result in the older game's terms, only its numbers, or its odds."""
        if check.only == "chance":
            ways = table.notation.weights()
            reached = (number for roll, number in ways.items() if table.at(roll, row.column) is row)
            return format_chance(Fraction(sum(reached), sum(ways.values())))
        text = gist(row, check.words)
        return " ".join(re.findall(r"-?\d+", text)) if check.only == "numbers" else text

    def _column(self, table: Table, column: str) -> bool:
        """Return True if a table has this column; an empty name means a table without columns."""
        return column in table.lookups or (table.shape == "chart" and (not column or column in table.columns))


def _modifiers(table: Table, codes: Sequence[str]) -> list[tuple[int, Modifier]]:
    """Return the modifiers with one of these codes, each with its index in the table.

    If no modifier has such a code, return those with a composite term that has a component with such a code.
    """
    for deep in (False, True):
        numbered = []
        for number, modifier in enumerate(table.modifiers):
            parts = [part for part in (modifier.when, modifier.add) if isinstance(part, VocabularyTerm)]
            part_codes = [part_code for part in parts for part_code in (_codes(part) if deep else [part.code])]
            if any(matches(part_code, code) for part_code in part_codes for code in codes):
                numbered.append((number, modifier))
        if numbered:
            return numbered
    return []


def _amount(table: Table, code: str) -> str | None:
    for _, modifier in _modifiers(table, [code]):
        return f"{modifier.add:+d}" if isinstance(modifier.add, int) else modifier.add.code
    return None


def _in_column(column: str) -> str:
    return f" in {column}" if column else ""


def as_list(codes: typed.Codes) -> list[str]:
    """Return a single code or a list of codes as a list."""
    return [codes] if isinstance(codes, str) else codes


def _lines(table: Table, row: Row) -> set[str]:
    """Return the ids of the printed lines that a row covers, including the lines of its nested rolls."""
    cells = {cell.id: cell for lookup in table.lookups.values() for cell in lookup.values() if cell.line == row.line}
    return {row.line, *(inner.line for part in (row, *cells.values()) if part.then for inner in part.then.walk())}


def asked_for(check: typed.Outcome) -> str:
    """Describe the result that a check requires, for a finding."""
    leads = [f"a roll on {name}" for name in as_list(check.leads)]
    return " or ".join([*as_list(check.gives), *leads, *as_list(check.area)])


def _with_codes(check: typed.OfTable, codes: typed.Codes) -> typed.Outcome:
    """Return a check of the same table that requires only these codes."""
    return typed.Outcome(table=check.table, gives=codes)


def matches(code: str, wanted: str) -> bool:
    """Return True if a code begins with the term and arguments in `wanted`, or matches `wanted` as a pattern with `*`."""
    if "*" in wanted:
        return fnmatchcase(code, wanted)
    words = wanted.split()
    return code.split()[: len(words)] == words


def _effects(row: Row) -> Iterator[Effect]:
    """Yield the effects of a row and of its nested rolls, with their components."""
    for effect in row.effects:
        yield effect
        yield from (part for part in effect.components() if isinstance(part, Effect) and part is not effect)
    for inner in (*row.then.rows, *row.then.forced) if row.then else ():
        yield from _effects(inner)


def codes_of(row: Row) -> list[str]:
    """Return the codes of a row's effects and of its conditions for repeating the roll.

    The codes of the components of effects are included.
    """
    again = [f"again {condition.code}" for condition in row.again]
    return [*([code for effect in row.effects for code in _codes(effect)] or ["no_effect"]), *again]


def _codes(coded: object) -> list[str]:
    return (
        list(dict.fromkeys(part.code for part in (coded, *coded.components())))
        if isinstance(coded, VocabularyTerm)
        else []
    )


def gist(row: Row, words: Mapping[str, str] | None = None) -> str:
    """Return the result of a row as codes, with its nested rolls in brackets."""
    known = words or {}
    parts = [known.get(effect.code, effect.code) for effect in row.effects]
    if row.then:
        wanted = row.then.notation.rolls()
        inner = (f"{label(one.rolls, wanted)}: {gist(one, words)}" for one in row.then.rows)
        parts.append(f"{row.then.notation.text} ({', '.join(inner)})")
    return "; ".join(parts) or "no_effect"
