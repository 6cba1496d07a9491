"""Facts that one roll passes to the next, for rolling tables without the engine.

The site's table roller has no state. The knowledge it needs to go from table to table is declared here as data: a game names
its facts (where the fighter attacks from, which gun fires), how its tables use them (the column of B-4 by the position),
and its effects say which of them they decide (a wound in the nose: the bombardier).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FACT = "fact"
"""Key in the metadata of a state's field: the name of the fact that the field holds."""


@dataclass(frozen=True)
class Fact:
    """A fact that stays decided from roll to roll.

    Attributes:
        words: its label.
        options: its possible values, in words.
        early: it can be chosen on the table before the one that uses it; a fact about one man is chosen when he rolls.
    """

    name: str
    words: str
    options: Mapping[str, str]
    early: bool = True


@dataclass(frozen=True)
class DerivedFact:
    """A value that another fact decides: the wing on the attacking side."""

    fact: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class CarriedFacts:
    """The facts that a result passes to a roll that it leads to.

    Attributes:
        table: the table of that roll; empty for whatever is rolled next.
        facts: the decided values, by fact.
        numbers: numbers by the code of a quantity that the next table adds.
    """

    table: str = ""
    facts: Mapping[str, str | DerivedFact] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)


COLUMN, KEY, WHO = "column", "key", "who"
"""What facts can decide for a table beside its conditions: its column, its row, for whom it is rolled."""


@dataclass(frozen=True)
class FactLookup:
    """A property of a table that facts decide.

    Attributes:
        of: COLUMN, KEY, WHO, or the code of a condition.
        facts: the facts that decide it.
        values: the results, by the values of the facts in their order, joined by `|`; a missing combination is impossible.
    """

    of: str
    facts: tuple[str, ...]
    values: Mapping[str, str | bool]


@dataclass(frozen=True)
class RollContextSpec:
    """A game's facts, and the look-ups of each table."""

    facts: Mapping[str, Fact]
    readings: Mapping[str, tuple[FactLookup, ...]]


def identity_lookup(values: Mapping[str, Any] | tuple[str, ...]) -> dict[str, str | bool]:
    """Return look-up values for a fact that is the column or the row itself."""
    return {value: value for value in values}
