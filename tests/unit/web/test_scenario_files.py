"""Scenario files: the page reads the same from a file as the command line does."""

from __future__ import annotations

import json
import subprocess

from combatbox.library.scenarios import scenario_files
from combatbox.library.yaml12 import parse_yaml
from combatbox.web import bundles

READ = """
import { readYaml } from "./src/scenario/yaml.js";
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map((each) => readYaml(each).data)));
"""

WRITTEN = (
    "title: A  # words\nhits: 5\nforces: {bombers: 4, 'escorts': 0, germans: -6}\n",
    'title: "A: \\"b\\" # c"\nsummary: |\n  One\n    two\n\n  three\nhits: 007\n',
    "summary: >\n  One\n  two\n\n  three\n\n\ntitle: over\n  two lines\n",
    "---\nforces:\n    bombers: 4\n    escorts: 2\ndamage:\n  - 0\n  - 1\nrules:\n  turret: on\n  direct: '15'\n",
    "rules: {a: true, b: null, c: 1.5, d: yes, e: 'it''s'}\ntable: {\n  width: 48,\n  length: 72 }\n",
    '{"title": "JSON", "hits": 3, "damage": [0, 0, 1]}\n',
)
"""Files as players may write them."""


def test_the_page_reads_scenario_files_as_the_command_line_does() -> None:
    texts = [*WRITTEN, *(path.read_text(encoding="utf-8") for path in scenario_files("skirmish").values())]
    assert len(texts) > len(WRITTEN)
    line = [bundles.node(), "--input-type=module", "-e", READ]
    done = subprocess.run(
        line, input=json.dumps(texts), capture_output=True, text=True, check=False, cwd=bundles.sources()
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [parse_yaml(text, "a file").data for text in texts]
