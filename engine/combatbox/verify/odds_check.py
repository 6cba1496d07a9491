"""The check of odds: exact odds sum to 1, and agree with the table files and with simulated rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import sqrt

from combatbox.core.dice import SeededDice
from combatbox.core.enumeration import row_odds
from combatbox.core.flight import Flight
from combatbox.core.tables import Rulebook
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.odds.exact_odds import chances
from combatbox.prose.citations import place_in_overlay
from combatbox.verify.context import VerifyContext
from combatbox.verify.engine import Case, Stub, dry_book, reading
from combatbox.verify.findings import Check, Finding, check_result
from combatbox.verify.independent_reader import PlainPart, PlainTable, at, dice_count

ROLLS = 1_800
SEED = "combatbox verify"
SURE = 4.4
"""The permitted deviation of simulated rolls, in standard deviations.

By chance, one table in 180,000 exceeds it. The seed is fixed, so the result of the check does not vary.
"""


def check(context: VerifyContext) -> Check:
    """Check the odds of every column of every rolled table, and the odds that `odds.yaml` names.

    The odds of a column must equal a second count and agree with simulated rolls. Odds in `odds.yaml` must be neither 0
    nor 1.
    """
    findings: list[Finding] = []
    columns = 0
    for key, book in context.books.items():
        dry = dry_book(book.tables)
        for table_id, plain in context.plain[key].items():
            for column in plain.lookups if plain.rolled else ():
                odds = row_odds(book.tables[table_id], column)
                findings += column_findings(plain, column, odds, dry)
                columns += 1
        findings += chance_findings(book)
    return check_result("odds", findings, (columns, "distribution"), (columns * ROLLS, "simulated roll"))


def chance_findings(book: Book) -> Iterator[Finding]:
    """Yield a finding for each named probability that is 0 or 1.

    With an overlay, these findings are warnings, and there is another warning for each named probability of the game
    that the overlay lacks.
    """
    for chance_id, chance in base_book(book).chances.items() if book.overlay else ():
        if chance_id not in book.chances:
            place = f"{chance.table} {chance.column}".rstrip()
            where = place_in_overlay(book, "odds", [chance.table])
            yield Finding(where, f"{chance_id}: no roll is made on {place}", severity="warning")
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


def column_findings(plain: PlainTable, column: str, odds: Mapping[str, Fraction], dry: Rulebook) -> Iterator[Finding]:
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
    deviations = distance(simulate(dry, plain.id, column), final_odds)
    if deviations > SURE:
        yield Finding(
            place, f"{ROLLS} rolls with seed {SEED!r} are {deviations:.1f} standard deviations from the exact odds"
        )


def _leads_on(plain: PlainTable, row_id: str) -> bool:
    return any(at(row.id, column) == row_id and row.second(column) for row in plain.walk() for column in row.cells)


def plain_odds(plain: PlainTable, column: str) -> dict[str, Fraction]:
    """Return the probability of each row, including nested rows, by counting all possible throws."""
    odds: dict[str, Fraction] = {}
    for faces in product(range(1, 7), repeat=plain.part.count):
        row_id, _ = reading(plain, Case(column), (faces,))
        odds[row_id] = odds.get(row_id, Fraction(0)) + Fraction(1, 6**plain.part.count)
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
            odds[row.id] = odds.get(row.id, Fraction(0)) + weight / 6**count
    for row in part.rows:
        if row.then and row.id in odds:
            _inner_odds(row.then, odds[row.id], odds)


def simulate(dry: Rulebook, table_id: str, column: str) -> Counter[str]:
    """Roll dice in a column, and count the rows that are reached."""
    flight: Flight[Stub] = Flight(dry, SeededDice(f"{SEED}/{table_id}/{column}"), Stub())
    return Counter(flight.roll_on(table_id, column=column).id for _ in range(ROLLS))


def distance(counted: Mapping[str, int], odds: Mapping[str, Fraction]) -> float:
    """Return the number of standard deviations by which counted rolls differ from the odds.

    This number is computed from chi-square by Wilson and Hilferty's normal approximation. Rows that are expected less
    than five times are combined. If an impossible row was reached, the result is infinite.
    """
    if any(odds.get(row, 0) == 0 for row in counted):
        return float("inf")
    rolls = sum(counted.values())
    groups: list[tuple[float, int]] = []
    rare = (0.0, 0)
    for row, chance in odds.items():
        pair = (float(chance * rolls), counted.get(row, 0))
        if pair[0] < 5:
            rare = (rare[0] + pair[0], rare[1] + pair[1])
        else:
            groups.append(pair)
    groups += [rare] if rare[0] else []
    free = len(groups) - 1
    if free < 1:
        return 0.0
    square = sum((got - expected) ** 2 / expected for expected, got in groups)
    return (float((square / free) ** (1 / 3)) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
