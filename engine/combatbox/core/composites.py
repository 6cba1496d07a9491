"""Words that data makes: an effect, a condition or a quantity under a name and in a wording of the game's own.

Code knows the kinds of thing that can be done (`a part is out`), data names the things (`norden_sight_out`, `Norden sight
out`). What is called so is made of others, which do the work; it brings name, parameters and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from combatbox.core.effects import Condition, Effect, Quantity, VocabularyTerm, WordFormatter
from combatbox.core.phrases import Phrase
from combatbox.core.roll_context import CarriedFacts


@dataclass(frozen=True)
class CompositeWording:
    """What something is called by data: its words, and the parameters that it takes itself. short: those for `brief`."""

    own: tuple[str, ...] = ()
    phrase: Phrase | None = None
    short: Phrase | None = None

    def parameters(self, parts: tuple[VocabularyTerm, ...]) -> Mapping[str, Any]:
        """Its own parameters, read off the parts that it was made of with them."""
        return {name: next(value for part in parts if (value := _has(part, name)) is not _NONE) for name in self.own}

    def said(self, say: WordFormatter, parts: tuple[VocabularyTerm, ...], joint: str) -> str:
        """Its words; without any those of its parts."""
        if self.phrase is None:
            return joint.join(text for part in parts if (text := part.words(say)))
        return self.phrase.said(say, self.parameters(parts))

    def briefly(self, say: WordFormatter, parts: tuple[VocabularyTerm, ...], joint: str) -> str:
        """Its short words, or else all of them."""
        if self.short is not None:
            return self.short.said(say, self.parameters(parts))
        if self.phrase is None:
            return joint.join(text for part in parts if (text := part.short_words(say)))
        return self.said(say, parts, joint)


_NONE = object()


def _has(part: VocabularyTerm, name: str) -> Any:
    """The argument for a parameter of a part, or of what that is made of."""
    return next((piece[name] for piece in part.components() if name in piece.arguments), _NONE)


@dataclass(frozen=True, kw_only=True)
class CompositeEffect(Effect):
    """Effects done one after the other under one name. last: no table is used after it, whatever they say."""

    name: str
    wording: CompositeWording
    does: tuple[Effect, ...]
    last: bool = False

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its parts
        return self.wording.parameters(self.does)

    def words(self, say: WordFormatter) -> str:
        return self.wording.said(say, self.does, "; ")

    def short_words(self, say: WordFormatter) -> str:
        return self.wording.briefly(say, self.does, "; ")

    def components(self) -> tuple[VocabularyTerm, ...]:
        return tuple(piece for effect in self.does for piece in effect.components())

    def apply(self, flight: Any) -> None:
        for effect in self.does:
            effect.apply(flight)

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        return replace(self, does=tuple(effect.adjusted(times, add, least) for effect in self.does))

    def names_area(self) -> bool:
        return any(effect.names_area() for effect in self.does)

    def leads_to(self) -> tuple[str, ...]:
        return tuple(table for effect in self.does for table in effect.leads_to())

    def stops_sequence(self) -> bool:
        return self.last or all(effect.stops_sequence() for effect in self.does)

    def next_tables(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(table for effect in self.does for table in effect.next_tables(constants))

    def carries(self, constants: Mapping[str, Any]) -> tuple[CarriedFacts, ...]:
        return tuple(handed for effect in self.does for handed in effect.carries(constants))

    def suppresses(self) -> Mapping[str, str]:
        return {fact: value for effect in self.does for fact, value in effect.suppresses().items()}


Ways = tuple[tuple[Condition, ...], ...]
"""Ways for something to be so: each a set of conditions that hold together."""

Test = Callable[[Any], bool]


@dataclass(frozen=True, kw_only=True)
class CompositeCondition(Condition):
    """Conditions asked under one name: `every` one holds, `some` way is so (if there are any), `none` of these is."""

    name: str
    wording: CompositeWording
    every: tuple[Condition, ...] = ()
    some: Ways = ()
    none: Ways = ()
    holds: Test = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make one test of all conditions, for every roll to ask."""
        asks = [one.holds for one in self.every]
        if self.some:
            asks.append(_either(self.some))
        if self.none:
            asks.append(_not(_either(self.none)))
        object.__setattr__(self, "holds", _together(asks))

    def parts(self) -> tuple[Condition, ...]:
        """All conditions that it asks."""
        return (*self.every, *(one for way in (*self.some, *self.none) for one in way))

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its parts
        return self.wording.parameters(self.parts())

    def words(self, say: WordFormatter) -> str:
        return self.wording.said(say, self.parts(), ", ")

    def short_words(self, say: WordFormatter) -> str:
        return self.wording.briefly(say, self.parts(), ", ")

    def components(self) -> tuple[VocabularyTerm, ...]:
        return tuple(piece for part in self.parts() for piece in part.components())

    def _alone(self) -> Condition | None:
        """The one condition that it asks, where it asks that and nothing else."""
        return self.every[0] if len(self.every) == 1 and not self.some and not self.none else None

    def roll_condition(self) -> Mapping[str, int]:
        alone = self._alone()
        return alone.roll_condition() if alone else {}

    def fact_condition(self) -> tuple[str, ...]:
        parts = self.parts()
        if not all(part.fact_condition() or part.ruling_condition() for part in parts):
            return ()
        return tuple(dict.fromkeys(fact for part in parts for fact in part.fact_condition()))

    def ruling_condition(self) -> tuple[str, str] | None:
        alone = self._alone()
        return alone.ruling_condition() if alone else None

    def requires_ruling(self) -> tuple[str, str] | None:
        return next((needed for part in self.every if (needed := part.requires_ruling())), None)


def _together(tests: Sequence[Test]) -> Test:
    """One test that says whether all of these hold."""
    return reduce(_both, tests) if tests else lambda _: True


def _either(ways: Ways) -> Test:
    """One test that says whether all conditions of one of these ways hold."""
    return reduce(_one_of, [_together([one.holds for one in way]) for way in ways])


def _both(one: Test, other: Test) -> Test:
    return lambda flight: one(flight) and other(flight)


def _one_of(one: Test, other: Test) -> Test:
    return lambda flight: one(flight) or other(flight)


def _not(test: Test) -> Test:
    """The test that says that another does not hold."""
    return lambda flight: not test(flight)


@dataclass(frozen=True, kw_only=True)
class CompositeQuantity(Quantity):
    """A quantity under a name of the game's own."""

    name: str
    wording: CompositeWording
    counts: Quantity

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its part
        return self.wording.parameters((self.counts,))

    def words(self, say: WordFormatter) -> str:
        return self.wording.said(say, (self.counts,), "")

    def short_words(self, say: WordFormatter) -> str:
        return self.wording.briefly(say, (self.counts,), "")

    def components(self) -> tuple[VocabularyTerm, ...]:
        return self.counts.components()

    def amount(self, flight: Any) -> int:
        return self.counts.amount(flight)
