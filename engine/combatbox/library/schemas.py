"""JSON Schemas of the data files, the event log and the exported tables.

They are generated into `tables/schema/` from the declarations of data and the games' vocabularies. `combatbox verify`
reports outdated files.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from combatbox.core.game import Game
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.constraints import ConstraintsModel
from combatbox.library.dataclass_schema import DRAFT, Schema, declared_schema, schema_of
from combatbox.library.export_schema import book_schema, export_schema, log_schema
from combatbox.library.folders import variant_like, variants
from combatbox.library.load import vocabulary_in
from combatbox.library.scenarios import ContestFigures
from combatbox.library.schema import (
    SHAPES,
    BesideModel,
    ChancesModel,
    ChangesModel,
    GameModel,
    LessonModel,
    PlacesModel,
    QuestionsModel,
    RulesModel,
    RulingsModel,
    ScriptModel,
    SearchModel,
    SeedsModel,
    SightingsModel,
    VocabularyModel,
)
from combatbox.library.vocabulary import spec_schema
from combatbox.library.yaml12 import read_shared
from combatbox.play.medals import MedalFile


def schemas(keys: Collection[str] = GAMES) -> dict[str, Schema]:
    """Return all schemas by file name, such as `twentyfive-table.json`."""
    by_name = {f"{key}-table.json": table_schema(GAMES[key]) for key in keys}
    for key in keys:
        by_name[f"{key}-game.json"] = game_schema(GAMES[key])
        if scenarios := GAMES[key].scenarios:
            by_name[f"{key}-scenario.json"] = _titled(f"A scenario file of {key}", declared_schema(scenarios.type))
        if kind := GAMES[key].types.drawing:
            drawn = _titled(f"The names of parts in the drawings of {key}", schema_of(kind))
            by_name[f"{key}-drawing.json"] = drawn
    plain: dict[str, tuple[str, type]] = {
        "vocabulary.json": ("The vocabulary terms that a game's data composes", VocabularyModel),
        "rulings.json": ("The rulings of a game", RulingsModel),
        "rules.json": ("The rules of a game", RulesModel),
        "places.json": ("The places in the order of play", PlacesModel),
        "odds.json": ("Named probabilities, computed exactly", ChancesModel),
        "script.json": ("A script that replays a printed example", ScriptModel),
        "first-mission.json": ("A tutorial mission", LessonModel),
        "seeds.json": ("Examples stored as seeds", SeedsModel),
        "rows.json": ("Missions that show rows which no example shows", SightingsModel),
        "changes.json": ("The corrections of a game", ChangesModel),
        "beside.json": ("Values to compare with the odds of a game", BesideModel),
        "constraints.json": ("A rulebook's statements about printed tables that are lost", ConstraintsModel),
        "search.json": ("Names and synonyms for the search", SearchModel),
        "questions.json": ("Questions that lead to pages of a game", QuestionsModel),
    }
    for name, (title, model) in plain.items():
        by_name[name] = _titled(title, schema_of(model))
    figures = _titled("The points and simulated chances of scenario files", declared_schema(ContestFigures))
    by_name["contest.json"] = figures
    played = [*keys, *(key for key in variants() if variant_like(key) in keys)]
    by_name["medals.json"] = _titled("The medals of a game", declared_schema(MedalFile))
    by_name["log.json"] = log_schema(played)
    by_name["book.json"] = book_schema(played)
    by_name["export.json"] = export_schema()
    return by_name


def _titled(title: str, schema: Schema) -> Schema:
    """Return the schema of a file with its title."""
    return {"$schema": DRAFT, **schema, "title": title}


def schema_text(schema: Schema) -> str:
    """Return the content of a schema file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def is_of_sheets(name: str) -> bool:
    """Return True if a schema file is one of those that the press makes (`press.sheet_schemas`)."""
    return name in ("layout.json", "counters.json", "map.json") or name.endswith("-shop.json")


def write_schemas(out: Path, by_name: Mapping[str, Schema]) -> list[Path]:
    """Write the schemas that have changed into a folder, and return the files written."""
    changed: list[Path] = []
    for name, schema in by_name.items():
        path, text = out / name, schema_text(schema)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
            changed.append(path)
    return changed


def game_schema(game: Game) -> Schema:
    """Return the schema of a game's `game.yaml`, including the constants that its code declares."""
    schema = schema_of(GameModel)
    if game.types.constants:
        schema["properties"]["constants"] = declared_schema(game.types.constants)
    return _titled(f"The description, constants and words of {game.key}", schema)


# ---- tables


def table_schema(game: Game) -> Schema:
    """Return the schema of a game's table files: the five shapes, with the game's vocabulary."""
    defs: Schema = {}
    for name, model in SHAPES.items():
        shape = schema_of(model)
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
    """Return a schema that applies the model of a shape to tables of this shape, so that editors report its errors."""
    test: Schema = {"properties": {"shape": {"const": name}}}
    if name != "rows":
        test["required"] = ["shape"]
    return {"if": test, "then": {"$ref": f"#/$defs/{name}_table"}}


def _vocabulary(game: Game) -> Schema:
    folder = paths.home(game.key).tables
    constants = read_shared(folder / "game.yaml").data["constants"]
    kinds = vocabulary_in(game, folder).kinds()
    return {name: spec_schema(known, constants) if known else {"not": {}} for name, known in kinds}


def _spell_out(defs: Schema) -> None:
    """Restrict the definitions of table models, which permit any term, to the terms of the game's vocabulary."""
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
    """Return the terms of a vocabulary that have parameters."""
    return {name for option in spec.get("anyOf", []) for name in option.get("properties", {})}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
