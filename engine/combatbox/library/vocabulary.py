"""From a spec in YAML (`{gun_out: nose}`) to an effect, condition or quantity of the game's vocabulary.

A word of the vocabulary is a declared function of the game's code (`core.effects`), or one that `vocabulary.yaml` makes of
such words, with some of their parameters given and in words of its own (`core.composites`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from combatbox.core.annotations import OneOf
from combatbox.core.composites import CompositeCondition, CompositeEffect, CompositeQuantity, CompositeWording, Ways
from combatbox.core.effects import Condition, Effect, Parameter, Quantity, VocabularyTerm, Word
from combatbox.core.errors import CombatBoxError, suggest
from combatbox.core.game import Game
from combatbox.core.phrases import Phrase, phrase
from combatbox.library.schema import ConditionWord, EffectWord, QuantityWord, VocabularyModel
from combatbox.library.yaml12 import Where
from combatbox.play.dataclass_validation import faults, words_of

C = TypeVar("C", bound=VocabularyTerm)
Constants = Mapping[str, Any]

_SCHEMA = {int: "integer", str: "string", bool: "boolean"}


class UnknownWord(CombatBoxError):
    """A spec asks for a word that the vocabulary does not have."""

    def __init__(self, what: str, word: Any, known: Iterable[str]) -> None:
        super().__init__(f"unknown {what} {word!r}{suggest(str(word), known)}")
        self.word = (what, word)


class _Unfit(Exception):
    """A value is none that the field can have; says what is wanted."""


@dataclass(frozen=True, slots=True)
class Part(Generic[C]):
    """What a word of data is made of: another word, and what is given of its parameters."""

    word: Word[C]
    given: Mapping[str, Any]

    def own(self) -> dict[str, Parameter]:
        """The parameters that are left for the word of data: those that must be given and are not."""
        return {name: one for name, one in self.word.parameters.items() if name not in self.given and one.needed}

    def made(self, given: Mapping[str, Any]) -> C:
        """It with the parameters of the word of data."""
        return self.word.make({**self.given, **{name: given[name] for name in self.own()}})


@dataclass(frozen=True, slots=True)
class DataWord(Generic[C]):
    """A word that data makes of others. making: puts the parts, with their parameters, together."""

    name: str
    parts: tuple[Part[C], ...]
    wording: CompositeWording
    making: Callable[[DataWord[C], tuple[C, ...]], C]
    shape: tuple[int, ...] = ()
    """Of a condition: how many of the parts must hold, how many ways follow, and how many parts each way has."""
    last: bool = False
    _parameters: Mapping[str, Parameter] = field(default_factory=dict)

    @property
    def about(self) -> str:
        names = {name: f"({name})" for name in self.wording.own}
        return self.wording.phrase.said(str, names) if self.wording.phrase else self.parts[0].word.about

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        return self._parameters

    @property
    def where(self) -> str:
        return f"{self.name} of vocabulary.yaml"

    @property
    def uses(self) -> tuple[Word[Any], ...]:
        return tuple(part.word for part in self.parts)

    def make(self, given: Mapping[str, Any]) -> C:
        return self.making(self, tuple(part.made(given) for part in self.parts))


CODE_NAME = "vocabulary"
"""What the words of data are named below where rules name what carries them: `vocabulary.effects.rafts_out`."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game's tables by name: those of its code, and those that its data makes of them.

    hidden: by kind the words of code that data has given other words under their own names, which stand in their place.
    whole: the file of the vocabulary had no fault; with one, words that are not there may be its.
    """

    effects: Mapping[str, Word[Effect]]
    conditions: Mapping[str, Word[Condition]]
    quantities: Mapping[str, Word[Quantity]]
    hidden: Mapping[str, Mapping[str, Word[VocabularyTerm]]] = field(default_factory=dict)
    whole: bool = True

    def kinds(self) -> Iterator[tuple[str, dict[str, Word[VocabularyTerm]]]]:
        """What each of the three is called, and its words, in the order in which they were made."""
        yield "effect", {**self.effects}
        yield "condition", {**self.conditions}
        yield "quantity", {**self.quantities}

    def made(self) -> dict[str, DataWord[Any]]:
        """The words that data makes, as rules name them: `vocabulary.effects.rafts_out`."""
        return {
            f"{CODE_NAME}.{_PLURAL[what]}.{name}": word
            for what, known in self.kinds()
            for name, word in known.items()
            if isinstance(word, DataWord)
        }

    def rulings(self) -> set[str]:
        """The rulings that words of data ask for."""
        parts = (part.made({}) for word in self.made().values() for part in word.parts if not part.own())
        asked = (part.ruling_condition() for part in parts if isinstance(part, Condition))
        return {ruling[0] for ruling in asked if ruling}


# ---- what data makes


Fail = Callable[[Where, str], None]


def vocabulary_of(
    game: Game, model: VocabularyModel | None, constants: Constants, words: Iterable[str], fail: Fail
) -> Vocabulary:
    """The vocabulary of a game: the declared functions of its code, and what its `vocabulary.yaml` makes of them.

    words: those of `game.yaml`. fail: told of every fault with its place in the file; the word is then left out.
    """
    maker = _Maker(constants, frozenset(words), fail)
    model = model or VocabularyModel()
    effects: dict[str, Word[Effect]] = {**game.effects}
    conditions: dict[str, Word[Condition]] = {**game.conditions}
    quantities: dict[str, Word[Quantity]] = {**game.quantities}
    for name, one in model.effects.items():
        maker.add("effect", name, effects, one, {"does": [one.does]}, _effect)
    for name, other in model.conditions.items():
        ways = {"holds": [other.holds] if other.holds else [], "any": other.any, "unless": other.unless}
        maker.add("condition", name, conditions, other, ways, _condition)
    for name, number in model.quantities.items():
        maker.add("quantity", name, quantities, number, {"counts": [number.counts]}, _quantity)
    return Vocabulary(effects, conditions, quantities, maker.hidden, not maker.lost)


def _effect(word: DataWord[Effect], parts: tuple[Effect, ...]) -> Effect:
    return CompositeEffect(name=word.name, wording=word.wording, does=parts, last=word.last)


def _quantity(word: DataWord[Quantity], parts: tuple[Quantity, ...]) -> Quantity:
    return CompositeQuantity(name=word.name, wording=word.wording, counts=parts[0])


def _condition(word: DataWord[Condition], parts: tuple[Condition, ...]) -> Condition:
    every, some, *sizes = word.shape
    rest = iter(parts[every:])
    ways: Ways = tuple(tuple(next(rest) for _ in range(size)) for size in sizes)
    return CompositeCondition(
        name=word.name, wording=word.wording, every=parts[:every], some=ways[:some], none=ways[some:]
    )


class _Maker:
    """Makes the words of a vocabulary file, one after the other: each may use those above it."""

    def __init__(self, constants: Constants, words: frozenset[str], fail: Fail) -> None:
        self.constants, self.words, self.fail = constants, words, fail
        self.hidden: dict[str, dict[str, Word[Any]]] = {}
        self.lost: set[tuple[str, str]] = set()
        """Words with a fault, by kind: it is told once, and not again by the words that are made of them."""

    def add(
        self,
        what: str,
        name: str,
        known: dict[str, Word[C]],
        entry: EffectWord | ConditionWord | QuantityWord,
        made_of: Mapping[str, list[Any]],
        making: Callable[[DataWord[C], tuple[C, ...]], C],
    ) -> None:
        """Make a word and put it among those that are known. made_of: what the entry names, by its keys."""
        where: Where = (_PLURAL[what], name)
        try:
            word = self._word(what, name, known, entry, made_of, making)
        except CombatBoxError as error:
            told = isinstance(error, UnknownWord) and error.word in self.lost
            self.lost.add((what, name))
            if not told:
                self.fail(where, f"{what} {name}: {error}")
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
        making: Callable[[DataWord[C], tuple[C, ...]], C],
    ) -> DataWord[C]:
        ways = {key: [_listed(way) for way in given] for key, given in made_of.items()}
        specs = [spec for several in ways.values() for way in several for spec in way]
        if not specs:
            raise CombatBoxError(f"is made of nothing; say what it {next(iter(made_of))}")
        parts = tuple(self._part(what, spec, known) for spec in specs)
        own: dict[str, Parameter] = {}
        for part in parts:
            own |= part.own()
        if not isinstance(entry, QuantityWord) and entry.takes:
            own = self._taking(entry.takes, own)
        shape: tuple[int, ...] = ()
        if isinstance(entry, ConditionWord):
            every, some, none = (ways[key] for key in ("holds", "any", "unless"))
            shape = (sum(map(len, every)), len(some), *map(len, (*some, *none)))
        wording = CompositeWording(tuple(own), self._phrase(entry.words, own), self._phrase(entry.brief, own))
        last = isinstance(entry, EffectWord) and entry.ends
        return DataWord(name, parts, wording, making, shape, last, own)

    def _part(self, what: str, spec: Any, known: Mapping[str, Word[C]]) -> Part[C]:
        """What a spec of an entry asks for; an argument alone is that of the first parameter."""
        name, value = _named(what, spec, known)
        word = known[name]
        names = list(word.parameters)
        if value is not None and not isinstance(value, dict) and names:
            value = {names[0]: value}
        given = _parameters(f"{what} {name}", value, names)
        try:
            return Part(word, _read(word.parameters, given, self.constants, partly=True))
        except _Unfit as error:
            raise CombatBoxError(f"{name}: {error}") from None

    def _taking(self, takes: str | list[str], own: Mapping[str, Parameter]) -> dict[str, Parameter]:
        """Its own parameter, which may be no other word than these: of a list of game.yaml, or written out."""
        if len(own) != 1:
            raise CombatBoxError(f"takes says what one parameter may be; it has {', '.join(own) or 'none'}")
        if isinstance(takes, str) and not isinstance(self.constants.get(takes), list | dict):
            lists = [name for name, value in self.constants.items() if isinstance(value, list | dict)]
            raise CombatBoxError(f"takes the words of {takes!r}, which is no list of game.yaml{suggest(takes, lists)}")
        hint = Annotated[str, OneOf(takes)] if isinstance(takes, str) else Literal[tuple(takes)]
        return {name: replace(one, hint=hint) for name, one in own.items()}

    def _phrase(self, text: str, own: Mapping[str, Parameter]) -> Phrase | None:
        return phrase(text, own, self.constants, self.words) if text else None


_PLURAL = {"effect": "effects", "condition": "conditions", "quantity": "quantities"}


def _listed(way: Any) -> list[Any]:
    return way if isinstance(way, list) else [way]


# ---- building


def build(what: str, spec: Any, known: Mapping[str, Word[C]], constants: Constants) -> C:
    """The effect, condition or quantity a spec asks for.

    A spec is a word (no parameters), or a mapping of one word to a single parameter, a list that is the
    single parameter, or a mapping of parameters. constants: of the game, for words that its data lists.
    Raises CombatBoxError in one line otherwise.
    """
    name, value = _named(what, spec, known)
    word = known[name]
    given = _parameters(f"{what} {name}", value, list(word.parameters))
    try:
        return word.make(_read(word.parameters, given, constants))
    except (_Unfit, ValueError) as error:
        raise CombatBoxError(f"{what} {name}: {error}") from None


def _named(what: str, spec: Any, known: Mapping[str, Any]) -> tuple[str, Any]:
    """The word of a spec, which is known, and what stands behind it."""
    if isinstance(spec, dict):
        if len(spec) != 1:
            raise CombatBoxError(f"{what} {spec!r} must be one word with its parameters")
        ((name, value),) = spec.items()
    else:
        name, value = spec, None
    if not isinstance(name, str) or name not in known:
        raise UnknownWord(what, name, known)
    return name, value


def _parameters(word: str, value: Any, names: list[str]) -> Mapping[str, Any]:
    """The parameters by name that stand behind a word."""
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
    wanted: Mapping[str, Parameter], given: Mapping[str, Any], constants: Constants, *, partly: bool = False
) -> dict[str, Any]:
    """Every parameter as it is wanted. partly: what must be given may be left for later."""
    read: dict[str, Any] = {}
    for name, parameter in wanted.items():
        if name in given:
            try:
                read[name] = _value(parameter.hint, given[name], constants)
            except _Unfit as error:
                raise _Unfit(f"{name}: {error}") from None
        elif parameter.needed and not partly:
            raise _Unfit(f"{name} is missing")
    return read


def _value(hint: Any, value: Any, constants: Constants) -> Any:
    """The value, if it is of that type: a list of YAML becomes a tuple. Raises _Unfit."""
    wrong = faults(hint, value, constants=constants)
    if wrong:
        raise _Unfit(wrong[0][1][:300])
    return tuple(value) if isinstance(value, list) else value


# ---- JSON Schema


def spec_schema(known: Mapping[str, Word[VocabularyTerm]], constants: Constants) -> dict[str, Any]:
    """JSON Schema of a spec: one of the words, each with its own parameters."""
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
    """The parameters of a word as the properties of an object."""
    properties = {name: _type_schema(one.hint, constants) for name, one in word.parameters.items()}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    needed = [name for name, one in word.parameters.items() if one.needed]
    return {**schema, "required": needed} if needed else schema


def _type_schema(hint: Any, constants: Constants) -> dict[str, Any]:
    if hint in _SCHEMA:
        return {"type": _SCHEMA[hint]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _type_schema(get_args(hint)[0], constants)}
    if get_origin(hint) in (Union, UnionType):
        return {"anyOf": [_type_schema(one, constants) for one in get_args(hint)]}
    return {"enum": list(words_of(hint, constants))}
