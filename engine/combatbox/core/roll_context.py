"""Facts that one roll passes to the next, for rolling without the engine.

The site's table roller has no state. The knowledge that it needs to go from table to table is declared as data: a game
names its facts (the direction of the fighter's attack, the gun that fires) and says how its tables use them (the column
of B-4 depends on the position); its effects say which facts they decide (a wound in the nose: the bombardier).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FACT = "fact"
"""Metadata key of a field of the state: the name of the fact that the field holds."""


@dataclass(frozen=True)
class Fact:
    """A fact that one roll decides and that later rolls use.

    Attributes:
        words: the label of the fact.
        options: the text of each possible value.
        early: True if the reader can choose the fact already at the table before the one that uses it; False for a fact
            about one man, which is chosen when he rolls.
    """

    name: str
    words: str
    options: Mapping[str, str]
    early: bool = True


@dataclass(frozen=True)
class DerivedFact:
    """A value that depends on another fact, such as the wing on the attacking side.

    Attributes:
        fact: the other fact.
        values: the value for each value of the other fact.
    """

    fact: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class CarriedFacts:
    """The facts that a result passes to a roll that follows.

    Attributes:
        table: the table of the next roll; empty for a roll on any table.
        facts: the decided values, by fact.
        numbers: the values of quantities that the next table adds, by the code of the quantity.
    """

    table: str = ""
    facts: Mapping[str, str | DerivedFact] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)


COLUMN, KEY, WHO = "column", "key", "who"
"""The properties of a table that facts can decide besides its conditions: column, row, and the man who rolls."""


@dataclass(frozen=True)
class FactLookup:
    """A property of a table that facts decide.

    Attributes:
        of: COLUMN, KEY, WHO, or the code of a condition.
        facts: the facts that decide the property.
        values: the results by the values of the facts, which are joined by `|` in the order of `facts`; a missing
            combination is impossible.
    """

    of: str
    facts: tuple[str, ...]
    values: Mapping[str, str | bool]


@dataclass(frozen=True)
class RollContextSpec:
    """The facts of a game, and the look-ups that use them in each table."""

    facts: Mapping[str, Fact]
    readings: Mapping[str, tuple[FactLookup, ...]]


def identity_lookup(values: Mapping[str, Any] | tuple[str, ...]) -> dict[str, str | bool]:
    """Return look-up values for a fact whose value is itself the column or the row."""
    return {value: value for value in values}
