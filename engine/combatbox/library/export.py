"""Tables, rulings and rules as plain JSON for others: what `combatbox tables --json` and `/api/` give."""

from __future__ import annotations

from typing import Any

from combatbox.core.tables import Row, Table
from combatbox.core.wording import RowView, code_of, effect_words, view
from combatbox.library.book import Book
from combatbox.library.store import canonical


def canonical_json(thing: Any) -> bytes:
    """One JSON document in fixed form, ending in a line break."""
    return f"{canonical(thing)}\n".encode()


def table_json(book: Book, table: Table) -> dict[str, Any]:
    """One table in full. Rows list every net roll they cover; `cells` are by column key, or `result`."""
    seen = view(table, book.say)
    info = table.info
    return {
        "id": table.id,
        "title": table.title,
        "shape": table.shape,
        "dice": table.notation.text,
        "printed": info.printed,
        "per": info.per,
        "used": info.used,
        "card": info.card,
        "optional": info.optional,
        "variant_of": book.variants.get(table.id, ""),
        "columns": dict(table.columns),
        "rows": _rows_json(book, table, {row.id: row for row in seen.rows}),
        "modifiers": [{"words": m.words, "amount": m.amount, "source": m.source} for m in seen.modifiers],
        "clamp": [table.low, table.high] if table.lookups else None,
        "notes": list(info.notes),
        "source": [{"kind": s.kind, "section": s.section} for s in info.source],
        "errata": [{"row": c.row, "column": c.column, "was": c.was, "by": c.by} for c in info.corrections],
    }


def _rows_json(book: Book, table: Table, views: dict[str, RowView]) -> list[dict[str, Any]]:
    columns = list(table.columns) or ["result"]
    return [
        {
            "id": row.id,
            "roll": list(row.rolls),
            "key": row.key,
            "area": views[row.id].area,
            "cells": dict(zip(columns, views[row.id].cells, strict=True)),
            "codes": dict(zip(columns, views[row.id].codes, strict=False)),
            "effects": [effect.code for effect in row.effects],
            "when": row.when.code if row.when else "",
            "then": _then_json(book, row, views),
        }
        for row in table.rows
    ]


def _then_json(book: Book, row: Row, views: dict[str, RowView]) -> dict[str, Any] | None:
    if row.then is None:
        return None
    return {"id": row.then.id, "dice": row.then.notation.text, "rows": _rows_json(book, row.then, views)}


def game_json(book: Book) -> dict[str, Any]:
    """A game with all its tables, rulings and rules."""
    return {
        "game": book.key,
        "title": book.meta.title,
        "digest": book.digest,
        "tables": [table_json(book, table) for table in book.tables.values()],
        "rulings": [ruling.model_dump() for ruling in book.rulings.values()],
        "rules": [rule.model_dump() for rule in book.rules.values()],
    }


def row_json(book: Book, row: Row) -> dict[str, Any]:
    """A row that a roll reached."""
    return {"id": row.id, "area": row.area, "words": effect_words(row, book.say), "code": code_of(row.effects)}
