"""The JSON form of a compiled book: how it is written and read, from the declarations of its parts.

Shared parts are stored once. The vocabulary is one list of terms, and each may be composed of earlier ones: a term is a
function of the game's code with its arguments (`["guns_out", "tail"]`), or a composite that the data define. Rows are
also one list, in which nested rows precede their parents; tables refer to rows by number. A type hint says how a value
is stored (`form_of`); what equals its default is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from combatbox.core.composites import CompositeCondition, CompositeEffect, CompositeQuantity
from combatbox.core.decisions import Place
from combatbox.core.dice import Notation, notation
from combatbox.core.effects import Condition, Effect, Quantity, VocabularyTerm
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import Game
from combatbox.core.phrases import Phrase, Placeholder, consecutive
from combatbox.core.plugin import load_object
from combatbox.core.statistics import DayScore
from combatbox.core.tables import Info, Modifier, Row, Table, implied_by_id
from combatbox.play.book import Book, Choice, Rule, Ruling
from combatbox.play.canonical_json import canonical_json, check_depth
from combatbox.play.dataclass_validation import build_declared

BOOK_FORM = 1
"""The version of compiled books; other versions are refused."""

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
    parts = BookReader(data["vocabulary"], data["rows"], game)
    drawing = data.get("drawing")
    return Book(
        game,
        data["about"]["title"],
        decode_keys(data["constants"]),
        data["words"],
        {name: Table(**read_fields(Table, {"id": name, **table}, parts)) for name, table in data["tables"].items()},
        {name: _ruling(name, **ruling) for name, ruling in data["rulings"].items()},
        {name: Rule(name, *rule) for name, rule in data["rules"].items()},
        {name: Place(name, **read_fields(Place, place, parts)) for name, place in data["places"].items()},
        data["digest"],
        data.get("variants", {}),
        build_declared(game.types.drawing, decode_keys(drawing))
        if game.types.drawing and drawing is not None
        else None,
        data["version"],
        frozenset(name for name, ruling in data["rulings"].items() if ruling.get("optional")),
        data["about"].get("lost", ""),
        DayScore(**data["about"]["day"]) if "day" in data["about"] else None,
    )


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


# ---- the vocabulary and the rows, which are stored once


class BookWriter:
    """The terms and rows of a book that is written, as JSON data, each under its number.

    Attributes:
        terms: the terms, in the order of first use; the parts of a composite precede it.
        rows: the rows; nested rows precede the row that contains them.
    """

    def __init__(self) -> None:
        self.terms: list[list[Any]] = []
        self.rows: list[Data] = []
        self._numbers: dict[str | int, int] = {}

    def term(self, term: VocabularyTerm) -> int:
        """Return the number of a term; a new term is added."""
        kind = next(letter for letter, cls in _KINDS.items() if isinstance(term, cls))
        arguments = {name: list(v) if isinstance(v, tuple) else v for name, v in term.arguments.items()}
        if isinstance(term, _COMPOSITES):
            arguments = write_fields(_KINDS[kind], term, self)
        entry = [kind, term.name, arguments]
        return self._number(canonical_json(entry), self.terms, entry)

    def row(self, row: Row) -> int:
        """Return the number of a row; a new row is added."""
        known = self._numbers.get(id(row))
        return (
            self._number(id(row), self.rows, write_fields(Row, row, self, implied_by_id(row.id)))
            if known is None
            else known
        )

    def _number(self, key: str | int, entries: list[Any], entry: Any) -> int:
        number = self._numbers.setdefault(key, len(entries))
        if number == len(entries):
            entries.append(entry)
        return number


class BookReader:
    """The terms and rows of a book that is read, by number.

    Args:
        terms: the data of the terms.
        rows: the data of the rows.
        game: the game whose code has the terms.
    """

    def __init__(self, terms: Iterable[Sequence[Any]], rows: Iterable[Data], game: Game) -> None:
        code = {"e": game.effects, "c": game.conditions, "q": game.quantities}
        self.terms: list[Any] = []
        self.rows: list[Row] = []
        for kind, name, arguments in terms:
            if kind in code:
                given = {key: tuple(v) if isinstance(v, list) else v for key, v in arguments.items()}
                self.terms.append(code[kind][name].make(given))
            else:
                self.terms.append(_KINDS[kind](name=name, **read_fields(_KINDS[kind], arguments, self)))
        for data in rows:
            self.rows.append(Row(**implied_by_id(data["id"]) | read_fields(Row, data, self)))


_COMPOSITES = (CompositeEffect, CompositeCondition, CompositeQuantity)
_KINDS: Mapping[str, Any] = {**dict(zip("ECQ", _COMPOSITES, strict=True)), "e": Effect, "c": Condition, "q": Quantity}
"""The type of a term, by the letter of its kind."""


# ---- how values are stored


class Form(NamedTuple):
    """How the values of a type are stored.

    Attributes:
        write: returns the data of a value, whose terms and rows it adds to a book.
        read: returns the value of data, whose terms and rows are those of a book.
        schema: the JSON Schema of the data.
    """

    write: Callable[[Any, BookWriter], Any]
    read: Callable[[Any, BookReader], Any]
    schema: Data


class StoredField(NamedTuple):
    """A field of a dataclass that is stored: its name, the form of its values, and its default or MISSING."""

    name: str
    form: Form
    default: Any


_KEYS = {"notation": "dice", "phrase": "words", "short": "brief"}
"""The keys of fields that differ from the names of the fields."""

_LEFT_OUT = ("name", "source")
"""Fields that are not stored, or not as a field."""

_INFO = ("told", "deep", "optional")
"""The fields of a table's `Info` that are stored because the narration needs them; only the site uses the others."""


@cache
def stored_fields(kind: Any) -> Mapping[str, StoredField]:
    """Return the fields of a dataclass that are stored, by their keys."""
    hints = get_type_hints(kind)
    return {
        _KEYS.get(item.name, item.name): StoredField(
            item.name,
            form_of(hints[item.name]),
            item.default if item.default_factory is MISSING else item.default_factory(),
        )
        for item in fields(kind)
        if item.init and item.name not in _LEFT_OUT and (kind is not Info or item.name in _INFO)
    }


_NOTHING: Data = {}


def write_fields(kind: Any, value: Any, book: BookWriter, usual: Data = _NOTHING) -> dict[str, Any]:
    """Return the data of a dataclass without the fields that have their default values.

    Args:
        kind: the dataclass.
        value: an instance of it.
        book: the book to which its terms and rows are added.
        usual: values that are left out instead of the defaults, by key.
    """
    stored = [(key, getattr(value, item.name), item) for key, item in stored_fields(kind).items()]
    return {key: item.form.write(own, book) for key, own, item in stored if own != usual.get(key, item.default)}


def read_fields(kind: Any, data: Data, book: BookReader) -> dict[str, Any]:
    """Return the fields of a dataclass by name, as far as the data has them.

    Raises:
        KeyError: the dataclass has no such field.
    """
    stored = stored_fields(kind)
    return {stored[key].name: stored[key].form.read(value, book) for key, value in data.items()}


def form_of(hint: Any) -> Form:
    """Return how values of a type are stored; None is never stored."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _FORMS:
        return _FORMS[hint]
    if origin is Literal:
        return Form(_same, _same, {"enum": list(args)})
    if origin in (Union, UnionType):
        return form_of(args[0])
    if origin in (tuple, Sequence):
        return _list(form_of(args[0]), tuple if origin is tuple else list)
    if origin is Mapping:
        return _mapping(form_of(args[1]))
    return _TERM if issubclass(hint, VocabularyTerm) else _record(hint)


def _same(data: Any, book: Any) -> Any:
    return data


def _list(each: Form, make: type) -> Form:
    """Return how a list is stored whose items have a form; `make` is its type."""
    return Form(
        lambda values, book: [each.write(value, book) for value in values],
        lambda data, book: make([each.read(item, book) for item in data]),
        {"type": "array", "items": each.schema},
    )


def _mapping(each: Form) -> Form:
    """Return how a mapping is stored whose keys are texts and whose values have a form."""
    return Form(
        lambda values, book: {key: each.write(value, book) for key, value in values.items()},
        lambda data, book: {key: each.read(value, book) for key, value in data.items()},
        {"type": "object", "additionalProperties": each.schema},
    )


def _record(kind: Any) -> Form:
    """Return how a dataclass is stored."""
    return Form(
        lambda value, book: write_fields(kind, value, book),
        lambda data, book: kind(**read_fields(kind, data, book)),
        {"$ref": f"#/$defs/{kind.__name__}"},
    )


def _write_modifier(modifier: Modifier, book: BookWriter) -> Data:
    """Return the data of a modifier; a quantity that it adds has a key of its own, because both are numbers."""
    data = write_fields(Modifier, modifier, book)
    return data if isinstance(modifier.add, int) else {"adds": data.pop("add"), **data}


def _read_modifier(data: Data, book: BookReader) -> Modifier:
    values = read_fields(Modifier, {key: value for key, value in data.items() if key != "adds"}, book)
    return Modifier(**values | ({"add": book.terms[data["adds"]]} if "adds" in data else {}))


def _write_keys(keys: Mapping[str, Row], book: BookWriter) -> list[Any]:
    """Return the numbers of a chart's rows, each with its key unless this is the last part of the row's id."""
    rows = [(key, book.row(row), row.id) for key, row in keys.items()]
    return [number if key == id_.rpartition("/")[2] else [key, number] for key, number, id_ in rows]


def _read_keys(data: Iterable[Any], book: BookReader) -> Mapping[str, Row]:
    named = [item if isinstance(item, list) else ("", item) for item in data]
    rows = [(key, book.rows[number]) for key, number in named]
    return {key or row.id.rpartition("/")[2]: row for key, row in rows}


def _write_rows(rows: Iterable[Row], book: BookWriter) -> list[int | list[int]]:
    return runs([book.row(row) for row in {id(row): row for row in rows}.values()])


def _read_rows(numbers: Iterable[Any], book: BookReader) -> tuple[Row, ...]:
    return tuple([book.rows[number] for number in expand_ranges(numbers)])


def runs(numbers: Sequence[int]) -> list[int | list[int]]:
    """Compress each run of consecutive numbers to a range: 3, 4, 5, 9 becomes [[3, 5], 9].

    `expand_ranges` is the inverse.
    """
    return [[run[0], run[-1]] if run[1:] else run[0] for run in consecutive(numbers)]


def expand_ranges(numbers: Iterable[Any]) -> Iterator[int]:
    """Yield the numbers of a list that may contain ranges: [[3, 5], 9] is 3, 4, 5, 9."""
    for item in numbers:
        yield from range(item[0], item[1] + 1) if isinstance(item, list) else (item,)


def to_json_data(data: Any) -> Any:
    """Convert data to JSON data; a mapping with a key that is not a string becomes a list of pairs."""
    if isinstance(data, Mapping):
        if all(isinstance(key, str) for key in data):
            return {key: to_json_data(value) for key, value in data.items()}
        return {KEYED: [[key, to_json_data(value)] for key, value in data.items()]}
    return [to_json_data(item) for item in data] if isinstance(data, list | tuple) else data


def decode_keys(data: Any) -> Any:
    """Return data in which mappings have their original keys, as the inverse of `to_json_data`."""
    if isinstance(data, list):
        return [decode_keys(item) for item in data]
    if not isinstance(data, dict):
        return data
    if KEYED in data:
        return {key: decode_keys(value) for key, value in data[KEYED]}
    return {key: decode_keys(value) for key, value in data.items()}


_INDEX: Data = {"type": "integer", "minimum": 0}
_TERM = Form(lambda term, book: book.term(term), lambda number, book: book.terms[number], _INDEX)
_RANGES: Data = {
    "type": "array",
    "description": "Indexes into `rows`, from 0; a range is given by its first and last index.",
    "items": {"anyOf": [_INDEX, {"type": "array", "items": _INDEX, "minItems": 2, "maxItems": 2}]},
}

_FORMS: Mapping[Any, Form] = {
    str: Form(_same, _same, {"type": "string"}),
    int: Form(_same, _same, {"type": "integer"}),
    bool: Form(_same, _same, {"type": "boolean"}),
    str | int: Form(_same, _same, {"type": ["string", "integer"]}),
    Any: Form(lambda value, _: to_json_data(value), lambda data, _: decode_keys(data), {}),
    int | Quantity: Form(lambda add, book: add if isinstance(add, int) else book.term(add), _same, {"type": "integer"}),
    Fraction: Form(lambda value, _: str(value), lambda text, _: Fraction(text), {"type": "string"}),
    Notation: Form(lambda value, _: value.text, lambda text, _: notation(text), {"type": "string"}),
    Phrase: Form(
        lambda phrase, _: [
            part if isinstance(part, str) else [part.name, part.given, part.how] for part in phrase.parts
        ],
        lambda parts, _: Phrase(tuple([part if isinstance(part, str) else Placeholder(*part) for part in parts])),
        {"type": "array"},
    ),
    Modifier: Form(_write_modifier, _read_modifier, {"$ref": "#/$defs/Modifier"}),
    tuple[Row, ...]: Form(_write_rows, _read_rows, _RANGES),
    Mapping[str, Row]: Form(_write_keys, _read_keys, {"type": "array"}),
    Mapping[int, Row]: Form(
        lambda cells, book: _write_rows(cells.values(), book),
        lambda numbers, book: {roll: row for row in _read_rows(numbers, book) for roll in row.rolls},
        _RANGES,
    ),
}
"""How values of these types are stored."""
