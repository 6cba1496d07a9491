"""A dataclass of ours is to everyone what Python's own is."""

from __future__ import annotations

import dataclasses
import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from combatbox.core import records


def _classes(dataclass: Any) -> SimpleNamespace:
    """Classes of each way in which ours are made, by a decorator."""

    @dataclass(frozen=True, slots=True)
    class Word:
        """A word."""

        name: ClassVar[str] = ""

        def says(self) -> str:
            return self.name

    @dataclass(frozen=True, slots=True)
    class Alone(Word):
        """A word without parameters."""

        name: ClassVar[str] = "alone"

    @dataclass(frozen=True, slots=True)
    class With(Word):
        """A word with parameters, one of which is not compared and not told."""

        name: ClassVar[str] = "with"
        first: int
        others: tuple[Any, ...] = ()
        kept: list[int] = field(default_factory=list, compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Further(With):
        """One that says more of the same parameters."""

        name: ClassVar[str] = "further"

    @dataclass(slots=True)
    class State:
        """What changes."""

        one: int = 1
        inner: Any = None

    @dataclass(frozen=True)
    class Loose:
        """One without slots, that says itself when two are alike."""

        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loose)

        def __hash__(self) -> int:
            return 7

    @dataclass
    class Bare:
        number: int

    @dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        number: int

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named(Word):
        number: int
        made: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.number + 1)

    return SimpleNamespace(**{name: value for name, value in locals().items() if isinstance(value, type)})


OURS, PYTHONS = _classes(records.dataclass), _classes(dataclasses.dataclass)


def _things(kinds: SimpleNamespace) -> list[Any]:
    return [
        kinds.Word(), kinds.Alone(), kinds.Alone(), kinds.With(1), kinds.With(1, (2,)), kinds.With(1, (2,), [3]), kinds.Further(1),
        kinds.Further(1), kinds.State(), kinds.State(2, kinds.Alone()), kinds.State(), kinds.Loose(1), kinds.Loose(2), kinds.Bare(1),
        kinds.Bare(1), kinds.Ordered(1), kinds.Ordered(2), kinds.Named(number=1), kinds.Named(number=1),
    ]  # fmt: skip


def _hashed(thing: Any) -> int | None:
    return hash(thing) if type(thing).__hash__ else None


@pytest.mark.parametrize(
    "tell",
    [
        repr,
        _hashed,
        asdict,
        is_dataclass,
        lambda thing: [one.name for one in fields(thing)],
        lambda thing: type(thing).__match_args__,
        lambda thing: type(thing).__doc__,
        lambda thing: hasattr(thing, "__dict__"),
        lambda thing: replace(thing) == thing and deepcopy(thing) == thing,
    ],
)
def test_it_tells_of_itself_what_pythons_own_would(tell: Any):
    told = [[tell(thing) for thing in _things(kinds)] for kinds in (OURS, PYTHONS)]
    assert told[0] == told[1]


def test_two_are_alike_where_those_of_pythons_own_would_be():
    alike = [[one == other for one in _things(kinds) for other in _things(kinds)] for kinds in (OURS, PYTHONS)]
    assert alike[0] == alike[1]
    assert any(alike[0])


def test_one_that_holds_itself_can_be_told():
    told = []
    for kinds in (OURS, PYTHONS):
        state = kinds.State()
        state.inner = state
        told.append(repr(state))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["Alone", "With", "Further", "Loose", "Ordered"])
def test_a_frozen_one_stays_as_it_is(name: str):
    thing = next(thing for thing in _things(OURS) if type(thing).__name__ == name)
    with pytest.raises(
        (FrozenInstanceError, TypeError)
    ):  # a TypeError is what Python's own gives for a name that is no field
        thing.first = 2


@records.dataclass(frozen=True, slots=True)
class Sent:
    number: int


def test_it_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(Sent(3))) == Sent(3)
