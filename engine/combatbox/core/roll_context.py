"""Facts that one roll passes to the next, for rolling without the engine.

The site's table roller has no state. The knowledge that it needs to go from table to table is declared as data. A game
names its facts (the direction of the fighter's attack, the gun that fires) and how its tables use them (the column of
B-4 depends on the position). Its effects say which facts they decide (a wound in the nose decides that the man is the
bombardier).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combatbox.core.annotations import frozen

FACT = "fact"
"""Metadata key of a field of the state: the name of the fact that the field holds."""


@frozen
class Fact:
    """A fact that one roll decides and that later rolls use.

    Attributes:
        words: the label of the fact.
        options: the text of each possible value.
        early: True if the reader may choose the fact one table before it is used; False for a fact about one man, which
            is chosen when the roll for this man is made.
    """

    name: str
    words: str
    options: Mapping[str, str]
    early: bool = True


@frozen
class DerivedFact:
    """A value that depends on another fact, such as the wing on the attacking side.

    Attributes:
        fact: the other fact.
        values: the value for each value of the other fact.
    """

    fact: str
    values: Mapping[str, str]


@frozen
class CarriedFacts:
    """The facts that a result passes to a later roll.

    Attributes:
        table: the table of the next roll; empty for a roll on any table.
        facts: the decided values, by fact.
        numbers: the values of quantities that the next table adds, by the code of the quantity.
    """

    table: str = ""
    facts: Mapping[str, str | DerivedFact] = {}
    numbers: Mapping[str, int] = {}


def decides(fact: str) -> Callable[..., CarriedFacts]:
    """Return what an effect carries (`effect`) whose only argument is the value of this fact for all later rolls."""
    return lambda _constants, **given: CarriedFacts(facts={fact: next(iter(given.values()))})


COLUMN, KEY, WHO = "column", "key", "who"
"""The properties of a table that facts can decide besides its conditions: column, row, and the man who rolls."""


@frozen
class FactLookup:
    """A property of a table that depends on facts.

    Attributes:
        of: the property: COLUMN, KEY, WHO, or the code of a condition.
        facts: the facts that decide the property.
        values: the value of the property for each possible combination of the facts' values. The key of a combination
            joins these values with `|`, in the order of `facts`.
    """

    of: str
    facts: tuple[str, ...]
    values: Mapping[str, str | bool]


@frozen
class RollContextSpec:
    """The facts of a game by name, and for each table the look-ups that use them."""

    facts: Mapping[str, Fact]
    readings: Mapping[str, tuple[FactLookup, ...]]


def identity_lookup(values: Mapping[str, Any] | tuple[str, ...]) -> dict[str, str | bool]:
    """Return a look-up that maps each value to itself, for a fact whose value is the name of the column or row."""
    return {value: value for value in values}
