"""JSON Schemas of the data files, for editors, and of the event log and the export, for whoever reads those.

`write_schemas` makes them from the pydantic models and the games' vocabularies; the files are kept in
`tables/schema/`, and `combatbox verify` says when they are stale.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from combatbox.core.events import LOG_FORMAT
from combatbox.core.game import Game
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.constraints import ConstraintsModel
from combatbox.library.export_schema import export_schema
from combatbox.library.load import vocabulary_in
from combatbox.library.schema import (
    SHAPES,
    BesideModel,
    ChancesModel,
    ChangesModel,
    GameModel,
    PlacesModel,
    RulesModel,
    RulingsModel,
    ScriptModel,
    SearchModel,
    SeedsModel,
    SightingsModel,
    VocabularyModel,
)
from combatbox.library.store import write_atomically
from combatbox.library.vocabulary import spec_schema
from combatbox.library.yaml12 import read_yaml

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schemas(keys: Collection[str] = GAMES) -> dict[str, Schema]:
    """Every schema by file name, such as `twentyfive-table.json`. keys: of the games that there are."""
    found = {f"{key}-table.json": table_schema(GAMES[key]) for key in keys}
    for key in keys:
        if kind := GAMES[key].drawing:
            drawn = TypeAdapter(kind).json_schema()
            found[f"{key}-drawing.json"] = {
                "$schema": DRAFT,
                **drawn,
                "title": f"What the drawings of {key} call its parts",
            }
    plain: dict[str, tuple[str, type[BaseModel]]] = {
        "game.json": ("A game: its constants and its words", GameModel),
        "vocabulary.json": ("The words of a game's tables that data makes of what its code can do", VocabularyModel),
        "rulings.json": ("Where the sources contradict each other or are silent", RulingsModel),
        "rules.json": ("Every rule of a game by its id", RulesModel),
        "places.json": ("The named places in the order of play", PlacesModel),
        "odds.json": ("Named chances that are found by exact enumeration", ChancesModel),
        "script.json": ("A printed example to be replayed", ScriptModel),
        "seeds.json": ("Examples found by the seeds of their dice", SeedsModel),
        "rows.json": ("Missions that show the lines of tables which no example shows", SightingsModel),
        "changes.json": ("How the tables and rules of a game were corrected", ChangesModel),
        "beside.json": ("What the odds of a game are set beside", BesideModel),
        "constraints.json": ("What a rulebook proves about tables that we lack", ConstraintsModel),
        "search.json": ("How askers' words meet the book's", SearchModel),
    }
    for name, (title, model) in plain.items():
        found[name] = {"$schema": DRAFT, **model.model_json_schema(), "title": title}
    found["log.json"] = log_schema(keys)
    found["export.json"] = export_schema(DRAFT)
    return found


def schema_text(schema: Schema) -> str:
    """A schema as its file holds it."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def write_schemas(out: Path, keys: Collection[str] = GAMES) -> list[Path]:
    """Write every schema into a folder, touching only what changed; gives back the files that did."""
    changed: list[Path] = []
    for name, schema in schemas(keys).items():
        path, text = out / name, schema_text(schema)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
            changed.append(path)
    return changed


# ---- tables


def table_schema(game: Game) -> Schema:
    """A table file of a game: the five shapes, with the game's own effects and conditions spelled out."""
    defs: Schema = {}
    for name, model in SHAPES.items():
        shape = model.model_json_schema()
        defs.update(shape.pop("$defs", {}))
        if name == "rows":  # the shape a file has that names none
            shape["required"].remove("shape")
        defs[f"{name}_table"] = shape
    defs |= _vocabulary(game)
    _spell_out(defs)
    return {
        "$schema": DRAFT,
        "title": f"A table of the game {game.key}",
        "type": "object",
        "allOf": [_when_shape(name) for name in SHAPES],
        "properties": {"shape": {"enum": list(SHAPES)}},
        "$defs": defs,
    }


def _when_shape(name: str) -> Schema:
    """`if` the file has this shape `then` it is such a table: editors then complain of the right thing."""
    test: Schema = {"properties": {"shape": {"const": name}}}
    if name != "rows":
        test["required"] = ["shape"]
    return {"if": test, "then": {"$ref": f"#/$defs/{name}_table"}}


def _vocabulary(game: Game) -> Schema:
    folder = paths.home(game.key).tables
    constants = read_yaml(folder / "game.yaml", shared=True).data["constants"]
    kinds = vocabulary_in(game, folder).kinds()
    return {name: spec_schema(known, constants) if known else {"not": {}} for name, known in kinds}


def _spell_out(defs: Schema) -> None:
    """Put the game's words where the models say only "a word, or one word with its parameters"."""
    effects: Schema = {"type": "array", "items": _ref("effect")}
    conditions: Schema = {"type": "array", "items": _ref("condition")}
    condition: Schema = {"anyOf": [_ref("condition"), {"type": "null"}], "default": None}
    for model in [model for name, model in defs.items() if name.endswith("Model")]:
        for key, meant in (("effects", effects), ("again", conditions)):
            if key in model["properties"]:
                model["properties"][key] |= meant
        if "when" in model["properties"]:
            model["properties"]["when"] = condition
    defs["ModifierModel"]["properties"]["add"] = {"anyOf": [{"type": "integer"}, _ref("quantity")]}
    for side in ("hit", "miss"):
        defs["to_hit_table"]["properties"][side] |= effects
    for shape in ("columns", "chart"):
        defs[f"{shape}_table"]["properties"]["cell"] |= {"examples": sorted(_words(defs["effect"]))}


def _words(spec: Schema) -> set[str]:
    """The words of a vocabulary that take parameters."""
    return {name for option in spec.get("anyOf", []) for name in option.get("properties", {})}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


# ---- the log


_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_CHECK: Schema = {"type": "string", "pattern": "^[0-9a-f]{12}$", "description": "check over this line and all before"}
_CHANGES: Schema = {
    "type": "array",
    "description": "what became different in the state, up to the next event",
    "items": {
        "type": "array",
        "prefixItems": [{**_TEXT, "description": "path"}, {"description": "old"}, {"description": "new"}],
        "minItems": 3,
        "maxItems": 3,
    },
}
_DICE: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 6},
    "minItems": 1,
    "description": "the faces as they fell",
}
_MODIFIERS: Schema = {
    "type": "array",
    "description": "the modifiers that counted: code and amount",
    "items": {"type": "array", "prefixItems": [_TEXT, {"type": "integer"}], "minItems": 2, "maxItems": 2},
}
SETUP: Schema = {
    "type": "object",
    "required": ["mission", "names"],
    "properties": {"mission": {"type": "integer", "minimum": 1}, "names": {"type": "object"}},
}
"""What was decided before a run; which names there are each game says itself."""

_WHOLE: Schema = {"type": "integer"}
_EVENTS: dict[str, tuple[str, Schema]] = {
    "phase": ("A stretch of play begins.", {"name": _TEXT, "place": _TEXT, "rule": _TEXT, "who": _TEXT, "data": {"type": "object"}}),
    "roll": (
        "Dice are thrown on a table.",
        {
            "place": _TEXT, "rule": _TEXT, "table": _TEXT, "column": _TEXT, "who": _TEXT, "dice": _DICE, "natural": _WHOLE,
            "modifiers": _MODIFIERS, "net": _WHOLE, "row": _TEXT, "gives": _TEXTS,
        },
    ),
    "consult": ("A row of a chart applies.", {"place": _TEXT, "rule": _TEXT, "table": _TEXT, "who": _TEXT, "row": _TEXT, "gives": _TEXTS}),
    "choice": (
        "The player decides.",
        {"place": _TEXT, "rule": _TEXT, "decision": _TEXT, "who": _TEXT, "options": _TEXTS, "taken": _TEXT},
    ),
    "fact": (
        "The rules bring something about without a roll.",
        {"name": _TEXT, "place": _TEXT, "rule": _TEXT, "who": _TEXT, "data": {"type": "object"}},
    ),
}  # fmt: skip


def log_schema(keys: Collection[str] = GAMES) -> Schema:
    """One line of an event log: the header first, events in order, the closing line last."""
    lines = {
        "header": _line("header", "The first line: all that is needed to fly it again.", _header(keys), open_end=True)
    }
    for kind, (words, fields) in _EVENTS.items():
        lines[kind] = _line(kind, words, {"n": {"type": "integer", "minimum": 1}, **fields, "changes": _CHANGES})
    lines["end"] = _line("end", "The last line: how the run ended.", {"summary": {"type": "object"}})
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


def _header(keys: Collection[str] = GAMES) -> Schema:
    return {
        "format": {"const": LOG_FORMAT},
        "game": {"enum": list(keys)},
        "run": _TEXT,
        "version": _TEXT,
        "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "of the tables it was flown with"},
        "rulings": {"type": "object", "additionalProperties": _TEXT},
        "setup": SETUP,
        "dice": {**_TEXT, "description": "where the dice came from"},
    }


def save_schema() -> Schema:
    """A save, without its check: the head of the log to be, the dice that fell, and every answer that was given, with its place."""
    answer = [_TEXT, _TEXT, {"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 1}, _TEXT]
    header = {name: part for name, part in _header().items() if name not in ("format", "game")}
    header |= {"game": _TEXT, "undone": {"type": "integer", "minimum": 0}}
    required = [name for name in header if name not in ("version", "undone")]
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
        },
    }


def _line(kind: str, words: str, fields: Schema, *, open_end: bool = False) -> Schema:
    return {
        "description": words,
        "properties": {"kind": {"const": kind}, **fields, "h": _CHECK},
        "required": ["kind", *fields, "h"],
        "additionalProperties": open_end,
    }
