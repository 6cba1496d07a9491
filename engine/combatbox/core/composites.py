"""Vocabulary terms that a game's data composes of others.

Code implements general terms (`a part is out`); data gives special cases a name and a wording of their own
(`norden_sight_out`, `Norden sight out`). A composite contributes name, parameters and words; its components do the work.
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
    """The wording of a composite term and the parameters it takes itself.

    Attributes:
        own: the names of its parameters.
        phrase: its words; without one, those of its parts.
        short: its words for `short_words`.
    """

    own: tuple[str, ...] = ()
    phrase: Phrase | None = None
    short: Phrase | None = None

    def parameters(self, parts: tuple[VocabularyTerm, ...]) -> Mapping[str, Any]:
        """Return the term's own parameters, read from the parts that were made with them."""
        return {
            name: next(value for part in parts if (value := _argument_of(part, name)) is not _NONE) for name in self.own
        }

    def said(self, say: WordFormatter, parts: tuple[VocabularyTerm, ...], joint: str) -> str:
        """Return the term's words, or those of its parts joined by `joint`."""
        if self.phrase is None:
            return joint.join(text for part in parts if (text := part.words(say)))
        return self.phrase.said(say, self.parameters(parts))

    def briefly(self, say: WordFormatter, parts: tuple[VocabularyTerm, ...], joint: str) -> str:
        """Return the term's short words, or the full ones if it has no short ones."""
        if self.short is not None:
            return self.short.said(say, self.parameters(parts))
        if self.phrase is None:
            return joint.join(text for part in parts if (text := part.short_words(say)))
        return self.said(say, parts, joint)


_NONE = object()


def _argument_of(part: VocabularyTerm, name: str) -> Any:
    """Return the argument for a parameter from a part or its components, or _NONE."""
    return next((piece[name] for piece in part.components() if name in piece.arguments), _NONE)


@dataclass(frozen=True, kw_only=True)
class CompositeEffect(Effect):
    """Effects applied one after the other under one name.

    Attributes:
        last: no table is used after it, whatever its parts say.
    """

    name: str
    wording: CompositeWording
    does: tuple[Effect, ...]
    last: bool = False

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its parts
        """The arguments of its own parameters."""
        return self.wording.parameters(self.does)

    def words(self, say: WordFormatter) -> str:
        """Return the wording of its own, or those of its parts."""
        return self.wording.said(say, self.does, "; ")

    def short_words(self, say: WordFormatter) -> str:
        """Return the short wording of its own, or those of its parts."""
        return self.wording.briefly(say, self.does, "; ")

    def components(self) -> tuple[VocabularyTerm, ...]:
        """Return the components of its parts."""
        return tuple(piece for effect in self.does for piece in effect.components())

    def apply(self, flight: Any) -> None:
        """Apply its parts in order."""
        for effect in self.does:
            effect.apply(flight)

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """Return the effect with each part adjusted."""
        return replace(self, does=tuple(effect.adjusted(times, add, least) for effect in self.does))

    def names_area(self) -> bool:
        """Return True if any part names the area."""
        return any(effect.names_area() for effect in self.does)

    def leads_to(self) -> tuple[str, ...]:
        """Return the tables that its parts roll on."""
        return tuple(table for effect in self.does for table in effect.leads_to())

    def stops_sequence(self) -> bool:
        """Return True if it is the last, or all its parts stop the sequence."""
        return self.last or all(effect.stops_sequence() for effect in self.does)

    def next_tables(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the next tables of its parts."""
        return tuple(table for effect in self.does for table in effect.next_tables(constants))

    def carries(self, constants: Mapping[str, Any]) -> tuple[CarriedFacts, ...]:
        """Return the facts that its parts carry."""
        return tuple(facts for effect in self.does for facts in effect.carries(constants))

    def suppresses(self) -> Mapping[str, str]:
        """Return the facts that its parts suppress."""
        return {fact: value for effect in self.does for fact, value in effect.suppresses().items()}


Ways = tuple[tuple[Condition, ...], ...]
"""Alternatives: each is a group of conditions that must hold together."""

Test = Callable[[Any], bool]


@dataclass(frozen=True, kw_only=True)
class CompositeCondition(Condition):
    """Conditions combined under one name.

    Attributes:
        every: all of these must hold.
        some: at least one of these groups must hold, if there are any.
        none: none of these groups may hold.
    """

    name: str
    wording: CompositeWording
    every: tuple[Condition, ...] = ()
    some: Ways = ()
    none: Ways = ()
    holds: Test = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Combine all conditions into one test, which every roll calls."""
        tests = [part.holds for part in self.every]
        if self.some:
            tests.append(_any_of(self.some))
        if self.none:
            tests.append(_not(_any_of(self.none)))
        object.__setattr__(self, "holds", _all_of(tests))

    def parts(self) -> tuple[Condition, ...]:
        """Return all conditions that it tests."""
        return (*self.every, *(part for group in (*self.some, *self.none) for part in group))

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its parts
        """The arguments of its own parameters."""
        return self.wording.parameters(self.parts())

    def words(self, say: WordFormatter) -> str:
        """Return the wording of its own, or those of its parts."""
        return self.wording.said(say, self.parts(), ", ")

    def short_words(self, say: WordFormatter) -> str:
        """Return the short wording of its own, or those of its parts."""
        return self.wording.briefly(say, self.parts(), ", ")

    def components(self) -> tuple[VocabularyTerm, ...]:
        """Return the components of its parts."""
        return tuple(piece for part in self.parts() for piece in part.components())

    def _only_condition(self) -> Condition | None:
        """Return the only condition that it tests, or None if it tests more."""
        return self.every[0] if len(self.every) == 1 and not self.some and not self.none else None

    def roll_condition(self) -> Mapping[str, int]:
        """Return the roll condition of its only component; empty if there are several."""
        only = self._only_condition()
        return only.roll_condition() if only else {}

    def fact_condition(self) -> tuple[str, ...]:
        """Return the facts that decide all its parts; empty if something else decides one."""
        parts = self.parts()
        if not all(part.fact_condition() or part.ruling_condition() for part in parts):
            return ()
        return tuple(dict.fromkeys(fact for part in parts for fact in part.fact_condition()))

    def ruling_condition(self) -> tuple[str, str] | None:
        """Return the ruling condition of its only component; None if there are several."""
        only = self._only_condition()
        return only.ruling_condition() if only else None

    def requires_ruling(self) -> tuple[str, str] | None:
        """Return the first ruling that one of `every` requires."""
        return next((needed for part in self.every if (needed := part.requires_ruling())), None)


def _all_of(tests: Sequence[Test]) -> Test:
    """Return a test that all of these hold."""
    return reduce(_and, tests) if tests else lambda _: True


def _any_of(ways: Ways) -> Test:
    """Return a test that all conditions of at least one of these groups hold."""
    return reduce(_or, [_all_of([part.holds for part in group]) for group in ways])


def _and(first: Test, second: Test) -> Test:
    return lambda flight: first(flight) and second(flight)


def _or(first: Test, second: Test) -> Test:
    return lambda flight: first(flight) or second(flight)


def _not(test: Test) -> Test:
    """Return the negation of a test."""
    return lambda flight: not test(flight)


@dataclass(frozen=True, kw_only=True)
class CompositeQuantity(Quantity):
    """A quantity under a name of the game's own."""

    name: str
    wording: CompositeWording
    counts: Quantity

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]  # read off its part
        """The arguments of its own parameters."""
        return self.wording.parameters((self.counts,))

    def words(self, say: WordFormatter) -> str:
        """Return the wording of its own, or that of its quantity."""
        return self.wording.said(say, (self.counts,), "")

    def short_words(self, say: WordFormatter) -> str:
        """Return the short wording of its own, or that of its quantity."""
        return self.wording.briefly(say, (self.counts,), "")

    def components(self) -> tuple[VocabularyTerm, ...]:
        """Return the components of its quantity."""
        return self.counts.components()

    def amount(self, flight: Any) -> int:
        """Read the quantity from a flight."""
        return self.counts.amount(flight)
