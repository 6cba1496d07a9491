"""Serializes a compiled book as JSON, which `play.book_codec` parses."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from combatbox.core.annotations import without_defaults
from combatbox.core.places import Place
from combatbox.core.tables import Table
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.library.replay import read_script
from combatbox.library.seeds import read_seeds
from combatbox.play.book import Ruling
from combatbox.play.book_codec import BOOK_FORM, BookWriter, to_json_data, write_fields

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
    parts = BookWriter()
    decided = {place.rule for place in book.places.values() if place.question}
    tables = {name: write_fields(Table, table, parts) for name, table in book.tables.items()}
    for table in tables.values():
        del table["id"]  # it is the key
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
        "vocabulary": parts.terms,
        "rows": parts.rows,
        "tables": tables,
        "rulings": {name: _ruling(ruling, name in book.optional) for name, ruling in book.rulings.items()},
        "rules": {name: [rule.kind, rule.title] for name, rule in book.rules.items() if name in decided},
        "places": {name: write_fields(Place, place, parts) for name, place in book.places.items()},
        "variants": dict(book.variants),
        "examples": _examples(book) if examples else [],
        **({"drawing": to_json_data(asdict(book.drawing))} if book.drawing is not None else {}),
    }


def _ruling(ruling: Ruling, optional: bool) -> dict[str, Any]:
    """Return the data of a ruling that a player needs to choose an option.

    Sources and reasons are left out; so is the question if the ruling has only one option.
    """
    if len(ruling.options) == 1:
        replaces = next(iter(ruling.options.values())).replaces
        return {"key": ruling.key, "default": ruling.default, **({"replaces": dict(replaces)} if replaces else {})}
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


def _examples(book: Book) -> list[dict[str, Any]]:
    """Return the examples stored as seeds, and the titles and texts of worked examples."""
    seeds = [without_defaults(seed) for seed in read_seeds(book)]
    scripts = [read_script(path) for path in book.scripts.values()]
    worked = [
        {"title": script.title, "intro": script.intro, "source": script.source, "run": script.run} for script in scripts
    ]
    return [*seeds, *worked]
