"""The schemas of the files of sheets: committed as generated, fitted by our files, and as strict as the reader."""

from __future__ import annotations

import json
import re
from textwrap import dedent

import pytest
from jsonschema import Draft202012Validator

from combatbox.core.errors import DataError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.schemas import schema_text
from combatbox.library.yaml12 import parse_yaml, read_yaml
from combatbox.press import layout
from combatbox.press.sheet_schemas import sheet_schemas

SCHEMAS = sheet_schemas()
FOLDER = paths.tables() / "schema"
FILES = sorted(paths.sheets().rglob("*.yaml"))
POINTER = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def faults(name, data):
    return [error.message for error in Draft202012Validator(SCHEMAS[name]).iter_errors(data)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_committed_as_the_declarations_give_them(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert (FOLDER / name).read_text(encoding="utf-8") == schema_text(SCHEMAS[name])


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_file_names_its_schema_and_fits_it(path):
    named = POINTER.match(path.read_text(encoding="utf-8"))
    assert named, "begin with `# yaml-language-server: $schema=...`"
    schema = (path.parent / named[1]).resolve()
    assert schema.parent == FOLDER.resolve()
    assert faults(schema.name, read_yaml(path).data) == []


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("heading: A", "headng: A"),
        ("level: 2", "level: 0"),
        ("level: 2", "lvl: 2"),
        ("style: note", "style: nota"),
        ("height: 6", "height: tall"),
        ("label: Name", "lable: Name"),
        ("frame: box", "frame: circle"),
        ("across: 2", "across: 1.5"),
        ("margin: 12", "margin: 3"),
        ("orientation: landscape", "orientation: sideways"),
        ("body:", "bodies:"),
    ],
)
def test_what_the_reader_refuses_in_a_layout_its_schema_refuses(good, bad):
    text = dedent(
        """\
        title: T
        pages:
          - orientation: landscape
            margin: 12
            body:
              - {heading: A, level: 2}
              - {text: B, style: note}
              - each: 1..4
                across: 2
                body: [{field: "f-{n}", label: Name, height: 6, frame: box}]
        """
    )
    layout.read(text, "sheet.yaml")
    assert faults("layout.json", parse_yaml(text, "sheet.yaml").data) == []
    spoilt = text.replace(good, bad, 1)
    assert spoilt != text
    with pytest.raises(DataError, match=r"^sheet\.yaml:\d+: "):
        layout.read(spoilt, "sheet.yaml")
    assert faults("layout.json", parse_yaml(spoilt, "sheet.yaml").data)


@pytest.mark.parametrize("game", GAMES)
def test_the_data_of_a_games_provider_are_in_the_schema_of_its_shop_file(game):
    schema = json.loads((FOLDER / f"{game}-shop.json").read_text(encoding="utf-8"))
    data = read_yaml(paths.home(game).sheets / "shop.yaml").data
    for key in data.get("data", {}):
        assert faults(f"{game}-shop.json", {**data, "data": {**data["data"], f"{key}x": 1}}), key
    assert set(schema["properties"]) >= set(data)
