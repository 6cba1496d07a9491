"""Exact odds: the engine is flown with every way the dice can fall, each weighed with a Fraction."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from combatbox.core.dice import Dice, DiceExhausted, PrefixDice, all_throws
from combatbox.core.table_views import code_of
from combatbox.core.tables import Row, Table

T = TypeVar("T", bound=Hashable)

SHORT = 3_000
"""The largest denominator that a reader is shown."""


def distribution(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """Every result of `run` with its exact probability; they sum to 1.

    run: is called again and again with dice that hold a prefix of throws; where it asks for more, the
    enumeration branches into every way those dice can fall. It must depend on its dice alone.
    """
    found: dict[T, Fraction] = {}
    open_prefixes: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while open_prefixes:
        prefix, weight = open_prefixes.pop()
        try:
            result = run(PrefixDice(prefix))
        except DiceExhausted as need:
            share = weight / 6**need.count
            open_prefixes += [((*prefix, throw), share) for throw in all_throws(need.count)]
        else:
            found[result] = found.get(result, Fraction(0)) + weight
    return found


def row_odds(table: Table, column: str = "", count: int = 0, add: int = 0) -> dict[str, Fraction]:
    """The chance that each row of a table is reached, nested rows included, by row id.

    column: for a table with columns. count: how many dice are added up, when not as the notation says.
    add: a modifier of the natural roll.
    """
    found: dict[str, Fraction] = {}
    _add_rows(table, column, count, add, Fraction(1), found)
    return found


def _add_rows(table: Table, column: str, count: int, add: int, weight: Fraction, found: dict[str, Fraction]) -> None:
    ways = table.notation.weights(count or None)
    whole = sum(ways.values())
    for natural, number in ways.items():
        row = table.at(natural + add, column)
        share = weight * number / whole
        found[row.id] = found.get(row.id, Fraction(0)) + share
    for row in {r.id: r for r in table.lookups[column].values()}.values():
        if row.then and row.id in found:
            _add_rows(row.then, "", 0, 0, found[row.id], found)


def code_odds(table: Table, code: str, column: str = "") -> Fraction:
    """The chance that a roll on a table gives this effect code, in a row or in a nested one."""
    odds = row_odds(table, column)
    rows = {row.id: row for row in table.lookups[column].values()}
    for parent in list(rows.values()):
        if parent.then:
            rows.update({row.id: row for row in parent.then.walk()})
    return sum(
        (odds[key] for key, row in rows.items() if key in odds and any(e.code == code for e in row.effects)),
        Fraction(0),
    )


def outcome_odds(table: Table, column: str = "") -> dict[str, tuple[Row, Fraction]]:
    """The chance of each outcome of a column, nested rows included: a row that has it, by its codes."""
    found: dict[str, tuple[Row, Fraction]] = {}
    rows = {row.id: row for lookup in table.lookups[column].values() for row in _leaves(lookup)}
    odds = row_odds(table, column)
    for key, row in rows.items():
        code = code_of(row.effects)
        first, chance = found.get(code, (row, Fraction(0)))
        found[code] = (first, chance + odds.get(key, Fraction(0)))
    return found


def _leaves(row: Row) -> Iterator[Row]:
    """The rows in which a row ends, by its second dice."""
    if row.then is None:
        yield row
    else:
        for inner in row.then.rows:
            yield from _leaves(inner)


def hit_odds(table: Table) -> dict[tuple[int, ...], Fraction]:
    """The chance of a hit for each set of hitting rolls in a to-hit table, by the rolls; most of them last."""
    hits = {row.rolls for lookup in table.lookups.values() for row in lookup.values() if row.side == "hit"}
    ways = table.notation.weights()
    whole = sum(ways.values())
    chances = {rolls: Fraction(sum(ways.get(roll, 0) for roll in rolls), whole) for rolls in hits}
    return dict(sorted(chances.items(), key=lambda item: item[1]))


def in_words(chance: Fraction) -> str:
    """A chance as players say it: `1 in 6`, `2 in 3`, `25 in 36`; `never`, `always`."""
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    return f"{chance.numerator} in {chance.denominator}"


def nearly(chance: Fraction) -> str:
    """A chance in words, exact while its numbers are short: `1 in 162`, `2 in 27`, `about 1 in 85`."""
    if chance in (0, 1) or chance.denominator <= SHORT:
        return in_words(chance)
    n = 1 / chance
    return f"about 1 in {round(n) if n >= 10 else round(float(n), 1)}"


def percent(chance: Fraction | float) -> str:
    """A chance in per cent with one decimal: `16.7%`."""
    return f"{float(chance) * 100:.1f}%"


def check_sum(odds: Mapping[Hashable, Fraction]) -> bool:
    """Whether probabilities sum to exactly 1."""
    return sum(odds.values(), Fraction(0)) == 1
