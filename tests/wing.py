"""Helpers for T-TAB-WING of 25 and Out, which tests of tools change.

Its rows are read from the file, so that a corrected cell breaks no test. The table has two rows: one engine out, then two.
"""

from __future__ import annotations

from fractions import Fraction

from combatbox.core.enumeration import format_chance
from combatbox.core.statistics import share
from combatbox.library.load import load

_TABLE = load("twentyfive").tables["T-TAB-WING"]
_LAST = 6


def span(first: int, last: int, dash: str = "-") -> str:
    """Format rolls as in files or, with another dash, as on pages."""
    return str(first) if first == last else f"{first}{dash}{last}"


ONE, TWO = (row.id.partition("/")[2] for row in _TABLE.rows)
"""The rolls of both rows: `1-4` and `5-6`."""

FIRST = min(_TABLE.rows[1].rolls)
"""The lowest roll of the second row."""

MOVED = FIRST - 1
"""The roll that moves to the second row in `LESS` and `MORE`."""

LESS, MORE = span(1, MOVED - 1), span(MOVED, _LAST)
"""The rolls of both rows when one roll has moved to the second: `1-3` and `4-6`."""

SHORT = span(FIRST + 1, _LAST)
"""The second row without its lowest roll."""

ONE_SHOWN, TWO_SHOWN, LESS_SHOWN, MORE_SHOWN = (rolls.replace("-", "–") for rolls in (ONE, TWO, LESS, MORE))

ROLLS = list(_TABLE.rows[1].rolls)
"""The rolls of the second row, one by one."""

NOTE = _TABLE.info.notes[0]

CHANCE = Fraction(MOVED, _LAST)
ONE_CHANCE, LESS_CHANCE = format_chance(CHANCE), format_chance(CHANCE - Fraction(1, _LAST))
"""The chance of the first row as it is shown (`2 in 3`), before and after a roll has moved to the second row."""

TWO_PERCENT = share(1 - CHANCE)
