"""Scenario files: the page reads the same from a file as the command line does."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from combatbox.core.errors import DataError
from combatbox.library.scenarios import scenario_files
from combatbox.library.yaml12 import parse_yaml
from combatbox.web import bundles

READ = """
import { readYaml } from "./src/scenario/yaml.js";
let text = "";
for await (const part of process.stdin) text += part;
const read = (each) => {
  try {
    return readYaml(each).data;
  } catch (error) {
    return error.message;
  }
};
console.log(JSON.stringify(JSON.parse(text).map(read)));
"""

WRITTEN = (
    "title: A  # words\nhits: 5\nforces: {bombers: 4, 'escorts': 0, germans: -6}\n",
    'title: "A: \\"b\\" # c"\nsummary: |\n  One\n    two\n\n  three\nhits: 007\n',
    "summary: >\n  One\n  two\n\n  three\n\n\ntitle: over\n  two lines\n",
    "---\nforces:\n    bombers: 4\n    escorts: 2\ndamage:\n  - 0\n  - 1\nrules:\n  turret: on\n  direct: '15'\n",
    "rules: {a: true, b: null, c: .inf, d: yes, e: 'it''s'}\ntable: {\n  width: 48,\n  length: 72 }\n",
    '{"title": "JSON", "hits": 3, "damage": [0, 0, 1]}\n',
    "%YAML 1.1\n---\nrules: {turret: on, a: yes}\nhits: 0o17\n",
    "<<: {hits: 3}\ntitle: 1e999\n",
    "title: !!str 5\nrules: {turret: ! 6, a: !!str on}\n",
    "title: Mine\rhits: 3\r",
    "\ufefftitle: Mine\r\nhits: 3\r\n",
)
"""Files as players may write them."""

REFUSED = (
    "hits: !!int '5'\n", "hits: !!float 5\n", "a: &b 1\nc: *b\n", "title: a\n\t\nhits: 3\n", "title: a\n\t# words\n",
    "title: a\x07\n", "title: a\ufeffb\n", "hits: 3\nhits: 4\n", "a: 1\n---\nb: 2\n", "", "# words\n",
)  # fmt: skip
"""Files that are not scenario files."""


def read_by_the_page(texts: list[str]) -> list[Any]:
    """Return what the page reads from each text: its data, or the message of the error."""
    line = [bundles.node(), "--input-type=module", "-e", READ]
    done = subprocess.run(
        line, input=json.dumps(texts), capture_output=True, text=True, check=False, cwd=bundles.sources()
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def test_the_page_reads_scenario_files_as_the_command_line_does() -> None:
    texts = [*WRITTEN, *(path.read_text(encoding="utf-8") for path in scenario_files("skirmish").values())]
    assert len(texts) > len(WRITTEN)
    assert read_by_the_page(texts) == [parse_yaml(text, "a file").data for text in texts]


def test_the_page_refuses_what_the_command_line_refuses() -> None:
    for text, found in zip(REFUSED, read_by_the_page(list(REFUSED)), strict=True):
        assert isinstance(found, str), text
        with pytest.raises(DataError):
            parse_yaml(text, "a file")
