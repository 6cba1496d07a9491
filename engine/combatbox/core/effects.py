'''Effects, conditions and quantities: the vocabulary of tables, as functions.

A game declares one decorated function for each term of its vocabulary:

    @effect("part_out", words="{part}", names_area=True)
    def part_out(flight: BomberFlight, part: PartName) -> None:
        """A part of the plane is out; hitting it again changes nothing."""
        flight.state.plane.parts[part] = True

The parameters after `flight` are the parameters of the term in YAML. Their types are `int`, `bool`, `str`, `Literal[...]`,
`Annotated[str, OneOf(...)]`, or tuples and unions of these types, so that the library can check a YAML file against them
and publish them as JSON Schema. The first line of the docstring is printed on the vocabulary page.
'''

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, MISSING, dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import floor
from types import FunctionType
from typing import Any, Generic, Protocol, Self, TypeVar, get_type_hints

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import Phrase, parts_of
from combatbox.core.roll_context import CarriedFacts

WordFormatter = Callable[[str], str]
"""Translates a term of the data (`left_wing`) into English (`left wing`), from the game's `words` list."""

Text = str | Callable[..., str]
"""A wording: a phrase (`core.phrases`) with parameters as placeholders, or a function of `say` and the parameters."""

Names = str | tuple[str, ...] | Callable[..., str | tuple[str, ...]]
"""A name, several names, or a function of the parameters that returns a name or several."""


class VocabularyTerm:
    """An effect, a condition or a quantity with its arguments, for use in tables.

    Attributes:
        name: the name in the data.
        arguments: the arguments by parameter.
    """

    __slots__ = ()

    name: str
    arguments: Mapping[str, Any]

    def __getitem__(self, parameter: str) -> Any:
        """Return the argument for a parameter."""
        return self.arguments[parameter]

    def is_a(self, declared: Declared[Any]) -> bool:
        """Return True if this term was made from this declaration, with any arguments."""
        return False

    def parameters(self) -> tuple[Any, ...]:
        """Return the arguments in the order of the parameters."""
        return tuple(self.arguments.values())

    @property
    def code(self) -> str:
        """The name and the arguments on one line, as in logs: `gun_out nose`."""
        flat: list[str] = [self.name]
        for value in self.parameters():
            if isinstance(value, tuple):
                flat += [str(v) for v in value]
            elif value is not None:
                flat.append(str(value))
        return " ".join(flat)

    def words(self, say: WordFormatter) -> str:
        """Return the wording in lower case, without a full stop.

        Args:
            say: a function that translates terms of the data into English.
        """
        raise NotImplementedError

    def short_words(self, say: WordFormatter) -> str:
        """Return a shorter wording.

        It is used for an effect whose consequences the reader sees next, and for a modifier in a narrated line.
        """
        return self.words(say)

    def in_prose(self, say: WordFormatter) -> str:
        """Return the wording for a sentence in which several effects are joined by `and`."""
        return self.words(say)

    def components(self) -> tuple[VocabularyTerm, ...]:
        """Return the terms of which this term consists.

        A composite (`core.composites`) consists of its components; any other term consists of itself alone.
        """
        return (self,)


class Effect(VocabularyTerm):
    """A single change that a row makes to the flight.

    Attributes:
        idle: True if the effect does not change the state.
        apply: a function that applies the effect to a flight.
    """

    __slots__ = ()

    idle: bool = False
    apply: Callable[[Any], None]

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """Return the effect with an adjusted number.

        An effect without a number is returned unchanged.

        Args:
            times: the factor; the product is rounded down.
            add: the number to add to the product.
            least: the minimum of the result; None for no minimum.
        """
        return self

    def names_area(self) -> bool:
        """Return True if the wording names the area that is struck.

        The narration then omits the area of the row.
        """
        return False

    def size(self) -> int:
        """Return the number by which a table's outcomes are sorted; 0 if there is none."""
        first = next(iter(self.parameters()), 0)
        return first if isinstance(first, int) else 0

    def leads_to(self) -> tuple[str, ...]:
        """Return the tables on which this effect rolls, or the places in the order of play where it rolls.

        Links and odds use them; the loader checks that they exist.
        """
        return ()

    def stops_sequence(self) -> bool:
        """Return True if the effect ends a sequence of tables that are rolled on one after another, as a miss does."""
        return False

    def next_tables(self, constants: Any) -> tuple[str, ...]:
        """Return the tables that are rolled on next, according to the game's constants."""
        return ()

    def carries(self, constants: Any) -> tuple[CarriedFacts, ...]:
        """Return the facts that the effect decides for later rolls.

        There is one item for each table that the effect leads to, in order. An item without a table applies to the next
        roll on any table.
        """
        return tuple(CarriedFacts(table) for table in (*self.leads_to(), *self.next_tables(constants)))

    def suppresses(self) -> Mapping[str, str]:
        """Return facts, each with a value, that no effect of the same row may pass to a later roll.

        An example is `{"position": "vertical_dive"}` in a row with a diving fighter at which no gun may fire.
        """
        return {}


class Condition(VocabularyTerm):
    """A named predicate on a flight, which controls a modifier or a row of a chart.

    Attributes:
        noted: True if a note of the table already states the condition. The text of a row whose roll
            is repeated under this condition then omits the condition.
        always: True if the condition holds for every flight.
        holds: a function that returns True if the condition holds for a flight now.
    """

    __slots__ = ()

    noted: bool = False
    always: bool = False
    holds: Callable[[Any], bool]

    def roll_condition(self) -> Mapping[str, int]:
        """Return what the condition requires of the roll just made, such as `{"net_at_most": 3}`.

        This example requires a net roll of at most 3 for which the table sets no minimum. Code without a flight tests
        this requirement instead of the condition. The result is empty if the condition tests the state.
        """
        return {}

    def fact_condition(self) -> tuple[str, ...]:
        """Return the facts that decide the condition completely, for code without a flight.

        The result is empty if anything else affects the condition (`core.roll_context`).
        """
        return ()

    def ruling_condition(self) -> tuple[str, str] | None:
        """Return the ruling and the option that the condition tests.

        The result is None if the condition tests anything else.
        """
        return None

    def requires_ruling(self) -> tuple[str, str] | None:
        """Return the ruling and the option without which the condition never holds.

        The result is None if there is no such ruling. Under any other option the condition need not be tested.
        """
        return self.ruling_condition()


class Quantity(VocabularyTerm):
    """A named number read from a flight, for modifiers of variable amount.

    Attributes:
        amount: a function that returns the current value of the quantity for a flight.
    """

    __slots__ = ()

    amount: Callable[[Any], int]


# ---- declared functions


C_co = TypeVar("C_co", bound=VocabularyTerm, covariant=True)


class Word(Protocol[C_co]):
    """A term of the vocabulary: a declared function, or a composite from data."""

    @property
    def about(self) -> str:
        """A description in one sentence, for editors."""

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters, in the order of the log codes."""

    @property
    def where(self) -> str:
        """The name of the function or data entry that defines the term.

        It is shown for an unused term, so that the term can be deleted.
        """

    @property
    def uses(self) -> tuple[Word[Any], ...]:
        """The terms of which this term is composed; empty if code defines it."""

    def make(self, given: Mapping[str, Any]) -> C_co:
        """Check the arguments and return the effect, condition or quantity."""


@frozen
class Parameter:
    """A parameter of a vocabulary term: its annotated type and its default value."""

    hint: Any
    default: Any = MISSING

    @property
    def needed(self) -> bool:
        """True if the parameter has no default."""
        return self.default is MISSING


@dataclass(frozen=True, eq=False)
class Declared(Generic[C_co]):
    """A declared function: its name in the data, its wording and its properties.

    Args:
        name: the name that tables use.
        words: the wording, in lower case, without a full stop.
        short_words: a shorter wording, for an effect whose consequences the reader sees next.
        in_prose: the wording within a sentence of prose.
        check: a function that is called with the arguments when they are bound; it raises ValueError for an
            invalid combination.
        prepared: for some parameters, a function that converts the argument once, before the declared function gets it.
        hints: the types of some parameters, which replace the types in the signature.
        function: the declared function.
    """

    name: str
    _: KW_ONLY
    words: Text | None = None
    short_words: Text | None = None
    in_prose: Text | None = None
    check: Callable[..., object] | None = None
    prepared: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    hints: Mapping[str, Any] = field(default_factory=dict)
    function: Any = field(default=None, repr=False)

    def __call__(self, function: Callable[..., Any]) -> Self:
        """Return the declaration with this function, when used as a decorator."""
        return replace(self, function=function)

    @property
    def about(self) -> str:
        """The first line of the function's docstring."""
        return str(self.function.__doc__ or self.name).splitlines()[0]

    @property
    def where(self) -> str:
        """The name of the function."""
        return str(self.function.__name__)

    @property
    def module(self) -> str:
        """The module of the function."""
        return str(self.function.__module__)

    @property
    def uses(self) -> tuple[Word[Any], ...]:
        """The terms of which this term is composed: none, because the term is defined in code."""
        return ()

    @cached_property
    def usual(self) -> dict[str, Any]:
        """The default values by parameter; MISSING for a parameter without one."""
        code = self.function.__code__
        names = code.co_varnames[1 : code.co_argcount]  # the first is the flight
        defaults = self.function.__defaults__ or ()
        return dict(zip(names, (*[MISSING] * (len(names) - len(defaults)), *defaults), strict=True))

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters by name, with their annotated types and defaults."""
        hints = {**get_type_hints(self.function, include_extras=True), **self.hints}
        return {name: Parameter(hints[name], default) for name, default in self.usual.items()}

    def bind(self, *values: Any, **named: Any) -> C_co:
        """Return the term with these arguments, passed by position or by name."""
        return self.make({**dict(zip(self.usual, values, strict=len(values) > len(self.usual))), **named})

    def make(self, given: Mapping[str, Any]) -> C_co:
        """Return the effect, condition or quantity with these arguments.

        Args:
            given: arguments by parameter; missing ones take their defaults.

        Raises:
            CombatBoxError: an argument is unknown, or one without a default is missing.
        """
        arguments = {**self.usual, **given}
        if len(arguments) > len(self.usual) or MISSING in arguments.values():
            raise CombatBoxError(f"{self.name}: takes {', '.join(self.usual) or 'no parameters'} (got {dict(given)})")
        if self.check is not None:
            self.check(**arguments)
        prepared = {name: make(arguments[name]) for name, make in self.prepared.items()}
        function = _with_defaults(self.function, {**arguments, **prepared}) if arguments else self.function
        return self._bound(self, tuple(arguments.values()), arguments, function)

    def _bound(self, *parts: Any) -> C_co:
        """Return the term of this declaration with the values, arguments and function in `parts`."""
        raise NotImplementedError


def _with_defaults(function: FunctionType, arguments: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return a copy of a function that has these arguments as its defaults.

    Calling a `functools.partial` takes twice as long.
    """
    return FunctionType(
        function.__code__, function.__globals__, function.__name__, tuple(arguments.values()), function.__closure__
    )


@dataclass(frozen=True, eq=False)
class effect(Declared[Effect]):  # noqa: N801  # a decorator
    """A decorator that declares a function as an effect: a change that a row makes to the flight.

    Args:
        idle: True if the effect does not change the state; the function is then not called.
        adjusts: the parameter whose number (or effect) is changed by the `adjusts` of a table.
        names_area: True if the wording names the area that is struck.
        size: a function that returns the number by which outcomes are sorted, if this is not the first parameter.
        leads_to: the tables on which the effect rolls, or the places in the order of play where it rolls.
        stops_sequence: True if the effect ends a sequence of tables that are rolled on one after another, as a miss
            does; or a function of the arguments that returns this. By default only an idle effect ends the sequence.
        next_tables: a function that returns the tables to roll on next, from the game's constants and the arguments.
        carries: a function that returns the facts that the effect decides for the next rolls, from the game's constants
            and the arguments.
        suppresses: facts, each with a value, that no effect of the same row may pass to a later roll.
    """

    _: KW_ONLY
    idle: bool = False
    adjusts: str = ""
    names_area: bool = False
    size: Callable[..., int] | None = None
    leads_to: Names = ()
    stops_sequence: bool | Callable[..., bool] | None = None
    next_tables: Callable[..., str | tuple[str, ...]] | None = None
    carries: Callable[..., CarriedFacts | tuple[CarriedFacts, ...]] | None = None
    suppresses: Mapping[str, str] = field(default_factory=dict)

    def _bound(self, *parts: Any) -> Effect:
        return BoundEffect(*parts)


@dataclass(frozen=True, eq=False)
class condition(Declared[Condition]):  # noqa: N801  # a decorator
    """A decorator that declares a function as a condition: a predicate on the flight.

    Args:
        noted: True if a note of the table already states the condition. The text of a row whose roll
            is repeated under this condition then omits the condition.
        always: True if the condition holds for every flight.
        roll_condition: a function that returns what the condition requires of the roll just made, such as
            `{"net_at_most": 3}`; None for a condition that tests the state.
        fact_condition: the facts that decide the condition completely.
        ruling_condition: a function that returns the ruling and the option that the condition requires; None for a
            condition that tests anything else.
    """

    _: KW_ONLY
    noted: bool = False
    always: bool = False
    roll_condition: Callable[..., Mapping[str, int]] | None = None
    fact_condition: Names = ()
    ruling_condition: Callable[..., tuple[str, str]] | None = None

    def _bound(self, *parts: Any) -> Condition:
        return BoundCondition(*parts)


@dataclass(frozen=True, eq=False)
class quantity(Declared[Quantity]):  # noqa: N801  # a decorator
    """A decorator that declares a function as a quantity: a number read from the flight."""

    def _bound(self, *parts: Any) -> Quantity:
        return BoundQuantity(*parts)


# ---- declared functions with their arguments


@frozen
class _Bound(VocabularyTerm):
    """A declared function with its arguments.

    Attributes:
        declared: the declaration.
        values: the arguments in the order of the parameters.
        arguments: the arguments by parameter.
    """

    declared: Declared[Any]
    values: tuple[Any, ...]
    arguments: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name in the data."""
        return self.declared.name

    def is_a(self, declared: Declared[Any]) -> bool:
        """Return True if this term was made from this declaration, with any arguments."""
        return self.declared.function is declared.function

    def words(self, say: WordFormatter) -> str:
        """Return the declared wording, filled with the arguments."""
        return self._wording(self.declared.words, say)

    def short_words(self, say: WordFormatter) -> str:
        """Return the declared short wording, filled with the arguments."""
        return self._wording(self.declared.short_words, say)

    def in_prose(self, say: WordFormatter) -> str:
        """Return the declared wording for prose, filled with the arguments."""
        return self._wording(self.declared.in_prose, say)

    def _wording(self, text: Text | None, say: WordFormatter) -> str:
        text = self.declared.words if text is None else text
        if text is None:
            function = self.declared.function
            raise CombatBoxError(
                f"{function.__module__}.{function.__qualname__}: has no wording; pass `words` to its decorator"
            )
        if isinstance(text, str):
            return Phrase(parts_of(text)).said(say, self.arguments)
        return text(say, **self.arguments)

    def _names(self, names: Names) -> tuple[str, ...]:
        result = names(**self.arguments) if callable(names) else names
        return (result,) if isinstance(result, str) else result


@frozen
class BoundEffect(_Bound, Effect):
    """An effect declared in code, with its arguments."""

    declared: effect
    apply: Callable[[Any], None] = field(compare=False, repr=False)

    @property
    def idle(self) -> bool:  # type: ignore[override]
        """True if the effect does not change the state."""
        return self.declared.idle

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """Return the effect with an adjusted argument for the parameter that the declaration names in `adjusts`."""
        name = self.declared.adjusts
        return self.declared.make({**self.arguments, name: _adjusted(self[name], times, add, least)}) if name else self

    def names_area(self) -> bool:
        """Return True if the wording names the area that is struck."""
        return self.declared.names_area

    def size(self) -> int:
        """Return the number by which a table's outcomes are sorted.

        The `size` of the declaration computes it. By default it is the first argument, or 0 if that is not a number.
        """
        size = self.declared.size
        return size(**self.arguments) if size else Effect.size(self)

    def leads_to(self) -> tuple[str, ...]:
        """Return the tables on which the effect rolls, or the places where it rolls, according to the declaration."""
        return self._names(self.declared.leads_to)

    def stops_sequence(self) -> bool:
        """Return True if the effect ends a sequence of tables that are rolled on one after another.

        The `stops_sequence` of the declaration decides this; by default only an idle effect ends the sequence.
        """
        stops_sequence = self.declared.stops_sequence
        return (
            self.idle
            if stops_sequence is None
            else stops_sequence(**self.arguments)
            if callable(stops_sequence)
            else stops_sequence
        )

    def next_tables(self, constants: Any) -> tuple[str, ...]:
        """Return the tables to roll on next, which the declaration computes from the game's constants."""
        next_tables = self.declared.next_tables
        return self._names(partial(next_tables, constants)) if next_tables else ()

    def carries(self, constants: Any) -> tuple[CarriedFacts, ...]:
        """Return the facts that the effect decides for later rolls, computed from the game's constants."""
        if self.declared.carries is None:
            return Effect.carries(self, constants)
        facts = self.declared.carries(constants, **self.arguments)
        return (facts,) if isinstance(facts, CarriedFacts) else facts

    def suppresses(self) -> Mapping[str, str]:
        """Return the facts, each with a value, that the declaration forbids the row to pass to a later roll."""
        return self.declared.suppresses


def _adjusted(value: Any, times: Fraction, add: int, least: int | None) -> Any:
    if isinstance(value, Effect):
        return value.adjusted(times, add, least)
    number = floor(value * times) + add
    return number if least is None else max(number, least)


@frozen
class BoundCondition(_Bound, Condition):
    """A condition declared in code, with its arguments."""

    declared: condition
    holds: Callable[[Any], bool] = field(compare=False, repr=False)

    @property
    def noted(self) -> bool:  # type: ignore[override]
        """True if a note of the table already states the condition.

        The text of a row whose roll is repeated under this condition then omits the condition.
        """
        return self.declared.noted

    @property
    def always(self) -> bool:  # type: ignore[override]
        """True if the condition holds for every flight."""
        return self.declared.always

    def roll_condition(self) -> Mapping[str, int]:
        """Return what the condition requires of the roll just made, such as `{"net_at_most": 3}`.

        The `roll_condition` of the declaration computes it. The result is empty if the declaration has none.
        """
        roll_condition = self.declared.roll_condition
        return roll_condition(**self.arguments) if roll_condition else {}

    def fact_condition(self) -> tuple[str, ...]:
        """Return the facts that decide the condition completely, as its declaration lists them."""
        return self._names(self.declared.fact_condition)

    def ruling_condition(self) -> tuple[str, str] | None:
        """Return the ruling and the option that the condition tests; None if it tests anything else."""
        ruling_condition = self.declared.ruling_condition
        return ruling_condition(**self.arguments) if ruling_condition else None


@frozen
class BoundQuantity(_Bound, Quantity):
    """A quantity declared in code, with its arguments."""

    declared: quantity
    amount: Callable[[Any], int] = field(compare=False, repr=False)
