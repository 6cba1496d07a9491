"""The data for others: every file is as its schema says, and the index names them all."""

import json
from functools import cache

import jsonschema
import pytest

from combatbox.library.load import load_all
from combatbox.web import data_files
from combatbox.web.site import Site

SCHEMAS = data_files.schemas()


@cache
def published():
    site = Site(load_all())
    own = (file for book in site.books.values() for file in data_files.own_data(site, book))
    return dict([*data_files.shared_data(site), *own])


def kind_of(path):
    """The kind of a file, by its path under the version."""
    parts = path.split("/")
    if parts[0] == "schemas":
        return None
    for kind in data_files.KINDS:
        pattern = kind.path.split("/")
        if len(pattern) == len(parts) and all(
            mine == its or ("{" in its and mine.endswith(its.rpartition("}")[2])) for mine, its in zip(parts, pattern, strict=True)
        ):  # fmt: skip
            return kind
    return None


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", data_files.KINDS, ids=lambda kind: kind.path)
def test_every_file_of_a_kind_is_as_its_schema_says(kind, gate):
    schema = SCHEMAS[kind.schema]
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    files = {
        path: text for path, text in published().items() if kind_of(path.removeprefix(f"{data_files.BASE}/")) is kind
    }
    assert files
    for path, text in sorted(files.items(), key=lambda file: len(file[1]))[: 2 if gate else None]:
        # the lines of a log are many and alike: of each its first, its last and a few between
        things = text.splitlines()[:: max(1, text.count("\n") // 12)] if path.endswith(".jsonl") else [text]
        for thing in things:
            fault = next(check.iter_errors(json.loads(thing)), None)
            assert fault is None, f"{path}: {fault.message}"


def test_a_schema_refuses_what_is_not_so():
    for name, path in (("rules.json", "queen/rules.json"), ("table.json", "queen/tables/P-1.json")):
        data = json.loads(published()[f"{data_files.BASE}/{path}"])
        check = jsonschema.Draft202012Validator(SCHEMAS[name])
        assert not check.is_valid({**data, "more": 1})
        assert not check.is_valid({key: value for key, value in data.items() if key not in ("rules", "rows")})


def test_the_index_names_every_file_and_no_other():
    files = set(published())
    index = json.loads(published()[f"{data_files.BASE}/index.json"])
    assert index["version"] == data_files.VERSION
    named = {f"{data_files.BASE}/index.json", *(f"{data_files.BASE}/schemas/{name}" for name in SCHEMAS)}
    for game in index["games"]:
        for group in ("files", "tables", "logs"):
            named |= {f"{data_files.BASE}/{path}" for path in game[group].values()}
    assert named == files
    assert {kind_of(path.removeprefix(f"{data_files.BASE}/")) for path in files if "/schemas/" not in path} == set(
        data_files.KINDS
    )
    assert all(f"{data_files.BASE}/{path}" in files for path in index["schemas"].values())


def test_what_stands_alone_is_what_stands_in_the_whole_game():
    for game in ("queen", "twentyfive"):
        whole = json.loads(published()[f"{data_files.BASE}/{game}/game.json"])
        for table in whole["tables"]:
            assert table == json.loads(published()[f"{data_files.BASE}/{game}/tables/{table['id']}.json"])
        for name in ("rules", "rulings"):
            alone = json.loads(published()[f"{data_files.BASE}/{game}/{name}.json"])[name]
            assert [{k: v for k, v in item.items() if k != "page"} for item in alone] == whole[name]


def test_an_example_names_a_log_that_is_there():
    for game in ("queen", "twentyfive"):
        shown = json.loads(published()[f"{data_files.BASE}/{game}/examples.json"])["examples"]
        assert shown
        for example in shown:
            lines = [
                json.loads(line) for line in published()[f"{data_files.BASE}/{game}/{example['log']}"].splitlines()
            ]
            assert lines[-1]["summary"] == example["summary"]
            assert len(lines) == example["events"] + 2
