"""The page of a game's vocabulary: every term with its parameters, its wording and an example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from combatbox.core.effects import Condition, Effect, Parameter, VocabularyTerm, Word
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.play.dataclass_validation import allowed_words
from combatbox.web.views import Views

FEW = 16
"""The maximum number of values of a parameter that are listed."""

KINDS = {
    "effect": ("Effects", "What rows do."),
    "condition": ("Conditions", "When a modifier or a row counts, and when a throw is made again."),
    "quantity": ("Quantities", "Numbers that modifiers add, or are counted by."),
}

Used = Mapping[tuple[str, str], tuple[str, VocabularyTerm]]
"""The first table that uses a term and the use itself, by kind and name of the term."""


def page(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of the vocabulary page: a group for each of the three kinds."""
    used = _used(book)
    groups = [
        SimpleNamespace(title=KINDS[kind][0], about=KINDS[kind][1], words=[_word(book, views, kind, name, word, used) for name, word in sorted(known.items())])
        for kind, known in book.vocabulary.kinds()
        if known
    ]  # fmt: skip
    return {"groups": groups}


def _word(book: Book, views: Views, kind: str, name: str, word: Word[VocabularyTerm], used: Used) -> SimpleNamespace:
    where, term = used.get((kind, name), ("", None))
    return SimpleNamespace(
        name=name,
        about=word.about,
        parameters=[_parameter(book, key, each) for key, each in word.parameters.items()],
        example=term.code if term else "",
        says=term.words(book.say) if term else "",
        where=where,
        url=views.ref(where).url if where else "",
    )  # fmt: skip


def _parameter(book: Book, name: str, parameter: Parameter) -> SimpleNamespace:
    default = "" if parameter.needed else "nothing" if parameter.default is None else str(parameter.default)
    return SimpleNamespace(name=name, kind=_kind(parameter.hint, book.constants), usual=default)


def _kind(hint: Any, constants: Mapping[str, Any]) -> str:
    """Return a description of the type of a parameter."""
    if hint in (int, str, bool, type(None)):
        return {int: "a whole number", str: "a text", bool: "true or false"}.get(hint, "nothing")
    if get_origin(hint) is tuple:
        return f"several: {_kind(get_args(hint)[0], constants)}"
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_kind(arm, constants) for arm in get_args(hint))
    try:
        words = [str(word) for word in allowed_words(hint, constants)]
    except TypeError:
        return _kind(get_args(hint)[0], constants) if get_origin(hint) is Annotated else "a word"
    text = ", ".join(words[: FEW if len(words) <= FEW else 3])
    return text if len(words) <= FEW else f"{text} or another of {len(words)}"


def _used(book: Book) -> Used:
    """Return the first use of each term, in the order of the tables."""
    used: dict[tuple[str, str], tuple[str, VocabularyTerm]] = {}
    for table in book.tables.values():
        for kind, term in _words_in(table):
            used.setdefault((kind, term.name), (table.id, term))
    return used


def _words_in(table: Table) -> Iterator[tuple[str, VocabularyTerm]]:
    """Yield the kind and the term of every use of the vocabulary in the rows and modifiers of a table."""
    for row in table.every_row():
        yield from (("effect", effect) for effect in row.effects)
        yield from (("condition", condition) for condition in (*row.again, *([row.when] if row.when else [])))
    yield from (("condition", condition) for condition in table.stated())
    for modifier in table.modifiers:
        for amount in (modifier.add, modifier.times):
            if isinstance(amount, VocabularyTerm) and not isinstance(amount, Effect | Condition):
                yield "quantity", amount
