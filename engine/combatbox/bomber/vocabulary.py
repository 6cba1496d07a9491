"""The vocabulary of any bomber, indexed by name, and the keys that shared code looks up in tables.

Terms for single fields of the state are declared here: effects set such a field; conditions and quantities read it.
Their first parameter is the field, such as `ending.sea`. `vocabulary.yaml` gives each such field a name and a wording,
and lists the permitted values in `takes`. A game with its own state class adds the result of `words_for` for this class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, get_type_hints

from combatbox.bomber import conditions
from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.effects import battle, crew, damage, mission
from combatbox.bomber.enums import WINGS, BomberFlight
from combatbox.bomber.state import State
from combatbox.core.annotations import OneOf, frozen
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import D, declared_in, vocabulary_index
from combatbox.core.roll_context import FACT, CarriedFacts
from combatbox.core.tables import Keys, unique

# ---- the fields


@frozen
class FieldOf(OneOf):
    """Annotation for the name of a state's field, `record.field`, whose values are of one type.

    Attributes:
        state: the state class.
        kind: the type of the field's value.
    """

    state: Any = State  # a state class; mypy takes a dataclass for unhashable
    kind: type = str

    def words(self, constants: Mapping[str, Any]) -> tuple[str, ...]:  # game.yaml before it is checked
        """Return the names of the fields, in the order of the records."""
        return tuple(name for name, kind in _fields(self.state) if kind is self.kind)


@cache
def _fields(state: Any) -> tuple[tuple[str, Any], ...]:  # type hints are Any to mypy
    """Return the fields of a state's records as `record.field`, each with its type."""
    return tuple(
        (f"{record}.{name}", hint) for record, kind in _records(state) for name, hint in get_type_hints(kind).items()
    )


def _records(state: Any) -> list[tuple[str, Any]]:  # a state class, as for _fields
    """Return the records of a state, each with its class."""
    hints = get_type_hints(state)
    return [(each.name, hints[each.name]) for each in fields(state) if is_dataclass(hints[each.name])]


@cache
def _facts(state: Any) -> dict[str, str]:  # a state class, as for _fields
    """Return the name of the fact for each field `record.field` that declares one."""
    return {
        f"{record}.{each.name}": each.metadata[FACT]
        for record, kind in _records(state)
        for each in fields(kind)
        if FACT in each.metadata
    }


def _set_field(flight: BomberFlight, path: str, value: object) -> None:
    record, _, name = path.partition(".")
    setattr(getattr(flight.state, record), name, value)


# ---- effects


@effect("keeps", words="{value}")
def keeps(flight: BomberFlight, field: str, value: str) -> None:
    """Set a field to a term of the vocabulary, such as a state of the sea or a time of take-off."""
    _set_field(flight, field, value)


@effect("keeps_number", words="{=number}")
def keeps_number(flight: BomberFlight, field: str, number: int) -> None:
    """Set a field to a number."""
    _set_field(flight, field, number)


@effect("adds", words="{+add}")
def adds(flight: BomberFlight, field: str, add: int) -> None:
    """Add a number to a field."""
    _set_field(flight, field, attrgetter(field)(flight.state) + add)


@effect("is_now", words="")
def is_now(flight: BomberFlight, field: str, so: bool = True) -> None:
    """Set a field to true or to false."""
    _set_field(flight, field, so)


# ---- conditions

FieldGetter = Callable[[Any], Any]  # a field of any type, from any state
GETTER = {"field": attrgetter}
"""Makes conditions and quantities receive a function that reads the field, instead of its name."""


@condition("is", words="{value}", prepared=GETTER)
def is_(flight: BomberFlight, field: FieldGetter, value: str) -> bool:
    """Return True if the field has this value."""
    return bool(field(flight.state) == value)


@condition("is_so", words="", prepared=GETTER)
def is_so(flight: BomberFlight, field: FieldGetter) -> bool:
    """Return True if the field is true."""
    return bool(field(flight.state))


@condition("at_least", words="{=number} or more", prepared=GETTER)
def at_least(flight: BomberFlight, field: FieldGetter, number: int) -> bool:
    """Return True if the field's number is at least this number."""
    return bool(field(flight.state) >= number)


@condition("between", words="{=first}–{=last}", prepared=GETTER)
def between(flight: BomberFlight, field: FieldGetter, first: int, last: int) -> bool:
    """Return True if the field's number is in a range that includes both ends."""
    return bool(first <= field(flight.state) <= last)


# ---- quantities


@quantity("number_of", words="", prepared=GETTER)
def number_of(flight: BomberFlight, field: FieldGetter, times: int = 1) -> int:
    """Return the field's number, multiplied by a factor."""
    return int(field(flight.state)) * times


# ---- the vocabulary of one state class


def words_for(state: type[State], kind: type[D]) -> dict[str, D]:
    """Return the effects, conditions or quantities of this module, adapted to one state class.

    Args:
        state: the state class of the game.
        kind: `effect`, `condition` or `quantity`.

    Returns:
        The vocabulary, indexed by name.
    """

    def facts(field: str, **_: object) -> tuple[str, ...]:
        """Return the name of a field's fact, if the field declares one."""
        known: dict[str, str] = _facts(state)  # type: ignore[arg-type]  # a class can be hashed
        return (known[field],) if field in known else ()

    def carried(constants: BomberConstants, field: str, value: str) -> tuple[CarriedFacts, ...]:
        return tuple(CarriedFacts(facts={fact: value}) for fact in facts(field))

    def typed(value_type: type) -> dict[str, Any]:  # type hints are Any to mypy
        """Return the type hint for fields with this type of value."""
        return {"field": Annotated[str, FieldOf("", (), state, value_type)]}

    words = (
        replace(keeps, hints=typed(str), carries=carried),
        replace(keeps_number, hints=typed(int)),
        replace(adds, hints=typed(int)),
        replace(is_now, hints=typed(bool)),
        replace(is_, hints=typed(str), fact_condition=facts),
        replace(is_so, hints=typed(bool)),
        replace(at_least, hints=typed(int)),
        replace(between, hints=typed(int)),
        replace(number_of, hints=typed(int)),
    )
    return vocabulary_index(*(word for word in words if isinstance(word, kind)))


# ---- all terms

EFFECTS: dict[str, effect] = {
    **declared_in(effect, damage, crew, battle, mission),
    **words_for(State, effect),
}
CONDITIONS: dict[str, condition] = {
    **declared_in(condition, conditions),
    **words_for(State, condition),
}
QUANTITIES: dict[str, quantity] = {
    **declared_in(quantity, conditions),
    **words_for(State, quantity),
}


# ---- keys

RATED = tuple(str(per_cent) for per_cent in range(101))
"""The percentages of bombs on target for which a chart must have a rating."""


def shared_keys(const: BomberConstants) -> Iterator[Keys]:
    """Yield the keys that the code shared by all bomber games looks up."""
    positions = const.positions.values()
    yield Keys("attack.shells", unique(facts.shells for facts in positions), kind="column")
    yield Keys("attack.areas", unique(facts.areas for facts in positions), kind="column")
    yield Keys("guns.markers", ("fca+fca", "fboa+fboa", "fca+fboa"))
    yield Keys("flak.to_hit", tuple(flak for flak in const.flaks if flak != "none"), kind="column")
    yield Keys("flak.burst", (*const.compartments, *WINGS))
    yield Keys("records.survival", tuple(str(count) for count in range(1, const.missions + 1)), None)
    yield Keys("records.bombing", RATED, None)
    yield Keys("debriefing.bombing", RATED, None)
