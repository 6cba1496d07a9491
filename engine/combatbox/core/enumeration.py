"""Exact odds of a table: every possible throw of its dice, weighted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from combatbox.core.table_views import code_of
from combatbox.core.tables import Row, Table, unique_rows

SHORT = 3_000
"""The largest denominator for which `format_chance_briefly` shows a probability exactly."""


def row_odds(table: Table, column: str = "") -> dict[str, Fraction]:
    """Return the exact probability of each row, by row id; nested rows are included.

    Args:
        table: the table to roll on.
        column: the column, for a table with columns.
    """
    odds: dict[str, Fraction] = defaultdict(Fraction)
    ways = table.notation.weights()
    for natural, number in ways.items():
        odds[table.at(natural, column).id] += Fraction(number, sum(ways.values()))
    for row in unique_rows(table.lookups[column].values()):
        if row.then and row.id in odds:
            odds |= {name: odds[row.id] * share for name, share in row_odds(row.then).items()}
    return odds


def printed_odds(table: Table, columns: Iterable[str]) -> dict[str, Fraction]:
    """Return the exact probability of each printed row, by row id, if it is the same in all of these columns.

    Nested rows are included. A chart has no columns to roll in.

    Args:
        table: the table.
        columns: the columns, of those in `lookups`.
    """
    lines = {row.id: row.line for row in table.every_row()}
    chances: dict[str, set[Fraction]] = {}
    for column in columns:
        for name, chance in row_odds(table, column).items():
            chances.setdefault(lines[name], set()).add(chance)
    return {name: max(chances[line]) for name, line in lines.items() if len(chances.get(line, ())) == 1}


def code_odds(table: Table, column: str = "") -> dict[str, Fraction]:
    """Return the probability that a roll reaches a row with an effect, by the code of the effect; nested rows included."""
    rows = {row.id: row for row in table.every_row()}
    odds: dict[str, Fraction] = defaultdict(Fraction)
    for name, chance in row_odds(table, column).items():
        for code in dict.fromkeys(rows[name].codes()):
            odds[code] += chance
    return odds


def outcome_odds(table: Table, column: str = "") -> dict[str, tuple[Row, Fraction]]:
    """Return the probability of each outcome in a column, including the outcomes of nested rows.

    Returns:
        A dict whose keys are the effect codes of the outcomes. Each value is the first row with this outcome, and the
        probability of the outcome.
    """
    outcomes: dict[str, tuple[Row, Fraction]] = {}
    rows = {row.id: row for lookup in table.lookups[column].values() for row in _leaves(lookup)}
    odds = row_odds(table, column)
    for key, row in rows.items():
        code = code_of(row.effects)
        first, chance = outcomes.get(code, (row, Fraction(0)))
        outcomes[code] = (first, chance + odds.get(key, Fraction(0)))
    return outcomes


def _leaves(row: Row) -> Iterator[Row]:
    """Yield the rows in which a roll on this row can end, after all nested dice."""
    if row.then is None:
        yield row
    else:
        for inner in row.then.rows:
            yield from _leaves(inner)


def hit_odds(table: Table) -> dict[tuple[int, ...], Fraction]:
    """Return the probability of a hit in each column of a to-hit table, in ascending order.

    Columns with the same rolls have one entry. The keys are the rolls that hit, the values are their probabilities.
    """
    hits = {row.rolls for lookup in table.lookups.values() for row in lookup.values() if row.side == "hit"}
    ways = table.notation.weights()
    total = sum(ways.values())
    chances = {rolls: Fraction(sum(ways.get(roll, 0) for roll in rolls), total) for rolls in hits}
    return dict(sorted(chances.items(), key=lambda item: item[1]))


def format_chance(chance: Fraction) -> str:
    """Format a probability: `1 in 6`, `2 in 3`, `25 in 36`; `never`, `always`.

    Example:
        >>> from fractions import Fraction
        >>> format_chance(Fraction(1, 6))
        '1 in 6'
    """
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    return f"{chance.numerator} in {chance.denominator}"


def format_chance_briefly(chance: Fraction) -> str:
    """Format a probability briefly: `1 in 162`, or rounded: `about 1 in 85`."""
    if chance in (0, 1) or chance.denominator <= SHORT:
        return format_chance(chance)
    n = 1 / chance
    return f"about 1 in {round(n) if n >= 10 else round(float(n), 1)}"
