"""Words for a field of the state: rows keep something in it, modifiers ask it, numbers are read from it.

Their first parameter is the field, `ending.sea`, of a kind that the word can keep: `vocabulary.yaml` gives each such field
a name and a wording of its own, and says in `takes` what may be kept there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, get_type_hints

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.enums import BomberFlight
from combatbox.bomber.state import State
from combatbox.core.annotations import OneOf
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import D, vocabulary_index
from combatbox.core.roll_context import FACT, CarriedFacts

# ---- the fields


@dataclass(frozen=True)
class FieldOf(OneOf):
    """A field of the records of a state that holds this kind of value, as `record.field`. The list has no constant."""

    state: Any = State
    kind: type = str

    def words(self, constants: Any) -> tuple[str, ...]:
        """Their names, in the order of the records."""
        return tuple(name for name, kind in _fields(self.state) if kind is self.kind)


@cache
def _fields(state: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of its records, each with what it holds."""
    hints = get_type_hints(state)
    records = [each.name for each in fields(state) if is_dataclass(hints[each.name])]
    return tuple(
        (f"{record}.{name}", kind) for record in records for name, kind in get_type_hints(hints[record]).items()
    )


@cache
def _facts(state: Any) -> dict[str, str]:
    """The fields of its records that hold a fact, each with the fact."""
    hints = get_type_hints(state)
    records = [(each.name, hints[each.name]) for each in fields(state) if is_dataclass(hints[each.name])]
    return {
        f"{record}.{each.name}": each.metadata[FACT]
        for record, kind in records
        for each in fields(kind)
        if FACT in each.metadata
    }


def _keep(flight: BomberFlight, path: str, value: Any) -> None:
    record, _, name = path.partition(".")
    setattr(getattr(flight.state, record), name, value)


# ---- what rows keep


@effect("keeps", words="{value}")
def keeps(flight: BomberFlight, field: str, value: str) -> None:
    """A word is kept: the state of the sea, the time of take-off."""
    _keep(flight, field, value)


@effect("keeps_number", words="{=number}")
def keeps_number(flight: BomberFlight, field: str, number: int) -> None:
    """A number is kept, in place of the one before."""
    _keep(flight, field, number)


@effect("adds", words="{+add}")
def adds(flight: BomberFlight, field: str, add: int) -> None:
    """A number is added to the one that is kept."""
    _keep(flight, field, attrgetter(field)(flight.state) + add)


@effect("is_now", words="")
def is_now(flight: BomberFlight, field: str, so: bool = True) -> None:
    """Something is so from now on, or is not."""
    _keep(flight, field, so)


# ---- what modifiers and charts ask

Read = Callable[[Any], Any]
READ = {"field": attrgetter}
"""A condition or quantity is handed what reads the field, in place of its name."""


@condition("is", words="{value}", prepared=READ)
def is_(flight: BomberFlight, field: Read, value: str) -> bool:
    """The word that is kept is that one."""
    return bool(field(flight.state) == value)


@condition("is_so", words="", prepared=READ)
def is_so(flight: BomberFlight, field: Read) -> bool:
    """Something is so."""
    return bool(field(flight.state))


@condition("at_least", words="{=number} or more", prepared=READ)
def at_least(flight: BomberFlight, field: Read, number: int) -> bool:
    """The number that is kept is at least this."""
    return bool(field(flight.state) >= number)


@condition("between", words="{=first}–{=last}", prepared=READ)
def between(flight: BomberFlight, field: Read, first: int, last: int) -> bool:
    """The number that is kept is one of these, or between them."""
    return bool(first <= field(flight.state) <= last)


# ---- numbers


@quantity("number_of", words="", prepared=READ)
def number_of(flight: BomberFlight, field: Read, times: int = 1) -> int:
    """The number that is kept, so many times."""
    return int(field(flight.state)) * times


# ---- for the state of a game


def words_for(state: type[State], kind: type[D]) -> dict[str, D]:
    """The effects, conditions or quantities of this module, for the fields of a game's state."""

    def facts(field: str, **_: Any) -> tuple[str, ...]:
        """The fact that is kept in a field, if there is one."""
        known: Any = _facts(state)  # type: ignore[arg-type]  # a class can be hashed
        return (known[field],) if field in known else ()

    def handed(constants: BomberConstants, field: str, value: str) -> tuple[CarriedFacts, ...]:
        return tuple(CarriedFacts(facts={fact: value}) for fact in facts(field))

    def typed(held: type) -> dict[str, Any]:
        """The hint for a field that holds a kind of value."""
        return {"field": Annotated[str, FieldOf("", (), state, held)]}

    words = (
        replace(keeps, hints=typed(str), carries=handed),
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
