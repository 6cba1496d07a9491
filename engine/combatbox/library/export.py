"""Exports a game as JSON: its tables, rulings and rules for readers, and its compiled book for the engine.

The former are the output of `combatbox tables --json`; `/api/` has both. `play.book_codec` parses the latter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import compress, product
from typing import Any

from combatbox.core.annotations import without_defaults
from combatbox.core.decisions import Place
from combatbox.core.dice import SIDES
from combatbox.core.effects import Condition, Quantity, VocabularyTerm
from combatbox.core.table_views import ModifierView, RowView, TableView, cells_of, code_of, effect_words
from combatbox.core.tables import Row, Table
from combatbox.games import registered_games
from combatbox.library.book import Book
from combatbox.library.replay import read_script
from combatbox.library.schema import ChanceModel
from combatbox.library.stored_examples import read_seeds
from combatbox.play.book import Ruling
from combatbox.play.book_codec import BOOK_FORM, BookWriter, to_json_data, write_fields
from combatbox.play.canonical_json import canonical_json, compact_json


def json_line(data: Any) -> bytes:
    """Serialize data as canonical JSON that ends with a line break."""
    return f"{canonical_json(data)}\n".encode()


def table_json(book: Book, table: Table, chances: Mapping[str, Fraction] | None = None) -> dict[str, Any]:
    """Return the data of one table, as described by `tables/schema/export.json`.

    Each row lists all net rolls that it covers. The keys of its `cells` are the columns, or `result` if there are no
    columns.

    Args:
        book: the book of the game.
        table: the table.
        chances: the exact value of each named probability by its id, from `odds.exact_odds`; without it the values are
            left out.
    """
    shown = book.view(table)
    info = table.info
    return {
        "id": table.id,
        "title": table.title,
        "shape": table.shape,
        "dice": table.notation.text,
        "printed": info.printed,
        "per": info.per,
        "used": info.used,
        "after": list(info.after),
        "instead_of": info.instead_of,
        "card": info.card,
        "optional": info.optional,
        "variant_of": book.variants.get(table.id, ""),
        "columns": dict(table.columns),
        "rows": _rows_json(book, table, _views_of(shown)),
        **_states_json(book, table, shown.modifiers),
        "clamp": [table.low, table.high] if table.lookups else None,
        "most_dice": _most_dice(table),
        **_asked_json(book, table),
        **_sides_json(book, table),
        "notes": list(info.notes),
        "source": [asdict(source) for source in info.source],
        "errata": [asdict(correction) for correction in info.corrections],
        "chances": [_chance_json(c, chances) for c in book.chances.values() if c.table == table.id],
        **_origins_json(shown),
    }


def _origins_json(shown: TableView) -> dict[str, Any]:
    """Return the origins of a table's values, if the game's tables are rebuilt."""
    if not shown.origins:
        return {}
    return {
        "origins": {
            "rebuilt": shown.rebuilt,
            "rows": {row.id: list(row.origin) for row in shown.rows},
            "modifiers": [list(modifier.origin) for modifier in shown.modifiers],
            "notes": [list(origin) for origin in shown.note_origins],
        }
    }


def _chance_json(chance: ChanceModel, chances: Mapping[str, Fraction] | None) -> dict[str, Any]:
    """Return a named probability; its value is given as a fraction (`2/27`) and as a number."""
    data: dict[str, Any] = {
        "id": chance.id,
        "words": chance.words,
        "column": chance.column,
        "outcome": chance.outcome,
    }
    if chances is not None:
        data |= {"exact": str(chances[chance.id]), "value": float(chances[chance.id])}
    return data


def _states_json(book: Book, table: Table, views: Sequence[ModifierView]) -> dict[str, Any]:
    """Return the parts of a table that depend on the game's state, in words and as codes, in evaluation order."""
    texts = iter([{"words": m.words, "amount": m.amount, "source": m.source} for m in views])
    return {
        "modifiers": [
            {
                **next(texts),
                "when": _code(m.when),
                "add": m.add if isinstance(m.add, int) else m.add.code,
                "times": _code(m.times),
            }
            for m in table.modifiers
        ],
        "adjusts": [{**next(texts), "when": _code(a.when), "times": str(a.times), "add": a.add} for a in table.adjusts],
        "floors": [{**next(texts), "when": _code(f.when), "natural": f.natural, "net": f.net} for f in table.floors],
        "forced": [{**next(texts), **_forced_json(book, row)} for row in table.forced],
        "first": [{**next(texts), **_forced_json(book, row)} for row in table.first],
    }


def _forced_json(book: Book, row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "when": _code(row.when),
        "effects": row.codes(),
        "result": effect_words(row, book.say),
        "leads": book.leads_of(row),
    }


def _leads_json(book: Book, table: Table, row: Row, columns: Sequence[str]) -> dict[str, list[str]]:
    """Return the ids of the tables to which each cell of a row leads; cells that lead to no table are left out."""
    if table.shape == "to_hit":
        return {}
    leads = {column: book.leads_of(cell) for column, cell in zip(columns, cells_of(table, row), strict=True) if cell}
    return {column: tables for column, tables in leads.items() if tables}


def _most_dice(table: Table) -> int:
    """Return the largest number of dice that are added up in one roll; 0 for a chart."""
    return table.most // SIDES if table.notation.reading == "sum" else table.notation.count


def _asked_json(book: Book, table: Table) -> dict[str, Any]:
    """Return, by code, the conditions and quantities that a roll on the table evaluates in the game's state."""
    conditions = {condition.code: condition for condition in table.asks()}
    quantities = [q for m in table.modifiers for q in (m.add, m.times) if isinstance(q, Quantity)]
    return {
        "conditions": {code: _condition_json(book, condition) for code, condition in conditions.items()},
        "quantities": {quantity.code: {"words": quantity.words(book.say)} for quantity in quantities},
    }


def _condition_json(book: Book, condition: Condition) -> dict[str, Any]:
    """Return a condition in words, and what it requires of the roll or of a ruling, if it requires anything."""
    data: dict[str, Any] = {"words": condition.words(book.say)}
    if condition.roll_condition():
        data["roll"] = dict(condition.roll_condition())
    if condition.always:
        data["always"] = True
    ruling = condition.ruling_condition()
    if ruling:
        data["ruling"] = {"id": ruling[0], "option": ruling[1]}
        data["default"] = book.rulings[ruling[0]].default == ruling[1]
    return data


def _code(coded: VocabularyTerm | None) -> str:
    return coded.code if coded else ""


def _sides_json(book: Book, table: Table) -> dict[str, Any]:
    """Return the effects of a hit and of a miss for a to-hit table, or the two sides for an opposed table."""
    if table.shape == "opposed":
        return {"sides": list(table.sides), "adds": {name or "result": list(adds) for name, adds in table.adds.items()}}
    if table.shape != "to_hit":
        return {}
    sides: dict[str, Any] = {"hit": [], "miss": []}
    for lookup in table.lookups.values():
        for row in lookup.values():
            side = row.side
            sides[side] = row.codes()
            sides[f"{side}_result"], sides[f"{side}_leads"] = effect_words(row, book.say), book.leads_of(row)
    return sides


def _rows_json(book: Book, table: Table, views: Mapping[str, RowView]) -> list[dict[str, Any]]:
    columns = ["result"] if table.shape == "opposed" else list(table.columns) or ["result"]
    return [
        {
            "id": row.id,
            "anchor": views[row.id].anchor,
            "roll": list(row.rolls),
            "key": row.key,
            "area": views[row.id].area,
            "area_said": row.says_area,
            "cells": dict(zip(columns, views[row.id].cells, strict=True)),
            "codes": _codes_json(table, row, views[row.id], columns),
            "effects": row.codes(),
            "when": _code(row.when),
            "again": [condition.code for condition in row.again],
            "then": _second_json(book, row.then, views) if row.then else None,
            "leads": _leads_json(book, table, row, columns),
            **_columns_json(book, table, row),
        }
        for row in table.rows
    ]


def _codes_json(table: Table, row: Row, shown: RowView, columns: Sequence[str]) -> dict[str, str]:
    """Return the code of each cell; in a to-hit table, the code of a hit if one is possible."""
    if table.shape != "to_hit":
        return dict(zip(columns, shown.codes, strict=True))
    hits = {column: table.hits(row, column) for column in columns}
    return {column: code_of(next(iter(rows.values())).effects) if rows else "-" for column, rows in hits.items()}


def _columns_json(book: Book, table: Table, row: Row) -> dict[str, Any]:
    """Return the data of a row that differ by column, such as the rolls that hit, or the nested rolls of cells."""
    if table.shape == "to_hit":
        return {"hits": {column: list(table.hits(row, column)) for column in table.columns}}
    if table.shape == "opposed":
        wins = {
            column: [r for r, other in lookup.items() if other.key == row.key]
            for column, lookup in table.lookups.items()
        }
        return {"wins": {column or "result": rolls for column, rolls in wins.items()}}
    cells = {column or "result": lookup[row.rolls[0]] for column, lookup in table.lookups.items() if row.rolls}
    data = _adjusted_json(book, table, cells)
    if table.shape == "columns":
        seconds = {column: cell.then for column, cell in cells.items() if cell.then}
        # The view of the whole table merges nested rolls of all columns, so each of them needs a view of its own.
        data["thens"] = {
            column: _second_json(book, second, _views_of(book.view(second))) for column, second in seconds.items()
        }
    return data


def _adjusted_json(book: Book, table: Table, cells: Mapping[str, Row]) -> dict[str, Any]:
    """Return the cells of a row as they are under each combination of the table's adjustments.

    The key of a combination consists of the codes of the adjustments' conditions, joined with ` + `.
    """
    if not table.adjusts or not cells:
        return {}
    adjusted = {}
    for holds in product((False, True), repeat=len(table.adjusts)):
        if adjusts := tuple(compress(table.adjusts, holds)):
            rows = {column: table.changed(cell, adjusts) for column, cell in cells.items()}
            adjusted[" + ".join(_code(adjust.when) for adjust in adjusts)] = {
                "cells": {column: effect_words(row, book.say) for column, row in rows.items()},
                "codes": {column: code_of(row.effects) for column, row in rows.items()},
            }
    return {"adjusted": adjusted}


def _second_json(book: Book, second: Table, views: Mapping[str, RowView]) -> dict[str, Any]:
    """Return the data of a nested roll of a row or of a cell; `views` has its rows as text, by their ids."""
    return {
        "id": second.id,
        "dice": second.notation.text,
        "forced": [_forced_json(book, row) for row in second.forced],
        "rows": _rows_json(book, second, views),
    }


def _views_of(view: TableView) -> dict[str, RowView]:
    return {row.id: row for row in view.rows}


def game_json(book: Book, chances: Mapping[str, Fraction] | None = None) -> dict[str, Any]:
    """Return the data of a game with all its tables, rulings and rules.

    Args:
        book: the book of the game.
        chances: the exact values of named probabilities, as for `table_json`.
    """
    return {
        "game": book.key,
        "title": book.meta.title,
        "digest": book.digest,
        "tables": [table_json(book, table, chances) for table in book.tables.values()],
        "rulings": [asdict(ruling) for ruling in book.rulings.values()],
        "rules": [asdict(rule) for rule in book.rules.values()],
    }


def row_json(book: Book, row: Row) -> dict[str, Any]:
    """Return the data of a row that a roll has reached."""
    return {"id": row.id, "area": row.area, "words": effect_words(row, book.say), "code": code_of(row.effects)}


SHOWN_FIELDS = ("title", "subtitle", "designer", "publisher", "year", "players", "minutes", "summary", "stage", "links")
"""The fields of `game.yaml` that are exported because players see them."""


def book_text(book: Book, *, examples: bool = True) -> str:
    """Return the serialized book; the same tables always give the same bytes.

    Args:
        book: the book.
        examples: True to include the examples.
    """
    return compact_json(book_data(book, examples=examples)) + "\n"


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
            **({"day": asdict(book.day)} if book.day else {}),
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
