"""The facts that one roll passes to the next, for the site's table roller.

Conditions that depend on facts are evaluated on a flight in which these facts hold, so that no rule is implemented
twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from combatbox.bomber.enums import BomberRulebook
from combatbox.core.roll_context import Fact, FactLookup, RollContextSpec, identity_lookup
from combatbox.core.table_views import capital
from combatbox.core.tables import Table

FlightFactory = Callable[[Any, Mapping[str, str]], Any]  # Any: book and flight of any bomber game
"""Creates a flight in which the named facts hold and everything else is as at the start of a mission."""


def build_roll_context(
    book: BomberRulebook,
    facts: Iterable[Fact],
    places: Iterable[tuple[str, FactLookup]],
    named: Iterable[tuple[str, str, str]],
    scene: FlightFactory,
) -> RollContextSpec:
    """Return a game's roll context: its facts, and how each table uses them.

    Args:
        book: the rulebook of the game.
        facts: the facts that rolls can establish.
        places: pairs of a table's id and a look-up that says how this table uses facts.
        named: the id of a table, what it needs for a roll, and the fact whose value is used for that as it is:
            `("M-3", KEY, "position")`.
        scene: a function that creates a flight in which given facts hold, to evaluate conditions.
    """
    known = {fact.name: fact for fact in facts}
    lookups: dict[str, list[FactLookup]] = {table: [] for table in book.tables}
    for name, reading in places:
        lookups[name].append(reading)
    for name, use, fact in named:
        lookups[name].append(FactLookup(use, (fact,), identity_lookup(known[fact].options)))
    for key, table in book.tables.items():
        lookups[key] += _conditions(book, known, table, scene)
    return RollContextSpec(known, {key: tuple(readings) for key, readings in lookups.items()})


def wounds_fact(book: BomberRulebook, say: Callable[[str], str]) -> Fact:
    """Return the fact for the number of a man's light wounds.

    Its values run from 0 to the number that handicaps him.
    """
    handicap: int = book.constants.light_wounds.handicap
    counts = {str(number): capital(say(str(number)) if number else "none") for number in range(handicap + 1)}
    return Fact("light", "His light wounds", counts, early=False)


def _conditions(
    book: BomberRulebook, facts: Mapping[str, Fact], table: Table, scene: FlightFactory
) -> list[FactLookup]:
    """Return look-ups for the conditions of a table that are fully decided by facts."""
    conditions = {condition.code: condition for condition in table.asks()}
    lookups = []
    for code, condition in conditions.items():
        names = condition.fact_condition()
        if names and all(name in facts for name in names):
            choices = product(*(facts[name].options for name in names))
            values = {
                "|".join(chosen): condition.holds(scene(book, dict(zip(names, chosen, strict=True))))
                for chosen in choices
            }
            lookups.append(FactLookup(code, names, values))
    return lookups
