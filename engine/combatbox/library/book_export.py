"""A book compiled to JSON, for a player who has neither YAML nor files: what `play.book_codec` reads, and what it looks like."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from typing import Any

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
from combatbox.play.book_codec import KEYED, column_of, key_of, line_of, numbered
from combatbox.play.canonical_json import canonical_json
from combatbox.play.json_schemas import BOOK_FORM

TOLD = ("title", "subtitle", "designer", "publisher", "year", "players", "minutes", "summary", "stage", "links")
"""What of `game.yaml` is there to be shown."""


def compiled(book: Book, *, examples: bool = True) -> str:
    """The whole book as one text: the same tables give the same bytes. What has an order in the files keeps it.

    examples: what there is to look at goes with it.
    """
    return json.dumps(compiled_data(book, examples=examples), ensure_ascii=False, separators=(",", ":")) + "\n"


def compiled_data(book: Book, *, examples: bool = True) -> dict[str, Any]:
    """The whole book as plain data, with its examples or without."""
    words, rows = _Words(), _Rows()
    asked = {place.rule for place in book.places.values() if place.question}
    tables = {name: _without("id", _table(table, words, rows)) for name, table in book.tables.items()}
    return {
        "kind": "book",
        "schema": BOOK_FORM,
        "version": book.version,
        "digest": book.digest,
        "game": book.key,
        "code": registered_games()[book.house].game if book.house in registered_games() else "",
        **({"like": book.meta.like} if book.meta.like else {}),
        "about": {key: value for key, value in book.meta.model_dump(include=set(TOLD)).items() if value},
        "constants": plainly(book.constants),
        "words": dict(book.words),
        "vocabulary": words.entries,
        "rows": rows.entries,
        "tables": tables,
        "rulings": {name: _asked(ruling, name in book.optional) for name, ruling in book.rulings.items()},
        "rules": {name: [rule.kind, rule.title] for name, rule in book.rules.items() if name in asked},
        "places": {
            name: _place(place) for name, place in book.places.items()
        },
        "variants": dict(book.variants),
        "examples": _examples(book) if examples else [],
        **({"drawing": plainly(asdict(book.drawing))} if book.drawing is not None else {}),
    }  # fmt: skip


def plainly(data: Any) -> Any:
    """Data as JSON can have it: a mapping with keys that are no texts as a list of keys and values."""
    if isinstance(data, Mapping):
        if all(isinstance(key, str) for key in data):
            return {key: plainly(value) for key, value in data.items()}
        return {KEYED: [[key, plainly(value)] for key, value in data.items()]}
    return [plainly(item) for item in data] if isinstance(data, list | tuple) else data


def _place(place: Place) -> dict[str, Any]:
    """A place without its name; what has its usual value is left out."""
    usual = Place(place.name, "")
    told = {each.name: getattr(place, each.name) for each in fields(place) if each.compare and each.name != "name"}
    given = {name: value for name, value in told.items() if value != getattr(usual, name)}
    says = [{"line": one.line, **_filled({"given": plainly(one.given)})} for one in place.says]
    return {**given, **({"says": says} if says else {})}


def _asked(ruling: Ruling, optional: bool) -> dict[str, Any]:
    """A ruling as somebody chooses it; its sources and reasons stand on the site, and so does one that has no choice."""
    if len(ruling.options) == 1:
        replaces = next(iter(ruling.options.values())).replaces
        return {"key": ruling.key, "default": ruling.default, **_filled({"replaces": dict(replaces)})}
    options = {
        name: [one.words, *([dict(one.replaces)] if one.replaces else [])] for name, one in ruling.options.items()
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
    """What there is to look at: missions kept by their seeds, and the titles of worked examples."""
    kept = [seed.model_dump(exclude_defaults=True) for seed in read_seeds(book)]
    scripts = [read_script(path) for path in book.scripts.values()]
    worked = [{"title": one.title, "intro": one.intro, "source": one.source, "run": one.run} for one in scripts]
    return [*kept, *worked]


# ---- the vocabulary


class _Words:
    """The words of the tables in the order in which they are first needed, each once."""

    def __init__(self) -> None:
        self.entries: list[list[Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, word: VocabularyTerm) -> int:
        """The place of a word among the entries."""
        entry = self._entry(word)
        key = canonical_json(entry)
        if key not in self._numbers:
            self._numbers[key] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[key]

    def numbers(self, words: Iterable[VocabularyTerm]) -> list[int]:
        """The places of several."""
        return [self.number(word) for word in words]

    def maybe(self, word: VocabularyTerm | None) -> int | None:
        """The place of a word, if there is one."""
        return None if word is None else self.number(word)

    def _entry(self, word: VocabularyTerm) -> list[Any]:
        if isinstance(word, CompositeEffect):
            given = {**_wording(word.wording), "does": self.numbers(word.does), "last": word.last}
            return ["E", word.name, _told(given)]
        if isinstance(word, CompositeQuantity):
            return ["Q", word.name, {**_told(_wording(word.wording)), "counts": self.number(word.counts)}]
        if isinstance(word, CompositeCondition):
            ways = {"some": [self.numbers(way) for way in word.some], "none": [self.numbers(way) for way in word.none]}
            return ["C", word.name, _told({**_wording(word.wording), "every": self.numbers(word.every), **ways})]
        kind = "e" if isinstance(word, Effect) else "c" if isinstance(word, Condition) else "q"
        return [kind, word.name, {key: list(v) if isinstance(v, tuple) else v for key, v in word.arguments.items()}]


def _wording(wording: CompositeWording) -> dict[str, Any]:
    return {"own": list(wording.own), "words": _phrase(wording.phrase), "brief": _phrase(wording.short)}


def _phrase(phrase: Phrase | None) -> list[Any] | None:
    if phrase is None:
        return None
    return [part if isinstance(part, str) else [part.name, part.given, part.how] for part in phrase.parts]


def _told(given: dict[str, Any]) -> dict[str, Any]:
    """What is not nothing: an empty phrase is one."""
    return {key: value for key, value in given.items() if value not in (None, False) and (value or key in ("words", "brief"))}  # fmt: skip


# ---- tables


class _Rows:
    """The rows of all tables, each once, those inside of others before these."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}

    def numbers(self, rows: Iterable[Row], words: _Words) -> list[int]:
        """The places of rows among the entries."""
        return [self.number(row, words) for row in rows]

    def number(self, row: Row, words: _Words) -> int:
        """The place of a row."""
        if id(row) not in self._numbers:
            entry = _row(row, words, self)
            self._numbers[id(row)] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[id(row)]


def _row(row: Row, words: _Words, rows: _Rows) -> dict[str, Any]:
    given = {
        "rolls": list(row.rolls), "area": row.area, "effects": words.numbers(row.effects),
        "then": _table(row.then, words, rows) if row.then else None, "again": words.numbers(row.again),
        "table": row.table if row.table != row.id.partition("/")[0] else "", "line": row.line if row.line != line_of(row.id) else "",
        "side": row.side, "origin": list(row.origin),
    }  # fmt: skip
    when = {} if row.when is None else {"when": words.number(row.when)}
    key = {} if row.key == key_of(row.id) else {"key": row.key}
    key |= {} if row.column == column_of(row.id) else {"column": row.column}
    return {"id": row.id, **key, **_filled(given), **when}


def _table(table: Table, words: _Words, rows: _Rows) -> dict[str, Any]:
    lookups = {
        name: runs(rows.numbers({id(row): row for row in cells.values()}.values(), words))
        for name, cells in table.lookups.items()
    }
    given = {
        "columns": dict(table.columns), "rows": runs(rows.numbers(table.rows, words)), "lookups": lookups,
        "keys": _keys(table, words, rows),
        "low": table.low, "high": table.high, "most": table.most,
        "modifiers": [_modifier(one, words) for one in table.modifiers],
        "adjusts": [_adjust(one, words) for one in table.adjusts], "floors": [_floor(one, words) for one in table.floors],
        "info": _info(table.info), "forced": rows.numbers(table.forced, words), "first": rows.numbers(table.first, words),
        "sides": list(table.sides), "adds": {name: list(added) for name, added in table.adds.items()},
    }  # fmt: skip
    return {
        "id": table.id,
        "title": table.title,
        "shape": table.shape,
        "dice": table.notation.text,
        **_filled(given),
    }


def _keys(table: Table, words: _Words, rows: _Rows) -> list[Any]:
    """The rows of a chart, each with its key unless that is how its id ends."""
    named = [(key, rows.number(row, words), row.id) for key, row in table.keys.items()]
    return [number if key == id_.rpartition("/")[2] else [key, number] for key, number, id_ in named]


def runs(numbers: Sequence[int]) -> list[int | list[int]]:
    """Numbers with those that follow each other as first and last: 3, 4, 5, 9 is [[3, 5], 9]. The inverse of `numbered`."""
    stretches: list[int | list[int]] = []
    for number in numbers:
        last = stretches[-1] if stretches else None
        if isinstance(last, list) and last[1] == number - 1:
            last[1] = number
        elif isinstance(last, int) and last == number - 1:
            stretches[-1] = [last, number]
        else:
            stretches.append(number)
    assert list(numbered(stretches)) == list(numbers)
    return stretches


def _filled(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is not empty or nought."""
    return {key: value for key, value in given.items() if value}


def _numbered(given: Mapping[str, int | None]) -> dict[str, int]:
    """What has a number, nought too."""
    return {key: value for key, value in given.items() if value is not None}


def _modifier(one: Modifier, words: _Words) -> dict[str, Any]:
    adds = {"add": one.add} if isinstance(one.add, int) else {"adds": words.number(one.add)}
    named = _numbered({"when": words.maybe(one.when), "times": words.maybe(one.times)})
    return {**adds, **named, **_filled({"origin": list(one.origin)})}


def _adjust(one: Adjust, words: _Words) -> dict[str, Any]:
    times = {} if one.times == Fraction(1) else {"times": str(one.times)}
    named = _numbered({"when": words.maybe(one.when), "least": one.least})
    return {**times, **named, **_filled({"add": one.add, "origin": list(one.origin)})}


def _floor(one: Floor, words: _Words) -> dict[str, Any]:
    told = _filled({"origin": list(one.origin)})
    return {"natural": one.natural, "net": one.net, **_numbered({"when": words.maybe(one.when)}), **told}


READ = ("told", "deep", "optional")
"""What of the words about a table goes with it, because stories are told by it; the rest stands on the site."""


def _info(info: Info) -> dict[str, Any]:
    return _filled({name: getattr(info, name) for name in READ})
