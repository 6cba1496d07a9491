"""The JSON form of a compiled book, which `library.book_export` writes and this module reads.

Shared parts are stored once. The vocabulary is one list of terms, and each may be composed of earlier ones: a term is a
function of the game's code with its arguments (`["guns_out", "tail"]`), or a composite that the data define. Rows are
also one list, in which nested rows precede their parents; tables refer to rows by number. Default values are left out.
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
from combatbox.core.places import OtherTable, Place, Sentence
from combatbox.core.plugin import load_object
from combatbox.core.tables import Adjust, Floor, Info, Modifier, Row, Table
from combatbox.play.book import Book, Choice, Rule, Ruling
from combatbox.play.canonical_json import check_depth
from combatbox.play.dataclass_validation import build_declared
from combatbox.play.json_schemas import BOOK_FORM

KEYED = "~"
"""The key that marks a mapping whose keys are not text; its value is a list of pairs (key, value)."""

Data = Mapping[str, Any]


def parse_book(text: str, game: Game | None = None) -> Book:
    """Parse a compiled book.

    Args:
        text: the JSON of the book.
        game: the game of the book, if its code is already loaded; None to load the game that the text names.

    Raises:
        CombatBoxError: the text is not a compiled book, has another version, or names terms that the code does not
            have.
    """
    try:
        check_depth(text)
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CombatBoxError("the text is not a compiled book: it is not JSON") from error
    if not isinstance(data, dict) or data.get("kind") != "book":
        raise CombatBoxError("the text is not a compiled book")
    if data.get("schema") != BOOK_FORM:
        raise CombatBoxError(f"the compiled book has form {data.get('schema')!r:.20}; this version reads {BOOK_FORM}")
    game = game or load_object(str(data["code"]))
    if isinstance(game, Game) and data.get("like") == game.key:
        game = replace(game, key=str(data["game"]))  # a variant without code of its own
    if not isinstance(game, Game) or game.key != data["game"]:
        raise CombatBoxError(f"{data.get('code')!r:.60} is not the game {data.get('game')!r:.20}")
    try:
        return _book(data, game)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        reason = f"{type(error).__name__} {error}"
        raise CombatBoxError(f"the compiled book of {game.key} does not fit the code: {reason}") from error


def _book(data: Data, game: Game) -> Book:
    words = _words(data["vocabulary"], game)
    tables = _Tables(words, data["rows"])
    drawing = data.get("drawing")
    return Book(
        game,
        data["about"]["title"],
        decode_keys(data["constants"]),
        data["words"],
        {name: tables.table({"id": name, **table}) for name, table in data["tables"].items()},
        {name: _ruling(name, **ruling) for name, ruling in data["rulings"].items()},
        {name: Rule(name, *rule) for name, rule in data["rules"].items()},
        {name: _place(name, **place) for name, place in data["places"].items()},
        data["digest"],
        data.get("variants", {}),
        build_declared(game.types.drawing, decode_keys(drawing))
        if game.types.drawing and drawing is not None
        else None,
        data["version"],
        frozenset(name for name, ruling in data["rulings"].items() if ruling.get("optional")),
        data["about"].get("lost", ""),
    )


def _place(name: str, *, says: Sequence[Data] = (), instead: Sequence[Data] = (), **fields: Any) -> Place:
    others = tuple(OtherTable(each["table"], {k: tuple(v) for k, v in each["when"].items()}) for each in instead)
    return Place(name, says=tuple(Sentence(**sentence) for sentence in says), instead=others, **fields)


def decode_keys(data: Any) -> Any:
    """Return data in which mappings have their original keys; compilation encodes keys that are not text."""
    if isinstance(data, list):
        return [decode_keys(item) for item in data]
    if not isinstance(data, dict):
        return data
    if KEYED in data:
        return {key: decode_keys(value) for key, value in data[KEYED]}
    return {key: decode_keys(value) for key, value in data.items()}


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
    """Build a ruling. Without `options`, its only option is the default, which replaces the tables in `replaces`.

    `optional` is not used here, because the book stores which rulings are optional.
    """
    choices = {option: Choice(*choice) for option, choice in options.items()} if options else {}
    return Ruling(name, key, question, choices or {default: Choice("", replaces or {})}, default, "")


# The compiled file leaves out what the id of a row implies; only these three functions parse an id.

_COLUMN = re.compile(r"@(?P<column>[^/]+)(?:/(?:hit|miss)\Z)?")


def line_of(row: str) -> str:
    """Return the id of the printed line to which a row belongs: the row's id without column, `hit` and `miss`."""
    return _COLUMN.sub("", row)


def column_of(row: str) -> str:
    """Return the column in a row's id, or an empty string if it has none."""
    named = _COLUMN.search(row)
    return named["column"] if named else ""


def key_of(row: str) -> str:
    """Return the key of a row: the last part of its printed line's id; empty if the row's id names no column."""
    return line_of(row).rpartition("/")[2] if column_of(row) else ""


def expand_ranges(numbers: Sequence[Any]) -> Iterator[int]:
    """Yield the numbers of a list that may contain ranges: [[3, 5], 9] is 3, 4, 5, 9."""
    for item in numbers:
        yield from range(item[0], item[1] + 1) if isinstance(item, list) else (item,)


# ---- the vocabulary


def _words(entries: Sequence[Any], game: Game) -> list[Any]:
    """Build the terms of the vocabulary in order; each may refer to earlier ones."""
    code = {"e": game.effects, "c": game.conditions, "q": game.quantities}
    words: list[Any] = []
    for kind, name, arguments in entries:
        if kind in code:
            words.append(code[kind][name].make({key: _value(value) for key, value in arguments.items()}))
        else:
            words.append(_composite(kind, name, arguments, words))
    return words


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _composite(kind: str, name: str, definition: Data, known: Sequence[Any]) -> VocabularyTerm:
    """Build a composite term of kind `E` (effect), `C` (condition) or `Q` (quantity)."""
    wording = CompositeWording(
        tuple(definition.get("own", ())), _phrase(definition.get("words")), _phrase(definition.get("brief"))
    )
    if kind == "E":
        does = tuple(known[number] for number in definition["does"])
        return CompositeEffect(name=name, wording=wording, does=does, last=definition.get("last", False))
    if kind == "Q":
        return CompositeQuantity(name=name, wording=wording, counts=known[definition["counts"]])
    every, some, none = (definition.get(key, ()) for key in ("every", "some", "none"))
    return CompositeCondition(
        name=name,
        wording=wording,
        every=tuple(known[number] for number in every),
        some=tuple(tuple(known[number] for number in group) for group in some),
        none=tuple(tuple(known[number] for number in group) for group in none),
    )


def _phrase(parts: Sequence[Any] | None) -> Phrase | None:
    """Build a wording from its parts: texts, and placeholders as lists (name, True for a parameter, format)."""
    if parts is None:
        return None
    return Phrase(tuple(part if isinstance(part, str) else Gap(*part) for part in parts))


# ---- tables


class _Tables:
    """Builder of the tables of a book."""

    def __init__(self, words: Sequence[Any], rows: Sequence[Data]) -> None:
        self._words = words
        self._rows: list[Row] = []
        for data in rows:
            self._rows.append(self._row(data))

    def table(self, data: Data) -> Table:
        """Build a table, or the nested roll of a row."""
        rest = dict(data)
        rows = tuple(self._named(rest.pop("rows", ())))
        lookups = {
            name: {roll: row for row in self._named(cells) for roll in row.rolls}
            for name, cells in rest.pop("lookups", {}).items()
        }
        keys = dict(self._keyed(one) for one in rest.pop("keys", ()))
        return Table(
            rest.pop("id"),
            rest.pop("title"),
            rest.pop("shape"),
            notation(rest.pop("dice")),
            rows,
            rest.pop("columns", {}),
            lookups,
            keys,
            modifiers=tuple(self._modifier(**one) for one in rest.pop("modifiers", ())),
            adjusts=tuple(self._adjust(**one) for one in rest.pop("adjusts", ())),
            floors=tuple(self._floor(**one) for one in rest.pop("floors", ())),
            info=Info(**rest.pop("info", {})),
            forced=tuple(self._named(rest.pop("forced", ()))),
            first=tuple(self._named(rest.pop("first", ()))),
            sides=tuple(rest.pop("sides", ())),
            adds={name: (added[0], added[1]) for name, added in rest.pop("adds", {}).items()},
            **rest,
        )

    def _named(self, numbers: Sequence[Any]) -> Iterator[Row]:
        return (self._rows[number] for number in expand_ranges(numbers))

    def _keyed(self, item: Any) -> tuple[str, Row]:
        """Return the key and the row of an item of a chart; the default key is the last part of the row's id."""
        key, number = item if isinstance(item, list) else ("", item)
        row = self._rows[number]
        return key or row.id.rpartition("/")[2], row

    def _word(self, number: int | None) -> Any:
        return None if number is None else self._words[number]

    def _row(self, data: Data) -> Row:
        rest = dict(data)
        then, name = rest.pop("then", None), rest.pop("id")
        return Row(
            name,
            tuple(rest.pop("rolls", ())),
            rest.pop("key", key_of(name)),
            rest.pop("area", ""),
            tuple(self._words[number] for number in rest.pop("effects", ())),
            self.table(then) if then else None,
            self._word(rest.pop("when", None)),
            tuple(self._words[number] for number in rest.pop("again", ())),
            origin=tuple(rest.pop("origin", ())),
            **{"table": name.partition("/")[0], "line": line_of(name), "column": column_of(name), **rest},
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
        """Build a modifier.

        Args:
            when: the number of its condition in the vocabulary.
            add: its amount as a number.
            adds: the number of the quantity in the vocabulary that is its amount instead.
            times: the number of the quantity in the vocabulary that multiplies it.
            origin: the sources of its value.
        """
        amount = add if adds is None else self._words[adds]
        return Modifier(self._word(when), amount, "", self._word(times), tuple(origin))

    def _adjust(self, *, when: int | None = None, times: str = "1", origin: Sequence[str] = (), **rest: Any) -> Adjust:
        return Adjust(self._word(when), Fraction(times), source="", origin=tuple(origin), **{"add": 0, **rest})

    def _floor(self, *, when: int | None = None, origin: Sequence[str] = (), **rest: Any) -> Floor:
        return Floor(when=self._word(when), source="", origin=tuple(origin), **rest)
