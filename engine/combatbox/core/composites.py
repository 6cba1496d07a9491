"""Vocabulary terms that a game's data composes from other terms.

Code implements general terms (`a part is out`); data gives special cases a name and a wording (`norden_sight_out`,
`Norden sight out`). A composite adds a name, parameters and a wording; its components do the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

from combatbox.core.annotations import computed
from combatbox.core.effects import Condition, Effect, Quantity, VocabularyTerm, WordFormatter
from combatbox.core.phrases import Phrase
from combatbox.core.roll_context import CarriedFacts


@dataclass(frozen=True, kw_only=True)
class Composite(VocabularyTerm):
    """What composite effects, conditions and quantities have in common.

    Attributes:
        name: the name in the data.
        own: the names of the composite's parameters.
        phrase: the wording; None to join the wordings of the parts.
        short: the wording for `short_words`; None to use the full wording.
        joint: the text between the wordings of its parts, if it has no wording of its own.
    """

    name: str
    own: tuple[str, ...] = ()
    phrase: Phrase | None = None
    short: Phrase | None = None
    joint = "; "

    def parts(self) -> tuple[VocabularyTerm, ...]:
        """Return all terms that are combined here."""
        raise NotImplementedError

    @property
    def arguments(self) -> Mapping[str, Any]:  # type: ignore[override]
        """The composite's arguments by parameter, read from its parts, which were created with these arguments."""
        pieces = self.components()
        return {name: next(piece[name] for piece in pieces if name in piece.arguments) for name in self.own}

    def words(self, say: WordFormatter) -> str:
        """Return the composite's own wording or, if it has none, the wordings of its parts."""
        if self.phrase is None:
            return self.joint.join(text for part in self.parts() if (text := part.words(say)))
        return self.phrase.said(say, self.arguments)

    def short_words(self, say: WordFormatter) -> str:
        """Return the composite's short wording or, if it has none, its full wording.

        If it has neither, the short wordings of its parts are returned.
        """
        if self.short is not None:
            return self.short.said(say, self.arguments)
        if self.phrase is None:
            return self.joint.join(text for part in self.parts() if (text := part.short_words(say)))
        return self.words(say)

    def components(self) -> tuple[VocabularyTerm, ...]:
        """Return the simple terms that this composite combines; parts that are composites are split further."""
        return tuple(piece for part in self.parts() for piece in part.components())


@dataclass(frozen=True, kw_only=True)
class CompositeEffect(Composite, Effect):
    """Effects that are applied one after the other under one name.

    Attributes:
        does: the effects to apply, in order.
        last: True if the composite ends a sequence of tables that are rolled on one after another, regardless of what
            its parts declare.
    """

    does: tuple[Effect, ...]
    last: bool = False

    def parts(self) -> tuple[Effect, ...]:
        """Return the effects."""
        return self.does

    def apply(self, flight: Any) -> None:
        """Apply the parts in order."""
        for effect in self.does:
            effect.apply(flight)

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """Return the effect with each part adjusted."""
        return replace(self, does=tuple(effect.adjusted(times, add, least) for effect in self.does))

    def names_area(self) -> bool:
        """Return True if the wording of any part names the area that is struck."""
        return any(effect.names_area() for effect in self.does)

    def leads_to(self) -> tuple[str, ...]:
        """Return the tables on which the parts roll, or the places where they roll."""
        return tuple(table for effect in self.does for table in effect.leads_to())

    def stops_sequence(self) -> bool:
        """Return True if `last` is set or all parts stop the sequence."""
        return self.last or all(effect.stops_sequence() for effect in self.does)

    def next_tables(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the tables that the parts roll on next."""
        return tuple(table for effect in self.does for table in effect.next_tables(constants))

    def carries(self, constants: Mapping[str, Any]) -> tuple[CarriedFacts, ...]:
        """Return the facts that the parts pass to the next rolls."""
        return tuple(facts for effect in self.does for facts in effect.carries(constants))

    def suppresses(self) -> Mapping[str, str]:
        """Return the facts, each with a value, that the row must not pass to a later roll, according to the parts."""
        return {fact: value for effect in self.does for fact, value in effect.suppresses().items()}


Ways = tuple[tuple[Condition, ...], ...]
"""Alternatives: each is a group of conditions that must hold together."""

Test = Callable[[Any], bool]


@dataclass(frozen=True, kw_only=True)
class CompositeCondition(Composite, Condition):
    """Conditions combined under one name.

    Attributes:
        every: conditions that must all hold.
        some: groups of conditions, of which at least one must hold if there are any.
        none: groups of conditions, none of which may hold.
        holds: the combined test.
    """

    joint = ", "
    every: tuple[Condition, ...] = ()
    some: Ways = ()
    none: Ways = ()
    holds: Test = computed()

    def __post_init__(self) -> None:
        """Combine all conditions into one test, which is called at every roll."""
        tests = [part.holds for part in self.every]
        if self.some:
            tests.append(_any_of(self.some))
        if self.none:
            tests.append(_not(_any_of(self.none)))
        object.__setattr__(self, "holds", _all_of(tests))

    def parts(self) -> tuple[Condition, ...]:
        """Return all conditions that are combined here."""
        return (*self.every, *(part for group in (*self.some, *self.none) for part in group))

    def _only_condition(self) -> Condition | None:
        """Return the single condition that is tested, or None if there are several."""
        return self.every[0] if len(self.every) == 1 and not self.some and not self.none else None

    def roll_condition(self) -> Mapping[str, int]:
        """Return the roll condition of the only component; empty if there are several."""
        only = self._only_condition()
        return only.roll_condition() if only else {}

    def fact_condition(self) -> tuple[str, ...]:
        """Return the facts that, together with the rulings in force, decide the condition.

        The result is empty if anything else affects a part of the condition.
        """
        parts = self.parts()
        if not all(part.fact_condition() or part.ruling_condition() for part in parts):
            return ()
        return tuple(dict.fromkeys(fact for part in parts for fact in part.fact_condition()))

    def ruling_condition(self) -> tuple[str, str] | None:
        """Return the ruling condition of the only component; None if there are several."""
        only = self._only_condition()
        return only.ruling_condition() if only else None

    def requires_ruling(self) -> tuple[str, str] | None:
        """Return a ruling and option without which the composite never holds, or None.

        They come from the first condition of `every` that requires a ruling.
        """
        return next((needed for part in self.every if (needed := part.requires_ruling())), None)


def _all_of(tests: Sequence[Test]) -> Test:
    """Return a test that passes if all of these tests pass."""
    return reduce(_and, tests) if tests else lambda _: True


def _any_of(ways: Ways) -> Test:
    """Return a test that passes if all conditions of at least one group hold."""
    return reduce(_or, [_all_of([part.holds for part in group]) for group in ways])


def _and(first: Test, second: Test) -> Test:
    return lambda flight: first(flight) and second(flight)


def _or(first: Test, second: Test) -> Test:
    return lambda flight: first(flight) or second(flight)


def _not(test: Test) -> Test:
    """Return the negation of a test."""
    return lambda flight: not test(flight)


@dataclass(frozen=True, kw_only=True)
class CompositeQuantity(Composite, Quantity):
    """A quantity that a game's data defines with its own name and wording, based on another quantity.

    Attributes:
        counts: the quantity on which the composite is based.
    """

    counts: Quantity

    def parts(self) -> tuple[Quantity, ...]:
        """Return the quantity on which the composite is based."""
        return (self.counts,)

    def amount(self, flight: Any) -> int:
        """Return the current value of the quantity `counts` for a flight."""
        return self.counts.amount(flight)
