"""A compiled book: all that a game is played from, as one text of JSON. It is read here, and made by `library.book_export`.

Everything that is shared is there once. `words` of the vocabulary stand in one list, each made of those before it: a function
of the game's code with its arguments (`["guns_out", "tail"]`), or what data calls so and makes of others. Rows stand in one
list too, those inside of others before these; tables name them by number. What has its usual value is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combatbox.core.composites import CompositeCondition, CompositeEffect, CompositeQuantity, CompositeWording
from combatbox.core.dice import notation
from combatbox.core.effects import VocabularyTerm
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Game
from combatbox.core.phrases import Phrase
from combatbox.core.phrases import Place as Gap
from combatbox.core.places import Place, Sentence
from combatbox.core.plugin import load_object
from combatbox.core.tables import Adjust, Floor, Info, Modifier, Row, Table
from combatbox.play.book import Book, Choice, Rule, Ruling
from combatbox.play.canonical_json import check_depth
from combatbox.play.dataclass_validation import made
from combatbox.play.json_schemas import BOOK_FORM

KEYED = "~"
"""Stands for the mapping itself where its keys are no texts: a list of keys and values."""

Data = Mapping[str, Any]


def book_of(text: str, game: Game | None = None) -> Book:
    """A book from the text that it was compiled to.

    game: whose it is, where that is loaded; else the code that the text names, which must be a game. Raises CombatBoxError
    for a text that is none of ours, is of another version, or names words that the code does not have.
    """
    try:
        check_depth(text)
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CombatBoxError("this is no compiled book: it is no JSON") from error
    if not isinstance(data, dict) or data.get("kind") != "book":
        raise CombatBoxError("this is no compiled book")
    if data.get("schema") != BOOK_FORM:
        raise CombatBoxError(
            f"this is a compiled book of form {data.get('schema')!r:.20}; this version reads {BOOK_FORM}"
        )
    game = game or load_object(str(data["code"]))
    if isinstance(game, Game) and data.get("like") == game.key:
        game = replace(game, key=str(data["game"]))  # a variant that is data alone
    if not isinstance(game, Game) or game.key != data["game"]:
        raise CombatBoxError(f"{data.get('code')!r:.60}: is not the game {data.get('game')!r:.20}")
    try:
        return _book(data, game)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        told = f"{type(error).__name__} {error}"
        raise CombatBoxError(f"the compiled book of {game.key} does not fit the code: {told}") from error


def _book(data: Data, game: Game) -> Book:
    words = _words(data["vocabulary"], game)
    tables = _Tables(words, data["rows"])
    drawing = data.get("drawing")
    return Book(
        game,
        data["about"]["title"],
        plain(data["constants"]),
        data["words"],
        {name: tables.table({"id": name, **table}) for name, table in data["tables"].items()},
        {name: _ruling(name, **ruling) for name, ruling in data["rulings"].items()},
        {name: Rule(name, *rule) for name, rule in data["rules"].items()},
        {name: _place(name, **place) for name, place in data["places"].items()},
        data["digest"],
        data.get("variants", {}),
        made(game.drawing, plain(drawing)) if game.drawing and drawing is not None else None,
        data["version"],
        frozenset(name for name, ruling in data["rulings"].items() if ruling.get("optional")),
    )


def _place(name: str, *, says: Sequence[Data] = (), **told: Any) -> Place:
    return Place(name, says=tuple(Sentence(**saying) for saying in says), **told)


def plain(data: Any) -> Any:
    """Data with the keys that it was compiled from."""
    if isinstance(data, list):
        return [plain(item) for item in data]
    if not isinstance(data, dict):
        return data
    if KEYED in data:
        return {key: plain(value) for key, value in data[KEYED]}
    return {key: plain(value) for key, value in data.items()}


def _ruling(
    name: str,
    *,
    key: str,
    default: str,
    question: str = "",
    options: Data | None = None,
    replaces: Data | None = None,
    optional: bool = False,
) -> Ruling:
    """A ruling; one without `options` has its default alone, which `replaces` tables. That it is `optional` its book keeps."""
    choices = {option: Choice(*choice) for option, choice in options.items()} if options else {}
    return Ruling(name, key, question, choices or {default: Choice("", replaces or {})}, default, "")


# The compiled file leaves out of a row what its id tells of it, as most ids do; these three alone read one.

_COLUMN = re.compile(r"@(?P<column>[^/]+)(?:/(?:hit|miss)\Z)?")


def line_of(row: str) -> str:
    """The printed line of a row, as most are called: without its column and side."""
    return _COLUMN.sub("", row)


def column_of(row: str) -> str:
    """The column of a row, as most have it; none where it names none."""
    named = _COLUMN.search(row)
    return named["column"] if named else ""


def key_of(row: str) -> str:
    """The key of a row, as most have it: none, or how its line ends in a table with columns."""
    return line_of(row).rpartition("/")[2] if column_of(row) else ""


def numbered(numbers: Sequence[Any]) -> Iterator[int]:
    """Numbers of which those that follow each other stand as first and last: [[3, 5], 9] is 3, 4, 5, 9."""
    for one in numbers:
        yield from range(one[0], one[1] + 1) if isinstance(one, list) else (one,)


# ---- the vocabulary


def _words(entries: Sequence[Any], game: Game) -> list[Any]:
    """The words of the tables, one after the other: each is made of those before it."""
    code = {"e": game.effects, "c": game.conditions, "q": game.quantities}
    words: list[Any] = []
    for kind, name, given in entries:
        if kind in code:
            words.append(code[kind][name].make({key: _value(value) for key, value in given.items()}))
        else:
            words.append(_called(kind, name, given, words))
    return words


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _called(kind: str, name: str, given: Data, known: Sequence[Any]) -> VocabularyTerm:
    """What data calls so: `E` an effect, `C` a condition, `Q` a quantity."""
    wording = CompositeWording(tuple(given.get("own", ())), _phrase(given.get("words")), _phrase(given.get("brief")))
    if kind == "E":
        does = tuple(known[number] for number in given["does"])
        return CompositeEffect(name=name, wording=wording, does=does, last=given.get("last", False))
    if kind == "Q":
        return CompositeQuantity(name=name, wording=wording, counts=known[given["counts"]])
    every, some, none = (given.get(key, ()) for key in ("every", "some", "none"))
    return CompositeCondition(
        name=name,
        wording=wording,
        every=tuple(known[number] for number in every),
        some=tuple(tuple(known[number] for number in way) for way in some),
        none=tuple(tuple(known[number] for number in way) for way in none),
    )


def _phrase(parts: Sequence[Any] | None) -> Phrase | None:
    """A wording: its texts, and its places as name, whether that is a parameter, and how it is said."""
    if parts is None:
        return None
    return Phrase(tuple(part if isinstance(part, str) else Gap(*part) for part in parts))


# ---- tables


class _Tables:
    """Makes the tables of a book; rows are made when they are first named, those inside of others before these."""

    def __init__(self, words: Sequence[Any], rows: Sequence[Data]) -> None:
        self._words = words
        self._rows: list[Row] = []
        for data in rows:
            self._rows.append(self._row(data))

    def table(self, data: Data) -> Table:
        """A table, or a second die inside of a row."""
        given = dict(data)
        rows = tuple(self._named(given.pop("rows", ())))
        lookups = {
            name: {roll: row for row in self._named(cells) for roll in row.rolls}
            for name, cells in given.pop("lookups", {}).items()
        }
        keys = dict(self._keyed(one) for one in given.pop("keys", ()))
        return Table(
            given.pop("id"),
            given.pop("title"),
            given.pop("shape"),
            notation(given.pop("dice")),
            rows,
            given.pop("columns", {}),
            lookups,
            keys,
            modifiers=tuple(self._modifier(**one) for one in given.pop("modifiers", ())),
            adjusts=tuple(self._adjust(**one) for one in given.pop("adjusts", ())),
            floors=tuple(self._floor(**one) for one in given.pop("floors", ())),
            info=Info(**given.pop("info", {})),
            forced=tuple(self._named(given.pop("forced", ()))),
            first=tuple(self._named(given.pop("first", ()))),
            sides=tuple(given.pop("sides", ())),
            adds={name: (added[0], added[1]) for name, added in given.pop("adds", {}).items()},
            **given,
        )

    def _named(self, numbers: Sequence[Any]) -> Iterator[Row]:
        return (self._rows[number] for number in numbered(numbers))

    def _keyed(self, one: Any) -> tuple[str, Row]:
        """A row of a chart with its key: told, or as its id ends."""
        key, number = one if isinstance(one, list) else ("", one)
        row = self._rows[number]
        return key or row.id.rpartition("/")[2], row

    def _word(self, number: int | None) -> Any:
        return None if number is None else self._words[number]

    def _row(self, data: Data) -> Row:
        given = dict(data)
        then, name = given.pop("then", None), given.pop("id")
        return Row(
            name,
            tuple(given.pop("rolls", ())),
            given.pop("key", key_of(name)),
            given.pop("area", ""),
            tuple(self._words[number] for number in given.pop("effects", ())),
            self.table(then) if then else None,
            self._word(given.pop("when", None)),
            tuple(self._words[number] for number in given.pop("again", ())),
            origin=tuple(given.pop("origin", ())),
            **{"table": name.partition("/")[0], "line": line_of(name), "column": column_of(name), **given},
        )

    def _modifier(
        self,
        *,
        when: int | None = None,
        add: int = 0,
        adds: int | None = None,
        times: int | None = None,
        origin: Sequence[str] = (),
    ) -> Modifier:
        """add: the number; adds: the word of the quantity in its stead."""
        amount = add if adds is None else self._words[adds]
        return Modifier(self._word(when), amount, "", self._word(times), tuple(origin))

    def _adjust(self, *, when: int | None = None, times: str = "1", origin: Sequence[str] = (), **given: Any) -> Adjust:
        return Adjust(self._word(when), Fraction(times), source="", origin=tuple(origin), **{"add": 0, **given})

    def _floor(self, *, when: int | None = None, origin: Sequence[str] = (), **given: Any) -> Floor:
        return Floor(when=self._word(when), source="", origin=tuple(origin), **given)
