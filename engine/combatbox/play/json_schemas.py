"""The JSON Schema of compiled books, for publication."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from combatbox.play.book_codec import BOOK_FORM

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_TEXT: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_ROW_NUMBERS: Schema = {
    "type": "array",
    "description": "Indexes into `rows`, from 0; a range is given by its first and last index.",
    "items": {"anyOf": [_INTEGER, {"type": "array", "items": _INTEGER, "minItems": 2, "maxItems": 2}]},
}
_WORD_NUMBERS: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "description": "Indexes into `vocabulary`.",
}
_RULING: Schema = {
    "type": "object",
    "required": ["key", "default"],
    "properties": {
        "key": _TEXT, "question": _TEXT, "default": _TEXT, "replaces": {"type": "object", "additionalProperties": _TEXT},
        "options": {
            "type": "object",
            "description": "The options of a ruling with more than one: the wording of each, and the tables it replaces.",
            "additionalProperties": {"type": "array", "minItems": 1, "maxItems": 2},
        },
        "optional": {"const": True, "description": "True if the ruling switches an optional rule on."},
    },
    "additionalProperties": False,
}  # fmt: skip
_TABLE: Schema = {
    "type": "object",
    "required": ["title", "shape", "dice"],
    "properties": {
        "title": _TEXT, "shape": {"enum": ["rows", "columns", "to_hit", "chart", "opposed"]}, "dice": _TEXT,
        "columns": {"type": "object", "additionalProperties": _TEXT}, "rows": _ROW_NUMBERS, "forced": {"type": "array"},
        "lookups": {"type": "object", "additionalProperties": _ROW_NUMBERS, "description": "The rows of each column."},
    },
}  # fmt: skip
_ROW: Schema = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": _TEXT, "key": _TEXT, "line": _TEXT, "table": _TEXT, "area": _TEXT, "side": {"enum": ["hit", "miss"]},
        "rolls": {"type": "array", "items": _INTEGER}, "effects": _WORD_NUMBERS, "again": _WORD_NUMBERS, "when": _INTEGER,
        "then": {"$ref": "#/$defs/table", "description": "The nested roll of the row."},
        "origin": {"type": "array", "items": _TEXT},
    },
    "additionalProperties": False,
}  # fmt: skip


def book_schema(keys: Collection[str]) -> Schema:
    """Return the schema of a compiled book.

    Args:
        keys: the keys of the existing games.
    """
    words = {
        "type": "array",
        "description": "The effects, conditions and quantities, each as its kind (e, c or q if it is declared in code; E, C or Q if it is "
        "composed of earlier ones), name and arguments.",
        "items": {"type": "array", "prefixItems": [{"enum": list("ecqECQ")}, _TEXT, {"type": "object"}], "minItems": 3, "maxItems": 3},
    }  # fmt: skip
    parts: Schema = {
        "kind": {"const": "book"},
        "schema": {"const": BOOK_FORM},
        "version": {**_TEXT, "description": "The version of the program that compiled the book."},
        "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "A digest of everything that affects play."},
        "game": {"enum": list(keys)},
        "code": {**_TEXT, "description": "The `Game` of the book, as package.module:NAME."},
        "about": {"type": "object", "required": ["title"]},
        "constants": {"type": "object"},
        "words": {"type": "object", "additionalProperties": _TEXT},
        "vocabulary": words,
        "rows": {"type": "array", "items": _ROW},
        "tables": {"type": "object", "additionalProperties": {"$ref": "#/$defs/table"}},
        "rulings": {"type": "object", "additionalProperties": _RULING},
        "rules": {"type": "object", "additionalProperties": {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}},
        "places": {"type": "object", "additionalProperties": {"type": "object", "required": ["called"]}},
        "variants": {"type": "object", "additionalProperties": _TEXT},
        "examples": {"type": "array", "items": {"type": "object", "required": ["title"]}},
    }  # fmt: skip
    return {
        "$schema": DRAFT,
        "title": f"A compiled book of Combat Box, form {BOOK_FORM}",
        "description": "Everything that the engine needs to play a game. Fields with their default value are left out.",
        "type": "object",
        "required": list(parts),
        "properties": {
            **parts,
            "drawing": {"type": "object"},
            "like": {**_TEXT, "description": "For a variant: the key of the game on which it is based."},
        },
        "additionalProperties": False,
        "$defs": {"table": _TABLE},
    }
