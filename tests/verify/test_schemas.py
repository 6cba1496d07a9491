"""The published JSON Schemas say what the engine reads and writes: files and logs are validated with jsonschema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from tests.wing import TWO

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import LogError
from combatbox.core.events import LOG_FORMAT, Journal
from combatbox.core.game import Setup, fly
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.dataclass_schema import schema_of as declared
from combatbox.library.load import load
from combatbox.library.player_files import read_log, write_log
from combatbox.library.schema import SHAPES
from combatbox.library.schemas import schemas, write_schemas
from combatbox.library.yaml12 import parse_yaml, read_yaml
from combatbox.play.logs import Log, log_text
from combatbox.press.sheet_schemas import sheet_schemas

SCHEMAS = schemas()
SEARCH = paths.root() / "site" / "search.yaml"
QUESTIONS = sorted([*paths.root().glob("site/**/questions.yaml"), *paths.variants().glob("*/site/questions.yaml")])
FILES = [*(path for key in GAMES for path in sorted((paths.tables() / key).rglob("*.yaml"))), SEARCH, *QUESTIONS]


def faults(name, data):
    return [error.message for error in Draft202012Validator(SCHEMAS[name]).iter_errors(data)]


KINDS = (
    "places",
    "vocabulary",
    "rulings",
    "rules",
    "odds",
    "constraints",
    "changes",
    "beside",
    "first-mission",
    "medals",
    "contest",
)
"""Files of a game that have a schema each, called as they are."""


WRITTEN = [
    name
    for name in SCHEMAS
    if not name.endswith("-table.json") and name not in ("log.json", "book.json", "export.json")
]
"""The schemas of files that people write, but for tables, whose schemas also have the words of the game."""


def properties(schema, path=""):
    """Yield every property in a schema, with its path."""
    if isinstance(schema, list):
        for part in schema:
            yield from properties(part, path)
    elif isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            yield f"{path}.{name}", inner
        for name, inner in schema.items():
            for key, part in inner.items() if name in ("properties", "$defs") else [("", inner)]:
                yield from properties(part, f"{path}.{key}" if key else path)


DESCRIBED = {
    **{name: SCHEMAS[name] for name in WRITTEN},
    **{name: declared(shape) for name, shape in SHAPES.items()},
    "map.json": sheet_schemas()["map.json"],
}
"""The schemas whose every key has a description."""


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_key_is_described_in_a_sentence(name):
    found = dict(properties(DESCRIBED[name]))
    assert found
    assert [path for path, schema in found.items() if not schema.get("description", "").endswith(".")] == []


def schema_of(path):
    if path == SEARCH or path in QUESTIONS:
        return f"{path.stem}.json"
    if path.parent.name == "examples":
        return f"{path.stem}.json" if path.stem in ("seeds", "rows") else "script.json"
    if path.parent.name == "scenarios":
        return f"{path.parent.parent.name}-scenario.json"
    if path.stem in ("drawing", "game"):
        return f"{path.parent.name}-{path.stem}.json"
    return f"{path.name.removesuffix('.yaml')}.json" if path.stem in KINDS else f"{path.parent.name}-table.json"


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name):
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_fits_its_schema(path):
    assert faults(schema_of(path), read_yaml(path).data) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"{{roll: {TWO}, effects: [{{engines_out: 2}}]}}", f"{{roll: {TWO}, effects: [{{engine_out: 2}}]}}"),
        ("{engines_out: 2}", "{engines_out: two}"),
        ("{engines_out: 2}", "{engines_out: {engines: 2, wing: left}}"),
        ("effects: [{engines_out: 2}]", "effect: [{engines_out: 2}]"),
        ("dice: 1d6", "dice: 1"),
        ("dice: 1d6", "shape: grid"),
        ("dice: 1d6", "shape: columns"),
        ("id: T-TAB-WING", "id: wing"),
        ("kind: rulebook", "kind: hearsay"),
    ],
)
def test_a_bent_table_does_not_fit(old, new):
    text = (paths.tables() / "twentyfive" / "t-tab-wing.yaml").read_text(encoding="utf-8")
    assert old in text
    assert faults("twentyfive-table.json", parse_yaml(text.replace(old, new), "bent.yaml").data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("missions: 25", "missions: many"),
        ("missions: 25", "missions: 0"),
        ("missions: 25", "misions: 25"),
        ("veteran: {first: 11, ", "veteran: {"),
        ("year: ", "years: "),
    ],
)
def test_a_bent_constant_does_not_fit(old, new):
    text = (paths.tables() / "queen" / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    assert faults("queen-game.json", parse_yaml(text.replace(old, new, 1), "bent.yaml").data)


@pytest.mark.parametrize(
    ("old", "new"),
    [("skip:", "skips:"), ("skip: [a, an", "skip: [a, [an]"), ("  - [dead, dying", "  - dead\n  - [dying")],
)
def test_bent_words_of_the_search_do_not_fit(old, new):
    text = SEARCH.read_text(encoding="utf-8")
    assert old in text
    assert faults("search.json", parse_yaml(text.replace(old, new, 1), "bent.yaml").data)


@pytest.mark.parametrize(
    "data", [{"Q1": ["why"]}, {"questions": {"Q1": "why"}}, {"questions": {"Q1": []}}, {"questions": {"Q1": [""]}}]
)
def test_bent_questions_do_not_fit(data):
    assert faults("questions.json", data)


@pytest.mark.parametrize(
    ("old", "new"),
    [("flown: ", "flown: -"), ("seed: ", "seeds: "), ("mission: ", "mission: a"), ("    lines:", "    line:")],
)
def test_a_bent_file_of_rows_does_not_fit(old, new):
    text = (paths.tables() / "twentyfive" / "examples" / "rows.yaml").read_text(encoding="utf-8")
    assert old in text
    assert faults("rows.json", parse_yaml(text.replace(old, new, 1), "bent.yaml").data)


def test_only_changed_schemas_are_written(tmp_path):
    assert {path.name for path in write_schemas(tmp_path, SCHEMAS)} == set(SCHEMAS)
    assert write_schemas(tmp_path, SCHEMAS) == []
    (tmp_path / "book.json").write_text("{}")
    assert [path.name for path in write_schemas(tmp_path, SCHEMAS)] == ["book.json"]


# ---- logs


def flown(seed, run="tour"):
    book = load("twentyfive")
    rulebook = book.rulebook({"T-A02": "5-6"})
    journal = Journal(book.header(run, {"T-A02": "5-6"}, Setup(), f"seed {seed}"))
    state = fly(book.game, rulebook, SeededDice(seed), run=run, player=DefaultPlayer(), journal=journal)
    return journal, book.game.summary(state)


@pytest.mark.parametrize("seed", range(6))
def test_every_line_of_a_log_fits(seed):
    journal, summary = flown(seed)
    lines = [json.loads(line) for line in log_text(Log(journal.header, journal.events, summary)).splitlines()]
    assert {line["kind"] for line in lines} >= {"header", "phase", "roll", "consult", "fact", "end"}
    assert [fault for line in lines for fault in faults("log.json", line)] == []


def test_a_choice_is_an_event_too():
    kinds = {event["kind"] for seed in range(6) for event in flown(seed)[0].events}
    assert "choice" in kinds


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("header", {"format": LOG_FORMAT + 1}),
        ("header", {"digest": "none"}),
        ("roll", {"dice": [7]}),
        ("roll", {"net": "4"}),
        ("roll", {"clock": "12:30"}),
        ("roll", {"changes": [["path", 1]]}),
        ("consult", {"kind": "look"}),
        ("end", {"summary": None}),
        ("fact", {"h": "short"}),
    ],
)
def test_a_bent_line_does_not_fit(kind, change):
    journal, summary = flown(1)
    lines = [json.loads(line) for line in log_text(Log(journal.header, journal.events, summary)).splitlines()]
    line = next(line for line in lines if line["kind"] == kind)
    assert faults("log.json", {**line, **change})
    assert faults("log.json", {key: value for key, value in line.items() if key != "h"})


def test_an_edited_log_is_refused_with_its_line(tmp_path):
    path = tmp_path / "mission.jsonl"
    journal, summary = flown(1, "mission")
    write_log(path, Log(journal.header, journal.events, summary))
    assert read_log(path).events == journal.events
    lines = path.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"kind":"roll"' in line)
    bent = [*lines]
    bent[number] = bent[number].replace('"rule":"T-', '"rule":"X-')
    path.write_text("\n".join(bent) + "\n")
    with pytest.raises(LogError, match=rf"mission.jsonl:{number + 1}: the line was edited"):
        read_log(path)
    path.write_text("\n".join(lines[:-1]) + "\n")
    with pytest.raises(LogError, match=rf"mission.jsonl:{len(lines) - 1}: the log is cut short"):
        read_log(path)
