"""Damaged files are refused at their place, and by their JSON Schema as by the loader."""

import copy
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from combatbox.core.annotations import Written
from combatbox.library import paths, schema
from combatbox.library.constraints import ConstraintsModel
from combatbox.library.dataclass_schema import schema_of
from combatbox.library.folders import SPECIAL
from combatbox.library.yaml12 import read_yaml
from combatbox.play.dataclass_validation import MISSING, faults

KINDS = {
    "game.yaml": schema.GameModel,
    "places.yaml": schema.PlacesModel,
    "rulings.yaml": schema.RulingsModel,
    "rules.yaml": schema.RulesModel,
    "odds.yaml": schema.ChancesModel,
    "constraints.yaml": ConstraintsModel,
    "changes.yaml": schema.ChangesModel,
    "first-mission.yaml": schema.LessonModel,
    "vocabulary.yaml": schema.VocabularyModel,
    "examples/seeds.yaml": schema.SeedsModel,
    "examples/rows.yaml": schema.SightingsModel,
    "results/beside.yaml": schema.BesideModel,
}
VALUES = [None, 1, -3, "x", "", True, 1.5, [], {}, [1], ["a"], {"a": 1}]
DAMAGES = 3
"""The number of damaged copies of each file."""


def files():
    """Every file of the tables that a class declares, as its data and its class."""
    for folder in sorted(path.parent for path in paths.tables().glob("*/game.yaml")):
        for name, kind in KINDS.items():
            if (folder / name).is_file():
                yield pytest.param(folder / name, kind, id=f"{folder.name}/{name}")
        for shape, kind in schema.SHAPES.items():
            yield pytest.param(folder, kind, id=f"{folder.name}/{shape}")


def contents(path: Path, kind):
    if path.is_file():
        return [(path.name, read_yaml(path).data)]
    shape = next(shape for shape, each in schema.SHAPES.items() if each is kind)
    tables = {table.name: read_yaml(table).data for table in path.glob("*.yaml") if table.name not in SPECIAL}
    return [
        (name, {**data, "shape": shape}) for name, data in sorted(tables.items()) if data.get("shape", "rows") == shape
    ]


def places(data, where=()):
    yield from [where] if where else []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*where, key))


def damaged(data, chance):
    """Return a copy of data with one fault or none, and the path to what has changed."""
    data = copy.deepcopy(data)
    *above, key = where = chance.choice(list(places(data)))
    parent = data
    for part in above:
        parent = parent[part]
    way = chance.choice(["drop", "rename", "value", "value"])
    if way == "drop":
        del parent[key]
        return data, tuple(above)
    if way == "rename" and isinstance(parent, dict):
        parent[f"{key}x"] = parent.pop(key)
        return data, tuple(above)
    parent[key] = chance.choice(VALUES)
    return data, where


@pytest.mark.parametrize(("path", "kind"), list(files()))
def test_a_damaged_file_is_refused_at_its_place_and_by_its_schema(path, kind, monkeypatch):
    monkeypatch.setattr(Written, "keywords", lambda *_: {})  # its faults are found by what parses the text
    refuses = Draft202012Validator(schema_of(kind))
    for name, data in contents(path, kind):
        assert faults(kind, data) == []
        assert refuses.is_valid(data)
        for number in range(DAMAGES):
            other, place = damaged(data, random.Random(f"{path.parent.name} {name} {number}"))
            found = faults(kind, other)
            assert bool(found) != refuses.is_valid(other), (name, place, found)
            for where, message in found:
                at = where[:-1] if message == MISSING else where
                assert at[: len(place)] == place[: len(at)], (name, place, where, message)


def test_a_roll_that_is_none_is_refused_by_the_schema_of_a_table():
    table = {"id": "T", "title": "T", "shape": "rows", "source": {"kind": "house", "section": "1"}, "dice": "1d6"}
    refuses = Draft202012Validator(schema_of(schema.RowsTable))
    assert refuses.is_valid(table | {"rows": [{"roll": "1-3"}, {"roll": "4, 6"}, {"roll": 5}, {"roll": "-3--1"}]})
    for roll in ("two", "1-", "", "1;2"):
        assert not refuses.is_valid(table | {"rows": [{"roll": roll}]}), roll
