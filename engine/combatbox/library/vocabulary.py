"""The vocabulary of a game: the effects, conditions and quantities that its tables may name.

A term is a declared function in the code of the game (`core.effects`), or it is composed in `vocabulary.yaml` from other
terms, with some of their parameters fixed and a separate wording (`core.composites`). `vocabulary_of` returns the terms
of a game as a `Vocabulary`; `build` makes an effect, condition or quantity from a spec in a table, such as
`{gun_out: nose}`; `spec_schema` describes the specs to editors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from combatbox.core.annotations import Known, OneOf, frozen
from combatbox.core.composites import CompositeCondition, CompositeEffect, CompositeQuantity, Ways
from combatbox.core.effects import Condition, Effect, Parameter, Quantity, VocabularyTerm, Word
from combatbox.core.errors import CombatBoxError, UnknownName, suggest
from combatbox.core.game import Game
from combatbox.core.phrases import Phrase, phrase
from combatbox.library.dataclass_schema import declared_schema
from combatbox.library.schema import ConditionWord, EffectWord, QuantityWord, VocabularyModel
from combatbox.library.yaml12 import Where, entry_at
from combatbox.play.dataclass_validation import allowed_words, faults

C = TypeVar("C", bound=VocabularyTerm)
Constants = Mapping[str, Any]


class WrongArgument(CombatBoxError):
    """Raised when an argument of a term does not fit its parameter.

    Args:
        message: the fault.
        name: the argument, or the part of it that does not fit.
    """

    def __init__(self, message: str, name: Any = "") -> None:
        super().__init__(message)
        self.name = str(name)


@frozen
class Component(Generic[C]):
    """A component of a composite term: another term with some of its arguments fixed."""

    word: Word[C]
    given: Mapping[str, Any]

    def own(self) -> dict[str, Parameter]:
        """Return the parameters of the component whose arguments the composite term must supply."""
        return {
            name: parameter
            for name, parameter in self.word.parameters.items()
            if name not in self.given and parameter.needed
        }

    def made(self, given: Mapping[str, Any]) -> C:
        """Build the component from its fixed arguments and the arguments that the composite term supplies."""
        return self.word.make({**self.given, **{name: given[name] for name in self.own()}})


@frozen
class CompositeWord(Generic[C]):
    """A composite term of the vocabulary, which a game's data defines.

    Attributes:
        wording: the names of its parameters, and its wordings: the fields of `core.composites.Composite`.
        making: a function that combines the components into an effect, condition or quantity.
        last: True for an effect that ends a sequence of rolls, so that no further table is used after it.
    """

    name: str
    parts: tuple[Component[C], ...]
    wording: Mapping[str, Any]
    making: Callable[[CompositeWord[C], tuple[C, ...]], C]
    shape: tuple[int, ...] = ()
    """For a condition: the number of components that must hold, the number of `any` groups, and their sizes."""
    last: bool = False
    parameters: Mapping[str, Parameter] = {}

    @property
    def about(self) -> str:
        """The wording of the term with the names of its parameters, or else the description of the first component."""
        wording: Phrase | None = self.wording["phrase"]
        return (
            wording.said(str, {name: f"({name})" for name in self.parameters}) if wording else self.parts[0].word.about
        )

    @property
    def where(self) -> str:
        """The name and file of the term, for messages about unused terms."""
        return f"{self.name} of vocabulary.yaml"

    @property
    def uses(self) -> tuple[Word[Any], ...]:
        """The terms of which this composite term consists."""
        return tuple(part.word for part in self.parts)

    def make(self, given: Mapping[str, Any]) -> C:
        """Build the effect, condition or quantity with these arguments."""
        return self.making(self, tuple(part.made(given) for part in self.parts))


CODE_NAME = "vocabulary"
"""The prefix of composite terms in the `code:` of rules: `vocabulary.effects.rafts_out`."""


@frozen
class Vocabulary:
    """The vocabulary of a game's tables: terms from its code and its data, by name.

    Attributes:
        hidden: for each kind, the terms from the code that composite terms with the same name replace.
        whole: False if `vocabulary.yaml` has problems, which may be the reason why a term is unknown.
    """

    effects: Mapping[str, Word[Effect]]
    conditions: Mapping[str, Word[Condition]]
    quantities: Mapping[str, Word[Quantity]]
    hidden: Mapping[str, Mapping[str, Word[VocabularyTerm]]] = {}
    whole: bool = True

    def kinds(self) -> Iterator[tuple[str, dict[str, Word[VocabularyTerm]]]]:
        """Yield the name of each kind of term, with the terms of this kind in the order of definition."""
        yield "effect", {**self.effects}
        yield "condition", {**self.conditions}
        yield "quantity", {**self.quantities}

    def made(self) -> dict[str, CompositeWord[Any]]:
        """Return the composite terms by the names that `rules.yaml` uses: `vocabulary.effects.rafts_out`."""
        return {
            f"{CODE_NAME}.{_PLURAL[what]}.{name}": word
            for what, known in self.kinds()
            for name, word in known.items()
            if isinstance(word, CompositeWord)
        }

    def rulings(self) -> set[str]:
        """Return the ids of the rulings that composite terms test."""
        parts = (part.made({}) for word in self.made().values() for part in word.parts if not part.own())
        asked = (part.ruling_condition() for part in parts if isinstance(part, Condition))
        return {ruling[0] for ruling in asked if ruling}


# ---- what data makes


Fail = Callable[..., None]
"""Is called with a path in a file, a message, and the names that the problem is about."""


def vocabulary_of(
    game: Game, model: VocabularyModel | None, constants: Constants, words: Iterable[str], fail: Fail
) -> Vocabulary:
    """Return the vocabulary of a game, from its code and its `vocabulary.yaml`.

    Args:
        game: the game.
        model: the data of `vocabulary.yaml`, if the file exists.
        constants: the constants of `game.yaml`.
        words: the keys of `words` in `game.yaml`.
        fail: a function that is called for each problem, with its path in the file and its message; a term with a
            problem is left out.
    """
    maker = _VocabularyBuilder(constants, frozenset(words), fail)
    model = model or VocabularyModel()
    effects: dict[str, Word[Effect]] = {**game.effects}
    conditions: dict[str, Word[Condition]] = {**game.conditions}
    quantities: dict[str, Word[Quantity]] = {**game.quantities}
    for name, effect_entry in model.effects.items():
        maker.add("effect", name, effects, effect_entry, {"does": [effect_entry.does]}, _effect)
    for name, condition_entry in model.conditions.items():
        groups = {
            "holds": [condition_entry.holds] if condition_entry.holds else [],
            "any": condition_entry.any,
            "unless": condition_entry.unless,
        }
        maker.add("condition", name, conditions, condition_entry, groups, _condition)
    for name, quantity_entry in model.quantities.items():
        maker.add("quantity", name, quantities, quantity_entry, {"counts": [quantity_entry.counts]}, _quantity)
    return Vocabulary(effects, conditions, quantities, maker.hidden, not maker.lost)


def _effect(word: CompositeWord[Effect], parts: tuple[Effect, ...]) -> Effect:
    return CompositeEffect(name=word.name, **word.wording, does=parts, last=word.last)


def _quantity(word: CompositeWord[Quantity], parts: tuple[Quantity, ...]) -> Quantity:
    return CompositeQuantity(name=word.name, **word.wording, counts=parts[0])


def _condition(word: CompositeWord[Condition], parts: tuple[Condition, ...]) -> Condition:
    every, some, *sizes = word.shape
    remaining = iter(parts[every:])
    groups: Ways = tuple(tuple(next(remaining) for _ in range(size)) for size in sizes)
    return CompositeCondition(
        name=word.name, **word.wording, every=parts[:every], some=groups[:some], none=groups[some:]
    )


class _VocabularyBuilder:
    """Builds the terms of a vocabulary file in order; each may use the terms above it."""

    def __init__(self, constants: Constants, words: frozenset[str], fail: Fail) -> None:
        self.constants, self.words, self.fail = constants, words, fail
        self.hidden: dict[str, dict[str, Word[Any]]] = {}
        self.lost: set[tuple[str, str]] = set()
        """The kind and name of each term with a problem.

        Terms that are composed of such a term are left out as well, without another report.
        """

    def add(
        self,
        what: str,
        name: str,
        known: dict[str, Word[C]],
        entry: EffectWord | ConditionWord | QuantityWord,
        made_of: Mapping[str, list[Any]],
        making: Callable[[CompositeWord[C], tuple[C, ...]], C],
    ) -> None:
        """Build a composite term and add it to the known ones.

        Args:
            what: the kind: effect, condition or quantity.
            name: the name of the term.
            known: the terms defined so far.
            entry: the entry of the term in the file.
            made_of: the specs of its components, by key of the entry.
            making: a function that combines the components.
        """
        where: Where = (_PLURAL[what], name)
        try:
            word = self._word(what, name, known, entry, made_of, making)
        except CombatBoxError as error:
            reported = isinstance(error, UnknownName) and (error.what, error.name) in self.lost
            self.lost.add((what, name))
            if not reported:
                self.fail(where, f"{what} {name}: {error}", error.name)
        else:
            if name in known:
                self.hidden.setdefault(what, {})[name] = known[name]
            known[name] = word

    def _word(
        self,
        what: str,
        name: str,
        known: Mapping[str, Word[C]],
        entry: EffectWord | ConditionWord | QuantityWord,
        made_of: Mapping[str, list[Any]],
        making: Callable[[CompositeWord[C], tuple[C, ...]], C],
    ) -> CompositeWord[C]:
        groups = {key: [_as_list(group) for group in specs_of_key] for key, specs_of_key in made_of.items()}
        specs = [spec for several in groups.values() for group in several for spec in group]
        if not specs:
            raise CombatBoxError(f"has no components; add `{next(iter(made_of))}`")
        parts = tuple(self._component(what, spec, known) for spec in specs)
        own: dict[str, Parameter] = {}
        for part in parts:
            own |= part.own()
        if not isinstance(entry, QuantityWord) and entry.takes:
            own = self._restrict(entry.takes, own)
        shape: tuple[int, ...] = ()
        if isinstance(entry, ConditionWord):
            every, some, none = (groups[key] for key in ("holds", "any", "unless"))
            shape = (sum(map(len, every)), len(some), *map(len, (*some, *none)))
        phrases = {"phrase": self._phrase(entry.words, own), "short": self._phrase(entry.brief, own)}
        last = isinstance(entry, EffectWord) and entry.ends
        return CompositeWord(name, parts, {"own": tuple(own), **phrases}, making, shape, last, own)

    def _component(self, what: str, spec: Any, known: Mapping[str, Word[C]]) -> Component[C]:
        """Return the component that a spec describes; a single argument without a name is for the first parameter."""
        name, value = _named(what, spec, known)
        word = known[name]
        names = list(word.parameters)
        if value is not None and not isinstance(value, dict) and names:
            value = {names[0]: value}
        arguments = _parameters(f"{what} {name}", value, names)
        return Component(word, _read(name, word.parameters, arguments, self.constants, partly=True))

    def _restrict(self, takes: str | list[str], own: Mapping[str, Parameter]) -> dict[str, Parameter]:
        """Restrict the term's only parameter to the values that `takes` lists or that a list of game.yaml contains."""
        if len(own) != 1:
            raise CombatBoxError(f"`takes` needs exactly one parameter; it has {', '.join(own) or 'none'}")
        if isinstance(takes, str) and not isinstance(self.constants.get(takes), list | dict):
            lists = [name for name, value in self.constants.items() if isinstance(value, list | dict)]
            raise UnknownName("list of game.yaml", takes, lists)
        hint = Annotated[str, OneOf(takes)] if isinstance(takes, str) else Literal[tuple(takes)]
        return {name: replace(parameter, hint=hint) for name, parameter in own.items()}

    def _phrase(self, text: str, own: Mapping[str, Parameter]) -> Phrase | None:
        return phrase(text, own, self.constants, self.words) if text else None


_PLURAL = {"effect": "effects", "condition": "conditions", "quantity": "quantities"}


def _as_list(group: Any) -> list[Any]:
    return group if isinstance(group, list) else [group]


# ---- building


def build(what: str, spec: Any, known: Mapping[str, Word[C]], constants: Constants) -> C:
    """Build the effect, condition or quantity that a spec describes.

    A spec is one of three: a term without parameters; a mapping of a term to its only argument, which may be a list; or
    a mapping of a term to a mapping of its arguments.

    Args:
        what: the kind: effect, condition or quantity.
        spec: the spec.
        known: the terms of that kind.
        constants: the constants of the game, which list the values of some parameters.

    Raises:
        UnknownName: there is no such term.
        CombatBoxError: the arguments do not fit.
    """
    name, value = _named(what, spec, known)
    word = known[name]
    place = f"{what} {name}"
    read = _read(place, word.parameters, _parameters(place, value, list(word.parameters)), constants)
    try:
        return word.make(read)
    except ValueError as error:
        raise CombatBoxError(f"{place}: {error}") from None


def _named(what: str, spec: Any, known: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the name and the arguments of the term in a spec; the term must be known."""
    if isinstance(spec, dict):
        if len(spec) != 1:
            raise CombatBoxError(f"{what} {spec!r} must be a single word with its parameters")
        ((name, value),) = spec.items()
    else:
        name, value = spec, None
    if not isinstance(name, str) or name not in known:
        raise UnknownName(what, str(name), known)
    return name, value


def _parameters(word: str, value: Any, names: list[str]) -> Mapping[str, Any]:
    """Return the arguments of a term by the names of its parameters."""
    if isinstance(value, dict):
        strangers = [key for key in value if key not in names]
        if strangers:
            raise CombatBoxError(f"{word} has no parameter {strangers[0]!r}{suggest(str(strangers[0]), names)}")
        return value
    if value is None or (value is True and not names):
        return {}
    if not names:
        raise CombatBoxError(f"{word} takes no parameters; write {word.rsplit(maxsplit=1)[-1]} alone")
    if len(names) != 1:
        raise CombatBoxError(
            f"{word} takes {', '.join(names)}; write {{{word.rsplit(maxsplit=1)[-1]}: {{...}}}} with them"
        )
    return {names[0]: value}


def _read(
    term: str,
    wanted: Mapping[str, Parameter],
    given: Mapping[str, Any],
    constants: Constants,
    *,
    partly: bool = False,
) -> dict[str, Any]:
    """Check and convert the arguments of a term; a list becomes a tuple.

    Args:
        term: the term, for messages.
        wanted: the parameters.
        given: the arguments by name.
        constants: the constants of the game.
        partly: True if required parameters may be missing.

    Raises:
        WrongArgument: an argument does not fit, or is missing.
    """
    read: dict[str, Any] = {}
    for name, parameter in wanted.items():
        if name in given:
            value = given[name]
            for where, fault in faults(parameter.hint, value, known=Known(constants)):
                raise WrongArgument(f"{term}: {name}: {fault[:300]}", entry_at(value, where))
            read[name] = tuple(value) if isinstance(value, list) else value
        elif parameter.needed and not partly:
            raise WrongArgument(f"{term}: {name} is missing")
    return read


# ---- JSON Schema


def spec_schema(known: Mapping[str, Word[VocabularyTerm]], constants: Constants) -> dict[str, Any]:
    """Return the JSON Schema of a spec: one of the terms with its arguments."""
    bare = [name for name, word in known.items() if not word.parameters]
    options: list[dict[str, Any]] = [{"enum": bare}] if bare else []
    for name, word in known.items():
        inner = _word_schema(word, constants)
        short = list(inner.get("properties", {}).values())
        value = {"anyOf": [short[0], inner]} if len(short) == 1 else inner
        options.append(
            {
                "type": "object",
                "properties": {name: value},
                "required": [name],
                "additionalProperties": False,
                "description": word.about,
            }
        )
    return {"anyOf": options}


def _word_schema(word: Word[VocabularyTerm], constants: Constants) -> dict[str, Any]:
    """Return the JSON Schema of the arguments of a term, as an object."""
    properties = {name: _type_schema(parameter.hint, constants) for name, parameter in word.parameters.items()}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    needed = [name for name, parameter in word.parameters.items() if parameter.needed]
    return {**schema, "required": needed} if needed else schema


def _type_schema(hint: Any, constants: Constants) -> dict[str, Any]:
    """Return the JSON Schema of a parameter, in which a word is one of those that the constants list."""
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _type_schema(get_args(hint)[0], constants)}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_type_schema(part, constants) for part in get_args(hint)]}
    try:
        return {"enum": list(allowed_words(hint, constants))}
    except TypeError:
        return declared_schema(hint)
