"""What one roll tells the next: the facts that the dice so far decide, for whoever rolls without an engine.

The site's roller has no state. What it must know to go from table to table is said here as data: a game names its
facts (where the fighter attacks from, which gun fires), how its tables read them (the column of B-4 by the position),
and its effects say which of them they decide (a wound in the nose: the bombardier).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from combatbox.core.tables import Rulebook


FACT = "fact"
"""In the metadata of a field of a state: the name of the fact that is kept there."""


@dataclass(frozen=True)
class Fact:
    """Something that stays decided from roll to roll. words: what to call it; options: what it can be, in words.

    early: whether it can be said on the table before the one that reads it; what is one man's own is asked when he rolls.
    """

    name: str
    words: str
    options: Mapping[str, str]
    early: bool = True


@dataclass(frozen=True)
class DerivedFact:
    """A value that another fact decides: the wing on the attacking side, by the position of the fighter."""

    fact: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class CarriedFacts:
    """What a result hands to a roll that it leads to; without a table, to whatever is rolled next.

    facts: by name, what is decided. numbers: by the code of a quantity that the next table adds.
    """

    table: str = ""
    facts: Mapping[str, str | DerivedFact] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)


COLUMN, KEY, WHO = "column", "key", "who"
"""What a table can read off facts, beside the conditions that it asks: its column, its row, for whom it is rolled."""


@dataclass(frozen=True)
class FactLookup:
    """Something that facts decide for a table. of: COLUMN, KEY, WHO, or the code of a condition.

    values: by the values of the facts, in their order, joined by `|`; what is not there cannot be.
    """

    of: str
    facts: tuple[str, ...]
    values: Mapping[str, str | bool]


@dataclass(frozen=True)
class RollContextSpec:
    """How a game hands on what was rolled: its facts, and what each table reads off them."""

    facts: Mapping[str, Fact]
    readings: Mapping[str, tuple[FactLookup, ...]]


RollContextFactory = Callable[["Rulebook", Callable[[str], str]], RollContextSpec]
"""Made by a game from its rulebook; the second is its way of saying words of the data."""


def identity_lookup(values: Mapping[str, Any] | tuple[str, ...]) -> dict[str, str | bool]:
    """A reading in which the fact is the column or the row itself."""
    return {value: value for value in values}
