"""JSON Schemas of the output of `combatbox tables GAME --json` and of the files in `/api/`."""

from __future__ import annotations

from typing import Any, get_args

from combatbox.library.schema import SHAPES, Origin, RuleModel, RulingModel, SightingModel

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_CODES: Schema = {"type": "array", "items": _TEXT, "description": "effects as codes: name and parameters, by blanks"}
_CODE: Schema = {**_TEXT, "description": "a condition or quantity as a code; empty for none"}
_TABLES: Schema = {"type": "array", "items": _TEXT, "description": "the tables that it leads to"}
_BY_COLUMN: Schema = {"type": "object", "additionalProperties": _TEXT}


def _object(words: str, fields: Schema, optional: Schema | None = None) -> Schema:
    """Return the schema of an object with these properties and no others."""
    return {
        "type": "object",
        "description": words,
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(name: str) -> Schema:
    return {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}


_ORIGIN: Schema = {"type": "array", "items": {"enum": list(get_args(Origin))}}
_MODIFIER: Schema = {"words": _TEXT, "amount": _TEXT, "source": _TEXT, "when": _CODE}

_ROW = _object(
    "A row. A net roll beyond `clamp` is read as the nearest.",
    {
        "id": {**_TEXT, "description": "stable: links, logs and tests name it"},
        "roll": {"type": "array", "items": _WHOLE, "description": "every net roll of the row, or every D66 value"},
        "key": {**_TEXT, "description": "of a chart or a to-hit table"},
        "area": _TEXT,
        "area_said": {"type": "boolean", "description": "whether the words of the row name its area themselves"},
        "cells": {**_BY_COLUMN, "description": "words, by column key or `result`"},
        "codes": {**_BY_COLUMN, "description": "codes of each cell, by column key or `result`; `-` for an empty one"},
        "effects": _CODES,
        "when": _CODE,
        "again": {**_CODES, "description": "while one of these conditions holds the roll is made again"},
        "then": {"anyOf": [{"$ref": "#/$defs/second"}, {"type": "null"}], "description": "a second die of the row"},
        "anchor": {**_TEXT, "description": "of the row on the page of its table"},
        "leads": {"type": "object", "additionalProperties": _TABLES, "description": "by column key or `result`"},
    },
    {
        "hits": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE},
            "description": "in to-hit tables: the net rolls that hit, by column",
        },
        "wins": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE},
            "description": "in opposed tables: the throws of both sides as two digits that come to it, by column or `result`",
        },
        "thens": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/second"},
            "description": "in tables with columns: second dice of single cells, by column",
        },
        "adjusted": {
            "type": "object",
            "additionalProperties": _object("The cells then.", {"cells": _BY_COLUMN, "codes": _BY_COLUMN}),
            "description": "the cells under adjusts, by the conditions that hold, in the table's order, joined by ` + `",
        },
    },
)  # fmt: skip

_TABLE = _object(
    "A table, chart or list.",
    {
        "id": _TEXT,
        "title": _TEXT,
        "shape": {"enum": list(SHAPES)},
        "dice": {**_TEXT, "description": "1d6 to 9d6, d66, 3d6-highest, 1d6-opposed, or none for a chart"},
        "printed": {**_TEXT, "description": "the source's own notation where it differs"},
        "per": {**_TEXT, "description": "what one roll is made for"},
        "used": _TEXT,
        "after": {
            "type": "array",
            "items": _TEXT,
            "description": "tables after which it is used, beside those that lead here",
        },
        "instead_of": {**_TEXT, "description": "the table in whose place it is rolled on"},
        "card": _TEXT,
        "optional": {"type": "boolean"},
        "variant_of": {**_TEXT, "description": "the table it replaces under a ruling"},
        "columns": {**_BY_COLUMN, "description": "keys and heads"},
        "rows": _list("row"),
        "modifiers": _list("modifier"),
        "adjusts": _list("adjust"),
        "floors": _list("floor"),
        "forced": _list("forced"),
        "first": _list("forced"),
        "clamp": {
            "anyOf": [{"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2}, {"type": "null"}],
            "description": "lowest and highest net roll; null for a chart",
        },
        "most_dice": {**_WHOLE, "description": "the most dice that are added up in one roll; 0 for a chart"},
        "conditions": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/condition"},
            "description": "all that a roll asks of the state, by code",
        },
        "quantities": {
            "type": "object",
            "additionalProperties": _object("A number of the state.", {"words": _TEXT}),
            "description": "the numbers of the state that modifiers take, by code",
        },
        "notes": {"type": "array", "items": _TEXT},
        "source": {"type": "array", "items": _object("Where it was read.", {"kind": _TEXT, "section": _TEXT})},
        "errata": {
            "type": "array",
            "items": _object(
                "A value that differs from what is printed.", {"row": _TEXT, "column": _TEXT, "was": _TEXT, "by": _TEXT}
            ),
        },
        "chances": _list("chance"),
    },
    {
        "hit": {**_CODES, "description": "what a hit does"},
        "miss": _CODES,
        "hit_result": {**_TEXT, "description": "the same in words"},
        "miss_result": _TEXT,
        "hit_leads": _TABLES,
        "miss_leads": _TABLES,
        "origins": _object(
            "Where its values come from, in a game whose printed tables we lack.",
            {
                "rebuilt": {"type": "boolean", "description": "whether it is not the printed table"},
                "rows": {"type": "object", "additionalProperties": _ORIGIN},
                "modifiers": {
                    "type": "array",
                    "items": _ORIGIN,
                    "description": "in the order in which pages tell them",
                },
                "notes": {"type": "array", "items": _ORIGIN},
            },
        ),
        "sides": {"type": "array", "items": _TEXT, "description": "of an opposed table: who throws, and against whom"},
        "adds": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2},
            "description": "what both sides of an opposed table add to their dice, by column or `result`",
        },
    },
)

_DEFS: Schema = {
    "table": _TABLE,
    "row": _ROW,
    "second": _object(
        "A second die with its rows.", {"id": _TEXT, "dice": _TEXT, "forced": _list("unrolled"), "rows": _list("row")}
    ),
    "modifier": _object(
        "Added to the natural roll while `when` holds.",
        {
            **_MODIFIER,
            "add": {"type": ["integer", "string"], "description": "a number, or the code of the quantity that gives it"},
            "times": {**_CODE, "description": "the quantity that it is multiplied by"},
        },
    ),
    "adjust": _object(
        "Changes the number a cell gives: times a fraction, rounded down, plus.",
        {**_MODIFIER, "times": {**_TEXT, "description": "3/2"}, "add": _WHOLE},
    ),
    "floor": _object(
        "A natural roll that counts as at least this net roll, whatever the modifiers.",
        {**_MODIFIER, "natural": _WHOLE, "net": _WHOLE},
    ),
    "forced": _object(
        "What a state brings about without a roll (`forced`, the first that holds), or before the row (`first`).",
        {**_MODIFIER, "id": _TEXT, "effects": _CODES, "result": _TEXT, "leads": _TABLES},
    ),
    "unrolled": _object(
        "What a state brings about in place of a second die.",
        {"id": _TEXT, "when": _CODE, "effects": _CODES, "result": _TEXT, "leads": _TABLES},
    ),
    "condition": _object(
        "Something that is true of the state or not.",
        {"words": _TEXT},
        {
            "roll": _object(
                "It asks the roll and not the state: the net roll is this or less, and no floor stood against it.",
                {"net_at_most": _WHOLE},
            ),
            "always": {"const": True, "description": "it holds whatever the state, and need not be asked"},
            "ruling": _object("It asks for an option of a ruling.", {"id": _TEXT, "option": _TEXT}),
            "default": {"type": "boolean", "description": "whether that is our default"},
        },
    ),
    "chance": _object(
        "A named chance: the result of a roll on this table, followed through every table that it leads to.",
        {
            "id": _TEXT,
            "words": _TEXT,
            "column": _TEXT,
            "outcome": {**_TEXT, "description": "the code of an effect met on the way, or what the state shows then"},
        },
        {
            "exact": {**_TEXT, "pattern": r"^\d+(/\d+)?$", "description": "the fraction"},
            "value": {"type": "number", "minimum": 0, "maximum": 1},
        },
    ),
}  # fmt: skip


def export_schema(draft: str) -> Schema:
    """Return the schema of an exported game."""
    game = _object(
        "A game with all its tables, rulings and rules.",
        {
            "game": _TEXT,
            "title": _TEXT,
            "digest": _DIGEST,
            "tables": _list("table"),
            "rulings": {"type": "array", "items": {"$ref": "#/$defs/RulingModel"}},
            "rules": {"type": "array", "items": {"$ref": "#/$defs/RuleModel"}},
        },
    )
    return {"$schema": draft, "title": "A game of Combat Box as exported", **game, "$defs": _DEFS | _models()}


def _models() -> Schema:
    """Return the definitions of rulings and rules, which are exported as in their files."""
    defs: Schema = {}
    for model in (RulingModel, RuleModel):
        schema = model.model_json_schema(ref_template="#/$defs/{model}")
        defs |= schema.pop("$defs", {})
        defs[model.__name__] = schema
    return defs


_DIGEST: Schema = {**_TEXT, "pattern": "^[0-9a-f]{16}$", "description": "of all tables, rules and rulings of the game"}
_PAGE: Schema = {**_TEXT, "description": "where it stands on the site, from its root"}
_FILE: Schema = {**_TEXT, "description": "a file, from the folder of this one"}
_FILES: Schema = {"type": "object", "additionalProperties": _FILE}


def api_schemas(draft: str) -> dict[str, Schema]:
    """Return the schemas of the files in `/api/` by file name, except those of logs."""

    def known(title: str, schema: Schema, defs: Schema) -> Schema:
        return {"$schema": draft, "title": title, **schema, **({"$defs": defs} if defs else {})}

    models = _models()
    return {
        "game.json": export_schema(draft),
        "table.json": known("A table of Combat Box", {"$ref": "#/$defs/table"}, _DEFS),
        "rules.json": known("The rules of a game of Combat Box", _paged("rules", models["RuleModel"]), models),
        "rulings.json": known("The rulings of a game of Combat Box", _paged("rulings", models["RulingModel"]), models),
        "examples.json": known("The missions of a game that are replayed on the site", _examples(), {}),
        "rows.json": known("Where each row of a game's tables is seen", _rows(), {}),
        "index.json": known("Every file of this version", _index(), {}),
    }


def _paged(name: str, model: Schema) -> Schema:
    """Return the schema of a list of items with the address of each on the site."""
    item = {**model, "properties": {**model["properties"], "page": _PAGE}, "required": [*model["required"], "page"]}
    fields = {"game": _TEXT, "digest": _DIGEST, name: {"type": "array", "items": item}}
    return _object(f"The {name} of a game.", fields)


def _examples() -> Schema:
    example = _object(
        "A mission that was flown.",
        {
            "id": _TEXT,
            "title": _TEXT,
            "text": _TEXT,
            "source": {
                "enum": ["printed", "seed"],
                "description": "keyed from a rulebook, or found by its dice's seed",
            },
            "seed": _TEXT,
            "rulings": {**_BY_COLUMN, "description": "the option of each ruling it was flown under"},
            "events": {**_WHOLE, "description": "how many the log has"},
            "summary": {"type": "object", "description": "how it ended; its fields are the game's own"},
            "page": _PAGE,
            "log": _FILE,
        },
    )
    fields = {"game": _TEXT, "digest": _DIGEST, "examples": {"type": "array", "items": example}}
    return _object("The missions of a game that are replayed on the site.", fields)


def _rows() -> Schema:
    """Return the schema of rows, each with a mission in which it occurs.

    The properties depend on whether the row occurs in an example, in a stored mission, or not at all.
    """
    line = {"row": {**_TEXT, "description": "without column, hit and miss, which share a line"}, "table": _TEXT}
    event = {**_WHOLE, "description": "its number in the log"}
    flight = {**SightingModel.model_json_schema()["properties"]}
    del flight["lines"]

    def seen(how: str, words: str, fields: Schema) -> Schema:
        return _object(words, {**line, "seen": {"const": how}, **fields})

    row: Schema = {
        "oneOf": [
            seen("replay", "In a mission that is replayed here.", {"example": _TEXT, "event": event}),
            seen("mission", "In a mission, or a tour, that the command flies.", {**flight, "fly": _TEXT}),
            seen("missing", "In none of the missions flown to find it.", {}),
            seen("read", "In none: the table is read, and no log names a row of it.", {}),
            seen("unused", "In none: nothing in play is rolled or looked up there.", {}),
        ]
    }
    fields = {"game": _TEXT, "digest": _DIGEST, "rows": {"type": "array", "items": row}}
    return _object("Where each row of the tables of a game is seen.", fields)


def _index() -> Schema:
    game = _object(
        "The files of a game.",
        {"game": _TEXT, "title": _TEXT, "digest": _DIGEST, "files": _FILES, "tables": _FILES, "logs": _FILES},
    )
    fields = {"version": _WHOLE, "games": {"type": "array", "items": game}, "schemas": _FILES}
    return _object("Every file of this version, and the schema of each kind.", fields)
