"""Serializes a compiled book as JSON, which `play.book_codec` decodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from typing import Any

from combatbox.core.annotations import without_defaults
from combatbox.core.composites import CompositeCondition, CompositeEffect, CompositeQuantity, CompositeWording
from combatbox.core.effects import Condition, Effect, VocabularyTerm
from combatbox.core.phrases import Phrase
from combatbox.core.places import Place
from combatbox.core.tables import Adjust, Floor, Info, Modifier, Row, Table
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.library.replay import read_script
from combatbox.library.seeds import read_seeds
from combatbox.play.book import Ruling
from combatbox.play.book_codec import KEYED, column_of, expand_ranges, key_of, line_of
from combatbox.play.canonical_json import canonical_json
from combatbox.play.json_schemas import BOOK_FORM

SHOWN_FIELDS = ("title", "subtitle", "designer", "publisher", "year", "players", "minutes", "summary", "stage", "links")
"""The fields of `game.yaml` that are exported because players see them."""


def book_text(book: Book, *, examples: bool = True) -> str:
    """Return the serialized book; the same tables always give the same bytes.

    Args:
        book: the book.
        examples: True to include the examples.
    """
    return json.dumps(book_data(book, examples=examples), ensure_ascii=False, separators=(",", ":")) + "\n"


def book_data(book: Book, *, examples: bool = True) -> dict[str, Any]:
    """Return the whole book as JSON data.

    Args:
        book: the book.
        examples: True to include the examples.
    """
    words, rows = _TermTable(), _RowTable()
    decided = {place.rule for place in book.places.values() if place.question}
    tables = {name: _without("id", _table(table, words, rows)) for name, table in book.tables.items()}
    return {
        "kind": "book",
        "schema": BOOK_FORM,
        "version": book.version,
        "digest": book.digest,
        "game": book.key,
        "code": registered_games()[book.base_game].game if book.base_game in registered_games() else "",
        **({"like": book.meta.like} if book.meta.like else {}),
        "about": {
            **{key: value for key in SHOWN_FIELDS if (value := getattr(book.meta, key))},
            **({"lost": book.lost} if book.lost else {}),
        },
        "constants": to_json_data(book.constants),
        "words": dict(book.words),
        "vocabulary": words.entries,
        "rows": rows.entries,
        "tables": tables,
        "rulings": {name: _ruling(ruling, name in book.optional) for name, ruling in book.rulings.items()},
        "rules": {name: [rule.kind, rule.title] for name, rule in book.rules.items() if name in decided},
        "places": {
            name: _place(place) for name, place in book.places.items()
        },
        "variants": dict(book.variants),
        "examples": _examples(book) if examples else [],
        **({"drawing": to_json_data(asdict(book.drawing))} if book.drawing is not None else {}),
    }  # fmt: skip


def to_json_data(data: Any) -> Any:
    """Convert data to JSON data; a mapping with a key that is not a string becomes a list of pairs."""
    if isinstance(data, Mapping):
        if all(isinstance(key, str) for key in data):
            return {key: to_json_data(value) for key, value in data.items()}
        return {KEYED: [[key, to_json_data(value)] for key, value in data.items()]}
    return [to_json_data(item) for item in data] if isinstance(data, list | tuple) else data


def _place(place: Place) -> dict[str, Any]:
    """Return the data of a place in the order of play, without the place's name and without default values."""
    usual = Place(place.name, "")
    values = {each.name: getattr(place, each.name) for each in fields(place) if each.compare and each.name != "name"}
    changed = {name: value for name, value in values.items() if value != getattr(usual, name)}
    if place.instead:
        changed["instead"] = [{"table": other.table, "when": to_json_data(other.when)} for other in place.instead]
    says = [{"line": sentence.line, **_filled({"given": to_json_data(sentence.given)})} for sentence in place.says]
    return {**changed, **({"says": says} if says else {})}


def _ruling(ruling: Ruling, optional: bool) -> dict[str, Any]:
    """Return the data of a ruling that a player needs to choose an option.

    Sources and reasons are left out; so is the question if the ruling has only one option.
    """
    if len(ruling.options) == 1:
        replaces = next(iter(ruling.options.values())).replaces
        return {"key": ruling.key, "default": ruling.default, **_filled({"replaces": dict(replaces)})}
    options = {
        name: [choice.words, *([dict(choice.replaces)] if choice.replaces else [])]
        for name, choice in ruling.options.items()
    }
    return {
        "key": ruling.key,
        "question": ruling.question,
        "options": options,
        "default": ruling.default,
        **({"optional": True} if optional else {}),
    }


def _without(name: str, data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != name}


def _examples(book: Book) -> list[dict[str, Any]]:
    """Return the examples stored as seeds, and the titles and texts of worked examples."""
    seeds = [without_defaults(seed) for seed in read_seeds(book)]
    scripts = [read_script(path) for path in book.scripts.values()]
    worked = [
        {"title": script.title, "intro": script.intro, "source": script.source, "run": script.run} for script in scripts
    ]
    return [*seeds, *worked]


# ---- the vocabulary


class _TermTable:
    """The vocabulary terms used by the tables, numbered in the order of first use."""

    def __init__(self) -> None:
        self.entries: list[list[Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, word: VocabularyTerm) -> int:
        """Return the index of a term; a new term is added to the table."""
        entry = self._entry(word)
        key = canonical_json(entry)
        if key not in self._numbers:
            self._numbers[key] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[key]

    def numbers(self, words: Iterable[VocabularyTerm]) -> list[int]:
        """Return the indices of several terms."""
        return [self.number(word) for word in words]

    def maybe(self, word: VocabularyTerm | None) -> int | None:
        """Return the index of a term, or None if there is no term."""
        return None if word is None else self.number(word)

    def _entry(self, word: VocabularyTerm) -> list[Any]:
        if isinstance(word, CompositeEffect):
            parts = {**_wording(word.wording), "does": self.numbers(word.does), "last": word.last}
            return ["E", word.name, _present(parts)]
        if isinstance(word, CompositeQuantity):
            return ["Q", word.name, {**_present(_wording(word.wording)), "counts": self.number(word.counts)}]
        if isinstance(word, CompositeCondition):
            groups = {
                "some": [self.numbers(group) for group in word.some],
                "none": [self.numbers(group) for group in word.none],
            }
            return ["C", word.name, _present({**_wording(word.wording), "every": self.numbers(word.every), **groups})]
        kind = "e" if isinstance(word, Effect) else "c" if isinstance(word, Condition) else "q"
        return [kind, word.name, {key: list(v) if isinstance(v, tuple) else v for key, v in word.arguments.items()}]


def _wording(wording: CompositeWording) -> dict[str, Any]:
    return {"own": list(wording.own), "words": _phrase(wording.phrase), "brief": _phrase(wording.short)}


def _phrase(phrase: Phrase | None) -> list[Any] | None:
    if phrase is None:
        return None
    return [part if isinstance(part, str) else [part.name, part.given, part.how] for part in phrase.parts]


def _present(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that are not empty; an empty `words` or `brief` is included, because it has a meaning."""
    return {key: value for key, value in values.items() if value not in (None, False) and (value or key in ("words", "brief"))}  # fmt: skip


# ---- tables


class _RowTable:
    """The rows of all tables without duplicates; nested rows precede the row that contains them."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}

    def numbers(self, rows: Iterable[Row], words: _TermTable) -> list[int]:
        """Return the indices of several rows."""
        return [self.number(row, words) for row in rows]

    def number(self, row: Row, words: _TermTable) -> int:
        """Return the index of a row; a new row is added to the table."""
        if id(row) not in self._numbers:
            entry = _row(row, words, self)
            self._numbers[id(row)] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[id(row)]


def _row(row: Row, words: _TermTable, rows: _RowTable) -> dict[str, Any]:
    values = {
        "rolls": list(row.rolls), "area": row.area, "effects": words.numbers(row.effects),
        "then": _table(row.then, words, rows) if row.then else None, "again": words.numbers(row.again),
        "table": row.table if row.table != row.id.partition("/")[0] else "", "line": row.line if row.line != line_of(row.id) else "",
        "side": row.side, "origin": list(row.origin),
    }  # fmt: skip
    when = {} if row.when is None else {"when": words.number(row.when)}
    key = {} if row.key == key_of(row.id) else {"key": row.key}
    key |= {} if row.column == column_of(row.id) else {"column": row.column}
    return {"id": row.id, **key, **_filled(values), **when}


def _table(table: Table, words: _TermTable, rows: _RowTable) -> dict[str, Any]:
    lookups = {
        name: runs(rows.numbers({id(row): row for row in cells.values()}.values(), words))
        for name, cells in table.lookups.items()
    }
    values = {
        "columns": dict(table.columns), "rows": runs(rows.numbers(table.rows, words)), "lookups": lookups,
        "keys": _keys(table, words, rows),
        "low": table.low, "high": table.high, "most": table.most,
        "modifiers": [_modifier(part, words) for part in table.modifiers],
        "adjusts": [_adjust(part, words) for part in table.adjusts], "floors": [_floor(part, words) for part in table.floors],
        "info": _info(table.info), "forced": rows.numbers(table.forced, words), "first": rows.numbers(table.first, words),
        "sides": list(table.sides), "adds": {name: list(added) for name, added in table.adds.items()},
    }  # fmt: skip
    return {
        "id": table.id,
        "title": table.title,
        "shape": table.shape,
        "dice": table.notation.text,
        **_filled(values),
    }


def _keys(table: Table, words: _TermTable, rows: _RowTable) -> list[Any]:
    """Return the indices of a chart's rows, each with the row's key unless the row's id ends with this key."""
    named = [(key, rows.number(row, words), row.id) for key, row in table.keys.items()]
    return [number if key == id_.rpartition("/")[2] else [key, number] for key, number, id_ in named]


def runs(numbers: Sequence[int]) -> list[int | list[int]]:
    """Compress each run of consecutive numbers to a range: 3, 4, 5, 9 becomes [[3, 5], 9].

    `expand_ranges` is the inverse.
    """
    stretches: list[int | list[int]] = []
    for number in numbers:
        last = stretches[-1] if stretches else None
        if isinstance(last, list) and last[1] == number - 1:
            last[1] = number
        elif isinstance(last, int) and last == number - 1:
            stretches[-1] = [last, number]
        else:
            stretches.append(number)
    assert list(expand_ranges(stretches)) == list(numbers)
    return stretches


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are neither empty nor zero."""
    return {key: value for key, value in values.items() if value}


def _numbered(values: Mapping[str, int | None]) -> dict[str, int]:
    """Return the values that are not None."""
    return {key: value for key, value in values.items() if value is not None}


def _modifier(modifier: Modifier, words: _TermTable) -> dict[str, Any]:
    adds = {"add": modifier.add} if isinstance(modifier.add, int) else {"adds": words.number(modifier.add)}
    named = _numbered({"when": words.maybe(modifier.when), "times": words.maybe(modifier.times)})
    return {**adds, **named, **_filled({"origin": list(modifier.origin)})}


def _adjust(adjust: Adjust, words: _TermTable) -> dict[str, Any]:
    times = {} if adjust.times == Fraction(1) else {"times": str(adjust.times)}
    named = _numbered({"when": words.maybe(adjust.when), "least": adjust.least})
    return {**times, **named, **_filled({"add": adjust.add, "origin": list(adjust.origin)})}


def _floor(floor: Floor, words: _TermTable) -> dict[str, Any]:
    origin = _filled({"origin": list(floor.origin)})
    return {"natural": floor.natural, "net": floor.net, **_numbered({"when": words.maybe(floor.when)}), **origin}


INFO_FIELDS = ("told", "deep", "optional")
"""The fields of a table's `Info` that are exported because the narration needs them; only the site uses the others."""


def _info(info: Info) -> dict[str, Any]:
    return _filled({name: getattr(info, name) for name in INFO_FIELDS})
