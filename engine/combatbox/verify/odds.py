"""The checks of odds, exact and stored.

Exact odds must sum to 1, and agree with a second count from the table files. A part of each stored simulation is
repeated and must give the same counts. In a game's comparison with a model, values that differ widely from the model's
must have a reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from combatbox.core.enumeration import row_odds
from combatbox.library.book import Book
from combatbox.odds.exact_odds import chances
from combatbox.odds.report import NAME, comparison_faults, read_beside
from combatbox.odds.stored_odds import faults, is_stale, read_stored, stored_for
from combatbox.prose.citations import place_in_overlay
from combatbox.verify.engine import Case, reading
from combatbox.verify.findings import Check, Finding, Severity, VerifyContext, check_result
from combatbox.verify.independent_reader import PlainPart, PlainTable, at, dice_count


def check_odds(context: VerifyContext) -> Check:
    """Check the odds of every column of every rolled table, and the odds that `odds.yaml` names.

    The odds of a column must equal a second count. Odds in `odds.yaml` must be neither 0 nor 1.
    """
    findings: list[Finding] = []
    columns = 0
    for key, book in context.books.items():
        for table_id, plain in context.plain[key].items():
            for column in plain.lookups if plain.rolled else ():
                odds = row_odds(book.tables[table_id], column)
                findings += column_findings(plain, column, odds)
                columns += 1
        findings += chance_findings(book)
    return check_result("odds", findings, (columns, "distribution"))


def chance_findings(book: Book) -> Iterator[Finding]:
    """Yield a finding for each named probability that is 0 or 1.

    With an overlay, these findings are warnings. Probabilities of the game that an overlay removes are not findings.
    """
    for chance_id, value in chances(book).items():
        if not 0 < value < 1:
            chance = book.chances[chance_id]
            place = f"{chance.table} {chance.column}".rstrip()
            often = "always" if value else "never"
            says = f"{chance_id}: {chance.outcome!r} {often} comes of {place}"
            if book.overlay:
                yield Finding(place_in_overlay(book, "odds", [chance.table]), says, severity="warning")
            else:
                yield Finding(f"tables/{book.key}/odds.yaml", says)


def column_findings(plain: PlainTable, column: str, odds: Mapping[str, Fraction]) -> Iterator[Finding]:
    """Yield findings about the exact odds in one column."""
    place = f"{plain.id}{f' {column}' if column else ''}"
    final_odds = {row: chance for row, chance in odds.items() if not _leads_on(plain, row)}
    if sum(final_odds.values(), Fraction(0)) != 1:
        yield Finding(place, f"the odds of its rows sum to {sum(final_odds.values(), Fraction(0))}, not to 1")
    expected = plain_odds(plain, column)
    for row in dict.fromkeys([*expected, *odds]):
        ours, theirs = odds.get(row, Fraction(0)), expected.get(row, Fraction(0))
        if ours != theirs:
            yield Finding(row, f"odds say {ours}, the file gives {theirs}")


def _leads_on(plain: PlainTable, row_id: str) -> bool:
    return any(at(row.id, column) == row_id and row.second(column) for row in plain.walk() for column in row.cells)


def plain_odds(plain: PlainTable, column: str) -> dict[str, Fraction]:
    """Return the probability of each row, including nested rows, by counting all possible throws."""
    odds: dict[str, Fraction] = defaultdict(Fraction)
    for faces in product(range(1, 7), repeat=plain.part.count):
        row_id, _ = reading(plain, Case(column), (faces,))
        odds[row_id] += Fraction(1, 6**plain.part.count)
    for row in plain.part.rows:
        second, row_id = row.second(column), at(row.id, column)
        if second and row_id in odds:
            _inner_odds(second, odds[row_id], odds)
    return odds


def _inner_odds(part: PlainPart, weight: Fraction, odds: dict[str, Fraction]) -> None:
    count = dice_count(part.dice)
    for faces in product(range(1, 7), repeat=count):
        row = part.row(part.read(faces))
        if row:
            odds[row.id] += weight / 6**count
    for row in part.rows:
        if row.then and row.id in odds:
            _inner_odds(row.then, odds[row.id], odds)


def check_stored_odds(context: VerifyContext) -> Check:
    """Check the stored odds of every game that has any; odds of other tables are warnings."""
    findings: list[Finding] = []
    orders = missions = 0
    for key, book in context.books.items():
        path = f"tables/{key}/results/odds.json"
        for item in stored_for(book) if book.meta.like else read_stored(key, context.base(key)):
            if not item.found and book.meta.like:
                continue
            orders += 1
            missions += item.order.missions
            severity: Severity = "warning" if item.found and is_stale(book, item) else "error"
            findings += [
                Finding(path, f"{item.id}: {fault}", f"combatbox odds {key} --store", severity)
                for fault in faults(book, item)
            ]
        findings += _comparison_findings(key, context)
    if not orders:
        return Check("results", not_run="no odds are stored")
    return check_result("results", findings, (orders, "order"), (missions, "stored mission"))


def _comparison_findings(key: str, context: VerifyContext) -> list[Finding]:
    """Return findings about a game's comparison with a model; see `report.comparison_faults`."""
    model, stored = read_beside(key, context.base(key)), read_stored(key, context.base(key))
    problems = comparison_faults(model, stored[0]) if model and stored else []
    return [Finding(f"tables/{key}/results/{NAME}", fault) for fault in problems]
