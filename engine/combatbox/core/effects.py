'''Effects, conditions and quantities: the words of a game's tables, declared as functions.

A game declares one decorated function for each word:

    @effect("part_out", words="{part}", names_area=True)
    def part_out(flight: BomberFlight, part: PartName) -> None:
        """A part of the plane is out; hitting it again changes nothing."""
        flight.state.plane.parts[part] = True

The parameters behind `flight` are those of the word in YAML. Their types are `int`, `bool`, `str`, `Literal[...]`,
`Annotated[str, Listed(...)]`, or tuples and unions of those, so that the library can check a YAML file against them and publish
them as JSON Schema. The first line of the docstring stands on the page of the vocabulary.
'''

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, MISSING, dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from math import floor
from types import FunctionType
from typing import Any, Generic, Protocol, Self, TypeVar, get_type_hints

from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import Phrase, phrase
from combatbox.core.roll_context import CarriedFacts

WordFormatter = Callable[[str], str]
"""Turns a word of the data (`left_wing`) into English (`left wing`), as the game's `words` list has it."""

Text = str | Callable[..., str]
"""A wording: a phrase (`core.phrases`) with the parameters as its places, or a function of `say` and the parameters by name."""

Names = str | tuple[str, ...] | Callable[..., str | tuple[str, ...]]
"""A name, several, or a function of the parameters that returns them."""


class VocabularyTerm:
    """A word of the tables with its arguments: an effect, a condition or a quantity."""

    __slots__ = ()

    name: str
    arguments: Mapping[str, Any]

    def __getitem__(self, parameter: str) -> Any:
        """The argument for a parameter."""
        return self.arguments[parameter]

    def is_a(self, declared: Declared[Any]) -> bool:
        """Whether this is that declared function with any arguments."""
        return False

    def parameters(self) -> tuple[Any, ...]:
        """The arguments in the order of the parameters."""
        return tuple(self.arguments.values())

    @property
    def code(self) -> str:
        """Name and arguments as one line: `gun_out nose`. Stands in logs and transcriptions."""
        flat: list[str] = [self.name]
        for value in self.parameters():
            if isinstance(value, tuple):
                flat += [str(v) for v in value]
            elif value is not None:
                flat.append(str(value))
        return " ".join(flat)

    def words(self, say: WordFormatter) -> str:
        """The wording, in lower case, without a full stop. `say` puts words of the data into English."""
        raise NotImplementedError

    def short_words(self, say: WordFormatter) -> str:
        """A shorter wording: of an effect where the reader sees what comes next, of a modifier for a line of a story."""
        return self.words(say)

    def in_prose(self, say: WordFormatter) -> str:
        """The wording within a sentence of prose, where several effects are joined with an `and`."""
        return self.words(say)

    def components(self) -> tuple[VocabularyTerm, ...]:
        """What it comes down to in code: itself, or what data made it of (`core.composites`)."""
        return (self,)


class Effect(VocabularyTerm):
    """One thing a row does."""

    __slots__ = ()

    idle: bool = False
    apply: Callable[[Any], None]

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """The same effect with its number times a fraction, rounded down, plus a number, and at least so much; itself without one."""
        return self

    def names_area(self) -> bool:
        """Whether its wording names what it strikes, so that an account need not name the area of its row as well."""
        return False

    def size(self) -> int:
        """Its number, by which the outcomes of a table are sorted; 0 where it has none."""
        first = next(iter(self.parameters()), 0)
        return first if isinstance(first, int) else 0

    def leads_to(self) -> tuple[str, ...]:
        """Tables that this effect rolls on, or the places where it rolls, for links and odds; the loader checks that they exist."""
        return ()

    def stops_sequence(self) -> bool:
        """Whether no table is used after it where one is used after others of its table: a miss, no flak."""
        return False

    def next_tables(self, constants: Any) -> tuple[str, ...]:
        """Tables that are rolled on next for what this effect says, which the game's constants name."""
        return ()

    def carries(self, constants: Any) -> tuple[CarriedFacts, ...]:
        """What it decides for the rolls that it leads to, one after the other, or for whatever is rolled next."""
        return tuple(CarriedFacts(table) for table in (*self.leads_to(), *self.next_tables(constants)))

    def suppresses(self) -> Mapping[str, str]:
        """Facts with which nothing that its row says is handed on: a diver at which no gun may fire."""
        return {}


class Condition(VocabularyTerm):
    """A named predicate on a flight: switches a modifier, or a row of a chart.

    holds: asks whether it is true of a flight at this moment.
    """

    __slots__ = ()

    noted: bool = False
    always: bool = False
    holds: Callable[[Any], bool]

    def roll_condition(self) -> Mapping[str, int]:
        """What it asks of the roll just made, for those who have dice and no flight; nothing if it asks the state.

        `net_at_most`: the net roll is this or less, and no natural roll stood against it.
        """
        return {}

    def fact_condition(self) -> tuple[str, ...]:
        """The facts that decide it alone (`core.roll_context`), for those who have no flight; nothing if there is more to it."""
        return ()

    def ruling_condition(self) -> tuple[str, str] | None:
        """The ruling and its option that it asks for, where it asks nothing else."""
        return None

    def requires_ruling(self) -> tuple[str, str] | None:
        """The ruling and the option without which it can never hold, so that it need not be asked then."""
        return self.ruling_condition()


class Quantity(VocabularyTerm):
    """A named number read from a flight, for modifiers whose amount another table gives.

    amount: reads it off a flight at this moment.
    """

    __slots__ = ()

    amount: Callable[[Any], int]


# ---- declared functions


C_co = TypeVar("C_co", bound=VocabularyTerm, covariant=True)


class Word(Protocol[C_co]):
    """A word that tables may use: a declared function, or one that data makes of such."""

    @property
    def about(self) -> str:
        """What it does, in a sentence, for editors."""

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """Its parameters, in the order of its codes."""

    @property
    def where(self) -> str:
        """What there is to delete where no table uses it."""

    @property
    def uses(self) -> tuple[Word[Any], ...]:
        """The words that it is made of, where data makes it."""

    def make(self, given: Mapping[str, Any]) -> C_co:
        """The effect, condition or quantity with these arguments, which are checked."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a word: its type with its marks, and the value that it has if none is given."""

    hint: Any
    default: Any = MISSING

    @property
    def needed(self) -> bool:
        """Whether it must be given."""
        return self.default is MISSING


@dataclass(frozen=True, eq=False)
class Declared(Generic[C_co]):
    """A declared function: its name in the data, its wording and what else is known of it without calling it.

    Args:
        name: what tables call it.
        words: its wording, in lower case, without a full stop.
        short_words: a shorter one, where the reader sees what comes next.
        in_prose: one within a sentence of prose.
        check: is called with the arguments when they are bound; raises ValueError for those that do not fit.
        prepared: for a parameter what makes the value that the function gets in place of the argument, once.
        hints: types of parameters that count in place of those in the signature.
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
        """Declare a function under this name."""
        return replace(self, function=function)

    @property
    def about(self) -> str:
        """The first line of its docstring."""
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
        """Nothing: code makes it."""
        return ()

    @cached_property
    def usual(self) -> dict[str, Any]:
        """The parameters with their default values; MISSING where there is none."""
        code = self.function.__code__
        names = code.co_varnames[1 : code.co_argcount]  # the first is the flight
        defaults = self.function.__defaults__ or ()
        return dict(zip(names, (*[MISSING] * (len(names) - len(defaults)), *defaults), strict=True))

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """Its parameters, with the lists that their types name."""
        hints = {**get_type_hints(self.function, include_extras=True), **self.hints}
        return {name: Parameter(hints[name], default) for name, default in self.usual.items()}

    def bind(self, *values: Any, **named: Any) -> C_co:
        """The effect, condition or quantity with these arguments, in the order of the parameters or by name."""
        return self.make({**dict(zip(self.usual, values, strict=len(values) > len(self.usual))), **named})

    def make(self, given: Mapping[str, Any]) -> C_co:
        """The effect, condition or quantity with these arguments.

        Raises CombatBoxError for an argument that is missing or unknown.
        """
        arguments = {**self.usual, **given}
        if len(arguments) > len(self.usual) or MISSING in arguments.values():
            raise CombatBoxError(f"{self.name} takes {', '.join(self.usual) or 'no parameters'}; got {dict(given)}")
        if self.check is not None:
            self.check(**arguments)
        ready = {name: make(arguments[name]) for name, make in self.prepared.items()}
        return self._bound(
            arguments, _with_defaults(self.function, {**arguments, **ready}) if arguments else self.function
        )

    def _bound(self, arguments: Mapping[str, Any], done: Callable[[Any], Any]) -> C_co:
        raise NotImplementedError


def _with_defaults(function: FunctionType, arguments: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return a copy of a function with these arguments as its defaults; `functools.partial` takes twice as long to call."""
    return FunctionType(
        function.__code__, function.__globals__, function.__name__, tuple(arguments.values()), function.__closure__
    )


@dataclass(frozen=True, eq=False)
class effect(Declared[Effect]):  # noqa: N801  # a decorator
    """Declares a function as an effect: what a row does to the flight.

    Args:
        idle: it does nothing to the state, and is not called.
        adjusts: the parameter whose number (or effect) the `adjusts` of a table change.
        names_area: its wording names what it strikes.
        size: its number, by which outcomes are sorted, where that is not its first parameter.
        leads_to: the tables, or places in the order of play, that it rolls on.
        stops_sequence: no table is used after it where one is used after others of its table: a miss, no flak.
        next_tables: tables that are rolled on next, from the constants of the game and the arguments.
        carries: what it decides for the next rolls, from the same.
        suppresses: facts with which nothing that its row says is handed on.
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

    def _bound(self, arguments: Mapping[str, Any], done: Callable[[Any], Any]) -> Effect:
        return BoundEffect(self, tuple(arguments.values()), arguments, done)


@dataclass(frozen=True, eq=False)
class condition(Declared[Condition]):  # noqa: N801  # a decorator
    """Declares a function as a condition: whether something is true of the flight.

    Args:
        noted: rows are rolled again by it, and their table says so once for all of them, in a note.
        always: it holds for every flight.
        roll_condition: what it asks of the roll just made, where it asks nothing else.
        fact_condition: the facts that decide it alone.
        ruling_condition: the ruling and the option that it asks for, where it asks nothing else.
    """

    _: KW_ONLY
    noted: bool = False
    always: bool = False
    roll_condition: Callable[..., Mapping[str, int]] | None = None
    fact_condition: Names = ()
    ruling_condition: Callable[..., tuple[str, str]] | None = None

    def _bound(self, arguments: Mapping[str, Any], done: Callable[[Any], Any]) -> Condition:
        return BoundCondition(self, tuple(arguments.values()), arguments, done)


@dataclass(frozen=True, eq=False)
class quantity(Declared[Quantity]):  # noqa: N801  # a decorator
    """Declares a function as a quantity: a number read from the flight."""

    def _bound(self, arguments: Mapping[str, Any], done: Callable[[Any], Any]) -> Quantity:
        return BoundQuantity(self, tuple(arguments.values()), arguments, done)


# ---- with their arguments


@dataclass(frozen=True)
class _Bound(VocabularyTerm):
    """A declared function with its arguments."""

    declared: Declared[Any]
    values: tuple[Any, ...]
    arguments: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.declared.name

    def is_a(self, declared: Declared[Any]) -> bool:
        return self.declared.function is declared.function

    def words(self, say: WordFormatter) -> str:
        return self._said(self.declared.words, say)

    def short_words(self, say: WordFormatter) -> str:
        return self._said(self.declared.short_words, say)

    def in_prose(self, say: WordFormatter) -> str:
        return self._said(self.declared.in_prose, say)

    def _said(self, text: Text | None, say: WordFormatter) -> str:
        text = self.declared.words if text is None else text
        if text is None:
            function = self.declared.function
            raise CombatBoxError(
                f"{function.__module__}.{function.__qualname__} has no wording; give `words` to its decorator"
            )
        if isinstance(text, str):
            return _phrase(text, tuple(self.arguments)).said(say, self.arguments)
        return text(say, **self.arguments)

    def _names(self, names: Names) -> tuple[str, ...]:
        found = names(**self.arguments) if callable(names) else names
        return (found,) if isinstance(found, str) else found


class _Any(frozenset[str]):
    """Stands for the words of a game, which code does not know."""

    def __contains__(self, word: object) -> bool:
        return True


@cache
def _phrase(text: str, parameters: tuple[str, ...]) -> Phrase:
    return phrase(text, parameters, {}, _Any())


@dataclass(frozen=True)
class BoundEffect(_Bound, Effect):
    """An effect of code with its arguments."""

    declared: effect
    apply: Callable[[Any], None] = field(compare=False, repr=False)

    @property
    def idle(self) -> bool:  # type: ignore[override]
        return self.declared.idle

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        name = self.declared.adjusts
        return self.declared.make({**self.arguments, name: _adjusted(self[name], times, add, least)}) if name else self

    def names_area(self) -> bool:
        return self.declared.names_area

    def size(self) -> int:
        size = self.declared.size
        return size(**self.arguments) if size else Effect.size(self)

    def leads_to(self) -> tuple[str, ...]:
        return self._names(self.declared.leads_to)

    def stops_sequence(self) -> bool:
        stops_sequence = self.declared.stops_sequence
        return (
            self.idle
            if stops_sequence is None
            else stops_sequence(**self.arguments)
            if callable(stops_sequence)
            else stops_sequence
        )

    def next_tables(self, constants: Any) -> tuple[str, ...]:
        next_tables = self.declared.next_tables
        return self._names(partial(next_tables, constants)) if next_tables else ()

    def carries(self, constants: Any) -> tuple[CarriedFacts, ...]:
        if self.declared.carries is None:
            return Effect.carries(self, constants)
        handed = self.declared.carries(constants, **self.arguments)
        return (handed,) if isinstance(handed, CarriedFacts) else handed

    def suppresses(self) -> Mapping[str, str]:
        return self.declared.suppresses


def _adjusted(value: Any, times: Fraction, add: int, least: int | None) -> Any:
    if isinstance(value, Effect):
        return value.adjusted(times, add, least)
    number = floor(value * times) + add
    return number if least is None else max(number, least)


@dataclass(frozen=True)
class BoundCondition(_Bound, Condition):
    """A condition of code with its arguments."""

    declared: condition
    holds: Callable[[Any], bool] = field(compare=False, repr=False)

    @property
    def noted(self) -> bool:  # type: ignore[override]
        return self.declared.noted

    @property
    def always(self) -> bool:  # type: ignore[override]
        return self.declared.always

    def roll_condition(self) -> Mapping[str, int]:
        roll_condition = self.declared.roll_condition
        return roll_condition(**self.arguments) if roll_condition else {}

    def fact_condition(self) -> tuple[str, ...]:
        return self._names(self.declared.fact_condition)

    def ruling_condition(self) -> tuple[str, str] | None:
        ruling_condition = self.declared.ruling_condition
        return ruling_condition(**self.arguments) if ruling_condition else None


@dataclass(frozen=True)
class BoundQuantity(_Bound, Quantity):
    """A quantity of code with its arguments."""

    declared: quantity
    amount: Callable[[Any], int] = field(compare=False, repr=False)
