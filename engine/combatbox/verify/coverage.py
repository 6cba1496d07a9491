"""The check that tables are complete, which does not depend on the compiler.

Every roll must have exactly one row, and every row exactly one cell in each column, in nested rolls as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.core.errors import CombatBoxError
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, check_result
from combatbox.verify.independent_reader import PlainPart, PlainRow, PlainTable, chart_keys, shown_by


def check(context: VerifyContext) -> Check:
    """Check every table of every game, in the form in which the independent reader parses it."""
    tables = [table for shelf in context.plain.values() for table in shelf.values()]
    findings = [finding for table in tables for finding in table_findings(table)]
    return check_result("coverage", findings, (len(tables), "table"), (sum(_cells(table) for table in tables), "cell"))


def _cells(table: PlainTable) -> int:
    try:
        return len(table.cells())
    except CombatBoxError:
        return 0


def table_findings(table: PlainTable) -> Iterator[Finding]:
    """Yield a finding for each roll, row or cell of a table that is missing, duplicate, impossible or unknown."""
    if table.shape == "chart":
        yield from _chart(table)
    elif table.shape == "opposed":
        yield from _keys(table, [row.key for row in table.part.rows])
        for column in table.lookups:
            yield from _opposed(table, column)
    elif table.shape == "to_hit":
        yield from _keys(table, [row.key for row in table.part.rows])
        for row in table.part.rows:
            yield from _hits(table, row)
    else:
        yield from _part(table, table.part, table.id)
    for row in table.walk():
        for specs in row.cells.values():
            try:
                table.codes(specs)
            except CombatBoxError as error:
                yield Finding(row.id, str(error))


def _part(table: PlainTable, part: PlainPart, place: str) -> Iterator[Finding]:
    wanted = shown_by(part.dice, part.low, part.high)
    seen: dict[int, str] = {}
    for row in part.rows:
        for roll in row.rolls:
            if roll in seen:
                yield Finding(row.id, f"roll {roll} is in {seen[roll]} too")
            elif roll not in wanted:
                yield Finding(row.id, f"roll {roll} cannot come up with {part.dice}")
            seen[roll] = row.id
        if row.then:
            yield from _part(table, row.then, row.id)
        for column, second in row.thens.items():
            yield from _part(table, second, f"{row.id}@{column}")
    for roll in wanted:
        if roll not in seen:
            yield Finding(place, f"roll {roll} is not covered ({part.dice}, {wanted[0]} to {wanted[-1]})")


def _hits(table: PlainTable, row: PlainRow) -> Iterator[Finding]:
    wanted = shown_by(table.part.dice, table.part.low, table.part.high)
    for column, rolls in row.hits.items():
        impossible = [roll for roll in rolls if roll not in wanted]
        if impossible:
            yield Finding(f"{row.id}@{column}", f"roll {impossible[0]} cannot come up with {table.part.dice}")


def _opposed(table: PlainTable, column: str) -> Iterator[Finding]:
    rolls = [roll for row in table.part.rows for roll in row.hits[column]]
    for roll in shown_by(table.part.dice, table.part.low, table.part.high):
        if rolls.count(roll) != 1:
            yield Finding(f"{table.id}@{column}" if column else table.id, f"roll {roll} has {rolls.count(roll)} rows")


def _chart(table: PlainTable) -> Iterator[Finding]:
    keys = [key for row in table.part.rows for key in chart_keys(table.data, row.key)]
    yield from _keys(table, keys)
    if table.data.get("keys"):
        for number in _numbers(str(table.data["keys"])):
            if str(number) not in keys:
                yield Finding(table.id, f"key {number} is not covered")


def _keys(table: PlainTable, keys: list[str]) -> Iterator[Finding]:
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield Finding(f"{table.id}/{key}", "the key occurs twice")


def _numbers(text: str) -> tuple[int, ...]:
    low, _, high = text.partition("-")
    return tuple(range(int(low), int(high or low) + 1))
