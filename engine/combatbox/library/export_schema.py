"""JSON Schemas of logs, and of the output of `combatbox tables GAME --json` and of the files in `/api/`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Any, get_args

from combatbox.core.annotations import Open, declared_fields
from combatbox.core.events import LOG_FORMAT, EventBase, Header
from combatbox.library.dataclass_schema import declared_schema, record_schema, schema_of
from combatbox.library.schema import SHAPES, Origin, RuleModel, RulingModel, SightingModel
from combatbox.play.log_validation import EVENTS, ClosedState

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_CODES: Schema = {
    "type": "array",
    "items": _TEXT,
    "description": "Effects as codes: a name and its arguments, separated by blanks.",
}
_CODE: Schema = {**_TEXT, "description": "A condition or a quantity as a code; empty if there is none."}
_TABLES: Schema = {"type": "array", "items": _TEXT, "description": "The ids of the tables to which it leads."}
_BY_COLUMN: Schema = {"type": "object", "additionalProperties": _TEXT}


def _object(words: str, fields: Schema, optional: Schema | None = None) -> Schema:
    """Return the schema of an object with these properties and no others; `words` is its description."""
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
    "A row of a table. A net roll beyond `clamp` counts as the nearest value of `clamp`.",
    {
        "id": {**_TEXT, "description": "The id of the row; it does not change, because links, logs and tests use it."},
        "roll": {"type": "array", "items": _WHOLE, "description": "Every net roll, or every D66 value, that the row covers."},
        "key": {**_TEXT, "description": "The key of the row in a chart or a to-hit table."},
        "area": _TEXT,
        "area_said": {"type": "boolean", "description": "True if the wording of the row already names its area."},
        "cells": {**_BY_COLUMN, "description": "The wording of each cell, by column key or `result`."},
        "codes": {**_BY_COLUMN, "description": "The codes of each cell, by column key or `result`; `-` if the cell is empty."},
        "effects": _CODES,
        "when": _CODE,
        "again": {**_CODES, "description": "The roll is repeated while one of these conditions holds."},
        "then": {"anyOf": [{"$ref": "#/$defs/second"}, {"type": "null"}], "description": "A nested roll of the row."},
        "anchor": {**_TEXT, "description": "The anchor of the row on the page of its table."},
        "leads": {"type": "object", "additionalProperties": _TABLES, "description": "The tables to which each cell leads, by column key or `result`."},
    },
    {
        "hits": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE},
            "description": "In to-hit tables: the net rolls that hit, by column.",
        },
        "wins": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE},
            "description": "In opposed tables: the throws of both sides that lead to this row, each as two digits, by column or `result`.",
        },
        "thens": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/second"},
            "description": "In tables with columns: the nested rolls of single cells, by column.",
        },
        "adjusted": {
            "type": "object",
            "additionalProperties": _object("The adjusted cells.", {"cells": _BY_COLUMN, "codes": _BY_COLUMN}),
            "description": "The cells after adjustments, by the conditions that hold; conditions are in the table's order and joined by ` + `.",
        },
    },
)  # fmt: skip

_TABLE = _object(
    "A table, chart or list.",
    {
        "id": _TEXT,
        "title": _TEXT,
        "shape": {"enum": list(SHAPES)},
        "dice": {
            **_TEXT,
            "description": "The notation of the dice: 1d6 to 9d6, d66, 3d6-highest, 1d6-opposed, or none for a chart.",
        },
        "printed": {**_TEXT, "description": "The notation of the source, if it differs."},
        "per": {**_TEXT, "description": "What each roll is for."},
        "used": _TEXT,
        "after": {
            "type": "array",
            "items": _TEXT,
            "description": "Tables after which this table is used, besides those that lead to it.",
        },
        "instead_of": {**_TEXT, "description": "The table that this table replaces in play."},
        "card": _TEXT,
        "optional": {"type": "boolean"},
        "variant_of": {**_TEXT, "description": "The table that this table replaces under a ruling."},
        "columns": {**_BY_COLUMN, "description": "The columns: the heading of each, by its key."},
        "rows": _list("row"),
        "modifiers": _list("modifier"),
        "adjusts": _list("adjust"),
        "floors": _list("floor"),
        "forced": _list("forced"),
        "first": _list("forced"),
        "clamp": {
            "anyOf": [{"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2}, {"type": "null"}],
            "description": "The lowest and the highest net roll; null for a chart.",
        },
        "most_dice": {
            **_WHOLE,
            "description": "The maximum number of dice that are added up for one roll; 0 for a chart.",
        },
        "conditions": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/condition"},
            "description": "All conditions that a roll depends on, by code.",
        },
        "quantities": {
            "type": "object",
            "additionalProperties": _object("A quantity of the state.", {"words": _TEXT}),
            "description": "The quantities that modifiers use, by code.",
        },
        "notes": {"type": "array", "items": _TEXT},
        "source": {"type": "array", "items": _object("A source of the table.", {"kind": _TEXT, "section": _TEXT})},
        "errata": {
            "type": "array",
            "items": _object(
                "A value that differs from the printed one.", {"row": _TEXT, "column": _TEXT, "was": _TEXT, "by": _TEXT}
            ),
        },
        "chances": _list("chance"),
    },
    {
        "hit": {**_CODES, "description": "The effects of a hit."},
        "miss": _CODES,
        "hit_result": {**_TEXT, "description": "The wording of the effects of a hit."},
        "miss_result": _TEXT,
        "hit_leads": _TABLES,
        "miss_leads": _TABLES,
        "origins": _object(
            "The origins of its values, in a game whose printed tables are lost.",
            {
                "rebuilt": {
                    "type": "boolean",
                    "description": "True if the table was rebuilt, so that it is not the printed one.",
                },
                "rows": {"type": "object", "additionalProperties": _ORIGIN},
                "modifiers": {
                    "type": "array",
                    "items": _ORIGIN,
                    "description": "The origins of the modifiers, in the order of the pages.",
                },
                "notes": {"type": "array", "items": _ORIGIN},
            },
        ),
        "sides": {"type": "array", "items": _TEXT, "description": "In an opposed table: the names of the two sides."},
        "adds": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2},
            "description": "In an opposed table: the modifiers of both sides, by column or `result`.",
        },
    },
)

_DEFS: Schema = {
    "table": _TABLE,
    "row": _ROW,
    "second": _object(
        "A nested roll with its rows.", {"id": _TEXT, "dice": _TEXT, "forced": _list("unrolled"), "rows": _list("row")}
    ),
    "modifier": _object(
        "A modifier, which is added to the natural roll while `when` holds.",
        {
            **_MODIFIER,
            "add": {"type": ["integer", "string"], "description": "A number, or the code of the quantity that is added."},
            "times": {**_CODE, "description": "The code of the quantity by which `add` is multiplied."},
        },
    ),
    "adjust": _object(
        "A change of the number in a cell: it is multiplied by `times`, rounded down, and increased by `add`.",
        {**_MODIFIER, "times": {**_TEXT, "description": "A fraction, such as 3/2."}, "add": _WHOLE},
    ),
    "floor": _object(
        "A natural roll that counts as at least this net roll, regardless of modifiers.",
        {**_MODIFIER, "natural": _WHOLE, "net": _WHOLE},
    ),
    "forced": _object(
        "Effects that apply without a roll (`forced`: the first whose condition holds), or before the row (`first`).",
        {**_MODIFIER, "id": _TEXT, "effects": _CODES, "result": _TEXT, "leads": _TABLES},
    ),
    "unrolled": _object(
        "Effects that apply in place of a nested roll.",
        {"id": _TEXT, "when": _CODE, "effects": _CODES, "result": _TEXT, "leads": _TABLES},
    ),
    "condition": _object(
        "A condition of the state.",
        {"words": _TEXT},
        {
            "roll": _object(
                "A condition of the roll, not of the state: the net roll is at most this number, and no floor applied.",
                {"net_at_most": _WHOLE},
            ),
            "always": {"const": True, "description": "True if the condition holds in every state, so that it need not be evaluated."},
            "ruling": _object("A condition that an option of a ruling is chosen.", {"id": _TEXT, "option": _TEXT}),
            "default": {"type": "boolean", "description": "True if the option is the default of the ruling."},
        },
    ),
    "chance": _object(
        "A named chance: the result of a roll on this table, followed through every table that it leads to.",
        {
            "id": _TEXT,
            "words": _TEXT,
            "column": _TEXT,
            "outcome": {**_TEXT, "description": "The code of an effect that occurs on the way, or a fact of the state afterwards."},
        },
        {
            "exact": {**_TEXT, "pattern": r"^\d+(/\d+)?$", "description": "The exact probability, as a fraction."},
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
    """Return the definitions of rulings and rules, which are exported in the form that their files have."""
    defs: Schema = {}
    for model in (RulingModel, RuleModel):
        schema = schema_of(model)
        defs |= schema.pop("$defs", {})
        defs[model.__name__] = schema
    return defs


_DIGEST: Schema = {
    **_TEXT,
    "pattern": "^[0-9a-f]{16}$",
    "description": "A digest of all tables, rules and rulings of the game.",
}
_PAGE: Schema = {**_TEXT, "description": "The address of its page, relative to the root of the site."}
_FILE: Schema = {**_TEXT, "description": "The path of a file, relative to the folder of this file."}
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
        "rows.json": known("The rows of a game's tables, with missions in which they occur", _rows(), {}),
        "index.json": known("The files of this version", _index(), {}),
    }


def _paged(name: str, model: Schema) -> Schema:
    """Return the schema of a list of items, each with the address of its page on the site."""
    item = {**model, "properties": {**model["properties"], "page": _PAGE}, "required": [*model["required"], "page"]}
    fields = {"game": _TEXT, "digest": _DIGEST, name: {"type": "array", "items": item}}
    return _object(f"The {name} of a game.", fields)


def _examples() -> Schema:
    example = _object(
        "A simulated mission.",
        {
            "id": _TEXT,
            "title": _TEXT,
            "text": _TEXT,
            "source": {
                "enum": ["printed", "seed"],
                "description": "The source of the mission: transcribed from a rulebook, or found by a seed of the dice.",
            },
            "seed": _TEXT,
            "rulings": {**_BY_COLUMN, "description": "The chosen option of each ruling."},
            "events": {**_WHOLE, "description": "The number of events in the log."},
            "summary": {
                "type": "object",
                "description": "The outcome of the mission, with fields defined by the game.",
            },
            "page": _PAGE,
            "log": _FILE,
        },
    )
    fields = {"game": _TEXT, "digest": _DIGEST, "examples": {"type": "array", "items": example}}
    return _object("The missions of a game that are replayed on the site.", fields)


def _rows() -> Schema:
    """Return the schema of a list of table rows, each with a mission in which the row occurs.

    The properties of a row depend on whether it occurs in an example, in a stored mission, or in neither.
    """
    line = {"row": {**_TEXT, "description": "The id of the row, without column, hit or miss."}, "table": _TEXT}
    event = {**_WHOLE, "description": "The number of the event in the log."}
    flight = schema_of(SightingModel)["properties"]
    del flight["lines"]

    def seen(how: str, words: str, fields: Schema) -> Schema:
        return _object(words, {**line, "seen": {"const": how}, **fields})

    row: Schema = {
        "oneOf": [
            seen(
                "replay",
                "The row occurs in a mission that is replayed on the site.",
                {"example": _TEXT, "event": event},
            ),
            seen("mission", "The row occurs in a mission or tour that the command flies.", {**flight, "fly": _TEXT}),
            seen("missing", "The row occurs in none of the missions that were simulated to find it.", {}),
            seen("read", "The row occurs in no log, although the engine reads its table.", {}),
            seen("unused", "The row occurs in no log, because its table is not used in play.", {}),
        ]
    }
    fields = {"game": _TEXT, "digest": _DIGEST, "rows": {"type": "array", "items": row}}
    return _object("The rows of a game's tables, each with a mission in which it occurs.", fields)


def _index() -> Schema:
    game = _object(
        "The files of a game.",
        {"game": _TEXT, "title": _TEXT, "digest": _DIGEST, "files": _FILES, "tables": _FILES, "logs": _FILES},
    )
    fields = {"version": _WHOLE, "games": {"type": "array", "items": game}, "schemas": _FILES}
    return _object("The files of this version, and their schemas.", fields)


# ---- logs


def log_schema(draft: str, keys: Collection[str]) -> Schema:
    """Return the schema of one line of an event log, from the types of `core.events`.

    Args:
        draft: the address of the JSON Schema draft.
        keys: the keys of the existing games.
    """
    header = record_schema(Header)["properties"]
    header |= {"format": {"const": LOG_FORMAT, "description": "The version of the format."}}
    if keys:
        header["game"]["enum"] = list(keys)
    needed = ("format", *(key for key, item in declared_fields(Header).items() if item.required))
    words = "The first line: everything that is needed to replay the run."
    lines = {"header": _line(words, header, needed) | {"additionalProperties": True}}
    shared = record_schema(EventBase)["properties"]
    for kind, record in EVENTS.items():
        known = record_schema(record)
        lines[kind] = _line(known["description"], known["properties"] | shared, known["required"])
    summary = {"type": "object", "description": "The outcome of the run, with fields defined by the game."}
    closed = declared_schema(Annotated[ClosedState, Open()])
    lines["end"] = _line("The last line: the outcome of the run.", {"summary": summary, "closed": closed}, ["summary"])
    for kind, line in lines.items():
        line["properties"]["kind"] = {"const": kind, "description": "The kind of the line."}
    return {
        "$schema": draft,
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


def _line(words: str, fields: Schema, needed: Iterable[str]) -> Schema:
    """Return the schema of a line of a log with these fields, its kind and its checksum."""
    check = {**_TEXT, "pattern": "^[0-9a-f]{12}$", "description": "The checksum of this line and all lines before it."}
    return _object(words, {**fields, "kind": {}, "h": check}) | {
        "required": list(dict.fromkeys(["kind", *needed, "h"]))
    }
