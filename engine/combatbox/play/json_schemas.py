"""JSON Schemas of logs, saves and compiled books, for publication and for validation."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from combatbox.core.events import LOG_FORMAT

Schema = dict[str, Any]

BOOK_FORM = 1
"""The version of compiled books; other versions are refused."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_CHECK: Schema = {
    "type": "string",
    "pattern": "^[0-9a-f]{12}$",
    "description": "The checksum of this line and all lines before it.",
}
_CHANGES: Schema = {
    "type": "array",
    "description": "The changes of the state between this event and the next.",
    "items": {
        "type": "array",
        "prefixItems": [
            {**_TEXT, "description": "The path of the field."},
            {"description": "The old value."},
            {"description": "The new value."},
        ],
        "minItems": 3,
        "maxItems": 3,
    },
}
_DICE: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 6},
    "minItems": 1,
    "description": "The faces of the dice, in the order in which they were thrown.",
}
_MODIFIERS: Schema = {
    "type": "array",
    "description": "The code and amount of each modifier that applied.",
    "items": {"type": "array", "prefixItems": [_TEXT, {"type": "integer"}], "minItems": 2, "maxItems": 2},
}
SETUP: Schema = {
    "type": "object",
    "required": ["mission", "names"],
    "properties": {
        "mission": {"type": "integer", "minimum": 1},
        "names": {"type": "object"},
        "scenario": {"type": "object", "description": "The scenario file that the players chose, without its prose."},
    },
}
"""The schema of the settings before a run. Each game declares its names."""

CLOSED: Schema = {
    "type": "object",
    "required": ["form", "state"],
    "properties": {
        "form": {**_TEXT, "description": "A short digest of the types of the state."},
        "state": {**_TEXT, "description": "The state as a JSON text; the order of keys in its objects is significant."},
    },
    "description": "For a suspended tour: its state between two missions.",
}
"""The schema of the state from which a suspended tour resumes, in the last line of its log."""

_INTEGER: Schema = {"type": "integer"}
_EVENTS: dict[str, tuple[str, Schema]] = {
    "phase": ("A phase of play begins.", {"name": _TEXT, "place": _TEXT, "rule": _TEXT, "who": _TEXT, "data": {"type": "object"}}),
    "roll": (
        "Dice are thrown on a table.",
        {
            "place": _TEXT, "rule": _TEXT, "table": _TEXT, "column": _TEXT, "who": _TEXT, "dice": _DICE, "natural": _INTEGER,
            "modifiers": _MODIFIERS, "net": _INTEGER, "row": _TEXT, "gives": _TEXTS,
        },
    ),
    "consult": ("A row of a chart applies.", {"place": _TEXT, "rule": _TEXT, "table": _TEXT, "who": _TEXT, "row": _TEXT, "gives": _TEXTS}),
    "choice": (
        "The player decides.",
        {"place": _TEXT, "rule": _TEXT, "decision": _TEXT, "who": _TEXT, "options": _TEXTS, "taken": _TEXT},
    ),
    "fact": (
        "A consequence of the rules that needs no roll.",
        {"name": _TEXT, "place": _TEXT, "rule": _TEXT, "who": _TEXT, "data": {"type": "object"}},
    ),
}  # fmt: skip


def log_schema(keys: Collection[str]) -> Schema:
    """Return the schema of one line of an event log.

    Args:
        keys: the keys of the existing games.
    """
    lines = {
        "header": _line(
            "header", "The first line: everything that is needed to replay the run.", _header(keys), open_end=True
        )
    }
    for kind, (words, fields) in _EVENTS.items():
        lines[kind] = _line(kind, words, {"n": {"type": "integer", "minimum": 1}, **fields, "changes": _CHANGES})
    lines["end"] = _line("end", "The last line: the outcome of the run.", {"summary": {"type": "object"}})
    lines["end"]["properties"]["closed"] = CLOSED
    return {
        "$schema": DRAFT,
        "title": f"A line of a Combat Box event log, format {LOG_FORMAT}",
        "description": "A log is a text file of JSON lines. Each line is an object of one of these kinds.",
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": list(lines)}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}}, "then": {"$ref": f"#/$defs/{kind}"}} for kind in lines
        ],
        "$defs": lines,
    }


def _header(keys: Collection[str]) -> Schema:
    return {
        "format": {"const": LOG_FORMAT},
        "game": {"enum": list(keys)} if keys else _TEXT,
        "run": _TEXT,
        "version": _TEXT,
        "digest": {
            "type": "string",
            "pattern": "^[0-9a-f]{16}$",
            "description": "A digest of the tables with which the run was played.",
        },
        "rulings": {"type": "object", "additionalProperties": _TEXT},
        "setup": SETUP,
        "dice": {**_TEXT, "description": "The source of the dice: a seed, or dice entered by hand."},
    }


def save_schema() -> Schema:
    """Return the schema of a save, without its checksum `h`.

    A save contains the header for the log of the finished game, the dice since the last checkpoint, the answers with
    their places, and the fingerprints of the events.
    """
    answer = [_TEXT, _TEXT, {"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 1}, _TEXT]
    header = {name: part for name, part in _header(()).items() if name not in ("format", "game")}
    count = {"type": "integer", "minimum": 0}
    header |= {"game": _TEXT, "undone": count}
    required = [name for name in header if name not in ("version", "undone")]
    book = {"type": "array", "prefixItems": [count, _TEXT], "minItems": 2, "maxItems": 2}
    header["books"] = {"type": "array", "items": book}
    closed = {
        "form": _TEXT, "state": _TEXT, "event": {"type": "object"}, "thrown": count, "missions": count, "records": _TEXTS,
    }  # fmt: skip
    return {
        "type": "object",
        "required": ["header", "faces", "answers"],
        "properties": {
            "header": {"type": "object", "required": required, "properties": header},
            "faces": {key: value for key, value in _DICE.items() if key != "minItems"},
            "answers": {
                "type": "array",
                "items": {"type": "array", "prefixItems": answer, "minItems": 4, "maxItems": 5},
            },
            "at": _TEXT,
            "book": _TEXT,
            "words": _TEXT,
            "trail": {"type": "string", "pattern": "^([0-9a-f]{4})*$"},
            "closed": {"type": "object", "required": list(closed), "properties": closed},
        },
    }


def _line(kind: str, words: str, fields: Schema, *, open_end: bool = False) -> Schema:
    return {
        "description": words,
        "properties": {"kind": {"const": kind}, **fields, "h": _CHECK},
        "required": ["kind", *fields, "h"],
        "additionalProperties": open_end,
    }


# ---- a compiled book


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
