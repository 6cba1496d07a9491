"""Words for a field of the state: rows keep something in it, modifiers ask it, numbers are read from it.

Their first parameter is the field, `ending.sea`, of a kind that the word can keep: `vocabulary.yaml` gives each such field
a name and a wording of its own, and says in `takes` what may be kept there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, make_dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from combatbox.bomber.state import State
from combatbox.bomber.terms import BomberFlight
from combatbox.core.declared import Listed
from combatbox.core.effects import Coded, Condition, Effect, Quantity, Say
from combatbox.core.handing import FACT, Handed
from combatbox.core.records import dataclass
from combatbox.core.wording import signed

C = TypeVar("C", bound=Coded)


# ---- the fields


@dataclass(frozen=True, slots=True)
class FieldOf(Listed):
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


def words_for(state: type[State], *bases: type[C]) -> Iterator[type[C]]:
    """These words for a game with that state: they take its fields, each word those that hold what it can keep."""
    for base in bases:
        of_state = Annotated[str, FieldOf("", (), state, base.kind)]
        about = {"__doc__": base.__doc__}  # without it, dataclass writes the signature there
        added = [("field", of_state)]
        made = make_dataclass(base.__name__, added, bases=(base,), namespace=about, frozen=True, slots=True)
        made.__module__, made.state = __name__, state  # type: ignore[attr-defined]  # of the words below
        yield made


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


def _kept(flight: BomberFlight, path: str) -> Any:
    return _reader(path)(flight.state)


_reader = cache(attrgetter)
"""Reads a field, made once for each."""


# ---- what rows keep


@dataclass(frozen=True, slots=True)
class Keeps(Effect):
    """A word is kept: the state of the sea, the time of take-off."""

    name: ClassVar[str] = "keeps"
    kind: ClassVar[type] = str
    state: ClassVar[Any] = State
    field: str
    value: str

    def words(self, say: Say) -> str:
        return say(self.value)

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        fact = _facts(self.state).get(self.field)
        return (Handed(facts={fact: self.value}),) if fact else ()

    def apply(self, flight: BomberFlight) -> None:
        _keep(flight, self.field, self.value)


@dataclass(frozen=True, slots=True)
class KeepsNumber(Effect):
    """A number is kept, in place of the one before."""

    name: ClassVar[str] = "keeps_number"
    kind: ClassVar[type] = int
    field: str
    number: int

    def words(self, say: Say) -> str:
        return str(self.number)

    def apply(self, flight: BomberFlight) -> None:
        _keep(flight, self.field, self.number)


@dataclass(frozen=True, slots=True)
class Adds(Effect):
    """A number is added to the one that is kept."""

    name: ClassVar[str] = "adds"
    kind: ClassVar[type] = int
    field: str
    add: int

    def words(self, say: Say) -> str:
        return signed(self.add)

    def apply(self, flight: BomberFlight) -> None:
        _keep(flight, self.field, _kept(flight, self.field) + self.add)


@dataclass(frozen=True, slots=True)
class IsNow(Effect):
    """Something is so from now on, or is not."""

    name: ClassVar[str] = "is_now"
    kind: ClassVar[type] = bool
    field: str
    so: bool = True

    def words(self, say: Say) -> str:
        return ""

    def apply(self, flight: BomberFlight) -> None:
        _keep(flight, self.field, self.so)


# ---- what modifiers and charts ask


Test = Callable[[BomberFlight], bool]


@dataclass(frozen=True, slots=True)
class Is(Condition):
    """The word that is kept is that one."""

    name: ClassVar[str] = "is"
    kind: ClassVar[type] = str
    state: ClassVar[Any] = State
    field: str
    value: str

    def words(self, say: Say) -> str:
        return say(self.value)

    def of_facts(self) -> tuple[str, ...]:
        fact = _facts(self.state).get(self.field)
        return (fact,) if fact else ()

    def holds(self, flight: BomberFlight) -> bool:
        return bool(_kept(flight, self.field) == self.value)

    def test(self) -> Test:
        kept, value = attrgetter(self.field), self.value
        return lambda flight: kept(flight.state) == value


@dataclass(frozen=True, slots=True)
class IsSo(Condition):
    """Something is so."""

    name: ClassVar[str] = "is_so"
    kind: ClassVar[type] = bool
    field: str

    def words(self, say: Say) -> str:
        return ""

    def holds(self, flight: BomberFlight) -> bool:
        return bool(_kept(flight, self.field))

    def test(self) -> Test:
        kept = attrgetter(self.field)
        return lambda flight: kept(flight.state)


@dataclass(frozen=True, slots=True)
class AtLeast(Condition):
    """The number that is kept is at least this."""

    name: ClassVar[str] = "at_least"
    kind: ClassVar[type] = int
    field: str
    number: int

    def words(self, say: Say) -> str:
        return f"{self.number} or more"

    def holds(self, flight: BomberFlight) -> bool:
        return bool(_kept(flight, self.field) >= self.number)


@dataclass(frozen=True, slots=True)
class Between(Condition):
    """The number that is kept is one of these, or between them."""

    name: ClassVar[str] = "between"
    kind: ClassVar[type] = int
    field: str
    first: int
    last: int

    def words(self, say: Say) -> str:
        return f"{self.first}–{self.last}"

    def holds(self, flight: BomberFlight) -> bool:
        return bool(self.first <= _kept(flight, self.field) <= self.last)


# ---- numbers


@dataclass(frozen=True, slots=True)
class NumberOf(Quantity):
    """The number that is kept, so many times."""

    name: ClassVar[str] = "number_of"
    kind: ClassVar[type] = int
    field: str
    times: int = 1

    def words(self, say: Say) -> str:
        return ""

    def amount(self, flight: BomberFlight) -> int:
        return int(_kept(flight, self.field)) * self.times


EFFECTS = (Keeps, KeepsNumber, Adds, IsNow)
CONDITIONS = (Is, IsSo, AtLeast, Between)
QUANTITIES = (NumberOf,)
