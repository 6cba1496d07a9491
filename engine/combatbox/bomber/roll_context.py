"""What a bomber's rolls tell the next, for the roller of the site: what its game says of facts and places, made whole.

A condition that facts decide is asked of a flight in which they hold, so that nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from combatbox.bomber.enums import BomberRulebook
from combatbox.core.roll_context import Fact, FactLookup, RollContextSpec
from combatbox.core.table_views import capital
from combatbox.core.tables import Table

Scene = Callable[[Any, Mapping[str, str]], Any]
"""A flight in which facts hold, by their names; what they leave open is as it is at the start."""


def handing_of(
    book: BomberRulebook, facts: Iterable[Fact], places: Iterable[tuple[str, FactLookup]], scene: Scene
) -> RollContextSpec:
    """The facts of a game, and what each of its tables reads off them: `places` by table, and its conditions."""
    known = {fact.name: fact for fact in facts}
    found: dict[str, list[FactLookup]] = {table: [] for table in book.tables}
    for name, reading in places:
        found[name].append(reading)
    for key, table in book.tables.items():
        found[key] += _conditions(book, known, table, scene)
    return RollContextSpec(known, {key: tuple(readings) for key, readings in found.items()})


def light_wounds(book: BomberRulebook, say: Callable[[str], str]) -> Fact:
    """How many light wounds a man has who rolls: none, or as many as handicap him; more are a serious one."""
    most: int = book.constants.light_wounds.handicap
    counts = {str(number): capital(say(str(number)) if number else "none") for number in range(most + 1)}
    return Fact("light", "His light wounds", counts, early=False)


def _conditions(book: BomberRulebook, facts: Mapping[str, Fact], table: Table, scene: Scene) -> list[FactLookup]:
    """The conditions of a table that facts of this game decide, each asked for every value of them."""
    asked = {condition.code: condition for condition in table.asks()}
    found = []
    for code, condition in asked.items():
        names = condition.fact_condition()
        if names and all(name in facts for name in names):
            choices = product(*(facts[name].options for name in names))
            values = {
                "|".join(chosen): condition.holds(scene(book, dict(zip(names, chosen, strict=True))))
                for chosen in choices
            }
            found.append(FactLookup(code, names, values))
    return found
